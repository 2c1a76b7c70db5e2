/* For the tests of the core: packs put together by hand, and one check that takes a result through all five ways
 * out at every size. Written without the library's own helpers, so that it can disagree with them. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <promptrom/promptrom.h>

/* ---- making packs ---- */

enum { DRAFT_POOL = 16384, DRAFT_SEGMENTS = 1024, DRAFT_ENTRIES = 64, DRAFT_FIELDS = 600, DRAFT_TRAITS = 64 };

typedef struct draft {
    prm_pack    pack;
    char        pool[DRAFT_POOL];
    prm_segment segments[2][DRAFT_SEGMENTS];
    prm_entry   entries[DRAFT_ENTRIES];
    prm_field   fields[DRAFT_FIELDS];
    prm_trait   traits[DRAFT_TRAITS];
    uint16_t    replaced[DRAFT_ENTRIES];
} draft;

/* Fresh tables. quoted: with a second segment table whose literals are escaped. */
static inline void draft_begin(draft *d, bool quoted)
{
    memset(d, 0, sizeof *d);
    d->pack.version = PRM_TABLE_VERSION;
    d->pack.pool = d->pool;
    d->pack.segments[0] = d->segments[0];
    d->pack.segments[1] = quoted ? d->segments[1] : NULL;
    d->pack.entries = d->entries;
    d->pack.fields = d->fields;
    d->pack.traits = d->traits;
}

/* An overlay of base that replaces nothing yet. */
static inline void draft_overlay(draft *d, const prm_pack *base, bool quoted)
{
    draft_begin(d, quoted);
    d->pack.base = base;
    d->pack.replaced = d->replaced;
    memset(d->replaced, 0xFF, sizeof d->replaced);
}

static inline uint16_t draft_trait(draft *d, uint32_t limit, uint32_t standby)
{
    d->traits[d->pack.trait_count].limit = limit;
    d->traits[d->pack.trait_count].standby = standby;
    return d->pack.trait_count++;
}

static inline uint16_t draft_field(draft *d, size_t offset, unsigned kind, unsigned level, unsigned trait)
{
    prm_field *const field = &d->fields[d->pack.field_count];

    field->offset = (uint16_t)offset;
    field->kind = (uint16_t)(kind | level << PRM_FIELD_LEVEL | trait << PRM_FIELD_TRAIT);
    return (uint16_t)d->pack.field_count++;
}

/* The escapes of JSON strings, the simplest way. Returns the size; text must be UTF-8 where that matters. */
static inline size_t naive_escape(char *to, const char *text, size_t size)
{
    char *const begin = to;
    size_t i;

    for (i = 0; i < size; i++) {
        const unsigned c = (unsigned char)text[i];
        switch (c) {
        case '"':  to += sprintf(to, "\\\""); break;
        case '\\': to += sprintf(to, "\\\\"); break;
        case '\b': to += sprintf(to, "\\b"); break;
        case '\f': to += sprintf(to, "\\f"); break;
        case '\n': to += sprintf(to, "\\n"); break;
        case '\r': to += sprintf(to, "\\r"); break;
        case '\t': to += sprintf(to, "\\t"); break;
        default:
            if (c < 0x20)
                to += sprintf(to, "\\u%04x", c);
            else
                *to++ = (char)c;
        }
    }
    return (size_t)(to - begin);
}

static inline void draft_bytes(draft *d, prm_segment *segment, const char *text, size_t size)
{
    memcpy(d->pool + d->pack.pool_size, text, size);
    segment->offset = d->pack.pool_size;
    segment->size = (uint16_t)size;
    d->pack.pool_size += (uint32_t)size;
}

/* A segment with literal bytes: copying ones, separators. Returns its number. */
static inline uint32_t draft_text(draft *d, unsigned op, const char *text)
{
    const uint32_t number = d->pack.segment_count++;
    char escaped[1024];

    draft_bytes(d, &d->segments[0][number], text, strlen(text));
    d->segments[0][number].op = (uint16_t)op;
    draft_bytes(d, &d->segments[1][number], escaped, naive_escape(escaped, text, strlen(text)));
    d->segments[1][number].op = (uint16_t)op;
    return number;
}

