/* Scalars as read here, against libyaml, which reads them on its own. */
#include "loading.h"

#include "yaml_events.h"

static void check_same(prm_mark one, prm_mark other)
{
    assert_int_equal(one.at, other.at);
    assert_int_equal(one.index, other.index);
    assert_int_equal(one.line, other.line);
    assert_int_equal(one.column, other.column);
}

/* A reading that goes on finds the places that one from the start finds: in order, with steps of several characters,
 * the same twice, and after going back. */
static void check_places(const prm_source *source, const prm_scalar *scalar, size_t bytes)
{
    prm_scalar_reading on, leaping, anew;
    size_t i;

    memset(&on, 0, sizeof on);
    memset(&leaping, 0, sizeof leaping);
    for (i = 0; i <= bytes + 1; i++) {
        prm_mark mark;
        memset(&anew, 0, sizeof anew);
        mark = prm_scalar_place(source, scalar, &anew, i);
        check_same(mark, prm_scalar_place(source, scalar, &on, i));
        check_same(mark, prm_scalar_place(source, scalar, &on, i));
        check_same(mark, prm_scalar_place(source, scalar, &anew, i));
        if (i % 3 == 0)
            check_same(mark, prm_scalar_place(source, scalar, &leaping, i));
        if (i % 5 == 0)
            (void)prm_scalar_place(source, scalar, &leaping, i / 2);
    }
}

/* Whether every scalar of a document, which is a flat list or mapping, is what libyaml says. */
static unsigned check_document(const char *text, size_t size)
{
    prm_source source;
    prm_yaml yaml;
    prm_node_kind kind;
    unsigned count = 0;
    long indent = -1;

    source.bytes = prm_bytes(text, size);
    prm_yaml_open(&yaml, &source, prm_cstr("f"), NULL);
    while ((kind = prm_yaml_next(&yaml, indent)) != PRM_NODE_NONE && kind != PRM_NODE_FAILED) {
        if (kind == PRM_NODE_MAPPING || kind == PRM_NODE_SEQUENCE)
            indent = 0;
        if (kind != PRM_NODE_SCALAR)
            continue;
        assert_true(prm_scalar_is(&source, &yaml.scalar, yaml.value));
        assert_false(prm_scalar_is(&source, &yaml.scalar, prm_bytes("no such value \x01", 15)));
        if (yaml.value.size > 0)
            assert_false(prm_scalar_is(&source, &yaml.scalar, prm_bytes(yaml.value.data, yaml.value.size - 1)));
        check_places(&source, &yaml.scalar, yaml.value.size);
        count++;
    }
    prm_yaml_close(&yaml);
    return count;
}

static const char *const written[] = {
    "a: b\n", "a: b c\n  d\n\n  e\n", "a: \"b\\n\\x41\\u00e9\\U0001F642 \\\n   c\n  d  \n\n   e\"\n",
    "a: 'it''s\n  folded\n\n\n  here'\n", "a: |\n  one\n    two\n\n  three\n", "a: |-\n  one\n\n\n",
    "a: |+\n  one\n\n\n",
    "a: >\n  one\n  two\n\n  three\n   four\n  five\n", "a: >-\n\n  one\n  two\n", "a: >+\n  one\n\n",
    "a: |2-\n   one\n  two\n",
    "a: >1\n   one\n  two\n", "a: | # comment\n  one\n", "- |\n one\n- >\n two\n three\n- x\n", "a: |\n", "a: \"\"\n",
    "a: ''\n", "a:\n",
    "a: |\n\n \n  one\n", "a: >\n  one\n \n  two\n", "a: |\n  one",
    "a: \"\\0\\a\\b\\t\\n\\v\\f\\r\\e\\ \\\"\\/\\\\\\N\\_\\L\\P\"\n",
    "a: |\r\n  one\r\n  two\r\n", ("\xEF\xBB\xBF" "a: \xE2\x80\xA8 b\n"),
    "a: >\n  * one\n  * two\n\n   more\n\n  end\n"
};

static void test_written_documents(void **state)
{
    size_t i;

    (void)state;
    for (i = 0; i < sizeof written / sizeof *written; i++)
        assert_true(check_document(written[i], strlen(written[i])) >= 2);
}

/* Pseudo-random, the same everywhere. */
static unsigned next(unsigned *seed, unsigned count)
{
    *seed = *seed * 1103515245u + 12345u;
    return (*seed >> 16) % count;
}

static void test_random_documents(void **state)
{
    static const char *const starts[] = { "a: |", "a: >", "a: |-", "a: >+", "a: |2", "a: '", "a: \"", "a: ", "- |1",
                                         "- >" };
    static const char *const parts[] = { "x", "x y", "\n", "\n  ", "\n   ", " ", "\t", "\n\n", "\n   \n", "''", "\\n",
                                        "\\\n", "\xC3\xA9" };
    unsigned seed = 7, number, count = 0;

    (void)state;
    for (number = 0; number < 20000; number++) {
        const unsigned start = next(&seed, 10);
        char text[256];
        size_t size = (size_t)sprintf(text, "%s%s", starts[start], start < 5 || start > 7 ? "\n  " : "");
        unsigned left;
        for (left = next(&seed, 8); left > 0; left--)
            size += (size_t)sprintf(text + size, "%s", parts[next(&seed, 13)]);
        size += (size_t)sprintf(text + size, "%s", start == 5 ? "'" : start == 6 ? "\"" : "");
        count += check_document(text, size);
    }
    assert_true(count > 20000);
}

/* Every character of a value is found where it was written. */
static void test_places(void **state)
{
    static const char text[] = "a: \"x\\ty\n  z\"\nb: |\n  12\n  34\n";
    static const unsigned places[][3] = {    /* character of the value, line, column */
        { 0, 1, 5 }, { 1, 1, 6 }, { 2, 1, 8 }, { 3, 1, 9 }, { 4, 2, 3 }, { 5, 2, 4 }, { 9, 2, 4 }
    };
    prm_scalar_reading reading;
    prm_source source;
    prm_scalar scalar;
    prm_mark mark;
    size_t i;

    (void)state;
    memset(&reading, 0, sizeof reading);
    source.bytes = prm_bytes(text, sizeof text - 1);
    memset(&scalar, 0, sizeof scalar);
    scalar.style = PRM_STYLE_DOUBLE;
    for (scalar.start = prm_source_begin(&source); scalar.start.at < 3;)
        prm_source_step(&source, &scalar.start);
    scalar.end = 13;
    for (i = 0; i < sizeof places / sizeof *places; i++) {
        mark = prm_scalar_place(&source, &scalar, &reading, places[i][0]);
        assert_int_equal(places[i][1], mark.line);
        assert_int_equal(places[i][2], mark.column);
    }
    scalar.style = PRM_STYLE_LITERAL;
    while (scalar.start.at < 17)
        prm_source_step(&source, &scalar.start);
    reading.begun = false;
    mark = prm_scalar_place(&source, &scalar, &reading, 4);
    assert_int_equal(5, mark.line);
    assert_int_equal(4, mark.column);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_documents),
        cmocka_unit_test(test_random_documents),
        cmocka_unit_test(test_places)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
