/* Pack rich 0.1.0, compiled by promptrom 0.1.0. Generated: change the pack, not this file.
 * Fingerprint a52d2391a6a72d99. */
#ifndef PROMPTROM_PACK_RICH_H
#define PROMPTROM_PACK_RICH_H

#include <promptrom/promptrom.h>
#include <promptrom/rules.h>

#if PRM_TABLE_VERSION != 3
#error "pack rich was compiled for table format 3: compile it with the promptrom of this library"
#endif
#define RICH_USES (PRM_USE_ASSEMBLIES | PRM_USE_CONDITIONS | PRM_USE_CHOICES | PRM_USE_ROWS | PRM_USE_RANGES | PRM_USE_FENCES | PRM_USE_JSON | PRM_USE_RAW_JSON | PRM_USE_OVERLAYS | PRM_USE_ROWS_IN_ROWS)
#if RICH_USES & ~(PRM_USES)
#error "pack rich needs assemblies, conditions, choices, rows, ranges, fences, json, raw_json, overlays, rows_in_rows: build library and program with these in PRM_USES (CMake: PROMPTROM_USES)"
#endif
#if PRM_MAX_DEPTH < 3
#error "pack rich nests 3 deep: build library and program with -DPRM_MAX_DEPTH=3"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define RICH_VERSION     "0.1.0"
#define RICH_FINGERPRINT UINT64_C(0xa52d2391a6a72d99)
#define RICH_TABLE_BYTES 3460u    /* of all tables */

extern const prm_pack rich_pack;
extern const prm_rules rich_rules;  /* for overlays that are read at start-up (startup.h) */

/* The rules for overlays that are read on top of a pack: of this one, one of its overlays, or one that stands on them.
 * NULL: it is none of these. */
static inline const prm_rules *rich_rules_of(const prm_pack *pack)
{
    while (pack->base)
        pack = pack->base;
    return pack == &rich_pack ? &rich_rules : NULL;
}

enum {
    RICH_CHAT_ID = 0,
    RICH_CLASS_ID = 1,
    RICH_NOTE_ID = 2,
    RICH_PROMPT_ID = 3,
    RICH_SKILL_ID = 4,
    RICH_START_ID = 5,
    RICH_START_BASE_ID = 6,
    RICH_START_TURN_ID = 7,
    RICH_SYSTEM_ID = 8,
    RICH_TOOLS_READ_ID = 9,
    RICH_WORDING_NEUTRAL_ID = 10,
    RICH_WORDING_WITTY_ID = 11,
    RICH_IDS = 12
};

typedef enum rich_history_kind {
    RICH_HISTORY_KIND_USER = 1,
    RICH_HISTORY_KIND_TOOL_USE = 2
} rich_history_kind;

typedef enum rich_persona {
    RICH_PERSONA_NEUTRAL = 1,
    RICH_PERSONA_WITTY = 2
} rich_persona;

/* X(identifier, "name") for every tool in its final order. */
#define RICH_TOOLS(X) \
    X(read, "read") \
    X(write, "write")

enum {
    RICH_TOOL_READ = 0,
    RICH_TOOL_WRITE = 1,
    RICH_TOOL_COUNT = 2
};

/* Which tools a request shows. Their order never changes. */
typedef struct rich_tool_set {
    uint32_t bits[1];
} rich_tool_set;

static inline void rich_tool_set_add(rich_tool_set *set, unsigned tool)
{
    set->bits[tool / 32] |= (uint32_t)1 << tool % 32;
}

static inline void rich_tool_set_remove(rich_tool_set *set, unsigned tool)
{
    set->bits[tool / 32] &= ~((uint32_t)1 << tool % 32);
}

static inline rich_tool_set rich_tool_set_all(void)
{
    rich_tool_set set;
    memset(&set, 0xFF, sizeof set);
    return set;
}

/* A row of rich_files */
typedef struct rich_files_row {
    prm_text path;  /* text */
} rich_files_row;

typedef struct rich_files_rows {
    prm_rows rows;
} rich_files_rows;

