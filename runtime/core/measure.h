/* The measuring pass that every other way out begins with. */
#ifndef PRM_MEASURE_H
#define PRM_MEASURE_H

#include "run.h"

/* What a report, if there is one, says before anything has happened. */
void prm_report_begin(prm_report *report, prm_id id);

/* Notes how a call ends and returns it. report: NULL where nobody asks; walk: where it stands, or NULL. */
prm_status prm_report_end(prm_report *report, prm_status status, const prm_walk *walk);

/* Measures all that a cursor yields whose walk has started, checks every value, and notes the size, whatever it is,
 * in *size and the report. The walk stands where an error happened, or at the beginning again. */
prm_status prm_measure_cursor(prm_cursor *cursor, size_t *size, prm_report *report);

#ifndef PRM_SMALL

/* Adds the size of piece, as it comes out, to *total, and uses the piece up. */
prm_status prm_measure_piece(prm_walk *walk, prm_piece *piece, size_t *total);

/* Memory for a batch that is used up before the next piece is looked at. */
typedef union prm_scratch {
    prm_text  list[PRM_SCRATCH];
    prm_piece piece;
} prm_scratch;

/* Memory for a batch that is to hold all that is usually rendered, so that it is walked through once. */
enum { PRM_ROOM = 128 };
typedef struct prm_room {
    prm_text  list[PRM_ROOM];
    prm_piece piece;
} prm_room;

/* Measures what a started walk yields, checks every value and notes an error, or the size, in the report and in
 * batch->size. Keeps stretches in the batch, which has room for one at least and is begun again whenever its list is
 * full. *kept: it holds all stretches there are, and they will stay. piece: memory to work in. */
prm_status prm_measure_walk(prm_walk *walk, prm_batch *batch, prm_piece *piece, bool *kept, prm_report *report);

#endif

#endif
