#include "walk.h"

#include "json.h"
#include "run.h"
#include "value.h"

/* ---- entries ---- */

/* The pack that an entry lies in which there is: the first one from the top that replaces it, or the root. */
static const prm_pack *home_of(const prm_walk *w, unsigned id)
{
    const prm_pack *pack = w->view;

    while (PRM_HAS(OVERLAYS) && pack->base && pack->replaced[id] == PRM_NOT_REPLACED)
        pack = pack->base;
    return pack;
}

/* The number of that entry there. */
static unsigned number_in(const prm_pack *home, unsigned id)
{
    return PRM_HAS(OVERLAYS) && home->base ? home->replaced[id] : id;
}

/* An entry whose code lies in the tables; NULL: they are damaged. */
static const prm_entry *code_of(const prm_walk *w, unsigned id)
{
    const prm_pack *home;
    const prm_entry *entry;
    unsigned number;

    if (id >= w->root->entry_count)
        return NULL;
    home = home_of(w, id);
    number = number_in(home, id);
    if (number >= home->entry_count)
        return NULL;
    entry = &home->entries[number];
    return entry->first <= home->segment_count && entry->count <= home->segment_count - entry->first ? entry : NULL;
}

static const prm_segment *table_of(const prm_pack *home, bool inside)
{
    return home->segments[inside && home->segments[1]];
}

/* Filter of literals that lie in home: without a table of escaped ones they are escaped on the way. */
static uint8_t literal_filter(const prm_walk *w, const prm_pack *home, bool inside)
{
    return inside && !home->segments[1] ? w->quoted & PRM_FILTER_ESCAPE : 0;
}

/* Makes all of an entry the run, but for its map. NULL: the tables are damaged. */
static const prm_entry *set_run(prm_walk *w, unsigned id, bool inside)
{
    const prm_entry *const entry = code_of(w, id);

    if (!entry)
        return NULL;
    w->home = home_of(w, id);
    w->from = table_of(w->home, inside) + entry->first;
    w->to = w->from + entry->count;
    w->entry = (uint16_t)id;
    w->literals = literal_filter(w, w->home, inside);
    w->values = inside ? w->quoted : 0;
    w->state &= PRM_WALK_HOLDING | PRM_WALK_DUE;
    if (inside)
        w->state |= PRM_WALK_INSIDE;
    return entry;
}

/* Makes the fields from a number on the run's map. */
static prm_status set_map(prm_walk *w, uint32_t number)
{
    const uint32_t fields = w->root->field_count;

    if (number > fields)
        return PRM_BAD_TABLE;
    w->map = w->root->fields + number;
    w->span = (uint16_t)(fields - number > PRM_OP_INPUT ? PRM_OP_INPUT + 1 : fields - number);
    return PRM_OK;
}

static uint32_t map_number(const prm_walk *w)
{
    return (uint32_t)(w->map - w->root->fields);
}

static prm_frame *top(prm_walk *w)
{
    return &w->frame[w->depth - 1];
}

/* Segments of the run still to come: where a place is, in two bytes. */
static uint16_t left_in(const prm_walk *w)
{
    return (uint16_t)(w->to - w->from);
}

static prm_status push_frame(prm_walk *w, unsigned id, unsigned state)
{
    prm_frame *frame;

    if (w->depth == PRM_MAX_DEPTH)
        return PRM_TOO_DEEP;
    w->depth++;
    frame = top(w);
    frame->held = 0;
    frame->entry = (uint16_t)id;
    frame->state = (uint8_t)state;
    frame->levels = w->levels;
    return PRM_OK;
}

/* A plain entry becomes the run; any other gets a frame in that state as well. */
static prm_status enter(prm_walk *w, unsigned id, uint32_t map, unsigned state)
{
    const prm_entry *const entry = set_run(w, id, state & PRM_FRAME_QUOTED);

    if (!entry || set_map(w, map) != PRM_OK)
        return PRM_BAD_TABLE;
    if (!(entry->flags & PRM_ENTRY_PLAIN))
        return PRM_HAS(ASSEMBLIES) ? push_frame(w, id, state) : PRM_BAD_TABLE;
    w->state |= PRM_WALK_PLAIN;
    return PRM_OK;
}

