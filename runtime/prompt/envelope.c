#include <promptrom/envelope.h>

#include "event_error.h"
#include "fingerprint.h"
#include "names.h"

/* ---- names ---- */

prm_text prm_delivery_source_name(unsigned source)
{
    static const prm_name_entry names[] = { PRM_NAME("routed_message"), PRM_NAME("reaction_signal") };

    return PRM_NAME_OF(names, source);
}

prm_text prm_replay_state_name(unsigned state)
{
    static const prm_name_entry names[] = { PRM_NAME("direct_live"), PRM_NAME("deferred_replay") };

    return PRM_NAME_OF(names, state);
}

prm_text prm_evidence_class_name(unsigned evidence)
{
    static const prm_name_entry names[] = {
        PRM_NAME("deferred_while_busy"), PRM_NAME("replay_started"), PRM_NAME("wake_failed"),
        PRM_NAME("runtime_start_failed"), PRM_NAME("runtime_exited_unexpectedly"), PRM_NAME("visible_reply_sent"),
        PRM_NAME("completed_without_visible_reply")
    };

    return PRM_NAME_OF(names, evidence);
}

/* ---- fingerprints ---- */

static void add_correlation(prm_xxh64 *hash, const prm_correlation *c)
{
    prm_fingerprint_text(hash, c->agent_id);
    prm_fingerprint_text(hash, c->message_id);
    prm_fingerprint_text(hash, c->delivery_id);
    prm_fingerprint_text(hash, c->source_message_id);
    prm_fingerprint_text(hash, c->target_key);
    prm_fingerprint_number(hash, c->target_seq);
}

uint64_t prm_delivery_fingerprint(const prm_delivery *d)
{
    prm_xxh64 hash = prm_xxh64_begin();

    prm_fingerprint_text(&hash, prm_delivery_source_name(d->source_kind));
    prm_fingerprint_text(&hash, d->binding.target);
    prm_fingerprint_text(&hash, d->binding.thread_ref);
    prm_fingerprint_text(&hash, d->binding.surface_kind);
    prm_fingerprint_text(&hash, d->transport.delivery_mode);
    prm_fingerprint_text(&hash, d->transport.thread_id);
    add_correlation(&hash, &d->correlation);
    prm_fingerprint_text(&hash, prm_replay_state_name(d->replay.replay_state));
    prm_fingerprint_text(&hash, d->replay.deferred_reason);
    prm_fingerprint_text(&hash, d->replay.original_order_key);
    prm_fingerprint_text(&hash, prm_evidence_class_name(d->evidence_class));
    prm_fingerprint_text(&hash, d->author_display_name);
    prm_fingerprint_text(&hash, d->message_type);
    prm_fingerprint_hash(&hash, prm_hash_of(d->payload_text));
    prm_fingerprint_hash(&hash, prm_hash_of(d->metadata));
    return prm_xxh64_end(&hash);
}

static uint64_t input_fingerprint(const prm_runtime_input *input)
{
    prm_xxh64 hash = prm_xxh64_begin();

    prm_fingerprint_text(&hash, prm_input_kind_name(input->kind));
    prm_fingerprint_text(&hash, prm_event_type_name(input->event_type));
    prm_fingerprint_hash(&hash, input->payload);
    return prm_xxh64_end(&hash);
}

static void add_volatile(prm_xxh64 *hash, const prm_delivery *d)
{
    prm_fingerprint_text(hash, d->transport.runtime_session_id);
    prm_fingerprint_text(hash, d->transport.active_turn_id);
    prm_fingerprint_text(hash, d->transport.wake_token);
    prm_fingerprint_number(hash, d->transport.attempt);
    prm_fingerprint_text(hash, d->transport.deferred_batch_id);
    prm_fingerprint_text(hash, d->correlation.wake_token);
    prm_fingerprint_text(hash, d->replay.accepted_at);
    prm_fingerprint_number(hash, d->replay.prior_attempt_count);
}

/* Over what the fingerprints leave out. */
static uint64_t seal_of(const prm_runtime_input *input)
{
    prm_xxh64 hash = prm_xxh64_begin();

    prm_fingerprint_text(&hash, input->schema_version);
    prm_fingerprint_text(&hash, input->event_id);
    prm_fingerprint_text(&hash, input->turn_id);
    prm_fingerprint_text(&hash, input->agent_id);
    prm_fingerprint_text(&hash, input->channel_type);
    if (input->delivery)
        add_volatile(&hash, input->delivery);
    return prm_xxh64_end(&hash);
}

/* ---- checking ---- */

static bool is_given(prm_text text)
{
    return text.data != NULL && text.size > 0;
}

static prm_status check_values(const prm_delivery *d, prm_event_error *error)
{
    if (prm_delivery_source_name(d->source_kind).size == 0)
        return prm_event_fail(error, PRM_ERROR_UNKNOWN_VALUE, "source_kind");
    if (prm_replay_state_name(d->replay.replay_state).size == 0)
        return prm_event_fail(error, PRM_ERROR_UNKNOWN_VALUE, "replay_state");
    if (d->evidence_class != PRM_EVIDENCE_NONE && prm_evidence_class_name(d->evidence_class).size == 0)
        return prm_event_fail(error, PRM_ERROR_UNKNOWN_VALUE, "evidence_class");
    return PRM_OK;
}

