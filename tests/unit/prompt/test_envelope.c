/* Envelopes: exactly one payload, of the right kind, with everything that its event needs, and unchanged. */
#include "agent.h"

static agent one;
static prm_delivery delivery;
static prm_descriptor event;
static prm_event_error error;
static prm_runtime_input input;

static void begin_delivery(prm_event_type type)
{
    memset(&delivery, 0, sizeof delivery);
    memset(&event, 0, sizeof event);
    event.event_type = type;
    event.event_id = prm_cstr("e-1");
    event.agent_id = prm_cstr("agent-1");
    event.channel_type = prm_cstr("agentteam");
    delivery.source_kind = type == PRM_ON_REACTION_DELIVERY ? PRM_DELIVERY_REACTION_SIGNAL
                                                            : PRM_DELIVERY_ROUTED_MESSAGE;
    delivery.binding.target = prm_cstr("#build");
    delivery.transport.delivery_mode = prm_cstr("turn_direct");
    delivery.transport.runtime_session_id = prm_cstr("s-1");
    delivery.transport.wake_token = prm_cstr("w-1");
    delivery.transport.attempt = 1;
    delivery.correlation.message_id = prm_cstr("m-1");
    delivery.correlation.delivery_id = prm_cstr("d-1");
    delivery.correlation.target_seq = 5;
    delivery.replay.replay_state = PRM_REPLAY_DIRECT_LIVE;
    delivery.author_display_name = prm_cstr("Grace");
    delivery.payload_text = prm_cstr("Hello");
}

static prm_status make(void)
{
    return prm_input_of_delivery(&input, &event, &delivery, &error);
}

static void check_refused(prm_event_error_kind kind, const char *member)
{
    assert_int_equal(make(), PRM_BAD_EVENT);
    assert_int_equal(error.kind, kind);
    assert_string_equal(error.member, member);
    assert_int_equal(error.failure, prm_failure_class_of(event.event_type));
}

/* ---- what belongs to it ---- */

static void test_deliveries(void **state)
{
    (void)state;
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    assert_int_equal(make(), PRM_OK);
    assert_int_equal(input.kind, PRM_INPUT_DELIVERY);
    assert_null(input.bundle);
    assert_true(same_text(input.schema_version, PRM_SCHEMA_VERSION));
    assert_null(input.turn_id.data);
    begin_delivery(PRM_ON_REACTION_DELIVERY);
    assert_int_equal(make(), PRM_OK);
}

static void test_ids_are_required(void **state)
{
    (void)state;
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    delivery.correlation.message_id = prm_cstr("");
    check_refused(PRM_ERROR_MESSAGE_ID_MISSING, "message_id");
    begin_delivery(PRM_ON_REACTION_DELIVERY);
    delivery.correlation.delivery_id = prm_bytes(NULL, 0);
    check_refused(PRM_ERROR_DELIVERY_ID_MISSING, "delivery_id");
    begin_delivery(PRM_ON_REACTION_DELIVERY);
    delivery.correlation.message_id = prm_bytes(NULL, 0);
    assert_int_equal(make(), PRM_OK);
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    delivery.correlation.delivery_id = prm_bytes(NULL, 0);
    assert_int_equal(make(), PRM_OK);
    event.event_id = prm_bytes(NULL, 0);
    check_refused(PRM_ERROR_EVENT_ID_MISSING, "event_id");
}

static void test_enumerations_are_known(void **state)
{
    unsigned value;

    (void)state;
    for (value = 0; value < 20; value++) {
        begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
        delivery.evidence_class = (prm_evidence_class)value;
        if (value <= 7)
            assert_int_equal(make(), PRM_OK);
        else
            check_refused(PRM_ERROR_UNKNOWN_VALUE, "evidence_class");
        begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
        delivery.replay.replay_state = (prm_replay_state)value;
        if (value == 1 || value == 2)
            assert_int_equal(make(), PRM_OK);
        else
            check_refused(PRM_ERROR_UNKNOWN_VALUE, "replay_state");
        begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
        delivery.source_kind = (prm_delivery_source)value;
        if (value == 1)
            assert_int_equal(make(), PRM_OK);
        else
            check_refused(value == 2 ? PRM_ERROR_PAYLOAD_KIND : PRM_ERROR_UNKNOWN_VALUE, "source_kind");
    }
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    event.event_type = (prm_event_type)10;
    check_refused(PRM_ERROR_UNKNOWN_EVENT, "event_type");
}

