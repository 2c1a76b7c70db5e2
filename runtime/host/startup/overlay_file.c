#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <sys/stat.h>

#include "diagnose.h"
#include "plain_file.h"

static void refuse(prm_diagnostics *found, unsigned code, const char *before, const char *path, const char *behind,
                   const char *help)
{
    prm_saying s = prm_diagnose(found, code, NULL, 0, 0);

    prm_say(&s, before);
    prm_say(&s, path);
    prm_say(&s, behind);
    prm_say_help(&s);
    prm_say(&s, help);
    prm_said(&s);
}

static void refuse_unreadable(prm_diagnostics *found, const char *path, int number)
{
    prm_saying s = prm_diagnose(found, 104, NULL, 0, 0);

    prm_say(&s, "cannot read ");
    prm_say(&s, path);
    prm_say(&s, ": ");
    prm_say(&s, strerror(number));
    prm_said(&s);
}

static void refuse_long(prm_diagnostics *found, const char *path, uint64_t size)
{
    prm_saying s = prm_diagnose(found, 105, NULL, 0, 0);

    prm_say(&s, path);
    prm_say(&s, " has ");
    prm_say_number(&s, size);
    prm_say(&s, " bytes, the limit is 4194304");
    prm_say_help(&s);
    prm_say(&s, "split the file");
    prm_said(&s);
}

/* What stands at a path that is no plain file; NULL: it is one. */
static const char *kind_of(mode_t mode)
{
    if (S_ISREG(mode))
        return NULL;
    if (S_ISDIR(mode))
        return " is a directory, not a file";
    if (S_ISFIFO(mode))
        return " is a named pipe, not a file";
    if (S_ISSOCK(mode))
        return " is a socket, not a file";
    return S_ISCHR(mode) || S_ISBLK(mode) ? " is a device, not a file" : " is no regular file, not a file";
}

/* Looks at what stands at a path before it is opened. */
static bool is_plain(const char *path, struct stat *facts, prm_diagnostics *found)
{
    const char *kind;

    if (stat(path, facts) != 0) {
        refuse_unreadable(found, path, errno);
        return false;
    }
    kind = kind_of(facts->st_mode);
    if (kind)
        refuse(found, 103, "", path, kind, "only regular files are read");
    return kind == NULL;
}

/* Files in /proc and the like say that they are empty, so that nobody could tell whether all of one was read. */
static bool says_empty(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && facts.st_size == 0;
}

prm_status prm_overlay_read(const char *path, char *buffer, size_t capacity, size_t *size, prm_diagnostics *found)
{
    prm_document_source source;
    struct stat facts;

    if (!path || !size || !found || (!buffer && capacity > 0))
        return PRM_BAD_ARGUMENT;
    *size = 0;
    found->count = found->words_needed = 0;
    if (!is_plain(path, &facts, found))
        return PRM_BAD_OVERLAY;
    errno = 0;
    source = prm_plain_file_read(path, PRM_OVERLAY_BYTES, buffer, capacity, size);
    if (source == PRM_SOURCE_READ)
        return *size > capacity ? PRM_NO_SPACE : PRM_OK;
    if (source == PRM_SOURCE_OVERSIZED)
        refuse_long(found, path, (uint64_t)facts.st_size);
    else if (errno != 0)
        refuse_unreadable(found, path, errno);
    else if (facts.st_size == 0 && says_empty(path))
        refuse(found, 103, "", path, " holds more than its size says", "only regular files are read");
    else
        refuse(found, 113, "", path, " changed while it was read", "run again");
    return PRM_BAD_OVERLAY;
}
