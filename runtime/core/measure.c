#include "measure.h"

#include "json.h"
#include "run.h"
#include "plain.h"

void prm_report_begin(prm_report *r, prm_id id)
{
    if (r == NULL)
        return;
    r->status = PRM_OK;
    r->id = id < 0xFFFF ? (uint16_t)id : 0xFFFF;
    r->placeholder = PRM_NO_PLACEHOLDER;
    r->field = PRM_NO_PLACEHOLDER;
    r->row = PRM_NO_ROW;
    r->size = 0;
    r->pieces = 0;
    r->code = 0;
}

prm_status prm_report_end(prm_report *r, prm_status status, const prm_walk *walk)
{
    if (r == NULL)
        return status;
    r->status = status;
    if (walk)
        prm_walk_where(walk, status, r);
    return status;
}

#ifndef PRM_SMALL

static prm_status add(size_t *total, size_t size)
{
    if (size > SIZE_MAX - *total)
        return PRM_TOO_BIG;
    *total += size;
    return PRM_OK;
}

/* Notes the size, and how the pass has ended. */
static prm_status finish(prm_walk *w, prm_status status, size_t size, prm_report *r)
{
    if (r)
        r->size = size;
    if (status != PRM_END)
        return prm_report_end(r, status, w);
    w->facts |= PRM_WALK_CHECKED;
    return PRM_OK;
}

static prm_status measure_filtered(prm_piece *piece, size_t *total)
{
    for (;;) {
        size_t size = piece->size;
        prm_status status = PRM_OK;
        if (piece->filter & PRM_FILTER_ESCAPE)
            status = prm_json_size(piece->data, piece->size, piece->filter & PRM_FILTER_REPAIR, &size);
        if (status == PRM_OK)
            status = add(total, size);
        if (status != PRM_OK || !prm_piece_goes_on(piece))
            return status;
        piece->data += piece->size;
        status = add(total, prm_piece_step(piece).size);
        if (status != PRM_OK)
            return status;
    }
}

static prm_status measure_any(prm_piece *piece, size_t *total)
{
    if ((piece->filter & PRM_FILTER_JSON) && !prm_json_well_formed(piece->data, piece->size))
        return PRM_BAD_JSON;
    return measure_filtered(piece, total);
}

prm_status prm_measure_piece(prm_walk *w, prm_piece *piece, size_t *total)
{
    const size_t before = *total, size = piece->size;
    prm_status status;

    status = measure_any(piece, total);
    /* U+FFFD may be as long as what it stands for: equal sizes prove nothing when repairing. */
    if (*total - before != size || (piece->filter & PRM_FILTER_REPAIR))
        w->facts |= PRM_WALK_FILTERED;
    return status;
}

PRM_APART static prm_status measure_next(prm_walk *w, prm_piece *piece, size_t *total)
{
    const prm_status status = prm_walk_piece(w, piece);

    return status != PRM_OK ? status : prm_measure_piece(w, piece, total);
}

prm_status prm_measure_walk(prm_walk *w, prm_batch *b, prm_piece *piece, bool *kept, prm_report *r)
{
    prm_status status;

    *kept = true;
    b->size = 0;
    while ((status = prm_run(w, b)) == PRM_OK) {
        *kept = false;                   /* there is more than there is room for, or a piece that no list holds */
        if (b->used == 0)
            status = measure_next(w, piece, &b->size);
        if (status != PRM_OK)
            break;
        b->used = 0;
    }
    return finish(w, status, b->size, r);
}

static prm_status measure_walk(prm_walk *w, size_t *size)
{
    prm_scratch scratch;
    prm_batch batch;
    prm_status status;

    batch.size = 0;
    batch.raw = true;
    do {
        prm_batch_begin(&batch, scratch.list, PRM_SCRATCH);
        status = prm_run(w, &batch);
        if (status == PRM_OK && batch.used == 0)
            status = measure_next(w, &scratch.piece, &batch.size);
    } while (status == PRM_OK);
    *size = batch.size;
    return status;
}

prm_status prm_measure_cursor(prm_cursor *c, size_t *size, prm_report *r)
{
    const prm_status status = measure_walk(&c->walk, size);

    if (r)
        r->size = *size;
    if (status != PRM_END)
        return status;
    c->walk.facts |= PRM_WALK_CHECKED;
    return prm_walk_again(&c->walk);
}

static prm_status measure(const prm_call *c, prm_report *r)
{
    prm_walk walk;
    size_t size;
    prm_status status = prm_walk_start(&walk, c->pack, c->id, c->args, c->format);

    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    status = measure_walk(&walk, &size);
    return finish(&walk, status, size, r);
}

prm_status prm_measure(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_report *report)
{
    const prm_call call = { pack, id, args, format, NULL, 0, true };
    size_t size;

    prm_report_begin(report, id);
    if (!prm_plain_size(&call, &size))
        return measure(&call, report);
    if (report)
        report->size = size;
    return PRM_OK;
}

#endif
