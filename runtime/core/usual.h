/* The usual case: values that go out just as they lie in the arguments. Loops over runs use it to go on from a
 * piece without leaving their registers; whatever is not usual they leave to prm_walk_piece(). */
#ifndef PRM_USUAL_H
#define PRM_USUAL_H

#include "value.h"

#ifndef PRM_SMALL

/* Whether the loops may go on behind the piece that was given last. */
static inline bool prm_usual_goes_on(const prm_walk *w)
{
    return (w->state & PRM_WALK_GIVEN) && !w->literals;
}

/* Where to go on: *segment's value, if true is returned, else its literal. It may be the end of the run. */
static inline bool prm_usual_start(const prm_walk *w, const prm_segment **segment)
{
    const bool at_value = (w->from->op & PRM_OP_VALUE) && !(w->state & PRM_WALK_VALUE);

    *segment = at_value ? w->from : w->from + 1;
    return at_value;
}

/* Takes the walk to the literal or the value of a segment, past what has been given. */
static inline void prm_usual_stop(prm_walk *w, const prm_segment *segment, bool at_value)
{
    w->from = segment;
    w->state &= (uint8_t)~(PRM_WALK_GIVEN | PRM_WALK_VALUE);
    if (at_value)
        w->state |= PRM_WALK_VALUE;
}

/* A text or integer that needs no filter and no second look. */
static inline bool prm_usual_value(const prm_walk *w, unsigned op, prm_text *value)
{
    const unsigned input = op & PRM_OP_INPUT;
    const prm_field *const field = w->map + input;
    const char *at;
    unsigned level, trait;

    if (input >= w->span || ((op & PRM_OP_QUOTED) ? w->quoted : w->values))
        return false;
    level = field->kind >> PRM_FIELD_LEVEL & 3u;
    trait = (unsigned)field->kind >> PRM_FIELD_TRAIT;
    if (level > w->levels || trait >= w->root->trait_count)
        return false;
    at = level == 0 ? w->args : w->level[level - 1].row;
    if (at == NULL)
        return false;
    at += field->offset;
    if ((field->kind & PRM_FIELD_KIND) == PRM_FIELD_TEXT) {
        *value = *(const prm_text *)(const void *)at;
        return value->data && value->size <= w->root->traits[trait].limit
               && !prm_walk_overlaps(w, value->data, value->size) && !prm_walk_overlaps(w, at, sizeof *value);
    }
    if ((field->kind & PRM_FIELD_KIND) != PRM_FIELD_INTEGER)
        return false;
    *value = prm_bytes(((const prm_integer *)(const void *)at)->digits, *(const unsigned char *)at);
    return value->size - 1 < sizeof(((const prm_integer *)0)->digits)
           && !prm_walk_overlaps(w, at, sizeof(prm_integer));
}

#endif

#endif
