/* The keys of a file that have been met, so that none counts twice in one mapping. */
#ifndef PRM_KEYS_H
#define PRM_KEYS_H

#include <promptrom/text.h>

typedef struct prm_met_key {
    uint64_t hash;
    size_t   at, size;     /* of its bytes */
    uint32_t mapping;      /* number of the mapping that it stands in, from 1; 0: free */
} prm_met_key;

/* A hash table in memory that the caller gives, and the keys themselves behind it: two of one hash are easily
 * made. */
typedef struct prm_keys {
    prm_met_key *table;    /* NULL: keys are counted, nothing is remembered */
    char        *bytes;
    size_t       capacity; /* of the table: a power of two, above twice the number of keys */
    size_t       room;     /* for bytes */
    size_t       count;
    size_t       size;     /* of the bytes */
} prm_keys;

/* Makes ready for the keys that were counted: how much memory they take. */
size_t prm_keys_plan(prm_keys *keys);

/* Gives them that memory, which is aligned for a table. */
void prm_keys_place(prm_keys *keys, char *memory);

/* Forgets all. */
void prm_keys_clear(prm_keys *keys);

/* Notes a key; false: the mapping has it already. */
bool prm_keys_add(prm_keys *keys, uint32_t mapping, prm_text key);

#endif
