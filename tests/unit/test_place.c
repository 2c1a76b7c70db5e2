/* Where a cursor stands, what it says of the arguments there, and rows with numbers that no report can hold. */
#include "cursor.h"
#include "support.h"

typedef struct { prm_text word, fenced; prm_rows inner; } row;
typedef struct { prm_text a; prm_integer number; prm_rows rows; prm_text last; } inputs;

enum { A, NUMBER, ROWS, WORD, FENCED, INNER, INNER_WORD, FIELDS };

static draft d;
static inputs args;
static row rows[3], inner[1];

/* `a{a}` and for each row `-{word}` and its own rows, of which the last `keep` are shown. */
static void begin(unsigned keep, unsigned limit)
{
    unsigned any, many, fenced;
    uint32_t loop, within;

    draft_begin(&d, false);
    draft_text(&d, 0, "tag");
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    many = draft_trait(&d, limit, keep << 16 | (uint32_t)sizeof(row));
    fenced = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 0, PRM_NO_SEGMENT);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_ROWS, 0, many);
    draft_field(&d, offsetof(row, word), PRM_FIELD_TEXT, 1, any);
    draft_field(&d, offsetof(row, fenced), PRM_FIELD_FENCED, 1, fenced);
    draft_field(&d, offsetof(row, inner), PRM_FIELD_ROWS, 1, many);
    draft_field(&d, offsetof(row, word), PRM_FIELD_TEXT, 2, any);
    draft_entry(&d, 0, 0, 3);
    draft_value(&d, "a", A);
    loop = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_value(&d, "-", WORD);
    within = draft_op(&d, PRM_OP_LOOP | INNER, 0, 0);
    draft_value(&d, "+", INNER_WORD);
    draft_next(&d, within);
    draft_next(&d, loop);
    draft_text(&d, 0, ".");
    draft_end(&d);
    memset(&args, 0, sizeof args);
    memset(rows, 0, sizeof rows);
    memset(inner, 0, sizeof inner);
    args.a = prm_cstr("A");
    args.rows.data = rows;
    args.rows.count = 3;
}

static void check_text(prm_text text, const char *expected)
{
    if (expected == NULL) {
        assert_null(text.data);
        assert_int_equal(text.size, 0);
        return;
    }
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.data, expected, text.size);
}

/* Goes to the next stretch, which must be that. */
static void go(prm_cursor *cursor, const char *stretch, uint32_t number)
{
    prm_slice slice;

    assert_int_equal(prm_next(cursor, &slice), PRM_OK);
    check_text(prm_bytes(slice.data, slice.size), stretch);
    assert_int_equal(prm_cursor_row(cursor), number);
}

static void walking(void **state)
{
    prm_cursor cursor;

    (void)state;
    begin(PRM_KEEP_LAST, 2);
    rows[0].word = prm_cstr("zero");
    rows[1].word = prm_cstr("one");
    rows[2].word = prm_cstr("two");
    rows[1].fenced = prm_cstr("fenced");
    rows[1].inner.data = inner;
    rows[1].inner.count = 1;
    inner[0].word = prm_cstr("inner");
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    go(&cursor, "a", PRM_NO_ROW);
    go(&cursor, "A", PRM_NO_ROW);
    check_text(prm_cursor_field(&cursor, A), "A");
    check_text(prm_cursor_field(&cursor, NUMBER), NULL);
    check_text(prm_cursor_field(&cursor, WORD), NULL);
    go(&cursor, "-", 1);
    go(&cursor, "one", 1);
    check_text(prm_cursor_field(&cursor, A), "A");
    check_text(prm_cursor_field(&cursor, WORD), "one");
    check_text(prm_cursor_field(&cursor, FENCED), "fenced");
    check_text(prm_cursor_field(&cursor, INNER), NULL);
    check_text(prm_cursor_field(&cursor, INNER_WORD), NULL);
    check_text(prm_cursor_field(&cursor, FIELDS), NULL);
    go(&cursor, "+", 1);
    go(&cursor, "inner", 1);
    check_text(prm_cursor_field(&cursor, WORD), "one");
    check_text(prm_cursor_field(&cursor, INNER_WORD), NULL);
    go(&cursor, "-", 2);
    go(&cursor, "two", 2);
    go(&cursor, ".", PRM_NO_ROW);
    check_text(prm_cursor_field(&cursor, WORD), NULL);
    d.entries[0].field = FIELDS + 1;
    check_text(prm_cursor_field(&cursor, A), NULL);
}