/* ---- one payload, of the event's kind ---- */

static void test_exactly_one_payload(void **state)
{
    (void)state;
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(prm_input_of_bundle(&input, &agentteam_plans, &one.bundle, &error), PRM_OK);
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    input.delivery = &delivery;
    assert_int_equal(prm_input_check(&input, &agentteam_plans, &error), PRM_BAD_EVENT);
    assert_int_equal(error.kind, PRM_ERROR_PAYLOAD_COUNT);
    input.bundle = NULL;
    assert_int_equal(prm_input_check(&input, &agentteam_plans, &error), PRM_BAD_EVENT);
    assert_int_equal(error.kind, PRM_ERROR_PAYLOAD_KIND);
    input.delivery = NULL;
    assert_int_equal(prm_input_check(&input, &agentteam_plans, &error), PRM_BAD_EVENT);
    assert_int_equal(error.kind, PRM_ERROR_PAYLOAD_COUNT);
}

static void test_kinds_do_not_mix(void **state)
{
    unsigned type;

    (void)state;
    for (type = 1; type <= PRM_EVENT_TYPES; type++) {
        begin_delivery((prm_event_type)type);
        if (prm_event_kind_of(type) == PRM_INPUT_DELIVERY)
            assert_int_equal(make(), PRM_OK);
        else
            check_refused(PRM_ERROR_PAYLOAD_KIND, "delivery");
    }
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    one.bundle.event.event_type = PRM_ON_REACTION_DELIVERY;
    assert_int_equal(prm_input_of_bundle(&input, &agentteam_plans, &one.bundle, &error), PRM_BAD_EVENT);
    assert_int_equal(error.kind, PRM_ERROR_PAYLOAD_KIND);
}

static void test_kind_and_type_belong_together(void **state)
{
    (void)state;
    begin_delivery(PRM_ON_REACTION_DELIVERY);
    assert_int_equal(make(), PRM_OK);
    input.kind = PRM_INPUT_TURN_CONTEXT;
    assert_int_equal(prm_input_check(&input, NULL, &error), PRM_BAD_EVENT);
    assert_string_equal(error.member, "kind");
}

/* A bundle needs the plans that it was compiled with, a delivery needs none. */
static void test_plans_are_needed_for_bundles(void **state)
{
    prm_plans plans = agentteam_plans;

    (void)state;
    plans.version++;
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(prm_input_of_bundle(&input, &agentteam_plans, &one.bundle, &error), PRM_OK);
    assert_int_equal(prm_input_check(&input, &agentteam_plans, &error), PRM_OK);
    assert_int_equal(prm_input_check(&input, &plans, &error), PRM_BAD_EVENT);
    assert_int_equal(error.kind, PRM_ERROR_NO_PLAN);
    begin_delivery(PRM_ON_REACTION_DELIVERY);
    assert_int_equal(make(), PRM_OK);
    assert_int_equal(prm_input_check(&input, &plans, &error), PRM_OK);
    assert_int_equal(prm_input_check(&input, NULL, &error), PRM_OK);
}

/* ---- nobody changes it afterwards ---- */

static void check_changed(prm_event_error_kind kind, const char *member)
{
    assert_int_equal(prm_input_check(&input, &agentteam_plans, &error), PRM_BAD_EVENT);
    assert_int_equal(error.kind, kind);
    assert_string_equal(error.member, member);
}

static void begin_bundle(void)
{
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(prm_input_of_bundle(&input, &agentteam_plans, &one.bundle, &error), PRM_OK);
}

