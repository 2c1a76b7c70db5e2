/* Verification of rules: every changed byte is found, and so is a table that is missing. */
#include "support.h"

#include <promptrom/rules.h>

#include "crc.h"
#include "seal.h"

static char names[] = "slot\0name";
static prm_text_rule texts[2];
static prm_name_rule name_rules[3];
static prm_rules rules;

static uint32_t numbers(uint32_t crc, const uint32_t *list, const unsigned *sizes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        crc = prm_crc_number(crc, list[i], sizes[i]);
    return crc;
}

static uint32_t add_text(uint32_t crc, const prm_text_rule *t)
{
    const uint32_t list[] = {
        t->id, t->size, t->hash[0], t->hash[1], t->first, t->count, t->entry, t->kind, t->syntax, t->all_literal
    };
    const unsigned sizes[] = { 4, 4, 4, 4, 4, 2, 2, 1, 1, 1 };

    return numbers(crc, list, sizes, 10);
}

static uint32_t add_name(uint32_t crc, const prm_name_rule *n)
{
    const uint32_t list[] = { n->name, n->value, n->count, n->owner, n->kind, n->required };
    const unsigned sizes[] = { 4, 4, 2, 2, 1, 1 };

    return numbers(crc, list, sizes, 6);
}

static void seal(void)
{
    const uint32_t list[] = {
        rules.version, rules.pack_crc, rules.names_size, rules.name_count, rules.text_count, rules.open_ends
    };
    const unsigned sizes[] = { 4, 4, 4, 4, 2, 2 };
    uint32_t crc = numbers(PRM_CRC_BEGIN, list, sizes, 6), i;

    crc = prm_crc_bytes(crc, names, rules.names_size);
    for (i = 0; i < rules.text_count; i++)
        crc = add_text(crc, &texts[i]);
    for (i = 0; i < rules.name_count; i++)
        crc = add_name(crc, &name_rules[i]);
    rules.crc = ~crc;
}

static void begin(void)
{
    unsigned i;

    memset(&rules, 0, sizeof rules);
    memset(texts, 0, sizeof texts);
    memset(name_rules, 0, sizeof name_rules);
    rules.version = PRM_TABLE_VERSION;
    rules.pack_crc = 0x12345678;
    rules.names = names;
    rules.names_size = sizeof names;
    rules.texts = texts;
    rules.text_count = 2;
    rules.name_rules = name_rules;
    rules.name_count = 3;
    for (i = 0; i < 3; i++)
        name_rules[i].name = 5 + i;
    texts[1].first = 1;
    texts[1].count = 2;
    seal();
}

static void flip(void *member, size_t size)
{
    unsigned char *const bytes = member;
    size_t i;

    for (i = 0; i < size; i++) {
        bytes[i] ^= 0x10;
        assert_false(prm_rules_verify(&rules));
        bytes[i] ^= 0x10;
    }
    assert_true(prm_rules_verify(&rules));
}

#define FLIP(member) flip(&(member), sizeof(member))

static void every_member(void **state)
{
    unsigned i;

    (void)state;
    begin();
    assert_true(prm_rules_verify(&rules));
    FLIP(names);
    FLIP(rules.version);
    FLIP(rules.pack_crc);
    FLIP(rules.open_ends);
    FLIP(rules.crc);
    for (i = 0; i < 2; i++) {
        FLIP(texts[i].id);
        FLIP(texts[i].size);
        FLIP(texts[i].hash);
        FLIP(texts[i].first);
        FLIP(texts[i].count);
        FLIP(texts[i].entry);
        FLIP(texts[i].kind);
        FLIP(texts[i].syntax);
        FLIP(texts[i].all_literal);
    }
    for (i = 0; i < 3; i++) {
        FLIP(name_rules[i].name);
        FLIP(name_rules[i].value);
        FLIP(name_rules[i].count);
        FLIP(name_rules[i].owner);
        FLIP(name_rules[i].kind);
        FLIP(name_rules[i].required);
    }
}

static void counts(void **state)
{
    (void)state;
    begin();
    rules.text_count--;
    assert_false(prm_rules_verify(&rules));
    begin();
    rules.name_count--;
    assert_false(prm_rules_verify(&rules));
    begin();
    rules.names_size--;
    assert_false(prm_rules_verify(&rules));
}

static void missing_tables(void **state)
{
    (void)state;
    begin();
    rules.names = NULL;
    assert_false(prm_rules_verify(&rules));
    begin();
    rules.texts = NULL;
    assert_false(prm_rules_verify(&rules));
    begin();
    rules.name_rules = NULL;
    assert_false(prm_rules_verify(&rules));
    begin();
    rules.version++;
    seal();
    assert_false(prm_rules_verify(&rules));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member), cmocka_unit_test(counts), cmocka_unit_test(missing_tables)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
