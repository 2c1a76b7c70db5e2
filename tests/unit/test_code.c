/* Code written piece by piece: where literals are cut, and what is too big for the numbers of the tables. */
#include "support.h"

#include "code.h"

enum { ROOM = 16384 };

static prm_segment segments[64];
static char pool[ROOM];
static prm_template_code out;
static prm_code code;

static void begin(void)
{
    memset(&out, 0, sizeof out);
    out.segments = segments;
    out.pool = pool;
    prm_code_begin(&code, &out);
}

static void check_segment(size_t number, uint32_t offset, size_t size, unsigned op)
{
    assert_true(number < out.segment_count);
    assert_int_equal(segments[number].offset, offset);
    assert_int_equal(segments[number].size, size);
    assert_int_equal(segments[number].op, op);
}

static void literals(void **state)
{
    (void)state;
    begin();
    prm_code_flush(&code, 0);
    assert_int_equal(out.segment_count, 0);
    prm_code_text(&code, "one", 3);
    prm_code_text(&code, " two", 4);
    prm_code_flush(&code, PRM_OP_VALUE | 3);
    prm_code_flush(&code, PRM_OP_VALUE | 4);
    prm_code_text(&code, "", 0);
    prm_code_text(&code, "!", 1);
    prm_code_flush(&code, 0);
    assert_int_equal(out.segment_count, 3);
    check_segment(0, 0, 7, PRM_OP_VALUE | 3);
    check_segment(1, 7, 0, PRM_OP_VALUE | 4);
    check_segment(2, 7, 1, 0);
    assert_int_equal(out.pool_size, 8);
    assert_memory_equal(pool, "one two!", 8);
    assert_true(out.plain);
    assert_false(code.too_big);
}

/* A literal has at most 4,095 bytes, and is cut between characters. */
static void long_literals(void **state)
{
    static const char *const characters[] = { "a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x99\x82" };
    static char text[3 * PRM_LITERAL_MAX];
    size_t i, at;

    (void)state;
    for (i = 0; i < 4; i++) {
        const size_t size = i + 1, first = PRM_LITERAL_MAX / size * size;
        for (at = 0; at + size <= sizeof text; at += size) {
            memcpy(text + at, characters[i], size);
            text[at + size - 1] = (char)(text[at + size - 1] ^ (char)(at / size % 16));    /* not all the same */
        }
        begin();
        prm_code_text(&code, text, first);
        prm_code_flush(&code, 0);
        assert_int_equal(out.segment_count, 1);
        check_segment(0, 0, first, 0);
        begin();
        prm_code_text(&code, text, 2 * first + size);
        prm_code_flush(&code, 0);
        assert_int_equal(out.segment_count, 3);
        check_segment(0, 0, first, 0);
        check_segment(1, (uint32_t)first, first, 0);
        check_segment(2, (uint32_t)(2 * first), size, 0);
        assert_memory_equal(pool, text, out.pool_size);
        assert_false(code.too_big);
    }
}

/* A character that does not fit behind what stands begins the next literal; one without a beginning is no text. */
static void cuts(void **state)
{
    static char text[PRM_LITERAL_MAX + 1];

    (void)state;
    memset(text, 'a', sizeof text);
    begin();
    prm_code_text(&code, text, PRM_LITERAL_MAX - 1);
    prm_code_text(&code, "\xC3\xA9", 2);
    prm_code_flush(&code, 0);
    assert_int_equal(out.segment_count, 2);
    check_segment(0, 0, PRM_LITERAL_MAX - 1, 0);
    check_segment(1, PRM_LITERAL_MAX - 1, 2, 0);
    memset(text, 0x80, sizeof text);
    begin();
    prm_code_text(&code, text, sizeof text);
    assert_true(code.too_big);
    begin();
    prm_code_text(&code, text, PRM_LITERAL_MAX);
    assert_false(code.too_big);
}

static void control(void **state)
{
    prm_code_place loop, when;

    (void)state;
    begin();
    prm_code_text(&code, "a", 1);
    loop = prm_code_control(&code, PRM_OP_LOOP | 2, 0, 0);
    assert_int_equal(loop, 1);
    prm_code_line(&code);
    when = prm_code_control(&code, PRM_OP_WHEN | 5, 7, 0);
    prm_code_text(&code, "b", 1);
    prm_code_end(&code, when, 0);
    prm_code_end(&code, loop, PRM_OP_NEXT | 2);
    assert_int_equal(out.segment_count, 6);
    check_segment(0, 0, 1, 0);
    check_segment(1, 4, 0, PRM_OP_LOOP | 2);
    check_segment(2, 1, 1, PRM_OP_LINE);
    check_segment(3, 1, 7, PRM_OP_WHEN | 5);
    check_segment(4, 2, 1, 0);
    check_segment(5, 3, 0, PRM_OP_NEXT | 2);
    assert_memory_equal(pool, "a\nb", 3);
    assert_false(out.plain);
}

