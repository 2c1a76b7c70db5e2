/* Damaged tables: whatever byte of the code changes, a walk ends, with bytes or a status, and reads nothing outside
 * of the tables. (Fields and the layout half of traits describe the caller's memory and are taken at their word.) */
#include "support.h"

enum { BITS = 50 };

typedef struct { prm_text word; prm_rows more; } row;

typedef struct {
    prm_rows    rows;
    prm_text    a, b;
    prm_choice  mood;
    prm_integer number;
    uint32_t    set[BITS / 32 + 1];
} inputs;

enum { ROWS, A, B, MOOD, NUMBER, SET, WORD, MORE, COUNT, INDEX, FENCED, RANGED, FIXED, JSON };
enum { LIMIT = 200000 };             /* bytes after which a sink has seen enough */

static draft d, over;
static inputs args;
static row rows[2];
static const row inner[2] = { { { "x", 1 }, { NULL, 0, NULL, NULL } }, { { "\"", 1 }, { NULL, 0, NULL, NULL } } };

static void draft_fields(void)
{
    unsigned any, many, mood, fenced, ranged, fixed, bits;

    draft_text(&d, 0, "calm");
    draft_text(&d, 0, "wild");
    draft_text(&d, 0, "-5");
    draft_text(&d, 0, "99");
    any = draft_trait(&d, 100, 0);
    many = draft_trait(&d, 50, sizeof(row));
    mood = draft_trait(&d, 2u << 24, 1);
    fenced = draft_trait(&d, 100, 0);
    draft_trait(&d, 0, 0);
    ranged = draft_trait(&d, 0, 2);
    draft_trait(&d, 0, 0);
    draft_trait(&d, 99, 0);
    fixed = draft_trait(&d, 0, 1);
    bits = draft_trait(&d, BITS, 0);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_ROWS, 0, many);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, b), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, mood), PRM_FIELD_CHOICE, 0, mood);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, set), PRM_FIELD_SET, 0, bits);
    draft_field(&d, offsetof(row, word), PRM_FIELD_TEXT, 1, any);
    draft_field(&d, offsetof(row, more), PRM_FIELD_ROWS, 1, many);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_COUNT, 0, many);
    draft_field(&d, 1, PRM_FIELD_INDEX, 1, any);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_FENCED, 0, fenced);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_RANGED, 0, ranged);
    draft_field(&d, 0, PRM_FIELD_CONSTANT, 0, fixed);
    draft_field(&d, offsetof(inputs, b), PRM_FIELD_JSON, 0, any);
}

/* A root with every operation and every kind of value. */
static void draft_root(void)
{
    uint32_t at, loop;

    draft_entry(&d, 0, 0, 6);
    draft_text(&d, PRM_OP_PART, "\n");
    draft_op(&d, PRM_OP_CALL, 0, 1);
    draft_text(&d, PRM_OP_PART | PRM_PART_KEEP, ", ");
    loop = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_text(&d, PRM_OP_PART, ";");
    draft_value(&d, "", INDEX);
    draft_op(&d, PRM_OP_CALL | PRM_CALL_QUOTE, 0, 2);
    draft_next(&d, loop);
    at = draft_op(&d, PRM_OP_WHEN | SET, 0, 33);
    draft_value(&d, "set", COUNT);
    draft_land(&d, at);
    at = draft_op(&d, PRM_OP_UNLESS | A, 0, 0);
    draft_value(&d, "", MOOD);
    draft_land(&d, at);
    at = draft_op(&d, PRM_OP_CASE | MOOD, 0, 2);
    draft_value(&d, "", FENCED);
    draft_op(&d, PRM_OP_SKIP, 1, 0);
    draft_value(&d, "", RANGED);
    draft_land(&d, at);
    at = draft_op(&d, PRM_OP_FILLED, 0, 1);
    draft_value(&d, "", FIXED);
    draft_value(&d, "", JSON);
    draft_land(&d, at);
    draft_end(&d);
}

