/* Diagnostics, put together word by word. */
#ifndef PRM_DIAGNOSE_H
#define PRM_DIAGNOSE_H

#include <promptrom/startup.h>

#include "source.h"

/* The diagnostic that is being written. found == NULL: nobody listens. */
typedef struct prm_saying {
    prm_diagnostics *found;
    prm_diagnostic  *item;       /* NULL: it is known, or the list is full */
    unsigned         part;       /* 0 message, 1 note, 2 help */
    bool             started;    /* the part has words */
} prm_saying;

/* Begins a diagnostic at a mark (NULL: the file as a whole); end it with prm_said(). key: 0, or a number that equal
 * mistakes have in common, of which only the first of those from index `since` on is kept. */
prm_saying prm_diagnose(prm_diagnostics *found, unsigned code, const prm_mark *mark, uint32_t key, size_t since);

/* Whether such a diagnostic would come into the list: if not, its place need not be looked for. */
bool prm_is_listed(const prm_diagnostics *found, unsigned code, uint32_t key, size_t since);

void prm_say(prm_saying *saying, const char *words);
/* Characters that would end a string, move the cursor or turn the direction of writing are written as numbers. */
void prm_say_text(prm_saying *saying, prm_text words);
void prm_say_number(prm_saying *saying, uint64_t number);
void prm_say_character(prm_saying *saying, uint32_t point);

/* What follows is the note; the help. Empty ones are none. */
void prm_say_note(prm_saying *saying);
void prm_say_help(prm_saying *saying);
void prm_said(prm_saying *saying);

/* By place, then code, then message. */
void prm_sort_diagnostics(prm_diagnostics *found);

uint32_t prm_key_of(prm_text text);
uint64_t prm_hash_of(prm_text text);     /* FNV-1a */

#endif
