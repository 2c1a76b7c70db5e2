/* For each text on standard input (its size in 4 bytes, then its bytes) a line: the status of prm_locate() for the
 * name `a`, and the value in hexadecimal or `-`; the status of prm_unwrap(), and the content likewise. Each text lies
 * in memory of its own size; the inner text goes into that memory every other time. */
#include <promptrom/unwrap.h>

#include <stdio.h>
#include <stdlib.h>

static char *allocated(size_t size)
{
    char *const memory = malloc(size > 0 ? size : 1);

    if (memory == NULL)
        exit(2);
    return memory;
}

static void show(prm_status status, prm_text value)
{
    size_t i;

    printf("%d ", (int)status);
    for (i = 0; i < value.size; i++)
        printf("%02x", (unsigned)(unsigned char)value.data[i]);
    fputs(value.data ? " " : "- ", stdout);
}

static void examine(char *text, size_t size, bool in_place)
{
    char *const buffer = allocated(size);
    prm_located found;
    prm_unwrapped unwrapped;
    prm_status status = prm_locate(prm_bytes(text, size), prm_bytes("a", 1), &found);

    show(status, found.text);
    status = prm_unwrap(prm_bytes(text, size), in_place ? text : buffer, size, &unwrapped);
    show(status, unwrapped.content.text);
    putchar('\n');
    free(buffer);
}

int main(void)
{
    uint32_t size;
    bool in_place = false;

    while (fread(&size, sizeof size, 1, stdin) == 1) {
        char *const text = allocated(size);
        if (fread(text, 1, size, stdin) != size)
            return 2;
        examine(text, size, in_place);
        in_place = !in_place;
        free(text);
    }
    return 0;
}
