/* The list of diagnostics: in order, equal ones once, and nothing in it that is none, however little room
 * there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "diagnose.h"

enum { MOST = 8 };

typedef struct told {
    prm_diagnostic  list[MOST];
    char            words[256];
    prm_diagnostics found;
} told;

static void begin(told *t, size_t capacity, size_t words)
{
    t->found = prm_diagnostics_in(t->list, capacity, t->words, words);
}

static void tell(told *t, unsigned code, uint32_t line, uint32_t key, const char *message)
{
    prm_mark mark = { 0, 0, 0, 1 };
    prm_saying s;

    mark.line = line;
    s = prm_diagnose(&t->found, code, &mark, key, 0);
    prm_say(&s, message);
    prm_said(&s);
}

static void check_lines(told *t, size_t count, const char *lines)
{
    size_t i;

    prm_sort_diagnostics(&t->found);
    assert_int_equal(t->found.count, count);
    for (i = 0; lines[i] != '\0'; i++)
        assert_int_equal(t->list[i].line, lines[i] - '0');
}

static void equal_ones_are_told_once(void **state)
{
    told t;

    (void)state;
    begin(&t, MOST, sizeof t.words);
    tell(&t, 301, 5, 0, "one");
    tell(&t, 301, 2, 0, "two");
    tell(&t, 301, 5, 0, "one");
    tell(&t, 301, 5, 0, "three");
    check_lines(&t, 3, "255");
}

/* Nothing that was left out could take the place of an equal one. */
static void equal_ones_stay_where_some_are_left_out(void **state)
{
    told t;

    (void)state;
    begin(&t, 3, sizeof t.words);
    tell(&t, 301, 5, 0, "one");
    tell(&t, 301, 2, 0, "two");
    tell(&t, 301, 5, 0, "one");
    tell(&t, 301, 1, 0, "three");
    check_lines(&t, 4, "255");
}

static void keys_tell_what_cut_words_do_not(void **state)
{
    told t;

    (void)state;
    begin(&t, MOST, 0);
    tell(&t, 303, 5, 1, "lacks {a}");
    tell(&t, 303, 5, 2, "lacks {b}");
    check_lines(&t, 2, "55");
    assert_string_equal(t.list[0].message, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_ones_are_told_once),
        cmocka_unit_test(equal_ones_stay_where_some_are_left_out),
        cmocka_unit_test(keys_tell_what_cut_words_do_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
