#include "document.h"

#include <promptrom/utf8.h>

#include "report.h"

/* ---- which documents count ---- */

static bool same_text(prm_text a, prm_text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool same_content(const prm_document *a, const prm_document *b)
{
    return same_text(prm_trim(prm_document_content(a)), prm_trim(prm_document_content(b)));
}

static prm_document_fate fate_by_source(const prm_instructions_config *config, const prm_document *document)
{
    switch (document->source) {
    case PRM_SOURCE_READ:      break;
    case PRM_SOURCE_MISSING:   return PRM_FATE_MISSING;
    case PRM_SOURCE_OVERSIZED: return PRM_FATE_OVERSIZED;
    default:                   return PRM_FATE_UNREADABLE;
    }
    return document->content.size > config->max_source_bytes ? PRM_FATE_OVERSIZED : PRM_FATE_SHOWN;
}

static bool is_duplicate(const prm_document *documents, size_t index)
{
    const prm_document *const document = &documents[index];
    size_t i;

    for (i = 0; i < index; i++)
        if (documents[i].fate == PRM_FATE_SHOWN && same_text(documents[i].directory, document->directory)
            && same_content(&documents[i], document))
            return true;
    return false;
}

static prm_status bad_document(const char *member, const char *problem, size_t position, prm_context_report *report)
{
    (void)prm_context_fail(report, PRM_BAD_ARGUMENT, member, problem);
    if (report)
        report->position = position;
    return PRM_BAD_ARGUMENT;
}

prm_status prm_documents_begin(const prm_instructions_config *config, prm_document *documents, size_t count,
                               prm_context_report *report)
{
    size_t i;

    for (i = 0; i < count; i++) {
        if (documents[i].path.size == 0 || documents[i].directory.size == 0)
            return bad_document("documents", "a document has no path or no directory", i, report);
        documents[i].change = PRM_CHANGE_NONE;
        documents[i].held = PRM_HELD_NOTHING;
        documents[i].shown = 0;
        documents[i].fate = (uint8_t)fate_by_source(config, &documents[i]);
        if (documents[i].fate == PRM_FATE_SHOWN && is_duplicate(documents, i))
            documents[i].fate = PRM_FATE_DUPLICATE;
    }
    return PRM_OK;
}

/* ---- what has changed ---- */

/* The first document of that path, or NULL. */
static const prm_document *find(const prm_document *documents, size_t count, prm_text path)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (same_text(documents[i].path, path))
            return &documents[i];
    return NULL;
}

static prm_document_change change_of(const prm_document *known, const prm_document *found)
{
    const unsigned held = known ? known->held : (unsigned)PRM_HELD_NOTHING;

    if (found->fate == PRM_FATE_UNREADABLE)
        return PRM_CHANGE_NONE;
    if (found->fate != PRM_FATE_SHOWN)
        return held == PRM_HELD_NOTHING ? PRM_CHANGE_NONE : PRM_CHANGE_REMOVED;
    if (held == PRM_HELD_NOTHING)
        return PRM_CHANGE_ADDED;
    if (held == PRM_HELD_CONTENT && same_text(known->content, found->content))
        return PRM_CHANGE_NONE;
    return PRM_CHANGE_REPLACED;
}

/* Until the text has been decided on, a change has not reached the model. */
static void compare(const prm_document *known, prm_document *found)
{
    const unsigned held = known ? known->held : (unsigned)PRM_HELD_NOTHING;

    found->change = (uint8_t)change_of(known, found);
    if (found->change != PRM_CHANGE_NONE) {
        found->fate = PRM_FATE_SHOWN;
        found->held = held == PRM_HELD_NOTHING ? PRM_HELD_NOTHING : PRM_HELD_OLDER;
    } else if (found->fate == PRM_FATE_SHOWN) {
        found->fate = PRM_FATE_UNCHANGED;
        found->held = PRM_HELD_CONTENT;
    } else if (found->fate == PRM_FATE_UNREADABLE && held != PRM_HELD_NOTHING) {
        found->held = PRM_HELD_OLDER;
    }
}

prm_status prm_documents_compare(const prm_document *known, size_t known_count, prm_document *found,
                                 size_t found_count, prm_context_report *report)
{
    size_t i;

    for (i = 0; i < known_count; i++)
        if (known[i].held != PRM_HELD_NOTHING && find(found, found_count, known[i].path) == NULL)
            return bad_document("found", "a known document is not in it", i, report);
    for (i = 0; i < found_count; i++)
        compare(find(known, known_count, found[i].path), &found[i]);
    return PRM_OK;
}
