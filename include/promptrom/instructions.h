/* Agent instructions: files like AGENTS.md, found by the host, as one text for the model that keeps to a budget.
 *
 * Conventions
 *   - Documents are the caller's array, the broadest first: the user's own file, then the project's root and each
 *     directory down to the working directory; in one directory first the shared files, then the local ones.
 *   - Nothing is allocated, nothing is kept. A plan points to the documents and the configuration it was made from:
 *     they stay as they are until the text has been rendered.
 *   - All sizes are bytes. No text is ever longer than the budget; no content is cut within a character.
 *   - The words come from an assembly of any pack whose inputs are prm_instructions_args; pack `context` has two of
 *     them. The pack escapes what could close a frame (fences), after content has been cut.
 *
 *       prm_instructions_config config = {0};
 *       config.max_bytes = 32768;
 *       config.pack = &context_pack;
 *       config.baseline = CONTEXT_INSTRUCTIONS_BASELINE_ID;
 *       config.changes = CONTEXT_INSTRUCTIONS_CHANGES_ID;
 *       if (prm_instructions_check(&config, problems, 8, &count) != PRM_OK) …
 *       if (prm_instructions_baseline(&plan, &config, documents, found) == PRM_OK && plan.size > 0)
 *           status = prm_instructions_render(&plan, text, sizeof text, &report);
 *
 * The baseline belongs into the first step that has a user's prompt, directly behind that prompt. Afterwards
 * successful calls of the tools that touch files (prm_instructions_touches) make the host look again: in the
 * directories that lie between the root and the file, and in all it has looked in before. */
#ifndef PROMPTROM_INSTRUCTIONS_H
#define PROMPTROM_INSTRUCTIONS_H

#include <promptrom/render.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- documents ---- */

/* What the host found at a path. */
typedef enum prm_document_source {
    PRM_SOURCE_READ       = 0,     /* content is all of it */
    PRM_SOURCE_MISSING    = 1,     /* no such file */
    PRM_SOURCE_OVERSIZED  = 2,     /* above the limit for files */
    PRM_SOURCE_UNREADABLE = 3      /* no plain file, no permission, or changing all the time */
} prm_document_source;

/* What became of a document. */
typedef enum prm_document_fate {
    PRM_FATE_UNCHANGED  = 0,       /* changes: the model has it already, or it is not there and never was */
    PRM_FATE_SHOWN      = 1,
    PRM_FATE_CUT        = 2,       /* only its start is shown */
    PRM_FATE_OMITTED    = 3,       /* left out for want of room */
    PRM_FATE_DUPLICATE  = 4,       /* says the same as an earlier one of its directory, white space at both ends aside */
    PRM_FATE_MISSING    = 5,
    PRM_FATE_OVERSIZED  = 6,
    PRM_FATE_UNREADABLE = 7,
    PRM_FATE_BAD_UTF8   = 8        /* path, directory or content is not UTF-8 */
} prm_document_fate;

typedef enum prm_document_change {
    PRM_CHANGE_NONE     = 0,
    PRM_CHANGE_ADDED    = 1,
    PRM_CHANGE_REPLACED = 2,
    PRM_CHANGE_REMOVED  = 3        /* gone, too big now, or a duplicate now */
} prm_document_change;

/* What the model has been told of a document. */
typedef enum prm_document_held {
    PRM_HELD_NOTHING = 0,          /* nothing, or that it no longer counts */
    PRM_HELD_CONTENT = 1,          /* this content, as far as there was room in the baseline */
    PRM_HELD_OLDER   = 2           /* some other content, or perhaps this one */
} prm_document_held;

typedef struct prm_document {
    prm_text path;                 /* as the model is to know it: "packages/app/AGENTS.md" */
    prm_text directory;            /* what it speaks for: "packages/app". Equal bytes: the same directory */
    prm_text content;              /* when the source is PRM_SOURCE_READ */
    uint8_t  source;               /* prm_document_source */
    uint8_t  fate;                 /* written: prm_document_fate */
    uint8_t  change;               /* written: prm_document_change */
    uint8_t  held;                 /* written: prm_document_held, once the text has reached the model */
    size_t   shown;                /* written: bytes of content in the text, unescaped */
} prm_document;

/* ---- configuration ---- */

typedef enum prm_name_list {
    PRM_NAMES_MARKERS    = 0,      /* a directory that holds one is a project's root; default .git */
    PRM_NAMES_CANDIDATES = 1,      /* shared files; default AGENTS.md, CLAUDE.md */
    PRM_NAMES_LOCAL      = 2,      /* files of one user; default AGENTS.local.md, CLAUDE.local.md */
    PRM_NAMES_TOOLS      = 3,      /* tools that touch files; default read, write, edit */
    PRM_NAME_LISTS       = 4
} prm_name_list;

typedef struct prm_names {
    const prm_text *list;          /* NULL: the default */
    size_t          count;
} prm_names;

#define PRM_SOURCE_BYTES ((size_t)1024 * 1024)

typedef struct prm_instructions_config {
    int64_t         max_bytes;           /* budget of a text; 0 or less: no instructions at all */
    size_t          max_source_bytes;    /* of one file; 0: PRM_SOURCE_BYTES */
    prm_names       names[PRM_NAME_LISTS];
    const prm_pack *pack;
    prm_id          baseline;            /* assembly for the start of a session */
    prm_id          changes;             /* assembly for what has changed since */
} prm_instructions_config;

