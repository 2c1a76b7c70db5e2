/* Pack plain 1.2.0, compiled by promptrom 0.1.0. Generated: change the pack, not this file.
 * Fingerprint 145280476febea02. */
#ifndef PROMPTROM_PACK_PLAIN_H
#define PROMPTROM_PACK_PLAIN_H

#include <promptrom/promptrom.h>

#if PRM_TABLE_VERSION != 3
#error "pack plain was compiled for table format 3: compile it with the promptrom of this library"
#endif
#define PLAIN_USES (PRM_USE_RANGES)
#if PLAIN_USES & ~(PRM_USES)
#error "pack plain needs ranges: build library and program with these in PRM_USES (CMake: PROMPTROM_USES)"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define PLAIN_VERSION     "1.2.0"
#define PLAIN_FINGERPRINT UINT64_C(0x145280476febea02)
#define PLAIN_TABLE_BYTES 376u    /* of all tables */

extern const prm_pack plain_pack;

enum {
    PLAIN_BYE_ID = 0,
    PLAIN_GREETING_ID = 1,
    PLAIN_INBOX_ID = 2,
    PLAIN_IDS = 3
};

/* ---- bye: no placeholders ---- */

#define PLAIN_BYE_LITERAL_BYTES  26
#define PLAIN_BYE_STABLE_BYTES   26
#define PLAIN_BYE_STABLE_HASH    UINT64_C(0x7e770d1d4c351d6d)
#define PLAIN_BYE_FLASH_BYTES    46
#define PLAIN_BYE_SHARED_BYTES   0
#define PLAIN_BYE_MAX_BYTES      26
#define PLAIN_BYE_MAX_TOKENS     7
#define PLAIN_BYE_MAX_JSON_BYTES 27

PRM_MUST_USE static inline prm_status plain_bye_measure(const prm_pack *pack, prm_report *report)
{
    return prm_measure(pack, PLAIN_BYE_ID, NULL, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status plain_bye_render(const prm_pack *pack, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render_plain(pack, PLAIN_BYE_ID, NULL, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status plain_bye_gather(const prm_pack *pack, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, PLAIN_BYE_ID, NULL, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status plain_bye_emit(const prm_pack *pack, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, PLAIN_BYE_ID, NULL, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status plain_bye_open(prm_cursor *cursor, const prm_pack *pack, prm_report *report)
{
    return prm_open(cursor, pack, PLAIN_BYE_ID, NULL, PRM_TEXT, report);
}

/* ---- plain.greeting: name ---- */

#define PLAIN_GREETING_LITERAL_BYTES  134
#define PLAIN_GREETING_STABLE_BYTES   6
#define PLAIN_GREETING_STABLE_HASH    UINT64_C(0x13eb0b12d71b1fcb)
#define PLAIN_GREETING_FLASH_BYTES    166
#define PLAIN_GREETING_SHARED_BYTES   0
#define PLAIN_GREETING_MAX_BYTES      174
#define PLAIN_GREETING_MAX_TOKENS     44
#define PLAIN_GREETING_MAX_JSON_BYTES 379

typedef struct plain_greeting_args {
    prm_text name;  /* at most 40 bytes; Whom to greet. */
} plain_greeting_args;

static inline plain_greeting_args plain_greeting_args_make(prm_text in_name)
{
    plain_greeting_args made;
    made.name = in_name;
    return made;
}

PRM_MUST_USE static inline prm_status plain_greeting_measure(const prm_pack *pack, const plain_greeting_args *args, prm_report *report)
{
    return prm_measure(pack, PLAIN_GREETING_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status plain_greeting_render(const prm_pack *pack, const plain_greeting_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render_plain(pack, PLAIN_GREETING_ID, args, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status plain_greeting_gather(const prm_pack *pack, const plain_greeting_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, PLAIN_GREETING_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status plain_greeting_emit(const prm_pack *pack, const plain_greeting_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, PLAIN_GREETING_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status plain_greeting_open(prm_cursor *cursor, const prm_pack *pack, const plain_greeting_args *args, prm_report *report)
{
    return prm_open(cursor, pack, PLAIN_GREETING_ID, args, PRM_TEXT, report);
}

/* ---- plain.inbox: name, count ---- */

#define PLAIN_INBOX_LITERAL_BYTES  21
#define PLAIN_INBOX_STABLE_BYTES   0
#define PLAIN_INBOX_STABLE_HASH    UINT64_C(0xef46db3751d8e999)
#define PLAIN_INBOX_FLASH_BYTES    65
#define PLAIN_INBOX_SHARED_BYTES   0
#define PLAIN_INBOX_MAX_BYTES      64
#define PLAIN_INBOX_MAX_TOKENS     16
#define PLAIN_INBOX_MAX_JSON_BYTES 264

typedef struct plain_inbox_args {
    prm_text name;      /* at most 40 bytes; Whom to greet. */
    prm_integer count;  /* 0..999; Messages that were not read. */
} plain_inbox_args;

static inline plain_inbox_args plain_inbox_args_make(prm_text in_name, prm_integer in_count)
{
    plain_inbox_args made;
    made.name = in_name;
    made.count = in_count;
    return made;
}

PRM_MUST_USE static inline prm_status plain_inbox_measure(const prm_pack *pack, const plain_inbox_args *args, prm_report *report)
{
    return prm_measure(pack, PLAIN_INBOX_ID, args, PRM_TEXT, report);
}

PRM_MUST_USE static inline prm_status plain_inbox_render(const prm_pack *pack, const plain_inbox_args *args, char *buffer, size_t capacity, prm_report *report)
{
    return prm_render(pack, PLAIN_INBOX_ID, args, PRM_TEXT, buffer, capacity, report);
}

PRM_MUST_USE static inline prm_status plain_inbox_gather(const prm_pack *pack, const plain_inbox_args *args, prm_text *list, size_t count, prm_report *report)
{
    return prm_gather(pack, PLAIN_INBOX_ID, args, PRM_TEXT, list, count, report);
}

PRM_MUST_USE static inline prm_status plain_inbox_emit(const prm_pack *pack, const plain_inbox_args *args, prm_sink sink, prm_report *report)
{
    return prm_emit(pack, PLAIN_INBOX_ID, args, PRM_TEXT, sink, report);
}

PRM_MUST_USE static inline prm_status plain_inbox_open(prm_cursor *cursor, const prm_pack *pack, const plain_inbox_args *args, prm_report *report)
{
    return prm_open(cursor, pack, PLAIN_INBOX_ID, args, PRM_TEXT, report);
}

#ifdef __cplusplus
}
#endif

#endif
