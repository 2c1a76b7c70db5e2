#include "report.h"

prm_status prm_message_at(const prm_messages *messages, size_t position, prm_message *message,
                          prm_context_report *report)
{
    int code;

    prm_context_begin(report);
    if (messages->source == NULL) {
        *message = messages->data[position];
        return PRM_OK;
    }
    memset(message, 0, sizeof *message);
    code = messages->source(messages->context, position, message);
    if (code == 0)
        return PRM_OK;
    (void)prm_context_stopped(report, "source", code);
    if (report)
        report->position = position;
    return PRM_CALL_FAILED;
}
