/* Control code: calls, loops, conditions, choices, sets and requests. */
#include "support.h"

typedef struct {
    prm_text name;
    prm_rows tags;
} person;

typedef struct { prm_text word; } tag;

typedef struct {
    prm_rows    people;
    prm_text    title;
    prm_choice  mood;
    bool        loud;
    prm_integer number;
    uint32_t    tools[2];
    prm_text    raw;
} inputs;

enum { PEOPLE, TITLE, MOOD, LOUD, NUMBER, TOOLS, RAW, PUBLIC_INPUTS };
enum { NAME = PUBLIC_INPUTS, TAGS, WORD, COUNT, INDEX, INDEX1, INNER_INDEX, FIXED, NOTHING };

static draft d;
static inputs args;
static const char *const moods[] = { "calm", "wild" };

/* Fields of one root, rows and rows in rows included; entries share them. */
static void begin(uint32_t most_people, unsigned keep)
{
    unsigned any, people, tags, mood, fixed, nothing;

    memset(&args, 0, sizeof args);
    draft_begin(&d, true);
    draft_text(&d, 0, moods[0]);                                  /* segments 0 and 1 */
    draft_text(&d, 0, moods[1]);
    draft_text(&d, 0, "fixed");
    draft_text(&d, 0, "");
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    people = draft_trait(&d, most_people, (uint32_t)(keep << 16 | sizeof(person)));
    tags = draft_trait(&d, PRM_NO_LIMIT, sizeof(tag));
    mood = draft_trait(&d, 2u << 24, PRM_NO_SEGMENT);
    fixed = draft_trait(&d, 0, 2);
    nothing = draft_trait(&d, 0, 3);
    draft_field(&d, offsetof(inputs, people), PRM_FIELD_ROWS, 0, people);
    draft_field(&d, offsetof(inputs, title), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, offsetof(inputs, mood), PRM_FIELD_CHOICE, 0, mood);
    draft_field(&d, offsetof(inputs, loud), PRM_FIELD_FLAG, 0, any);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, tools), PRM_FIELD_SET, 0, any);
    draft_field(&d, offsetof(inputs, raw), PRM_FIELD_JSON, 0, any);
    draft_field(&d, offsetof(person, name), PRM_FIELD_TEXT, 1, any);
    draft_field(&d, offsetof(person, tags), PRM_FIELD_ROWS, 1, tags);
    draft_field(&d, offsetof(tag, word), PRM_FIELD_TEXT, 2, any);
    draft_field(&d, offsetof(inputs, people), PRM_FIELD_COUNT, 0, people);
    draft_field(&d, 0, PRM_FIELD_INDEX, 1, any);
    draft_field(&d, 1, PRM_FIELD_INDEX, 1, any);
    draft_field(&d, 1, PRM_FIELD_INDEX, 2, any);
    draft_field(&d, 0, PRM_FIELD_CONSTANT, 0, fixed);
    draft_field(&d, 0, PRM_FIELD_CONSTANT, 0, nothing);
}

static prm_rows array(const void *data, size_t count)
{
    prm_rows rows;

    memset(&rows, 0, sizeof rows);
    rows.data = data;
    rows.count = count;
    return rows;
}

/* Rows that a source makes, one at a time, in memory of one struct. */
typedef struct { const person *people; size_t calls, fail_at; } maker;

static int make_person(void *context, size_t index, void *row)
{
    maker *const m = context;

    m->calls++;
    if (index == m->fail_at)
        return 42;
    memcpy(row, &m->people[index], sizeof(person));
    return 0;
}

static const tag some_tags[] = { { { "x", 1 } }, { { "", 0 } }, { { "\"y\"", 3 } } };

static person named(const char *name, const tag *tags, size_t count)
{
    person p;

    p.name = prm_cstr(name);
    p.tags = array(tags, count);
    return p;
}

