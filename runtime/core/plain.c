#include "plain.h"

#include "apart.h"
#include "copy.h"
#include "inline.h"
#include "json.h"
#include "range.h"

#ifndef PRM_SMALL

/* What a loop is for. */
typedef enum {
    MEASURE,
    LIST,                                /* what has bytes, as long as there is room */
    LIST_VALUES                          /* all values, for which there is room: they must lie apart from a buffer */
} way_out;

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
    way_out            way;
} slot;

PRM_INLINE bool is_apart(const slot *s, const void *data, size_t size)
{
    return s->way != LIST_VALUES || prm_apart(data, size, s->buffer, s->capacity);
}

/* The plain slot of a pack without overlays; NULL: a walk has to look. */
PRM_INLINE const prm_entry *find_slot(const prm_call *c)
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

PRM_INLINE bool begin(slot *s, const prm_call *c)
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
    if (s->span > PRM_OP_INPUT)          /* no more, so that one comparison tells an operation and its input */
        s->span = PRM_OP_INPUT + 1;
    s->traits = pack->traits;
    s->traits_end = pack->trait_count;
    s->args = c->args;
    s->buffer = (uintptr_t)c->buffer;
    s->capacity = c->capacity;
    return s->args || entry->inputs == 0;
}

PRM_INLINE bool find_text(const slot *s, const char *at, uint32_t limit, prm_text *value)
{
    const prm_text *const text = (const prm_text *)(const void *)at;

    value->data = text->data;
    value->size = text->size;
    if (!is_apart(s, text, sizeof *text) || !value->data)
        return false;
    /* One comparison for texts with bytes. */
    return PRM_LIKELY(value->size - 1 < limit) ? is_apart(s, value->data, value->size) : value->size == 0;
}

PRM_INLINE bool find_integer(const slot *s, const char *at, prm_text *value)
{
    const prm_integer *const integer = (const prm_integer *)(const void *)at;

    value->data = integer->digits;
    value->size = integer->size;
    return is_apart(s, integer, sizeof *integer) && value->size - 1 < sizeof integer->digits;
}

PRM_INLINE bool find_ranged(const slot *s, const char *at, unsigned trait, prm_text *value)
{
    return trait + 2 < s->traits_end && find_integer(s, at, value)
           && prm_surely_in_range(s->traits + trait, value->data, value->size);
}

/* *escaped: the value may need it in JSON. */
PRM_INLINE bool find_value(const slot *s, unsigned op, prm_text *value, bool *escaped)
{
    const unsigned input = op - PRM_OP_VALUE;
    const char *at;
    unsigned kind, trait;

    if (input >= s->span)                /* or it is no value */
        return false;
    kind = s->map[input].kind;
    trait = kind >> PRM_FIELD_TRAIT;
    at = s->args + s->map[input].offset;
    if (trait >= s->traits_end)
        return false;
    kind &= PRM_FIELD_KIND | 3u << PRM_FIELD_LEVEL;
    *escaped = s->inside && kind == PRM_FIELD_TEXT;
    if (PRM_LIKELY(kind == PRM_FIELD_TEXT))
        return find_text(s, at, s->traits[trait].limit, value);
    if (kind == PRM_FIELD_INTEGER)
        return find_integer(s, at, value);
    return kind == PRM_FIELD_RANGED && find_ranged(s, at, trait, value);
}

/* A place in a list, and the bytes before it. No sum of lengths of 16 and 32 bits is too much. */
typedef struct { prm_text *to, *end; uint64_t size; } output;

PRM_INLINE void append(output *out, const char *data, size_t size)
{
    out->to->data = data;
    out->to->size = size;
    out->to++;
}

/* false: there is no room. */
PRM_INLINE bool list_bytes(output *out, const char *data, size_t size)
{
    if (size == 0)
        return true;
    if (out->to == out->end)
        return false;
    append(out, data, size);
    return true;
}

PRM_INLINE bool put_literal(const slot *s, output *out, const prm_segment *at)
{
    out->size += at->size;
    return s->way != LIST || list_bytes(out, s->pool + at->offset, at->size);
}

