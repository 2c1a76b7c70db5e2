/* Contracts: which outputs no longer hold, and because of which blocks. */
#include "agent.h"

static agent one, other;
static prm_contract_block first_blocks[AGENT_BLOCKS], second_blocks[AGENT_BLOCKS];
static prm_contract_difference found[AGENT_BLOCKS];
static bool invalid[PRM_OUTPUTS];
static size_t count;

static void compare(void)
{
    prm_contract last = { first_blocks, AGENT_BLOCKS, 0, { 0 } }, now = { second_blocks, AGENT_BLOCKS, 0, { 0 } };

    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(agent_compile(&other), PRM_OK);
    assert_int_equal(prm_contract_take(&last, &one.bundle), PRM_OK);
    assert_int_equal(prm_contract_take(&now, &other.bundle), PRM_OK);
    prm_contract_compare(&last, &now, invalid, found, AGENT_BLOCKS, &count);
}

static void check_invalid(bool base, bool developer)
{
    assert_int_equal(invalid[PRM_OUTPUT_BASE - 1], base);
    assert_int_equal(invalid[PRM_OUTPUT_DEVELOPER - 1], developer);
    assert_false(invalid[PRM_OUTPUT_TURN - 1]);
    assert_false(invalid[PRM_OUTPUT_REFERENCE - 1]);
}

static void check_difference(size_t i, prm_contract_change change, const char *id, uint32_t row, unsigned output)
{
    assert_true(i < count);
    assert_int_equal(found[i].change, change);
    assert_true(same_text(prm_plan_text(&agentteam_plans, agentteam_plans.blocks[found[i].block].id), id));
    assert_int_equal(found[i].row, row);
    assert_int_equal(found[i].output, output);
}

static void begin(void)
{
    agent_begin(&one);
    agent_begin(&other);
}

static void test_nothing_changed(void **state)
{
    (void)state;
    begin();
    compare();
    assert_int_equal(count, 0);
    check_invalid(false, false);
}

static void test_developer_only(void **state)
{
    (void)state;
    begin();
    other.files[0].text = prm_cstr("Use spaces.");
    compare();
    assert_int_equal(count, 1);
    check_difference(0, PRM_CONTRACT_CHANGED, "documents.agents", 0, PRM_OUTPUT_DEVELOPER);
    check_invalid(false, true);
}

static void test_base_only(void **state)
{
    (void)state;
    begin();
    other.args.description = prm_cstr("Another.");
    other.args.initial_role = prm_cstr("Build engineer");
    other.args.identity = prm_bytes(NULL, 0);
    compare();
    assert_int_equal(count, 3);
    check_difference(0, PRM_CONTRACT_REMOVED, "documents.identity", PRM_NO_ROW, PRM_OUTPUT_BASE);
    check_difference(1, PRM_CONTRACT_CHANGED, "agent.description", PRM_NO_ROW, PRM_OUTPUT_BASE);
    check_difference(2, PRM_CONTRACT_ADDED, "agent.initial_role", PRM_NO_ROW, PRM_OUTPUT_BASE);
    check_invalid(true, false);
}

static void test_a_file_more(void **state)
{
    (void)state;
    begin();
    other.files[1] = other.files[0];
    other.files[1].path = prm_cstr("src/AGENTS.md");
    other.args.agents = agentteam_agents_array(other.files, 2);
    compare();
    assert_int_equal(count, 1);
    check_difference(0, PRM_CONTRACT_ADDED, "documents.agents", 1, PRM_OUTPUT_DEVELOPER);
    check_invalid(false, true);
}

/* A history of which only the last 64 messages are shown. */
static void take_history(prm_contract *contract, size_t messages)
{
    static agentteam_history_row rows[65];
    static prm_bundle_block blocks[80];
    prm_bundle bundle = prm_bundle_make(blocks, 80);
    agentteam_wake_args args;
    size_t i;

    memset(&args, 0, sizeof args);
    for (i = 0; i < messages; i++)
        rows[i].author = rows[i].said = prm_cstr("x");
    args.history = agentteam_history_array(rows, messages);
    agentteam_wake_name(&args, AGENTTEAM_RUNTIME_CLAUDE);
    one.event.event_type = PRM_ON_WAKE;
    assert_int_equal(prm_compile(&agentteam_plans, &agentteam_pack, &one.event, &args, 0, &bundle, NULL), PRM_OK);
    assert_int_equal(prm_contract_take(contract, &bundle), PRM_OK);
}

static void check_row(size_t i, prm_contract_change change, uint32_t row)
{
    assert_int_equal(found[i].change, change);
    assert_int_equal(found[i].row, row);
}

/* The first rows have no counterpart, the others have. */
static void test_rows_move_on(void **state)
{
    static prm_contract_block more[80], fewer[80];
    prm_contract with_65 = { more, 80, 0, { 0 } }, with_64 = { fewer, 80, 0, { 0 } };

    (void)state;
    begin();
    take_history(&with_64, 64);
    take_history(&with_65, 65);
    prm_contract_compare(&with_64, &with_65, invalid, found, AGENT_BLOCKS, &count);
    assert_int_equal(count, 2);
    check_row(0, PRM_CONTRACT_REMOVED, 0);
    check_row(1, PRM_CONTRACT_ADDED, 64);
    prm_contract_compare(&with_65, &with_64, invalid, found, AGENT_BLOCKS, &count);
    assert_int_equal(count, 2);
    check_row(0, PRM_CONTRACT_ADDED, 0);
    check_row(1, PRM_CONTRACT_REMOVED, 64);
}

static void test_everything_goes(void **state)
{
    prm_contract full = { first_blocks, AGENT_BLOCKS, 0, { 0 } }, empty = { NULL, 0, 0, { 0 } };

    (void)state;
    begin();
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(prm_contract_take(&full, &one.bundle), PRM_OK);
    prm_contract_compare(&full, &empty, invalid, found, AGENT_BLOCKS, &count);
    assert_int_equal(count, full.count);
    assert_int_equal(found[count - 1].change, PRM_CONTRACT_REMOVED);
}

/* Another agent has another contract, though no block differs. */
static void test_another_agent(void **state)
{
    (void)state;
    begin();
    other.event.agent_id = prm_cstr("agent-2");
    compare();
    assert_int_equal(count, 0);
    assert_true(invalid[0] && invalid[1] && invalid[2] && invalid[3]);
}

static void test_little_room(void **state)
{
    prm_contract small = { first_blocks, 7, 0, { 0 } };
    prm_contract empty = { NULL, 0, 0, { 0 } }, full = { first_blocks, AGENT_BLOCKS, 0, { 0 } };

    (void)state;
    begin();
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(prm_contract_take(&small, &one.bundle), PRM_NO_SPACE);
    assert_int_equal(small.count, 8);
    assert_int_equal(prm_contract_take(&full, &one.bundle), PRM_OK);
    memset(found, 0, sizeof found);
    prm_contract_compare(&empty, &full, invalid, found, 2, &count);
    assert_int_equal(count, 8);
    assert_int_equal(found[1].change, PRM_CONTRACT_ADDED);
    assert_int_equal(found[2].change, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_changed), cmocka_unit_test(test_developer_only),
        cmocka_unit_test(test_base_only),
        cmocka_unit_test(test_rows_move_on), cmocka_unit_test(test_everything_goes),
        cmocka_unit_test(test_a_file_more), cmocka_unit_test(test_another_agent), cmocka_unit_test(test_little_room)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
