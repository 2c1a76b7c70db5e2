/* Whether arguments lie apart from the buffer that they are rendered into. */
#ifndef PRM_APART_H
#define PRM_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a buffer: no object is larger. */
#define PRM_MOST_CAPACITY (SIZE_MAX / 2)

/* Whether size bytes, 1 to UINT32_MAX, and the buffer have surely none in common; a buffer with a capacity of 0 may
 * lie within them all the same. capacity: at most PRM_MOST_CAPACITY. */
static inline bool prm_apart(const void *data, size_t size, uintptr_t buffer, size_t capacity)
{
#if UINTPTR_MAX > UINT32_MAX
    /* One comparison, since no sum is too big. */
    return (uintptr_t)data - buffer + (size - 1) >= capacity + (size - 1);
#else
    return (uintptr_t)data < buffer ? buffer - (uintptr_t)data >= size : (uintptr_t)data - buffer >= capacity;
#endif
}

#endif
