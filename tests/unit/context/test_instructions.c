/* Agent instructions: the text at every budget, byte for byte against a model that tries all cuts one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <context.h>
#include <promptrom/instructions.h>
#include <promptrom/utf8.h>

enum { TEXT_MAX = 16384, MOST = 16 };

/* ---- the model ---- */

typedef struct string { char data[TEXT_MAX]; size_t size; } string;

typedef struct outcome {
    string text;
    int    step;
    size_t omitted, shown;
} outcome;

static char introduction[2][1024];

static void add(string *s, const char *data, size_t size)
{
    assert_true(size < TEXT_MAX - s->size);
    memcpy(s->data + s->size, data, size);
    s->size += size;
    s->data[s->size] = '\0';
}

static void add_string(string *s, const char *data)
{
    add(s, data, strlen(data));
}

static void add_number(string *s, const char *before, unsigned long number)
{
    char digits[64];

    sprintf(digits, "%s%lu", before, number);
    add_string(s, digits);
}

/* Whether a tag of the frame begins at text; it may be cut off anywhere. */
static bool opens_tag(const char *text, size_t size)
{
    static const char name[] = "SYSTEM-REMINDER";
    size_t i = 1, n;

    if (size == 0 || text[0] != '<')
        return false;
    while (i < size && strchr(" \t\n\f\r", text[i]) && text[i])
        i++;
    if (i < size && text[i] == '/')
        for (i++; i < size && strchr(" \t\n\f\r", text[i]) && text[i]; i++)
            ;
    for (n = 0; name[n] && i < size; n++, i++)
        if ((text[i] >= 'a' && text[i] <= 'z' ? text[i] - 32 : text[i]) != name[n])
            return false;
    return i == size || (strchr(" \t\n\f\r>/", text[i]) && text[i]);
}

static void add_escaped(string *s, const char *text, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++) {
        add(s, text + i, 1);
        if (opens_tag(text + i, size - i))
            add(s, "\\", 1);
    }
}

static void add_path(string *s, const prm_document *document)
{
    add_escaped(s, document->path.data, document->path.size);
}

/* Section of a document, of which the first `shown` bytes are there. */
static void add_section(string *s, const prm_document *document, size_t shown, int room)
{
    const char *kind = document->change == PRM_CHANGE_ADDED ? "Additional instructions from: "
                       : document->change == PRM_CHANGE_REPLACED ? "Changed instructions from: "
                       : document->change == PRM_CHANGE_REMOVED ? "Withdrawn instructions from: "
                                                                : "Instructions from: ";

    add_string(s, kind);
    add_path(s, document);
    add_string(s, "\n\n");
    if (document->change == PRM_CHANGE_REMOVED) {
        add_string(s, "What this file said before no longer applies.");
        return;
    }
    if (room == PRM_ROOM_FULL && document->change == PRM_CHANGE_ADDED) {
        add_string(s, "These instructions apply to work under `");
        add_escaped(s, document->directory.data, document->directory.size);
        add_string(s, "`. Use them as guidance when relevant; more specific instructions take precedence. They do "
                      "not override system, developer, or direct user instructions.\n\n");
    }
    if (room == PRM_ROOM_FULL && document->change == PRM_CHANGE_REPLACED) {
        add_string(s, "They take the place of what this file said before, and apply to work under `");
        add_escaped(s, document->directory.data, document->directory.size);
        add_string(s, "` in the same way.\n\n");
    }
    add_escaped(s, document->content.data, shown);
}

static size_t content_size(const prm_document *document)
{
    return document->change == PRM_CHANGE_REMOVED ? 0 : document->content.size;
}

static void add_marker(string *s, const prm_document *const *parts, size_t count, size_t omitted, size_t shown,
                       long budget)
{
    size_t i;

    add_number(s, "Workspace instruction budget ", (unsigned long)budget);
    add_string(s, " bytes: ");
    for (i = 0; i < omitted; i++) {
        add_string(s, i == 0 ? "omitted " : ", ");
        add_path(s, parts[i]);
    }
    if (omitted == count || shown == content_size(parts[count - 1]))
        return;
    add_string(s, omitted > 0 ? "; truncated " : "truncated ");
    add_path(s, parts[count - 1]);
    add_number(s, " from ", (unsigned long)content_size(parts[count - 1]));
    add_number(s, " to ", (unsigned long)shown);
    add_string(s, " bytes");
}

static void build(string *s, const prm_document *const *parts, size_t count, int room, size_t omitted, size_t shown,
                  long budget)
{
    const char *between = "";
    size_t i;

    s->size = 0;
    if (room != PRM_ROOM_BARE)
        add_string(s, "<system-reminder>\n");
    if (omitted > 0 || (omitted < count && shown < content_size(parts[count - 1]))) {
        add_marker(s, parts, count, omitted, shown, budget);
        between = "\n\n";
    }
    if (room != PRM_ROOM_BARE && parts[0]->change == PRM_CHANGE_NONE) {
        add_string(s, between);
        add_string(s, introduction[room - 1]);
        between = "\n\n";
    }
    for (i = omitted; i < count; i++) {
        add_string(s, between);
        add_section(s, parts[i], i == count - 1 ? shown : content_size(parts[i]), room);
        between = "\n\n";
    }
    if (room != PRM_ROOM_BARE)
        add_string(s, "\n</system-reminder>");
}

static bool is_start(const char *text, size_t at)
{
    return ((unsigned char)text[at] & 0xC0) != 0x80;
}

/* The longest start that fits and is not all; false: not even a character does. */
static bool model_cut(outcome *o, const prm_document *const *parts, size_t count, int room, long budget)
{
    const prm_document *const last = parts[count - 1];

    o->omitted = count - 1;
    for (o->shown = content_size(last); o->shown-- > 1;) {
        if (!is_start(last->content.data, o->shown))
            continue;
        build(&o->text, parts, count, room, o->omitted, o->shown, budget);
        if (o->text.size <= (size_t)budget)
            return true;
    }
    return false;
}

