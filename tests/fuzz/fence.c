/* Fences: where a tag stands, by its definition, and that none is left when backslashes have been put in. */
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
    return byte < 0 || is_space(byte) || byte == '>' || byte == '/';
}

static bool is_tag(prm_text text, size_t at, prm_text name)
{
    size_t i;

    while (is_space(byte_at(text, at)))
        at++;
    if (byte_at(text, at) == '/')
        for (at++; is_space(byte_at(text, at)); at++)
            continue;
    for (i = 0; i < name.size; i++, at++)
        if (byte_at(text, at) < 0 || lower(byte_at(text, at)) != lower((unsigned char)name.data[i]))
            return false;
    return ends_name(byte_at(text, at));
}

static size_t naive_find(prm_text text, prm_text name)
{
    size_t at;

    for (at = 0; at < text.size; at++)
        if (text.data[at] == '<' && is_tag(text, at + 1, name))
            return at + 1;
    return text.size;
}

/* The text with a backslash wherever one must be put. */
static prm_text fenced(prm_text text, prm_text name)
{
    char *const to = fresh(2 * text.size);
    size_t at = 0, used = 0;

    for (;;) {
        const size_t size = prm_fence_find(text.data + at, text.size - at, name.data, name.size);
        if (size > 0)
            memcpy(to + used, text.data + at, size);
        used += size;
        at += size;
        if (at == text.size && !(size > 0 && is_tag(text, at, name) && text.data[at - 1] == '<'))
            return prm_bytes(to, used);
        to[used++] = '\\';
        if (at == text.size)
            return prm_bytes(to, used);
    }
}

void fuzz_target(input *in)
{
    prm_text name = take_text(in, 6), text, made;

    if (name.size == 0)
        name = prm_bytes("tag", 3);
    text = take_rest(in);
    REQUIRE(prm_fence_find(text.data, text.size, name.data, name.size) == naive_find(text, name));
    made = fenced(text, name);
    REQUIRE(naive_find(made, name) == made.size);
}
