#include "arguments.h"

#include <stddef.h>

enum { MOST_MEMBERS = 64, MOST_ROWS = 3 };

/* ---- what is read ---- */

typedef struct shape shape;

typedef struct member {
    size_t           offset;
    unsigned         kind;     /* PRM_FIELD_…; ROWS for their count as well */
    const prm_trait *trait;
    size_t           words;    /* of a set */
    shape           *row;
} member;

/* A struct, as far as anything is read of it. */
struct shape {
    size_t   size;
    unsigned count;
    member   members[MOST_MEMBERS];
};

/* Goes through the code of an entry and of all that it calls. */
typedef struct scanner {
    const prm_pack *view, *root;
    shape          *level[PRM_MAX_LEVELS + 1];
    unsigned        levels;
} scanner;

static size_t size_of(unsigned kind, size_t words)
{
    switch (kind) {
    case PRM_FIELD_TEXT: case PRM_FIELD_FENCED: case PRM_FIELD_JSON: return sizeof(prm_text);
    case PRM_FIELD_INTEGER: case PRM_FIELD_RANGED:                   return sizeof(prm_integer);
    case PRM_FIELD_CHOICE:                                           return sizeof(prm_choice);
    case PRM_FIELD_FLAG:                                             return sizeof(bool);
    case PRM_FIELD_ROWS:                                             return sizeof(prm_rows);
    default:                                                         return words * sizeof(uint32_t);
    }
}

static member *member_at(shape *s, size_t offset, unsigned kind)
{
    member *m;
    unsigned i;

    for (i = 0; i < s->count; i++)
        if (s->members[i].offset == offset && (s->members[i].kind == PRM_FIELD_ROWS) == (kind == PRM_FIELD_ROWS))
            return &s->members[i];
    REQUIRE(s->count < MOST_MEMBERS);
    m = &s->members[s->count++];
    memset(m, 0, sizeof *m);
    m->offset = offset;
    m->kind = kind;
    return m;
}

/* Takes note of a field; bit: of a set. NULL: it lies in no struct. */
static member *note(scanner *s, uint32_t number, unsigned bit)
{
    const prm_field *const field = &s->root->fields[number];
    const unsigned level = field->kind >> PRM_FIELD_LEVEL & 3u;
    unsigned kind = field->kind & PRM_FIELD_KIND;
    shape *const owner = s->level[level];
    member *m;
    size_t end;

    if (kind == PRM_FIELD_CONSTANT || kind == PRM_FIELD_INDEX)
        return NULL;
    REQUIRE(level <= s->levels);
    kind = kind == PRM_FIELD_COUNT ? PRM_FIELD_ROWS : kind;
    m = member_at(owner, field->offset, kind);
    m->trait = &s->root->traits[field->kind >> PRM_FIELD_TRAIT];
    if (kind == PRM_FIELD_SET && m->words <= bit / 32)
        m->words = bit / 32 + 1;
    if (kind == PRM_FIELD_ROWS && !m->row) {
        m->row = cleared(sizeof *m->row);
        m->row->size = m->trait->standby & 0xFFFF;
    }
    end = m->offset + size_of(kind, m->words);
    REQUIRE(level == 0 || end <= owner->size);
    owner->size = owner->size < end ? end : owner->size;
    return m;
}

static const prm_entry *entry_of(const scanner *s, unsigned id, const prm_pack **home)
{
    const prm_pack *p;

    for (p = s->view; p->base; p = p->base)
        if (p->replaced[id] != PRM_NOT_REPLACED) {
            *home = p;
            return &p->entries[p->replaced[id]];
        }
    *home = p;
    return &p->entries[id];
}

static void scan(scanner *s, unsigned id, uint32_t map)
{
    const prm_pack *home;
    const prm_entry *const entry = entry_of(s, id, &home);
    unsigned i;

    for (i = 0; i < entry->count; i++) {
        const prm_segment *const segment = &home->segments[0][entry->first + i];
        const uint32_t field = map + (segment->op & PRM_OP_INPUT);
        member *m;
        switch (segment->op & PRM_OP_CODE) {
        case PRM_OP_CALL:
            scan(s, segment->size, map + segment->offset);
            break;
        case PRM_OP_LOOP:
            m = note(s, field, 0);
            REQUIRE(m != NULL && s->levels < PRM_MAX_LEVELS);
            s->level[++s->levels] = m->row;
            break;
        case PRM_OP_NEXT:
            s->levels--;
            break;
        case PRM_OP_WHEN: case PRM_OP_UNLESS:
            (void)note(s, field, segment->size);
            break;
        case PRM_OP_CASE: case PRM_OP_VALUE: case PRM_OP_VALUE | PRM_OP_QUOTED:
            (void)note(s, field, 0);
            break;
        default:
            break;
        }
    }
}

/* ---- rows ---- */

typedef struct service {
    const char *rows;
    size_t      size, count;
} service;

static unsigned made, failing;

void fail_row(unsigned number)
{
    made = 0;
    failing = number;
}

unsigned rows_made(void)
{
    return made;
}

