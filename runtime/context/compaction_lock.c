#include <promptrom/compaction.h>

#include "report.h"

static prm_status bad_log(const prm_event *event, const char *problem, prm_context_report *report)
{
    return prm_context_differ(report, PRM_BAD_LOG, "event", problem, event->seq, 0);
}

static bool is_of_range(const prm_compaction_state *state, const prm_event *event)
{
    return event->start == state->start && event->end == state->end;
}

static bool derives_from(const prm_event *event, uint64_t seq)
{
    return event->source_count == 1 && event->sources[0] == seq;
}

static prm_status observe_start(prm_compaction_state *state, const prm_event *event, prm_context_report *report)
{
    if (state->stage != PRM_STAGE_NONE)
        return bad_log(event, "a compaction starts before the one before has ended", report);
    state->stage = PRM_STAGE_STARTED;
    state->start = event->start;
    state->end = event->end;
    state->tokens = event->tokens;
    return PRM_OK;
}

static prm_status observe_summary(prm_compaction_state *state, const prm_event *event, size_t index,
                                  prm_context_report *report)
{
    if (state->stage != PRM_STAGE_STARTED || !is_of_range(state, event))
        return bad_log(event, "a summary without the start of its compaction", report);
    state->stage = PRM_STAGE_SUMMARIZED;
    state->summary_index = index;
    state->summary_seq = event->seq;
    return PRM_OK;
}

static prm_status observe_message(prm_compaction_state *state, const prm_event *event, prm_context_report *report)
{
    if (state->stage == PRM_STAGE_NONE || event->op != PRM_SURFACE_REPLACE)
        return PRM_OK;
    if (state->stage != PRM_STAGE_SUMMARIZED || !is_of_range(state, event)
        || !derives_from(event, state->summary_seq))
        return bad_log(event, "the surface changes while a compaction has it locked", report);
    state->stage = PRM_STAGE_REPLACED;
    state->message_seq = event->seq;
    return PRM_OK;
}

static prm_status observe_end(prm_compaction_state *state, const prm_event *event, prm_context_report *report)
{
    if (state->stage == PRM_STAGE_NONE)
        return bad_log(event, "a compaction ends that has not started", report);
    if (state->stage == PRM_STAGE_REPLACED ? !derives_from(event, state->message_seq) : event->source_count != 0)
        return bad_log(event, "the end of a compaction does not say what came of it", report);
    state->stage = PRM_STAGE_NONE;
    return PRM_OK;
}

prm_status prm_compaction_observe(prm_compaction_state *state, const prm_event *event, size_t index,
                                  prm_context_report *report)
{
    prm_context_begin(report);
    switch (event->kind) {
    case PRM_EVENT_COMPACTION_START:   return observe_start(state, event, report);
    case PRM_EVENT_COMPACTION_SUMMARY: return observe_summary(state, event, index, report);
    case PRM_EVENT_COMPACTION_END:     return observe_end(state, event, report);
    case PRM_EVENT_MESSAGE:            return observe_message(state, event, report);
    case PRM_EVENT_FOREIGN:
    default:                           return PRM_OK;
    }
}

void prm_compaction_succeeded(prm_compaction_state *state)
{
    state->overflowed = false;
}
