/* The keys of a file that have been met, so that none counts twice in one mapping. */
#ifndef PRM_KEYS_H
#define PRM_KEYS_H

#include <promptrom/text.h>

typedef struct prm_met_key {
    uint64_t hash;
    uint32_t mapping;      /* number of the mapping that it stands in, from 1; 0: free */
} prm_met_key;

/* A hash table in memory that the caller gives. */
typedef struct prm_keys {
    prm_met_key *table;    /* NULL: nothing is remembered */
    size_t       capacity; /* a power of two, above the number of keys */
    size_t       count;
} prm_keys;

/* A capacity for that many keys. */
size_t prm_keys_capacity(size_t count);

/* Forgets all. */
void prm_keys_clear(prm_keys *keys);

/* Notes a key; false: the mapping has it already. */
bool prm_keys_add(prm_keys *keys, uint32_t mapping, prm_text key);

#endif
