#include "naive_utf8.h"
#include "view.h"

#include <promptrom/meter.h>
#include <promptrom/pruner.h>
#include <promptrom/surface.h>
#include <promptrom/utf8.h>

#define MARKER "\n\n[... tool result middle pruned ...]\n\n"

static prm_pruner_config config_of(size_t threshold, size_t head, size_t tail, const char *marker)
{
    prm_pruner_config config = prm_pruner_defaults();

    config.threshold = threshold;
    config.head = head;
    config.tail = tail;
    config.marker = prm_cstr(marker);
    return config;
}

/* ---- configuration ---- */

static void defaults(void **state)
{
    prm_pruner_config config = prm_pruner_defaults();

    (void)state;
    assert_int_equal(config.threshold, 8192);
    assert_int_equal(config.head, 4096);
    assert_int_equal(config.tail, 1024);
    assert_null(config.marker.data);
    config.marker = prm_cstr(MARKER);
    assert_int_equal(prm_utf8_extent(config.marker.data, config.marker.size).points, 39);
    assert_int_equal(prm_pruner_check(&config, NULL), PRM_OK);
}

static void check_config(prm_pruner_config config, const char *member, uint64_t value, uint64_t limit)
{
    prm_context_report report;

    assert_int_equal(prm_pruner_check(&config, &report), member ? PRM_BAD_CONFIG : PRM_OK);
    assert_int_equal(report.status, member ? PRM_BAD_CONFIG : PRM_OK);
    if (member == NULL)
        return;
    assert_string_equal(report.member, member);
    assert_int_equal(report.value, value);
    assert_int_equal(report.limit, limit);
    assert_non_null(report.problem);
}

static void configurations(void **state)
{
    (void)state;
    check_config(config_of(100, 40, 21, MARKER), NULL, 0, 0);
    check_config(config_of(100, 40, 22, MARKER), "marker", 39, 38);
    check_config(config_of(100, 101, 0, MARKER), "head", 101, 100);
    check_config(config_of(100, 40, 61, MARKER), "tail", 61, 60);
    check_config(config_of(39, 0, 0, MARKER), NULL, 0, 0);
    check_config(config_of(38, 0, 0, MARKER), "marker", 39, 38);
    check_config(config_of(0, 0, 0, MARKER), "marker", 39, 0);
    check_config(config_of(SIZE_MAX, SIZE_MAX, SIZE_MAX, MARKER), "tail", SIZE_MAX, 0);
    check_config(config_of(10, 5, 4, "\342\200\246"), NULL, 0, 0);               /* one code point */
    check_config(config_of(100, 40, 20, ""), "marker", 0, 0);
    check_config(config_of(100, 40, 20, NULL), "marker", 0, 0);
    check_config(config_of(100, 40, 20, "cut\342\200"), "marker", 0, 0);
}

/* ---- what comes out, written down ---- */

static prm_block part(const char *text)
{
    return *text == '{' ? text_block(PRM_BLOCK_OTHER, text) : text_block(PRM_BLOCK_TEXT, text);
}

/* The blocks that are left, each behind a `|`. */
static void show(char *to, const prm_block *result, const prm_kept *list, size_t count)
{
    size_t i, size = 0;

    for (i = 0; i < count; i++) {
        const prm_text text = list[i].text.data ? list[i].text : result->content[list[i].block].text;
        if (i == 0 || list[i].block != list[i - 1].block)
            to[size++] = '|';
        memcpy(to + size, text.data, text.size);
        size += text.size;
    }
    to[size] = '\0';
}

