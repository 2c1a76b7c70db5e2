/* Emits the request and prints it. Exit status 3 if anything was allocated meanwhile. */
#include <stdio.h>
#include <stdlib.h>

#include "request.h"

enum { CAPACITY = 1 << 16 };

/* The C library's own, behind the one that counts. */
extern void *__libc_malloc(size_t size);

static unsigned long allocations;

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

typedef struct { char data[CAPACITY]; size_t size; } collection;

static collection body;

static int collect(void *context, const char *data, size_t size)
{
    collection *const c = context;

#ifdef PLANTED
    free(malloc(size));
#endif
    if (size > sizeof c->data - c->size)
        return 1;
    memcpy(c->data + c->size, data, size);
    c->size += size;
    return 0;
}

int main(void)
{
    const request_chat_args args = request_arguments();
    prm_sink sink;
    prm_report report;
    unsigned long before;
    prm_status status;

    sink.write = collect;
    sink.context = &body;
    before = allocations;
    status = request_chat_emit(&request_pack, &args, sink, &report);
    if (allocations != before)
        return 3;
    if (status != PRM_OK || report.size != body.size)
        return 2;
    return fwrite(body.data, 1, body.size, stdout) == body.size ? 0 : 1;
}
