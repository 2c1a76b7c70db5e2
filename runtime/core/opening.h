/* Whether a text ends in the beginning of a tag that a fenced value behind it could complete. */
#ifndef PRM_OPENING_H
#define PRM_OPENING_H

#include <promptrom/tables.h>
#include <promptrom/text.h>

enum { PRM_OPENING_NAME = 64 };

/* What stands behind the last `<`. */
typedef struct prm_opening {
    bool    open;                       /* there may be one, and what follows could be a tag */
    bool    sure;                       /* it stands in this text; else only perhaps, in one further ahead */
    bool    anchored;                   /* the name begins with the tag's; else something unknown stands before it */
    bool    slash;
    uint8_t size;
    char    name[PRM_OPENING_NAME];     /* in lower case */
} prm_opening;

/* At the start of a text; behind_unknown: a tag may have been begun further ahead. */
void prm_opening_start(prm_opening *opening, bool behind_unknown);
void prm_opening_add(prm_opening *opening, const char *data, size_t size);

/* Adds something that may be empty, or any piece of a tag, but does not end in a `<`. */
void prm_opening_add_unknown(prm_opening *opening, const prm_pack *pack);

/* Whether a field, a FENCED one, could complete it; and whether any field of the pack could. */
bool prm_opening_for(const prm_opening *opening, const prm_pack *pack, uint32_t field);
bool prm_opening_for_any(const prm_opening *opening, const prm_pack *pack);

#endif
