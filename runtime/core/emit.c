#include "json.h"
#include "measure.h"
#include "plain.h"

#ifndef PRM_SMALL

/* Where everything goes, how many bytes have gone there, and what the sink said last. */
typedef struct { prm_sink sink; size_t sent; int code; } output;

static prm_status send(output *out, prm_text stretch)
{
    out->sent += stretch.size;
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

/* A text that is still to be escaped. */
static prm_status send_raw(output *out, prm_text text)
{
    prm_piece piece;

    memset(&piece, 0, sizeof piece);
    piece.data = text.data;
    piece.size = text.size & ~PRM_RAW;
    piece.filter = PRM_FILTER_ESCAPE;
    return send_piece(out, &piece);
}

static prm_status send_list(output *out, const prm_text *list, size_t count)
{
    prm_status status = PRM_OK;

    for (; status == PRM_OK && count > 0; count--, list++)
        status = (list->size & PRM_RAW) ? send_raw(out, *list) : send(out, *list);
    return status;
}

/* What the measuring pass could not keep is walked through again. */
static prm_status send_walk(prm_walk *w, prm_room *room, output *out)
{
    prm_status status = prm_walk_again(w), sent = PRM_OK;
    prm_batch batch;

    batch.size = 0;
    batch.raw = true;
    while (status == PRM_OK && sent == PRM_OK) {
        prm_batch_begin(&batch, room->list, PRM_SCRATCH);
        status = prm_run(w, &batch);
        if (batch.used > 0) {
            sent = send_list(out, room->list, batch.used);
            continue;
        }
        if (status == PRM_OK)
            status = prm_walk_piece(w, &room->piece);
        if (status == PRM_OK)
            sent = send_piece(out, &room->piece);
    }
    return sent != PRM_OK ? sent : status == PRM_END ? PRM_OK : status;
}

static prm_status emit(const prm_call *c, output *out, prm_report *r)
{
    prm_walk walk;
    prm_room room;
    prm_batch batch;
    bool kept;
    prm_status status = prm_walk_start(&walk, c->pack, c->id, c->args, c->format);

    if (status == PRM_OK && out->sink.write == NULL)
        status = PRM_BAD_ARGUMENT;
    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    batch.raw = true;
    prm_batch_begin(&batch, room.list, PRM_ROOM);
    status = prm_measure_walk(&walk, &batch, &room.piece, &kept, r);
    if (status != PRM_OK)
        return status;
    status = kept ? send_list(out, room.list, batch.used) : send_walk(&walk, &room, out);
    if (status == PRM_OK && out->sent != batch.size)
        status = PRM_BAD_ARGUMENT;
    if (r)
        r->code = out->code;
    /* The walk is ahead of a sink that fails. */
    return prm_report_end(r, status, status == PRM_OK || status == PRM_SINK_FAILED ? NULL : &walk);
}

/* A plain slot without a walk, if that will do; else PRM_END, and nothing is sent. */
static prm_status emit_plain(const prm_call *c, output *out, prm_report *r)
{
    prm_text list[PRM_PLAIN_ROOM];
    size_t used, size;
    prm_status status;

    if (out->sink.write == NULL || !prm_plain_list(c, list, PRM_PLAIN_ROOM, &used, &size))
        return PRM_END;
    status = send_list(out, list, used);
    if (r) {
        r->size = size;
        r->code = out->code;
    }
    return status == PRM_OK ? PRM_OK : prm_report_end(r, status, NULL);
}

prm_status prm_emit(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_sink sink,
                    prm_report *report)
{
    const prm_call call = { pack, id, args, format, NULL, 0, true };
    output out = { sink, 0, 0 };
    prm_status status;

    prm_report_begin(report, id);
    status = emit_plain(&call, &out, report);
    return status != PRM_END ? status : emit(&call, &out, report);
}

#else

typedef int prm_emit_is_for_fast_code;

#endif
