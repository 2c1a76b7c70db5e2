/* The ways out where small code is wanted: each goes through the stretches of a cursor. */
#include "measure.h"

#ifdef PRM_SMALL

/* Begins a cursor, with a buffer that holds no arguments or NULL and 0, and notes an error. */
PRM_APART static prm_status start(prm_cursor *c, const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                  prm_report *r)
{
    prm_status status;

    prm_report_begin(r, id);
    status = prm_walk_start(&c->walk, pack, id, args, format);
    c->piece.size = c->piece.rest = 0;
    if (r)
        r->status = status;
    return status;
}

prm_status prm_measure_cursor(prm_cursor *c, size_t *size, prm_report *r)
{
    prm_status status;

    *size = 0;
    while ((status = prm_walk_stretch(c)) == PRM_OK && c->rest.size <= SIZE_MAX - *size)
        *size += c->rest.size;
    if (r)
        r->size = *size;
    if (status != PRM_END)
        return status == PRM_OK ? PRM_TOO_BIG : status;
    c->walk.facts |= PRM_WALK_CHECKED;
    return prm_walk_again(&c->walk);
}

prm_status prm_measure(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_report *report)
{
    prm_cursor c;
    size_t size;
    prm_status status = start(&c, pack, id, args, format, report);

    if (status == PRM_OK) {
        status = prm_measure_cursor(&c, &size, report);
        if (status != PRM_OK)
            status = prm_report_end(report, status, &c.walk);
    }
    return status;
}

/* A row source might have changed its mind: there may be more to write than was measured, or less. */
static prm_status copy(prm_cursor *c, char *to, size_t room)
{
    prm_status status;

    while ((status = prm_walk_stretch(c)) == PRM_OK) {
        if (c->rest.size > room)
            return PRM_BAD_ARGUMENT;
        memcpy(to, c->rest.data, c->rest.size);
        to += c->rest.size;
        room -= c->rest.size;
    }
    if (status != PRM_END || room > 0)
        return status != PRM_END ? status : PRM_BAD_ARGUMENT;
    *to = '\0';
    return PRM_OK;
}

prm_status prm_render(const prm_pack *pack, prm_id id, const void *args, prm_format format, char *buffer,
                      size_t capacity, prm_report *report)
{
    prm_cursor c;
    size_t size;
    prm_status status = start(&c, pack, id, args, format, report);

    if (status != PRM_OK)
        return status;
    if (buffer == NULL && capacity > 0)
        return prm_report_end(report, PRM_BAD_ARGUMENT, NULL);
    c.walk.buffer = buffer;
    c.walk.capacity = capacity < PRM_MOST_CAPACITY ? capacity : PRM_MOST_CAPACITY;
    status = prm_measure_cursor(&c, &size, report);
    if (status == PRM_OK && size >= capacity)
        return prm_report_end(report, PRM_NO_SPACE, NULL);
    if (status == PRM_OK)
        status = copy(&c, buffer, size);
    return status == PRM_OK ? PRM_OK : prm_report_end(report, status, &c.walk);
}

prm_status prm_gather(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_text *list,
                      size_t count, prm_report *report)
{
    prm_cursor c;
    size_t size = 0, pieces = 0;
    prm_status status = start(&c, pack, id, args, format, report);

    if (status != PRM_OK)
        return status;
    if (list == NULL && count > 0)
        return prm_report_end(report, PRM_BAD_ARGUMENT, NULL);
    c.walk.facts |= PRM_WALK_ARRAYS;
    while ((status = prm_walk_stretch(&c)) == PRM_OK && c.rest.size <= SIZE_MAX - size) {
        if (pieces < count)
            list[pieces] = c.rest;
        pieces++;
        size += c.rest.size;
    }
    if (report) {
        report->size = size;
        report->pieces = pieces;
    }
    if (status != PRM_END)
        return prm_report_end(report, status == PRM_OK ? PRM_TOO_BIG : status, &c.walk);
    return pieces > count ? prm_report_end(report, PRM_NO_SPACE, NULL) : PRM_OK;
}

prm_status prm_emit(const prm_pack *pack, prm_id id, const void *args, prm_format format, prm_sink sink,
                    prm_report *report)
{
    prm_cursor c;
    size_t size;
    int code = 0;
    prm_status status = start(&c, pack, id, args, format, report);

    if (status != PRM_OK)
        return status;
    if (sink.write == NULL)
        return prm_report_end(report, PRM_BAD_ARGUMENT, NULL);
    status = prm_measure_cursor(&c, &size, report);
    while (status == PRM_OK && (status = prm_walk_stretch(&c)) == PRM_OK) {
        size -= c.rest.size;
        if ((code = sink.write(sink.context, c.rest.data, c.rest.size)) != 0)
            status = PRM_SINK_FAILED;
    }
    if (report)
        report->code = code;
    if (status == PRM_END && size == 0)
        return PRM_OK;
    if (status == PRM_SINK_FAILED)
        return prm_report_end(report, status, NULL);
    return prm_report_end(report, status == PRM_END ? PRM_BAD_ARGUMENT : status, &c.walk);
}

#else

typedef int prm_small_is_for_small_code;

#endif
