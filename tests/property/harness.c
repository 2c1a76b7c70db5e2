/* Renders every case of a file (blob.py says what is in it) in all five ways and compares with what the file expects.
 *
 *   harness FILE            all cases, with rows in arrays and with rows that a source makes
 *   harness FILE flips N    N damaged tables a pack: verification must notice each, and rendering without values
 *                           must not crash
 *   harness FILE partly     a library that is not able to do everything: each case is done as ever, or refused
 *
 * Prints the counts; exit status 1 if anything differs. */
#include <promptrom/promptrom.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef char needs_64_bit_pointers[sizeof(void *) == 8 ? 1 : -1];

enum { TABLES = 10, OVER_TABLES = 5, NAME_AT = 7, MAX_BLOCKS = 4096 };
enum { CANARY = 0xA5, GUARD = 16, MAX_SHOWN = 20, MAX_BAD = 1000, ROW_CODE = 42 };

/* ---- reading the file ---- */

typedef struct { const char *at, *end; } reader;

static void give_up(const char *why)
{
    fprintf(stderr, "harness: %s\n", why);
    exit(2);
}

static void *allocated(size_t size)
{
    void *const memory = malloc(size > 0 ? size : 1);

    if (memory == NULL)
        give_up("no memory");
    return memory;
}

static const char *take(reader *r, size_t size)
{
    const char *const at = r->at;

    if (size > (size_t)(r->end - r->at))
        give_up("the file is cut");
    r->at += size;
    return at;
}

static uint32_t take_number(reader *r)
{
    uint32_t number;

    memcpy(&number, take(r, sizeof number), sizeof number);
    return number;
}

/* A block of exactly the size that the file says, so that the sanitizer sees every byte too far. */
typedef struct { char *data; size_t size; } block;

static block take_block(reader *r)
{
    block b;

    b.size = take_number(r);
    b.data = allocated(b.size);
    memcpy(b.data, take(r, b.size), b.size);
    return b;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    char *data;
    long end = 0;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0)
        give_up("cannot read the file");
    rewind(file);
    *size = (size_t)end;
    data = allocated(*size);
    if (fread(data, 1, *size, file) != *size)
        give_up("cannot read the file");
    fclose(file);
    return data;
}

/* ---- packs and cases ---- */

/* A pack, and perhaps an overlay of it, whose tables follow the pack's. */
typedef struct { prm_pack pack, over; bool overlaid; block tables[TABLES + OVER_TABLES]; } image;

typedef struct { uint32_t block, offset, target, row; } relocation;

/* Rows that are served one at a time. */
typedef struct { const char *rows; size_t size; struct kase *owner; } service;

typedef struct kase {
    const prm_pack *pack;
    prm_id          id;
    prm_format      format;
    uint32_t        error;
    bool            unserved;             /* rows stand within themselves, which a source cannot make */
    uint32_t        place_count;
    const char     *places;
    block           result;
    uint32_t        block_count, relocation_count;
    block           blocks[MAX_BLOCKS];
    const char     *relocations;
    service        *services;
    unsigned long   served, fail_at;      /* rows made so far; the row whose source fails, from 1, or 0 */
    bool            sourced;
} kase;

static const char *const nothing = "";

static void point_tables(image *i)
{
    prm_pack *const p = &i->pack;

    p->pool = i->tables[0].data;
    p->segments[0] = (const prm_segment *)(const void *)i->tables[1].data;
    p->segments[1] = i->tables[2].size > 0 ? (const prm_segment *)(const void *)i->tables[2].data : NULL;
    p->entries = (const prm_entry *)(const void *)i->tables[3].data;
    p->fields = (const prm_field *)(const void *)i->tables[4].data;
    p->traits = (const prm_trait *)(const void *)i->tables[5].data;
    p->names = i->tables[6].size > 0 ? i->tables[6].data : NULL;
    p->name_at = (const uint32_t *)(const void *)i->tables[7].data;
    p->files = i->tables[8].size > 0 ? i->tables[8].data : NULL;
    p->origins = (const prm_origin *)(const void *)i->tables[9].data;
}

