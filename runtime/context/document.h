/* Documents: which of them a text is about. */
#ifndef PRM_DOCUMENT_H
#define PRM_DOCUMENT_H

#include <promptrom/instructions.h>

/* Gives each document the fate that follows from its source, its size and the earlier ones of its directory:
 * PRM_FATE_SHOWN if it counts. Forgets what was written before. PRM_BAD_ARGUMENT: one has no path or no directory. */
prm_status prm_documents_begin(const prm_instructions_config *config, prm_document *documents, size_t count,
                               prm_context_report *report);

/* Finds out what has changed since known: found, which has begun, gets change and held, and the fate
 * PRM_FATE_SHOWN where the model is to be told. PRM_BAD_ARGUMENT as prm_instructions_changes(). */
prm_status prm_documents_compare(const prm_document *known, size_t known_count, prm_document *found,
                                 size_t found_count, prm_context_report *report);

/* Whether the text is about it. */
static inline bool prm_document_is_part(const prm_document *document)
{
    return document->fate == PRM_FATE_SHOWN || document->fate == PRM_FATE_CUT || document->fate == PRM_FATE_OMITTED;
}

/* What there is to show of it. */
static inline prm_text prm_document_content(const prm_document *document)
{
    if (document->change == PRM_CHANGE_REMOVED || document->content.size == 0)
        return prm_bytes("", 0);
    return document->content;
}

#endif
