/* Compiling events: what is listed, what it costs, and what is refused. */
#include "agent.h"

#include <promptrom/xxh64.h>

static agent one, other;

/* ---- what is listed ---- */

static void test_thread(void **state)
{
    static const char *const order[] = {
        "platform.core", "platform.role_and_local_identity", "documents.identity", "platform.memory",
        "platform.capabilities", "channel.core", "agent.description", "documents.agents"
    };
    size_t i;

    (void)state;
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(one.bundle.count, sizeof order / sizeof *order);
    for (i = 0; i < one.bundle.count; i++)
        assert_true(same_text(prm_plan_text(&agentteam_plans, one.bundle.blocks[i].info->id), order[i]));
    assert_int_equal(one.error.kind, PRM_ERROR_NONE);
}

static void test_blocks_come_and_go_with_their_arguments(void **state)
{
    (void)state;
    agent_begin(&one);
    one.args.identity = prm_bytes(NULL, 0);
    one.args.description = prm_cstr("");
    one.args.agents = agentteam_agents_array(NULL, 0);
    one.args.initial_role = prm_cstr("Build engineer");
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_null(agent_block(&one, "documents.identity"));
    assert_null(agent_block(&one, "agent.description"));
    assert_null(agent_block(&one, "documents.agents"));
    assert_non_null(agent_block(&one, "agent.initial_role"));
}

static int give_file(void *context, size_t index, void *row)
{
    const agentteam_agents_row *const files = context;

    memcpy(row, &files[index], sizeof files[index]);
    return 0;
}

/* Rows from an array and from a source give the same blocks, each with its own version. */
static void test_repeated_blocks(void **state)
{
    static agentteam_agents_row memory;

    (void)state;
    agent_begin(&one);
    agent_begin(&other);
    one.files[1] = one.files[0];
    one.files[1].path = prm_cstr("src/AGENTS.md");
    one.files[1].version = prm_cstr("b1");
    one.args.agents = agentteam_agents_array(one.files, 2);
    other.args.agents = agentteam_agents_source(&memory, 2, give_file, one.files);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(agent_compile(&other), PRM_OK);
    assert_int_equal(one.bundle.count, 9);
    assert_int_equal(one.bundle.blocks[7].row, 0);
    assert_int_equal(one.bundle.blocks[8].row, 1);
    assert_true(same_text(one.bundle.blocks[8].version, "b1"));
    assert_true(same_text(one.bundle.blocks[8].path, "src/AGENTS.md"));
    assert_true(one.bundle.blocks[7].text_hash != one.bundle.blocks[8].text_hash);
    assert_true(one.bundle.fingerprint == other.bundle.fingerprint);
}

/* Where only the last rows are shown, blocks keep the caller's numbers. */
static void test_rows_that_are_left_out(void **state)
{
    static agentteam_history_row rows[70];
    static prm_bundle_block blocks[80];
    agentteam_wake_args args;
    prm_bundle bundle = prm_bundle_make(blocks, 80);
    prm_descriptor event;
    size_t i;

    (void)state;
    memset(&args, 0, sizeof args);
    memset(&event, 0, sizeof event);
    event.event_type = PRM_ON_WAKE;
    event.event_id = prm_cstr("e-1");
    for (i = 0; i < 70; i++) {
        rows[i].author = prm_cstr("Grace");
        rows[i].said = prm_cstr("Hello");
    }
    args.history = agentteam_history_array(rows, 70);
    agentteam_wake_name(&args, AGENTTEAM_RUNTIME_CLAUDE);
    assert_int_equal(prm_compile(&agentteam_plans, &agentteam_pack, &event, &args, 0, &bundle, NULL), PRM_OK);
    assert_int_equal(bundle.count, 64 + 1);
    for (i = 0; i < 64; i++)
        assert_int_equal(blocks[i].row, 6 + i);
    assert_int_equal(blocks[64].row, PRM_NO_ROW);
}

