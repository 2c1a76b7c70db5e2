/* Whether a text ends in the beginning of a tag that a fenced value behind it could complete. */
#ifndef PRM_OPENING_H
#define PRM_OPENING_H

#include <promptrom/tables.h>
#include <promptrom/text.h>

enum { PRM_OPENING_NAME = 64, PRM_OPENING_CHARACTERS = 256 };

/* What stands behind the last `<`. */
typedef struct prm_opening {
    bool     open;                       /* there is one, and what follows could be a tag */
    bool     slash, named;
    uint16_t characters;                 /* behind it */
    uint8_t  size;
    char     name[PRM_OPENING_NAME];     /* in lower case */
} prm_opening;

void prm_opening_reset(prm_opening *opening);
void prm_opening_add(prm_opening *opening, const char *data, size_t size);

/* Whether a field, a FENCED one, could complete it; and whether any field of the pack could. */
bool prm_opening_for(const prm_opening *opening, const prm_pack *pack, uint32_t field);
bool prm_opening_for_any(const prm_opening *opening, const prm_pack *pack);

#endif
