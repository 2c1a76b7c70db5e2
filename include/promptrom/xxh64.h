/* XXH64 (xxHash specification 0.1.1, seed 0): the hash of all fingerprints.
 *
 * Bytes may come in any number of pieces; the hash depends on their sequence alone. The state is plain memory, may be
 * copied, and needs no closing: prm_xxh64_end() may be asked at any time, and more bytes may follow. */
#ifndef PROMPTROM_XXH64_H
#define PROMPTROM_XXH64_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prm_xxh64 {
    uint64_t      lane[4];
    uint64_t      size;        /* of all bytes so far */
    unsigned char rest[32];    /* the last size % 32 of them */
} prm_xxh64;

prm_xxh64 prm_xxh64_begin(void);

/* data may be NULL if size is 0. */
void prm_xxh64_add(prm_xxh64 *hash, const void *data, size_t size);

/* The hash of all bytes so far. */
uint64_t prm_xxh64_end(const prm_xxh64 *hash);

#ifdef __cplusplus
}
#endif

#endif
