/* The measuring pass that every other way out begins with. */
#ifndef PRM_MEASURE_H
#define PRM_MEASURE_H

#include "run.h"

/* What a report says before anything has happened. */
void prm_report_begin(prm_report *report, prm_id id);

/* Notes an error, or PRM_OK, and returns it. walk: where it stands, or NULL. */
prm_status prm_report_end(prm_report *report, prm_status status, const prm_walk *walk);

/* Adds the size of piece, as it comes out, to *total, and uses the piece up. */
prm_status prm_measure_piece(prm_walk *walk, prm_piece *piece, size_t *total);

/* Measures what a started walk yields and checks every value. report->size: the bytes. batch: memory with room for one
 * stretch at least; if all stretches found room, and will go out as they lie in it, they are there and true is in
 * *kept (which may be NULL). piece: memory to work in, so that the stack holds only one. */
prm_status prm_measure_walk(prm_walk *walk, prm_batch *batch, prm_piece *piece, bool *kept, prm_report *report);

#endif
