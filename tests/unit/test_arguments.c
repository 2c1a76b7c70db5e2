/* What callers hand in, at its worst: nothing, too much, memory that ends, memory that overlaps. */
#define _DEFAULT_SOURCE

#include <sys/mman.h>
#include <unistd.h>

#include "support.h"

typedef struct {
    prm_text    a, b;
    prm_integer number;
    prm_rows    rows;
} inputs;

typedef struct { prm_text line; } row;

enum { A, B, NUMBER, ROWS, LINE };
enum { SLOT, LIST, FENCED, REQUEST, FIXED, HIDDEN };

static draft d;
static inputs args;

static void begin(void)
{
    unsigned any, rows, fence;
    uint32_t at;

    memset(&args, 0, sizeof args);
    args.a = prm_cstr("a");
    args.b = prm_cstr("b");
    args.number = prm_int(7);
    draft_begin(&d, true);
    draft_text(&d, 0, "tag");
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    rows = draft_trait(&d, PRM_NO_LIMIT, sizeof(row));
    fence = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 0, 0);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, b), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_ROWS, 0, rows);
    draft_field(&d, offsetof(row, line), PRM_FIELD_TEXT, 1, any);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_FENCED, 0, fence);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 4);
    draft_value(&d, "<", A);
    draft_value(&d, "|", B);
    draft_value(&d, "|", NUMBER);
    draft_text(&d, 0, ">");
    draft_end(&d);
    draft_entry(&d, 0, 0, 4);
    at = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_value(&d, "- ", LINE);
    draft_next(&d, at);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 5, 1);
    draft_value(&d, "", 0);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_REQUEST | PRM_ENTRY_PLAIN, 0, 1);
    draft_text(&d, PRM_OP_VALUE | PRM_OP_QUOTED | A, "\"");
    draft_text(&d, 0, "\"");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_text(&d, 0, "fixed");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN, 0, 0);
    draft_end(&d);
}

static void bad_calls(void **state)
{
    const place nowhere = at_value(PRM_BAD_ARGUMENT, SLOT, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER);
    place p = nowhere;
    unsigned id;

    (void)state;
    begin();
    check(&d.pack, SLOT, &args, "<a|b|7>");
    check(&d.pack, FIXED, NULL, "fixed");
    check_fails(NULL, SLOT, &args, PRM_TEXT, nowhere);
    check_fails(&d.pack, SLOT, NULL, PRM_TEXT, nowhere);
    check_fails(&d.pack, SLOT, &args, (prm_format)4, nowhere);
    check_fails(&d.pack, SLOT, &args, (prm_format)-1, nowhere);
    p.id = REQUEST;
    check(&d.pack, REQUEST, &args, "\"a\"");
    check_fails(&d.pack, REQUEST, &args, PRM_JSON, p);
    check_fails(&d.pack, REQUEST, &args, PRM_JSON_REPAIR, p);
    p.status = PRM_BAD_ID;
    for (id = HIDDEN; id < HIDDEN + 3; id++) {
        p.id = id;
        check_fails(&d.pack, id, &args, PRM_TEXT, p);
    }
    p.id = 0xFFFE;
    check_fails(&d.pack, 0xFFFE, &args, PRM_TEXT, p);
    p.id = 0xFFFF;
    check_fails(&d.pack, 0xFFFF, &args, PRM_TEXT, p);
    check_fails(&d.pack, 0x10000, &args, PRM_TEXT, p);
    check_fails(&d.pack, (prm_id)-1, &args, PRM_TEXT, p);
    d.pack.version = PRM_TABLE_VERSION + 1;
    p = at_value(PRM_BAD_TABLE, SLOT, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER);
    check_fails(&d.pack, SLOT, &args, PRM_TEXT, p);
}

