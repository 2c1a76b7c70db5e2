#include "witness.h"

#include <stdio.h>
#include <stdlib.h>

enum { UNTOUCHED = 0x5A };

static unsigned mistakes;

unsigned witness_mistakes(void)
{
    return mistakes;
}

static void show(const char *label, const char *data, size_t size)
{
    printf("    %s %zu: ", label, size);
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)data[i];
        if (byte >= 0x20 && byte < 0x7F && byte != '\\') {
            putchar(byte);
        } else {
            printf("\\x%02X", byte);
        }
    }
    putchar('\n');
}

static void mistake(const witness *seen, const char *way, const char *what)
{
    mistakes++;
    printf("%s: %s: %s\n", seen->expected->where, way, what);
}

static void same_bytes(const witness *seen, const char *way, const char *data, size_t size)
{
    const expectation *expected = seen->expected;
    if (size == expected->size && memcmp(data, expected->data, size) == 0) {
        return;
    }
    mistake(seen, way, "other bytes than expected");
    show("expected", expected->data, expected->size);
    show("found   ", data, size);
}

static void same_error(const witness *seen, const char *way)
{
    const expectation *expected = seen->expected;
    const char *entry = prm_name(seen->pack, seen->report.id);
    const char *placeholder = prm_placeholder_name(seen->pack, seen->report.id, seen->report.placeholder);
    if (strcmp(entry, expected->entry) != 0 || strcmp(placeholder, expected->placeholder) != 0) {
        mistake(seen, way, "the error is at another place than expected");
        printf("    expected %s: %s\n    found    %s: %s\n", expected->entry, expected->placeholder, entry, placeholder);
    }
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
    if (status != seen->report.status) {
        mistake(seen, way, "the report has another status than the call returned");
    }
    if (status != PRM_OK) {
        same_error(seen, way);
    }
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
    for (size_t i = 0; i < sizeof seen->buffer; i++) {
        if (seen->buffer[i] != UNTOUCHED) {
            mistake(seen, way, "an error, but the buffer was written to");
            return;
        }
    }
}

static int collect(void *context, const char *data, size_t size)
{
    witness *seen = context;
    if (size == 0 || size > sizeof seen->result - seen->sent) {
        return 1;
    }
    memcpy(seen->result + seen->sent, data, size);
    seen->sent += size;
    return 0;
}

void witness_begin(witness *seen, const expectation *expected, const prm_pack *pack)
{
    memset(seen, 0, sizeof *seen);
    memset(seen->buffer, UNTOUCHED, sizeof seen->buffer);
    seen->expected = expected;
    seen->pack = pack;
    seen->sink.write = collect;
    seen->sink.context = seen;
    if (prm_pack_verify(pack) != PRM_OK) {
        mistake(seen, "verify", "the pack's checksum is wrong");
    }
}

void witness_measure(witness *seen, prm_status status)
{
    if (ended_well(seen, "measure", status) && seen->report.size != seen->expected->size) {
        mistake(seen, "measure", "another size than expected");
        printf("    expected %zu\n    found    %zu\n", seen->expected->size, seen->report.size);
    }
}

void witness_too_small(witness *seen, prm_status status)
{
    if (seen->expected->status == PRM_OK && (status != PRM_NO_SPACE || seen->report.size != seen->expected->size)) {
        mistake(seen, "render", "a buffer without room for the NUL is not refused with the size");
    }
    untouched(seen, "render, too small");
}

void witness_render(witness *seen, prm_status status)
{
    if (!ended_well(seen, "render", status)) {
        untouched(seen, "render");
        return;
    }
    same_bytes(seen, "render", seen->buffer, seen->report.size);
    if (seen->buffer[seen->report.size] != '\0') {
        mistake(seen, "render", "no NUL behind the result");
    }
}

void witness_gather(witness *seen, prm_status status)
{
    if (!ended_well(seen, "gather", status)) {
        return;
    }
    for (size_t i = 0; i < seen->report.pieces; i++) {
        if (collect(seen, seen->list[i].data, seen->list[i].size) != 0) {
            mistake(seen, "gather", "an empty piece, or too many bytes");
        }
    }
    same_collection(seen, "gather");
}

void witness_emit(witness *seen, prm_status status)
{
    if (ended_well(seen, "emit", status)) {
        same_collection(seen, "emit");
    } else if (seen->sent != 0) {
        mistake(seen, "emit", "bytes were sent before an error");
    }
}

void witness_slices(witness *seen, prm_status status)
{
    prm_slice slice;
    if (!ended_well(seen, "slices", status)) {
        return;
    }
    while ((status = prm_next(&seen->cursor, &slice)) == PRM_OK) {
        if (collect(seen, slice.data, slice.size) != 0) {
            mistake(seen, "slices", "an empty slice, or too many bytes");
            return;
        }
    }
    if (status != PRM_END) {
        mistake(seen, "slices", "does not end with PRM_END");
    }
    same_collection(seen, "slices");
}

void witness_chunks(witness *seen, prm_status status, size_t chunk)
{
    size_t size = 0;
    if (!ended_well(seen, "chunks", status)) {
        return;
    }
    while (sizeof seen->result - seen->sent >= chunk
           && (status = prm_read(&seen->cursor, seen->result + seen->sent, chunk, &size)) == PRM_OK) {
        seen->sent += size;
    }
    if (status != PRM_END) {
        mistake(seen, "chunks", "does not end with PRM_END");
    }
    same_collection(seen, "chunks");
}
