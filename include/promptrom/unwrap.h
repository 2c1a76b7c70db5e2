/* Arguments of a tool call, as models give them.
 *
 * A tool whose arguments are one member `content` is called in three forms, all of which are accepted:
 *
 *       {"content": …}                        plain
 *       {"arguments": {"content": …}}         wrapped
 *       {"arguments": "{\"content\": …}"}     wrapped, as text
 *
 * A content that is there wins over arguments beside it, which are then not looked into. null counts as not there. */
#ifndef PROMPTROM_UNWRAP_H
#define PROMPTROM_UNWRAP_H

#include <promptrom/locate.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prm_unwrapped {
    prm_text    object;      /* the object that holds the content, as JSON */
    prm_located content;     /* its member */
} prm_unwrapped;

/* Both point into json or, in the third form, into buffer, which takes the inner text: json.size bytes are always
 * enough, none are needed for the other forms, and it may be json's own memory from its first byte on. After an error
 * *found has no values.
 *
 * PRM_BAD_JSON: json or the inner text is no JSON. PRM_NO_CONTENT: it is, but of none of the forms; PRM_UNWRAP_FORMS
 * names them. PRM_BAD_UTF8, PRM_NO_SPACE, PRM_BAD_ARGUMENT, PRM_OVERLAP: see prm_unescape(). */
PRM_MUST_USE prm_status prm_unwrap(prm_text json, char *buffer, size_t capacity, prm_unwrapped *found);

/* For the answer to the model. */
#define PRM_UNWRAP_FORMS \
    "missing content: give {\"content\": ...}, {\"arguments\": {\"content\": ...}}, " \
    "or {\"arguments\": \"...\"} with the text of such an object"

#ifdef __cplusplus
}
#endif

#endif