/* "count: 1. name [1 x, 3 y]; 2. …" with separators between rows and between tags that are not empty. */
static void draft_lists(uint32_t most, unsigned keep)
{
    uint32_t people, tags;

    begin(most, keep);
    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    draft_value(&d, "", COUNT);
    draft_text(&d, 0, ":");
    people = draft_op(&d, PRM_OP_LOOP | PEOPLE, 0, 0);
    draft_text(&d, PRM_OP_PART, ";");
    draft_value(&d, " ", INDEX1);
    draft_value(&d, ". ", NAME);
    draft_op(&d, PRM_OP_CALL, 0, 1);
    draft_next(&d, people);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
    tags = draft_op(&d, PRM_OP_LOOP | TAGS, 0, 0);
    draft_text(&d, PRM_OP_PART, ",");
    draft_op(&d, PRM_OP_WHEN | WORD, 3, 0);
    draft_value(&d, " ", INNER_INDEX);
    draft_value(&d, "/", INDEX);
    draft_value(&d, " ", WORD);
    draft_next(&d, tags);
    draft_end(&d);
}

static void loops_in_loops(void **state)
{
    person people[12];
    size_t i;

    (void)state;
    draft_lists(100, PRM_KEEP_NONE);
    check_both(&d.pack, 0, &args, "0:");
    people[0] = named("a", some_tags, 3);
    people[1] = named("", NULL, 0);
    people[2] = named("c", some_tags + 1, 1);
    args.people = array(people, 3);
    check_both(&d.pack, 0, &args, "3: 1. a 1/0 x, 3/0 \"y\"; 2. ; 3. c");
    for (i = 0; i < 12; i++)
        people[i] = named("p", NULL, 0);
    args.people.count = 12;
    check(&d.pack, 0, &args, "12: 1. p; 2. p; 3. p; 4. p; 5. p; 6. p; 7. p; 8. p; 9. p; 10. p; 11. p; 12. p");
}

static void too_many_rows(void **state)
{
    person people[3];

    (void)state;
    people[0] = named("a", NULL, 0);
    people[1] = named("b", NULL, 0);
    people[2] = named("c", some_tags, 1);
    draft_lists(2, PRM_KEEP_NONE);
    args.people = array(people, 2);
    check_both(&d.pack, 0, &args, "2: 1. a; 2. b");
    args.people.count = 3;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_TOO_MANY, 0, PEOPLE, PEOPLE));
    draft_lists(2, PRM_KEEP_FIRST);
    args.people = array(people, 3);
    check_both(&d.pack, 0, &args, "2: 1. a; 2. b");
    draft_lists(2, PRM_KEEP_LAST);
    args.people = array(people, 3);
    check_both(&d.pack, 0, &args, "2: 1. b; 2. c 1/1 x");
    draft_lists(0, PRM_KEEP_LAST);
    args.people = array(people, 3);
    check_both(&d.pack, 0, &args, "0:");
    args.people = array(NULL, 0);
    check_both(&d.pack, 0, &args, "0:");
    draft_lists(2, PRM_KEEP_NONE);
    args.people = array(NULL, 1);
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_ARGUMENT, 0, PEOPLE, PEOPLE));
}

/* More stretches than a pass keeps, in one walk and with texts among them that are to be escaped. */
static void long_results(void **state)
{
    static char expected[8192];
    static person people[95];
    size_t i, size = 0;

    (void)state;
    draft_lists(1000, PRM_KEEP_NONE);
    size += (size_t)sprintf(expected, "95:");
    for (i = 0; i < 95; i++) {
        people[i] = named(i % 50 == 7 ? "a \"quoted\" name" : "p", NULL, 0);
        size += (size_t)sprintf(expected + size, "%s %u. %s", i > 0 ? ";" : "", (unsigned)i + 1, people[i].name.data);
    }
    args.people = array(people, 95);
    check_both(&d.pack, 0, &args, expected);
}

/* A list longer than what is looked at in one go, one stretch too short, and longer than it need be. */
static void long_lists(void **state)
{
    enum { ROWS = 40000 };
    static prm_text list[2 * ROWS + 2];
    static tag words[ROWS];
    prm_report report;
    uint32_t loop;
    size_t i;

    (void)state;
    begin(100, PRM_KEEP_NONE);
    d.fields[PEOPLE].kind = PRM_FIELD_ROWS | 2u << PRM_FIELD_TRAIT;
    d.fields[WORD].kind = PRM_FIELD_TEXT | 1u << PRM_FIELD_LEVEL;
    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    loop = draft_op(&d, PRM_OP_LOOP | PEOPLE, 0, 0);
    draft_value(&d, "-", WORD);
    draft_next(&d, loop);
    draft_text(&d, 0, "end");
    draft_end(&d);
    for (i = 0; i < ROWS; i++)
        words[i].word = prm_cstr("word");
    args.people = array(words, ROWS);
    for (i = 0; i < 3; i++) {
        const size_t room = 2 * ROWS + i;
        memset(list, 0, sizeof list);
        assert_int_equal(prm_gather(&d.pack, 0, &args, PRM_TEXT, list, room, &report),
                         room < 2 * ROWS + 1 ? PRM_NO_SPACE : PRM_OK);
        assert_int_equal(report.size, 5 * ROWS + 3);
        assert_int_equal(report.pieces, 2 * ROWS + 1);
        assert_memory_equal(list[0].data, "-", 1);
        assert_ptr_equal(list[2 * ROWS - 1].data, words[ROWS - 1].word.data);
        assert_int_equal(list[2 * ROWS].size, i > 0 ? 3 : 0);
        assert_null(list[2 * ROWS + 1].data);
    }
}