/* Threshold 12, head 4, tail 3, marker "<->". expected: NULL if nothing is pruned. */
static void check_pruned(const char *const *texts, size_t count, const char *expected)
{
    const prm_pruner_config config = config_of(12, 4, 3, "<->");
    prm_block blocks[12];
    prm_block result;
    prm_kept list[14];
    char shown[256];
    size_t i, used, needed;

    for (i = 0; i < count; i++)
        blocks[i] = part(texts[i]);
    result = result_block("bash", blocks, count);
    assert_int_equal(prm_prune(&config, &result, list, count + 2, &used, NULL), PRM_OK);
    assert_int_equal(prm_pruner_exceeds(&config, &result), expected != NULL);
    if (expected == NULL) {
        assert_int_equal(used, 0);
        return;
    }
    show(shown, &result, list, used);
    assert_string_equal(shown, expected);
    for (i = 0; i < used; i++) {
        prm_context_report report;
        assert_int_equal(prm_prune(&config, &result, list, i, &needed, &report), PRM_NO_SPACE);
        assert_int_equal(needed, used);
        assert_string_equal(report.member, "capacity");
    }
}

#define PRUNED(expected, ...)                                                   \
    do {                                                                        \
        static const char *const texts[] = { __VA_ARGS__ };                     \
        check_pruned(texts, sizeof texts / sizeof *texts, expected);            \
    } while (0)

static void one_text(void **state)
{
    (void)state;
    PRUNED(NULL, "");
    PRUNED(NULL, "0123456789ab");                                               /* at the threshold */
    PRUNED("|0123<->abc", "0123456789abc");                                     /* one above it */
    PRUNED("|0123<->xyz", "0123456789abcdefghijklmnopqrstuvwxyz");
    PRUNED(NULL, "\303\244\303\244\303\244\303\244\303\244\303\244\303\244\303\244\303\244\303\244\303\244\303\244");
    PRUNED("|\303\2441\303\2442<->8\303\2449",
           "\303\2441\303\2442\303\2443\303\2444\303\2445\303\2446\303\2447\303\2448\303\2449");
    PRUNED("|\360\237\230\200abc<->y\360\237\230\200z", "\360\237\230\200abcdefghijy\360\237\230\200z");
    PRUNED("|abce<->\314\201yz", "abce\314\201fghijke\314\201yz");              /* code points, not letters */
}

static void several_texts(void **state)
{
    (void)state;
    PRUNED(NULL, "012345", "6789ab");
    PRUNED("|0123<->|abc", "012345", "6789abc");
    PRUNED("|0123<->|abc", "012345", "6789", "abc");               /* the tail is a block */
    PRUNED("|0123|<->|abc", "0123", "456789", "abc");              /* the head is one, the middle too */
    PRUNED("|0123|<->abc", "0123", "456789abc");
    PRUNED("|0123<->abc", "0123456789abc", "");
    PRUNED("|0123|<->|a|bc", "0123", "", "45", "67", "89", "", "a", "", "bc");
    PRUNED("|01|23<->b|78", "01", "23456789ab", "78");
    PRUNED("|0|1|23<->|a|b|c", "0", "1", "2345", "6789", "a", "b", "c");
}

static void others_between(void **state)
{
    (void)state;
    PRUNED("|{1}|0123<->abc|{2}", "{1}", "0123456789abc", "{2}");
    PRUNED("|0123<->|{1}|{2}|abc", "012345", "{1}", "6789", "{2}", "abc");
    PRUNED("|0123|{1}|<->|{2}|abc", "0123", "{1}", "456789", "{2}", "abc");
    PRUNED("|0123<->a|{1}|{2}|bc", "0123456789a", "{1}", "{2}", "bc");
    PRUNED(NULL, "{ much longer than all that may stay here }", "0123456789ab");
    PRUNED(NULL, "{1}");
}

static void other_results(void **state)
{
    const prm_pruner_config config = config_of(12, 4, 3, "<->");
    prm_block block = text_block(PRM_BLOCK_TEXT, "0123456789abcdefghijklmnop");
    prm_block result = result_block("bash", &block, 1);
    prm_kept list[3];
    size_t count;

    (void)state;
    assert_false(prm_pruner_exceeds(&config, &block));             /* no result */
    result.count = 0;
    assert_false(prm_pruner_exceeds(&config, &result));
    result.count = 1;
    block.kind = PRM_BLOCK_REASONING;
    assert_false(prm_pruner_exceeds(&config, &result));
    block.kind = PRM_BLOCK_TEXT;
    block.text = prm_bytes(NULL, 0);
    assert_false(prm_pruner_exceeds(&config, &result));
    assert_int_equal(prm_prune(&config, &result, list, 3, &count, NULL), PRM_OK);
    assert_int_equal(count, 0);
    assert_int_equal(prm_prune(&config, &result, NULL, 0, &count, NULL), PRM_OK);
}

