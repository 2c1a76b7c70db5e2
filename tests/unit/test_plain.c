/* prm_render_plain() as small libraries have it, against prm_render(): the same bytes, the same reports. */
#include "support.h"

#ifdef PRM_SMALL
#define small_render_plain prm_render_plain
#else
#define PRM_SMALL
#define prm_render_plain small_render_plain
prm_status small_render_plain(const prm_pack *pack, prm_id id, const void *args, char *buffer, size_t capacity,
                              prm_report *report);
#include "render_plain.c"
#undef prm_render_plain
#endif

typedef struct {
    prm_text    text;
    prm_integer number;
    prm_text    other;
} inputs;

enum { TEXT, NUMBER, OTHER, INPUTS };
enum { SLOT, FIXED, WALKED, HIDDEN, ENTRIES };

static draft d;
static inputs args;

static void draft_slot(void)
{
    unsigned any, short_text;

    memset(&args, 0, sizeof args);
    args.text = prm_cstr("some text");
    args.number = prm_int(-12);
    args.other = prm_cstr("");
    draft_begin(&d, true);
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    short_text = draft_trait(&d, 10, PRM_NO_SEGMENT);
    draft_field(&d, offsetof(inputs, text), PRM_FIELD_TEXT, 0, short_text);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, other), PRM_FIELD_TEXT, 0, any);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, INPUTS);
    draft_value(&d, "<", TEXT);
    draft_value(&d, "", NUMBER);
    draft_value(&d, " of ", OTHER);
    draft_text(&d, 0, ">");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_text(&d, 0, "fixed");
    draft_end(&d);
    draft_entry(&d, 0, 0, 0);
    draft_op(&d, PRM_OP_CALL, 0, FIXED);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, 0, 0);
    draft_text(&d, 0, "hidden");
    draft_end(&d);
}

/* Both ways into memory of the same kind, which has a guard behind it. Returns the status. */
static prm_status compare_into(prm_id id, const void *arguments, size_t capacity)
{
    char one[64], other[64];
    prm_report a, b;
    prm_status status;

    memset(one, CANARY, sizeof one);
    memset(other, CANARY, sizeof other);
    memset(&a, CANARY, sizeof a);
    memset(&b, CANARY, sizeof b);
    status = prm_render(&d.pack, id, arguments, PRM_TEXT, one, capacity, &a);
    assert_int_equal(small_render_plain(&d.pack, id, arguments, other, capacity, &b), status);
    assert_memory_equal(one, other, sizeof one);
    assert_int_equal(a.status, b.status);
    assert_int_equal(a.id, b.id);
    assert_int_equal(a.placeholder, b.placeholder);
    assert_int_equal(a.field, b.field);
    assert_int_equal(a.row, b.row);
    assert_int_equal(a.size, b.size);
    assert_int_equal(a.pieces, b.pieces);
    assert_int_equal(a.code, b.code);
    assert_int_equal(small_render_plain(&d.pack, id, arguments, other, capacity, NULL), status);
    return status;
}

static void compare(prm_status expected)
{
    size_t capacity;

    for (capacity = 0; capacity < 60; capacity++) {
        const prm_status status = compare_into(SLOT, &args, capacity);
        assert_true(status == expected || (status == PRM_NO_SPACE && expected == PRM_OK && capacity < 30));
    }
}

static void results(void **state)
{
    (void)state;
    draft_slot();
    compare(PRM_OK);
    args.other = prm_cstr("more");
    compare(PRM_OK);
    assert_int_equal(compare_into(FIXED, NULL, 6), PRM_OK);
    assert_int_equal(compare_into(FIXED, NULL, 5), PRM_NO_SPACE);
    d.entries[SLOT].count--;                                    /* a value is the last thing */
    compare(PRM_OK);
}

