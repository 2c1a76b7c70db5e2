#include "opening.h"

void prm_opening_start(prm_opening *o, bool behind_unknown)
{
    memset(o, 0, sizeof *o);
    o->open = behind_unknown;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A character behind `<`: white space, a slash, white space, then the name. */
static void follow(prm_opening *o, char c)
{
    if (!is_blank(c) && c != '/') {
        o->open = o->size < PRM_OPENING_NAME;
        if (o->open)
            o->name[o->size++] = lower(c);
        return;
    }
    o->open = o->size == 0 && (c != '/' || !o->slash);
    o->anchored = true;
    o->slash = o->slash || c == '/';
}

void prm_opening_add(prm_opening *o, const char *data, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++) {
        if (data[i] == '<') {
            prm_opening_start(o, true);
            o->sure = o->anchored = true;
        } else if (o->open) {
            follow(o, data[i]);
        }
    }
}

void prm_opening_add_unknown(prm_opening *o, const prm_pack *pack)
{
    const bool sure = o->sure;

    prm_opening_start(o, prm_opening_for_any(o, pack));
    o->sure = sure;
}

/* Whether the name that has been read stands in a tag's from a place on. */
static bool stands_at(const prm_opening *o, const char *tag)
{
    size_t i;

    for (i = 0; i < o->size; i++)
        if (lower(tag[i]) != o->name[i])
            return false;
    return true;
}

bool prm_opening_for(const prm_opening *o, const prm_pack *pack, uint32_t field)
{
    const uint32_t trait = (uint32_t)pack->fields[field].kind >> PRM_FIELD_TRAIT;
    const prm_segment *const tag = &pack->segments[0][pack->traits[trait + 1].limit];
    size_t last, i;

    if (!o->open || o->size > tag->size)
        return false;
    last = o->anchored ? 0 : (size_t)tag->size - o->size;
    for (i = 0; i <= last; i++)
        if (stands_at(o, pack->pool + tag->offset + i))
            return true;
    return false;
}

bool prm_opening_for_any(const prm_opening *o, const prm_pack *pack)
{
    uint32_t i;

    for (i = 0; o->open && i < pack->field_count; i++)
        if ((pack->fields[i].kind & PRM_FIELD_KIND) == PRM_FIELD_FENCED && prm_opening_for(o, pack, i))
            return true;
    return false;
}
