#include <promptrom/locate.h>
#include "support.h"

/* In memory of exactly that size, so that a sanitizer sees reads behind the end. */
static char *exact_copy(const char *text, size_t size)
{
    char *const copy = malloc(size > 0 ? size : 1);

    assert_non_null(copy);
    memcpy(copy, text, size);
    return copy;
}

static void check_found(const char *json, const char *name, prm_value_kind kind, const char *value)
{
    const size_t size = strlen(json);
    char *const copy = exact_copy(json, size), *const called = exact_copy(name, strlen(name));
    prm_located found;

    if (prm_locate(prm_bytes(copy, size), prm_bytes(called, strlen(name)), &found) != PRM_OK)
        fail_msg("%s is refused", json);
    if (found.kind != kind || found.text.size != strlen(value) || (kind == PRM_VALUE_ABSENT) != !found.text.data
        || memcmp(found.text.size > 0 ? found.text.data : "", value, found.text.size) != 0)
        fail_msg("%s: %s is %.*s (%d)", json, name, (int)found.text.size, found.text.data, (int)found.kind);
    free(called);
    free(copy);
}

static void kinds(void **state)
{
    (void)state;
    check_found("{\"a\":null}", "a", PRM_VALUE_NULL, "null");
    check_found("{\"a\":true}", "a", PRM_VALUE_FLAG, "true");
    check_found("{\"a\":false}", "a", PRM_VALUE_FLAG, "false");
    check_found("{\"a\":-1.5e+3}", "a", PRM_VALUE_NUMBER, "-1.5e+3");
    check_found("{\"a\":0}", "a", PRM_VALUE_NUMBER, "0");
    check_found("{\"a\":\"}\\\"]\"}", "a", PRM_VALUE_STRING, "\"}\\\"]\"");
    check_found("{\"a\":[]}", "a", PRM_VALUE_ARRAY, "[]");
    check_found("{\"a\":[1,\"]\",{\"b\":[]}]}", "a", PRM_VALUE_ARRAY, "[1,\"]\",{\"b\":[]}]");
    check_found("{\"a\":{\"a\":1}}", "a", PRM_VALUE_OBJECT, "{\"a\":1}");
    check_found("{}", "a", PRM_VALUE_ABSENT, "");
    check_found("[{\"a\":1}]", "a", PRM_VALUE_ABSENT, "");
    check_found("\"{\\\"a\\\":1}\"", "a", PRM_VALUE_ABSENT, "");
    check_found("1", "a", PRM_VALUE_ABSENT, "");
}

static void places(void **state)
{
    (void)state;
    check_found(" \t\r\n{ \"a\" : 1 , \"b\"\n:\n2 } ", "a", PRM_VALUE_NUMBER, "1");
    check_found(" \t\r\n{ \"a\" : 1 , \"b\"\n:\n2 } ", "b", PRM_VALUE_NUMBER, "2");
    check_found("{\"a\":1\n}", "a", PRM_VALUE_NUMBER, "1");
    check_found("{\"a\":1\r}", "a", PRM_VALUE_NUMBER, "1");
    check_found("{\"a\":1\t,\"b\":2}", "a", PRM_VALUE_NUMBER, "1");
    check_found("{\"x\":{\"a\":1},\"y\":[{\"a\":2}],\"z\":\"a\"}", "a", PRM_VALUE_ABSENT, "");
    check_found("{\"x\":{\"a\":1},\"a\":\"2\"}", "a", PRM_VALUE_STRING, "\"2\"");
    check_found("{\"a\":1,\"a\":2}", "a", PRM_VALUE_NUMBER, "2");
    check_found("{\"x\":\"\\\\\",\"a\":2}", "a", PRM_VALUE_NUMBER, "2");
    check_found("{\"x\":\"\\\\\\\"\",\"a\":2}", "a", PRM_VALUE_NUMBER, "2");
}