static void model(outcome *o, const prm_document *const *parts, size_t count, long budget)
{
    const size_t whole = count == 0 ? 0 : content_size(parts[count - 1]);

    o->text.size = 0;
    o->omitted = 0;
    o->shown = whole;
    o->step = PRM_STEP_NOTHING;
    if (count == 0 || budget <= 0)
        return;
    for (o->omitted = 0; o->omitted < count; o->omitted++) {
        o->step = o->omitted == 0 ? PRM_STEP_WHOLE : PRM_STEP_OMITTED;
        build(&o->text, parts, count, PRM_ROOM_FULL, o->omitted, whole, budget);
        if (o->text.size <= (size_t)budget)
            return;
    }
    o->step = PRM_STEP_CUT;
    if (model_cut(o, parts, count, PRM_ROOM_FULL, budget))
        return;
    o->step = PRM_STEP_COMPACT;
    o->omitted = count - 1;
    o->shown = whole;
    build(&o->text, parts, count, PRM_ROOM_COMPACT, count - 1, whole, budget);
    if (o->text.size <= (size_t)budget || model_cut(o, parts, count, PRM_ROOM_COMPACT, budget))
        return;
    o->step = PRM_STEP_HEADING;
    o->shown = 0;
    build(&o->text, parts, count, PRM_ROOM_BARE, count - 1, 0, budget);
    if (o->text.size <= (size_t)budget)
        return;
    o->step = PRM_STEP_MARKER;
    o->omitted = count;
    build(&o->text, parts, count, PRM_ROOM_BARE, count, 0, budget);
    if (o->text.size <= (size_t)budget)
        return;
    o->step = PRM_STEP_MARKER_CUT;
    for (o->text.size = (size_t)budget; !is_start(o->text.data, o->text.size); o->text.size--)
        ;
}

/* ---- checking a plan ---- */

static prm_instructions_config config;

static int load_texts(void **state)
{
    (void)state;
    config = prm_instructions_defaults();
    config.baseline.pack = &context_pack;
    config.baseline.id = CONTEXT_INSTRUCTIONS_BASELINE_ID;
    config.changes.pack = &context_pack;
    config.changes.id = CONTEXT_INSTRUCTIONS_CHANGES_ID;
    if (prm_render(&context_pack, CONTEXT_INSTRUCTIONS_INTRODUCTION_FULL_ID, NULL, PRM_TEXT, introduction[0],
                   sizeof introduction[0], NULL) != PRM_OK)
        return 1;
    return prm_render(&context_pack, CONTEXT_INSTRUCTIONS_INTRODUCTION_COMPACT_ID, NULL, PRM_TEXT, introduction[1],
                      sizeof introduction[1], NULL) != PRM_OK;
}

typedef struct sink_state { string text; int calls, fail_at; } sink_state;

static int collect(void *context, const char *data, size_t size)
{
    sink_state *const s = context;

    assert_true(size > 0);
    if (++s->calls == s->fail_at)
        return 42;
    add(&s->text, data, size);
    return 0;
}

static bool is_utf8(const char *text, size_t size)
{
    size_t i = 0;

    while (i < size) {
        const unsigned char lead = (unsigned char)text[i];
        const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        size_t k;
        if (lead >= 0x80 && lead < 0xC2)
            return false;
        if (length > size - i)
            return false;
        for (k = 1; k < length; k++)
            if (is_start(text, i + k))
                return false;
        i += length;
    }
    return true;
}

static void check_render(const prm_instructions *plan, const string *expected)
{
    char buffer[TEXT_MAX];
    prm_report report;
    const size_t size = expected->size;

    memset(buffer, 'Z', sizeof buffer);
    assert_int_equal(prm_instructions_render(plan, buffer, size, &report), PRM_NO_SPACE);
    assert_int_equal(report.size, size);
    assert_int_equal(buffer[0], 'Z');
    assert_int_equal(prm_instructions_render(plan, buffer, size + 1, &report), PRM_OK);
    assert_int_equal(report.size, size);
    assert_int_equal(report.status, PRM_OK);
    assert_memory_equal(buffer, expected->data, size);
    assert_int_equal(buffer[size], '\0');
    assert_int_equal(buffer[size + 1], 'Z');
    assert_true(is_utf8(buffer, size));
    assert_int_equal(prm_instructions_render(plan, NULL, 0, NULL), PRM_NO_SPACE);
    assert_int_equal(prm_instructions_render(plan, NULL, size + 1, NULL), PRM_BAD_ARGUMENT);
}

static void check_emit(const prm_instructions *plan, const string *expected)
{
    static sink_state s;
    prm_report report;
    prm_sink sink;
    int calls;

    memset(&s, 0, sizeof s);
    sink.write = collect;
    sink.context = &s;
    assert_int_equal(prm_instructions_emit(plan, sink, &report), PRM_OK);
    assert_int_equal(report.size, expected->size);
    assert_int_equal(s.text.size, expected->size);
    assert_memory_equal(s.text.data, expected->data, expected->size);
    calls = s.calls;
    if (calls > 0) {
        memset(&s, 0, sizeof s);
        s.fail_at = calls;
        assert_int_equal(prm_instructions_emit(plan, sink, &report), PRM_SINK_FAILED);
        assert_int_equal(report.code, 42);
        assert_int_equal(s.calls, calls);
    }
    sink.write = NULL;
    assert_int_equal(prm_instructions_emit(plan, sink, NULL), PRM_BAD_ARGUMENT);
}

/* What the plan says of the parts, which are given in order. */
static void check_fates(const prm_document *const *parts, size_t count, const outcome *o)
{
    size_t i;

    for (i = 0; i < count; i++) {
        const size_t size = content_size(parts[i]);
        const size_t shown = i < o->omitted ? 0 : i == count - 1 ? o->shown : size;
        const int fate = i < o->omitted ? PRM_FATE_OMITTED : shown < size ? PRM_FATE_CUT : PRM_FATE_SHOWN;
        assert_int_equal(parts[i]->fate, fate);
        assert_int_equal(parts[i]->shown, shown);
    }
}

