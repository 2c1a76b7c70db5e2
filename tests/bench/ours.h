/* Shapes of one prompt of a pack, all ways out: OURS(slot, &task_pack, TASK_ID, args, PRM_TEXT) makes functions
 * slot_render() and so on, where args says which arguments belong to a set. */
#ifndef BENCH_OURS_H
#define BENCH_OURS_H

#include "shape.h"

enum { CHUNK = 512 };

static inline int collect(void *context, const char *data, size_t size)
{
    char **const to = (char **)context;

    memcpy(*to, data, size);
    *to += size;
    return 0;
}

static inline size_t render(const prm_pack *pack, prm_id id, const void *args, prm_format format)
{
    prm_report report;

    return prm_render(pack, id, args, format, rendered, sizeof rendered, &report) == PRM_OK ? report.size : FAILED;
}

static inline size_t measure(const prm_pack *pack, prm_id id, const void *args, prm_format format)
{
    prm_report report;

    return prm_measure(pack, id, args, format, &report) == PRM_OK ? report.size : FAILED;
}

static inline size_t gather(const prm_pack *pack, prm_id id, const void *args, prm_format format)
{
    prm_report report;

    return prm_gather(pack, id, args, format, gathered, LIST_ENTRIES, &report) == PRM_OK ? report.size : FAILED;
}

static inline size_t emit(const prm_pack *pack, prm_id id, const void *args, prm_format format)
{
    char *to = rendered;
    prm_sink sink;

    sink.write = collect;
    sink.context = &to;
    return prm_emit(pack, id, args, format, sink, NULL) == PRM_OK ? (size_t)(to - rendered) : FAILED;
}

/* Slice by slice. */
static inline size_t slices(const prm_pack *pack, prm_id id, const void *args, prm_format format)
{
    char *to = rendered;
    prm_cursor cursor;
    prm_slice slice;
    prm_status status = prm_open(&cursor, pack, id, args, format, NULL);

    while (status == PRM_OK) {
        status = prm_next(&cursor, &slice);
        if (status == PRM_OK)
            (void)collect(&to, slice.data, slice.size);
    }
    return status == PRM_END ? (size_t)(to - rendered) : FAILED;
}

/* Chunk by chunk, as for a small buffer of a driver. */
static inline size_t chunks(const prm_pack *pack, prm_id id, const void *args, prm_format format)
{
    size_t got, all = 0;
    prm_cursor cursor;
    prm_status status = prm_open(&cursor, pack, id, args, format, NULL);

    while (status == PRM_OK) {
        status = prm_read(&cursor, rendered + all, CHUNK, &got);
        all += got;
    }
    return status == PRM_END ? all : FAILED;
}

#define WAY_(way, name, pack, id, args, format) \
    static size_t name##_##way(unsigned set) { return way(pack, id, args, format); }

#define OURS(name, pack, id, args, format)      \
    WAY_(render, name, pack, id, args, format)  \
    WAY_(measure, name, pack, id, args, format) \
    WAY_(gather, name, pack, id, args, format)  \
    WAY_(emit, name, pack, id, args, format)    \
    WAY_(slices, name, pack, id, args, format)  \
    WAY_(chunks, name, pack, id, args, format)

/* Their entries in the table of shapes. */
#define OURS_SHAPES(label, name)                           \
    { label "/render", TO_BUFFER, name##_render },         \
    { label "/measure", SIZE_ONLY, name##_measure },       \
    { label "/gather", TO_LIST, name##_gather },           \
    { label "/emit", TO_BUFFER, name##_emit },             \
    { label "/slices", TO_BUFFER, name##_slices },         \
    { label "/chunks", TO_BUFFER, name##_chunks }

#endif
