/* Mistakes of a template as diagnostics at their places in the file. */
#ifndef PRM_MISTAKES_H
#define PRM_MISTAKES_H

#include "replacements.h"
#include "template.h"

typedef struct prm_mistake_teller {
    const prm_replacement *replacement;
    size_t                 since;      /* diagnostics before this one are about other texts */
    prm_scalar_reading     reading;    /* of the text; zero before the first mistake */
} prm_mistake_teller;

/* A prm_mistake_sink's function; the context is a teller. */
void prm_tell_mistake(void *context, const prm_mistake *mistake);

/* Control characters, which can come in through escapes. Returns whether there are any. */
bool prm_tell_controls(const prm_replacement *replacement, const prm_rules *rules);

#endif