static void errors_in_rows(void **state)
{
    tag tags[2];
    person people[3];

    (void)state;
    tags[0].word = prm_cstr("fine");
    tags[1].word = prm_cstr("\xFF");
    people[0] = named("a", NULL, 0);
    people[1] = named("b", tags, 2);
    people[2] = named(NULL, NULL, 0);
    draft_lists(2, PRM_KEEP_LAST);
    args.people = array(people, 3);
    check_fails(&d.pack, 0, &args, PRM_TEXT, in_row(PRM_MISSING, 0, PRM_NO_PLACEHOLDER, PEOPLE, 2));
    args.people.count = 2;
    check_fails(&d.pack, 0, &args, PRM_JSON, in_row(PRM_BAD_UTF8, 0, PRM_NO_PLACEHOLDER, PEOPLE, 1));
    people[1].tags.data = NULL;
    check_fails(&d.pack, 0, &args, PRM_TEXT, in_row(PRM_BAD_ARGUMENT, 0, PRM_NO_PLACEHOLDER, PEOPLE, 1));
}

static void row_sources(void **state)
{
    person people[3], memory;
    maker m;
    const char *const expected = "3: 1. a 1/0 x, 3/0 \"y\"; 2. ; 3. c\n";
    char escaped[64];
    place failed;
    prm_report report;
    prm_text list[9];

    (void)state;
    people[0] = named("a", some_tags, 3);
    people[1] = named("", NULL, 0);
    people[2] = named("c\n", NULL, 0);
    m.people = people;
    m.fail_at = SIZE_MAX;
    draft_lists(100, PRM_KEEP_NONE);
    args.people = array(&memory, 3);
    args.people.source = make_person;
    args.people.context = &m;
    check_copies(&d.pack, 0, &args, PRM_TEXT, expected, strlen(expected));
    check_copies(&d.pack, 0, &args, PRM_JSON, escaped, naive_escape(escaped, expected, strlen(expected)));
    m.calls = 0;
    assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(m.calls, 3);
    assert_int_equal(prm_gather(&d.pack, 0, &args, PRM_TEXT, list, 9, &report), PRM_NEEDS_ARRAY);
    check_place(&report, in_row(PRM_NEEDS_ARRAY, 0, PEOPLE, PEOPLE, 0));
    for (m.fail_at = 0; m.fail_at < 3; m.fail_at++) {
        failed = in_row(PRM_ROW_FAILED, 0, PEOPLE, PEOPLE, (uint32_t)m.fail_at);
        check_fails(&d.pack, 0, &args, PRM_TEXT, failed);
        assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, &report), PRM_ROW_FAILED);
        assert_int_equal(report.code, 42);
    }
    args.people.count = 0;
    check(&d.pack, 0, &args, "0:");
    draft_lists(2, PRM_KEEP_LAST);
    m.fail_at = 0;
    args.people = array(&memory, 3);
    args.people.source = make_person;
    args.people.context = &m;
    check_copies(&d.pack, 0, &args, PRM_TEXT, "2: 1. ; 2. c\n", 13);
}

/* A source that answers differently the second time: the buffer's end still holds. */
static int make_longer(void *context, size_t index, void *row)
{
    static const char text[] = "aaaaaaaaaaaaaaaa";
    size_t *const size = context;
    person *const p = row;

    (void)index;
    p->tags = array(NULL, 0);
    p->name = prm_bytes(text, *size);
    *size += 10;
    return 0;
}