static void missing_memory(void **state)
{
    prm_report report;
    prm_cursor cursor;
    prm_slice slice;
    prm_sink sink;
    char byte = CANARY;
    size_t size = 9, missing;

    (void)state;
    begin();
    assert_int_equal(prm_render(&d.pack, SLOT, &args, PRM_TEXT, NULL, 0, &report), PRM_NO_SPACE);
    assert_int_equal(report.size, 7);
    for (missing = 1; missing < 9; missing++) {
        assert_int_equal(prm_render(&d.pack, SLOT, &args, PRM_TEXT, NULL, missing, &report), PRM_BAD_ARGUMENT);
        assert_int_equal(report.status, PRM_BAD_ARGUMENT);
        assert_int_equal(prm_gather(&d.pack, SLOT, &args, PRM_TEXT, NULL, missing, &report), PRM_BAD_ARGUMENT);
        assert_int_equal(report.status, PRM_BAD_ARGUMENT);
    }
    sink.write = NULL;
    sink.context = NULL;
    assert_int_equal(prm_emit(&d.pack, SLOT, &args, PRM_TEXT, sink, &report), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_open(NULL, &d.pack, SLOT, &args, PRM_TEXT, &report), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_open(&cursor, &d.pack, SLOT, &args, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_next(&cursor, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_next(NULL, &slice), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_read(&cursor, NULL, 1, &size), PRM_BAD_ARGUMENT);
    assert_int_equal(size, 0);
    assert_int_equal(prm_read(&cursor, &byte, 0, &size), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_read(&cursor, &byte, 1, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_read(NULL, &byte, 1, &size), PRM_BAD_ARGUMENT);
    assert_int_equal(byte, CANARY);
    assert_int_equal(prm_read(&cursor, &byte, 1, &size), PRM_OK);
    assert_int_equal(byte, '<');
}

/* Of those that do not read the values: measured, and listed with room for all and for none. */
static void check_huge(size_t size)
{
    prm_report report;
    prm_text list[7];

    assert_int_equal(prm_measure(&d.pack, SLOT, &args, PRM_TEXT, &report), PRM_OK);
    assert_int_equal(report.size, size);
    assert_int_equal(prm_gather(&d.pack, SLOT, &args, PRM_TEXT, list, 7, &report), PRM_OK);
    assert_int_equal(report.size, size);
    assert_int_equal(report.pieces, 7);
    assert_int_equal(prm_gather(&d.pack, SLOT, &args, PRM_TEXT, NULL, 0, &report), PRM_NO_SPACE);
    assert_int_equal(report.size, size);
    assert_int_equal(report.pieces, 7);
}

/* Sums that reach SIZE_MAX exactly, and those that pass it. */
static void huge_sizes(void **state)
{
    static const unsigned places[] = { A, PRM_NO_PLACEHOLDER, B, PRM_NO_PLACEHOLDER, NUMBER, PRM_NO_PLACEHOLDER };
    prm_report report;
    size_t less;

    (void)state;
    begin();
    for (less = 0; less < 12; less++) {
        args.a.size = SIZE_MAX - less;
        if (less < 6)
            check_fails(&d.pack, SLOT, &args, PRM_TEXT, at_value(PRM_TOO_BIG, SLOT, places[less], places[less]));
        else
            check_huge(SIZE_MAX - less + 6);
    }
    args.a.size = SIZE_MAX - 6;
    assert_int_equal(prm_render(&d.pack, SLOT, &args, PRM_TEXT, NULL, 0, &report), PRM_NO_SPACE);
    assert_int_equal(report.size, SIZE_MAX);
    args.a.size = SIZE_MAX / 2;
    args.b.size = SIZE_MAX / 2 + 10;
    assert_int_equal(prm_measure(&d.pack, SLOT, &args, PRM_TEXT, &report), PRM_TOO_BIG);
    assert_int_equal(report.placeholder, B);
    d.traits[0].limit = 5;
    assert_int_equal(prm_measure(&d.pack, SLOT, &args, PRM_TEXT, &report), PRM_TOO_LONG);
    assert_int_equal(report.placeholder, A);
}

/* Not a byte behind a value is read, in whatever way it is looked at. */
static void guard_page(void **state)
{
    static const char text[] = "some \"text\"\n with \xC3\xA9 and </tag> and <tag";
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *const memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *const end = memory + page;
    char buffer[256];
    size_t size;

    (void)state;
    begin();
    assert_true(memory != MAP_FAILED);
    assert_int_equal(mprotect(end, page, PROT_NONE), 0);
    for (size = 0; size < sizeof text; size++) {
        memcpy(end - size, text, size);
        args.a = prm_bytes(end - size, size);
        if (size > 18 && text[18] == '\xC3' && size == 19) {
            assert_int_equal(prm_render(&d.pack, FENCED, &args, PRM_JSON, buffer, sizeof buffer, NULL), PRM_BAD_UTF8);
            continue;
        }
        assert_int_equal(prm_render(&d.pack, SLOT, &args, PRM_TEXT, buffer, sizeof buffer, NULL), PRM_OK);
        assert_int_equal(prm_render(&d.pack, FENCED, &args, PRM_TEXT, buffer, sizeof buffer, NULL), PRM_OK);
        assert_int_equal(prm_render(&d.pack, FENCED, &args, PRM_JSON_REPAIR, buffer, sizeof buffer, NULL), PRM_OK);
        assert_int_equal(prm_render(&d.pack, SLOT, &args, PRM_JSON_REPAIR, buffer, sizeof buffer, NULL), PRM_OK);
    }
    assert_int_equal(munmap(memory, 2 * page), 0);
}

static void check_overlap(prm_id id, const void *arguments, char *buffer, size_t capacity, unsigned placeholder)
{
    char before[256];
    prm_report report;

    memcpy(before, buffer, capacity);
    assert_int_equal(prm_render(&d.pack, id, arguments, PRM_TEXT, buffer, capacity, &report), PRM_OVERLAP);
    assert_int_equal(report.placeholder, placeholder);
    assert_memory_equal(buffer, before, capacity);
}

/* A value of some bytes at every place around a buffer of ten. */
static void overlapping_value(size_t size, const char *expected)
{
    char memory[40];
    char *const buffer = memory + 15;
    size_t at;

    for (at = 0; at + size <= sizeof memory; at++) {
        begin();
        memset(memory, 'x', sizeof memory);
        args.b = prm_bytes(memory + at, size);
        if (at + size <= 15 || at >= 25) {
            assert_int_equal(prm_render(&d.pack, SLOT, &args, PRM_TEXT, buffer, 10, NULL), PRM_OK);
            assert_string_equal(buffer, expected);
        } else {
            check_overlap(SLOT, &args, buffer, 10, B);
        }
        args.b.size = 0;
        assert_int_equal(prm_render(&d.pack, SLOT, &args, PRM_TEXT, buffer, 10, NULL), PRM_OK);
    }
}

static void overlapping_values(void **state)
{
    (void)state;
    overlapping_value(1, "<a|x|7>");
    overlapping_value(2, "<a|xx|7>");
    overlapping_value(3, "<a|xxx|7>");
}

static void overlapping_structs(void **state)
{
    union { inputs args; row rows[8]; char bytes[256]; } memory;
    row line;

    (void)state;
    begin();
    memset(&memory, 0, sizeof memory);
    memory.args = args;
    check_overlap(SLOT, &memory, memory.bytes, sizeof memory, A);
    check_overlap(SLOT, &memory, memory.bytes + offsetof(inputs, b), 100, B);
    check_overlap(SLOT, &memory, memory.bytes + offsetof(inputs, number) + 2, 100, NUMBER);
    assert_int_equal(prm_render(&d.pack, SLOT, &memory, PRM_TEXT, memory.bytes + offsetof(inputs, rows), 30, NULL),
                     PRM_OK);
    memset(&memory, 0, sizeof memory);
    line.line = prm_cstr("x");
    memory.rows[7] = line;
    args.rows.data = &memory.rows[7];
    args.rows.count = 1;
    check_overlap(LIST, &args, memory.bytes, 7 * sizeof(row) + 1, ROWS);
    assert_int_equal(prm_render(&d.pack, LIST, &args, PRM_TEXT, memory.bytes, 7 * sizeof(row), NULL), PRM_OK);
}

/* Each row of an array is looked at, not the first alone. */
static void overlapping_rows(void **state)
{
    union { row rows[8]; char bytes[8 * sizeof(row)]; } memory;
    size_t at;

    (void)state;
    begin();
    args.rows.data = memory.rows;
    args.rows.count = 3;
    for (at = 0; at + 7 <= sizeof memory; at++) {
        prm_report report;
        size_t i;
        memset(&memory, 0, sizeof memory);
        for (i = 0; i < 3; i++)
            memory.rows[i].line = prm_cstr("");
        if (at < 3 * sizeof(row)) {
            check_overlap(LIST, &args, memory.bytes + at, 7, ROWS);
            assert_int_equal(prm_render(&d.pack, LIST, &args, PRM_TEXT, memory.bytes + at, 7, &report), PRM_OVERLAP);
            assert_int_equal(report.row, at / sizeof(row));
        } else {
            assert_int_equal(prm_render(&d.pack, LIST, &args, PRM_TEXT, memory.bytes + at, 7, NULL), PRM_OK);
            assert_string_equal(memory.bytes + at, "- - - ");
        }
    }
}

/* An argument of each kind, asked about or shown, takes just as many bytes as it has. */
static void overlapping_kinds(void **state)
{
    static const struct { unsigned kind; size_t size; bool shown; } kinds[] = {
        { PRM_FIELD_TEXT, sizeof(prm_text), false }, { PRM_FIELD_FENCED, sizeof(prm_text), false },
        { PRM_FIELD_JSON, sizeof(prm_text), false }, { PRM_FIELD_INTEGER, sizeof(prm_integer), false },
        { PRM_FIELD_RANGED, sizeof(prm_integer), false }, { PRM_FIELD_ROWS, sizeof(prm_rows), false },
        { PRM_FIELD_COUNT, sizeof(prm_rows), true }, { PRM_FIELD_CHOICE, sizeof(prm_choice), false },
        { PRM_FIELD_FLAG, sizeof(bool), false }, { PRM_FIELD_FLAG, sizeof(bool), true },
        { PRM_FIELD_SET, sizeof(uint32_t), false }
    };
    enum { BEFORE = 32, CAPACITY = 6 };
    union { prm_rows aligned; char bytes[96]; } memory;
    size_t i, at;

    (void)state;
    for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        draft_begin(&d, false);
        draft_field(&d, BEFORE, kinds[i].kind, 0, draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT));
        draft_entry(&d, 0, 0, 1);
        draft_op(&d, PRM_OP_WHEN | 0, kinds[i].shown ? 0 : 1, 0);
        draft_text(&d, kinds[i].shown ? PRM_OP_VALUE : 0, "");
        draft_end(&d);
        for (at = 0; at + CAPACITY <= sizeof memory; at++) {
            memset(&memory, 0, sizeof memory);
            if (at + CAPACITY > BEFORE && at < BEFORE + kinds[i].size)
                check_overlap(0, &memory, memory.bytes + at, CAPACITY, 0);
            else
                assert_int_equal(prm_render(&d.pack, 0, &memory, PRM_TEXT, memory.bytes + at, CAPACITY, NULL),
                                 PRM_OK);
        }
    }
}

/* Nothing overlaps with no bytes, wherever they are said to be. */
static void no_bytes_overlap_nothing(void **state)
{
    char memory[20];
    size_t at;

    (void)state;
    begin();
    for (at = 0; at <= sizeof memory; at++) {
        args.a = prm_bytes(memory + at, 0);
        memset(memory, 'x', sizeof memory);
        assert_int_equal(prm_render(&d.pack, FENCED, &args, PRM_TEXT, memory + 5, 10, NULL), PRM_OK);
        assert_int_equal(memory[5], 0);
        assert_int_equal(prm_render(&d.pack, SLOT, &args, PRM_TEXT, memory + 5, 10, NULL), PRM_OK);
        assert_string_equal(memory + 5, "<|b|7>");
    }
}

/* Of a set, the word with the bit that is asked about must lie apart from the buffer, and no other. */
static void overlapping_sets(void **state)
{
    enum { WORDS = 4, CAPACITY = 3 };
    union { uint32_t words[WORDS]; char bytes[sizeof(uint32_t) * WORDS]; } memory;
    unsigned bit;
    size_t at;

    (void)state;
    for (bit = 0; bit < 32 * WORDS; bit += 31) {
        const size_t word = bit / 32 * sizeof(uint32_t);
        draft_begin(&d, false);
        draft_field(&d, 0, PRM_FIELD_SET, 0, draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT));
        draft_entry(&d, 0, 0, 1);
        draft_op(&d, PRM_OP_WHEN | 0, 1, bit);
        draft_text(&d, 0, "x");
        draft_end(&d);
        for (at = 0; at + CAPACITY <= sizeof memory; at++) {
            memset(&memory, 0, sizeof memory);
            memory.words[bit / 32] = (uint32_t)1 << bit % 32;
            if (at + CAPACITY > word && at < word + sizeof(uint32_t)) {
                check_overlap(0, &memory, memory.bytes + at, CAPACITY, 0);
            } else {
                assert_int_equal(prm_render(&d.pack, 0, &memory, PRM_TEXT, memory.bytes + at, CAPACITY, NULL),
                                 PRM_OK);
                assert_string_equal(memory.bytes + at, "x");
            }
        }
    }
}

