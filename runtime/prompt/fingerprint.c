#include "fingerprint.h"

static void add_long(prm_xxh64 *hash, uint64_t number)
{
    unsigned char bytes[8];
    unsigned i;

    for (i = 0; i < 8; i++, number >>= 8)
        bytes[i] = (unsigned char)(number & 0xFF);
    prm_xxh64_add(hash, bytes, sizeof bytes);
}

void prm_fingerprint_text(prm_xxh64 *hash, prm_text text)
{
    const size_t size = text.data ? text.size : 0;

    add_long(hash, size);
    prm_xxh64_add(hash, text.data, size);
}

void prm_fingerprint_hash(prm_xxh64 *hash, uint64_t number)
{
    add_long(hash, 8);
    add_long(hash, number);
}

void prm_fingerprint_number(prm_xxh64 *hash, int64_t number)
{
    const prm_integer digits = prm_int(number);

    prm_fingerprint_text(hash, prm_bytes(digits.digits, digits.size));
}

uint64_t prm_hash_of(prm_text text)
{
    prm_xxh64 hash = prm_xxh64_begin();

    prm_xxh64_add(&hash, text.data, text.data ? text.size : 0);
    return prm_xxh64_end(&hash);
}
