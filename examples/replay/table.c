#include "table.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { CURVE = 32 };    /* columns that the window takes */

void table_begin(table *t, uint64_t window, uint64_t threshold)
{
    memset(t, 0, sizeof *t);
    t->window = window;
    t->threshold = threshold;
    printf("window %" PRIu64 " tokens, compaction due from %" PRIu64 " (|)\n\n", window, threshold);
    printf(" seq  event          tokens    total    %%  %-*s  what was done\n", CURVE, "pressure");
}

void table_row(table *t, uint64_t seq, const char *event, int64_t tokens, const char *note, ...)
{
    va_list values;

    t->waits = true;
    t->seq = seq;
    t->event = event;
    t->tokens = tokens;
    va_start(values, note);
    (void)vsnprintf(t->note, sizeof t->note, note, values);
    va_end(values);
}

/* Column of so many tokens. */
static size_t column(const table *t, uint64_t tokens)
{
    return tokens < t->window ? (size_t)(tokens * CURVE / t->window) : CURVE;
}

void table_settle(table *t, uint64_t total, bool is_measured)
{
    char curve[CURVE + 1];

    if (!t->waits)
        return;
    t->waits = false;
    memset(curve, ' ', CURVE);
    curve[CURVE] = '\0';
    memset(curve, '#', column(t, total));
    curve[column(t, t->threshold)] = '|';
    printf("%4" PRIu64 "  %-12s %+8" PRId64 " %c%7" PRIu64 " %4" PRIu64 "  %s  %s\n", t->seq, t->event, t->tokens,
           is_measured ? '=' : '~', total, total * 100 / t->window, curve, t->note);
}
