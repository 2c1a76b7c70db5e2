#include <promptrom/compaction.h>
#include <promptrom/utf8.h>

#include "report.h"

/* ---- events ---- */

static prm_event event_of(const prm_compactor *c, prm_event_kind kind)
{
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = kind;
    event.op = PRM_SURFACE_NONE;
    event.start = c->state.start;
    event.end = c->state.end;
    event.tokens = c->state.tokens;
    return event;
}

/* Appends an event to the log and has it take effect here. */
static prm_status append(prm_compactor *c, prm_event *event, prm_context_report *report)
{
    const size_t index = c->log->count;
    const int code = c->log->append(c->log->context, event);
    prm_status status;

    if (code != 0)
        return prm_context_stopped(report, "append", code);
    status = prm_compaction_observe(&c->state, event, index, report);
    return status == PRM_OK ? prm_surface_apply(c->surface, event, report) : status;
}

static prm_status append_start(prm_compactor *c, size_t keep, prm_context_report *report)
{
    prm_event event = event_of(c, PRM_EVENT_COMPACTION_START);

    event.start = 0;
    event.end = keep - 1;
    event.tokens = prm_surface_range(c->surface, 0, keep - 1);
    return append(c, &event, report);
}

static prm_status append_summary(prm_compactor *c, const prm_message *message, prm_context_report *report)
{
    prm_event event = event_of(c, PRM_EVENT_COMPACTION_SUMMARY);
    size_t position;

    for (position = event.start; position <= event.end; position++)
        c->seqs[position - event.start] = prm_surface_at(c->surface, position)->seq;
    event.sources = c->seqs;
    event.source_count = event.end - event.start + 1;
    event.message = message;
    return append(c, &event, report);
}

static prm_status append_message(prm_compactor *c, const prm_message *message, prm_context_report *report)
{
    prm_event event = event_of(c, PRM_EVENT_MESSAGE);

    event.op = PRM_SURFACE_REPLACE;
    event.message = message;
    event.sources = &c->state.summary_seq;
    event.source_count = 1;
    event.tokens = 0;
    return append(c, &event, report);
}

/* Whatever came of it. */
static prm_status append_end(prm_compactor *c, prm_context_report *report)
{
    prm_event event = event_of(c, PRM_EVENT_COMPACTION_END);

    if (c->state.stage == PRM_STAGE_REPLACED) {
        event.sources = &c->state.message_seq;
        event.source_count = 1;
    }
    return append(c, &event, report);
}

/* Closes what has come to nothing, for a reason that is in the report already. */
static prm_status give_up(prm_compactor *c, prm_status reason, prm_context_report *report)
{
    prm_context_report second;
    const prm_status status = append_end(c, &second);

    if (status != PRM_OK && report)
        *report = second;
    return status != PRM_OK ? status : reason;
}

/* ---- the message that replaces the range ---- */

static prm_message message_of(prm_block *block, prm_text text)
{
    prm_message message;

    memset(block, 0, sizeof *block);
    block->kind = PRM_BLOCK_TEXT;
    block->text = text;
    message.role = PRM_ROLE_USER;
    message.blocks = block;
    message.count = 1;
    return message;
}

static prm_status ask(const prm_compactor *c, prm_text *summary, prm_context_report *report)
{
    prm_summary_request request;
    prm_summary_answer answer;
    int code;

    memset(&answer, 0, sizeof answer);
    request.start = c->state.start;
    request.end = c->state.end;
    request.instruction = c->config->instruction;
    request.max_tokens = PRM_SUMMARY_TOKENS;
    code = c->config->summarize(c->config->context, &request, &answer);
    if (code != 0)
        return prm_context_stopped(report, "summarize", code);
    if (answer.is_cut)
        return prm_context_fail(report, PRM_REFUSED, "answer", "the summary was cut");
    if (answer.text.data == NULL || prm_trim(answer.text).size == 0)
        return prm_context_fail(report, PRM_REFUSED, "answer", "the summary is empty");
    *summary = answer.text;
    return PRM_OK;
}