/* The top frame's own code again, from where it called something, whose map tells where its own is. It was entered
 * before, so that this succeeds. */
static prm_status resume(prm_walk *w)
{
    const prm_frame *const frame = top(w);

    if (!set_run(w, frame->entry, frame->state & PRM_FRAME_QUOTED))
        return PRM_BAD_TABLE;
    w->from = w->to - frame->left;
    return set_map(w, map_number(w) - w->from[-1].offset);
}

/* What follows the end of a run: the rest of the caller, or PRM_END. */
static prm_status leave(prm_walk *w)
{
    if (!PRM_HAS(ASSEMBLIES) || w->depth == 0)
        return PRM_END;
    if (!(w->state & PRM_WALK_PLAIN)) {
        if (w->levels != top(w)->levels)
            return PRM_BAD_TABLE;
        if (--w->depth == 0)
            return PRM_END;
    }
    return resume(w);
}

/* The segment that has so many left, itself included, in code that has been looked up before. */
static const prm_segment *from_end(const prm_walk *w, unsigned id, bool inside, unsigned left)
{
    const prm_pack *const home = home_of(w, id);
    const prm_entry *const entry = &home->entries[number_in(home, id)];

    return table_of(home, inside) + entry->first + entry->count - left;
}

const prm_segment *prm_walk_call(const prm_walk *w, unsigned index)
{
    const prm_frame *const frame = &w->frame[index];

    return from_end(w, frame->entry, frame->state & PRM_FRAME_QUOTED, frame->left + 1u);
}

/* ---- starting ---- */

static uint8_t quoted_filter(const prm_walk *w)
{
    if (prm_walk_is_clean(w))
        return 0;
    return w->format >= PRM_TEXT_REPAIR ? PRM_FILTER_ESCAPE | PRM_FILTER_REPAIR : PRM_FILTER_ESCAPE;
}

prm_status prm_walk_again(prm_walk *w)
{
    w->depth = 0;
    w->levels = 0;
    memset(w->base + 1, 0, PRM_MAX_LEVELS * sizeof *w->base);
    w->state = 0;
    w->quoted = quoted_filter(w);
    return enter(w, w->id, w->root->entries[w->id].field,
                 w->format == PRM_JSON || w->format == PRM_JSON_REPAIR ? PRM_FRAME_QUOTED : 0);
}

/* The pack below all overlays; NULL if one of them was made for another version. */
static const prm_pack *root_of(const prm_pack *pack)
{
    while (PRM_HAS(OVERLAYS) && pack->version == PRM_TABLE_VERSION && pack->base && pack->replaced)
        pack = pack->base;
    return pack->version == PRM_TABLE_VERSION && !pack->base ? pack : NULL;
}

static prm_status check_request(prm_format format)
{
    if (!PRM_HAS(JSON))
        return PRM_BAD_TABLE;
    return format == PRM_TEXT || format == PRM_TEXT_REPAIR ? PRM_OK : PRM_BAD_ARGUMENT;
}

static prm_status check_call(const prm_pack *root, prm_id id, const void *args, prm_format format)
{
    const prm_entry *entry;

    if (root == NULL)
        return PRM_BAD_TABLE;
    if (id >= root->public_count || id >= root->entry_count || (root->entries[id].flags & PRM_ENTRY_HIDDEN))
        return PRM_BAD_ID;
    entry = &root->entries[id];
    if ((unsigned)format > (PRM_HAS(JSON) ? PRM_JSON_REPAIR : PRM_TEXT) || (args == NULL && entry->inputs > 0))
        return PRM_BAD_ARGUMENT;
    return (entry->flags & PRM_ENTRY_REQUEST) ? check_request(format) : PRM_OK;
}

