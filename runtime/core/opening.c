#include "opening.h"

void prm_opening_reset(prm_opening *o)
{
    memset(o, 0, sizeof *o);
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
    if (is_blank(c)) {
        o->open = !o->named;
    } else if (c == '/' && !o->slash && !o->named) {
        o->slash = true;
    } else if (o->size < PRM_OPENING_NAME) {
        o->named = true;
        o->name[o->size++] = lower(c);
    } else {
        o->open = false;
    }
}

void prm_opening_add(prm_opening *o, const char *data, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++) {
        if (data[i] == '<') {
            prm_opening_reset(o);
            o->open = true;
            continue;
        }
        if (!o->open)
            continue;
        if (((unsigned char)data[i] & 0xC0u) != 0x80)
            o->characters++;
        follow(o, data[i]);
        o->open = o->open && o->characters < PRM_OPENING_CHARACTERS;
    }
}

bool prm_opening_for(const prm_opening *o, const prm_pack *pack, uint32_t field)
{
    const uint32_t trait = (uint32_t)pack->fields[field].kind >> PRM_FIELD_TRAIT;
    const prm_segment *const tag = &pack->segments[0][pack->traits[trait + 1].limit];
    size_t i;

    if (!o->open || o->size > tag->size)
        return false;
    for (i = 0; i < o->size; i++)
        if (lower(pack->pool[tag->offset + i]) != o->name[i])
            return false;
    return true;
}

bool prm_opening_for_any(const prm_opening *o, const prm_pack *pack)
{
    uint32_t i;

    for (i = 0; o->open && i < pack->field_count; i++)
        if ((pack->fields[i].kind & PRM_FIELD_KIND) == PRM_FIELD_FENCED && prm_opening_for(o, pack, i))
            return true;
    return false;
}
