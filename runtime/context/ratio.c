#include "ratio.h"

#include <string.h>

/* binary64: 1 bit of sign, 11 of exponent, 52 of fraction */
#define FRACTION_BITS 52
#define PRECISION     53
#define BIAS          1075      /* of the exponent, when the fraction is taken as a whole number */
#define ONE           ((uint64_t)1023 << FRACTION_BITS)

typedef char double_is_binary64[sizeof(double) == sizeof(uint64_t) ? 1 : -1];

static uint64_t bits_of(double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Positive doubles are in the order of their bits; negative ones and NaNs are above all that are good. */
bool prm_ratio_is_sound(double ratio)
{
    const uint64_t bits = bits_of(ratio);

    return bits > 0 && bits <= ONE;
}

bool prm_ratio_is_less(double one, double other)
{
    return bits_of(one) < bits_of(other);
}

typedef struct { uint64_t high, low; } wide;

static wide multiply(uint64_t a, uint64_t b)
{
    const uint64_t half = 0xFFFFFFFF;
    const uint64_t low = (a & half) * (b & half), high = (a >> 32) * (b >> 32);
    const uint64_t middle = (a >> 32) * (b & half) + (low >> 32);
    const uint64_t other = (a & half) * (b >> 32) + (middle & half);
    wide product;

    product.low = other << 32 | (low & half);
    product.high = high + (middle >> 32) + (other >> 32);
    return product;
}

/* Rounds to a double's precision; *dropped: bits taken off. */
static uint64_t rounded(wide number, unsigned *dropped)
{
    bool half = false, more = false;

    for (*dropped = 0; number.high > 0 || number.low >> PRECISION > 0; ++*dropped) {
        more = more || half;
        half = number.low & 1;
        number.low = number.low >> 1 | number.high << 63;
        number.high >>= 1;
    }
    return number.low + (half && (more || (number.low & 1)));
}

uint64_t prm_ratio_of(double ratio, uint64_t whole)
{
    const uint64_t bits = bits_of(ratio);
    const uint64_t hidden = (uint64_t)1 << FRACTION_BITS;    /* numbers that lack it are too small to matter */
    const unsigned exponent = (unsigned)(bits >> FRACTION_BITS);
    unsigned dropped, shift;
    const uint64_t product = rounded(multiply(hidden | (bits & (hidden - 1)), whole), &dropped);

    if (exponent + dropped >= BIAS)
        return product << (exponent + dropped - BIAS);
    shift = BIAS - exponent - dropped;
    return shift < 64 ? product >> shift : 0;
}
