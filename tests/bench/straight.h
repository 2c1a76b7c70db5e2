#ifndef BENCH_STRAIGHT_H
#define BENCH_STRAIGHT_H

#include "workload.h"

/* The nudge's values with their digits made, as straight and compiled prompts take them. */
extern nudge_args nudge_arguments[SETS];
extern nudge_ranges_row nudge_rows[SETS][RANGES];

/* Digits of one set; also timed with its render. */
void make_nudge_arguments(unsigned set);

#define STRAIGHT(copies)                               \
    size_t straight_slot_##copies(unsigned set);       \
    size_t straight_escaped_##copies(unsigned set);    \
    size_t straight_system_prompt_##copies(unsigned set); \
    size_t straight_nudge_##copies(unsigned set);

STRAIGHT(inlined)
STRAIGHT(called)

#endif
