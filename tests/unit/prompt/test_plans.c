/* Verification of plans: every flipped bit is found. */
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
    copy.blocks = NULL;
    assert_int_equal(prm_plans_verify(&copy), PRM_BAD_TABLE);
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
        cmocka_unit_test(test_another_pack)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
