/* UTF-8, one character at a time. */
#ifndef PRM_UTF8_H
#define PRM_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the first character of text (size > 0). *good = false: it is ill-formed, and the bytes are the longest
 * start that some character could have had (at least one byte): what one U+FFFD stands for. */
size_t prm_utf8_step(const unsigned char *text, size_t size, bool *good);

#endif
