#include "json.h"
#include "support.h"

/* ---- strings ---- */

static void check_string(const char *text, size_t size)
{
    char expected[256], got[256];
    const size_t expected_size = naive_escape(expected, text, size);
    size_t measured;

    assert_int_equal(prm_json_size(text, size, false, &measured), PRM_OK);
    assert_int_equal(measured, expected_size);
    memset(got, 0x5A, sizeof got);
    assert_true(prm_json_copy(got, text, size) == got + expected_size);
    assert_memory_equal(got, expected, expected_size);
    assert_int_equal(got[expected_size], 0x5A);
}

static size_t encode(char *to, unsigned long point)
{
    const unsigned char lead[] = { 0, 0xC0, 0xE0, 0xF0 };
    const unsigned more = (unsigned)((point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF));
    unsigned i;

    for (i = more; i > 0; i--, point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3F));
    to[0] = (char)(lead[more] | point);
    return more + 1;
}

/* Alone and between others, so that it is met in whole words and in what remains. */
static void every_code_point(void **state)
{
    unsigned long point;
    char text[32];

    (void)state;
    for (point = 0; point < 0x110000; point++) {
        if (point >= 0xD800 && point < 0xE000)
            continue;
        check_string(text, encode(text, point));
        memcpy(text, "abcdefghijklmnopqrstuvwxyz", 26);
        encode(text + point % 20, point);
        if (point < 0x80)
            check_string(text, 26);
    }
}

static void specials_at_every_place(void **state)
{
    static const char specials[] = "\"\\\n\x01\x1F\x7F";
    char text[40];
    size_t size, i, j;

    (void)state;
    for (size = 0; size < 36; size++)
        for (i = 0; i < size; i++)
            for (j = 0; j < sizeof specials; j++) {
                memset(text, 'a', sizeof text);
                text[i] = specials[j];
                check_string(text, size);
                text[size - 1 - i] = '"';
                check_string(text, size);
                memcpy(text + size, "\xE2\x80\xA8", 3);
                check_string(text, size + 3);
            }
}

