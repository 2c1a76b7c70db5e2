#define _POSIX_C_SOURCE 200809L

#include "plain_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATTEMPTS = 3 };

/* Up to count bytes, fewer only at the end of the file; -1 after an error. */
static ssize_t read_fully(int file, char *to, size_t count)
{
    size_t got = 0;

    while (got < count) {
        const ssize_t step = read(file, to + got, count - got);
        if (step < 0 && errno == EINTR)
            continue;
        if (step < 0)
            return -1;
        if (step == 0)
            break;
        got += (size_t)step;
    }
    return (ssize_t)got;
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Whether nobody wrote to the file between two looks at it. */
static bool is_untouched(const struct stat *before, const struct stat *after)
{
    return before->st_size == after->st_size && same_time(before->st_mtim, after->st_mtim)
           && same_time(before->st_ctim, after->st_ctim);
}

/* Reads all of an open file. *again: it changed meanwhile. */
static prm_document_source read_open(int file, size_t limit, char *memory, size_t room, size_t *size, bool *again)
{
    struct stat before, after;
    char more;
    ssize_t got;

    *again = false;
    if (fstat(file, &before) != 0 || !S_ISREG(before.st_mode) || before.st_size < 0)
        return PRM_SOURCE_UNREADABLE;
    if ((uintmax_t)before.st_size > limit)
        return PRM_SOURCE_OVERSIZED;
    *size = (size_t)before.st_size;
    if (*size > room)
        return PRM_SOURCE_READ;
    got = read_fully(file, memory, *size);
    if (got < 0)
        return PRM_SOURCE_UNREADABLE;
    *again = (size_t)got < *size || read_fully(file, &more, 1) != 0 || fstat(file, &after) != 0
             || !is_untouched(&before, &after);
    return PRM_SOURCE_READ;
}

/* Looks before it opens, since opening a device may have effects of its own; and does not wait should the file have
 * become a FIFO in between. */
static int open_plain(const char *path, prm_document_source *source)
{
    struct stat facts;
    int file;

    if (stat(path, &facts) != 0) {
        *source = errno == ENOENT || errno == ENOTDIR ? PRM_SOURCE_MISSING : PRM_SOURCE_UNREADABLE;
        return -1;
    }
    *source = PRM_SOURCE_UNREADABLE;
    if (!S_ISREG(facts.st_mode))
        return -1;
    do
        file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (file < 0 && errno == EINTR);
    if (file < 0 && errno == ENOENT)
        *source = PRM_SOURCE_MISSING;
    return file;
}

prm_document_source prm_plain_file_read(const char *path, size_t limit, char *memory, size_t room, size_t *size)
{
    prm_document_source source = PRM_SOURCE_UNREADABLE;
    bool again = true;
    unsigned attempt;

    *size = 0;
    for (attempt = 0; again && attempt < ATTEMPTS; attempt++) {
        const int file = open_plain(path, &source);
        if (file < 0)
            return source;
        source = read_open(file, limit, memory, room, size, &again);
        (void)close(file);
    }
    return again ? PRM_SOURCE_UNREADABLE : source;
}
