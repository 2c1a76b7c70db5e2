/* Verification of plans: every flipped bit is found; and what is looked up in damaged ones. */
#include "agent.h"

static unsigned char text[16384];
static prm_block_info blocks[64];
static prm_plan_step steps[128];
static prm_plan event_plans[PRM_EVENT_TYPES];
static prm_renderer renderers[64];
static prm_shown shown[64];
static uint32_t runtimes[8];
static prm_plans copy;

/* The plans of pack agentteam in writable memory. */
static void make_copy(void)
{
    copy = agentteam_plans;
    assert_true(copy.text_size <= sizeof text && copy.block_count <= 64 && copy.step_count <= 128
                && copy.renderer_count <= 64 && copy.shown_count <= 64 && copy.runtime_count <= 8);
    memcpy(text, copy.text, copy.text_size);
    memcpy(blocks, copy.blocks, copy.block_count * sizeof *blocks);
    memcpy(steps, copy.steps, copy.step_count * sizeof *steps);
    memcpy(event_plans, copy.plans, sizeof event_plans);
    memcpy(renderers, copy.renderers, copy.renderer_count * sizeof *renderers);
    memcpy(shown, copy.shown, copy.shown_count * sizeof *shown);
    memcpy(runtimes, copy.runtimes, copy.runtime_count * sizeof *runtimes);
    copy.text = (const char *)text;
    copy.blocks = blocks;
    copy.steps = steps;
    copy.plans = event_plans;
    copy.renderers = renderers;
    copy.shown = shown;
    copy.runtimes = runtimes;
}

static void flip_all(void *memory, size_t size)
{
    unsigned char *const bytes = memory;
    size_t i;

    for (i = 0; i < size; i++) {
        bytes[i] ^= (unsigned char)(1u << i % 8);
        if (prm_plans_verify(&copy) != PRM_BAD_TABLE)
            fail_msg("byte %zu", i);
        bytes[i] ^= (unsigned char)(1u << i % 8);
    }
    assert_int_equal(prm_plans_verify(&copy), PRM_OK);
}

static void test_as_compiled(void **state)
{
    (void)state;
    assert_int_equal(prm_plans_verify(&agentteam_plans), PRM_OK);
    assert_int_equal(prm_plans_verify(NULL), PRM_BAD_ARGUMENT);
    make_copy();
    assert_int_equal(prm_plans_verify(&copy), PRM_OK);
}

/* The structs have no padding, so that every byte counts; of the text a part is enough. */
static void test_every_byte(void **state)
{
    (void)state;
    make_copy();
    flip_all(text, 100);
    flip_all(text + copy.text_size - 100, 100);
    flip_all(blocks, 3 * sizeof *blocks);
    flip_all(&blocks[copy.block_count - 1], sizeof *blocks);
    flip_all(steps, copy.step_count * sizeof *steps);
    flip_all(event_plans, sizeof event_plans);
    flip_all(renderers, copy.renderer_count * sizeof *renderers);
    flip_all(shown, copy.shown_count * sizeof *shown);
    flip_all(runtimes, copy.runtime_count * sizeof *runtimes);
}

static void test_head(void **state)
{
    (void)state;
    make_copy();
    flip_all(&copy, offsetof(prm_plans, runtime_count) + sizeof copy.runtime_count);
}

/* ---- tables that are missing ---- */

static uint32_t crc_of(uint32_t crc, uint32_t number, unsigned size)
{
    unsigned bit;

    for (bit = 0; bit < 8 * size; bit++)
        crc = crc >> 1 ^ (((crc ^ number >> bit) & 1) ? 0xEDB88320u : 0);
    return crc;
}

static void seal_head(void)
{
    uint32_t crc = 0xFFFFFFFFu;

    crc = crc_of(crc_of(crc_of(crc, copy.version, 4), copy.text_size, 4), copy.crc, 4);
    crc = crc_of(crc_of(crc_of(crc, copy.block_count, 2), copy.step_count, 2), copy.renderer_count, 2);
    copy.head_crc = ~crc_of(crc_of(crc, copy.shown_count, 2), copy.runtime_count, 2);
}

static void test_missing_tables(void **state)
{
    (void)state;
    make_copy();
    copy.text = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
    make_copy();
    copy.blocks = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
    make_copy();
    copy.steps = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
    make_copy();
    copy.plans = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
    make_copy();
    copy.renderers = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
    make_copy();
    copy.shown = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
    make_copy();
    copy.runtimes = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
}

static uint32_t crc_of_all(void);

