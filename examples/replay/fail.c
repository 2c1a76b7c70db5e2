#include "fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void fail(const char *format, ...)
{
    va_list values;

    (void)fflush(stdout);
    va_start(values, format);
    (void)fputs("replay: ", stderr);
    (void)vfprintf(stderr, format, values);
    (void)fputc('\n', stderr);
    va_end(values);
    exit(1);
}

void require(prm_status status, const char *call, const prm_context_report *report)
{
    if (status == PRM_OK)
        return;
    fail("%s: %s: %s: %s", call, prm_status_text(status), report->member ? report->member : "-",
         report->problem ? report->problem : "-");
}
