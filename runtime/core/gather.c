#include "measure.h"
#include "usual.h"

/* The caller's list; pieces that it has no room for are only counted. */
typedef struct { prm_text *list; size_t count, used; } output;

static void append(output *out, prm_text stretch)
{
    if (out->used < out->count)
        out->list[out->used] = stretch;
    out->used++;
}

#ifndef PRM_SMALL

/* Stretches of the run behind the given piece, as far as they are usual and sure to fit in the list. */
static void list_run(prm_walk *w, output *out, size_t *total)
{
    const prm_segment *s;
    bool at_value = prm_usual_start(w, &s);
    prm_text *to = out->list + out->used;
    size_t sum = *total;

    for (; s != w->to; s++, at_value = false) {
        if (!at_value) {
            if ((s->op & PRM_OP_CONTROL) || !prm_in_pool(w->home, s) || s->size > SIZE_MAX - sum)
                break;
            *to = prm_bytes(w->home->pool + s->offset, s->size);
            sum += to->size;
            to += to->size > 0;
        }
        at_value = (s->op & PRM_OP_VALUE) != 0;
        if (at_value) {
            if (!prm_usual_value(w, s->op, to) || to->size > SIZE_MAX - sum)
                break;
            sum += to->size;
            to += to->size > 0;
        }
    }
    *total = sum;
    out->used = (size_t)(to - out->list);
    prm_usual_stop(w, s, at_value);
}

/* A segment takes two entries at most; one more is written to and then left. */
static bool fits(const prm_walk *w, const output *out)
{
    return out->used < out->count && (out->count - out->used - 1) / 2 >= (size_t)(w->to - w->from);
}

#endif

static prm_status list_walk(prm_walk *w, output *out, prm_report *r)
{
    prm_piece piece, measured;
    prm_text stretch;
    prm_status status;

    while ((status = prm_walk_piece(w, &piece)) == PRM_OK) {
        measured = piece;
        status = prm_measure_piece(w, &measured, &r->size);
        if (status != PRM_OK)
            return status;
        while (prm_piece_cut(&piece, &stretch))
            append(out, stretch);
#ifndef PRM_SMALL
        if (prm_usual_goes_on(w) && fits(w, out))
            list_run(w, out, &r->size);
#endif
    }
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

    prm_report_begin(r, id);
    status = prm_walk_start(&walk, pack, id, args, format);
    if (status == PRM_OK && list == NULL && count > 0)
        status = PRM_BAD_ARGUMENT;
    if (status != PRM_OK)
        return prm_report_end(r, status, NULL);
    walk.facts |= PRM_WALK_ARRAYS;
    out.list = list;
    out.count = count;
    out.used = 0;
    status = list_walk(&walk, &out, r);
    r->pieces = out.used;
    if (status != PRM_OK)
        return prm_report_end(r, status, &walk);
    return out.used > count ? prm_report_end(r, PRM_NO_SPACE, NULL) : PRM_OK;
}
