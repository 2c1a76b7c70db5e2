/* Overlays read at start-up: what they replace, what is wrong with them, and what is untouched after an error. */
#include "loading.h"

#include "diagnose.h"

static loading one, two;

/* ---- mistakes ---- */

static void check_told(const loading *l, size_t index, unsigned code, uint32_t line, uint32_t column,
                       const char *message)
{
    assert_true(index < l->found.count);
    assert_int_equal(code, l->list[index].code);
    assert_int_equal(line, l->list[index].line);
    assert_int_equal(column, l->list[index].column);
    assert_string_equal(message, l->list[index].message);
}

static void test_four_mistakes(void **state)
{
    (void)state;
    assert_int_equal(PRM_BAD_OVERLAY, load(&one,
        "nudge:\n"
        "  normal: \"At {pct}%: {pctt}\"\n"
        "  norml: x\n"
        "  tip: 12\n"
        "rangeTable:\n"
        "  title:\n"));
    assert_int_equal(4, one.found.count);
    check_told(&one, 0, 301, 2, 23, "slot nudge.normal has no placeholder {pctt}");
    check_told(&one, 1, 701, 3, 3, "pack nudge has no slot nudge.norml");
    check_told(&one, 2, 703, 4, 8, "the text of slot nudge.tip is a number to YAML");
    check_told(&one, 3, 702, 6, 9, "slot rangeTable.title is empty to YAML");
    assert_string_equal("did you mean {pct}?", one.list[0].help);
    assert_string_equal("allowed here: pct, philosophy", one.list[0].note);
    assert_string_equal("did you mean nudge.normal?", one.list[1].help);
}

/* Two keys of one FNV-1a hash of 64 bits: they are easily found, and are still two keys. */
static void test_keys_of_one_hash(void **state)
{
    static const char one_key[] = "8yn0iYCKYHlIj4-BwPqk", other_key[] = "GReLUrM4wMqfg9yzV3KQ";
    char text[200];

    (void)state;
    assert_true(prm_hash_of(prm_cstr(one_key)) == prm_hash_of(prm_cstr(other_key)));
    snprintf(text, sizeof text, "nudge: {%s: x, %s: x}\n", one_key, other_key);
    assert_int_equal(PRM_BAD_OVERLAY, load(&one, text));
    assert_int_equal(2, one.found.count);
    check_told(&one, 0, 701, 1, 9, "pack nudge has no slot nudge.8yn0iYCKYHlIj4-BwPqk");
    check_told(&one, 1, 701, 1, 34, "pack nudge has no slot nudge.GReLUrM4wMqfg9yzV3KQ");
    snprintf(text, sizeof text, "{%s: null, %s: null, %s: null, \"\": null, \"\": null}\n", one_key, other_key,
             other_key);
    assert_int_equal(PRM_BAD_OVERLAY, load(&one, text));
    assert_int_equal(5, one.found.count);
    check_told(&one, 2, 202, 1, 58, "key 'GReLUrM4wMqfg9yzV3KQ' stands twice in one mapping");
    check_told(&one, 4, 202, 1, 96, "key '' stands twice in one mapping");
}

static void test_a_diagnostic_as_text(void **state)
{
    char text[200];
    size_t size, i;

    (void)state;
    assert_int_equal(PRM_BAD_OVERLAY, load(&one, "nudge: {tip: 12}\n"));
    size = prm_diagnostic_text(&one.list[0], prm_cstr("a.yaml"), text, sizeof text);
    assert_string_equal("a.yaml:1:14: error[PR0703]: the text of slot nudge.tip is a number to YAML\n"
                        "      = help: quote it: \"12\"", text);
    assert_int_equal(strlen(text), size);
    for (i = 0; i <= size; i++) {
        char cut[200];
        memset(cut, CANARY, sizeof cut);
        assert_int_equal(size, prm_diagnostic_text(&one.list[0], prm_cstr("a.yaml"), cut, i));
        assert_int_equal((char)CANARY, cut[i]);
        if (i > 0)
            assert_true(strlen(cut) == i - 1 && memcmp(cut, text, i - 1) == 0);
    }
}

