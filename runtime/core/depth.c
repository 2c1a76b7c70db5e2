#include "depth.h"

/* The segments of an open call that have not been looked at. */
typedef struct { const prm_segment *from, *to; } stretch;

typedef struct {
    const prm_pack *pack, *root;
    stretch         open[PRM_MAX_DEPTH];
    unsigned        depth;
} search;

/* What stands for an entry in a pack with overlays, and where. NULL: the tables are damaged. */
static const prm_entry *find(const search *s, unsigned id, const prm_pack **home)
{
    const prm_pack *pack = s->pack;
    const prm_entry *entry;

    if (id >= s->root->entry_count)
        return NULL;
    while (pack->base && pack->replaced[id] == PRM_NOT_REPLACED)
        pack = pack->base;
    if (pack->base)
        id = pack->replaced[id];
    if (id >= pack->entry_count)
        return NULL;
    *home = pack;
    entry = &pack->entries[id];
    return entry->first <= pack->segment_count && entry->count <= pack->segment_count - entry->first ? entry : NULL;
}

/* Enters an entry as a walk would: plain ones need not be remembered, what is damaged ends a walk with an error of
 * its own. false: there is no room. */
static bool enter(search *s, unsigned id)
{
    const prm_pack *home;
    const prm_entry *const entry = find(s, id, &home);

    if (!entry || (entry->flags & PRM_ENTRY_PLAIN))
        return true;
    if (s->depth == PRM_MAX_DEPTH)
        return false;
    s->open[s->depth].from = home->segments[0] + entry->first;
    s->open[s->depth].to = s->open[s->depth].from + entry->count;
    s->depth++;
    return true;
}

static bool is_deep(search *s, unsigned id)
{
    s->depth = 0;
    if (!enter(s, id))
        return true;
    while (s->depth > 0) {
        stretch *const top = &s->open[s->depth - 1];
        const prm_segment *segment;
        if (top->from == top->to) {
            s->depth--;
            continue;
        }
        segment = top->from++;
        if ((segment->op & PRM_OP_CODE) == PRM_OP_CALL && !enter(s, segment->size))
            return true;
    }
    return false;
}

bool prm_pack_is_deep(const prm_pack *pack)
{
    search s;
    unsigned id;

    s.pack = s.root = pack;
    while (s.root->base)
        s.root = s.root->base;
    for (id = 0; id < pack->public_count; id++)
        if (is_deep(&s, id))
            return true;
    return false;
}
