/* Instruction files on disk: finds and reads what instructions.h makes texts of. Part of promptrom::host (POSIX).
 *
 * Conventions
 *   - Paths are absolute, without empty, `.` or `..` components and without a slash at the end.
 *   - Nothing is allocated: documents, their paths and their contents go into the caller's memory, and the texts of a
 *     workspace are the caller's. A document's path is relative to the project's root, that of the user's own file is
 *     absolute.
 *   - Symbolic links are followed, wherever they lead. What is no plain file is never opened, so that no FIFO or
 *     device can hold up a session. A file that changes while it is read is read again, three times at most.
 *
 *       prm_workspace workspace;
 *       prm_found found = {documents, 64, memory, sizeof memory, 0, 0};
 *       if (prm_workspace_open(&workspace, &config, cwd, home, &report) != PRM_OK
 *           || prm_workspace_read(&workspace, &config, prm_cstr(NULL), NULL, 0, &found, &report) != PRM_OK) …
 *       status = prm_instructions_baseline(&plan, &config, documents, found.count, &report);
 *
 *   later, when a tool has touched a file (with other memory, since the known contents are compared):
 *
 *       if (prm_workspace_read(&workspace, &config, path, known, known_count, &found, &report) != PRM_OK) …
 *       status = prm_instructions_changes(&plan, &config, known, known_count, documents, found.count, &report); */
#ifndef PROMPTROM_WORKSPACE_H
#define PROMPTROM_WORKSPACE_H

#include <promptrom/instructions.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PRM_PATH_BYTES 4096      /* of a path on disk, with its NUL */

typedef struct prm_workspace {
    prm_text root;               /* the project's; the start of cwd */
    prm_text cwd;
    prm_text home;               /* directory of the user's own file; no value: none */
} prm_workspace;

/* Where documents go. */
typedef struct prm_found {
    prm_document *documents;
    size_t        capacity;
    char         *memory;
    size_t        size;
    size_t        count;         /* written: documents found, perhaps more than capacity */
    size_t        used;          /* written: bytes of memory taken, or needed */
} prm_found;

/* Finds the project's root: the nearest directory from cwd upwards that holds a marker, as a file or a directory;
 * without one, cwd. PRM_BAD_ARGUMENT: cwd or home is no path as above. */
PRM_MUST_USE prm_status prm_workspace_open(prm_workspace *workspace, const prm_instructions_config *config,
                                           prm_text cwd, prm_text home, prm_context_report *report);

/* Reads the user's own file, the candidates of all directories from the root to cwd, of those of the known
 * documents, and of those from the root to the directory of touched, the path of a file (no value: none; one
 * outside of the project adds no directory). Candidates that are not there are listed only if they are known.
 *
 * PRM_NO_SPACE: found->count and found->used say what is needed, as far as files keep their sizes; the documents are
 * unspecified. PRM_BAD_ARGUMENT: touched is no path as above. PRM_OVERLAP: known or its texts lie in the memory of
 * found. */
PRM_MUST_USE prm_status prm_workspace_read(const prm_workspace *workspace, const prm_instructions_config *config,
                                           prm_text touched, const prm_document *known, size_t known_count,
                                           prm_found *found, prm_context_report *report);

#ifdef __cplusplus
}
#endif

#endif
