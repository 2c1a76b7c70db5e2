/* Compiles the text of a slot or a constant, by its rules, into the segments that the walker reads. */
#ifndef PRM_TEMPLATE_H
#define PRM_TEMPLATE_H

#include <promptrom/pack.h>
#include <promptrom/rules.h>

#include "tokens.h"

enum { PRM_TEMPLATE_DEPTH = 8 };     /* sections in sections */

/* What a text may hold. */
typedef struct prm_template_rules {
    const prm_rules     *all;
    const prm_text_rule *text;       /* the rule of the slot or constant */
    const prm_pack      *root;       /* to which the rules belong */
} prm_template_rules;

/* Where the code goes: it is put behind what is there already. segments and pool are NULL to find out the sizes. */
typedef struct prm_template_code {
    prm_segment *segments;
    char        *pool;
    size_t       segment_count;
    size_t       pool_size;
    bool         plain;              /* written: copying segments only */
} prm_template_code;

typedef enum prm_mistake_kind {
    PRM_MISTAKE_UNKNOWN,             /* a name that is not on the list */
    PRM_MISTAKE_UNKNOWN_TAG,
    PRM_MISTAKE_GROUP,               /* `{{` that opens no name */
    PRM_MISTAKE_LACKS,               /* a required name does not stand in the text; name is that */
    PRM_MISTAKE_INLINE_TAG,          /* a tag that is not alone on its line */
    PRM_MISTAKE_OPEN,                /* a section is never closed */
    PRM_MISTAKE_NOT_OPEN,            /* a tag closes what is not open */
    PRM_MISTAKE_CROSSED,             /* a tag closes an outer section; other: the section that it crosses */
    PRM_MISTAKE_TOO_DEEP,            /* number: how deep */
    PRM_MISTAKE_LINE_END,            /* a section's tag on a line that ends in CR LF */
    PRM_MISTAKE_NO_TEXT,             /* a value without bytes; number: prm_field's kind */
    PRM_MISTAKE_CONSTANT_SECTION,    /* a section that depends on a constant */
    PRM_MISTAKE_BOUND_SECTION,       /* or on a bound name */
    PRM_MISTAKE_FENCE,               /* the text before a value begins a tag that the value could complete */
    PRM_MISTAKE_FENCE_AHEAD,         /* a value could complete a tag that another text before it begins */
    PRM_MISTAKE_FENCE_END,           /* lines end in the beginning of a tag that some value could complete */
    PRM_MISTAKE_FENCE_THROUGH,       /* lines may be empty, or a piece of a tag that another text begins */
    PRM_MISTAKE_ROWS_IN_ROWS,        /* rows inside others of which they are no field */
    PRM_MISTAKE_BOUND_IN_ROWS,
    PRM_MISTAKE_IN_CONSTANT,         /* a constant in a constant */
    PRM_MISTAKE_NO_SECTIONS,         /* a section in a constant */
    PRM_MISTAKE_TOO_BIG              /* more segments or bytes than tables hold */
} prm_mistake_kind;

typedef struct prm_mistake {
    prm_mistake_kind kind;
    size_t           start, end;     /* offsets in the text */
    prm_text         name;
    char             sigil;          /* of the tag, or NUL */
    prm_text         other;
    unsigned         number;
    const prm_template_rules *rules;
    const uint16_t  *rows;           /* name rules of the rows around, outermost first */
    unsigned         row_count;
} prm_mistake;

/* What mistakes are told to, in the order in which they are found; valid during the call only. */
typedef struct prm_mistake_sink {
    void (*tell)(void *context, const prm_mistake *mistake);
    void  *context;
} prm_mistake_sink;

/* A name, and the rules of the names in a text. */
const char          *prm_rule_name(const prm_rules *rules, uint32_t offset);
const prm_name_rule *prm_rule_at(const prm_template_rules *rules, size_t number);
bool                 prm_rule_is(const prm_rules *rules, uint32_t offset, prm_text name);

#endif