static unsigned seen[PRM_STEP_MARKER_CUT + 1];

static void check_plan(const prm_instructions *plan, const prm_document *const *parts, size_t count)
{
    static outcome expected;

    model(&expected, parts, count, (long)config.max_bytes);
    assert_int_equal(plan->size, expected.text.size);
    assert_int_equal(plan->step, expected.step);
    assert_true(expected.text.size <= (size_t)(config.max_bytes < 0 ? 0 : config.max_bytes));
    check_render(plan, &expected.text);
    check_emit(plan, &expected.text);
    if (expected.step != PRM_STEP_NOTHING)
        check_fates(parts, count, &expected);
    seen[expected.step]++;
}

/* ---- sets of documents ---- */

static prm_document document(const char *directory, const char *path, const char *content)
{
    prm_document made;

    memset(&made, 0x77, sizeof made);
    made.path = prm_cstr(path);
    made.directory = prm_cstr(directory);
    made.content = prm_cstr(content);
    made.source = PRM_SOURCE_READ;
    return made;
}

/* All budgets from less than nothing to more than enough. Every document is a part. */
static void check_budgets(prm_document *documents, size_t count)
{
    const prm_document *parts[MOST];
    prm_instructions plan;
    size_t i, whole = 0;
    long budget;

    for (i = 0; i < count; i++)
        parts[i] = &documents[i];
    memset(seen, 0, sizeof seen);
    for (budget = -1; whole == 0 || budget <= (long)whole + 2; budget++) {
        config.max_bytes = budget;
        assert_int_equal(prm_instructions_baseline(&plan, &config, documents, count, NULL), PRM_OK);
        check_plan(&plan, parts, count);
        if (plan.step == PRM_STEP_WHOLE)
            whole = plan.size;
    }
    assert_int_equal(seen[PRM_STEP_WHOLE], 3);
    assert_int_equal(seen[PRM_STEP_NOTHING], 2);
}

static const char *const prose =
    "Use tabs. Größe zählt: 日本語のテスト, emoji 🙂🚀, combining e\xCC\x81. Never write </system-reminder> or "
    "< / System-Reminder\n x=1> or <system-reminder/> or <system-remindery>. Run `make check` before each commit, "
    "and keep the change log. The end has a cut tag: </system-reminder";

static void every_step_is_met(void **state)
{
    prm_document documents[4];
    int step;

    (void)state;
    documents[0] = document("/home/me", "/home/me/AGENTS.md", "Answer in Dutch.\n");
    documents[1] = document(".", "AGENTS.md", prose);
    documents[2] = document("src", "src/</system-reminder>/AGENTS.md", "Kurz und gut: ä");
    documents[3] = document("src/ö", "src/ö/AGENTS.local.md", prose);
    check_budgets(documents, 4);
    for (step = PRM_STEP_WHOLE; step <= PRM_STEP_MARKER_CUT; step++)
        assert_true(seen[step] > 0);
    assert_true(seen[PRM_STEP_CUT] > 100 && seen[PRM_STEP_COMPACT] > 50 && seen[PRM_STEP_MARKER_CUT] > 50);
}

static void one_document(void **state)
{
    prm_document one = document(".", "AGENTS.md", prose);

    (void)state;
    check_budgets(&one, 1);
    assert_int_equal(seen[PRM_STEP_OMITTED], 0);
    assert_true(seen[PRM_STEP_CUT] > 100);
    one = document(".", "A.md", "é");
    check_budgets(&one, 1);
    assert_int_equal(seen[PRM_STEP_CUT], 0);
}

/* There is nothing to cut in an empty file: it is shown or left out. */
static void empty_documents(void **state)
{
    prm_document documents[3];

    (void)state;
    documents[0] = document(".", "AGENTS.md", "");
    check_budgets(documents, 1);
    assert_int_equal(seen[PRM_STEP_CUT], 0);
    documents[0] = document(".", "AGENTS.md", prose);
    documents[1] = document("a", "a/AGENTS.md", "");
    documents[2] = document("a/b", "a/b/AGENTS.md", "");
    documents[2].content = prm_bytes(NULL, 0);
    check_budgets(documents, 3);
    assert_int_equal(seen[PRM_STEP_CUT], 0);
    assert_true(seen[PRM_STEP_HEADING] > 0);
}

/* Leaving out a short document makes the text longer, since the marker comes. */
static void short_documents(void **state)
{
    static char names[MOST][40];
    prm_document documents[MOST];
    size_t i;

    (void)state;
    for (i = 0; i < MOST; i++) {
        sprintf(names[i], "directory-%u/AGENTS.md", (unsigned)i);
        documents[i] = document(names[i], names[i], i % 3 == 0 ? "x" : "A line.\n");
    }
    check_budgets(documents, MOST);
    assert_true(seen[PRM_STEP_OMITTED] > 100);
}

/* ---- random sets ---- */

static uint32_t seed = 7;

static unsigned dice(unsigned sides)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % sides;
}

/* Text in which tags begin, end and break off everywhere. */
static void make_content(string *s, unsigned pieces)
{
    static const char *const fragments[] = {
        "<", "/", "</system-reminder", ">", "<system-reminder>", " ", "\n", "system-reminder", "ä", "語", "🙂", "a", "",
        "SYSTEM-Reminder", "\t", "\\"
    };

    s->size = 0;
    s->data[0] = '\0';
    while (pieces-- > 0)
        add_string(s, fragments[dice(sizeof fragments / sizeof *fragments)]);
}

