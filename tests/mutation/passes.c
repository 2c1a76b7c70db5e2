/* Fixed renders: entries that take every path through a pass, with arguments of several kinds, in every format and by
 * every way out. Each does the same thing several times over, so that a path that is missed shows. */
#include "work.h"

#include "support.h"

enum { TIMES = 8, ROOM = 4096 };

typedef struct { prm_text name; prm_integer number; } row;

typedef struct {
    prm_text    a, b, json, fenced;
    prm_integer number, ranged, negative;
    prm_rows    rows;
    prm_choice  mood;
    bool        loud;
} inputs;

enum { A, B, JSON, FENCED, NUMBER, RANGED, NEGATIVE, ROWS, MOOD, LOUD, PUBLIC_INPUTS };
enum { NAME = PUBLIC_INPUTS, ROW_NUMBER, COUNT, INDEX, FIXED };

/* The entries; the first three are plain. */
enum { TEXTS, LITERALS, NUMBERS, ASSEMBLY, CALLS, LOOP, CONDITIONS, OTHERS, REQUEST, HIDDEN };

static draft d;
static inputs args;
static row rows[TIMES];

/* ---- entries ---- */

static void draft_fields(void)
{
    unsigned one, other, any, many, mood, fenced, ranged, negative, fixed;

    draft_text(&d, 0, "calm");
    draft_text(&d, 0, "wild");
    draft_text(&d, 0, "tag");
    one = draft_trait(&d, 0, PRM_NO_SEGMENT);
    other = draft_trait(&d, 0, PRM_NO_SEGMENT);
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    many = draft_trait(&d, PRM_NO_LIMIT, sizeof(row));
    mood = draft_trait(&d, 2u << 24, PRM_NO_SEGMENT);
    fenced = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 2, 0);
    fixed = draft_trait(&d, 0, 1);
    negative = draft_trait(&d, PRM_LEAST_NEGATIVE, PRM_NO_SEGMENT);
    draft_trait(&d, 99999, 0);
    draft_trait(&d, 99999, 0);
    ranged = draft_trait(&d, 0, PRM_NO_SEGMENT);     /* all traits end with its own */
    draft_trait(&d, 1, 0);
    draft_trait(&d, 99999, 0);
    draft_field(&d, offsetof(inputs, a), PRM_FIELD_TEXT, 0, one);
    draft_field(&d, offsetof(inputs, b), PRM_FIELD_TEXT, 0, other);
    draft_field(&d, offsetof(inputs, json), PRM_FIELD_JSON, 0, any);
    draft_field(&d, offsetof(inputs, fenced), PRM_FIELD_FENCED, 0, fenced);
    draft_field(&d, offsetof(inputs, number), PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, offsetof(inputs, ranged), PRM_FIELD_RANGED, 0, ranged);
    draft_field(&d, offsetof(inputs, negative), PRM_FIELD_RANGED, 0, negative);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_ROWS, 0, many);
    draft_field(&d, offsetof(inputs, mood), PRM_FIELD_CHOICE, 0, mood);
    draft_field(&d, offsetof(inputs, loud), PRM_FIELD_FLAG, 0, any);
    draft_field(&d, offsetof(row, name), PRM_FIELD_TEXT, 1, any);
    draft_field(&d, offsetof(row, number), PRM_FIELD_INTEGER, 1, any);
    draft_field(&d, offsetof(inputs, rows), PRM_FIELD_COUNT, 0, many);
    draft_field(&d, 1, PRM_FIELD_INDEX, 1, any);
    draft_field(&d, 0, PRM_FIELD_CONSTANT, 0, fixed);
}

/* Literals, some empty, and values, some of them the only thing in a segment. */
static void draft_values(unsigned flags, unsigned one, unsigned other)
{
    unsigned i;

    draft_entry(&d, flags, 0, PUBLIC_INPUTS);
    for (i = 0; i < TIMES; i++) {
        draft_value(&d, "literal ", one);
        draft_value(&d, "", other);
        draft_text(&d, 0, " and one of more than the 32 bytes of two blocks\n");
    }
    draft_end(&d);
}

static void draft_literals(void)
{
    unsigned i;

    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 0);
    for (i = 0; i < TIMES; i++)
        draft_text(&d, 0, i & 1 ? "one literal, " : "\"another\"");
    draft_end(&d);
}

