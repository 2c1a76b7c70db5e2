/* Pack daemon 0.1.0, compiled by promptrom 0.1.0. Generated: change the pack, not this file.
 * Fingerprint 3e11d728059177ec. 1923 bytes of tables; sharing equal texts saved 28. */
#include "daemon.h"

#define PROMPTROM_ASSERT(name, condition) typedef char promptrom_assert_##name[(condition) ? 1 : -1]
PROMPTROM_ASSERT(segment_size, sizeof(prm_segment) == 8);
PROMPTROM_ASSERT(entry_size, sizeof(prm_entry) == 12);
PROMPTROM_ASSERT(field_size, sizeof(prm_field) == 4);

static const struct {
    char last[144];
} pool = {
    /* one.start */
    "{\"id\":\""
    "\",\"base\":\""
    "\",\"more\":\""
    "\"}"
    /* reaction.turn */
    " (use "
    ")"
    /* rules */
    "Be kind."
    /* start.base */
    "\n"
    "You are "
    "."
    /* two.reaction */
    "{\"text\":\""
    "\",\"wake\":\""
    "\",\"delivery\":\""
    "\",\"session\":\""
    "\",\"attempt\":"
    ",\"batch\":\""
    "\",\"evidence\":\""
    /* limits, names of choices and defaults */
    "post\077\077/"
};

static const prm_segment text_segments[] = {
    /* note: {path} {version} {note} */
    {0, 0, PRM_OP_VALUE | 2},
    /* one.start: {event_id} {name} {notes} */
    {0, 7, PRM_OP_VALUE | PRM_OP_QUOTED | 0},
    {7, 10, 0},
    {3, 7, PRM_OP_CALL | 1},
    {17, 10, 0},
    {5, 8, PRM_OP_CALL | 1},
    {27, 2, 0},
    /* reaction: {message} {tool} */
    {0, 0, PRM_OP_PART | 0},
    {2, 3, PRM_OP_CALL | 0},
    /* reaction.turn: {message} {tool}; said: {message} {tool}; reaction.turn:said: {message} {tool} */
    {0, 0, PRM_OP_VALUE | 0},
    {29, 6, PRM_OP_VALUE | 1},
    {35, 1, 0},
    /* rules; start.base:rules */
    {36, 8, 0},
    /* start: {name} {notes} */
    {0, 0, PRM_OP_PART | 0},
    {2, 7, PRM_OP_CALL | 0},
    {0, 0, PRM_OP_PART | 0},
    {4, 8, PRM_OP_CALL | 0},
    /* start.base: {name} {notes} */
    {36, 8, 0},
    {3, 0, PRM_OP_WHEN | 0},
    {44, 1, PRM_OP_PART | 2},
    {45, 8, PRM_OP_VALUE | 0},
    {53, 1, 0},
    /* start.developer: {name} {notes} */
    {3, 0, PRM_OP_LOOP | 1},
    {0, 0, PRM_OP_PART | 0},
    {0, 0, PRM_OP_VALUE | 2},
    {2, 0, PRM_OP_NEXT | 1},
    /* two.reaction: {message} {wake_token} {delivery_id} {runtime_session_id} {attempt} {deferred_batch_id} {evidence_class} */
    {54, 9, 0},
    {7, 2, PRM_OP_CALL | 1},
    {63, 10, PRM_OP_VALUE | PRM_OP_QUOTED | 1},
    {73, 14, PRM_OP_VALUE | PRM_OP_QUOTED | 2},
    {87, 13, PRM_OP_VALUE | PRM_OP_QUOTED | 3},
    {100, 12, PRM_OP_VALUE | 4},
    {112, 10, PRM_OP_VALUE | PRM_OP_QUOTED | 5},
    {122, 14, PRM_OP_VALUE | PRM_OP_QUOTED | 6},
    {27, 2, 0},
    /* who: {name} */
    {45, 8, PRM_OP_VALUE | 0},
    {53, 1, 0},
    /* start.base:who: {name} */
    {2, 0, PRM_OP_WHEN | 0},
    {45, 8, PRM_OP_VALUE | 0},
    {53, 1, 0},
    /* start.developer:note: {notes} */
    {2, 0, PRM_OP_LOOP | 0},
    {0, 0, PRM_OP_VALUE | 1},
    {1, 0, PRM_OP_NEXT | 0},
    /* one.start:0 */
    {0, 7, PRM_OP_CALL | 0},
    /* one.start:1 */
    {0, 8, PRM_OP_CALL | 0},
    /* two.reaction:0 */
    {0, 2, PRM_OP_CALL | 0},
    /* limits, names of choices and defaults */
    {136, 7, 0},
};