/* Hashes of texts that the compiler knew are those of the texts. */
static void test_fixed_texts(void **state)
{
    static kept text;
    const prm_bundle_block *block;
    prm_xxh64 hash = prm_xxh64_begin();

    (void)state;
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    block = agent_block(&one, "platform.capabilities");
    assert_int_equal(block->info->flags, PRM_PLAN_FIXED | PRM_PLAN_ALWAYS);
    text.size = text.calls = 0;
    assert_int_equal(prm_emit(&agentteam_pack, AGENTTEAM_PLATFORM_CAPABILITIES_ID, NULL, PRM_TEXT,
                              (prm_sink){ keep, &text }, NULL), PRM_OK);
    prm_xxh64_add(&hash, text.bytes, text.size);
    assert_true(block->text_hash == prm_xxh64_end(&hash));
    assert_int_equal(block->size, text.size);
}

/* A pack that is not the plans' own, such as an overlay, gets no text that was known before. */
static void test_another_view_is_read_anew(void **state)
{
    prm_pack copy = agentteam_pack;

    (void)state;
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    agent_begin(&other);
    assert_int_equal(prm_compile(&agentteam_plans, &copy, &other.event, &other.args, 0, &other.bundle, &other.error),
                     PRM_OK);
    assert_int_equal(one.bundle.count, other.bundle.count);
    assert_true(one.bundle.fingerprint == other.bundle.fingerprint);
}

/* ---- fingerprints ---- */

enum { BASE = 1, DEVELOPER = 2, TURN = 4, REFERENCE = 8, BUNDLE = 16, ENVELOPE = 32 };

/* What differs between two compiled threads. */
static unsigned differences(agent *first, agent *second)
{
    prm_runtime_input a, b;
    unsigned found = 0, i;

    assert_int_equal(agent_compile(first), PRM_OK);
    assert_int_equal(agent_compile(second), PRM_OK);
    assert_int_equal(prm_input_of_bundle(&a, &agentteam_plans, &first->bundle, NULL), PRM_OK);
    assert_int_equal(prm_input_of_bundle(&b, &agentteam_plans, &second->bundle, NULL), PRM_OK);
    for (i = 0; i < PRM_OUTPUTS; i++)
        if (first->bundle.outputs[i] != second->bundle.outputs[i])
            found |= 1u << i;
    if (first->bundle.fingerprint != second->bundle.fingerprint)
        found |= BUNDLE;
    return a.fingerprint != b.fingerprint ? found | ENVELOPE : found;
}

static void test_what_a_change_changes(void **state)
{
    (void)state;
    agent_begin(&one);
    agent_begin(&other);
    assert_int_equal(differences(&one, &other), 0);

    other.files[0].text = prm_cstr("Use spaces.");
    assert_int_equal(differences(&one, &other), DEVELOPER | BUNDLE | ENVELOPE);

    agent_begin(&other);
    other.files[0].version = prm_cstr("a2");
    assert_int_equal(differences(&one, &other), DEVELOPER | BUNDLE | ENVELOPE);

    agent_begin(&other);
    other.args.description = prm_cstr("Keeps the build red.");
    assert_int_equal(differences(&one, &other), BASE | BUNDLE | ENVELOPE);

    agent_begin(&other);
    other.args.initial_role = prm_cstr("Build engineer");
    assert_int_equal(differences(&one, &other), BASE | BUNDLE | ENVELOPE);

    agent_begin(&other);
    other.event.agent_id = prm_cstr("agent-2");
    assert_int_equal(differences(&one, &other), BASE | DEVELOPER | TURN | REFERENCE | BUNDLE | ENVELOPE);

    agent_begin(&other);
    other.event.event_id = prm_cstr("e-2");
    other.event.turn_id = prm_cstr("turn-2");
    assert_int_equal(differences(&one, &other), 0);
}

