#include "keys.h"

#include "diagnose.h"

bool prm_keys_add(prm_keys *keys, uint32_t mapping, prm_text key)
{
    const uint64_t hash = prm_hash_of(key);
    size_t i;

    for (i = 0; keys->list && i < keys->count; i++)
        if (keys->list[i].hash == hash && keys->list[i].mapping == mapping)
            return false;
    if (keys->list && keys->count < keys->capacity) {
        keys->list[keys->count].hash = hash;
        keys->list[keys->count].mapping = mapping;
    }
    keys->count++;
    return true;
}
