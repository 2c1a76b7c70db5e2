#include <math.h>

#include <promptrom/nudge.h>
#include "nudge.h"
#include "support.h"

/* ---- figures ---- */

static void percent_of(void **state)
{
    uint64_t total, used;

    (void)state;
    for (total = 1; total <= 1000; total++)
        for (used = 0; used <= total + 2; used++) {
            const uint64_t capped = used < total ? used : total;
            assert_int_equal(prm_percent_of(used, total), (200 * capped + total) / (2 * total));
        }
    assert_int_equal(prm_percent_of(0, 0), 0);
    assert_int_equal(prm_percent_of(1, 0), 100);
    assert_int_equal(prm_percent_of(UINT64_MAX, UINT64_MAX), 100);
    assert_int_equal(prm_percent_of(UINT64_MAX - 1, UINT64_MAX), 100);
    assert_int_equal(prm_percent_of(UINT64_MAX / 2, UINT64_MAX), 50);
    assert_int_equal(prm_percent_of(UINT64_MAX / 200 * 57, UINT64_MAX), 28);     /* just below 28.5 */
    assert_int_equal(prm_percent_of(UINT64_MAX / 200 * 57 + 57, UINT64_MAX), 29);
    assert_int_equal(prm_percent_of(1, UINT64_MAX), 0);
}

static void percent(void **state)
{
    unsigned i;

    (void)state;
    for (i = 0; i <= 100; i++)
        assert_int_equal(prm_percent(i / 100.0), i);
    assert_int_equal(prm_percent(0.07), 7);
    assert_int_equal(prm_percent(0.125), 13);
    assert_int_equal(prm_percent(0.004999999999999999), 0);
    assert_int_equal(prm_percent(0.005), 1);
    assert_int_equal(prm_percent(0.9949), 99);
    assert_int_equal(prm_percent(0.996), 100);
    assert_int_equal(prm_percent(1.0), 100);
    assert_int_equal(prm_percent(1.7), 100);
    assert_int_equal(prm_percent(HUGE_VAL), 100);
    assert_int_equal(prm_percent(-0.0), 0);
    assert_int_equal(prm_percent(-1), 0);
    assert_int_equal(prm_percent(-HUGE_VAL), 0);
    assert_int_equal(prm_percent(HUGE_VAL - HUGE_VAL), 0);
}

static void thousands(void **state)
{
    uint64_t count;
    unsigned shift;

    (void)state;
    assert_int_equal(prm_thousands(0), 0);
    assert_int_equal(prm_thousands(499), 0);
    assert_int_equal(prm_thousands(500), 1);
    assert_int_equal(prm_thousands(1499), 1);
    assert_int_equal(prm_thousands(134400), 134);
    for (shift = 0; shift < 54; shift++)
        for (count = ((uint64_t)1 << shift) - 1; count < ((uint64_t)1 << shift) + 1500; count += 13)
            assert_int_equal(prm_thousands(count), (count + 500) / 1000);
    assert_true(prm_thousands(UINT64_MAX) == UINT64_MAX / 1000 + 1);
    assert_true(prm_thousands(UINT64_MAX - 200) == UINT64_MAX / 1000);
}

/* ---- lists ---- */

static void check_list_of(const uint64_t *numbers, size_t count, const char *expected)
{
    const size_t size = strlen(expected);
    char *const buffer = malloc(size > 0 ? size : 1);
    prm_text text;
    size_t capacity;

    assert_non_null(buffer);
    for (capacity = 0; capacity < size; capacity++) {
        assert_int_equal(prm_number_list(numbers, count, buffer, capacity, &text), PRM_NO_SPACE);
        assert_null(text.data);
        assert_int_equal(text.size, size);
    }
    assert_int_equal(prm_number_list(numbers, count, buffer, size, &text), PRM_OK);
    assert_non_null(text.data);
    assert_int_equal(text.size, size);
    assert_memory_equal(text.data, expected, size);
    free(buffer);
}

