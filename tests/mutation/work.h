/* What is counted: texts of each kind (work.c) and renders of each kind (passes.c). */
#ifndef TESTS_WORK_H
#define TESTS_WORK_H

#include <stddef.h>

typedef void work(size_t size);

/* Instructions are counted in here alone, and written down at its end. */
void measured(work *of, const size_t *sizes, size_t count);

/* Names each part on a line of its own, and does it. */
void work_passes(void);

#endif
