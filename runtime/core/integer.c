#include <promptrom/text.h>

/* Digits come from subtracting powers of ten: small cores divide 64-bit numbers in software, and large ones do
 * not notice. */
static const uint64_t powers[20] = {
    1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u, 1000000000u,
    UINT64_C(10000000000), UINT64_C(100000000000), UINT64_C(1000000000000), UINT64_C(10000000000000),
    UINT64_C(100000000000000), UINT64_C(1000000000000000), UINT64_C(10000000000000000),
    UINT64_C(100000000000000000), UINT64_C(1000000000000000000), UINT64_C(10000000000000000000)
};

static void append_digits(prm_integer *integer, uint64_t value)
{
    unsigned i = value > UINT32_MAX ? 19 : 9;

    while (i > 0 && value < powers[i])
        i--;
    for (;;) {
        char digit = '0';
        while (value >= powers[i]) {
            value -= powers[i];
            digit++;
        }
        integer->digits[integer->size++] = digit;
        if (i-- == 0)
            return;
    }
}

prm_integer prm_uint(uint64_t value)
{
    prm_integer integer;

    memset(&integer, 0, sizeof integer);
    append_digits(&integer, value);
    return integer;
}

prm_integer prm_int(int64_t value)
{
    prm_integer integer;

    memset(&integer, 0, sizeof integer);
    if (value < 0)
        integer.digits[integer.size++] = '-';
    append_digits(&integer, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    return integer;
}
