#include "naive_utf8.h"
#include "view.h"

#include <promptrom/meter.h>
#include <promptrom/surface.h>

static prm_node node_of(uint64_t seq, uint64_t tokens)
{
    prm_node node;

    node.seq = seq;
    node.tokens = tokens;
    return node;
}

/* ---- against a plain array ---- */

enum { MOST = 64 };

typedef struct { prm_node nodes[MOST]; size_t count; } model;

static void model_replace(model *m, size_t start, size_t end, prm_node node)
{
    size_t i;

    m->nodes[start] = node;
    for (i = end + 1; i < m->count; i++)
        m->nodes[start + i - end] = m->nodes[i];
    m->count -= end - start;
}

static void compare(const prm_surface *surface, const model *m)
{
    uint64_t tokens = 0;
    size_t i;

    assert_int_equal(surface->count, m->count);
    assert_true(surface->count <= surface->capacity && surface->first <= surface->capacity - surface->count);
    for (i = 0; i < m->count; i++) {
        assert_memory_equal(prm_surface_at(surface, i), &m->nodes[i], sizeof *m->nodes);
        tokens += m->nodes[i].tokens;
        assert_true(prm_surface_range(surface, 0, i) == tokens);
    }
    assert_true(surface->tokens == tokens);
}

/* Every capacity, so that the array is full, and its end is met, again and again. */
static void random_changes(void **state)
{
    dice d = 3;
    size_t capacity;
    uint64_t seq;

    (void)state;
    for (capacity = 1; capacity <= MOST; capacity += 3) {
        prm_node *const nodes = malloc(capacity * sizeof *nodes);
        prm_surface surface = prm_surface_make(nodes, capacity);
        model m = { { { 0, 0 } }, 0 };
        for (seq = 1; seq < 800; seq++) {
            const prm_node node = node_of(seq, roll(&d, 500));
            if (m.count > 0 && (m.count == capacity || roll(&d, 4) == 0)) {
                const size_t start = roll(&d, (unsigned)m.count);
                const size_t end = start + roll(&d, (unsigned)(m.count - start));
                assert_int_equal(prm_surface_replace(&surface, start, end, node, NULL), PRM_OK);
                model_replace(&m, start, end, node);
            } else if (m.count < capacity) {
                assert_int_equal(prm_surface_append(&surface, node, NULL), PRM_OK);
                m.nodes[m.count++] = node;
            }
            compare(&surface, &m);
        }
        free(nodes);
    }
}

/* ---- errors ---- */

static prm_surface three_nodes(prm_node *nodes, size_t capacity)
{
    prm_surface surface = prm_surface_make(nodes, capacity);

    assert_int_equal(prm_surface_append(&surface, node_of(10, 5), NULL), PRM_OK);
    assert_int_equal(prm_surface_append(&surface, node_of(11, 6), NULL), PRM_OK);
    assert_int_equal(prm_surface_append(&surface, node_of(12, 7), NULL), PRM_OK);
    return surface;
}

/* Fails as told, and leaves all as it was. */
static void check_refused(const prm_event *event, prm_status status, const char *member)
{
    prm_node nodes[3], before[3];
    prm_surface surface = three_nodes(nodes, 3), copy = surface;
    prm_context_report report;

    memcpy(before, nodes, sizeof nodes);
    assert_int_equal(prm_surface_apply(&surface, event, &report), status);
    assert_int_equal(report.status, status);
    assert_string_equal(report.member, member);
    assert_int_equal(prm_surface_apply(&surface, event, NULL), status);
    assert_memory_equal(&surface, &copy, sizeof copy);
    assert_memory_equal(nodes, before, sizeof nodes);
}

static prm_event event_of(prm_surface_op op, size_t start, size_t end, const prm_message *message)
{
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = op;
    event.seq = 20;
    event.start = start;
    event.end = end;
    event.message = message;
    return event;
}

