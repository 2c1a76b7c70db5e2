#include <promptrom/meter.h>

#include "report.h"

prm_meter prm_meter_make(void)
{
    prm_meter meter;

    memset(&meter, 0, sizeof meter);
    return meter;
}

prm_call prm_meter_begin(const prm_envelope *envelope, uint64_t surface)
{
    prm_call call;

    call.envelope = *envelope;
    call.surface = surface;
    return call;
}

typedef struct { const char *name; uint64_t tokens; } figure;

/* Adds up the figures, each of which must be a price. Sixteen of them cannot wrap. */
static prm_status add(const figure *figures, size_t count, uint64_t *sum, prm_context_report *report)
{
    size_t i;

    *sum = 0;
    for (i = 0; i < count; i++) {
        if (figures[i].tokens > PRM_TOKENS_MAX)
            return prm_context_differ(report, PRM_TOO_BIG, figures[i].name, "no call takes so many tokens",
                                      figures[i].tokens, PRM_TOKENS_MAX);
        *sum += figures[i].tokens;
    }
    return PRM_OK;
}

prm_status prm_meter_succeed(prm_meter *meter, const prm_call *call, const prm_usage *usage, uint64_t output,
                             prm_context_report *report)
{
    const figure used[] = {
        { "input", usage->input }, { "cache_read", usage->cache_read },
        { "cache_write", usage->cache_write }, { "output", usage->output }
    };
    const figure priced[] = {
        { "output", output }, { "surface", call->surface }, { "envelope", call->envelope.tokens }
    };
    uint64_t anchor, price;
    prm_status status;

    prm_context_begin(report);
    status = add(used, sizeof used / sizeof *used, &anchor, report);
    if (status == PRM_OK)
        status = add(priced, sizeof priced / sizeof *priced, &price, report);
    if (status != PRM_OK)
        return status;
    meter->fingerprint = call->envelope.fingerprint;
    meter->anchor = anchor;
    meter->surface = call->surface + output;
    meter->anchored = anchor >= price;
    return PRM_OK;
}

uint64_t prm_meter_total(const prm_meter *meter, const prm_envelope *envelope, uint64_t surface)
{
    uint64_t less;

    if (!meter->anchored || meter->fingerprint != envelope->fingerprint)
        return envelope->tokens + surface;
    if (surface >= meter->surface)
        return meter->anchor + (surface - meter->surface);
    less = meter->surface - surface;
    return meter->anchor > less ? meter->anchor - less : 0;
}
