#include <inttypes.h>

#include "support.h"

static void check_int(int64_t value)
{
    const prm_integer integer = prm_int(value);
    char expected[32];

    assert_int_equal(sprintf(expected, "%" PRId64, value), integer.size);
    assert_memory_equal(integer.digits, expected, integer.size);
}

static void check_uint(uint64_t value)
{
    const prm_integer integer = prm_uint(value);
    char expected[32];

    assert_int_equal(sprintf(expected, "%" PRIu64, value), integer.size);
    assert_memory_equal(integer.digits, expected, integer.size);
}

static void extremes(void **state)
{
    (void)state;
    check_int(INT64_MIN);
    check_int(INT64_MIN + 1);
    check_int(INT64_MAX);
    check_int(-1);
    check_int(0);
    check_uint(0);
    check_uint(UINT64_MAX);
    check_uint(UINT32_MAX);
    check_uint((uint64_t)UINT32_MAX + 1);
}

/* Around every power of two and of ten, where digits appear and carries run. */
static void neighbours(void **state)
{
    uint64_t power;
    unsigned i;
    int off;

    (void)state;
    for (off = -2; off <= 2; off++) {
        for (i = 0; i < 64; i++) {
            check_uint(((uint64_t)1 << i) + (uint64_t)off);
            check_int((int64_t)(((uint64_t)1 << i) + (uint64_t)off));
        }
        for (power = 1, i = 0; i < 20; i++, power *= 10) {
            check_uint(power + (uint64_t)off);
            check_int((int64_t)(power + (uint64_t)off));
        }
    }
}

static void pseudo_random(void **state)
{
    uint64_t x = 88172645463325252u;
    int i;

    (void)state;
    for (i = 0; i < 20000; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        check_uint(x >> (i & 63));
        check_int((int64_t)(x >> (i & 63)));
        check_int((int64_t)(0 - (x >> (i & 63))));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extremes),
        cmocka_unit_test(neighbours),
        cmocka_unit_test(pseudo_random)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