/* What separates rows from a part before them is handed out for the first row that has bytes, and counts to it. */
static void separators(void **state)
{
    prm_cursor cursor;
    uint32_t loop;

    (void)state;
    begin(PRM_KEEP_NONE, 3);
    d.pack.segment_count = d.entries[0].first;
    draft_text(&d, PRM_OP_PART, "");
    draft_value(&d, "", A);
    draft_text(&d, PRM_OP_PART, "; ");
    loop = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_value(&d, "", WORD);
    draft_next(&d, loop);
    draft_text(&d, PRM_OP_PART, ".");
    draft_value(&d, "", A);
    draft_end(&d);
    rows[0].word = prm_cstr("");
    rows[1].word = prm_cstr("one");
    rows[2].word = prm_cstr("two");
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    go(&cursor, "A", PRM_NO_ROW);
    go(&cursor, "; ", 1);
    go(&cursor, "one", 1);
    go(&cursor, "two", 2);
    go(&cursor, ".", PRM_NO_ROW);
    go(&cursor, "A", PRM_NO_ROW);
}

/* Placeholders are three; what lies behind them is none of them, though it is a text. */
static void placeholders(void **state)
{
    static const unsigned beyond[] = { 3, WORD, FENCED, FIELDS, 255, 256, 65536, UINT32_MAX };
    prm_cursor cursor;
    size_t i;

    (void)state;
    begin(PRM_KEEP_NONE, 3);
    d.fields[ROWS] = d.fields[A];
    d.fields[ROWS].offset = offsetof(inputs, last);
    d.fields[WORD] = d.fields[A];
    d.entries[0].count = 1;
    args.last = prm_cstr("last");
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    check_text(prm_cursor_text(&cursor, A), "A");
    check_text(prm_cursor_text(&cursor, NUMBER), NULL);
    check_text(prm_cursor_text(&cursor, 2), "last");
    check_text(prm_cursor_field(&cursor, WORD), "A");
    d.entries[0].field = 1;    /* places are those of its own map, which ends where the table ends */
    check_text(prm_cursor_field(&cursor, WORD - 1), "A");
    check_text(prm_cursor_field(&cursor, FIELDS - 1), NULL);
    d.entries[0].field = 0;
    for (i = 0; i < sizeof beyond / sizeof *beyond; i++)
        check_text(prm_cursor_text(&cursor, beyond[i]), NULL);
    d.entries[0].inputs = 0;
    check_text(prm_cursor_text(&cursor, A), NULL);
}

static void check_nowhere(const prm_cursor *cursor)
{
    assert_int_equal(prm_cursor_row(cursor), PRM_NO_ROW);
    check_text(prm_cursor_text(cursor, A), NULL);
    check_text(prm_cursor_field(cursor, A), NULL);
}

/* A cursor that was refused stands nowhere, whatever its memory held. */
static void refused(void **state)
{
    prm_cursor cursor;
    int damaged;

    (void)state;
    for (damaged = 0; damaged < 2; damaged++) {
        begin(PRM_KEEP_NONE, 3);
        memset(&cursor, CANARY, sizeof cursor);
        if (damaged)
            d.entries[0].first = UINT32_MAX;    /* found when the walk begins */
        assert_int_equal(prm_open(&cursor, &d.pack, !damaged, &args, PRM_TEXT, NULL),
                         damaged ? PRM_BAD_TABLE : PRM_BAD_ID);
        check_nowhere(&cursor);
    }
}