static void draft_parts(void)
{
    uint32_t loop;

    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 6);
    draft_value(&d, "a", A);
    draft_value(&d, "b", B);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
    draft_text(&d, PRM_OP_LINE, "\n");
    draft_value(&d, "", WORD);
    loop = draft_op(&d, PRM_OP_LOOP | MORE, 0, 0);
    draft_text(&d, PRM_OP_PART, "+");
    draft_value(&d, "", WORD);
    draft_next(&d, loop);
    draft_end(&d);
}

static void begin(bool quoted)
{
    draft_begin(&d, quoted);
    draft_fields();
    draft_root();
    draft_parts();
    draft_overlay(&over, &d.pack, quoted);
    over.replaced[1] = draft_entry(&over, 0, 0, 0);
    draft_text(&over, PRM_OP_PART, "\n");
    draft_value(&over, "", A);
    draft_text(&over, PRM_OP_PART, "\n");
    draft_value(&over, "", B);
    draft_end(&over);
    memset(&args, 0, sizeof args);
    memset(args.set, 0xAA, sizeof args.set);
    args.a = prm_cstr("<calm>");
    args.b = prm_cstr("[\"b\"]");
    args.mood = 2;
    args.number = prm_int(7);
    memset(rows, 0, sizeof rows);
    rows[0].word = prm_cstr("w");
    rows[0].more.data = inner;
    rows[0].more.count = 2;
    rows[1].word = prm_cstr("");
    args.rows.data = rows;
    args.rows.count = 2;
}

static int swallow(void *context, const char *data, size_t size)
{
    size_t *const total = context;
    size_t i;
    unsigned char seen = 0;

    for (i = 0; i < size; i++)
        seen = (unsigned char)(seen ^ (unsigned char)data[i]);
    *total += size;
    return *total > LIMIT ? seen | 1 : 0;
}

static unsigned good, refused;

/* Every way out comes to the same verdict. */
static void survive(const prm_pack *pack, prm_format format)
{
    static prm_text list[64];
    static char buffer[512];
    size_t total = 0, got;
    prm_report report;
    prm_cursor cursor;
    prm_sink sink;
    const prm_status status = prm_measure(pack, 0, &args, format, &report);

    assert_true(status == PRM_OK || report.status == status);
    sink.write = swallow;
    sink.context = &total;
    if (status == PRM_OK && report.size <= LIMIT) {
        const size_t size = report.size;
        assert_int_equal(prm_emit(pack, 0, &args, format, sink, &report), PRM_OK);
        assert_int_equal(total, size);
        assert_int_equal(prm_render(pack, 0, &args, format, buffer, sizeof buffer, &report),
                         size < sizeof buffer ? PRM_OK : PRM_NO_SPACE);
        assert_int_equal(prm_open(&cursor, pack, 0, &args, format, &report), PRM_OK);
        for (total = 0; prm_read(&cursor, buffer, sizeof buffer, &got) == PRM_OK; total += got)
            assert_true(got > 0);
        assert_int_equal(total, size);
    }
    if (prm_gather(pack, 0, &args, format, list, 64, &report) != PRM_NO_SPACE)
        assert_int_equal(report.status, status);
    good += status == PRM_OK;
    refused += status != PRM_OK;
}

static void damage(const prm_pack *pack, void *table, size_t size)
{
    static const unsigned char changes[] = { 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF, 0x81, 0x7F };
    unsigned char *const bytes = table;
    size_t i, j;

    for (i = 0; i < size; i++)
        for (j = 0; j < sizeof changes; j++) {
            bytes[i] = (unsigned char)(bytes[i] ^ changes[j]);
            survive(pack, PRM_TEXT);
            survive(pack, PRM_JSON_REPAIR);
            bytes[i] = (unsigned char)(bytes[i] ^ changes[j]);
        }
}

