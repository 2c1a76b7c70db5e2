/* The measuring pass: what it keeps, what it knows afterwards, and sums that end within a value. */
#include "support.h"

#include "measure.h"

#ifndef PRM_SMALL

typedef struct { prm_text a, b; prm_rows rows; } inputs;
typedef struct { prm_text word; } row;

enum { A, B, ROWS, FENCED_A, FENCED_B, WORD };

static draft d;
static inputs args;
static row rows[3];

/* Fields for all entries. Segment 0 is a tag's name. */
static void begin(bool quoted)
{
    unsigned any, fenced, many;

    draft_begin(&d, quoted);
    draft_text(&d, 0, "t");
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    many = draft_trait(&d, PRM_NO_LIMIT, sizeof(row));
    fenced = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 0, PRM_NO_SEGMENT);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, b), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_ROWS, 0, many);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_FENCED, 0, fenced);
    draft_field(&d, offsetof(inputs, b), PRM_FIELD_FENCED, 0, fenced);
    draft_field(&d, offsetof(row, word), PRM_FIELD_TEXT, 1, any);
    memset(&args, 0, sizeof args);
}

/* ---- what a pass knows ---- */

/* Two parts, `{a}` and `{b}`, with a separator between them. */
static void draft_parts(const char *separator, unsigned a, unsigned b)
{
    begin(false);
    draft_entry(&d, 0, 0, 3);
    draft_text(&d, PRM_OP_PART, separator);
    draft_value(&d, "", a);
    draft_text(&d, PRM_OP_PART, separator);
    draft_value(&d, "", b);
    draft_end(&d);
}

/* Whether the pass has found that nothing of a and b is to be escaped or fenced. */
static bool is_clean(const char *a, const char *b, prm_format format)
{
    prm_cursor cursor;

    args.a = prm_cstr(a);
    args.b = prm_cstr(b);
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, format, NULL), PRM_OK);
    return prm_walk_is_clean(&cursor.walk);
}

static void a_pass_knows_what_goes_out_as_it_is(void **state)
{
    (void)state;
    draft_parts(", ", A, B);
    assert_true(is_clean("one", "two", PRM_TEXT));
    assert_true(is_clean("o\"e", "two", PRM_TEXT));
    assert_true(is_clean("one", "two", PRM_JSON));
    assert_true(is_clean("one", "two", PRM_JSON_REPAIR));
    assert_false(is_clean("one", "t\"o", PRM_JSON));
    assert_false(is_clean("one\n", "two", PRM_JSON_REPAIR));
    assert_false(is_clean("\xF0\x9F\x98", "two", PRM_JSON_REPAIR));    /* as long as U+FFFD */
    draft_parts("\n", A, B);
    assert_true(is_clean("one", "two", PRM_TEXT));
    assert_true(is_clean("one", "", PRM_JSON));
    assert_false(is_clean("one", "two", PRM_JSON));
    draft_parts(", ", FENCED_A, FENCED_B);
    assert_true(is_clean("one", "<a>", PRM_TEXT));
    assert_true(is_clean("one", "<a>", PRM_JSON));
    assert_false(is_clean("one", "<t>", PRM_TEXT));
    assert_false(is_clean("one", "<t>", PRM_JSON));
}

/* ---- what it keeps ---- */

static void check_kept(size_t room, size_t pieces, const char *expected)
{
    static prm_text list[64];
    prm_walk walk;
    prm_batch batch;
    prm_piece piece;
    prm_report report = used_report();
    bool kept = false;

    assert_true(room < 64);
    memset(list, CANARY, sizeof list);
    assert_int_equal(prm_walk_start(&walk, &d.pack, 0, &args, PRM_TEXT), PRM_OK);
    batch.raw = true;
    prm_batch_begin(&batch, list, room);
    assert_int_equal(prm_measure_walk(&walk, &batch, &piece, &kept, &report), PRM_OK);
    assert_int_equal(report.size, strlen(expected));
    assert_int_equal(batch.size, strlen(expected));
    assert_int_equal(*(const unsigned char *)&list[room], CANARY);
    assert_int_equal(kept, room >= pieces);
    if (kept) {
        assert_int_equal(batch.used, pieces);
        assert_ptr_equal(batch.list, list);
        check_list(list, pieces, expected, strlen(expected));
    }
}

/* Whatever room there is for stretches: if all fit they are there. */
static void what_fits_is_kept(void **state)
{
    uint32_t loop;
    size_t room, i;

    (void)state;
    begin(false);
    draft_entry(&d, 0, 0, 3);
    draft_value(&d, "[", A);
    loop = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_text(&d, PRM_OP_PART, ",");
    draft_value(&d, "-", WORD);
    draft_next(&d, loop);
    draft_text(&d, 0, "]");
    draft_end(&d);
    args.a = prm_cstr("a");
    args.rows.data = rows;
    args.rows.count = 3;
    for (i = 0; i < 3; i++)
        rows[i].word = prm_cstr("w");
    for (room = 1; room < 20; room++)
        check_kept(room, 11, "[a-w,-w,-w]");
}

/* ---- sums ---- */

/* A request: a text that stands in it as it is, and one in a JSON string, `<\\t`. All is too big from one of its
 * stretches on, when the first text is so long. */
static void sums_that_end_within_a_fence(void **state)
{
    static const size_t fitting[] = { 0, 1, 1, 3 };
    prm_report report;
    size_t less;

    (void)state;
    begin(true);
    draft_entry(&d, PRM_ENTRY_REQUEST, 0, 3);
    draft_value(&d, "", A);
    draft_text(&d, PRM_OP_VALUE | PRM_OP_QUOTED | FENCED_B, "");
    draft_end(&d);
    args.a = prm_cstr("x");
    args.b = prm_cstr("<t");
    check(&d.pack, 0, &args, "x<\\\\t");
    for (less = 0; less <= 4; less++) {
        args.a.size = SIZE_MAX - less;
        if (less == 4) {
            assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, &report), PRM_OK);
            assert_int_equal(report.size, SIZE_MAX);
            continue;
        }
        assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, &report), PRM_TOO_BIG);
        check_place(&report, at_value(PRM_TOO_BIG, 0, B, B));
        assert_int_equal(report.size, SIZE_MAX - less + fitting[less]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_knows_what_goes_out_as_it_is), cmocka_unit_test(what_fits_is_kept),
        cmocka_unit_test(sums_that_end_within_a_fence)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    print_message("not run: small libraries measure with a cursor\n");
    return 0;
}

#endif