static void take_overlay(reader *r, image *i)
{
    block *const tables = i->tables + TABLES;
    prm_pack *const p = &i->over;
    unsigned n;

    p->version = PRM_TABLE_VERSION;
    p->segment_count = take_number(r);
    p->entry_count = (uint16_t)take_number(r);
    p->public_count = (uint16_t)take_number(r);
    p->crc = take_number(r);
    p->head_crc = take_number(r);
    for (n = 0; n < OVER_TABLES; n++)
        tables[n] = take_block(r);
    p->pool_size = (uint32_t)tables[0].size;
    p->pool = tables[0].data;
    p->segments[0] = (const prm_segment *)(const void *)tables[1].data;
    p->segments[1] = tables[2].size > 0 ? (const prm_segment *)(const void *)tables[2].data : NULL;
    p->entries = (const prm_entry *)(const void *)tables[3].data;
    p->replaced = (const uint16_t *)(const void *)tables[4].data;
    p->base = &i->pack;
}

static void take_pack(reader *r, image *i)
{
    unsigned n;

    memset(i, 0, sizeof *i);
    i->pack.version = PRM_TABLE_VERSION;
    i->pack.segment_count = take_number(r);
    i->pack.field_count = take_number(r);
    i->pack.entry_count = (uint16_t)take_number(r);
    i->pack.trait_count = (uint16_t)take_number(r);
    i->pack.public_count = (uint16_t)take_number(r);
    i->pack.crc = take_number(r);
    i->pack.layout_sum = (uint16_t)take_number(r);
    i->pack.head_crc = take_number(r);
    for (n = 0; n < TABLES; n++)
        i->tables[n] = take_block(r);
    i->pack.pool_size = (uint32_t)i->tables[0].size;
    i->pack.names_size = (uint32_t)i->tables[6].size;
    i->pack.name_count = (uint32_t)(i->tables[NAME_AT].size / sizeof(uint32_t));
    i->pack.files_size = (uint32_t)i->tables[8].size;
    point_tables(i);
    i->overlaid = take_number(r) != 0;
    if (i->overlaid)
        take_overlay(r, i);
}

/* What is rendered. */
static const prm_pack *view_of(const image *i)
{
    return i->overlaid ? &i->over : &i->pack;
}

static void drop_pack(image *i)
{
    unsigned n;

    for (n = 0; n < TABLES + OVER_TABLES; n++)
        free(i->tables[n].data);
}

static relocation relocation_at(const kase *c, uint32_t number)
{
    relocation r;

    memcpy(&r, c->relocations + number * sizeof r, sizeof r);
    return r;
}

static void take_case(reader *r, const prm_pack *pack, kase *c)
{
    uint32_t i;

    memset(c, 0, sizeof *c);
    c->pack = pack;
    c->id = take_number(r);
    c->format = (prm_format)take_number(r);
    c->error = take_number(r);
    c->unserved = take_number(r) != 0;
    c->place_count = take_number(r);
    c->places = take(r, 4 * (size_t)c->place_count);
    c->result = take_block(r);
    c->block_count = take_number(r);
    if (c->block_count > MAX_BLOCKS)
        give_up("too many blocks");
    for (i = 0; i < c->block_count; i++)
        c->blocks[i] = take_block(r);
    c->relocation_count = take_number(r);
    c->relocations = take(r, sizeof(relocation) * (size_t)c->relocation_count);
    c->services = allocated(sizeof(service) * (size_t)c->relocation_count);
    for (i = 0; i < c->relocation_count; i++) {
        const relocation link = relocation_at(c, i);
        memcpy(c->blocks[link.block].data + link.offset, &c->blocks[link.target].data, sizeof(char *));
    }
}

/* Makes one row in the caller's memory, what lay there before being spoilt first. */
static int serve(void *context, size_t index, void *row)
{
    const service *const s = context;

    if (++s->owner->served == s->owner->fail_at)
        return ROW_CODE;
    memset(row, CANARY, s->size);
    memcpy(row, s->rows + index * s->size, s->size);
    return 0;
}

/* From now on rows come from sources; each has memory for one row only. */
static void serve_rows(kase *c)
{
    uint32_t i;

    c->sourced = true;
    for (i = 0; i < c->relocation_count; i++) {
        const relocation link = relocation_at(c, i);
        service *const s = &c->services[i];
        prm_rows rows;
        if (link.row == 0)
            continue;
        s->rows = c->blocks[link.target].data;
        s->size = link.row;
        s->owner = c;
        memcpy(&rows, c->blocks[link.block].data + link.offset, sizeof rows);
        rows.data = allocated(link.row);
        rows.source = serve;
        rows.context = s;
        memcpy(c->blocks[link.block].data + link.offset, &rows, sizeof rows);
    }
}

