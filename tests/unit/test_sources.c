/* Rows that a source makes: pieces of every kind from them, and sources that say something else when they are asked
 * again. */
#include "support.h"

typedef struct { prm_text word; } row;
typedef struct { prm_rows rows; } inputs;

enum { ROWS, WORD };
enum { CALLS = 4, AT_ALL = 99 };

static draft d;
static inputs args;
static row memory;

/* What the source answers to each call: two rows while all is measured, and the same two while it is written. */
typedef struct { prm_text answers[CALLS]; size_t calls, fail_at; } script;

static int answer(void *context, size_t index, void *to)
{
    script *const s = context;
    row *const made = to;

    assert_true(s->calls < CALLS);
    assert_int_equal(index, s->calls % 2);
    made->word = s->answers[s->calls];
    return s->calls++ == s->fail_at ? 42 : 0;
}

/* `(-{word}+)` with a line between two rows, each word of that kind; the tag of fences is t. */
static void begin(unsigned kind, script *s)
{
    unsigned any, many;
    uint32_t loop;

    draft_begin(&d, false);
    draft_text(&d, 0, "t");
    many = draft_trait(&d, PRM_NO_LIMIT, sizeof(row));
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 0, PRM_NO_SEGMENT);
    draft_field(&d, 0, PRM_FIELD_ROWS, 0, many);
    draft_field(&d, 0, kind, 1, any);
    draft_entry(&d, 0, 0, 1);
    draft_text(&d, 0, "(");
    loop = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_text(&d, PRM_OP_PART, "\n");
    draft_value(&d, "-", WORD);
    draft_text(&d, 0, "+");
    draft_next(&d, loop);
    draft_text(&d, 0, ")");
    draft_end(&d);
    memset(&args, 0, sizeof args);
    args.rows.data = &memory;
    args.rows.count = 2;
    args.rows.source = answer;
    args.rows.context = s;
    s->fail_at = AT_ALL;
}

/* A word as it comes out: in fenced ones a backslash behind each `<` of a tag. */
static size_t put_word(char *to, prm_text word, bool fenced)
{
    size_t i, size = 0;

    for (i = 0; i < word.size; i++) {
        to[size++] = word.data[i];
        if (fenced && word.data[i] == '<' && i + 1 < word.size && word.data[i + 1] == 't')
            to[size++] = '\\';
    }
    return size;
}

/* All that comes out for these two answers. Returns the size. */
static size_t expect(char *to, const prm_text *answers, bool fenced, prm_format format)
{
    char text[256];
    size_t size = 0;

    text[size++] = '(';
    text[size++] = '-';
    size += put_word(text + size, answers[0], fenced);
    memcpy(text + size, "+\n-", 3);
    size += 3;
    size += put_word(text + size, answers[1], fenced);
    text[size++] = '+';
    text[size++] = ')';
    if (format == PRM_JSON)
        return naive_escape(to, text, size);
    memcpy(to, text, size);
    return size;
}

static int keep(void *context, const char *data, size_t size)
{
    recorder *const r = context;

    memcpy(r->data + r->size, data, size);
    r->size += size;
    return 0;
}

/* What is written must be as long as what was measured, and nothing is written behind it. */
static void check_answers(script *s, bool fenced, prm_format format)
{
    char expected[512], buffer[512], untouched[512];
    const size_t measured = expect(expected, s->answers, fenced, format);
    const size_t size = expect(expected, s->answers + 2, fenced, format);
    const prm_status wanted = size == measured ? PRM_OK : PRM_BAD_ARGUMENT;
    static recorder r;
    const prm_sink sink = { keep, &r };
    prm_report report = used_report();

    memset(untouched, CANARY, sizeof untouched);
    memcpy(buffer, untouched, sizeof buffer);
    s->calls = 0;
    assert_int_equal(prm_render(&d.pack, 0, &args, format, buffer, measured + 1, &report), wanted);
    assert_int_equal(report.status, wanted);
    assert_int_equal(report.size, measured);
    assert_memory_equal(buffer + measured + 1, untouched, sizeof buffer - measured - 1);
    if (wanted == PRM_OK) {
        assert_memory_equal(buffer, expected, size);
        assert_int_equal(buffer[size], 0);
    }
    memset(&r, 0, sizeof r);
    s->calls = 0;
    assert_int_equal(prm_emit(&d.pack, 0, &args, format, sink, &report), wanted);
    assert_int_equal(report.status, wanted);
    if (wanted == PRM_OK) {
        assert_int_equal(r.size, size);
        assert_memory_equal(r.data, expected, size);
    }
}

