/* Tokens of both syntaxes, written down as text: what they are, where they stand, and whether they are alone. */
#include "support.h"

#include "tokens.h"

/* One line a token: kind, extent, backslashes, name; of those alone on their line also the line's extent. */
static void write_tokens(prm_syntax syntax, const char *text, size_t size, char *to)
{
    static const char kinds[] = "ntg";
    char *const copy = malloc(size > 0 ? size : 1);  /* so that a sanitizer sees reads behind the end */
    prm_tokens tokens;
    prm_token token;

    assert_non_null(copy);
    memcpy(copy, text, size);
    tokens.text = copy;
    tokens.size = size;
    tokens.at = 0;
    tokens.syntax = syntax;
    *to = '\0';
    while (prm_tokens_next(&tokens, &token)) {
        to += sprintf(to, "%c%zu-%zu ", kinds[token.kind], token.start, token.end);
        if (token.backslashes > 0)
            to += sprintf(to, "\\%zu ", token.backslashes);
        if (token.sigil)
            to += sprintf(to, "%c", token.sigil);
        assert_true(token.name.data >= copy && token.name.data + token.name.size <= copy + size);
        to += sprintf(to, "%.*s", (int)token.name.size, token.name.data);
        if (token.alone)
            to += sprintf(to, " %zu-%zu", token.line_start, token.next_line);
        to += sprintf(to, "\n");
    }
    free(copy);
}

static void check_tokens(prm_syntax syntax, const char *text, const char *expected)
{
    char found[512];

    write_tokens(syntax, text, strlen(text), found);
    if (strcmp(found, expected) != 0)
        fail_msg("%s\n%s", text, found);
}

static void single(void **state)
{
    static const char *const none[] = {
        "", "{", "}", "{}", "{ }", "{ a}", "{a }", "{a", "{#", "{#}", "{a.b}", "{1}", "{a-b}", "{\xC3\xA9}", "{##a}",
        "{!a}", "{a{", "{[}", "{`}", "{@}", "{a@}", "{/}", "{{", "{a:}"
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof none / sizeof *none; i++)
        check_tokens(PRM_SYNTAX_SINGLE, none[i], "");
    check_tokens(PRM_SYNTAX_SINGLE, "x{a}y", "n1-4 a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{_aZz09}{A}", "n0-8 _aZz09\nn8-11 A\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{z}x{Z}x", "n0-3 z\nn4-7 Z\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{{a}}", "n1-4 a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{a{b}", "n2-5 b\n");
    check_tokens(PRM_SYNTAX_SINGLE, "x {#a} {^b} {/c}", "t2-6 #a\nt7-11 ^b\nt12-16 /c\n");
}

static void doubled(void **state)
{
    static const char *const none[] = { "", "{", "{a}", "{{", "{{a", "{{a}", "{{}", "{{ no end", "}}", "{{a} }",
                                        "}}{{" };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof none / sizeof *none; i++)
        check_tokens(PRM_SYNTAX_DOUBLE, none[i], "");
    check_tokens(PRM_SYNTAX_DOUBLE, "x{{a}}y", "n1-6 a\n");
    check_tokens(PRM_SYNTAX_DOUBLE, "{{a.b1.c}}x", "n0-10 a.b1.c\n");
    check_tokens(PRM_SYNTAX_DOUBLE, "x{{#a.b}}x", "t1-9 #a.b\n");
    check_tokens(PRM_SYNTAX_DOUBLE, "{{a.}}x", "g0-6 \n");
    check_tokens(PRM_SYNTAX_DOUBLE, "{{.a}}x", "g0-6 \n");
    check_tokens(PRM_SYNTAX_DOUBLE, "{{a.1}}x", "g0-7 \n");
    check_tokens(PRM_SYNTAX_DOUBLE, "{{ a }}{{b}}x", "g0-7 \nn7-12 b\n");
    check_tokens(PRM_SYNTAX_DOUBLE, "{{}}x", "g0-4 \n");
    check_tokens(PRM_SYNTAX_DOUBLE, "{{{a}}}x", "g0-6 \n");
    check_tokens(PRM_SYNTAX_DOUBLE, "{{#}}{{a", "g0-5 \n");
}

static void literal(void **state)
{
    (void)state;
    check_tokens(PRM_SYNTAX_NONE, "{a} {{b}} {#c}", "");
}

/* Backslashes count back to the token before. */
static void backslashes(void **state)
{
    (void)state;
    check_tokens(PRM_SYNTAX_SINGLE, "\\{a}x", "n1-4 \\1 a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "x\\\\\\{a}\\{b}x", "n4-7 \\3 a\nn8-11 \\1 b\n");
    check_tokens(PRM_SYNTAX_SINGLE, "\\x{a}x", "n2-5 a\n");
    check_tokens(PRM_SYNTAX_DOUBLE, "\\\\{{ a }}x", "g2-9 \\2 \n");
}

/* Spaces and tabs do not count, a carriage return belongs to the line feed behind it. */
static void alone(void **state)
{
    (void)state;
    check_tokens(PRM_SYNTAX_SINGLE, "{#a}", "t0-4 #a 0-4\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{#a}\n", "t0-4 #a 0-5\n");
    check_tokens(PRM_SYNTAX_SINGLE, " \t{#a}\t \n", "t2-6 #a 0-9\n");
    check_tokens(PRM_SYNTAX_SINGLE, "x\n {#a}\r\ny", "t3-7 #a 2-9\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{#a}\r", "t0-4 #a 0-5\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{#a}\rx", "t0-4 #a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{#a}\r\r\n", "t0-4 #a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{#a} x\n", "t0-4 #a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "x {#a}\n", "t2-6 #a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "\v{#a}\n", "t1-5 #a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{#a} {/a}\n", "t0-4 #a\nt5-9 /a\n");
    check_tokens(PRM_SYNTAX_SINGLE, "{#a}\n{/a}\n", "t0-4 #a 0-5\nt5-9 /a 5-10\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single), cmocka_unit_test(doubled), cmocka_unit_test(literal), cmocka_unit_test(backslashes),
        cmocka_unit_test(alone)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
