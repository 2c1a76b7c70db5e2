#include "run.h"

#include "json.h"
#include "value.h"

/* A run and where its stretches go, for registers to hold. */
typedef struct {
    const prm_segment *at;          /* its literal comes next, or its value */
    const char        *pool;
    const prm_field   *map;
    const prm_trait   *traits;
    uintptr_t          buffer, buffer_end;
    prm_text          *to;
    prm_text          *end;         /* without room while separators come before the next bytes */
    uint64_t           size;        /* no run of 32-bit limits makes this overflow */
    uint32_t           pool_size;
    unsigned           span, trait_count;
    unsigned           literals;    /* their filter */
    unsigned           filtered;    /* operations of segments whose values have a filter, those bits */
    size_t             raw;         /* PRM_RAW if the batch may hold such stretches */
    size_t             escaped;     /* PRM_RAW if it holds one */
} run;

/* Where the walk and the batch stand. */
static inline void resume(run *r, const prm_walk *w, const prm_batch *b)
{
    r->at = w->from;
    r->to = b->list + b->used;
    r->end = (w->state & PRM_WALK_HOLDING) ? r->to : b->list + b->room;
    r->size = b->size;
}

static inline void begin(run *r, const prm_walk *w, const prm_batch *b)
{
    r->pool = w->home->pool;
    r->map = w->map;
    r->traits = w->root->traits;
    r->buffer = (uintptr_t)w->buffer;
    r->buffer_end = w->capacity > UINTPTR_MAX - r->buffer ? UINTPTR_MAX : r->buffer + w->capacity;
    r->pool_size = w->home->pool_size;
    r->span = w->span;
    r->trait_count = w->root->trait_count;
    r->literals = w->literals;
    r->filtered = w->values ? PRM_OP_VALUE | PRM_OP_QUOTED : PRM_OP_QUOTED;
    r->raw = b->raw ? PRM_RAW : 0;
    r->escaped = 0;
    resume(r, w, b);
}

/* Adds a stretch, which comes out as so many bytes. false: there is no room. */
static inline bool put(run *r, const char *data, size_t size, size_t bytes)
{
    if (r->to == r->end)
        return false;
    r->to->data = data;
    r->to->size = size;
    r->to++;
    r->size += bytes;
    return true;
}

/* Whether bytes, at least one, lie in the buffer. */
static inline bool overlaps(const run *r, const void *data, size_t size)
{
    return (uintptr_t)data < r->buffer_end && ((uintptr_t)data >= r->buffer || r->buffer - (uintptr_t)data < size);
}

/* Bytes that a text comes out as behind a filter, with PRM_RAW if they are not the text's own; 0: this needs a look
 * at the piece. */
PRM_APART static size_t weigh(unsigned filter, const char *data, size_t size)
{
    size_t bytes;

    if (filter >= PRM_FILTER_NUMBER || size >= PRM_RAW / 8)
        return 0;
    if (filter == 0 || prm_json_clean(data, size))
        return size;
    if (prm_json_size(data, size, filter & PRM_FILTER_REPAIR, &bytes) != PRM_OK)
        return 0;
    return bytes == size && !(filter & PRM_FILTER_REPAIR) ? size : bytes | PRM_RAW;
}

static inline bool put_filtered(run *r, unsigned filter, const char *data, size_t size)
{
    const size_t weight = weigh(filter, data, size), raw = weight & PRM_RAW;

    if (weight == 0 || raw > r->raw || !put(r, data, size | raw, weight - raw))
        return false;
    r->escaped |= raw;
    return true;
}

static inline bool put_literal(run *r)
{
    const char *const data = r->pool + r->at->offset;
    const size_t size = r->at->size;

    if ((uint64_t)r->at->offset + size > r->pool_size)
        return false;
    if (size == 0)
        return true;
    return r->literals ? put_filtered(r, r->literals, data, size) : put(r, data, size, size);
}

