#include <promptrom/nudge.h>

/* ---- figures ---- */

/* Long multiplication by 100 = 1100100 in binary, from the top, with the remainder kept below total at each step. */
unsigned prm_percent_of(uint64_t used, uint64_t total)
{
    uint64_t rest = 0;
    unsigned percent = 0, bit;

    if (used >= total)
        return used > 0 ? 100 : 0;
    for (bit = 64; bit > 0; bit >>= 1) {
        percent <<= 1;
        if (rest >= total - rest) {
            rest -= total - rest;
            percent++;
        } else {
            rest += rest;
        }
        if (!(100u & bit))
            continue;
        if (rest >= total - used) {
            rest -= total - used;
            percent++;
        } else {
            rest += used;
        }
    }
    return rest >= total - rest ? percent + 1 : percent;
}

/* Digit by digit of base 65536: small cores have no division of 64 bits. */
uint64_t prm_thousands(uint64_t count)
{
    uint64_t thousands = 0;
    uint32_t rest = 0;
    unsigned digit;

    for (digit = 4; digit > 0; digit--) {
        rest = rest << 16 | (uint32_t)(count >> (digit - 1) * 16 & 0xFFFFu);
        thousands = thousands << 16 | rest / 1000u;
        rest %= 1000u;
    }
    return rest >= 500 ? thousands + 1 : thousands;
}

/* ---- a list ---- */

static prm_status append(prm_text *text, char *buffer, size_t capacity, const char *data, size_t size)
{
    if (size > SIZE_MAX - text->size)
        return PRM_TOO_BIG;
    if (size > 0 && text->size <= capacity && size <= capacity - text->size)
        memcpy(buffer + text->size, data, size);
    text->size += size;
    return PRM_OK;
}

prm_status prm_number_list(const uint64_t *numbers, size_t count, char *buffer, size_t capacity, prm_text *text)
{
    prm_status status = PRM_OK;
    size_t i;

    *text = prm_bytes(NULL, 0);
    if ((!numbers && count > 0) || (!buffer && capacity > 0))
        return PRM_BAD_ARGUMENT;
    for (i = 0; i < count && status == PRM_OK; i++) {
        const prm_integer number = prm_uint(numbers[i]);
        status = append(text, buffer, capacity, ", ", i > 0 ? 2 : 0);
        if (status == PRM_OK)
            status = append(text, buffer, capacity, number.digits, number.size);
    }
    if (status != PRM_OK || text->size > capacity)
        return status != PRM_OK ? status : PRM_NO_SPACE;
    text->data = buffer ? buffer : "";
    return PRM_OK;
}

/* ---- texts ---- */

typedef struct text_stretch {
    const prm_pack    *home;
    const prm_segment *at, *end;
} text_stretch;

/* A slot's text as tables have it, with the constants in it. Literals may be cut into segments anywhere. */
typedef struct text_reader {
    const prm_pack *view;
    text_stretch    open[PRM_MAX_DEPTH];    /* the slot, and constants within one another */
    unsigned        depth;
    size_t          read;                   /* of the literal at the innermost place */
} text_reader;

/* false: there is no such entry, or too many within one another. */
static bool enter(text_reader *r, unsigned id)
{
    const prm_pack *pack = r->view;
    text_stretch *const stretch = &r->open[r->depth];
    const prm_entry *entry;

    for (; pack->base; pack = pack->base) {
        if (pack->replaced[id] != PRM_NOT_REPLACED) {
            id = pack->replaced[id];
            break;
        }
    }
    if (r->depth == PRM_MAX_DEPTH || id >= pack->entry_count)
        return false;
    entry = &pack->entries[id];
    if (entry->first > pack->segment_count || entry->count > pack->segment_count - entry->first)
        return false;
    stretch->home = pack;
    stretch->at = pack->segments[0] + entry->first;
    stretch->end = stretch->at + entry->count;
    r->depth++;
    return true;
}

static bool open_text(text_reader *r, const prm_pack *view, prm_id id)
{
    r->view = view;
    r->depth = 0;
    r->read = 0;
    return id < view->public_count && enter(r, id);
}

static bool is_constant(const prm_pack *view, const prm_segment *s)
{
    if ((s->op & PRM_OP_CODE) != PRM_OP_CALL)
        return false;
    while (view->base)
        view = view->base;
    return s->size < view->entry_count && (view->entries[s->size].flags & PRM_ENTRY_CONSTANT);
}

/* Literal bytes that follow; none at a value, at control code and at the end. false: the tables are damaged. */
static bool literal(text_reader *r, prm_text *text)
{
    for (;;) {
        text_stretch *const inner = &r->open[r->depth - 1];
        const prm_segment *const s = inner->at;
        *text = prm_bytes("", 0);
        if (s == inner->end) {
            if (r->depth == 1)
                return true;
            r->depth--;
        } else if (is_constant(r->view, s)) {
            inner->at++;
            if (!enter(r, s->size))
                return false;
        } else if (!(s->op & PRM_OP_CONTROL) && r->read < s->size) {
            *text = prm_bytes(inner->home->pool + s->offset + r->read, s->size - r->read);
            return true;
        } else if (s->op != 0) {
            return true;
        } else {
            inner->at++;
            r->read = 0;
        }
    }
}

static bool at_end(const text_reader *r)
{
    return r->depth == 1 && r->open[0].at == r->open[0].end;
}

static bool same_control(const text_stretch *a, const text_stretch *b)
{
    const unsigned code = a->at->op & PRM_OP_CODE;

    if (a->at->size != b->at->size)
        return false;
    if (code != PRM_OP_PART && code != PRM_OP_LINE)
        return a->at->offset == b->at->offset;
    return memcmp(a->home->pool + a->at->offset, b->home->pool + b->at->offset, a->at->size) == 0;
}

/* What stands behind the literals: the same value, the same control code, or the end of both. */
static bool take_same(text_reader *a, text_reader *b)
{
    text_stretch *const mine = &a->open[a->depth - 1], *const theirs = &b->open[b->depth - 1];

    if (mine->at->op != theirs->at->op || ((mine->at->op & PRM_OP_CONTROL) && !same_control(mine, theirs)))
        return false;
    mine->at++;
    theirs->at++;
    a->read = b->read = 0;
    return true;
}

static bool same_bytes(text_reader *a, text_reader *b)
{
    prm_text one, other;
    size_t size;

    for (;;) {
        if (!literal(a, &one) || !literal(b, &other))
            return false;
        size = one.size < other.size ? one.size : other.size;
        if (memcmp(one.data, other.data, size) != 0)
            return false;
        a->read += size;
        b->read += size;
        if (size > 0)
            continue;
        if (one.size != other.size || at_end(a) != at_end(b))
            return false;
        if (at_end(a))
            return true;
        if (!take_same(a, b))
            return false;
    }
}

bool prm_texts_differ(const prm_pack *view, const prm_pack *pack, const prm_id *ids, size_t count)
{
    text_reader mine, theirs;
    size_t i;

    for (i = 0; i < count; i++) {
        if (!open_text(&mine, view, ids[i]) || !open_text(&theirs, pack, ids[i]) || !same_bytes(&mine, &theirs))
            return true;
    }
    return false;
}
