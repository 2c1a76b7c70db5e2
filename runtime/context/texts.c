#include <promptrom/pack.h>

#include "report.h"
#include "texts.h"

/* The compiled pack below all overlays: what an id's arguments are is its matter. */
static const prm_pack *root_of(const prm_pack *pack)
{
    while (pack->base)
        pack = pack->base;
    return pack;
}

static bool is_read_as(const prm_field *field, const prm_member *member)
{
    const unsigned kind = field->kind & PRM_FIELD_KIND;
    const unsigned level = (unsigned)field->kind >> PRM_FIELD_LEVEL & 3u;

    if (level != 0 || field->offset != member->offset)
        return false;
    if (member->is_integer)
        return kind == PRM_FIELD_INTEGER || kind == PRM_FIELD_RANGED;
    return kind == PRM_FIELD_TEXT || kind == PRM_FIELD_FENCED;
}

bool prm_slot_names(prm_slot slot, unsigned placeholder, const char *name)
{
    const char *own = prm_placeholder_name(slot.pack, slot.id, placeholder);

    if (*own == '\0')
        return true;
    while (*own != '\0' && *own == *name) {
        own++;
        name++;
    }
    return *own == *name;
}

prm_status prm_slot_check(prm_slot slot, const prm_member *members, size_t count, const char *name,
                          prm_context_report *report)
{
    const prm_pack *root;
    const prm_entry *entry;
    size_t i;

    prm_context_begin(report);
    if (slot.pack == NULL)
        return prm_context_fail(report, PRM_BAD_CONFIG, name, "there is no slot");
    root = root_of(slot.pack);
    if (root->version != PRM_TABLE_VERSION)
        return prm_context_differ(report, PRM_BAD_CONFIG, name, "the pack is of another version", root->version,
                                  PRM_TABLE_VERSION);
    if (slot.id >= root->public_count)
        return prm_context_differ(report, PRM_BAD_CONFIG, name, "the pack has no slot of this id", slot.id,
                                  root->public_count);
    entry = &root->entries[slot.id];
    if (entry->inputs != count || entry->field > root->field_count || count > root->field_count - entry->field)
        return prm_context_differ(report, PRM_BAD_CONFIG, name, "the slot has another number of placeholders",
                                  entry->inputs, count);
    for (i = 0; i < count; i++)
        if (!is_read_as(&root->fields[entry->field + i], &members[i])
            || !prm_slot_names(slot, (unsigned)i, members[i].name))
            return prm_context_differ(report, PRM_BAD_CONFIG, name,
                                      "a placeholder of the slot is not the argument of that place", i, count);
    return PRM_OK;
}

prm_status prm_fixed_text(const prm_pack *pack, prm_id id, char *buffer, size_t capacity, prm_text *text)
{
    prm_text whole = prm_bytes("", 0);
    prm_report report;
    prm_status status = prm_gather(pack, id, NULL, PRM_TEXT, &whole, 1, &report);

    *text = prm_bytes(NULL, 0);
    if (status == PRM_NO_SPACE) {
        whole = prm_bytes(buffer, report.size);
        text->size = report.size;
        if (report.size < capacity)
            status = prm_render(pack, id, NULL, PRM_TEXT, buffer, capacity, &report);
    }
    if (status == PRM_OK)
        *text = whole;
    return status;
}