/* However little room there is, nothing is written behind it, and the count stays right. */
static void test_little_room_for_diagnostics(void **state)
{
    const char *const text = "nudge: {a: x, b: y, c: z}\nd: w\n";
    const prm_overlay_file file = file_of(text, strlen(text));
    size_t needed, words, capacity;
    const prm_pack *overlay;

    (void)state;
    assert_int_equal(PRM_BAD_OVERLAY, load(&one, text));
    for (capacity = 0; capacity <= 5; capacity++)
        for (words = 0; words < 600; words += 7) {
            prm_diagnostic list[6];
            char *const room = malloc(words + 1);
            prm_diagnostics found = prm_diagnostics_in(list, capacity, words > 0 ? room : NULL, words);
            assert_non_null(room);
            room[words] = (char)CANARY;
            list[capacity].code = 4711;
            assert_int_equal(PRM_BAD_OVERLAY, prm_overlay_load(&nudge_pack, &nudge_rules, file, two.memory,
                                                               sizeof two.memory, &needed, &overlay, &found));
            assert_int_equal(4, found.count);
            assert_int_equal((char)CANARY, room[words]);
            assert_int_equal(4711, list[capacity].code);
            if (capacity > 0)
                assert_true(strlen(list[0].message) <= words);
            free(room);
        }
}

/* ---- what changes nothing ---- */

/* Every default as the compiler has it, in double quotes. */
static size_t paste_defaults(char *to)
{
    static const char *const ids[] = { "tip", "growth" };
    static char text[1 << 14];
    char *const begin = to;
    size_t i, j;

    to += sprintf(to, "nudge:\n");
    for (i = 0; i < 2; i++) {
        prm_id id;
        prm_report report;
        char name[32];
        sprintf(name, "nudge.%s", ids[i]);
        assert_int_equal(PRM_OK, prm_find(&nudge_pack, prm_cstr(name), &id));
        if (i == 0)
            assert_int_equal(PRM_OK, prm_render(&nudge_pack, id, NULL, PRM_TEXT, text, sizeof text, &report));
        else
            strcpy(text, "Grew {growth}K");
        to += sprintf(to, "  %s: \"", ids[i]);
        for (j = 0; text[j]; j++)
            to += sprintf(to, text[j] == '"' || text[j] == '\\' ? "\\%c" : "%c", text[j]);
        to += sprintf(to, "\"\n");
    }
    return (size_t)(to - begin);
}

static void check_changes_nothing(const char *text)
{
    assert_int_equal(PRM_OK, load(&one, text));
    assert_int_equal(PRM_OK, prm_pack_verify(one.overlay));
    assert_int_equal(0, one.overlay->entry_count);
    assert_int_equal(0, count_different(&nudge_pack, one.overlay));
}

static void test_nothing_replaced(void **state)
{
    static char pasted[1 << 15];

    (void)state;
    check_changes_nothing("");
    check_changes_nothing("null\n");
    check_changes_nothing("# nothing\n");
    check_changes_nothing("{}");
    check_changes_nothing("{nudge: null}");
    check_changes_nothing("{nudge: {}}");
    check_changes_nothing("{nudge: {normal: null, tip: ~}, rangeTable: Null}");
    check_changes_nothing("{constants: null, assemblies: null}");
    check_changes_nothing("{constants: {philosophy: null}}");
    (void)paste_defaults(pasted);
    assert_int_equal(PRM_OK, load(&one, pasted));
    assert_true(one.overlay->entry_count <= 1);    /* the second text is not the default, for control */
}