static void refused_events(void **state)
{
    const prm_block block = text_block(PRM_BLOCK_TEXT, "abcd");
    const prm_message message = message_of(PRM_ROLE_USER, &block, 1);
    prm_event event = event_of(PRM_SURFACE_APPEND, 0, 0, &message);

    (void)state;
    check_refused(&event, PRM_NO_SPACE, "capacity");
    event = event_of(PRM_SURFACE_REPLACE, 0, 3, &message);
    check_refused(&event, PRM_BAD_LOG, "end");
    event = event_of(PRM_SURFACE_REPLACE, 3, 3, &message);
    check_refused(&event, PRM_BAD_LOG, "end");
    event = event_of(PRM_SURFACE_REPLACE, 0, SIZE_MAX, &message);
    check_refused(&event, PRM_BAD_LOG, "end");
    event = event_of(PRM_SURFACE_REPLACE, 2, 1, &message);
    check_refused(&event, PRM_BAD_LOG, "start");
    event = event_of(PRM_SURFACE_REPLACE, 1, 1, NULL);
    check_refused(&event, PRM_BAD_LOG, "op");
    event = event_of((prm_surface_op)3, 1, 1, &message);
    check_refused(&event, PRM_BAD_LOG, "op");
    event = event_of(PRM_SURFACE_REPLACE, 1, 1, &message);
    event.kind = PRM_EVENT_COMPACTION_SUMMARY;
    check_refused(&event, PRM_BAD_LOG, "op");
}

static void applied_events(void **state)
{
    const prm_block block = text_block(PRM_BLOCK_TEXT, "abcd");
    const prm_message message = message_of(PRM_ROLE_USER, &block, 1);
    prm_node nodes[4];
    prm_surface surface = three_nodes(nodes, 4);
    prm_event event = event_of(PRM_SURFACE_APPEND, 0, 0, &message);
    prm_context_report report;

    (void)state;
    assert_int_equal(prm_surface_apply(&surface, &event, &report), PRM_OK);
    assert_int_equal(report.status, PRM_OK);
    assert_int_equal(surface.tokens, 18 + 9);
    event = event_of(PRM_SURFACE_REPLACE, 1, 2, &message);
    assert_int_equal(prm_surface_apply(&surface, &event, &report), PRM_OK);
    assert_int_equal(surface.tokens, 5 + 9 + 9);
    assert_int_equal(prm_surface_at(&surface, 1)->seq, 20);
    event = event_of(PRM_SURFACE_NONE, 7, 3, NULL);
    event.kind = PRM_EVENT_COMPACTION_SUMMARY;
    assert_int_equal(prm_surface_apply(&surface, &event, &report), PRM_OK);
    assert_int_equal(surface.count, 3);
}

static void impossible_prices(void **state)
{
    prm_node nodes[4];
    prm_surface surface = three_nodes(nodes, 4);
    prm_context_report report;

    (void)state;
    assert_int_equal(prm_surface_append(&surface, node_of(20, PRM_TOKENS_MAX - 17), &report), PRM_TOO_BIG);
    assert_string_equal(report.member, "tokens");
    assert_int_equal(prm_surface_append(&surface, node_of(20, UINT64_MAX), &report), PRM_TOO_BIG);
    assert_int_equal(prm_surface_replace(&surface, 0, 1, node_of(20, PRM_TOKENS_MAX - 6), &report), PRM_TOO_BIG);
    assert_int_equal(surface.count, 3);
    assert_int_equal(surface.tokens, 18);
    assert_int_equal(prm_surface_replace(&surface, 0, 1, node_of(20, PRM_TOKENS_MAX - 7), &report), PRM_OK);
    assert_true(surface.tokens == PRM_TOKENS_MAX);
}

static void no_nodes(void **state)
{
    prm_surface surface = prm_surface_make(NULL, 0);

    (void)state;
    assert_int_equal(prm_surface_append(&surface, node_of(1, 1), NULL), PRM_NO_SPACE);
    assert_int_equal(prm_surface_replace(&surface, 0, 0, node_of(1, 1), NULL), PRM_BAD_LOG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_changes),
        cmocka_unit_test(refused_events),
        cmocka_unit_test(applied_events),
        cmocka_unit_test(impossible_prices),
        cmocka_unit_test(no_nodes)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