static void drop_case(kase *c)
{
    uint32_t i;

    for (i = 0; c->sourced && i < c->relocation_count; i++) {
        const relocation link = relocation_at(c, i);
        prm_rows rows;
        void *memory;
        if (link.row == 0)
            continue;
        memcpy(&rows, c->blocks[link.block].data + link.offset, sizeof rows);
        memcpy(&memory, &rows.data, sizeof memory);
        free(memory);
    }
    for (i = 0; i < c->block_count; i++)
        free(c->blocks[i].data);
    free(c->services);
    free(c->result.data);
}

/* ---- checking ---- */

static struct { unsigned long packs, cases, errors, refused, checks, bad; } counts;

static void check(const kase *c, bool good, const char *format, ...)
{
    va_list list;

    counts.checks++;
    if (!good && ++counts.bad > MAX_BAD)
        exit(1);
    if (good || counts.bad > MAX_SHOWN)
        return;
    printf("pack %lu, case %lu, %s%s: ", counts.packs, counts.cases, prm_name(c->pack, c->id),
           c->sourced ? " with row sources" : "");
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

static bool is_result(const kase *c, const char *data, size_t size)
{
    return size == c->result.size && memcmp(data, c->result.data, size) == 0;
}

static bool is_canary(const char *data, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++)
        if ((unsigned char)data[i] != CANARY)
            return false;
    return true;
}

/* Every number near the ends, fewer between them. */
static size_t next_number(size_t number, size_t last)
{
    const size_t step = 1 + last / 24;

    return number < 24 || number + 24 + step > last ? number + 1 : number + step;
}

static const void *args_of(const kase *c)
{
    return c->blocks[0].size > 0 ? c->blocks[0].data : NULL;
}

static void check_place(const kase *c, const char *way, const prm_report *report)
{
    const uint32_t found = (uint32_t)report->id << 16 | report->placeholder;
    uint32_t place = 0, i;

    if (!PRM_HAS(PLACES)) {
        check(c, report->id == c->id, "%s blames another entry", way);
        return;
    }
    for (i = 0; i < c->place_count; i++) {
        memcpy(&place, c->places + 4 * i, sizeof place);
        if (place == found)
            return;
    }
    check(c, false, "%s blames %s of %s, not %s of %s", way,
          prm_placeholder_name(c->pack, report->id, report->placeholder), prm_name(c->pack, report->id),
          prm_placeholder_name(c->pack, place >> 16, place & 0xFFFF), prm_name(c->pack, place >> 16));
}

/* Whether the case ends here: status and report are those of an expected error. */
static bool check_status(const kase *c, const char *way, prm_status status, const prm_report *report)
{
    check(c, (uint32_t)status == c->error, "%s gives %s, not %s", way, prm_status_text(status),
          prm_status_text((prm_status)c->error));
    check(c, report->status == status, "%s reports %s but returns %s", way, prm_status_text(report->status),
          prm_status_text(status));
    if (c->error != 0 && (uint32_t)status == c->error)
        check_place(c, way, report);
    return c->error != 0 || status != PRM_OK;
}

static void check_measure(const kase *c)
{
    prm_report report;
    const prm_status status = prm_measure(c->pack, c->id, args_of(c), c->format, &report);

    check(c, prm_measure(c->pack, c->id, args_of(c), c->format, NULL) == status, "measure needs its report");
    if (check_status(c, "measure", status, &report))
        return;
    check(c, report.size == c->result.size, "measure gives %zu bytes, not %zu", report.size, c->result.size);
}

/* Whether prm_render_plain() takes what is rendered. */
static bool is_plain(const kase *c)
{
    const prm_pack *const pack = c->pack;
    const prm_entry *const entry = &pack->entries[c->id];
    unsigned i;

    if (pack->base || (entry->flags & (PRM_ENTRY_PLAIN | PRM_ENTRY_REQUEST)) != PRM_ENTRY_PLAIN
        || c->format != PRM_TEXT)
        return false;
    for (i = 0; i < entry->count; i++) {
        const unsigned op = pack->segments[0][entry->first + i].op;
        const prm_field *const field = op == 0 ? NULL : &pack->fields[entry->field + (op & PRM_OP_INPUT)];
        const unsigned kind = field ? field->kind & ((1u << PRM_FIELD_TRAIT) - 1) : 0;
        if (field && ((kind != PRM_FIELD_TEXT && kind != PRM_FIELD_INTEGER)
                      || pack->traits[field->kind >> PRM_FIELD_TRAIT].standby != PRM_NO_SEGMENT))
            return false;
    }
    return true;
}

