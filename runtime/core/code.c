#include "code.h"

void prm_code_begin(prm_code *c, prm_template_code *out)
{
    c->out = out;
    c->open = out->pool_size;
    c->first = out->segment_count;
    c->too_big = false;
    out->plain = true;
}

/* Counts a segment, and writes it if there is room for any. */
static void put(prm_code *c, size_t offset, size_t size, unsigned op)
{
    prm_template_code *const out = c->out;

    if (offset > UINT32_MAX || out->segment_count - c->first == PRM_CODE_SEGMENTS) {
        c->too_big = true;
        return;
    }
    if (out->segments) {
        prm_segment *const segment = &out->segments[out->segment_count];
        segment->offset = (uint32_t)offset;
        segment->size = (uint16_t)size;
        segment->op = (uint16_t)op;
    }
    out->segment_count++;
}

static void put_bytes(prm_code *c, const char *data, size_t size)
{
    if (size > SIZE_MAX - c->out->pool_size) {
        c->too_big = true;
        return;
    }
    if (c->out->pool)
        memcpy(c->out->pool + c->out->pool_size, data, size);
    c->out->pool_size += size;
}

/* How many of the next bytes still fit into a literal of which `used` bytes stand, whole characters only. */
static size_t fitting(const char *data, size_t size, size_t used)
{
    size_t fit = PRM_LITERAL_MAX - used;

    if (size <= fit)
        return size;
    while (fit > 0 && ((unsigned char)data[fit] & 0xC0u) == 0x80)
        fit--;
    return fit;
}

void prm_code_text(prm_code *c, const char *data, size_t size)
{
    while (size > 0) {
        const size_t fit = fitting(data, size, c->out->pool_size - c->open);
        if (fit == 0 && c->out->pool_size == c->open) {
            c->too_big = true;    /* no text: bytes that all go on */
            return;
        }
        put_bytes(c, data, fit);
        data += fit;
        size -= fit;
        if (size > 0)
            prm_code_flush(c, 0);
    }
}

void prm_code_flush(prm_code *c, unsigned op)
{
    const size_t size = c->out->pool_size - c->open;

    if (size > 0 || op != 0)
        put(c, c->open, size, op);
    c->open = c->out->pool_size;
}

prm_code_place prm_code_control(prm_code *c, unsigned op, unsigned size, size_t offset)
{
    prm_code_flush(c, 0);
    c->out->plain = false;
    put(c, offset, size, op);
    return c->out->segment_count - 1;
}

void prm_code_line(prm_code *c)
{
    prm_code_flush(c, 0);
    c->out->plain = false;
    put_bytes(c, "\n", 1);
    prm_code_flush(c, PRM_OP_LINE);
}

void prm_code_end(prm_code *c, prm_code_place place, unsigned next)
{
    size_t body;

    prm_code_flush(c, 0);
    body = c->out->segment_count - place - 1;
    if (next != 0)
        put(c, body++, 0, next);
    if (c->out->segments && !c->too_big)
        c->out->segments[place].offset = (uint32_t)body;
}

static bool has_literal(const prm_segment *segment)
{
    const unsigned op = segment->op & PRM_OP_CODE;

    return op < PRM_OP_CONTROL || op == PRM_OP_PART || op == PRM_OP_LINE;
}

void prm_code_copy(prm_code *c, const prm_pack *from, size_t first, size_t count)
{
    size_t i;

    prm_code_flush(c, 0);
    for (i = first; i < first + count; i++) {
        const prm_segment *const s = &from->segments[0][i];
        if ((s->op & PRM_OP_CONTROL) != 0)
            c->out->plain = false;
        if (has_literal(s)) {
            put_bytes(c, from->pool + s->offset, s->size);
            put(c, c->open, s->size, s->op);
            c->open = c->out->pool_size;
        } else {
            put(c, s->offset, s->size, s->op);
        }
    }
}
