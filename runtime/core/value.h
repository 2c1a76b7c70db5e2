/* Values: the caller's arguments as a walk sees them from where it stands. */
#ifndef PRM_VALUE_H
#define PRM_VALUE_H

#include "walk.h"

/* Rows after first and last ones have been chosen. */
typedef struct prm_shown {
    const prm_rows *rows;
    size_t          first;    /* rows left out before */
    size_t          count;
    size_t          size;     /* of a row's struct */
} prm_shown;

/* Literal bytes of a segment; false: they lie outside of the pool. */
static inline bool prm_in_pool(const prm_pack *pack, const prm_segment *segment)
{
    return segment->offset <= pack->pool_size && segment->size <= pack->pool_size - segment->offset;
}

/* Makes a literal of the pack that is piece->home the piece. */
prm_status prm_literal(const prm_walk *walk, bool inside, const prm_segment *segment, prm_piece *piece);

/* The value that the copying segment asks for, which may have no bytes; a fence is named, but not looked for yet. */
prm_status prm_value(const prm_walk *walk, const prm_segment *segment, prm_piece *piece);

/* Whether an integer lies in the range of its trait. */
prm_status prm_value_in_range(const prm_walk *walk, const prm_trait *trait, const char *digits, size_t size);

/* PRM_OK if the input of a WHEN or UNLESS has a value, PRM_END if not. */
prm_status prm_value_holds(const prm_walk *walk, const prm_segment *segment);

/* Which enumerator the input of a CASE has; a missing value stands for its default. */
prm_status prm_value_chosen(const prm_walk *walk, const prm_segment *segment, uint32_t *chosen);

/* The rows that a LOOP or its NEXT goes over. */
prm_status prm_value_rows(const prm_walk *walk, const prm_segment *segment, prm_shown *shown);

#endif