/* Nor does one in whose second row a value is missing, which only the report tells. */
static void refused_in_a_row(void **state)
{
    prm_cursor cursor;
    prm_report report;
    prm_slice slice;

    (void)state;
    begin(PRM_KEEP_NONE, 3);
    rows[0].word = prm_cstr("zero");
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, &report), PRM_MISSING);
    check_place(&report, in_row(PRM_MISSING, 0, PRM_NO_PLACEHOLDER, ROWS, 1));
    check_nowhere(&cursor);
    assert_int_equal(prm_next(&cursor, &slice), PRM_MISSING);
    check_nowhere(&cursor);
}

static void no_arguments(void **state)
{
    prm_cursor cursor;

    (void)state;
    begin(PRM_KEEP_NONE, 3);
    d.segments[0][d.entries[0].first].op = 0;
    d.entries[0].count = 1;
    d.entries[0].inputs = 0;
    assert_int_equal(prm_open(&cursor, &d.pack, 0, NULL, PRM_TEXT, NULL), PRM_OK);
    go(&cursor, "a", PRM_NO_ROW);
    check_text(prm_cursor_field(&cursor, A), NULL);
}

/* ---- what is called how ---- */

/* Two placeholders of a slot that its caller gives the same argument. */
static void twins(void **state)
{
    prm_cursor cursor;
    prm_slice slice;
    uint16_t map;

    (void)state;
    draft_begin(&d, false);
    map = draft_field(&d, 0, PRM_FIELD_TEXT, 0, draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT));
    draft_field(&d, 0, PRM_FIELD_TEXT, 0, 0);
    draft_entry(&d, 0, map, 1);
    draft_op(&d, PRM_OP_CALL, 0, 1);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, map, 2);
    draft_value(&d, "", 1);
    draft_end(&d);
    memset(&args, 0, sizeof args);
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_MISSING, 1, 1, 0));
    args.a = prm_cstr("A");
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
    assert_int_equal(slice.id, 1);
    assert_int_equal(slice.placeholder, 1);
}

/* A slot with rows that lies behind its caller's map: which of the caller's arguments they are. */
static void rows_of_a_callee(void **state)
{
    unsigned any, many;
    uint16_t map;
    uint32_t loop;

    (void)state;
    draft_begin(&d, false);
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    many = draft_trait(&d, PRM_NO_LIMIT, sizeof(row));
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, last), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_ROWS, 0, many);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    map = draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, last), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(row, word), PRM_FIELD_TEXT, 1, any);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_ROWS, 0, many);
    draft_entry(&d, 0, 0, 4);
    draft_value(&d, "", 1);
    draft_op(&d, PRM_OP_CALL, map, 1);
    draft_end(&d);
    draft_entry(&d, 0, map, 4);
    draft_value(&d, "", 1);
    loop = draft_op(&d, PRM_OP_LOOP | 3, 0, 0);
    draft_value(&d, "-", 2);
    draft_next(&d, loop);
    draft_end(&d);
    memset(&args, 0, sizeof args);
    memset(rows, 0, sizeof rows);
    args.last = prm_cstr("l");
    args.rows.data = rows;
    args.rows.count = 2;
    rows[0].word = prm_cstr("w");
    check_fails(&d.pack, 0, &args, PRM_TEXT, in_row(PRM_MISSING, 1, 2, 2, 1));
    rows[1].word = prm_cstr("x");
    check(&d.pack, 0, &args, "ll-w-x");
}

/* "l" and slot 1: "c", a constant that is its first placeholder, and a hidden part of it: "c" again, "a", "7", "l".
 * The slot's other placeholders are a and l; the root's are number, l and a. */
