#include "support.h"
#include <promptrom/utf8.h>

/* Encodes without asking whether the code point may be encoded. */
static size_t encode(unsigned char *to, unsigned long point)
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

static void every_code_point(void **state)
{
    unsigned long point;

    (void)state;
    for (point = 0; point < 0x110000; point++) {
        const bool surrogate = point >= 0xD800 && point < 0xE000;
        unsigned char text[4];
        const size_t size = encode(text, point);
        bool good;
        const size_t step = prm_utf8_step(text, size, &good);
        if (good == surrogate || step != (surrogate ? 1 : size))
            fail_msg("U+%04lX", point);
    }
}

/* Cut at every byte: the whole start is one ill-formed part. */
static void cut_characters(void **state)
{
    static const unsigned long points[] = { 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF };
    unsigned char text[4];
    size_t i, n;
    bool good;

    (void)state;
    for (i = 0; i < sizeof points / sizeof *points; i++)
        for (n = encode(text, points[i]) - 1; n > 0; n--) {
            assert_int_equal(prm_utf8_step(text, n, &good), n);
            assert_false(good);
        }
}

static void ill_formed(void **state)
{
    static const struct { const char *text; size_t size, part; } cases[] = {
        { "\x80", 1, 1 }, { "\xBF", 1, 1 },                                     /* lone continuations */
        { "\xC0\x80", 2, 1 }, { "\xC1\xBF", 2, 1 },                             /* overlong, two bytes */
        { "\xE0\x80\x80", 3, 1 }, { "\xE0\x9F\xBF", 3, 1 },                     /* overlong, three */
        { "\xF0\x80\x80\x80", 4, 1 }, { "\xF0\x8F\xBF\xBF", 4, 1 },             /* overlong, four */
        { "\xED\xA0\x80", 3, 1 }, { "\xED\xBF\xBF", 3, 1 },                     /* surrogates */
        { "\xF4\x90\x80\x80", 4, 1 }, { "\xF5\x80\x80\x80", 4, 1 },             /* above U+10FFFF */
        { "\xFE", 1, 1 }, { "\xFF", 1, 1 },
        { "\xE2\x82" "A", 3, 2 }, { "\xF0\x9F\x98" "A", 4, 3 }, { "\xC3" "A", 2, 1 },
        { "\xF0\x9F" "A", 3, 2 }, { "\xE2\xE2\x82\xAC", 4, 1 }
    };
    size_t i;
    bool good;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(prm_utf8_step((const unsigned char *)cases[i].text, cases[i].size, &good), cases[i].part);
        assert_false(good);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(cut_characters),
        cmocka_unit_test(ill_formed)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
