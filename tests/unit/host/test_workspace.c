/* Instruction files on disk, in a directory made for each test. open() and read() are our own, so that a test can
 * change a file while it is being read. */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cmocka.h>

#include <context.h>
#include <promptrom/workspace.h>

enum { MEMORY = 65536, MOST = 32 };

static char top[256];                        /* the test's directory, absolute */
static prm_instructions_config config;
static prm_workspace workspace;

/* ---- a read() that others write under ---- */

static unsigned reads, disturb_from, disturb_to;
static void (*disturb)(void);
static size_t most_bytes;
static unsigned opens;
static int interruptions;

ssize_t read(int file, void *to, size_t size)
{
    struct iovec piece;

    if (interruptions > 0) {
        interruptions--;
        errno = EINTR;
        return -1;
    }
    reads++;
    piece.iov_base = to;
    piece.iov_len = size < most_bytes ? size : most_bytes;
    if (disturb && reads >= disturb_from && reads <= disturb_to)
        disturb();
    return readv(file, &piece, 1);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    mode_t mode;

    va_start(arguments, flags);
    mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    opens++;
    return openat(AT_FDCWD, path, flags, mode);
}

static void disturb_reads(void (*function)(void), unsigned from, unsigned to)
{
    reads = 0;
    disturb = function;
    disturb_from = from;
    disturb_to = to;
}

/* ---- files ---- */

static const char *at(const char *path)
{
    static char whole[8][512];
    static unsigned next;
    char *const to = whole[next++ % 8];

    sprintf(to, "%s/%s", top, path);
    return to;
}

static void make_directory(const char *path)
{
    assert_int_equal(mkdir(at(path), 0700), 0);
}

static void put(const char *path, const char *content)
{
    FILE *const file = fopen(at(path), "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, strlen(content), file), strlen(content));
    assert_int_equal(fclose(file), 0);
}

/* As put(), long ago: a change now is seen whatever the clock's resolution. */
static void put_old(const char *path, const char *content)
{
    struct timespec times[2];

    put(path, content);
    memset(times, 0, sizeof times);
    times[0].tv_sec = times[1].tv_sec = 1000000000;
    assert_int_equal(utimensat(AT_FDCWD, at(path), times, 0), 0);
}

static void link_to(const char *target, const char *path)
{
    assert_int_equal(symlink(target, at(path)), 0);
}

static int begin(void **state)
{
    const char *const base = getenv("TMPDIR");
    char name[200], *real;

    (void)state;
    snprintf(name, sizeof name, "%s/promptrom.XXXXXX", base && strlen(base) < 100 ? base : "/tmp");
    if (mkdtemp(name) == NULL)
        return 1;
    real = realpath(name, NULL);
    if (real == NULL || strlen(real) >= sizeof top)
        return 1;
    strcpy(top, real);
    free(real);
    config = prm_instructions_defaults();
    config.max_bytes = 4000;
    config.baseline.pack = config.changes.pack = &context_pack;
    config.baseline.id = CONTEXT_INSTRUCTIONS_BASELINE_ID;
    config.changes.id = CONTEXT_INSTRUCTIONS_CHANGES_ID;
    disturb_reads(NULL, 0, 0);
    most_bytes = (size_t)-1;
    interruptions = 0;
    alarm(60);
    return 0;
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)facts;
    (void)kind;
    (void)place;
    return remove(path);
}

