#include "support.h"
#include "naive_utf8.h"

#include <promptrom/utf8.h>

/* Everything there is to ask about a text, compared with the naive places. */
static void check_text(const char *text, size_t size)
{
    char *const copy = malloc(size + 1);       /* so that a sanitizer sees reads around it */
    size_t *const at = malloc((size + 2) * sizeof *at);
    size_t units, count, points, i, n;
    prm_extent extent;

    if (size > 0)
        memcpy(copy + 1, text, size);
    count = naive_places(copy + 1, size, at, &units);
    extent = prm_utf8_extent(copy + 1, size);
    assert_int_equal(extent.points, count);
    assert_int_equal(extent.units, units);
    for (n = 0; n <= count + 1; n++) {
        points = n;
        assert_int_equal(prm_utf8_skip(copy + 1, size, &points), at[n < count ? n : count]);
        assert_int_equal(points, n < count ? 0 : n - count);
        points = n;
        assert_int_equal(prm_utf8_back(copy + 1, size, &points), at[n < count ? count - n : 0]);
        assert_int_equal(points, n < count ? 0 : n - count);
    }
    for (i = 0, n = 0; i <= size; i++) {
        n += n < count && at[n + 1] <= i;
        assert_int_equal(prm_utf8_floor(copy + 1, size, i), at[n]);
        assert_int_equal(prm_utf8_ceil(copy + 1, size, i), at[n] == i ? i : at[n + 1]);
    }
    free(at);
    free(copy);
}

/* Bytes at the edges of all that a byte can be in UTF-8. */
static const unsigned char edges[] = {
    'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0,
    0xF1, 0xF3, 0xF4, 0xF5, 0xFF
};

static void short_texts(void **state)
{
    const size_t n = sizeof edges;
    size_t number, all = n * n * n * n;
    char text[4];

    (void)state;
    for (number = 0; number < all; number++) {
        text[0] = (char)edges[number % n];
        text[1] = (char)edges[number / n % n];
        text[2] = (char)edges[number / n / n % n];
        text[3] = (char)edges[number / n / n / n];
        check_text(text, 4);
        if (number < n * n * n)
            check_text(text, 3);
        if (number < n * n)
            check_text(text, 2);
        if (number < n)
            check_text(text, 1);
    }
    check_text(text, 0);
}

/* Every two characters of three bytes, or what looks like them, in a place where words are read. */
static void pairs_of_threes(void **state)
{
    static const unsigned char leads[] = { 0xE0, 0xE1, 0xE9, 0xEC, 0xED, 0xEE, 0xEF, 0xDF, 0xF0 };
    static const unsigned char next[] = { 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0 };
    const size_t l = sizeof leads, n = sizeof next;
    size_t number, all = l * l * n * n * n * n;

    (void)state;
    for (number = 0; number < all; number++) {
        unsigned char text[10] = { 0, 0, 0, 0, 0, 0, 'a', 'b', 'c', 'd' };
        size_t rest = number;
        prm_extent extent;
        size_t at[11], units;
        text[0] = leads[rest % l]; rest /= l;
        text[1] = next[rest % n];  rest /= n;
        text[2] = next[rest % n];  rest /= n;
        text[3] = leads[rest % l]; rest /= l;
        text[4] = next[rest % n];  rest /= n;
        text[5] = next[rest];
        extent = prm_utf8_extent((const char *)text, sizeof text);
        if (extent.points != naive_places((const char *)text, sizeof text, at, &units) || extent.units != units)
            fail_msg("%02X %02X %02X %02X %02X %02X", text[0], text[1], text[2], text[3], text[4], text[5]);
    }
}

static void random_texts(void **state)
{
    dice d = 1;
    char text[400];
    int i;

    (void)state;
    for (i = 0; i < 4000; i++)
        check_text(text, random_text(&d, text, i % 40 == 0 ? sizeof text : 100, i % 2));
}

