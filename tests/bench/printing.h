#ifndef BENCH_PRINTING_H
#define BENCH_PRINTING_H

#include <stddef.h>

/* The whole prompt by one call of snprintf. */
size_t printed_slot(unsigned set);
size_t printed_nudge(unsigned set);
size_t printed_system_prompt(unsigned set);

#endif
