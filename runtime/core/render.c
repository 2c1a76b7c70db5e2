#include "json.h"
#include "measure.h"
#include "usual.h"

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
        if (piece->rest == 0)
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

#ifndef PRM_SMALL

/* Bytes of the run behind the given piece, as far as they are usual. */
static char *copy_run(prm_walk *w, char *to)
{
    const char *const pool = w->home->pool;
    const prm_segment *s;
    bool at_value = prm_usual_start(w, &s);
    prm_text value;

    for (; s != w->to; s++, at_value = false) {
        if (!at_value) {
            if (s->op & PRM_OP_CONTROL)
                break;
            to = copy_bytes(to, pool + s->offset, s->size);
        }
        at_value = (s->op & PRM_OP_VALUE) != 0;
        if (at_value) {
            if (!prm_usual_value(w, s->op, &value))
                break;
            to = copy_bytes(to, value.data, value.size);
        }
    }
    prm_usual_stop(w, s, at_value);
    return to;
}

#endif

static prm_status copy_walk(prm_walk *w, prm_piece *piece, output *out, prm_report *r)
{
    prm_status status;

    while ((status = prm_walk_piece(w, piece)) == PRM_OK) {
        status = copy_piece(w, out, piece);
        if (status != PRM_OK)
            return prm_report_end(r, status, w);
#ifndef PRM_SMALL
        if (prm_usual_goes_on(w) && !(w->facts & PRM_WALK_SOURCED))
            out->to = copy_run(w, out->to);
#endif
    }
    if (status != PRM_END)
        return prm_report_end(r, status, w);
    *out->to = '\0';
    return PRM_OK;
}

static prm_status measure_into(prm_walk *w, prm_piece *piece, const char *buffer, size_t capacity, prm_report *r)
{
    prm_status status;

    if (capacity > 0 && buffer == NULL)
        return prm_report_end(r, PRM_BAD_ARGUMENT, NULL);
    w->buffer = buffer;
    w->capacity = capacity;
    status = prm_measure_walk(w, piece, r);
    if (status == PRM_OK && r->size >= capacity)
        return prm_report_end(r, PRM_NO_SPACE, NULL);
    return status;
}

prm_status prm_render(const prm_pack *pack, prm_id id, const void *args, prm_format format, char *buffer,
                      size_t capacity, prm_report *report)
{
    prm_walk walk;
    prm_piece piece;
    prm_report spare;
    prm_report *const r = report ? report : &spare;
    prm_status status;
    output out;

    prm_report_begin(r, id);
    status = prm_walk_start(&walk, pack, id, args, format);
    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    status = measure_into(&walk, &piece, buffer, capacity, r);
    if (status != PRM_OK)
        return status;
    walk.capacity = 0;
    out.to = buffer;
    out.end = buffer + r->size;
    return copy_walk(&walk, &piece, &out, r);
}
