/* The measuring pass that every other way out begins with. */
#ifndef PRM_MEASURE_H
#define PRM_MEASURE_H

#include "run.h"

/* What a report, if there is one, says before anything has happened. */
void prm_report_begin(prm_report *report, prm_id id);

/* Notes how a call ends and returns it. report: NULL where nobody asks; walk: where it stands, or NULL. */
prm_status prm_report_end(prm_report *report, prm_status status, const prm_walk *walk);

/* Adds the size of piece, as it comes out, to *total, and uses the piece up. */
prm_status prm_measure_piece(prm_walk *walk, prm_piece *piece, size_t *total);

#ifdef PRM_SMALL
/* The next stretch, with its size added to *total; PRM_END when nothing is left. */
prm_status prm_measure_stretch(prm_piece *piece, prm_text *stretch, size_t *total);
#endif

/* Memory for a batch that is used up before the next piece is looked at. */
typedef union prm_scratch {
#ifndef PRM_SMALL
    prm_text  list[PRM_SCRATCH];
#endif
    prm_piece piece;
} prm_scratch;

/* Measures what a started walk yields, checks every value and notes an error, or the size, in the report and in
 * *size, whatever it is. */
prm_status prm_measure_only(prm_walk *walk, prm_scratch *scratch, size_t *size, prm_report *report);

#ifndef PRM_SMALL

/* Memory for a batch that is to hold all that is usually rendered, so that it is walked through once. */
enum { PRM_ROOM = 128 };
typedef struct prm_room {
    prm_text  list[PRM_ROOM];
    prm_piece piece;
} prm_room;

/* The same, but keeps stretches in a batch, which has room for one at least and is begun again whenever its list is
 * full. *kept: it holds all stretches there are, and they will stay. piece: memory to work in. */
prm_status prm_measure_walk(prm_walk *walk, prm_batch *batch, prm_piece *piece, bool *kept, prm_report *report);

#endif

#endif
