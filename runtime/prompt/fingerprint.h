/* Fields of fingerprints: each as its size and its bytes, so that no two lists of fields look alike. */
#ifndef PRM_FINGERPRINT_H
#define PRM_FINGERPRINT_H

#include <promptrom/text.h>
#include <promptrom/xxh64.h>

/* No value counts as empty. */
void prm_fingerprint_text(prm_xxh64 *hash, prm_text text);

/* As eight bytes, little-endian. */
void prm_fingerprint_hash(prm_xxh64 *hash, uint64_t number);

/* As decimal text. */
void prm_fingerprint_number(prm_xxh64 *hash, int64_t number);

/* XXH64 of a text. */
uint64_t prm_hash_of(prm_text text);

#endif
