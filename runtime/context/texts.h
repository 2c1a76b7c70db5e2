/* What packs call things. */
#ifndef PRM_TEXTS_H
#define PRM_TEXTS_H

#include <promptrom/context.h>

/* Whether a placeholder of the slot has that name, as far as the pack knows: any, if its names are stripped. */
bool prm_slot_names(prm_slot slot, unsigned placeholder, const char *name);

#endif
