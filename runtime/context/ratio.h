/* Parts of a whole, exactly as IEEE doubles give them, on processors that have none as well. */
#ifndef PRM_RATIO_H
#define PRM_RATIO_H

#include <stdbool.h>
#include <stdint.h>

#define PRM_RATIO_WHOLE_MAX ((uint64_t)1 << 53)    /* above it not every whole number is a double */

/* Whether 0 < ratio <= 1. */
bool prm_ratio_is_sound(double ratio);

/* Whether one sound ratio is less than another. */
bool prm_ratio_is_less(double one, double other);

/* The product of a sound ratio and a whole, at most PRM_RATIO_WHOLE_MAX: rounded to the nearest double (ties to
 * even), then down. */
uint64_t prm_ratio_of(double ratio, uint64_t whole);

#endif