/* A value, which comes out as so many bytes. */
PRM_INLINE bool put_value(const slot *s, output *out, prm_text value, size_t bytes)
{
    out->size += bytes;
    if (s->way == LIST)
        return list_bytes(out, value.data, value.size);
    if (s->way == LIST_VALUES)
        append(out, value.data, value.size);
    return true;
}

PRM_INLINE bool put_escaped(const slot *s, output *out, const prm_call *c, prm_text value)
{
    const size_t weight = prm_json_weigh(value.data, value.size, c->format == PRM_JSON_REPAIR);
    const size_t raw = weight & PRM_RAW;

    if (value.size == 0)
        return put_value(s, out, value, 0);
    value.size |= raw;
    return weight > 0 && (raw == 0 || c->raw) && put_value(s, out, value, weight - raw);
}

PRM_INLINE bool find_and_put(const slot *s, output *out, const prm_call *c, unsigned op)
{
    prm_text value = { NULL, 0 };        /* not all compilers see that it is found first */
    bool escaped;

    if (!find_value(s, op, &value, &escaped))
        return false;
    return escaped ? put_escaped(s, out, c, value) : put_value(s, out, value, value.size);
}

PRM_INLINE bool put_all(slot *s, output *out, const prm_call *c, bool inside, way_out way)
{
    const prm_segment *at = s->from;

    s->inside = inside;
    s->way = way;
    for (; at != s->to; at++) {
        const unsigned op = at->op;
        if ((uint64_t)at->offset + at->size > s->pool_size || !put_literal(s, out, at))
            return false;
        if (PRM_LIKELY(op != 0)) {
            if (!find_and_put(s, out, c, op))
                return false;
        }
    }
    return out->size <= SIZE_MAX / 2;
}

/* The inside of a JSON string has a loop of its own, since what escapes is called from there. */
PRM_INLINE bool put_any(slot *s, output *out, const prm_call *c, way_out way)
{
    return s->inside ? put_all(s, out, c, true, way) : put_all(s, out, c, false, way);
}

/* Writes literals and, between them, values. raw: some of these may still be to be escaped. */
PRM_INLINE char *copy_all(const slot *s, char *to, const prm_text *value, bool raw)
{
    const prm_segment *at = s->from;

    for (; at != s->to; at++) {
        to = prm_copy_stretch(to, s->pool + at->offset, at->size);
        if (PRM_LIKELY(at->op != 0)) {
            to = raw && (value->size & PRM_RAW) ? prm_json_copy(to, value->data, value->size & ~PRM_RAW)
                                                : prm_copy_stretch(to, value->data, value->size);
            value++;
        }
    }
    return to;
}

prm_status prm_plain_render(const prm_call *call, char *buffer, size_t *size)
{
    prm_text list[PRM_PLAIN_ROOM];
    slot s;
    output out = { list, NULL, 0 };

    if (!begin(&s, call) || s.to - s.from > PRM_PLAIN_ROOM || !put_any(&s, &out, call, LIST_VALUES))
        return PRM_END;
    *size = (size_t)out.size;
    if (out.size >= call->capacity)
        return PRM_NO_SPACE;
    *(s.inside ? copy_all(&s, buffer, list, true) : copy_all(&s, buffer, list, false)) = '\0';
    return PRM_OK;
}

bool prm_plain_list(const prm_call *call, prm_text *list, size_t room, size_t *used, size_t *size)
{
    slot s;
    output out = { list, list + room, 0 };

    if (!begin(&s, call) || !put_any(&s, &out, call, LIST))
        return false;
    *used = (size_t)(out.to - list);
    *size = (size_t)out.size;
    return true;
}

bool prm_plain_size(const prm_call *call, size_t *size)
{
    slot s;
    output out = { NULL, NULL, 0 };

    if (!begin(&s, call) || !put_any(&s, &out, call, MEASURE))
        return false;
    *size = (size_t)out.size;
    return true;
}

#else

typedef int prm_plain_is_for_fast_code;

#endif
