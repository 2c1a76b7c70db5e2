#include <promptrom/fence.h>

#include <stdbool.h>

#include "word.h"

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r';
}

static char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

static size_t skip_space(const char *text, size_t size, size_t i)
{
    while (i < size && is_space(text[i]))
        i++;
    return i;
}

static bool same_name(const char *text, const char *name, size_t size)
{
    size_t i = 0;

    while (i < size && lower(text[i]) == lower(name[i]))
        i++;
    return i == size;
}

/* Whether a tag of that name stands in text, which begins behind a `<`, or may go on behind it. */
static bool is_tag(const char *text, size_t size, const char *name, size_t name_size)
{
    size_t i = skip_space(text, size, 0);

    if (i < size && text[i] == '/')
        i = skip_space(text, size, i + 1);
    if (size - i <= name_size)
        return same_name(text + i, name, size - i);
    if (!same_name(text + i, name, name_size))
        return false;
    i += name_size;
    return is_space(text[i]) || text[i] == '>' || text[i] == '/';
}

#ifndef PRM_SMALL

#ifdef PRM_BLOCKS

/* Past whole blocks without `<`. */
static size_t skip_blocks(const char *text, size_t size, size_t i)
{
    while (size - i >= sizeof(prm_block) && !prm_block_any((prm_block)(prm_block_at(text + i) == '<')))
        i += sizeof(prm_block);
    return i;
}

#else

static size_t skip_blocks(const char *text, size_t size, size_t i)
{
    (void)text;
    (void)size;
    return i;
}

#endif

/* Bytes before the first `<` at or behind i, whole words of them. */
static size_t skip_words(const char *text, size_t size, size_t i)
{
    for (i = skip_blocks(text, size, i); size - i >= sizeof(prm_word); i += sizeof(prm_word)) {
        const prm_word w = prm_word_at(text + i), other = ((w & PRM_EACH(0x7F)) ^ PRM_EACH('<')) + PRM_EACH(0x7F);
        const prm_word found = ~(other | w) & PRM_EACH(0x80);
        if (found != 0)
            return i + prm_word_first(found);
    }
    return i;
}

#else

static size_t skip_words(const char *text, size_t size, size_t i)
{
    (void)text;
    (void)size;
    return i;
}

#endif

size_t prm_fence_find(const char *text, size_t size, const char *name, size_t name_size)
{
    size_t i = skip_words(text, size, 0);

    while (i < size) {
        if (text[i++] != '<')
            continue;
        if (is_tag(text + i, size - i, name, name_size))
            return i;
        i = skip_words(text, size, i);
    }
    return 0;
}
