/* Overlays: replaced slots, their own control code and separators, overlays over overlays. */
#include "support.h"

typedef struct {
    prm_text a, b;
    prm_rows lines;
} inputs;

typedef struct { prm_text line; } row;

enum { A, B, LINES, LINE, FIXED };
enum { WHOLE, FIRST, SECOND, EMPTY };

static draft base, over, top;
static inputs args;

/* whole: first / second / only if the third has text: empty; second is a loop. */
static void draft_base(bool quoted)
{
    unsigned any, rows, fixed;
    uint32_t at;

    memset(&args, 0, sizeof args);
    draft_begin(&base, quoted);
    draft_text(&base, 0, "default");
    any = draft_trait(&base, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    rows = draft_trait(&base, PRM_NO_LIMIT, sizeof(row));
    fixed = draft_trait(&base, PRM_NO_LIMIT, 0);
    draft_field(&base, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&base, offsetof(inputs, b), PRM_FIELD_TEXT, 0, fixed);
    draft_field(&base, offsetof(inputs, lines), PRM_FIELD_ROWS, 0, rows);
    draft_field(&base, offsetof(row, line), PRM_FIELD_TEXT, 1, any);
    draft_field(&base, 0, PRM_FIELD_CONSTANT, 0, fixed);
    draft_entry(&base, 0, 0, 3);
    draft_text(&base, PRM_OP_PART, " / ");
    draft_op(&base, PRM_OP_CALL, 0, FIRST);
    draft_text(&base, PRM_OP_PART, " / ");
    draft_op(&base, PRM_OP_CALL, 0, SECOND);
    at = draft_op(&base, PRM_OP_FILLED, 0, EMPTY);
    draft_text(&base, PRM_OP_PART, " / ");
    draft_op(&base, PRM_OP_CALL, 0, EMPTY);
    draft_land(&base, at);
    draft_end(&base);
    draft_entry(&base, PRM_ENTRY_PLAIN, 0, 3);
    draft_value(&base, "first ", A);
    draft_end(&base);
    draft_entry(&base, 0, 0, 3);
    at = draft_op(&base, PRM_OP_LOOP | LINES, 0, 0);
    draft_text(&base, PRM_OP_PART, "\n");
    draft_value(&base, "- ", LINE);
    draft_next(&base, at);
    draft_end(&base);
    draft_entry(&base, PRM_ENTRY_PLAIN, 0, 3);
    draft_end(&base);
}

static void replace(draft *d, unsigned id, unsigned flags)
{
    d->replaced[id] = draft_entry(d, flags, 0, 0);
}

/* first: sections with separators of its own; empty: no longer. */
static void draft_over(bool quoted)
{
    uint32_t at;

    draft_overlay(&over, &base.pack, quoted);
    draft_text(&over, 0, "moves the numbers of segments");
    replace(&over, FIRST, 0);
    draft_text(&over, PRM_OP_PART, "(\"");
    draft_value(&over, "", A);
    at = draft_op(&over, PRM_OP_WHEN | B, 0, 0);
    draft_text(&over, PRM_OP_PART, "\"\n\"");
    draft_value(&over, "b=", B);
    draft_land(&over, at);
    at = draft_op(&over, PRM_OP_LOOP | LINES, 0, 0);
    draft_text(&over, PRM_OP_PART | PRM_PART_KEEP, "\t");
    draft_value(&over, "", LINE);
    draft_next(&over, at);
    draft_end(&over);
    replace(&over, EMPTY, PRM_ENTRY_PLAIN);
    draft_value(&over, "no longer: ", B);
    draft_value(&over, " ", FIXED);
    draft_end(&over);
}

static void check_all(const prm_pack *pack, const char *expected)
{
    char escaped[256];
    const size_t size = naive_escape(escaped, expected, strlen(expected));

    check_bytes(pack, WHOLE, &args, PRM_TEXT, expected, strlen(expected));
    check_bytes(pack, WHOLE, &args, PRM_JSON, escaped, size);
}

static void replaced_slots(void **state)
{
    row lines[2];
    int quoted;

    (void)state;
    lines[0].line = prm_cstr("\"x\"");
    lines[1].line = prm_cstr("");
    for (quoted = 0; quoted < 4; quoted++) {
        draft_base(quoted & 1);
        draft_over(quoted & 2);
        args.a = prm_cstr("a");
        args.lines.data = lines;
        args.lines.count = 2;
        check_all(&base.pack, "first a / - \"x\"\n- ");
        check_all(&over.pack, "a\t\"x\"\t / - \"x\"\n-  / no longer: default default");
        args.lines.count = 0;
        args.b = prm_cstr("b");
        check_all(&base.pack, "first a");
        check_all(&over.pack, "a\"\n\"b=b / no longer: b default");
        args.a = prm_cstr("");
        check_all(&over.pack, "b=b / no longer: b default");
        args.a = prm_cstr(NULL);
        check_fails(&over.pack, WHOLE, &args, PRM_TEXT, at_value(PRM_MISSING, FIRST, A, A));
        check_fails(&over.pack, FIRST, &args, PRM_TEXT, at_value(PRM_MISSING, FIRST, A, A));
    }
}

static void overlay_over_overlay(void **state)
{
    (void)state;
    draft_base(true);
    draft_over(true);
    draft_overlay(&top, &over.pack, false);
    replace(&top, FIRST, PRM_ENTRY_PLAIN);
    draft_value(&top, "\"top\" ", A);
    draft_end(&top);
    args.a = prm_cstr("a");
    check_all(&top.pack, "\"top\" a / no longer: default default");
    top.replaced[FIRST] = 1;                         /* beyond its only entry */
    check_fails(&top.pack, WHOLE, &args, PRM_TEXT,
                at_value(PRM_BAD_TABLE, WHOLE, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

static void versions(void **state)
{
    (void)state;
    draft_base(true);
    draft_over(true);
    args.a = prm_cstr("a");
    over.pack.version++;
    check_fails(&over.pack, WHOLE, &args, PRM_TEXT,
                at_value(PRM_BAD_TABLE, WHOLE, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    over.pack.version--;
    base.pack.version++;
    check_fails(&over.pack, WHOLE, &args, PRM_TEXT,
                at_value(PRM_BAD_TABLE, WHOLE, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    base.pack.version--;
    over.pack.replaced = NULL;
    check_fails(&over.pack, WHOLE, &args, PRM_TEXT,
                at_value(PRM_BAD_TABLE, WHOLE, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

/* Where each stretch says that it comes from. */
static void origins(void **state)
{
    prm_cursor cursor;
    prm_slice slice;

    (void)state;
    draft_base(true);
    draft_over(true);
    args.a = prm_cstr("a");
    args.b = prm_cstr("b");
    assert_int_equal(prm_open(&cursor, &over.pack, WHOLE, &args, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* a */
    assert_int_equal(slice.id, FIRST);
    assert_int_equal(slice.placeholder, A);
    assert_int_equal(slice.segment, PRM_NO_SEGMENT);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* the overlay's separator */
    assert_int_equal(slice.id, FIRST);
    assert_int_equal(slice.placeholder, PRM_NO_PLACEHOLDER);
    assert_true(slice.home == &over.pack);
    assert_int_equal(slice.segment, 4);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* b= */
    assert_true(slice.home == &over.pack);
    assert_int_equal(slice.segment, 5);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* b */
    assert_int_equal(slice.placeholder, B);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* the root's separator */
    assert_int_equal(slice.id, WHOLE);
    assert_true(slice.home == &base.pack);
    assert_memory_equal(slice.data, " / ", 3);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* no longer: */
    assert_int_equal(slice.id, EMPTY);
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* b */
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* " " */
    assert_int_equal(prm_next(&cursor, &slice), PRM_OK);             /* the constant, which the root owns */
    assert_true(slice.home == &base.pack);
    assert_int_equal(slice.segment, 0);
    assert_int_equal(slice.placeholder, PRM_NO_PLACEHOLDER);
    assert_int_equal(prm_next(&cursor, &slice), PRM_END);
    assert_null(slice.data);
    assert_int_equal(slice.segment, PRM_NO_SEGMENT);
    assert_int_equal(slice.placeholder, PRM_NO_PLACEHOLDER);
}

/* ---- which overlay, and whether it changes a text ---- */

static void choosing(void **state)
{
    static prm_pack pack, zh, zh_tw, de;
    static const prm_overlay overlays[] = { { "zh", &zh }, { "zh-TW", &zh_tw }, { "de-AT", &de } };
    static const prm_overlay one_letter = { "x", &zh };
    static const struct { const char *name; const prm_pack *chosen; } names[] = {
        { "zh", &zh }, { "zh-TW", &zh_tw }, { "zh-TW-x", &zh_tw }, { "zh-HK", &zh }, { "zh-", &zh }, { "zhx", &pack },
        { "xh", &pack }, { "ze-AT", &pack }, { "z-", &pack },
        { "z", &pack }, { "ZH", &pack }, { "zh_TW", &pack }, { "de", &pack }, { "de-AT", &de }, { "de-ATx", &pack },
        { "-zh", &pack }, { "-", &pack }, { "", &pack }, { "zh-T", &zh }, { "zh--TW", &zh }
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        if (prm_choose(&pack, overlays, 3, prm_cstr(names[i].name)) != names[i].chosen)
            fail_msg("%s", names[i].name);
    assert_ptr_equal(prm_choose(&pack, overlays, 1, prm_cstr("zh-TW")), &zh);
    assert_ptr_equal(prm_choose(&pack, &one_letter, 1, prm_cstr("x")), &zh);
    assert_ptr_equal(prm_choose(&pack, &one_letter, 1, prm_cstr("x-y")), &zh);
    assert_ptr_equal(prm_choose(&pack, &one_letter, 1, prm_cstr("y")), &pack);
    assert_ptr_equal(prm_choose(&pack, NULL, 0, prm_cstr("zh")), &pack);
    assert_ptr_equal(prm_choose(&pack, overlays, 3, prm_bytes(NULL, 2)), &pack);
    assert_ptr_equal(prm_choose(&pack, overlays, 3, prm_bytes("zh\0x", 4)), &pack);
}

/* Variants share the segments of all packs; an overlay has its own. */
static void same_texts(void **state)
{
    static prm_entry entries[4];
    prm_pack variant;

    (void)state;
    draft_base(false);
    memcpy(entries, base.entries, sizeof entries);
    variant = base.pack;
    variant.entries = entries;
    assert_true(prm_same_text(&base.pack, &base.pack, FIRST));
    assert_true(prm_same_text(&variant, &base.pack, FIRST));
    entries[FIRST].first++;
    assert_false(prm_same_text(&variant, &base.pack, FIRST));
    assert_true(prm_same_text(&variant, &base.pack, SECOND));
    entries[FIRST] = base.entries[FIRST];
    entries[FIRST].count++;
    assert_false(prm_same_text(&variant, &base.pack, FIRST));
    assert_false(prm_same_text(&base.pack, &variant, FIRST));
    variant.segments[0] = over.segments[0];
    assert_false(prm_same_text(&variant, &base.pack, SECOND));
    assert_true(prm_same_text(&base.pack, &base.pack, EMPTY));
    assert_false(prm_same_text(&base.pack, &base.pack, EMPTY + 1));
    variant = base.pack;
    variant.public_count = EMPTY;
    assert_false(prm_same_text(&variant, &base.pack, EMPTY));
    assert_false(prm_same_text(&base.pack, &variant, EMPTY));
    variant.public_count = EMPTY + 1;
    variant.entry_count = EMPTY;
    assert_false(prm_same_text(&variant, &base.pack, EMPTY));
    assert_false(prm_same_text(&base.pack, &variant, EMPTY));
}

static void same_texts_of_overlays(void **state)
{
    (void)state;
    draft_base(false);
    draft_overlay(&over, &base.pack, false);
    over.pack.public_count = EMPTY + 1;
    draft_overlay(&top, &over.pack, false);
    top.pack.public_count = EMPTY + 1;
    assert_true(prm_same_text(&over.pack, &base.pack, FIRST));
    assert_true(prm_same_text(&base.pack, &top.pack, FIRST));
    over.replaced[FIRST] = draft_entry(&over, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, 0, 0);
    draft_text(&over, 0, "other");
    draft_end(&over);
    over.pack.public_count = EMPTY + 1;
    assert_false(prm_same_text(&over.pack, &base.pack, FIRST));
    assert_false(prm_same_text(&base.pack, &top.pack, FIRST));
    assert_true(prm_same_text(&over.pack, &top.pack, FIRST));
    assert_true(prm_same_text(&over.pack, &base.pack, SECOND));
    over.replaced[FIRST] = 7;
    assert_false(prm_same_text(&over.pack, &over.pack, FIRST));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaced_slots),
        cmocka_unit_test(overlay_over_overlay),
        cmocka_unit_test(versions),
        cmocka_unit_test(origins),
        cmocka_unit_test(choosing),
        cmocka_unit_test(same_texts),
        cmocka_unit_test(same_texts_of_overlays)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