/* A value of an unusual kind. false: it is none, or one that no stretch holds. */
PRM_APART static bool find_other(const prm_walk *w, const prm_segment *s, prm_text *value, unsigned *filter)
{
    prm_piece piece;

    memset(&piece, 0, sizeof piece);
    piece.segment = PRM_NO_SEGMENT;
    if (prm_value(w, s, &piece) != PRM_OK || piece.size > PRM_NO_LIMIT)
        return false;
    *value = prm_bytes(piece.data, piece.size);
    *filter = piece.filter;
    return true;
}

static inline bool find_text(const run *r, const prm_text *at, const prm_trait *trait, prm_text *value)
{
    value->data = at->data;
    value->size = at->size;
    return value->data && value->size <= trait->limit && !overlaps(r, at, sizeof *at)
           && (value->size == 0 || !overlaps(r, value->data, value->size));
}

static inline bool find_integer(const run *r, const prm_walk *w, const prm_integer *at, const prm_trait *trait,
                                bool ranged, prm_text *value)
{
    value->data = at->digits;
    value->size = at->size;
    return value->size - 1 < sizeof at->digits && !overlaps(r, at, sizeof *at)
           && (!ranged || prm_value_in_range(w, trait, value->data, value->size) == PRM_OK);
}

/* The value that comes next. false: it is none, or one that no stretch holds. */
static inline bool find_value(const run *r, const prm_walk *w, prm_text *value, unsigned *filter)
{
    const unsigned input = r->at->op & PRM_OP_INPUT;
    const prm_field *const field = r->map + input;
    const char *base;
    unsigned kind, trait;

    if (input >= r->span)
        return false;
    kind = field->kind & PRM_FIELD_KIND;
    base = w->base[field->kind >> PRM_FIELD_LEVEL & 3u];
    trait = (unsigned)field->kind >> PRM_FIELD_TRAIT;
    if (kind > PRM_FIELD_RANGED || base == NULL || trait >= r->trait_count)
        return find_other(w, r->at, value, filter);
    base += field->offset;
    if (kind != PRM_FIELD_TEXT)
        return find_integer(r, w, (const prm_integer *)(const void *)base, r->traits + trait,
                            kind == PRM_FIELD_RANGED, value);
    if (r->at->op & r->filtered)
        *filter = (r->at->op & PRM_OP_QUOTED) ? w->quoted : w->values;
    return find_text(r, (const prm_text *)(const void *)base, r->traits + trait, value);
}

static inline bool put_value(run *r, unsigned filter, prm_text value)
{
    if (value.size == 0)
        return true;
    return filter ? put_filtered(r, filter, value.data, value.size) : put(r, value.data, value.size, value.size);
}

/* What is at hand when a run stops. */
typedef enum {
    AT_CONTROL,       /* a control segment or the end of the run */
    AT_BYTES,         /* bytes without room, or that separators come before */
    AT_OTHER          /* a piece that does not go out as it lies, or is none */
} stop;

/* Puts pieces up to a control segment or the end of the run, if it can. */
static inline stop put_pieces(run *r, const prm_walk *w, bool *at_value)
{
    const prm_segment *const to = w->to;

    for (;;) {
        if (!*at_value) {
            if (r->at == to || (r->at->op & PRM_OP_CONTROL))
                return AT_CONTROL;
            if (!put_literal(r))
                return r->to == r->end ? AT_BYTES : AT_OTHER;
            *at_value = (r->at->op & PRM_OP_VALUE) != 0;
        }
        if (*at_value) {
            prm_text value;
            unsigned filter = 0;
            if (!find_value(r, w, &value, &filter))
                return AT_OTHER;
            if (!put_value(r, filter, value))
                return r->to == r->end ? AT_BYTES : AT_OTHER;
        }
        r->at++;
        *at_value = false;
    }
}

/* Back to memory. false: there are more bytes than can be counted. */
static inline bool store(const run *r, prm_walk *w, prm_batch *b, bool at_value)
{
    if (r->size > SIZE_MAX / 2)
        return false;
    w->from = r->at;
    if (r->escaped)
        w->facts |= PRM_WALK_FILTERED;
    w->state &= (uint8_t)~PRM_WALK_VALUE;
    if (at_value)
        w->state |= PRM_WALK_VALUE;
    b->used = (size_t)(r->to - b->list);
    b->size = (size_t)r->size;
    return true;
}

