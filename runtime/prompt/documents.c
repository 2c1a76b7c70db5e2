#include <promptrom/documents.h>

#include <promptrom/fence.h>
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

#define NO_TAG SIZE_MAX

/* Where the next backslash of the fence goes, behind at; NO_TAG if it has no more. */
static size_t next_tag(prm_text text, size_t at, prm_text fence)
{
    size_t found = 0;

    if (fence.data != NULL && fence.size > 0)
        found = prm_fence_find(text.data + at, text.size - at, fence.data, fence.size);
    return found > 0 ? at + found : NO_TAG;
}

/* Units that the fence adds: one a tag. */
static uint64_t fence_units(prm_text text, prm_text fence)
{
    uint64_t tags = 0;
    size_t at = 0;

    while ((at = next_tag(text, at, fence)) != NO_TAG)
        tags++;
    return tags;
}

/* Whether the block costs too much. An empty document can be above the limit too: by its wrapper alone. */
static bool is_over_tokens(const prm_document_limits *limits, uint64_t units)
{
    const uint64_t left = units_left(limits);

    return units > left || (left == 0 && limits->wrapper / 4 + (limits->wrapper % 4 > 0) > limits->max_block_tokens);
}

static unsigned limits_met(const prm_document_limits *limits, prm_text text, prm_extent extent)
{
    return (extent.points > or_none(limits->max_characters) ? PRM_MET_CHARACTERS : 0u)
           | (text.size > or_none(limits->max_bytes) ? PRM_MET_BYTES : 0u)
           | (is_over_tokens(limits, extent.units + fence_units(text, limits->fence)) ? PRM_MET_TOKENS : 0u);
}

/* A cut may end in the middle of what looks like a tag and so make one: the unit for it is kept back. */
static uint64_t units_when_cut(const prm_document_limits *limits)
{
    const uint64_t units = units_left(limits);

    return limits->fence.data != NULL && units > 0 && units < UINT64_MAX ? units - 1 : units;
}

/* Bytes of the longest start within all limits. */
static size_t fitting(prm_text text, const prm_document_limits *limits)
{
    size_t points = or_none(limits->max_characters), bytes = or_none(limits->max_bytes), at = 0;
    size_t tag = next_tag(text, 0, limits->fence);
    uint64_t units = units_when_cut(limits);

    while (at < text.size) {
        bool good;
        const size_t step = prm_utf8_step((const unsigned char *)text.data + at, text.size - at, &good);
        const bool is_tag = at + 1 == tag;
        const uint64_t cost = (good && step == 4) || is_tag ? 2 : 1;
        if (points == 0 || step > bytes || cost > units)
            break;
        points--;
        bytes -= step;
        units -= cost;
        at += step;
        if (is_tag)
            tag = next_tag(text, tag, limits->fence);
    }
    return at;
}

static size_t well_formed(prm_text text)
{
    size_t at = 0;

    while (at < text.size) {
        bool good;
        const size_t step = prm_utf8_step((const unsigned char *)text.data + at, text.size - at, &good);
        if (!good)
            break;
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
    fit.well_formed = well_formed(document);
    fit.met = limits_met(limits, document, extent);
    if (fit.met != 0)
        fit.text.size = fitting(document, limits);
    if (fit.met != 0 && fit.text.size == 0)
        fit.text = prm_bytes(NULL, 0);
    return fit;
}
