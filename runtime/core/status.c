#include <promptrom/status.h>

const char *prm_status_text(prm_status status)
{
    static const char phrases[][32] = {
        "fine", "the end", "not enough space", "missing value", "value too long", "value out of range",
        "too many rows", "value is not UTF-8", "value is not JSON", "row source failed", "sink failed",
        "rows must be an array", "value lies in the buffer", "sizes too big", "bad argument", "no such id",
        "damaged or foreign pack", "nested too deep"
    };

    return (size_t)status < sizeof phrases / sizeof *phrases ? phrases[status] : "unknown status";
}
