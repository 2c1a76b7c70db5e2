#define _POSIX_C_SOURCE 200809L

#include <promptrom/workspace.h>

#include <sys/stat.h>

#include "plain_file.h"

static const char home_name[] = "AGENTS.md";
static const char not_a_path[] = "it is no absolute path without . and ..";

/* ---- reports ---- */

static void begin(prm_context_report *report)
{
    if (report == NULL)
        return;
    memset(report, 0, sizeof *report);
    report->position = SIZE_MAX;
}

static prm_status fail(prm_context_report *report, prm_status status, const char *member, const char *problem,
                       uint64_t value, uint64_t limit)
{
    if (report == NULL)
        return status;
    begin(report);
    report->status = status;
    report->member = member;
    report->problem = problem;
    report->value = value;
    report->limit = limit;
    return status;
}

/* ---- paths ---- */

static bool same_text(prm_text a, prm_text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool is_absolute(prm_text path)
{
    return path.size > 0 && path.data[0] == '/';
}

/* Where the component that begins at `at` ends. */
static size_t component_end(prm_text path, size_t at)
{
    while (at < path.size && path.data[at] != '/')
        at++;
    return at;
}

static bool is_path(prm_text path)
{
    size_t at, end;

    if (!is_absolute(path) || memchr(path.data, '\0', path.size))
        return false;
    if (path.size == 1)
        return true;
    for (at = 1; at <= path.size; at = end + 1) {
        const char *const start = path.data + at;
        end = component_end(path, at);
        if (end == at || (end - at == 1 && start[0] == '.')
            || (end - at == 2 && start[0] == '.' && start[1] == '.'))
            return false;
    }
    return true;
}

/* The directory that holds it, for any path but `/`. */
static prm_text parent_of(prm_text path)
{
    do
        path.size--;
    while (path.size > 0 && path.data[path.size] != '/');
    if (path.size == 0)
        path.size = 1;
    return path;
}

/* ---- directories of a project: paths relative to its root, which is the empty one ---- */

/* Whether path is the directory or lies in it. */
static bool is_within(prm_text path, prm_text directory)
{
    if (directory.size == 0)
        return true;
    if (path.size < directory.size || memcmp(path.data, directory.data, directory.size) != 0)
        return false;
    return path.size == directory.size || path.data[directory.size] == '/';
}

/* The next directory on the way from one down to path, which lies in it. */
static prm_text step_down(prm_text path, prm_text directory)
{
    return prm_bytes(path.data, component_end(path, directory.size == 0 ? 0 : directory.size + 1));
}

/* An absolute path relative to the root; false: it does not lie in it. */
static bool relative_to(prm_text root, prm_text path, prm_text *relative)
{
    const size_t skip = root.size == 1 ? 1 : root.size + 1;

    if (root.size > 1 && !is_within(path, root))
        return false;
    *relative = path.size > skip ? prm_bytes(path.data + skip, path.size - skip) : prm_bytes("", 0);
    return true;
}

/* The directory that holds what a relative path names. */
static prm_text holder_of(prm_text path)
{
    while (path.size > 0 && path.data[path.size - 1] != '/')
        path.size--;
    if (path.size > 0)
        path.size--;
    return path;
}

/* ---- paths as the system takes them ---- */

typedef struct {
    char   text[PRM_PATH_BYTES];
    size_t size;
} disk_path;

static bool append(disk_path *path, prm_text text)
{
    if (text.size >= PRM_PATH_BYTES - path->size)
        return false;
    if (text.size > 0)
        memcpy(path->text + path->size, text.data, text.size);
    path->size += text.size;
    path->text[path->size] = '\0';
    return true;
}

/* base, directory and name with slashes between them, where directory may be empty. False: it is too long. */
static bool make_path(disk_path *path, prm_text base, prm_text directory, prm_text name)
{
    const prm_text slash = prm_bytes("/", 1);

    path->size = 0;
    if (!append(path, base.size == 1 ? prm_bytes("", 0) : base) || !append(path, slash))
        return false;
    if (directory.size > 0 && (!append(path, directory) || !append(path, slash)))
        return false;
    return append(path, name);
}

/* ---- the project's root ---- */

static bool holds_marker(const prm_instructions_config *config, prm_text directory)
{
    const size_t count = prm_instructions_names(config, PRM_NAMES_MARKERS);
    struct stat facts;
    disk_path path;
    size_t i;

    for (i = 0; i < count; i++)
        if (make_path(&path, directory, prm_bytes("", 0), prm_instructions_name(config, PRM_NAMES_MARKERS, i))
            && stat(path.text, &facts) == 0 && (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)))
            return true;
    return false;
}

