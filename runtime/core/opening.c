#include "opening.h"

void prm_opening_start(prm_opening *o, prm_opening_origin origin)
{
    memset(o, 0, sizeof *o);
    o->origin = origin;
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
    const bool blank = is_blank(c), slash = c == '/';

    if (blank || slash ? o->size > 0 || (slash && o->slash) : o->size == PRM_OPENING_NAME) {
        o->origin = PRM_OPENING_NOWHERE;
    } else if (blank || slash) {
        o->anchored = true;
        o->slash = o->slash || slash;
    } else {
        o->name[o->size++] = lower(c);
    }
}

void prm_opening_add(prm_opening *o, const char *data, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++) {
        if (data[i] == '<') {
            prm_opening_start(o, PRM_OPENING_HERE);
            o->anchored = true;
        } else if (o->origin != PRM_OPENING_NOWHERE) {
            follow(o, data[i]);
        }
    }
}

void prm_opening_add_unknown(prm_opening *o, const prm_pack *pack)
{
    prm_opening_start(o, prm_opening_for_any(o, pack) ? o->origin : PRM_OPENING_NOWHERE);
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

    if (o->origin == PRM_OPENING_NOWHERE || o->size > tag->size)
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

    for (i = 0; o->origin != PRM_OPENING_NOWHERE && i < pack->field_count; i++)
        if ((pack->fields[i].kind & PRM_FIELD_KIND) == PRM_FIELD_FENCED && prm_opening_for(o, pack, i))
            return true;
    return false;
}
