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

static prm_status send_walk(prm_walk *w, prm_piece *piece, prm_sink sink, prm_report *r)
{
    prm_status status;

    while ((status = prm_walk_piece(w, piece)) == PRM_OK) {
        status = send_piece(sink, piece, r);
        if (status != PRM_OK)
            break;
    }
    return status == PRM_END ? PRM_OK : prm_report_end(r, status, w);
}

static prm_status start(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_sink sink,
                        prm_report *r)
{
    prm_walk walk;
    prm_piece piece;
    prm_status status;

    prm_report_begin(r, id);
    status = prm_walk_start(&walk, pack, id, args, format);
    if (status == PRM_OK && sink.write == NULL)
        status = PRM_BAD_ARGUMENT;
    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    status = prm_measure_walk(&walk, &piece, r);
    return status != PRM_OK ? status : send_walk(&walk, &piece, sink, r);
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
