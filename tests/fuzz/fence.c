/* Fences: where a tag stands, by its definition, and that none is left when backslashes have been put in, whatever
 * comes behind. */
#include <promptrom/fence.h>

#include "fuzz.h"

static bool is_space(int byte)
{
    return byte > 0 && strchr(" \t\n\f\r", byte) != NULL;
}

static int byte_at(prm_text text, size_t at)
{
    return at < text.size ? (unsigned char)text.data[at] : -1;
}

static int lower(int byte)
{
    return byte >= 'A' && byte <= 'Z' ? byte + 'a' - 'A' : byte;
}

static bool ends_name(int byte)
{
    return is_space(byte) || byte == '>' || byte == '/';
}

/* Whether text from `at` on, behind a `<`, is a tag or ends within one. */
static bool is_tag(prm_text text, size_t at, prm_text name)
{
    size_t i;

    while (is_space(byte_at(text, at)))
        at++;
    if (byte_at(text, at) == '/')
        for (at++; is_space(byte_at(text, at)); at++)
            continue;
    for (i = 0; i < name.size; i++, at++) {
        if (byte_at(text, at) < 0)
            return true;
        if (lower(byte_at(text, at)) != lower((unsigned char)name.data[i]))
            return false;
    }
    return byte_at(text, at) < 0 || ends_name(byte_at(text, at));
}

/* Behind the `<` of the first tag, or 0. */
static size_t naive_find(prm_text text, prm_text name)
{
    size_t at;

    for (at = 0; at < text.size; at++)
        if (text.data[at] == '<' && is_tag(text, at + 1, name))
            return at + 1;
    return 0;
}

/* The text with a backslash wherever one must be put, and `behind` behind it. */
static prm_text fenced(prm_text text, prm_text name, prm_text behind)
{
    char *const to = fresh(2 * text.size + behind.size);
    size_t at = 0, used = 0, size;

    while ((size = prm_fence_find(text.data + at, text.size - at, name.data, name.size)) > 0) {
        REQUIRE(size <= text.size - at && text.data[at + size - 1] == '<');
        memcpy(to + used, text.data + at, size);
        to[used + size] = '\\';
        used += size + 1;
        at += size;
    }
    memcpy(to + used, text.data + at, text.size - at);
    memcpy(to + used + text.size - at, behind.data, behind.size);
    return prm_bytes(to, used + text.size - at + behind.size);
}

/* As packs have them: letters, digits and a few signs, none of which is white space or a backslash. */
static prm_text take_name(input *in)
{
    static const char signs[] = "abcxyzABCXYZ019-_.:";
    const size_t size = take_number(in, 5);
    char *const to = fresh(size);
    size_t i;

    for (i = 0; i < size; i++)
        to[i] = signs[take_number(in, sizeof signs - 2)];
    return size > 0 ? prm_bytes(to, size) : prm_bytes("tag", 3);
}

void fuzz_target(input *in)
{
    static const char letters[] = " /tag>";
    const prm_text name = take_name(in);
    prm_text behind, text, whole;
    size_t tag;

    behind = prm_bytes(letters + take_number(in, sizeof letters - 2), 0);
    behind.size = sizeof letters - 1 - (size_t)(behind.data - letters);
    text = take_rest(in);
    REQUIRE(prm_fence_find(text.data, text.size, name.data, name.size) == naive_find(text, name));
    whole = fenced(text, name, behind);
    tag = naive_find(whole, name);
    REQUIRE(tag == 0 || tag > whole.size - behind.size);
}
