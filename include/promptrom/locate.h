/* Finding a member of a JSON object in its text, without memory for a tree.
 *
 *   - The whole text is read and must be one JSON value (RFC 8259, in UTF-8, nested at most 64 deep), whatever is
 *     looked for. Every byte is read a fixed number of times.
 *   - What is found is a stretch of the text that was given; nothing is copied.
 *
 *       prm_located path;
 *       if (prm_locate(arguments, prm_cstr("path"), &path) != PRM_OK || path.kind != PRM_VALUE_STRING) … */
#ifndef PROMPTROM_LOCATE_H
#define PROMPTROM_LOCATE_H

#include <promptrom/status.h>
#include <promptrom/text.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum prm_value_kind {
    PRM_VALUE_ABSENT = 0,    /* no such member, or json is no object */
    PRM_VALUE_NULL   = 1,
    PRM_VALUE_FLAG   = 2,    /* true or false */
    PRM_VALUE_NUMBER = 3,
    PRM_VALUE_STRING = 4,
    PRM_VALUE_ARRAY  = 5,
    PRM_VALUE_OBJECT = 6
} prm_value_kind;

typedef struct prm_located {
    prm_value_kind kind;
    prm_text       text;     /* the value as it is written, a string with its quotes; no value if absent */
} prm_located;

/* The member of that name, which json has at its outermost level; of several, the last. Names are compared after
 * their escapes have been resolved. PRM_BAD_JSON: json is not JSON. *found is then absent. */
PRM_MUST_USE prm_status prm_locate(prm_text json, prm_text name, prm_located *found);

/* What a JSON string stands for. string: its text with the quotes, as prm_locate() gives it. buffer takes the
 * bytes, without a NUL; string.size of them are always enough. It may be memory that holds the string, unless it
 * begins behind the string's first byte (PRM_OVERLAP). *text: the bytes in buffer; after an error, no value.
 *
 * PRM_BAD_JSON: it is no JSON string. PRM_BAD_UTF8: it holds half a surrogate pair, which no UTF-8 can express.
 * PRM_NO_SPACE: capacity is too small. PRM_BAD_ARGUMENT: there is a capacity and no buffer. Only after PRM_OK does
 * buffer hold anything of use. */
PRM_MUST_USE prm_status prm_unescape(prm_text string, char *buffer, size_t capacity, prm_text *text);

#ifdef __cplusplus
}
#endif

#endif
