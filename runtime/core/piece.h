/* Pieces: a literal, a separator or a value on its way out, cut into stretches that can be pointed at. */
#ifndef PRM_PIECE_H
#define PRM_PIECE_H

#include "inline.h"

#include <promptrom/render.h>

enum {    /* 0, so that its code falls away, where the library is not able to do it */
    PRM_FILTER_ESCAPE = PRM_HAS(JSON) ? 1 : 0,        /* bytes go into a JSON string */
    PRM_FILTER_REPAIR = PRM_HAS(JSON) ? 2 : 0,        /* with ESCAPE: what is not UTF-8 becomes U+FFFD */
    PRM_FILTER_NUMBER = 4,                            /* the digits of piece.number */
    PRM_FILTER_FENCE  = PRM_HAS(FENCES) ? 8 : 0,      /* a backslash behind the `<` of each tag called piece.fence */
    PRM_FILTER_JSON   = PRM_HAS(RAW_JSON) ? 16 : 0,   /* raw JSON that nobody has looked at yet */
#ifdef PRM_SMALL
    PRM_FILTER_BROKEN = PRM_HAS(JSON) ? 32 : 0        /* set when something cut was not UTF-8 and has become U+FFFD */
#else
    PRM_FILTER_BROKEN = 0                             /* the measuring pass finds it */
#endif
};

/* Whether a backslash and more follow the stretches of the piece at hand. */
static inline bool prm_piece_goes_on(const prm_piece *piece)
{
    return PRM_HAS(FENCES) && piece->rest > 0;
}

/* Makes the piece hold size bytes from its data on, up to where its fence steps in. */
void prm_piece_hold(prm_piece *piece, size_t size);

/* Between two stretches (size == 0, rest > 0): the backslash that stands there; the piece holds what follows. */
static inline prm_text prm_piece_step(prm_piece *piece)
{
    prm_piece_hold(piece, piece->rest - 1);
    return prm_bytes("\\\\", (piece->filter & PRM_FILTER_ESCAPE) ? 2 : 1);
}

/* The next stretch, never empty, taken off the piece; false when nothing is left. Its bytes are the caller's, the
 * pack's or constant. What is not UTF-8 is repaired. */
bool prm_piece_cut(prm_piece *piece, prm_text *stretch);

#endif