static void bad_values(void **state)
{
    (void)state;
    draft_slot();
    args.text.size = 11;
    compare(PRM_TOO_LONG);
    args.text = prm_bytes(NULL, 0);
    compare(PRM_MISSING);
    args.text = prm_bytes(NULL, 1);
    compare(PRM_BAD_ARGUMENT);
    draft_slot();
    args.number.size = 0;
    compare(PRM_MISSING);
    args.number.size = 21;
    compare(PRM_BAD_ARGUMENT);
}

/* A size up to SIZE_MAX can be told, and no other. */
static void huge_sizes(void **state)
{
    const size_t rest = strlen("<some text-12 of >");
    size_t less;

    (void)state;
    draft_slot();
    for (less = 0; less < 2 * rest; less++) {
        args.other.size = SIZE_MAX - less;
        assert_int_equal(compare_into(SLOT, &args, 0), less < rest ? PRM_TOO_BIG : PRM_NO_SPACE);
    }
}

static void bad_calls(void **state)
{
    prm_report report;
    size_t capacity;

    (void)state;
    draft_slot();
    assert_int_equal(compare_into(HIDDEN, &args, 10), PRM_BAD_ID);
    assert_int_equal(compare_into(ENTRIES, &args, 10), PRM_BAD_ID);
    assert_int_equal(compare_into(SLOT, NULL, 10), PRM_BAD_ARGUMENT);
    d.entries[SLOT].inputs = 1;
    assert_int_equal(compare_into(SLOT, NULL, 10), PRM_BAD_ARGUMENT);
    draft_slot();
    assert_int_equal(small_render_plain(NULL, SLOT, &args, NULL, 0, &report), PRM_BAD_ARGUMENT);
    for (capacity = 1; capacity < 9; capacity++)
        assert_int_equal(small_render_plain(&d.pack, FIXED, NULL, NULL, capacity, &report), PRM_BAD_ARGUMENT);
    assert_int_equal(small_render_plain(&d.pack, SLOT, &args, NULL, 0, &report), PRM_NO_SPACE);
    assert_int_equal(report.size, 18);
    assert_int_equal(small_render_plain(&d.pack, WALKED, NULL, NULL, 0, &report), PRM_BAD_TABLE);
    d.pack.version++;
    assert_int_equal(compare_into(SLOT, &args, 10), PRM_BAD_TABLE);
}

static void check_damage(void)
{
    assert_int_equal(compare_into(SLOT, &args, 60), PRM_BAD_TABLE);
    draft_slot();
}

static void damage(void **state)
{
    (void)state;
    draft_slot();
    d.segments[0][1].offset = d.pack.pool_size + 1;
    check_damage();
    d.segments[0][1].size = 4000;
    check_damage();
    d.segments[0][1].op |= 0xFF;
    check_damage();
    d.entries[SLOT].first = d.pack.segment_count;
    check_damage();
    d.fields[NUMBER].kind = (uint16_t)(d.fields[NUMBER].kind | 1023u << PRM_FIELD_TRAIT);
    check_damage();
    d.pack.trait_count = 1;
    check_damage();
    d.pack.field_count = OTHER;
    check_damage();
}

/* Segments up to the last one and literals up to the end of the pool are there, and none behind them. */
static void ends_of_tables(void **state)
{
    (void)state;
    draft_slot();
    d.pack.segment_count = d.entries[FIXED].first + d.entries[FIXED].count;
    assert_int_equal(compare_into(FIXED, NULL, 60), PRM_OK);
    d.entries[FIXED].first++;
    d.entries[FIXED].count--;
    assert_int_equal(compare_into(FIXED, NULL, 60), PRM_OK);
    draft_slot();
    d.segments[0][4].offset = d.pack.pool_size;
    d.segments[0][4].size = 0;
    assert_int_equal(compare_into(FIXED, NULL, 60), PRM_OK);
    draft_slot();
    d.pack.pool_size = d.segments[0][3].offset + d.segments[0][3].size;
    assert_int_equal(compare_into(SLOT, &args, 60), PRM_OK);
    d.pack.pool_size--;
    check_damage();
}

