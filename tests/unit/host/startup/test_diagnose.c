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

/* Characters that would end the string, move a cursor or turn the direction of writing; and their neighbours. */
static void what_cannot_be_shown_is_a_number(void **state)
{
    static const char words[] =
        "a\0b\x1B[2J\x1F \x7F~\n\t\xC2\x80\xC2\x9F\xC2\xA0\xD8\x9B\xD8\x9C\xE2\x80\x8D\xE2\x80\x8E"
        "\xE2\x80\x8F\xE2\x80\x90\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xAE\xE2\x80\xAF\xE2\x81\xA5\xE2\x81\xA6"
        "\xE2\x81\xA9\xE2\x81\xAA\xC2";
    told t;
    prm_saying s;

    (void)state;
    begin(&t, MOST, sizeof t.words);
    s = prm_diagnose(&t.found, 701, NULL, 0, 0);
    prm_say_text(&s, prm_bytes(words, sizeof words - 1));
    prm_said(&s);
    assert_string_equal(t.list[0].message,
                        "a<U+0000>b<U+001B>[2J<U+001F> <U+007F>~\\n\\t<U+0080><U+009F>\xC2\xA0\xD8\x9B<U+061C>"
                        "\xE2\x80\x8D<U+200E><U+200F>\xE2\x80\x90\xE2\x80\xA7<U+2028><U+202E>\xE2\x80\xAF"
                        "\xE2\x81\xA5<U+2066><U+2069>\xE2\x81\xAA\xC2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_ones_are_told_once),
        cmocka_unit_test(equal_ones_stay_where_some_are_left_out),
        cmocka_unit_test(keys_tell_what_cut_words_do_not),
        cmocka_unit_test(what_cannot_be_shown_is_a_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
