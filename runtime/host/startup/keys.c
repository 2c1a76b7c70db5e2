#include "keys.h"

#include "diagnose.h"

size_t prm_keys_capacity(size_t count)
{
    size_t capacity = 1;

    while (capacity <= 2 * count)
        capacity *= 2;
    return capacity;
}

void prm_keys_clear(prm_keys *keys)
{
    keys->count = 0;
    if (keys->table)
        memset(keys->table, 0, keys->capacity * sizeof *keys->table);
}

bool prm_keys_add(prm_keys *keys, uint32_t mapping, prm_text key)
{
    const uint64_t hash = prm_hash_of(key);
    size_t at;

    if (!keys->table) {
        keys->count++;
        return true;
    }
    at = (size_t)(hash ^ hash >> 32) + mapping * (size_t)0x9E3779B1u;
    for (at &= keys->capacity - 1; keys->table[at].mapping != 0; at = (at + 1) & (keys->capacity - 1))
        if (keys->table[at].hash == hash && keys->table[at].mapping == mapping)
            return false;
    if (keys->count + 1 < keys->capacity) {
        keys->table[at].hash = hash;
        keys->table[at].mapping = mapping;
        keys->count++;
    }
    return true;
}