prm_status prm_workspace_open(prm_workspace *workspace, const prm_instructions_config *config, prm_text cwd,
                              prm_text home, prm_context_report *report)
{
    prm_text directory = cwd;

    begin(report);
    if (!is_path(cwd))
        return fail(report, PRM_BAD_ARGUMENT, "cwd", not_a_path, 0, 0);
    if (home.data && !is_path(home))
        return fail(report, PRM_BAD_ARGUMENT, "home", not_a_path, 0, 0);
    workspace->cwd = cwd;
    workspace->home = home;
    workspace->root = cwd;
    while (!holds_marker(config, directory)) {
        if (directory.size == 1)
            return PRM_OK;
        directory = parent_of(directory);
    }
    workspace->root = directory;
    return PRM_OK;
}

/* ---- reading documents ---- */

typedef struct {
    const prm_workspace           *workspace;
    const prm_instructions_config *config;
    const prm_document            *known;
    size_t                         known_count;
    prm_found                     *found;
    prm_text                       cwd;        /* relative */
    bool                           too_big;    /* some path, or all together */
} reader;

/* Counts bytes of the caller's memory as taken; whether there are so many. */
static bool take(reader *r, size_t size)
{
    prm_found *const found = r->found;
    const bool there = found->used <= found->size && size <= found->size - found->used;

    if (size > SIZE_MAX - found->used)
        r->too_big = true;
    else
        found->used += size;
    return there;
}

/* Whether the model holds something that was read from there. */
static bool is_held(const reader *r, prm_text path)
{
    size_t i;

    for (i = 0; i < r->known_count; i++)
        if (r->known[i].held != PRM_HELD_NOTHING && same_text(r->known[i].path, path))
            return true;
    return false;
}

/* What a document speaks for: the directory in its path. */
static prm_text scope_of(prm_text path)
{
    const prm_text directory = holder_of(path);

    return directory.size > 0 ? directory : is_absolute(path) ? prm_bytes(path.data, 1) : prm_bytes(".", 1);
}

static void list(reader *r, prm_text path, prm_text content, prm_document_source source)
{
    prm_document *const document = r->found->documents + r->found->count;

    memset(document, 0, sizeof *document);
    document->path = path;
    document->directory = scope_of(path);
    document->content = content;
    document->source = (uint8_t)source;
}

/* Into memory goes the path as the model is to know it, then the content. */
static void read_document(reader *r, const disk_path *path, size_t skip)
{
    prm_found *const found = r->found;
    const prm_text public_path = prm_bytes(path->text + skip, path->size - skip);
    const size_t left = found->used < found->size ? found->size - found->used : 0;
    const size_t room = left > public_path.size ? left - public_path.size : 0;
    char *const memory = left > 0 ? found->memory + found->used : NULL;
    char *const content = room > 0 ? memory + public_path.size : NULL;
    size_t size;
    const prm_document_source source =
        prm_plain_file_read(path->text, r->config->max_source_bytes, content, room, &size);

    if (source == PRM_SOURCE_MISSING && !is_held(r, public_path))
        return;
    if (source != PRM_SOURCE_READ)
        size = 0;
    if (size > SIZE_MAX - public_path.size) {
        r->too_big = true;
        return;
    }
    if (take(r, public_path.size + size) && found->count < found->capacity) {
        memcpy(memory, public_path.data, public_path.size);
        list(r, prm_bytes(memory, public_path.size), size > 0 ? prm_bytes(content, size) : prm_bytes("", 0), source);
    }
    found->count++;
}

static void read_candidates(reader *r, prm_text directory, prm_name_list names)
{
    const prm_text root = r->workspace->root;
    const size_t count = prm_instructions_names(r->config, names);
    disk_path path;
    size_t i;

    for (i = 0; i < count; i++)
        if (make_path(&path, root, directory, prm_instructions_name(r->config, names, i)))
            read_document(r, &path, root.size == 1 ? 1 : root.size + 1);
        else
            r->too_big = true;
}

static void read_directory(reader *r, prm_text directory)
{
    read_candidates(r, directory, PRM_NAMES_CANDIDATES);
    read_candidates(r, directory, PRM_NAMES_LOCAL);
}

/* ---- which directories ---- */

static bool is_same_directory(const struct stat *facts, prm_text base, prm_text directory)
{
    struct stat others;
    disk_path path;

    return make_path(&path, base, directory, prm_bytes(".", 1)) && stat(path.text, &others) == 0
           && others.st_dev == facts->st_dev && others.st_ino == facts->st_ino;
}

