#include "session.h"

#include <stdlib.h>

#include "fail.h"

/* ---- memory ---- */

void *session_take(session *s, size_t size)
{
    const size_t unit = sizeof(uint64_t), rounded = (size + unit - 1) / unit * unit;
    char *const taken = s->memory.data + s->memory.used;

    if (rounded > s->memory.size - s->memory.used)
        fail("the memory for the log is full");
    s->memory.used += rounded;
    return taken;
}

static void *keep(session *s, const void *data, size_t size)
{
    return size == 0 ? session_take(s, 0) : memcpy(session_take(s, size), data, size);
}

static prm_text keep_text(session *s, prm_text text)
{
    return text.data ? prm_bytes(keep(s, text.data, text.size), text.size) : text;
}

static const prm_block *keep_leaves(session *s, const prm_block *blocks, size_t count)
{
    prm_block *const kept = keep(s, blocks, count * sizeof *blocks);
    size_t i;

    for (i = 0; i < count; i++) {
        kept[i].name = keep_text(s, blocks[i].name);
        kept[i].text = keep_text(s, blocks[i].text);
    }
    return kept;
}

static const prm_block *keep_blocks(session *s, const prm_block *blocks, size_t count)
{
    prm_block *const kept = keep(s, keep_leaves(s, blocks, count), count * sizeof *blocks);
    size_t i;

    for (i = 0; i < count; i++)
        if (blocks[i].kind == PRM_BLOCK_RESULT)
            kept[i].content = keep_leaves(s, blocks[i].content, blocks[i].count);
    return kept;
}

/* ---- folding: what is shown, then what that costs ---- */

static void show(session *s, const prm_event *event)
{
    if (event->op == PRM_SURFACE_APPEND) {
        if (s->messages.count == SHOWN)
            fail("there are too many messages");
        s->shown[s->messages.count++] = *event->message;
    }
    if (event->op == PRM_SURFACE_REPLACE) {
        const size_t behind = s->messages.count - event->end - 1;
        s->shown[event->start] = *event->message;
        memmove(s->shown + event->start + 1, s->shown + event->end + 1, behind * sizeof *s->shown);
        s->messages.count = event->start + 1 + behind;
    }
}

static void meter(session *s, const record *r)
{
    prm_context_report report;

    if (r->event.kind == PRM_EVENT_MESSAGE && r->message.role == PRM_ROLE_ASSISTANT) {
        s->sent = s->surface.tokens;
        s->answer = prm_price_message(&r->message);
    }
    if (r->event.kind == PRM_EVENT_FOREIGN) {
        const prm_call call = prm_meter_begin(&s->envelope, s->sent);
        require(prm_meter_succeed(&s->meter, &call, &r->usage, s->answer, &report), "prm_meter_succeed", &report);
        prm_compaction_succeeded(&s->compactor.state);
    }
}

/* What the library does itself with the events that it appends. */
static void fold(session *s, size_t index)
{
    const record *const r = &s->records[index];
    prm_context_report report;

    meter(s, r);
    require(prm_compaction_observe(&s->compactor.state, &r->event, index, &report), "prm_compaction_observe",
            &report);
    require(prm_surface_apply(&s->surface, &r->event, &report), "prm_surface_apply", &report);
}

/* ---- the log, as the library sees it ---- */

/* Whether the recording says that this event of a compaction was the last one of the process. */
static bool is_last(const session *s, const prm_event *event)
{
    if (event->kind != s->last_event)
        return false;
    return event->kind != PRM_EVENT_MESSAGE || s->compactor.state.stage == PRM_STAGE_SUMMARIZED;
}

