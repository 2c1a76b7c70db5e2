#include "measure.h"

/* Where everything goes, and what the sink said last. */
typedef struct { prm_sink sink; int code; } output;

static prm_status send(output *out, prm_text stretch)
{
    out->code = out->sink.write(out->sink.context, stretch.data, stretch.size);
    return out->code != 0 ? PRM_SINK_FAILED : PRM_OK;
}

static prm_status send_piece(output *out, prm_piece *piece)
{
    prm_status status = PRM_OK;
    prm_text stretch;

    while (status == PRM_OK && prm_piece_cut(piece, &stretch))
        status = send(out, stretch);
    return status;
}

static prm_status send_list(output *out, const prm_text *list, size_t count)
{
    prm_status status = PRM_OK;

    for (; status == PRM_OK && count > 0; count--)
        status = send(out, *list++);
    return status;
}

PRM_APART static prm_status send_walk(prm_walk *w, prm_scratch *scratch, output *out)
{
    prm_status status = prm_walk_again(w), sent = PRM_OK;
    prm_batch batch;

    batch.size = 0;
    batch.raw = false;
    while (status == PRM_OK && sent == PRM_OK) {
        prm_batch_begin(&batch, scratch->list, PRM_SCRATCH);
        status = prm_run(w, &batch);
        if (batch.used > 0) {
            sent = send_list(out, scratch->list, batch.used);
            continue;
        }
        if (status == PRM_OK)
            status = prm_walk_piece(w, &scratch->piece);
        if (status == PRM_OK)
            sent = send_piece(out, &scratch->piece);
    }
    return sent != PRM_OK ? sent : status == PRM_END ? PRM_OK : status;
}

prm_status prm_emit(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_sink sink,
                    prm_report *report)
{
    prm_walk walk;
    prm_scratch scratch;
    output out = { sink, 0 };
    prm_status status;

    prm_report_begin(report, id);
    status = prm_walk_start(&walk, pack, id, args, format);
    if (status == PRM_OK && sink.write == NULL)
        status = PRM_BAD_ARGUMENT;
    if (status != PRM_OK)
        return prm_report_end(report, status, NULL);
    status = prm_measure_only(&walk, &scratch, report);
    if (status != PRM_OK)
        return status;
    status = send_walk(&walk, &scratch, &out);
    if (report)
        report->code = out.code;
    return status == PRM_OK ? PRM_OK : prm_report_end(report, status, &walk);
}
