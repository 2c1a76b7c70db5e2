#include "measure.h"
#include "plain.h"

/* The caller's list. Stretches that it has no room for are only counted. */
typedef struct {
    prm_text  scratch[PRM_SCRATCH];
    prm_batch batch;
    size_t    pieces;
} output;

/* Behind what has been listed. */
static void go_on(output *out)
{
    prm_batch *const b = &out->batch;

    out->pieces += b->used;
    if (b->used < b->room)
        prm_batch_begin(b, b->list + b->used, b->room - b->used);
    else
        prm_batch_begin(b, out->scratch, PRM_SCRATCH);
}

static prm_status list_next(prm_walk *w, output *out)
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

prm_status prm_gather(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_text *list,
                      size_t count, prm_report *report)
{
    prm_walk walk;
    prm_report spare;
    prm_report *const r = report ? report : &spare;
    prm_status status;
    output out;

    const prm_call call = { pack, id, args, format, NULL, 0 };
    prm_report_begin(r, id);
    if (prm_plain(&call, list, count, &r->pieces, &r->size))
        return PRM_OK;
    status = prm_walk_start(&walk, pack, id, args, format);
    if (status == PRM_OK && list == NULL && count > 0)
        status = PRM_BAD_ARGUMENT;
    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    walk.facts |= PRM_WALK_ARRAYS;
    out.pieces = 0;
    out.batch.size = 0;
    prm_batch_begin(&out.batch, list, count);
    out.batch.raw = false;
    if (count == 0)
        go_on(&out);
    status = list_walk(&walk, &out);
    r->size = out.batch.size;
    r->pieces = out.pieces;
    if (status != PRM_OK)
        return prm_report_end(r, status, &walk);
    return out.pieces > count ? prm_report_end(r, PRM_NO_SPACE, NULL) : PRM_OK;
}
