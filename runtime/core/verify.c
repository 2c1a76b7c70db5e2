#include <promptrom/pack.h>

#include "crc.h"
#include "seal.h"

static uint32_t head_of(const prm_pack *pack)
{
    uint32_t crc = PRM_CRC_BEGIN;

    crc = prm_crc_number(crc, pack->version, 4);
    crc = prm_crc_number(crc, pack->pool_size, 4);
    crc = prm_crc_number(crc, pack->segment_count, 4);
    crc = prm_crc_number(crc, pack->field_count, 4);
    crc = prm_crc_number(crc, pack->names_size, 4);
    crc = prm_crc_number(crc, pack->name_count, 4);
    crc = prm_crc_number(crc, pack->files_size, 4);
    crc = prm_crc_number(crc, pack->crc, 4);
    crc = prm_crc_number(crc, pack->entry_count, 2);
    crc = prm_crc_number(crc, pack->trait_count, 2);
    return ~prm_crc_number(crc, pack->public_count, 2);
}

static uint32_t add_segments(uint32_t crc, const prm_segment *segments, uint32_t count)
{
    uint32_t i;

    for (i = 0; segments && i < count; i++) {
        crc = prm_crc_number(crc, segments[i].offset, 4);
        crc = prm_crc_number(crc, segments[i].size, 2);
        crc = prm_crc_number(crc, segments[i].op, 2);
    }
    return crc;
}

static uint32_t add_entries(uint32_t crc, const prm_pack *pack)
{
    unsigned i;

    for (i = 0; i < pack->entry_count; i++) {
        crc = prm_crc_number(crc, pack->entries[i].first, 4);
        crc = prm_crc_number(crc, pack->entries[i].field, 4);
        crc = prm_crc_number(crc, pack->entries[i].count, 2);
        crc = prm_crc_number(crc, pack->entries[i].inputs, 1);
        crc = prm_crc_number(crc, pack->entries[i].flags, 1);
    }
    return crc;
}

static uint32_t add_fields(uint32_t crc, const prm_pack *pack)
{
    uint32_t i;

    for (i = 0; i < pack->field_count; i++)
        crc = prm_crc_number(crc, pack->fields[i].kind, 2);
    for (i = 0; i < pack->trait_count; i++)
        crc = prm_crc_number(crc, pack->traits[i].limit, 4);
    return crc;
}

static uint32_t add_names(uint32_t crc, const prm_pack *pack)
{
    uint32_t i;

    crc = prm_crc_bytes(crc, pack->names, pack->names_size);
    for (i = 0; i < pack->name_count; i++)
        crc = prm_crc_number(crc, pack->name_at[i], 4);
    return crc;
}

static uint32_t add_origins(uint32_t crc, const prm_pack *pack)
{
    uint32_t i;

    crc = prm_crc_bytes(crc, pack->files, pack->files_size);
    for (i = 0; pack->files_size > 0 && i < pack->segment_count; i++) {
        crc = prm_crc_number(crc, pack->origins[i].file, 2);
        crc = prm_crc_number(crc, pack->origins[i].line, 2);
    }
    return crc;
}

static uint32_t add_replaced(uint32_t crc, const prm_pack *pack)
{
    const prm_pack *root = pack;
    unsigned i;

    while (root->base)
        root = root->base;
    for (i = 0; root != pack && i < root->entry_count; i++)
        crc = prm_crc_number(crc, pack->replaced[i], 2);
    return crc;
}

static uint32_t crc_of(const prm_pack *pack)
{
    uint32_t crc = PRM_CRC_BEGIN;

    crc = prm_crc_bytes(crc, pack->pool, pack->pool_size);
    crc = add_segments(crc, pack->segments[0], pack->segment_count);
    crc = add_segments(crc, pack->segments[1], pack->segment_count);
    crc = add_entries(crc, pack);
    crc = add_fields(crc, pack);
    crc = add_names(crc, pack);
    crc = add_origins(crc, pack);
    crc = add_replaced(crc, pack);
    return ~crc;
}

/* x modulo PRM_LAYOUT_MODULUS, which is 2^16 - 15, without dividing: the upper half weighs 15. */
static uint32_t reduced(uint32_t x)
{
    while (x > 0xFFFF)
        x = (x >> 16) * 15 + (x & 0xFFFF);
    return x < PRM_LAYOUT_MODULUS ? x : x - PRM_LAYOUT_MODULUS;
}

typedef struct { uint32_t sum, weight; } layout;

static void add_layout(layout *l, uint32_t number)
{
    l->sum = reduced(l->sum + reduced(number) * l->weight);
    l->weight = l->weight == PRM_LAYOUT_WEIGHTS ? 1 : l->weight + 1;
}

static uint32_t layout_of(const prm_pack *pack)
{
    layout l = { 0, 1 };
    uint32_t i;

    for (i = 0; i < pack->field_count; i++)
        add_layout(&l, pack->fields[i].offset);
    for (i = 0; i < pack->trait_count; i++)
        add_layout(&l, pack->traits[i].standby);
    return l.sum;
}

static bool is_complete(const prm_pack *pack)
{
    return (pack->pool || pack->pool_size == 0) && (pack->segments[0] || pack->segment_count == 0)
           && (pack->entries || pack->entry_count == 0) && (pack->fields || pack->field_count == 0)
           && (pack->traits || pack->trait_count == 0) && (pack->names || pack->names_size == 0)
           && (pack->name_at || pack->name_count == 0)
           && ((pack->files && pack->origins) || pack->files_size == 0) && (pack->replaced || !pack->base);
}

static bool is_sound(const prm_pack *pack)
{
    return head_of(pack) == pack->head_crc && pack->version == PRM_TABLE_VERSION && is_complete(pack);
}

/* All sizes come first: an overlay has a number for each entry of the pack at the bottom. */
prm_status prm_pack_verify(const prm_pack *pack)
{
    const prm_pack *p;

    if (pack == NULL)
        return PRM_BAD_ARGUMENT;
    for (p = pack; p; p = p->base)
        if (!is_sound(p))
            return PRM_BAD_TABLE;
    for (p = pack; p; p = p->base)
        if (crc_of(p) != p->crc || layout_of(p) != p->layout_sum)
            return PRM_BAD_TABLE;
    return PRM_OK;
}

void prm_pack_seal(prm_pack *pack)
{
    pack->layout_sum = (uint16_t)layout_of(pack);
    pack->crc = crc_of(pack);
    pack->head_crc = head_of(pack);
}
