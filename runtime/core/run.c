#include "run.h"

#include "value.h"

#ifndef PRM_SMALL

/* What makes runs longer takes code and stack, of which machines of 32 bits may have little. */
#if UINTPTR_MAX > UINT32_MAX
#define QUICK
#endif

/* The place of a run and its batch, for registers to hold. */
typedef struct {
    const prm_segment *at;        /* its literal comes next, or its value */
    bool               at_value;
    prm_text          *to, *end;  /* no room is left while separators come before the next bytes */
    size_t             size;      /* less than PRM_RAW */
} run;

/* What is at hand when a run stops. */
typedef enum {
    AT_CONTROL,                   /* a control segment or the end of the run */
    AT_BYTES,                     /* bytes without room, or that separators come before */
    AT_OTHER                      /* a piece that no stretch holds, or an error */
} stop;

static void load(run *r, const prm_walk *w, const prm_batch *b)
{
    r->at = w->from;
    r->at_value = (w->state & PRM_WALK_VALUE) != 0;
    r->to = b->list + b->used;
    r->end = (w->state & PRM_WALK_HOLDING) ? r->to : b->list + b->room;
    r->size = b->size;
}

static void store(const run *r, prm_walk *w, prm_batch *b)
{
    w->from = r->at;
    w->state &= (uint8_t)~PRM_WALK_VALUE;
    if (r->at_value)
        w->state |= PRM_WALK_VALUE;
    b->used = (size_t)(r->to - b->list);
    b->size = r->size;
}

/* Adds a stretch, which comes out as so many bytes. false: there is no room. */
static inline bool put(run *r, const char *data, size_t size, size_t bytes)
{
    if (r->to == r->end || bytes >= PRM_RAW - r->size)
        return false;
    r->to->data = data;
    r->to->size = size;
    r->to++;
    r->size += bytes;
    return true;
}

/* Where a pass has shown that all is well, nothing is weighed again: stretches may be raw then, or are pieces. */
static inline bool put_filtered(run *r, prm_walk *w, const prm_batch *b, unsigned filter, prm_text text)
{
    size_t weight, raw;

    if ((w->facts & (PRM_WALK_CHECKED | PRM_WALK_SOURCED)) == PRM_WALK_CHECKED)
        return b->raw && filter < PRM_FILTER_NUMBER && put(r, text.data, text.size | PRM_RAW, text.size);
    if (filter >= PRM_FILTER_NUMBER)
        return false;
    weight = prm_json_weigh(text.data, text.size, filter & PRM_FILTER_REPAIR);
    raw = weight & PRM_RAW;
    if (weight == 0 || (raw && !b->raw) || !put(r, text.data, text.size | raw, weight - raw))
        return false;
    if (raw)
        w->facts |= PRM_WALK_FILTERED;
    return true;
}

static inline bool find_literal(const run *r, const prm_walk *w, prm_text *text)
{
    text->data = w->home->pool + r->at->offset;
    text->size = r->at->size;
    return prm_in_pool(w->home, r->at);
}

#ifdef QUICK

/* A value of an unusual kind. */
PRM_APART static bool find_other(const prm_walk *w, const prm_segment *s, prm_text *value, unsigned *filter)
{
    prm_piece piece;

    piece.filter = 0;
    piece.segment = PRM_NO_SEGMENT;
    if (prm_value(w, s, &piece) != PRM_OK)
        return false;
    *value = prm_bytes(piece.data, piece.size);
    *filter = piece.filter;
    return true;
}

#else

/* It would take too much stack here. */
static inline bool find_other(const prm_walk *w, const prm_segment *s, prm_text *value, unsigned *filter)
{
    (void)w;
    (void)s;
    (void)value;
    (void)filter;
    return false;
}

#endif

static inline bool find_text(const prm_walk *w, const prm_text *at, const prm_trait *trait, prm_text *value)
{
    value->data = at->data;
    value->size = at->size;
    return value->data && value->size <= trait->limit && !prm_walk_overlaps(w, at, sizeof *at)
           && !prm_walk_overlaps(w, value->data, value->size);
}

static inline bool find_integer(const prm_walk *w, const prm_integer *at, const prm_trait *trait, bool ranged,
                                prm_text *value)
{
    value->data = at->digits;
    value->size = at->size;
    return value->size - 1 < sizeof at->digits && !prm_walk_overlaps(w, at, sizeof *at)
           && (!ranged || prm_value_in_range(w, trait, value->data, value->size) == PRM_OK);
}

/* The value that comes next. false: it is none, or one that no stretch holds. */
static inline bool find_value(const run *r, const prm_walk *w, prm_text *value, unsigned *filter)
{
    const unsigned op = r->at->op, input = op & PRM_OP_INPUT;
    const prm_field *const field = w->map + input;
    const char *base;
    unsigned kind, trait;

    if (input >= w->span)
        return false;
    kind = field->kind & PRM_FIELD_KIND;
    base = w->base[field->kind >> PRM_FIELD_LEVEL & 3u];
    trait = (unsigned)field->kind >> PRM_FIELD_TRAIT;
    if (kind > PRM_FIELD_RANGED || base == NULL || trait >= w->root->trait_count)
        return find_other(w, r->at, value, filter);
    base += field->offset;
    if (kind != PRM_FIELD_TEXT)
        return find_integer(w, (const prm_integer *)(const void *)base, w->root->traits + trait,
                            kind == PRM_FIELD_RANGED, value);
    *filter = (op & PRM_OP_QUOTED) ? w->quoted : w->values;
    return find_text(w, (const prm_text *)(const void *)base, w->root->traits + trait, value);
}

