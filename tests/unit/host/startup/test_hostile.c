/* Files that want to cost time or memory, and paths that are no files. Allocations are counted, and fail
 * on demand. */
#define _DEFAULT_SOURCE

#include "loading.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- allocations ---- */

/* What is replaced, and what is below it: all of the C library's allocations, or under the address sanitizer, which
 * replaces those itself and takes its time, those of libyaml. */
#ifdef __SANITIZE_ADDRESS__
#define OURS(name) yaml_##name
#define BELOW(name) name
enum { SLOWER = 20 };
#else
#define OURS(name) name
#define BELOW(name) __libc_##name
enum { SLOWER = 1 };
#endif

void *BELOW(malloc)(size_t size);
void *BELOW(calloc)(size_t count, size_t size);
void *BELOW(realloc)(void *memory, size_t size);
void  BELOW(free)(void *memory);

void *OURS(malloc)(size_t size);
void *OURS(calloc)(size_t count, size_t size);
void *OURS(realloc)(void *memory, size_t size);
void  OURS(free)(void *memory);

static size_t live, peak, allocations, fails_at;    /* fails_at: 0, or the number of the allocation that fails */

static bool fails(void)
{
    allocations++;
    return fails_at != 0 && allocations == fails_at;
}

static void *counted(void *memory)
{
    if (memory)
        live += malloc_usable_size(memory);
    if (live > peak)
        peak = live;
    return memory;
}

void *OURS(malloc)(size_t size)
{
    return fails() ? NULL : counted(BELOW(malloc)(size));
}

void *OURS(calloc)(size_t count, size_t size)
{
    return fails() ? NULL : counted(BELOW(calloc)(count, size));
}

void OURS(free)(void *memory)
{
    if (memory)
        live -= malloc_usable_size(memory);
    BELOW(free)(memory);
}

void *OURS(realloc)(void *memory, size_t size)
{
    void *made;

    if (fails())
        return NULL;
    if (memory)
        live -= malloc_usable_size(memory);
    made = BELOW(realloc)(memory, size);
    return counted(made ? made : memory);
}

#ifdef __SANITIZE_ADDRESS__

unsigned char *yaml_strdup(const unsigned char *string);

unsigned char *yaml_strdup(const unsigned char *string)
{
    const size_t size = string ? strlen((const char *)string) + 1 : 0;
    void *const made = string ? OURS(malloc)(size) : NULL;

    return made ? memcpy(made, string, size) : NULL;
}

#endif

/* ---- one load, measured ---- */

static loading one;

/* Milliseconds of processor time, without what other programs take. */
static double milliseconds(void)
{
    return 1000.0 * (double)clock() / CLOCKS_PER_SEC;
}

static prm_status measured(const char *text, size_t size, double limit, size_t memory)
{
    const size_t before = live;
    const double start = milliseconds();
    prm_status status;

    peak = live;
    status = load_over(&one, &nudge_pack, &nudge_rules, text, size);
    assert_true(milliseconds() - start < limit * (double)SLOWER);
    assert_true(peak - before < memory);
    assert_int_equal(before, live);
    return status;
}

static void refused(const char *text, size_t size, unsigned code)
{
    assert_int_equal(PRM_BAD_OVERLAY, measured(text, size, 100, 1 << 20));
    assert_true(one.found.count > 0);
    assert_int_equal(code, one.list[0].code);
}

static char big[PRM_OVERLAY_BYTES + 16];

/* Puts a text again and again into big, up to a size; returns that. */
static size_t repeat(const char *text, size_t size)
{
    const size_t step = strlen(text);
    size_t at;

    for (at = 0; at + step <= size; at += step)
        memcpy(big + at, text, step);
    return at;
}

/* What the other tests rely on. */
static void test_allocations_are_counted(void **state)
{
    const size_t before = live;
    void *const memory = OURS(malloc)(1000);

    (void)state;
    assert_non_null(memory);
    assert_true(live >= before + 1000);
    OURS(free)(memory);
    assert_int_equal(before, live);
    allocations = 0;
    fails_at = 1;
    assert_null(OURS(malloc)(1));
    fails_at = 0;
    allocations = 0;
    assert_int_equal(PRM_OK, load(&one, "nudge: null\n"));
    assert_true(allocations > 0);
}

static void test_nesting(void **state)
{
    (void)state;
    refused(big, repeat("[", 64000), 208);
    refused(big, repeat("{", 64000), 208);
    refused(big, repeat("- ", 128000), 208);
    refused(big, repeat("? ", 128000), 208);
    refused(big, repeat("[\n", 128000), 208);
    refused(big, repeat("{a: ", 256000), 208);
    refused(big, repeat("[", 4000000), 208);
}

