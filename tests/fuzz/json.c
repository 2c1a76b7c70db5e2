/* JSON strings and the check of JSON, against their definitions. */
#include "../../runtime/core/json.h"

#include "fuzz.h"
#include "naive_json.h"
#include "naive_utf8.h"

static bool is_utf8(prm_text text)
{
    size_t at, i;

    for (at = 0; at < text.size; at += i) {
        for (i = 1; i <= 4 && i <= text.size - at; i++)
            if (naive_good((const unsigned char *)text.data + at, i))
                break;
        if (i > 4 || i > text.size - at)
            return false;
    }
    return true;
}

/* The text with U+FFFD for whatever is no character. */
static prm_text repaired(prm_text text)
{
    char *const to = fresh(3 * text.size + 1);
    size_t at, step, units, used = 0;

    for (at = 0; at < text.size; at += step) {
        const unsigned char *const from = (const unsigned char *)text.data + at;
        step = naive_step(from, text.size - at, &units);
        if (naive_good(from, step)) {
            memcpy(to + used, from, step);
            used += step;
        } else {
            memcpy(to + used, "\357\277\275", 3);
            used += 3;
        }
    }
    return prm_bytes(to, used);
}

/* Escaping writes as many bytes as it says, they are a string, and that string is the text. */
static void check_escaped(prm_text text)
{
    size_t size = CANARY, strict = CANARY, plain;
    char *buffer;
    unsigned char *back;

    REQUIRE(prm_json_size(text.data, text.size, true, &size) == PRM_OK);
    REQUIRE(prm_json_size(text.data, text.size, false, &strict) == (is_utf8(text) ? PRM_OK : PRM_BAD_UTF8));
    REQUIRE(strict == (is_utf8(text) ? size : CANARY));
    buffer = fresh(size + 2);
    buffer[0] = '"';
    REQUIRE(prm_json_copy(buffer + 1, text.data, text.size) == buffer + 1 + size);
    buffer[size + 1] = '"';
    REQUIRE(naive_json(prm_bytes(buffer, size + 2)) && prm_json_well_formed(buffer, size + 2));
    back = fresh(size + 2);
    plain = naive_json_string(prm_bytes(buffer, size + 2), back);
    REQUIRE(is_same(prm_bytes((const char *)back, plain), repaired(text)));
}

/* What is plain is good by itself, and ends for a reason. */
static void check_plain(prm_text text)
{
    const size_t size = prm_json_plain(text.data, text.size);
    const unsigned char *const bytes = (const unsigned char *)text.data;
    size_t i;

    REQUIRE(size <= text.size && is_utf8(prm_bytes(text.data, size)));
    for (i = 0; i < size; i++)
        REQUIRE(bytes[i] >= 0x20 && bytes[i] != '"' && bytes[i] != '\\');
    if (size == text.size)
        return;
    for (i = 1; i <= 4 && i <= text.size - size; i++)
        REQUIRE(bytes[size] < 0x20 || bytes[size] == '"' || bytes[size] == '\\' || !naive_good(bytes + size, i));
}

void fuzz_target(input *in)
{
    const prm_text text = take_rest(in);

    REQUIRE(prm_json_well_formed(text.data, text.size) == naive_json(text));
    check_escaped(text);
    check_plain(text);
}
