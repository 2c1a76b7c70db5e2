#include "suggest.h"

#include <promptrom/utf8.h>

enum { LONGEST = 64 };       /* longer names are not compared: nobody mistypes them */

prm_suggestion prm_suggest(prm_text wrong)
{
    prm_suggestion s;

    memset(&s, 0, sizeof s);
    s.wrong = wrong;
    return s;
}

int prm_compare(prm_text a, prm_text b)
{
    const size_t shared = a.size < b.size ? a.size : b.size;
    const int order = shared > 0 ? memcmp(a.data, b.data, shared) : 0;

    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static char folded(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '-' || c == '.' ? '_' : c;
}

static bool same_folded(prm_text a, prm_text b)
{
    size_t i;

    if (a.size != b.size)
        return false;
    for (i = 0; i < a.size; i++)
        if (folded(a.data[i]) != folded(b.data[i]))
            return false;
    return true;
}

/* The characters of a name of at most LONGEST as numbers; how many. */
static size_t points_of(prm_text name, uint32_t *points)
{
    size_t at = 0, count = 0, i;
    bool good;

    while (at < name.size && count < LONGEST) {
        const size_t size = prm_utf8_step((const unsigned char *)name.data + at, name.size - at, &good);
        points[count] = 0;
        for (i = 0; i < size; i++)
            points[count] = points[count] << 8 | (unsigned char)name.data[at + i];
        at += size;
        count++;
    }
    return count;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* One row of the table of distances; before and row are the two rows above it. */
static void next_row(const uint32_t *a, const uint32_t *b, size_t i, size_t m, const size_t *before,
                     const size_t *row, size_t *following)
{
    size_t j;

    following[0] = i;
    for (j = 1; j <= m; j++) {
        size_t cost = least(row[j] + 1, least(following[j - 1] + 1, row[j - 1] + (a[i - 1] != b[j - 1])));
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            cost = least(cost, before[j - 2] + 1);
        following[j] = cost;
    }
}

/* Insertions, deletions, replacements and swaps of neighbours. */
static size_t edit_distance(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    size_t rows[3][LONGEST + 1];
    size_t i, j;

    for (j = 0; j <= m; j++)
        rows[0][j] = j;
    for (i = 1; i <= n; i++)
        next_row(a, b, i, m, rows[(i + 1) % 3], rows[(i + 2) % 3], rows[i % 3]);
    return rows[n % 3][m];
}

static size_t distance_of(prm_text wrong, prm_text candidate, size_t *limit)
{
    const size_t n = prm_utf8_extent(wrong.data, wrong.size).points;
    const size_t m = prm_utf8_extent(candidate.data, candidate.size).points;
    uint32_t a[LONGEST], b[LONGEST];

    *limit = (n > m ? n : m) / 3;
    if (same_folded(wrong, candidate))
        return 0;
    if (n > LONGEST || m > LONGEST || (n > m ? n - m : m - n) > *limit)
        return *limit + 1;
    return edit_distance(a, points_of(wrong, a), b, points_of(candidate, b));
}

void prm_suggest_from(prm_suggestion *s, prm_text candidate)
{
    size_t distance, limit;

    if (prm_compare(s->wrong, candidate) == 0)
        return;
    distance = distance_of(s->wrong, candidate, &limit);
    if (distance > limit)
        return;
    if (s->best.data == NULL || distance < s->distance
        || (distance == s->distance && prm_compare(candidate, s->best) < 0)) {
        s->best = candidate;
        s->distance = distance;
    }
}