prm_status prm_walk_start(prm_walk *w, const prm_pack *pack, prm_id id, const void *args, prm_format format)
{
    const prm_pack *root;
    prm_status status;

    if (pack == NULL)
        return PRM_BAD_ARGUMENT;
    root = root_of(pack);
    status = check_call(root, id, args, format);
    if (status != PRM_OK)
        return status;
    w->view = pack;
    w->root = root;
    w->base[0] = args;
    w->id = (uint16_t)id;
    w->format = (uint8_t)format;
    w->facts = 0;
    w->buffer = NULL;
    w->capacity = 0;
    return prm_walk_again(w);
}

/* ---- control segments ---- */

static prm_status skip(prm_walk *w, uint32_t count)
{
    if (count >= (size_t)(w->to - w->from))
        return PRM_BAD_TABLE;
    w->from += 1 + (size_t)count;
    return PRM_OK;
}

static prm_status skip_unless(prm_walk *w, bool taken)
{
    return skip(w, taken ? 0 : w->from->offset);
}

/* The separator that a frame holds. */
static const prm_segment *held_by(const prm_walk *w, const prm_frame *frame)
{
#ifndef PRM_SMALL    /* what is usual, without a look-up */
    if (frame == &w->frame[w->depth - 1] && !(w->state & PRM_WALK_PLAIN))
        return w->to - frame->held;
#endif
    return from_end(w, frame->entry, frame->state & PRM_FRAME_QUOTED, frame->held);
}

/* What separates a part, which begins, from those before is held until it turns out to have bytes. */
static void hold(prm_walk *w, prm_frame *frame)
{
    frame->held = left_in(w);
    frame->state &= (uint8_t)~PRM_FRAME_PARTING;
    if (w->from->size > 0)
        frame->state |= PRM_FRAME_PARTING;
    w->state |= PRM_WALK_HOLDING;
}

/* A part stands without bytes, and so does all around it up to a slot, which counts by its bytes alone. */
static void keep_part(prm_walk *w)
{
    unsigned i = w->depth - 1u;

    while (i > 0 && !(w->frame[i].state & PRM_FRAME_BOUND))
        i--;
    for (; i < w->depth; i++) {
        prm_frame *const frame = &w->frame[i];
        if (!frame->held)
            continue;
        if ((frame->state & PRM_FRAME_STARTED) && (frame->state & PRM_FRAME_PARTING)) {
            w->state |= PRM_WALK_DUE;
            return;
        }
        frame->held = 0;
        frame->state |= PRM_FRAME_STARTED;
    }
}

PRM_APART static prm_status begin_part(prm_walk *w)
{
    if (!prm_in_pool(w->home, w->from))
        return PRM_BAD_TABLE;
    hold(w, top(w));
    if (w->from->op & PRM_PART_AFTER)
        top(w)->state |= PRM_FRAME_STARTED;
    if (w->from->op & PRM_PART_KEEP)
        keep_part(w);
    w->from++;
    return PRM_OK;
}

/* A line of a slot with sections begins: if one stands already, the newline between them is due. */
static prm_status begin_line(prm_walk *w)
{
    prm_frame *const frame = top(w);

    if (!prm_in_pool(w->home, w->from))
        return PRM_BAD_TABLE;
    if (frame->state & PRM_FRAME_STARTED) {
        hold(w, frame);
        w->state |= PRM_WALK_DUE;
    }
    frame->state |= PRM_FRAME_STARTED;
    w->from++;
    return PRM_OK;
}

PRM_APART static prm_status call(prm_walk *w)
{
    const prm_segment *const segment = w->from;
    prm_frame *const frame = top(w);
    unsigned state = frame->state & PRM_FRAME_QUOTED;

    if (segment->op & PRM_CALL_QUOTE)
        state = PRM_FRAME_QUOTED;
    if (segment->op & PRM_CALL_BOUND)
        state |= PRM_FRAME_BOUND;
    frame->left = (uint16_t)(left_in(w) - 1);
    return enter(w, segment->size, map_number(w) + segment->offset, state);
}

