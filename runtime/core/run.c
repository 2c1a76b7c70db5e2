#include "run.h"

#include <promptrom/fence.h>

#include "apart.h"
#include "range.h"
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

#ifdef QUICK

/* No stretch is longer than eight times UINT32_MAX, so that it is enough to look at the sum now and then. */
enum { MOST = 1 << 16 };

static inline bool is_too_much(const run *r, size_t bytes)
{
    (void)r;
    (void)bytes;
    return false;
}

static inline prm_text *end_of_list(const run *r, const prm_batch *b)
{
    return (size_t)(b->list + b->room - r->to) > MOST ? r->to + MOST : b->list + b->room;
}

#else

static inline bool is_too_much(const run *r, size_t bytes)
{
    return bytes >= PRM_RAW - r->size;
}

static inline prm_text *end_of_list(const run *r, const prm_batch *b)
{
    (void)r;
    return b->list + b->room;
}

#endif

static inline void load(run *r, const prm_walk *w, const prm_batch *b)
{
    r->at = w->from;
    r->at_value = (w->state & PRM_WALK_VALUE) != 0;
    r->to = b->list + b->used;
    r->end = (w->state & PRM_WALK_HOLDING) ? r->to : end_of_list(r, b);
    r->size = b->size;
}

static inline void store(const run *r, prm_walk *w, prm_batch *b)
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
    if (r->to == r->end || is_too_much(r, bytes))
        return false;
    r->to->data = data;
    r->to->size = size;
    r->to++;
    r->size += bytes;
    return true;
}

/* Where a pass has shown that all is well, nothing is weighed again: after a pass stretches may be raw. */
static inline bool put_filtered(run *r, prm_walk *w, const prm_batch *b, unsigned filter, prm_text text)
{
    size_t weight, raw;

    if ((w->facts & (PRM_WALK_CHECKED | PRM_WALK_SOURCED)) == PRM_WALK_CHECKED)
        return put(r, text.data, text.size | PRM_RAW, text.size);
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
    return (uint64_t)r->at->offset + r->at->size <= w->home->pool_size;
}

#ifdef QUICK

/* A value and its filter, found somewhere else. data: NULL if it is none, or one that no stretch holds. */
typedef struct { prm_text text; unsigned filter; } other;

/* A value of an unusual kind: what is fenced or JSON already is looked at here. */
PRM_APART static other look_at_other(const prm_walk *w, const prm_segment *s)
{
    other found = { { NULL, 0 }, 0 };
    prm_piece piece;

    piece.filter = 0;
    piece.data = NULL;     /* a number of rows stays without */
    piece.segment = PRM_NO_SEGMENT;
    if (prm_value(w, s, &piece) != PRM_OK)
        return found;
    if ((piece.filter & PRM_FILTER_FENCE)
        && prm_fence_find(piece.data, piece.size, piece.fence, piece.fence_size) > 0)
        return found;
    if ((piece.filter & PRM_FILTER_JSON) && !prm_json_well_formed(piece.data, piece.size))
        return found;
    found.text = prm_bytes(piece.data, piece.size);
    found.filter = piece.filter & (PRM_FILTER_ESCAPE | PRM_FILTER_REPAIR);
    return found;
}

