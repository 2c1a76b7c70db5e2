/* Renderers: what is shown is what is sent, whatever fails on the way. */
#include "agent.h"

static agent one;
static agentteam_codex_thread_start_args args;
static prm_runtime_input input;
static prm_event_error error;
static kept sent, shown;
static prm_prompt_kind kinds[8];
static size_t texts, see_calls, fail_at;
static const prm_viewer nobody = { NULL, NULL };

static int see(void *context, const prm_visible *what, const char *data, size_t size)
{
    (void)context;
    if (++see_calls == fail_at)
        return 9;
    assert_true(same_text(what->runtime, "codex"));
    assert_true(same_text(what->event_id, "e-1"));
    assert_int_equal(what->event_type, PRM_ON_THREAD_START);
    if (size == 0) {
        kinds[texts++] = what->kind;
        return 0;
    }
    return keep(&shown, data, size);
}

static void begin(void)
{
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(prm_input_of_bundle(&input, &agentteam_plans, &one.bundle, &error), PRM_OK);
    memset(&args, 0, sizeof args);
    agentteam_codex_thread_start_take(&args, &one.args, &input);
    memset(&sent, 0, sizeof sent);
    memset(&shown, 0, sizeof shown);
    texts = see_calls = fail_at = 0;
}

static unsigned renderer(void)
{
    return agentteam_renderer_of(AGENTTEAM_RUNTIME_CODEX, PRM_ON_THREAD_START);
}

static prm_status send(void)
{
    return prm_send(&agentteam_plans, &agentteam_pack, renderer(), &input, &args, (prm_viewer){ see, NULL },
                    (prm_sink){ keep, &sent }, &error);
}

static void test_sent_and_shown(void **state)
{
    (void)state;
    begin();
    assert_int_equal(send(), PRM_OK);
    assert_int_equal(texts, 2);
    assert_int_equal(kinds[0], PRM_PROMPT_BASE_INSTRUCTIONS);
    assert_int_equal(kinds[1], PRM_PROMPT_DEVELOPER_INSTRUCTIONS);
    assert_true(sent.size > shown.size);
    assert_non_null(strstr(shown.bytes, "# Who you are\n"));
    assert_non_null(strstr(sent.bytes, "\"developerInstructions\":\"Instructions from AGENTS.md:\\n"));
}

static void test_nobody_looks(void **state)
{
    static kept again;

    (void)state;
    begin();
    assert_int_equal(send(), PRM_OK);
    memset(&again, 0, sizeof again);
    assert_int_equal(prm_send(&agentteam_plans, &agentteam_pack, renderer(), &input, &args, nobody,
                              (prm_sink){ keep, &again }, NULL), PRM_OK);
    assert_int_equal(again.size, sent.size);
    assert_memory_equal(again.bytes, sent.bytes, sent.size);
}

/* An empty output is sent as such, and not shown. */
static void test_empty_texts_are_not_shown(void **state)
{
    (void)state;
    begin();
    one.args.agents = agentteam_agents_array(NULL, 0);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(prm_input_of_bundle(&input, &agentteam_plans, &one.bundle, &error), PRM_OK);
    agentteam_codex_thread_start_take(&args, &one.args, &input);
    assert_int_equal(send(), PRM_OK);
    assert_int_equal(texts, 1);
    assert_non_null(strstr(sent.bytes, "\"developerInstructions\":\"\""));
}

/* ---- failures ---- */

static void test_a_viewer_that_fails(void **state)
{
    size_t calls, i;

    (void)state;
    begin();
    assert_int_equal(send(), PRM_OK);
    calls = see_calls;
    for (i = 1; i <= calls; i++) {
        begin();
        fail_at = i;
        assert_int_equal(send(), PRM_SINK_FAILED);
        assert_int_equal(error.kind, PRM_ERROR_VIEWER_FAILED);
        assert_int_equal(error.report.code, 9);
        assert_int_equal(see_calls, i);
        assert_int_equal(sent.calls, 0);
    }
}

static void test_a_sink_that_fails(void **state)
{
    size_t calls, i;

    (void)state;
    begin();
    assert_int_equal(send(), PRM_OK);
    calls = sent.calls;
    for (i = 1; i <= calls; i++) {
        begin();
        sent.fail_at = i;
        assert_int_equal(send(), PRM_SINK_FAILED);
        assert_int_equal(error.kind, PRM_ERROR_NOT_RENDERED);
        assert_int_equal(error.report.code, 7);
        assert_int_equal(sent.calls, i);
    }
}

static size_t rows_left;

static int make_row(void *context, size_t index, void *row)
{
    agentteam_agents_row *const file = row;

    (void)context;
    (void)index;
    file->path = file->version = file->text = prm_cstr("x");
    return rows_left-- == 0 ? 42 : 0;
}

