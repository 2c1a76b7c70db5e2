/* UTF-8 the slow way: a character is well-formed if decoding it and encoding the outcome gives it back, and an
 * ill-formed part is a start for which some ending makes a well-formed one. Shares nothing with the library. Also
 * texts put together at random, and always the same ones. */
#ifndef TESTS_NAIVE_UTF8_H
#define TESTS_NAIVE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline size_t naive_encode(unsigned char *to, unsigned long point)
{
    if (point < 0x80) {
        to[0] = (unsigned char)point;
        return 1;
    }
    if (point < 0x800) {
        to[0] = (unsigned char)(0xC0 | point >> 6);
        to[1] = (unsigned char)(0x80 | (point & 0x3F));
        return 2;
    }
    if (point < 0x10000) {
        to[0] = (unsigned char)(0xE0 | point >> 12);
        to[1] = (unsigned char)(0x80 | (point >> 6 & 0x3F));
        to[2] = (unsigned char)(0x80 | (point & 0x3F));
        return 3;
    }
    to[0] = (unsigned char)(0xF0 | point >> 18);
    to[1] = (unsigned char)(0x80 | (point >> 12 & 0x3F));
    to[2] = (unsigned char)(0x80 | (point >> 6 & 0x3F));
    to[3] = (unsigned char)(0x80 | (point & 0x3F));
    return 4;
}

/* Whether these bytes are exactly one character. */
static inline bool naive_good(const unsigned char *text, size_t size)
{
    static const unsigned char payload[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    unsigned char again[4];
    unsigned long point = text[0] & payload[size];
    size_t i;

    for (i = 1; i < size; i++)
        point = point << 6 | (text[i] & 0x3F);
    if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000))
        return false;
    return naive_encode(again, point) == size && memcmp(again, text, size) == 0;
}

/* Whether some bytes behind these make one character. */
static inline bool naive_start(const unsigned char *text, size_t size)
{
    static const unsigned char ends[] = { 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF };
    unsigned char whole[4];
    size_t i, k;

    memcpy(whole, text, size);
    for (i = 0; i < sizeof ends; i++) {
        whole[size] = ends[i];
        if (naive_good(whole, size + 1))
            return true;
        for (k = 0; size + 2 <= 4 && k < sizeof ends; k++) {
            whole[size + 1] = ends[k];
            if (naive_good(whole, size + 2))
                return true;
        }
    }
    return false;
}

/* Bytes of the first character or ill-formed part; *units: what UTF-16 needs for it. */
static inline size_t naive_step(const unsigned char *text, size_t size, size_t *units)
{
    size_t n;

    *units = 1;
    for (n = 1; n <= 4 && n <= size; n++)
        if (naive_good(text, n)) {
            *units = n == 4 ? 2 : 1;
            return n;
        }
    for (n = size < 3 ? size : 3; n > 1; n--)
        if (naive_start(text, n))
            return n;
    return 1;
}

/* Places between characters: at[0] == 0 to at[count] == size. Returns count. at: room for size + 1. */
static inline size_t naive_places(const char *text, size_t size, size_t *at, size_t *units)
{
    size_t count = 0, own;

    *units = 0;
    for (at[0] = 0; at[count] < size; count++) {
        at[count + 1] = at[count] + naive_step((const unsigned char *)text + at[count], size - at[count], &own);
        *units += own;
    }
    return count;
}

/* ---- texts ---- */

typedef uint64_t dice;

static inline unsigned roll(dice *d, unsigned below)
{
    *d = *d * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*d >> 33) % below;
}

/* Puts one thing behind the text and returns how many bytes: a stretch of ASCII, a character of any size, an emoji
 * with joiners, a letter with a combining mark, or (where wild is true) bytes that are no character. */
static inline size_t random_thing(dice *d, char *to, bool wild)
{
    static const char *const things[] = {
        "a", "plain", "two words", "0123456789abcdef0123456789", "\n", "\303\251", "e\314\201", "\320\226",
        "\344\270\255\346\226\207", "\347\232\204", "\355\225\234\352\265\255", "\340\270\201\340\270\262",
        "\357\274\214", "\342\200\224", "\360\237\230\200", "\360\237\221\251\342\200\215\360\237\222\273",
        "\360\237\207\251\360\237\207\252", "\364\217\277\277", "\355\237\277", "\356\200\200", "\302\200",
        "\340\240\200", "\360\220\200\200", "\337\277", "\357\277\275"
    };
    static const char *const bad[] = {
        "\200", "\277\277\277\277", "\300\200", "\303", "\340\200\200", "\340\240", "\342\202", "\355\240\200",
        "\355", "\357\277", "\360\200\200\200", "\360\237\230", "\360\220", "\364\220\200\200", "\365", "\377",
        "\344\270\255\346\226", "\344\344\270", "\342\202\254\254"
    };
    const char *const thing = wild && roll(d, 3) == 0 ? bad[roll(d, sizeof bad / sizeof *bad)]
                                                      : things[roll(d, sizeof things / sizeof *things)];
    const size_t size = strlen(thing);

    memcpy(to, thing, size);
    return size;
}

enum { LONGEST_THING = 26 };

/* A text of at most most bytes. */
static inline size_t random_text(dice *d, char *to, size_t most, bool wild)
{
    const unsigned want = roll(d, (unsigned)most + 1);
    size_t size = 0;

    while (size + LONGEST_THING <= want)
        size += random_thing(d, to + size, wild);
    return size;
}

#endif