static void draft_assembly(void)
{
    unsigned i;

    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    for (i = 0; i < TIMES; i++) {
        draft_text(&d, PRM_OP_PART | (i == 3 ? PRM_PART_KEEP : 0u), i & 1 ? "\n" : "");
        draft_value(&d, "", i & 1);
        draft_text(&d, PRM_OP_PART, ", ");
        draft_text(&d, 0, "part");
    }
    draft_end(&d);
}

static void draft_calls(void)
{
    unsigned i;

    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    for (i = 0; i < TIMES; i++) {
        draft_text(&d, PRM_OP_PART, "\n");
        draft_op(&d, PRM_OP_CALL, 0, TEXTS);
        draft_text(&d, PRM_OP_PART, "; ");
        draft_op(&d, PRM_OP_CALL | PRM_CALL_BOUND, 0, HIDDEN);
    }
    draft_end(&d);
}

static void draft_loop(void)
{
    uint32_t loop;

    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    draft_value(&d, "", COUNT);
    loop = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_text(&d, PRM_OP_PART, ", ");
    draft_value(&d, " ", INDEX);
    draft_value(&d, ". ", NAME);
    draft_value(&d, " = ", ROW_NUMBER);
    draft_op(&d, PRM_OP_CALL, 0, HIDDEN);
    draft_next(&d, loop);
    draft_end(&d);
}

static void draft_conditions(void)
{
    uint32_t at;
    unsigned i;

    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    for (i = 0; i < TIMES; i++) {
        at = draft_op(&d, PRM_OP_WHEN | A, 0, 0);
        draft_value(&d, "when ", A);
        draft_land(&d, at);
        at = draft_op(&d, PRM_OP_UNLESS | LOUD, 0, 0);
        draft_text(&d, 0, "unless");
        draft_land(&d, at);
        at = draft_op(&d, PRM_OP_CASE | MOOD, 0, 1 + (i & 1));
        draft_text(&d, 0, "case");
        draft_op(&d, PRM_OP_SKIP, 0, 0);
        draft_land(&d, at);
        at = draft_op(&d, PRM_OP_FILLED, 0, LITERALS);
        draft_text(&d, 0, "filled");
        draft_land(&d, at);
    }
    draft_end(&d);
}

static void draft_others(void)
{
    unsigned i;

    draft_entry(&d, 0, 0, PUBLIC_INPUTS);
    for (i = 0; i < TIMES; i++) {
        draft_value(&d, "fenced ", FENCED);
        draft_value(&d, "raw ", JSON);
        draft_value(&d, "", MOOD);
        draft_value(&d, "", FIXED);
        draft_value(&d, "", NEGATIVE);
    }
    draft_end(&d);
}

static void draft_request(void)
{
    unsigned i;

    draft_entry(&d, PRM_ENTRY_REQUEST, 0, PUBLIC_INPUTS);
    for (i = 0; i < TIMES; i++) {
        draft_text(&d, PRM_OP_VALUE | PRM_OP_QUOTED | A, "{\"a\":\"");
        draft_text(&d, PRM_OP_VALUE | PRM_OP_QUOTED | B, "\",\"b\":\"");
        draft_value(&d, "\",\"json\":", JSON);
        draft_value(&d, ",\"number\":", NUMBER);
        draft_text(&d, 0, ",\"texts\":\"");
        draft_op(&d, PRM_OP_CALL | PRM_CALL_QUOTE, 0, HIDDEN);
        draft_text(&d, 0, "\"}");
    }
    draft_end(&d);
}

static void draft_all(void)
{
    draft_begin(&d, true);
    draft_fields();
    draft_values(PRM_ENTRY_PLAIN, A, B);
    draft_literals();
    draft_values(PRM_ENTRY_PLAIN, NUMBER, RANGED);
    draft_assembly();
    draft_calls();
    draft_loop();
    draft_conditions();
    draft_others();
    draft_request();
    draft_values(PRM_ENTRY_HIDDEN, A, NUMBER);
}

/* ---- ways out ---- */

static prm_pack pack;
static prm_id id;
static prm_format format;

static void expect(prm_status status)
{
    if (status != PRM_OK && status != PRM_NO_SPACE && status != PRM_NEEDS_ARRAY)
        exit(1);
}

static void measure(size_t size)
{
    (void)size;
    expect(prm_measure(&pack, id, &args, format, NULL));
}

static void render(size_t size)
{
    static char buffer[ROOM];

    expect(prm_render(&pack, id, &args, format, buffer, size, NULL));
}

