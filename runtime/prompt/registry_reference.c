#include "registry_inside.h"

#include <promptrom/utf8.h>

#include "../core/tokens.h"

prm_status prm_reference_scan(prm_text text, size_t *at, prm_reference *reference)
{
    prm_tokens tokens;
    prm_token token;

    tokens.text = text.data;
    tokens.size = text.size;
    tokens.at = *at;
    tokens.syntax = PRM_SYNTAX_DOUBLE;
    reference->variable = PRM_NO_VARIABLE;
    reference->name_size = 0;
    reference->from = reference->to = *at = text.size;
    if (text.size == 0 || !prm_tokens_next(&tokens, &token))
        return PRM_END;
    *at = token.end;
    reference->from = token.start - token.backslashes + token.backslashes / 2;
    reference->to = token.start;
    if (token.backslashes % 2 == 1)
        return PRM_OK;
    reference->to = token.end;
    if (token.kind != PRM_TOKEN_NAME || !prm_name_is_variable(token.name)) {
        reference->from = token.start;
        return PRM_MALFORMED;
    }
    reference->name_size = token.name.size;
    return PRM_OK;
}

/* ---- slots ---- */

static const prm_pack *root_of(const prm_pack *pack)
{
    while (pack->base)
        pack = pack->base;
    return pack;
}

prm_status prm_slot_count(const prm_pack *pack, prm_id id, size_t *count)
{
    const prm_pack *root;
    const prm_entry *entry;

    if (!pack)
        return PRM_BAD_ARGUMENT;
    root = root_of(pack);
    if (id >= root->public_count || id >= root->entry_count)
        return PRM_BAD_ID;
    entry = &root->entries[id];
    if (entry->flags & (PRM_ENTRY_HIDDEN | PRM_ENTRY_REQUEST))
        return PRM_BAD_ID;
    if (entry->field > root->field_count || entry->inputs > root->field_count - entry->field)
        return PRM_BAD_TABLE;
    *count = entry->inputs;
    return PRM_OK;
}

/* Byte by byte through a function of the library, so that no compiler makes a call of strlen of it, which small C
 * libraries lack. */
static prm_text name_of(const char *string)
{
    size_t size = 0;
    bool good;

    while (string[size] != '\0')
        size += prm_utf8_step((const unsigned char *)string + size, 1, &good);
    return prm_bytes(string, size);
}

prm_status prm_slot_argument(const prm_pack *pack, prm_id id, size_t number, size_t *offset, prm_text *name)
{
    const prm_pack *const root = root_of(pack);
    const prm_field *const field = &root->fields[root->entries[id].field + number];
    const unsigned kind = field->kind & PRM_FIELD_KIND, level = field->kind >> PRM_FIELD_LEVEL & 3u;

    *offset = field->offset / sizeof(prm_text);
    *name = name_of(prm_placeholder_name(pack, id, (unsigned)number));
    if ((kind != PRM_FIELD_TEXT && kind != PRM_FIELD_FENCED) || level != 0 || field->offset % sizeof(prm_text) != 0)
        return PRM_NOT_TEXT;
    return prm_name_is_variable(*name) ? PRM_OK : PRM_BAD_NAME;
}