/* Rows in an array. */
static inline rich_files_rows rich_files_array(const rich_files_row *rows, size_t count)
{
    rich_files_rows made;
    made.rows.data = rows;
    made.rows.count = count;
    made.rows.source = NULL;
    made.rows.context = NULL;
    return made;
}

/* Rows made one at a time in memory of the caller. */
static inline rich_files_rows rich_files_source(rich_files_row *memory, size_t count, prm_row_source *source, void *context)
{
    rich_files_rows made;
    made.rows.data = memory;
    made.rows.count = count;
    made.rows.source = source;
    made.rows.context = context;
    return made;
}

/* A row of rich_skills: What it can do. */
typedef struct rich_skills_row {
    prm_text title;         /* at most 20 bytes */
    prm_integer uses;       /* 0.. */
    rich_files_rows files;  /* rows */
} rich_skills_row;

typedef struct rich_skills_rows {
    prm_rows rows;
} rich_skills_rows;

/* Rows in an array. */
static inline rich_skills_rows rich_skills_array(const rich_skills_row *rows, size_t count)
{
    rich_skills_rows made;
    made.rows.data = rows;
    made.rows.count = count;
    made.rows.source = NULL;
    made.rows.context = NULL;
    return made;
}

/* Rows made one at a time in memory of the caller. */
static inline rich_skills_rows rich_skills_source(rich_skills_row *memory, size_t count, prm_row_source *source, void *context)
{
    rich_skills_rows made;
    made.rows.data = memory;
    made.rows.count = count;
    made.rows.source = source;
    made.rows.context = context;
    return made;
}

/* A row of rich_history */
typedef struct rich_history_row {
    prm_choice kind;   /* one of user, tool_use */
    prm_text content;  /* text */
} rich_history_row;

typedef struct rich_history_rows {
    prm_rows rows;
} rich_history_rows;

/* Rows in an array. */
static inline rich_history_rows rich_history_array(const rich_history_row *rows, size_t count)
{
    rich_history_rows made;
    made.rows.data = rows;
    made.rows.count = count;
    made.rows.source = NULL;
    made.rows.context = NULL;
    return made;
}

/* Rows made one at a time in memory of the caller. */
static inline rich_history_rows rich_history_source(rich_history_row *memory, size_t count, prm_row_source *source, void *context)
{
    rich_history_rows made;
    made.rows.data = memory;
    made.rows.count = count;
    made.rows.source = source;
    made.rows.context = context;
    return made;
}

/* ---- chat: model, skills, persona, note, budget, urgent, history, enabled, extra ---- */

#define RICH_CHAT_LITERAL_BYTES  429
#define RICH_CHAT_STABLE_BYTES   52
#define RICH_CHAT_STABLE_HASH    UINT64_C(0x99a5d984a012ccf7)
#define RICH_CHAT_FLASH_BYTES    1034
#define RICH_CHAT_SHARED_BYTES   442

typedef struct rich_chat_args {
    prm_text model;             /* at most 32 bytes; Name of the model. */
    rich_skills_rows skills;    /* at most 3 rows; What it can do. */
    prm_choice persona;         /* one of neutral, witty; How it speaks. */
    prm_text note;              /* text; Text from outside. */
    prm_integer budget;         /* -10..10 */
    bool urgent;                /* flag */
    rich_history_rows history;  /* rows */
    rich_tool_set enabled;      /* tools; Tools that are there. */
    prm_text extra;             /* JSON */
} rich_chat_args;

