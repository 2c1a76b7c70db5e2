#include "json.h"

/* Nothing from `end` on is looked at. Each take_ function moves behind what it names, or returns false. */
typedef struct { const char *at, *end; } reader;

static bool next_is(const reader *r, char byte)
{
    return r->at != r->end && *r->at == byte;
}

static bool take(reader *r, char byte)
{
    if (!next_is(r, byte))
        return false;
    r->at++;
    return true;
}

static void skip_space(reader *r)
{
    while (next_is(r, ' ') || next_is(r, '\n') || next_is(r, '\t') || next_is(r, '\r'))
        r->at++;
}

static bool is_digit(const reader *r)
{
    return r->at != r->end && *r->at >= '0' && *r->at <= '9';
}

static bool take_digits(reader *r)
{
    if (!is_digit(r))
        return false;
    while (is_digit(r))
        r->at++;
    return true;
}

static bool take_number(reader *r)
{
    (void)take(r, '-');
    if (!take(r, '0') && !take_digits(r))
        return false;
    if (take(r, '.') && !take_digits(r))
        return false;
    if (take(r, 'e') || take(r, 'E')) {
        if (!take(r, '+'))
            (void)take(r, '-');
        return take_digits(r);
    }
    return true;
}

static bool take_word(reader *r, const char *word, size_t size)
{
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0)
        return false;
    r->at += size;
    return true;
}

static bool take_hex(reader *r)
{
    const char byte = r->at != r->end ? *r->at : 0;

    if (!(byte >= '0' && byte <= '9') && !(byte >= 'a' && byte <= 'f') && !(byte >= 'A' && byte <= 'F'))
        return false;
    r->at++;
    return true;
}

static bool take_escape(reader *r)
{
    static const char letters[] = { '"', '\\', '/', 'b', 'f', 'n', 'r', 't' };
    size_t i;

    if (!take(r, '\\'))
        return false;
    if (take(r, 'u'))
        return take_hex(r) && take_hex(r) && take_hex(r) && take_hex(r);
    for (i = 0; i < sizeof letters; i++)
        if (take(r, letters[i]))
            return true;
    return false;
}

static bool take_string(reader *r)
{
    if (!take(r, '"'))
        return false;
    for (;;) {
        r->at += prm_json_plain(r->at, (size_t)(r->end - r->at));
        if (take(r, '"'))
            return true;
        if (!take_escape(r))
            return false;
    }
}

static bool take_scalar(reader *r)
{
    if (next_is(r, '"'))
        return take_string(r);
    if (next_is(r, 't'))
        return take_word(r, "true", 4);
    if (next_is(r, 'f'))
        return take_word(r, "false", 5);
    if (next_is(r, 'n'))
        return take_word(r, "null", 4);
    return take_number(r);
}

/* The containers around the place being read; one bit each tells objects from arrays. */
typedef struct { unsigned depth; unsigned char object[PRM_JSON_NESTING / 8]; } nesting;

static bool in_object(const nesting *n)
{
    return n->object[(n->depth - 1) >> 3] >> ((n->depth - 1) & 7u) & 1u;
}

static bool enter(nesting *n, bool object)
{
    const unsigned bit = 1u << (n->depth & 7u);
    unsigned char *byte = &n->object[n->depth >> 3];

    if (n->depth == PRM_JSON_NESTING)
        return false;
    *byte = (unsigned char)(object ? *byte | bit : *byte & ~bit);
    n->depth++;
    return true;
}

static bool take_key(reader *r)
{
    skip_space(r);
    if (!take_string(r))
        return false;
    skip_space(r);
    return take(r, ':');
}

/* Opens containers down to the first scalar or empty container. */
static bool take_openings(reader *r, nesting *n)
{
    for (;;) {
        bool object;
        skip_space(r);
        object = next_is(r, '{');
        if (!object && !next_is(r, '['))
            return take_scalar(r);
        r->at++;
        skip_space(r);
        if (take(r, object ? '}' : ']'))
            return n->depth < PRM_JSON_NESTING;
        if (!enter(n, object) || (object && !take_key(r)))
            return false;
    }
}

bool prm_json_well_formed(const char *text, size_t size)
{
    reader r;
    nesting n;

    r.at = text;
    r.end = text + size;
    memset(&n, 0, sizeof n);
    for (;;) {
        if (!take_openings(&r, &n))
            return false;
        for (skip_space(&r); n.depth > 0 && take(&r, in_object(&n) ? '}' : ']'); skip_space(&r))
            n.depth--;
        if (n.depth == 0)
            return r.at == r.end;
        if (!take(&r, ',') || (in_object(&n) && !take_key(&r)))
            return false;
    }
}
