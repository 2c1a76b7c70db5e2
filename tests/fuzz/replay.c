/* Gives a fuzz target the files that are named, for compilers without libFuzzer. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    static uint8_t whole[LONGEST];
    FILE *const file = fopen(path, "rb");
    size_t size;
    uint8_t *data;

    if (file == NULL) {
        fprintf(stderr, "replay: cannot open %s\n", path);
        return 2;
    }
    size = fread(whole, 1, LONGEST, file);
    fclose(file);
    data = malloc(size > 0 ? size : 1);
    if (data == NULL)
        return 2;
    fprintf(stderr, "replay: %s\n", path);
    if (size > 0)
        memcpy(data, whole, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}

int main(int count, char **words)
{
    int i, status = 0;

    for (i = 1; i < count; i++)
        status |= replay(words[i]);
    return status;
}
