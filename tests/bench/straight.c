/* The least that can be done: the pieces copied one after the other, with nothing checked. Compiled twice, once with
 * copies of known sizes inlined by the compiler, once (-fno-builtin) with every copy a call of the C library. */
#include "shape.h"
#include "straight.h"
#include "workload.h"

#define JOIN_(a, b) a##_##b
#define JOIN(a, b)  JOIN_(a, b)

#define LITERAL(text)  to = put(to, text, sizeof text - 1);
#define TEXT(value)    to = put(to, (value).data, (value).size);
#define NUMBER(value)  to = put(to, (value).digits, (value).size);

static inline char *put(char *to, const char *data, size_t size)
{
    memcpy(to, data, size);
    return to + size;
}

size_t JOIN(straight_slot, COPIES)(unsigned set)
{
    const task_args *const args = &slot_sets[set];
    char *to = rendered;

    SLOT_PIECES
    return (size_t)(to - rendered);
}

size_t JOIN(straight_escaped, COPIES)(unsigned set)
{
    const task_args *const args = &escaped_sets[set];
    char *to = rendered;

    SLOT_PIECES
    return (size_t)(to - rendered);
}

size_t JOIN(straight_system_prompt, COPIES)(unsigned set)
{
    const harness_system_prompt_args *const args = &system_prompt_sets[set];
    char *to = rendered;

    SYSTEM_PROMPT_PIECES
    return (size_t)(to - rendered);
}

size_t JOIN(straight_nudge, COPIES)(unsigned set)
{
    const nudge_args *const args = &nudge_arguments[set];
    const nudge_ranges_row *const row = nudge_rows[set];
    char *to = rendered;

    NUDGE_PIECES
    return (size_t)(to - rendered);
}