static void render_plain(size_t size)
{
    static char buffer[ROOM];

    expect(prm_render_plain(&pack, id, &args, buffer, size, NULL));
}

static void gather(size_t size)
{
    static prm_text list[ROOM];

    expect(prm_gather(&pack, id, &args, format, list, size, NULL));
}

static int nothing(void *context, const char *data, size_t size)
{
    (void)context;
    (void)data;
    (void)size;
    return 0;
}

static void emit(size_t size)
{
    const prm_sink sink = { nothing, NULL };

    (void)size;
    expect(prm_emit(&pack, id, &args, format, sink, NULL));
}

static void next(size_t size)
{
    prm_cursor cursor;
    prm_slice slice;

    (void)size;
    expect(prm_open(&cursor, &pack, id, &args, format, NULL));
    while (prm_next(&cursor, &slice) == PRM_OK)
        continue;
}

static void read(size_t size)
{
    static char chunk[ROOM];
    prm_cursor cursor;

    expect(prm_open(&cursor, &pack, id, &args, format, NULL));
    while (prm_read(&cursor, chunk, size, &size) == PRM_OK)
        continue;
}

/* ---- parts ---- */

static const struct { const char *name; work *of; size_t size; } ways[] = {
    { "measure", measure, 0 }, { "render", render, ROOM }, { "render, no room", render, 100 },
    { "gather", gather, ROOM }, { "gather, no room", gather, 9 }, { "emit", emit, 0 }, { "next", next, 0 },
    { "read", read, 100 }, { "plain", render_plain, ROOM }
};

/* Values that are as long as they may be, in rows of an array or of a source. */
static const struct { const char *name, *a, *b; bool made; } values[] = {
    { "plain", "word", "a value of more than the thirty-two bytes of two blocks", false },
    { "escapes", "\"a\"", "line\nline\nand many more bytes that are as they are\n", false },
    { "empty", "", "", false },
    { "made", "word", "another", true }
};

static const struct { const char *name; prm_format of; bool escaped; } formats[] = {
    { "text", PRM_TEXT, true }, { "JSON", PRM_JSON, true }, { "JSON, literals too", PRM_JSON, false },
    { "repaired", PRM_JSON_REPAIR, true }
};

static int make_row(void *context, size_t index, void *to)
{
    (void)context;
    memcpy(to, &rows[index], sizeof(row));
    return 0;
}

static void fill(const char *a, const char *b, bool made)
{
    static row one;
    size_t i;

    memset(&args, 0, sizeof args);
    args.a = prm_cstr(a);
    args.b = prm_cstr(b);
    args.json = prm_cstr("{\"a\":[1,2,\"\\n\"]}");
    args.fenced = prm_cstr("no tag here <b>");
    args.mood = 2;
    args.number = prm_int(1234567);
    args.ranged = prm_int(512);
    args.negative = prm_int(-12);
    args.rows.data = made ? &one : rows;
    args.rows.count = TIMES;
    args.rows.source = made ? make_row : NULL;
    d.traits[0].limit = (uint32_t)args.a.size;
    d.traits[1].limit = (uint32_t)args.b.size;
    for (i = 0; i < TIMES; i++) {
        rows[i].name = i & 1 ? args.a : args.b;
        rows[i].number = prm_int((int64_t)i);
    }
}

static bool is_none(size_t way, size_t form)
{
    return (ways[way].of == render_plain && (formats[form].of != PRM_TEXT || id > NUMBERS))
           || (id == REQUEST && formats[form].of != PRM_TEXT);
}

void work_passes(void)
{
    static const char *const names[] = {
        "texts", "literals", "numbers", "assembly", "calls", "loop", "conditions", "others", "request"
    };
    size_t v, f, w;

    draft_all();
    for (id = TEXTS; id < HIDDEN; id++)
        for (v = 0; v < sizeof values / sizeof *values; v++)
            for (f = 0; f < sizeof formats / sizeof *formats; f++)
                for (w = 0; w < sizeof ways / sizeof *ways; w++) {
                    if (is_none(w, f))
                        continue;
                    pack = d.pack;
                    pack.segments[1] = formats[f].escaped ? d.segments[1] : NULL;
                    format = formats[f].of;
                    fill(values[v].a, values[v].b, values[v].made);
                    printf("%s, %s, %s, %s\n", names[id], values[v].name, formats[f].name, ways[w].name);
                    measured(ways[w].of, &ways[w].size, 1);
                }
}
