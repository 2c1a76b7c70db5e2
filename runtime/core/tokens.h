/* The tokens of a template: everything in a text that its syntax could give a meaning to. */
#ifndef PRM_TOKENS_H
#define PRM_TOKENS_H

#include <promptrom/rules.h>
#include <promptrom/text.h>

typedef enum prm_token_kind {
    PRM_TOKEN_NAME,              /* {name} */
    PRM_TOKEN_TAG,               /* {#name}, {^name} or {/name} */
    PRM_TOKEN_GROUP              /* double syntax: `{{` that opens no name although a `}}` follows */
} prm_token_kind;

typedef struct prm_token {
    prm_token_kind kind;
    char           sigil;        /* tag: # ^ or / */
    bool           alone;        /* tag: on a line of its own, but for spaces and tabs */
    size_t         start, end;   /* offsets in the text */
    size_t         backslashes;  /* directly before it */
    size_t         line_start;   /* alone: where its line starts, */
    size_t         next_line;    /* and the next one, or the end of the text */
    prm_text       name;
} prm_token;

/* Set text, size and syntax; at = 0. */
typedef struct prm_tokens {
    const char *text;
    size_t      size;
    size_t      at;              /* behind the last token */
    prm_syntax  syntax;
} prm_tokens;

/* The next token; false: there is none. The time for all of them is linear. */
bool prm_tokens_next(prm_tokens *tokens, prm_token *token);

#endif
