#include "ways.h"

#include <promptrom/pack.h>

enum { GUARD = 8, SINK_CODE = -7, LONGEST = 1 << 20 };

static prm_status measure(const call *c, prm_report *report)
{
    fail_row(0);
    return prm_measure(c->pack, c->id, c->args.data, c->format, report);
}

/* Same status, and what failed is the same. */
static void require_same(const prm_report *one, const prm_report *other)
{
    REQUIRE(one->status == other->status);
    if (one->status == PRM_OK)
        return;
    REQUIRE(one->id == other->id && one->placeholder == other->placeholder && one->field == other->field);
    REQUIRE(one->row == other->row && one->code == other->code);
}

/* ---- sinks ---- */

typedef struct memory {
    char  *to;
    size_t used, capacity, calls, failing;    /* failing: call that fails, from 1, or 0 */
} memory;

static int write_memory(void *context, const char *data, size_t size)
{
    memory *const m = context;

    REQUIRE(m->failing == 0 || m->calls < m->failing);
    REQUIRE(size > 0 && size <= m->capacity - m->used);
    if (++m->calls == m->failing)
        return SINK_CODE;
    memcpy(m->to + m->used, data, size);
    m->used += size;
    return 0;
}

static memory emitted(const call *c, const prm_report *measured, size_t failing)
{
    memory m = { NULL, 0, 0, 0, 0 };
    prm_sink sink;
    prm_report report;
    prm_status status;

    m.capacity = measured->status == PRM_OK ? measured->size : 0;
    m.to = fresh(m.capacity);
    m.failing = failing;
    sink.write = write_memory;
    sink.context = &m;
    fail_row(0);
    status = prm_emit(c->pack, c->id, c->args.data, c->format, sink, &report);
    REQUIRE(status == report.status);
    if (failing > 0 && failing <= m.calls) {
        REQUIRE(status == PRM_SINK_FAILED && report.code == SINK_CODE && m.calls == failing);
    } else {
        require_same(measured, &report);
        REQUIRE(m.used == m.capacity);
    }
    return m;
}

static void check_failing_sink(const call *c, const prm_report *measured, prm_text bytes, size_t calls, input *in)
{
    memory m;

    if (calls == 0)
        return;
    m = emitted(c, measured, 1 + take_number(in, 65535) % calls);
    REQUIRE(memcmp(m.to, bytes.data, m.used) == 0);
}

/* ---- buffers ---- */

static void check_render(const call *c, const prm_report *measured, prm_text bytes, input *in)
{
    const size_t capacity = take_capacity(in, bytes.size);
    const bool fits = measured->status == PRM_OK && capacity > bytes.size;
    char *const buffer = fresh(capacity + GUARD);
    const size_t used = fits ? bytes.size + 1 : 0;
    prm_report report;
    prm_status status;

    fail_row(0);
    status = prm_render(c->pack, c->id, c->args.data, c->format, buffer, capacity, &report);
    REQUIRE(status == report.status);
    if (measured->status == PRM_OK) {
        REQUIRE(status == (fits ? PRM_OK : PRM_NO_SPACE) && report.size == bytes.size);
    } else {
        require_same(measured, &report);
    }
    REQUIRE(is_canary(buffer + used, capacity + GUARD - used));
    REQUIRE(!fits || (is_same(prm_bytes(buffer, bytes.size), bytes) && buffer[bytes.size] == '\0'));
}

/* The buffer is the memory of the arguments: what is refused leaves them as they are. */
static void check_overlap(const call *c, const prm_report *measured, prm_text bytes)
{
    const prm_text before = prm_bytes(copied(c->args.data, c->args.size), c->args.size);
    char *const buffer = c->args.data;
    prm_status status;

    if (c->args.size == 0)
        return;
    fail_row(0);
    status = prm_render(c->pack, c->id, c->args.data, c->format, buffer, c->args.size, NULL);
    if (status == PRM_OK)
        REQUIRE(measured->status == PRM_OK && is_same(prm_bytes(buffer, bytes.size), bytes));
    else
        REQUIRE(is_same(prm_bytes(buffer, c->args.size), before));
    memcpy(buffer, before.data, before.size);
}

/* ---- lists ---- */

static void check_gather(const call *c, const prm_report *measured, prm_text bytes, input *in)
{
    prm_report report;
    prm_status status;
    prm_text *list;
    size_t pieces, count, used = 0, i;

    fail_row(0);
    status = prm_gather(c->pack, c->id, c->args.data, c->format, NULL, 0, &report);
    if (status == PRM_NEEDS_ARRAY) {
        REQUIRE(c->args.sourced);
        return;
    }
    if (measured->status != PRM_OK) {
        require_same(measured, &report);
        return;
    }
    pieces = report.pieces;
    REQUIRE(status == (pieces > 0 ? PRM_NO_SPACE : PRM_OK) && report.size == bytes.size);
    count = take_number(in, 3) ? pieces : take_number(in, 65535) % (pieces + 1);
    list = fresh((count + 1) * sizeof *list);
    status = prm_gather(c->pack, c->id, c->args.data, c->format, list, count, &report);
    REQUIRE(status == (count < pieces ? PRM_NO_SPACE : PRM_OK) && report.pieces == pieces);
    REQUIRE(is_canary(list + count, sizeof *list));
    for (i = 0; i < count; used += list[i++].size) {
        REQUIRE(list[i].size > 0 && list[i].size <= bytes.size - used);
        REQUIRE(memcmp(list[i].data, bytes.data + used, list[i].size) == 0);
    }
    REQUIRE(count < pieces || used == bytes.size);
}

