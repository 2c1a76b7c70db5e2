#include "report.h"

void prm_context_begin(prm_context_report *report)
{
    if (report == NULL)
        return;
    memset(report, 0, sizeof *report);
    report->status = PRM_OK;
    report->position = SIZE_MAX;
}

prm_status prm_context_fail(prm_context_report *report, prm_status status, const char *member, const char *problem)
{
    return prm_context_differ(report, status, member, problem, 0, 0);
}

prm_status prm_context_differ(prm_context_report *report, prm_status status, const char *member, const char *problem,
                              uint64_t value, uint64_t limit)
{
    if (report == NULL)
        return status;
    prm_context_begin(report);
    report->status = status;
    report->member = member;
    report->problem = problem;
    report->value = value;
    report->limit = limit;
    return status;
}

prm_status prm_context_stopped(prm_context_report *report, const char *name, int code)
{
    (void)prm_context_fail(report, PRM_CALL_FAILED, name, "the callback returned a number other than 0");
    if (report)
        report->code = code;
    return PRM_CALL_FAILED;
}
