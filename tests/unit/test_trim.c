/* White space at both ends of a text: exactly the code points that the standard calls so. */
#include "support.h"

#include <promptrom/utf8.h>

/* White_Space of the Unicode database. */
static bool is_space(uint32_t point)
{
    return (point >= 9 && point <= 13) || point == 0x20 || point == 0x85 || point == 0xA0 || point == 0x1680
           || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 || point == 0x2029 || point == 0x202F
           || point == 0x205F || point == 0x3000;
}

static size_t encode(uint32_t point, char *to)
{
    if (point < 0x80)
        return (size_t)sprintf(to, "%c", (int)point);
    if (point < 0x800)
        return (size_t)sprintf(to, "%c%c", (int)(0xC0 | point >> 6), (int)(0x80 | (point & 63)));
    if (point < 0x10000)
        return (size_t)sprintf(to, "%c%c%c", (int)(0xE0 | point >> 12), (int)(0x80 | (point >> 6 & 63)),
                               (int)(0x80 | (point & 63)));
    return (size_t)sprintf(to, "%c%c%c%c", (int)(0xF0 | point >> 18), (int)(0x80 | (point >> 12 & 63)),
                           (int)(0x80 | (point >> 6 & 63)), (int)(0x80 | (point & 63)));
}

/* In memory of just its size. */
static void check_trim(const char *text, size_t size, size_t from, size_t trimmed)
{
    char *const copy = malloc(size > 0 ? size : 1);
    prm_text found;

    assert_non_null(copy);
    memcpy(copy, text, size);
    found = prm_trim(prm_bytes(copy, size));
    assert_ptr_equal(found.data, copy + from);
    assert_int_equal(found.size, trimmed);
    free(copy);
}

static void every_code_point(void **state)
{
    char text[16];
    uint32_t point;

    (void)state;
    for (point = 0; point < 0x110000; point++) {
        size_t size;
        bool space = is_space(point);
        if (point >= 0xD800 && point < 0xE000)
            continue;
        size = encode(point, text);
        check_trim(text, size, space ? size : 0, space ? 0 : size);
        text[size] = 'x';
        check_trim(text, size + 1, space ? size : 0, space ? 1 : size + 1);
        memmove(text + 1, text, size);
        text[0] = 'x';
        check_trim(text, size + 1, 0, space ? 1 : size + 1);
    }
}

static void several(void **state)
{
    (void)state;
    check_trim("", 0, 0, 0);
    check_trim(" \xE2\x80\x83\xC2\xA0 \t", 8, 8, 0);
    check_trim(" \xE2\x80\x83" "a b\xC2\xA0\n", 10, 4, 3);
    check_trim("\xE3\x80\x80" "a\xE3\x80\x80\xE3\x80\x80", 10, 3, 1);
    assert_null(prm_trim(prm_bytes(NULL, 0)).data);
    assert_null(prm_trim(prm_bytes(NULL, 3)).data);    /* what is no value stays none */
    assert_int_equal(prm_trim(prm_bytes(NULL, 3)).size, 3);
}

/* The beginnings and ends of white space alone are none. */
static void parts(void **state)
{
    static const char *const texts[] = {
        "\xC2", "\x85", "\xE2", "\xE2\x80", "\x80\xA8", "\xE1\x9A", "\xE3\x80", "\xE2\x81", "\xE2\x80\xA8\xA8",
        "\xC2\xC2\xA0\xA0"
    };
    size_t i;

    (void)state;
    for (i = 0; i < 8; i++)
        check_trim(texts[i], strlen(texts[i]), 0, strlen(texts[i]));
    check_trim("\xE2\x80\x7F", 3, 0, 3);
    check_trim("a\xE2\x80\x7F", 4, 0, 4);
    check_trim(texts[8], 4, 3, 1);
    check_trim(texts[9], 4, 0, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point), cmocka_unit_test(several), cmocka_unit_test(parts)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
