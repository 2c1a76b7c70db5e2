/* Agent instructions: files like AGENTS.md, found by the host, as one text for the model that keeps to a budget.
 *
 * Conventions (beside those of context.h)
 *   - Documents are the caller's array, the broadest first: the user's own file, then the project's root and each
 *     directory down to the working directory; in one directory first the shared files, then the local ones.
 *   - A plan points to the documents and the configuration that it was made from: they stay as they are until its
 *     text has been rendered.
 *   - All sizes are bytes. No text is ever longer than the budget, and no content is cut within a character.
 *   - The words are those of an assembly. What could close its frame is escaped there (fences), after content has
 *     been cut; figures in the text count unescaped bytes. The assembly must show each document's content.
 *
 *       prm_instructions_config config = prm_instructions_defaults();
 *       prm_instructions plan;
 *       config.max_bytes = 32768;
 *       config.baseline.pack = config.changes.pack = &context_pack;
 *       config.baseline.id = CONTEXT_INSTRUCTIONS_BASELINE_ID;
 *       config.changes.id = CONTEXT_INSTRUCTIONS_CHANGES_ID;
 *       if (prm_instructions_check(&config, &report) != PRM_OK) …
 *       if (prm_instructions_baseline(&plan, &config, documents, found, &report) == PRM_OK && plan.size > 0)
 *           status = prm_instructions_render(&plan, text, sizeof text, NULL);
 *
 * The baseline belongs into the first step that has a prompt of the user, directly behind that prompt. Afterwards
 * each successful call of a tool that touches files (prm_instructions_touches) makes the host look again: in the
 * directories from the root down to the file's, and in all that it has looked in before. */
#ifndef PROMPTROM_INSTRUCTIONS_H
#define PROMPTROM_INSTRUCTIONS_H

#include <promptrom/context.h>

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
    PRM_FATE_UNCHANGED  = 0,       /* changes: the model has it already */
    PRM_FATE_SHOWN      = 1,
    PRM_FATE_CUT        = 2,       /* only its start is shown */
    PRM_FATE_OMITTED    = 3,       /* left out for want of room */
    PRM_FATE_DUPLICATE  = 4,       /* as an earlier one of its directory says, white space at both ends aside */
    PRM_FATE_MISSING    = 5,
    PRM_FATE_OVERSIZED  = 6,
    PRM_FATE_UNREADABLE = 7
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
    prm_text directory;            /* what it speaks for: "packages/app", "." for the root; equal bytes: the same */
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

typedef struct prm_instructions_config {
    int64_t   max_bytes;           /* budget of a text; 0 or less: no instructions at all */
    size_t    max_source_bytes;    /* of one file */
    prm_names names[PRM_NAME_LISTS];
    prm_slot  baseline;            /* assembly for the start of a session: prm_instructions_args */
    prm_slot  changes;             /* assembly for what has changed since: the same */
} prm_instructions_config;

/* No budget and no assemblies, files of at most 1 MiB, the default names. */
prm_instructions_config prm_instructions_defaults(void);

/* PRM_BAD_CONFIG: a name is empty, `.` or `..`, holds a slash or a NUL, or stands twice; or an assembly has inputs of
 * other types or names. The report's member is the list ("candidates") or the assembly, its position the index in the
 * list. */
PRM_MUST_USE prm_status prm_instructions_check(const prm_instructions_config *config, prm_context_report *report);

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

/* What an assembly is given: its inputs must be these, in this order; the last ones may be left out. */
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
    const prm_slot                *assembly;
    uint8_t                        step;      /* prm_instructions_step */
    uint8_t                        room;      /* prm_instructions_room */
    size_t                         parts;     /* documents that the text is about */
    size_t                         omitted;   /* of these, the first ones that are left out */
    size_t                         shown;     /* bytes of content of the last one */
    size_t                         size;      /* bytes of the text; 0: there is none */
} prm_instructions;

/* Decides on the text for the start of a session; the fates are in the documents. A document that is left out or cut
 * here counts as told: only a change of its file brings it back. PRM_BAD_ARGUMENT: a document has no path or no
 * directory; the report's position is its index. Otherwise what prm_measure() says of the assembly. */
PRM_MUST_USE prm_status prm_instructions_baseline(prm_instructions *plan, const prm_instructions_config *config,
                                                  prm_document *documents, size_t count,
                                                  prm_context_report *report);

/* Decides on the text about what has changed between known, the documents of the call before (of either kind, with
 * what that one wrote), and found, those of today. Every known document that is still held must be in found, with the
 * same path, even if its file is gone: else PRM_BAD_ARGUMENT, and the report's position is the first that is not.
 * Other errors as above.
 *
 * When the text has reached the model, found is the next call's known; otherwise known remains so. Changes for which
 * there was no room are not held, and come up again. */
PRM_MUST_USE prm_status prm_instructions_changes(prm_instructions *plan, const prm_instructions_config *config,
                                                 const prm_document *known, size_t known_count, prm_document *found,
                                                 size_t found_count, prm_context_report *report);

/* The text, as prm_render() and prm_emit() do it, with their statuses. A plan without text gives an empty one. */
PRM_MUST_USE prm_status prm_instructions_render(const prm_instructions *plan, char *buffer, size_t capacity,
                                                prm_report *report);
PRM_MUST_USE prm_status prm_instructions_emit(const prm_instructions *plan, prm_sink sink, prm_report *report);

#ifdef __cplusplus
}
#endif

#endif