/* A table of no size need not be there, whatever the others are. */
static void test_tables_of_no_size(void **state)
{
    unsigned table;

    (void)state;
    for (table = 0; table < 6; table++) {
        make_copy();
        if (table == 0)
            copy.text = NULL, copy.text_size = 0;
        else if (table == 1)
            copy.blocks = NULL, copy.block_count = 0;
        else if (table == 2)
            copy.steps = NULL, copy.step_count = 0;
        else if (table == 3)
            copy.renderers = NULL, copy.renderer_count = 0;
        else if (table == 4)
            copy.shown = NULL, copy.shown_count = 0;
        else
            copy.runtimes = NULL, copy.runtime_count = 0;
        copy.crc = crc_of_all();
        seal_head();
        assert_int_equal(prm_plans_verify(&copy), PRM_OK);
    }
}

/* A pack without blocks has plans with nothing in them. */
static void test_empty_plans(void **state)
{
    uint32_t crc = 0xFFFFFFFFu;
    unsigned i;

    (void)state;
    memset(&copy, 0, sizeof copy);
    memset(event_plans, 0, sizeof event_plans);
    copy.version = PRM_PLANS_VERSION;
    copy.pack = &agentteam_pack;
    copy.plans = event_plans;
    for (i = 0; i < PRM_EVENT_TYPES; i++)
        crc = crc_of(crc_of(crc, 0, 4), 0, 2);
    copy.crc = ~crc_of(crc, agentteam_pack.crc, 4);
    seal_head();
    assert_int_equal(prm_plans_verify(&copy), PRM_OK);
    assert_null(prm_plan_of(&copy, PRM_ON_WAKE));
    copy.version++;
    seal_head();
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
}

/* The checksum as blocks.h has it: members of 4, 2 and 1 bytes, one after the other, lie so in memory, too. */
static uint32_t crc_of_memory(uint32_t crc, const void *memory, size_t size)
{
    const unsigned char *const bytes = memory;
    size_t i;

    for (i = 0; i < size; i++)
        crc = crc_of(crc, bytes[i], 1);
    return crc;
}

static uint32_t crc_of_all(void)
{
    uint32_t crc = 0xFFFFFFFFu;

    crc = crc_of_memory(crc, text, copy.text_size);
    crc = crc_of_memory(crc, blocks, copy.block_count * sizeof *blocks);
    crc = crc_of_memory(crc, steps, copy.step_count * sizeof *steps);
    crc = crc_of_memory(crc, event_plans, sizeof event_plans);
    crc = crc_of_memory(crc, renderers, copy.renderer_count * sizeof *renderers);
    crc = crc_of_memory(crc, shown, copy.shown_count * sizeof *shown);
    crc = crc_of_memory(crc, runtimes, copy.runtime_count * sizeof *runtimes);
    return ~crc_of(crc, copy.pack->crc, 4);
}

/* ---- what is looked up ---- */

static void test_plans_of_events(void **state)
{
    prm_plan *const plan = &event_plans[PRM_ON_WAKE - 1];

    (void)state;
    make_copy();
    assert_ptr_equal(prm_plan_of(&copy, PRM_ON_WAKE), plan);
    assert_null(prm_plan_of(NULL, PRM_ON_WAKE));
    assert_null(prm_plan_of(&copy, 0));
    assert_null(prm_plan_of(&copy, PRM_EVENT_TYPES + 1));
    plan->first = (uint16_t)(copy.step_count - plan->count + 1);
    assert_null(prm_plan_of(&copy, PRM_ON_WAKE));
    plan->first = (uint16_t)(copy.step_count + 1);
    assert_null(prm_plan_of(&copy, PRM_ON_WAKE));
    plan->first = 0;
    assert_non_null(prm_plan_of(&copy, PRM_ON_WAKE));
    plan->count = 0;
    assert_null(prm_plan_of(&copy, PRM_ON_WAKE));
    make_copy();
    copy.version++;
    assert_null(prm_plan_of(&copy, PRM_ON_WAKE));
}

/* Plans of another build of the pack. */
static void test_another_pack(void **state)
{
    prm_pack pack = agentteam_pack;

    (void)state;
    make_copy();
    copy.pack = &pack;
    assert_int_equal(prm_plans_verify(&copy), PRM_OK);
    pack.crc ^= 1;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
    copy.pack = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_compiled), cmocka_unit_test(test_every_byte), cmocka_unit_test(test_head),
        cmocka_unit_test(test_missing_tables), cmocka_unit_test(test_empty_plans),
        cmocka_unit_test(test_tables_of_no_size),
        cmocka_unit_test(test_plans_of_events), cmocka_unit_test(test_another_pack)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
