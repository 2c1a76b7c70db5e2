#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_BLOCKS = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

void fuzz_fail(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

/* ---- taking from the input ---- */

unsigned take_byte(input *in)
{
    return in->at == in->end ? 0 : *--in->end;
}

unsigned take_number(input *in, unsigned most)
{
    const unsigned low = take_byte(in);

    return (most > 255 ? take_byte(in) << 8 | low : low) % (most + 1);
}

bool take_flag(input *in)
{
    return take_byte(in) & 1;
}

static prm_text take(input *in, size_t size)
{
    const prm_text text = prm_bytes(copied(in->at, size), size);

    in->at += size;
    return text;
}

prm_text take_text(input *in, size_t most)
{
    const size_t size = take_number(in, (unsigned)most), left = (size_t)(in->end - in->at);

    return take(in, size < left ? size : left);
}

prm_text take_rest(input *in)
{
    return take(in, (size_t)(in->end - in->at));
}

prm_text take_missing(input *in, size_t most)
{
    return take_number(in, 7) == 7 ? prm_bytes(NULL, 0) : take_text(in, most);
}

size_t take_capacity(input *in, size_t needed)
{
    const unsigned choice = take_byte(in);

    if (choice < 64)
        return needed + 1;
    if (choice < 128)
        return take_number(in, 65535) % (needed + 3);
    return needed + choice % 4;
}

/* ---- memory ---- */

static void *blocks[MOST_BLOCKS];
static size_t block_count;

void *fresh(size_t size)
{
    void *const memory = malloc(size > 0 ? size : 1);

    if (memory == NULL || block_count == MOST_BLOCKS) {
        fprintf(stderr, "fuzz: out of memory\n");
        exit(2);
    }
    memset(memory, CANARY, size);
    return blocks[block_count++] = memory;
}

void *cleared(size_t size)
{
    return memset(fresh(size), 0, size);
}

char *copied(const void *data, size_t size)
{
    char *const to = fresh(size);

    if (size > 0)
        memcpy(to, data, size);
    return to;
}

bool is_canary(const void *data, size_t size)
{
    const unsigned char *const bytes = data;
    size_t i;

    for (i = 0; i < size; i++)
        if (bytes[i] != CANARY)
            return false;
    return true;
}

bool is_same(prm_text one, prm_text other)
{
    return one.size == other.size && (one.size == 0 || memcmp(one.data, other.data, one.size) == 0);
}

static void release(void)
{
    while (block_count > 0)
        free(blocks[--block_count]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = { data, data + size };

    fuzz_target(&in);
    release();
    return 0;
}
