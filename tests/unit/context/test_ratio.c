/* Parts of a window, compared with what the compiler's own doubles make of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ratio.h"

static uint64_t seed = 88172645463325252u;

static uint64_t next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static double from_bits(uint64_t bits)
{
    double number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

/* volatile, so that the product is rounded to a double on every machine. */
static uint64_t naive(double ratio, uint64_t whole)
{
    const volatile double product = ratio * (double)whole;

    return (uint64_t)product;
}

static void check(double ratio, uint64_t whole)
{
    if (prm_ratio_of(ratio, whole) != naive(ratio, whole))
        fail_msg("%.17g of %llu is %llu, not %llu", ratio, (unsigned long long)whole,
                 (unsigned long long)naive(ratio, whole), (unsigned long long)prm_ratio_of(ratio, whole));
}

static void usual_windows(void **state)
{
    (void)state;
    assert_int_equal(prm_ratio_of(0.8, 128000), 102400);
    assert_int_equal(prm_ratio_of(0.16, 128000), 20480);
    assert_int_equal(prm_ratio_of(0.8, 200000), 160000);
    assert_int_equal(prm_ratio_of(0.8, 8191), 6552);
    assert_int_equal(prm_ratio_of(1.0, 1000003), 1000003);
    assert_int_equal(prm_ratio_of(0.5, 3), 1);
    assert_int_equal(prm_ratio_of(0.8, 0), 0);
}

/* Where the double of a decimal is a little less, the product may be, or may be rounded up to the whole number. */
static void surprises_are_those_of_doubles(void **state)
{
    (void)state;
    assert_int_equal(prm_ratio_of(0.29, 100), 28);
    assert_int_equal(prm_ratio_of(0.7, 10), 7);
    assert_int_equal(prm_ratio_of(0.57, 100), 56);
    assert_int_equal(prm_ratio_of(0.58, 100), 57);
}

static void every_percentage(void **state)
{
    uint64_t whole;
    unsigned percent;

    (void)state;
    for (percent = 1; percent <= 100; percent++)
        for (whole = 0; whole <= 2500; whole++)
            check(percent / 100.0, whole);
}

static void random_ratios(void **state)
{
    unsigned i;

    (void)state;
    for (i = 0; i < 400000; i++) {
        const uint64_t bits = next() % (UINT64_C(0x3FF0000000000000) + 1);
        const uint64_t whole = next() >> (11 + next() % 53);
        const double near_one = from_bits(UINT64_C(0x3FE0000000000000) + bits % (UINT64_C(1) << 52));
        check(from_bits(bits), whole);
        check(near_one, whole);
        check(near_one, PRM_RATIO_WHOLE_MAX - whole % 1000);
        check(from_bits(UINT64_C(0x3CA0000000000000) + bits % (UINT64_C(0x350) << 48)), PRM_RATIO_WHOLE_MAX - whole);
    }
    check(1.0, PRM_RATIO_WHOLE_MAX);
    check(from_bits(UINT64_C(0x3FEFFFFFFFFFFFFF)), PRM_RATIO_WHOLE_MAX);
    check(from_bits(1), PRM_RATIO_WHOLE_MAX);
}

/* Near 2^53 the product lies between two whole numbers that are both doubles: it goes to the even one. */
static void ties_go_to_even(void **state)
{
    uint64_t less;
    unsigned part;

    (void)state;
    assert_int_equal(prm_ratio_of(0.75, PRM_RATIO_WHOLE_MAX - 2), UINT64_C(6755399441055742));
    assert_int_equal(prm_ratio_of(0.75, PRM_RATIO_WHOLE_MAX - 6), UINT64_C(6755399441055740));
    for (less = 0; less < 300; less++)
        for (part = 1; part <= 64; part++)
            check(part / 64.0, PRM_RATIO_WHOLE_MAX - less);
}

static void bounds(void **state)
{
    (void)state;
    assert_true(prm_ratio_is_sound(1.0));
    assert_true(prm_ratio_is_sound(from_bits(1)));
    assert_false(prm_ratio_is_sound(0.0));
    assert_false(prm_ratio_is_sound(-0.0));
    assert_false(prm_ratio_is_sound(-0.5));
    assert_false(prm_ratio_is_sound(from_bits(UINT64_C(0x3FF0000000000001))));
    assert_false(prm_ratio_is_sound(from_bits(UINT64_C(0x7FF0000000000000))));    /* infinity */
    assert_false(prm_ratio_is_sound(from_bits(UINT64_C(0x7FF8000000000000))));    /* NaN */
    assert_false(prm_ratio_is_sound(from_bits(UINT64_C(0xFFF8000000000000))));
    assert_true(prm_ratio_is_less(0.16, 0.8));
    assert_false(prm_ratio_is_less(0.8, 0.8));
    assert_false(prm_ratio_is_less(0.8, 0.16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_windows),
        cmocka_unit_test(surprises_are_those_of_doubles),
        cmocka_unit_test(every_percentage),
        cmocka_unit_test(random_ratios),
        cmocka_unit_test(ties_go_to_even),
        cmocka_unit_test(bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