/* Whether a loop around the innermost one needs the memory that a row is to be made in. */
static bool is_in_use(const prm_walk *w, const void *memory)
{
    unsigned i;

    for (i = 1; i < w->levels; i++)
        if (w->base[i] == memory)
            return true;
    return false;
}

static prm_status make_row(prm_walk *w, const prm_level *level, const prm_shown *shown)
{
    void *row;

    if (w->facts & PRM_WALK_ARRAYS)
        return PRM_NEEDS_ARRAY;
    if (PRM_HAS(ROWS_IN_ROWS) && is_in_use(w, shown->rows->data))
        return PRM_BAD_ARGUMENT;
    w->facts |= PRM_WALK_SOURCED;
    memcpy(&row, &shown->rows->data, sizeof row);
    w->code = shown->rows->source(shown->rows->context, level->first + level->index, row);
    return w->code != 0 ? PRM_ROW_FAILED : PRM_OK;
}

/* Makes the row of the innermost loop readable and goes to the loop's body. */
static prm_status show_row(prm_walk *w, const prm_level *level, const prm_shown *shown)
{
    const char *row = shown->rows->data;
    prm_status status = PRM_OK;

    if (!shown->rows->source)
        row += (level->first + level->index) * shown->size;
    if (prm_walk_overlaps(w, row, shown->size))
        return PRM_OVERLAP;
    w->base[w->levels] = row;
    if (shown->rows->source)
        status = make_row(w, level, shown);
    if (status == PRM_OK)
        w->from = level->body;
    return status;
}

PRM_APART static prm_status begin_loop(prm_walk *w)
{
    prm_shown shown;
    prm_level *level;
    const prm_status status = prm_value_rows(w, w->from, &shown);

    if (status != PRM_OK)
        return status;
    if (shown.count == 0)
        return skip(w, w->from->offset);
    if (w->levels == PRM_MAX_LEVELS)
        return PRM_BAD_TABLE;
    level = &w->level[w->levels++];
    level->body = w->from + 1;
    level->first = shown.first;
    level->index = 0;
    level->left = shown.count;
    return show_row(w, level, &shown);
}

/* Only the loop that this frame began last may go on, and only at its own body: so every walk ends. */
static bool closes_loop(const prm_walk *w, const prm_level *level)
{
    const prm_segment *const s = w->from;

    return w->levels > w->frame[w->depth - 1].levels && (size_t)(s - level->body) == s->offset
           && ((s->op ^ level->body[-1].op) & PRM_OP_INPUT) == 0;
}

PRM_APART static prm_status next_row(prm_walk *w)
{
    prm_level *const level = &w->level[w->levels > 0 ? w->levels - 1 : 0];
    prm_shown shown;
    prm_status status;

    if (!closes_loop(w, level))
        return PRM_BAD_TABLE;
    if (level->left == 1) {
        w->base[w->levels--] = NULL;
        return skip(w, 0);
    }
    level->left--;
    level->index++;
    status = prm_value_rows(w, w->from, &shown);
    return status != PRM_OK ? status : show_row(w, level, &shown);
}

PRM_APART static prm_status when(prm_walk *w, bool wanted)
{
    const prm_status status = prm_value_holds(w, w->from);

    return status > PRM_END ? status : skip_unless(w, (status == PRM_OK) == wanted);
}

PRM_APART static prm_status when_chosen(prm_walk *w)
{
    uint32_t chosen;
    const prm_status status = prm_value_chosen(w, w->from, &chosen);

    return status != PRM_OK ? status : skip_unless(w, chosen == w->from->size);
}

/* Whether a segment calls a constant, whose text may be empty: what calls others is filled whatever it yields. */
static bool calls_constant(const prm_walk *w, const prm_segment *s)
{
    return (s->op & PRM_OP_CODE) == PRM_OP_CALL && s->size < w->root->entry_count
           && (w->root->entries[s->size].flags & PRM_ENTRY_CONSTANT);
}

