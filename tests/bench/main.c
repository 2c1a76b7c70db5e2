/* Runs the shapes of a program, as told on standard input, a line each:
 *
 *     names               their names, a line each, and an empty line
 *     show NAME           for each set of values: the size, a line feed, and the bytes, unless there are none to show
 *     time NAME COUNT     nanoseconds of the processor for COUNT renders, the sets of values in turn
 *     allocations NAME    how often memory is asked for in one render of each set
 *
 * With arguments, renders all sets of values with each shape named, one call of measured() a shape. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "shape.h"
#include "workload.h"

char rendered[OUT_BYTES];
prm_text gathered[LIST_ENTRIES];

/* ---- allocations ---- */

/* The C library's own, behind those that count. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static unsigned long allocations;

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    allocations++;
    return __libc_realloc(memory, size);
}

/* ---- commands ---- */

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s\n", name, what);
    exit(1);
}

static const shape *shape_of(const char *name)
{
    const shape *s;

    for (s = shapes; s->name; s++) {
        if (strcmp(s->name, name) == 0)
            return s;
    }
    fail("no such shape", name);
    return NULL;
}

static void show_list(const shape *s, size_t size)
{
    size_t i, shown = 0;

    for (i = 0; i < LIST_ENTRIES && shown < size; i++)
        shown += fwrite(gathered[i].data, 1, gathered[i].size, stdout);
    if (shown != size)
        fail("the list does not hold what was said", s->name);
}

static void show(const shape *s)
{
    unsigned set;

    for (set = 0; set < SETS; set++) {
        const size_t size = s->run(set);

        if (size == FAILED)
            fail("failed", s->name);
        printf("%zu\n", size);
        if (s->way == TO_BUFFER)
            (void)fwrite(rendered, 1, size, stdout);
        else if (s->way == TO_LIST)
            show_list(s, size);
    }
}

__attribute__((noinline)) static void measured(const shape *s, unsigned long count)
{
    unsigned long i;

    for (i = 0; i < count; i++) {
        if (s->run((unsigned)(i % SETS)) == FAILED)
            fail("failed", s->name);
    }
}

static void time_shape(const shape *s, unsigned long count)
{
    struct timespec begin, end;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    measured(s, count);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%.0f\n", (double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec));
}

static void count_allocations(const shape *s)
{
    const unsigned long before = allocations;

    measured(s, SETS);
    printf("%lu\n", allocations - before);
}

static void obey(const char *verb, const char *name, unsigned long count)
{
    const shape *s;

    if (strcmp(verb, "names") == 0) {
        for (s = shapes; s->name; s++)
            puts(s->name);
        puts("");
    } else if (strcmp(verb, "show") == 0) {
        show(shape_of(name));
    } else if (strcmp(verb, "time") == 0) {
        time_shape(shape_of(name), count);
    } else if (strcmp(verb, "allocations") == 0) {
        count_allocations(shape_of(name));
    } else {
        fail("no such command", verb);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char line[256], verb[16], name[128];
    int i;

    if (!prepare())
        return 1;
    for (i = 1; i < argc; i++)
        measured(shape_of(argv[i]), SETS);
    while (argc == 1 && fgets(line, sizeof line, stdin)) {
        unsigned long count = 1;

        verb[0] = name[0] = '\0';
        (void)sscanf(line, "%15s %127s %lu", verb, name, &count);
        obey(verb, name, count);
    }
    return 0;
}
