/* Arguments of tool calls: the three forms, in the caller's buffer and in place. */
#include <promptrom/unwrap.h>

#include "fuzz.h"
#include "naive_json.h"

static bool is_there(prm_text value)
{
    return value.data && *value.data != 'n';
}

static prm_status unwrapped_inside(prm_text object, prm_text *content)
{
    *content = naive_json_member(object, prm_cstr("content"));
    return is_there(*content) ? PRM_OK : PRM_NO_CONTENT;
}

/* The content as it should be found. */
static prm_status naive_unwrap(prm_text json, prm_text *content)
{
    prm_text inner;

    if (!naive_json(json))
        return PRM_BAD_JSON;
    if (unwrapped_inside(json, content) == PRM_OK)
        return PRM_OK;
    inner = naive_json_member(json, prm_cstr("arguments"));
    if (!is_there(inner))
        return PRM_NO_CONTENT;
    if (*inner.data == '"') {
        unsigned char *const plain = fresh(inner.size);
        const size_t size = naive_json_string(inner, plain);
        if (size == NAIVE_NONE)
            return PRM_BAD_UTF8;
        inner = prm_bytes((const char *)plain, size);
        if (!naive_json(inner))
            return PRM_BAD_JSON;
    }
    return unwrapped_inside(inner, content);
}

static void check(prm_status status, const prm_unwrapped *found, prm_status wanted, prm_text content)
{
    REQUIRE(status == wanted);
    if (status != PRM_OK) {
        REQUIRE(!found->object.data && !found->content.text.data);
        return;
    }
    REQUIRE(is_same(found->content.text, content) && naive_json(found->object));
    REQUIRE(found->content.text.data > found->object.data);
    REQUIRE(found->content.text.data + content.size < found->object.data + found->object.size);
}

void fuzz_target(input *in)
{
    const size_t cut = take_number(in, 15);
    const prm_text json = take_rest(in);
    const size_t capacity = cut < 8 ? json.size : json.size / cut;
    char *const buffer = fresh(capacity), *const own = copied(json.data, json.size);
    prm_text content;
    prm_unwrapped found;
    const prm_status wanted = naive_unwrap(json, &content);
    const prm_status status = prm_unwrap(json, buffer, capacity, &found);

    if (cut < 8 || status != PRM_NO_SPACE)
        check(status, &found, wanted, content);
    check(prm_unwrap(prm_bytes(own, json.size), own, json.size, &found), &found, wanted, content);
}