static void random_sets(void **state)
{
    static string contents[5], paths[5];
    prm_document documents[5];
    const prm_document *parts[5];
    prm_instructions plan;
    char directory[5][8];
    unsigned round, count, i;

    (void)state;
    memset(seen, 0, sizeof seen);
    for (round = 0; round < 12000; round++) {
        count = 1 + dice(5);
        for (i = 0; i < count; i++) {
            sprintf(directory[i], "d%u", i);
            make_content(&contents[i], dice(2) ? dice(40) : dice(4));
            do
                make_content(&paths[i], 1 + dice(3));
            while (paths[i].size == 0);
            documents[i] = document(directory[i], paths[i].data, contents[i].data);
            parts[i] = &documents[i];
        }
        config.max_bytes = 1 + dice(dice(2) ? 300 : 1100);
        assert_int_equal(prm_instructions_baseline(&plan, &config, documents, count, NULL), PRM_OK);
        check_plan(&plan, parts, count);
    }
    for (i = PRM_STEP_WHOLE; i <= PRM_STEP_MARKER_CUT; i++)
        assert_true(seen[i] > 100);
}

/* What is no UTF-8 is cut between characters all the same, as utf8.h has them. */
static void ill_formed_content(void **state)
{
    static char content[400];
    prm_document one;
    prm_instructions plan;
    unsigned round, i, cuts = 0;

    (void)state;
    for (round = 0; round < 4000; round++) {
        for (i = 0; i < sizeof content - 1; i++)
            content[i] = "a\x80\xBF\xC3\xE3\x81\xF0\x9F\x99\xED\xA0\xFF<"[dice(13)];
        one = document(".", "AGENTS.md", content);
        config.max_bytes = 300 + dice(500);
        assert_int_equal(prm_instructions_baseline(&plan, &config, &one, 1, NULL), PRM_OK);
        assert_true(plan.size <= (size_t)config.max_bytes);
        assert_int_equal(prm_utf8_floor(content, one.content.size, one.shown), one.shown);
        cuts += one.fate == PRM_FATE_CUT;
    }
    assert_true(cuts > 1000);
}

/* ---- which documents count ---- */

static void check_parts(prm_document *documents, size_t count, const size_t *indices, size_t part_count, long budget)
{
    const prm_document *parts[MOST] = {NULL};
    prm_instructions plan;
    size_t i;

    for (i = 0; i < part_count; i++)
        parts[i] = &documents[indices[i]];
    config.max_bytes = budget;
    assert_int_equal(prm_instructions_baseline(&plan, &config, documents, count, NULL), PRM_OK);
    check_plan(&plan, parts, part_count);
}

static void duplicates_are_shown_once(void **state)
{
    static const size_t counting[] = {0, 2, 4, 5};
    prm_document documents[6];
    long budget;

    (void)state;
    documents[0] = document(".", "AGENTS.md", "\n  Same words. \t\r\n");
    documents[1] = document(".", "CLAUDE.md",
                            "\xE3\x80\x80\xC2\xA0\xC2\x85Same words.\xE2\x80\x83\xE2\x80\xA8\xE1\x9A\x80\n");
    documents[2] = document("a", "a/AGENTS.md", "Same words.");
    documents[3] = document("a", "a/CLAUDE.md", "Same words.\xE2\x81\x9F\xE2\x80\xAF\xE2\x80\x8A");
    documents[4] = document("a", "a/AGENTS.local.md", "Same  words.");
    documents[5] = document("a", "a/CLAUDE.local.md", "\xE2\x80\x8BSame words.");    /* no white space */
    for (budget = 1; budget < 900; budget++) {
        check_parts(documents, 6, counting, 4, budget);
        assert_int_equal(documents[1].fate, PRM_FATE_DUPLICATE);
        assert_int_equal(documents[3].fate, PRM_FATE_DUPLICATE);
        assert_int_equal(documents[1].held, PRM_HELD_NOTHING);
        assert_int_equal(documents[0].held, PRM_HELD_CONTENT);
    }
}

/* Bytes that look like the start of white space are none: nothing is left out for them. */
static void ill_formed_white_space_is_none(void **state)
{
    static const char *const ends[] = { "\xE2\x80", "\xE2\x80" "A", "\xE2\x80 ", "\xC2", "\xC2" "A", "\x85",
                                        "\x80\x80", "\xE3\x80", "\xE1\x9A" "A", "\xE2\x81\x9E", "\xE2\x80\x8B",
                                        "\xE2\x80\xAA" };
    prm_document documents[2];
    prm_instructions plan;
    size_t i;

    (void)state;
    config.max_bytes = 4000;
    for (i = 0; i < 2 * sizeof ends / sizeof *ends; i++) {
        char content[32];
        sprintf(content, i % 2 ? "Same.%s" : "%sSame.", ends[i / 2]);
        documents[0] = document(".", "AGENTS.md", "Same.");
        documents[1] = document(".", "CLAUDE.md", content);
        assert_int_equal(prm_instructions_baseline(&plan, &config, documents, 2, NULL), PRM_OK);
        assert_int_equal(documents[1].fate, PRM_FATE_SHOWN);
    }
}

static void white_space_alone_is_a_duplicate_of_nothing(void **state)
{
    static const size_t counting[] = {0};
    prm_document documents[2];

    (void)state;
    documents[0] = document(".", "AGENTS.md", "");
    documents[1] = document(".", "CLAUDE.md", " \n\t \xC2\xA0");
    check_parts(documents, 2, counting, 1, 4000);
    assert_int_equal(documents[1].fate, PRM_FATE_DUPLICATE);
}

static void others_are_reported(void **state)
{
    static const size_t counting[] = {1, 4};
    prm_document documents[5];
    long budget;

    (void)state;
    documents[0] = document(".", "AGENTS.md", "not to be seen");
    documents[0].source = PRM_SOURCE_MISSING;
    documents[1] = document(".", "CLAUDE.md", "Twelve bytes");
    documents[2] = document("a", "a/AGENTS.md", "Thirteen byte");
    documents[3] = document("a", "a/CLAUDE.md", "x");
    documents[3].source = PRM_SOURCE_UNREADABLE;
    documents[4] = document("a", "a/AGENTS.local.md", "x");
    config.max_source_bytes = 12;
    for (budget = 1; budget < 800; budget++) {
        documents[2].source = (uint8_t)(budget % 2 ? PRM_SOURCE_OVERSIZED : PRM_SOURCE_READ);
        check_parts(documents, 5, counting, 2, budget);
        assert_int_equal(documents[0].fate, PRM_FATE_MISSING);
        assert_int_equal(documents[2].fate, PRM_FATE_OVERSIZED);
        assert_int_equal(documents[3].fate, PRM_FATE_UNREADABLE);
    }
    config.max_source_bytes = prm_instructions_defaults().max_source_bytes;
}