static void draft_hidden(void)
{
    unsigned any, fixed;
    uint16_t slot, part;

    draft_begin(&d, false);
    draft_text(&d, 0, "c");
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    fixed = draft_trait(&d, 0, 0);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, last), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    slot = draft_field(&d, offsetof(inputs, a), PRM_FIELD_CONSTANT, 0, fixed);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, last), PRM_FIELD_TEXT, 0, any);
    part = draft_field(&d, offsetof(inputs, a), PRM_FIELD_CONSTANT, 0, fixed);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, last), PRM_FIELD_TEXT, 0, any);
    draft_entry(&d, 0, 0, 3);
    draft_value(&d, "", 1);
    draft_op(&d, PRM_OP_CALL, slot, 1);
    draft_end(&d);
    draft_entry(&d, 0, slot, 3);
    draft_value(&d, "", 0);
    draft_op(&d, PRM_OP_CALL, (uint32_t)part - slot, 2);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, 0, 0);
    draft_value(&d, "", 0);
    draft_value(&d, "", 1);
    draft_value(&d, "", 2);
    draft_value(&d, "", 3);
    draft_end(&d);
    memset(&args, 0, sizeof args);
    args.a = prm_cstr("a");
    args.number = prm_int(7);
    args.last = prm_cstr("l");
}

/* What the pieces of draft_hidden() are called: where they stand, their placeholders there and at the root. */
static const struct { char byte; unsigned id, placeholder, field; } hidden[] = {
    { 'l', 0, 1, 1 },
    { 'c', 1, 0, PRM_NO_PLACEHOLDER },
    { 'c', 1, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER },
    { 'a', 1, 1, 2 },
    { '7', 1, PRM_NO_PLACEHOLDER, 0 },
    { 'l', 1, 2, 1 }
};

enum { PIECES = sizeof hidden / sizeof *hidden };

/* Slices are named as the slot around them names its arguments. */
static void slices_of_hidden_parts(void **state)
{
    prm_cursor cursor;
    prm_slice slice;
    size_t i;

    (void)state;
    draft_hidden();
    assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    for (i = 0; i < PIECES; i++) {
        assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
        assert_int_equal(slice.size, 1);
        assert_int_equal(*slice.data, hidden[i].byte);
        assert_int_equal(slice.id, hidden[i].id);
        assert_int_equal(slice.placeholder, hidden[i].placeholder);
    }
    assert_int_equal(prm_next(&cursor, &slice), PRM_END);
}

/* The same for errors: a first text so long that all is too big at each piece behind it in turn. */
static void errors_of_hidden_parts(void **state)
{
    prm_report report;
    size_t i;

    (void)state;
    draft_hidden();
    for (i = 1; i < PIECES; i++) {
        args.last.size = SIZE_MAX - (i - 1);
        assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, &report), PRM_TOO_BIG);
        check_place(&report, at_value(PRM_TOO_BIG, hidden[i].id, hidden[i].placeholder, hidden[i].field));
        assert_int_equal(report.size, SIZE_MAX);
    }
    args.last.size = 1;
    args.number.size = 0;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_MISSING, 1, PRM_NO_PLACEHOLDER, 0));
    args.a.data = NULL;
    args.a.size = 0;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_MISSING, 1, 1, 2));
}

/* A slot that shows how many rows there are, and their words: what is no placeholder is the one it comes from, or
 * none. */
static void values_beside_placeholders(void **state)
{
    static const unsigned expected[] = { ROWS, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER };
    prm_cursor cursor;
    prm_slice slice;
    size_t i;

    (void)state;
    begin(PRM_KEEP_NONE, 3);
    args.rows.count = 1;
    rows[0].word = prm_cstr("w");
    d.fields[INNER] = d.fields[ROWS];
    d.fields[INNER].kind = (uint16_t)(PRM_FIELD_COUNT | (d.fields[ROWS].kind & ~(unsigned)PRM_FIELD_KIND));
    draft_entry(&d, 0, 0, ROWS + 1);
    draft_value(&d, "", INNER);
    i = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_value(&d, "", WORD);
    draft_next(&d, (uint32_t)i);
    draft_text(&d, 0, ".");
    draft_end(&d);
    assert_int_equal(prm_open(&cursor, &d.pack, 1, &args, PRM_TEXT, NULL), PRM_OK);
    for (i = 0; i < 3; i++) {
        assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
        assert_int_equal(*slice.data, "1w."[i]);
        assert_int_equal(slice.id, 1);
        assert_int_equal(slice.placeholder, expected[i]);
    }
}

