/* Watches one render go out by every way, and says where it is not what a case expects.
 *
 *   1. witness_begin() with what is expected
 *   2. one witness_…() after each of the calls of render.h, made with the members buffer, list, sink and cursor
 *   3. the number of mistakes of all cases stands in witness_mistakes() */
#ifndef WITNESS_H
#define WITNESS_H

#include <promptrom/promptrom.h>

enum { WITNESS_CAPACITY = 8192, WITNESS_PIECES = 1024 };

typedef struct expectation {
    const char *where;          /* "file.md:12" */
    prm_status  status;
    const char *entry;          /* of an error, else NULL */
    const char *placeholder;
    const char *data;           /* of a success, else NULL */
    size_t      size;
} expectation;

typedef struct witness {
    const expectation *expected;
    const prm_pack    *pack;
    prm_report         report;
    prm_text           list[WITNESS_PIECES];
    prm_sink           sink;
    prm_cursor         cursor;
    size_t             sent;
    char               buffer[WITNESS_CAPACITY];
    char               result[WITNESS_CAPACITY];
} witness;

void witness_begin(witness *seen, const expectation *expected, const prm_pack *pack);
void witness_measure(witness *seen, prm_status status);

/* With a capacity of the expected size, which is one too few, and then of all of the buffer. */
void witness_too_small(witness *seen, prm_status status);
void witness_render(witness *seen, prm_status status);
void witness_gather(witness *seen, prm_status status);
void witness_emit(witness *seen, prm_status status);

/* After opening: walks by slices, or reads by chunks of this size. */
void witness_slices(witness *seen, prm_status status);
void witness_chunks(witness *seen, prm_status status, size_t chunk);

unsigned witness_mistakes(void);

#endif
