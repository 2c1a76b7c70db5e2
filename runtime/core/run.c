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
    unsigned           filtered;    /* segments whose values do not go out unseen: bits of their operations */
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
    r->filtered = (w->literals | w->values) ? PRM_OP_VALUE | PRM_OP_QUOTED : PRM_OP_QUOTED;
    resume(r, w, b);
}

static inline bool put(run *r, const char *data, size_t size)
{
    if (r->to == r->end)
        return false;
    r->to->data = data;
    r->to->size = size;
    r->to++;
    r->size += size;
    return true;
}

/* Whether bytes, at least one, lie in the buffer. */
static inline bool overlaps(const run *r, const void *data, size_t size)
{
    return (uintptr_t)data < r->buffer_end && ((uintptr_t)data >= r->buffer || r->buffer - (uintptr_t)data < size);
}

/* Whether bytes go out as they are. */
static inline bool is_plain(unsigned filter, const char *data, size_t size)
{
    return filter == 0 || (filter < PRM_FILTER_NUMBER && prm_json_plain(data, size) == size);
}

static inline bool put_literal(run *r, const prm_walk *w, const prm_segment *s)
{
    if ((uint64_t)s->offset + s->size > r->pool_size)
        return false;
    if (s->size == 0)
        return true;
    if ((r->filtered & PRM_OP_VALUE) && !is_plain(w->literals, r->pool + s->offset, s->size))
        return false;
    return put(r, r->pool + s->offset, s->size);
}

/* A value of any kind, if it goes out as it lies. */
PRM_APART static bool find_other(const prm_walk *w, const prm_segment *s, prm_text *value)
{
    prm_piece piece;

    memset(&piece, 0, sizeof piece);
    piece.segment = PRM_NO_SEGMENT;
    if (prm_value(w, s, &piece) != PRM_OK || piece.size > PRM_NO_LIMIT
        || !is_plain(piece.filter, piece.data, piece.size))
        return false;
    *value = prm_bytes(piece.data, piece.size);
    return true;
}

static inline bool find_text(const run *r, const prm_walk *w, const prm_text *at, const prm_trait *trait, prm_text *value)
{
    value->data = at->data;
    value->size = at->size;
    if (value->data == NULL || value->size > trait->limit || overlaps(r, at, sizeof *at))
        return false;
    if (value->size == 0)
        return true;
    if (overlaps(r, value->data, value->size))
        return false;
    if (!(r->at->op & r->filtered))
        return true;
    return is_plain((r->at->op & PRM_OP_QUOTED) ? w->quoted : w->values, value->data, value->size);
}

static inline bool find_integer(const run *r, const prm_walk *w, const prm_integer *at, const prm_trait *trait,
                                bool ranged, prm_text *value)
{
    value->data = at->digits;
    value->size = at->size;
    return value->size - 1 < sizeof at->digits && !overlaps(r, at, sizeof *at)
           && (!ranged || prm_value_in_range(w, trait, value->data, value->size) == PRM_OK);
}

/* The value that comes next, if it goes out as it lies. */
static inline bool find_value(const run *r, const prm_walk *w, prm_text *value)
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
        return find_other(w, r->at, value);
    base += field->offset;
    if (kind == PRM_FIELD_TEXT)
        return find_text(r, w, (const prm_text *)(const void *)base, r->traits + trait, value);
    return find_integer(r, w, (const prm_integer *)(const void *)base, r->traits + trait, kind == PRM_FIELD_RANGED, value);
}

/* What is at hand when a run stops. */
typedef enum {
    AT_CONTROL,       /* a control segment or the end of the run */
    AT_BYTES,         /* bytes without room, or that separators come before */
    AT_OTHER          /* a piece that does not go out as it lies, or is none */
} stop;

/* Puts pieces up to a control segment or the end of the run, if it can. *value: it stops at a value. */
static inline stop put_pieces(run *r, const prm_walk *w, bool *at_value)
{
    const prm_segment *const to = w->to;
    prm_text value;

    for (;;) {
        if (!*at_value) {
            if (r->at == to || (r->at->op & PRM_OP_CONTROL))
                return AT_CONTROL;
            if (!put_literal(r, w, r->at))
                return r->to == r->end ? AT_BYTES : AT_OTHER;
            *at_value = (r->at->op & PRM_OP_VALUE) != 0;
        }
        if (*at_value) {
            if (!find_value(r, w, &value))
                return AT_OTHER;
            if (value.size > 0 && !put(r, value.data, value.size))
                return AT_BYTES;
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