/* What only a program that calls the wrong function, or damaged tables, can ask for. */
static void refused(unsigned id, const void *arguments, prm_status status)
{
    char buffer[64];
    prm_report report;

    assert_int_equal(small_render_plain(&d.pack, id, arguments, buffer, sizeof buffer, &report), status);
    assert_int_equal(report.status, status);
    assert_int_equal(report.id, id < 0xFFFF ? id : 0xFFFF);
    draft_slot();
}

static void refusals(void **state)
{
    prm_id id;

    (void)state;
    draft_slot();
    for (id = 0xFFF0; id < 0x10010; id++)
        refused(id, &args, PRM_BAD_ID);
    d.entries[FIXED].flags = 0;
    refused(FIXED, NULL, PRM_BAD_TABLE);
    d.pack.entry_count = 0;
    refused(SLOT, &args, PRM_BAD_ID);
    d.pack.base = &d.pack;
    refused(SLOT, &args, PRM_BAD_TABLE);
    d.entries[SLOT].first = d.pack.segment_count + 1;
    refused(SLOT, &args, PRM_BAD_TABLE);
    d.entries[SLOT].inputs = 0;
    refused(SLOT, NULL, PRM_BAD_TABLE);
    d.segments[0][0].op |= PRM_OP_QUOTED;
    refused(SLOT, &args, PRM_BAD_TABLE);
    d.fields[TEXT].kind |= PRM_FIELD_RANGED;
    refused(SLOT, &args, PRM_BAD_TABLE);
    d.fields[TEXT].kind |= 1u << PRM_FIELD_LEVEL;
    refused(SLOT, &args, PRM_BAD_TABLE);
    d.traits[1].standby = 0;
    refused(SLOT, &args, PRM_BAD_TABLE);
}

/* Both ways into a buffer at a place of memory, which holds arguments too. */
static void check_overlap(char *buffer, size_t capacity, const void *arguments, bool overlapping)
{
    prm_report a, b;
    char before[64];
    prm_status status;

    memcpy(before, buffer, capacity);
    status = small_render_plain(&d.pack, SLOT, arguments, buffer, capacity, &a);
    assert_int_equal(status, overlapping ? PRM_OVERLAP : a.size >= capacity ? PRM_NO_SPACE : PRM_OK);
    assert_int_equal(memcmp(before, buffer, capacity) == 0, status != PRM_OK);
    memcpy(buffer, before, capacity);
    assert_int_equal(prm_render(&d.pack, SLOT, arguments, PRM_TEXT, buffer, capacity, &b), a.status);
    assert_int_equal(a.placeholder, b.placeholder);
}

static void overlapping_values(void **state)
{
    char memory[100];
    size_t capacity, size, at;

    (void)state;
    draft_slot();
    args.text.size = 7;
    for (capacity = 1; capacity <= 24; capacity += capacity < 3 ? 1 : 7)
        for (size = 0; size <= 3; size++)
            for (at = 0; at + size <= sizeof memory; at++) {
                memset(memory, 'x', sizeof memory);
                args.other = prm_bytes(memory + at, size);
                check_overlap(memory + 40, capacity, &args, size > 0 && at + size > 40 && at < 40 + capacity);
            }
}

static void overlapping_structs(void **state)
{
    struct { char before[40]; inputs args; char behind[40]; } memory;
    char *const bytes = (char *)&memory;
    size_t at;

    (void)state;
    draft_slot();
    for (at = 0; at + 24 <= sizeof memory; at++) {
        memset(&memory, 'x', sizeof memory);
        memory.args = args;
        check_overlap(bytes + at, 24, &memory.args, at + 24 > 40 && at < 40 + sizeof args);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results),
        cmocka_unit_test(bad_values),
        cmocka_unit_test(huge_sizes),
        cmocka_unit_test(bad_calls),
        cmocka_unit_test(damage),
        cmocka_unit_test(ends_of_tables),
        cmocka_unit_test(refusals),
        cmocka_unit_test(overlapping_values),
        cmocka_unit_test(overlapping_structs)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
