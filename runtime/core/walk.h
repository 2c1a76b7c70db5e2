/* The walker: goes through the code of an entry and yields what is to be written, piece by piece.
 *
 * Between pieces it does all control work. Where speed matters, runs of copying segments are taken from walk->from on
 * many pieces at a time (run.h). */
#ifndef PRM_WALK_H
#define PRM_WALK_H

#include "apart.h"
#include "piece.h"

enum {                        /* prm_walk.state: belongs to the place in the code */
    PRM_WALK_PLAIN   = 1,     /* the run is all of a plain entry, which has no frame */
    PRM_WALK_INSIDE  = PRM_HAS(JSON) ? 2 : 0,         /* the run's bytes go into a JSON string */
    PRM_WALK_HOLDING = PRM_HAS(ASSEMBLIES) ? 4 : 0,   /* some frame may hold a separator */
    PRM_WALK_DUE     = PRM_HAS(ASSEMBLIES) ? 8 : 0,   /* held separators come before anything else */
    PRM_WALK_VALUE   = 16,    /* the literal of *from has been given, its value comes next */
    PRM_WALK_GIVEN   = 32     /* the piece at *from is with the caller: move on before the next one */
};

enum {                        /* prm_walk.facts: survive prm_walk_again() */
    PRM_WALK_CHECKED  = 1,    /* a pass has looked at every value */
    PRM_WALK_FILTERED = 2,    /* some bytes do not go out as they are */
    PRM_WALK_SOURCED  = PRM_HAS(ROWS) ? 4 : 0,        /* a row source made a row */
    PRM_WALK_ARRAYS   = 8     /* rows must be arrays */
};

enum {                        /* prm_frame.state */
    PRM_FRAME_STARTED = 1,
    PRM_FRAME_QUOTED  = PRM_HAS(JSON) ? 2 : 0,
    PRM_FRAME_BOUND   = 4,    /* called by a slot: kept parts count no further out than this frame */
    PRM_FRAME_PARTING = 8     /* the separator that is held has bytes */
};

/* Before the first piece of id. After an error the walk may be given to no other function. */
prm_status prm_walk_start(prm_walk *walk, const prm_pack *pack, prm_id id, const void *args, prm_format format);

/* Back to the beginning, after a pass that has found every value good. */
prm_status prm_walk_again(prm_walk *walk);

/* The next piece with bytes; PRM_END when there is none. After an error `from` is the segment that failed. */
prm_status prm_walk_piece(prm_walk *walk, prm_piece *piece);

#ifdef PRM_SMALL
/* The next stretch, never empty, into cursor->rest; PRM_END when there is none. The cursor's piece holds what is left
 * of the one before: at the beginning its size and rest are 0. */
prm_status prm_walk_stretch(prm_cursor *cursor);
#endif

/* One step between pieces: out of a run that is over, or over the control segment at hand. */
prm_status prm_walk_step(prm_walk *walk);

/* Past the piece that was given last. */
void prm_walk_move_on(prm_walk *walk);

struct prm_batch;

/* Adds the separators that are due to a batch. false: one does not go out as it lies, or there is no room. */
bool prm_walk_release(prm_walk *walk, struct prm_batch *batch);

/* The call that a frame waits for, which is not the top one with the run in it. */
const prm_segment *prm_walk_call(const prm_walk *walk, unsigned index);

/* Fills in where the walk stands, for an error, or all but status, size and pieces when there is none. */
void prm_walk_where(const prm_walk *walk, prm_status status, prm_report *report);

/* The public name of a piece's place: hidden entries count as what calls them. */
void prm_walk_origin(const prm_walk *walk, const prm_piece *piece, uint16_t *id, uint16_t *placeholder);

/* Whether a pass has shown that all bytes go out as they are. Rows that a source makes are never trusted to be the
 * same twice. */
static inline bool prm_walk_is_clean(const prm_walk *walk)
{
#ifdef PRM_SMALL    /* it is not found out: each pass looks at all */
    (void)walk;
    return false;
#else
    return (walk->facts & (PRM_WALK_CHECKED | PRM_WALK_FILTERED | PRM_WALK_SOURCED)) == PRM_WALK_CHECKED;
#endif
}

/* Whether values are looked at again that a row source may have changed since. */
static inline bool prm_walk_is_sourced_again(const prm_walk *walk)
{
#ifdef PRM_SMALL    /* all are, by prm_walk_stretch() */
    (void)walk;
    return false;
#else
    return (walk->facts & PRM_WALK_CHECKED) && (walk->facts & PRM_WALK_SOURCED);
#endif
}

/* The struct that a field's argument lies in. NULL: the walk stands in no row of that level. */
static inline const char *prm_walk_base(const prm_walk *walk, const prm_field *field)
{
    const unsigned level = field->kind >> PRM_FIELD_LEVEL & 3u;

    return level <= PRM_MAX_LEVELS ? walk->base[level] : NULL;
}

static inline bool prm_walk_overlaps(const prm_walk *walk, const void *data, size_t size)
{
    return walk->capacity > 0 && size > 0 && !prm_apart(data, size, (uintptr_t)walk->buffer, walk->capacity);
}

#endif
