/* Copying stretches one behind the other. Not where small code is wanted (PRM_SMALL). */
#ifndef PRM_COPY_H
#define PRM_COPY_H

#include <stddef.h>
#include <string.h>

#include "inline.h"

/* Returns where the next stretch goes. What is short is copied here, by two copies of a fixed size that may overlap:
 * most values are not worth a call. */
PRM_INLINE char *prm_copy_stretch(char *to, const char *from, size_t size)
{
    if (size > 32) {
        memcpy(to, from, size);
    } else if (size >= 16) {
        memcpy(to, from, 16);
        memcpy(to + size - 16, from + size - 16, 16);
    } else if (size >= 8) {
        memcpy(to, from, 8);
        memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
        memcpy(to, from, 4);
        memcpy(to + size - 4, from + size - 4, 4);
    } else if (size > 0) {                    /* the first, the one in the middle and the last */
        const char first = from[0], middle = from[size >> 1], last = from[size - 1];
        to[0] = first;
        to[size >> 1] = middle;
        to[size - 1] = last;
    }
    return to + size;
}

#endif
