#include <promptrom/pack.h>

static bool is_called(const char *name, const char *wanted, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++)
        if (name[i] == '\0' || name[i] != wanted[i])
            return false;
    return name[size] == '\0';
}

const prm_pack *prm_choose(const prm_pack *pack, const prm_overlay *overlays, size_t count, prm_text name)
{
    size_t size = name.data ? name.size : 0;
    size_t i;

    while (size > 0) {
        for (i = 0; i < count; i++)
            if (is_called(overlays[i].name, name.data, size))
                return overlays[i].pack;
        while (size > 0 && name.data[--size] != '-')
            ;
    }
    return pack;
}

static const prm_entry *entry_of(const prm_pack **pack, prm_id id)
{
    const prm_pack *p = *pack;

    for (; p->base; p = p->base) {
        if (p->replaced[id] != PRM_NOT_REPLACED) {
            id = p->replaced[id];
            break;
        }
    }
    *pack = p;
    return id < p->entry_count ? &p->entries[id] : NULL;
}

bool prm_same_text(const prm_pack *one, const prm_pack *other, prm_id id)
{
    const prm_entry *a, *b;

    if (id >= one->public_count || id >= other->public_count)
        return false;
    a = entry_of(&one, id);
    b = entry_of(&other, id);
    return a && b && one->segments[0] == other->segments[0] && a->first == b->first && a->count == b->count;
}
