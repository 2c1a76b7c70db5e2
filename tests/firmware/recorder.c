#include "recorder.h"

#include <stdio.h>

#include <promptrom/xxh64.h>

#undef witness_begin
#undef witness_measure
#undef witness_too_small
#undef witness_render
#undef witness_gather
#undef witness_emit
#undef witness_slices
#undef witness_chunks
#undef main

static prm_xxh64 digest;
static const char *current;    /* what the case is called; NULL before the first */

static void add_number(size_t number, unsigned bytes)
{
    unsigned char little[4];
    unsigned i;

    for (i = 0; i < bytes; i++)
        little[i] = (unsigned char)(number >> 8 * i);
    prm_xxh64_add(&digest, little, bytes);
}

/* An error is told by its place, anything else by the size. */
static void add_outcome(const witness *seen, prm_status status)
{
    add_number((size_t)status, 1);
    if (status == PRM_OK || status == PRM_NO_SPACE) {
        add_number(seen->report.size, 4);
        return;
    }
    add_number(seen->report.id, 2);
    add_number(seen->report.placeholder, 2);
}

static void add_bytes(const witness *seen, prm_status status, const char *data)
{
    if (status == PRM_OK)
        prm_xxh64_add(&digest, data, seen->report.size);
}

/* ---- between the program and the witness ---- */

static void finish(void)
{
    uint64_t hash;
    unsigned i;

    if (!current)
        return;
    hash = prm_xxh64_end(&digest);
    for (i = 0; i < 16; i++)
        putchar("0123456789abcdef"[hash >> 4 * (15 - i) & 15]);
    printf(" %s\n", current);
}

void record_begin(witness *seen, const expectation *expected, const prm_pack *pack)
{
    finish();
    current = expected->where;
    digest = prm_xxh64_begin();
    witness_begin(seen, expected, pack);
}

void record_measure(witness *seen, prm_status status)
{
    add_outcome(seen, status);
    witness_measure(seen, status);
}

void record_too_small(witness *seen, prm_status status)
{
    add_outcome(seen, status);
    witness_too_small(seen, status);
}

void record_render(witness *seen, prm_status status)
{
    add_outcome(seen, status);
    add_bytes(seen, status, seen->buffer);
    witness_render(seen, status);
}

void record_gather(witness *seen, prm_status status)
{
    size_t i;

    add_outcome(seen, status);
    for (i = 0; status == PRM_OK && i < seen->report.pieces; i++)
        prm_xxh64_add(&digest, seen->list[i].data, seen->list[i].size);
    witness_gather(seen, status);
}

void record_emit(witness *seen, prm_status status)
{
    add_outcome(seen, status);
    add_bytes(seen, status, seen->result);
    witness_emit(seen, status);
}

/* These collect the result themselves. */
void record_slices(witness *seen, prm_status status)
{
    witness_slices(seen, status);
    add_outcome(seen, status);
    add_bytes(seen, status, seen->result);
}

void record_chunks(witness *seen, prm_status status, size_t chunk)
{
    witness_chunks(seen, status, chunk);
    add_outcome(seen, status);
    add_bytes(seen, status, seen->result);
}

/* Status 0 if every case is as it should be. */
int main(void)
{
    const int failed = run_cases();

    finish();
    return failed;
}
