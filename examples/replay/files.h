/* The instruction files of the recording, as the host of a real workspace would find them. */
#ifndef FILES_H
#define FILES_H

#include <promptrom/instructions.h>

enum { FILES = 16 };

typedef struct files {
    prm_text     paths[FILES];         /* the broadest first */
    prm_text     contents[FILES];      /* no value: there is no such file now */
    bool         reached[FILES];       /* its directory has been looked in */
    size_t       count;
    prm_document known[FILES];         /* what the model has been told, which outlives the process */
    size_t       known_count;
    prm_document found[FILES];
    size_t       found_count;
} files;

/* A file has come or changed, or gone. */
void files_put(files *f, prm_text path, prm_text content);

/* Looks in the directories down to the one that holds the file of that path, and in all that it has looked in before;
 * the result is in found. No value: in the root alone. */
void files_look(files *f, prm_text touched);

/* The model has been told of what was found. */
void files_told(files *f);

#endif