static void single_bytes(void **state)
{
    int quoted;
    uint32_t i;

    (void)state;
    for (quoted = 0; quoted < 2; quoted++) {
        begin(quoted);
        good = refused = 0;
        survive(&d.pack, PRM_TEXT);
        survive(&d.pack, PRM_JSON);
        survive(&over.pack, PRM_TEXT);
        assert_int_equal(good, 3);
        damage(&d.pack, d.segments[0], d.pack.segment_count * sizeof(prm_segment));
        damage(&d.pack, d.segments[1], d.pack.segment_count * sizeof(prm_segment));
        damage(&d.pack, d.entries, d.pack.entry_count * sizeof(prm_entry));
        damage(&d.pack, d.pool, d.pack.pool_size);
        for (i = 0; i < d.pack.trait_count; i++)
            damage(&d.pack, &d.traits[i].limit, sizeof(uint32_t));
        damage(&over.pack, over.segments[0], over.pack.segment_count * sizeof(prm_segment));
        damage(&over.pack, over.entries, over.pack.entry_count * sizeof(prm_entry));
        damage(&over.pack, over.replaced, d.pack.entry_count * sizeof(uint16_t));
        assert_true(good > 1000 && refused > 1000);
    }
}

/* Several segments replaced by random ones, whose numbers are small enough to mean something. */
static void random_code(void **state)
{
    uint32_t seed = 1;
    int round, i;

    (void)state;
    good = refused = 0;
    for (round = 0; round < 20000; round++) {
        begin(round & 1);
        for (i = 0; i < 4; i++) {
            uint32_t number;
            prm_segment s;
            seed = seed * 1664525u + 1013904223u;
            number = 4 + (seed >> 20) % (d.pack.segment_count - 4);
            s.op = (uint16_t)((0x80 + (seed >> 16) % 11) << 8 | (seed >> 8) % 14);
            seed = seed * 1664525u + 1013904223u;
            s.offset = (seed >> 16) % 6;
            s.size = (uint16_t)((seed >> 24) % 4);
            d.segments[0][number] = d.segments[1][number] = s;
        }
        survive(&d.pack, round & 2 ? PRM_TEXT : PRM_JSON_REPAIR);
    }
    assert_true(good > 500 && refused > 500);
}

/* ---- single faults, one check each ---- */

static void begin_wrong(void)
{
    begin(true);
    d.pack.entry_count = d.pack.public_count = 0;
    draft_entry(&d, 0, 0, 6);
}

