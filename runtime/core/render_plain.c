#include <promptrom/render.h>

#ifndef PRM_SMALL

prm_status prm_render_plain(const prm_pack *pack, prm_id id, const void *args, char *buffer, size_t capacity,
                            prm_report *report)
{
    return prm_render(pack, id, args, PRM_TEXT, buffer, capacity, report);
}

#else

typedef struct {
    const prm_pack  *pack;
    const prm_entry *entry;
    const char      *args;
    uintptr_t        buffer;
    size_t           capacity;    /* 0 once the arguments are known to lie elsewhere */
    size_t           size;        /* bytes so far */
    uint16_t         input;       /* of the value at hand, or PRM_NO_PLACEHOLDER */
} slot;

static bool overlaps(const slot *s, const void *data, size_t size)
{
    const uintptr_t at = (uintptr_t)data;

    return s->capacity > 0 && (at - s->buffer < s->capacity || s->buffer - at < size);
}

static prm_status find_text(const slot *s, const prm_text *text, uint32_t limit, prm_text *value)
{
    *value = *text;
    if (value->data == NULL)
        return value->size > 0 ? PRM_BAD_ARGUMENT : PRM_MISSING;
    if (value->size > limit && limit != PRM_NO_LIMIT)
        return PRM_TOO_LONG;
    return value->size > 0 && overlaps(s, value->data, value->size) ? PRM_OVERLAP : PRM_OK;
}

static prm_status find_integer(const prm_integer *integer, prm_text *value)
{
    *value = prm_bytes(integer->digits, integer->size);
    if (value->size == 0)
        return PRM_MISSING;
    return value->size > sizeof integer->digits ? PRM_BAD_ARGUMENT : PRM_OK;
}

static prm_status find_value(slot *s, unsigned op, prm_text *value)
{
    const prm_pack *const pack = s->pack;
    const size_t number = (size_t)s->entry->field + (op & PRM_OP_INPUT);
    const prm_trait *trait;
    const char *at;
    unsigned kind;

    if ((op & PRM_OP_CODE) != PRM_OP_VALUE || number >= pack->field_count || s->args == NULL)
        return PRM_BAD_TABLE;
    at = s->args + pack->fields[number].offset;
    kind = pack->fields[number].kind;
    trait = pack->traits + (kind >> PRM_FIELD_TRAIT);
    kind &= (1u << PRM_FIELD_TRAIT) - 1;
    if (trait - pack->traits >= pack->trait_count || trait->standby != PRM_NO_SEGMENT || kind > PRM_FIELD_INTEGER)
        return PRM_BAD_TABLE;
    s->input = op & PRM_OP_INPUT;
    if (overlaps(s, at, kind == PRM_FIELD_TEXT ? sizeof(prm_text) : sizeof(prm_integer)))
        return PRM_OVERLAP;
    if (kind == PRM_FIELD_TEXT)
        return find_text(s, (const prm_text *)(const void *)at, trait->limit, value);
    return find_integer((const prm_integer *)(const void *)at, value);
}

/* Puts all pieces one behind the other; only counts their bytes where nothing is to be written. */
static prm_status pass(slot *s, char *to)
{
    const prm_pack *const pack = s->pack;
    const prm_segment *at = pack->segments[0] + s->entry->first;
    const prm_segment *const end = at + s->entry->count;

    for (s->size = 0; at != end; at++) {
        prm_text piece = prm_bytes(pack->pool + at->offset, at->size);
        unsigned op = at->op;
        s->input = PRM_NO_PLACEHOLDER;
        if (at->offset > pack->pool_size || piece.size > pack->pool_size - at->offset)
            return PRM_BAD_TABLE;
        for (;; op = 0) {
            const size_t size = s->size;
            prm_status status;
            if (piece.size > SIZE_MAX - size)
                return PRM_TOO_BIG;
            s->size = size + piece.size;
            if (to)
                memcpy(to + size, piece.data, piece.size);
            if (op == 0)
                break;
            status = find_value(s, op, &piece);
            if (status != PRM_OK)
                return status;
        }
    }
    return PRM_OK;
}

static prm_status begin(slot *s, const prm_pack *pack, prm_id id, const void *args)
{
    const prm_entry *entry;

    if (pack == NULL)
        return PRM_BAD_ARGUMENT;
    if (pack->version != PRM_TABLE_VERSION || pack->base)
        return PRM_BAD_TABLE;
    if (id >= pack->public_count || id >= pack->entry_count)
        return PRM_BAD_ID;
    entry = &pack->entries[id];
    if (args == NULL && entry->inputs > 0)
        return PRM_BAD_ARGUMENT;
    if (!(entry->flags & PRM_ENTRY_PLAIN) || entry->first > pack->segment_count
        || entry->count > pack->segment_count - entry->first)
        return PRM_BAD_TABLE;
    s->pack = pack;
    s->entry = entry;
    s->args = args;
    return PRM_OK;
}

static prm_status render(slot *s, char *buffer, size_t capacity)
{
    prm_status status;

    if (capacity > 0 && buffer == NULL)
        return PRM_BAD_ARGUMENT;
    s->buffer = (uintptr_t)buffer;
    s->capacity = capacity;
    status = pass(s, NULL);
    if (status != PRM_OK)
        return status;
    s->input = PRM_NO_PLACEHOLDER;
    if (s->size >= capacity)
        return PRM_NO_SPACE;
    s->capacity = 0;
    status = pass(s, buffer);
    buffer[s->size] = '\0';
    return status;
}

static void note(prm_report *report, const slot *s, prm_id id, prm_status status)
{
    report->status = status;
    report->id = id < 0xFFFF ? (uint16_t)id : 0xFFFF;
    report->placeholder = report->field = status == PRM_OK ? PRM_NO_PLACEHOLDER : s->input;
    report->row = PRM_NO_ROW;
    report->size = s->size;
    report->pieces = 0;
    report->code = 0;
}

prm_status prm_render_plain(const prm_pack *pack, prm_id id, const void *args, char *buffer, size_t capacity,
                            prm_report *report)
{
    slot s;
    prm_status status;

    s.input = PRM_NO_PLACEHOLDER;
    s.size = 0;
    status = begin(&s, pack, id, args);
    if (status == PRM_OK)
        status = render(&s, buffer, capacity);
    if (report)
        note(report, &s, id, status);
    return status;
}

#endif
