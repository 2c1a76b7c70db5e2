/* Compaction over sessions of all kinds: messages, compactions that succeed, are refused or fail, logs that take no
 * event more, and crashes at any place. Whoever folds the log anew finds what the session says, each start has at
 * most one end, no result is parted from its call, and nothing stays locked unless the log itself has failed. */
#include <promptrom/compaction.h>

#include "context.h"
#include "fuzz.h"

enum { MOST_EVENTS = 160, MOST_STEPS = 24, NODES = 2 * MOST_EVENTS, BUFFER = 600, CODE = 9 };

/* What follows from a log. */
typedef struct view {
    prm_node             nodes[NODES];
    prm_surface          surface;
    prm_compaction_state state;
} view;

typedef struct session {
    input      *in;
    prm_event   events[MOST_EVENTS];
    prm_log     log;
    prm_message shown[MOST_EVENTS];
    prm_messages messages;
    view        view;
    bool        broken;      /* the log has failed during this call */
    bool        grown;       /* a message has come during this call */
} session;

/* ---- the log ---- */

static const prm_block *kept_blocks(const prm_block *blocks, size_t count)
{
    prm_block *const to = (prm_block *)(void *)copied(blocks, count * sizeof *blocks);
    size_t i;

    for (i = 0; i < count; i++) {
        to[i].text.data = copied(blocks[i].text.data, blocks[i].text.size);
        to[i].content = blocks[i].count > 0 ? kept_blocks(blocks[i].content, blocks[i].count) : NULL;
    }
    return to;
}

static const prm_message *kept(const prm_message *message)
{
    prm_message *const to = fresh(sizeof *to);

    *to = *message;
    to->blocks = kept_blocks(message->blocks, message->count);
    return to;
}

static void show(session *s, const prm_event *event)
{
    size_t rest;

    if (event->op == PRM_SURFACE_APPEND)
        s->shown[s->messages.count++] = *event->message;
    if (event->op != PRM_SURFACE_REPLACE)
        return;
    REQUIRE(event->start <= event->end && event->end < s->messages.count);
    rest = s->messages.count - event->end - 1;
    s->shown[event->start] = *event->message;
    memmove(s->shown + event->start + 1, s->shown + event->end + 1, rest * sizeof *s->shown);
    s->messages.count = event->start + 1 + rest;
}

static int append(void *context, prm_event *event)
{
    session *const s = context;
    prm_event own = *event;

    if (s->log.count == MOST_EVENTS || take_number(s->in, 31) == 31) {
        s->broken = true;
        return CODE;
    }
    own.seq = event->seq = 100 + s->log.count;
    own.message = event->message ? kept(event->message) : NULL;
    if (event->source_count > 0)
        own.sources = (const uint64_t *)(void *)copied(own.sources, own.source_count * sizeof *own.sources);
    s->events[s->log.count++] = own;
    show(s, &own);
    return 0;
}

static int read_event(void *context, size_t index, prm_event *event)
{
    session *const s = context;

    REQUIRE(index < s->log.count);
    if (take_number(s->in, 31) == 31) {
        s->broken = true;
        return CODE;
    }
    *event = s->events[index];
    return 0;
}

static void fold(const session *s, view *v)
{
    size_t i;

    memset(v, 0, sizeof *v);
    v->surface = prm_surface_make(v->nodes, NODES);
    for (i = 0; i < s->log.count; i++) {
        REQUIRE(prm_compaction_observe(&v->state, &s->events[i], i, NULL) == PRM_OK);
        REQUIRE(prm_surface_apply(&v->surface, &s->events[i], NULL) == PRM_OK);
    }
}

/* ---- what must hold after every step ---- */

static void check_same(const view *one, const view *other)
{
    const prm_compaction_state *const a = &one->state, *const b = &other->state;
    size_t i;

    REQUIRE(one->surface.count == other->surface.count && one->surface.tokens == other->surface.tokens);
    for (i = 0; i < one->surface.count; i++) {
        const prm_node *const node = prm_surface_at(&one->surface, i);
        const prm_node *const same = prm_surface_at(&other->surface, i);
        REQUIRE(node->seq == same->seq && node->tokens == same->tokens);
    }
    REQUIRE(a->stage == b->stage);
    if (a->stage != PRM_STAGE_NONE)
        REQUIRE(a->start == b->start && a->end == b->end && a->tokens == b->tokens);
}

static void check_session(const session *s)
{
    view *const anew = fresh(sizeof *anew);
    size_t open = 0, i;

    fold(s, anew);
    check_same(&s->view, anew);
    REQUIRE(s->messages.count == s->view.surface.count);
    for (i = 0; i < s->log.count; i++) {
        open += s->events[i].kind == PRM_EVENT_COMPACTION_START;
        open -= s->events[i].kind == PRM_EVENT_COMPACTION_END;
        REQUIRE(open <= 1);
    }
    REQUIRE(open == (s->view.state.stage != PRM_STAGE_NONE));
}

/* Whether every result comes behind its call. */
static bool is_balanced(const prm_messages *messages)
{
    size_t open = 0, i;

    for (i = 0; i < messages->count; i++) {
        const prm_block_kind kind = messages->data[i].blocks[0].kind;
        if (kind == PRM_BLOCK_RESULT && open == 0)
            return false;
        open += kind == PRM_BLOCK_CALL;
        open -= kind == PRM_BLOCK_RESULT;
    }
    return true;
}