/* Whoever sends cannot add a block, take one away, or exchange two. */
static void test_a_bundle_that_was_changed(void **state)
{
    prm_bundle_block block;

    (void)state;
    begin_bundle();
    one.bundle.blocks[one.bundle.count] = one.bundle.blocks[0];
    one.bundle.count++;
    check_changed(PRM_ERROR_CHANGED, "bundle");
    begin_bundle();
    one.bundle.count--;
    check_changed(PRM_ERROR_CHANGED, "bundle");
    begin_bundle();
    block = one.bundle.blocks[1];
    one.bundle.blocks[1] = one.bundle.blocks[2];
    one.bundle.blocks[2] = block;
    check_changed(PRM_ERROR_CHANGED, "bundle");
    begin_bundle();
    one.bundle.blocks[3].text_hash++;
    check_changed(PRM_ERROR_CHANGED, "bundle");
    begin_bundle();
    one.bundle.event.event_type = PRM_ON_THREAD_RESUME;
    check_changed(PRM_ERROR_PAYLOAD_KIND, "event_type");
    begin_bundle();
    input.fingerprint++;
    check_changed(PRM_ERROR_CHANGED, "fingerprint");
}

static void test_a_delivery_that_was_changed(void **state)
{
    (void)state;
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    assert_int_equal(make(), PRM_OK);
    delivery.payload_text = prm_cstr("Good-bye");
    check_changed(PRM_ERROR_CHANGED, "delivery");
}

/* What no fingerprint holds may not be changed on the way either. */
static void test_everything_is_sealed(void **state)
{
    static const size_t texts[] = {
        offsetof(prm_runtime_input, schema_version), offsetof(prm_runtime_input, event_id),
        offsetof(prm_runtime_input, turn_id), offsetof(prm_runtime_input, agent_id),
        offsetof(prm_runtime_input, channel_type)
    };
    static const size_t members[] = {
        offsetof(prm_delivery, transport.runtime_session_id), offsetof(prm_delivery, transport.active_turn_id),
        offsetof(prm_delivery, transport.wake_token), offsetof(prm_delivery, transport.deferred_batch_id),
        offsetof(prm_delivery, correlation.wake_token), offsetof(prm_delivery, replay.accepted_at)
    };
    const prm_text another = prm_cstr("another");
    size_t i;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts + sizeof members / sizeof *members + 2; i++) {
        const size_t member = i - sizeof texts / sizeof *texts;
        begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
        assert_int_equal(make(), PRM_OK);
        if (i < sizeof texts / sizeof *texts)
            memcpy((char *)&input + texts[i], &another, sizeof another);
        else if (member < sizeof members / sizeof *members)
            memcpy((char *)&delivery + members[member], &another, sizeof another);
        else if (member == sizeof members / sizeof *members)
            delivery.transport.attempt++;
        else
            delivery.replay.prior_attempt_count++;
        assert_int_equal(prm_input_check(&input, NULL, &error), PRM_BAD_EVENT);
        assert_int_equal(error.kind, PRM_ERROR_CHANGED);
        assert_string_equal(error.member, "seal");
    }
}

/* ---- fingerprints of deliveries ---- */