/* All pairs of head and tail that fit, on one text of 41 characters in three blocks. */
static void every_configuration(void **state)
{
    prm_block blocks[3], result;
    const char *const all = "0123456789abcdefghijABCDEFGHIJklmnopqrstu";
    size_t head, tail, threshold;

    (void)state;
    blocks[0] = text_block(PRM_BLOCK_TEXT, "0123456789");
    blocks[1] = text_block(PRM_BLOCK_TEXT, "abcdefghijABCDEFGHIJ");
    blocks[2] = text_block(PRM_BLOCK_TEXT, "klmnopqrstu");
    result = result_block("bash", blocks, 3);
    for (threshold = 3; threshold < 45; threshold++)
        for (head = 0; head + 3 <= threshold; head++)
            for (tail = 0; head + 3 + tail <= threshold; tail++) {
                const prm_pruner_config config = config_of(threshold, head, tail, "<->");
                char expected[64], found[64];
                prm_kept list[5];
                size_t count, i, size = 0;
                assert_int_equal(prm_pruner_check(&config, NULL), PRM_OK);
                assert_int_equal(prm_prune(&config, &result, list, 5, &count, NULL), PRM_OK);
                if (threshold >= 41) {
                    assert_int_equal(count, 0);
                    continue;
                }
                for (i = 0; i < count; i++) {
                    memcpy(found + size, list[i].text.data, list[i].text.size);
                    size += list[i].text.size;
                }
                found[size] = '\0';
                sprintf(expected, "%.*s<->%s", (int)head, all, all + 41 - tail);
                assert_string_equal(found, expected);
            }
}

/* ---- at random ---- */

enum { BLOCKS = 6, BYTES = 200 };

typedef struct {
    prm_block blocks[BLOCKS];
    char      text[BLOCKS][BYTES];
    prm_block result;
} sample;

static void make_sample(dice *d, sample *s, bool wild)
{
    const size_t count = roll(d, BLOCKS + 1);
    size_t i;

    for (i = 0; i < count; i++) {
        const prm_block_kind kind = roll(d, 4) == 0 ? PRM_BLOCK_OTHER : PRM_BLOCK_TEXT;
        s->blocks[i] = text_block(kind, NULL);
        s->blocks[i].text = prm_bytes(s->text[i], random_text(d, s->text[i], BYTES, wild));
    }
    s->result = result_block("bash", s->blocks, count);
}

/* What the pruned blocks hold: the naive way. Returns whether there was anything to prune. */
static bool naive_prune(const prm_pruner_config *config, const sample *s, char out[BLOCKS][2 * BYTES], size_t *sizes)
{
    size_t at[BLOCKS][BYTES + 1], counts[BLOCKS], units, total = 0, number = 0, i, n;
    bool marked = false;

    for (i = 0; i < s->result.count; i++) {
        const prm_block *const b = &s->blocks[i];
        counts[i] = b->kind == PRM_BLOCK_TEXT ? naive_places(b->text.data, b->text.size, at[i], &units) : 0;
        total += counts[i];
    }
    for (i = 0; i < s->result.count; i++)
        for (n = 0, sizes[i] = 0; n < counts[i]; n++, number++) {
            if (number < config->head || number >= total - config->tail) {
                memcpy(out[i] + sizes[i], s->text[i] + at[i][n], at[i][n + 1] - at[i][n]);
                sizes[i] += at[i][n + 1] - at[i][n];
            } else if (!marked) {
                memcpy(out[i] + sizes[i], config->marker.data, config->marker.size);
                sizes[i] += config->marker.size;
                marked = true;
            }
        }
    return total > config->threshold;
}

