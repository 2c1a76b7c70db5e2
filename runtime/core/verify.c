#include <promptrom/pack.h>

/* CRC-32 of ISO-HDLC, four bits at a time: 64 bytes of table are enough for a check that runs once. */
static uint32_t add_byte(uint32_t crc, unsigned byte)
{
    static const uint32_t nibbles[16] = {
        0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u, 0x4DB26158u, 0x5005713Cu,
        0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu, 0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu
    };

    crc ^= byte;
    crc = crc >> 4 ^ nibbles[crc & 15];
    return crc >> 4 ^ nibbles[crc & 15];
}

static uint32_t add_bytes(uint32_t crc, const char *data, uint32_t size)
{
    uint32_t i;

    for (i = 0; i < size; i++)
        crc = add_byte(crc, (unsigned char)data[i]);
    return crc;
}

/* Numbers count as little-endian bytes on every machine. */
static uint32_t add_number(uint32_t crc, uint32_t number, unsigned size)
{
    for (; size > 0; size--, number >>= 8)
        crc = add_byte(crc, number & 0xFF);
    return crc;
}

static uint32_t head_of(const prm_pack *pack)
{
    uint32_t crc = 0xFFFFFFFFu;

    crc = add_number(crc, pack->version, 4);
    crc = add_number(crc, pack->pool_size, 4);
    crc = add_number(crc, pack->segment_count, 4);
    crc = add_number(crc, pack->field_count, 4);
    crc = add_number(crc, pack->names_size, 4);
    crc = add_number(crc, pack->name_count, 4);
    crc = add_number(crc, pack->files_size, 4);
    crc = add_number(crc, pack->crc, 4);
    crc = add_number(crc, pack->entry_count, 2);
    crc = add_number(crc, pack->trait_count, 2);
    return ~add_number(crc, pack->public_count, 2);
}

static uint32_t add_segments(uint32_t crc, const prm_segment *segments, uint32_t count)
{
    uint32_t i;

    for (i = 0; segments && i < count; i++) {
        crc = add_number(crc, segments[i].offset, 4);
        crc = add_number(crc, segments[i].size, 2);
        crc = add_number(crc, segments[i].op, 2);
    }
    return crc;
}

static uint32_t add_entries(uint32_t crc, const prm_pack *pack)
{
    unsigned i;

    for (i = 0; i < pack->entry_count; i++) {
        crc = add_number(crc, pack->entries[i].first, 4);
        crc = add_number(crc, pack->entries[i].field, 4);
        crc = add_number(crc, pack->entries[i].count, 2);
        crc = add_number(crc, pack->entries[i].inputs, 1);
        crc = add_number(crc, pack->entries[i].flags, 1);
    }
    return crc;
}

static uint32_t add_fields(uint32_t crc, const prm_pack *pack)
{
    uint32_t i;

    for (i = 0; i < pack->field_count; i++)
        crc = add_number(crc, pack->fields[i].kind, 2);
    for (i = 0; i < pack->trait_count; i++)
        crc = add_number(crc, pack->traits[i].limit, 4);
    return crc;
}

static uint32_t add_names(uint32_t crc, const prm_pack *pack)
{
    uint32_t i;

    crc = add_bytes(crc, pack->names, pack->names_size);
    for (i = 0; i < pack->name_count; i++)
        crc = add_number(crc, pack->name_at[i], 4);
    return crc;
}

static uint32_t add_origins(uint32_t crc, const prm_pack *pack)
{
    uint32_t i;

    crc = add_bytes(crc, pack->files, pack->files_size);
    for (i = 0; pack->files_size > 0 && i < pack->segment_count; i++) {
        crc = add_number(crc, pack->origins[i].file, 2);
        crc = add_number(crc, pack->origins[i].line, 2);
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
        crc = add_number(crc, pack->replaced[i], 2);
    return crc;
}

static uint32_t crc_of(const prm_pack *pack)
{
    uint32_t crc = 0xFFFFFFFFu;

    crc = add_bytes(crc, pack->pool, pack->pool_size);
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
           && (pack->traits || pack->trait_count == 0) && (pack->names || pack->names_size == 0) && (pack->name_at || pack->name_count == 0)
           && ((pack->files && pack->origins) || pack->files_size == 0) && (pack->replaced || !pack->base);
}

prm_status prm_pack_verify(const prm_pack *pack)
{
    if (pack == NULL)
        return PRM_BAD_ARGUMENT;
    for (; pack; pack = pack->base)
        if (head_of(pack) != pack->head_crc || pack->version != PRM_TABLE_VERSION || !is_complete(pack)
            || crc_of(pack) != pack->crc || layout_of(pack) != pack->layout_sum)
            return PRM_BAD_TABLE;
    return PRM_OK;
}
