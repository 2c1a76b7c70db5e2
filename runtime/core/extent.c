#include <promptrom/utf8.h>

#include "word.h"

/* A place in a text, and what has been counted before it. */
typedef struct {
    size_t at;
    size_t points;
    size_t pairs;      /* points that UTF-16 writes as two units */
} place;

static void take_any(place *p, const unsigned char *text, size_t size)
{
    bool good;
    const size_t step = prm_utf8_step(text + p->at, size - p->at, &good);

    p->at += step;
    p->points++;
    p->pairs += good && step == 4;
}

#ifndef PRM_SMALL

/* Bytes of ASCII, whole words first, that begin at text: at most size. */
static size_t ascii(const unsigned char *text, size_t size)
{
    size_t i;

    for (i = 0; size - i >= sizeof(prm_word); i += sizeof(prm_word)) {
        const prm_word wide = prm_word_at(text + i) & PRM_EACH(0x80);
        if (wide != 0)
            return i + prm_word_first(wide);
    }
    while (i < size && text[i] < 0x80)
        i++;
    return i;
}

/* Three words hold eight characters of three bytes, and their first bytes stand in eight different places of a word:
 * laid over each other they are one word of first bytes. */
enum { EIGHT_THREES = 24 };

static const unsigned char first_bytes[EIGHT_THREES] = {
    0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0
};

/* Whether text, as long as that, is such characters, as far as can be told from first bytes: E0 and ED are left out,
 * because the bytes behind them have bounds of their own. */
static bool is_eight_threes(const unsigned char *text)
{
    prm_word first = 0, odd = 0, half;
    size_t i;

    for (i = 0; i < EIGHT_THREES; i += sizeof(prm_word)) {
        const prm_word w = prm_word_at(text + i), mask = prm_word_at(first_bytes + i);
        first |= w & mask;
        odd |= (w ^ PRM_EACH(0x80)) & PRM_EACH(0xC0) & ~mask;
    }
    if (odd != 0 || (first & PRM_EACH(0xF0)) != PRM_EACH(0xE0))
        return false;
    half = first & PRM_EACH(0x0F);      /* adding 15 sets bit 4 unless it is 0; or unless it is 13, exclusive or 13 */
    return ((half + PRM_EACH(0x0F)) & ((half ^ PRM_EACH(0x0D)) + PRM_EACH(0x0F)) & PRM_EACH(0x10)) == PRM_EACH(0x10);
}

static size_t eight_threes(const unsigned char *text, size_t size)
{
    size_t i = 0;

    while (size - i >= EIGHT_THREES && is_eight_threes(text + i))
        i += EIGHT_THREES;
    return i;
}

static bool goes_on(unsigned byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Bytes of the character at text, of which there are four or more, if it is well-formed and not ASCII; else 0. The
 * bounds of second bytes hold for the first two bytes taken as one number. */
static size_t wide(const unsigned char *text)
{
    const unsigned two = (unsigned)text[0] << 8 | text[1];

    if (two < 0xC280 || !goes_on(text[1]))
        return 0;
    if (two < 0xE000)
        return 2;
    if (two < 0xE0A0 || !goes_on(text[2]))
        return 0;
    if (two < 0xF000)
        return (two & 0xFFE0) == 0xEDA0 ? 0 : 3;
    return two >= 0xF090 && two < 0xF490 && goes_on(text[3]) ? 4 : 0;
}

/* Up to `most` characters, one after the other, as long as they are well-formed and not ASCII. */
static void take_wide(place *p, const unsigned char *text, size_t size, size_t most)
{
    for (; most > 0 && size - p->at >= 4; most--) {
        const size_t step = wide(text + p->at);
        if (step == 0)
            return;
        p->at += step;
        p->points++;
        p->pairs += step == 4;
    }
}

/* At least one character: a run of ASCII, of three bytes each, of any that are well-formed, or what is left. */
static void take_some(place *p, const unsigned char *text, size_t size, size_t most)
{
    enum { ONE_BY_ONE = 8 };
    const place before = *p;
    const size_t threes = most >> 3 > size ? size : (most >> 3) * EIGHT_THREES;
    size_t run;

    if (text[p->at] < 0x80) {
        run = ascii(text + p->at, size - p->at < most ? size - p->at : most);
        p->at += run;
        p->points += run;
        return;
    }
    run = eight_threes(text + p->at, size - p->at < threes ? size - p->at : threes);
    p->at += run;
    p->points += run / 3;
    if (run == 0)
        take_wide(p, text, size, most < ONE_BY_ONE ? most : ONE_BY_ONE);
    if (p->at == before.at)
        take_any(p, text, size);
}

#else

static void take_some(place *p, const unsigned char *text, size_t size, size_t most)
{
    (void)most;
    take_any(p, text, size);
}

#endif

/* Goes on to the end of the text, or to where `points` characters have been counted. */
static place count(const unsigned char *text, size_t size, size_t points)
{
    place p = { 0, 0, 0 };

    while (p.at < size && p.points < points)
        take_some(&p, text, size, points - p.points);
    return p;
}

prm_extent prm_utf8_extent(const char *text, size_t size)
{
    const place end = count((const unsigned char *)text, size, size);
    prm_extent extent;

    extent.points = end.points;
    extent.units = end.points + end.pairs;
    return extent;
}

size_t prm_utf8_skip(const char *text, size_t size, size_t *points)
{
    const place end = count((const unsigned char *)text, size, *points);

    *points -= end.points;
    return end.at;
}
