#include <promptrom/pack.h>

static const prm_pack *root_of(const prm_pack *pack)
{
    while (pack && pack->base)
        pack = pack->base;
    return pack;
}

/* Names are looked up by number: those of all entries, then those of all placeholders. */
static const char *name_at(const prm_pack *root, size_t number)
{
    const uint32_t at = number < root->name_count ? root->name_at[number] : root->names_size;

    return at < root->names_size && root->names[root->names_size - 1] == '\0' ? root->names + at : "";
}

static bool has_names(const prm_pack *root)
{
    return root && root->names && root->name_at;
}

static bool is_public(const prm_pack *root, prm_id id)
{
    return id < root->public_count && id < root->entry_count;
}

const char *prm_name(const prm_pack *pack, prm_id id)
{
    const prm_pack *const root = root_of(pack);

    return has_names(root) && is_public(root, id) ? name_at(root, id) : "";
}

const char *prm_placeholder_name(const prm_pack *pack, prm_id id, unsigned placeholder)
{
    const prm_pack *const root = root_of(pack);
    size_t number;
    prm_id i;

    if (!has_names(root) || !is_public(root, id) || placeholder >= root->entries[id].inputs)
        return "";
    number = root->entry_count;
    for (i = 0; i < id; i++)
        number += root->entries[i].inputs;
    return name_at(root, number + placeholder);
}

static bool is_name(const prm_pack *root, prm_id id, prm_text name)
{
    const uint32_t at = root->name_at[id];

    return at < root->names_size && name.size < root->names_size - at
           && memcmp(root->names + at, name.data, name.size) == 0 && root->names[at + name.size] == '\0';
}

prm_status prm_find(const prm_pack *pack, prm_text name, prm_id *id)
{
    const prm_pack *const root = root_of(pack);
    prm_id i;

    if (!root || !id || (!name.data && name.size > 0))
        return PRM_BAD_ARGUMENT;
    for (i = 0; has_names(root) && name.size > 0 && is_public(root, i); i++)
        if (is_name(root, i, name)) {
            *id = i;
            return PRM_OK;
        }
    return PRM_BAD_ID;
}

/* The index-th of the paths, which lie one after the other; NULL if there are not so many. */
static const char *path_at(const prm_pack *home, unsigned index)
{
    const char *at = home->files;
    const char *const end = at + home->files_size;

    for (; index > 0 && at < end; at++)
        index -= *at == '\0';
    return at < end && end[-1] == '\0' ? at : NULL;
}

bool prm_origin_of(const prm_slice *slice, const char **file, unsigned *line)
{
    const prm_pack *const home = slice->home;
    const prm_origin *origin;
    const char *path;

    if (!home || slice->segment >= home->segment_count || !home->files || !home->origins)
        return false;
    origin = &home->origins[slice->segment];
    path = origin->line > 0 ? path_at(home, origin->file) : NULL;
    if (!path)
        return false;
    *file = path;
    *line = origin->line;
    return true;
}
