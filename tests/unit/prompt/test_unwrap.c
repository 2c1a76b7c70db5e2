#include <promptrom/unwrap.h>
#include "support.h"

/* object, content: as they must come out; NULL for an error of that status. */
static void check_unwrap(const char *json, prm_status status, const char *object, const char *content)
{
    const size_t size = strlen(json);
    char *const copy = malloc(size > 0 ? size : 1), *const buffer = malloc(size > 0 ? size : 1);
    prm_unwrapped found;
    unsigned in_place;

    assert_non_null(copy);
    assert_non_null(buffer);
    for (in_place = 0; in_place < 2; in_place++) {
        memcpy(copy, json, size);
        memset(&found, 0xFF, sizeof found);
        if (prm_unwrap(prm_bytes(copy, size), in_place ? copy : buffer, size, &found) != status)
            fail_msg("%s: another status", json);
        if (status != PRM_OK) {
            assert_null(found.object.data);
            assert_null(found.content.text.data);
            assert_int_equal(found.content.kind, PRM_VALUE_ABSENT);
            continue;
        }
        assert_int_equal(found.object.size, strlen(object));
        assert_memory_equal(found.object.data, object, found.object.size);
        assert_int_equal(found.content.text.size, strlen(content));
        assert_memory_equal(found.content.text.data, content, found.content.text.size);
    }
    free(copy);
    free(buffer);
}

static void plain(void **state)
{
    (void)state;
    check_unwrap("{\"content\":[{\"seq\":3}]}", PRM_OK, "{\"content\":[{\"seq\":3}]}", "[{\"seq\":3}]");
    check_unwrap(" {\"x\":1, \"content\": \"text\"} ", PRM_OK, " {\"x\":1, \"content\": \"text\"} ", "\"text\"");
    check_unwrap("{\"content\":[]}", PRM_OK, "{\"content\":[]}", "[]");
    check_unwrap("{\"content\":false}", PRM_OK, "{\"content\":false}", "false");
}

static void wrapped(void **state)
{
    (void)state;
    check_unwrap("{\"arguments\":{\"content\":[1]}}", PRM_OK, "{\"content\":[1]}", "[1]");
    check_unwrap("{\"arguments\":\"{\\\"content\\\": [1]}\"}", PRM_OK, "{\"content\": [1]}", "[1]");
    check_unwrap("{\"arguments\":\"{\\\"content\\\":[\\\"\\u00e9\\\\n\\\\\\\"\\\"]}\"}", PRM_OK,
                 "{\"content\":[\"\303\251\\n\\\"\"]}", "[\"\303\251\\n\\\"\"]");
    check_unwrap("{\"\\u0061rguments\":\"\\u007b\\\"c\\u006fntent\\\":0}\"}", PRM_OK, "{\"content\":0}", "0");
}

/* A content that is there is enough: what stands beside it is not looked into. */
static void content_wins(void **state)
{
    (void)state;
    check_unwrap("{\"arguments\":{\"content\":1},\"content\":2}", PRM_OK,
                 "{\"arguments\":{\"content\":1},\"content\":2}", "2");
    check_unwrap("{\"content\":2,\"arguments\":\"{\"}", PRM_OK, "{\"content\":2,\"arguments\":\"{\"}", "2");
    check_unwrap("{\"content\":2,\"arguments\":\"\\ud800\"}", PRM_OK,
                 "{\"content\":2,\"arguments\":\"\\ud800\"}", "2");
    check_unwrap("{\"content\":null,\"arguments\":{\"content\":1}}", PRM_OK, "{\"content\":1}", "1");
}

static void no_content(void **state)
{
    static const char *const texts[] = {
        "{}", "[]", "1", "\"content\"", "{\"contents\":1}", "{\"content\":null}", "{\"arguments\":{}}",
        "{\"arguments\":\"{}\"}", "{\"arguments\":\"[1]\"}", "{\"arguments\":1}", "{\"arguments\":[{\"content\":1}]}",
        "{\"arguments\":null}", "{\"arguments\":{\"content\":null}}",
        "{\"arguments\":{\"arguments\":{\"content\":1}}}",
        "{\"other\":{\"content\":1}}", "[{\"content\":1}]"
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        check_unwrap(texts[i], PRM_NO_CONTENT, NULL, NULL);
    assert_string_equal(prm_status_text(PRM_NO_CONTENT), "missing content");
    assert_non_null(strstr(PRM_UNWRAP_FORMS, "missing content"));
    assert_non_null(strstr(PRM_UNWRAP_FORMS, "{\"content\": ...}"));
    assert_non_null(strstr(PRM_UNWRAP_FORMS, "{\"arguments\": {\"content\": ...}}"));
    assert_non_null(strstr(PRM_UNWRAP_FORMS, "{\"arguments\": \"...\"}"));
}

static void malformed(void **state)
{
    static const char whole[] = "{\"arguments\":\"{\\\"content\\\":[1]}\"}";
    size_t i;
    char buffer[64];
    prm_unwrapped found;

    (void)state;
    for (i = 0; i + 1 < sizeof whole; i++)
        assert_int_equal(prm_unwrap(prm_bytes(whole, i), buffer, sizeof buffer, &found), PRM_BAD_JSON);
    check_unwrap("{\"content\":1", PRM_BAD_JSON, NULL, NULL);
    check_unwrap("{\"content\":1,}", PRM_BAD_JSON, NULL, NULL);
    check_unwrap("{\"arguments\":\"\"}", PRM_BAD_JSON, NULL, NULL);
    check_unwrap("{\"arguments\":\"{\\\"content\\\":1\"}", PRM_BAD_JSON, NULL, NULL);
    check_unwrap("{\"arguments\":\"{\\\"content\\\":\\\"\\u0000\\\"}\"}", PRM_BAD_JSON, NULL, NULL);
    check_unwrap("{\"arguments\":\"{\\\"content\\\":\\\"\\ud800\\\"}\"}", PRM_BAD_UTF8, NULL, NULL);
}

/* Only the inner text needs room. */
static void room(void **state)
{
    static const char wrapped_text[] = "{\"arguments\":\"{\\\"content\\\":1}\"}";
    char buffer[13];
    prm_unwrapped found;
    size_t capacity;

    (void)state;
    for (capacity = 0; capacity < sizeof buffer; capacity++)
        assert_int_equal(prm_unwrap(prm_cstr(wrapped_text), buffer, capacity, &found), PRM_NO_SPACE);
    assert_int_equal(prm_unwrap(prm_cstr(wrapped_text), buffer, sizeof buffer, &found), PRM_OK);
    assert_int_equal(prm_unwrap(prm_cstr("{\"content\":1}"), NULL, 0, &found), PRM_OK);
    assert_int_equal(prm_unwrap(prm_cstr("{\"arguments\":{\"content\":1}}"), NULL, 0, &found), PRM_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain), cmocka_unit_test(wrapped), cmocka_unit_test(content_wins),
        cmocka_unit_test(no_content), cmocka_unit_test(malformed), cmocka_unit_test(room)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
