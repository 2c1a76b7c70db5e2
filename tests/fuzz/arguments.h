/* Arguments for whatever a pack holds: what its tables say is read is filled with values from an input. */
#ifndef TESTS_ARGUMENTS_H
#define TESTS_ARGUMENTS_H

#include <promptrom/render.h>

#include "fuzz.h"

typedef struct arguments {
    void  *data;
    size_t size;       /* up to the last byte that may be read */
    bool   sourced;    /* some rows are made by a source */
} arguments;

/* For a slot, assembly or request of a pack or of an overlay of one; its tables must be good. */
arguments take_arguments(input *in, const prm_pack *pack, prm_id id);

enum { ROW_CODE = 42 };

/* From now on the row of that number, from 1, cannot be made; 0: all can. Rows are counted from this call on. */
void fail_row(unsigned number);

/* Rows made since then. */
unsigned rows_made(void);

#endif
