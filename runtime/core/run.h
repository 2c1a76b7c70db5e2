/* Runs: the pieces of copying segments, many at a time, and the control segments between them. */
#ifndef PRM_RUN_H
#define PRM_RUN_H

#include "json.h"
#include "walk.h"

/* Stretches on their way out, in somebody's memory. What lies behind the used ones is unspecified. */
typedef struct prm_batch {
    prm_text *list;
    size_t    room;
    size_t    used;
    size_t    size;      /* bytes of all that has been added, as they come out */
    bool      raw;       /* may hold stretches that are still to be escaped */
} prm_batch;

/* Room where batches are used up one after the other: a stretch more saves time, and costs stack. */
enum { PRM_SCRATCH = sizeof(void *) > 4 ? 16 : 4 };

/* Makes a batch empty, with room in that list (room > 0). */
static inline void prm_batch_begin(prm_batch *batch, prm_text *list, size_t room)
{
    batch->list = list;
    batch->room = room;
    batch->used = 0;
}

/* Walks on and adds the stretches of all pieces that go out as they lie. Ends with PRM_END or an error, for which the
 * walk stands where it happened, or with PRM_OK. Then the batch is either not empty, and whoever has used it up calls
 * again, with room for one stretch at least; or the next piece is something else: one for prm_walk_piece(). */
#ifndef PRM_SMALL
prm_status prm_run(prm_walk *walk, prm_batch *batch);
#else
/* Where small code is wanted, every piece is one for prm_walk_piece(). */
static inline prm_status prm_run(prm_walk *walk, prm_batch *batch)
{
    (void)walk;
    (void)batch;
    return PRM_OK;
}
#endif

#endif
