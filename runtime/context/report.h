/* Filling in reports. */
#ifndef PRM_CONTEXT_REPORT_H
#define PRM_CONTEXT_REPORT_H

#include <promptrom/context.h>

/* What a report says before anything has happened. */
void prm_context_begin(prm_context_report *report);

/* Notes an error and returns it. member and problem: constant text, or NULL. */
prm_status prm_context_fail(prm_context_report *report, prm_status status, const char *member, const char *problem);

/* The same with the two numbers that disagree. */
prm_status prm_context_differ(prm_context_report *report, prm_status status, const char *member, const char *problem,
                              uint64_t value, uint64_t limit);

/* A callback called name returned code, which is not 0. */
prm_status prm_context_stopped(prm_context_report *report, const char *name, int code);

#endif
