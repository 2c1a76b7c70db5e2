/* Pack daemon 0.1.0, compiled by promptrom 0.1.0. Generated: change the pack, not this file.
 * Fingerprint 3e11d728059177ec. */
#ifndef PROMPTROM_PACK_DAEMON_H
#define PROMPTROM_PACK_DAEMON_H

#include <promptrom/promptrom.h>
#include <promptrom/envelope.h>

#if PRM_TABLE_VERSION != 3
#error "pack daemon was compiled for table format 3: compile it with the promptrom of this library"
#endif
#define DAEMON_USES (PRM_USE_ASSEMBLIES | PRM_USE_CONDITIONS | PRM_USE_ROWS | PRM_USE_JSON)
#if DAEMON_USES & ~(PRM_USES)
#error "pack daemon needs assemblies, conditions, rows, json: build library and program with these in PRM_USES (CMake: PROMPTROM_USES)"
#endif
#if PRM_MAX_DEPTH < 2
#error "pack daemon nests 2 deep: build library and program with -DPRM_MAX_DEPTH=2"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define DAEMON_VERSION     "0.1.0"
#define DAEMON_FINGERPRINT UINT64_C(0x3e11d728059177ec)
#define DAEMON_TABLE_BYTES 1923u    /* of all tables */

extern const prm_pack daemon_pack;

enum {
    DAEMON_NOTE_ID = 0,
    DAEMON_ONE_START_ID = 1,
    DAEMON_REACTION_ID = 2,
    DAEMON_REACTION_TURN_ID = 3,
    DAEMON_RULES_ID = 4,
    DAEMON_SAID_ID = 5,
    DAEMON_START_ID = 6,
    DAEMON_START_BASE_ID = 7,
    DAEMON_START_DEVELOPER_ID = 8,
    DAEMON_TWO_REACTION_ID = 9,
    DAEMON_WHO_ID = 10,
    DAEMON_IDS = 11
};

/* A row of daemon_notes */
typedef struct daemon_notes_row {
    prm_text path;     /* text */
    prm_text version;  /* text */
    prm_text note;     /* text */
} daemon_notes_row;

typedef struct daemon_notes_rows {
    prm_rows rows;
} daemon_notes_rows;

/* Rows in an array. */
static inline daemon_notes_rows daemon_notes_array(const daemon_notes_row *rows, size_t count)
{
    daemon_notes_rows made;
    made.rows.data = rows;
    made.rows.count = count;
    made.rows.source = NULL;
    made.rows.context = NULL;
    return made;
}

/* Rows made one at a time in memory of the caller. */
static inline daemon_notes_rows daemon_notes_source(daemon_notes_row *memory, size_t count, prm_row_source *source, void *context)
{
    daemon_notes_rows made;
    made.rows.data = memory;
    made.rows.count = count;
    made.rows.source = source;
    made.rows.context = context;
    return made;
}

/* ---- note: path, version, note ---- */

#define DAEMON_NOTE_LITERAL_BYTES  0
#define DAEMON_NOTE_STABLE_BYTES   0
#define DAEMON_NOTE_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define DAEMON_NOTE_FLASH_BYTES    32
#define DAEMON_NOTE_SHARED_BYTES   0

typedef struct daemon_note_args {
    prm_text path;     /* text */
    prm_text version;  /* text */
    prm_text note;     /* text */
} daemon_note_args;

