/* Tables with changed bytes. A changed byte is noticed when tables are verified; whoever does not verify them still
 * gets a status by every way and every name, and no byte beyond the tables is touched.
 *
 * The arguments are memory that points to itself, a pattern in which whatever a damaged table takes a place for, it
 * finds something to follow safely: as a text two bytes of the pattern, as rows two more stretches of it. Nothing is
 * rendered where a damaged struct offset would cut a pointer in two. */
#include <promptrom/pack.h>
#include <promptrom/startup.h>

#include "fuzz.h"
#include "harness.h"
#include "rich.h"
#include "sample.h"

enum { TABLES = 11, SEGMENTS = 1, ENTRIES = 3, MOST_CHANGES = 8, ARGUMENTS = 4 * 65536, SLICES = 2000 };
enum { OVERLAY = 1 << 16 };

/* ---- copies ---- */

typedef struct table { char *data; const char *before; size_t size; } table;

typedef struct image {
    prm_pack pack;
    table    tables[TABLES];
    unsigned count;
} image;

static const void *add(image *i, const void *data, size_t size)
{
    table *const t = &i->tables[i->count++];

    t->before = data;
    t->size = data ? size : 0;
    t->data = copied(data, t->size);
    return data ? t->data : NULL;
}

static void copy_pack(image *i, const prm_pack *from, const prm_pack *root)
{
    prm_pack *const p = &i->pack;

    memset(i, 0, sizeof *i);
    *p = *from;
    p->pool = add(i, p->pool, p->pool_size);
    p->segments[0] = add(i, p->segments[0], p->segment_count * sizeof *p->segments[0]);
    p->segments[1] = add(i, p->segments[1], p->segment_count * sizeof *p->segments[1]);
    p->entries = add(i, p->entries, p->entry_count * sizeof *p->entries);
    p->fields = add(i, p->fields, p->field_count * sizeof *p->fields);
    p->traits = add(i, p->traits, p->trait_count * sizeof *p->traits);
    p->replaced = add(i, p->replaced, root->entry_count * sizeof *p->replaced);
    p->names = add(i, p->names, p->names_size);
    p->name_at = add(i, p->name_at, p->name_count * sizeof *p->name_at);
    p->files = add(i, p->files, p->files_size);
    p->origins = add(i, p->origins, p->segment_count * sizeof *p->origins);
}

/* ---- damage ---- */

/* A byte of any table, often of an entry or of its code. */
static void change(input *in, image *i, prm_id id)
{
    const unsigned number = take_number(in, TABLES - 1), value = take_byte(in);
    const prm_entry *const entry = id < i->pack.entry_count ? &i->pack.entries[id] : NULL;
    const bool near = take_flag(in) && entry && entry->count > 0;
    table *const t = &i->tables[number];
    size_t at = take_number(in, 65535);

    if (near && number == ENTRIES)
        at = id * sizeof *entry + at % sizeof *entry;
    else if (near && (number == SEGMENTS || number == SEGMENTS + 1))
        at = entry->first * sizeof(prm_segment) + at % (entry->count * sizeof(prm_segment));
    if (t->size > 0)
        t->data[at % t->size] = (char)(take_flag(in) ? value : (unsigned char)t->data[at % t->size] ^ value);
}

static size_t changed_bytes(const image *i)
{
    size_t count = 0, at;
    unsigned n;

    for (n = 0; n < TABLES; n++)
        for (at = 0; at < i->tables[n].size; at++)
            count += i->tables[n].data[at] != i->tables[n].before[at];
    return count;
}

/* One changed number of the pack itself, whose sizes nothing may rely on before they are verified. */
static void check_head(input *in, image *i, const prm_pack *view)
{
    const prm_pack before = i->pack;
    const size_t at = take_byte(in) % (offsetof(prm_pack, layout_sum) + sizeof before.layout_sum);
    const unsigned flip = take_byte(in);

    ((unsigned char *)&i->pack)[at] ^= (unsigned char)flip;
    if (flip > 0)
        REQUIRE(prm_pack_verify(view) == PRM_BAD_TABLE);
    i->pack = before;
}

