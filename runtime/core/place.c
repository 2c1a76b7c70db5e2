#include "walk.h"

static unsigned level_of(const prm_field *field)
{
    return field->kind >> PRM_FIELD_LEVEL & 3u;
}

static bool is_argument(const prm_field *field)
{
    const unsigned kind = field->kind & PRM_FIELD_KIND;

    return kind != PRM_FIELD_CONSTANT && kind != PRM_FIELD_INDEX;
}

/* The placeholder of entry, whose map is given, that reads the same argument as field. */
static uint16_t match(const prm_pack *root, unsigned entry, uint32_t map, const prm_field *field)
{
    const unsigned inputs = root->entries[entry].inputs;
    uint16_t i;

    if (!is_argument(field))
        return PRM_NO_PLACEHOLDER;
    for (i = 0; i < inputs && map + i < root->field_count; i++) {
        const prm_field *const own = root->fields + map + i;
        if (is_argument(own) && own->offset == field->offset && level_of(own) == level_of(field))
            return i;
    }
    return PRM_NO_PLACEHOLDER;
}

/* The number of the first field of a frame, or at its depth of the run itself: each call says how far behind it that
 * of the next one is. */
static uint32_t map_of(const prm_walk *w, unsigned index)
{
    uint32_t map = (uint32_t)(w->map - w->root->fields);
    unsigned i = (w->state & PRM_WALK_PLAIN) ? w->depth : w->depth - 1u;

    while (i > index)
        map -= prm_walk_call(w, --i)->offset;
    return map;
}

/* What entry `id` at the given depth is called in public, and which placeholder of that one reads field. */
static void name_place(const prm_walk *w, unsigned entry, unsigned depth, const prm_field *field, uint16_t *id,
                       uint16_t *placeholder)
{
    unsigned at = depth;

    while ((w->root->entries[entry].flags & PRM_ENTRY_HIDDEN) && at > 0)
        entry = w->frame[--at].entry;
    *id = (uint16_t)entry;
    *placeholder = PRM_NO_PLACEHOLDER;
    if (field)
        *placeholder = match(w->root, entry, map_of(w, at), field);
}

void prm_walk_origin(const prm_walk *w, const prm_piece *p, uint16_t *id, uint16_t *placeholder)
{
    const prm_entry *const entry = &w->root->entries[p->entry];

    if (!(entry->flags & PRM_ENTRY_HIDDEN) && p->input < entry->inputs) {
        *id = p->entry;
        *placeholder = p->input;
    } else if (!PRM_HAS(PLACES)) {
        *id = w->id;
        *placeholder = PRM_NO_PLACEHOLDER;
    } else {
        name_place(w, p->entry, p->depth, p->input < w->span ? w->map + p->input : NULL, id, placeholder);
    }
}

/* The rows that the outermost loop goes over: they were looked up in the innermost frame that no loop surrounds. */
static const prm_field *outer_rows(const prm_walk *w)
{
    unsigned i = w->depth;

    while (i > 1 && w->frame[i - 1].levels > 0)
        i--;
    return w->root->fields + map_of(w, i - 1) + (w->level[0].body[-1].op & PRM_OP_INPUT);
}

/* The field that the segment at which a walk has failed reads; NULL if it reads none. */
static const prm_field *failed_field(const prm_walk *w, prm_status status)
{
    unsigned op, code;
    bool reads;

    if (status == PRM_BAD_TABLE || status == PRM_TOO_DEEP || w->from == w->to || (w->state & PRM_WALK_DUE))
        return NULL;
    op = w->from->op;
    code = op & PRM_OP_CODE;
    if (op & PRM_OP_CONTROL)
        reads = code >= PRM_OP_LOOP && code <= PRM_OP_CASE;
    else
        reads = w->state & PRM_WALK_VALUE;
    return reads && (op & PRM_OP_INPUT) < w->span ? w->map + (op & PRM_OP_INPUT) : NULL;
}

static uint32_t row_number(const prm_walk *w)
{
    const prm_level *const level = &w->level[w->levels - 1];
    const uint64_t number = (uint64_t)level->first + level->index;

    return number < PRM_NO_ROW ? (uint32_t)number : PRM_NO_ROW - 1;
}

void prm_walk_where(const prm_walk *w, prm_status status, prm_report *r)
{
    const prm_field *field;

    r->code = status == PRM_ROW_FAILED ? w->code : r->code;
    if (!PRM_HAS(PLACES))
        return;
    field = failed_field(w, status);
    r->row = w->levels > 0 ? row_number(w) : PRM_NO_ROW;
    name_place(w, w->entry, w->depth, field, &r->id, &r->placeholder);
    if (field && !(w->root->entries[w->entry].flags & PRM_ENTRY_HIDDEN)
        && (unsigned)(field - w->map) < w->root->entries[w->entry].inputs)
        r->placeholder = (uint16_t)(field - w->map);
    if (field && is_argument(field))
        r->field = match(w->root, w->id, w->root->entries[w->id].field, level_of(field) ? outer_rows(w) : field);
}
