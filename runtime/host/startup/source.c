#include "source.h"

#include <promptrom/utf8.h>

static size_t mark_size(const prm_source *source)
{
    return source->bytes.size >= 3 && memcmp(source->bytes.data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

prm_mark prm_source_begin(const prm_source *source)
{
    prm_mark mark;

    mark.at = mark_size(source);
    mark.index = 0;
    mark.line = mark.column = 1;
    return mark;
}

bool prm_is_control(uint32_t point)
{
    if (point < 0x20)
        return point != '\t' && point != '\n' && point != '\r';
    return (point >= 0x7F && point <= 0x9F) || point == 0xFFFE || point == 0xFFFF;
}

/* A well-formed character of `size` bytes. */
static uint32_t decoded(const unsigned char *text, size_t size)
{
    uint32_t point;
    size_t i;

    if (size == 1)
        return text[0];
    point = text[0] & (0x7Fu >> size);
    for (i = 1; i < size; i++)
        point = point << 6 | (text[i] & 0x3Fu);
    return point;
}

/* The character at an offset, with its size in bytes; CR LF is one. */
static uint32_t read_at(const prm_source *source, size_t at, size_t *size, prm_blemish *blemish, uint32_t *raw)
{
    const unsigned char *const text = (const unsigned char *)source->bytes.data + at;
    const size_t left = source->bytes.size - at;
    bool good;

    *blemish = PRM_CLEAN;
    if (left == 0) {
        *size = 0;
        return PRM_NO_CHARACTER;
    }
    *size = prm_utf8_step(text, left, &good);
    *raw = good ? decoded(text, *size) : text[0];
    if (!good)
        *blemish = PRM_BAD_BYTE;
    else if (prm_is_control(*raw))
        *blemish = PRM_CONTROL;
    if (*blemish != PRM_CLEAN)
        return PRM_REPLACEMENT;
    if (*raw == '\r') {
        *size = left > 1 && text[1] == '\n' ? 2 : 1;
        return '\n';
    }
    return *raw;
}

uint32_t prm_source_peek(const prm_source *source, const prm_mark *mark)
{
    prm_blemish blemish;
    uint32_t raw;
    size_t size;

    return read_at(source, mark->at, &size, &blemish, &raw);
}

uint32_t prm_source_step(const prm_source *source, prm_mark *mark)
{
    prm_blemish blemish;
    uint32_t point, raw;
    size_t size;

    point = read_at(source, mark->at, &size, &blemish, &raw);
    if (point == PRM_NO_CHARACTER)
        return point;
    mark->at += size;
    mark->index++;
    mark->column++;
    if (point == '\n') {
        mark->line++;
        mark->column = 1;
    }
    return point;
}

void prm_source_skip_plain(const prm_source *source, prm_mark *mark)
{
    const size_t start = mark->at;
    size_t at = start;

    while (at < source->bytes.size && source->bytes.data[at] >= ' ' && source->bytes.data[at] <= '~')
        at++;
    mark->at = at;
    mark->index += at - start;
    mark->column += (uint32_t)(at - start);
}

prm_blemish prm_source_blemish(const prm_source *source, const prm_mark *mark, uint32_t *raw)
{
    prm_blemish blemish;
    size_t size;

    (void)read_at(source, mark->at, &size, &blemish, raw);
    return blemish;
}

bool prm_source_is_wide(const prm_source *source)
{
    const char *const text = source->bytes.data;
    const size_t size = source->bytes.size < 4 ? source->bytes.size : 4;
    size_t i, zeros = 0;

    if (size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0))
        return true;
    for (i = 0; i < size; i++)
        zeros += text[i] == '\0';
    return zeros >= 2;
}

uint32_t prm_yaml_character(uint32_t point)
{
    return point == 0x2028 || point == 0x2029 || point == PRM_BYTE_ORDER_MARK ? PRM_REPLACEMENT : point;
}

size_t prm_put_character(uint32_t point, char *to)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        to[0] = (char)(0xC0 | point >> 6);
        to[1] = (char)(0x80 | (point & 0x3F));
        return 2;
    }
    if (point < 0x10000) {
        to[0] = (char)(0xE0 | point >> 12);
        to[1] = (char)(0x80 | (point >> 6 & 0x3F));
        to[2] = (char)(0x80 | (point & 0x3F));
        return 3;
    }
    to[0] = (char)(0xF0 | point >> 18);
    to[1] = (char)(0x80 | (point >> 12 & 0x3F));
    to[2] = (char)(0x80 | (point >> 6 & 0x3F));
    to[3] = (char)(0x80 | (point & 0x3F));
    return 4;
}