static void lists(void **state)
{
    static const uint64_t numbers[] = { 12, 13, 0, UINT64_MAX };
    prm_text text;

    (void)state;
    check_list_of(NULL, 0, "");
    check_list_of(numbers, 1, "12");
    check_list_of(numbers, 2, "12, 13");
    check_list_of(numbers, 4, "12, 13, 0, 18446744073709551615");
    assert_int_equal(prm_number_list(NULL, 0, NULL, 0, &text), PRM_OK);
    assert_non_null(text.data);
    assert_int_equal(prm_number_list(NULL, 1, NULL, 0, &text), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_number_list(numbers, 1, NULL, 2, &text), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_number_list(numbers, 1, NULL, 0, &text), PRM_NO_SPACE);
    assert_int_equal(text.size, 2);
}

/* ---- texts ---- */

static const prm_id group[] = {
    NUDGE_NORMAL_ID, NUDGE_EMERGENCY_ID, NUDGE_GUIDANCE_ID, NUDGE_TIER_ID, NUDGE_BREAKDOWN_ID, NUDGE_GROWTH_ID,
    NUDGE_TIP_ID
};
enum { GROUP = sizeof group / sizeof *group };

static void compiled_overlays(void **state)
{
    static const prm_id other[] = { NUDGE_ARRANGEMENT_EXAMPLE_ID };
    const prm_id none = NUDGE_IDS, most = (prm_id)-1;
    size_t i;

    (void)state;
    assert_false(prm_texts_differ(&nudge_pack, &nudge_pack, group, GROUP));
    assert_true(prm_texts_differ(&nudge_zh_CN_pack, &nudge_pack, group, GROUP));
    assert_false(prm_texts_differ(&nudge_zh_CN_pack, &nudge_zh_CN_pack, group, GROUP));
    assert_false(prm_texts_differ(&nudge_zh_CN_pack, &nudge_pack, group, 0));
    assert_false(prm_texts_differ(&nudge_pack, &nudge_pack, other, 1));
    for (i = 0; i < GROUP; i++)
        assert_true(prm_texts_differ(&nudge_zh_CN_pack, &nudge_pack, group + i, 1));
    assert_true(prm_texts_differ(&nudge_pack, &nudge_pack, &none, 1));
    assert_true(prm_texts_differ(&nudge_pack, &nudge_pack, &most, 1));
}

/* A pack of one slot `one {0} two`, and an overlay as a program makes them, of which the text is still to come. */
static draft base, over;

static void begin(void)
{
    draft_begin(&base, false);
    (void)draft_entry(&base, PRM_ENTRY_PLAIN, 0, 1);
    (void)draft_field(&base, 0, PRM_FIELD_TEXT, 0, draft_trait(&base, PRM_NO_LIMIT, PRM_NO_SEGMENT));
    draft_value(&base, "one ", 0);
    (void)draft_text(&base, 0, " two");
    draft_end(&base);
    draft_overlay(&over, &base.pack, false);
    (void)draft_entry(&over, PRM_ENTRY_PLAIN, 0, 1);
    over.replaced[0] = 0;
}

static bool differs(void)
{
    const prm_id id = 0;

    draft_end(&over);
    return prm_texts_differ(&over.pack, &base.pack, &id, 1);
}

static void equal_overlays_of_a_program(void **state)
{
    (void)state;
    begin();
    over.replaced[0] = PRM_NOT_REPLACED;
    assert_false(differs());
    begin();
    draft_value(&over, "one ", 0);
    (void)draft_text(&over, 0, " two");
    assert_false(differs());
    begin();                                     /* the same bytes in other segments */
    (void)draft_text(&over, 0, "on");
    (void)draft_text(&over, 0, "");
    draft_value(&over, "e ", 0);
    (void)draft_text(&over, 0, " ");
    (void)draft_text(&over, 0, "two");
    (void)draft_text(&over, 0, "");
    assert_false(differs());
}

