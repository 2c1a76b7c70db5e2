/* How deep calls nest: chains at the bound and beyond, through overlays, and in tables that are damaged. */
#include "support.h"

#include "depth.h"

static draft base, over;

/* One entry: a text, which is no call although its size would be an id, and calls of each of the ids. */
static uint16_t add(draft *d, unsigned flags, const unsigned *ids, unsigned count)
{
    const uint16_t id = draft_entry(d, flags, 0, 0);
    unsigned i;

    draft_text(d, 0, "");
    for (i = 0; i < count; i++)
        draft_op(d, PRM_OP_CALL, 0, ids[i]);
    draft_end(d);
    return id;
}

/* Entries that call one another, the first one the second and so on; the last one has those flags. */
static void draft_chain(unsigned length, unsigned last_flags)
{
    unsigned i, next;

    draft_begin(&base, false);
    for (i = 0; i < length; i++) {
        next = i + 1;
        add(&base, i + 1 < length ? 0 : last_flags, &next, i + 1 < length);
    }
}

static void chains(void **state)
{
    unsigned length, last;

    (void)state;
    draft_begin(&base, false);
    assert_false(prm_pack_is_deep(&base.pack));
    for (length = 1; length <= PRM_MAX_DEPTH + 3; length++) {
        draft_chain(length, 0);
        assert_int_equal(prm_pack_is_deep(&base.pack), length > PRM_MAX_DEPTH);
        draft_chain(length, PRM_ENTRY_PLAIN);
        assert_int_equal(prm_pack_is_deep(&base.pack), length > PRM_MAX_DEPTH + 1);
    }
    draft_chain(PRM_MAX_DEPTH + 1, 0);
    last = PRM_MAX_DEPTH;
    base.entries[last].first = base.pack.segment_count;        /* nothing, behind all segments */
    base.entries[last].count = 0;
    assert_true(prm_pack_is_deep(&base.pack));
}

/* Only the deepest public entry counts, wherever it stands, and what hidden ones nest counts where they
 * are called. */
static void places(void **state)
{
    static const unsigned to_chain[] = { 1 };

    (void)state;
    draft_chain(PRM_MAX_DEPTH + 1, 0);
    base.pack.public_count = 1;
    assert_true(prm_pack_is_deep(&base.pack));
    base.entries[0].count = 1;                       /* no longer calls */
    assert_false(prm_pack_is_deep(&base.pack));
    base.pack.public_count = 2;
    assert_false(prm_pack_is_deep(&base.pack));
    add(&base, 0, to_chain, 1);
    assert_true(prm_pack_is_deep(&base.pack));
    base.pack.public_count--;
    assert_false(prm_pack_is_deep(&base.pack));
    base.pack.public_count = 0;
    assert_false(prm_pack_is_deep(&base.pack));
}

/* Calls one behind the other nest no deeper, however many there are; a deep one behind them is found. */
static void one_behind_the_other(void **state)
{
    unsigned ids[2 * PRM_MAX_DEPTH], i;

    (void)state;
    draft_chain(PRM_MAX_DEPTH, 0);
    for (i = 0; i < 2 * PRM_MAX_DEPTH; i++)
        ids[i] = 1;
    add(&base, 0, ids, 2 * PRM_MAX_DEPTH);
    assert_false(prm_pack_is_deep(&base.pack));
    ids[2 * PRM_MAX_DEPTH - 1] = 0;
    add(&base, 0, ids, 2 * PRM_MAX_DEPTH);
    assert_true(prm_pack_is_deep(&base.pack));
}

/* Control segments whose size is an id are no calls. */
static void other_segments(void **state)
{
    static const unsigned ops[] = {
        0, PRM_OP_VALUE, PRM_OP_PART, PRM_OP_LOOP, PRM_OP_NEXT, PRM_OP_WHEN, PRM_OP_UNLESS, PRM_OP_CASE,
        PRM_OP_FILLED, PRM_OP_SKIP, PRM_OP_LINE
    };
    const uint32_t number = 1;
    size_t i;

    (void)state;
    draft_chain(PRM_MAX_DEPTH + 1, 0);
    for (i = 0; i < sizeof ops / sizeof *ops; i++) {
        base.segments[0][number].op = (uint16_t)ops[i];
        assert_false(prm_pack_is_deep(&base.pack));
    }
    base.segments[0][number].op = PRM_OP_CALL | 3;   /* whatever input it names */
    assert_true(prm_pack_is_deep(&base.pack));
}