static prm_status check_delivery(const prm_runtime_input *input, prm_event_error *error)
{
    const prm_delivery *const d = input->delivery;
    const bool is_message = input->event_type == PRM_ON_ROUTED_MESSAGE_DELIVERY;
    const prm_status status = check_values(d, error);

    if (status != PRM_OK)
        return status;
    if (is_message != (d->source_kind == PRM_DELIVERY_ROUTED_MESSAGE))
        return prm_event_fail(error, PRM_ERROR_PAYLOAD_KIND, "source_kind");
    if (is_message && !is_given(d->correlation.message_id))
        return prm_event_fail(error, PRM_ERROR_MESSAGE_ID_MISSING, "message_id");
    if (!is_message && !is_given(d->correlation.delivery_id))
        return prm_event_fail(error, PRM_ERROR_DELIVERY_ID_MISSING, "delivery_id");
    return PRM_OK;
}

static prm_status check_payload(const prm_runtime_input *input, prm_event_error *error)
{
    if ((input->bundle != NULL) == (input->delivery != NULL))
        return prm_event_fail(error, PRM_ERROR_PAYLOAD_COUNT, input->bundle ? "delivery" : "bundle");
    if ((input->kind == PRM_INPUT_DELIVERY) != (input->delivery != NULL))
        return prm_event_fail(error, PRM_ERROR_PAYLOAD_KIND, input->bundle ? "bundle" : "delivery");
    return input->delivery ? check_delivery(input, error) : PRM_OK;
}

static prm_status check_rules(const prm_runtime_input *input, prm_event_error *error)
{
    if (prm_event_kind_of(input->event_type) == 0)
        return prm_event_fail(error, PRM_ERROR_UNKNOWN_EVENT, "event_type");
    if (prm_event_kind_of(input->event_type) != (unsigned)input->kind)
        return prm_event_fail(error, PRM_ERROR_UNKNOWN_VALUE, "kind");
    if (!is_given(input->event_id))
        return prm_event_fail(error, PRM_ERROR_EVENT_ID_MISSING, "event_id");
    return check_payload(input, error);
}

static uint64_t payload_now(const prm_runtime_input *input, const prm_plans *plans)
{
    return input->delivery ? prm_delivery_fingerprint(input->delivery) : prm_bundle_fingerprint(plans, input->bundle);
}

static prm_descriptor descriptor_of(const prm_runtime_input *input)
{
    prm_descriptor event;

    event.event_type = input->event_type;
    event.event_id = input->event_id;
    event.turn_id = input->turn_id;
    event.agent_id = input->agent_id;
    event.channel_type = input->channel_type;
    return event;
}

/* Whether a bundle is that of the event that the envelope names. */
static bool is_of_event(const prm_runtime_input *input)
{
    return !input->bundle || input->bundle->event.event_type == input->event_type;
}

prm_status prm_input_check(const prm_runtime_input *input, const prm_plans *plans, prm_event_error *error)
{
    const prm_descriptor event = descriptor_of(input);
    prm_status status;

    prm_event_begin(error, &event);
    status = check_rules(input, error);
    if (status != PRM_OK)
        return status;
    if (input->bundle && !prm_plan_of(plans, input->event_type))
        return prm_event_fail(error, PRM_ERROR_NO_PLAN, NULL);
    if (!is_of_event(input))
        return prm_event_fail(error, PRM_ERROR_PAYLOAD_KIND, "event_type");
    if (payload_now(input, plans) != input->payload)
        return prm_event_fail(error, PRM_ERROR_CHANGED, input->bundle ? "bundle" : "delivery");
    if (input_fingerprint(input) != input->fingerprint)
        return prm_event_fail(error, PRM_ERROR_CHANGED, "fingerprint");
    return seal_of(input) == input->seal ? PRM_OK : prm_event_fail(error, PRM_ERROR_CHANGED, "seal");
}

/* ---- making ---- */

static void begin_input(prm_runtime_input *input, const prm_descriptor *event)
{
    memset(input, 0, sizeof *input);
    input->schema_version = prm_bytes(PRM_SCHEMA_VERSION, sizeof PRM_SCHEMA_VERSION - 1);
    input->event_id = event->event_id;
    input->event_type = event->event_type;
    input->turn_id = event->turn_id;
    input->agent_id = event->agent_id;
    input->channel_type = event->channel_type;
    input->kind = (prm_input_kind)prm_event_kind_of(event->event_type);
}

prm_status prm_input_of_bundle(prm_runtime_input *input, const prm_plans *plans, const prm_bundle *bundle,
                               prm_event_error *error)
{
    begin_input(input, &bundle->event);
    input->bundle = bundle;
    input->payload = bundle->fingerprint;
    input->fingerprint = input_fingerprint(input);
    input->seal = seal_of(input);
    return prm_input_check(input, plans, error);
}

prm_status prm_input_of_delivery(prm_runtime_input *input, const prm_descriptor *event, const prm_delivery *delivery,
                                 prm_event_error *error)
{
    begin_input(input, event);
    input->delivery = delivery;
    input->payload = prm_delivery_fingerprint(delivery);
    input->fingerprint = input_fingerprint(input);
    input->seal = seal_of(input);
    return prm_input_check(input, NULL, error);
}