typedef enum prm_instructions_fault {
    PRM_FAULT_NAME_EMPTY  = 1,
    PRM_FAULT_NAME_DOTS   = 2,     /* `.` or `..` */
    PRM_FAULT_NAME_SLASH  = 3,     /* holds `/` */
    PRM_FAULT_NAME_NUL    = 4,     /* holds a NUL byte */
    PRM_FAULT_NAME_TWICE  = 5,     /* stands in its list before, or in the candidates and the local names */
    PRM_FAULT_PACK        = 6,     /* no pack, or made for another version */
    PRM_FAULT_ASSEMBLY    = 7      /* index 0: baseline, 1: changes. It has other inputs than prm_instructions_args */
} prm_instructions_fault;

typedef struct prm_instructions_problem {
    uint8_t fault;                 /* prm_instructions_fault */
    uint8_t list;                  /* of a name: prm_name_list */
    size_t  index;                 /* of a name in its list, or see the fault */
} prm_instructions_problem;

/* Every problem of a configuration, at most capacity of them into problems, *count: how many there are. PRM_OK: none;
 * PRM_BAD_ARGUMENT otherwise. The calls below trust a configuration that has been checked. */
PRM_MUST_USE prm_status prm_instructions_check(const prm_instructions_config *config,
                                               prm_instructions_problem *problems, size_t capacity, size_t *count);

/* "name is empty" and the like: a constant English phrase for messages. */
const char *prm_instructions_fault_text(prm_instructions_fault fault);

/* Names of a list, the configured or the default ones. */
size_t   prm_instructions_names(const prm_instructions_config *config, prm_name_list list);
prm_text prm_instructions_name(const prm_instructions_config *config, prm_name_list list, size_t index);

/* Whether a call of a tool makes the host look again. Failed calls never do. */
bool prm_instructions_touches(const prm_instructions_config *config, prm_text tool, bool succeeded);

/* ---- texts ---- */

/* The first of these that the budget has room for. */
typedef enum prm_instructions_step {
    PRM_STEP_NOTHING    = 0,       /* no documents, or no budget: no text */
    PRM_STEP_WHOLE      = 1,       /* everything */
    PRM_STEP_OMITTED    = 2,       /* the broadest ones left out */
    PRM_STEP_CUT        = 3,       /* the start of the most specific one, at least a character */
    PRM_STEP_COMPACT    = 4,       /* the most specific one or its start, with the short introduction */
    PRM_STEP_HEADING    = 5,       /* its heading alone, without introduction and frame */
    PRM_STEP_MARKER     = 6,       /* the line that says what is left out: everything */
    PRM_STEP_MARKER_CUT = 7        /* the start of that line */
} prm_instructions_step;

typedef enum prm_instructions_room {
    PRM_ROOM_FULL    = 1,
    PRM_ROOM_COMPACT = 2,
    PRM_ROOM_BARE    = 3
} prm_instructions_room;

/* What a plan's assembly is given; the struct of its inputs must begin like this and end at any of these. */
typedef struct prm_instructions_args {
    prm_choice  room;              /* prm_instructions_room */
    prm_integer budget;            /* no value: nothing is left out */
    prm_rows    omitted;           /* rows: path */
    prm_text    cut;               /* path of the document that is cut; no value: none is */
    prm_integer cutFrom;           /* bytes of its content */
    prm_integer cutTo;             /* bytes shown */
    prm_rows    documents;         /* rows: prm_instructions_row */
} prm_instructions_args;

typedef struct prm_instructions_row {
    prm_text path;
    prm_text directory;
    prm_text content;              /* what is shown of it; empty when it is removed */
    bool     brief;                /* there is no room for explanations */
    bool     added;
    bool     replaced;
    bool     removed;
} prm_instructions_row;

/* A text that has been decided on. */
typedef struct prm_instructions {
    const prm_instructions_config *config;
    const prm_document            *documents;
    size_t                         count;
    prm_id                         assembly;
    uint8_t                        step;      /* prm_instructions_step */
    uint8_t                        room;      /* prm_instructions_room */
    size_t                         parts;     /* documents that the text is about */
    size_t                         omitted;   /* of these, the first ones that are left out */
    size_t                         shown;     /* bytes of content of the last one */
    size_t                         size;      /* bytes of the text; 0: there is none */
} prm_instructions;

/* Decides on the text for the start of a session; the fates are in the documents. A document that is left out or cut
 * here counts as told: only a change of its file brings it back. */
PRM_MUST_USE prm_status prm_instructions_baseline(prm_instructions *plan, const prm_instructions_config *config,
                                                  prm_document *documents, size_t count);

/* Decides on the text about what has changed between known, the documents of the call before (of either kind, with
 * what that one wrote), and found, those of today. Every known document that is still held must be in found, with the
 * same path, even if its file is gone: else PRM_BAD_ARGUMENT, and plan->count is the index of the first that is not.
 *
 * When the text has reached the model, found is the next call's known; otherwise known remains so. Changes for which
 * there was no room are not held, and come up again. */
PRM_MUST_USE prm_status prm_instructions_changes(prm_instructions *plan, const prm_instructions_config *config,
                                                 const prm_document *known, size_t known_count, prm_document *found,
                                                 size_t found_count);

/* The text, as prm_render() and prm_emit() do it. A plan without text gives an empty one. */
PRM_MUST_USE prm_status prm_instructions_render(const prm_instructions *plan, char *buffer, size_t capacity,
                                                prm_report *report);
PRM_MUST_USE prm_status prm_instructions_emit(const prm_instructions *plan, prm_sink sink, prm_report *report);

#ifdef __cplusplus
}
#endif

#endif
