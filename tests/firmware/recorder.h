/* Puts itself between a program of cases and the witness: included before the program, it takes every call, and keeps
 * a digest of what came out by each way. After a case it prints the digest and what the case is called, so that runs
 * on different machines can be compared. */
#ifndef RECORDER_H
#define RECORDER_H

#include "witness.h"

void record_begin(witness *seen, const expectation *expected, const prm_pack *pack);
void record_measure(witness *seen, prm_status status);
void record_too_small(witness *seen, prm_status status);
void record_render(witness *seen, prm_status status);
void record_gather(witness *seen, prm_status status);
void record_emit(witness *seen, prm_status status);
void record_slices(witness *seen, prm_status status);
void record_chunks(witness *seen, prm_status status, size_t chunk);

#define witness_begin record_begin
#define witness_measure record_measure
#define witness_too_small record_too_small
#define witness_render record_render
#define witness_gather record_gather
#define witness_emit record_emit
#define witness_slices record_slices
#define witness_chunks record_chunks

/* The program's main(). */
int run_cases(void);

#define main run_cases

#endif