static const char *const words[] = {
    "", "a", "<t", "<t>", "ab<t><t>", "\"\n", "<t>\"<t>", "abcdefghijklmnopqrstuvwxyz0123456789"
};

enum { WORDS = sizeof words / sizeof *words };

/* All there are of four answers. */
static void check_all_answers(unsigned kind, prm_format format)
{
    script s;
    unsigned i, j;

    begin(kind, &s);
    for (i = 0; i < WORDS * WORDS * WORDS * WORDS; i++) {
        unsigned rest = i;
        for (j = 0; j < CALLS; j++) {
            s.answers[j] = prm_cstr(words[rest % WORDS]);
            rest /= WORDS;
        }
        check_answers(&s, kind == PRM_FIELD_FENCED, format);
    }
}

static void other_answers(void **state)
{
    (void)state;
    check_all_answers(PRM_FIELD_TEXT, PRM_TEXT);
    check_all_answers(PRM_FIELD_TEXT, PRM_JSON);
    check_all_answers(PRM_FIELD_FENCED, PRM_TEXT);
    check_all_answers(PRM_FIELD_FENCED, PRM_JSON);
}

/* Nothing is asked after a failure, or when what was measured has no room. */
static void nothing_is_asked_in_vain(void **state)
{
    char buffer[32];
    const prm_sink sink = { keep, NULL };
    prm_report report;
    script s;
    size_t i, j;

    (void)state;
    begin(PRM_FIELD_FENCED, &s);
    for (j = 0; j < WORDS - 1; j++) {
        for (i = 0; i < CALLS; i++)
            s.answers[i] = prm_cstr(words[j]);
        s.calls = 0;
        s.fail_at = AT_ALL;
        assert_int_equal(prm_render(&d.pack, 0, &args, PRM_TEXT, buffer, 2, &report), PRM_NO_SPACE);
        assert_int_equal(s.calls, 2);
        for (s.fail_at = 0; s.fail_at < CALLS; s.fail_at++) {
            static recorder r;
            prm_sink kept = sink;
            s.calls = 0;
            assert_int_equal(prm_render(&d.pack, 0, &args, PRM_TEXT, buffer, sizeof buffer, &report),
                             PRM_ROW_FAILED);
            assert_int_equal(s.calls, s.fail_at + 1);
            check_place(&report, in_row(PRM_ROW_FAILED, 0, ROWS, ROWS, s.fail_at % 2));
            assert_int_equal(report.code, 42);
            memset(&r, 0, sizeof r);
            kept.context = &r;
            s.calls = 0;
            assert_int_equal(prm_emit(&d.pack, 0, &args, PRM_TEXT, kept, &report), PRM_ROW_FAILED);
            assert_int_equal(s.calls, s.fail_at + 1);
        }
    }
}

/* All answers are words but one, whose text lies at that place of the buffer. */
static void check_in_buffer(script *s, size_t call, size_t at, size_t size)
{
    char buffer[128];
    prm_report report;
    size_t i;

    memset(buffer, 'x', sizeof buffer);
    for (i = 0; i < CALLS; i++)
        s->answers[i] = prm_bytes(words[WORDS - 1], size);
    s->answers[call].data = buffer + at;
    s->calls = 0;
    assert_int_equal(prm_render(&d.pack, 0, &args, PRM_TEXT, buffer, sizeof buffer, &report), PRM_OVERLAP);
    assert_int_equal(s->calls, call + 1);
    check_place(&report, in_row(PRM_OVERLAP, 0, PRM_NO_PLACEHOLDER, ROWS, call % 2));
}