/* Whether a step over what comes next leads into other code. */
static inline bool leads_away(const prm_walk *w)
{
    return w->from == w->to || (w->from->op & PRM_OP_CODE) == PRM_OP_CALL;
}

#ifndef PRM_SMALL

static inline bool skip_unless(run *r, const prm_walk *w, bool taken)
{
    const size_t count = taken ? 0 : r->at->offset;

    if (count >= (size_t)(w->to - r->at))
        return false;
    r->at += 1 + count;
    return true;
}

static inline bool step_over_flag(run *r, const prm_walk *w, bool wanted)
{
    const unsigned input = r->at->op & PRM_OP_INPUT;
    const prm_field *const field = r->map + input;
    const char *base;

    if (input >= r->span || (field->kind & PRM_FIELD_KIND) != PRM_FIELD_FLAG)
        return false;
    base = w->base[field->kind >> PRM_FIELD_LEVEL & 3u];
    if (base == NULL || overlaps(r, base + field->offset, 1))
        return false;
    return skip_unless(r, w, (base[field->offset] != 0) == wanted);
}

static inline bool step_over_part(run *r, prm_walk *w)
{
    prm_frame *const frame = &w->frame[w->depth - 1];

    if ((r->at->op & PRM_PART_KEEP) || !prm_in_pool(w->home, r->at))
        return false;
    frame->held = (uint16_t)(w->to - r->at);
    if (r->at->op & PRM_PART_AFTER)
        frame->state |= PRM_FRAME_STARTED;
    w->state |= PRM_WALK_HOLDING;
    r->end = r->to;
    r->at++;
    return true;
}

/* The usual control segments, as prm_walk_step() would. false: nothing has been done. */
static inline bool step_over(run *r, prm_walk *w)
{
    if (r->at == w->to || (w->state & PRM_WALK_PLAIN))
        return false;
    switch (r->at->op & PRM_OP_CODE) {
    case PRM_OP_PART:   return step_over_part(r, w);
    case PRM_OP_WHEN:   return step_over_flag(r, w, true);
    case PRM_OP_UNLESS: return step_over_flag(r, w, false);
    case PRM_OP_SKIP:   return skip_unless(r, w, false);
    default:            return false;
    }
}

#else

static inline bool step_over(run *r, prm_walk *w)
{
    (void)r;
    (void)w;
    return false;
}

#endif

/* Writes the separators before the bytes at hand, if any are held. */
static inline bool make_way(prm_walk *w, prm_batch *b)
{
    if (!(w->state & PRM_WALK_HOLDING))
        return false;
    w->state |= PRM_WALK_DUE;
    return prm_walk_release(w, b);
}

prm_status prm_run(prm_walk *w, prm_batch *b)
{
    run r;

    if (w->state & PRM_WALK_GIVEN)
        prm_walk_move_on(w);
    if (b->size > SIZE_MAX / 2 || ((w->state & PRM_WALK_DUE) && !prm_walk_release(w, b)))
        return PRM_OK;
    begin(&r, w, b);
    for (;;) {
        bool at_value = (w->state & PRM_WALK_VALUE) != 0, away;
        stop at;
        prm_status status;
        do {
            at = put_pieces(&r, w, &at_value);
        } while (at == AT_CONTROL && step_over(&r, w));
        if (!store(&r, w, b, at_value) || at == AT_OTHER)
            return PRM_OK;
        if (at == AT_BYTES) {
            if (!make_way(w, b))
                return PRM_OK;
            resume(&r, w, b);
            continue;
        }
        if ((w->facts & PRM_WALK_SOURCED) && b->used > 0)
            return PRM_OK;
        away = leads_away(w);
        status = prm_walk_step(w);
        if (status != PRM_OK)
            return status;
        if ((w->state & PRM_WALK_DUE) && !prm_walk_release(w, b))
            return PRM_OK;
        if (away)
            begin(&r, w, b);
        else
            resume(&r, w, b);
    }
}
