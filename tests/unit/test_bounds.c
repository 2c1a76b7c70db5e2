/* No byte beside a text is read by any function that takes one: texts lie between pages that nobody may read. */
#define _DEFAULT_SOURCE

#include "support.h"

#include <sys/mman.h>
#include <unistd.h>

#include <promptrom/fence.h>
#include <promptrom/locate.h>
#include <promptrom/utf8.h>
#include <promptrom/xxh64.h>

#include "json.h"
#include "tokens.h"

static const char *const texts[] = {
    "{\"a\\u00e9\\ud83d\\ude42\": [1.5e-3, true, false, null, {\"b\": \"c\\n\"}, []], \"b\" : -0.25E+7 } ",
    "[[\"\\\\\", \"\\\"\"], 10, tru, fals, nul]",
    "\"\\ud83d\\ude42 \\/ \\b\\u0041\"",
    "a word or two </tag> <\t/\nTAG/ <tag and then <ta",
    "\\{{name}} {{ x }} {#rows}\n{a}\n{/rows}\n \\\\{^b} {{#q}} {{",
    "ascii longer than a block of bytes, and then \xC3\xA9\xE2\x82\xAC\xF0\x9F\x99\x82\xE4\xB8\xAD\xE6\x96\x87",
    "\"some\" words\nof it\t\\ are\v\"quoted\", and \x01\r\x1F\"\\\n\b\f it grows \"at both ends\"\n",
    "\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD",
    "\xC2\xA0 \xE2\x80\x83\x01\x1F\"\\\x7F\xED\xA0\x80\xF4\x90\x80\x80\xFF\xC0\x80\xE2\x82 \xE3\x80\x80"
};

/* A page with one before and one behind it, which cannot be read. */
typedef struct { char *memory, *begin, *end; size_t page; } fenced;

static fenced begin_fenced(void)
{
    fenced f;

    f.page = (size_t)sysconf(_SC_PAGESIZE);
    f.memory = mmap(NULL, 3 * f.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(f.memory != MAP_FAILED);
    f.begin = f.memory + f.page;
    f.end = f.begin + f.page;
    assert_int_equal(mprotect(f.memory, f.page, PROT_NONE), 0);
    assert_int_equal(mprotect(f.end, f.page, PROT_NONE), 0);
    return f;
}

/* Everything is written in front of the page behind the copies as well. */
static void read_json(const fenced *copies, prm_text text)
{
    const prm_text name = prm_cstr("a\xC3\xA9\xF0\x9F\x99\x82");
    prm_located found;
    prm_text plain;
    size_t size;

    (void)prm_json_well_formed(text.data, text.size);
    (void)prm_json_clean(text.data, text.size);
    assert_true(prm_json_plain(text.data, text.size) <= text.size);
    (void)prm_json_weigh(text.data, text.size, true);
    assert_int_equal(prm_json_size(text.data, text.size, true, &size), PRM_OK);
    assert_ptr_equal(prm_json_copy(copies->end - size, text.data, text.size), copies->end);
    if (prm_locate(text, name, &found) == PRM_OK)
        assert_true(found.text.size <= text.size);
    assert_true(prm_locate(prm_cstr(texts[0]), text, &found) == PRM_OK);
    for (size = 0; size <= text.size && prm_unescape(text, copies->end - size, size, &plain) == PRM_NO_SPACE; size++)
        ;
    assert_true(size <= text.size);
}

static void read_characters(prm_text text)
{
    const prm_extent extent = prm_utf8_extent(text.data, text.size);
    size_t at, points;

    assert_true(extent.points <= text.size && extent.units >= extent.points);
    assert_true(prm_trim(text).size <= text.size);
    for (at = 0; at <= text.size; at++) {
        bool good;
        assert_true(prm_utf8_floor(text.data, text.size, at) <= at);
        assert_true(prm_utf8_ceil(text.data, text.size, at) >= at);
        points = at;
        assert_true(prm_utf8_skip(text.data, text.size, &points) <= text.size);
        points = at;
        assert_true(prm_utf8_back(text.data, text.size, &points) <= text.size);
        if (at < text.size)
            assert_true(prm_utf8_step((const unsigned char *)text.data + at, text.size - at, &good) > 0);
    }
}

static void read_tokens(prm_text text, prm_syntax syntax)
{
    prm_tokens tokens;
    prm_token token;

    tokens.text = text.data;
    tokens.size = text.size;
    tokens.at = 0;
    tokens.syntax = syntax;
    while (prm_tokens_next(&tokens, &token))
        assert_true(token.start < token.end && token.end <= text.size);
}

static void read_all(const fenced *copies, prm_text text)
{
    static const char tag[] = "tag";
    prm_xxh64 hash = prm_xxh64_begin();

    read_json(copies, text);
    read_characters(text);
    read_tokens(text, PRM_SYNTAX_SINGLE);
    read_tokens(text, PRM_SYNTAX_DOUBLE);
    assert_true(prm_fence_find(text.data, text.size, tag, sizeof tag - 1) <= text.size);
    assert_true(prm_fence_find("<tag <a <\xC3", 10, text.data, text.size) <= 10);
    prm_xxh64_add(&hash, text.data, text.size);
    (void)prm_xxh64_end(&hash);
}

/* Every stretch of each text that reaches to its beginning or to its end, against either page. */
static void every_reader(void **state)
{
    const fenced f = begin_fenced(), copies = begin_fenced();
    size_t i, size;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        const size_t all = strlen(texts[i]);
        for (size = 0; size <= all; size++) {
            memcpy(f.end - size, texts[i], size);
            read_all(&copies, prm_bytes(f.end - size, size));
            memcpy(f.begin, texts[i], size);
            read_all(&copies, prm_bytes(f.begin, size));
            memcpy(f.end - size, texts[i] + all - size, size);
            read_all(&copies, prm_bytes(f.end - size, size));
            memcpy(f.begin, texts[i] + all - size, size);
            read_all(&copies, prm_bytes(f.begin, size));
        }
    }
    assert_int_equal(munmap(f.memory, 3 * f.page), 0);
    assert_int_equal(munmap(copies.memory, 3 * copies.page), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_reader) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
