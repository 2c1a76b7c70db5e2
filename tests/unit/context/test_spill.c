#include "naive_utf8.h"
#include "view.h"

#include <context.h>
#include <promptrom/spill.h>

enum { MOST = 2000 };

/* ---- a store that remembers ---- */

typedef struct {
    const char *location;
    const char *hint;        /* NULL: says none */
    int         code;        /* what it returns */
    int         calls;
    char        text[MOST];
    size_t      size;
} shelf;

static int put(void *context, const prm_block *result, prm_text *location, prm_text *hint)
{
    shelf *const s = context;
    size_t i;

    s->calls++;
    s->size = 0;
    for (i = 0; i < result->count; i++)
        if (result->content[i].text.size > 0) {
            memcpy(s->text + s->size, result->content[i].text.data, result->content[i].text.size);
            s->size += result->content[i].text.size;
        }
    *location = prm_cstr(s->location);
    if (s->hint)
        *hint = prm_cstr(s->hint);
    return s->code;
}

static shelf shelf_of(const char *location, const char *hint)
{
    shelf s;

    memset(&s, 0, sizeof s);
    s.location = location;
    s.hint = hint;
    return s;
}

static prm_spill_config config_of(size_t limit, shelf *s)
{
    prm_spill_config config = prm_spill_defaults();

    config.limit = limit;
    config.notice.pack = &context_pack;
    config.notice.id = CONTEXT_SPILL_NOTICE_ID;
    config.store = put;
    config.context = s;
    return config;
}

/* ---- the rule, written down once more ---- */

static size_t naive_notice(char *to, const shelf *s, size_t omitted)
{
    return (size_t)sprintf(to, "(Omitted %lu bytes. Full formatted result stored at: %s. %s)",
                           (unsigned long)omitted, s->location, s->hint ? s->hint : "");
}

/* Bytes of all blocks, one behind the other, and the places between characters. Returns how many places. */
static size_t naive_join(const prm_block *result, char *all, size_t *places)
{
    size_t size = 0, count = 0, i, n;

    places[0] = 0;
    for (i = 0; i < result->count; i++) {
        const prm_text text = result->content[i].text;
        size_t at[MOST + 1], units, own;
        if (text.size == 0)
            continue;
        memcpy(all + size, text.data, text.size);
        own = naive_places(text.data, text.size, at, &units);
        for (n = 1; n <= own; n++)
            places[++count] = size + at[n];
        size += text.size;
    }
    return count;
}

/* The preview; returns false if the result stays. */
static bool naive_spill(const prm_block *result, size_t limit, const shelf *s, char *to, size_t *size,
                        size_t *omitted)
{
    static char all[MOST];
    static size_t places[MOST + 1];
    const size_t count = naive_join(result, all, places), total = places[count];
    char notice[MOST];
    size_t reserved, room, head = 0, tail = total, i;

    reserved = naive_notice(notice, s, total);
    if (total <= limit || reserved > limit)
        return false;
    room = limit > reserved + 2 ? limit - reserved - 2 : 0;
    for (i = 0; i <= count; i++) {
        if (places[i] <= (room + 1) / 2)
            head = places[i];
        if (places[count - i] >= total - room / 2)
            tail = places[count - i];
    }
    *omitted = tail - head;
    (void)naive_notice(notice, s, *omitted);
    if (*omitted == total)
        *size = (size_t)sprintf(to, "%s", notice);
    else
        *size = (size_t)sprintf(to, "%.*s%.*s\n\n%s", (int)head, all, (int)(total - tail), all + tail, notice);
    return true;
}

/* Spills into a buffer as small as is allowed, with guards around it. */
static void check_spill(const prm_block *result, size_t limit, shelf *s)
{
    const prm_spill_config config = config_of(limit, s);
    char expected[2 * MOST];
    size_t size = 0, omitted = 0;
    const bool spills = limit > 0 && naive_spill(result, limit, s, expected, &size, &omitted);
    char *const buffer = malloc(limit + 3);
    prm_spilled spilled;

    memset(buffer, '#', limit + 3);
    assert_int_equal(prm_spill_check(&config, NULL), PRM_OK);
    assert_int_equal(prm_spill(&config, result, false, buffer + 1, limit + 1, &spilled, NULL), PRM_OK);
    assert_int_equal(spilled.preview.data != NULL, spills);
    assert_true(buffer[0] == '#' && buffer[limit + 2] == '#');
    if (spills) {
        assert_ptr_equal(spilled.preview.data, buffer + 1);
        assert_int_equal(spilled.preview.size, size);
        assert_memory_equal(spilled.preview.data, expected, size);
        assert_int_equal(spilled.preview.data[size], 0);
        assert_int_equal(spilled.omitted, omitted);
        assert_true(size <= limit);
    } else {
        assert_int_equal(buffer[1], '#');
        assert_int_equal(spilled.omitted, 0);
    }
    free(buffer);
}