/* A control segment without bytes. Returns its number. */
static inline uint32_t draft_op(draft *d, unsigned op, uint32_t offset, unsigned size)
{
    const uint32_t number = d->pack.segment_count++;
    int i;

    for (i = 0; i < 2; i++) {
        d->segments[i][number].offset = offset;
        d->segments[i][number].size = (uint16_t)size;
        d->segments[i][number].op = (uint16_t)op;
    }
    return number;
}

/* Makes the segment skip all that has been written since. */
static inline void draft_land(draft *d, uint32_t number)
{
    d->segments[0][number].offset = d->segments[1][number].offset = d->pack.segment_count - number - 1;
}

/* The NEXT of a LOOP, which then skips the body when there are no rows. */
static inline void draft_next(draft *d, uint32_t loop)
{
    const unsigned input = d->segments[0][loop].op & PRM_OP_INPUT;

    draft_op(d, PRM_OP_NEXT | input, d->pack.segment_count - loop - 1, 0);
    draft_land(d, loop);
}

static inline void draft_value(draft *d, const char *before, unsigned input)
{
    draft_text(d, PRM_OP_VALUE | input, before);
}

/* Begins an entry; its code is what follows until draft_end(). Public ones come first. */
static inline uint16_t draft_entry(draft *d, unsigned flags, uint32_t field, unsigned inputs)
{
    prm_entry *const entry = &d->entries[d->pack.entry_count];

    entry->first = d->pack.segment_count;
    entry->field = field;
    entry->inputs = (uint8_t)inputs;
    entry->flags = (uint8_t)flags;
    if (!(flags & PRM_ENTRY_HIDDEN))
        d->pack.public_count = (uint16_t)(d->pack.entry_count + 1);
    return d->pack.entry_count++;
}

static inline void draft_end(draft *d)
{
    prm_entry *const entry = &d->entries[d->pack.entry_count - 1];

    entry->count = (uint16_t)(d->pack.segment_count - entry->first);
}

/* ---- checking renders ---- */

enum { CANARY = 0x5A, RESULT_MAX = 4096 };

typedef struct recorder {
    char   data[RESULT_MAX];
    size_t size;
    size_t calls;
    size_t fail_at;      /* the call that fails, counted from 1; 0: none */
} recorder;

static int record(void *context, const char *data, size_t size)
{
    recorder *const r = context;

    r->calls++;
    assert_true(size > 0);
    if (r->calls == r->fail_at)
        return -77;
    assert_true(r->fail_at == 0 || r->calls < r->fail_at);
    memcpy(r->data + r->size, data, size);
    r->size += size;
    return 0;
}

/* A report whose memory held something else before. */
static inline prm_report used_report(void)
{
    prm_report report;

    memset(&report, CANARY, sizeof report);
    return report;
}

/* What a report says where nothing has gone wrong but for a lack of room: no place. */
static inline void check_report(const prm_report *report, prm_status status, prm_id id, size_t size, size_t pieces)
{
    assert_int_equal(report->status, status);
    assert_int_equal(report->id, id);
    assert_int_equal(report->placeholder, PRM_NO_PLACEHOLDER);
    assert_int_equal(report->field, PRM_NO_PLACEHOLDER);
    assert_int_equal(report->row, PRM_NO_ROW);
    assert_int_equal(report->size, size);
    assert_int_equal(report->pieces, pieces);
    assert_int_equal(report->code, 0);
}

static inline void check_measure(const prm_pack *pack, prm_id id, const void *args, prm_format format, size_t size)
{
    prm_report report = used_report();

    assert_int_equal(prm_measure(pack, id, args, format, &report), PRM_OK);
    check_report(&report, PRM_OK, id, size, 0);
    assert_int_equal(prm_measure(pack, id, args, format, NULL), PRM_OK);
}