/* A source of rows that fails is told, whichever of its calls it is: measuring, showing or sending. */
static void test_rows_that_fail(void **state)
{
    static agentteam_agents_row row;
    size_t at, calls = 1;

    (void)state;
    for (at = 0; at <= calls; at++) {
        begin();
        rows_left = SIZE_MAX;
        one.args.agents = agentteam_agents_source(&row, 2, make_row, NULL);
        assert_int_equal(agent_compile(&one), PRM_OK);
        assert_int_equal(prm_input_of_bundle(&input, &agentteam_plans, &one.bundle, &error), PRM_OK);
        agentteam_codex_thread_start_take(&args, &one.args, &input);
        rows_left = at == 0 ? SIZE_MAX : at - 1;
        assert_int_equal(send(), at == 0 ? PRM_OK : PRM_ROW_FAILED);
        if (at == 0)
            calls = SIZE_MAX - rows_left;
        else
            assert_int_equal(error.kind, PRM_ERROR_NOT_RENDERED);
        assert_int_equal(error.report.code, at == 0 ? 0 : 42);
    }
    assert_true(calls > 4);
}

/* Nothing is shown or sent when a value is missing. */
static void test_a_missing_value(void **state)
{
    (void)state;
    begin();
    args.workspace = prm_bytes(NULL, 0);
    assert_int_equal(send(), PRM_MISSING);
    assert_int_equal(error.kind, PRM_ERROR_NOT_RENDERED);
    assert_string_equal(prm_placeholder_name(&agentteam_pack, error.report.id, error.report.placeholder),
                        "workspace");
    assert_int_equal(see_calls + sent.calls, 0);
}

static void test_wrong_renderers(void **state)
{
    unsigned number;

    (void)state;
    for (number = 0; number < 40; number++) {
        begin();
        if (number < agentteam_plans.renderer_count
            && agentteam_plans.renderers[number].event == PRM_ON_THREAD_START)
            continue;
        assert_int_equal(prm_send(&agentteam_plans, &agentteam_pack, number, &input, &args, nobody,
                                  (prm_sink){ keep, &sent }, &error), PRM_BAD_EVENT);
        assert_int_equal(error.kind, PRM_ERROR_NO_RENDERER);
        assert_int_equal(sent.calls, 0);
    }
    assert_int_equal(agentteam_renderer_of(AGENTTEAM_RUNTIME_CODEX, (prm_event_type)0), PRM_NO_RENDERER);
    assert_int_equal(agentteam_renderer_of(AGENTTEAM_RUNTIME_CODEX, (prm_event_type)10), PRM_NO_RENDERER);
    assert_int_equal(agentteam_renderer_of((agentteam_runtime)AGENTTEAM_RUNTIMES, PRM_ON_WAKE), PRM_NO_RENDERER);
}

/* A renderer that points out of its tables is none. */
static void test_damaged_renderers(void **state)
{
    static prm_renderer renderers[64];
    prm_plans plans = agentteam_plans;
    prm_renderer *const damaged = &renderers[renderer()];
    unsigned way;

    (void)state;
    assert_true(plans.renderer_count <= 64);
    for (way = 0; way < 4; way++) {
        begin();
        memcpy(renderers, agentteam_plans.renderers, plans.renderer_count * sizeof *renderers);
        plans = agentteam_plans;
        plans.renderers = renderers;
        if (way == 1)
            damaged->runtime = (uint8_t)plans.runtime_count;
        else if (way == 2)
            damaged->first = (uint16_t)(plans.shown_count + 1);
        else if (way == 3)
            damaged->count = (uint16_t)(plans.shown_count - damaged->first + 1);
        assert_int_equal(prm_send(&plans, &agentteam_pack, renderer(), &input, &args, nobody,
                                  (prm_sink){ keep, &sent }, &error), way == 0 ? PRM_OK : PRM_BAD_EVENT);
        assert_true(way == 0 || error.kind == PRM_ERROR_NO_RENDERER);
        assert_true(way == 0 || sent.calls == 0);
    }
    begin();
    args.workspace = prm_bytes(NULL, 0);
    assert_int_equal(prm_send(&agentteam_plans, &agentteam_pack, renderer(), &input, &args, nobody,
                              (prm_sink){ keep, &sent }, NULL), PRM_MISSING);
}

/* Whoever sends cannot slip a block into what was compiled. */
static void test_a_changed_input_is_not_sent(void **state)
{
    (void)state;
    begin();
    one.bundle.blocks[one.bundle.count] = one.bundle.blocks[0];
    one.bundle.count++;
    assert_int_equal(send(), PRM_BAD_EVENT);
    assert_int_equal(error.kind, PRM_ERROR_CHANGED);
    assert_int_equal(see_calls + sent.calls, 0);
}

/* ---- deliveries ---- */

static prm_delivery a_delivery(void);

