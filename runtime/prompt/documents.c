#include <promptrom/documents.h>

#include <promptrom/utf8.h>

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