static void fickle_source(void **state)
{
    person memory;
    size_t size = 0, i;
    char buffer[32];

    (void)state;
    draft_lists(100, PRM_KEEP_NONE);
    args.people = array(&memory, 1);
    args.people.source = make_longer;
    args.people.context = &size;
    memset(buffer, CANARY, sizeof buffer);
    assert_int_equal(prm_render(&d.pack, 0, &args, PRM_TEXT, buffer, 7, NULL), PRM_BAD_ARGUMENT);
    for (i = 7; i < sizeof buffer; i++)
        assert_int_equal(buffer[i], CANARY);
}

static size_t sent;

static int count_bytes(void *context, const char *data, size_t size)
{
    (void)context;
    (void)data;
    sent += size;
    return 0;
}

/* What a source answers when it is asked first, and later. */
typedef struct { prm_text first, later; size_t calls; } change;

static int answer_otherwise(void *context, size_t index, void *row)
{
    change *const c = context;
    person *const p = row;

    (void)index;
    p->tags = array(NULL, 0);
    p->name = c->calls++ == 0 ? c->first : c->later;
    return 0;
}

/* Nobody is told that all is well when what came out is not what was measured and looked at before. */
static void check_change(unsigned kind, prm_format format, const char *first, const char *later, prm_status status)
{
    const prm_sink sink = { count_bytes, NULL };
    change c;
    person memory;
    char buffer[64];
    prm_report report;

    c.first = prm_cstr(first);
    c.later = prm_cstr(later);
    c.calls = 0;
    draft_lists(100, PRM_KEEP_NONE);
    d.fields[NAME].kind = (uint16_t)((d.fields[NAME].kind & ~(unsigned)PRM_FIELD_KIND) | kind);
    args.people = array(&memory, 1);
    args.people.source = answer_otherwise;
    args.people.context = &c;
    assert_int_equal(prm_render(&d.pack, 0, &args, format, buffer, sizeof buffer, &report), status);
    assert_int_equal(report.status, status);
    c.calls = 0;
    assert_int_equal(prm_emit(&d.pack, 0, &args, format, sink, &report), status);
    assert_int_equal(report.status, status);
}

static void other_answers(void **state)
{
    (void)state;
    check_change(PRM_FIELD_TEXT, PRM_TEXT, "same", "same", PRM_OK);
    check_change(PRM_FIELD_TEXT, PRM_TEXT, "longer", "short", PRM_BAD_ARGUMENT);
    check_change(PRM_FIELD_TEXT, PRM_TEXT, "short", "longer", PRM_BAD_ARGUMENT);
    check_change(PRM_FIELD_JSON, PRM_TEXT, "[1]", "[2]", PRM_OK);
    check_change(PRM_FIELD_JSON, PRM_TEXT, "[1]", "[[]", PRM_BAD_JSON);
    check_change(PRM_FIELD_TEXT, PRM_JSON, "\"abc\"", "\xFF" "bcde\xFF", PRM_BAD_UTF8);
    check_change(PRM_FIELD_TEXT, PRM_JSON_REPAIR, "\xFF" "ab\"", "a\xFF" "b\"", PRM_OK);
}

static int fail_late(void *context, size_t index, void *row)
{
    size_t *const left = context;
    person *const p = row;

    (void)index;
    p->tags = array(NULL, 0);
    p->name = prm_cstr("x");
    return (*left)-- == 0 ? 42 : 0;
}

/* A source that fails when it is asked again: an error, though the first bytes are out. */
static void late_failures(void **state)
{
    const prm_sink sink = { count_bytes, NULL };
    person memory;
    prm_report report;
    size_t left, i;

    (void)state;
    draft_lists(100, PRM_KEEP_NONE);
    args.people = array(&memory, 2);
    args.people.source = fail_late;
    args.people.context = &left;
    for (i = 0; i < 4; i++) {
        sent = 0;
        left = i;
        assert_int_equal(prm_emit(&d.pack, 0, &args, PRM_TEXT, sink, &report), PRM_ROW_FAILED);
        assert_int_equal(report.code, 42);
        assert_int_equal(report.row, i % 2);
        assert_true((sent > 0) == (i >= 2));
    }
    left = 4;
    assert_int_equal(prm_emit(&d.pack, 0, &args, PRM_TEXT, sink, &report), PRM_OK);
}

