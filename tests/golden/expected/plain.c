/* Pack plain 1.2.0, compiled by promptrom 0.1.0. Generated: change the pack, not this file.
 * Fingerprint 145280476febea02. 376 bytes of tables; sharing equal texts saved 0. */
#include "plain.h"

#define PROMPTROM_ASSERT(name, condition) typedef char promptrom_assert_##name[(condition) ? 1 : -1]
PROMPTROM_ASSERT(segment_size, sizeof(prm_segment) == 8);
PROMPTROM_ASSERT(entry_size, sizeof(prm_entry) == 12);
PROMPTROM_ASSERT(field_size, sizeof(prm_field) == 4);

static const struct {
    char last[182];
} pool = {
    /* bye */
    "Good-bye \342\200\224 and \\ thanks."
    /* plain.greeting */
    "Hello "
    "!\n"
    "\n"
    "Be brief.\n"
    "Be kind, even when somebody asks \"why\077\" for the third time; a sentence that is long enough is "
    "broken behind a word."
    /* plain.inbox */
    ", you have "
    " messages."
};

static const prm_segment text_segments[] = {
    /* bye */
    {0, 26, 0},
    /* plain.greeting: {name} */
    {26, 6, PRM_OP_VALUE | 0},
    {32, 128, 0},
    /* plain.inbox: {name} {count} */
    {0, 0, PRM_OP_VALUE | 0},
    {160, 11, PRM_OP_VALUE | 1},
    {171, 10, 0},
};

static const prm_entry entries[] = {
    {0, 0, 1, 0, PRM_ENTRY_PLAIN},  /* bye */
    {1, 0, 2, 1, PRM_ENTRY_PLAIN},  /* plain.greeting */
    {3, 1, 3, 2, PRM_ENTRY_PLAIN},  /* plain.inbox */
};

static const prm_field fields[] = {
    /* bye */
    {offsetof(plain_greeting_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    /* plain.inbox */
    {offsetof(plain_inbox_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(plain_inbox_args, count), PRM_FIELD_RANGED | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
};

static const prm_trait traits[] = {
    {40u, PRM_NO_SEGMENT},
    {0u, PRM_NO_SEGMENT},
    {0u, 0u},
    {999u, 0u},
};

/* Checksum of what only the C compiler knows. */
enum {
    layout_sum_0 = 0,
    layout_sum_1 = (int)(((uint32_t)layout_sum_0
        + 1u * (uint32_t)(offsetof(plain_greeting_args, name) % 65521u)
        + 2u * (uint32_t)(offsetof(plain_inbox_args, name) % 65521u)
        + 3u * (uint32_t)(offsetof(plain_inbox_args, count) % 65521u)
        + 4u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 5u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 6u * (uint32_t)(0u % 65521u)
        + 7u * (uint32_t)(0u % 65521u)) % 65521u)
};

static const struct {
    char n0[4];
    char n1[15];
    char n2[12];
    char n3[5];
    char n4[6];
} names = {
    "bye",
    "plain.greeting",
    "plain.inbox",
    "name",
    "count"
};

static const uint32_t name_at[] = {
    0, 4, 19, 31, 31, 36,
};

const prm_pack plain_pack = {
    .version       = 3,
    .pool_size     = 182,
    .segment_count = 6,
    .field_count   = 3,
    .names_size    = 42,
    .name_count    = 6,
    .files_size    = 0,
    .crc           = 0xbc790a2a,
    .head_crc      = 0x47a2fa00,
    .entry_count   = sizeof entries / sizeof *entries,
    .trait_count   = 4,
    .public_count  = 3,
    .layout_sum    = layout_sum_1,
    .pool          = (const char *)&pool,
    .segments      = {text_segments, NULL},
    .entries       = entries,
    .fields        = fields,
    .traits        = traits,
    .base          = NULL,
    .replaced      = NULL,
    .names         = (const char *)&names,
    .name_at       = name_at,
    .files         = NULL,
    .origins       = NULL
};