/* Long runs of one kind, begun and ended by another, and broken by a third: what is taken in big steps must stop
 * where it should. */
static void long_runs(void **state)
{
    static const char *const kinds[] = {
        "a", "\303\251", "\344\270\255", "\340\270\201", "\355\225\234", "\360\237\230\200", "\346\226", "\200",
        "\340\200\200", "\355\240\200"
    };
    const size_t count = sizeof kinds / sizeof *kinds;
    dice d = 4;
    size_t number, i;

    (void)state;
    for (number = 0; number < count * count * count * 4; number++) {
        const char *const parts[] = {
            kinds[number % count], kinds[number / count % count], kinds[number / count / count % count]
        };
        const size_t broken = roll(&d, 60), length = 20 + roll(&d, 40);
        char text[400];
        size_t size = 0;
        for (i = 0; i <= length + 1; i++) {
            const char *const part = parts[i == broken ? 2 : i == 0 || i > length];
            memcpy(text + size, part, strlen(part));
            size += strlen(part);
        }
        check_text(text, size);
    }
}

/* Only what is counted, which is quick enough for very many texts. */
static void check_counts(const unsigned char *text, size_t size)
{
    size_t at[128], units, i;
    const size_t count = naive_places((const char *)text, size, at, &units);
    const prm_extent extent = prm_utf8_extent((const char *)text, size);
    size_t points = count / 2;
    const size_t half = prm_utf8_skip((const char *)text, size, &points);

    if (extent.points == count && extent.units == units && half == at[count / 2] && points == 0)
        return;
    for (i = 0; i < size; i++)
        print_message("%02X ", text[i]);
    fail_msg("%zu points and %zu units, not %zu and %zu", extent.points, extent.units, count, units);
}

/* At the end, where bytes are looked at one by one, and with others behind them. */
static void every_code_point(void **state)
{
    unsigned char text[16];
    unsigned long point;
    size_t size;

    (void)state;
    for (point = 0; point < 0x110000; point++) {
        size = naive_encode(text, point);            /* surrogates are three ill-formed bytes */
        check_counts(text, size);
        memcpy(text + size, "\303\251abc", 5);
        check_counts(text, size + 5);
    }
}

static void every_two_bytes(void **state)
{
    static const char *const ends[] = { "", "\200", "\200\200", "\277\277abc", "abcd", "\300\200ab" };
    unsigned char text[16];
    unsigned pair;
    size_t i;

    (void)state;
    for (pair = 0; pair < 0x10000; pair++)
        for (i = 0; i < sizeof ends / sizeof *ends; i++) {
            text[0] = (unsigned char)(pair >> 8);
            text[1] = (unsigned char)pair;
            memcpy(text + 2, ends[i], strlen(ends[i]) + 1);
            check_counts(text, 2 + strlen(ends[i]));
        }
}

/* The same behind a character that is well-formed and not ASCII. */
static void two_bytes_more(void **state)
{
    unsigned char text[] = "\303\251..\200\200abc";
    unsigned pair;

    (void)state;
    for (pair = 0; pair < 0x10000; pair++) {
        text[2] = (unsigned char)(pair >> 8);
        text[3] = (unsigned char)pair;
        check_counts(text, sizeof text - 1);
    }
}

/* Two blocks of eight characters of three bytes, each byte of the second changed to each other value: with nothing,
 * little and much behind them. */
static void changed_blocks(void **state)
{
    static const char *const threes[] = { "\344\270\255", "\341\200\200", "\357\277\277", "\355\200\200",
                                          "\340\240\200" };
    static const size_t behind[] = { 0, 1, 3, 24 };
    unsigned char text[100];
    unsigned byte;
    size_t i, k, at;

    (void)state;
    for (i = 0; i < sizeof threes / sizeof *threes; i++)
        for (at = 24; at < 48; at++)
            for (byte = 0; byte < 256; byte++)
                for (k = 0; k < sizeof behind / sizeof *behind; k++) {
                    size_t n;
                    for (n = 0; n + 3 <= sizeof text; n += 3)
                        memcpy(text + n, threes[i], 3);
                    text[at] = (unsigned char)byte;
                    check_counts(text, 48 + behind[k]);
                }
}

