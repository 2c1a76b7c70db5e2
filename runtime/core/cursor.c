#include "cursor.h"

#include "measure.h"
#include "plain.h"

static prm_status start(prm_cursor *c, const prm_pack *pack, prm_id id, const void *args, prm_format format,
                        prm_report *r)
{
    const prm_call call = { pack, id, args, format, NULL, 0, false };
    prm_status status = prm_walk_start(&c->walk, pack, id, args, format);
    size_t size;

    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    if (prm_plain_size(&call, &size)) {
        c->walk.facts |= PRM_WALK_CHECKED;
        if (r)
            r->size = size;
        status = prm_walk_again(&c->walk);
    } else {
        status = prm_measure_cursor(c, &size, r);
    }
    return status == PRM_OK ? PRM_OK : prm_report_end(r, status, &c->walk);
}

prm_status prm_open(prm_cursor *cursor, const prm_pack *pack, prm_id id, const void *args, prm_format format,
                    prm_report *report)
{
    prm_status status;

    prm_report_begin(report, id);
    if (cursor == NULL)
        return prm_report_end(report, PRM_BAD_ARGUMENT, NULL);
    cursor->piece.size = cursor->piece.rest = 0;
    status = start(cursor, pack, id, args, format, report);
    if (status != PRM_OK)
        memset(&cursor->walk, 0, sizeof cursor->walk);    /* it stands nowhere */
    cursor->rest = prm_bytes(NULL, 0);
    cursor->status = (uint8_t)status;
    return status;
}

/* Makes cursor->rest the next stretch. */
static prm_status advance(prm_cursor *c)
{
#ifndef PRM_SMALL
    while (c->status == PRM_OK && !prm_piece_cut(&c->piece, &c->rest))
        c->status = (uint8_t)prm_walk_piece(&c->walk, &c->piece);
#else
    if (c->status == PRM_OK)
        c->status = (uint8_t)prm_walk_stretch(c);
    if (c->status != PRM_OK)
        c->rest.size = 0;    /* what stands for bytes that were no UTF-8 is not handed out later, either */
#endif
    return (prm_status)c->status;
}

static void describe(const prm_cursor *c, prm_slice *slice)
{
    slice->data = c->rest.data;
    slice->size = c->rest.size;
    slice->segment = c->piece.segment;
    slice->home = c->piece.home;
    prm_walk_origin(&c->walk, &c->piece, &slice->id, &slice->placeholder);
}

static void clear(prm_slice *slice)
{
    memset(slice, 0, sizeof *slice);
    slice->placeholder = PRM_NO_PLACEHOLDER;
    slice->segment = PRM_NO_SEGMENT;
}

prm_status prm_next(prm_cursor *cursor, prm_slice *slice)
{
    prm_status status = PRM_OK;

    if (slice == NULL)
        return PRM_BAD_ARGUMENT;
    clear(slice);
    if (cursor == NULL)
        return PRM_BAD_ARGUMENT;
    if (cursor->rest.size == 0)
        status = advance(cursor);
    if (status != PRM_OK)
        return status;
    describe(cursor, slice);
    cursor->rest.size = 0;
    return PRM_OK;
}

prm_status prm_read(prm_cursor *cursor, char *chunk, size_t capacity, size_t *size)
{
    size_t used = 0;
    prm_status status = PRM_OK;

    if (size == NULL)
        return PRM_BAD_ARGUMENT;
    *size = 0;
    if (cursor == NULL || chunk == NULL || capacity == 0)
        return PRM_BAD_ARGUMENT;
    while (used < capacity) {
        size_t part;
        if (cursor->rest.size == 0 && (status = advance(cursor)) != PRM_OK)
            break;
        part = cursor->rest.size < capacity - used ? cursor->rest.size : capacity - used;
        memcpy(chunk + used, cursor->rest.data, part);
        cursor->rest.data += part;
        cursor->rest.size -= part;
        used += part;
    }
    *size = used;
    return status == PRM_END && used > 0 ? PRM_OK : status;
}

/* ---- where a cursor stands ---- */

uint32_t prm_cursor_row(const prm_cursor *cursor)
{
    const prm_level *const outermost = cursor->walk.level;
    size_t row;

    if (cursor->walk.levels == 0)
        return PRM_NO_ROW;
    row = outermost->first + outermost->index;    /* one of the caller's, whose count is a size_t */
    return row < PRM_NO_ROW ? (uint32_t)row : PRM_NO_ROW;
}

/* What the cursor renders; NULL: it never began. */
static const prm_entry *entry_of(const prm_cursor *c)
{
    return c->walk.root ? &c->walk.root->entries[c->walk.id] : NULL;
}

prm_text prm_cursor_field(const prm_cursor *cursor, unsigned place)
{
    const prm_walk *const w = &cursor->walk;
    const prm_entry *const entry = entry_of(cursor);
    const prm_field *field;
    const char *at;
    unsigned level, kind;

    if (entry == NULL || entry->field > w->root->field_count || place >= w->root->field_count - entry->field)
        return prm_bytes(NULL, 0);
    field = &w->root->fields[entry->field + place];
    level = field->kind >> PRM_FIELD_LEVEL & 3u;
    kind = field->kind & PRM_FIELD_KIND;
    at = level <= 1 ? w->base[level] : NULL;
    if (at == NULL || (kind != PRM_FIELD_TEXT && kind != PRM_FIELD_FENCED))
        return prm_bytes(NULL, 0);
    return *(const prm_text *)(const void *)(at + field->offset);
}

prm_text prm_cursor_text(const prm_cursor *cursor, unsigned placeholder)
{
    const prm_entry *const entry = entry_of(cursor);

    if (entry == NULL || placeholder >= entry->inputs)
        return prm_bytes(NULL, 0);
    return prm_cursor_field(cursor, placeholder);
}
