/* Finding members of JSON and resolving strings, against a parser that goes by recursion. */
#include <promptrom/locate.h>

#include "fuzz.h"
#include "naive_json.h"

static prm_value_kind kind_of(prm_text value)
{
    switch (value.data ? *value.data : 0) {
    case 0:   return PRM_VALUE_ABSENT;
    case '"': return PRM_VALUE_STRING;
    case '{': return PRM_VALUE_OBJECT;
    case '[': return PRM_VALUE_ARRAY;
    case 'n': return PRM_VALUE_NULL;
    case 't':
    case 'f': return PRM_VALUE_FLAG;
    default:  return PRM_VALUE_NUMBER;
    }
}

/* Into memory of any size, and into the string's own. */
static void check_unescape(prm_text string, input *in)
{
    unsigned char *const plain = fresh(string.size);
    const size_t size = naive_json_string(string, plain);
    const size_t capacity = take_capacity(in, size == NAIVE_NONE ? string.size : size);
    char *const buffer = fresh(capacity), *const own = copied(string.data, string.size);
    const prm_text wanted = prm_bytes((const char *)plain, size);
    prm_text text;
    prm_status status = prm_unescape(string, buffer, capacity, &text);

    if (size == NAIVE_NONE) {
        REQUIRE((status == PRM_BAD_UTF8 || status == PRM_NO_SPACE) && text.data == NULL);
        REQUIRE(prm_unescape(string, own, string.size, &text) == PRM_BAD_UTF8);
        return;
    }
    REQUIRE(status == (capacity < size ? PRM_NO_SPACE : PRM_OK));
    REQUIRE(status == PRM_OK ? is_same(text, wanted) : text.data == NULL);
    status = prm_unescape(prm_bytes(own, string.size), own, string.size, &text);
    REQUIRE(status == PRM_OK && is_same(text, wanted));
}

static void check_member(prm_text json, prm_text name, input *in)
{
    const prm_text wanted = naive_json_member(json, name);
    prm_located found;

    REQUIRE(prm_locate(json, name, &found) == PRM_OK);
    REQUIRE(found.text.data == wanted.data && found.text.size == wanted.size && found.kind == kind_of(wanted));
    if (found.kind == PRM_VALUE_STRING)
        check_unescape(found.text, in);
}

void fuzz_target(input *in)
{
    const prm_text name = take_text(in, 8), json = take_rest(in);
    prm_located found;
    prm_text text;

    if (naive_json(json)) {
        check_member(json, name, in);
        check_member(json, prm_bytes("a", 1), in);
        return;
    }
    REQUIRE(prm_locate(json, name, &found) == PRM_BAD_JSON && found.kind == PRM_VALUE_ABSENT && !found.text.data);
    REQUIRE(prm_unescape(json, NULL, 0, &text) == PRM_BAD_JSON && !text.data);
}