static void other_overlays_of_a_program(void **state)
{
    static const struct { const char *before; int input; const char *behind; } texts[] = {
        { "One ", 0, " two" }, { "one ", 0, " two!" }, { "one ", 0, " tw" }, { "one ", 1, " two" }, { "one ", 0, "" },
        { "one  ", 0, "two" }, { "one  two", -1, "" }, { "one ", -1, "" }, { "", 0, "one  two" }, { "", -1, "" }
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        begin();
        (void)draft_text(&over, texts[i].input < 0 ? 0 : PRM_OP_VALUE | (unsigned)texts[i].input, texts[i].before);
        (void)draft_text(&over, 0, texts[i].behind);
        assert_true(differs());
    }
    begin();
    assert_true(differs());                      /* no segments at all */
}

/* Control code counts by what it does, separators by their bytes. */
static bool code_differs(unsigned op, const char *separator, uint32_t offset, unsigned size)
{
    draft_begin(&base, false);
    (void)draft_entry(&base, 0, 0, 0);
    (void)draft_text(&base, PRM_OP_LINE, "\n");
    (void)draft_op(&base, PRM_OP_CALL, 3, 7);
    draft_end(&base);
    draft_overlay(&over, &base.pack, false);
    (void)draft_entry(&over, 0, 0, 0);
    over.replaced[0] = 0;
    (void)draft_text(&over, 0, "");
    (void)draft_text(&over, op, separator);
    (void)draft_op(&over, PRM_OP_CALL, offset, size);
    return differs();
}

static void code(void **state)
{
    (void)state;
    assert_false(code_differs(PRM_OP_LINE, "\n", 3, 7));
    assert_true(code_differs(PRM_OP_LINE, "\r", 3, 7));
    assert_true(code_differs(PRM_OP_LINE, "\n\n", 3, 7));
    assert_true(code_differs(PRM_OP_PART, "\n", 3, 7));
    assert_true(code_differs(PRM_OP_LINE, "\n", 4, 7));
    assert_true(code_differs(PRM_OP_LINE, "\n", 3, 8));
}

/* A slot `a` + constant `b`, and an overlay of which the slot's own text and the constant's may be NULL. */
static bool constants_differ(const char *slot, const char *constant)
{
    const prm_id id = 0;

    draft_begin(&base, false);
    (void)draft_entry(&base, 0, 0, 0);
    (void)draft_text(&base, 0, "a");
    (void)draft_op(&base, PRM_OP_CALL, 0, 1);
    draft_end(&base);
    (void)draft_entry(&base, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN | PRM_ENTRY_CONSTANT, 0, 0);
    (void)draft_text(&base, 0, "b");
    draft_end(&base);
    draft_overlay(&over, &base.pack, false);
    over.pack.public_count = 1;
    if (slot) {
        over.replaced[0] = draft_entry(&over, PRM_ENTRY_PLAIN, 0, 0);
        (void)draft_text(&over, 0, slot);
        draft_end(&over);
    }
    if (constant) {
        over.replaced[1] = draft_entry(&over, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, 0, 0);
        (void)draft_text(&over, 0, constant);
        if (*constant == '!')
            (void)draft_op(&over, PRM_OP_CALL, 0, 1);    /* itself: damaged */
        draft_end(&over);
    }
    return prm_texts_differ(&over.pack, &base.pack, &id, 1);
}

static void constants(void **state)
{
    (void)state;
    assert_false(constants_differ(NULL, NULL));
    assert_false(constants_differ("ab", NULL));
    assert_false(constants_differ(NULL, "b"));
    assert_false(constants_differ("ab", "c"));
    assert_true(constants_differ("a", NULL));
    assert_true(constants_differ("abc", NULL));
    assert_true(constants_differ(NULL, "c"));
    assert_true(constants_differ(NULL, ""));
    assert_true(constants_differ(NULL, "!"));
}