static void refuse(void)
{
    draft_end(&d);
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

static void refuse_in_row(void)
{
    draft_end(&d);
    check_fails(&d.pack, 0, &args, PRM_TEXT, in_row(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER, 0));
}

static void refuse_nothing(void)
{
    draft_end(&d);
    check(&d.pack, 0, &args, "x");
}

static void wrong_loops(void **state)
{
    uint32_t loop;

    (void)state;
    begin_wrong();                              /* no end */
    draft_op(&d, PRM_OP_LOOP | ROWS, 1, 0);
    draft_text(&d, 0, "x");
    refuse_in_row();
    begin_wrong();                              /* no beginning */
    draft_op(&d, PRM_OP_NEXT | ROWS, 0, 0);
    refuse();
    begin_wrong();                              /* other rows at the end */
    loop = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_next(&d, loop);
    d.segments[0][loop + 1].op = PRM_OP_NEXT | MORE;
    refuse_in_row();
    begin_wrong();                              /* back to before the loop: it would never end */
    draft_op(&d, PRM_OP_SKIP, 1, 0);
    draft_op(&d, PRM_OP_NEXT | ROWS, 0, 0);
    draft_op(&d, PRM_OP_LOOP | ROWS, 1, 0);
    draft_op(&d, PRM_OP_NEXT | ROWS, 2, 0);
    refuse_in_row();
    begin_wrong();                              /* deeper than there are levels */
    draft_op(&d, PRM_OP_LOOP | ROWS, 7, 0);
    draft_op(&d, PRM_OP_LOOP | ROWS, 5, 0);
    draft_op(&d, PRM_OP_LOOP | ROWS, 3, 0);
    draft_op(&d, PRM_OP_LOOP | ROWS, 1, 0);
    refuse_in_row();
}

static void wrong_places(void **state)
{
    (void)state;
    begin_wrong();                              /* skips to behind the end, where a value waits to be refused */
    draft_op(&d, PRM_OP_SKIP, 1, 0);
    draft_end(&d);
    draft_text(&d, 0, "x");
    draft_value(&d, "", JSON);
    args.b = prm_cstr("[");
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    begin_wrong();
    draft_op(&d, PRM_OP_WHEN | B, 0, 0);
    draft_op(&d, PRM_OP_UNLESS | B, 0xFFFFFFFF, 0);
    refuse();
    begin_wrong();                              /* a bit that the set has, and the one behind its last */
    draft_op(&d, PRM_OP_UNLESS | SET, 1, BITS - 1);
    draft_text(&d, 0, "y");
    draft_text(&d, 0, "x");
    refuse_nothing();
    begin_wrong();
    draft_op(&d, PRM_OP_UNLESS | SET, 1, BITS);
    draft_text(&d, 0, "y");
    draft_text(&d, 0, "x");
    refuse();
    begin_wrong();                              /* literals and separators outside of the pool */
    draft_text(&d, PRM_OP_PART, "x");
    d.segments[0][d.pack.segment_count - 1].offset = d.pack.pool_size;
    refuse();
    begin_wrong();
    draft_text(&d, PRM_OP_LINE, "x");
    d.segments[0][d.pack.segment_count - 1].size = 0xFFFF;
    refuse();
    begin_wrong();
    draft_text(&d, 0, "x");
    d.segments[0][d.pack.segment_count - 1].offset = 0xFFFFFFFF;
    refuse();
    begin_wrong();                              /* no such operation */
    draft_op(&d, 0xFF00, 0, 0);
    refuse();
}

static void wrong_fields(void **state)
{
    (void)state;
    begin_wrong();                              /* no such field, no such trait */
    draft_value(&d, "", 200);
    refuse();
    begin_wrong();
    draft_value(&d, "", (unsigned)draft_field(&d, 0, PRM_FIELD_TEXT, 0, 1000));
    refuse();
    begin_wrong();                              /* fields of rows where there are none around */
    draft_value(&d, "", WORD);
    refuse();
    begin_wrong();
    draft_value(&d, "", (unsigned)draft_field(&d, 0, PRM_FIELD_TEXT, 2, 0));
    refuse();
    begin_wrong();
    draft_op(&d, PRM_OP_WHEN | (unsigned)draft_field(&d, 0, PRM_FIELD_TEXT, 3, 0), 0, 0);
    refuse();
    begin_wrong();
    draft_op(&d, PRM_OP_WHEN | (unsigned)draft_field(&d, 0, PRM_FIELD_SET, 1, 0), 0, 0);
    refuse();
    begin_wrong();                              /* fences and ranges without the traits behind their own */
    draft_value(&d, "", (unsigned)draft_field(&d, offsetof(inputs, a), PRM_FIELD_FENCED, 0, draft_trait(&d, 100, 0)));
    refuse();
    begin_wrong();
    draft_value(&d, "", (unsigned)draft_field(&d, offsetof(inputs, number), PRM_FIELD_RANGED, 0,
                                              draft_trait(&d, 0, 2)));
    draft_trait(&d, 0, 0);
    refuse();
    begin_wrong();
    draft_op(&d, PRM_OP_CASE | (unsigned)draft_field(&d, offsetof(inputs, mood), PRM_FIELD_CHOICE, 0, 1000), 0, 2);
    refuse();
}

static void wrong_calls(void **state)
{
    (void)state;
    begin_wrong();                              /* no such entry */
    draft_op(&d, PRM_OP_CALL, 0, 1);
    refuse();
    begin_wrong();
    draft_op(&d, PRM_OP_FILLED, 0, 0xFFFF);
    refuse();
    begin_wrong();                              /* a map behind all fields */
    draft_op(&d, PRM_OP_CALL, d.pack.field_count + 1, 0);
    refuse();
}

static void wrong_entries(void **state)
{
    (void)state;
    begin_wrong();
    draft_text(&d, 0, "x");
    refuse_nothing();
    d.entries[0].count++;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    d.entries[0].count--;
    d.entries[0].first = 0xFFFFFFFF;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    begin_wrong();
    d.entries[0].flags = PRM_ENTRY_PLAIN;       /* but not only copying segments */
    draft_text(&d, PRM_OP_PART, "x");
    refuse();
}

/* So many fields, and behind them one that only damaged tables lead to; code that has the fields from a number on as
 * its map, called by another entry (and then in a frame) or not. */
static void begin_fields(uint32_t count, uint32_t map, bool called)
{
    begin_wrong();
    while (d.pack.field_count < count)
        draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, 0);
    d.fields[count] = d.fields[A];
    if (called) {
        draft_op(&d, PRM_OP_CALL, map, 1);
        draft_end(&d);
        draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
        draft_text(&d, PRM_OP_PART, "");
    } else {
        d.entries[0].field = map;
    }
}

