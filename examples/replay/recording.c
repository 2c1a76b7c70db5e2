#include "recording.h"

#include <stdio.h>
#include <stdlib.h>

#include "fail.h"

static bool read_all(recording *r, FILE *file)
{
    size_t room = 0, got;

    do {
        if (r->size == room) {
            char *const more = realloc(r->data, room = room * 2 + 65536);
            if (more == NULL)
                return false;
            r->data = more;
        }
        got = fread(r->data + r->size, 1, room - r->size, file);
        r->size += got;
    } while (got > 0);
    return !ferror(file);
}

bool recording_open(recording *r, const char *path)
{
    FILE *const file = fopen(path, "rb");
    bool fine;

    memset(r, 0, sizeof *r);
    if (file == NULL)
        return false;
    fine = read_all(r, file);
    (void)fclose(file);
    return fine;
}

void recording_close(recording *r)
{
    free(r->data);
}

/* Puts the characters that escapes stand for in their places. False: there is another escape. */
static bool unescape(char *data, size_t *size)
{
    size_t from, to = 0;

    for (from = 0; from < *size; from++, to++) {
        data[to] = data[from];
        if (data[from] != '\\')
            continue;
        if (++from == *size)
            return false;
        switch (data[from]) {
        case 'n':  data[to] = '\n'; break;
        case 't':  data[to] = '\t'; break;
        case '\\': break;
        default:   return false;
        }
    }
    *size = to;
    return true;
}

/* What stands up to the next tab or the end. */
static prm_text take_field(recording *r, size_t end)
{
    char *const data = r->data + r->at;
    const char *const tab = memchr(data, '\t', end - r->at);
    size_t size = tab ? (size_t)(tab - data) : end - r->at;

    r->at += size + (tab != NULL);
    if (!unescape(data, &size))
        fail("line %zu: a backslash stands before n, t or another backslash", r->number);
    return prm_bytes(data, size);
}

static void split(recording *r, size_t end, line *next)
{
    bool more = memchr(r->data + r->at, '\t', end - r->at) != NULL;

    next->number = r->number;
    next->count = 0;
    for (next->word = take_field(r, end); more; next->count++) {
        if (next->count == FIELDS)
            fail("line %zu: there are more than %d fields", r->number, FIELDS);
        more = memchr(r->data + r->at, '\t', end - r->at) != NULL;
        next->fields[next->count] = take_field(r, end);
    }
}

bool recording_next(recording *r, line *next)
{
    while (r->at < r->size) {
        const char *const feed = memchr(r->data + r->at, '\n', r->size - r->at);
        const size_t end = feed ? (size_t)(feed - r->data) : r->size;
        const bool wanted = end > r->at && r->data[r->at] != '#';
        r->number++;
        if (wanted)
            split(r, end, next);
        r->at = end + 1;
        if (wanted)
            return true;
    }
    return false;
}
