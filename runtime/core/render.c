#include "apart.h"
#include "copy.h"
#include "json.h"
#include "measure.h"
#include "plain.h"

#ifndef PRM_SMALL

/* The buffer; the measuring pass has shown that all fits. */
typedef struct { char *to, *end; } output;

static char *copy_bytes(char *to, const char *data, size_t size)
{
    memcpy(to, data, size);
    return to + size;
}

/* The size of a piece that a row source made is checked again: the source might have changed its mind. */
static prm_status copy_checked(output *out, prm_piece *piece)
{
    prm_text stretch;

    while (prm_piece_cut(piece, &stretch)) {
        if (stretch.size > (size_t)(out->end - out->to))
            return PRM_BAD_ARGUMENT;
        out->to = copy_bytes(out->to, stretch.data, stretch.size);
    }
    return PRM_OK;
}

static char *copy_filtered(char *to, prm_piece *piece)
{
    prm_text stretch;

    if (piece->filter & PRM_FILTER_NUMBER) {
        while (prm_piece_cut(piece, &stretch))
            to = copy_bytes(to, stretch.data, stretch.size);
        return to;
    }
    for (;;) {
        if (piece->filter & PRM_FILTER_ESCAPE)
            to = prm_json_copy(to, piece->data, piece->size);
        else
            to = copy_bytes(to, piece->data, piece->size);
        if (!prm_piece_goes_on(piece))
            return to;
        piece->data += piece->size;
        stretch = prm_piece_step(piece);
        to = copy_bytes(to, stretch.data, stretch.size);
    }
}

static prm_status copy_piece(const prm_walk *w, output *out, prm_piece *piece)
{
    if (w->facts & PRM_WALK_SOURCED)
        return copy_checked(out, piece);
    if (piece->filter)
        out->to = copy_filtered(out->to, piece);
    else
        out->to = copy_bytes(out->to, piece->data, piece->size);
    return PRM_OK;
}

PRM_INLINE char *copy_list(char *to, const prm_batch *b, bool raw)
{
    const prm_text *from = b->list, *const end = from + b->used;

    for (; from != end; from++)
        to = raw && (from->size & PRM_RAW) ? prm_json_copy(to, from->data, from->size & ~PRM_RAW)
                                           : prm_copy_stretch(to, from->data, from->size);
    return to;
}

/* All of a batch, which fits. raw: some of it may still be to be escaped; if not, nothing is asked about. */
static char *copy_batch(char *to, const prm_batch *b, bool raw)
{
    return raw ? copy_list(to, b, true) : copy_list(to, b, false);
}

/* Copies what comes next: the measuring pass has shown that it fits, as long as nothing changes. */
static prm_status copy_some(prm_walk *w, prm_batch *b, prm_piece *piece, output *out)
{
    prm_status status = prm_run(w, b);

    if (b->used > 0) {
        if (b->size > (size_t)(out->end - out->to))
            return PRM_BAD_ARGUMENT;
        out->to = copy_batch(out->to, b, w->quoted);
        return status;
    }
    if (status == PRM_OK)
        status = prm_walk_piece(w, piece);
    return status != PRM_OK ? status : copy_piece(w, out, piece);
}

/* What the measuring pass could not keep is walked through again. */
PRM_APART static prm_status copy_walk(prm_walk *w, prm_batch *b, prm_piece *piece, output *out)
{
    prm_status status = prm_walk_again(w);

    while (status == PRM_OK) {
        b->used = 0;
        b->size = 0;
        status = copy_some(w, b, piece, out);
    }
    return status != PRM_END ? status : out->to == out->end ? PRM_OK : PRM_BAD_ARGUMENT;
}

/* Measures what the walk yields, and writes it if it fits. */
static prm_status measure_and_copy(prm_walk *w, size_t capacity, output *out, prm_report *r)
{
    prm_room memory;
    prm_batch batch;
    bool kept;
    prm_status status;

    batch.raw = true;
    prm_batch_begin(&batch, memory.list, PRM_ROOM);
    status = prm_measure_walk(w, &batch, &memory.piece, &kept, r);
    if (status != PRM_OK)
        return status;
    if (batch.size >= capacity)
        return prm_report_end(r, PRM_NO_SPACE, NULL);
    out->end = out->to + batch.size;
    if (kept)
        out->to = copy_batch(out->to, &batch, w->facts & PRM_WALK_FILTERED);
    else
        status = copy_walk(w, &batch, &memory.piece, out);
    return status == PRM_OK ? PRM_OK : prm_report_end(r, status, w);
}

static prm_status render(const prm_call *c, char *buffer, prm_report *r)
{
    prm_walk walk;
    output out;
    prm_status status = prm_walk_start(&walk, c->pack, c->id, c->args, c->format);

    if (status == PRM_OK && c->capacity > 0 && buffer == NULL)
        status = PRM_BAD_ARGUMENT;
    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    walk.buffer = buffer;
    walk.capacity = c->capacity;
    out.to = buffer;
    status = measure_and_copy(&walk, c->capacity, &out, r);
    if (status == PRM_OK)
        *out.to = '\0';
    return status;
}

/* A plain slot without a walk, if that will do; else PRM_END, and nothing is written. */
static prm_status render_plain(const prm_call *c, char *buffer, prm_report *r)
{
    size_t size;
    prm_status status = PRM_END;

    if (buffer)
        status = prm_plain_render(c, buffer, &size);
    if (r && status != PRM_END) {
        r->size = size;
        r->status = status;
    }
    return status;
}

prm_status prm_render(const prm_pack *pack, prm_id id, const void *args, prm_format format, char *buffer,
                      size_t capacity, prm_report *report)
{
    const size_t most = capacity < PRM_MOST_CAPACITY ? capacity : PRM_MOST_CAPACITY;
    const prm_call call = { pack, id, args, format, buffer, most, true };
    prm_status status;

    prm_report_begin(report, id);
    status = render_plain(&call, buffer, report);
    return status != PRM_END ? status : render(&call, buffer, report);
}

#else

typedef int prm_render_is_for_fast_code;

#endif
