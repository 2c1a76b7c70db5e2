/* What an example does when it cannot go on. */
#ifndef FAIL_H
#define FAIL_H

#include <promptrom/context.h>

/* Says why, as printf() does, and ends the program with 1. */
void fail(const char *format, ...);

/* The same about a call of the library, unless its status is PRM_OK. */
void require(prm_status status, const char *call, const prm_context_report *report);

#endif
