#include <promptrom/compaction.h>

#include "ratio.h"
#include "report.h"

#define RETAIN_RATIO 0.16

prm_compaction_config prm_compaction_defaults(void)
{
    prm_compaction_config config;

    memset(&config, 0, sizeof config);
    config.threshold_ratio = 0.8;
    return config;
}

static bool is_given(double ratio)
{
    const double none = 0;

    return memcmp(&ratio, &none, sizeof ratio) != 0;
}

static double retain_ratio(const prm_compaction_config *config)
{
    return is_given(config->retain_ratio) ? config->retain_ratio : RETAIN_RATIO;
}

static prm_status check_ratios(const prm_compaction_config *config, prm_context_report *report)
{
    static const char bounds[] = "a ratio is above 0 and at most 1";

    if (!prm_ratio_is_sound(config->threshold_ratio))
        return prm_context_fail(report, PRM_BAD_CONFIG, "threshold_ratio", bounds);
    if (is_given(config->retain_ratio) && config->retain_tokens > 0)
        return prm_context_fail(report, PRM_BAD_CONFIG, "retain_tokens", "retain_ratio is given as well");
    if (config->retain_tokens > 0)
        return PRM_OK;
    if (!prm_ratio_is_sound(retain_ratio(config)))
        return prm_context_fail(report, PRM_BAD_CONFIG, "retain_ratio", bounds);
    if (!prm_ratio_is_less(retain_ratio(config), config->threshold_ratio))
        return prm_context_fail(report, PRM_BAD_CONFIG, "retain_ratio", "it is not below threshold_ratio");
    return PRM_OK;
}

prm_status prm_compaction_check(const prm_compaction_config *config, prm_context_report *report)
{
    prm_member member;    /* no table: it would hold a pointer, which is no read-only data under -fPIC */
    prm_status status;

    prm_context_begin(report);
    status = check_ratios(config, report);
    if (status != PRM_OK)
        return status;
    if (config->instruction.data == NULL || config->instruction.size == 0)
        return prm_context_fail(report, PRM_BAD_CONFIG, "instruction", "there is none");
    if (config->summarize == NULL)
        return prm_context_fail(report, PRM_BAD_CONFIG, "summarize", "there is none");
    member.name = "summary";
    member.offset = offsetof(prm_compaction_frame, summary);
    member.is_integer = false;
    return prm_slot_check(config->frame, &member, 1, "frame", report);
}

prm_status prm_compaction_limits_of(const prm_compaction_config *config, uint64_t window,
                                    prm_compaction_limits *limits, prm_context_report *report)
{
    prm_context_begin(report);
    if (window > PRM_RATIO_WHOLE_MAX)
        return prm_context_differ(report, PRM_BAD_CONFIG, "window", "no window has so many tokens", window,
                                  PRM_RATIO_WHOLE_MAX);
    limits->threshold = prm_ratio_of(config->threshold_ratio, window);
    limits->retain = config->retain_tokens > 0 ? config->retain_tokens : prm_ratio_of(retain_ratio(config), window);
    if (limits->retain >= limits->threshold)
        return prm_context_differ(report, PRM_BAD_CONFIG, "window",
                                  "what is retained of it is not below the threshold", limits->retain,
                                  limits->threshold);
    return PRM_OK;
}
