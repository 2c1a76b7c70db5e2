/* Pieces: a literal, a separator or a value on its way out, cut into stretches that can be pointed at. */
#ifndef PRM_PIECE_H
#define PRM_PIECE_H

#include <promptrom/render.h>

enum {
    PRM_FILTER_ESCAPE = 1,    /* bytes go into a JSON string */
    PRM_FILTER_REPAIR = 2,    /* with ESCAPE: what is not UTF-8 becomes U+FFFD */
    PRM_FILTER_NUMBER = 4,    /* the digits of piece.number */
    PRM_FILTER_FENCE  = 8,    /* a backslash behind the `<` of each tag called piece.fence */
    PRM_FILTER_JSON   = 16    /* raw JSON that nobody has looked at yet */
};

/* Makes the piece hold size bytes from its data on, up to where its fence steps in. */
void prm_piece_hold(prm_piece *piece, size_t size);

/* Between two stretches (size == 0, rest > 0): the backslash that stands there; the piece holds what follows. */
prm_text prm_piece_step(prm_piece *piece);

/* The next stretch, never empty, taken off the piece; false when nothing is left. Its bytes are the caller's, the
 * pack's or constant. What is not UTF-8 is repaired. */
bool prm_piece_cut(prm_piece *piece, prm_text *stretch);

#endif
