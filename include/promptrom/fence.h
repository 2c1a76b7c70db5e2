/* Fences: tags inside a value that would open or close a frame of the pack. */
#ifndef PROMPTROM_FENCE_H
#define PROMPTROM_FENCE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where a backslash must be put: bytes up to and with the `<` of the first tag called name (any ASCII case) in
 * text, or 0 if there is none. A tag: `<`, white space, `/`, white space (all three optional), the name, then
 * white space, `>` or `/`. White space as in HTML: space, tab, line feed, form feed, return. What text ends in the
 * middle of, were it only `<`, is a tag as well: what comes behind the text could complete it. */
size_t prm_fence_find(const char *text, size_t size, const char *name, size_t name_size);

#ifdef __cplusplus
}
#endif

#endif