/* Members that change when the same thing is delivered again are in no fingerprint; all others are. */
static void test_fields_of_the_fingerprint(void **state)
{
    static const struct { size_t offset; bool counts; } texts[] = {
        { offsetof(prm_delivery, binding.target), true }, { offsetof(prm_delivery, binding.thread_ref), true },
        { offsetof(prm_delivery, binding.surface_kind), true },
        { offsetof(prm_delivery, transport.delivery_mode), true },
        { offsetof(prm_delivery, transport.runtime_session_id), false },
        { offsetof(prm_delivery, transport.thread_id), true },
        { offsetof(prm_delivery, transport.active_turn_id), false },
        { offsetof(prm_delivery, transport.wake_token), false },
        { offsetof(prm_delivery, transport.deferred_batch_id), false },
        { offsetof(prm_delivery, correlation.agent_id), true },
        { offsetof(prm_delivery, correlation.message_id), true },
        { offsetof(prm_delivery, correlation.delivery_id), true },
        { offsetof(prm_delivery, correlation.source_message_id), true },
        { offsetof(prm_delivery, correlation.target_key), true },
        { offsetof(prm_delivery, correlation.wake_token), false },
        { offsetof(prm_delivery, replay.deferred_reason), true },
        { offsetof(prm_delivery, replay.accepted_at), false },
        { offsetof(prm_delivery, replay.original_order_key), true },
        { offsetof(prm_delivery, author_display_name), true }, { offsetof(prm_delivery, message_type), true },
        { offsetof(prm_delivery, payload_text), true }, { offsetof(prm_delivery, metadata), true }
    };
    const prm_text other = prm_cstr("another");
    uint64_t before;
    size_t i;

    (void)state;
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    before = prm_delivery_fingerprint(&delivery);
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
        memcpy((char *)&delivery + texts[i].offset, &other, sizeof other);
        assert_int_equal(prm_delivery_fingerprint(&delivery) != before, texts[i].counts);
    }
}

static void test_numbers_of_the_fingerprint(void **state)
{
    uint64_t before;

    (void)state;
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    before = prm_delivery_fingerprint(&delivery);
    delivery.transport.attempt = 9;
    delivery.replay.prior_attempt_count = 8;
    assert_true(prm_delivery_fingerprint(&delivery) == before);
    delivery.correlation.target_seq = 6;
    assert_true(prm_delivery_fingerprint(&delivery) != before);
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    delivery.source_kind = PRM_DELIVERY_REACTION_SIGNAL;
    assert_true(prm_delivery_fingerprint(&delivery) != before);
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    delivery.replay.replay_state = PRM_REPLAY_DEFERRED_REPLAY;
    assert_true(prm_delivery_fingerprint(&delivery) != before);
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    delivery.evidence_class = PRM_EVIDENCE_REPLAY_STARTED;
    assert_true(prm_delivery_fingerprint(&delivery) != before);
}

/* Text that moves from one field to the next is another delivery. */
static void test_fields_do_not_run_together(void **state)
{
    uint64_t before;

    (void)state;
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    delivery.binding.target = prm_cstr("ab");
    delivery.binding.thread_ref = prm_cstr("c");
    before = prm_delivery_fingerprint(&delivery);
    delivery.binding.target = prm_cstr("a");
    delivery.binding.thread_ref = prm_cstr("bc");
    assert_true(prm_delivery_fingerprint(&delivery) != before);
}

static void test_delivered_again(void **state)
{
    uint64_t before;

    (void)state;
    begin_delivery(PRM_ON_ROUTED_MESSAGE_DELIVERY);
    assert_int_equal(make(), PRM_OK);
    before = input.fingerprint;
    event.event_id = prm_cstr("e-2");
    delivery.transport.wake_token = prm_cstr("w-2");
    delivery.correlation.wake_token = prm_cstr("w-2");
    delivery.transport.attempt = 2;
    delivery.transport.runtime_session_id = prm_cstr("s-2");
    assert_int_equal(make(), PRM_OK);
    assert_true(input.fingerprint == before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deliveries), cmocka_unit_test(test_ids_are_required),
        cmocka_unit_test(test_enumerations_are_known), cmocka_unit_test(test_exactly_one_payload),
        cmocka_unit_test(test_kinds_do_not_mix),
        cmocka_unit_test(test_plans_are_needed_for_bundles), cmocka_unit_test(test_kind_and_type_belong_together),
        cmocka_unit_test(test_a_bundle_that_was_changed), cmocka_unit_test(test_a_delivery_that_was_changed),
        cmocka_unit_test(test_everything_is_sealed),
        cmocka_unit_test(test_fields_of_the_fingerprint), cmocka_unit_test(test_numbers_of_the_fingerprint),
        cmocka_unit_test(test_fields_do_not_run_together), cmocka_unit_test(test_delivered_again)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
