#include "measure.h"
#include "plain.h"

#ifndef PRM_SMALL

/* The caller's list. Stretches that it has no room for are only counted. */
typedef struct {
    prm_scratch scratch;
    prm_batch   batch;
    size_t      pieces;
} output;

/* Behind what has been listed. */
static void go_on(output *out)
{
    prm_batch *const b = &out->batch;

    out->pieces += b->used;
    if (b->used < b->room)
        prm_batch_begin(b, b->list + b->used, b->room - b->used);
    else
        prm_batch_begin(b, out->scratch.list, PRM_SCRATCH);
}

static void begin(output *out, prm_text *list, size_t count)
{
    out->pieces = 0;
    out->batch.size = 0;
    out->batch.raw = false;
    prm_batch_begin(&out->batch, list, count);
    if (count == 0)
        go_on(out);
}

PRM_APART static prm_status list_next(prm_walk *w, output *out)
{
    prm_batch *const b = &out->batch;
    prm_piece piece, measured;
    prm_status status = prm_walk_piece(w, &piece);

    if (status != PRM_OK)
        return status;
    measured = piece;
    status = prm_measure_piece(w, &measured, &b->size);
    while (status == PRM_OK && prm_piece_cut(&piece, b->list)) {
        b->used = 1;
        go_on(out);
    }
    return status;
}

static prm_status list_walk(prm_walk *w, output *out)
{
    prm_status status;

    do {
        status = prm_run(w, &out->batch);
        if (status == PRM_OK && out->batch.used == 0)
            status = list_next(w, out);
        else
            go_on(out);
    } while (status == PRM_OK);
    return status == PRM_END ? PRM_OK : status;
}

static prm_status gather(const prm_call *c, prm_text *list, size_t count, prm_report *r)
{
    prm_walk walk;
    output out;
    prm_status status = prm_walk_start(&walk, c->pack, c->id, c->args, c->format);

    if (status == PRM_OK && list == NULL && count > 0)
        status = PRM_BAD_ARGUMENT;
    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    walk.facts |= PRM_WALK_ARRAYS;
    begin(&out, list, count);
    status = list_walk(&walk, &out);
    if (r) {
        r->size = out.batch.size;
        r->pieces = out.pieces;
    }
    if (status != PRM_OK)
        return prm_report_end(r, status, &walk);
    return out.pieces > count ? prm_report_end(r, PRM_NO_SPACE, NULL) : PRM_OK;
}

prm_status prm_gather(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_text *list,
                      size_t count, prm_report *report)
{
    const prm_call call = { pack, id, args, format, NULL, 0, false };
    size_t size, pieces;

    prm_report_begin(report, id);
    if (list == NULL || !prm_plain_list(&call, list, count, &pieces, &size))
        return gather(&call, list, count, report);
    if (report) {
        report->size = size;
        report->pieces = pieces;
    }
    return PRM_OK;
}

#else

typedef int prm_gather_is_for_fast_code;

#endif