PRM_MUST_USE static inline prm_status rich_chat_measure(const prm_pack *pack, const rich_chat_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_CHAT_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_chat_render(const prm_pack *pack, const rich_chat_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_CHAT_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_chat_gather(const prm_pack *pack, const rich_chat_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_CHAT_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_chat_emit(const prm_pack *pack, const rich_chat_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_CHAT_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_chat_open(prm_cursor *cursor, const prm_pack *pack, const rich_chat_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_CHAT_ID, args, PRM_TEXT, report);
}

/* ---- class: int ---- */

#define RICH_CLASS_LITERAL_BYTES  0
#define RICH_CLASS_STABLE_BYTES   0
#define RICH_CLASS_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define RICH_CLASS_FLASH_BYTES    32
#define RICH_CLASS_SHARED_BYTES   0
#define RICH_CLASS_MAX_BYTES      20
#define RICH_CLASS_MAX_TOKENS     5
#define RICH_CLASS_MAX_JSON_BYTES 20

typedef struct rich_class_args {
    prm_integer int_;  /* integer */
} rich_class_args;

static inline rich_class_args rich_class_args_make(prm_integer in_int_)
{
    rich_class_args made;
    made.int_ = in_int_;
    return made;
}

PRM_MUST_USE static inline prm_status rich_class_measure(const prm_pack *pack, const rich_class_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_CLASS_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_class_render(const prm_pack *pack, const rich_class_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_CLASS_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_class_gather(const prm_pack *pack, const rich_class_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_CLASS_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_class_emit(const prm_pack *pack, const rich_class_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_CLASS_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_class_open(prm_cursor *cursor, const prm_pack *pack, const rich_class_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_CLASS_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_class_measure_json(const prm_pack *pack, const rich_class_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_CLASS_ID, args, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_class_render_json(const prm_pack *pack, const rich_class_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_CLASS_ID, args, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_class_gather_json(const prm_pack *pack, const rich_class_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_CLASS_ID, args, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_class_emit_json(const prm_pack *pack, const rich_class_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_CLASS_ID, args, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_class_open_json(prm_cursor *cursor, const prm_pack *pack, const rich_class_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_CLASS_ID, args, PRM_JSON, report);
}

/* ---- note: note, budget, urgent ---- */

#define RICH_NOTE_LITERAL_BYTES  46
#define RICH_NOTE_STABLE_BYTES   0
#define RICH_NOTE_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define RICH_NOTE_FLASH_BYTES    244
#define RICH_NOTE_SHARED_BYTES   28

typedef struct rich_note_args {
    prm_text note;       /* text; Text from outside. */
    prm_integer budget;  /* -10..10 */
    bool urgent;         /* flag */
} rich_note_args;

static inline rich_note_args rich_note_args_make(prm_text in_note, prm_integer in_budget, bool in_urgent)
{
    rich_note_args made;
    made.note = in_note;
    made.budget = in_budget;
    made.urgent = in_urgent;
    return made;
}

PRM_MUST_USE static inline prm_status rich_note_measure(const prm_pack *pack, const rich_note_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_NOTE_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_note_render(const prm_pack *pack, const rich_note_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_NOTE_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_note_gather(const prm_pack *pack, const rich_note_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_NOTE_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_note_emit(const prm_pack *pack, const rich_note_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_NOTE_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_note_open(prm_cursor *cursor, const prm_pack *pack, const rich_note_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_NOTE_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_note_measure_json(const prm_pack *pack, const rich_note_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_NOTE_ID, args, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_note_render_json(const prm_pack *pack, const rich_note_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_NOTE_ID, args, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_note_gather_json(const prm_pack *pack, const rich_note_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_NOTE_ID, args, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_note_emit_json(const prm_pack *pack, const rich_note_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_NOTE_ID, args, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_note_open_json(prm_cursor *cursor, const prm_pack *pack, const rich_note_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_NOTE_ID, args, PRM_JSON, report);
}

/* ---- prompt: model, skills, persona, note, budget, urgent ---- */

#define RICH_PROMPT_LITERAL_BYTES  119
#define RICH_PROMPT_STABLE_BYTES   34
#define RICH_PROMPT_STABLE_HASH    UINT64_C(0x1f14173b8942ebf3)
#define RICH_PROMPT_FLASH_BYTES    429
#define RICH_PROMPT_SHARED_BYTES   34

typedef struct rich_prompt_args {
    prm_text model;           /* at most 32 bytes; Name of the model. */
    rich_skills_rows skills;  /* at most 3 rows; What it can do. */
    prm_choice persona;       /* one of neutral, witty; How it speaks. */
    prm_text note;            /* text; Text from outside. */
    prm_integer budget;       /* -10..10 */
    bool urgent;              /* flag */
} rich_prompt_args;

static inline rich_prompt_args rich_prompt_args_make(prm_text in_model, rich_skills_rows in_skills, prm_choice in_persona, prm_text in_note, prm_integer in_budget, bool in_urgent)
{
    rich_prompt_args made;
    made.model = in_model;
    made.skills = in_skills;
    made.persona = in_persona;
    made.note = in_note;
    made.budget = in_budget;
    made.urgent = in_urgent;
    return made;
}

PRM_MUST_USE static inline prm_status rich_prompt_measure(const prm_pack *pack, const rich_prompt_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_PROMPT_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_render(const prm_pack *pack, const rich_prompt_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_PROMPT_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_gather(const prm_pack *pack, const rich_prompt_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_PROMPT_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_emit(const prm_pack *pack, const rich_prompt_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_PROMPT_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_open(prm_cursor *cursor, const prm_pack *pack, const rich_prompt_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_PROMPT_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_measure_json(const prm_pack *pack, const rich_prompt_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_PROMPT_ID, args, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_render_json(const prm_pack *pack, const rich_prompt_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_PROMPT_ID, args, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_gather_json(const prm_pack *pack, const rich_prompt_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_PROMPT_ID, args, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_emit_json(const prm_pack *pack, const rich_prompt_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_PROMPT_ID, args, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_prompt_open_json(prm_cursor *cursor, const prm_pack *pack, const rich_prompt_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_PROMPT_ID, args, PRM_JSON, report);
}

/* ---- skill: title, uses ---- */

#define RICH_SKILL_LITERAL_BYTES  7
#define RICH_SKILL_STABLE_BYTES   0
#define RICH_SKILL_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define RICH_SKILL_FLASH_BYTES    75
#define RICH_SKILL_SHARED_BYTES   7

typedef struct rich_skill_args {
    prm_text title;    /* text */
    prm_integer uses;  /* integer */
} rich_skill_args;

static inline rich_skill_args rich_skill_args_make(prm_text in_title, prm_integer in_uses)
{
    rich_skill_args made;
    made.title = in_title;
    made.uses = in_uses;
    return made;
}

PRM_MUST_USE static inline prm_status rich_skill_measure(const prm_pack *pack, const rich_skill_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_SKILL_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_skill_render(const prm_pack *pack, const rich_skill_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_SKILL_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_skill_gather(const prm_pack *pack, const rich_skill_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_SKILL_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_skill_emit(const prm_pack *pack, const rich_skill_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_SKILL_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_skill_open(prm_cursor *cursor, const prm_pack *pack, const rich_skill_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_SKILL_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_skill_measure_json(const prm_pack *pack, const rich_skill_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_SKILL_ID, args, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_skill_render_json(const prm_pack *pack, const rich_skill_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_SKILL_ID, args, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_skill_gather_json(const prm_pack *pack, const rich_skill_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_SKILL_ID, args, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_skill_emit_json(const prm_pack *pack, const rich_skill_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_SKILL_ID, args, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_skill_open_json(prm_cursor *cursor, const prm_pack *pack, const rich_skill_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_SKILL_ID, args, PRM_JSON, report);
}

/* ---- start: model, skills ---- */

#define RICH_START_LITERAL_BYTES  41
#define RICH_START_STABLE_BYTES   34
#define RICH_START_STABLE_HASH    UINT64_C(0x1f14173b8942ebf3)
#define RICH_START_FLASH_BYTES    144
#define RICH_START_SHARED_BYTES   0

typedef struct rich_start_args {
    prm_text model;           /* at most 32 bytes; Name of the model. */
    rich_skills_rows skills;  /* at most 3 rows; What it can do. */
} rich_start_args;

static inline rich_start_args rich_start_args_make(prm_text in_model, rich_skills_rows in_skills)
{
    rich_start_args made;
    made.model = in_model;
    made.skills = in_skills;
    return made;
}

PRM_MUST_USE static inline prm_status rich_start_measure(const prm_pack *pack, const rich_start_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_START_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_start_render(const prm_pack *pack, const rich_start_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_START_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_start_gather(const prm_pack *pack, const rich_start_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_START_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_start_emit(const prm_pack *pack, const rich_start_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_START_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_start_open(prm_cursor *cursor, const prm_pack *pack, const rich_start_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_START_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_start_measure_json(const prm_pack *pack, const rich_start_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_START_ID, args, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_start_render_json(const prm_pack *pack, const rich_start_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_START_ID, args, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_start_gather_json(const prm_pack *pack, const rich_start_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_START_ID, args, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_start_emit_json(const prm_pack *pack, const rich_start_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_START_ID, args, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_start_open_json(prm_cursor *cursor, const prm_pack *pack, const rich_start_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_START_ID, args, PRM_JSON, report);
}

/* ---- start.base: model, skills ---- */

#define RICH_START_BASE_LITERAL_BYTES  41
#define RICH_START_BASE_STABLE_BYTES   34
#define RICH_START_BASE_STABLE_HASH    UINT64_C(0x1f14173b8942ebf3)
#define RICH_START_BASE_FLASH_BYTES    92
#define RICH_START_BASE_SHARED_BYTES   0

typedef struct rich_start_base_args {
    prm_text model;           /* at most 32 bytes; Name of the model. */
    rich_skills_rows skills;  /* at most 3 rows; What it can do. */
} rich_start_base_args;

static inline rich_start_base_args rich_start_base_args_make(prm_text in_model, rich_skills_rows in_skills)
{
    rich_start_base_args made;
    made.model = in_model;
    made.skills = in_skills;
    return made;
}

PRM_MUST_USE static inline prm_status rich_start_base_measure(const prm_pack *pack, const rich_start_base_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_START_BASE_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_render(const prm_pack *pack, const rich_start_base_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_START_BASE_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_gather(const prm_pack *pack, const rich_start_base_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_START_BASE_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_emit(const prm_pack *pack, const rich_start_base_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_START_BASE_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_open(prm_cursor *cursor, const prm_pack *pack, const rich_start_base_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_START_BASE_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_measure_json(const prm_pack *pack, const rich_start_base_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_START_BASE_ID, args, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_render_json(const prm_pack *pack, const rich_start_base_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_START_BASE_ID, args, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_gather_json(const prm_pack *pack, const rich_start_base_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_START_BASE_ID, args, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_emit_json(const prm_pack *pack, const rich_start_base_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_START_BASE_ID, args, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_start_base_open_json(prm_cursor *cursor, const prm_pack *pack, const rich_start_base_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_START_BASE_ID, args, PRM_JSON, report);
}

/* ---- start.turn: model, skills ---- */

#define RICH_START_TURN_LITERAL_BYTES  0
#define RICH_START_TURN_STABLE_BYTES   0
#define RICH_START_TURN_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define RICH_START_TURN_FLASH_BYTES    56
#define RICH_START_TURN_SHARED_BYTES   3
#define RICH_START_TURN_MAX_BYTES      1
#define RICH_START_TURN_MAX_TOKENS     1
#define RICH_START_TURN_MAX_JSON_BYTES 1

typedef struct rich_start_turn_args {
    prm_text model;           /* at most 32 bytes; Name of the model. */
    rich_skills_rows skills;  /* at most 3 rows; What it can do. */
} rich_start_turn_args;

static inline rich_start_turn_args rich_start_turn_args_make(prm_text in_model, rich_skills_rows in_skills)
{
    rich_start_turn_args made;
    made.model = in_model;
    made.skills = in_skills;
    return made;
}

PRM_MUST_USE static inline prm_status rich_start_turn_measure(const prm_pack *pack, const rich_start_turn_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_START_TURN_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_render(const prm_pack *pack, const rich_start_turn_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_START_TURN_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_gather(const prm_pack *pack, const rich_start_turn_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_START_TURN_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_emit(const prm_pack *pack, const rich_start_turn_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_START_TURN_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_open(prm_cursor *cursor, const prm_pack *pack, const rich_start_turn_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_START_TURN_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_measure_json(const prm_pack *pack, const rich_start_turn_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_START_TURN_ID, args, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_render_json(const prm_pack *pack, const rich_start_turn_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_START_TURN_ID, args, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_gather_json(const prm_pack *pack, const rich_start_turn_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_START_TURN_ID, args, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_emit_json(const prm_pack *pack, const rich_start_turn_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_START_TURN_ID, args, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_start_turn_open_json(prm_cursor *cursor, const prm_pack *pack, const rich_start_turn_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_START_TURN_ID, args, PRM_JSON, report);
}

/* ---- system: model, skills ---- */

#define RICH_SYSTEM_LITERAL_BYTES  41
#define RICH_SYSTEM_STABLE_BYTES   34
#define RICH_SYSTEM_STABLE_HASH    UINT64_C(0x1f14173b8942ebf3)
#define RICH_SYSTEM_FLASH_BYTES    245
#define RICH_SYSTEM_SHARED_BYTES   39

typedef struct rich_system_args {
    prm_text model;           /* at most 32 bytes; Name of the model. */
    rich_skills_rows skills;  /* at most 3 rows; What it can do. */
} rich_system_args;

static inline rich_system_args rich_system_args_make(prm_text in_model, rich_skills_rows in_skills)
{
    rich_system_args made;
    made.model = in_model;
    made.skills = in_skills;
    return made;
}

PRM_MUST_USE static inline prm_status rich_system_measure(const prm_pack *pack, const rich_system_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_SYSTEM_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_system_render(const prm_pack *pack, const rich_system_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_SYSTEM_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_system_gather(const prm_pack *pack, const rich_system_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_SYSTEM_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_system_emit(const prm_pack *pack, const rich_system_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_SYSTEM_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_system_open(prm_cursor *cursor, const prm_pack *pack, const rich_system_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_SYSTEM_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_system_measure_json(const prm_pack *pack, const rich_system_args *args, prm_report *report)
{
    return prm_measure(pack, RICH_SYSTEM_ID, args, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_system_render_json(const prm_pack *pack, const rich_system_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_SYSTEM_ID, args, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_system_gather_json(const prm_pack *pack, const rich_system_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_SYSTEM_ID, args, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_system_emit_json(const prm_pack *pack, const rich_system_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_SYSTEM_ID, args, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_system_open_json(prm_cursor *cursor, const prm_pack *pack, const rich_system_args *args, prm_report *report)
{
    return prm_open(cursor, pack, RICH_SYSTEM_ID, args, PRM_JSON, report);
}

/* ---- tools.read: no placeholders ---- */

#define RICH_TOOLS_READ_LITERAL_BYTES  15
#define RICH_TOOLS_READ_STABLE_BYTES   15
#define RICH_TOOLS_READ_STABLE_HASH    UINT64_C(0x0cc401f49e3704c2)
#define RICH_TOOLS_READ_FLASH_BYTES    60
#define RICH_TOOLS_READ_SHARED_BYTES   0
#define RICH_TOOLS_READ_MAX_BYTES      15
#define RICH_TOOLS_READ_MAX_TOKENS     4
#define RICH_TOOLS_READ_MAX_JSON_BYTES 17

PRM_MUST_USE static inline prm_status rich_tools_read_measure(const prm_pack *pack, prm_report *report)
{
    return prm_measure(pack, RICH_TOOLS_READ_ID, NULL, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_render(const prm_pack *pack, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_TOOLS_READ_ID, NULL, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_gather(const prm_pack *pack, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_TOOLS_READ_ID, NULL, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_emit(const prm_pack *pack, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_TOOLS_READ_ID, NULL, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_open(prm_cursor *cursor, const prm_pack *pack, prm_report *report)
{
    return prm_open(cursor, pack, RICH_TOOLS_READ_ID, NULL, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_measure_json(const prm_pack *pack, prm_report *report)
{
    return prm_measure(pack, RICH_TOOLS_READ_ID, NULL, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_render_json(const prm_pack *pack, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_TOOLS_READ_ID, NULL, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_gather_json(const prm_pack *pack, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_TOOLS_READ_ID, NULL, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_emit_json(const prm_pack *pack, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_TOOLS_READ_ID, NULL, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_tools_read_open_json(prm_cursor *cursor, const prm_pack *pack, prm_report *report)
{
    return prm_open(cursor, pack, RICH_TOOLS_READ_ID, NULL, PRM_JSON, report);
}

/* ---- wording.neutral: no placeholders ---- */

#define RICH_WORDING_NEUTRAL_LITERAL_BYTES  9
#define RICH_WORDING_NEUTRAL_STABLE_BYTES   9
#define RICH_WORDING_NEUTRAL_STABLE_HASH    UINT64_C(0x6aaa15db8d368648)
#define RICH_WORDING_NEUTRAL_FLASH_BYTES    37
#define RICH_WORDING_NEUTRAL_SHARED_BYTES   9
#define RICH_WORDING_NEUTRAL_MAX_BYTES      9
#define RICH_WORDING_NEUTRAL_MAX_TOKENS     3
#define RICH_WORDING_NEUTRAL_MAX_JSON_BYTES 9

PRM_MUST_USE static inline prm_status rich_wording_neutral_measure(const prm_pack *pack, prm_report *report)
{
    return prm_measure(pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_render(const prm_pack *pack, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_gather(const prm_pack *pack, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_emit(const prm_pack *pack, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_open(prm_cursor *cursor, const prm_pack *pack, prm_report *report)
{
    return prm_open(cursor, pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_measure_json(const prm_pack *pack, prm_report *report)
{
    return prm_measure(pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_render_json(const prm_pack *pack, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_gather_json(const prm_pack *pack, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_emit_json(const prm_pack *pack, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_wording_neutral_open_json(prm_cursor *cursor, const prm_pack *pack, prm_report *report)
{
    return prm_open(cursor, pack, RICH_WORDING_NEUTRAL_ID, NULL, PRM_JSON, report);
}

/* ---- wording.witty: no placeholders ---- */

#define RICH_WORDING_WITTY_LITERAL_BYTES  9
#define RICH_WORDING_WITTY_STABLE_BYTES   9
#define RICH_WORDING_WITTY_STABLE_HASH    UINT64_C(0xf1a458e5aa962c79)
#define RICH_WORDING_WITTY_FLASH_BYTES    37
#define RICH_WORDING_WITTY_SHARED_BYTES   9
#define RICH_WORDING_WITTY_MAX_BYTES      9
#define RICH_WORDING_WITTY_MAX_TOKENS     3
#define RICH_WORDING_WITTY_MAX_JSON_BYTES 9

PRM_MUST_USE static inline prm_status rich_wording_witty_measure(const prm_pack *pack, prm_report *report)
{
    return prm_measure(pack, RICH_WORDING_WITTY_ID, NULL, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_render(const prm_pack *pack, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_WORDING_WITTY_ID, NULL, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_gather(const prm_pack *pack, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_WORDING_WITTY_ID, NULL, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_emit(const prm_pack *pack, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_WORDING_WITTY_ID, NULL, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_open(prm_cursor *cursor, const prm_pack *pack, prm_report *report)
{
    return prm_open(cursor, pack, RICH_WORDING_WITTY_ID, NULL, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_measure_json(const prm_pack *pack, prm_report *report)
{
    return prm_measure(pack, RICH_WORDING_WITTY_ID, NULL, PRM_JSON, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_render_json(const prm_pack *pack, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, RICH_WORDING_WITTY_ID, NULL, PRM_JSON, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_gather_json(const prm_pack *pack, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, RICH_WORDING_WITTY_ID, NULL, PRM_JSON, list, count, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_emit_json(const prm_pack *pack, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, RICH_WORDING_WITTY_ID, NULL, PRM_JSON, sink, report);
}

PRM_MUST_USE static inline prm_status rich_wording_witty_open_json(prm_cursor *cursor, const prm_pack *pack, prm_report *report)
{
    return prm_open(cursor, pack, RICH_WORDING_WITTY_ID, NULL, PRM_JSON, report);
}

#ifdef __cplusplus
}
#endif

#endif