/* Searches go into constants and come back: what they leave behind is kept in frames that no call needs now. */
PRM_APART static prm_status when_filled(prm_walk *w)
{
    unsigned depth = w->depth, id = w->from->size;
    const prm_entry *entry = code_of(w, id);
    unsigned left = entry ? entry->count : 0;

    while (entry) {
        const prm_segment *s;
        if (left == 0) {
            if (depth == w->depth)
                return skip_unless(w, false);
            depth--;
            id = w->frame[depth].entry;
            left = w->frame[depth].left;
            continue;
        }
        s = from_end(w, id, false, left--);
        if (s->op == 0 && s->size == 0)
            continue;
        if (!calls_constant(w, s))
            return skip_unless(w, true);
        if (depth == PRM_MAX_DEPTH)
            return PRM_TOO_DEEP;
        w->frame[depth].entry = (uint16_t)id;
        w->frame[depth++].left = (uint16_t)left;
        id = s->size;
        entry = code_of(w, id);
        left = entry ? entry->count : 0;
    }
    return PRM_BAD_TABLE;
}

static prm_status control(prm_walk *w)
{
    switch (w->from->op & PRM_OP_CODE) {
    case PRM_OP_PART:   return begin_part(w);
    case PRM_OP_LINE:   return begin_line(w);
    case PRM_OP_CALL:   return call(w);
    case PRM_OP_LOOP:   return PRM_HAS(ROWS) ? begin_loop(w) : PRM_BAD_TABLE;
    case PRM_OP_NEXT:   return PRM_HAS(ROWS) ? next_row(w) : PRM_BAD_TABLE;
    case PRM_OP_WHEN:   return PRM_HAS(CONDITIONS) ? when(w, true) : PRM_BAD_TABLE;
    case PRM_OP_UNLESS: return PRM_HAS(CONDITIONS) ? when(w, false) : PRM_BAD_TABLE;
    case PRM_OP_CASE:   return PRM_HAS(CHOICES) ? when_chosen(w) : PRM_BAD_TABLE;
    case PRM_OP_FILLED: return PRM_HAS(OVERLAYS) ? when_filled(w) : PRM_BAD_TABLE;
    case PRM_OP_SKIP:   return skip(w, w->from->offset);
    default:            return PRM_BAD_TABLE;
    }
}

/* ---- pieces ---- */

static void clear_piece(const prm_walk *w, prm_piece *p)
{
    p->size = 0;
    p->rest = 0;
    p->home = NULL;
    p->filter = 0;
    p->segment = PRM_NO_SEGMENT;
    p->input = PRM_NO_PLACEHOLDER;
    p->entry = w->entry;
    p->depth = w->depth;
}

/* The separator that the frame holds, if it is written at all; its part stands from now on. */
static void let_go(prm_walk *w, unsigned number, prm_piece *p)
{
    prm_frame *const frame = &w->frame[number];
    const prm_segment *const held = held_by(w, frame);

    frame->held = 0;
    p->home = home_of(w, frame->entry);
    if ((frame->state & PRM_FRAME_STARTED)
        && prm_literal(w, frame->state & PRM_FRAME_QUOTED, held, p) == PRM_OK) {
        p->entry = frame->entry;
        p->depth = (uint8_t)number;
    }
    frame->state |= PRM_FRAME_STARTED;
}

/* The outermost separator with bytes; false, and nothing is held any more: there is none. */
PRM_APART static bool take_separator(prm_walk *w, prm_piece *p)
{
    unsigned i;

    clear_piece(w, p);
    for (i = 0; i < w->depth && p->size == 0; i++)
        if (w->frame[i].held)
            let_go(w, i, p);
    if (p->size == 0)
        w->state &= (uint8_t)~(PRM_WALK_HOLDING | PRM_WALK_DUE);
    return p->size > 0;
}

#ifndef PRM_SMALL

/* Appends the separator that a frame holds, if it is written at all. false: there is no room, or it does not go out
 * as it lies. */
