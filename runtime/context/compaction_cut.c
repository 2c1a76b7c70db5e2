#include <promptrom/compaction.h>

#include "report.h"

/* The first of the latest messages that together cost what is to be retained. */
static size_t first_retained(const prm_surface *surface, uint64_t retain)
{
    uint64_t tokens = 0;
    size_t position = surface->count;

    while (position > 0 && tokens < retain)
        tokens += prm_surface_at(surface, --position)->tokens;
    return position;
}

/* Calls without a result, after the blocks of one more message. False: a result comes without a call. */
static bool count_open(const prm_message *message, size_t *open)
{
    size_t i;

    for (i = 0; i < message->count; i++) {
        if (message->blocks[i].kind == PRM_BLOCK_CALL)
            ++*open;
        if (message->blocks[i].kind != PRM_BLOCK_RESULT)
            continue;
        if (*open == 0)
            return false;
        --*open;
    }
    return true;
}

/* The last place up to `to` where every call before it has its result. */
static prm_status last_balanced(const prm_messages *messages, size_t to, size_t *place, prm_context_report *report)
{
    size_t open = 0, position;

    *place = 0;
    for (position = 0; position < to; position++) {
        prm_message message;
        const prm_status status = prm_message_at(messages, position, &message, report);
        if (status != PRM_OK)
            return status;
        if (!count_open(&message, &open)) {
            (void)prm_context_fail(report, PRM_BAD_LOG, "messages", "a result of a tool has no call before it");
            if (report)
                report->position = position;
            return PRM_BAD_LOG;
        }
        if (open == 0)
            *place = position + 1;
    }
    return PRM_OK;
}

prm_status prm_compaction_cut(const prm_messages *messages, const prm_surface *surface, uint64_t retain, size_t *keep,
                              prm_context_report *report)
{
    prm_context_begin(report);
    *keep = 0;
    if (messages->count != surface->count)
        return prm_context_differ(report, PRM_BAD_LOG, "messages", "there are not as many as nodes on the surface",
                                  messages->count, surface->count);
    return last_balanced(messages, first_retained(surface, retain), keep, report);
}