/* ---- every limit ---- */

static void every_limit_of(const char *all, size_t size, const char *location, const char *hint)
{
    shelf s = shelf_of(location, hint);
    prm_block block = text_block(PRM_BLOCK_TEXT, NULL);
    const prm_block result = result_block("bash", &block, 1);
    size_t limit;

    block.text = prm_bytes(all, size);
    for (limit = 0; limit <= 600; limit++)
        check_spill(&result, limit, &s);
    assert_true(s.calls > 0);
    assert_int_equal(s.size, size);
    assert_memory_equal(s.text, all, size);
}

static void every_limit(void **state)
{
    char text[1600];
    size_t size, i;
    dice d = 2;

    (void)state;
    for (i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 26);
    every_limit_of(text, 601, "/tmp/1.txt", "Use the read tool to see it.");
    every_limit_of(text, 599, "/tmp/1.txt", NULL);
    every_limit_of(text, 300, "/tmp/1.txt", "Use the read tool to see it.");
    every_limit_of(text, 1000, "/tmp/1.txt", "");                 /* N has a digit less than the price */
    every_limit_of(text, 1050, "\347\273\223\346\236\234", "\350\257\273");
    for (size = 0; size + 4 <= 1200; size += 4)
        memcpy(text + size, "\360\237\230\200", 4);
    every_limit_of(text, size, "s3://bucket/key", "Read it.");
    for (size = 0; size + 3 <= 900; size += 3)
        memcpy(text + size, "\344\270\255", 3);
    every_limit_of(text, size, "s3://bucket/key", "Read it.");
    for (i = 0; i < 6; i++) {
        for (size = 0; size < 1200;)
            size += random_thing(&d, text + size, i % 2);
        every_limit_of(text, size, "/tmp/2.txt", "Read it.");
    }
}

static size_t preview_size(size_t total, size_t limit)
{
    static char text[MOST];
    shelf s = shelf_of("/tmp/1.txt", "Read it.");
    const prm_spill_config config = config_of(limit, &s);
    prm_block block = text_block(PRM_BLOCK_TEXT, NULL);
    const prm_block result = result_block("bash", &block, 1);
    char buffer[MOST];
    prm_spilled spilled;

    memset(text, 'x', sizeof text);
    block.text = prm_bytes(text, total);
    assert_int_equal(prm_spill(&config, &result, false, buffer, sizeof buffer, &spilled, NULL), PRM_OK);
    return spilled.preview.size;
}

/* Figures worked out by hand: the notice has 74 bytes with three digits, 75 with four. */
static void exact_price(void **state)
{
    (void)state;
    assert_int_equal(preview_size(900, 300), 300);
    assert_int_equal(preview_size(900, 301), 301);
    assert_int_equal(preview_size(1200, 301), 300);      /* priced with 1200, written with 976 */
    assert_int_equal(preview_size(1200, 78), 78);        /* one character at the beginning, none at the end */
    assert_int_equal(preview_size(1200, 77), 75);        /* room for the empty line, and for nothing before it */
    assert_int_equal(preview_size(1200, 75), 75);
    assert_int_equal(preview_size(1200, 74), 0);         /* too long: the result stays */
    assert_int_equal(preview_size(300, 300), 0);
    assert_int_equal(preview_size(301, 300), 299);       /* 77 left out, priced with 301 */
}

/* Five bytes are left for the head, and four for the tail, which would begin within a character. */
static void known_preview(void **state)
{
    static const char expected[] =
        "abc\303\244xyz\n\n(Omitted 142 bytes. Full formatted result stored at: /tmp/1. Read it.)";
    shelf s = shelf_of("/tmp/1", "Read it.");
    char text[150], buffer[128];
    prm_block block = text_block(PRM_BLOCK_TEXT, NULL);
    const prm_block result = result_block("bash", &block, 1);
    const prm_spill_config config = config_of(sizeof expected - 1 + 1, &s);
    prm_spilled spilled;

    (void)state;
    memset(text, '-', sizeof text);
    memcpy(text, "abc\303\244\303\244", 7);
    memcpy(text + 145, "\303\244xyz", 5);
    block.text = prm_bytes(text, sizeof text);
    assert_int_equal(prm_spill(&config, &result, false, buffer, sizeof buffer, &spilled, NULL), PRM_OK);
    assert_string_equal(buffer, expected);
}

