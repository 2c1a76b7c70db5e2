#include "measure.h"

static prm_status send_piece(prm_sink sink, prm_piece *piece, prm_report *r)
{
    prm_text stretch;

    while (prm_piece_cut(piece, &stretch)) {
        r->code = sink.write(sink.context, stretch.data, stretch.size);
        if (r->code != 0)
            return PRM_SINK_FAILED;
    }
    return PRM_OK;
}

static prm_status send_batch(prm_sink sink, const prm_batch *b, prm_report *r)
{
    size_t i;

    for (i = 0; i < b->used; i++) {
        r->code = sink.write(sink.context, b->list[i].data, b->list[i].size);
        if (r->code != 0)
            return PRM_SINK_FAILED;
    }
    return PRM_OK;
}

static prm_status send_some(prm_walk *w, prm_batch *b, prm_piece *piece, prm_sink sink, prm_report *r)
{
    prm_status status = prm_run(w, b);

    if (b->used > 0) {
        prm_status sent = send_batch(sink, b, r);
        b->used = 0;
        return sent != PRM_OK ? sent : status;
    }
    if (status == PRM_OK)
        status = prm_walk_piece(w, piece);
    return status != PRM_OK ? status : send_piece(sink, piece, r);
}

static prm_status send_walk(prm_walk *w, prm_batch *b, prm_piece *piece, prm_sink sink, prm_report *r)
{
    prm_status status = prm_walk_again(w);

    b->used = 0;
    while (status == PRM_OK)
        status = send_some(w, b, piece, sink, r);
    return status == PRM_END ? PRM_OK : prm_report_end(r, status, w);
}

static prm_status start(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_sink sink,
                        prm_report *r)
{
    prm_walk walk;
    prm_piece piece;
    prm_text list[PRM_SCRATCH];
    prm_batch batch;
    bool kept;
    prm_status status;

    prm_report_begin(r, id);
    status = prm_walk_start(&walk, pack, id, args, format);
    if (status == PRM_OK && sink.write == NULL)
        status = PRM_BAD_ARGUMENT;
    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    prm_batch_begin(&batch, list, PRM_SCRATCH);
    batch.raw = false;
    status = prm_measure_walk(&walk, &batch, &piece, &kept, r);
    return status != PRM_OK ? status : send_walk(&walk, &batch, &piece, sink, r);
}

/* A report that nobody asked for takes stack only here. */
static prm_status start_unreported(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                   prm_sink sink)
{
    prm_report spare;

    return start(pack, id, args, format, sink, &spare);
}

prm_status prm_emit(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_sink sink,
                    prm_report *report)
{
    return report ? start(pack, id, args, format, sink, report) : start_unreported(pack, id, args, format, sink);
}