static void nothing_gives_no_text(void **state)
{
    prm_document missing = document(".", "AGENTS.md", "");

    (void)state;
    missing.source = PRM_SOURCE_MISSING;
    check_parts(NULL, 0, NULL, 0, 1000);
    check_parts(&missing, 1, NULL, 0, 1000);
}

/* ---- changes ---- */

typedef struct change { int change, fate, held; } change;

/* Plans the changes and checks what becomes of each document; then found is what is known. */
static void check_changes(const prm_document *known, size_t known_count, prm_document *found, size_t count,
                          long budget, const change *expected)
{
    const prm_document *parts[MOST];
    prm_instructions plan;
    size_t i, part_count = 0;

    config.max_bytes = budget;
    assert_int_equal(prm_instructions_changes(&plan, &config, known, known_count, found, count, NULL), PRM_OK);
    for (i = 0; i < count; i++) {
        assert_int_equal(found[i].change, expected[i].change);
        assert_int_equal(found[i].fate, expected[i].fate);
        assert_int_equal(found[i].held, expected[i].held);
        if (found[i].change != PRM_CHANGE_NONE)
            parts[part_count++] = &found[i];
    }
    check_plan(&plan, parts, part_count);
}

static const change none = {PRM_CHANGE_NONE, PRM_FATE_UNCHANGED, PRM_HELD_CONTENT};
static const change absent = {PRM_CHANGE_NONE, PRM_FATE_MISSING, PRM_HELD_NOTHING};
static const change added = {PRM_CHANGE_ADDED, PRM_FATE_SHOWN, PRM_HELD_CONTENT};
static const change replaced = {PRM_CHANGE_REPLACED, PRM_FATE_SHOWN, PRM_HELD_CONTENT};
static const change removed = {PRM_CHANGE_REMOVED, PRM_FATE_SHOWN, PRM_HELD_NOTHING};

static void files_come_change_and_go(void **state)
{
    prm_document first[2], second[3], third[3];
    change expected[3];
    prm_instructions plan;

    (void)state;
    first[0] = document(".", "AGENTS.md", "One.");
    first[1] = document(".", "CLAUDE.md", "Two.");
    config.max_bytes = 4000;
    assert_int_equal(prm_instructions_baseline(&plan, &config, first, 2, NULL), PRM_OK);

    second[0] = first[0];
    second[1] = document(".", "CLAUDE.md", "Two, changed.");
    second[2] = document("packages/app", "packages/app/AGENTS.md", "Three.");
    expected[0] = none;
    expected[1] = replaced;
    expected[2] = added;
    check_changes(first, 2, second, 3, 4000, expected);

    memcpy(third, second, sizeof third);
    third[1].source = PRM_SOURCE_MISSING;
    third[2].content = prm_cstr("");
    expected[1] = removed;
    expected[2] = replaced;
    check_changes(second, 3, third, 3, 4000, expected);

    memcpy(first, third, sizeof first);
    memcpy(second, third, sizeof second);
    expected[1] = absent;
    expected[2] = none;
    check_changes(third, 3, second, 3, 4000, expected);
    assert_int_equal(prm_instructions_changes(&plan, &config, third, 3, second, 3, NULL), PRM_OK);
    assert_int_equal(plan.size, 0);
}

/* A new file alone, exactly as it is to look. */
static void an_added_file_looks_so(void **state)
{
    static const char expected[] =
        "<system-reminder>\nAdditional instructions from: packages/app/AGENTS.md\n\nThese instructions apply to work "
        "under `packages/app`. Use them as guidance when relevant; more specific instructions take precedence. They "
        "do not override system, developer, or direct user instructions.\n\nSay <\\/system-reminder>.\n"
        "</system-reminder>";
    prm_document found = document("packages/app", "packages/app/AGENTS.md", "Say </system-reminder>.");
    prm_instructions plan;
    char text[1024];

    (void)state;
    config.max_bytes = 4000;
    assert_int_equal(prm_instructions_changes(&plan, &config, NULL, 0, &found, 1, NULL), PRM_OK);
    assert_int_equal(prm_instructions_render(&plan, text, sizeof text, NULL), PRM_OK);
    assert_string_equal(text, expected);
}

static void a_new_duplicate_is_withdrawn(void **state)
{
    prm_document known[2], found[2];
    prm_instructions plan;
    change expected[2];

    (void)state;
    known[0] = document(".", "AGENTS.md", "One.");
    known[1] = document(".", "CLAUDE.md", "Two.");
    config.max_bytes = 4000;
    assert_int_equal(prm_instructions_baseline(&plan, &config, known, 2, NULL), PRM_OK);
    found[0] = document(".", "AGENTS.md", "Two.\n");
    found[1] = known[1];
    expected[0] = replaced;
    expected[1] = removed;
    check_changes(known, 2, found, 2, 4000, expected);

    /* the first one goes: what it said is shown from the other */
    memcpy(known, found, sizeof known);
    found[0].source = PRM_SOURCE_MISSING;
    expected[0] = removed;
    expected[1] = added;
    check_changes(known, 2, found, 2, 4000, expected);
}