/* The summary in its frame, in the caller's buffer. */
static prm_status frame(const prm_compactor *c, prm_text summary, prm_text *framed, prm_context_report *report)
{
    const prm_slot *const slot = &c->config->frame;
    prm_compaction_frame args;
    prm_report facts;
    prm_status status;

    args.summary = summary;
    status = prm_render(slot->pack, slot->id, &args, PRM_TEXT, c->buffer, c->capacity, &facts);
    if (status == PRM_NO_SPACE)
        return prm_context_differ(report, status, "capacity", "the buffer is too small for the message", facts.size,
                                  c->capacity);
    if (status != PRM_OK)
        return prm_context_fail(report, status, "frame", prm_status_text(status));
    *framed = prm_bytes(c->buffer, facts.size);
    return PRM_OK;
}

/* The callback may have said so much to the surface as a message at its end, and nothing else. */
static prm_status check_range(const prm_compactor *c, prm_context_report *report)
{
    if (c->state.end < c->surface->count
        && prm_surface_range(c->surface, c->state.start, c->state.end) == c->state.tokens)
        return PRM_OK;
    return prm_context_fail(report, PRM_BAD_LOG, "surface", "it has changed while a compaction had it locked");
}

static prm_status check_gain(const prm_compactor *c, const prm_message *message, prm_context_report *report)
{
    const uint64_t price = prm_price_message(message);

    if (price < c->state.tokens)
        return PRM_OK;
    return prm_context_differ(report, PRM_REFUSED, "answer", "the summary costs no less than what it replaces", price,
                              c->state.tokens);
}

/* ---- one compaction ---- */

static prm_status replace(prm_compactor *c, const prm_message *message, prm_context_report *report)
{
    const prm_status status = append_message(c, message, report);

    return status == PRM_OK ? append_end(c, report) : status;
}

/* From the start on: one end follows in any case. */
static prm_status summarize(prm_compactor *c, prm_context_report *report)
{
    prm_text text = prm_bytes(NULL, 0);
    prm_message message;
    prm_block block;
    prm_status status = ask(c, &text, report);

    if (status == PRM_OK)
        status = check_range(c, report);
    if (status == PRM_OK)
        status = frame(c, text, &text, report);
    message = message_of(&block, text);
    if (status == PRM_OK)
        status = check_gain(c, &message, report);
    if (status != PRM_OK)
        return give_up(c, status, report);
    status = append_summary(c, &message, report);
    return status == PRM_OK ? replace(c, &message, report) : status;
}

static prm_status check_unlocked(const prm_compactor *c, prm_context_report *report)
{
    if (c->state.stage == PRM_STAGE_NONE)
        return PRM_OK;
    return prm_context_fail(report, PRM_LOCKED, "state", "a compaction has not ended");
}

/* Compacts all but what is to be retained; *done = false: there is nothing to compact. */
static prm_status compact_once(prm_compactor *c, uint64_t retain, bool *done, prm_context_report *report)
{
    size_t keep;
    prm_status status = prm_compaction_cut(c->messages, c->surface, retain, &keep, report);

    *done = false;
    if (status != PRM_OK || keep == 0)
        return status;
    if (keep > c->seq_capacity)
        return prm_context_differ(report, PRM_NO_SPACE, "seq_capacity", "there is no room for the seqs of the range",
                                  keep, c->seq_capacity);
    status = append_start(c, keep, report);
    if (status == PRM_OK)
        status = summarize(c, report);
    *done = status == PRM_OK;
    return status;
}

/* ---- when ---- */

static uint64_t total_of(const prm_compactor *c)
{
    return prm_meter_total(c->meter, c->envelope, c->surface->tokens);
}

static prm_status begin(const prm_compactor *c, prm_compacted *compacted, prm_context_report *report)
{
    prm_context_begin(report);
    memset(compacted, 0, sizeof *compacted);
    compacted->before = total_of(c);
    compacted->after = compacted->before;
    return check_unlocked(c, report);
}

static prm_status prune(const prm_compactor *c, prm_compacted *compacted, prm_context_report *report)
{
    int code;

    if (c->config->prune == NULL)
        return PRM_OK;
    code = c->config->prune(c->config->context);
    if (code != 0)
        return prm_context_stopped(report, "prune", code);
    compacted->pruned = true;
    compacted->after = total_of(c);
    return check_unlocked(c, report);
}

static prm_status compact_and_count(prm_compactor *c, uint64_t retain, prm_compacted *compacted, bool *done,
                                    prm_context_report *report)
{
    const prm_status status = compact_once(c, retain, done, report);

    compacted->count += *done;
    compacted->after = total_of(c);
    return status;
}