/* ---- steps ---- */

/* Appends a message of one block, as a program does. */
static void say(session *s, prm_role role, prm_block_kind kind, size_t size)
{
    const prm_block inner = { PRM_BLOCK_TEXT, { NULL, 0 }, { memset(fresh(size), 'x', size), size }, NULL, 0 };
    const prm_block block = { kind, { "read", 4 }, inner.text, kind == PRM_BLOCK_RESULT ? &inner : NULL,
                              kind == PRM_BLOCK_RESULT };
    const prm_message message = { role, &block, 1 };
    const size_t index = s->log.count;
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = PRM_SURFACE_APPEND;
    event.message = &message;
    if (append(s, &event) != 0)
        return;
    REQUIRE(prm_compaction_observe(&s->view.state, &event, index, NULL) == PRM_OK);
    REQUIRE(prm_surface_apply(&s->view.surface, &event, NULL) == PRM_OK);
}

static int summarize(void *context, const prm_summary_request *request, prm_summary_answer *answer)
{
    session *const s = context;
    const unsigned form = take_number(s->in, 7);

    REQUIRE(request->end < s->messages.count && request->start <= request->end && request->instruction.size > 0);
    if (form == 7)
        return CODE;
    if (form == 6) {
        s->grown = true;
        say(s, PRM_ROLE_USER, PRM_BLOCK_TEXT, take_byte(s->in));
    }
    s->broken = false;    /* that was the caller's own message */
    answer->is_cut = form == 5;
    answer->text = take_missing(s->in, 40);
    return 0;
}

static prm_compactor compactor_of(session *s, const prm_compaction_config *config, const prm_meter *meter,
                                  const prm_envelope *envelope)
{
    prm_compactor c;

    memset(&c, 0, sizeof c);
    c.config = config;
    c.surface = &s->view.surface;
    c.messages = &s->messages;
    c.log = &s->log;
    c.meter = meter;
    c.envelope = envelope;
    c.window = 10 + take_byte(s->in);
    c.capacity = take_number(s->in, 7) ? BUFFER : take_byte(s->in);
    c.buffer = fresh(c.capacity);
    c.seq_capacity = take_number(s->in, 7) ? MOST_EVENTS : take_number(s->in, 7);
    c.seqs = fresh(c.seq_capacity * sizeof *c.seqs);
    c.state = s->view.state;
    return c;
}

static void compact(session *s, unsigned step)
{
    const bool balanced = is_balanced(&s->messages);
    prm_compaction_config config = prm_compaction_defaults();
    const prm_meter meter = prm_meter_make();
    const prm_envelope envelope = prm_envelope_make(1, prm_bytes(NULL, 0), prm_bytes(NULL, 0));
    prm_context_report report;
    prm_compacted compacted;
    prm_compactor c;
    prm_status status;

    config.instruction = prm_cstr("Write a checkpoint.");
    config.frame.pack = &context_pack;
    config.frame.id = CONTEXT_COMPACTION_FRAME_ID;
    config.summarize = summarize;
    config.context = s;
    REQUIRE(prm_compaction_check(&config, NULL) == PRM_OK);
    c = compactor_of(s, &config, &meter, &envelope);
    if (step == 0)
        status = prm_compaction_resume(&c, &report);
    else
        status = step == 1 ? prm_compact_overflow(&c, &compacted, &report) : prm_compact(&c, &compacted, &report);
    s->view.state = c.state;
    REQUIRE(report.status == status);
    REQUIRE(!balanced || is_balanced(&s->messages));
    REQUIRE(!s->broken || status == PRM_CALL_FAILED || status == PRM_OK);
    if (step == 0)
        REQUIRE(s->broken || c.state.stage == PRM_STAGE_NONE || status == PRM_NO_SPACE);
    else
        REQUIRE(s->broken || c.state.stage == PRM_STAGE_NONE || status == PRM_LOCKED);
    if (step > 0 && status == PRM_OK)
        REQUIRE(compacted.count == 0 || s->grown || compacted.after < compacted.before);
}

static void take_step(session *s)
{
    const unsigned step = take_number(s->in, 9);

    s->broken = s->grown = false;
    if (step <= 2)
        compact(s, step);
    else if (step == 3)
        fold(s, &s->view);
    else if (step == 4)
        say(s, PRM_ROLE_ASSISTANT, PRM_BLOCK_CALL, take_byte(s->in));
    else if (step == 5)
        say(s, PRM_ROLE_TOOL, PRM_BLOCK_RESULT, take_byte(s->in));
    else
        say(s, PRM_ROLE_USER, PRM_BLOCK_TEXT, take_byte(s->in));
}

void fuzz_target(input *in)
{
    session *const s = cleared(sizeof *s);
    unsigned steps;

    s->in = in;
    s->view.surface = prm_surface_make(s->view.nodes, NODES);
    s->messages.data = s->shown;
    s->log.append = append;
    s->log.read = read_event;
    s->log.context = s;
    for (steps = 0; steps < MOST_STEPS && in->at != in->end; steps++) {
        take_step(s);
        check_session(s);
    }
}
