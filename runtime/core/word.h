/* Eight bytes of text at a time. Not where small code is wanted (PRM_SMALL). */
#ifndef PRM_WORD_H
#define PRM_WORD_H

#ifndef PRM_SMALL

#include <stdbool.h>
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

/* A word of the bytes of a text that has fewer than eight, some of them twice, and spaces. */
static inline prm_word prm_word_short(const char *text, size_t size)
{
    uint32_t first = 0x20202020, last = 0x20202020;

    if (size >= sizeof first) {
        memcpy(&first, text, sizeof first);
        memcpy(&last, text + size - sizeof last, sizeof last);
    } else if (size > 0) {
        first = 0x20200000 | (uint32_t)(unsigned char)text[0] << 8 | (unsigned char)text[size >> 1];
        last = 0x20202000 | (unsigned char)text[size - 1];
    }
    return (prm_word)first << 32 | last;
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

/* Sixteen bytes at a time, where the machine has registers for them and the compiler has a type. */
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__ARM_NEON))

#define PRM_BLOCKS

typedef signed char prm_block __attribute__((vector_size(16)));
typedef char prm_chars __attribute__((vector_size(16)));
typedef struct { prm_word one, other; } prm_halves;

static inline prm_block prm_block_at(const char *text)
{
    prm_block block;

    memcpy(&block, text, sizeof block);
    return block;
}

static inline prm_halves prm_halves_of(prm_block block)
{
    prm_halves halves;

    memcpy(&halves, &block, sizeof halves);
    return halves;
}

#ifdef __SSE2__

#define PRM_MASKS

/* A bit for each byte whose top bit is set, the lowest for the first. */
static inline unsigned prm_block_mask(prm_block block)
{
    return (unsigned)__builtin_ia32_pmovmskb128((prm_chars)block);
}

#endif

/* Marks hold all bits of a byte or none. Whether there are any. */
static inline bool prm_block_any(prm_block marks)
{
#ifdef PRM_MASKS
    return prm_block_mask(marks) != 0;
#else
    const prm_halves halves = prm_halves_of(marks);

    return (halves.one | halves.other) != 0;
#endif
}

/* Whether all bytes are marked. */
static inline bool prm_block_all(prm_block marks)
{
#ifdef PRM_MASKS
    return prm_block_mask(marks) == 0xFFFF;
#else
    return !prm_block_any(~marks);
#endif
}

/* Which byte is the first one of marks that are not all 0. */
static inline size_t prm_block_first(prm_block marks)
{
#ifdef PRM_MASKS
    return (size_t)__builtin_ctz(prm_block_mask(marks));
#else
    const prm_halves halves = prm_halves_of(marks);

    return halves.one ? prm_word_first(halves.one) : sizeof halves.one + prm_word_first(halves.other);
#endif
}

#endif

#endif

#endif