static void names(void **state)
{
    (void)state;
    check_found("{\"ab\":1}", "a", PRM_VALUE_ABSENT, "");
    check_found("{\"a\":1}", "ab", PRM_VALUE_ABSENT, "");
    check_found("{\"\":1}", "", PRM_VALUE_NUMBER, "1");
    check_found("{\"a\":1}", "", PRM_VALUE_ABSENT, "");
    check_found("{\"\\u0061\":1}", "a", PRM_VALUE_NUMBER, "1");
    check_found("{\"\\u00E9\":1}", "\303\251", PRM_VALUE_NUMBER, "1");
    check_found("{\"\303\251\":1}", "\303\251", PRM_VALUE_NUMBER, "1");
    check_found("{\"\\uD83D\\uDE00\":1}", "\360\237\230\200", PRM_VALUE_NUMBER, "1");
    check_found("{\"\\uD83D\":1,\"\\uDE00\":2}", "\360\237\230\200", PRM_VALUE_ABSENT, "");
    check_found("{\"\\\"\\\\\\/\\b\\f\\n\\r\\t\":1}", "\"\\/\b\f\n\r\t", PRM_VALUE_NUMBER, "1");
    check_found("{\"A\":1}", "a", PRM_VALUE_ABSENT, "");
    check_found("{\"\\uD83D\":1,\"\\uDE00a\":2,\"a\\uD83D\":3}", "", PRM_VALUE_ABSENT, "");
    check_found("{\"\\uD83D\":1,\"\\uDE00a\":2,\"a\\uD83D\":3}", "a", PRM_VALUE_ABSENT, "");
}

static const char whole[] =
    "{\"x\":[1,{\"y\":\"\\u0061\\\"\"},null,true],\"a\":\"\303\251\\n\",\"b\":{\"c\":-0.5e3}}";

static void check_refused(const char *json, size_t size)
{
    char *const copy = exact_copy(json, size);
    prm_located found;

    memset(&found, 0xFF, sizeof found);
    if (prm_locate(prm_bytes(copy, size), prm_cstr("a"), &found) != PRM_BAD_JSON)
        fail_msg("accepted: %.*s", (int)size, json);
    assert_int_equal(found.kind, PRM_VALUE_ABSENT);
    assert_null(found.text.data);
    free(copy);
}