/* The pruned result as blocks of its own. */
static void rebuild(const sample *s, const prm_kept *list, size_t count, sample *to)
{
    size_t i, blocks = 0;

    for (i = 0; i < count; i++) {
        const prm_block *const from = &s->blocks[list[i].block];
        const prm_text text = list[i].text.data ? list[i].text : from->text;
        if (i > 0)
            assert_true(list[i].block >= list[i - 1].block);
        if (i == 0 || list[i].block != list[i - 1].block) {
            to->blocks[blocks] = text_block(from->kind, NULL);
            to->blocks[blocks].text = prm_bytes(to->text[blocks], 0);
            blocks++;
        }
        memcpy(to->text[blocks - 1] + to->blocks[blocks - 1].text.size, text.data, text.size);
        to->blocks[blocks - 1].text.size += text.size;
        assert_true(list[i].text.data != NULL || from->kind == PRM_BLOCK_OTHER);
    }
    to->result = result_block("bash", to->blocks, blocks);
}

static size_t points_of(const sample *s)
{
    size_t at[BYTES + 1], units, points = 0, i;

    for (i = 0; i < s->result.count; i++)
        if (s->blocks[i].kind == PRM_BLOCK_TEXT)
            points += naive_places(s->blocks[i].text.data, s->blocks[i].text.size, at, &units);
    return points;
}

static bool is_valid(const sample *s)
{
    size_t i, n;

    for (i = 0; i < s->result.count; i++)
        for (n = 0; n < s->blocks[i].text.size;) {
            const unsigned char *const text = (const unsigned char *)s->blocks[i].text.data + n;
            size_t units, step = naive_step(text, s->blocks[i].text.size - n, &units);
            if (!naive_good(text, step))
                return false;
            n += step;
        }
    return true;
}

/* Blocks are as the naive way has them; those that it leaves empty are gone, and no other. */
static void compare(const sample *s, const sample *pruned, char out[BLOCKS][2 * BYTES], const size_t *sizes)
{
    size_t i, k = 0;

    for (i = 0; i < s->result.count; i++) {
        const bool is_text = s->blocks[i].kind == PRM_BLOCK_TEXT;
        const prm_text expected = is_text ? prm_bytes(out[i], sizes[i]) : s->blocks[i].text;
        if (is_text && expected.size == 0)
            continue;
        assert_true(k < pruned->result.count);
        assert_int_equal(pruned->blocks[k].kind, s->blocks[i].kind);
        assert_int_equal(pruned->blocks[k].text.size, expected.size);
        assert_memory_equal(pruned->blocks[k].text.data, expected.data, expected.size);
        k++;
    }
    assert_int_equal(k, pruned->result.count);
}

static void check_sample(const prm_pruner_config *config, const sample *s, bool wild)
{
    static char out[BLOCKS][2 * BYTES];
    static sample pruned;
    size_t sizes[BLOCKS], count;
    prm_kept list[BLOCKS + 2];
    const bool expected = naive_prune(config, s, out, sizes);

    assert_int_equal(prm_pruner_exceeds(config, &s->result), expected);
    assert_int_equal(prm_prune(config, &s->result, list, s->result.count + 2, &count, NULL), PRM_OK);
    assert_int_equal(count > 0, expected);
    if (!expected)
        return;
    rebuild(s, list, count, &pruned);
    compare(s, &pruned, out, sizes);
    assert_true(points_of(&pruned) < points_of(s));
    assert_true(points_of(&pruned) <= config->threshold);
    assert_true(wild || is_valid(&pruned));
    assert_false(prm_pruner_exceeds(config, &pruned.result));
    assert_int_equal(prm_prune(config, &pruned.result, list, 1, &count, NULL), PRM_OK);
    assert_int_equal(count, 0);
}