static prm_status render(const kase *c, bool plainly, char *buffer, size_t capacity, prm_report *report)
{
    if (plainly)
        return prm_render_plain(c->pack, c->id, args_of(c), buffer, capacity, report);
    return prm_render(c->pack, c->id, args_of(c), c->format, buffer, capacity, report);
}

static void check_render_into(const kase *c, bool plainly, size_t capacity)
{
    const size_t size = c->result.size;
    const bool fits = c->error == 0 && capacity > size;
    char *const buffer = allocated(capacity + GUARD);
    prm_report report;
    prm_status status;

    memset(buffer, CANARY, capacity + GUARD);
    status = render(c, plainly, capacity > 0 ? buffer : NULL, capacity, &report);
    if (c->error != 0) {
        check_status(c, "render", status, &report);
    } else {
        check(c, status == (fits ? PRM_OK : PRM_NO_SPACE), "render into %zu: %s", capacity, prm_status_text(status));
        check(c, report.size == size, "render into %zu reports %zu bytes, not %zu", capacity, report.size, size);
    }
    if (fits)
        check(c, is_result(c, buffer, size) && buffer[size] == '\0', "render gives '%.*s', not '%.*s'", (int)size,
              buffer, (int)size, c->result.data);
    check(c, is_canary(buffer + (fits ? size + 1 : 0), capacity + GUARD - (fits ? size + 1 : 0)),
          "render into %zu writes too far", capacity);
    free(buffer);
}

static void check_render(const kase *c)
{
    const size_t last = c->error != 0 ? 2 : c->result.size + 2;
    size_t capacity;

    for (capacity = 0; capacity <= last; capacity = next_number(capacity, last)) {
        check_render_into(c, false, capacity);
        if (is_plain(c))
            check_render_into(c, true, capacity);
    }
}

static size_t joined(const prm_text *list, size_t count, char *to, size_t capacity)
{
    size_t used = 0, i;

    for (i = 0; i < count; i++) {
        if (list[i].size == 0 || list[i].size > capacity - used)
            return SIZE_MAX;
        memcpy(to + used, list[i].data, list[i].size);
        used += list[i].size;
    }
    return used;
}

static void check_gather_list(const kase *c, size_t count, size_t pieces)
{
    prm_text *const list = allocated((count + 1) * sizeof *list);
    char *const bytes = allocated(c->result.size);
    prm_report report;
    prm_status status;
    size_t size;

    list[count] = prm_bytes(nothing, CANARY);
    status = prm_gather(c->pack, c->id, args_of(c), c->format, count > 0 ? list : NULL, count, &report);
    check(c, status == (count < pieces ? PRM_NO_SPACE : PRM_OK), "gather of %zu: %s", count, prm_status_text(status));
    check(c, report.pieces == pieces && report.size == c->result.size, "gather of %zu: %zu pieces of %zu bytes",
          count, report.pieces, report.size);
    check(c, list[count].data == nothing && list[count].size == CANARY, "gather of %zu writes too far", count);
    size = joined(list, count < pieces ? count : pieces, bytes, c->result.size);
    check(c, size <= c->result.size && memcmp(bytes, c->result.data, size) == 0, "gather of %zu: other bytes", count);
    check(c, count < pieces || size == c->result.size, "gather of %zu: too few bytes", count);
    free(bytes);
    free(list);
}

static void check_gather(const kase *c)
{
    prm_report report;
    const prm_status status = prm_gather(c->pack, c->id, args_of(c), c->format, NULL, 0, &report);
    const size_t pieces = report.pieces;
    size_t count;

    if (c->sourced && status == PRM_NEEDS_ARRAY)
        return;
    if (c->error != 0) {
        check_status(c, "gather", status, &report);
        return;
    }
    check(c, status == (pieces > 0 ? PRM_NO_SPACE : PRM_OK), "gather of nothing: %s", prm_status_text(status));
    for (count = 0; count <= 2 * pieces + 2; count = next_number(count, 2 * pieces + 2))
        check_gather_list(c, count, pieces);
}