/* ---- rendering ---- */

static size_t alignment_of(unsigned kind)
{
    switch (kind) {
    case PRM_FIELD_TEXT: case PRM_FIELD_FENCED: case PRM_FIELD_JSON:
    case PRM_FIELD_ROWS: case PRM_FIELD_COUNT:                       return sizeof(void *);
    case PRM_FIELD_CHOICE: case PRM_FIELD_SET:                       return sizeof(uint32_t);
    default:                                                         return 1;
    }
}

/* Whether all that is taken for a pointer lies where the pattern has one or zeros. */
static bool is_aligned(const prm_pack *root)
{
    uint32_t i;

    for (i = 0; i < root->field_count; i++) {
        const prm_field *const field = &root->fields[i];
        const unsigned kind = field->kind & PRM_FIELD_KIND, number = (unsigned)field->kind >> PRM_FIELD_TRAIT;
        const uint32_t row = number < root->trait_count ? root->traits[number].standby & 0xFFFF : 0;
        if (field->offset % alignment_of(kind) != 0 || (kind == PRM_FIELD_ROWS && row % sizeof(void *) != 0))
            return false;
    }
    return true;
}

static const char *arguments_of_all_kinds(void)
{
    static char memory[ARGUMENTS];
    const prm_rows rows = { memory, 2, NULL, NULL };
    size_t at;

    for (at = 0; memory[ARGUMENTS - sizeof rows + sizeof(void *)] == 0 && at < ARGUMENTS; at += sizeof rows)
        memcpy(memory + at, &rows, sizeof rows);
    return memory;
}

typedef struct call { const prm_pack *pack; prm_id id; const void *args; prm_format format; prm_report report; } call;

static int count_bytes(void *context, const char *data, size_t size)
{
    size_t *const left = context;

    REQUIRE(size > 0 && size <= *left && (*data == *data));
    *left -= size;
    return 0;
}

static void check_render(const call *c, size_t capacity)
{
    char *const buffer = fresh(capacity);
    prm_report report;
    const prm_status status = prm_render(c->pack, c->id, c->args, c->format, buffer, capacity, &report);

    if (c->report.status == PRM_OK)
        REQUIRE(status == (capacity > c->report.size ? PRM_OK : PRM_NO_SPACE) && report.size == c->report.size);
    else
        REQUIRE(status == c->report.status);
    REQUIRE(status == PRM_OK ? buffer[report.size] == '\0' : is_canary(buffer, capacity));
}

static void check_emit(const call *c)
{
    size_t left = c->report.status == PRM_OK ? c->report.size : 0;
    prm_sink sink;

    sink.write = count_bytes;
    sink.context = &left;
    REQUIRE(prm_emit(c->pack, c->id, c->args, c->format, sink, NULL) == c->report.status && left == 0);
}

static void check_gather(const call *c, input *in)
{
    const size_t count = take_byte(in);
    prm_text *const list = fresh((count + 1) * sizeof *list);
    prm_report report;
    const prm_status status = prm_gather(c->pack, c->id, c->args, c->format, list, count, &report);

    REQUIRE(is_canary(list + count, sizeof *list));
    if (c->report.status == PRM_OK)
        REQUIRE(status == (report.pieces > count ? PRM_NO_SPACE : PRM_OK) && report.size == c->report.size);
    else
        REQUIRE(status == c->report.status);
}