static void draft_conditions(unsigned input, unsigned bit)
{
    uint32_t at;

    begin(100, PRM_KEEP_NONE);
    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    at = draft_op(&d, PRM_OP_WHEN | input, 0, bit);
    draft_text(&d, 0, "yes");
    draft_land(&d, at);
    at = draft_op(&d, PRM_OP_UNLESS | input, 0, bit);
    draft_text(&d, 0, "no");
    draft_land(&d, at);
    draft_end(&d);
}

static void conditions(void **state)
{
    unsigned bit;

    (void)state;
    draft_conditions(TITLE, 0);
    check_both(&d.pack, 0, &args, "no");
    args.title = prm_cstr("");
    check_both(&d.pack, 0, &args, "no");
    args.title = prm_cstr("x");
    check_both(&d.pack, 0, &args, "yes");
    draft_conditions(RAW, 0);
    check(&d.pack, 0, &args, "no");
    args.raw = prm_cstr("1");
    check(&d.pack, 0, &args, "yes");
    draft_conditions(NUMBER, 0);
    check(&d.pack, 0, &args, "no");
    args.number = prm_int(0);
    check(&d.pack, 0, &args, "yes");
    draft_conditions(MOOD, 0);
    check(&d.pack, 0, &args, "no");
    args.mood = 256;
    check(&d.pack, 0, &args, "yes");
    draft_conditions(LOUD, 0);
    check(&d.pack, 0, &args, "no");
    args.loud = true;
    check(&d.pack, 0, &args, "yes");
    draft_conditions(PEOPLE, 0);
    check(&d.pack, 0, &args, "no");
    args.people = array(some_tags, 1);
    check(&d.pack, 0, &args, "yes");
    draft_conditions(FIXED, 0);
    check(&d.pack, 0, &args, "yes");
    draft_conditions(NOTHING, 0);
    check(&d.pack, 0, &args, "no");
    for (bit = 0; bit < 64; bit++) {
        draft_conditions(TOOLS, bit);
        memset(args.tools, 0xFF, sizeof args.tools);
        args.tools[bit / 32] &= ~((uint32_t)1 << bit % 32);
        check(&d.pack, 0, &args, "no");
        memset(args.tools, 0, sizeof args.tools);
        args.tools[bit / 32] = (uint32_t)1 << bit % 32;
        check(&d.pack, 0, &args, "yes");
    }
}

static void cases(void **state)
{
    uint32_t at, past;

    (void)state;
    begin(100, PRM_KEEP_NONE);
    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    at = draft_op(&d, PRM_OP_CASE | MOOD, 0, 1);
    draft_text(&d, 0, "one");
    past = draft_op(&d, PRM_OP_SKIP, 0, 0);
    draft_land(&d, at);
    at = draft_op(&d, PRM_OP_CASE | MOOD, 0, 2);
    draft_text(&d, 0, "two");
    draft_land(&d, at);
    draft_land(&d, past);
    draft_end(&d);
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_MISSING, 0, MOOD, MOOD));
    args.mood = 1;
    check(&d.pack, 0, &args, "one");
    args.mood = 2;
    check(&d.pack, 0, &args, "two");
    args.mood = 3;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_OUT_OF_RANGE, 0, MOOD, MOOD));
    d.traits[3].standby = 1;
    args.mood = 0;
    check(&d.pack, 0, &args, "two");
    d.traits[3].standby = 2;
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_TABLE, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

/* A called slot's placeholder has another number than the caller's. */
static void renamed(void **state)
{
    uint16_t map;

    (void)state;
    begin(100, PRM_KEEP_NONE);
    map = draft_field(&d, offsetof(inputs, title), PRM_FIELD_TEXT, 0, 0);
    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    draft_text(&d, 0, "<");
    draft_op(&d, PRM_OP_CALL, map, 1);
    draft_op(&d, PRM_OP_CALL, map, 2);
    draft_text(&d, 0, ">");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, map, 1);
    draft_value(&d, "plain ", 0);
    draft_end(&d);
    draft_entry(&d, 0, map, 1);
    draft_text(&d, PRM_OP_PART, "");
    draft_value(&d, ", framed ", 0);
    draft_end(&d);
    args.title = prm_cstr("t");
    check_both(&d.pack, 0, &args, "<plain t, framed t>");
    check_both(&d.pack, 1, &args, "plain t");
    args.title = prm_cstr(NULL);
    check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_MISSING, 1, 0, TITLE));
    check_fails(&d.pack, 2, &args, PRM_TEXT, at_value(PRM_MISSING, 2, 0, 0));
}

