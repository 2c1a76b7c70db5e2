/* Did-you-mean. */
#include "loading.h"

#include "suggest.h"

static void check(const char *wrong, const char *names, const char *wanted)
{
    prm_suggestion suggestion = prm_suggest(prm_cstr(wrong));
    char list[256];
    char *name;

    strcpy(list, names);
    for (name = strtok(list, " "); name; name = strtok(NULL, " "))
        prm_suggest_from(&suggestion, prm_cstr(name));
    if (wanted == NULL) {
        assert_null(suggestion.best.data);
        return;
    }
    assert_int_equal(strlen(wanted), suggestion.best.size);
    assert_memory_equal(wanted, suggestion.best.data, suggestion.best.size);
}

static void test_near(void **state)
{
    (void)state;
    check("pctt", "model pct", "pct");
    check("mdoel", "model pct", "model");         /* a swap is one edit */
    check("modle", "pct model", "model");
    check("tip", "top tap", "tap");               /* equally near: the first in byte order */
    check("tip", "tap top", "tap");
    check("range-table", "rangetables range_table", "range_table");
    check("MODEL", "modal model", "model");
    check("\xC3\xA9tat", "etat", "etat");         /* characters, not bytes */
}

static void test_far(void **state)
{
    char longer[80];

    (void)state;
    check("ab", "cd", NULL);
    check("ab", "", NULL);
    check("model", "model", NULL);                /* it is the same */
    check("xyz", "abc xbc", NULL);                /* a third of the length at most */
    check("abcdef", "abcxyz", NULL);
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    check(longer, "aaaa", NULL);
}

static void test_long_names(void **state)
{
    char one[66], other[66];

    (void)state;
    memset(one, 'a', sizeof one);
    memset(other, 'a', sizeof other);
    one[64] = other[64] = '\0';
    other[3] = 'b';
    check(one, other, other);
    one[64] = other[64] = 'a';
    one[65] = other[65] = '\0';
    check(one, other, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near),
        cmocka_unit_test(test_far),
        cmocka_unit_test(test_long_names)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
