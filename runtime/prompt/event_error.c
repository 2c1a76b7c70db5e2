#include "event_error.h"

void prm_event_begin(prm_event_error *error, const prm_descriptor *event)
{
    if (error == NULL)
        return;
    memset(error, 0, sizeof *error);
    error->event_type = event->event_type;
    error->event_id = event->event_id;
    error->failure = prm_failure_class_of(event->event_type);
}

prm_status prm_event_fail(prm_event_error *error, prm_event_error_kind kind, const char *member)
{
    if (error != NULL) {
        error->kind = kind;
        error->member = member;
    }
    return PRM_BAD_EVENT;
}

prm_status prm_event_not_rendered(prm_event_error *error, prm_event_error_kind kind, const prm_report *report)
{
    (void)prm_event_fail(error, kind, NULL);
    if (error != NULL)
        error->report = *report;
    return report->status;
}
