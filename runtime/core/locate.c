#include <promptrom/locate.h>

#include "json.h"

/* ---- reading a text that is known to be JSON: no end is ever met within a value ---- */

/* In front of a value or within an object: the text goes on behind it. */
static const char *behind_space(const char *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

static const char *behind_string(const char *at)
{
    for (at++; *at != '"'; at++)
        if (*at == '\\')
            at++;
    return at + 1;
}

/* Quotes and brackets are looked at, nothing else. */
static const char *behind_container(const char *at)
{
    size_t depth = 0;

    for (;;) {
        if (*at == '"') {
            at = behind_string(at);
            continue;
        }
        if (*at == '{' || *at == '[')
            depth++;
        else if (*at == '}' || *at == ']')
            depth--;
        at++;
        if (depth == 0)
            return at;
    }
}

static const char *behind_value(const char *at)
{
    if (*at == '"')
        return behind_string(at);
    if (*at == '{' || *at == '[')
        return behind_container(at);
    while (*at != ',' && *at != '}' && *at != ' ' && *at != '\n' && *at != '\t' && *at != '\r')
        at++;
    return at;
}

static prm_value_kind kind_of(char first)
{
    switch (first) {
    case '"': return PRM_VALUE_STRING;
    case '{': return PRM_VALUE_OBJECT;
    case '[': return PRM_VALUE_ARRAY;
    case 'n': return PRM_VALUE_NULL;
    case 't': case 'f': return PRM_VALUE_FLAG;
    default:  return PRM_VALUE_NUMBER;
    }
}

/* ---- resolving escapes ---- */

static unsigned hex_digit(char digit)
{
    return (unsigned)(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
}

/* The four digits behind `\u`. */
static uint32_t hex(const char *at)
{
    return hex_digit(at[0]) << 12 | hex_digit(at[1]) << 8 | hex_digit(at[2]) << 4 | hex_digit(at[3]);
}

static bool is_surrogate(uint32_t point, uint32_t half)
{
    return (point & 0xFC00u) == half;
}

static size_t encode(uint32_t point, char *to)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        to[0] = (char)(unsigned char)(0xC0u | point >> 6);
        to[1] = (char)(unsigned char)(0x80u | (point & 0x3Fu));
        return 2;
    }
    if (point < 0x10000) {
        to[0] = (char)(unsigned char)(0xE0u | point >> 12);
        to[1] = (char)(unsigned char)(0x80u | (point >> 6 & 0x3Fu));
        to[2] = (char)(unsigned char)(0x80u | (point & 0x3Fu));
        return 3;
    }
    to[0] = (char)(unsigned char)(0xF0u | point >> 18);
    to[1] = (char)(unsigned char)(0x80u | (point >> 12 & 0x3Fu));
    to[2] = (char)(unsigned char)(0x80u | (point >> 6 & 0x3Fu));
    to[3] = (char)(unsigned char)(0x80u | (point & 0x3Fu));
    return 4;
}

/* The escape at *at, which is moved behind it, as bytes of a character; 0 for half a surrogate pair. */
static size_t resolve(const char **at, char *to)
{
    static const char letters[] = "bfnrt", controls[] = "\b\f\n\r\t";
    const char letter = (*at)[1];
    uint32_t point, low;
    size_t i;

    if (letter != 'u') {
        *at += 2;
        *to = letter;
        for (i = 0; letters[i]; i++)
            if (letter == letters[i])
                *to = controls[i];
        return 1;
    }
    point = hex(*at + 2);
    *at += 6;
    if (is_surrogate(point, 0xDC00))
        return 0;
    if (!is_surrogate(point, 0xD800))
        return encode(point, to);
    low = (*at)[0] == '\\' && (*at)[1] == 'u' ? hex(*at + 2) : 0;
    if (!is_surrogate(low, 0xDC00))
        return 0;
    *at += 6;
    return encode(0x10000u + ((point & 0x3FFu) << 10) + (low & 0x3FFu), to);
}

/* A name is never unescaped as a whole: it is compared character by character. */
static bool is_called(const char *key, prm_text name)
{
    size_t used = 0, size;
    char character[4];

    for (key++; *key != '"'; used += size) {
        if (*key == '\\') {
            size = resolve(&key, character);
            if (size == 0)
                return false;
        } else {
            *character = *key++;
            size = 1;
        }
        if (size > name.size - used || memcmp(name.data + used, character, size) != 0)
            return false;
    }
    return used == name.size;
}

/* ---- the calls ---- */

static void find(const char *at, prm_text name, prm_located *found)
{
    const char *key, *value;

    for (at = behind_space(at + 1); *at != '}'; at = behind_space(at + (*at == ','))) {
        key = at;
        at = behind_space(behind_string(at));
        value = behind_space(at + 1);
        at = behind_space(behind_value(value));
        if (!is_called(key, name))
            continue;
        found->kind = kind_of(*value);
        found->text = prm_bytes(value, (size_t)(behind_value(value) - value));
    }
}

prm_status prm_locate(prm_text json, prm_text name, prm_located *found)
{
    const char *at;

    found->kind = PRM_VALUE_ABSENT;
    found->text = prm_bytes(NULL, 0);
    if (!json.data || !prm_json_well_formed(json.data, json.size))
        return PRM_BAD_JSON;
    at = behind_space(json.data);
    if (*at == '{' && name.data)
        find(at, name, found);
    return PRM_OK;
}

/* Whether the buffer begins in the string but behind its first byte, so that bytes are overwritten before they are
 * read. */
static bool runs_ahead(prm_text string, const char *buffer, size_t capacity)
{
    const uintptr_t ahead = (uintptr_t)buffer - (uintptr_t)string.data;

    return capacity > 0 && ahead > 0 && ahead < string.size;
}

prm_status prm_unescape(prm_text string, char *buffer, size_t capacity, prm_text *text)
{
    const char *at = string.data, *end;
    size_t used = 0, size;
    char character[4];

    *text = prm_bytes(NULL, 0);
    if (!buffer && capacity > 0)
        return PRM_BAD_ARGUMENT;
    if (!at || !prm_json_well_formed(at, string.size) || *at != '"')
        return PRM_BAD_JSON;
    if (runs_ahead(string, buffer, capacity))
        return PRM_OVERLAP;
    end = behind_string(at) - 1;
    for (at++; at != end; used += size) {
        const char *from = at;
        if (*at == '\\') {
            size = resolve(&at, character);
            from = character;
            if (size == 0)
                return PRM_BAD_UTF8;
        } else {
            size = prm_json_plain(at, (size_t)(end - at));
            at += size;
        }
        if (size > capacity - used)
            return PRM_NO_SPACE;
        memmove(buffer + used, from, size);
    }
    *text = prm_bytes(used > 0 ? buffer : "", used);
    return PRM_OK;
}