static void test_many_nodes(void **state)
{
    (void)state;
    (void)repeat(",a", 4000000);
    big[0] = '[';
    refused(big, 4000000, 707);
    (void)repeat("? a\n", 4000000);
    refused(big, 4000000, 202);
    (void)repeat("a: b\n", 4000000);
    refused(big, 4000000, 202);
}

static void test_aliases(void **state)
{
    const char *const bomb = "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nnudge: {tip: *c}\n";
    const char *const cycle = "nudge: &a {tip: [*a]}\n";

    (void)state;
    refused(bomb, strlen(bomb), 701);
    refused(cycle, strlen(cycle), 203);
}

static void test_directives(void **state)
{
    size_t size = repeat("%TAG !a! b\n", 4000000);

    (void)state;
    refused(big, size, 207);
    memcpy(big, "a: b\n...\n#\n", 11);
    refused(big, size, 207);
}

static void test_long_scalars(void **state)
{
    static const char *const starts[] = {
        "nudge: {tip: \"", "nudge: {tip: '", "nudge:\n  tip: |\n    ", "nudge: {tip: "
    };
    static const char *const ends[] = { "\"}", "'}", "", "}" };
    size_t i;

    (void)state;
    for (i = 0; i < 4; i++) {
        const size_t start = strlen(starts[i]), end = strlen(ends[i]);
        (void)repeat("word ", PRM_OVERLAY_BYTES);
        memcpy(big, starts[i], start);
        memcpy(big + PRM_OVERLAY_BYTES - end, ends[i], end);
        if (i == 3)
            big[PRM_OVERLAY_BYTES - 2] = 'x';
        peak = live;
        one.found = prm_diagnostics_in(one.list, MOST, one.words, WORDS);
        assert_int_equal(PRM_NO_SPACE,
                         prm_overlay_load(&nudge_pack, &nudge_rules, file_of(big, PRM_OVERLAY_BYTES), NULL, 0,
                                          &one.needed, &one.overlay, &one.found));
        assert_true(peak - live < 16u << 20);
        assert_true(one.needed < PRM_OVERLAY_BYTES + (1u << 16));
    }
}

/* Looking for the place of each would take seconds. */
static void test_a_mistake_in_every_few_bytes(void **state)
{
    static const struct { const char *text; unsigned code; } cases[] = {
        { "\n    {grwth}", 301 }, { "\n    {/growth}", 306 }, { "\n    {#growth}", 305 }
    };
    static const char start[] = "nudge:\n  growth: |";
    size_t i;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t size = repeat(cases[i].text, 64000);
        memmove(big + sizeof start - 1, big, size);
        memcpy(big, start, sizeof start - 1);
        refused(big, sizeof start - 1 + size, cases[i].code);
    }
}

static void test_too_long(void **state)
{
    (void)state;
    refused(big, PRM_OVERLAY_BYTES + 1, 105);
    assert_int_equal(0, one.list[0].line);
    refused("# \xFF\xFE\x01", 5, 115);
    refused("\xFF\xFE" "a\0", 4, 116);
    refused("a\0b\0", 4, 116);
    refused("# \0x", 4, 117);
}

/* ---- memory that is not there ---- */

static const char valid[] =
    "# a comment\n"
    "nudge:\n"
    "  normal: \"At {pct}%: \\u00e9 {philosophy}\"\n"
    "  tip: |-\n"
    "    several\n"
    "    lines\n"
    "  growth: 'Grew by {growth}'\n"
    "rangeTable: {title: Title, line: null}\n"
    "constants:\n"
    "  philosophy: >-\n"
    "    folded\n"
    "    text\n";

static void test_every_allocation_fails_in_turn(void **state)
{
    size_t before, number, count;

    (void)state;
    assert_int_equal(PRM_OK, load(&one, valid));
    before = live;
    allocations = 0;
    assert_int_equal(PRM_OK, load(&one, valid));
    count = allocations;
    assert_true(count > 50);
    for (number = 1; number <= count; number++) {
        prm_status status;
        allocations = 0;
        fails_at = number;
        status = load(&one, valid);
        fails_at = 0;
        assert_int_equal(PRM_NO_MEMORY, status);
        assert_null(one.overlay);
        assert_int_equal(before, live);
    }
    assert_int_equal(PRM_OK, load(&one, valid));
}

/* What fails with every cut: a file that is one pair of braces. */
static const char closed[] =
    "{nudge: {normal: \"At {pct}%\", tip: 'a''b', growth: x}, rangeTable: {title: \"\\x41\"}}";

