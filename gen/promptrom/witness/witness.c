#include "witness.h"

#include <stdio.h>

enum { UNTOUCHED = 0x5A, SHOWN = 72 };

static unsigned mistakes;

unsigned witness_mistakes(void)
{
    return mistakes;
}

/* ---- messages ---- */

static void show(const char *data, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)data[i];
        if (byte >= 0x20 && byte < 0x7F && byte != '\\')
            putchar(byte);
        else
            printf("\\x%02X", byte);
    }
}

static void mistake(const witness *seen, const char *way, const char *what)
{
    mistakes++;
    printf("%s: %s: %s\n", seen->expected->where, way, what);
}

static void show_place(const witness *seen, const char *label, witness_place place)
{
    printf("    %s %s: %s\n", label, prm_name(seen->pack, place.id),
           prm_placeholder_name(seen->pack, place.id, place.placeholder));
}

/* ---- comparing ---- */

/* Bytes of the expected result from `at` on that lie in one stretch. */
static prm_text expected_from(const expectation *expected, size_t at)
{
    size_t i;

    for (i = 0; i < expected->piece_count; i++) {
        const prm_text piece = expected->pieces[i];
        if (at < piece.size)
            return prm_bytes(piece.data + at, piece.size - at);
        at -= piece.size;
    }
    return prm_bytes("", 0);
}

/* How many bytes at the start are as expected. */
static size_t common_size(const expectation *expected, const char *data, size_t size)
{
    size_t at = 0;

    while (at < size && at < expected->size && data[at] == *expected_from(expected, at).data)
        at++;
    return at;
}

static void show_difference(const witness *seen, const char *data, size_t size)
{
    const size_t at = common_size(seen->expected, data, size);
    const prm_text expected = expected_from(seen->expected, at);

    printf("    from byte %lu on\n    expected ", (unsigned long)at);
    show(expected.data, expected.size < SHOWN ? expected.size : SHOWN);
    printf(" (%lu bytes in all)\n    found    ", (unsigned long)seen->expected->size);
    show(data + at, size - at < SHOWN ? size - at : SHOWN);
    printf(" (%lu bytes in all)\n", (unsigned long)size);
}

static void same_bytes(const witness *seen, const char *way, const char *data, size_t size)
{
    if (size != seen->expected->size || common_size(seen->expected, data, size) != size) {
        mistake(seen, way, "other bytes than expected");
        show_difference(seen, data, size);
    }
}

static void same_place(const witness *seen, const char *way)
{
    const expectation *const expected = seen->expected;
    witness_place found;
    size_t i;

    for (i = 0; i < expected->place_count; i++)
        if (expected->places[i].id == seen->report.id && expected->places[i].placeholder == seen->report.placeholder)
            return;
    mistake(seen, way, "the error is at another place than expected");
    for (i = 0; i < expected->place_count; i++)
        show_place(seen, "expected", expected->places[i]);
    found.id = seen->report.id;
    found.placeholder = seen->report.placeholder;
    show_place(seen, "found   ", found);
}

/* Whether the call gave a result that can be compared. */
static bool ended_well(const witness *seen, const char *way, prm_status status)
{
    if (status != seen->expected->status) {
        mistake(seen, way, "another status than expected");
        printf("    expected %s\n    found    %s (%s)\n", prm_status_text(seen->expected->status),
               prm_status_text(status), prm_name(seen->pack, seen->report.id));
        return false;
    }
    if (status != seen->report.status)
        mistake(seen, way, "the report has another status than the call returned");
    if (status != PRM_OK)
        same_place(seen, way);
    return status == PRM_OK;
}

/* Compares what was collected and begins a new collection. */
static void same_collection(witness *seen, const char *way)
{
    same_bytes(seen, way, seen->result, seen->sent);
    seen->sent = 0;
}

