#include <promptrom/fence.h>
#include "support.h"

static void check_find(const char *text, const char *name, size_t expected)
{
    const size_t size = strlen(text);
    char *const copy = malloc(size > 0 ? size : 1);    /* so that a sanitizer sees reads behind the end */

    assert_non_null(copy);
    memcpy(copy, text, size);
    if (prm_fence_find(copy, size, name, strlen(name)) != expected)
        fail_msg("%s", text);
    free(copy);
}

static void tags(void **state)
{
    (void)state;
    check_find("<tag>", "tag", 1);
    check_find("</tag>", "tag", 1);
    check_find("< \t\r\n\f/ \t\r\n\ftag", "tag", 1);
    check_find("</TaG x=\"1\">", "tag", 1);
    check_find("</tAg x=\"1\">", "TAG", 1);
    check_find("..<tag", "tag", 3);
    check_find("<tag/", "tag", 1);
    check_find("<tag\t", "tag", 1);
    check_find("<tag\n", "tag", 1);
    check_find("<<tag>", "tag", 2);
    check_find("<tagtag><tag>", "tag", 9);
    check_find("< <tag>", "tag", 3);
    check_find("</</tag>", "tag", 3);
    check_find("<System-Reminder x=\"1\">", "system-reminder", 1);
}

/* What ends within a tag may go on behind the text. */
static void beginnings(void **state)
{
    (void)state;
    check_find("<", "tag", 1);
    check_find("a<", "tag", 2);
    check_find("</", "tag", 1);
    check_find("< ", "tag", 1);
    check_find("< / ", "tag", 1);
    check_find("<ta", "tag", 1);
    check_find("</TA", "tag", 1);
    check_find("</tag", "tag", 1);
    check_find("<x><ta", "tag", 4);
    check_find("<<", "tag", 2);
}

static void others(void **state)
{
    static const char *const texts[] = {
        "", "tag", "<tb", "<at", "<tagg", "<tagg>", "<tag->", "<tag.", "<tag\v", "<\vtag>", "<//tag>", "</ /tag>",
        "<!tag>", "<\\tag>", "&lt;tag>", "<t ag>", "<x tag>", "<tag\"", "<tag_>", "<ta\xC3\xA9>", "<//", "</ta g"
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        check_find(texts[i], "tag", 0);
}

/* Only letters have case: '@' and '`' or '[' and '{' differ in the same bit. */
static void case_of_letters(void **state)
{
    int byte;

    (void)state;
    for (byte = 1; byte < 256; byte++) {
        char text[4] = { '<', 'x', '>', 0 }, name[2] = { 0, 0 };
        const bool same = byte == 'k' || byte == 'K';
        text[1] = (char)byte;
        name[0] = 'k';
        assert_int_equal(prm_fence_find(text, 3, name, 1), same ? 1 : 0);
        name[0] = '[';
        assert_int_equal(prm_fence_find(text, 3, name, 1), byte == '[' ? 1 : 0);
    }
    check_find("<AZaz>", "azAZ", 1);
    check_find("<azAZ>", "AZaz", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags),
        cmocka_unit_test(beginnings),
        cmocka_unit_test(others),
        cmocka_unit_test(case_of_letters)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
