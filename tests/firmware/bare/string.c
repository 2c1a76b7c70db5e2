#include <string.h>

#include <stdint.h>

/* Four bytes at any address: where the processor cannot load them at once, the compiler takes them one by one. */
#ifdef __GNUC__
typedef struct __attribute__((packed, may_alias)) { uint32_t bytes; } word;
#endif

enum { STEP = 4 };    /* words at a time */

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *d = to;
    const unsigned char *s = from;

#ifdef __GNUC__
    for (; size >= STEP * sizeof(word); size -= STEP * sizeof(word)) {
        word *const dw = (word *)(void *)d;
        const word *const sw = (const word *)(const void *)s;
        dw[0] = sw[0];
        dw[1] = sw[1];
        dw[2] = sw[2];
        dw[3] = sw[3];
        d += STEP * sizeof(word);
        s += STEP * sizeof(word);
    }
#endif
    while (size-- > 0)
        *d++ = *s++;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *const d = to;
    const unsigned char *const s = from;
    size_t i;

    if ((uintptr_t)d - (uintptr_t)s >= size)
        return memcpy(to, from, size);
    for (i = size; i > 0; i--)
        d[i - 1] = s[i - 1];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *d = to;

#ifdef __GNUC__
    for (; size >= sizeof(word); size -= sizeof(word)) {
        ((word *)(void *)d)->bytes = (unsigned char)byte * 0x01010101u;
        d += sizeof(word);
    }
#endif
    while (size-- > 0)
        *d++ = (unsigned char)byte;
    return to;
}

int memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *a = one, *b = other;

    for (; size > 0; size--, a++, b++)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    size_t size = 0;

    while (text[size] != '\0')
        size++;
    return size;
}
