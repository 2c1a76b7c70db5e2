/* Envelopes: what one event gives to a runtime, as the single record of it.
 *
 * A runtime input envelope carries either a bundle (the blocks of a contract or a turn) or a delivery (a message or a
 * signal for a session that runs), never both. Renderers (renderer.h) turn it into the payload of a runtime.
 *
 * Conventions
 *   - Texts that a runtime or a channel chooses are free; what has an enumeration is checked. A text without a value
 *     is absent.
 *   - The envelope points to its bundle or delivery, which must stay as they are. A change behind its back is found
 *     when it is checked, since fingerprints are taken again. Arguments are not part of it: those that a bundle was
 *     compiled with must stay as they are until it has been sent. */
#ifndef PROMPTROM_ENVELOPE_H
#define PROMPTROM_ENVELOPE_H

#include <promptrom/events.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PRM_SCHEMA_VERSION "1"

/* ---- deliveries ---- */

typedef enum prm_delivery_source {
    PRM_DELIVERY_ROUTED_MESSAGE  = 1,    /* needs correlation.message_id */
    PRM_DELIVERY_REACTION_SIGNAL = 2     /* needs correlation.delivery_id */
} prm_delivery_source;

typedef enum prm_replay_state {
    PRM_REPLAY_DIRECT_LIVE     = 1,
    PRM_REPLAY_DEFERRED_REPLAY = 2
} prm_replay_state;

/* What is recorded of a delivery; 0 while nothing is. */
typedef enum prm_evidence_class {
    PRM_EVIDENCE_NONE                            = 0,
    PRM_EVIDENCE_DEFERRED_WHILE_BUSY             = 1,
    PRM_EVIDENCE_REPLAY_STARTED                  = 2,
    PRM_EVIDENCE_WAKE_FAILED                     = 3,
    PRM_EVIDENCE_RUNTIME_START_FAILED            = 4,
    PRM_EVIDENCE_RUNTIME_EXITED_UNEXPECTEDLY     = 5,
    PRM_EVIDENCE_VISIBLE_REPLY_SENT              = 6,
    PRM_EVIDENCE_COMPLETED_WITHOUT_VISIBLE_REPLY = 7
} prm_evidence_class;

prm_text prm_delivery_source_name(unsigned source);
prm_text prm_replay_state_name(unsigned state);
prm_text prm_evidence_class_name(unsigned evidence);

/* Members marked * are in no fingerprint: they change when the same thing is delivered again. */

typedef struct prm_binding {          /* where the conversation is */
    prm_text target;
    prm_text thread_ref;
    prm_text surface_kind;
} prm_binding;

typedef struct prm_transport {        /* how the runtime is reached */
    prm_text delivery_mode;           /* turn_direct, stdin_delivery, wake_start, deferred_replay, … */
    prm_text runtime_session_id;      /* * */
    prm_text thread_id;
    prm_text active_turn_id;          /* * */
    prm_text wake_token;              /* * */
    int64_t  attempt;                 /* * */
    prm_text deferred_batch_id;       /* * */
} prm_transport;

typedef struct prm_correlation {      /* what it belongs to */
    prm_text agent_id;
    prm_text message_id;
    prm_text delivery_id;
    prm_text source_message_id;
    prm_text target_key;
    int64_t  target_seq;
    prm_text wake_token;              /* * */
} prm_correlation;

typedef struct prm_replay {           /* whether it waited */
    prm_replay_state replay_state;
    prm_text         deferred_reason;
    prm_text         accepted_at;     /* * */
    prm_text         original_order_key;
    int64_t          prior_attempt_count;    /* * */
} prm_replay;

typedef struct prm_delivery {
    prm_delivery_source source_kind;
    prm_binding         binding;
    prm_transport       transport;
    prm_correlation     correlation;
    prm_replay          replay;
    prm_evidence_class  evidence_class;
    prm_text            author_display_name;
    prm_text            message_type;
    prm_text            payload_text;
    prm_text            metadata;     /* JSON in the caller's canonical form */
} prm_delivery;

/* Over all members without *, in their order; payload and metadata as their hashes. */
uint64_t prm_delivery_fingerprint(const prm_delivery *delivery);

/* ---- runtime inputs ---- */

typedef struct prm_runtime_input {
    prm_text            schema_version;
    prm_text            event_id;
    prm_event_type      event_type;
    prm_text            turn_id;
    prm_text            agent_id;
    prm_text            channel_type;
    prm_input_kind      kind;
    const prm_bundle   *bundle;
    const prm_delivery *delivery;
    uint64_t            payload;        /* fingerprint of bundle or delivery */
    uint64_t            fingerprint;    /* over kind, event type and payload */
    uint64_t            seal;           /* over the other texts above and the delivery's members with *: no identity
                                           of anything, but tells that one of them was changed */
} prm_runtime_input;

/* The envelope of a bundle that prm_compile() has filled. */
PRM_MUST_USE prm_status prm_input_of_bundle(prm_runtime_input *input, const prm_plans *plans,
                                            const prm_bundle *bundle, prm_event_error *error);

/* The envelope of a delivery. */
PRM_MUST_USE prm_status prm_input_of_delivery(prm_runtime_input *input, const prm_descriptor *event,
                                              const prm_delivery *delivery, prm_event_error *error);

/* Whether an envelope keeps every rule, and is as it was made. plans: of its bundle; NULL for a delivery. */
PRM_MUST_USE prm_status prm_input_check(const prm_runtime_input *input, const prm_plans *plans,
                                        prm_event_error *error);

#ifdef __cplusplus
}
#endif

#endif
