/* Whether a text ends in the beginning of a tag that a fenced value behind it could complete. */
#ifndef PRM_OPENING_H
#define PRM_OPENING_H

#include <promptrom/tables.h>
#include <promptrom/text.h>

enum { PRM_OPENING_NAME = 64 };

/* Where the last `<` stands. */
typedef enum prm_opening_origin {
    PRM_OPENING_NOWHERE,
    PRM_OPENING_AHEAD,                  /* perhaps before the text */
    PRM_OPENING_PART,                   /* perhaps in a part or a constant that stands in the text */
    PRM_OPENING_HERE                    /* in the text */
} prm_opening_origin;

/* What stands behind it. */
typedef struct prm_opening {
    prm_opening_origin origin;          /* NOWHERE, too, if what follows cannot be a tag */
    bool    anchored;                   /* the name begins with the tag's; else something unknown stands before it */
    bool    slash;
    uint8_t size;
    char    name[PRM_OPENING_NAME];     /* in lower case */
} prm_opening;

/* Behind something of which no more is known than where a `<` could stand. */
void prm_opening_start(prm_opening *opening, prm_opening_origin origin);
void prm_opening_add(prm_opening *opening, const char *data, size_t size);

/* Adds something that may be empty, or any piece of a tag, but does not end in a `<`. */
void prm_opening_add_unknown(prm_opening *opening, const prm_pack *pack);

/* Whether a field, a FENCED one, could complete it; and whether any field of the pack could. */
bool prm_opening_for(const prm_opening *opening, const prm_pack *pack, uint32_t field);
bool prm_opening_for_any(const prm_opening *opening, const prm_pack *pack);

#endif