/* A buffer of no bytes lies in nothing, though it points into the arguments. */
static void no_buffer_within(void **state)
{
    union { inputs args; row rows[3]; char bytes[256]; } memory;
    row rows[3];
    prm_report report;
    size_t at, i;

    (void)state;
    begin();
    for (i = 0; i < 3; i++)
        rows[i].line = prm_cstr("x");
    args.rows.data = rows;
    args.rows.count = 3;
    memset(&memory, 0, sizeof memory);
    memory.args = args;
    for (at = 0; at < sizeof args; at++) {
        assert_int_equal(prm_render(&d.pack, SLOT, &memory, PRM_TEXT, memory.bytes + at, 0, &report), PRM_NO_SPACE);
        assert_int_equal(report.size, 7);
        assert_int_equal(prm_render(&d.pack, LIST, &memory, PRM_TEXT, memory.bytes + at, 0, &report), PRM_NO_SPACE);
        assert_int_equal(report.size, 9);
    }
    memcpy(memory.rows, rows, sizeof rows);
    args.rows.data = memory.rows;
    for (at = 0; at < sizeof rows; at++) {
        assert_int_equal(prm_render(&d.pack, LIST, &args, PRM_TEXT, memory.bytes + at, 0, &report), PRM_NO_SPACE);
        assert_int_equal(report.size, 9);
    }
}

