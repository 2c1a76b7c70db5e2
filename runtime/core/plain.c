#include "plain.h"

#include "apart.h"
#include "json.h"
#include "range.h"

#ifndef PRM_SMALL

/* Each way below has a loop of its own, with its slot in registers and without what it does not need. */
#if defined(__GNUC__)
#define INLINE inline __attribute__((always_inline))
#else
#define INLINE inline
#endif

/* A plain slot, and what its values must keep to, for registers to hold. */
typedef struct {
    const prm_segment *from, *to;
    const char        *pool;
    const prm_field   *map;
    const prm_trait   *traits;
    const char        *args;
    uintptr_t          buffer;
    size_t             capacity;
    uint32_t           pool_size, span;
    unsigned           traits_end;
    bool               inside;           /* its values go into a JSON string */
    bool               listed;           /* there is a list */
    bool               buffered;         /* there is a buffer */
} slot;

static INLINE bool is_apart(const slot *s, const void *data, size_t size)
{
    return !s->buffered || prm_apart(data, size, s->buffer, s->capacity);
}

/* The plain slot of a pack without overlays; NULL: a walk has to look. */
static INLINE const prm_entry *find_slot(const prm_call *c)
{
    const prm_pack *const pack = c->pack;
    const prm_entry *entry;

    if (pack == NULL || pack->version != PRM_TABLE_VERSION || pack->base || c->id >= pack->public_count
        || c->id >= pack->entry_count || (unsigned)c->format > PRM_JSON_REPAIR || c->format == PRM_TEXT_REPAIR
        || (c->format != PRM_TEXT && !pack->segments[1]))
        return NULL;
    entry = &pack->entries[c->id];
    if ((entry->flags & (PRM_ENTRY_PLAIN | PRM_ENTRY_HIDDEN | PRM_ENTRY_REQUEST)) != PRM_ENTRY_PLAIN)
        return NULL;
    return entry->first <= pack->segment_count && entry->count <= pack->segment_count - entry->first
           && entry->field <= pack->field_count ? entry : NULL;
}

static INLINE bool begin(slot *s, const prm_call *c)
{
    const prm_pack *const pack = c->pack;
    const prm_entry *const entry = find_slot(c);

    if (entry == NULL)
        return false;
    s->inside = c->format != PRM_TEXT;
    s->from = pack->segments[s->inside] + entry->first;
    s->to = s->from + entry->count;
    s->pool = pack->pool;
    s->pool_size = pack->pool_size;
    s->map = pack->fields + entry->field;
    s->span = c->args ? pack->field_count - entry->field : 0;
    s->traits = pack->traits;
    s->traits_end = pack->trait_count;
    s->args = c->args;
    s->buffer = (uintptr_t)c->buffer;
    s->capacity = c->capacity;
    return s->args || entry->inputs == 0;
}

static INLINE bool find_text(const slot *s, const char *at, uint32_t limit, prm_text *value)
{
    const prm_text *const text = (const prm_text *)(const void *)at;

    value->data = text->data;
    value->size = text->size;
    return is_apart(s, text, sizeof *text) && value->data && value->size <= limit
           && (value->size == 0 || is_apart(s, value->data, value->size));
}

static INLINE bool find_integer(const slot *s, const char *at, prm_text *value)
{
    const prm_integer *const integer = (const prm_integer *)(const void *)at;

    value->data = integer->digits;
    value->size = integer->size;
    return is_apart(s, integer, sizeof *integer) && value->size - 1 < sizeof integer->digits;
}

static INLINE bool find_ranged(const slot *s, const char *at, unsigned trait, prm_text *value)
{
    return trait + 2 < s->traits_end && find_integer(s, at, value)
           && prm_surely_in_range(s->traits + trait, value->data, value->size);
}

/* *escaped: the value may need it in JSON. */
static INLINE bool find_value(const slot *s, unsigned op, prm_text *value, bool *escaped)
{
    const unsigned input = op & PRM_OP_INPUT;
    const char *at;
    unsigned kind, trait;

    if ((op & PRM_OP_CODE) != PRM_OP_VALUE || input >= s->span)
        return false;
    kind = s->map[input].kind;
    trait = kind >> PRM_FIELD_TRAIT;
    at = s->args + s->map[input].offset;
    if (trait >= s->traits_end)
        return false;
    *escaped = s->inside && (kind & PRM_FIELD_KIND) == PRM_FIELD_TEXT;
    switch (kind & (PRM_FIELD_KIND | 3u << PRM_FIELD_LEVEL)) {
    case PRM_FIELD_TEXT:    return find_text(s, at, s->traits[trait].limit, value);
    case PRM_FIELD_INTEGER: return find_integer(s, at, value);
    case PRM_FIELD_RANGED:  return find_ranged(s, at, trait, value);
    default:                return false;
    }
}

/* A place in a list, and the bytes before it. No sum of lengths of 16 and 32 bits is too much. */
typedef struct { prm_text *to, *end; uint64_t size; } output;

/* Adds a stretch, which comes out as so many bytes. false: there is no room. */
static INLINE bool put(const slot *s, output *out, const char *data, size_t size, size_t bytes)
{
    out->size += bytes;
    if (!s->listed || size == 0)
        return true;
    if (out->to == out->end)
        return false;
    out->to->data = data;
    out->to->size = size;
    out->to++;
    return true;
}

static INLINE bool put_escaped(const slot *s, output *out, const prm_call *c, prm_text value)
{
    const size_t weight = prm_json_weigh(value.data, value.size, c->format == PRM_JSON_REPAIR);
    const size_t raw = weight & PRM_RAW;

    if (value.size == 0)
        return true;
    return weight > 0 && (raw == 0 || c->raw) && put(s, out, value.data, value.size | raw, weight - raw);
}

static INLINE bool put_all(slot *s, output *out, const prm_call *c, bool listed, bool buffered)
{
    const prm_segment *at = s->from;

    s->listed = listed;
    s->buffered = buffered;
    for (; at != s->to; at++) {
        const unsigned op = at->op;
        prm_text value = { NULL, 0 };    /* not all compilers see that it is found first */
        bool escaped;
        if ((uint64_t)at->offset + at->size > s->pool_size || !put(s, out, s->pool + at->offset, at->size, at->size))
            return false;
        if (op == 0)
            continue;
        if (!find_value(s, op, &value, &escaped)
            || !(escaped ? put_escaped(s, out, c, value) : put(s, out, value.data, value.size, value.size)))
            return false;
    }
    return out->size <= SIZE_MAX / 2;
}

bool prm_plain(const prm_call *call, prm_text *list, size_t room, size_t *used, size_t *size)
{
    slot s;
    output out;

    if (!begin(&s, call))
        return false;
    out.to = list;
    out.end = list + room;
    out.size = 0;
    if (!(call->capacity > 0 ? put_all(&s, &out, call, true, true) : put_all(&s, &out, call, true, false)))
        return false;
    *used = (size_t)(out.to - list);
    *size = (size_t)out.size;
    return true;
}

bool prm_plain_size(const prm_call *call, size_t *size)
{
    slot s;
    output out = { NULL, NULL, 0 };

    if (!begin(&s, call))
        return false;
    if (!put_all(&s, &out, call, false, false))
        return false;
    *size = (size_t)out.size;
    return true;
}

#else

typedef int prm_plain_is_for_fast_code;

#endif
