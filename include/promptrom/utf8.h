/* UTF-8 as it comes: counted and cut without being converted, and never refused.
 *
 * A character is a well-formed one (Unicode, table 3-7) or a maximal ill-formed part: the longest start that some
 * character could have had, at least one byte. Such a part counts as the one U+FFFD that stands for it, as when
 * Python decodes with errors="replace". */
#ifndef PROMPTROM_UTF8_H
#define PROMPTROM_UTF8_H

#include <promptrom/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How long a text is, as others count it. */
typedef struct prm_extent {
    size_t points;    /* code points: what Python's len() says */
    size_t units;     /* UTF-16 code units: what JavaScript's .length says */
} prm_extent;

/* Both figures in one pass. */
prm_extent prm_utf8_extent(const char *text, size_t size);

/* Bytes of the first *points characters, or size if there are fewer. *points: how many were missing. */
size_t prm_utf8_skip(const char *text, size_t size, size_t *points);

/* Where the last *points characters begin, or 0 if there are fewer. *points: how many were missing. Reads no
 * further back than that. */
size_t prm_utf8_back(const char *text, size_t size, size_t *points);

/* The last place at or before `at` (<= size) where a cut divides no character; and the first at or behind it. */
size_t prm_utf8_floor(const char *text, size_t size, size_t at);
size_t prm_utf8_ceil(const char *text, size_t size, size_t at);

/* The text without the characters at both ends that are white space to Unicode (White_Space). No value stays none. */
prm_text prm_trim(prm_text text);

/* Bytes of the first character of text (size > 0). *good = false: it is an ill-formed part. */
size_t prm_utf8_step(const unsigned char *text, size_t size, bool *good);

#ifdef __cplusplus
}
#endif

#endif
