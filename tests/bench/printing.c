#include <stdio.h>

#include "printing.h"
#include "shape.h"
#include "workload.h"

static size_t printed(int size)
{
    return size >= 0 && size < OUT_BYTES ? (size_t)size : FAILED;
}

size_t printed_slot(unsigned set)
{
    const task_args *const args = &slot_sets[set];

    return printed(snprintf(rendered, sizeof rendered, SLOT_PRINTF_FORMAT, SLOT_PRINTF_ARGUMENTS));
}

size_t printed_nudge(unsigned set)
{
    const nudge_values *const args = &nudge_sets[set];

#define row args->row
    return printed(snprintf(rendered, sizeof rendered, NUDGE_PRINTF_FORMAT, NUDGE_PRINTF_ARGUMENTS));
#undef row
}

size_t printed_system_prompt(unsigned set)
{
    const harness_system_prompt_args *const args = &system_prompt_sets[set];

    return printed(snprintf(rendered, sizeof rendered, SYSTEM_PROMPT_PRINTF_FORMAT, SYSTEM_PROMPT_PRINTF_ARGUMENTS));
}