/* A delivery is checked without plans, but not sent without them. */
static void test_foreign_plans(void **state)
{
    const prm_delivery delivery = a_delivery();
    const unsigned number = agentteam_renderer_of(AGENTTEAM_RUNTIME_CLAUDE, PRM_ON_ROUTED_MESSAGE_DELIVERY);
    prm_plans plans = agentteam_plans;
    prm_descriptor event;

    (void)state;
    begin();
    memset(&event, 0, sizeof event);
    event.event_type = PRM_ON_ROUTED_MESSAGE_DELIVERY;
    event.event_id = event.agent_id = event.channel_type = prm_cstr("x");
    assert_int_equal(prm_input_of_delivery(&input, &event, &delivery, &error), PRM_OK);
    assert_int_equal(prm_send(NULL, &agentteam_pack, number, &input, &args, nobody, (prm_sink){ keep, &sent },
                              &error), PRM_BAD_EVENT);
    assert_int_equal(error.kind, PRM_ERROR_NO_RENDERER);
    plans.version++;
    assert_int_equal(prm_send(&plans, &agentteam_pack, number, &input, &args, nobody, (prm_sink){ keep, &sent },
                              &error), PRM_BAD_EVENT);
    assert_int_equal(error.kind, PRM_ERROR_NO_RENDERER);
    assert_int_equal(sent.calls, 0);
}

static void deliver(const prm_delivery *delivery, bool answered)
{
    static agentteam_routed_message_delivery_args event_args;
    static agentteam_claude_routed_message_delivery_args out;
    prm_descriptor event;

    memset(&event, 0, sizeof event);
    event.event_type = PRM_ON_ROUTED_MESSAGE_DELIVERY;
    event.event_id = prm_cstr("e-1");
    event.agent_id = event.channel_type = prm_cstr("x");
    assert_int_equal(prm_input_of_delivery(&input, &event, delivery, &error), PRM_OK);
    memset(&event_args, 0, sizeof event_args);
    memset(&out, 0, sizeof out);
    memset(&sent, 0, sizeof sent);
    event_args.answered = answered;
    agentteam_routed_message_delivery_name(&event_args, AGENTTEAM_RUNTIME_CLAUDE);
    agentteam_routed_message_delivery_fill(&event_args, &input);
    agentteam_claude_routed_message_delivery_take(&out, &event_args, &input);
    assert_int_equal(prm_send(&agentteam_plans, &agentteam_pack,
                              agentteam_renderer_of(AGENTTEAM_RUNTIME_CLAUDE, PRM_ON_ROUTED_MESSAGE_DELIVERY), &input,
                              &out, nobody, (prm_sink){ keep, &sent }, &error), PRM_OK);
    sent.bytes[sent.size] = '\0';
}

static prm_delivery a_delivery(void)
{
    prm_delivery delivery;

    memset(&delivery, 0, sizeof delivery);
    delivery.source_kind = PRM_DELIVERY_ROUTED_MESSAGE;
    delivery.replay.replay_state = PRM_REPLAY_DEFERRED_REPLAY;
    delivery.binding.target = delivery.correlation.target_key = prm_cstr("#build");
    delivery.transport.delivery_mode = prm_cstr("stdin_delivery");
    delivery.correlation.agent_id = delivery.correlation.message_id = prm_cstr("m-1");
    delivery.author_display_name = prm_cstr("Grace");
    delivery.payload_text = prm_cstr("Hello");
    return delivery;
}

/* Members without a value are left out; numbers are always there. */
static void test_optional_members(void **state)
{
    prm_delivery delivery = a_delivery();

    (void)state;
    deliver(&delivery, false);
    assert_null(strstr(sent.bytes, "wakeToken"));
    assert_null(strstr(sent.bytes, "evidenceClass"));
    assert_null(strstr(sent.bytes, "deferredBatchId"));
    assert_non_null(strstr(sent.bytes, "\"attempt\":0"));
    delivery.transport.wake_token = delivery.correlation.wake_token = prm_cstr("w-1");
    delivery.evidence_class = PRM_EVIDENCE_WAKE_FAILED;
    delivery.transport.deferred_batch_id = prm_cstr("b-1");
    delivery.transport.attempt = 3;
    deliver(&delivery, false);
    assert_non_null(strstr(sent.bytes, "\"wakeToken\":\"w-1\""));
    assert_non_null(strstr(sent.bytes, "\"evidenceClass\":\"wake_failed\""));
    assert_non_null(strstr(sent.bytes, "\"deferredBatchId\":\"b-1\""));
    assert_non_null(strstr(sent.bytes, "\"attempt\":3"));
}

/* A replay is mentioned only where it changes what the model should do. */
static void test_replay_hint(void **state)
{
    prm_delivery delivery = a_delivery();

    (void)state;
    deliver(&delivery, false);
    assert_null(strstr(sent.bytes, "answered this already"));
    deliver(&delivery, true);
    assert_non_null(strstr(sent.bytes, "answered this already"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sent_and_shown), cmocka_unit_test(test_nobody_looks),
        cmocka_unit_test(test_empty_texts_are_not_shown), cmocka_unit_test(test_a_viewer_that_fails),
        cmocka_unit_test(test_a_sink_that_fails), cmocka_unit_test(test_rows_that_fail),
        cmocka_unit_test(test_a_missing_value),
        cmocka_unit_test(test_wrong_renderers), cmocka_unit_test(test_damaged_renderers),
        cmocka_unit_test(test_foreign_plans), cmocka_unit_test(test_a_changed_input_is_not_sent),
        cmocka_unit_test(test_optional_members), cmocka_unit_test(test_replay_hint)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