static void files_that_cannot_be_shown(void **state)
{
    prm_document known[3], found[3];
    prm_instructions plan;
    change expected[3];

    (void)state;
    known[0] = document(".", "AGENTS.md", "One.");
    known[1] = document("a", "a/AGENTS.md", "Two.");
    known[2] = document("b", "b/AGENTS.md", "Three.");
    known[2].source = PRM_SOURCE_UNREADABLE;
    config.max_bytes = 4000;
    assert_int_equal(prm_instructions_baseline(&plan, &config, known, 3, NULL), PRM_OK);
    memcpy(found, known, sizeof found);
    found[0].source = PRM_SOURCE_OVERSIZED;
    found[1].source = PRM_SOURCE_UNREADABLE;
    expected[0] = removed;
    expected[1].change = PRM_CHANGE_NONE;
    expected[1].fate = PRM_FATE_UNREADABLE;
    expected[1].held = PRM_HELD_OLDER;
    expected[2] = expected[1];
    expected[2].held = PRM_HELD_NOTHING;
    check_changes(known, 3, found, 3, 4000, expected);

    /* readable again: it may have changed meanwhile */
    memcpy(known, found, sizeof known);
    found[0].source = PRM_SOURCE_READ;
    found[1].source = PRM_SOURCE_READ;
    found[2].source = PRM_SOURCE_READ;
    expected[0] = added;
    expected[1] = replaced;
    expected[2] = added;
    check_changes(known, 3, found, 3, 4000, expected);
}

/* At every budget a change has reached the model only if some of its content has. */
static void delivery_at_every_budget(void **state)
{
    prm_document known[4], found[4], again[4];
    prm_instructions plan;
    const prm_document *parts[4];
    size_t i;
    long budget;

    (void)state;
    for (budget = 1; budget < 2600; budget++) {
        known[0] = document(".", "AGENTS.md", "One.");
        known[1] = document("a", "a/AGENTS.md", "Two.");
        config.max_bytes = 4000;
        assert_int_equal(prm_instructions_baseline(&plan, &config, known, 2, NULL), PRM_OK);
        found[0] = document(".", "AGENTS.md", "");
        found[1] = known[1];
        found[1].source = PRM_SOURCE_MISSING;
        found[2] = document("b", "b/AGENTS.md", prose);
        found[3] = document("c", "c/AGENTS.md", prose);
        for (i = 0; i < 4; i++)
            parts[i] = &found[i];
        config.max_bytes = budget;
        assert_int_equal(prm_instructions_changes(&plan, &config, known, 2, found, 4, NULL), PRM_OK);
        check_plan(&plan, parts, 4);
        assert_int_equal(found[0].held, found[0].fate == PRM_FATE_SHOWN ? PRM_HELD_CONTENT : PRM_HELD_OLDER);
        assert_int_equal(found[1].held, found[1].fate == PRM_FATE_SHOWN ? PRM_HELD_NOTHING : PRM_HELD_OLDER);
        assert_int_equal(found[2].held, found[2].fate == PRM_FATE_SHOWN ? PRM_HELD_CONTENT : PRM_HELD_NOTHING);
        assert_int_equal(found[3].held, found[3].shown > 0 ? PRM_HELD_CONTENT : PRM_HELD_NOTHING);

        /* what has not comes up again, nothing else does */
        memcpy(again, found, sizeof again);
        config.max_bytes = 4000;
        assert_int_equal(prm_instructions_changes(&plan, &config, found, 4, again, 4, NULL), PRM_OK);
        assert_int_equal(again[0].change, found[0].fate == PRM_FATE_SHOWN ? PRM_CHANGE_NONE : PRM_CHANGE_REPLACED);
        assert_int_equal(again[1].change, found[1].fate == PRM_FATE_SHOWN ? PRM_CHANGE_NONE : PRM_CHANGE_REMOVED);
        assert_int_equal(again[2].change, found[2].fate == PRM_FATE_SHOWN ? PRM_CHANGE_NONE : PRM_CHANGE_ADDED);
        assert_int_equal(again[3].change, found[3].shown > 0 ? PRM_CHANGE_NONE : PRM_CHANGE_ADDED);
    }
}

static void a_known_document_must_be_found(void **state)
{
    prm_document known[2], found[2];
    prm_instructions plan;
    prm_context_report report;

    (void)state;
    known[0] = document(".", "AGENTS.md", "One.");
    known[1] = document("a", "a/AGENTS.md", "Two.");
    config.max_bytes = 4000;
    assert_int_equal(prm_instructions_baseline(&plan, &config, known, 2, NULL), PRM_OK);
    memcpy(found, known, sizeof found);
    assert_int_equal(prm_instructions_changes(&plan, &config, known, 2, found, 1, &report), PRM_BAD_ARGUMENT);
    assert_string_equal(report.member, "found");
    assert_int_equal(report.position, 1);
    known[1].held = PRM_HELD_NOTHING;
    assert_int_equal(prm_instructions_changes(&plan, &config, known, 2, found, 1, &report), PRM_OK);
}

/* What the baseline had no room for counts as told, until its file changes. */
static void an_omitted_baseline_is_told(void **state)
{
    prm_document known[2], found[2];
    prm_instructions plan;
    change expected[2];

    (void)state;
    known[0] = document(".", "AGENTS.md", prose);
    known[1] = document("a", "a/AGENTS.md", prose);
    config.max_bytes = 500;
    assert_int_equal(prm_instructions_baseline(&plan, &config, known, 2, NULL), PRM_OK);
    assert_int_equal(known[0].fate, PRM_FATE_OMITTED);
    assert_int_equal(known[1].fate, PRM_FATE_CUT);
    memcpy(found, known, sizeof found);
    expected[0] = none;
    expected[1] = none;
    check_changes(known, 2, found, 2, 4000, expected);
    found[0].content.size--;
    expected[0] = replaced;
    check_changes(known, 2, found, 2, 4000, expected);
}

/* ---- configuration ---- */

static void check_refused(prm_name_list list, const prm_text *names, size_t count, const char *member, size_t index,
                          const char *problem)
{
    prm_instructions_config bad = config;
    prm_context_report report;

    bad.names[list].list = names;
    bad.names[list].count = count;
    assert_int_equal(prm_instructions_check(&bad, &report), PRM_BAD_CONFIG);
    assert_int_equal(report.status, PRM_BAD_CONFIG);
    assert_string_equal(report.member, member);
    assert_string_equal(report.problem, problem);
    assert_int_equal(report.position, index);
    assert_int_equal(prm_instructions_check(&bad, NULL), PRM_BAD_CONFIG);
}

