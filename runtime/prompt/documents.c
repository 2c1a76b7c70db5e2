#include <promptrom/documents.h>

#include <promptrom/utf8.h>

/* ---- white space ---- */

/* Of two and three bytes: U+0085, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000. */
static bool is_wide_space(const unsigned char *at, size_t size)
{
    if (size == 2)
        return at[0] == 0xC2 && (at[1] == 0x85 || at[1] == 0xA0);
    if (size != 3)
        return false;
    if (at[0] == 0xE2 && at[1] == 0x80)
        return at[2] <= 0x8A || at[2] == 0xA8 || at[2] == 0xA9 || at[2] == 0xAF;
    return memcmp(at, "\xE1\x9A\x80", 3) == 0 || memcmp(at, "\xE2\x81\x9F", 3) == 0
           || memcmp(at, "\xE3\x80\x80", 3) == 0;
}

static bool is_space(const unsigned char *at, size_t size)
{
    return size == 1 ? *at == ' ' || (*at >= '\t' && *at <= '\r') : is_wide_space(at, size);
}

/* Bytes of the white space that text begins with, one character; 0 if it is none. */
static size_t space_at(const char *text, size_t size)
{
    const unsigned char *const at = (const unsigned char *)text;
    bool good;
    const size_t step = size > 0 ? prm_utf8_step(at, size, &good) : 0;

    return step > 0 && is_space(at, step) ? step : 0;
}

static size_t space_before(const char *text, size_t size)
{
    size_t points = 1;
    const size_t start = prm_utf8_back(text, size, &points);

    return start < size ? space_at(text + start, size - start) : 0;
}

prm_text prm_trim(prm_text text)
{
    size_t step;

    if (text.data == NULL)
        return text;
    while ((step = space_at(text.data, text.size)) > 0) {
        text.data += step;
        text.size -= step;
    }
    while ((step = space_before(text.data, text.size)) > 0)
        text.size -= step;
    return text;
}

/* ---- limits ---- */

/* Units that are left for the document in its block; UINT64_MAX if tokens have no limit. */
static uint64_t units_left(const prm_document_limits *limits)
{
    const uint64_t most = limits->max_block_tokens;
    const uint64_t units = most > UINT64_MAX / 4 ? UINT64_MAX : most * 4;

    if (most == 0)
        return UINT64_MAX;
    return units > limits->wrapper ? units - limits->wrapper : 0;
}

static size_t or_none(size_t limit)
{
    return limit == 0 ? SIZE_MAX : limit;
}

static unsigned limits_met(const prm_document_limits *limits, prm_extent extent, size_t size)
{
    return (extent.points > or_none(limits->max_characters) ? PRM_MET_CHARACTERS : 0u)
           | (size > or_none(limits->max_bytes) ? PRM_MET_BYTES : 0u)
           | (extent.units > units_left(limits) ? PRM_MET_TOKENS : 0u);
}

/* Bytes of the longest start within all limits. */
static size_t fitting(prm_text text, const prm_document_limits *limits)
{
    size_t points = or_none(limits->max_characters), bytes = or_none(limits->max_bytes), at = 0;
    uint64_t units = units_left(limits);

    while (at < text.size) {
        bool good;
        const size_t step = prm_utf8_step((const unsigned char *)text.data + at, text.size - at, &good);
        const uint64_t cost = good && step == 4 ? 2 : 1;
        if (points == 0 || step > bytes || cost > units)
            break;
        points--;
        bytes -= step;
        units -= cost;
        at += step;
    }
    return at;
}

prm_document_fit prm_fit_document(prm_text document, const prm_document_limits *limits)
{
    prm_document_fit fit;
    prm_extent extent;

    memset(&fit, 0, sizeof fit);
    fit.text = document;
    if (document.data == NULL)
        return fit;
    extent = prm_utf8_extent(document.data, document.size);
    fit.size = document.size;
    fit.characters = extent.points;
    fit.met = limits_met(limits, extent, document.size);
    if (fit.met != 0)
        fit.text.size = fitting(document, limits);
    if (fit.met != 0 && units_left(limits) == 0)
        fit.text = prm_bytes(NULL, 0);
    return fit;
}
