/* Whether a walk can remember all calls within calls. */
#ifndef PRM_DEPTH_H
#define PRM_DEPTH_H

#include <promptrom/tables.h>
#include <stdbool.h>

/* Whether some entry nests calls deeper than PRM_MAX_DEPTH, whatever its arguments are. Compiled packs are checked
 * when they are compiled; an overlay at start-up can add a level where it gives a plain slot lines or parts. */
bool prm_pack_is_deep(const prm_pack *pack);

#endif