/* A sink that fails at a certain call and must not be called again. */
typedef struct { char *to; size_t used, capacity, calls, fail_at; bool spoilt; } memory;

static int write_memory(void *context, const char *data, size_t size)
{
    memory *const m = context;

    m->spoilt = m->spoilt || size == 0 || size > m->capacity - m->used || (m->fail_at > 0 && m->calls >= m->fail_at);
    m->calls++;
    if (m->spoilt || m->calls == m->fail_at)
        return -(int)m->calls;
    memcpy(m->to + m->used, data, size);
    m->used += size;
    return 0;
}

static size_t check_emit_to(const kase *c, size_t fail_at)
{
    memory m = { NULL, 0, c->result.size, 0, fail_at, false };
    prm_sink sink;
    prm_report report;
    prm_status status;

    m.to = allocated(m.capacity);
    sink.write = write_memory;
    sink.context = &m;
    status = prm_emit(c->pack, c->id, args_of(c), c->format, sink, &report);
    check(c, !m.spoilt, "emit failing at %zu: a call too much, without bytes, or too long", fail_at);
    if (fail_at > 0)
        check(c, status == PRM_SINK_FAILED && report.code == -(int)fail_at && m.calls == fail_at
              && memcmp(m.to, c->result.data, m.used) == 0, "emit failing at %zu: %s after %zu calls", fail_at,
              prm_status_text(status), m.calls);
    else if (check_status(c, "emit", status, &report))
        check(c, m.calls == 0, "emit writes before an error");
    else
        check(c, is_result(c, m.to, m.used), "emit gives '%.*s', not '%.*s'", (int)m.used, m.to, (int)c->result.size,
              c->result.data);
    free(m.to);
    return m.calls;
}

static void check_emit(const kase *c)
{
    const size_t calls = check_emit_to(c, 0);
    size_t call;

    for (call = 1; call <= calls; call = next_number(call, calls))
        check_emit_to(c, call);
}

/* The cursor goes on in other memory; where it was is spoilt. */
static void move(prm_cursor **from, prm_cursor **to)
{
    prm_cursor *const other = *to;

    memcpy(*to, *from, sizeof **from);
    memset(*from, CANARY, sizeof **from);
    *to = *from;
    *from = other;
}

/* What cursors of one case write to. */
typedef struct { prm_cursor *cursor, *spare; char *bytes; size_t used; } reading;

static bool opened(const kase *c, reading *r)
{
    prm_report report;
    const prm_status status = prm_open(r->cursor, c->pack, c->id, args_of(c), c->format, &report);

    r->used = 0;
    return !check_status(c, "open", status, &report);
}

static void check_slice(const kase *c, const prm_slice *slice)
{
    const prm_pack *const root = c->pack->base ? c->pack->base : c->pack;
    const prm_pack *const home = slice->home;

    check(c, slice->size > 0, "a slice without bytes");
    check(c, slice->id < root->public_count && (slice->placeholder == PRM_NO_PLACEHOLDER
                                                || slice->placeholder < root->entries[slice->id].inputs),
          "a slice from nowhere");
    check(c, slice->segment == PRM_NO_SEGMENT ? home == NULL
              : (home == root || home == c->pack) && slice->segment < home->segment_count, "a slice of no segment");
}

/* Appends the next slice; false at the end. */
static bool next_slice(const kase *c, reading *r)
{
    prm_slice slice;
    const prm_status status = prm_next(r->cursor, &slice);

    if (status == PRM_END) {
        check(c, slice.size == 0, "a slice at the end");
        return false;
    }
    check(c, status == PRM_OK, "next: %s", prm_status_text(status));
    if (status != PRM_OK || slice.size > c->result.size - r->used)
        return false;
    check_slice(c, &slice);
    memcpy(r->bytes + r->used, slice.data, slice.size);
    r->used += slice.size;
    move(&r->cursor, &r->spare);
    return true;
}