static inline void check_render(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                const char *expected, size_t size)
{
    char buffer[RESULT_MAX + 2], untouched[RESULT_MAX + 2];
    size_t capacity;

    memset(untouched, CANARY, sizeof untouched);
    for (capacity = 0; capacity <= size + 1; capacity++) {
        const prm_status wanted = capacity > size ? PRM_OK : PRM_NO_SPACE;
        prm_report report = used_report();
        memset(buffer, CANARY, sizeof buffer);
        assert_int_equal(prm_render(pack, id, args, format, capacity ? buffer : NULL, capacity, &report), wanted);
        check_report(&report, wanted, id, size, 0);
        if (wanted == PRM_OK) {
            assert_memory_equal(buffer, expected, size);
            assert_int_equal(buffer[size], 0);
            assert_int_equal(buffer[size + 1], CANARY);
        } else {
            assert_memory_equal(buffer, untouched, sizeof buffer);
        }
    }
}

static inline void check_list(const prm_text *list, size_t count, const char *expected, size_t size)
{
    size_t i, at = 0;

    for (i = 0; i < count; i++) {
        assert_true(list[i].size > 0 && list[i].size <= size - at);
        assert_memory_equal(list[i].data, expected + at, list[i].size);
        at += list[i].size;
    }
    assert_int_equal(at, size);
}

static inline void check_gather(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                const char *expected, size_t size)
{
    static prm_text list[RESULT_MAX + 1];
    prm_report report = used_report();
    size_t pieces, count;

    assert_int_equal(prm_gather(pack, id, args, format, list, RESULT_MAX, &report), PRM_OK);
    pieces = report.pieces;
    check_report(&report, PRM_OK, id, size, pieces);
    check_list(list, pieces, expected, size);
    assert_int_equal(prm_gather(pack, id, args, format, list, RESULT_MAX, NULL), PRM_OK);
    check_list(list, pieces, expected, size);
    assert_int_equal(prm_gather(pack, id, args, format, NULL, 0, NULL), pieces > 0 ? PRM_NO_SPACE : PRM_OK);
    for (count = 0; count <= pieces; count++) {
        const prm_status wanted = count < pieces ? PRM_NO_SPACE : PRM_OK;
        memset(list, CANARY, sizeof list);
        report = used_report();
        assert_int_equal(prm_gather(pack, id, args, format, count ? list : NULL, count, &report), wanted);
        check_report(&report, wanted, id, size, pieces);
        assert_int_equal(*(const unsigned char *)&list[count], CANARY);
        if (wanted == PRM_OK)
            check_list(list, count, expected, size);
    }
}

static inline void check_emit(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                              const char *expected, size_t size)
{
    static recorder r;
    prm_report report = used_report();
    prm_sink sink;
    size_t calls, fail_at;

    sink.write = record;
    sink.context = &r;
    memset(&r, 0, sizeof r);
    assert_int_equal(prm_emit(pack, id, args, format, sink, &report), PRM_OK);
    check_report(&report, PRM_OK, id, size, 0);
    assert_int_equal(r.size, size);
    assert_memory_equal(r.data, expected, size);
    calls = r.calls;
    memset(&r, 0, sizeof r);
    assert_int_equal(prm_emit(pack, id, args, format, sink, NULL), PRM_OK);
    assert_int_equal(r.size, size);
    assert_memory_equal(r.data, expected, size);
    for (fail_at = 1; fail_at <= calls; fail_at++) {
        memset(&r, 0, sizeof r);
        r.fail_at = fail_at;
        report = used_report();
        assert_int_equal(prm_emit(pack, id, args, format, sink, &report), PRM_SINK_FAILED);
        assert_int_equal(report.code, -77);
        report.code = 0;
        check_report(&report, PRM_SINK_FAILED, id, size, 0);
        assert_int_equal(r.calls, fail_at);
        assert_memory_equal(r.data, expected, r.size);
    }
}

/* What a slice says where there is none. */
static inline void check_empty(const prm_slice *slice)
{
    assert_null(slice->data);
    assert_int_equal(slice->size, 0);
    assert_int_equal(slice->id, 0);
    assert_int_equal(slice->placeholder, PRM_NO_PLACEHOLDER);
    assert_int_equal(slice->segment, PRM_NO_SEGMENT);
    assert_null(slice->home);
}

