#include "naive_json.h"

#include <stdlib.h>

#include "fuzz.h"
#include "naive_utf8.h"

static int byte_at(prm_text text, size_t at)
{
    return at < text.size ? (unsigned char)text.data[at] : -1;
}

static size_t behind_space(prm_text text, size_t at)
{
    while (at < text.size && strchr(" \t\r\n", text.data[at]) && text.data[at] != '\0')
        at++;
    return at;
}

static bool is_hex(int byte)
{
    return byte > 0 && strchr("0123456789abcdefABCDEF", byte) != NULL;
}

static size_t behind_escape(prm_text text, size_t at)
{
    const int letter = byte_at(text, at + 1);
    size_t i;

    if (letter <= 0)
        return NAIVE_NONE;
    if (letter != 'u')
        return strchr("\"\\/bfnrt", letter) ? at + 2 : NAIVE_NONE;
    for (i = 2; i < 6; i++)
        if (!is_hex(byte_at(text, at + i)))
            return NAIVE_NONE;
    return at + 6;
}

/* From a byte within a string: behind the character or escape there. */
static size_t behind_character(prm_text text, size_t at)
{
    const unsigned char *const bytes = (const unsigned char *)text.data + at;
    size_t size;

    if (*bytes == '\\')
        return behind_escape(text, at);
    if (*bytes < 0x20)
        return NAIVE_NONE;
    for (size = 1; size <= 4 && size <= text.size - at; size++)
        if (naive_good(bytes, size))
            return at + size;
    return NAIVE_NONE;
}

static size_t behind_string(prm_text text, size_t at)
{
    if (byte_at(text, at) != '"')
        return NAIVE_NONE;
    for (at++; at != NAIVE_NONE && at < text.size && text.data[at] != '"';)
        at = behind_character(text, at);
    return at != NAIVE_NONE && at < text.size ? at + 1 : NAIVE_NONE;
}

static size_t behind_digits(prm_text text, size_t at)
{
    const size_t start = at;

    while (byte_at(text, at) >= '0' && byte_at(text, at) <= '9')
        at++;
    return at > start ? at : NAIVE_NONE;
}

static size_t behind_number(prm_text text, size_t at)
{
    if (byte_at(text, at) == '-')
        at++;
    at = byte_at(text, at) == '0' ? at + 1 : behind_digits(text, at);
    if (at != NAIVE_NONE && byte_at(text, at) == '.')
        at = behind_digits(text, at + 1);
    if (at == NAIVE_NONE || (byte_at(text, at) | 0x20) != 'e')
        return at;
    at++;
    return behind_digits(text, at + (byte_at(text, at) == '+' || byte_at(text, at) == '-'));
}

static size_t behind_container(prm_text text, size_t at, unsigned depth)
{
    const bool is_object = text.data[at] == '{';
    const int close = is_object ? '}' : ']';

    if (depth == 0)
        return NAIVE_NONE;
    at = behind_space(text, at + 1);
    if (byte_at(text, at) == close)
        return at + 1;
    for (;;) {
        if (is_object) {
            at = behind_string(text, behind_space(text, at));
            at = at == NAIVE_NONE ? at : behind_space(text, at);
            if (at == NAIVE_NONE || byte_at(text, at++) != ':')
                return NAIVE_NONE;
        }
        at = naive_json_value(text, at, depth - 1);
        if (at == NAIVE_NONE || byte_at(text, at) == close)
            return at == NAIVE_NONE ? at : at + 1;
        if (byte_at(text, at++) != ',')
            return NAIVE_NONE;
    }
}

static size_t behind_word(prm_text text, size_t at)
{
    static const char *const words[] = { "true", "false", "null" };
    size_t i;

    for (i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t size = strlen(words[i]);
        if (size <= text.size - at && memcmp(text.data + at, words[i], size) == 0)
            return at + size;
    }
    return NAIVE_NONE;
}

size_t naive_json_value(prm_text text, size_t at, unsigned depth)
{
    int first;

    at = behind_space(text, at);
    first = byte_at(text, at);
    if (first == '{' || first == '[')
        at = behind_container(text, at, depth);
    else if (first == '"')
        at = behind_string(text, at);
    else if (first == 't' || first == 'f' || first == 'n')
        at = behind_word(text, at);
    else
        at = behind_number(text, at);
    return at == NAIVE_NONE ? at : behind_space(text, at);
}

bool naive_json(prm_text text)
{
    return naive_json_value(text, 0, 64) == text.size;
}

static unsigned long hex_at(const char *at)
{
    char digits[5] = "";

    memcpy(digits, at, 4);
    return strtoul(digits, NULL, 16);
}

/* The escape at `at`, as bytes in to; *behind: behind it. 0: half a surrogate pair. */
static size_t resolve(prm_text text, size_t at, unsigned char *to, size_t *behind)
{
    static const char letters[] = "bfnrt", controls[] = "\b\f\n\r\t";
    const char letter = text.data[at + 1];
    unsigned long point, low;

    *behind = at + (letter == 'u' ? 6 : 2);
    if (letter != 'u') {
        const char *const found = strchr(letters, letter);
        *to = (unsigned char)(found ? controls[found - letters] : letter);
        return 1;
    }
    point = hex_at(text.data + at + 2);
    if (point < 0xD800 || point > 0xDFFF)
        return naive_encode(to, point);
    if (point > 0xDBFF || byte_at(text, at + 6) != '\\' || byte_at(text, at + 7) != 'u')
        return 0;
    low = hex_at(text.data + at + 8);
    *behind = at + 12;
    return low < 0xDC00 || low > 0xDFFF ? 0 : naive_encode(to, 0x10000 + (point - 0xD800) * 0x400 + (low - 0xDC00));
}

size_t naive_json_string(prm_text text, unsigned char *to)
{
    size_t at = 1, used = 0;

    while (text.data[at] != '"') {
        if (text.data[at] == '\\') {
            const size_t size = resolve(text, at, to + used, &at);
            if (size == 0)
                return NAIVE_NONE;
            used += size;
        } else {
            to[used++] = (unsigned char)text.data[at++];
        }
    }
    return used;
}

static bool is_called(prm_text text, size_t at, prm_text name)
{
    const prm_text key = prm_bytes(text.data + at, text.size - at);
    unsigned char *const plain = malloc(key.size);
    size_t size;
    bool same;

    REQUIRE(plain != NULL);
    size = naive_json_string(key, plain);
    same = size == name.size && (size == 0 || memcmp(plain, name.data, size) == 0);
    free(plain);
    return same;
}

prm_text naive_json_member(prm_text text, prm_text name)
{
    prm_text found = prm_bytes(NULL, 0);
    size_t at = behind_space(text, 0), start, end;
    bool wanted;

    if (text.data[at] != '{')
        return found;
    for (end = at + 1; text.data[at = behind_space(text, end)] != '}'; end += text.data[end] == ',') {
        wanted = is_called(text, at, name);
        at = behind_space(text, behind_string(text, at));
        start = behind_space(text, at + 1);
        end = naive_json_value(text, start, 64);
        if (!wanted)
            continue;
        found = prm_bytes(text.data + start, end - start);
        while (strchr(" \t\r\n", found.data[found.size - 1]))
            found.size--;
    }
    return found;
}