static void maps_end_with_the_fields(void **state)
{
    int called;

    (void)state;
    for (called = 0; called < 2; called++) {
        begin_fields(310, 300, called);
        draft_value(&d, "", 10);
        refuse();
        begin_fields(310, 300, called);
        draft_value(&d, "", 9);
        draft_end(&d);
        check(&d.pack, 0, &args, "<calm>");
        begin_fields(255, 0, called);            /* one less than a segment can name */
        draft_value(&d, "", 255);
        refuse();
        begin_fields(256, 0, called);
        draft_value(&d, "", 255);
        draft_end(&d);
        check(&d.pack, 0, &args, "<calm>");
        begin_fields(310, 300, called);
        d.fields[310] = d.fields[ROWS];
        draft_op(&d, PRM_OP_WHEN | 10, 0, 0);
        refuse();
        begin_fields(310, 300, called);
        d.fields[310] = d.fields[MOOD];
        draft_op(&d, PRM_OP_CASE | 10, 0, 2);
        refuse();
    }
}

/* Called code that is not all within the segments, in a frame and without. */
static void called_code_ends_with_the_segments(void **state)
{
    unsigned flags;

    (void)state;
    for (flags = 0; flags <= PRM_ENTRY_PLAIN; flags += PRM_ENTRY_PLAIN) {
        begin_wrong();
        draft_op(&d, PRM_OP_CALL, 0, 1);
        draft_end(&d);
        draft_entry(&d, PRM_ENTRY_HIDDEN | flags, 0, 0);
        draft_text(&d, 0, "x");
        refuse_nothing();
        d.entries[1].count++;
        check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
        d.entries[1].count--;
        d.entries[1].first++;
        check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
        d.entries[1].count--;                    /* no code, at the end: that is within them */
        check(&d.pack, 0, &args, "");
        d.entries[1].first++;
        check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    }
}

/* An entry with one segment, and a field that has so many traits, which may be less than it needs. What lies behind
 * them would do as well as any. */
static void begin_traits(unsigned flags, unsigned op, unsigned kind, unsigned traits)
{
    const size_t at = kind == PRM_FIELD_CHOICE ? offsetof(inputs, mood)
                      : kind == PRM_FIELD_INTEGER || kind == PRM_FIELD_RANGED ? offsetof(inputs, number)
                      : kind == PRM_FIELD_ROWS || kind == PRM_FIELD_COUNT ? offsetof(inputs, rows)
                                                                          : offsetof(inputs, a);
    const unsigned first = 20;
    uint16_t field;

    begin(true);
    while (d.pack.trait_count < first)
        draft_trait(&d, 100, 0);
    draft_trait(&d, kind == PRM_FIELD_CHOICE ? 2u << 24 : kind == PRM_FIELD_RANGED ? 0 : 100,
                kind == PRM_FIELD_ROWS || kind == PRM_FIELD_COUNT ? sizeof(row) : 0);
    draft_trait(&d, 0, 0);
    draft_trait(&d, 0xFFFFFFFF, 0);
    d.pack.trait_count = (uint16_t)(first + traits);
    field = draft_field(&d, at, kind, 0, first);
    d.pack.entry_count = d.pack.public_count = 0;
    draft_entry(&d, flags, 0, 6);
    draft_text(&d, op | field, "");
    d.segments[0][d.pack.segment_count - 1].size = op == PRM_OP_CASE ? 2 : 0;
}

