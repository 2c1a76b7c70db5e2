/* Filling in what failed. */
#ifndef PRM_EVENT_ERROR_H
#define PRM_EVENT_ERROR_H

#include <promptrom/events.h>

/* Before anything has failed. error may be NULL here and below. */
void prm_event_begin(prm_event_error *error, const prm_descriptor *event);

/* Notes a failure and returns PRM_BAD_EVENT. member: constant text, or NULL. */
prm_status prm_event_fail(prm_event_error *error, prm_event_error_kind kind, const char *member);

/* Notes what the core could not do, and returns the report's status. */
prm_status prm_event_not_rendered(prm_event_error *error, prm_event_error_kind kind, const prm_report *report);

#endif