/* ---- cursors ---- */

/* The cursor goes on in other memory; where it was is spoilt. */
static void move(prm_cursor **cursor, prm_cursor **spare)
{
    prm_cursor *const from = *cursor;

    memcpy(*spare, from, sizeof *from);
    memset(from, CANARY, sizeof *from);
    *cursor = *spare;
    *spare = from;
}

static void check_slice(const call *c, const prm_slice *slice)
{
    const char *file;
    unsigned line;

    REQUIRE(slice->size > 0 && *prm_name(c->pack, slice->id) != '\0');
    REQUIRE(slice->placeholder == PRM_NO_PLACEHOLDER
            || *prm_placeholder_name(c->pack, slice->id, slice->placeholder) != '\0');
    REQUIRE((slice->segment == PRM_NO_SEGMENT) == (slice->home == NULL));
    if (prm_origin_of(slice, &file, &line))
        REQUIRE(*file != '\0' && line > 0);
}

/* A text among the arguments is the caller's own. */
static void check_place(const call *c, const prm_cursor *cursor, unsigned place)
{
    const prm_pack *root = c->pack;
    const prm_field *field;
    prm_text text;

    while (root->base)
        root = root->base;
    (void)prm_cursor_row(cursor);
    text = prm_cursor_text(cursor, place);
    if (place >= root->entries[c->id].inputs) {
        REQUIRE(!text.data);
        return;
    }
    field = &root->fields[root->entries[c->id].field + place];
    REQUIRE(!text.data || memcmp((const char *)c->args.data + field->offset, &text, sizeof text) == 0);
}

/* The next stretch, or the next chunk if there is memory for one; false at the end. */
static bool advance(const call *c, prm_cursor *cursor, prm_text bytes, size_t *used, char *chunk, unsigned capacity)
{
    const size_t left = bytes.size - *used;
    prm_slice slice;
    size_t size;
    prm_status status;

    if (chunk == NULL) {
        status = prm_next(cursor, &slice);
        size = slice.size;
        if (status == PRM_OK)
            check_slice(c, &slice);
    } else {
        status = prm_read(cursor, chunk, capacity, &size);
        slice.data = chunk;
        REQUIRE(size == capacity || size == left);
    }
    REQUIRE(status == (left > 0 ? PRM_OK : PRM_END) && (status == PRM_OK) == (size > 0));
    REQUIRE(size <= left && (size == 0 || memcmp(slice.data, bytes.data + *used, size) == 0));
    check_place(c, cursor, capacity);
    *used += size;
    return status == PRM_OK;
}

static void check_cursor(const call *c, const prm_report *measured, prm_text bytes, input *in)
{
    prm_cursor *cursor = fresh(sizeof *cursor), *spare = fresh(sizeof *spare);
    const unsigned capacity = take_number(in, 31);
    char *const chunk = capacity > 0 ? fresh(capacity) : NULL;
    const bool mixed = take_flag(in);
    prm_report report;
    size_t used = 0;
    unsigned turn = 0;

    fail_row(0);
    REQUIRE(prm_open(cursor, c->pack, c->id, c->args.data, c->format, &report) == report.status);
    require_same(measured, &report);
    if (report.status != PRM_OK)
        return;
    while (advance(c, cursor, bytes, &used, mixed && turn++ % 2 ? NULL : chunk, capacity))
        move(&cursor, &spare);
    REQUIRE(used == bytes.size);
}

/* ---- rows that cannot be made ---- */

static void check_failing_row(const call *c, const prm_report *measured, input *in)
{
    char buffer[GUARD];
    prm_report report;
    unsigned rows, row;

    (void)!prm_measure(c->pack, c->id, c->args.data, c->format, NULL);
    if (measured->status != PRM_OK || !c->args.sourced)
        return;
    REQUIRE(measure(c, &report) == PRM_OK);
    rows = rows_made();
    if (rows == 0)
        return;
    row = 1 + take_number(in, 65535) % rows;
    memset(buffer, CANARY, sizeof buffer);
    fail_row(row);
    REQUIRE(prm_render(c->pack, c->id, c->args.data, c->format, buffer, sizeof buffer, &report) == PRM_ROW_FAILED);
    REQUIRE(report.code == ROW_CODE && rows_made() == row && is_canary(buffer, sizeof buffer));
}

outcome all_ways(const call *c, input *in)
{
    outcome found;
    prm_report measured;
    memory m;

    found.status = measure(c, &measured);
    REQUIRE(found.status == measured.status && (found.status != PRM_OK || measured.size < LONGEST));
    m = emitted(c, &measured, 0);
    found.bytes = prm_bytes(m.to, m.used);
    check_failing_sink(c, &measured, found.bytes, m.calls, in);
    check_render(c, &measured, found.bytes, in);
    check_overlap(c, &measured, found.bytes);
    check_gather(c, &measured, found.bytes, in);
    check_cursor(c, &measured, found.bytes, in);
    check_failing_row(c, &measured, in);
    return found;
}