/* A value in a row, missing two calls further down: the caller's own field is the one with the rows. */
static void renamed_in_rows(void **state)
{
    person people[2];
    uint16_t map;
    uint32_t loop;

    (void)state;
    begin(100, PRM_KEEP_NONE);
    map = draft_field(&d, offsetof(inputs, title), PRM_FIELD_TEXT, 0, 0);
    draft_field(&d, offsetof(person, name), PRM_FIELD_TEXT, 1, 0);
    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    loop = draft_op(&d, PRM_OP_LOOP | PEOPLE, 0, 0);
    draft_op(&d, PRM_OP_CALL, map, 1);
    draft_next(&d, loop);
    draft_end(&d);
    draft_entry(&d, 0, map, 2);
    draft_op(&d, PRM_OP_CALL, 0, 2);
    draft_end(&d);
    draft_entry(&d, 0, map, 2);
    draft_value(&d, "", 1);
    draft_text(&d, PRM_OP_PART, ",");
    draft_value(&d, "", 0);
    draft_end(&d);
    args.title = prm_cstr("t");
    people[0] = named("a", NULL, 0);
    people[1] = named("b", NULL, 0);
    args.people = array(people, 2);
    check_both(&d.pack, 0, &args, "atbt");
    people[1] = named(NULL, NULL, 0);
    check_fails(&d.pack, 0, &args, PRM_TEXT, in_row(PRM_MISSING, 2, 1, PEOPLE, 1));
    args.title = prm_cstr(NULL);
    check_fails(&d.pack, 0, &args, PRM_TEXT, in_row(PRM_MISSING, 2, 0, TITLE, 0));
}

static void filled(void **state)
{
    uint32_t at;

    (void)state;
    begin(100, PRM_KEEP_NONE);
    draft_entry(&d, 0, 0, 0);
    at = draft_op(&d, PRM_OP_FILLED, 0, 1);
    draft_text(&d, 0, "1");
    draft_land(&d, at);
    at = draft_op(&d, PRM_OP_FILLED, 0, 2);
    draft_text(&d, 0, "2");
    draft_land(&d, at);
    at = draft_op(&d, PRM_OP_FILLED, 0, 3);
    draft_text(&d, 0, "3");
    draft_land(&d, at);
    at = draft_op(&d, PRM_OP_FILLED, 0, 4);
    draft_text(&d, 0, "4");
    draft_land(&d, at);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_text(&d, 0, "");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_text(&d, 0, "");
    draft_text(&d, 0, "x");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_value(&d, "", 0);
    draft_end(&d);
    check(&d.pack, 0, NULL, "34");
    check(&d.pack, 1, NULL, "");
}

/* Constants are searched through, what else is called counts as filled; behind a constant the search goes on. */
static void filled_by_calls(void **state)
{
    uint32_t at;
    unsigned i;

    (void)state;
    begin(100, PRM_KEEP_NONE);
    draft_entry(&d, 0, 0, 0);
    for (i = 1; i < 4; i++) {
        at = draft_op(&d, PRM_OP_FILLED, 0, i);
        draft_text(&d, 0, i == 1 ? "1" : i == 2 ? "2" : "3");
        draft_land(&d, at);
    }
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);     /* a constant without bytes, and some bytes */
    draft_op(&d, PRM_OP_CALL, 0, 4);
    draft_text(&d, 0, "x");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);     /* no constant, although without bytes */
    draft_op(&d, PRM_OP_CALL, 0, 5);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);     /* no entry at all */
    draft_op(&d, PRM_OP_CALL, 0, 6);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN | PRM_ENTRY_CONSTANT, 0, 0);
    draft_text(&d, 0, "");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
    draft_end(&d);
    d.entries[6].flags = PRM_ENTRY_HIDDEN | PRM_ENTRY_CONSTANT;
    check(&d.pack, 0, NULL, "123");
}