/* Start and resume have the same outputs, and are told apart as bundles. */
static void test_event_type_counts_in_the_bundle(void **state)
{
    agentteam_thread_resume_args args;

    (void)state;
    agent_begin(&one);
    agent_begin(&other);
    assert_int_equal(agent_compile(&one), PRM_OK);
    memset(&args, 0, sizeof args);
    args.agent_name = other.args.agent_name;
    args.team_name = other.args.team_name;
    args.workspace = other.args.workspace;
    args.identity = other.args.identity;
    args.identity_version = other.args.identity_version;
    args.description = other.args.description;
    args.agents = other.args.agents;
    agentteam_thread_resume_name(&args, AGENTTEAM_RUNTIME_CODEX);
    other.event.event_type = PRM_ON_THREAD_RESUME;
    assert_int_equal(prm_compile(&agentteam_plans, &agentteam_pack, &other.event, &args, 0, &other.bundle, NULL),
                     PRM_OK);
    assert_memory_equal(one.bundle.outputs, other.bundle.outputs, sizeof one.bundle.outputs);
    assert_true(one.bundle.fingerprint != other.bundle.fingerprint);
}

/* ---- what is refused ---- */

static void test_a_block_over_the_limit(void **state)
{
    (void)state;
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    one.max_tokens = agent_block(&one, "channel.core")->tokens;
    assert_int_equal(agent_compile(&one), PRM_OK);
    one.max_tokens--;
    assert_int_equal(agent_compile(&one), PRM_BAD_EVENT);
    assert_int_equal(one.error.kind, PRM_ERROR_BLOCK_TOO_LARGE);
    assert_true(same_text(one.error.block_id, "channel.core"));
    assert_true(same_text(one.error.source, "channel/core.md"));
    assert_int_equal(one.error.tokens, one.max_tokens + 1);
    assert_int_equal(one.error.limit, one.max_tokens);
    assert_true(same_text(one.error.event_id, "e-1"));
    assert_int_equal(one.error.event_type, PRM_ON_THREAD_START);
    assert_int_equal(one.error.failure, PRM_FAILURE_RUNTIME_START);
    assert_int_equal(one.bundle.count, 0);
}

/* Rows are blocks of their own: the first one is refused as soon as the second begins. */
static void test_a_row_over_the_limit(void **state)
{
    static char text[4000];
    size_t i;

    (void)state;
    memset(text, 'x', sizeof text);
    agent_begin(&one);
    one.files[1] = one.files[0];
    one.args.agents = agentteam_agents_array(one.files, 2);
    one.max_tokens = 900;
    assert_int_equal(agent_compile(&one), PRM_OK);
    for (i = 0; i < 2; i++) {
        agent_begin(&one);
        one.files[1] = one.files[0];
        one.files[i].text = prm_bytes(text, sizeof text);
        one.args.agents = agentteam_agents_array(one.files, 2);
        one.max_tokens = 900;
        assert_int_equal(agent_compile(&one), PRM_BAD_EVENT);
        assert_int_equal(one.error.kind, PRM_ERROR_BLOCK_TOO_LARGE);
        assert_true(same_text(one.error.block_id, "documents.agents"));
    }
}

/* Nothing can be made of a bundle that failed, whatever it held before. */
static void test_a_failed_bundle_is_of_no_event(void **state)
{
    prm_runtime_input input;

    (void)state;
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    one.max_tokens = 5;
    assert_int_equal(agent_compile(&one), PRM_BAD_EVENT);
    assert_int_equal(one.bundle.fingerprint, 0);
    assert_int_equal(one.bundle.outputs[PRM_OUTPUT_BASE - 1], 0);
    assert_int_equal(one.bundle.capacity, AGENT_BLOCKS);
    assert_int_equal(prm_input_of_bundle(&input, &agentteam_plans, &one.bundle, &one.error), PRM_BAD_EVENT);
    assert_int_equal(one.error.kind, PRM_ERROR_UNKNOWN_EVENT);
}