/* Appends the next bytes, at most capacity of them; false at the end. */
static bool next_chunk(const kase *c, reading *r, size_t capacity)
{
    char *const chunk = allocated(capacity);
    size_t size;
    const prm_status status = prm_read(r->cursor, chunk, capacity, &size);
    const bool fits = size <= c->result.size - r->used;

    check(c, status == (size > 0 ? PRM_OK : PRM_END) && fits, "read of %zu: %s, %zu bytes", capacity,
          prm_status_text(status), size);
    check(c, size == capacity || !fits || r->used + size == c->result.size, "read of %zu stops early", capacity);
    if (fits)
        memcpy(r->bytes + r->used, chunk, size);
    r->used += fits ? size : 0;
    free(chunk);
    move(&r->cursor, &r->spare);
    return status == PRM_OK && fits;
}

static void check_read(const kase *c, reading *r, size_t capacity)
{
    if (!opened(c, r))
        return;
    while (next_chunk(c, r, capacity))
        continue;
    check(c, is_result(c, r->bytes, r->used), "read of %zu gives '%.*s'", capacity, (int)r->used, r->bytes);
}

static void check_next(const kase *c, reading *r)
{
    while (next_slice(c, r))
        continue;
    check(c, is_result(c, r->bytes, r->used), "next gives '%.*s', not '%.*s'", (int)r->used, r->bytes,
          (int)c->result.size, c->result.data);
    check(c, !next_slice(c, r) && r->used <= c->result.size, "next goes on behind the end");
}

static void check_mixed(const kase *c, reading *r)
{
    size_t turn = 0;

    if (!opened(c, r))
        return;
    while (turn % 3 == 0 ? next_slice(c, r) : next_chunk(c, r, turn % 5 + 1))
        turn++;
    check(c, is_result(c, r->bytes, r->used), "next and read in turn give '%.*s'", (int)r->used, r->bytes);
}

static void check_cursor(const kase *c)
{
    const size_t last = c->result.size + 1;
    size_t capacity;
    reading r;

    r.cursor = allocated(sizeof *r.cursor);
    r.spare = allocated(sizeof *r.spare);
    r.bytes = allocated(c->result.size);
    if (opened(c, &r)) {
        check_next(c, &r);
        for (capacity = 1; capacity <= last; capacity = next_number(capacity, last))
            check_read(c, &r, capacity);
        check_mixed(c, &r);
    }
    free(r.bytes);
    free(r.spare);
    free(r.cursor);
}

static void check_ways(const kase *c)
{
    check_measure(c);
    check_render(c);
    check_gather(c);
    check_emit(c);
    check_cursor(c);
}

/* A source that fails stops every way out with its own number, and nothing is written. */
static void check_failing_sources(kase *c)
{
    char buffer[GUARD];
    prm_report report;
    unsigned long rows, row;

    c->served = 0;
    (void)!prm_measure(c->pack, c->id, args_of(c), c->format, NULL);
    rows = c->served;
    for (row = 1; row <= rows; row = next_number(row, rows)) {
        prm_status status;
        memset(buffer, CANARY, sizeof buffer);
        c->served = 0;
        c->fail_at = row;
        status = prm_render(c->pack, c->id, args_of(c), c->format, buffer, sizeof buffer, &report);
        check(c, status == PRM_ROW_FAILED && report.code == ROW_CODE && c->served == row
              && is_canary(buffer, sizeof buffer), "a source that fails at row %lu: %s", row,
              prm_status_text(status));
    }
    c->fail_at = 0;
}

static void check_refusal(const kase *c)
{
    const prm_status status = prm_measure(c->pack, c->id, args_of(c), c->format, NULL);

    check(c, status == PRM_BAD_ARGUMENT || (c->error != 0 && (uint32_t)status == c->error),
          "rows within themselves: %s", prm_status_text(status));
}

/* Whether the library was not built for something that the case needs (uses.h). */
static bool is_refused(const kase *c)
{
    const prm_status status = prm_measure(c->pack, c->id, args_of(c), c->format, NULL);

    return status == PRM_BAD_TABLE || (c->format != PRM_TEXT && status == PRM_BAD_ARGUMENT);
}

static void check_case(kase *c)
{
    counts.cases++;
    counts.errors += c->error != 0;
    check_ways(c);
    serve_rows(c);
    if (c->unserved) {
        check_refusal(c);
    } else {
        check_ways(c);
        check_failing_sources(c);
    }
}