/* {"title": …, "raw": …, "n": …, "text": "…the slot, escaped…"} */
static void draft_request(bool quoted)
{
    begin(100, PRM_KEEP_NONE);
    if (!quoted)
        d.pack.segments[1] = NULL;
    draft_entry(&d, PRM_ENTRY_REQUEST, 0, PUBLIC_INPUTS);
    draft_text(&d, PRM_OP_VALUE | PRM_OP_QUOTED | TITLE, "{\"title\":\"");
    draft_value(&d, "\",\"raw\":", RAW);
    draft_value(&d, ",\"n\":", NUMBER);
    draft_text(&d, PRM_OP_VALUE | PRM_OP_QUOTED | FIXED, ",\"fixed\":\"");
    draft_text(&d, 0, "\",\"text\":\"");
    draft_op(&d, PRM_OP_CALL | PRM_CALL_QUOTE, 0, 1);
    draft_op(&d, PRM_OP_CALL | PRM_CALL_QUOTE, 0, 2);
    draft_text(&d, 0, "\"}");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, PUBLIC_INPUTS);
    draft_value(&d, "line\n", TITLE);
    draft_end(&d);
    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    draft_text(&d, PRM_OP_PART, "\n");
    draft_value(&d, "\"", NUMBER);
    draft_text(&d, PRM_OP_PART, "\n");
    draft_op(&d, PRM_OP_CALL, 0, 1);
    draft_end(&d);
    args.raw = prm_cstr("[1,\"\\\"\"]");
    args.number = prm_int(-7);
}

static void requests(void **state)
{
    static const char repaired[] =
        "{\"title\":\"\xEF\xBF\xBD\",\"raw\":[1,\"\\\"\"],\"n\":-7,\"fixed\":\"fixed\","
        "\"text\":\"line\\n\xEF\xBF\xBD\\\"-7\\nline\\n\xEF\xBF\xBD\"}";
    int quoted;

    (void)state;
    for (quoted = 0; quoted < 2; quoted++) {
        draft_request(quoted);
        args.title = prm_cstr("a\"\\b");
        check(&d.pack, 0, &args,
              "{\"title\":\"a\\\"\\\\b\",\"raw\":[1,\"\\\"\"],\"n\":-7,\"fixed\":\"fixed\","
              "\"text\":\"line\\na\\\"\\\\b\\\"-7\\nline\\na\\\"\\\\b\"}");
        args.title = prm_cstr("plain");
        check(&d.pack, 0, &args,
              "{\"title\":\"plain\",\"raw\":[1,\"\\\"\"],\"n\":-7,\"fixed\":\"fixed\","
              "\"text\":\"line\\nplain\\\"-7\\nline\\nplain\"}");
        args.title = prm_cstr("\xFF");
        check_fails(&d.pack, 0, &args, PRM_TEXT, at_value(PRM_BAD_UTF8, 0, TITLE, TITLE));
        check_bytes(&d.pack, 0, &args, PRM_TEXT_REPAIR, repaired, strlen(repaired));
        args.raw = prm_cstr("[");
        check_fails(&d.pack, 0, &args, PRM_TEXT_REPAIR, at_value(PRM_BAD_JSON, 0, RAW, RAW));
    }
}