static int end(void **state)
{
    (void)state;
    return nftw(top, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- looking ---- */

typedef struct look {
    prm_document documents[MOST];
    char         memory[MEMORY];
    prm_found    found;
} look;

static void start_look(look *l)
{
    memset(&l->found, 0, sizeof l->found);
    l->found.documents = l->documents;
    l->found.capacity = MOST;
    l->found.memory = l->memory;
    l->found.size = MEMORY;
}

static void open_at(const char *cwd, const char *home)
{
    static char kept[2][512];

    strcpy(kept[0], cwd);
    strcpy(kept[1], home ? home : "");
    assert_int_equal(prm_workspace_open(&workspace, &config, prm_cstr(kept[0]), prm_cstr(home ? kept[1] : NULL),
                                        NULL),
                     PRM_OK);
}

static void look_at(look *l, const char *touched, const look *known)
{
    start_look(l);
    assert_int_equal(prm_workspace_read(&workspace, &config, prm_cstr(touched), known ? known->documents : NULL,
                                        known ? known->found.count : 0, &l->found, NULL), PRM_OK);
}

static bool is_text(prm_text text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0;
}

static void check_document(const look *l, size_t index, const char *directory, const char *path, const char *content)
{
    const prm_document *const document = &l->documents[index];

    assert_true(index < l->found.count);
    if (!is_text(document->path, path))
        fail_msg("document %u is %.*s, not %s", (unsigned)index, (int)document->path.size, document->path.data, path);
    assert_true(is_text(document->directory, directory));
    assert_int_equal(document->source, PRM_SOURCE_READ);
    assert_true(is_text(document->content, content));
}

static void check_source(const look *l, size_t index, const char *path, prm_document_source source)
{
    assert_true(index < l->found.count);
    assert_true(is_text(l->documents[index].path, path));
    assert_int_equal(l->documents[index].source, source);
    assert_int_equal(l->documents[index].content.size, 0);
}

static void check_root(const char *cwd, const char *root)
{
    open_at(cwd, NULL);
    assert_true(is_text(workspace.root, root));
}

/* ---- the project's root ---- */

static void roots(void **state)
{
    const prm_text markers[] = {{"package.json", 12}, {".hg", 3}};

    (void)state;
    make_directory("a");
    make_directory("a/b");
    make_directory("a/b/c");
    check_root(at("a/b/c"), at("a/b/c"));           /* no marker at all */
    make_directory("a/.git");
    check_root(at("a/b/c"), at("a"));
    check_root(at("a"), at("a"));
    put("a/b/.git", "gitdir: elsewhere");           /* a file will do, the nearest counts */
    check_root(at("a/b/c"), at("a/b"));
    link_to("nowhere", "a/b/c/.git");
    check_root(at("a/b/c"), at("a/b"));
    assert_int_equal(mkfifo(at("a/b/c/.hg"), 0600), 0);
    config.names[PRM_NAMES_MARKERS].list = markers;
    config.names[PRM_NAMES_MARKERS].count = 2;
    check_root(at("a/b/c"), at("a/b/c"));           /* .git is no marker now, a FIFO is none */
    put("a/package.json", "{}");
    check_root(at("a/b/c"), at("a"));
    check_root("/", "/");
}

static void paths_are_checked(void **state)
{
    static const char *const bad[] = {"", "a", "./a", "/a/", "/a//b", "/a/.", "/./a", "/a/../b", "/..", "//",
                                      "/a/.."};
    static const char *const good[] = {"/", "/a", "/a/.b", "/a/..b", "/...", "/a b/\xFF"};
    prm_context_report report;
    look l;
    size_t i;

    (void)state;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(prm_workspace_open(&workspace, &config, prm_cstr(bad[i]), prm_cstr(NULL), &report),
                         PRM_BAD_ARGUMENT);
        assert_string_equal(report.member, "cwd");
        assert_int_equal(prm_workspace_open(&workspace, &config, prm_cstr("/"), prm_cstr(bad[i]), &report),
                         PRM_BAD_ARGUMENT);
        assert_string_equal(report.member, "home");
        open_at(top, NULL);
        start_look(&l);
        assert_int_equal(prm_workspace_read(&workspace, &config, prm_cstr(bad[i]), NULL, 0, &l.found, &report),
                         PRM_BAD_ARGUMENT);
        assert_string_equal(report.member, "touched");
    }
    for (i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(prm_workspace_open(&workspace, &config, prm_cstr(good[i]), prm_cstr(good[i]), NULL), PRM_OK);
    assert_int_equal(prm_workspace_open(&workspace, &config, prm_bytes("/a\0b", 4), prm_cstr(NULL), NULL),
                     PRM_BAD_ARGUMENT);
    assert_int_equal(prm_workspace_open(&workspace, &config, prm_cstr(NULL), prm_cstr(NULL), NULL), PRM_BAD_ARGUMENT);
}

/* ---- the start of a session ---- */

static void make_project(void)
{
    make_directory("home");
    put("home/AGENTS.md", "home");
    put("home/CLAUDE.md", "never read");
    put("home/AGENTS.local.md", "never read");
    put("AGENTS.md", "above the root");
    make_directory("p");
    make_directory("p/.git");
    make_directory("p/a");
    make_directory("p/a/b");
    make_directory("p/z");
    put("p/AGENTS.md", "root");
    put("p/CLAUDE.local.md", "");
    put("p/a/CLAUDE.md", "a");
    put("p/a/b/AGENTS.local.md", "b local");
    put("p/a/b/CLAUDE.md", "b claude");
    put("p/a/b/AGENTS.md", "b agents");
    put("p/z/AGENTS.md", "beside");
}

static void broadest_first(void **state)
{
    static look l;
    char path[512];

    (void)state;
    make_project();
    open_at(at("p/a/b"), at("home"));
    look_at(&l, NULL, NULL);
    assert_int_equal(l.found.count, 7);
    strcpy(path, at("home/AGENTS.md"));
    check_document(&l, 0, at("home"), path, "home");
    check_document(&l, 1, ".", "AGENTS.md", "root");
    check_document(&l, 2, ".", "CLAUDE.local.md", "");
    check_document(&l, 3, "a", "a/CLAUDE.md", "a");
    check_document(&l, 4, "a/b", "a/b/AGENTS.md", "b agents");
    check_document(&l, 5, "a/b", "a/b/CLAUDE.md", "b claude");
    check_document(&l, 6, "a/b", "a/b/AGENTS.local.md", "b local");
}

static void other_names(void **state)
{
    const prm_text names[] = {{"RULES", 5}};
    static look l;

    (void)state;
    make_project();
    put("p/a/RULES", "rules");
    config.names[PRM_NAMES_CANDIDATES].list = names;
    config.names[PRM_NAMES_CANDIDATES].count = 1;
    config.names[PRM_NAMES_LOCAL].list = names;
    config.names[PRM_NAMES_LOCAL].count = 0;
    open_at(at("p/a"), NULL);
    look_at(&l, NULL, NULL);
    assert_int_equal(l.found.count, 1);
    check_document(&l, 0, "a", "a/RULES", "rules");
}

/* A project that is the user's own directory: its file is the project's. */
static void home_on_the_way(void **state)
{
    static look l;

    (void)state;
    make_project();
    link_to("p/a", "alias");
    put("p/a/AGENTS.md", "both");
    open_at(at("p/a/b"), at("alias"));
    look_at(&l, NULL, NULL);
    assert_int_equal(l.found.count, 7);
    check_document(&l, 0, ".", "AGENTS.md", "root");
    check_document(&l, 2, "a", "a/AGENTS.md", "both");
    open_at(at("p/a/b"), at("no such home"));
    look_at(&l, NULL, NULL);
    assert_int_equal(l.found.count, 7);
}

static void links_are_followed(void **state)
{
    static look l;

    (void)state;
    make_directory("p");
    make_directory("p/.git");
    put("elsewhere", "linked");
    link_to("../elsewhere", "p/AGENTS.md");
    link_to("AGENTS.md", "p/CLAUDE.md");
    link_to("nowhere", "p/AGENTS.local.md");
    link_to("CLAUDE.local.md", "p/CLAUDE.local.md");
    open_at(at("p"), NULL);
    look_at(&l, NULL, NULL);
    assert_int_equal(l.found.count, 3);
    check_document(&l, 0, ".", "AGENTS.md", "linked");
    check_document(&l, 1, ".", "CLAUDE.md", "linked");
    check_source(&l, 2, "CLAUDE.local.md", PRM_SOURCE_UNREADABLE);
}

static void what_is_no_plain_file(void **state)
{
    static look l;

    (void)state;
    make_directory("p");
    make_directory("p/AGENTS.md");
    link_to("/dev/zero", "p/CLAUDE.md");
    assert_int_equal(mkfifo(at("p/AGENTS.local.md"), 0600), 0);
    link_to("AGENTS.local.md", "p/CLAUDE.local.md");
    opens = 0;
    open_at(at("p"), NULL);
    look_at(&l, NULL, NULL);
    assert_int_equal(l.found.count, 4);
    check_source(&l, 0, "AGENTS.md", PRM_SOURCE_UNREADABLE);
    check_source(&l, 1, "CLAUDE.md", PRM_SOURCE_UNREADABLE);
    check_source(&l, 2, "AGENTS.local.md", PRM_SOURCE_UNREADABLE);
    check_source(&l, 3, "CLAUDE.local.md", PRM_SOURCE_UNREADABLE);
    assert_int_equal(opens, 0);
}

static void oversized_files(void **state)
{
    static look l;

    (void)state;
    make_directory("p");
    put("p/AGENTS.md", "12345678");
    put("p/CLAUDE.md", "123456789");
    config.max_source_bytes = 8;
    open_at(at("p"), NULL);
    look_at(&l, NULL, NULL);
    assert_int_equal(l.found.count, 2);
    check_document(&l, 0, ".", "AGENTS.md", "12345678");
    check_source(&l, 1, "CLAUDE.md", PRM_SOURCE_OVERSIZED);
}

/* ---- memory ---- */

static void every_size_of_memory(void **state)
{
    static look l;
    prm_context_report report;
    size_t needed, i;
    char *memory;

    (void)state;
    make_project();
    open_at(at("p/a/b"), at("home"));
    look_at(&l, NULL, NULL);
    needed = l.found.used;
    for (i = 0; i <= needed; i++) {
        start_look(&l);
        memory = malloc(i ? i : 1);
        l.found.memory = i ? memory : NULL;
        l.found.size = i;
        assert_int_equal(prm_workspace_read(&workspace, &config, prm_cstr(NULL), NULL, 0, &l.found, &report),
                         i < needed ? PRM_NO_SPACE : PRM_OK);
        assert_int_equal(l.found.used, needed);
        assert_int_equal(l.found.count, 7);
        if (i < needed)
            assert_string_equal(report.member, "memory");
        else
            check_document(&l, 6, "a/b", "a/b/AGENTS.local.md", "b local");
        free(memory);
    }
}

static void check_overlap(look *l, const prm_document *known, size_t count)
{
    prm_context_report report;

    start_look(l);
    assert_int_equal(prm_workspace_read(&workspace, &config, prm_cstr(NULL), known, count, &l->found, &report),
                     PRM_OVERLAP);
    assert_string_equal(report.member, "known");
}

/* What is known is read while what is found is written. */
static void known_in_the_way(void **state)
{
    static look l, known;
    prm_document moved[2];

    (void)state;
    make_project();
    open_at(at("p/a/b"), at("home"));
    look_at(&known, NULL, NULL);
    look_at(&l, NULL, &known);
    check_overlap(&known, known.documents, 1);
    check_overlap(&known, known.documents + known.found.capacity - 1, 1);
    memcpy(moved, known.documents, sizeof moved);
    check_overlap(&known, moved, 2);
    moved[0].path = prm_cstr("AGENTS.md");
    moved[1] = moved[0];
    check_overlap(&known, moved, 2);                            /* the contents are still there */
    moved[0].content = prm_bytes(known.memory + MEMORY, 5);     /* just behind it */
    moved[1] = moved[0];
    assert_int_equal(prm_workspace_read(&workspace, &config, prm_cstr(NULL), moved, 2, &known.found, NULL), PRM_OK);
}

static void every_capacity(void **state)
{
    static look l;
    prm_context_report report;
    size_t i;

    (void)state;
    make_project();
    open_at(at("p/a/b"), at("home"));
    for (i = 0; i <= 7; i++) {
        start_look(&l);
        memset(l.documents, 'Z', sizeof l.documents);
        l.found.capacity = i;
        assert_int_equal(prm_workspace_read(&workspace, &config, prm_cstr(NULL), NULL, 0, &l.found, &report),
                         i < 7 ? PRM_NO_SPACE : PRM_OK);
        assert_int_equal(l.found.count, 7);
        assert_int_equal(((const char *)&l.documents[i])[0], 'Z');
        if (i < 7) {
            assert_string_equal(report.member, "documents");
            assert_int_equal(report.value, 7);
            assert_int_equal(report.limit, i);
        }
    }
}

static void long_paths(void **state)
{
    static char path[2 * PRM_PATH_BYTES];
    static look l;
    prm_context_report report;

    (void)state;
    memset(path, 'x', sizeof path - 1);
    path[0] = '/';
    start_look(&l);
    assert_int_equal(prm_workspace_open(&workspace, &config, prm_cstr(path), prm_cstr(NULL), NULL), PRM_OK);
    assert_int_equal(prm_workspace_read(&workspace, &config, prm_cstr(NULL), NULL, 0, &l.found, &report),
                     PRM_TOO_BIG);
}

/* ---- files that change while they are read ---- */

static void grow(void)
{
    FILE *const file = fopen(at("p/AGENTS.md"), "ab");

    assert_non_null(file);
    fputs("+", file);
    fclose(file);
}

static void shrink(void)
{
    assert_int_equal(truncate(at("p/AGENTS.md"), 3), 0);
}

static void rewrite(void)
{
    const int file = open(at("p/AGENTS.md"), O_WRONLY);

    assert_true(file >= 0);
    assert_int_equal(write(file, "OTHER", 5), 5);
    close(file);
}

static void replace(void)
{
    put("p/new", "brand new");
    assert_int_equal(rename(at("p/new"), at("p/AGENTS.md")), 0);
}

static void check_disturbed(void (*function)(void), unsigned first, unsigned last, const char *content)
{
    static look l;

    put_old("p/AGENTS.md", "words");
    disturb_reads(function, first, last);
    look_at(&l, NULL, NULL);
    assert_int_equal(l.found.count, 1);
    if (content)
        check_document(&l, 0, ".", "AGENTS.md", content);
    else
        check_source(&l, 0, "AGENTS.md", PRM_SOURCE_UNREADABLE);
    disturb_reads(NULL, 0, 0);
}

static void races(void **state)
{
    (void)state;
    make_directory("p");
    open_at(at("p"), NULL);
    check_disturbed(NULL, 0, 0, "words");
    check_disturbed(grow, 1, 1, "words+");          /* while the content is read */
    check_disturbed(grow, 2, 2, "words+");          /* while we look for its end */
    check_disturbed(shrink, 1, 1, "wor");
    check_disturbed(rewrite, 1, 1, "OTHER");
    check_disturbed(rewrite, 2, 2, "OTHER");
    check_disturbed(replace, 1, 1, "brand new");
    check_disturbed(grow, 1, 4, "words++++");       /* two reads an attempt: the third one is quiet */
    check_disturbed(grow, 1, 100, NULL);            /* never quiet */
}

static void short_and_interrupted_reads(void **state)
{
    (void)state;
    make_directory("p");
    open_at(at("p"), NULL);
    most_bytes = 1;
    interruptions = 3;
    check_disturbed(NULL, 0, 0, "words");
    assert_int_equal(interruptions, 0);
    most_bytes = 0;                                 /* the end comes too early, though nobody wrote */
    check_disturbed(NULL, 0, 0, NULL);
}

/* ---- later in the session ---- */

static void baseline(look *l)
{
    prm_instructions plan;

    look_at(l, NULL, NULL);
    assert_int_equal(prm_instructions_baseline(&plan, &config, l->documents, l->found.count, NULL), PRM_OK);
}

/* %s in expected is the path of the user's own file. */
static void check_text(look *l, const look *known, const char *expected)
{
    prm_instructions plan;
    char text[4096], wanted[4096];

    assert_int_equal(prm_instructions_changes(&plan, &config, known->documents, known->found.count, l->documents,
                                              l->found.count, NULL), PRM_OK);
    assert_int_equal(prm_instructions_render(&plan, text, sizeof text, NULL), PRM_OK);
    snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)strcspn(expected, "%"), expected,
             strchr(expected, '%') ? at("home/AGENTS.md") : "",
             strchr(expected, '%') ? strchr(expected, '%') + 2 : "");
    if (strcmp(text, wanted) != 0)
        fail_msg("%s\n--- instead of ---\n%s", text, wanted);
}