static void bad_names_are_refused(void **state)
{
    prm_text names[3];

    (void)state;
    config.max_bytes = 100;
    names[0] = prm_cstr("RULES.md");
    names[1] = prm_cstr("");
    names[2] = prm_cstr("x");
    check_refused(PRM_NAMES_CANDIDATES, names, 3, "candidates", 1, "a name is empty");
    names[1] = prm_bytes(NULL, 0);
    check_refused(PRM_NAMES_LOCAL, names, 3, "local_candidates", 1, "a name is empty");
    names[1] = prm_cstr(".");
    check_refused(PRM_NAMES_MARKERS, names, 3, "markers", 1, "a name is that of a directory, not of a file in it");
    names[2] = prm_cstr("..");
    names[1] = prm_cstr("...");
    check_refused(PRM_NAMES_TOOLS, names, 3, "tools", 2, "a name is that of a directory, not of a file in it");
    names[0] = prm_cstr("/");
    check_refused(PRM_NAMES_CANDIDATES, names, 3, "candidates", 0, "a name holds a slash");
    names[0] = prm_cstr("docs/AGENTS.md");
    check_refused(PRM_NAMES_LOCAL, names, 3, "local_candidates", 0, "a name holds a slash");
    names[0] = prm_bytes("a\0b", 3);
    check_refused(PRM_NAMES_CANDIDATES, names, 1, "candidates", 0, "a name holds a NUL");
    names[0] = prm_cstr("RULES.md");
    names[1] = prm_cstr("RULES.md");
    check_refused(PRM_NAMES_CANDIDATES, names, 2, "candidates", 1, "a name stands twice in the list");
    names[1] = prm_cstr("CLAUDE.md");
    check_refused(PRM_NAMES_LOCAL, names, 2, "local_candidates", 1, "a name stands among the candidates as well");
}

static void good_names_pass(void **state)
{
    prm_instructions_config good = config;
    prm_text names[2];
    prm_context_report report;

    (void)state;
    good.max_bytes = 100;
    assert_int_equal(prm_instructions_check(&good, &report), PRM_OK);
    assert_null(report.member);
    names[0] = prm_cstr("a b.md");
    names[1] = prm_cstr("..md");
    good.names[PRM_NAMES_CANDIDATES].list = names;
    good.names[PRM_NAMES_CANDIDATES].count = 2;
    good.names[PRM_NAMES_LOCAL].list = names;
    good.names[PRM_NAMES_LOCAL].count = 0;
    assert_int_equal(prm_instructions_check(&good, NULL), PRM_OK);
    assert_int_equal(prm_instructions_names(&good, PRM_NAMES_LOCAL), 0);
    assert_int_equal(prm_instructions_names(&good, PRM_NAMES_CANDIDATES), 2);
    assert_ptr_equal(prm_instructions_name(&good, PRM_NAMES_CANDIDATES, 1).data, names[1].data);
}

static void check_default(prm_name_list list, const char *joined)
{
    string s;
    size_t i;

    s.size = 0;
    s.data[0] = '\0';
    for (i = 0; i < prm_instructions_names(&config, list); i++) {
        const prm_text name = prm_instructions_name(&config, list, i);
        add_string(&s, i ? " " : "");
        add(&s, name.data, name.size);
    }
    assert_string_equal(s.data, joined);
}

static void defaults(void **state)
{
    (void)state;
    check_default(PRM_NAMES_MARKERS, ".git");
    check_default(PRM_NAMES_CANDIDATES, "AGENTS.md CLAUDE.md");
    check_default(PRM_NAMES_LOCAL, "AGENTS.local.md CLAUDE.local.md");
    check_default(PRM_NAMES_TOOLS, "read write edit");
    assert_int_equal(prm_instructions_defaults().max_bytes, 0);
    assert_int_equal(prm_instructions_defaults().max_source_bytes, 1048576);
}

static void tools_that_touch(void **state)
{
    (void)state;
    assert_true(prm_instructions_touches(&config, prm_cstr("read"), true));
    assert_true(prm_instructions_touches(&config, prm_cstr("write"), true));
    assert_true(prm_instructions_touches(&config, prm_cstr("edit"), true));
    assert_false(prm_instructions_touches(&config, prm_cstr("edit"), false));
    assert_false(prm_instructions_touches(&config, prm_cstr("bash"), true));
    assert_false(prm_instructions_touches(&config, prm_cstr("rea"), true));
    assert_false(prm_instructions_touches(&config, prm_cstr("reads"), true));
    assert_false(prm_instructions_touches(&config, prm_bytes(NULL, 0), true));
}

