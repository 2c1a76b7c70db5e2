/* What a cursor says of the arguments to those who know, from tables of the compiler, what a map holds. */
#ifndef PRM_CURSOR_H
#define PRM_CURSOR_H

#include <promptrom/render.h>

/* A text at that place of the map of what the cursor renders, or its field in the row of the outermost repetition, as
 * it stands at the last stretch. The map has to have the place: where it ends no table says. No value if there is
 * none at hand, or none of that type. */
prm_text prm_cursor_field(const prm_cursor *cursor, unsigned place);

#endif