/* Over a chain of `length`, whose last entry is plain until the overlay makes it more. */
static void overlays(void **state)
{
    static draft top;
    unsigned length;

    (void)state;
    for (length = 1; length <= PRM_MAX_DEPTH + 1; length++) {
        const unsigned last = length - 1;
        draft_chain(length, PRM_ENTRY_PLAIN);
        draft_overlay(&over, &base.pack, false);
        over.pack.public_count = base.pack.public_count;
        assert_false(prm_pack_is_deep(&over.pack));
        draft_text(&over, 0, "moves the numbers of segments");
        add(&over, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, NULL, 0);
        over.replaced[last] = add(&over, PRM_ENTRY_HIDDEN, NULL, 0);
        assert_int_equal(prm_pack_is_deep(&over.pack), length > PRM_MAX_DEPTH);
        draft_overlay(&top, &over.pack, false);
        top.pack.public_count = base.pack.public_count;
        assert_int_equal(prm_pack_is_deep(&top.pack), length > PRM_MAX_DEPTH);
        top.replaced[last] = add(&top, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, NULL, 0);
        assert_false(prm_pack_is_deep(&top.pack));
    }
}

/* An overlay's entries call those of the root, as the overlays see them. */
static void calls_of_overlays(void **state)
{
    static const unsigned to_chain[] = { 0 }, to_second[] = { 1 };
    unsigned last = PRM_MAX_DEPTH;

    (void)state;
    draft_chain(PRM_MAX_DEPTH, 0);
    add(&base, PRM_ENTRY_PLAIN, NULL, 0);
    draft_overlay(&over, &base.pack, false);
    over.pack.public_count = base.pack.public_count;
    over.replaced[last] = add(&over, PRM_ENTRY_HIDDEN, to_second, 1);
    assert_false(prm_pack_is_deep(&over.pack));
    over.replaced[last] = add(&over, PRM_ENTRY_HIDDEN, to_chain, 1);
    assert_true(prm_pack_is_deep(&over.pack));
    over.replaced[0] = add(&over, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, NULL, 0);
    assert_false(prm_pack_is_deep(&over.pack));
}

/* Calls that lead back come to the bound. */
static void rings(void **state)
{
    static const unsigned first[] = { 0 };

    (void)state;
    draft_begin(&base, false);
    add(&base, 0, first, 1);
    assert_true(prm_pack_is_deep(&base.pack));
    draft_chain(3, 0);
    base.segments[0][3].size = 0;
    assert_true(prm_pack_is_deep(&base.pack));
}

/* Nothing is read where an id or an extent lies outside; what else there is counts. The tables are of just their
 * size, so that a sanitizer sees reads behind them. */
static void damage(void **state)
{
    static const unsigned nowhere[] = { 3 };
    prm_entry *const entries = malloc(3 * sizeof *entries);
    uint16_t *const replaced = malloc(3 * sizeof *replaced);

    (void)state;
    assert_non_null(entries);
    assert_non_null(replaced);
    draft_begin(&base, false);
    add(&base, 0, nowhere, 1);
    add(&base, 0, nowhere, 1);
    add(&base, 0, nowhere, 1);
    base.entries[3].count = PRM_MAX_DEPTH + 1;       /* not an entry, but would call itself */
    memcpy(entries, base.entries, 3 * sizeof *entries);
    base.pack.entries = entries;
    assert_false(prm_pack_is_deep(&base.pack));
    draft_overlay(&over, &base.pack, false);
    over.pack.public_count = 3;
    memset(replaced, 0xFF, 3 * sizeof *replaced);
    over.pack.replaced = replaced;
    assert_false(prm_pack_is_deep(&over.pack));
    replaced[1] = add(&over, PRM_ENTRY_HIDDEN, NULL, 0);
    draft_op(&over, PRM_OP_CALL, 0, 1);              /* behind the entry: called only by one that is too long */
    assert_false(prm_pack_is_deep(&over.pack));
    over.entries[0].count = 2;
    assert_true(prm_pack_is_deep(&over.pack));
    over.pack.segment_count--;
    assert_false(prm_pack_is_deep(&over.pack));
    over.entries[0].first = 1;
    over.entries[0].count = 1;
    assert_false(prm_pack_is_deep(&over.pack));
    over.entries[0].first = 2;
    assert_false(prm_pack_is_deep(&over.pack));
    over.pack.segment_count++;
    over.entries[0].first = 1;
    assert_true(prm_pack_is_deep(&over.pack));
    over.pack.entry_count = 0;                       /* so that the replacement lies outside */
    assert_false(prm_pack_is_deep(&over.pack));
    free(replaced);
    free(entries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains), cmocka_unit_test(places), cmocka_unit_test(one_behind_the_other),
        cmocka_unit_test(other_segments), cmocka_unit_test(overlays), cmocka_unit_test(calls_of_overlays),
        cmocka_unit_test(rings), cmocka_unit_test(damage)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