static void other_assemblies_are_refused(void **state)
{
    prm_instructions_config bad = config;
    prm_context_report report;

    (void)state;
    bad.max_bytes = 100;
    bad.baseline.id = CONTEXT_INSTRUCTIONS_MARKER_ID;
    assert_int_equal(prm_instructions_check(&bad, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.member, "baseline");
    assert_string_equal(report.problem, "the assembly has other inputs");
    bad = config;
    bad.max_bytes = 100;
    bad.changes.id = CONTEXT_IDS;
    assert_int_equal(prm_instructions_check(&bad, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.member, "changes");
    assert_string_equal(report.problem, "the pack has no such assembly");
    bad.changes.pack = NULL;
    assert_int_equal(prm_instructions_check(&bad, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.problem, "there is no pack, or one of another version");
    bad.max_bytes = 0;
    assert_int_equal(prm_instructions_check(&bad, &report), PRM_OK);
}

static void extreme_limits(void **state)
{
    static const int64_t budgets[] = { INT64_MIN, -1, 0, 1, INT64_MAX };
    static const size_t sources[] = { 0, 1, SIZE_MAX };
    prm_instructions_config extreme = config;
    size_t i, k;

    (void)state;
    for (i = 0; i < sizeof budgets / sizeof *budgets; i++)
        for (k = 0; k < sizeof sources / sizeof *sources; k++) {
            prm_document one = document(".", "AGENTS.md", "x");
            prm_instructions plan;
            extreme.max_bytes = budgets[i];
            extreme.max_source_bytes = sources[k];
            assert_int_equal(prm_instructions_baseline(&plan, &extreme, &one, 1, NULL), PRM_OK);
            assert_int_equal(plan.step, budgets[i] <= 0 || k == 0 ? PRM_STEP_NOTHING
                                        : budgets[i] == 1 ? PRM_STEP_MARKER_CUT : PRM_STEP_WHOLE);
            assert_true(budgets[i] == INT64_MAX || plan.size <= 1);
            assert_int_equal(one.fate == PRM_FATE_OVERSIZED, k == 0);
        }
}

/* Inputs of the same type in another order: nothing but their names says so. */
static void swapped_inputs_are_refused(void **state)
{
    static uint32_t names[1024];
    prm_pack swapped = context_pack;
    prm_instructions_config bad = config;
    prm_context_report report;
    size_t first = context_pack.entry_count;
    uint32_t i;

    (void)state;
    assert_true(context_pack.name_count <= 1024);
    for (i = 0; i < CONTEXT_INSTRUCTIONS_BASELINE_ID; i++)
        first += context_pack.entries[i].inputs;
    memcpy(names, context_pack.name_at, context_pack.name_count * sizeof *names);
    swapped.name_at = names;
    bad.max_bytes = 100;
    bad.baseline.pack = &swapped;
    assert_int_equal(prm_instructions_check(&bad, &report), PRM_OK);
    names[first + 4] = context_pack.name_at[first + 5];
    names[first + 5] = context_pack.name_at[first + 4];
    assert_string_equal(prm_placeholder_name(&swapped, CONTEXT_INSTRUCTIONS_BASELINE_ID, 4), "cutTo");
    assert_int_equal(prm_instructions_check(&bad, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.member, "baseline");
    assert_string_equal(report.problem, "the assembly has other inputs");
    swapped.names = NULL;
    swapped.names_size = 0;
    swapped.name_count = 0;
    assert_int_equal(prm_instructions_check(&bad, &report), PRM_OK);
}

/* A text that is rendered over what it is made of. */
static void paths_in_the_buffer(void **state)
{
    static char memory[256];
    char before[sizeof memory];
    prm_document one;
    prm_instructions plan;
    prm_report report;
    long budget;
    size_t at, cut = 0;

    (void)state;
    for (budget = 51; budget < 200; budget += 7)    /* below, the path is not reached */
        for (at = 0; at < 150; at += 3) {
            memset(memory, '-', sizeof memory);
            memcpy(memory + at, "some/path/AGENTS.md", 19);
            memcpy(before, memory, sizeof memory);
            one = document("some/path", "", "Use tabs, and write tests for all that you change.");
            one.path = prm_bytes(memory + at, 19);
            config.max_bytes = budget;
            assert_int_equal(prm_instructions_baseline(&plan, &config, &one, 1, NULL), PRM_OK);
            cut += plan.step == PRM_STEP_MARKER_CUT;
            assert_int_equal(prm_instructions_render(&plan, memory, sizeof memory, &report), PRM_OVERLAP);
            assert_int_equal(report.status, PRM_OVERLAP);
            assert_memory_equal(memory, before, sizeof memory);
        }
    assert_true(cut > 100);
}

/* A document without a path is an error, not an empty name. */
static void a_missing_path_is_an_error(void **state)
{
    prm_document bad[2];
    prm_instructions plan;
    prm_context_report report;
    unsigned i;

    (void)state;
    config.max_bytes = 4000;
    for (i = 0; i < 4; i++) {
        bad[0] = document(".", "AGENTS.md", "One.");
        bad[1] = document(".", "CLAUDE.md", "Two.");
        *(i % 2 ? &bad[1].path : &bad[1].directory) = prm_cstr(i < 2 ? NULL : "");
        assert_int_equal(prm_instructions_baseline(&plan, &config, bad, 2, &report), PRM_BAD_ARGUMENT);
        assert_string_equal(report.member, "documents");
        assert_int_equal(report.position, 1);
        assert_int_equal(prm_instructions_changes(&plan, &config, NULL, 0, bad, 2, NULL), PRM_BAD_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_is_met),
        cmocka_unit_test(one_document),
        cmocka_unit_test(empty_documents),
        cmocka_unit_test(short_documents),
        cmocka_unit_test(random_sets),
        cmocka_unit_test(ill_formed_content),
        cmocka_unit_test(duplicates_are_shown_once),
        cmocka_unit_test(ill_formed_white_space_is_none),
        cmocka_unit_test(white_space_alone_is_a_duplicate_of_nothing),
        cmocka_unit_test(others_are_reported),
        cmocka_unit_test(nothing_gives_no_text),
        cmocka_unit_test(files_come_change_and_go),
        cmocka_unit_test(an_added_file_looks_so),
        cmocka_unit_test(a_new_duplicate_is_withdrawn),
        cmocka_unit_test(files_that_cannot_be_shown),
        cmocka_unit_test(delivery_at_every_budget),
        cmocka_unit_test(a_known_document_must_be_found),
        cmocka_unit_test(an_omitted_baseline_is_told),
        cmocka_unit_test(bad_names_are_refused),
        cmocka_unit_test(good_names_pass),
        cmocka_unit_test(defaults),
        cmocka_unit_test(tools_that_touch),
        cmocka_unit_test(other_assemblies_are_refused),
        cmocka_unit_test(extreme_limits),
        cmocka_unit_test(swapped_inputs_are_refused),
        cmocka_unit_test(paths_in_the_buffer),
        cmocka_unit_test(a_missing_path_is_an_error),
    };

    return cmocka_run_group_tests(tests, load_texts, NULL);
}
