#include "measure.h"

#include "json.h"
#include "usual.h"

void prm_report_begin(prm_report *r, prm_id id)
{
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
    r->status = status;
    if (walk)
        prm_walk_where(walk, status, r);
    return status;
}

static prm_status add(size_t *total, size_t size)
{
    if (size > SIZE_MAX - *total)
        return PRM_TOO_BIG;
    *total += size;
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
        if (status != PRM_OK || piece->rest == 0)
            return status;
        piece->data += piece->size;
        status = add(total, prm_piece_step(piece).size);
        if (status != PRM_OK)
            return status;
    }
}

prm_status prm_measure_piece(prm_walk *w, prm_piece *piece, size_t *total)
{
    const size_t before = *total, size = piece->size;
    prm_status status;

    if (!(piece->filter & ~PRM_FILTER_NUMBER))
        return add(total, size);
    if ((piece->filter & PRM_FILTER_JSON) && !prm_json_well_formed(piece->data, size))
        return PRM_BAD_JSON;
    status = measure_filtered(piece, total);
    /* U+FFFD may be as long as what it stands for: equal sizes prove nothing when repairing. */
    if (*total - before != size || (piece->filter & PRM_FILTER_REPAIR))
        w->facts |= PRM_WALK_FILTERED;
    return status;
}

#ifndef PRM_SMALL

/* Sizes of the run behind the given piece, as far as they are usual. */
PRM_APART static void measure_run(prm_walk *w, size_t *total)
{
    const prm_segment *s;
    bool at_value = prm_usual_start(w, &s);
    size_t sum = *total;
    prm_text value;

    for (; s != w->to; s++, at_value = false) {
        if (!at_value) {
            if ((s->op & PRM_OP_CONTROL) || !prm_in_pool(w->home, s) || s->size > SIZE_MAX - sum)
                break;
            sum += s->size;
        }
        at_value = (s->op & PRM_OP_VALUE) != 0;
        if (at_value) {
            if (!prm_usual_value(w, s->op, &value) || value.size > SIZE_MAX - sum)
                break;
            sum += value.size;
        }
    }
    *total = sum;
    prm_usual_stop(w, s, at_value);
}

#endif

prm_status prm_measure_walk(prm_walk *w, prm_piece *piece, prm_report *r)
{
    prm_status status;

    while ((status = prm_walk_piece(w, piece)) == PRM_OK) {
        status = prm_measure_piece(w, piece, &r->size);
        if (status != PRM_OK)
            return prm_report_end(r, status, w);
#ifndef PRM_SMALL
        if (prm_usual_goes_on(w))
            measure_run(w, &r->size);
#endif
    }
    if (status != PRM_END)
        return prm_report_end(r, status, w);
    w->facts |= PRM_WALK_CHECKED;
    return prm_walk_again(w);
}

prm_status prm_measure(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_report *report)
{
    prm_walk walk;
    prm_piece piece;
    prm_report spare;
    prm_report *const r = report ? report : &spare;
    prm_status status;

    prm_report_begin(r, id);
    status = prm_walk_start(&walk, pack, id, args, format);
    return status != PRM_OK ? prm_report_end(r, status, NULL) : prm_measure_walk(&walk, &piece, r);
}