static void random_results(void **state)
{
    static const char *const markers[] = {
        "<->", MARKER, "\342\200\246", "[\344\270\255\351\227\264\345\267\262\345\210\240]"
    };
    static sample s;
    dice d = 11;
    int i, pruned = 0;

    (void)state;
    for (i = 0; i < 20000; i++) {
        const char *const marker = markers[roll(&d, 4)];
        const size_t length = prm_utf8_extent(marker, strlen(marker)).points;
        const size_t head = roll(&d, 60), tail = roll(&d, 60), spare = roll(&d, 40);
        const prm_pruner_config config = config_of(head + length + tail + spare, head, tail, marker);
        assert_int_equal(prm_pruner_check(&config, NULL), PRM_OK);
        make_sample(&d, &s, i % 2);
        check_sample(&config, &s, i % 2);
        pruned += prm_pruner_exceeds(&config, &s.result);
    }
    assert_true(pruned > 5000 && pruned < 19000);       /* both sides have been tried */
}

/* The rest of the result is not even looked at, however long it is: it lies behind the end of the memory. */
static void reads_no_more_than_needed(void **state)
{
    const prm_pruner_config config = config_of(60, 10, 10, MARKER);
    char *const text = malloc(61);
    prm_block block = text_block(PRM_BLOCK_TEXT, NULL);
    const prm_block result = result_block("bash", &block, 1);

    (void)state;
    memset(text, 'x', 61);
    block.text = prm_bytes(text, 1000000);
    assert_true(prm_pruner_exceeds(&config, &result));
    free(text);
}

/* ---- the log ---- */

static void replacement(void **state)
{
    const prm_pruner_config config = config_of(12, 4, 3, "<->");
    const uint64_t original = 41;
    prm_node nodes[4];
    prm_surface surface = prm_surface_make(nodes, 4);
    prm_block text = text_block(PRM_BLOCK_TEXT, "0123456789abcdefghijklmnopqrstuvwxyz"), less = text;
    const prm_block result = result_block("bash", &text, 1), short_result = result_block("bash", &less, 1);
    const prm_message whole = message_of(PRM_ROLE_TOOL, &result, 1);
    const prm_message pruned = message_of(PRM_ROLE_TOOL, &short_result, 1);
    prm_event event;
    char shown[64];
    prm_kept list[3];
    size_t count;

    (void)state;
    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = PRM_SURFACE_APPEND;
    event.message = &whole;
    for (event.seq = 40; event.seq < 43; event.seq++)
        assert_int_equal(prm_surface_apply(&surface, &event, NULL), PRM_OK);
    assert_int_equal(prm_prune(&config, &result, list, 3, &count, NULL), PRM_OK);
    show(shown, &result, list, count);
    less.text = prm_cstr(shown + 1);

    event = prm_pruner_event(1, &original, &pruned);
    assert_int_equal(event.kind, PRM_EVENT_MESSAGE);
    assert_int_equal(event.op, PRM_SURFACE_REPLACE);
    assert_int_equal(event.start, 1);
    assert_int_equal(event.end, 1);
    assert_int_equal(event.source_count, 1);
    assert_ptr_equal(event.sources, &original);
    event.seq = 43;
    assert_int_equal(prm_surface_apply(&surface, &event, NULL), PRM_OK);
    assert_int_equal(surface.count, 3);
    assert_int_equal(prm_surface_at(&surface, 0)->seq, 40);
    assert_int_equal(prm_surface_at(&surface, 1)->seq, 43);
    assert_int_equal(prm_surface_at(&surface, 2)->seq, 42);
    assert_int_equal(surface.tokens, 2 * prm_price_message(&whole) + prm_price_message(&pruned));
    assert_int_equal(prm_price_message(&pruned), 3 + 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(configurations),
        cmocka_unit_test(one_text),
        cmocka_unit_test(several_texts),
        cmocka_unit_test(others_between),
        cmocka_unit_test(other_results),
        cmocka_unit_test(every_configuration),
        cmocka_unit_test(random_results),
        cmocka_unit_test(reads_no_more_than_needed),
        cmocka_unit_test(replacement)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
