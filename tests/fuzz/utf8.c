/* Counting, cutting and trimming of text, against decoding character by character. */
#include <promptrom/utf8.h>

#include "fuzz.h"
#include "naive_utf8.h"

typedef struct { size_t *at, count; } places;

static void check_points(prm_text text, const places *p, size_t points)
{
    size_t left = points;

    REQUIRE(prm_utf8_skip(text.data, text.size, &left) == p->at[points < p->count ? points : p->count]);
    REQUIRE(left == (points < p->count ? 0 : points - p->count));
    left = points;
    REQUIRE(prm_utf8_back(text.data, text.size, &left) == p->at[points < p->count ? p->count - points : 0]);
    REQUIRE(left == (points < p->count ? 0 : points - p->count));
}

/* What is cut has as many characters on both sides as the whole; a place that divides one is moved to its ends. */
static void check_cut(prm_text text, const places *p, size_t at)
{
    const size_t floor = prm_utf8_floor(text.data, text.size, at), ceil = prm_utf8_ceil(text.data, text.size, at);
    size_t i = 0;

    while (p->at[i] < at)
        i++;
    REQUIRE(ceil == p->at[i]);
    REQUIRE(floor == (p->at[i] == at ? at : p->at[i - 1]));
}

/* White space is never taken off within a character, nothing else is, and none is left. */
static void check_trim(prm_text text)
{
    const prm_text inner = prm_trim(text), again = prm_trim(inner);

    REQUIRE(inner.data >= text.data && inner.data + inner.size <= text.data + text.size);
    REQUIRE(again.size == inner.size && (inner.size == 0 || again.data == inner.data));
    REQUIRE(prm_trim(prm_bytes(text.data, (size_t)(inner.data - text.data))).size == 0);
    REQUIRE(prm_trim(prm_bytes(inner.data + inner.size, text.size - inner.size
                               - (size_t)(inner.data - text.data))).size == 0);
}

void fuzz_target(input *in)
{
    const size_t points = take_byte(in), cut = take_byte(in);
    const prm_text text = take_rest(in);
    size_t units;
    places p;
    prm_extent extent;

    p.at = fresh((text.size + 1) * sizeof *p.at);
    p.count = naive_places(text.data, text.size, p.at, &units);
    extent = prm_utf8_extent(text.data, text.size);
    REQUIRE(extent.points == p.count && extent.units == units);
    check_points(text, &p, points);
    check_cut(text, &p, cut % (text.size + 1));
    check_trim(text);
}