/* Behind eight characters, what looks like eight of three bytes where not all of it is looked at. */
static void false_blocks(void **state)
{
    static const char *const texts[] = {
        "\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255"
        "\321\200\200\321\200\200\321\200\200\321\200\200\321\200\200\321\200\200\321\200\200\321\200\200",
        "\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255"
        "\344AA\344AA\344AA\344AA\344AA\344AA\344AA\344AA",
        "\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255"
        "\344\270\255\344\270\255\344\270\344\270\255\344\270\255\344\270\255\255\344\270\255\344\270\255",
        "\303\251\303\251\303\251\360\237\230\200\344\270\255\344\270\255\360\237\230\200\360\237\230\200"
        "\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255\344\270\255"
    };
    unsigned char text[64];
    size_t i, tail;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        for (tail = 0; tail <= 8; tail++) {          /* of ASCII, in place of as many bytes */
            const size_t size = strlen(texts[i]);
            memcpy(text, texts[i], size);
            memset(text + size - tail, 'a', tail);
            check_counts(text, size);
        }
}

/* Every length up to some words, with one byte of each kind at every place in ASCII. */
static void lengths(void **state)
{
    static const unsigned char kinds[] = { 'a', 0x7F, 0x80, 0xC3, 0xE4, 0xF0, 0xFF };
    unsigned char text[72];
    size_t size, at, i;

    (void)state;
    for (size = 1; size <= sizeof text; size++)
        for (at = 0; at < size; at++)
            for (i = 0; i < sizeof kinds; i++) {
                memset(text, 'a', sizeof text);
                text[at] = kinds[i];
                check_counts(text, size);
            }
}

/* What Python's len() says of the bytes decoded with "replace", and of the same in UTF-16. */
static void known_figures(void **state)
{
    static const struct { const char *text; size_t points, units; } cases[] = {
        { "", 0, 0 }, { "abcd", 4, 4 }, { "na\303\257ve", 5, 5 }, { "\344\270\255\346\226\207", 2, 2 },
        { "\360\237\230\200", 1, 2 }, { "\360\237\221\251\342\200\215\360\237\222\273", 3, 5 },
        { "\342\202", 1, 1 }, { "\355\240\200", 3, 3 }, { "\360\237\230x", 2, 2 }, { "\377\376", 2, 2 },
        { "\364\220\200\200", 4, 4 }, { "a\300\200b", 4, 4 }
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const prm_extent extent = prm_utf8_extent(cases[i].text, strlen(cases[i].text));
        assert_int_equal(extent.points, cases[i].points);
        assert_int_equal(extent.units, cases[i].units);
    }
}

static void huge_counts(void **state)
{
    size_t points = SIZE_MAX;

    (void)state;
    assert_int_equal(prm_utf8_skip("abc\344\270\255\346\226\207xyz", 12, &points), 12);
    assert_int_equal(points, SIZE_MAX - 8);
    points = SIZE_MAX;
    assert_int_equal(prm_utf8_back("abc", 3, &points), 0);
    assert_int_equal(points, SIZE_MAX - 3);
    points = 7;
    assert_int_equal(prm_utf8_skip(NULL, 0, &points), 0);
    assert_int_equal(prm_utf8_back(NULL, 0, &points), 0);
    assert_int_equal(points, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_texts),
        cmocka_unit_test(pairs_of_threes),
        cmocka_unit_test(random_texts),
        cmocka_unit_test(long_runs),
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(every_two_bytes),
        cmocka_unit_test(two_bytes_more),
        cmocka_unit_test(changed_blocks),
        cmocka_unit_test(false_blocks),
        cmocka_unit_test(lengths),
        cmocka_unit_test(known_figures),
        cmocka_unit_test(huge_counts)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