/* Also where what is looked for stands before the mistake. */
static void malformed(void **state)
{
    static const char *const texts[] = {
        "", " ", "{\"a\":1", "{\"a\":1}}", "{\"a\":1} x", "{a:1}", "{\"a\" 1}", "{\"a\":}", "{\"a\":1,}", "{,}",
        "[1,]",
        "{\"a\":1 \"b\":2}", "{\"a\":01}", "{\"a\":+1}", "{\"a\":.5}", "{\"a\":1.}", "{\"a\":1e}", "{\"a\":nul}",
        "{\"a\":True}", "{\"a\":\"\t\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12G4\"}", "{\"a\":'1'}", "{\"a\":1]", "[1}",
        "{\"a\":\"\377\"}", "{\"a\":\"\355\240\200\"}", "\357\273\277{\"a\":1}", "{\"a\":1}\v", "{\"a\":NaN}"
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        check_refused(texts[i], strlen(texts[i]));
    for (i = 0; i + 1 < sizeof whole; i++)
        check_refused(whole, i);
    check_refused("{\"a\":1}\0", 8);
    check_found(whole, "a", PRM_VALUE_STRING, "\"\303\251\\n\"");
}

static void no_text(void **state)
{
    prm_located found;

    (void)state;
    assert_int_equal(prm_locate(prm_bytes(NULL, 0), prm_cstr("a"), &found), PRM_BAD_JSON);
    assert_int_equal(prm_locate(prm_cstr("{\"a\":1}"), prm_bytes(NULL, 0), &found), PRM_OK);
    assert_int_equal(found.kind, PRM_VALUE_ABSENT);
}

enum { DEEP = 64 };

static void depth(void **state)
{
    char text[2 * DEEP + 16];
    size_t levels, size;
    prm_located found;

    (void)state;
    for (levels = DEEP - 1; levels <= DEEP; levels++) {
        memcpy(text, "{\"a\":", 5);
        memset(text + 5, '[', levels);
        memset(text + 5 + levels, ']', levels);
        size = 5 + 2 * levels;
        text[size++] = '}';
        assert_int_equal(prm_locate(prm_bytes(text, size), prm_cstr("a"), &found),
                         levels < DEEP ? PRM_OK : PRM_BAD_JSON);
    }
}

/* ---- unescaping ---- */

static void check_unescaped(const char *string, const char *expected, size_t size)
{
    const size_t needed = strlen(string);
    char *const copy = exact_copy(string, needed), *const buffer = malloc(size + 1);
    prm_text text;
    size_t capacity;

    assert_non_null(buffer);
    for (capacity = 0; capacity <= size; capacity++) {
        const prm_status status = prm_unescape(prm_bytes(copy, needed), buffer, capacity, &text);
        assert_int_equal(status, capacity < size ? PRM_NO_SPACE : PRM_OK);
        assert_true((status == PRM_OK) == (text.data != NULL));
    }
    assert_true(size <= needed);
    assert_int_equal(text.size, size);
    assert_memory_equal(text.data, expected, size);
    assert_int_equal(prm_unescape(prm_bytes(copy, needed), copy, needed, &text), PRM_OK);
    assert_int_equal(text.size, size);
    assert_memory_equal(text.data, expected, size);
    free(copy);
    free(buffer);
}

static void unescaping(void **state)
{
    prm_text text;

    (void)state;
    assert_int_equal(prm_unescape(prm_cstr("\"\""), NULL, 0, &text), PRM_OK);
    assert_true(text.data != NULL && text.size == 0);    /* a value, not none */
    check_unescaped("\"\"", "", 0);
    check_unescaped("\"a\"", "a", 1);
    check_unescaped("\"plain\"", "plain", 5);
    check_unescaped("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8);
    check_unescaped("\"a\\u0000b\"", "a\0b", 3);
    check_unescaped("\"\\u007f\\u0080\\u07FF\\u0800\\uffff\"", "\177\302\200\337\277\340\240\200\357\277\277", 11);
    check_unescaped("\"\\ud800\\udc00\\udbff\\uDFFF\"", "\360\220\200\200\364\217\277\277", 8);
    check_unescaped("\"\303\251\\n\360\237\230\200\"", "\303\251\n\360\237\230\200", 7);
}

/* Each code point but the surrogates, against an encoder of its own. */
static void every_code_point(void **state)
{
    uint32_t point;
    char string[24], buffer[16];
    prm_text text;

    (void)state;
    for (point = 0; point < 0x110000; point += point < 0x10000 ? 1 : 0x101) {
        const uint32_t rest = point - 0x10000;
        uint32_t back;
        if (point >= 0x10000)
            snprintf(string, sizeof string, "\"\\u%04X\\u%04x\"", 0xD800 | rest >> 10, 0xDC00 | (rest & 0x3FF));
        else
            snprintf(string, sizeof string, "\"\\u%04x\"", point);
        if ((point & 0xFFFFF800u) == 0xD800) {
            assert_int_equal(prm_unescape(prm_cstr(string), buffer, sizeof buffer, &text), PRM_BAD_UTF8);
            continue;
        }
        assert_int_equal(prm_unescape(prm_cstr(string), buffer, sizeof buffer, &text), PRM_OK);
        back = (unsigned char)buffer[0];
        back = text.size == 1 ? back : text.size == 2 ? back & 0x1F : text.size == 3 ? back & 0x0F : back & 0x07;
        for (size_t i = 1; i < text.size; i++)
            back = back << 6 | ((unsigned char)buffer[i] & 0x3F);
        assert_int_equal(back, point);
        assert_int_equal(text.size, point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
    }
}

static void check_unescape_fails(const char *string, prm_status status)
{
    char buffer[64];
    prm_text text;

    assert_int_equal(prm_unescape(prm_cstr(string), buffer, sizeof buffer, &text), status);
    assert_null(text.data);
    assert_int_equal(text.size, 0);
}

static void unescaping_fails(void **state)
{
    (void)state;
    check_unescape_fails(NULL, PRM_BAD_JSON);
    check_unescape_fails("", PRM_BAD_JSON);
    check_unescape_fails("\"", PRM_BAD_JSON);
    check_unescape_fails("abc", PRM_BAD_JSON);
    check_unescape_fails("12", PRM_BAD_JSON);
    check_unescape_fails("\"a", PRM_BAD_JSON);
    check_unescape_fails("\"a\"\"", PRM_BAD_JSON);
    check_unescape_fails("\"\n\"", PRM_BAD_JSON);
    check_unescape_fails("\"\\ud800\"", PRM_BAD_UTF8);
    check_unescape_fails("\"\\udc00\"", PRM_BAD_UTF8);
    check_unescape_fails("\"\\udc00\\ud800\"", PRM_BAD_UTF8);
    check_unescape_fails("\"\\ud800\\u0061\"", PRM_BAD_UTF8);
    check_unescape_fails("\"\\ud800u0061\"", PRM_BAD_UTF8);
    check_unescape_fails("\"\\ud800\\ud800\"", PRM_BAD_UTF8);
    check_unescape_fails("\"\\ud800\\n\"", PRM_BAD_UTF8);
}

/* A capacity without a buffer, which is found before anything is written. */
static void no_buffer(void **state)
{
    size_t capacity;
    prm_text text;

    (void)state;
    for (capacity = 1; capacity < 4; capacity++) {
        text = prm_cstr("used");
        assert_int_equal(prm_unescape(prm_cstr("\"a\""), NULL, capacity, &text), PRM_BAD_ARGUMENT);
        assert_null(text.data);
        assert_int_equal(text.size, 0);
    }
    assert_int_equal(prm_unescape(prm_cstr("\"a\""), NULL, 0, &text), PRM_NO_SPACE);
}

/* A buffer around and in the string, which may begin anywhere but within it, behind its first byte. */
static void overlapping_buffers(void **state)
{
    static const char string[] = "\"\\n\\u00e9\\\\x\"", expected[] = "\n\303\251\\x";
    enum { SIZE = sizeof string - 1, RESULT = sizeof expected - 1 };
    char memory[3 * SIZE];
    size_t at;

    (void)state;
    for (at = 0; at <= 2 * SIZE; at++) {
        const bool ahead = at > SIZE && at < 2 * SIZE;
        prm_text text;
        memset(memory, 'x', sizeof memory);
        memcpy(memory + SIZE, string, SIZE);
        assert_int_equal(prm_unescape(prm_bytes(memory + SIZE, SIZE), memory + at, SIZE, &text),
                         ahead ? PRM_OVERLAP : PRM_OK);
        if (ahead) {
            assert_null(text.data);
            assert_memory_equal(memory + SIZE, string, SIZE);
        } else {
            assert_int_equal(text.size, RESULT);
            assert_memory_equal(text.data, expected, RESULT);
        }
        memcpy(memory + SIZE, string, SIZE);
        assert_int_equal(prm_unescape(prm_bytes(memory + SIZE, SIZE), memory + at, 1, &text),
                         ahead ? PRM_OVERLAP : PRM_NO_SPACE);
        memcpy(memory + SIZE, string, SIZE);
        assert_int_equal(prm_unescape(prm_bytes(memory + SIZE, SIZE), memory + at, 0, &text), PRM_NO_SPACE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds), cmocka_unit_test(places), cmocka_unit_test(names), cmocka_unit_test(malformed),
        cmocka_unit_test(no_text), cmocka_unit_test(depth), cmocka_unit_test(unescaping),
        cmocka_unit_test(every_code_point), cmocka_unit_test(unescaping_fails), cmocka_unit_test(no_buffer),
        cmocka_unit_test(overlapping_buffers)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
