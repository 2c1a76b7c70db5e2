#include "keys.h"

#include "diagnose.h"

size_t prm_keys_plan(prm_keys *keys)
{
    keys->capacity = 1;
    while (keys->capacity <= 2 * keys->count)
        keys->capacity *= 2;
    keys->room = keys->size;
    return keys->capacity * sizeof *keys->table + keys->room;
}

void prm_keys_place(prm_keys *keys, char *memory)
{
    keys->table = (prm_met_key *)(void *)memory;
    keys->bytes = memory + keys->capacity * sizeof *keys->table;
}

void prm_keys_clear(prm_keys *keys)
{
    keys->count = keys->size = 0;
    if (keys->table)
        memset(keys->table, 0, keys->capacity * sizeof *keys->table);
}

static bool is_same(const prm_keys *keys, const prm_met_key *met, uint64_t hash, uint32_t mapping, prm_text key)
{
    return met->hash == hash && met->mapping == mapping && met->size == key.size
        && memcmp(keys->bytes + met->at, key.data, key.size) == 0;
}

static void note(prm_keys *keys, prm_met_key *met, uint64_t hash, uint32_t mapping, prm_text key)
{
    met->hash = hash;
    met->mapping = mapping;
    met->at = keys->size;
    met->size = key.size;
    memcpy(keys->bytes + met->at, key.data, key.size);
    keys->size += key.size;
    keys->count++;
}

bool prm_keys_add(prm_keys *keys, uint32_t mapping, prm_text key)
{
    const uint64_t hash = prm_hash_of(key);
    size_t at;

    if (!keys->table) {
        keys->count++;
        keys->size += key.size;
        return true;
    }
    at = (size_t)(hash ^ hash >> 32) + mapping * (size_t)0x9E3779B1u;
    for (at &= keys->capacity - 1; keys->table[at].mapping != 0; at = (at + 1) & (keys->capacity - 1))
        if (is_same(keys, &keys->table[at], hash, mapping, key))
            return false;
    if (keys->count + 1 < keys->capacity && key.size <= keys->room - keys->size)
        note(keys, &keys->table[at], hash, mapping, key);
    return true;
}