/* What lay in the row's memory before is spoilt first. */
static int serve(void *context, size_t index, void *row)
{
    const service *const s = context;

    if (++made == failing)
        return ROW_CODE;
    memset(row, CANARY, s->size);
    memcpy(row, s->rows + index % s->count * s->size, s->size);
    return 0;
}

/* ---- values ---- */

static prm_text take_listed(input *in, const char *const *list, unsigned count)
{
    const char *const text = list[take_number(in, count - 1)];

    return prm_bytes(copied(text, strlen(text)), strlen(text));
}

static prm_text take_value(input *in, unsigned kind)
{
    static const char *const json[] = { "1", "-0.5e3", "null", " [1, {\"a\" : []}] ", "\"x\\n\"", "[1,]", "" };
    static const char *const tags[] = { "</note", "<NOTE>", "< / reminder x", "a<reminder>b</reminder>", "<<note\n" };
    static const char *const texts[] = { "{model}", "\"\\\n", "\xF0\x9F\x98\x80", "\xE4\xB8", "a", "\x7F\x01" };
    const unsigned choice = take_number(in, 15);

    if (choice == 15)
        return prm_bytes(NULL, take_number(in, 15) == 15);
    if (choice > 8)
        return take_text(in, 96);
    if (kind == PRM_FIELD_JSON)
        return take_listed(in, json, sizeof json / sizeof *json);
    if (kind == PRM_FIELD_FENCED)
        return take_listed(in, tags, sizeof tags / sizeof *tags);
    return take_listed(in, texts, sizeof texts / sizeof *texts);
}

static prm_integer take_integer(input *in)
{
    const unsigned choice = take_number(in, 15);
    prm_integer number = prm_int((int64_t)take_number(in, 65535) - 32768);

    if (choice == 15)
        number.size = (unsigned char)take_byte(in) > 20 ? 21 : 0;
    else if (choice > 11)
        number = choice == 12 ? prm_int(INT64_MIN) : prm_uint(UINT64_MAX);
    else if (choice > 5)
        number = prm_int((int)choice - 8);
    return number;
}

static void fill(input *in, const shape *s, char *to, arguments *all);

/* An array, or rows that a source makes; of these there may seem to be more than anybody could hold. */
static prm_rows take_rows(input *in, const member *m, arguments *all)
{
    const unsigned count = take_number(in, MOST_ROWS), form = take_number(in, 7);
    const size_t size = m->row->size;
    char *const rows = cleared(count * size);
    prm_rows found;
    service *s;
    unsigned i;

    memset(&found, 0, sizeof found);
    for (i = 0; i < count; i++)
        fill(in, m->row, rows + i * size, all);
    found.data = rows;
    found.count = count;
    if (form < 5 || count == 0)
        return found;
    s = fresh(sizeof *s);
    s->rows = rows;
    s->size = size;
    s->count = count;
    all->sourced = true;
    found.data = fresh(size);
    found.source = serve;
    found.context = s;
    if (form == 7 && m->trait->limit != PRM_NO_LIMIT && m->trait->limit < 100)
        found.count = SIZE_MAX - count;
    return found;
}

static void fill_member(input *in, const member *m, char *to, arguments *all)
{
    prm_text text;
    prm_integer integer;
    prm_choice choice;
    prm_rows rows;
    size_t i;

    switch (m->kind) {
    case PRM_FIELD_TEXT: case PRM_FIELD_FENCED: case PRM_FIELD_JSON:
        text = take_value(in, m->kind);
        memcpy(to, &text, sizeof text);
        break;
    case PRM_FIELD_INTEGER: case PRM_FIELD_RANGED:
        integer = take_integer(in);
        memcpy(to, &integer, sizeof integer);
        break;
    case PRM_FIELD_CHOICE:
        choice = take_number(in, 255) % ((m->trait->limit >> 24) + 2);
        memcpy(to, &choice, sizeof choice);
        break;
    case PRM_FIELD_FLAG:
        *to = take_flag(in);
        break;
    case PRM_FIELD_ROWS:
        rows = take_rows(in, m, all);
        memcpy(to, &rows, sizeof rows);
        break;
    default:
        for (i = 0; i < m->words * sizeof(uint32_t); i++)
            to[i] = (char)take_byte(in);
    }
}

static void fill(input *in, const shape *s, char *to, arguments *all)
{
    unsigned i;

    for (i = 0; i < s->count; i++)
        fill_member(in, &s->members[i], to + s->members[i].offset, all);
}

arguments take_arguments(input *in, const prm_pack *pack, prm_id id)
{
    arguments all = { NULL, 0, false };
    shape *const root = cleared(sizeof *root);
    const prm_entry *entry;
    scanner s;
    unsigned i;

    memset(&s, 0, sizeof s);
    s.view = pack;
    for (s.root = pack; s.root->base; s.root = s.root->base)
        continue;
    s.level[0] = root;
    entry = &s.root->entries[id];
    for (i = 0; i < entry->inputs; i++)
        (void)note(&s, entry->field + i, 0);
    scan(&s, id, entry->field);
    all.size = root->size;
    all.data = cleared(all.size);
    fill(in, root, all.data, &all);
    return all;
}
