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

/* Bytes of ASCII that begin at text: at most size. Four words at a time, then one, then bytes. */
static size_t ascii(const unsigned char *text, size_t size)
{
    size_t i = 0;

    for (; size - i >= 4 * sizeof(prm_word); i += 4 * sizeof(prm_word))
        if ((prm_word_at(text + i) | prm_word_at(text + i + 8) | prm_word_at(text + i + 16)
             | prm_word_at(text + i + 24)) & PRM_EACH(0x80))
            break;
    for (; size - i >= sizeof(prm_word); i += sizeof(prm_word)) {
        const prm_word wide = prm_word_at(text + i) & PRM_EACH(0x80);
        if (wide != 0)
            return i + prm_word_first(wide);
    }
    while (i < size && text[i] < 0x80)
        i++;
    return i;
}

/* Three words hold eight characters of three bytes, whose first bytes stand in eight different places of a word: laid
 * over each other they are one word of first bytes. */
enum { EIGHT_THREES = 24 };

static const unsigned char first_bytes[EIGHT_THREES] = {
    0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0, 0xFF, 0, 0
};

/* Marks in the upper two bits of w what does not go on, but for the bytes of mask. */
static prm_word breaks(prm_word w, prm_word mask)
{
    return (w ^ PRM_EACH(0x80)) & PRM_EACH(0xC0) & ~mask;
}

/* Whether text, as long as that, is such characters, as far as first bytes tell: E0 and ED are left out, since the
 * bytes behind them have bounds of their own. Adding 15 to half a byte sets bit 4 unless the half is 0. */
static bool is_eight_threes(const unsigned char *text)
{
    const prm_word a = prm_word_at(text), in_a = prm_word_at(first_bytes);
    const prm_word b = prm_word_at(text + 8), in_b = prm_word_at(first_bytes + 8);
    const prm_word c = prm_word_at(text + 16), in_c = prm_word_at(first_bytes + 16);
    const prm_word first = (a & in_a) | (b & in_b) | (c & in_c);
    const prm_word half = first & PRM_EACH(0x0F), no_e0 = half + PRM_EACH(0x0F);
    const prm_word no_ed = (half ^ PRM_EACH(0x0D)) + PRM_EACH(0x0F);

    if ((breaks(a, in_a) | breaks(b, in_b) | breaks(c, in_c)) != 0)
        return false;
    return (((first ^ PRM_EACH(0xE0)) & PRM_EACH(0xF0)) | (~(no_e0 & no_ed) & PRM_EACH(0x10))) == 0;
}

/* Takes such characters, eight by eight, at most `most`. */
static void take_threes(place *p, const unsigned char *text, size_t size, size_t most)
{
    for (; most >= 8 && size - p->at >= EIGHT_THREES && is_eight_threes(text + p->at); most -= 8) {
        p->at += EIGHT_THREES;
        p->points += 8;
    }
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

/* Takes up to `most` characters that are well-formed and not ASCII. Returns how many it could not take. */
static size_t take_wide(place *p, const unsigned char *text, size_t size, size_t most)
{
    size_t at = p->at, pairs = p->pairs, left = most;

    while (left > 0 && size - at >= 4) {
        const size_t step = wide(text + at);
        if (step == 0)
            break;
        at += step;
        pairs += step >> 2;
        left--;
    }
    p->points += most - left;
    p->at = at;
    p->pairs = pairs;
    return left;
}

/* At least one character and at most `most`: a run of ASCII or of others, or one that is neither. A run of eight is
 * worth a look at the many of three bytes that may follow. */
static void take_some(place *p, const unsigned char *text, size_t size, size_t most)
{
    const size_t few = most < 8 ? most : 8, begin = p->at;
    const size_t run = ascii(text + begin, size - begin < most ? size - begin : most);

    p->at += run;
    p->points += run;
    if (run > 0)
        return;
    if (take_wide(p, text, size, few) == 0)
        take_threes(p, text, size, most - few);
    else if (p->at == begin)
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