static const prm_entry entries[] = {
    {0, 0, 1, 3, PRM_ENTRY_PLAIN},  /* note */
    {1, 3, 6, 3, PRM_ENTRY_REQUEST},  /* one.start */
    {7, 11, 2, 2, 0},  /* reaction */
    {9, 15, 3, 2, PRM_ENTRY_PLAIN},  /* reaction.turn */
    {12, 17, 1, 0, PRM_ENTRY_PLAIN},  /* rules */
    {9, 17, 3, 2, PRM_ENTRY_PLAIN},  /* said */
    {13, 19, 4, 2, 0},  /* start */
    {17, 26, 5, 2, 0},  /* start.base */
    {22, 28, 4, 2, 0},  /* start.developer */
    {26, 31, 9, 7, PRM_ENTRY_REQUEST},  /* two.reaction */
    {35, 42, 2, 1, PRM_ENTRY_PLAIN},  /* who */
    {9, 43, 3, 2, PRM_ENTRY_PLAIN},  /* reaction.turn:said */
    {12, 17, 1, 0, PRM_ENTRY_PLAIN},  /* start.base:rules */
    {37, 45, 3, 1, 0},  /* start.base:who */
    {40, 46, 3, 1, 0},  /* start.developer:note */
    {43, 50, 1, 0, 0},  /* one.start:0 */
    {44, 52, 1, 0, 0},  /* one.start:1 */
    {45, 55, 1, 0, 0},  /* two.reaction:0 */
};

