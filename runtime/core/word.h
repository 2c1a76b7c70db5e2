/* Eight bytes of text at a time. Not where small code is wanted (PRM_SMALL). */
#ifndef PRM_WORD_H
#define PRM_WORD_H

#ifndef PRM_SMALL

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t prm_word;

/* A word of eight equal bytes. */
#define PRM_EACH(byte) (~(prm_word)0 / 255 * (byte))

/* The eight bytes at text, wherever it lies. */
static inline prm_word prm_word_at(const void *text)
{
    prm_word word;

    memcpy(&word, text, sizeof word);
    return word;
}

/* Which byte is the first one in memory whose top bit is set, in marks that are not 0 and hold only top bits. */
static inline size_t prm_word_first(prm_word marks)
{
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_ctzll(marks) >> 3;
#else
    unsigned char bytes[sizeof marks];
    size_t i = 0;

    memcpy(bytes, &marks, sizeof marks);
    while (bytes[i] == 0)
        i++;
    return i;
#endif
}

#endif

#endif