/* Such a text is refused whenever the source comes with it. */
static void answers_in_the_buffer(void **state)
{
    static const size_t sizes[] = { 1, 9, 36 };
    script s;
    size_t call, at, i;

    (void)state;
    begin(PRM_FIELD_TEXT, &s);
    for (call = 0; call < CALLS; call++)
        for (i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (at = 0; at <= 128 - sizes[i]; at++)
                check_in_buffer(&s, call, at, sizes[i]);
}

/* The next call fails, whichever it is, and so does every one after it. */
static void check_stopped(prm_cursor *cursor, prm_status status, unsigned turn)
{
    prm_slice slice;
    char chunk[64];
    size_t calls, size;

    for (calls = 0; calls < 3; calls++, turn++) {
        if (turn % 2 == 0) {
            assert_int_equal(prm_next(cursor, &slice), status);
            check_empty(&slice);
        } else {
            assert_int_equal(prm_read(cursor, chunk, sizeof chunk, &size), status);
            assert_int_equal(size, 0);
        }
    }
}

/* A word that was good when the cursor was opened and is not when it is read. */
static void cursors_stop(void **state)
{
    static const struct { unsigned kind; prm_format format; const char *word; prm_status status; } cases[] = {
        { PRM_FIELD_TEXT, PRM_JSON, "\xFF", PRM_BAD_UTF8 }, { PRM_FIELD_TEXT, PRM_JSON, "\xE2\x82", PRM_BAD_UTF8 },
        { PRM_FIELD_FENCED, PRM_JSON, "\xFF<t>", PRM_BAD_UTF8 }, { PRM_FIELD_JSON, PRM_TEXT, "{", PRM_BAD_JSON },
        { PRM_FIELD_TEXT, PRM_TEXT, NULL, PRM_MISSING }
    };
    script s;
    size_t i, call;
    unsigned turn;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (turn = 0; turn < 2; turn++) {
            prm_cursor cursor;
            prm_slice slice;
            begin(cases[i].kind, &s);
            for (call = 0; call < CALLS; call++)
                s.answers[call] = prm_cstr("[1]");
            s.answers[2] = prm_cstr(cases[i].word);
            s.calls = 0;
            assert_int_equal(prm_open(&cursor, &d.pack, 0, &args, cases[i].format, NULL), PRM_OK);
            assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
            assert_memory_equal(slice.data, "(", 1);
            assert_int_equal(prm_next(&cursor, &slice), PRM_OK);
            assert_memory_equal(slice.data, "-", 1);
            check_stopped(&cursor, cases[i].status, turn);
        }
    }
}

/* A row that has grown is noticed where the walk stands by then: in a small library at the value, elsewhere at the
 * control segment behind it, which may read no argument. */
static void check_growth(unsigned op, unsigned placeholder)
{
#ifdef PRM_SMALL
    const place p = in_row(PRM_BAD_ARGUMENT, 1, PRM_NO_PLACEHOLDER, ROWS, 0);
#else
    const place p = in_row(PRM_BAD_ARGUMENT, 1, placeholder, placeholder, 0);
#endif
    char buffer[64];
    prm_report report;
    uint32_t loop;
    script s;
    size_t i;

    begin(PRM_FIELD_TEXT, &s);
    draft_entry(&d, 0, 0, 1);
    loop = draft_op(&d, PRM_OP_LOOP | ROWS, 0, 0);
    draft_value(&d, "-", WORD);
    if (op != PRM_OP_NEXT)
        draft_op(&d, op, 0, 2);
    draft_next(&d, loop);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN | PRM_ENTRY_PLAIN, 0, 0);
    draft_end(&d);
    for (i = 0; i < CALLS; i++)
        s.answers[i] = prm_cstr(i == 2 ? words[WORDS - 1] : "a");
    s.calls = 0;
    assert_int_equal(prm_render(&d.pack, 1, &args, PRM_TEXT, buffer, sizeof buffer, &report), PRM_BAD_ARGUMENT);
    check_place(&report, p);
    assert_int_equal(s.calls, 3);
    (void)placeholder;
}

static void rows_that_grow(void **state)
{
    (void)state;
    check_growth(PRM_OP_NEXT, ROWS);
    check_growth(PRM_OP_CALL | PRM_CALL_QUOTE, PRM_NO_PLACEHOLDER);
    check_growth(PRM_OP_FILLED, PRM_NO_PLACEHOLDER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_answers), cmocka_unit_test(nothing_is_asked_in_vain),
        cmocka_unit_test(answers_in_the_buffer), cmocka_unit_test(rows_that_grow), cmocka_unit_test(cursors_stop)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