/* A capacity of more than there can be: the arguments lie before the buffer, so that nothing of them is in it. */
static void endless_buffers(void **state)
{
    static const size_t capacities[] = { SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1, SIZE_MAX / 2, SIZE_MAX / 2 - 1 };
    struct { row rows[2]; inputs args; char text[4], buffer[64]; inputs behind; } memory;
    prm_report report;
    size_t i;

    (void)state;
    begin();
    memset(&memory, 0, sizeof memory);
    memory.text[0] = 'a';
    memory.args = args;
    memory.args.a = memory.args.b = memory.rows[0].line = memory.rows[1].line = prm_bytes(memory.text, 1);
    memory.args.rows.data = memory.rows;
    memory.args.rows.count = 2;
    memory.behind = memory.args;
    for (i = 0; i < sizeof capacities / sizeof *capacities; i++) {
        assert_int_equal(prm_render(&d.pack, SLOT, &memory.args, PRM_TEXT, memory.buffer, capacities[i], NULL),
                         PRM_OK);
        assert_string_equal(memory.buffer, "<a|a|7>");
        assert_int_equal(prm_render(&d.pack, LIST, &memory.args, PRM_TEXT, memory.buffer, capacities[i], NULL),
                         PRM_OK);
        assert_string_equal(memory.buffer, "- a- a");
        assert_int_equal(prm_render(&d.pack, SLOT, &memory.behind, PRM_TEXT, memory.buffer, capacities[i], &report),
                         PRM_OVERLAP);
        assert_int_equal(report.placeholder, A);
    }
}

