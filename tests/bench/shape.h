/* One way of making prompts of the workload, and the program that runs such shapes: main.c.
 *
 * A shape renders one set of values and returns how many bytes that makes, or FAILED. Where the bytes are then
 * depends on its way; the program compares none of this, it only shows or times it. */
#ifndef BENCH_SHAPE_H
#define BENCH_SHAPE_H

#include <promptrom/promptrom.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { OUT_BYTES = 1 << 16, LIST_ENTRIES = 1024 };

#define FAILED ((size_t)-1)

typedef enum shape_way { TO_BUFFER, TO_LIST, SIZE_ONLY } shape_way;

typedef struct shape {
    const char *name;              /* "slot/render": what is rendered, and how */
    shape_way   way;
    size_t    (*run)(unsigned set);
} shape;

extern char rendered[OUT_BYTES];        /* TO_BUFFER */
extern prm_text gathered[LIST_ENTRIES]; /* TO_LIST */

/* What a program brings with it; the last one has no name. */
extern const shape shapes[];

/* Before any shape runs. false: something cannot be set up, and has been told. */
bool prepare(void);

#ifdef __cplusplus
}
#endif

#endif
