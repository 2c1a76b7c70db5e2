/* What a text is compiled with: more than a small machine has room for on its stack, so that the caller brings it. */
#ifndef PRM_COMPILER_H
#define PRM_COMPILER_H

#include "code.h"
#include "opening.h"

enum { PRM_REMEMBERED = 16, PRM_MAX_REQUIRED = 256 };

/* An open section, or the text as a whole. */
typedef struct prm_section {
    prm_text       name;
    size_t         start, end;           /* its tag */
    char           sigil;
    uint16_t       rows;                 /* the rule of the rows whose lines these are, or 0xFFFF */
    uint8_t        before;               /* whether a line stands before the next ones here */
    bool           closed;               /* no tag that text before the slot begins can be open in the next lines */
    bool           coded;                /* place is to be closed */
    unsigned       next;
    prm_code_place place;
} prm_section;

typedef struct prm_name_stack { prm_text name[PRM_REMEMBERED]; unsigned count; } prm_name_stack;

typedef struct prm_compiler {
    const prm_template_rules *rules;
    prm_text                  text;
    prm_mistake_sink          sink;
    prm_tokens                tokens;
    prm_token                 token;     /* the one at hand */
    size_t                    mistakes;
    prm_code                  code;
    prm_section               frame[PRM_TEMPLATE_DEPTH + 1];
    unsigned                  depth;     /* open sections */
    bool                      in_lines;  /* the current lines have begun */
    size_t                    at;        /* text before this has been written or left out */
    size_t                    start;     /* of the current lines */
    prm_opening               opening;   /* whether a tag may be open in the current lines */
    prm_name_stack            crossed;   /* sections that a crossing one ended; their own tags are still to come */
    prm_name_stack            too_deep;  /* open sections beyond the limit */
    uint32_t                  used[PRM_MAX_REQUIRED / 32];
} prm_compiler;

/* Returns the number of mistakes; after any the code is not to be used. What *c holds, before and after, is of no
 * interest. */
size_t prm_template_compile(prm_compiler *c, const prm_template_rules *rules, prm_text text, prm_template_code *code,
                            prm_mistake_sink sink);

#endif
