/* Whole plain files, read as one consistent state. */
#ifndef PRM_PLAIN_FILE_H
#define PRM_PLAIN_FILE_H

#include <promptrom/instructions.h>

/* Reads the file of that path into memory, which has room for `room` bytes. *size: bytes of the file, unless it is
 * missing or unreadable. If it is longer than room, only its size is found out. PRM_SOURCE_OVERSIZED: longer than
 * limit. */
prm_document_source prm_plain_file_read(const char *path, size_t limit, char *memory, size_t room, size_t *size);

#endif