/* Whether home is among the directories from the root to cwd, so that its file is read there. */
static bool is_home_on_the_way(const reader *r)
{
    const prm_workspace *const w = r->workspace;
    prm_text directory = prm_bytes("", 0);
    struct stat facts;
    disk_path path;

    if (!make_path(&path, w->home, prm_bytes("", 0), prm_bytes(".", 1)) || stat(path.text, &facts) != 0)
        return false;
    for (;;) {
        if (is_same_directory(&facts, w->root, directory))
            return true;
        if (directory.size == r->cwd.size)
            return false;
        directory = step_down(r->cwd, directory);
    }
}

static void read_home(reader *r)
{
    disk_path path;

    if (r->workspace->home.data == NULL || is_home_on_the_way(r))
        return;
    if (make_path(&path, r->workspace->home, prm_bytes("", 0), prm_bytes(home_name, sizeof home_name - 1)))
        read_document(r, &path, 0);
    else
        r->too_big = true;
}

/* Whether one of the first count known documents is from that directory. */
static bool is_known(const reader *r, size_t count, prm_text directory)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (!is_absolute(r->known[i].path) && same_text(holder_of(r->known[i].path), directory))
            return true;
    return false;
}

/* The directories from the root to cwd. */
static void read_way_to_cwd(reader *r)
{
    prm_text directory = prm_bytes("", 0);

    read_directory(r, directory);
    while (directory.size < r->cwd.size) {
        directory = step_down(r->cwd, directory);
        read_directory(r, directory);
    }
}

static void read_known(reader *r)
{
    size_t i;

    for (i = 0; i < r->known_count; i++) {
        const prm_text directory = holder_of(r->known[i].path);
        if (!is_absolute(r->known[i].path) && !is_within(r->cwd, directory) && !is_known(r, i, directory))
            read_directory(r, directory);
    }
}

/* Those from the root to the directory of touched that have not been read before. */
static void read_touched(reader *r, prm_text touched)
{
    prm_text directory = prm_bytes("", 0), last;

    if (!relative_to(r->workspace->root, touched, &last))
        return;
    last = holder_of(last);
    while (directory.size < last.size) {
        directory = step_down(last, directory);
        if (!is_within(r->cwd, directory) && !is_known(r, r->known_count, directory))
            read_directory(r, directory);
    }
}

static prm_status verdict(const reader *r, prm_context_report *report)
{
    const prm_found *const found = r->found;

    if (r->too_big)
        return fail(report, PRM_TOO_BIG, "memory", "a path or all documents together are too long", 0, 0);
    if (found->used > found->size)
        return fail(report, PRM_NO_SPACE, "memory", "there is too little of it", found->used, found->size);
    if (found->count > found->capacity)
        return fail(report, PRM_NO_SPACE, "documents", "the array is too short", found->count, found->capacity);
    return PRM_OK;
}

/* ---- memory that is written must not be what is read ---- */

static bool overlap(const void *a, size_t size, const void *b, size_t other)
{
    const uintptr_t from = (uintptr_t)a, to = (uintptr_t)b;

    return from < to ? to - from < size : from - to < other;
}

static bool is_written(const prm_found *found, const void *data, size_t size)
{
    return size > 0 && (overlap(found->documents, found->capacity * sizeof *found->documents, data, size)
                        || overlap(found->memory, found->size, data, size));
}

static bool is_known_written(const prm_found *found, const prm_document *known, size_t count)
{
    size_t i;

    if (is_written(found, known, count * sizeof *known))
        return true;
    for (i = 0; i < count; i++)
        if (is_written(found, known[i].path.data, known[i].path.size)
            || is_written(found, known[i].content.data, known[i].content.size))
            return true;
    return false;
}

prm_status prm_workspace_read(const prm_workspace *workspace, const prm_instructions_config *config, prm_text touched,
                              const prm_document *known, size_t known_count, prm_found *found,
                              prm_context_report *report)
{
    reader r;

    begin(report);
    if (touched.data && !is_path(touched))
        return fail(report, PRM_BAD_ARGUMENT, "touched", not_a_path, 0, 0);
    if (is_known_written(found, known, known_count))
        return fail(report, PRM_OVERLAP, "known", "it lies where found is to go", 0, 0);
    memset(&r, 0, sizeof r);
    r.workspace = workspace;
    r.config = config;
    r.known = known;
    r.known_count = known_count;
    r.found = found;
    found->count = 0;
    found->used = 0;
    (void)relative_to(workspace->root, workspace->cwd, &r.cwd);
    read_home(&r);
    read_way_to_cwd(&r);
    read_known(&r);
    if (touched.data)
        read_touched(&r, touched);
    return verdict(&r, report);
}
