/* Documents of a workspace on their way into a block: how much of them fits, and what to say about the rest.
 *
 * IDENTITY.md and the like are written by people and agents, and must not keep an agent from starting because they
 * have grown. What is above a limit is cut at a character, in place: the part that fits is a stretch of the document.
 * The caller then puts a notice beside it, for which this gives the figures. Nothing is ever cut without them.
 *
 *       prm_document_limits limits = {PRM_IDENTITY_CHARACTERS, 32768, 8000, wrapper, prm_cstr("identity-document")};
 *       prm_document_fit fit = prm_fit_document(prm_trim(identity), &limits);
 *       … if (fit.well_formed < fit.size) say so now, not when the agent speaks …
 *       args.identity = fit.text;
 *       … if (fit.met) a notice … */
#ifndef PROMPTROM_DOCUMENTS_H
#define PROMPTROM_DOCUMENTS_H

#include <promptrom/utf8.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PRM_IDENTITY_CHARACTERS 4096    /* code points of an identity document, trimmed */

/* 0: no limit. */
typedef struct prm_document_limits {
    size_t   max_characters;      /* code points */
    size_t   max_bytes;
    uint64_t max_block_tokens;    /* of the block with the document in it */
    uint64_t wrapper;             /* UTF-16 units of the block around the document: the size of the slot's text when
                                     the document is empty is always enough */
    prm_text fence;               /* tag that the slot fences the document with: each one in it costs a unit more.
                                     No value: no fence */
} prm_document_limits;

enum {
    PRM_MET_CHARACTERS = 1,
    PRM_MET_BYTES      = 2,
    PRM_MET_TOKENS     = 4
};

typedef struct prm_document_fit {
    prm_text text;          /* what fits; no value if not even a character does */
    size_t   size;          /* of the whole document */
    size_t   characters;    /* likewise */
    size_t   well_formed;   /* its bytes before the first that is not UTF-8; size: there is none. JSON can only be
                               rendered of UTF-8 */
    unsigned met;           /* every limit that the document is above */
} prm_document_fit;

/* The longest start of the document that keeps all limits, less a unit where it is fenced, since the cut may make a
 * tag. A document without a value fits as it is. */
prm_document_fit prm_fit_document(prm_text document, const prm_document_limits *limits);

#ifdef __cplusplus
}
#endif

#endif