prm_status prm_compact(prm_compactor *c, prm_compacted *compacted, prm_context_report *report)
{
    prm_compaction_limits limits;
    bool done = true;
    prm_status status = begin(c, compacted, report);

    if (status == PRM_OK)
        status = prm_compaction_limits_of(c->config, c->window, &limits, report);
    if (status != PRM_OK || compacted->after < limits.threshold)
        return status;
    status = prune(c, compacted, report);
    while (status == PRM_OK && done && compacted->count < 2 && compacted->after >= limits.threshold)
        status = compact_and_count(c, limits.retain, compacted, &done, report);
    if (status != PRM_OK || compacted->count == 0 || compacted->after < limits.threshold)
        return status;
    return prm_context_differ(report, PRM_STILL_FULL, "threshold", "not enough was gained", compacted->after,
                              limits.threshold);
}

prm_status prm_compact_overflow(prm_compactor *c, prm_compacted *compacted, prm_context_report *report)
{
    bool done;
    prm_status status = begin(c, compacted, report);

    if (status != PRM_OK)
        return status;
    if (c->state.overflowed)
        return prm_context_fail(report, PRM_STILL_FULL, "state", "an overflow has been answered just before");
    status = prune(c, compacted, report);
    if (status != PRM_OK)
        return status;
    status = compact_and_count(c, 0, compacted, &done, report);
    c->state.overflowed = done;
    if (status == PRM_OK && !done)
        return prm_context_fail(report, PRM_STILL_FULL, "messages", "there is nothing to compact");
    return status;
}

/* ---- after a crash ---- */

/* Whether the range on the surface is still the one that the summary shadows. */
static bool is_unchanged(const prm_compactor *c, const prm_event *summary)
{
    const size_t count = summary->end - summary->start + 1;
    size_t i;

    if (summary->end >= c->surface->count || summary->start > summary->end || summary->source_count != count)
        return false;
    for (i = 0; i < count; i++)
        if (prm_surface_at(c->surface, summary->start + i)->seq != summary->sources[i])
            return false;
    return true;
}

/* The event of the summary, as the log has kept it. */
static prm_status read_summary(const prm_compactor *c, prm_event *event, prm_context_report *report)
{
    const int code = c->log->read(c->log->context, c->state.summary_index, event);

    if (code != 0)
        return prm_context_stopped(report, "read", code);
    if (event->kind != PRM_EVENT_COMPACTION_SUMMARY || event->seq != c->state.summary_seq
        || event->start != c->state.start || event->end != c->state.end || !is_unchanged(c, event))
        return prm_context_differ(report, PRM_BAD_LOG, "event", "the summary is not that of the range on the surface",
                                  event->seq, c->state.summary_seq);
    return PRM_OK;
}

/* Copies the text of the message, since what the log has read does not outlive its next call. */
static prm_status keep_text(const prm_compactor *c, const prm_event *event, prm_text *text,
                            prm_context_report *report)
{
    const prm_message *const message = event->message;

    if (message == NULL || message->count != 1 || message->blocks[0].kind != PRM_BLOCK_TEXT
        || message->blocks[0].text.size == 0)
        return PRM_OK;
    *text = message->blocks[0].text;
    if (text->size > c->capacity)
        return prm_context_differ(report, PRM_NO_SPACE, "capacity", "the buffer is too small for the message",
                                  text->size, c->capacity);
    memmove(c->buffer, text->data, text->size);
    text->data = c->buffer;
    return PRM_OK;
}

static prm_status complete(prm_compactor *c, prm_context_report *report)
{
    prm_text text = prm_bytes(NULL, 0);
    prm_message message;
    prm_block block;
    prm_event event;
    prm_status status;

    memset(&event, 0, sizeof event);
    status = read_summary(c, &event, report);
    if (status == PRM_OK)
        status = keep_text(c, &event, &text, report);
    if (status != PRM_OK)
        return status;
    message = message_of(&block, text);
    return text.data ? replace(c, &message, report) : append_end(c, report);
}

prm_status prm_compaction_resume(prm_compactor *c, prm_context_report *report)
{
    prm_context_begin(report);
    switch (c->state.stage) {
    case PRM_STAGE_NONE:       return PRM_OK;
    case PRM_STAGE_SUMMARIZED: return complete(c, report);
    default:                   return append_end(c, report);
    }
}