static void repairs(void **state)
{
    static const struct { const char *text, *repaired; } cases[] = {
        { "\x80", "\xEF\xBF\xBD" },
        { "a\xC0\x80" "b", "a\xEF\xBF\xBD\xEF\xBF\xBD" "b" },
        { "\xE2\x82", "\xEF\xBF\xBD" },
        { "\xE2\x82\"", "\xEF\xBF\xBD\\\"" },
        { "\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
        { "\xF0\x9F\x98" "12345678", "\xEF\xBF\xBD" "12345678" },
        { "12345678\xF4\x90\x80\x80", "12345678\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
        { "1234567\xFF\n", "1234567\xEF\xBF\xBD\\n" }
    };
    size_t i, measured;
    char got[64];

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t size = strlen(cases[i].text);
        assert_int_equal(prm_json_size(cases[i].text, size, false, &measured), PRM_BAD_UTF8);
        assert_int_equal(prm_json_size(cases[i].text, size, true, &measured), PRM_OK);
        assert_int_equal(measured, strlen(cases[i].repaired));
        assert_true(prm_json_copy(got, cases[i].text, size) == got + measured);
        assert_memory_equal(got, cases[i].repaired, measured);
    }
    assert_ptr_equal(prm_json_copy(got, "ab\xE2\x82\xAC", 4), got + 5);       /* the rest of it is another's */
    assert_memory_equal(got, "ab\xEF\xBF\xBD", 5);
}

#ifndef PRM_SMALL
#define LOOKS true       /* where a quick look is taken, it sees each byte of ASCII */
#else
#define LOOKS false
#endif

/* Memory of just that size, filled with a letter. */
static char *letters(size_t size)
{
    char *const text = malloc(size > 0 ? size : 1);

    assert_non_null(text);
    memset(text, 'a', size);
    return text;
}

/* Each byte at each place of texts of any length, next to others and alone. */
static void looking(void **state)
{
    size_t size, i;
    unsigned byte;

    (void)state;
    for (size = 0; size < 100; size++) {
        char *const text = letters(size);
        assert_true(prm_json_clean(text, size) == LOOKS);
        for (i = 0; i < size; i++) {
            for (byte = size < 40 ? 0 : 0x1F; byte < (size < 40 ? 256u : 0x23u); byte++) {
                const bool plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
                text[i] = (char)byte;
                assert_true(prm_json_clean(text, size) == (LOOKS && plain));
                assert_int_equal(prm_json_plain(text, size), plain ? size : i);
            }
            text[i] = 'a';
        }
        free(text);
    }
}

/* What comes out of a character, or of what is none, between letters. */
static void weights(void **state)
{
    static const struct { const char *text; size_t bytes; bool good; } cases[] = {
        { "b", 1, true }, { "\x7F", 1, true }, { "\"", 2, true }, { "\n", 2, true }, { "\\", 2, true },
        { "\x01", 6, true }, { "\x1F", 6, true }, { "\xC3\xA9", 2, true }, { "\xE2\x80\xA8", 3, true },
        { "\xF0\x9F\x98\x80", 4, true }, { "\xC3\xA9\"", 4, true }, { "\"\"\n\"", 8, true }, { "\n\x02", 8, true },
        { "\xFF", 3, false }, { "\xE2\x82", 3, false }, { "\xF0\x9F\x98", 3, false }, { "\xED\xA0\x80", 9, false }
    };
    size_t i, before, behind;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        for (before = 0; before < 50; before++)
            for (behind = 0; behind < 50; behind++) {
                const size_t own = strlen(cases[i].text), size = before + own + behind;
                const size_t bytes = before + cases[i].bytes + behind;
                const bool plain = cases[i].good && bytes == size, clean = LOOKS && plain && own == 1;
                char *const text = letters(size);
                size_t measured;
                memcpy(text + before, cases[i].text, own);
                assert_int_equal(prm_json_weigh(text, size, false),
                                 plain ? size : cases[i].good ? bytes | PRM_RAW : 0);
                assert_int_equal(prm_json_weigh(text, size, true), clean ? size : bytes | PRM_RAW);
                assert_int_equal(prm_json_size(text, size, true, &measured), PRM_OK);
                assert_int_equal(measured, bytes);
                assert_int_equal(prm_json_size(text, size, false, &measured), cases[i].good ? PRM_OK : PRM_BAD_UTF8);
                free(text);
            }
}

/* Many that grow, so that their counts run over a byte if they are not added up in time. */
static void many_specials(void **state)
{
    static const struct { char byte; const char *escaped; } specials[] = {
        { '\n', "\\n" }, { '"', "\\\"" }, { '\\', "\\\\" }, { '\b', "\\b" }, { '\r', "\\r" }, { '\x01', "\\u0001" },
        { '\v', "\\u000b" }, { '\x1F', "\\u001f" }
    };
    size_t i, size, measured;

    (void)state;
    for (i = 0; i < sizeof specials / sizeof *specials; i++)
        for (size = 1; size < 1200; size += size < 600 ? 1 : 17) {
            const size_t each = strlen(specials[i].escaped);
            char *const text = letters(size), *const copy = letters(each * size + 1);
            memset(text, specials[i].byte, size);
            assert_int_equal(prm_json_size(text, size, false, &measured), PRM_OK);
            assert_int_equal(measured, each * size);
            assert_int_equal(prm_json_weigh(text, size, false), (each * size) | PRM_RAW);
            assert_ptr_equal(prm_json_copy(copy, text, size), copy + each * size);
            assert_int_equal(copy[each * size], 'a');
            assert_memory_equal(copy + each * (size - 1), specials[i].escaped, each);
            free(copy);
            free(text);
        }
}

/* The size, the weight and all bytes of a text in memory of just its size, which becomes so many of expected. */
static void check_exactly(const char *text, size_t size, const char *expected, size_t expected_size)
{
    char *const exact = letters(size), *const copy = letters(expected_size);
    size_t measured;

    memcpy(exact, text, size);
    assert_int_equal(prm_json_size(exact, size, false, &measured), PRM_OK);
    assert_int_equal(measured, expected_size);
    assert_int_equal(prm_json_weigh(exact, size, false), expected_size | (expected_size > size ? PRM_RAW : 0));
    assert_ptr_equal(prm_json_copy(copy, exact, size), copy + expected_size);
    assert_memory_equal(copy, expected, expected_size);
    free(copy);
    free(exact);
}

/* Each special at each place of a text, and another one at any distance behind it. */
static void two_specials(void **state)
{
    char text[100], expected[600];
    size_t size, i, j;
    unsigned one;

    (void)state;
    for (one = 0; one < 34; one++)
        for (size = 1; size <= sizeof text; size += size < 50 ? 1 : 10)
            for (i = 0; i < size; i++) {
                j = i + (i * 7 + size) % (size - i);
                memset(text, 'a', sizeof text);
                text[j] = "\n\x1F\"\\\v"[(i + one) % 5];
                text[i] = one < 0x20 ? (char)one : one == 0x20 ? '"' : '\\';
                check_exactly(text, size, expected, naive_escape(expected, text, size));
            }
}

/* Texts of any length in which every so many bytes one is special, or is not ASCII. */
static void mixtures(void **state)
{
    static const char bytes[] = "\"\n\\\t\r\b\f\v\x01\x0E\x1F\x7F #[]^!";
    char text[700], expected[4200];
    uint32_t random = 1;
    size_t size, every, i;

    (void)state;
    for (size = 1; size < sizeof text; size += size < 150 ? 1 : 37)
        for (every = 1; every < 40; every++) {
            memset(text, 'a', sizeof text);
            for (i = 0; i < size; i++) {
                random = random * 1664525 + 1013904223;
                if ((random >> 8) % every == 0)
                    text[i] = bytes[(random >> 16) % (sizeof bytes - 1)];
            }
            check_exactly(text, size, expected, naive_escape(expected, text, size));
            if (size < 6)
                continue;
            memcpy(text + size / 2, "\xE2\x80\xA8", 3);
            check_exactly(text, size, expected, naive_escape(expected, text, size));
        }
}

/* Bytes that only go on, where whole words of them are read. */
static void no_beginnings(void **state)
{
    size_t size, measured;

    (void)state;
    for (size = 1; size < 80; size++) {
        char *const text = letters(size);
        memset(text, 0x80, size);
        assert_int_equal(prm_json_size(text, size, false, &measured), PRM_BAD_UTF8);
        assert_int_equal(prm_json_size(text, size, true, &measured), PRM_OK);
        assert_int_equal(measured, 3 * size);
        assert_int_equal(prm_json_weigh(text, size, false), 0);
        free(text);
    }
}

/* Of texts that are longer than any, nothing is read; of those that might just do, only up to what is no UTF-8. */
static void sizes_that_no_text_has(void **state)
{
    const size_t most = SIZE_MAX / 6;
    char text[64];
    size_t size = 42;

    (void)state;
    memset(text, 0x80, sizeof text);
    assert_int_equal(prm_json_size(text, most, false, &size), PRM_BAD_UTF8);
    assert_int_equal(prm_json_size(NULL, most + 1, false, &size), PRM_TOO_BIG);
    assert_int_equal(prm_json_size(NULL, SIZE_MAX, true, &size), PRM_TOO_BIG);
    assert_int_equal(size, 42);
    assert_int_equal(prm_json_weigh(text, most / 2, false), 0);
    assert_int_equal(prm_json_weigh(NULL, most / 2 + 1, false), 0);
    assert_int_equal(prm_json_weigh(NULL, SIZE_MAX, true), 0);
}

/* ---- whole values ---- */

#define HEX "0123456789abcdefABCDEF"

static void well_formed(void **state)
{
    static const char *const texts[] = {
        "0", "-0", "10", "9", "99.99e+99", "-1.5e+10", "1E5", "1e-5", "0.0", "true", "false", "null", "\"\"",
        "\"a\"", "[]", "{}", " [ ] ", "\t{\r\n} ", "[1]", "[1,2]", "[[],[[]],{}]", "{\"a\":1}",
        "{\"a\":{\"b\":[]},\"c\":\"d\"}",
        "{ \"a\" : 1 , \"a\" : 2 }", "\"\\u00e9\\uD800\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\xC3\xA9\xF0\x9F\x98\x80\"",
        "[{\"a\":[{\"b\":null}]},[{}]]", "\"\x7F\""
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!prm_json_well_formed(texts[i], strlen(texts[i])))
            fail_msg("refused: %s", texts[i]);
}

static void malformed(void **state)
{
    static const char *const texts[] = {
        "", " ", "-", "01", "-01", "1.", ".5", "1e", "1e+", "+1", "0x1", "1 2", "tru", "True", "nul", "nulll", "NaN",
        "Infinity", "'a'", "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"",
        "\"\\u123\"", "\"\\u123g\"", "\"\\u12g\"", "\"\\u1g34\"", "\"\\ug234\"", "{\"a:1}", "{a\":1}", "{:1}",
        "[{\"a\":1,:2}]", "{\"\\x\":1}", "\"\\u12g4\"", "\"\n\"", "\"\t\"", "[", "]",
        "[1",
        "[1,", "[1,]", "[,1]", "[1 2]", "[1]]", "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{\"a\" 1}",
        "{a:1}", "{1:1}", "{,}", "{\"a\":1]", "[1}", "[}", "{]", "[1],", "[],[]", "{}{}", "// x\n1", "/**/1",
        "\"\xFF\"",
        "\"\xC3\"", "\"\xED\xA0\x80\"", "\xEF\xBB\xBF[]", "1\f", "\v1", "[1:2]", "{\"a\":1:2}", "\"a\"b", "{\"a\",1}"
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        if (prm_json_well_formed(texts[i], strlen(texts[i])))
            fail_msg("accepted: %s", texts[i]);
    assert_false(prm_json_well_formed("1\0", 2));
}

/* Every byte in place of the `?` of a text: only these make it a value. */
static void every_byte(void **state)
{
    static const struct { const char *text, *bytes; } cases[] = {
        { "?", "0123456789" },            { "-?", "0123456789" },             { "1?", "0123456789 \n\t\r" },
        { "1?5", "0123456789.eE" },       { "[1?1]", "0123456789.eE," },      { "1.?", "0123456789" },
        { "1.5?2", "0123456789eE" },      { "1e?", "0123456789" },            { "1e?1", "0123456789+-" },
        { "0?", " \n\t\r" },              { "0?1", ".eE" },                   { "[]?", " \n\t\r" },
        { "?[]", " \n\t\r" },             { "[?]", "0123456789 \n\t\r" },     { "{?}", " \n\t\r" },
        { "{\"a\"?1}", ":" },             { "{\"a\"?:1}", " \n\t\r" },       { "{?\"a\":1}", " \n\t\r" },
        { "[1?{}]", "," },                { "{\"a\":[]?\"b\":1}", "," },     { "?\"a\":1}", "{" },
        { "tru?", "e" },                  { "?alse", "f" },                   { "n?ll", "u" },
        { "\"\\?\"", "\"\\/bfnrt" },     { "\"\\u?123\"", HEX },           { "\"\\u012?\"", HEX },
        { "\"\\?0123\"", "\"\\/bfnrtu" }
    };
    size_t i;
    int byte;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        for (byte = 0; byte < 256; byte++) {
            const size_t size = strlen(cases[i].text);
            char *const copy = letters(size);
            const bool expected = memchr(cases[i].bytes, byte, strlen(cases[i].bytes)) != NULL;
            memcpy(copy, cases[i].text, size);
            *(char *)memchr(copy, '?', size) = (char)byte;
            if (prm_json_well_formed(copy, size) != expected)
                fail_msg("%s with %02x is %s", cases[i].text, (unsigned)byte, expected ? "refused" : "accepted");
            free(copy);
        }
}

static void nesting(void **state)
{
    char text[4 * PRM_JSON_NESTING + 8];
    size_t depth, i;

    (void)state;
    for (depth = 1; depth <= PRM_JSON_NESTING + 1; depth++) {
        for (i = 0; i < depth; i++) {
            text[i] = '[';
            text[depth + i] = ']';
        }
        assert_true(prm_json_well_formed(text, 2 * depth) == (depth <= PRM_JSON_NESTING));
        memmove(text + depth + 1, text + depth, depth);
        text[depth] = '1';
        assert_true(prm_json_well_formed(text, 2 * depth + 1) == (depth <= PRM_JSON_NESTING));
        memmove(text + depth, text + depth + 1, depth);
        text[2 * depth - 1] = '}';
        assert_false(prm_json_well_formed(text, 2 * depth));
        assert_false(prm_json_well_formed(text, 2 * depth - 1));
    }
    memset(text, '[', sizeof text);                  /* one container is opened too many, and not closed */
    memset(text + PRM_JSON_NESTING + 1, ']', sizeof text - PRM_JSON_NESTING - 1);
    assert_false(prm_json_well_formed(text, 2 * PRM_JSON_NESTING + 1));
}

/* Cut anywhere, or with any byte changed, it is still read within its bounds; cut, it is no longer JSON. */
static void cuts_and_changes(void **state)
{
    static const char text[] = "{\"a\":[1,-2.5e3,\"\\u00e9\\n\xC3\xA9\"],\"b\":{\"c\":null,\"d\":true}}";
    size_t size, i;
    int byte;

    (void)state;
    for (size = 0; size < sizeof text - 1; size++) {
        char *const copy = malloc(size > 0 ? size : 1);
        assert_non_null(copy);
        memcpy(copy, text, size);
        assert_false(prm_json_well_formed(copy, size));
        free(copy);
    }
    for (i = 0; i < sizeof text - 1; i++)
        for (byte = 0; byte < 256; byte++) {
            char copy[sizeof text];
            memcpy(copy, text, sizeof text);
            copy[i] = (char)byte;
            if (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r')
                assert_false(prm_json_well_formed(copy, sizeof text - 1));
            else
                (void)prm_json_well_formed(copy, sizeof text - 1);
        }
    assert_true(prm_json_well_formed(text, sizeof text - 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(specials_at_every_place),
        cmocka_unit_test(repairs),
        cmocka_unit_test(looking),
        cmocka_unit_test(weights),
        cmocka_unit_test(many_specials),
        cmocka_unit_test(two_specials),
        cmocka_unit_test(mixtures),
        cmocka_unit_test(no_beginnings),
        cmocka_unit_test(sizes_that_no_text_has),
        cmocka_unit_test(well_formed),
        cmocka_unit_test(malformed),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(nesting),
        cmocka_unit_test(cuts_and_changes)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