/* ---- several blocks ---- */

static void random_blocks(void **state)
{
    static char text[5][300];
    dice d = 8;
    int i;

    (void)state;
    for (i = 0; i < 5000; i++) {
        shelf s = shelf_of("/tmp/3.txt", i % 3 ? "Read it." : NULL);
        prm_block blocks[5];
        const size_t count = roll(&d, 6);
        const prm_block result = result_block("bash", blocks, count);
        size_t k;
        for (k = 0; k < count; k++) {
            blocks[k] = text_block(PRM_BLOCK_TEXT, NULL);
            if (roll(&d, 5) > 0)
                blocks[k].text = prm_bytes(text[k], random_text(&d, text[k], 300, i % 2));
        }
        check_spill(&result, roll(&d, 500), &s);
        assert_true(s.calls <= 1);
    }
}

/* ---- what stays ---- */

static void check_stays(prm_spill_config config, const prm_block *result, bool nested)
{
    shelf s = shelf_of("/tmp/1.txt", "Read it.");
    char buffer[200] = "#";
    prm_spilled spilled;

    config.context = &s;
    assert_int_equal(prm_spill(&config, result, nested, buffer, sizeof buffer, &spilled, NULL), PRM_OK);
    assert_null(spilled.preview.data);
    assert_int_equal(spilled.omitted, 0);
    assert_int_equal(s.calls, 0);
    assert_int_equal(buffer[0], '#');
}

static void skipped_kinds(void **state)
{
    char text[900];
    prm_block blocks[2], result;
    prm_spill_config config = config_of(150, NULL);
    shelf s = shelf_of("/tmp/1.txt", "Read it.");
    prm_spilled spilled;

    (void)state;
    memset(text, 'x', sizeof text);
    blocks[0] = text_block(PRM_BLOCK_TEXT, NULL);
    blocks[0].text = prm_bytes(text, sizeof text);
    blocks[1] = text_block(PRM_BLOCK_OTHER, "{}");
    result = result_block("bash", blocks, 1);
    check_stays(config, &result, true);
    result.count = 2;
    check_stays(config, &result, false);
    result.count = 1;
    result.kind = PRM_BLOCK_TEXT;
    check_stays(config, &result, false);
    result.kind = PRM_BLOCK_RESULT;
    result.name = prm_cstr("read");
    check_stays(config, &result, false);
    config.reader = prm_cstr("cat");
    config.context = &s;
    assert_int_equal(prm_spill(&config, &result, false, (char[151]){ 0 }, 151, &spilled, NULL), PRM_OK);
    assert_non_null(spilled.preview.data);
    result.name = prm_cstr("cat");
    check_stays(config, &result, false);
    config.reader = prm_cstr(NULL);
    result.name = prm_cstr(NULL);
    assert_int_equal(prm_spill(&config, &result, false, (char[151]){ 0 }, 151, &spilled, NULL), PRM_OK);
    assert_non_null(spilled.preview.data);                             /* no name is not the name of no reader */
    config.limit = 0;
    check_stays(config, &result, false);
    config.limit = 40;                                                 /* no notice is that short */
    check_stays(config, &result, false);
}

/* ---- errors ---- */

static void failures(void **state)
{
    char memory[1000];
    prm_block block = text_block(PRM_BLOCK_TEXT, NULL);
    const prm_block result = result_block("bash", &block, 1);
    shelf s = shelf_of("/tmp/1.txt", "Read it.");
    const prm_spill_config config = config_of(150, &s);
    prm_context_report report;
    prm_spilled spilled;
    size_t i;

    (void)state;
    memset(memory, 'x', sizeof memory);
    block.text = prm_bytes(memory + 400, 400);
    assert_int_equal(prm_spill(&config, &result, false, memory, 150, &spilled, &report), PRM_NO_SPACE);
    assert_string_equal(report.member, "capacity");
    assert_int_equal(prm_spill(&config, &result, false, NULL, 0, &spilled, &report), PRM_NO_SPACE);
    for (i = 250; i < 800; i++) {
        assert_int_equal(prm_spill(&config, &result, false, memory + i, 151, &spilled, &report), PRM_OVERLAP);
        assert_null(spilled.preview.data);
    }
    assert_string_equal(report.member, "result");
    assert_int_equal(s.calls, 0);
    assert_int_equal(prm_spill(&config, &result, false, memory + 249, 151, &spilled, &report), PRM_OK);
    assert_int_equal(prm_spill(&config, &result, false, memory + 800, 151, &spilled, &report), PRM_OK);

    memset(memory, 'x', 400);
    s.code = 28;
    assert_int_equal(prm_spill(&config, &result, false, memory, 151, &spilled, &report), PRM_CALL_FAILED);
    assert_int_equal(report.code, 28);
    assert_string_equal(report.member, "store");
    assert_null(spilled.preview.data);
    assert_int_equal(memory[0], 'x');
    s.code = 0;
    s.hint = NULL;
    s.location = NULL;                                                 /* a store that forgets to say where */
    assert_int_equal(prm_spill(&config, &result, false, memory, 151, &spilled, &report), PRM_MISSING);
    assert_string_equal(report.member, "notice");
    assert_null(spilled.preview.data);
    assert_int_equal(memory[0], 'x');
}

