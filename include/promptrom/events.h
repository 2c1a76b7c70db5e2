/* Events: compiling what a moment in an agent's life puts before the model.
 *
 * Conventions
 *   - A bundle lists the blocks that an event has now: those of its plan that are there and have text, in their
 *     order. It holds no text. Each block knows its size, price and hash; the text comes from the pack and the
 *     arguments when it is sent (renderer.h).
 *   - An event is compiled by walking its plan once. Nothing is allocated, sorted or compared as text.
 *   - A failure is told by the status and by a prm_event_error, which is written by every call that takes one and may
 *     be NULL. PRM_BAD_EVENT: what was asked for cannot be compiled or sent. Any other status is the core's own, and
 *     error->report is its report. Every failure belongs to a class, by which it is recorded.
 *   - Fingerprints are XXH64 over named fields in a fixed order, each as its size (64 bits, little-endian) and its
 *     bytes; numbers as decimal text, hashes as eight bytes, little-endian. A field without a value is empty.
 *
 *       agentteam_thread_start_args args = {…};
 *       prm_bundle_block blocks[32];
 *       prm_bundle bundle = prm_bundle_make(blocks, 32);
 *       prm_descriptor event = {PRM_ON_THREAD_START, …};
 *       status = prm_compile(&agentteam_plans, &agentteam_pack, &event, &args, 8000, &bundle, &error); */
#ifndef PROMPTROM_EVENTS_H
#define PROMPTROM_EVENTS_H

#include <promptrom/blocks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- failures ---- */

typedef enum prm_event_error_kind {
    PRM_ERROR_NONE                = 0,
    PRM_ERROR_BLOCK_TOO_LARGE     = 1,     /* block_id, tokens, limit */
    PRM_ERROR_TOO_MANY_BLOCKS     = 2,     /* limit: what the caller has room for */
    PRM_ERROR_NOT_RENDERED        = 3,     /* a block, or a request; report says why and where */
    PRM_ERROR_UNKNOWN_EVENT       = 4,
    PRM_ERROR_NO_PLAN             = 5,     /* the pack has no blocks for this event, or another version's tables */
    PRM_ERROR_EVENT_ID_MISSING    = 6,
    PRM_ERROR_PAYLOAD_COUNT       = 7,     /* neither bundle nor delivery, or both */
    PRM_ERROR_PAYLOAD_KIND        = 8,     /* the one that belongs to events of another kind */
    PRM_ERROR_MESSAGE_ID_MISSING  = 9,     /* of a routed message */
    PRM_ERROR_DELIVERY_ID_MISSING = 10,    /* of a reaction */
    PRM_ERROR_UNKNOWN_VALUE       = 11,    /* a number that is none of an enumeration; member names it */
    PRM_ERROR_CHANGED             = 12,    /* something was changed, added or removed after it had been compiled */
    PRM_ERROR_NO_RENDERER         = 13,    /* no such renderer, or one for another event */
    PRM_ERROR_VIEWER_FAILED       = 14,    /* report.code: what it returned */
    PRM_ERROR_KINDS               = 14
} prm_event_error_kind;

/* How a failure counts for the runtime that was to be started or woken. */
typedef enum prm_failure_class {
    PRM_FAILURE_RUNTIME_START = 1,    /* thread_start, thread_resume, fresh_start */
    PRM_FAILURE_WAKE          = 2     /* everything else */
} prm_failure_class;

typedef struct prm_event_error {
    prm_event_error_kind kind;
    prm_failure_class    failure;
    prm_event_type       event_type;
    prm_text             event_id;
    prm_text             block_id;    /* of the block concerned, or no value */
    prm_text             source;      /* path of its source, or no value */
    uint64_t             tokens;
    uint64_t             limit;
    const char          *member;      /* of a struct, or NULL */
    prm_report           report;      /* of the core */
} prm_event_error;

/* Names as they are recorded: "block_too_large", "runtime_start_failed". */
prm_text prm_event_error_name(unsigned kind);
prm_text prm_failure_class_name(unsigned failure);
prm_failure_class prm_failure_class_of(unsigned event);

/* ---- compiling ---- */

/* What happens, to whom. */
typedef struct prm_descriptor {
    prm_event_type event_type;
    prm_text       event_id;        /* required */
    prm_text       turn_id;         /* no value before there is a turn; never invented */
    prm_text       agent_id;
    prm_text       channel_type;
} prm_descriptor;

/* A block that is there. */
typedef struct prm_bundle_block {
    const prm_block_info *info;
    uint16_t              block;          /* its number in the plans */
    uint32_t              row;            /* of a repeated block, the caller's row; else PRM_NO_ROW */
    prm_text              path;           /* of its source, as far as there is one */
    prm_text              version;
    size_t                size;           /* of its text */
    uint64_t              tokens;         /* estimate: UTF-16 units, four a token */
    uint64_t              text_hash;
    uint64_t              fingerprint;    /* over id, version, order, output, durability, hash of the text */
} prm_bundle_block;

typedef struct prm_bundle {
    prm_bundle_block *blocks;             /* the caller's memory */
    size_t            capacity;
    size_t            count;
    prm_descriptor    event;
    uint64_t          outputs[PRM_OUTPUTS];    /* by output - 1: over agent id, channel type and the fields of its
                                                  blocks, so that contracts of start and resume can be compared */
    uint64_t          fingerprint;             /* over agent id, channel type, event type and the fields of all */
} prm_bundle;

prm_bundle prm_bundle_make(prm_bundle_block *blocks, size_t capacity);

/* Fills the bundle. args: of the event's assembly in that pack, which is the plans' own or an overlay of it.
 * max_block_tokens: what a block may cost at most; 0 for no limit. Documents must have been cut before (documents.h).
 * After an error the bundle is as prm_bundle_make() makes it, of no event, so that no envelope takes it. Paths and
 * versions point into the arguments; a row source must keep those of all its rows, which are read again when all rows
 * have been made, as long as the bundle is used. */
PRM_MUST_USE prm_status prm_compile(const prm_plans *plans, const prm_pack *pack, const prm_descriptor *event,
                                    const void *args, uint64_t max_block_tokens, prm_bundle *bundle,
                                    prm_event_error *error);

/* The fingerprint that the listed blocks give. */
uint64_t prm_bundle_fingerprint(const prm_plans *plans, const prm_bundle *bundle);

#ifdef __cplusplus
}
#endif

#endif