/* A flag that lies in the buffer, and decides whether anything is written there. */
static void overlapping_flags(void **state)
{
    static draft conditions;
    bool memory[16] = { false };
    prm_report report;
    uint32_t at;

    (void)state;
    draft_begin(&conditions, false);
    draft_field(&conditions, 8, PRM_FIELD_FLAG, 0, draft_trait(&conditions, 0, PRM_NO_SEGMENT));
    draft_entry(&conditions, 0, 0, 1);
    at = draft_op(&conditions, PRM_OP_WHEN | 0, 0, 0);
    draft_text(&conditions, 0, "x");
    draft_land(&conditions, at);
    draft_end(&conditions);
    memory[8] = true;
    assert_int_equal(prm_render(&conditions.pack, 0, memory, PRM_TEXT, (char *)memory + 8, 4, &report), PRM_OVERLAP);
    assert_int_equal(prm_render(&conditions.pack, 0, memory, PRM_TEXT, (char *)memory + 9, 4, &report), PRM_OK);
    assert_string_equal((char *)memory + 9, "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlapping_flags),
        cmocka_unit_test(bad_calls),
        cmocka_unit_test(missing_memory),
        cmocka_unit_test(huge_sizes),
        cmocka_unit_test(guard_page),
        cmocka_unit_test(overlapping_values),
        cmocka_unit_test(no_bytes_overlap_nothing),
        cmocka_unit_test(overlapping_structs),
        cmocka_unit_test(overlapping_rows),
        cmocka_unit_test(overlapping_kinds),
        cmocka_unit_test(overlapping_sets),
        cmocka_unit_test(no_buffer_within),
        cmocka_unit_test(endless_buffers)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
