#include <promptrom/xxh64.h>

#include <string.h>

static const uint64_t prime_1 = UINT64_C(0x9E3779B185EBCA87);
static const uint64_t prime_2 = UINT64_C(0xC2B2AE3D27D4EB4F);
static const uint64_t prime_3 = UINT64_C(0x165667B19E3779F9);
static const uint64_t prime_4 = UINT64_C(0x85EBCA77C2B2AE63);
static const uint64_t prime_5 = UINT64_C(0x27D4EB2F165667C5);

enum { STRIPE = 32 };

static uint64_t rotate(uint64_t x, unsigned bits)
{
    return x << bits | x >> (64 - bits);
}

/* Numbers are little-endian on every machine, and may lie anywhere. */
static uint32_t word_at(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t long_at(const unsigned char *at)
{
    return word_at(at) | (uint64_t)word_at(at + 4) << 32;
}

static uint64_t mix(uint64_t lane, uint64_t word)
{
    return rotate(lane + word * prime_2, 31) * prime_1;
}

static void add_stripe(prm_xxh64 *h, const unsigned char *at)
{
    unsigned i;

    for (i = 0; i < 4; i++)
        h->lane[i] = mix(h->lane[i], long_at(at + 8 * i));
}

prm_xxh64 prm_xxh64_begin(void)
{
    prm_xxh64 hash;

    memset(&hash, 0, sizeof hash);
    hash.lane[0] = prime_1 + prime_2;
    hash.lane[1] = prime_2;
    hash.lane[3] = 0 - prime_1;
    return hash;
}

void prm_xxh64_add(prm_xxh64 *hash, const void *data, size_t size)
{
    const unsigned char *at = data;
    const size_t held = (size_t)(hash->size % STRIPE);
    const size_t room = STRIPE - held;

    if (size == 0)
        return;
    hash->size += size;
    if (size < room) {
        memcpy(hash->rest + held, at, size);
        return;
    }
    if (held > 0) {
        memcpy(hash->rest + held, at, room);
        add_stripe(hash, hash->rest);
        at += room;
        size -= room;
    }
    for (; size >= STRIPE; at += STRIPE, size -= STRIPE)
        add_stripe(hash, at);
    memcpy(hash->rest, at, size);
}

/* Of whole stripes; without any, the lanes do not count. */
static uint64_t joined(const prm_xxh64 *h)
{
    uint64_t x;
    unsigned i;

    if (h->size < STRIPE)
        return prime_5;
    x = rotate(h->lane[0], 1) + rotate(h->lane[1], 7) + rotate(h->lane[2], 12) + rotate(h->lane[3], 18);
    for (i = 0; i < 4; i++)
        x = (x ^ mix(0, h->lane[i])) * prime_1 + prime_4;
    return x;
}

static uint64_t add_rest(uint64_t x, const unsigned char *at, size_t size)
{
    for (; size >= 8; at += 8, size -= 8)
        x = rotate(x ^ mix(0, long_at(at)), 27) * prime_1 + prime_4;
    if (size >= 4) {
        x = rotate(x ^ word_at(at) * prime_1, 23) * prime_2 + prime_3;
        at += 4;
        size -= 4;
    }
    for (; size > 0; at++, size--)
        x = rotate(x ^ *at * prime_5, 11) * prime_1;
    return x;
}

uint64_t prm_xxh64_end(const prm_xxh64 *hash)
{
    uint64_t x = add_rest(joined(hash) + hash->size, hash->rest, (size_t)(hash->size % STRIPE));

    x = (x ^ x >> 33) * prime_2;
    x = (x ^ x >> 29) * prime_3;
    return x ^ x >> 32;
}