/* ---- damaged tables ---- */

static uint32_t random_number(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* A struct and rows full of nothing: whatever a damaged table takes them for, there is no value to follow. */
static char blank[2 * 65536 + 64];

static void render_blank(const prm_pack *pack, prm_id id, prm_format format)
{
    static char buffer[4096];
    static prm_text list[64];
    static prm_cursor cursor;
    prm_slice slice;
    prm_report report;
    unsigned left = 1000;

    (void)!prm_measure(pack, id, blank, format, &report);
    (void)!prm_render(pack, id, blank, format, buffer, sizeof buffer, &report);
    (void)!prm_render_plain(pack, id, blank, buffer, sizeof buffer, &report);
    (void)!prm_gather(pack, id, blank, format, list, sizeof list / sizeof *list, &report);
    if (prm_open(&cursor, pack, id, blank, format, &report) == PRM_OK)
        while (prm_next(&cursor, &slice) == PRM_OK && left > 0)
            left--;
    (void)prm_placeholder_name(pack, report.id, report.placeholder);
}

static void flip_once(image *i, const kase *c, uint32_t *state)
{
    const block *const table = &i->tables[random_number(state) % (TABLES + OVER_TABLES)];
    char *byte;
    char before;

    if (table->size == 0)
        return;
    byte = table->data + random_number(state) % table->size;
    before = *byte;
    *byte = (char)(before ^ (char)(1 + random_number(state) % 255));
    check(c, prm_pack_verify(view_of(i)) == PRM_BAD_TABLE, "a changed byte of table %d stays unnoticed",
          (int)(table - i->tables));
    render_blank(view_of(i), random_number(state) % i->pack.public_count, (prm_format)(random_number(state) % 4));
    *byte = before;
}

/* A changed number in the pack itself, whose sizes nothing may rely on before they are verified. */
static void flip_head(image *i, const kase *c, uint32_t *state)
{
    prm_pack *const pack = i->overlaid ? &i->over : &i->pack;
    const size_t at = random_number(state) % (offsetof(prm_pack, layout_sum) + sizeof pack->layout_sum);
    const prm_pack before = *pack;

    ((unsigned char *)pack)[at] ^= (unsigned char)(1 + random_number(state) % 255);
    check(c, prm_pack_verify(view_of(i)) == PRM_BAD_TABLE, "a changed byte %zu of the pack stays unnoticed", at);
    *pack = before;
}

static void flip_tables(image *i, const kase *c, unsigned long times)
{
    uint32_t state = i->pack.crc;

    for (; times > 0; times--) {
        flip_once(i, c, &state);
        if (times % 8 == 0)
            flip_head(i, c, &state);
    }
}

/* ---- all of a file ---- */

static void check_pack(reader *r, unsigned long flips, bool partly)
{
    static kase c;
    image i;
    uint32_t cases;

    take_pack(r, &i);
    counts.packs++;
    c.pack = view_of(&i);
    c.id = 0;
    check(&c, prm_pack_verify(c.pack) == PRM_OK, "the pack does not verify");
    if (flips > 0)
        flip_tables(&i, &c, flips);
    for (cases = take_number(r); cases > 0; cases--) {
        take_case(r, view_of(&i), &c);
        if (partly && is_refused(&c))
            counts.refused++;
        else if (flips == 0)
            check_case(&c);
        drop_case(&c);
    }
    check(&c, prm_pack_verify(view_of(&i)) == PRM_OK, "rendering has changed the pack");
    drop_pack(&i);
}

int main(int count, char **words)
{
    const unsigned long flips = count == 4 && strcmp(words[2], "flips") == 0 ? strtoul(words[3], NULL, 10) : 0;
    const bool partly = count == 3 && strcmp(words[2], "partly") == 0;
    reader r;
    size_t size;
    char *data;

    if (count != 2 && flips == 0 && !partly)
        give_up("usage: harness FILE [flips N | partly]");
    data = read_file(words[1], &size);
    r.at = data;
    r.end = data + size;
    while (r.at != r.end)
        check_pack(&r, flips, partly);
    free(data);
    printf("%lu packs, %lu cases (%lu errors, %lu refused), %lu checks, %lu bad\n", counts.packs, counts.cases,
           counts.errors, counts.refused, counts.checks, counts.bad);
    return counts.bad > 0;
}