/* The same, for a value that is in registers. */
static inline bool find_other(const prm_walk *w, const prm_segment *s, prm_text *value, unsigned *filter)
{
    const other found = look_at_other(w, s);

    *value = found.text;
    *filter = found.filter;
    return found.text.data != NULL;
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

static inline bool is_apart(const prm_walk *w, const void *data, size_t size)
{
    return prm_apart(data, size, (uintptr_t)w->buffer, w->capacity);
}

/* Rows have been found apart from the buffer as a whole. */
static inline bool in_row(const prm_field *field)
{
    return (field->kind & 3u << PRM_FIELD_LEVEL) != 0;
}

static inline bool find_text(const prm_walk *w, const prm_field *field, const prm_text *at, uint32_t limit,
                             prm_text *value)
{
    value->data = at->data;
    value->size = at->size;
    return (in_row(field) || is_apart(w, at, sizeof *at)) && value->data && value->size <= limit
           && (value->size == 0 || is_apart(w, value->data, value->size));
}

static inline bool find_integer(const prm_walk *w, const prm_field *field, const prm_integer *at, prm_text *value)
{
    value->data = at->digits;
    value->size = at->size;
    return (in_row(field) || is_apart(w, at, sizeof *at)) && value->size - 1 < sizeof at->digits;
}

/* A number that has to lie in a range; trait: the number of that. */
static inline bool find_ranged(const prm_walk *w, const prm_field *field, const prm_integer *at, unsigned trait,
                               prm_text *value)
{
    const prm_trait *const range = w->root->traits + trait;

    value->data = at->digits;
    value->size = at->size;
    if (trait + 2 < w->root->trait_count && (in_row(field) || is_apart(w, at, sizeof *at))
        && prm_surely_in_range(range, value->data, value->size))
        return true;
    return trait < w->root->trait_count && find_integer(w, field, at, value)
           && prm_value_in_range(w, range, value->data, value->size) == PRM_OK;
}

/* The value that comes next. false: it is none, or one that no stretch holds. */
static inline bool find_value(const run *r, const prm_walk *w, prm_text *value, unsigned *filter)
{
    const unsigned op = r->at->op, input = op & PRM_OP_INPUT;
    const prm_field *const field = w->map + input;
    const char *base;
    unsigned trait;

    if (input >= w->span)
        return false;
    base = prm_walk_base(w, field);
    trait = (unsigned)field->kind >> PRM_FIELD_TRAIT;
    if (base == NULL)
        return find_other(w, r->at, value, filter);
    base += field->offset;
    switch (field->kind & PRM_FIELD_KIND) {
    case PRM_FIELD_RANGED:
        return find_ranged(w, field, (const prm_integer *)(const void *)base, trait, value);
    case PRM_FIELD_INTEGER:
        return trait < w->root->trait_count
               && find_integer(w, field, (const prm_integer *)(const void *)base, value);
    case PRM_FIELD_TEXT:
        *filter = (op & PRM_OP_QUOTED) ? w->quoted : w->values;
        return trait < w->root->trait_count
               && find_text(w, field, (const prm_text *)(const void *)base, w->root->traits[trait].limit, value);
    default:
        return find_other(w, r->at, value, filter);
    }
}

static inline bool put_text(run *r, prm_walk *w, const prm_batch *b, unsigned filter, prm_text text)
{
    if (text.size == 0)
        return true;
    return PRM_LIKELY(filter == 0) ? put(r, text.data, text.size, text.size) : put_filtered(r, w, b, filter, text);
}

static inline stop stopped(const run *r)
{
    return r->to == r->end ? AT_BYTES : AT_OTHER;
}

/* Puts pieces up to a control segment or the end of the run, if it can. */
static inline stop put_pieces(run *r, prm_walk *w, const prm_batch *b)
{
    bool at_value = r->at_value;

    for (;;) {
        prm_text text = { NULL, 0 };     /* not all compilers see that it is found first */
        unsigned filter = 0;
        if (!at_value) {
            if (r->at == w->to || (r->at->op & PRM_OP_CONTROL))
                return AT_CONTROL;
            if (!find_literal(r, w, &text))
                return AT_OTHER;
            if (!put_text(r, w, b, w->literals, text))
                return stopped(r);
            if (!(r->at->op & PRM_OP_VALUE)) {
                r->at++;
                continue;
            }
        }
        at_value = false;
        r->at_value = true;
        if (!find_value(r, w, &text, &filter))
            return AT_OTHER;
        if (!put_text(r, w, b, filter, text))
            return stopped(r);
        r->at_value = false;
        r->at++;
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

/* The argument that the control segment asks about, if it is of that kind and not in the buffer; else NULL. */
static inline const void *find_argument(const run *r, const prm_walk *w, unsigned kind, size_t size)
{
    const unsigned input = r->at->op & PRM_OP_INPUT;
    const prm_field *const field = w->map + input;
    const char *base;

    if (input >= w->span || (field->kind & PRM_FIELD_KIND) != kind)
        return NULL;
    base = prm_walk_base(w, field);
    return base && is_apart(w, base + field->offset, size) ? base + field->offset : NULL;
}

static inline bool pass_when(run *r, const prm_walk *w, bool wanted)
{
    const unsigned char *const flag = find_argument(r, w, PRM_FIELD_FLAG, sizeof(bool));
    const prm_rows *rows;

    if (flag)
        return skip(r, w, (*flag != 0) == wanted ? 0 : r->at->offset);
    rows = find_argument(r, w, PRM_FIELD_ROWS, sizeof *rows);
    return rows && skip(r, w, (rows->count > 0) == wanted ? 0 : r->at->offset);
}

static inline bool pass_choice(run *r, const prm_walk *w)
{
    const prm_choice *const choice = find_argument(r, w, PRM_FIELD_CHOICE, sizeof *choice);
    unsigned trait;

    if (choice == NULL || *choice == 0)
        return false;
    trait = (unsigned)w->map[r->at->op & PRM_OP_INPUT].kind >> PRM_FIELD_TRAIT;
    if (trait >= w->root->trait_count || *choice > w->root->traits[trait].limit >> 24)
        return false;
    return skip(r, w, *choice == r->at->size ? 0 : r->at->offset);
}

/* Whether a literal with bytes comes next, before which nothing is held. */
static inline bool literal_follows(const run *r, const prm_walk *w)
{
    const prm_segment *const next = r->at + 1;

    return next != w->to && !(next->op & PRM_OP_CONTROL) && next->size > 0 && prm_in_pool(w->home, next);
}

/* A part whose separator need not be held, since it is kept or has bytes. */
static inline bool pass_sure_part(run *r, prm_walk *w, prm_frame *frame)
{
    if (((frame->state & PRM_FRAME_STARTED) || (r->at->op & PRM_PART_AFTER)) && r->at->size > 0
        && !put(r, w->home->pool + r->at->offset, r->at->size, r->at->size))
        return false;
    frame->state |= PRM_FRAME_STARTED;
    r->at++;
    return true;
}

static inline bool pass_part(run *r, prm_walk *w)
{
    prm_frame *const frame = &w->frame[w->depth - 1];
    const bool kept = r->at->op & PRM_PART_KEEP;

    if (!prm_in_pool(w->home, r->at))
        return false;
    if (!(w->state & PRM_WALK_HOLDING) && !w->literals && (kept || literal_follows(r, w)))
        return pass_sure_part(r, w, frame);
    if (kept)
        return false;
    frame->held = (uint16_t)(w->to - r->at);
    frame->state &= (uint8_t)~PRM_FRAME_PARTING;
    if (r->at->size > 0)
        frame->state |= PRM_FRAME_PARTING;
    if (r->at->op & PRM_PART_AFTER)
        frame->state |= PRM_FRAME_STARTED;
    w->state |= PRM_WALK_HOLDING;
    r->end = r->to;
    r->at++;
    return true;
}

/* ---- calls: where nothing is overlaid, and the bytes go where those around them go ---- */

static inline const prm_segment *table_of(const prm_walk *w, const prm_frame *frame)
{
    return w->root->segments[(frame->state & PRM_FRAME_QUOTED) && w->root->segments[1]];
}

/* The end of a frame's code. */
static inline const prm_segment *end_of(const prm_walk *w, const prm_frame *frame)
{
    const prm_entry *const entry = &w->root->entries[frame->entry];

    return table_of(w, frame) + entry->first + entry->count;
}

static inline void set_map(prm_walk *w, uint32_t number)
{
    const uint32_t left = w->root->field_count - number;

    w->map = w->root->fields + number;
    w->span = (uint16_t)(left > PRM_OP_INPUT ? PRM_OP_INPUT + 1 : left);
}

static inline void add_frame(prm_walk *w, unsigned state)
{
    prm_frame *const frame = &w->frame[w->depth++];

    frame->held = 0;
    frame->entry = w->entry;
    frame->state = (uint8_t)state;
    frame->levels = w->levels;
}

static inline bool pass_call(run *r, prm_walk *w)
{
    const prm_segment *const s = r->at;
    const prm_pack *const root = w->root;
    prm_frame *const frame = &w->frame[w->depth - 1];
    const prm_entry *const entry = root->entries + s->size;
    const uint32_t map = (uint32_t)(w->map - root->fields) + s->offset;
    const unsigned state = (frame->state & PRM_FRAME_QUOTED) | (s->op & PRM_CALL_BOUND ? PRM_FRAME_BOUND : 0);

    if (w->view != root || (s->op & PRM_CALL_QUOTE) || s->size >= root->entry_count || map > root->field_count
        || entry->first > root->segment_count || entry->count > root->segment_count - entry->first
        || (!(entry->flags & PRM_ENTRY_PLAIN) && w->depth == PRM_MAX_DEPTH))
        return false;
    frame->left = (uint16_t)(w->to - s - 1);
    r->at = table_of(w, frame) + entry->first;
    w->to = r->at + entry->count;
    w->entry = s->size;
    set_map(w, map);
    if (entry->flags & PRM_ENTRY_PLAIN)
        w->state |= PRM_WALK_PLAIN;
    else
        add_frame(w, state);
    return true;
}

/* Back from what pass_call() could have called. */
static inline bool pass_end(run *r, prm_walk *w)
{
    const unsigned own = (w->state & PRM_WALK_PLAIN) ? 0 : 1;
    const prm_frame *frame;
    const prm_segment *end, *back;

    if (w->depth <= own || w->view != w->root || (own && w->levels != w->frame[w->depth - 1].levels))
        return false;
    frame = &w->frame[w->depth - own - 1];
    end = end_of(w, frame);
    back = end - frame->left;
    if (back[-1].op & PRM_CALL_QUOTE)
        return false;
    r->at = back;
    w->to = end;
    w->entry = frame->entry;
    w->depth = (uint8_t)(w->depth - own);
    w->state &= (uint8_t)~PRM_WALK_PLAIN;
    set_map(w, (uint32_t)(w->map - w->root->fields) - back[-1].offset);
    return true;
}

/* ---- rows of an array ---- */

/* The trait of the rows is there, since their loop has begun. */
static inline bool pass_row(run *r, prm_walk *w)
{
    const prm_segment *const s = r->at;
    prm_level *const level = &w->level[w->levels > 0 ? w->levels - 1 : 0];
    const prm_rows *rows;
    unsigned trait;
    size_t size;
    const char *row;

    if (w->levels <= w->frame[w->depth - 1].levels || (size_t)(s - level->body) != s->offset
        || ((s->op ^ level->body[-1].op) & PRM_OP_INPUT))
        return false;
    if (level->left == 1) {
        w->base[w->levels--] = NULL;
        return skip(r, w, 0);
    }
    rows = find_argument(r, w, PRM_FIELD_ROWS, sizeof *rows);
    if (rows == NULL || rows->source)
        return false;
    trait = (unsigned)w->map[s->op & PRM_OP_INPUT].kind >> PRM_FIELD_TRAIT;
    size = w->root->traits[trait].standby & 0xFFFF;
    row = (const char *)rows->data + (level->first + level->index + 1) * size;
    if (!is_apart(w, row, size))
        return false;
    level->left--;
    level->index++;
    w->base[w->levels] = row;
    r->at = level->body;
    return true;
}

/* ---- separators ---- */

/* The separator that a frame holds; NULL: it does not go out as it lies, or its code may be another's. */
static inline const prm_segment *held_by(const prm_walk *w, const prm_frame *frame)
{
    if (frame == &w->frame[w->depth - 1] && !(w->state & PRM_WALK_PLAIN))
        return w->literals ? NULL : w->to - frame->held;
    return w->view != w->root || (w->quoted && !w->root->segments[1]) ? NULL : end_of(w, frame) - frame->held;
}

static inline bool put_held(run *r, const prm_walk *w, const prm_frame *frame)
{
    const prm_segment *const held = held_by(w, frame);

    return held && (held->size == 0 || put(r, w->home->pool + held->offset, held->size, held->size));
}

/* Puts the separators before the bytes at hand, as prm_walk_release() would. false: some are still held. */
static inline bool pass_separators(run *r, prm_walk *w, const prm_batch *b)
{
    prm_frame *frame = w->frame, *const end = frame + w->depth;

    if (!(w->state & PRM_WALK_HOLDING))
        return false;
    r->end = end_of_list(r, b);
    for (; frame != end; frame++) {
        if (frame->held == 0)
            continue;
        if ((frame->state & PRM_FRAME_STARTED) && !put_held(r, w, frame))
            return false;
        frame->held = 0;
        frame->state |= PRM_FRAME_STARTED;
    }
    w->state &= (uint8_t)~PRM_WALK_HOLDING;
    return true;
}

/* Passes what is usual between pieces, as prm_walk_step() and prm_walk_release() would, without a detour through
 * memory. false: that is for them to do. */
static inline bool pass(run *r, prm_walk *w, const prm_batch *b, stop at)
{
    if (at == AT_BYTES)
        return pass_separators(r, w, b);
    if (at != AT_CONTROL)
        return false;
    if (r->at == w->to)
        return pass_end(r, w);
    if (w->state & PRM_WALK_PLAIN)
        return false;
    switch (r->at->op & PRM_OP_CODE) {
    case PRM_OP_PART:   return pass_part(r, w);
    case PRM_OP_CALL:   return pass_call(r, w);
    case PRM_OP_NEXT:   return pass_row(r, w);
    case PRM_OP_WHEN:   return pass_when(r, w, true);
    case PRM_OP_UNLESS: return pass_when(r, w, false);
    case PRM_OP_CASE:   return pass_choice(r, w);
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
        if (b->size >= PRM_RAW / 2 || ((w->state & PRM_WALK_DUE) && !prm_walk_release(w, b)))
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