static void test_every_cut(void **state)
{
    const size_t before = live;
    size_t size;

    (void)state;
    for (size = 0; size < sizeof valid - 1; size++) {
        char *const text = BELOW(malloc)(size + 1);    /* of exactly that size, for those who watch memory */
        prm_status status;
        memcpy(text, valid, size);
        status = load_over(&one, &nudge_pack, &nudge_rules, text, size);
        assert_true(status == PRM_OK || (status == PRM_BAD_OVERLAY && one.found.count > 0));
        assert_int_equal(before, live);
        BELOW(free)(text);
    }
    assert_int_equal(PRM_OK, load(&one, closed));
    for (size = 1; size < sizeof closed - 1; size++) {
        assert_int_equal(PRM_BAD_OVERLAY, load_over(&one, &nudge_pack, &nudge_rules, closed, size));
        assert_int_equal(1, one.found.count);
        assert_int_equal(before, live);
    }
}

/* ---- paths ---- */

static char directory[] = "/tmp/promptrom_startup_XXXXXX";

static void check_unreadable(const char *path, unsigned code, const char *says)
{
    char buffer[64];
    const double start = milliseconds();
    size_t size;

    one.found = prm_diagnostics_in(one.list, MOST, one.words, WORDS);
    assert_int_equal(PRM_BAD_OVERLAY, prm_overlay_read(path, buffer, sizeof buffer, &size, &one.found));
    assert_true(milliseconds() - start < 100 * SLOWER);
    assert_int_equal(1, one.found.count);
    assert_int_equal(code, one.list[0].code);
    assert_int_equal(0, one.list[0].line);
    assert_non_null(strstr(one.list[0].message, says));
    assert_non_null(strstr(one.list[0].message, path));
}

static const char *in_directory(const char *name)
{
    static char path[256];

    sprintf(path, "%s/%s", directory, name);
    return path;
}

static void write_file(const char *path, const char *text, long hole)
{
    FILE *const file = fopen(path, "wb");

    assert_non_null(file);
    if (hole > 0)
        assert_int_equal(0, fseek(file, hole, SEEK_SET));
    fputs(text, file);
    assert_int_equal(0, fclose(file));
}

static void test_paths_that_are_no_files(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(directory));
    check_unreadable("/dev/zero", 103, "is a device");
    check_unreadable("/dev/null", 103, "is a device");
    check_unreadable(directory, 103, "is a directory");
    check_unreadable(in_directory("none"), 104, "No such file or directory");
    assert_int_equal(0, mkfifo(in_directory("fifo"), 0600));
    check_unreadable(in_directory("fifo"), 103, "is a named pipe");
    assert_int_equal(0, symlink("fifo", in_directory("link")));
    check_unreadable(in_directory("link"), 103, "is a named pipe");
    assert_int_equal(0, symlink("circle", in_directory("circle")));
    check_unreadable(in_directory("circle"), 104, "symbolic links");
    write_file(in_directory("huge"), "x", 100 << 20);
    check_unreadable(in_directory("huge"), 105, "104857601 bytes, the limit is 4194304");
    if (access("/proc/self/status", R_OK) == 0)
        check_unreadable("/proc/self/status", 103, "holds more than its size says");
    else
        print_message("not run: files without a size, which stand in /proc\n");
}

static void test_a_file(void **state)
{
    char buffer[64];
    size_t size, capacity;

    (void)state;
    write_file(in_directory("good"), "nudge: null\n", 0);
    for (capacity = 0; capacity < 20; capacity++) {
        const prm_status wanted = capacity < 12 ? PRM_NO_SPACE : PRM_OK;
        memset(buffer, CANARY, sizeof buffer);
        assert_int_equal(wanted, prm_overlay_read(in_directory("good"), buffer, capacity, &size, &one.found));
        assert_int_equal(12, size);
        assert_int_equal(0, one.found.count);
        assert_int_equal((char)CANARY, buffer[capacity]);
        if (wanted == PRM_OK)
            assert_memory_equal("nudge: null\n", buffer, 12);
    }
}

static int clean(void **state)
{
    static const char *const names[] = { "fifo", "link", "circle", "huge", "good" };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        (void)unlink(in_directory(names[i]));
    (void)rmdir(directory);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allocations_are_counted),
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_many_nodes),
        cmocka_unit_test(test_aliases),
        cmocka_unit_test(test_directives),
        cmocka_unit_test(test_long_scalars),
        cmocka_unit_test(test_a_mistake_in_every_few_bytes),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_every_allocation_fails_in_turn),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_paths_that_are_no_files),
        cmocka_unit_test(test_a_file)
    };

    return cmocka_run_group_tests(tests, NULL, clean);
}