static void check_cursor(const call *c)
{
    prm_cursor *const cursor = fresh(sizeof *cursor);
    size_t size = 0, count;
    prm_slice slice;
    const char *file;
    unsigned line;

    REQUIRE(prm_open(cursor, c->pack, c->id, c->args, c->format, NULL) == c->report.status);
    if (c->report.status != PRM_OK)
        return;
    for (count = 0; count < SLICES && prm_next(cursor, &slice) == PRM_OK; count++) {
        size += slice.size;
        (void)!strlen(prm_placeholder_name(c->pack, slice.id, slice.placeholder));
        if (prm_origin_of(&slice, &file, &line))
            (void)!strlen(file);
        (void)prm_cursor_row(cursor);
    }
    REQUIRE(count == SLICES ? size < c->report.size : size == c->report.size);
}

static void check_ways(input *in, const prm_pack *view, prm_id id, const void *args)
{
    call c;
    prm_status status;

    c.pack = view;
    c.id = id;
    c.args = args;
    c.format = (prm_format)take_number(in, 4);
    status = prm_measure(c.pack, c.id, c.args, c.format, &c.report);
    REQUIRE(status == c.report.status && status != PRM_END && status <= PRM_TOO_DEEP);
    if (c.report.size > 1u << 20)
        return;
    check_render(&c, take_capacity(in, status == PRM_OK ? c.report.size : 16));
    check_emit(&c);
    check_gather(&c, in);
    check_cursor(&c);
}

static void check_names(input *in, const prm_pack *view)
{
    const prm_id id = take_byte(in);
    const char *const name = prm_name(view, id);
    prm_id found = 0;

    (void)!strlen(prm_placeholder_name(view, id, take_byte(in)));
    if (prm_find(view, prm_cstr(name), &found) == PRM_OK)
        REQUIRE(strcmp(prm_name(view, found), name) == 0);
    (void)!prm_find(view, take_text(in, 12), &found);
}

/* ---- the packs ---- */

/* An overlay of pack sample as the loader makes it. */
static const prm_pack *load_overlay(void)
{
    static const char text[] = "nudge:\n  normal: \"{pct} percent of {model}\"\nentry: \"{uses}x {title}\"\ntable:\n"
                               "  list: \"{#skills}\\n{title}\\n{#tags}\\n{word}\\n{/tags}\\n{/skills}\"\n";
    static uint64_t memory[OVERLAY / sizeof(uint64_t)];
    static const prm_pack *overlay;
    prm_diagnostics found = prm_diagnostics_in(NULL, 0, NULL, 0);
    prm_overlay_file file;
    size_t needed;

    file.name = prm_cstr("overlay.yaml");
    file.text = prm_cstr(text);
    if (!overlay)
        REQUIRE(prm_overlay_load(&sample_pack, &sample_rules, file, memory, sizeof memory, &needed, &overlay, &found)
                == PRM_OK);
    return overlay;
}

void fuzz_target(input *in)
{
    static const prm_pack *const packs[] = { &rich_pack, &harness_pack, &sample_pack, &sample_pack };
    const unsigned number = take_number(in, 3);
    const prm_id id = take_byte(in) % (packs[number]->public_count + 2u);
    image root, over;
    const prm_pack *view = &root.pack;
    unsigned changes;
    size_t changed;

    copy_pack(&root, packs[number], packs[number]);
    if (number == 3) {
        copy_pack(&over, load_overlay(), &sample_pack);
        over.pack.base = &root.pack;
        view = &over.pack;
    }
    REQUIRE(prm_pack_verify(view) == PRM_OK);
    check_head(in, number == 3 && take_flag(in) ? &over : &root, view);
    for (changes = take_number(in, MOST_CHANGES); changes > 0; changes--)
        change(in, number == 3 && take_flag(in) ? &over : &root, id);
    changed = changed_bytes(&root) + (number == 3 ? changed_bytes(&over) : 0);
    if (changed <= 1)
        REQUIRE(prm_pack_verify(view) == (changed > 0 ? PRM_BAD_TABLE : PRM_OK));
    check_names(in, view);
    (void)prm_same_text(view, packs[number], take_byte(in));
    if (is_aligned(&root.pack))
        check_ways(in, view, id, arguments_of_all_kinds() + sizeof(void *) * take_number(in, 3));
}
