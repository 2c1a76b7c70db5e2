/* Context engineering: what all its modules look at, and how they take their texts.
 *
 *   context.h        messages, blocks and events; texts; reports
 *   surface.h        the nodes that the model sees, with their prices, folded from a log
 *   meter.h          how many tokens that is
 *   pruner.h         the middle of a long tool result goes
 *   spill.h          a long tool result is stored, and a preview of it stays
 *   instructions.h   instruction files of a workspace
 *   compaction.h     a summary takes the place of what lies far back
 *
 * Conventions
 *   - A conversation is a log of events that only grows. Some events change the surface, the list of messages that
 *     the model sees: one appends a message to it, another puts a message in the place of some that stand there. The
 *     originals stay in the log.
 *   - Positions count messages on the surface, from 0; seqs are numbers of events in the log, ascending.
 *   - Messages, events and all texts belong to the caller. A module reads them during a call and keeps nothing
 *     unless its header says so. Nothing is allocated, every call is reentrant.
 *   - Text is UTF-8. What is ill-formed is counted as in utf8.h and never refused.
 *   - Configurations are plain structs: start from the module's defaults, change what should differ, and call the
 *     module's check once. The other calls trust a configuration that has been checked.
 *   - Storage, files and calls of the model are callbacks. One that returns non-zero stops the call with
 *     PRM_CALL_FAILED and its number in the report.
 *   - report may be NULL.
 *
 * Texts
 *   The modules hold no wording. A configuration takes each text in one of two forms:
 *     - prm_text, where nothing is put into it: a marker, an introduction, a prompt. Any bytes will do;
 *       prm_fixed_text() gets those of a slot without placeholders.
 *     - prm_slot, where something is: a slot of any pack. The module's header declares the struct of its arguments;
 *       the slot's list of placeholders must be that struct's members, in their order, and the module's check
 *       compares the two (prm_slot_check).
 *   Pack `context` has all of them ready; the library is built without it and takes any other as well.
 *
 *       prm_pruner_config config = prm_pruner_defaults();
 *       prm_context_report report;
 *       if (prm_fixed_text(&context_pack, CONTEXT_PRUNER_MARKER_ID, NULL, 0, &config.marker) != PRM_OK
 *           || prm_pruner_check(&config, &report) != PRM_OK) … */
#ifndef PROMPTROM_CONTEXT_H
#define PROMPTROM_CONTEXT_H

#include <promptrom/render.h>
#include <promptrom/status.h>
#include <promptrom/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- messages ---- */

typedef enum prm_block_kind {
    PRM_BLOCK_TEXT      = 1,
    PRM_BLOCK_REASONING = 2,
    PRM_BLOCK_CALL      = 3,    /* the model calls a tool */
    PRM_BLOCK_RESULT    = 4,    /* what a tool answered: blocks of its own */
    PRM_BLOCK_OTHER     = 5     /* anything else, as JSON: an image, a document */
} prm_block_kind;

typedef struct prm_block prm_block;
struct prm_block {
    prm_block_kind   kind;
    prm_text         name;      /* call, result: the tool's */
    prm_text         text;      /* text, reasoning: itself; call: the arguments; other: its JSON */
    const prm_block *content;   /* result: its blocks, none of which is a result */
    size_t           count;     /* of them */
};

typedef enum prm_role {
    PRM_ROLE_USER      = 1,
    PRM_ROLE_ASSISTANT = 2,
    PRM_ROLE_TOOL      = 3      /* carries results */
} prm_role;

typedef struct prm_message {
    prm_role         role;
    const prm_block *blocks;
    size_t           count;
} prm_message;

/* Fills in *message, what stands at that position of the surface. What it points to must stay until the next call. */
typedef int prm_message_source(void *context, size_t position, prm_message *message);

/* The messages on the surface, in order. source == NULL: data is an array of count messages. */
typedef struct prm_messages {
    const prm_message  *data;
    size_t              count;
    prm_message_source *source;
    void               *context;
} prm_messages;