/* A slot with more placeholders than there are fields, whose part has its map before it: damaged, but nothing behind
 * the fields is taken for a placeholder. */
static void placeholders_without_fields(void **state)
{
    unsigned any;

    (void)state;
    draft_begin(&d, false);
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, last), PRM_FIELD_TEXT, 0, any);
    d.fields[2] = d.fields[0];
    draft_entry(&d, 0, 1, 2);
    draft_op(&d, PRM_OP_CALL, UINT32_MAX, 1);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, 0, 0);
    draft_value(&d, "", 0);
    draft_end(&d);
    memset(&args, 0, sizeof args);
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_MISSING, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    d.pack.field_count = 3;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_MISSING, 0, 1, 1));
}

/* ---- far rows ---- */

static size_t asked[2];

/* Of all rows the second one that is asked for lacks its word, if context is not NULL. */
static int make_row(void *context, size_t index, void *to)
{
    row *const made = to;

    memset(made, 0, sizeof *made);
    if (asked[0] == 0)
        asked[0] = index;
    else
        asked[1] = index;
    made->word = context && asked[1] == index ? prm_bytes(NULL, 0) : prm_cstr("w");
    return 0;
}

static void begin_far(size_t count, void *context)
{
    begin(PRM_KEEP_LAST, 2);
    args.rows.count = count;
    args.rows.source = make_row;
    args.rows.context = context;
    asked[0] = asked[1] = 0;
}

/* The numbers of rows go on where those of reports end: all rows behind are the last. */
static void numbers_of_far_rows(void **state)
{
    static const size_t counts[] = {
        UINT32_MAX - 1u, UINT32_MAX, UINT32_MAX + (size_t)1, UINT32_MAX + (size_t)2, SIZE_MAX
    };
    prm_report report;
    size_t i;

    (void)state;
    for (i = 0; i < sizeof counts / sizeof *counts; i++) {
        const size_t last = counts[i] - 1;
        begin_far(counts[i], &args);
        assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, &report), PRM_MISSING);
        assert_true(asked[0] == last - 1 && asked[1] == last);
        assert_int_equal(report.row, last < PRM_NO_ROW ? last : PRM_NO_ROW - 1);
    }
}

/* The same for cursors, at three rows in the middle and around the last number that there is. */
static void cursors_at_far_rows(void **state)
{
    static const size_t firsts[] = {
        1000, UINT32_MAX - 4u, UINT32_MAX - 3u, UINT32_MAX - 2u, UINT32_MAX - 1u, UINT32_MAX, UINT32_MAX + (size_t)1,
        SIZE_MAX - 3
    };
    prm_cursor cursor;
    size_t i, j;

    (void)state;
    for (i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        begin_far(firsts[i] + 3, NULL);
        if (firsts[i] > SIZE_MAX - 3 || firsts[i] == 0)
            continue;                            /* sizes of 32 bits: there are no such rows */
        d.traits[1].limit = 3;
        assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
        go(&cursor, "a", PRM_NO_ROW);
        go(&cursor, "A", PRM_NO_ROW);
        for (j = 0; j < 3; j++) {
            const uint32_t number = firsts[i] + j < PRM_NO_ROW ? (uint32_t)(firsts[i] + j) : PRM_NO_ROW;
            go(&cursor, "-", number);
            go(&cursor, "w", number);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walking), cmocka_unit_test(separators), cmocka_unit_test(placeholders),
        cmocka_unit_test(refused), cmocka_unit_test(refused_in_a_row), cmocka_unit_test(no_arguments),
        cmocka_unit_test(twins), cmocka_unit_test(rows_of_a_callee), cmocka_unit_test(slices_of_hidden_parts),
        cmocka_unit_test(errors_of_hidden_parts),
        cmocka_unit_test(values_beside_placeholders), cmocka_unit_test(placeholders_without_fields),
        cmocka_unit_test(numbers_of_far_rows), cmocka_unit_test(cursors_at_far_rows)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
