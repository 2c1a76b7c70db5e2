#include "registry_inside.h"

#include "../core/piece.h"

enum {                       /* prm_prompt_cursor.state */
    STARTED  = 1,            /* something has been handed out */
    INSIDE   = 2,            /* in the section before number */
    DUE      = 4,            /* the section's first bytes come after a blank line */
    VALUE    = 8             /* the piece is no text of a section's author */
};

/* Makes piece yield a text in that format. */
static void hold(prm_piece *piece, prm_text text, prm_format format)
{
    memset(piece, 0, sizeof *piece);
    piece->data = text.data;
    piece->size = text.size;
    if (prm_escapes(format))
        piece->filter = format == PRM_JSON ? PRM_FILTER_ESCAPE : PRM_FILTER_ESCAPE | PRM_FILTER_REPAIR;
}

prm_status prm_prompt_open(prm_prompt_cursor *c, const prm_prompt *prompt, prm_list list, prm_format format,
                           prm_registry_report *report)
{
    prm_registry_report spare;
    prm_status status;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    if (!c)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    status = prm_prompt_sum(prompt, list, format, report);
    memset(c, 0, sizeof *c);
    c->prompt = prompt;
    c->list = (uint8_t)list;
    c->format = (uint8_t)format;
    c->status = (uint8_t)status;
    if (status == PRM_OK && list == PRM_CONTEXTS && report->size > 0)
        hold(&c->piece, prompt->registry->supersedes, format);
    return status;
}

static const prm_prompt_section *current(const prm_prompt_cursor *c)
{
    return (c->state & INSIDE) ? &c->prompt->sections[c->number - 1] : NULL;
}

/* Goes to the next section of the list. */
static prm_status enter(prm_prompt_cursor *c)
{
    const prm_prompt *const p = c->prompt;
    const prm_section_source *source;

    while (c->number < p->section_count && p->sections[c->number].section.list != (prm_list)c->list)
        c->number++;
    if (c->number == p->section_count)
        return PRM_END;
    source = &p->sections[c->number++].section.source;
    c->state |= INSIDE | (c->state & STARTED ? DUE : 0);
    if (source->kind != PRM_SECTION_SLOT) {
        prm_place_start(p, &p->sections[c->number - 1], &c->place);
        return PRM_OK;
    }
    return prm_open(&c->slot, source->pack, source->id, p->sections[c->number - 1].arguments,
                    (prm_format)c->format, NULL);
}

/* The next stretch of a section that is a slot. */
static prm_status next_of_slot(prm_prompt_cursor *c, prm_prompt_slice *slice)
{
    prm_slice inner;
    const prm_status status = prm_next(&c->slot, &inner);

    slice->data = inner.data;
    slice->size = inner.size;
    slice->value = inner.segment == PRM_NO_SEGMENT;
    return status;
}

/* The next stretch of any other, or of the line above contexts; values without bytes are passed over. */
static prm_status next_of_text(prm_prompt_cursor *c, prm_prompt_slice *slice)
{
    const prm_prompt_section *const section = current(c);
    prm_text stretch;
    bool value;

    while (!prm_piece_cut(&c->piece, &stretch)) {
        prm_text text;
        const prm_status status = section ? prm_place_next(c->prompt, section, &c->place, &text, &value) : PRM_END;
        if (status != PRM_OK)
            return status;
        hold(&c->piece, text, (prm_format)c->format);
        c->state = (uint8_t)((c->state & ~(unsigned)VALUE) | (value ? VALUE : 0u));
    }
    slice->data = stretch.data;
    slice->size = stretch.size;
    slice->value = (c->state & VALUE) != 0;
    return PRM_OK;
}

/* The next stretch, of whatever section. */
static prm_status advance(prm_prompt_cursor *c, prm_prompt_slice *slice)
{
    for (;;) {
        const prm_prompt_section *const section = current(c);
        const bool in_slot = section && section->section.source.kind == PRM_SECTION_SLOT;
        prm_status status = in_slot ? next_of_slot(c, slice) : next_of_text(c, slice);
        slice->section = section;
        if (status != PRM_END)
            return status;
        c->state &= (uint8_t)~(INSIDE | VALUE);
        status = enter(c);
        if (status != PRM_OK)
            return status;
    }
}

static prm_status next(prm_prompt_cursor *c, prm_prompt_slice *slice)
{
    const prm_text line = prm_blank_line((prm_format)c->format);

    if (c->held.size > 0) {
        *slice = c->held;
        c->held.size = 0;
        return PRM_OK;
    }
    if (c->status == PRM_OK)
        c->status = (uint8_t)(prm_prompt_is_stale(c->prompt) ? PRM_STALE : advance(c, slice));
    if (c->status != PRM_OK) {
        memset(slice, 0, sizeof *slice);
        return (prm_status)c->status;
    }
    if (c->state & DUE) {
        c->held = *slice;
        slice->data = line.data;
        slice->size = line.size;
        slice->section = NULL;
        slice->value = false;
    }
    c->state = (uint8_t)((c->state & ~(unsigned)DUE) | STARTED);
    return PRM_OK;
}

prm_status prm_prompt_next(prm_prompt_cursor *cursor, prm_prompt_slice *slice)
{
    if (!slice)
        return PRM_BAD_ARGUMENT;
    memset(slice, 0, sizeof *slice);
    if (!cursor)
        return PRM_BAD_ARGUMENT;
    if (cursor->rest.size == 0)
        return next(cursor, slice);
    *slice = cursor->rest;
    cursor->rest.size = 0;
    return PRM_OK;
}

prm_status prm_prompt_read(prm_prompt_cursor *cursor, char *chunk, size_t capacity, size_t *size)
{
    prm_prompt_slice *const rest = cursor ? &cursor->rest : NULL;
    prm_status status = PRM_OK;
    size_t used = 0;

    if (!size)
        return PRM_BAD_ARGUMENT;
    *size = 0;
    if (!cursor || !chunk || capacity == 0)
        return PRM_BAD_ARGUMENT;
    while (used < capacity) {
        size_t part;
        if (rest->size == 0 && (status = next(cursor, rest)) != PRM_OK)
            break;
        part = rest->size < capacity - used ? rest->size : capacity - used;
        memcpy(chunk + used, rest->data, part);
        rest->data += part;
        rest->size -= part;
        used += part;
    }
    *size = used;
    return status == PRM_END && used > 0 ? PRM_OK : status;
}
