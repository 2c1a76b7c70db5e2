/* The keys of a file that have been met, so that none counts twice in one mapping. */
#ifndef PRM_KEYS_H
#define PRM_KEYS_H

#include <promptrom/text.h>

typedef struct prm_met_key {
    uint64_t hash;
    uint32_t mapping;      /* number of the mapping that it stands in */
} prm_met_key;

/* The caller gives the memory. */
typedef struct prm_keys {
    prm_met_key *list;     /* NULL: nothing is remembered */
    size_t       count, capacity;
} prm_keys;

/* Notes a key; false: the mapping has it already. */
bool prm_keys_add(prm_keys *keys, uint32_t mapping, prm_text key);

#endif