static void traits_end_before_the_last(void **state)
{
    static const struct { unsigned kind, traits, op; } cases[] = {
        { PRM_FIELD_TEXT, 1, PRM_OP_VALUE },   { PRM_FIELD_INTEGER, 1, PRM_OP_VALUE },
        { PRM_FIELD_RANGED, 3, PRM_OP_VALUE }, { PRM_FIELD_FENCED, 2, PRM_OP_VALUE },
        { PRM_FIELD_CHOICE, 1, PRM_OP_VALUE }, { PRM_FIELD_JSON, 1, PRM_OP_VALUE },
        { PRM_FIELD_COUNT, 1, PRM_OP_VALUE },  { PRM_FIELD_CHOICE, 1, PRM_OP_CASE },
        { PRM_FIELD_TEXT, 1, PRM_OP_WHEN },    { PRM_FIELD_ROWS, 1, PRM_OP_LOOP }
    };
    unsigned i, flags, traits;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        for (flags = 0; flags <= PRM_ENTRY_PLAIN; flags += PRM_ENTRY_PLAIN)
            for (traits = 0; traits <= cases[i].traits; traits++) {
                if (flags && cases[i].op != PRM_OP_VALUE)
                    continue;
                begin_traits(flags, cases[i].op, cases[i].kind, traits);
                args.a = prm_cstr("[1]");
                if (traits < cases[i].traits)
                    refuse();
                draft_end(&d);
                if (traits == cases[i].traits && cases[i].op != PRM_OP_LOOP)
                    assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
            }
}

/* What an overlay replaces is not looked up behind the entries of the pack below. */
static void overlays_end_with_the_entries(void **state)
{
    (void)state;
    begin(true);
    check_fails(&over.pack, 3, &args, PRM_TEXT, at_value(PRM_BAD_ID, 3, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    over.replaced[3] = 0;
    draft_text(&over, 0, "x");
    draft_end(&over);
    d.pack.entry_count = 0;
    d.pack.segment_count = 4;
    draft_entry(&d, 0, 0, 6);
    draft_op(&d, PRM_OP_CALL, 0, 1);
    draft_end(&d);
    over.replaced[1] = 0;
    check_fails(&over.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

/* The two tables of segments say otherwise where a call's map begins: a report goes by the one that was walked. */
static void reports_go_by_the_table_that_was_walked(void **state)
{
    unsigned map;

    (void)state;
    begin_wrong();
    map = d.pack.field_count;
    draft_field(&d, offsetof(inputs, b), PRM_FIELD_TEXT, 0, draft_trait(&d, 100, PRM_NO_SEGMENT));
    draft_op(&d, PRM_OP_CALL, map, 1);
    d.segments[1][d.pack.segment_count - 1].offset = map - 1;
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
    draft_value(&d, "", 0);
    draft_end(&d);
    args.b = prm_cstr(NULL);
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_MISSING, 0, B, B));
}

int main(void)
{
    const struct CMUnitTest single[] = {
        cmocka_unit_test(wrong_loops),
        cmocka_unit_test(wrong_places),
        cmocka_unit_test(wrong_fields),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(wrong_entries),
        cmocka_unit_test(maps_end_with_the_fields),
        cmocka_unit_test(called_code_ends_with_the_segments),
        cmocka_unit_test(traits_end_before_the_last),
        cmocka_unit_test(overlays_end_with_the_entries),
        cmocka_unit_test(reports_go_by_the_table_that_was_walked)
    };
    const struct CMUnitTest many[] = {          /* of tables with rows within rows */
        cmocka_unit_test(single_bytes),
        cmocka_unit_test(random_code)
    };
    const int failed = cmocka_run_group_tests(single, NULL, NULL);

    return PRM_HAS(ROWS_IN_ROWS) ? failed + cmocka_run_group_tests(many, NULL, NULL) : failed;
}
