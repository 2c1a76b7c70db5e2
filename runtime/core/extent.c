#include <promptrom/utf8.h>

/* A place in a text, and what has been counted before it. */
typedef struct {
    size_t at;
    size_t points;
    size_t pairs;      /* points that UTF-16 writes as two units */
} place;

static void take_one(place *p, const unsigned char *text, size_t size)
{
    bool good;
    const size_t step = prm_utf8_step(text + p->at, size - p->at, &good);

    p->at += step;
    p->points++;
    p->pairs += good && step == 4;
}

#ifndef PRM_SMALL

typedef uint64_t word;

#define EACH(byte) (~(word)0 / 255 * (byte))

/* Bytes of ASCII, whole words first, that begin at text: at most size. */
static size_t ascii(const unsigned char *text, size_t size)
{
    size_t i = 0;
    word w;

    for (; size - i >= sizeof w; i += sizeof w) {
        memcpy(&w, text + i, sizeof w);
        w &= EACH(0x80);
        if (w == 0)
            continue;
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        return i + ((size_t)__builtin_ctzll(w) >> 3);
#else
        break;
#endif
    }
    while (i < size && text[i] < 0x80)
        i++;
    return i;
}

static word pattern(const unsigned char bytes[8])
{
    word w;

    memcpy(&w, bytes, sizeof w);
    return w;
}

/* Whether text, eight bytes or more, begins with two characters of three bytes. The leads E0 and ED, whose second
 * byte has bounds of its own, do not count: adding 15 to the lower half of a lead sets its bit 4 unless that half
 * is 0, or 13 after the exclusive or. */
static bool is_pair_of_threes(const unsigned char *text)
{
    static const unsigned char mask[8]  = { 0xF0, 0xC0, 0xC0, 0xF0, 0xC0, 0xC0 };
    static const unsigned char shape[8] = { 0xE0, 0x80, 0x80, 0xE0, 0x80, 0x80 };
    static const unsigned char low[8]   = { 0x0F, 0, 0, 0x0F };
    static const unsigned char odd[8]   = { 0x0D, 0, 0, 0x0D };
    static const unsigned char bit[8]   = { 0x10, 0, 0, 0x10 };
    const word w = pattern(text), half = w & pattern(low);
    const word zero_free = half + pattern(low), odd_free = (half ^ pattern(odd)) + pattern(low);

    return (w & pattern(mask)) == pattern(shape) && (zero_free & odd_free & pattern(bit)) == pattern(bit);
}

/* Takes characters of three bytes by twos, at most `most`; false: none. */
static bool take_threes(place *p, const unsigned char *text, size_t size, size_t most)
{
    const size_t begin = p->points;

    while (most >= 2 && size - p->at >= sizeof(word) && is_pair_of_threes(text + p->at)) {
        p->at += 6;
        p->points += 2;
        most -= 2;
    }
    return p->points != begin;
}

static bool take_two(place *p, const unsigned char *text, size_t size)
{
    const unsigned char *const at = text + p->at;

    if (size - p->at < 2 || at[0] < 0xC2 || at[0] >= 0xE0 || (at[1] & 0xC0u) != 0x80)
        return false;
    p->at += 2;
    p->points++;
    return true;
}

/* Goes on to the end of the text, or to where `points` characters lie behind p. */
static void advance(place *p, const unsigned char *text, size_t size, size_t points)
{
    while (p->at < size && p->points < points) {
        const size_t left = size - p->at, most = points - p->points;
        const size_t run = ascii(text + p->at, left < most ? left : most);
        p->at += run;
        p->points += run;
        if (p->at == size || p->points == points)
            return;
        if (!take_threes(p, text, size, points - p->points) && !take_two(p, text, size))
            take_one(p, text, size);
    }
}

#else

static void advance(place *p, const unsigned char *text, size_t size, size_t points)
{
    while (p->at < size && p->points < points)
        take_one(p, text, size);
}

#endif

prm_extent prm_utf8_extent(const char *text, size_t size)
{
    place p = { 0, 0, 0 };
    prm_extent extent;

    advance(&p, (const unsigned char *)text, size, size);
    extent.points = p.points;
    extent.units = p.points + p.pairs;
    return extent;
}

size_t prm_utf8_skip(const char *text, size_t size, size_t *points)
{
    place p = { 0, 0, 0 };

    advance(&p, (const unsigned char *)text, size, *points);
    *points -= p.points;
    return p.at;
}