static void test_a_pasted_text_is_the_default(void **state)
{
    char *cut;
    static char pasted[1 << 15];

    (void)state;
    (void)paste_defaults(pasted);
    cut = strstr(pasted, "  growth");
    assert_non_null(cut);
    *cut = '\0';
    check_changes_nothing(pasted);
    strcpy(strrchr(pasted, '"'), ".\"\n");
    assert_int_equal(PRM_OK, load(&one, pasted));
    assert_int_equal(1, one.overlay->entry_count);
    assert_true(count_different(&nudge_pack, one.overlay) > 0);
}

/* ---- what is replaced ---- */

static char *read_whole(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    char *text;

    assert_non_null(file);
    text = malloc(1 << 20);
    assert_non_null(text);
    *size = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

/* The overlay that is compiled in, read at start-up, yields the same; on top of itself it replaces nothing. */
static void test_the_chinese_overlay(void **state)
{
    size_t size;
    char *const text = read_whole(NUDGE_OVERLAY, &size);

    (void)state;
    assert_int_equal(PRM_OK, load_over(&one, &nudge_pack, &nudge_rules, text, size));
    assert_true(one.overlay->entry_count > 15);
    assert_int_equal(PRM_OK, prm_pack_verify(one.overlay));
    assert_int_equal(0, count_different(&nudge_zh_CN_pack, one.overlay));
    assert_true(count_different(&nudge_pack, one.overlay) > 30);
    assert_int_equal(PRM_OK, load_over(&two, &nudge_zh_CN_pack, &nudge_zh_CN_rules, text, size));
    assert_int_equal(0, two.overlay->entry_count);
    free(text);
}

static void check_text(const prm_pack *pack, const char *slot, const char *wanted)
{
    char text[256];
    prm_id id;

    assert_int_equal(PRM_OK, prm_find(pack, prm_cstr(slot), &id));
    assert_int_equal(PRM_OK, prm_render(pack, id, NULL, PRM_TEXT, text, sizeof text, NULL));
    assert_string_equal(wanted, text);
}

static void test_overlays_over_overlays(void **state)
{
    char text[256];
    static char defaults[1 << 15];

    (void)state;
    assert_int_equal(PRM_OK, load(&one, "nudge: {tip: first, guidance: second}\n"));
    assert_int_equal(PRM_OK, load_over(&two, one.overlay, &nudge_rules, "nudge: {tip: third, guidance: null}\n", 36));
    check_text(one.overlay, "nudge.tip", "first");
    check_text(two.overlay, "nudge.tip", "third");
    check_text(two.overlay, "nudge.guidance", "second");
    assert_int_equal(PRM_OK, prm_pack_verify(two.overlay));
    (void)paste_defaults(defaults);
    *strstr(defaults, "  growth") = '\0';
    assert_int_equal(PRM_OK, load_over(&two, one.overlay, &nudge_rules, defaults, strlen(defaults)));
    assert_int_equal(1, two.overlay->entry_count);
    assert_int_equal(PRM_OK, prm_render(&nudge_pack, NUDGE_TIP_ID, NULL, PRM_TEXT, text, sizeof text, NULL));
    check_text(two.overlay, "nudge.tip", text);
    check_text(two.overlay, "nudge.guidance", "second");
}

/* What a user writes stands on the language that was chosen, and finds its rules without knowing which that is. */
static void test_on_a_chosen_language(void **state)
{
    const prm_pack *const chosen = nudge_choose(prm_cstr("zh-CN-x"));
    const prm_rules *const rules = nudge_rules_of(chosen);
    const prm_pack other = nudge_pack;

    (void)state;
    assert_ptr_equal(&nudge_zh_CN_pack, chosen);
    assert_ptr_equal(&nudge_zh_CN_rules, rules);
    assert_int_equal(PRM_OK, load_over(&one, chosen, rules, "nudge: {tip: mine, guidance: null}\n", 35));
    check_text(one.overlay, "nudge.tip", "mine");
    assert_true(prm_same_text(&nudge_zh_CN_pack, one.overlay, NUDGE_GUIDANCE_ID));
    assert_false(prm_same_text(&nudge_pack, one.overlay, NUDGE_GUIDANCE_ID));
    assert_true(count_different(&nudge_pack, one.overlay) > 30);
    assert_ptr_equal(rules, nudge_rules_of(one.overlay));
    assert_int_equal(PRM_OK, load_over(&two, one.overlay, rules, "nudge: {guidance: our}\n", 23));
    check_text(two.overlay, "nudge.tip", "mine");
    check_text(two.overlay, "nudge.guidance", "our");
    assert_ptr_equal(rules, nudge_rules_of(two.overlay));
    assert_ptr_equal(&nudge_rules, nudge_rules_of(nudge_choose(prm_cstr("de"))));
    assert_null(nudge_rules_of(&other));
    assert_int_equal(PRM_BAD_TABLE, load_over(&one, chosen, nudge_rules_of(&nudge_pack), "", 0));
}

static void test_a_failed_load_leaves_the_overlay_below(void **state)
{
    static uint64_t before[MEMORY / 8];

    (void)state;
    assert_int_equal(PRM_OK, load(&one, "nudge: {tip: first}\n"));
    memcpy(before, one.memory, sizeof before);
    assert_int_equal(PRM_BAD_OVERLAY, load_over(&two, one.overlay, &nudge_rules, "nudge: {tap: x}\n", 16));
    assert_memory_equal(before, one.memory, sizeof before);
    assert_int_equal(PRM_OK, prm_pack_verify(one.overlay));
    check_text(one.overlay, "nudge.tip", "first");
}

static void test_a_long_text(void **state)
{
    static char text[40000], wanted[40000], result[40000];
    size_t at = 0, size = 0;

    (void)state;
    at += (size_t)sprintf(text, "nudge: {tip: \"");
    while (size < 30000) {
        memcpy(wanted + size, "\xE6\x96\x87", 3);
        size += 3;
    }
    memcpy(text + at, wanted, size);
    strcpy(text + at + size, "\"}\n");
    assert_int_equal(PRM_OK, load(&one, text));
    assert_int_equal(PRM_OK, prm_render(one.overlay, NUDGE_TIP_ID, NULL, PRM_JSON, result, sizeof result, NULL));
    wanted[size] = '\0';
    assert_string_equal(wanted, result);
}

/* ---- memory and tables ---- */

static void test_every_size_and_place_of_memory(void **state)
{
    const char *const text = "nudge: {tip: \"first {x\", guidance: \"\"}\n";
    const prm_overlay_file file = file_of(text, strlen(text));
    prm_diagnostics found = prm_diagnostics_in(NULL, 0, NULL, 0);
    const prm_pack *overlay;
    size_t needed, size, shift;

    (void)state;
    assert_int_equal(PRM_OK, load(&one, text));
    for (shift = 0; shift < 8; shift++)
        for (size = 0; size <= one.needed; size++) {
            const prm_status status = prm_overlay_load(&nudge_pack, &nudge_rules, file, (char *)two.memory + shift,
                                                       size, &needed, &overlay, &found);
            assert_int_equal(one.needed, needed);
            assert_int_equal(size == needed ? PRM_OK : PRM_NO_SPACE, status);
            if (status == PRM_OK)
                check_text(overlay, "nudge.tip", "first {x");
        }
}

static void test_bad_arguments(void **state)
{
    prm_diagnostics none = prm_diagnostics_in(NULL, 0, NULL, 0);
    const prm_overlay_file file = file_of("", 0);
    const prm_rules *const rules = &nudge_rules;
    const prm_pack *const base = &nudge_pack;
    prm_overlay_file nothing;
    const prm_pack *made;
    size_t size;

    (void)state;
    memset(&nothing, 0, sizeof nothing);
    assert_int_equal(PRM_BAD_ARGUMENT, prm_overlay_load(NULL, rules, file, NULL, 0, &size, &made, &none));
    assert_int_equal(PRM_BAD_ARGUMENT, prm_overlay_load(base, NULL, file, NULL, 0, &size, &made, &none));
    assert_int_equal(PRM_BAD_ARGUMENT, prm_overlay_load(base, rules, file, NULL, 0, NULL, &made, &none));
    assert_int_equal(PRM_BAD_ARGUMENT, prm_overlay_load(base, rules, file, NULL, 0, &size, NULL, &none));
    assert_int_equal(PRM_BAD_ARGUMENT, prm_overlay_load(base, rules, file, NULL, 0, &size, &made, NULL));
    assert_int_equal(PRM_NO_SPACE, prm_overlay_load(base, rules, nothing, NULL, 0, &size, &made, &none));
    nothing.text.size = 1;
    assert_int_equal(PRM_BAD_ARGUMENT, prm_overlay_load(base, rules, nothing, NULL, 0, &size, &made, &none));
}

static prm_status load_with(const prm_rules *rules)
{
    prm_diagnostics found = prm_diagnostics_in(NULL, 0, NULL, 0);
    const prm_pack *overlay;
    size_t needed;

    return prm_overlay_load(&nudge_pack, rules, file_of("", 0), NULL, 0, &needed, &overlay, &found);
}

/* Every changed byte of the rules is noticed before they are used. */
static void test_damaged_rules(void **state)
{
    static char names[1 << 14];
    static prm_text_rule texts[256];
    static prm_name_rule name_rules[1024];
    prm_rules rules = nudge_rules;
    size_t i;

    (void)state;
    memcpy(names, nudge_rules.names, nudge_rules.names_size);
    memcpy(texts, nudge_rules.texts, nudge_rules.text_count * sizeof *texts);
    memcpy(name_rules, nudge_rules.name_rules, nudge_rules.name_count * sizeof *name_rules);
    rules.names = names;
    rules.texts = texts;
    rules.name_rules = name_rules;
    assert_int_equal(PRM_NO_SPACE, load_with(&rules));
    for (i = 0; i < rules.names_size; i++) {
        names[i] ^= 0x20;
        assert_int_equal(PRM_BAD_TABLE, load_with(&rules));
        names[i] ^= 0x20;
    }
    for (i = 0; i < rules.text_count; i++) {
        texts[i].entry ^= 1;
        assert_int_equal(PRM_BAD_TABLE, load_with(&rules));
        texts[i].entry ^= 1;
        texts[i].hash[1] ^= 1;
        assert_int_equal(PRM_BAD_TABLE, load_with(&rules));
        texts[i].hash[1] ^= 1;
        texts[i].syntax ^= 1;
        assert_int_equal(PRM_BAD_TABLE, load_with(&rules));
        texts[i].syntax ^= 1;
    }
    for (i = 0; i < rules.name_count; i++) {
        name_rules[i].value ^= 1;
        assert_int_equal(PRM_BAD_TABLE, load_with(&rules));
        name_rules[i].value ^= 1;
    }
    assert_int_equal(PRM_NO_SPACE, load_with(&rules));
    assert_int_equal(PRM_BAD_TABLE, load_with(&nudge_zh_CN_rules));
    rules.version++;
    assert_int_equal(PRM_BAD_TABLE, load_with(&rules));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_four_mistakes),
        cmocka_unit_test(test_keys_of_one_hash),
        cmocka_unit_test(test_a_diagnostic_as_text),
        cmocka_unit_test(test_little_room_for_diagnostics),
        cmocka_unit_test(test_nothing_replaced),
        cmocka_unit_test(test_a_pasted_text_is_the_default),
        cmocka_unit_test(test_the_chinese_overlay),
        cmocka_unit_test(test_overlays_over_overlays),
        cmocka_unit_test(test_on_a_chosen_language),
        cmocka_unit_test(test_a_failed_load_leaves_the_overlay_below),
        cmocka_unit_test(test_a_long_text),
        cmocka_unit_test(test_every_size_and_place_of_memory),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_damaged_rules)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