/* A fixed text is held against the limit as well. */
static void test_a_fixed_block_over_the_limit(void **state)
{
    static prm_bundle_block blocks[4];
    agentteam_resume_args args;
    prm_bundle bundle = prm_bundle_make(blocks, 4);
    prm_event_error error;
    prm_descriptor event;

    (void)state;
    memset(&args, 0, sizeof args);
    memset(&event, 0, sizeof event);
    event.event_type = PRM_ON_RESUME;
    event.event_id = prm_cstr("e-1");
    assert_int_equal(prm_compile(&agentteam_plans, &agentteam_pack, &event, &args, 3, &bundle, &error),
                     PRM_BAD_EVENT);
    assert_true(same_text(error.block_id, "events.resume"));
    assert_int_equal(error.failure, PRM_FAILURE_WAKE);
}

static void test_no_room(void **state)
{
    size_t capacity;

    (void)state;
    agent_begin(&one);
    assert_int_equal(agent_compile(&one), PRM_OK);
    for (capacity = 0; capacity < 8; capacity++) {
        agent_begin(&other);
        other.bundle.capacity = capacity;
        assert_int_equal(agent_compile(&other), PRM_BAD_EVENT);
        assert_int_equal(other.error.kind, PRM_ERROR_TOO_MANY_BLOCKS);
        assert_int_equal(other.error.limit, capacity);
    }
    agent_begin(&other);
    other.bundle.capacity = 8;
    assert_int_equal(agent_compile(&other), PRM_OK);
}

static void test_missing_values_are_named(void **state)
{
    (void)state;
    agent_begin(&one);
    one.args.workspace = prm_bytes(NULL, 0);
    assert_int_equal(agent_compile(&one), PRM_MISSING);
    assert_int_equal(one.error.kind, PRM_ERROR_NOT_RENDERED);
    assert_true(same_text(one.error.block_id, "platform.memory"));
    assert_string_equal(prm_name(&agentteam_pack, one.error.report.id), "platform.memory");
    assert_string_equal(prm_placeholder_name(&agentteam_pack, one.error.report.id, one.error.report.placeholder),
                        "workspace");
}

static unsigned rows_made, rows_fail_at;

static int make_row(void *context, size_t index, void *row)
{
    agentteam_agents_row *const file = row;

    (void)context;
    (void)index;
    file->path = file->version = file->text = prm_cstr("x");
    return ++rows_made == rows_fail_at ? 42 : 0;
}

/* A source of rows that fails is told, whichever of its calls it is. */
static void test_rows_that_fail(void **state)
{
    static agentteam_agents_row row;
    unsigned at, calls = 1;

    (void)state;
    for (at = 0; at <= calls; at++) {
        agent_begin(&one);
        one.args.agents = agentteam_agents_source(&row, 3, make_row, NULL);
        rows_made = 0;
        rows_fail_at = at;
        assert_int_equal(agent_compile(&one), at == 0 ? PRM_OK : PRM_ROW_FAILED);
        calls = at == 0 ? rows_made : calls;
        assert_int_equal(one.error.kind, at == 0 ? PRM_ERROR_NONE : PRM_ERROR_NOT_RENDERED);
        assert_int_equal(one.error.report.code, at == 0 ? 0 : 42);
        assert_true(at == 0 || same_text(one.error.block_id, "documents.agents"));
    }
    assert_int_equal(calls, 6);
}

/* A row that has lost a value when it is made for the second time: only while the text is read. */
static int forget_text(void *context, size_t index, void *row)
{
    agentteam_agents_row *const file = row;

    (void)context;
    (void)index;
    file->path = file->version = file->text = prm_cstr("x");
    if (++rows_made > 1)
        file->text = prm_bytes(NULL, 0);
    return 0;
}