/* A store that says where in the very buffer that the preview goes to: the right bytes, or an error and nothing. */
static void a_location_in_the_buffer(void **state)
{
    static const char path[] = "/tmp/somewhere/1.txt";
    char text[900], expected[2 * MOST], buffer[256], before[256];
    prm_block block = text_block(PRM_BLOCK_TEXT, NULL);
    const prm_block result = result_block("bash", &block, 1);
    unsigned right = 0, refused = 0;
    size_t limit, at;

    (void)state;
    memset(text, 'x', sizeof text);
    block.text = prm_bytes(text, sizeof text);
    for (limit = 90; limit < 160; limit += 5)
        for (at = 0; at + sizeof path <= sizeof buffer; at += 3) {
            shelf s = shelf_of(buffer + at, "Read it.");
            const prm_spill_config config = config_of(limit, &s);
            size_t size = 0, omitted = 0;
            prm_spilled spilled;
            prm_status status;
            memset(buffer, '-', sizeof buffer);
            memcpy(buffer + at, path, sizeof path);
            memcpy(before, buffer, sizeof buffer);
            (void)naive_spill(&result, limit, &s, expected, &size, &omitted);
            status = prm_spill(&config, &result, false, buffer, sizeof buffer, &spilled, NULL);
            if (status == PRM_OK) {
                assert_int_equal(spilled.preview.size, size);
                assert_memory_equal(buffer, expected, size);
                right++;
            } else {
                assert_int_equal(status, PRM_OVERLAP);
                assert_memory_equal(buffer, before, sizeof buffer);
                refused++;
            }
        }
    assert_true(right > 10 && refused > 100);
}

static void sizes_that_wrap(void **state)
{
    shelf s = shelf_of("/tmp/1.txt", "Read it.");
    const prm_spill_config config = config_of(150, &s);
    prm_block blocks[2], result;
    char buffer[151];
    prm_context_report report;
    prm_spilled spilled;

    (void)state;
    blocks[0] = text_block(PRM_BLOCK_TEXT, "x");
    blocks[1] = text_block(PRM_BLOCK_TEXT, "x");
    blocks[1].text.size = SIZE_MAX;
    result = result_block("bash", blocks, 2);
    assert_int_equal(prm_spill(&config, &result, false, buffer, sizeof buffer, &spilled, &report), PRM_TOO_BIG);
    assert_int_equal(s.calls, 0);
}

static void configurations(void **state)
{
    shelf s = shelf_of("", "");
    prm_spill_config config = prm_spill_defaults();
    prm_context_report report;

    (void)state;
    assert_int_equal(config.limit, 0);
    assert_int_equal(config.reader.size, 4);
    assert_memory_equal(config.reader.data, "read", 4);
    assert_int_equal(prm_spill_check(&config, &report), PRM_OK);       /* off */
    config = config_of(150, &s);
    assert_int_equal(prm_spill_check(&config, &report), PRM_OK);
    config.store = NULL;
    assert_int_equal(prm_spill_check(&config, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.member, "store");
    config = config_of(150, &s);
    config.notice.pack = NULL;
    assert_int_equal(prm_spill_check(&config, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.member, "notice");
    config = config_of(150, &s);
    config.notice.id = CONTEXT_PRUNER_MARKER_ID;                       /* takes no arguments */
    assert_int_equal(prm_spill_check(&config, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.member, "notice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_limit),
        cmocka_unit_test(exact_price),
        cmocka_unit_test(known_preview),
        cmocka_unit_test(random_blocks),
        cmocka_unit_test(skipped_kinds),
        cmocka_unit_test(failures),
        cmocka_unit_test(a_location_in_the_buffer),
        cmocka_unit_test(sizes_that_wrap),
        cmocka_unit_test(configurations)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