#define GUIDANCE(directory) \
    "These instructions apply to work under `" directory "`. Use them as guidance when relevant; more specific " \
    "instructions take precedence. They do not override system, developer, or direct user instructions.\n\n"

static void nested_files(void **state)
{
    static look first, second, third, fourth;

    (void)state;
    make_project();
    make_directory("p/z/y");
    make_directory("p/z/y/x");
    put("p/z/y/x/AGENTS.md", "deep");
    put("p/z/CLAUDE.md", "beside");
    open_at(at("p/a"), at("home"));
    baseline(&first);
    assert_int_equal(first.found.count, 4);
    look_at(&second, at("AGENTS.md"), &first);              /* outside of the project */
    check_text(&second, &first, "");
    look_at(&second, at("p/a/file"), &first);               /* where we have been */
    check_text(&second, &first, "");
    look_at(&second, at("p/AGENTS.md/x"), &first);          /* there is no such directory */
    check_text(&second, &first, "");
    assert_int_equal(second.found.count, 4);
    look_at(&second, at("p/z/y/x/file"), &first);
    check_text(&second, &first,
               "<system-reminder>\nAdditional instructions from: z/AGENTS.md\n\n" GUIDANCE("z") "beside\n\n"
               "Additional instructions from: z/y/x/AGENTS.md\n\n" GUIDANCE("z/y/x") "deep\n</system-reminder>");

    assert_int_equal(second.found.count, 7);
    look_at(&third, at("p/z/file"), &second);
    check_text(&third, &second, "");
    assert_int_equal(third.found.count, 7);

    /* whatever is touched, all that is known is looked at again */
    put("p/z/AGENTS.md", "beside, new");
    put("p/z/CLAUDE.md", "beside, new ");
    assert_int_equal(unlink(at("p/z/y/x/AGENTS.md")), 0);
    assert_int_equal(unlink(at("home/AGENTS.md")), 0);
    put("p/a/AGENTS.md", "a");
    look_at(&third, at("p/file"), &second);
    check_text(&third, &second,
               "<system-reminder>\nWithdrawn instructions from: %s\n\n"
               "What this file said before no longer applies.\n\n"
               "Additional instructions from: a/AGENTS.md\n\n" GUIDANCE("a") "a\n\n"
               "Withdrawn instructions from: a/CLAUDE.md\n\nWhat this file said before no longer applies.\n\n"
               "Changed instructions from: z/AGENTS.md\n\nThey take the place of what this file said before, and "
               "apply to work under `z` in the same way.\n\nbeside, new\n\n"
               "Withdrawn instructions from: z/y/x/AGENTS.md\n\nWhat this file said before no longer applies.\n"
               "</system-reminder>");
    look_at(&fourth, at("p/z/y/x/file"), &third);
    check_text(&fourth, &third, "");
}

int main(void)
{
#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(roots),
        IN_DIRECTORY(paths_are_checked),
        IN_DIRECTORY(broadest_first),
        IN_DIRECTORY(other_names),
        IN_DIRECTORY(home_on_the_way),
        IN_DIRECTORY(links_are_followed),
        IN_DIRECTORY(what_is_no_plain_file),
        IN_DIRECTORY(oversized_files),
        IN_DIRECTORY(every_size_of_memory),
        IN_DIRECTORY(known_in_the_way),
        IN_DIRECTORY(every_capacity),
        IN_DIRECTORY(long_paths),
        IN_DIRECTORY(races),
        IN_DIRECTORY(short_and_interrupted_reads),
        IN_DIRECTORY(nested_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