/* Puts pieces up to a control segment or the end of the run, if it can. */
static inline stop put_pieces(run *r, prm_walk *w, const prm_batch *b)
{
    for (;;) {
        prm_text text;
        unsigned filter = 0;
        if (r->at_value) {
            if (!find_value(r, w, &text, &filter))
                return AT_OTHER;
        } else {
            if (r->at == w->to || (r->at->op & PRM_OP_CONTROL))
                return AT_CONTROL;
            if (!find_literal(r, w, &text))
                return AT_OTHER;
            filter = w->literals;
        }
        if (text.size > 0) {
            if (!(filter ? put_filtered(r, w, b, filter, text) : put(r, text.data, text.size, text.size)))
                return r->to == r->end ? AT_BYTES : AT_OTHER;
        }
        r->at_value = !r->at_value && (r->at->op & PRM_OP_VALUE);
        r->at += !r->at_value;
    }
}

#ifdef QUICK

/* Past a control segment and as many more behind it. */
static inline bool skip(run *r, const prm_walk *w, size_t count)
{
    if (count >= (size_t)(w->to - r->at))
        return false;
    r->at += 1 + count;
    return true;
}

static inline bool pass_flag(run *r, const prm_walk *w, bool wanted)
{
    const unsigned input = r->at->op & PRM_OP_INPUT;
    const prm_field *const field = w->map + input;
    const char *base;

    if (input >= w->span || (field->kind & PRM_FIELD_KIND) != PRM_FIELD_FLAG)
        return false;
    base = w->base[field->kind >> PRM_FIELD_LEVEL & 3u];
    if (base == NULL || prm_walk_overlaps(w, base + field->offset, sizeof(bool)))
        return false;
    return skip(r, w, (base[field->offset] != 0) == wanted ? 0 : r->at->offset);
}

/* A part that counts only if it has bytes. */
static inline bool pass_part(run *r, prm_walk *w)
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

/* Puts the separator before the bytes at hand where the innermost frame alone holds one. false: nothing is done. */
static inline bool pass_separator(run *r, prm_walk *w, const prm_batch *b)
{
    prm_frame *frame = w->frame;
    const prm_segment *held;

    if (!(w->state & PRM_WALK_HOLDING) || (w->state & PRM_WALK_PLAIN) || w->literals)
        return false;
    for (; frame != &w->frame[w->depth - 1]; frame++)
        if (frame->held)
            return false;
    held = w->to - frame->held;
    r->end = b->list + b->room;
    if (frame->held == 0 || ((frame->state & PRM_FRAME_STARTED) && held->size > 0
                             && !put(r, w->home->pool + held->offset, held->size, held->size))) {
        r->end = r->to;
        return false;
    }
    frame->held = 0;
    frame->state |= PRM_FRAME_STARTED;
    w->state &= (uint8_t)~PRM_WALK_HOLDING;
    return true;
}

/* Passes what is usual between pieces, as prm_walk_step() and prm_walk_release() would, without a detour through
 * memory. false: nothing has been done. */
static inline bool pass(run *r, prm_walk *w, const prm_batch *b, stop at)
{
    if (at == AT_BYTES)
        return pass_separator(r, w, b);
    if (at != AT_CONTROL || r->at == w->to || (w->state & PRM_WALK_PLAIN))
        return false;
    switch (r->at->op & PRM_OP_CODE) {
    case PRM_OP_PART:   return pass_part(r, w);
    case PRM_OP_WHEN:   return pass_flag(r, w, true);
    case PRM_OP_UNLESS: return pass_flag(r, w, false);
    case PRM_OP_SKIP:   return skip(r, w, r->at->offset);
    default:            return false;
    }
}

#else

static inline bool pass(run *r, prm_walk *w, const prm_batch *b, stop at)
{
    (void)r;
    (void)w;
    (void)b;
    (void)at;
    return false;
}

#endif

/* Writes the separators before the bytes at hand, if any are held. */
static bool make_way(prm_walk *w, prm_batch *b)
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
    for (;;) {
        stop at;
        prm_status status;
        if (b->size >= PRM_RAW || ((w->state & PRM_WALK_DUE) && !prm_walk_release(w, b)))
            return PRM_OK;
        load(&r, w, b);
        do {
            at = put_pieces(&r, w, b);
        } while (pass(&r, w, b, at));
        store(&r, w, b);
        if (at == AT_BYTES && make_way(w, b))
            continue;
        if (at != AT_CONTROL || ((w->facts & PRM_WALK_SOURCED) && b->used > 0))
            return PRM_OK;
        status = prm_walk_step(w);
        if (status != PRM_OK)
            return status;
    }
}

#else

typedef int prm_run_is_for_fast_code;

#endif
