/* JSON: the inside of strings, and whether a text is JSON at all. */
#ifndef PRM_JSON_H
#define PRM_JSON_H

#include <promptrom/status.h>
#include <promptrom/text.h>

/* Bytes at the start of text that a JSON string takes as they are: well-formed UTF-8 but for controls, the quote
 * and the backslash. */
size_t prm_json_plain(const char *text, size_t size);

/* A quick look that shows of most texts that they are such bytes; false: they may be or not. */
bool prm_json_clean(const char *text, size_t size);

/* What stands for the first character of text, which prm_json_plain() refuses: constant bytes. *taken: bytes of
 * text that they stand for. What is not UTF-8 becomes U+FFFD. */
prm_text prm_json_escape(const char *text, size_t size, size_t *taken);

/* Size of text as the inside of a JSON string. PRM_BAD_UTF8 unless repair. PRM_TOO_BIG: text is
 * longer than SIZE_MAX / 6, so that it could not fit if all of it were escaped. */
prm_status prm_json_size(const char *text, size_t size, bool repair, size_t *result);

/* Added to the size of a text that prm_json_copy() is still to write. No text is that long. */
#define PRM_RAW (SIZE_MAX / 2 + 1)

/* Size of text as the inside of a JSON string, with PRM_RAW unless the text goes there as it is. 0: it cannot go
 * there, or is too long to say so, or is empty. */
size_t prm_json_weigh(const char *text, size_t size, bool repair);

/* Writes that inside and returns where it ends. What is not UTF-8 is repaired. */
char *prm_json_copy(char *to, const char *text, size_t size);

#define PRM_JSON_NESTING 64

/* Whether text is one JSON value (RFC 8259, in UTF-8), nested at most PRM_JSON_NESTING deep. Reads each byte
 * once and needs no memory of its own. */
bool prm_json_well_formed(const char *text, size_t size);

#endif