static void depth_is_bounded(void **state)
{
    unsigned i;

    (void)state;
    begin(100, PRM_KEEP_NONE);
    for (i = 0; i < PRM_MAX_DEPTH + 1; i++) {
        draft_entry(&d, 0, 0, PUBLIC_INPUTS);
        draft_text(&d, PRM_OP_PART, ",");
        draft_text(&d, 0, "x");
        if (i < PRM_MAX_DEPTH)
            draft_op(&d, PRM_OP_CALL, 0, i + 1);
        draft_end(&d);
    }
    check(&d.pack, 1, &args, "xxxxxxxx");
    check_fails(&d.pack, 0, &args, PRM_TEXT,
                at_value(PRM_TOO_DEEP, PRM_MAX_DEPTH, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
    d.segments[0][d.entries[3].first + 2].size = 1;              /* 1 calls 2 calls 3 calls 1 … */
    check_fails(&d.pack, 1, &args, PRM_TEXT, at_value(PRM_TOO_DEEP, 3, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER));
}

/* An entry that asks whether the first of so many constants is filled. Each is the next one, the last is empty. */
static void draft_constants(unsigned count)
{
    unsigned i;
    uint32_t at;

    begin(100, PRM_KEEP_NONE);
    draft_entry(&d, 0, 0, 0);
    at = draft_op(&d, PRM_OP_FILLED, 0, 1);
    draft_text(&d, 0, "filled");
    draft_land(&d, at);
    draft_text(&d, 0, ".");
    draft_end(&d);
    for (i = 1; i <= count; i++) {
        draft_entry(&d, PRM_ENTRY_HIDDEN | PRM_ENTRY_CONSTANT, 0, 0);
        if (i < count)
            draft_op(&d, PRM_OP_CALL, 0, i + 1);
        draft_end(&d);
    }
}

static void depth_of_constants_is_bounded(void **state)
{
    const place too_deep = at_value(PRM_TOO_DEEP, 0, PRM_NO_PLACEHOLDER, PRM_NO_PLACEHOLDER);

    (void)state;
    draft_constants(PRM_MAX_DEPTH);
    check(&d.pack, 0, NULL, ".");
    draft_constants(PRM_MAX_DEPTH + 1);
    check_fails(&d.pack, 0, NULL, PRM_TEXT, too_deep);
    draft_constants(2);
    d.segments[0][d.entries[1].first].size = 1;                  /* one that is itself */
    d.segments[1][d.entries[1].first].size = 1;
    check_fails(&d.pack, 0, NULL, PRM_TEXT, too_deep);
}

/* What is no public entry, and what has inputs but is given none. */
static void refused_calls(void **state)
{
    (void)state;
    begin(100, PRM_KEEP_NONE);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 1);
    draft_text(&d, 0, "x");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    draft_text(&d, 0, "y");
    draft_end(&d);
    assert_int_equal(prm_measure(&d.pack, 0, &args, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_measure(&d.pack, 0, NULL, PRM_TEXT, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_measure(&d.pack, 1, NULL, PRM_TEXT, NULL), PRM_OK);
    d.pack.public_count = 1;
    assert_int_equal(prm_measure(&d.pack, 1, NULL, PRM_TEXT, NULL), PRM_BAD_ID);
    d.pack.public_count = 3;                     /* more than there are */
    d.entries[2] = d.entries[1];
    assert_int_equal(prm_measure(&d.pack, 1, NULL, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_measure(&d.pack, 2, NULL, PRM_TEXT, NULL), PRM_BAD_ID);
    d.entries[2].flags |= PRM_ENTRY_HIDDEN;
    assert_int_equal(prm_measure(&d.pack, 2, NULL, PRM_TEXT, NULL), PRM_BAD_ID);
    d.entries[1].flags |= PRM_ENTRY_HIDDEN;
    assert_int_equal(prm_measure(&d.pack, 1, NULL, PRM_TEXT, NULL), PRM_BAD_ID);
}

/* A hidden assembly's separator is written when the bytes behind it come, from another public slot. */
static void separators_have_the_place_of_their_assembly(void **state)
{
    prm_cursor cursor;
    prm_slice slice;
    unsigned i;

    (void)state;
    begin(100, PRM_KEEP_NONE);
    draft_entry(&d, 0, 0, 0);
    draft_op(&d, PRM_OP_CALL, 0, 2);
    draft_end(&d);
    draft_entry(&d, 0, 0, 0);
    draft_text(&d, PRM_OP_PART, "");
    draft_text(&d, 0, "b");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
    for (i = 0; i < 2; i++) {
        draft_text(&d, PRM_OP_PART, ", ");
        draft_op(&d, PRM_OP_CALL, 0, 1);
    }
    draft_end(&d);
    check_both(&d.pack, 0, NULL, "b, b");
    assert_int_equal(prm_open(&cursor, &d.pack, 0, NULL, PRM_TEXT, NULL), PRM_OK);
    for (i = 0; i < 3; i++) {
        assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
        assert_int_equal(slice.id, i == 1 ? 0 : 1);
        assert_int_equal(slice.placeholder, PRM_NO_PLACEHOLDER);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_in_loops),
        cmocka_unit_test(too_many_rows),
        cmocka_unit_test(long_results),
        cmocka_unit_test(long_lists),
        cmocka_unit_test(errors_in_rows),
        cmocka_unit_test(row_sources),
        cmocka_unit_test(fickle_source),
        cmocka_unit_test(late_failures),
        cmocka_unit_test(other_answers),
        cmocka_unit_test(conditions),
        cmocka_unit_test(cases),
        cmocka_unit_test(renamed),
        cmocka_unit_test(renamed_in_rows),
        cmocka_unit_test(filled),
        cmocka_unit_test(filled_by_calls),
        cmocka_unit_test(refused_calls),
        cmocka_unit_test(separators_have_the_place_of_their_assembly),
        cmocka_unit_test(requests),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(depth_of_constants_is_bounded)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
