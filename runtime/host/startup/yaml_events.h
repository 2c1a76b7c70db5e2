/* The nodes of a YAML file as libyaml tells of them, one by one, with places of our own.
 *
 * Only the part of YAML that a pack needs is accepted: no anchors, aliases, tags, directives or second documents.
 * Events are pulled one by one, so that limits are met long before libyaml's time or memory grow. */
#ifndef PRM_YAML_EVENTS_H
#define PRM_YAML_EVENTS_H

#include <yaml.h>

#include "diagnose.h"
#include "scalar.h"

enum { PRM_YAML_DEPTH = 64, PRM_YAML_NODES = 16384, PRM_YAML_DIRECTIVES = 64 };

typedef enum prm_node_kind {
    PRM_NODE_SCALAR,          /* an alias, too: it is read as if it were text */
    PRM_NODE_MAPPING,         /* begins */
    PRM_NODE_SEQUENCE,        /* begins */
    PRM_NODE_END,             /* of the innermost mapping or sequence */
    PRM_NODE_NONE,            /* no document, or the end of the only one */
    PRM_NODE_FAILED           /* told, or no memory */
} prm_node_kind;

typedef struct prm_yaml {
    const prm_source *source;
    prm_text          name;        /* of the file */
    prm_diagnostics  *found;       /* NULL: mistakes have been told before */
    prm_status        status;      /* PRM_OK, PRM_BAD_OVERLAY or PRM_NO_MEMORY */
    yaml_parser_t     parser;
    yaml_event_t      event;
    bool              has_event;
    prm_mark          feed;        /* what libyaml has been given */
    bool              has_marks;   /* byte-order marks were among it, as U+FFFD */
    prm_mark          cursor;      /* the last place that was asked for */
    unsigned          nodes;
    /* the node that was read last */
    prm_node_kind     kind;
    prm_mark          start;       /* with its anchor and tag */
    bool              flow;        /* collection: in brackets or braces */
    prm_scalar        scalar;
    prm_text          value;       /* until the next one is read */
} prm_yaml;

/* Before the first node. Close it in any case. */
void prm_yaml_open(prm_yaml *yaml, const prm_source *source, prm_text name, prm_diagnostics *found);
void prm_yaml_close(prm_yaml *yaml);

/* The next node; indent is the column of the block collection around it, from 0, or -1. */
prm_node_kind prm_yaml_next(prm_yaml *yaml, long indent);

/* Tells that the collection just begun is too deep. */
prm_node_kind prm_yaml_too_deep(prm_yaml *yaml);

/* libyaml's own error in plain words. */
void prm_yaml_fault(prm_yaml *yaml);

/* The place of a character. */
prm_mark prm_yaml_mark(prm_yaml *yaml, size_t index);

/* What YAML 1.2 makes of a plain scalar. */
typedef enum prm_plain_kind { PRM_PLAIN_NULL, PRM_PLAIN_BOOLEAN, PRM_PLAIN_NUMBER, PRM_PLAIN_TEXT } prm_plain_kind;

prm_plain_kind prm_plain_kind_of(prm_text value);

/* Whether the scalar that was read last is one of these; quoted ones are text. */
prm_plain_kind prm_yaml_kind(const prm_yaml *yaml);

#endif
