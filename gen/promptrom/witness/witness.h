/* Watches one render go out by every way, and says where it is not what a case expects.
 *
 *   1. witness_memory() once
 *   2. witness_begin() with what is expected
 *   3. one witness_…() after each of the calls of render.h, made with that memory and the members sink and cursor
 *   4. the number of mistakes of all cases stands in witness_mistakes() */
#ifndef WITNESS_H
#define WITNESS_H

#include <promptrom/promptrom.h>

#define WITNESS_NOWHERE 0xFFFE    /* no entry and no placeholder has this number */

/* Where an error may be. */
typedef struct witness_place {
    uint16_t id;
    uint16_t placeholder;
} witness_place;

typedef struct expectation {
    const char          *where;        /* for messages: what the case is called */
    prm_status           status;
    const witness_place *places;       /* of an error: it is at one of these */
    size_t               place_count;
    const prm_text      *pieces;       /* of a success: the result, cut anywhere */
    size_t               piece_count;
    size_t               size;
} expectation;

typedef struct witness {
    const expectation *expected;
    const prm_pack    *pack;
    char              *buffer, *result;
    prm_text          *list;
    size_t             capacity;
    prm_report         report;
    prm_sink           sink;
    prm_cursor         cursor;
    size_t             sent;
} witness;

/* buffer: what is rendered into. result: what is collected from pieces. Each of capacity elements, more than the
 * longest result has bytes. */
void witness_memory(witness *seen, char *buffer, char *result, prm_text *list, size_t capacity);

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

/* There are no cases, which is a mistake too. */
void witness_idle(void);

unsigned witness_mistakes(void);

#endif
