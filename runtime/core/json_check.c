#include "json.h"

/* Nothing from `end` on is looked at. Each behind_ function returns the place behind what it names, which begins at
 * `at`, or NULL. */

static const char *behind_space(const char *at, const char *end)
{
    while (at != end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

static bool is_next(const char *at, const char *end, char byte)
{
    return at != end && *at == byte;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static const char *behind_digits(const char *at, const char *end)
{
    const char *const first = at;

    while (at != end && is_digit(*at))
        at++;
    return at != first ? at : NULL;
}

static const char *behind_number(const char *at, const char *end)
{
    if (is_next(at, end, '-'))
        at++;
    at = is_next(at, end, '0') ? at + 1 : behind_digits(at, end);
    if (at && is_next(at, end, '.'))
        at = behind_digits(at + 1, end);
    if (at && at != end && (*at | 0x20) == 'e') {
        at++;
        if (at != end && (*at == '+' || *at == '-'))
            at++;
        at = behind_digits(at, end);
    }
    return at;
}

static const char *behind_word(const char *at, const char *end, const char *word, size_t size)
{
    return (size_t)(end - at) >= size && memcmp(at, word, size) == 0 ? at + size : NULL;
}

static bool is_hex(char byte)
{
    const char lower = (char)(byte | 0x20);

    return is_digit(byte) || (lower >= 'a' && lower <= 'f');
}

/* What stands behind a backslash. */
static const char *behind_escape(const char *at, const char *end)
{
    static const char letters[] = { '"', '\\', '/', 'b', 'f', 'n', 'r', 't' };
    size_t i;

    if (at == end)
        return NULL;
    for (i = 0; i < sizeof letters; i++)
        if (*at == letters[i])
            return at + 1;
    if (*at != 'u' || end - at < 5)
        return NULL;
    for (i = 1; i <= 4; i++)
        if (!is_hex(at[i]))
            return NULL;
    return at + 5;
}

static const char *behind_string(const char *at, const char *end)
{
    at++;
    for (;;) {
        at += prm_json_plain(at, (size_t)(end - at));
        if (is_next(at, end, '"'))
            return at + 1;
        if (!is_next(at, end, '\\'))
            return NULL;
        at = behind_escape(at + 1, end);
        if (!at)
            return NULL;
    }
}

/* A value that is no container; there is a first byte. */
static const char *behind_scalar(const char *at, const char *end)
{
    switch (*at) {
    case '"': return behind_string(at, end);
    case 't': return behind_word(at, end, "true", 4);
    case 'f': return behind_word(at, end, "false", 5);
    case 'n': return behind_word(at, end, "null", 4);
    default:  return behind_number(at, end);
    }
}

static const char *behind_key(const char *at, const char *end)
{
    at = behind_space(at, end);
    at = is_next(at, end, '"') ? behind_string(at, end) : NULL;
    if (!at)
        return NULL;
    at = behind_space(at, end);
    return is_next(at, end, ':') ? at + 1 : NULL;
}

/* The containers around the place that is read: the last bit says whether the innermost one is an object. */
typedef struct { uint64_t objects; unsigned depth; } nesting;

/* A container that has something in it, up to where its first value begins. */
static const char *open(const char *at, const char *end, nesting *n)
{
    const bool object = *at == '{';

    n->objects = n->objects << 1 | object;
    n->depth++;
    return object ? behind_key(at + 1, end) : at + 1;
}

/* Behind a value: past the containers that end here, to where the next value begins; NULL: none does. *whole: the
 * text ends here as it should. */
static const char *close(const char *at, const char *end, nesting *n, bool *whole)
{
    for (at = behind_space(at, end); n->depth > 0; at = behind_space(at + 1, end)) {
        const bool object = n->objects & 1;
        if (is_next(at, end, ','))
            return object ? behind_key(at + 1, end) : at + 1;
        if (!is_next(at, end, object ? '}' : ']'))
            return NULL;
        n->objects >>= 1;
        n->depth--;
    }
    *whole = at == end;
    return NULL;
}

bool prm_json_well_formed(const char *text, size_t size)
{
    const char *at = text, *const end = text + size;
    nesting n = { 0, 0 };
    bool whole = false;

    while (at) {
        const char *inside;
        at = behind_space(at, end);
        if (at == end)
            return false;
        if (*at != '{' && *at != '[') {
            at = behind_scalar(at, end);
        } else {
            if (n.depth == PRM_JSON_NESTING)
                return false;
            inside = behind_space(at + 1, end);
            if (!is_next(inside, end, (char)(*at + 2))) {    /* the bracket that closes it */
                at = open(at, end, &n);
                continue;
            }
            at = inside + 1;
        }
        if (at)
            at = close(at, end, &n, &whole);
    }
    return whole;
}