/* ---- the log ---- */

typedef enum prm_event_kind {
    PRM_EVENT_MESSAGE            = 1,    /* changes the surface as op says; the others never do */
    PRM_EVENT_COMPACTION_START   = 2,
    PRM_EVENT_COMPACTION_SUMMARY = 3,
    PRM_EVENT_COMPACTION_END     = 4,
    PRM_EVENT_FOREIGN            = 5     /* of no interest here */
} prm_event_kind;

typedef enum prm_surface_op {
    PRM_SURFACE_NONE    = 0,    /* the event is in the log only */
    PRM_SURFACE_APPEND  = 1,    /* message comes behind all others */
    PRM_SURFACE_REPLACE = 2     /* message takes the place of those at positions start to end */
} prm_surface_op;

typedef struct prm_event {
    prm_event_kind     kind;
    prm_surface_op     op;
    uint64_t           seq;             /* given by the log; 0 before it has been appended */
    size_t             start, end;      /* a range of positions, both ends within it */
    const prm_message *message;         /* unless op is PRM_SURFACE_NONE; of a summary, the one to come */
    const uint64_t    *sources;         /* seqs of events that this one derives from, or that it shadows */
    size_t             source_count;
    uint64_t           tokens;          /* compaction: what the range was priced at */
} prm_event;

/* The caller's log. append: makes the event durable and sets event->seq before it returns 0. read: fills in the
 * event of that index, from 0, as it was appended; what it points to must stay until the next call. */
typedef struct prm_log {
    int    (*append)(void *context, prm_event *event);
    int    (*read)(void *context, size_t index, prm_event *event);
    size_t   count;                     /* of events, kept up to date by append */
    void    *context;
} prm_log;

/* ---- reports ---- */

/* Facts about a call that failed. */
typedef struct prm_context_report {
    prm_status  status;      /* what the call returned */
    const char *member;      /* of the configuration or the argument at fault ("threshold"), or NULL */
    const char *problem;     /* constant English sentence without a full stop: what is wrong with it */
    uint64_t    value;       /* what it says, where that is a number */
    uint64_t    limit;       /* what it was held against, likewise */
    size_t      position;    /* of the message concerned, or SIZE_MAX */
    int         code;        /* PRM_CALL_FAILED: the callback's own number */
} prm_context_report;

/* ---- texts ---- */

/* A text with placeholders: a slot of a pack or of an overlay of one. */
typedef struct prm_slot {
    const prm_pack *pack;
    prm_id          id;
} prm_slot;

/* One member of an argument struct, for prm_slot_check(). */
typedef struct prm_member {
    const char *name;        /* the placeholder's */
    size_t      offset;      /* in the struct */
    bool        is_integer;  /* prm_integer, else prm_text */
} prm_member;

/* Whether slot reads its arguments from a struct of these members: as many placeholders, in this order, of these
 * types, and by these names unless the pack's are stripped. name: what the report's member should say.
 * PRM_BAD_CONFIG, also when there is no pack or no such slot. */
PRM_MUST_USE prm_status prm_slot_check(prm_slot slot, const prm_member *members, size_t count, const char *name,
                                       prm_context_report *report);

/* Text of a slot without placeholders. Points into the pack where it lies there in one stretch, and otherwise is
 * rendered into buffer, which may be NULL if capacity is 0. PRM_NO_SPACE: it is in several stretches, and
 * capacity is not above text->size. After another error *text has no value. */
PRM_MUST_USE prm_status prm_fixed_text(const prm_pack *pack, prm_id id, char *buffer, size_t capacity,
                                       prm_text *text);

/* ---- walking messages ---- */

/* *message: what stands at a position below messages->count. PRM_CALL_FAILED: its source failed. */
PRM_MUST_USE prm_status prm_message_at(const prm_messages *messages, size_t position, prm_message *message,
                                       prm_context_report *report);

#ifdef __cplusplus
}
#endif

#endif