static inline daemon_note_args daemon_note_args_make(prm_text in_path, prm_text in_version, prm_text in_note)
{
    daemon_note_args made;
    made.path = in_path;
    made.version = in_version;
    made.note = in_note;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_note_measure(const prm_pack *pack, const daemon_note_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_NOTE_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_note_render(const prm_pack *pack, const daemon_note_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render_plain(pack, DAEMON_NOTE_ID, args, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_note_gather(const prm_pack *pack, const daemon_note_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_NOTE_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_note_emit(const prm_pack *pack, const daemon_note_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_NOTE_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_note_open(prm_cursor *cursor, const prm_pack *pack, const daemon_note_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_NOTE_ID, args, PRM_TEXT, report);
}

/* ---- one.start: event_id, name, notes ---- */

#define DAEMON_ONE_START_LITERAL_BYTES  27
#define DAEMON_ONE_START_STABLE_BYTES   6
#define DAEMON_ONE_START_STABLE_HASH    UINT64_C(0x186b324231015eba)
#define DAEMON_ONE_START_FLASH_BYTES    121
#define DAEMON_ONE_START_SHARED_BYTES   0

typedef struct daemon_one_start_args {
    prm_text event_id;        /* text */
    prm_text name;            /* at most 16 bytes */
    daemon_notes_rows notes;  /* at most 2 rows */
} daemon_one_start_args;

static inline daemon_one_start_args daemon_one_start_args_make(prm_text in_event_id, prm_text in_name, daemon_notes_rows in_notes)
{
    daemon_one_start_args made;
    made.event_id = in_event_id;
    made.name = in_name;
    made.notes = in_notes;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_one_start_measure(const prm_pack *pack, const daemon_one_start_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_ONE_START_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_one_start_render(const prm_pack *pack, const daemon_one_start_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, DAEMON_ONE_START_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_one_start_gather(const prm_pack *pack, const daemon_one_start_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_ONE_START_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_one_start_emit(const prm_pack *pack, const daemon_one_start_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_ONE_START_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_one_start_open(prm_cursor *cursor, const prm_pack *pack, const daemon_one_start_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_ONE_START_ID, args, PRM_TEXT, report);
}

/* ---- reaction: message, tool ---- */

#define DAEMON_REACTION_LITERAL_BYTES  7
#define DAEMON_REACTION_STABLE_BYTES   0
#define DAEMON_REACTION_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define DAEMON_REACTION_FLASH_BYTES    44
#define DAEMON_REACTION_SHARED_BYTES   0

typedef struct daemon_reaction_args {
    prm_text message;  /* text */
    prm_text tool;     /* at most 16 bytes; What the runtime calls the tool. */
} daemon_reaction_args;

static inline daemon_reaction_args daemon_reaction_args_make(prm_text in_message, prm_text in_tool)
{
    daemon_reaction_args made;
    made.message = in_message;
    made.tool = in_tool;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_reaction_measure(const prm_pack *pack, const daemon_reaction_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_REACTION_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_reaction_render(const prm_pack *pack, const daemon_reaction_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, DAEMON_REACTION_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_reaction_gather(const prm_pack *pack, const daemon_reaction_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_REACTION_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_reaction_emit(const prm_pack *pack, const daemon_reaction_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_REACTION_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_reaction_open(prm_cursor *cursor, const prm_pack *pack, const daemon_reaction_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_REACTION_ID, args, PRM_TEXT, report);
}

/* ---- reaction.turn: message, tool ---- */

#define DAEMON_REACTION_TURN_LITERAL_BYTES  7
#define DAEMON_REACTION_TURN_STABLE_BYTES   0
#define DAEMON_REACTION_TURN_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define DAEMON_REACTION_TURN_FLASH_BYTES    51
#define DAEMON_REACTION_TURN_SHARED_BYTES   0

typedef struct daemon_reaction_turn_args {
    prm_text message;  /* text */
    prm_text tool;     /* at most 16 bytes; What the runtime calls the tool. */
} daemon_reaction_turn_args;

static inline daemon_reaction_turn_args daemon_reaction_turn_args_make(prm_text in_message, prm_text in_tool)
{
    daemon_reaction_turn_args made;
    made.message = in_message;
    made.tool = in_tool;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_reaction_turn_measure(const prm_pack *pack, const daemon_reaction_turn_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_REACTION_TURN_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_reaction_turn_render(const prm_pack *pack, const daemon_reaction_turn_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render_plain(pack, DAEMON_REACTION_TURN_ID, args, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_reaction_turn_gather(const prm_pack *pack, const daemon_reaction_turn_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_REACTION_TURN_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_reaction_turn_emit(const prm_pack *pack, const daemon_reaction_turn_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_REACTION_TURN_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_reaction_turn_open(prm_cursor *cursor, const prm_pack *pack, const daemon_reaction_turn_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_REACTION_TURN_ID, args, PRM_TEXT, report);
}

/* ---- rules: no placeholders ---- */

#define DAEMON_RULES_LITERAL_BYTES  8
#define DAEMON_RULES_STABLE_BYTES   8
#define DAEMON_RULES_STABLE_HASH    UINT64_C(0xbfc904d00ef0c3fa)
#define DAEMON_RULES_FLASH_BYTES    28
#define DAEMON_RULES_SHARED_BYTES   0
#define DAEMON_RULES_MAX_BYTES      8
#define DAEMON_RULES_MAX_TOKENS     2
#define DAEMON_RULES_MAX_JSON_BYTES 8

PRM_MUST_USE static inline prm_status daemon_rules_measure(const prm_pack *pack, prm_report *report)
{
    return prm_measure(pack, DAEMON_RULES_ID, NULL, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_rules_render(const prm_pack *pack, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render_plain(pack, DAEMON_RULES_ID, NULL, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_rules_gather(const prm_pack *pack, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_RULES_ID, NULL, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_rules_emit(const prm_pack *pack, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_RULES_ID, NULL, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_rules_open(prm_cursor *cursor, const prm_pack *pack, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_RULES_ID, NULL, PRM_TEXT, report);
}

/* ---- said: message, tool ---- */

#define DAEMON_SAID_LITERAL_BYTES  7
#define DAEMON_SAID_STABLE_BYTES   0
#define DAEMON_SAID_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define DAEMON_SAID_FLASH_BYTES    20
#define DAEMON_SAID_SHARED_BYTES   7

typedef struct daemon_said_args {
    prm_text message;  /* text */
    prm_text tool;     /* at most 16 bytes; What the runtime calls the tool. */
} daemon_said_args;

static inline daemon_said_args daemon_said_args_make(prm_text in_message, prm_text in_tool)
{
    daemon_said_args made;
    made.message = in_message;
    made.tool = in_tool;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_said_measure(const prm_pack *pack, const daemon_said_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_SAID_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_said_render(const prm_pack *pack, const daemon_said_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render_plain(pack, DAEMON_SAID_ID, args, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_said_gather(const prm_pack *pack, const daemon_said_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_SAID_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_said_emit(const prm_pack *pack, const daemon_said_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_SAID_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_said_open(prm_cursor *cursor, const prm_pack *pack, const daemon_said_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_SAID_ID, args, PRM_TEXT, report);
}

/* ---- start: name, notes ---- */

#define DAEMON_START_LITERAL_BYTES  17
#define DAEMON_START_STABLE_BYTES   8
#define DAEMON_START_STABLE_HASH    UINT64_C(0xbfc904d00ef0c3fa)
#define DAEMON_START_FLASH_BYTES    72
#define DAEMON_START_SHARED_BYTES   0

typedef struct daemon_start_args {
    prm_text name;            /* at most 16 bytes */
    daemon_notes_rows notes;  /* at most 2 rows */
} daemon_start_args;

static inline daemon_start_args daemon_start_args_make(prm_text in_name, daemon_notes_rows in_notes)
{
    daemon_start_args made;
    made.name = in_name;
    made.notes = in_notes;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_start_measure(const prm_pack *pack, const daemon_start_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_START_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_start_render(const prm_pack *pack, const daemon_start_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, DAEMON_START_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_start_gather(const prm_pack *pack, const daemon_start_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_START_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_start_emit(const prm_pack *pack, const daemon_start_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_START_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_start_open(prm_cursor *cursor, const prm_pack *pack, const daemon_start_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_START_ID, args, PRM_TEXT, report);
}

/* ---- start.base: name, notes ---- */

#define DAEMON_START_BASE_LITERAL_BYTES  17
#define DAEMON_START_BASE_STABLE_BYTES   8
#define DAEMON_START_BASE_STABLE_HASH    UINT64_C(0xbfc904d00ef0c3fa)
#define DAEMON_START_BASE_FLASH_BYTES    70
#define DAEMON_START_BASE_SHARED_BYTES   8
#define DAEMON_START_BASE_MAX_BYTES      34
#define DAEMON_START_BASE_MAX_TOKENS     9
#define DAEMON_START_BASE_MAX_JSON_BYTES 115

typedef struct daemon_start_base_args {
    prm_text name;            /* at most 16 bytes */
    daemon_notes_rows notes;  /* at most 2 rows */
} daemon_start_base_args;

static inline daemon_start_base_args daemon_start_base_args_make(prm_text in_name, daemon_notes_rows in_notes)
{
    daemon_start_base_args made;
    made.name = in_name;
    made.notes = in_notes;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_start_base_measure(const prm_pack *pack, const daemon_start_base_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_START_BASE_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_start_base_render(const prm_pack *pack, const daemon_start_base_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, DAEMON_START_BASE_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_start_base_gather(const prm_pack *pack, const daemon_start_base_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_START_BASE_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_start_base_emit(const prm_pack *pack, const daemon_start_base_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_START_BASE_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_start_base_open(prm_cursor *cursor, const prm_pack *pack, const daemon_start_base_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_START_BASE_ID, args, PRM_TEXT, report);
}

/* ---- start.developer: name, notes ---- */

#define DAEMON_START_DEVELOPER_LITERAL_BYTES  0
#define DAEMON_START_DEVELOPER_STABLE_BYTES   0
#define DAEMON_START_DEVELOPER_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define DAEMON_START_DEVELOPER_FLASH_BYTES    56
#define DAEMON_START_DEVELOPER_SHARED_BYTES   0

typedef struct daemon_start_developer_args {
    prm_text name;            /* at most 16 bytes */
    daemon_notes_rows notes;  /* at most 2 rows */
} daemon_start_developer_args;

static inline daemon_start_developer_args daemon_start_developer_args_make(prm_text in_name, daemon_notes_rows in_notes)
{
    daemon_start_developer_args made;
    made.name = in_name;
    made.notes = in_notes;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_start_developer_measure(const prm_pack *pack, const daemon_start_developer_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_START_DEVELOPER_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_start_developer_render(const prm_pack *pack, const daemon_start_developer_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, DAEMON_START_DEVELOPER_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_start_developer_gather(const prm_pack *pack, const daemon_start_developer_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_START_DEVELOPER_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_start_developer_emit(const prm_pack *pack, const daemon_start_developer_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_START_DEVELOPER_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_start_developer_open(prm_cursor *cursor, const prm_pack *pack, const daemon_start_developer_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_START_DEVELOPER_ID, args, PRM_TEXT, report);
}

/* ---- two.reaction: message, wake_token, delivery_id, runtime_session_id, attempt, deferred_batch_id, evidence_class ---- */

#define DAEMON_TWO_REACTION_LITERAL_BYTES  74
#define DAEMON_TWO_REACTION_STABLE_BYTES   9
#define DAEMON_TWO_REACTION_STABLE_HASH    UINT64_C(0x303e56c86ed31a32)
#define DAEMON_TWO_REACTION_FLASH_BYTES    210
#define DAEMON_TWO_REACTION_SHARED_BYTES   2

typedef struct daemon_two_reaction_args {
    prm_text message;             /* text */
    prm_text wake_token;          /* text */
    prm_text delivery_id;         /* text */
    prm_text runtime_session_id;  /* text */
    prm_integer attempt;          /* integer */
    prm_text deferred_batch_id;   /* text */
    prm_text evidence_class;      /* text */
} daemon_two_reaction_args;

PRM_MUST_USE static inline prm_status daemon_two_reaction_measure(const prm_pack *pack, const daemon_two_reaction_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_TWO_REACTION_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_two_reaction_render(const prm_pack *pack, const daemon_two_reaction_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, DAEMON_TWO_REACTION_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_two_reaction_gather(const prm_pack *pack, const daemon_two_reaction_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_TWO_REACTION_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_two_reaction_emit(const prm_pack *pack, const daemon_two_reaction_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_TWO_REACTION_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_two_reaction_open(prm_cursor *cursor, const prm_pack *pack, const daemon_two_reaction_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_TWO_REACTION_ID, args, PRM_TEXT, report);
}

/* ---- who: name ---- */

#define DAEMON_WHO_LITERAL_BYTES  9
#define DAEMON_WHO_STABLE_BYTES   8
#define DAEMON_WHO_STABLE_HASH    UINT64_C(0xe04c338e60beb58a)
#define DAEMON_WHO_FLASH_BYTES    32
#define DAEMON_WHO_SHARED_BYTES   9
#define DAEMON_WHO_MAX_BYTES      25
#define DAEMON_WHO_MAX_TOKENS     7
#define DAEMON_WHO_MAX_JSON_BYTES 105

typedef struct daemon_who_args {
    prm_text name;  /* at most 16 bytes */
} daemon_who_args;

static inline daemon_who_args daemon_who_args_make(prm_text in_name)
{
    daemon_who_args made;
    made.name = in_name;
    return made;
}

PRM_MUST_USE static inline prm_status daemon_who_measure(const prm_pack *pack, const daemon_who_args *args, prm_report *report)
{
    return prm_measure(pack, DAEMON_WHO_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status daemon_who_render(const prm_pack *pack, const daemon_who_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render_plain(pack, DAEMON_WHO_ID, args, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status daemon_who_gather(const prm_pack *pack, const daemon_who_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, DAEMON_WHO_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status daemon_who_emit(const prm_pack *pack, const daemon_who_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, DAEMON_WHO_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status daemon_who_open(prm_cursor *cursor, const prm_pack *pack, const daemon_who_args *args, prm_report *report)
{
    return prm_open(cursor, pack, DAEMON_WHO_ID, args, PRM_TEXT, report);
}

/* ---- events ---- */

extern const prm_plans daemon_plans;

/* Programs that prompts are rendered for. */
typedef enum daemon_runtime {
    DAEMON_RUNTIME_ONE = 0,
    DAEMON_RUNTIME_TWO = 1,
    DAEMON_RUNTIMES = 2
} daemon_runtime;

/* Number of the renderer of an event for a runtime, for prm_send(); PRM_NO_RENDERER if there is none. */
static inline unsigned daemon_renderer_of(daemon_runtime runtime, prm_event_type event)
{
    static const uint16_t numbers[DAEMON_RUNTIMES][PRM_EVENT_TYPES] = {
        {0, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER},
        {PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, PRM_NO_RENDERER, 1, PRM_NO_RENDERER}
    };

    return (unsigned)runtime < DAEMON_RUNTIMES && (unsigned)event - 1 < PRM_EVENT_TYPES
        ? numbers[runtime][event - 1] : PRM_NO_RENDERER;
}

/* What a runtime calls things, for the texts of reaction. */
static inline void daemon_reaction_name(daemon_reaction_args *args, daemon_runtime runtime)
{
    static const prm_text tool[DAEMON_RUNTIMES] = {
        {"say", 3},
        {"post\077\077/", 7}
    };

    args->tool = tool[runtime];
}

/* What the envelope says of a delivery. Other arguments stay as they are. */
static inline void daemon_reaction_fill(daemon_reaction_args *args, const prm_runtime_input *input)
{
    args->message = input->delivery->payload_text;
}

/* What its events were compiled with, and what the envelope says. Other arguments stay as they are. */
static inline void daemon_one_start_take(daemon_one_start_args *args, const daemon_start_args *in_start, const prm_runtime_input *input)
{
    args->event_id = input->event_id;
    args->name = in_start->name;
    args->notes = in_start->notes;
}

/* What its events were compiled with, and what the envelope says. Other arguments stay as they are. */
static inline void daemon_two_reaction_take(daemon_two_reaction_args *args, const daemon_reaction_args *in_reaction, const prm_runtime_input *input)
{
    args->message = input->delivery->payload_text;
    args->wake_token = input->delivery->transport.wake_token;
    args->delivery_id = input->delivery->correlation.delivery_id;
    args->runtime_session_id = input->delivery->transport.runtime_session_id;
    args->attempt = prm_int(input->delivery->transport.attempt);
    args->deferred_batch_id = input->delivery->transport.deferred_batch_id;
    args->evidence_class = prm_evidence_class_name(input->delivery->evidence_class);
    (void)in_reaction;
}

#ifdef __cplusplus
}
#endif

#endif