static const prm_field fields[] = {
    /* note */
    {offsetof(daemon_note_args, path), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_note_args, version), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_note_args, note), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    /* one.start */
    {offsetof(daemon_one_start_args, event_id), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_one_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_one_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_one_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_one_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_one_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_one_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_notes_row, note), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    /* reaction */
    {offsetof(daemon_reaction_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_reaction_args, tool), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_reaction_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_reaction_args, tool), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    /* reaction.turn */
    {offsetof(daemon_reaction_turn_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_reaction_turn_args, tool), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    /* rules */
    {offsetof(daemon_said_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_said_args, tool), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    /* start */
    {offsetof(daemon_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_notes_row, note), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    /* start.base */
    {offsetof(daemon_start_base_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_start_base_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    /* start.developer */
    {offsetof(daemon_start_developer_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_start_developer_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_notes_row, note), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    /* two.reaction */
    {offsetof(daemon_two_reaction_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, wake_token), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, delivery_id), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, runtime_session_id), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, attempt), PRM_FIELD_INTEGER | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, deferred_batch_id), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, evidence_class), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_CONSTANT | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_CONSTANT | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    /* who */
    {offsetof(daemon_who_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    /* reaction.turn:said */
    {offsetof(daemon_reaction_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_reaction_args, tool), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    /* start.base:who */
    {offsetof(daemon_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    /* start.developer:note */
    {offsetof(daemon_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_notes_row, note), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_notes_row, path), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(daemon_notes_row, version), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    /* one.start:0 */
    {offsetof(daemon_one_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_one_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    /* one.start:1 */
    {offsetof(daemon_one_start_args, name), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(daemon_one_start_args, notes), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(daemon_notes_row, note), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    /* two.reaction:0 */
    {offsetof(daemon_two_reaction_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_CONSTANT | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    {offsetof(daemon_two_reaction_args, message), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_CONSTANT | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
};

static const prm_trait traits[] = {
    {PRM_NO_LIMIT, PRM_NO_SEGMENT},
    {16u, PRM_NO_SEGMENT},
    {2u, (uint32_t)0 << 16 | (uint32_t)sizeof(daemon_notes_row)},
    {PRM_NO_LIMIT, 46u},
};

/* Checksum of what only the C compiler knows. */
enum {
    layout_sum_0 = 0,
    layout_sum_1 = (int)(((uint32_t)layout_sum_0
        + 1u * (uint32_t)(offsetof(daemon_note_args, path) % 65521u)
        + 2u * (uint32_t)(offsetof(daemon_note_args, version) % 65521u)
        + 3u * (uint32_t)(offsetof(daemon_note_args, note) % 65521u)
        + 4u * (uint32_t)(offsetof(daemon_one_start_args, event_id) % 65521u)
        + 5u * (uint32_t)(offsetof(daemon_one_start_args, name) % 65521u)
        + 6u * (uint32_t)(offsetof(daemon_one_start_args, notes) % 65521u)
        + 7u * (uint32_t)(offsetof(daemon_one_start_args, name) % 65521u)
        + 8u * (uint32_t)(offsetof(daemon_one_start_args, notes) % 65521u)) % 65521u),
    layout_sum_2 = (int)(((uint32_t)layout_sum_1
        + 9u * (uint32_t)(offsetof(daemon_one_start_args, name) % 65521u)
        + 10u * (uint32_t)(offsetof(daemon_one_start_args, notes) % 65521u)
        + 11u * (uint32_t)(offsetof(daemon_notes_row, note) % 65521u)
        + 12u * (uint32_t)(offsetof(daemon_reaction_args, message) % 65521u)
        + 13u * (uint32_t)(offsetof(daemon_reaction_args, tool) % 65521u)
        + 14u * (uint32_t)(offsetof(daemon_reaction_args, message) % 65521u)
        + 15u * (uint32_t)(offsetof(daemon_reaction_args, tool) % 65521u)
        + 16u * (uint32_t)(offsetof(daemon_reaction_turn_args, message) % 65521u)) % 65521u),
    layout_sum_3 = (int)(((uint32_t)layout_sum_2
        + 17u * (uint32_t)(offsetof(daemon_reaction_turn_args, tool) % 65521u)
        + 18u * (uint32_t)(offsetof(daemon_said_args, message) % 65521u)
        + 19u * (uint32_t)(offsetof(daemon_said_args, tool) % 65521u)
        + 20u * (uint32_t)(offsetof(daemon_start_args, name) % 65521u)
        + 21u * (uint32_t)(offsetof(daemon_start_args, notes) % 65521u)
        + 22u * (uint32_t)(offsetof(daemon_start_args, name) % 65521u)
        + 23u * (uint32_t)(offsetof(daemon_start_args, notes) % 65521u)
        + 24u * (uint32_t)(offsetof(daemon_start_args, name) % 65521u)) % 65521u),
    layout_sum_4 = (int)(((uint32_t)layout_sum_3
        + 25u * (uint32_t)(offsetof(daemon_start_args, notes) % 65521u)
        + 26u * (uint32_t)(offsetof(daemon_notes_row, note) % 65521u)
        + 27u * (uint32_t)(offsetof(daemon_start_base_args, name) % 65521u)
        + 28u * (uint32_t)(offsetof(daemon_start_base_args, notes) % 65521u)
        + 29u * (uint32_t)(offsetof(daemon_start_developer_args, name) % 65521u)
        + 30u * (uint32_t)(offsetof(daemon_start_developer_args, notes) % 65521u)
        + 31u * (uint32_t)(offsetof(daemon_notes_row, note) % 65521u)
        + 32u * (uint32_t)(offsetof(daemon_two_reaction_args, message) % 65521u)) % 65521u),
    layout_sum_5 = (int)(((uint32_t)layout_sum_4
        + 33u * (uint32_t)(offsetof(daemon_two_reaction_args, wake_token) % 65521u)
        + 34u * (uint32_t)(offsetof(daemon_two_reaction_args, delivery_id) % 65521u)
        + 35u * (uint32_t)(offsetof(daemon_two_reaction_args, runtime_session_id) % 65521u)
        + 36u * (uint32_t)(offsetof(daemon_two_reaction_args, attempt) % 65521u)
        + 37u * (uint32_t)(offsetof(daemon_two_reaction_args, deferred_batch_id) % 65521u)
        + 38u * (uint32_t)(offsetof(daemon_two_reaction_args, evidence_class) % 65521u)
        + 39u * (uint32_t)(offsetof(daemon_two_reaction_args, message) % 65521u)
        + 41u * (uint32_t)(offsetof(daemon_two_reaction_args, message) % 65521u)) % 65521u),
    layout_sum_6 = (int)(((uint32_t)layout_sum_5
        + 43u * (uint32_t)(offsetof(daemon_who_args, name) % 65521u)
        + 44u * (uint32_t)(offsetof(daemon_reaction_args, message) % 65521u)
        + 45u * (uint32_t)(offsetof(daemon_reaction_args, tool) % 65521u)
        + 46u * (uint32_t)(offsetof(daemon_start_args, name) % 65521u)
        + 47u * (uint32_t)(offsetof(daemon_start_args, notes) % 65521u)
        + 48u * (uint32_t)(offsetof(daemon_notes_row, note) % 65521u)
        + 49u * (uint32_t)(offsetof(daemon_notes_row, path) % 65521u)
        + 50u * (uint32_t)(offsetof(daemon_notes_row, version) % 65521u)) % 65521u),
    layout_sum_7 = (int)(((uint32_t)layout_sum_6
        + 51u * (uint32_t)(offsetof(daemon_one_start_args, name) % 65521u)
        + 52u * (uint32_t)(offsetof(daemon_one_start_args, notes) % 65521u)
        + 53u * (uint32_t)(offsetof(daemon_one_start_args, name) % 65521u)
        + 54u * (uint32_t)(offsetof(daemon_one_start_args, notes) % 65521u)
        + 55u * (uint32_t)(offsetof(daemon_notes_row, note) % 65521u)
        + 56u * (uint32_t)(offsetof(daemon_two_reaction_args, message) % 65521u)
        + 58u * (uint32_t)(offsetof(daemon_two_reaction_args, message) % 65521u)
        + 60u * (uint32_t)(PRM_NO_SEGMENT % 65521u)) % 65521u),
    layout_sum_8 = (int)(((uint32_t)layout_sum_7
        + 61u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 62u * (uint32_t)(((uint32_t)0 << 16 | (uint32_t)sizeof(daemon_notes_row)) % 65521u)
        + 63u * (uint32_t)(46u % 65521u)) % 65521u)
};

static const struct {
    char n0[5];
    char n1[10];
    char n2[9];
    char n3[14];
    char n4[6];
    char n5[5];
    char n6[6];
    char n7[11];
    char n8[16];
    char n9[13];
    char n10[4];
    char n11[5];
    char n12[8];
    char n13[9];
    char n14[5];
    char n15[6];
    char n16[8];
    char n17[5];
    char n18[11];
    char n19[12];
    char n20[19];
    char n21[8];
    char n22[18];
    char n23[15];
} names = {
    "note",
    "one.start",
    "reaction",
    "reaction.turn",
    "rules",
    "said",
    "start",
    "start.base",
    "start.developer",
    "two.reaction",
    "who",
    "path",
    "version",
    "event_id",
    "name",
    "notes",
    "message",
    "tool",
    "wake_token",
    "delivery_id",
    "runtime_session_id",
    "attempt",
    "deferred_batch_id",
    "evidence_class"
};

static const uint32_t name_at[] = {
    0, 5, 15, 24, 38, 44, 49, 55, 66, 82, 95, 44,
    38, 95, 0, 5, 5, 82, 99, 104, 0, 112, 121, 126,
    132, 140, 132, 140, 132, 140, 121, 126, 121, 126, 121, 126,
    132, 145, 156, 168, 187, 195, 213, 121, 132, 140, 121, 126,
};

const prm_pack daemon_pack = {
    .version       = 3,
    .pool_size     = 144,
    .segment_count = 47,
    .field_count   = 59,
    .names_size    = 228,
    .name_count    = 48,
    .files_size    = 0,
    .crc           = 0x90f9d925,
    .head_crc      = 0x6ddf28c2,
    .entry_count   = sizeof entries / sizeof *entries,
    .trait_count   = 4,
    .public_count  = 18,
    .layout_sum    = layout_sum_8,
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

/* Blocks and the plans of events. */
static const struct {
    char t0[8];
    char t1[8];
    char t2[3];
    char t3[7];
    char t4[7];
    char t5[12];
    char t6[19];
    char t7[11];
    char t8[6];
    char t9[4];
    char t10[19];
    char t11[7];
    char t12[4];
    char t13[7];
    char t14[19];
    char t15[6];
    char t16[6];
} plan_text = {
    "\005\000rules",
    "\005\000Rules",
    "\000\000",
    "\004\000a, b",
    "\004\000-1.5",
    "\011\000pack.yaml",
    "\020\0005499befb38dbf3fc",
    "\010\000platform",
    "\003\000who",
    "\001\0002",
    "\020\00079b26938b6e26a93",
    "\004\000note",
    "\001\0000",
    "\004\000said",
    "\020\000efc5d8c3ecf87366",
    "\003\000one",
    "\003\000two"
};

static const prm_block_info plan_blocks[] = {
    {2, 10, 18, 21, 28, 35, 47, 66, 18, 8, 2, {0x0ef0c3fa, 0xbfc904d0}, PRM_TYPE_INSTRUCTION, PRM_LAYER_PLATFORM, PRM_OUTPUT_BASE, PRM_DURABILITY_PERSISTENT, PRM_FROM_MARKDOWN_TEMPLATE, PRM_PLAN_FIXED | PRM_PLAN_ALWAYS, PRM_NO_INPUT, PRM_NO_INPUT},  /* rules */
    {77, 18, 18, 18, 83, 35, 87, 18, 18, 0, 0, {0, 0}, PRM_TYPE_INSTRUCTION, PRM_LAYER_AGENT_CONFIG, PRM_OUTPUT_BASE, PRM_DURABILITY_PERSISTENT, PRM_FROM_MARKDOWN_TEMPLATE, 0, PRM_NO_INPUT, PRM_NO_INPUT},  /* who */
    {106, 18, 18, 18, 113, 18, 18, 18, 18, 0, 0, {0, 0}, PRM_TYPE_INSTRUCTION, PRM_LAYER_WORKSPACE_DOC, PRM_OUTPUT_DEVELOPER, PRM_DURABILITY_PERSISTENT, PRM_FROM_WORKSPACE_DOC, PRM_PLAN_REPEATED | PRM_PLAN_DOCUMENT, 2, 3},  /* note */
    {117, 18, 18, 18, 113, 35, 124, 18, 18, 0, 0, {0, 0}, PRM_TYPE_TURN_CONTEXT, PRM_LAYER_EVENT, PRM_OUTPUT_TURN, PRM_DURABILITY_TURN_ONLY, PRM_FROM_MARKDOWN_TEMPLATE, 0, PRM_NO_INPUT, PRM_NO_INPUT},  /* said */
};

static const prm_plan_step plan_steps[] = {
    {0, 12},  /* thread_start: rules */
    {1, 13},  /* thread_start: who */
    {2, 14},  /* thread_start: note */
    {3, 11},  /* reaction_delivery: said */
};

static const prm_plan event_plans[PRM_EVENT_TYPES] = {
    {6, 0, 3},  /* thread_start */
    {0, 0, 0},  /* thread_resume */
    {0, 0, 0},  /* fresh_start */
    {0, 0, 0},  /* wake */
    {0, 0, 0},  /* resume */
    {0, 0, 0},  /* deferred_continuation */
    {0, 0, 0},  /* routed_message_delivery */
    {2, 3, 1},  /* reaction_delivery */
    {0, 0, 0},  /* final_visible_reply_check */
};

static const prm_renderer plan_renderers[] = {
    {1, 1, 0, 0, 2},  /* one.start */
    {9, 8, 1, 2, 1},  /* two.reaction */
};

static const prm_shown plan_shown[] = {
    {15, 1},  /* base_instructions */
    {16, 2},  /* developer_instructions */
    {17, 6},  /* delivery_text */
};

static const uint32_t plan_runtimes[] = {143, 149};

const prm_plans daemon_plans = {
    .version        = PRM_PLANS_VERSION,
    .crc            = 0xef6b71f7,
    .head_crc       = 0xa19e79b2,
    .text_size      = sizeof plan_text,
    .block_count    = 4,
    .step_count     = 4,
    .renderer_count = 2,
    .shown_count    = 3,
    .runtime_count  = 2,
    .pack           = &daemon_pack,
    .text           = (const char *)&plan_text,
    .blocks         = plan_blocks,
    .steps          = plan_steps,
    .plans          = event_plans,
    .renderers      = plan_renderers,
    .shown          = plan_shown,
    .runtimes       = plan_runtimes
};
