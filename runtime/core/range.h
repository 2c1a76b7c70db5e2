/* Ranges of integers: what can be told at a glance. */
#ifndef PRM_RANGE_H
#define PRM_RANGE_H

#include <promptrom/tables.h>

#include "word.h"

/* The number of a trait behind that of a range: its least or its greatest, without its sign. */
static inline uint64_t prm_number_of(const prm_trait *trait)
{
    return (uint64_t)trait->standby << 32 | trait->limit;
}

#if !defined(PRM_SMALL) && defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* The number that eight digits without their high bits stand for, the first byte in memory being the highest digit:
 * pairs, fours, all. */
static inline uint64_t prm_number_of_digits(prm_word w)
{
    w = (w * 10 + (w >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
    w = (w * 100 + (w >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
    return (w * 10000 + (w >> 32)) & UINT32_MAX;
}

/* Whether size of 20 bytes are an integer in a range, which two more traits follow. Without a loop for the usual
 * case: up to eight digits within ends that are not negative. false: they may be or not. */
static inline bool prm_surely_in_range(const prm_trait *range, const char *digits, size_t size)
{
    const uint64_t least = prm_number_of(range + 1), greatest = prm_number_of(range + 2);
    prm_word w;
    uint64_t number;

    if (size - 1 >= sizeof w || range->limit != 0 || (digits[0] == '0' && size > 1))
        return false;
    w = (prm_word_at(digits) ^ PRM_EACH('0')) << (64 - 8 * (unsigned)size);
    if (((w | (w + PRM_EACH(0x76))) & PRM_EACH(0x80)) != 0)
        return false;
    if (least == 0 && greatest >= 99999999)
        return true;
    number = prm_number_of_digits(w);
    return number >= least && number <= greatest;
}

#else

static inline bool prm_surely_in_range(const prm_trait *range, const char *digits, size_t size)
{
    (void)range;
    (void)digits;
    (void)size;
    return false;
}

#endif

#endif