/* The cursor lives somewhere else after every call. What its memory held before must not matter. */
static inline void check_next(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                              const char *expected, size_t size)
{
    prm_cursor cursors[2];
    prm_slice slice;
    prm_report report = used_report();
    unsigned turn = 0;
    size_t at = 0;

    memset(cursors, CANARY, sizeof cursors);
    assert_int_equal(prm_open(&cursors[0], pack, id, args, format, &report), PRM_OK);
    check_report(&report, PRM_OK, id, size, 0);
    while (prm_next(&cursors[turn], &slice) == PRM_OK) {
        assert_true(slice.size > 0 && slice.size <= size - at);
        cursors[!turn] = cursors[turn];
        memset(&cursors[turn], CANARY, sizeof cursors[turn]);
        turn = !turn;
        assert_memory_equal(slice.data, expected + at, slice.size);
        assert_true(slice.id < pack->public_count || pack->base);
        at += slice.size;
    }
    assert_int_equal(at, size);
    assert_int_equal(prm_next(&cursors[turn], &slice), PRM_END);
    check_empty(&slice);
}

static inline void check_read(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                              const char *expected, size_t size)
{
    static char chunk[RESULT_MAX + 2];
    size_t capacity;

    for (capacity = 1; capacity <= size + 1; capacity++) {
        prm_cursor cursor;
        size_t at = 0, got = capacity;
        memset(&cursor, 0xFF, sizeof cursor);
        assert_int_equal(prm_open(&cursor, pack, id, args, format, NULL), PRM_OK);
        while (got == capacity) {
            const prm_status wanted = at < size ? PRM_OK : PRM_END;
            memset(chunk, CANARY, sizeof chunk);
            assert_int_equal(prm_read(&cursor, chunk, capacity, &got), wanted);
            assert_int_equal(got, size - at < capacity ? size - at : capacity);
            assert_memory_equal(chunk, expected + at, got);
            assert_int_equal(chunk[got], CANARY);
            at += got;
        }
        assert_int_equal(at, size);
        assert_int_equal(prm_read(&cursor, chunk, capacity, &got), PRM_END);
        assert_int_equal(got, 0);
    }
}

/* Slices and chunks in turn. */
static inline void check_mixed(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                               const char *expected, size_t size)
{
    prm_cursor cursor;
    prm_slice slice;
    char chunk[3];
    size_t at = 0, got;

    memset(&cursor, 0, sizeof cursor);
    assert_int_equal(prm_open(&cursor, pack, id, args, format, NULL), PRM_OK);
    while (at < size) {
        assert_int_equal(prm_read(&cursor, chunk, sizeof chunk, &got), PRM_OK);
        assert_memory_equal(chunk, expected + at, got);
        at += got;
        if (prm_next(&cursor, &slice) != PRM_OK)
            break;
        assert_memory_equal(slice.data, expected + at, slice.size);
        at += slice.size;
    }
    assert_int_equal(at, size);
    assert_int_equal(prm_next(&cursor, &slice), PRM_END);
}

/* Everything but gather, which cannot point into rows that a source makes. */
static inline void check_copies(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                const char *expected, size_t size)
{
    check_measure(pack, id, args, format, size);
    check_render(pack, id, args, format, expected, size);
    check_emit(pack, id, args, format, expected, size);
    check_read(pack, id, args, format, expected, size);
    check_mixed(pack, id, args, format, expected, size);
}

static inline void check_bytes(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                               const char *expected, size_t size)
{
    check_copies(pack, id, args, format, expected, size);
    check_gather(pack, id, args, format, expected, size);
    check_next(pack, id, args, format, expected, size);
}

static inline void check(const prm_pack *pack, prm_id id, const void *args, const char *expected)
{
    check_bytes(pack, id, args, PRM_TEXT, expected, strlen(expected));
}

/* As text, and as JSON in agreement with the naive escaper, with a table of escaped literals and without. */
static inline void check_both(const prm_pack *pack, prm_id id, const void *args, const char *expected)
{
    char escaped[RESULT_MAX];
    const size_t size = naive_escape(escaped, expected, strlen(expected));
    prm_pack unquoted = *pack;

    unquoted.segments[1] = NULL;
    check(pack, id, args, expected);
    check_bytes(pack, id, args, PRM_JSON, escaped, size);
    check_bytes(&unquoted, id, args, PRM_JSON, escaped, size);
}

