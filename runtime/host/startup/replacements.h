/* Goes through an overlay's file and finds the texts that replace something. */
#ifndef PRM_REPLACEMENTS_H
#define PRM_REPLACEMENTS_H

#include <promptrom/rules.h>

#include "keys.h"
#include "yaml_events.h"

/* What a pass tells of. */
typedef enum prm_pass {
    PRM_PASS_COUNT,        /* nothing: how much there is */
    PRM_PASS_YAML,         /* YAML that is wrong by itself */
    PRM_PASS_MEANING,      /* names and values that do not fit the pack */
    PRM_PASS_FILL          /* nothing: there are no mistakes */
} prm_pass;

/* A text that is to stand in a slot or be a constant. */
typedef struct prm_replacement {
    const prm_text_rule *rule;     /* of what it replaces */
    const prm_source    *source;
    const prm_scalar    *scalar;
    prm_text             text;
    prm_diagnostics     *found;    /* NULL: nobody listens */
} prm_replacement;

typedef struct prm_replacements {
    const prm_rules *rules;
    prm_source       source;
    prm_text         name;         /* of the file */
    prm_diagnostics *found;
    prm_keys         keys;
    void           (*take)(void *context, const prm_replacement *replacement);
    void            *context;
    unsigned         compared;     /* unknown names for which a near one was looked for */
} prm_replacements;

/* One pass. PRM_BAD_OVERLAY: libyaml failed, or a limit was met; other mistakes are only in found. */
prm_status prm_replacements_read(prm_replacements *replacements, prm_pass pass);

#endif