static bool append_held(const prm_walk *w, const prm_frame *frame, prm_batch *b)
{
    const prm_pack *const home = home_of(w, frame->entry);
    const prm_segment *const held = held_by(w, frame);

    if (held->size == 0)
        return true;
    if (b->used == b->room || held->size > SIZE_MAX - b->size
        || literal_filter(w, home, frame->state & PRM_FRAME_QUOTED))
        return false;
    b->list[b->used++] = prm_bytes(home->pool + held->offset, held->size);
    b->size += held->size;
    return true;
}

bool prm_walk_release(prm_walk *w, prm_batch *b)
{
    unsigned i;

    for (i = 0; i < w->depth; i++) {
        prm_frame *const frame = &w->frame[i];
        if (!frame->held)
            continue;
        if ((frame->state & PRM_FRAME_STARTED) && !append_held(w, frame, b))
            return false;
        frame->held = 0;
        frame->state |= PRM_FRAME_STARTED;
    }
    w->state &= (uint8_t)~(PRM_WALK_HOLDING | PRM_WALK_DUE);
    return true;
}

#endif

/* The literal or value at the place where the walk stands. */
static prm_status look(const prm_walk *w, prm_piece *p)
{
    const prm_segment *const s = w->from;

    clear_piece(w, p);
    if (w->state & PRM_WALK_VALUE) {
        p->input = s->op & PRM_OP_INPUT;
        return prm_value(w, s, p);
    }
    p->home = w->home;
    return prm_literal(w, w->state & PRM_WALK_INSIDE, s, p);
}

void prm_walk_move_on(prm_walk *w)
{
    const bool value_follows = (w->from->op & PRM_OP_VALUE) && !(w->state & PRM_WALK_VALUE);

    w->state &= (uint8_t)~(PRM_WALK_VALUE | PRM_WALK_GIVEN);
    if (value_follows)
        w->state |= PRM_WALK_VALUE;
    else
        w->from++;
}

static prm_status step(prm_walk *w)
{
    if (w->from == w->to)
        return leave(w);
    return !PRM_HAS(ASSEMBLIES) || (w->state & PRM_WALK_PLAIN) ? PRM_BAD_TABLE : control(w);
}

/* Gives the piece at this place to the caller, unless it is empty or separators come before it. */
static bool give(prm_walk *w, prm_piece *p)
{
    if (p->size == 0) {
        prm_walk_move_on(w);
        return false;
    }
    if (w->state & PRM_WALK_HOLDING) {
        w->state |= PRM_WALK_DUE;
        return false;
    }
    w->state |= PRM_WALK_GIVEN;
    if (p->filter & PRM_FILTER_FENCE)
        prm_piece_hold(p, p->size);
    return true;
}

static prm_status next_piece(prm_walk *w, prm_piece *p)
{
    if (w->state & PRM_WALK_GIVEN)
        prm_walk_move_on(w);
    for (;;) {
        prm_status status = PRM_OK;
        if (w->state & PRM_WALK_DUE) {
            if (take_separator(w, p))
                return PRM_OK;
        } else if (w->from == w->to || (w->from->op & PRM_OP_CONTROL)) {
            status = step(w);
        } else {
            status = look(w, p);
            if (status == PRM_OK && give(w, p))
                return PRM_OK;
        }
        if (status != PRM_OK)
            return status;
    }
}

#ifndef PRM_SMALL

prm_status prm_walk_piece(prm_walk *w, prm_piece *p)
{
    return next_piece(w, p);
}

prm_status prm_walk_step(prm_walk *w)
{
    return step(w);
}

#else

prm_status prm_walk_stretch(prm_cursor *c)
{
    prm_piece *const p = &c->piece;

    while (!prm_piece_cut(p, &c->rest)) {
        const prm_status status = next_piece(&c->walk, p);
        if (status != PRM_OK)
            return status;
        if ((p->filter & PRM_FILTER_JSON) && !prm_json_well_formed(p->data, p->size))
            return PRM_BAD_JSON;
    }
    return (p->filter & PRM_FILTER_BROKEN) && !(p->filter & PRM_FILTER_REPAIR) ? PRM_BAD_UTF8 : PRM_OK;
}

#endif