static void test_rows_that_change(void **state)
{
    static agentteam_agents_row row;

    (void)state;
    agent_begin(&one);
    one.args.agents = agentteam_agents_source(&row, 1, forget_text, NULL);
    rows_made = 0;
    assert_int_equal(agent_compile(&one), PRM_MISSING);
    assert_int_equal(rows_made, 2);
    assert_true(same_text(one.error.block_id, "documents.agents"));
    assert_int_equal(one.error.report.code, 0);
    rows_made = 0;
    assert_int_equal(prm_compile(&agentteam_plans, &agentteam_pack, &one.event, &one.args, 0, &one.bundle, NULL),
                     PRM_MISSING);
}

/* The argument that says where a document comes from is looked at first. */
static void test_a_path_is_required(void **state)
{
    static prm_block_info blocks[64];
    prm_plans plans = agentteam_plans;
    size_t i;

    (void)state;
    assert_true(plans.block_count <= 64);
    memcpy(blocks, plans.blocks, plans.block_count * sizeof *blocks);
    for (i = 0; i < plans.block_count; i++)
        if (blocks[i].version_input != PRM_NO_INPUT)
            blocks[i].path_input = blocks[i].version_input;
    plans.blocks = blocks;
    agent_begin(&one);
    one.args.identity_version = prm_bytes(NULL, 0);
    assert_int_equal(prm_compile(&plans, &agentteam_pack, &one.event, &one.args, 0, &one.bundle, &one.error),
                     PRM_MISSING);
    assert_true(same_text(one.error.block_id, "documents.identity"));
}

/* A document without a version would keep its fingerprint when it changes. */
static void test_a_version_is_required(void **state)
{
    (void)state;
    agent_begin(&one);
    one.args.identity_version = prm_bytes(NULL, 0);
    assert_int_equal(agent_compile(&one), PRM_MISSING);
    assert_true(same_text(one.error.block_id, "documents.identity"));
    assert_string_equal(prm_placeholder_name(&agentteam_pack, one.error.report.id, one.error.report.placeholder),
                        "identity_version");
    agent_begin(&one);
    one.files[0].version = prm_bytes(NULL, 0);
    assert_int_equal(agent_compile(&one), PRM_MISSING);
    assert_true(same_text(one.error.block_id, "documents.agents"));
    assert_int_equal(one.error.report.row, 0);
}

static void test_unknown_events(void **state)
{
    unsigned event;

    (void)state;
    for (event = 0; event < 40; event++) {
        agent_begin(&one);
        one.event.event_type = (prm_event_type)event;
        one.event.event_id = prm_bytes("", 0);
        assert_int_equal(agent_compile(&one), PRM_BAD_EVENT);
        assert_int_equal(one.error.kind, event >= 1 && event <= PRM_EVENT_TYPES ? PRM_ERROR_EVENT_ID_MISSING
                                                                                : PRM_ERROR_UNKNOWN_EVENT);
    }
    agent_begin(&one);
    one.event.event_id = prm_bytes(NULL, 0);
    assert_int_equal(agent_compile(&one), PRM_BAD_EVENT);
    assert_int_equal(one.error.kind, PRM_ERROR_EVENT_ID_MISSING);
}

static void test_foreign_tables(void **state)
{
    prm_plans plans = agentteam_plans;

    (void)state;
    plans.version++;
    agent_begin(&one);
    assert_int_equal(prm_compile(&plans, &agentteam_pack, &one.event, &one.args, 0, &one.bundle, &one.error),
                     PRM_BAD_EVENT);
    assert_int_equal(one.error.kind, PRM_ERROR_NO_PLAN);
    assert_int_equal(prm_compile(NULL, &agentteam_pack, &one.event, &one.args, 0, &one.bundle, NULL), PRM_BAD_EVENT);
}

/* ---- names and classes ---- */