static void note(session *s, const prm_event *event)
{
    const size_t count = event->end - event->start + 1;
    const uint64_t before = s->compactor.state.tokens;

    switch (event->kind) {
    case PRM_EVENT_COMPACTION_START:
        table_row(&s->table, event->seq, "start", 0, "compaction of messages %zu to %zu, %llu tokens", event->start,
                  event->end, (unsigned long long)event->tokens);
        break;
    case PRM_EVENT_COMPACTION_SUMMARY:
        table_row(&s->table, event->seq, "summary", 0, "of %zu messages, in the log alone", count);
        break;
    case PRM_EVENT_MESSAGE:
        if (s->compactor.state.stage == PRM_STAGE_SUMMARIZED)
            table_row(&s->table, event->seq, "message", (int64_t)prm_price_message(event->message) - (int64_t)before,
                      "takes the place of %zu messages", count);
        break;
    case PRM_EVENT_COMPACTION_END:
        table_row(&s->table, event->seq, "end", 0,
                  event->source_count > 0 ? "done" : "came to nothing: no summary");
        break;
    case PRM_EVENT_FOREIGN:
        break;
    }
}

static int append(void *context, prm_event *event)
{
    session *const s = context;
    record *const r = &s->records[s->log.count];

    if (s->crashed)
        return CRASHED;
    if (s->log.count == EVENTS)
        fail("there are too many events");
    session_settle(s);
    event->seq = ++s->log.count;
    memset(r, 0, sizeof *r);
    r->event = *event;
    r->event.sources = keep(s, event->sources, event->source_count * sizeof *event->sources);
    if (event->message) {
        r->message = *event->message;
        r->message.blocks = keep_blocks(s, event->message->blocks, event->message->count);
        r->event.message = &r->message;
    }
    show(s, &r->event);
    note(s, event);
    s->crashed = is_last(s, event);
    return 0;
}

static int read(void *context, size_t index, prm_event *event)
{
    const session *const s = context;

    *event = s->records[index].event;
    return 0;
}

/* ---- from outside ---- */

/* Nothing has been folded yet. */
static void forget(session *s)
{
    s->crashed = false;
    s->last_event = 0;
    s->messages.count = 0;
    s->surface = prm_surface_make(s->nodes, sizeof s->nodes / sizeof *s->nodes);
    s->meter = prm_meter_make();
    memset(&s->compactor.state, 0, sizeof s->compactor.state);
}

void session_begin(session *s, size_t room, const prm_compaction_config *config, uint64_t window)
{
    prm_compactor *const c = &s->compactor;

    memset(s, 0, sizeof *s);
    s->memory.data = malloc(room);
    s->memory.size = room;
    if (s->memory.data == NULL)
        fail("there is not enough memory");
    s->log.append = append;
    s->log.read = read;
    s->log.context = s;
    s->messages.data = s->shown;
    c->config = config;
    c->surface = &s->surface;
    c->messages = &s->messages;
    c->log = &s->log;
    c->meter = &s->meter;
    c->envelope = &s->envelope;
    c->window = window;
    c->buffer = s->buffer;
    c->capacity = sizeof s->buffer;
    c->seqs = s->seqs;
    c->seq_capacity = SHOWN;
    forget(s);
}

void session_end(session *s)
{
    session_settle(s);
    free(s->memory.data);
}

void session_append(session *s, prm_event *event)
{
    if (append(s, event) != 0)
        fail("the log takes no more events");
    fold(s, s->log.count - 1);
}

void session_say(session *s, prm_role role, const prm_block *blocks, size_t count)
{
    prm_message message;
    prm_event event;

    message.role = role;
    message.blocks = blocks;
    message.count = count;
    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = PRM_SURFACE_APPEND;
    event.message = &message;
    session_append(s, &event);
}

void session_used(session *s, const prm_usage *usage)
{
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_FOREIGN;
    if (append(s, &event) != 0)
        fail("the log takes no more events");
    s->records[s->log.count - 1].usage = *usage;
    fold(s, s->log.count - 1);
}

void session_restart(session *s)
{
    prm_context_report report;
    size_t i;

    forget(s);
    for (i = 0; i < s->log.count; i++) {
        show(s, &s->records[i].event);
        fold(s, i);
    }
    table_row(&s->table, s->log.count, "restart", 0, "the log is folded anew, the lock found");
    require(prm_compaction_resume(&s->compactor, &report), "prm_compaction_resume", &report);
}

uint64_t session_total(const session *s)
{
    return prm_meter_total(&s->meter, &s->envelope, s->surface.tokens);
}

void session_settle(session *s)
{
    table_settle(&s->table, session_total(s), s->meter.anchored);
}