/* A line, too, makes a text more than plain. */
static void lines(void **state)
{
    (void)state;
    begin();
    prm_code_text(&code, "a", 1);
    assert_true(out.plain);
    prm_code_line(&code);
    assert_false(out.plain);
    check_segment(1, 1, 1, PRM_OP_LINE);
}

/* So does every control segment, alone. */
static void not_plain(void **state)
{
    (void)state;
    begin();
    assert_true(out.plain);
    (void)prm_code_control(&code, PRM_OP_WHEN, 0, 0);
    assert_false(out.plain);
}

/* Sizes are found out without writing anything. */
static void measuring(void **state)
{
    (void)state;
    memset(&out, 0, sizeof out);
    prm_code_begin(&code, &out);
    prm_code_text(&code, "one", 3);
    prm_code_end(&code, prm_code_control(&code, PRM_OP_WHEN, 0, 0), 0);
    assert_int_equal(out.segment_count, 2);
    assert_int_equal(out.pool_size, 3);
}

static void copies(void **state)
{
    static draft d;
    static const unsigned ops[] = { 0, PRM_OP_VALUE | 1, PRM_OP_PART | 1, PRM_OP_LINE };
    size_t i;

    (void)state;
    draft_begin(&d, false);
    (void)draft_text(&d, 0, "not this");
    for (i = 0; i < 4; i++)
        (void)draft_text(&d, ops[i], &"abcd"[i]);
    begin();
    prm_code_text(&code, "-", 1);
    prm_code_copy(&code, &d.pack, 1, 2);
    assert_true(out.plain);
    prm_code_copy(&code, &d.pack, 3, 2);
    assert_false(out.plain);
    assert_int_equal(out.segment_count, 5);
    check_segment(0, 0, 1, 0);
    check_segment(1, 1, 4, 0);
    check_segment(2, 5, 3, PRM_OP_VALUE | 1);
    check_segment(3, 8, 2, PRM_OP_PART | 1);
    check_segment(4, 10, 1, PRM_OP_LINE);
    assert_memory_equal(pool, "-abcdbcdcdd", 11);
    draft_begin(&d, false);
    (void)draft_op(&d, PRM_OP_CALL, 70000, 9);
    begin();
    prm_code_copy(&code, &d.pack, 0, 1);
    check_segment(0, 70000, 9, PRM_OP_CALL);
    assert_int_equal(out.pool_size, 0);
}

/* ---- too big ---- */

static void begin_measuring(size_t segment_count, size_t pool_size)
{
    memset(&out, 0, sizeof out);
    out.segment_count = segment_count;
    out.pool_size = pool_size;
    prm_code_begin(&code, &out);
}

static void too_many_segments(void **state)
{
    unsigned i;

    (void)state;
    begin_measuring(100, 0);
    for (i = 0; i < PRM_CODE_SEGMENTS; i++)
        prm_code_flush(&code, PRM_OP_VALUE);
    assert_false(code.too_big);
    assert_int_equal(out.segment_count, 100 + PRM_CODE_SEGMENTS);
    prm_code_flush(&code, PRM_OP_VALUE);
    assert_true(code.too_big);
    assert_int_equal(out.segment_count, 100 + PRM_CODE_SEGMENTS);
}

static void too_many_bytes(void **state)
{
    (void)state;
    begin_measuring(0, UINT32_MAX);
    prm_code_text(&code, "ab", 2);
    prm_code_flush(&code, 0);
    assert_false(code.too_big);
    prm_code_flush(&code, PRM_OP_VALUE);
    assert_int_equal(code.too_big, SIZE_MAX > UINT32_MAX);
    begin_measuring(0, SIZE_MAX - 2);
    prm_code_text(&code, "ab", 2);
    assert_false(code.too_big);
    prm_code_text(&code, "c", 1);
    assert_true(code.too_big);
    assert_int_equal(out.pool_size, SIZE_MAX);
}

/* After it is known that a text is too big, nothing of what stands already is written to. */
static void too_big_to_close(void **state)
{
    prm_code_place when;

    (void)state;
    begin();
    when = prm_code_control(&code, PRM_OP_WHEN, 0, 42);
    code.too_big = true;
    prm_code_end(&code, when, 0);
    check_segment(when, 42, 0, PRM_OP_WHEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals), cmocka_unit_test(long_literals), cmocka_unit_test(cuts),
        cmocka_unit_test(control), cmocka_unit_test(lines), cmocka_unit_test(not_plain),
        cmocka_unit_test(measuring), cmocka_unit_test(copies), cmocka_unit_test(too_many_segments),
        cmocka_unit_test(too_many_bytes), cmocka_unit_test(too_big_to_close)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