/* ---- checking errors ---- */

/* What a report says about the place; the rest of it is checked with it. */
typedef struct place {
    prm_status status;
    unsigned   id, placeholder, field;
    uint32_t   row;
} place;

static inline place at_value(prm_status status, unsigned id, unsigned placeholder, unsigned field)
{
    place p;

    p.status = status;
    p.id = id;
    p.placeholder = placeholder;
    p.field = field;
    p.row = PRM_NO_ROW;
    return p;
}

static inline place in_row(prm_status status, unsigned id, unsigned placeholder, unsigned field, uint32_t row)
{
    place p = at_value(status, id, placeholder, field);

    p.row = row;
    return p;
}

static inline void check_place(const prm_report *report, place p)
{
    assert_int_equal(report->status, p.status);
    assert_int_equal(report->id, p.id);
    assert_int_equal(report->placeholder, p.placeholder);
    assert_int_equal(report->field, p.field);
    assert_int_equal(report->row, p.row);
}

static inline void check_same_report(const prm_report *report, const prm_report *other)
{
    check_place(report, in_row(other->status, other->id, other->placeholder, other->field, other->row));
    assert_int_equal(report->size, other->size);
    assert_int_equal(report->pieces, other->pieces);
    assert_int_equal(report->code, other->code);
}

/* Gathering fails like all the others, but for sources of rows, and counts what it has listed by then. */
static inline void check_gather_fails(const prm_pack *pack, prm_id id, const void *args, prm_format format, place p,
                                      size_t size)
{
    prm_text list[64];
    prm_report report = used_report();

    assert_int_equal(prm_gather(pack, id, args, format, list, 64, &report), p.status);
    check_place(&report, p);
    assert_int_equal(report.size, size);
    assert_true(report.pieces <= size);
    assert_int_equal(report.code, 0);
    assert_int_equal(prm_gather(pack, id, args, format, list, 64, NULL), p.status);
}

/* A cursor says again and again what has failed, and has nothing. */
static inline void check_cursor_fails(prm_cursor *cursor, prm_status status)
{
    prm_slice slice;
    char byte = CANARY;
    size_t got = 1;

    memset(&slice, CANARY, sizeof slice);
    assert_int_equal(prm_next(cursor, &slice), status);
    check_empty(&slice);
    assert_int_equal(prm_read(cursor, &byte, 1, &got), status);
    assert_int_equal(got, 0);
    assert_int_equal(byte, CANARY);
    assert_int_equal(prm_next(cursor, &slice), status);
}

/* All five ways fail alike and have measured as much; the buffer stays untouched and the sink is never called. */
static inline void check_fails(const prm_pack *pack, prm_id id, const void *args, prm_format format, place p)
{
    static recorder r;
    char buffer[64], untouched[64];
    prm_cursor cursor;
    prm_report first = used_report(), report = first;
    prm_sink sink;

    assert_int_equal(prm_measure(pack, id, args, format, &first), p.status);
    check_place(&first, p);
    assert_int_equal(first.pieces, 0);
    assert_true(first.code == 0 || p.status == PRM_ROW_FAILED);
    assert_true(first.size == 0 || p.status != PRM_BAD_ID);
    memset(buffer, CANARY, sizeof buffer);
    memset(untouched, CANARY, sizeof untouched);
    assert_int_equal(prm_render(pack, id, args, format, buffer, sizeof buffer, &report), p.status);
    check_same_report(&report, &first);
    assert_memory_equal(buffer, untouched, sizeof buffer);
    if (p.status != PRM_ROW_FAILED)
        check_gather_fails(pack, id, args, format, p, first.size);
    memset(&r, 0, sizeof r);
    sink.write = record;
    sink.context = &r;
    report = used_report();
    assert_int_equal(prm_emit(pack, id, args, format, sink, &report), p.status);
    check_same_report(&report, &first);
    assert_int_equal(r.calls, 0);
    report = used_report();
    assert_int_equal(prm_open(&cursor, pack, id, args, format, &report), p.status);
    check_same_report(&report, &first);
    check_cursor_fails(&cursor, p.status);
    assert_int_equal(prm_measure(pack, id, args, format, NULL), p.status);
}

#endif
