/* The table that is printed: a row for each event of interest, with the pressure behind it. */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stdint.h>

/* A row is printed when its effect on the total is known, which is when the next one comes. */
typedef struct table {
    uint64_t    window, threshold;
    bool        waits;
    uint64_t    seq;
    const char *event;
    int64_t     tokens;
    char        note[128];
} table;

void table_begin(table *t, uint64_t window, uint64_t threshold);

/* Notes an event that changes the surface by so many tokens. The note is put together as by printf(). */
void table_row(table *t, uint64_t seq, const char *event, int64_t tokens, const char *note, ...);

/* Prints the row that waits. is_measured: the total rests on a figure of the provider. */
void table_settle(table *t, uint64_t total, bool is_measured);

#endif