static void test_classes(void **state)
{
    unsigned event;

    (void)state;
    for (event = 0; event <= PRM_EVENT_TYPES + 1; event++)
        assert_int_equal(prm_failure_class_of(event), event >= 1 && event <= 3 ? PRM_FAILURE_RUNTIME_START
                                                                              : PRM_FAILURE_WAKE);
    assert_true(same_text(prm_failure_class_name(PRM_FAILURE_RUNTIME_START), "runtime_start_failed"));
    assert_true(same_text(prm_failure_class_name(PRM_FAILURE_WAKE), "wake_failed"));
}

static void test_names(void **state)
{
    static const struct { prm_text (*name)(unsigned); unsigned last; const char *first, *end; } names[] = {
        { prm_block_type_name, 4, "instruction", "reference" },
        { prm_block_layer_name, 8, "platform", "runtime_guidance" },
        { prm_block_output_name, 4, "base", "reference" },
        { prm_durability_name, 4, "persistent", "compactable" },
        { prm_source_kind_name, 6, "markdown_template", "notice" },
        { prm_event_type_name, 9, "thread_start", "final_visible_reply_check" },
        { prm_input_kind_name, 3, "thread_contract", "delivery_envelope" },
        { prm_delivery_source_name, 2, "routed_message", "reaction_signal" },
        { prm_replay_state_name, 2, "direct_live", "deferred_replay" },
        { prm_evidence_class_name, 7, "deferred_while_busy", "completed_without_visible_reply" },
        { prm_event_error_name, PRM_ERROR_KINDS, "block_too_large", "viewer_failed" },
        { prm_prompt_kind_name, 6, "base_instructions", "delivery_text" }
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(same_text(names[i].name(1), names[i].first));
        assert_true(same_text(names[i].name(names[i].last), names[i].end));
        assert_int_equal(names[i].name(0).size, 0);
        assert_int_equal(names[i].name(names[i].last + 1).size, 0);
        assert_int_equal(names[i].name(0xFFFFFFFFu).size, 0);
    }
}

static void test_kinds_of_events(void **state)
{
    static const unsigned kinds[] = { 0, 1, 1, 2, 2, 2, 2, 3, 3, 2, 0 };
    unsigned event;

    (void)state;
    for (event = 0; event < sizeof kinds / sizeof *kinds; event++)
        assert_int_equal(prm_event_kind_of(event), kinds[event]);
}

static void test_damaged_texts(void **state)
{
    static const char text[] = "\003\000abc\000\377\000x";
    prm_plans plans;

    (void)state;
    memset(&plans, 0, sizeof plans);
    plans.text = text;
    plans.text_size = sizeof text - 1;
    assert_true(same_text(prm_plan_text(&plans, 2), "abc"));
    assert_int_equal(prm_plan_text(&plans, 0).size, 0);
    assert_int_equal(prm_plan_text(&plans, 8).size, 0);
    assert_int_equal(prm_plan_text(&plans, 100).size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thread), cmocka_unit_test(test_blocks_come_and_go_with_their_arguments),
        cmocka_unit_test(test_repeated_blocks), cmocka_unit_test(test_rows_that_are_left_out),
        cmocka_unit_test(test_fixed_texts),
        cmocka_unit_test(test_another_view_is_read_anew), cmocka_unit_test(test_what_a_change_changes),
        cmocka_unit_test(test_event_type_counts_in_the_bundle), cmocka_unit_test(test_a_block_over_the_limit),
        cmocka_unit_test(test_a_row_over_the_limit),
        cmocka_unit_test(test_a_failed_bundle_is_of_no_event),
        cmocka_unit_test(test_a_fixed_block_over_the_limit), cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_missing_values_are_named), cmocka_unit_test(test_rows_that_fail),
        cmocka_unit_test(test_a_version_is_required),
        cmocka_unit_test(test_unknown_events), cmocka_unit_test(test_foreign_tables),
        cmocka_unit_test(test_rows_that_change), cmocka_unit_test(test_a_path_is_required),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_names), cmocka_unit_test(test_kinds_of_events), cmocka_unit_test(test_damaged_texts)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
