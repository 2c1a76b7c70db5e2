#include <promptrom/rules.h>

#include "crc.h"
#include "seal.h"

static uint32_t add_texts(uint32_t crc, const prm_rules *rules)
{
    unsigned i;

    for (i = 0; i < rules->text_count; i++) {
        const prm_text_rule *const text = &rules->texts[i];
        crc = prm_crc_number(crc, text->id, 4);
        crc = prm_crc_number(crc, text->size, 4);
        crc = prm_crc_number(crc, text->hash[0], 4);
        crc = prm_crc_number(crc, text->hash[1], 4);
        crc = prm_crc_number(crc, text->first, 4);
        crc = prm_crc_number(crc, text->count, 2);
        crc = prm_crc_number(crc, text->entry, 2);
        crc = prm_crc_number(crc, text->kind, 1);
        crc = prm_crc_number(crc, text->syntax, 1);
        crc = prm_crc_number(crc, text->all_literal, 1);
    }
    return crc;
}

static uint32_t add_names(uint32_t crc, const prm_rules *rules)
{
    uint32_t i;

    for (i = 0; i < rules->name_count; i++) {
        const prm_name_rule *const name = &rules->name_rules[i];
        crc = prm_crc_number(crc, name->name, 4);
        crc = prm_crc_number(crc, name->value, 4);
        crc = prm_crc_number(crc, name->count, 2);
        crc = prm_crc_number(crc, name->owner, 2);
        crc = prm_crc_number(crc, name->kind, 1);
        crc = prm_crc_number(crc, name->required, 1);
    }
    return crc;
}

bool prm_rules_verify(const prm_rules *rules)
{
    uint32_t crc = PRM_CRC_BEGIN;

    if (rules->version != PRM_TABLE_VERSION || !rules->names || !rules->texts || !rules->name_rules)
        return false;
    crc = prm_crc_number(crc, rules->version, 4);
    crc = prm_crc_number(crc, rules->pack_crc, 4);
    crc = prm_crc_number(crc, rules->names_size, 4);
    crc = prm_crc_number(crc, rules->name_count, 4);
    crc = prm_crc_number(crc, rules->text_count, 2);
    crc = prm_crc_number(crc, rules->open_ends, 2);
    crc = prm_crc_bytes(crc, rules->names, rules->names_size);
    crc = add_texts(crc, rules);
    return ~add_names(crc, rules) == rules->crc;
}
