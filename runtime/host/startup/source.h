/* The text of a file as the compiler sees it: characters with their places, whatever its bytes are. */
#ifndef PRM_SOURCE_H
#define PRM_SOURCE_H

#include <promptrom/text.h>

/* A place in a source. */
typedef struct prm_mark {
    size_t   at;              /* offset in bytes */
    size_t   index;           /* characters before it */
    uint32_t line, column;    /* from 1, the column in characters */
} prm_mark;

typedef struct prm_source {
    prm_text bytes;           /* a byte-order mark at the start is skipped */
} prm_source;

#define PRM_NO_CHARACTER    ((uint32_t)0xFFFFFFFF)
#define PRM_REPLACEMENT     ((uint32_t)0xFFFD)
#define PRM_BYTE_ORDER_MARK ((uint32_t)0xFEFF)

/* Why a byte is no character of a prompt. */
typedef enum prm_blemish {
    PRM_CLEAN,
    PRM_BAD_BYTE,             /* not UTF-8 */
    PRM_CONTROL               /* a control character; only tab and newline are text */
} prm_blemish;

/* Before the first character. */
prm_mark prm_source_begin(const prm_source *source);

/* The character at a mark, or PRM_NO_CHARACTER at the end. CR and CR LF are newlines, blemishes are U+FFFD. */
uint32_t prm_source_peek(const prm_source *source, const prm_mark *mark);

/* Moves to the next character; stays at the end. Returns the character that was passed. */
uint32_t prm_source_step(const prm_source *source, prm_mark *mark);

/* Moves behind the printable ASCII characters at a mark: they are passed quickly. */
void prm_source_skip_plain(const prm_source *source, prm_mark *mark);

/* What is wrong with the character at a mark; *raw: what stands there, the byte or the code point. */
prm_blemish prm_source_blemish(const prm_source *source, const prm_mark *mark, uint32_t *raw);

/* Whether the encoding is UTF-16 or UTF-32. */
bool prm_source_is_wide(const prm_source *source);

/* Control characters of this format, by code point: all that YAML does not call printable. */
bool prm_is_control(uint32_t point);

/* The character as libyaml is given it, which takes U+2028 and U+2029 for line ends and drops byte-order marks. */
uint32_t prm_yaml_character(uint32_t point);

/* Writes a character as UTF-8, at most 4 bytes. */
size_t prm_put_character(uint32_t point, char *to);

#endif