/* ---- damaged tables: whatever cannot be read differs ---- */

/* A constant that calls itself before its text, or that has a control segment behind it. */
static bool odd_constants_differ(draft *odd, unsigned op, unsigned size)
{
    const prm_id id = 0;

    (void)constants_differ("", "");
    odd->entries[odd == &base ? 1 : over.replaced[1]].first = odd->pack.segment_count;
    odd->entries[odd == &base ? 1 : over.replaced[1]].count = 2;
    if (op != PRM_OP_CALL)
        (void)draft_text(odd, 0, "b");
    (void)draft_op(odd, op, 0, size);
    if (op == PRM_OP_CALL)
        (void)draft_text(odd, 0, "b");
    over.replaced[0] = PRM_NOT_REPLACED;
    return prm_texts_differ(&over.pack, &base.pack, &id, 1);
}

static void odd_constants(void **state)
{
    (void)state;
    assert_true(odd_constants_differ(&over, PRM_OP_CALL, 1));
    assert_true(odd_constants_differ(&over, PRM_OP_SKIP, 0));
    over.replaced[1] = PRM_NOT_REPLACED;
    assert_true(odd_constants_differ(&base, PRM_OP_CALL, 1));
    over.replaced[1] = PRM_NOT_REPLACED;
    assert_false(prm_texts_differ(&base.pack, &base.pack, NULL, 0));
}

/* Entries that lie behind the end, of the overlay and of the pack below. */
static bool entries_differ(draft *odd, uint32_t first, unsigned count, unsigned replaced)
{
    const prm_id id = 0;

    begin();
    draft_value(&over, "one ", 0);
    (void)draft_text(&over, 0, " two");
    draft_end(&over);
    over.replaced[0] = (uint16_t)replaced;
    odd->entries[0].first = first;
    odd->entries[0].count = (uint16_t)count;
    return prm_texts_differ(&over.pack, &base.pack, &id, 1);
}

static void entries_behind_the_end(void **state)
{
    (void)state;
    assert_false(entries_differ(&over, 0, 2, 0));
    assert_true(entries_differ(&over, 0, 2, 1));
    assert_true(entries_differ(&over, 0, 3, 0));
    assert_true(entries_differ(&over, 2, 1, 0));
    assert_true(entries_differ(&over, 3, 0, 0));
    assert_false(entries_differ(&base, 0, 2, 0));
    assert_true(entries_differ(&base, 3, 0, 0));
}

/* A call of a slot is no constant, and a PART counts by its bytes. */
static void other_code(void **state)
{
    static const struct { unsigned op; const char *separator; unsigned callee; bool differs; } codes[] = {
        { PRM_OP_PART, "\n", 0, false }, { PRM_OP_PART, "\r", 0, true }, { PRM_OP_PART, "\n", 1, true }
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof codes / sizeof *codes; i++) {
        draft_begin(&base, false);
        (void)draft_entry(&base, 0, 0, 0);
        (void)draft_text(&base, PRM_OP_PART, "\n");
        (void)draft_op(&base, PRM_OP_CALL, 0, 0);
        draft_end(&base);
        draft_overlay(&over, &base.pack, false);
        (void)draft_entry(&over, 0, 0, 0);
        over.replaced[0] = 0;
        (void)draft_text(&over, codes[i].op, codes[i].separator);
        (void)draft_op(&over, PRM_OP_CALL, 0, codes[i].callee);
        assert_int_equal(differs(), codes[i].differs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percent_of), cmocka_unit_test(percent), cmocka_unit_test(thousands), cmocka_unit_test(lists),
        cmocka_unit_test(compiled_overlays), cmocka_unit_test(equal_overlays_of_a_program),
        cmocka_unit_test(other_overlays_of_a_program), cmocka_unit_test(code), cmocka_unit_test(constants),
        cmocka_unit_test(odd_constants), cmocka_unit_test(entries_behind_the_end), cmocka_unit_test(other_code)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