static void untouched(const witness *seen, const char *way)
{
    size_t i;

    for (i = 0; i < seen->capacity; i++)
        if (seen->buffer[i] != UNTOUCHED) {
            mistake(seen, way, "an error, but the buffer was written to");
            return;
        }
}

static int collect(void *context, const char *data, size_t size)
{
    witness *const seen = context;

    if (size == 0 || size > seen->capacity - seen->sent)
        return 1;
    memcpy(seen->result + seen->sent, data, size);
    seen->sent += size;
    return 0;
}

/* ---- the ways ---- */

void witness_memory(witness *seen, char *buffer, char *result, prm_text *list, size_t capacity)
{
    memset(seen, 0, sizeof *seen);
    seen->buffer = buffer;
    seen->result = result;
    seen->list = list;
    seen->capacity = capacity;
    seen->sink.write = collect;
    seen->sink.context = seen;
}

void witness_idle(void)
{
    mistakes++;
    puts("there are no cases that C can run");
}

void witness_begin(witness *seen, const expectation *expected, const prm_pack *pack)
{
    memset(seen->buffer, UNTOUCHED, seen->capacity);
    seen->sent = 0;
    seen->expected = expected;
    seen->pack = pack;
    if (prm_pack_verify(pack) != PRM_OK)
        mistake(seen, "verify", "the pack's checksum is wrong");
}

void witness_measure(witness *seen, prm_status status)
{
    if (ended_well(seen, "measure", status) && seen->report.size != seen->expected->size) {
        mistake(seen, "measure", "another size than expected");
        printf("    expected %lu\n    found    %lu\n", (unsigned long)seen->expected->size,
               (unsigned long)seen->report.size);
    }
}

void witness_too_small(witness *seen, prm_status status)
{
    if (seen->expected->status == PRM_OK && (status != PRM_NO_SPACE || seen->report.size != seen->expected->size))
        mistake(seen, "render", "a buffer without room for the NUL is not refused with the size");
    untouched(seen, "render, too small");
}

void witness_render(witness *seen, prm_status status)
{
    if (!ended_well(seen, "render", status)) {
        untouched(seen, "render");
        return;
    }
    same_bytes(seen, "render", seen->buffer, seen->report.size);
    if (seen->buffer[seen->report.size] != '\0')
        mistake(seen, "render", "no NUL behind the result");
}

void witness_gather(witness *seen, prm_status status)
{
    size_t i;

    if (!ended_well(seen, "gather", status))
        return;
    for (i = 0; i < seen->report.pieces; i++)
        if (collect(seen, seen->list[i].data, seen->list[i].size) != 0)
            mistake(seen, "gather", "an empty piece, or too many bytes");
    same_collection(seen, "gather");
}

void witness_emit(witness *seen, prm_status status)
{
    if (ended_well(seen, "emit", status))
        same_collection(seen, "emit");
    else if (seen->sent != 0)
        mistake(seen, "emit", "bytes were sent before an error");
}

void witness_slices(witness *seen, prm_status status)
{
    prm_slice slice;

    if (!ended_well(seen, "slices", status))
        return;
    while ((status = prm_next(&seen->cursor, &slice)) == PRM_OK)
        if (collect(seen, slice.data, slice.size) != 0) {
            mistake(seen, "slices", "an empty slice, or too many bytes");
            return;
        }
    if (status != PRM_END)
        mistake(seen, "slices", "does not end with PRM_END");
    same_collection(seen, "slices");
}

void witness_chunks(witness *seen, prm_status status, size_t chunk)
{
    size_t size = 0;

    if (!ended_well(seen, "chunks", status))
        return;
    while (seen->capacity - seen->sent >= chunk
           && (status = prm_read(&seen->cursor, seen->result + seen->sent, chunk, &size)) == PRM_OK)
        seen->sent += size;
    if (status != PRM_END)
        mistake(seen, "chunks", "does not end with PRM_END");
    same_collection(seen, "chunks");
}
