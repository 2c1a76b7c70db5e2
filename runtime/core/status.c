#include <promptrom/status.h>

const char *prm_status_text(prm_status status)
{
    static const char phrases[][32] = {
        "fine", "the end", "not enough space", "missing value", "value too long", "value out of range",
        "too many rows", "value is not UTF-8", "value is not JSON", "row source failed", "sink failed",
        "rows must be an array", "value lies in the buffer", "sizes too big", "bad argument", "no such id",
        "damaged or foreign pack", "nested too deep"
    };
    static const char context_phrases[][24] = {
        "bad configuration", "a callback failed", "corrupt log", "summary refused", "compaction not ended",
        "not enough gained"
    };
    static const char prompt_phrases[][24] = { "missing content", "event not compiled" };
    static const char registry_phrases[][24] = {
        "array full", "name taken", "bad name", "order not finite", "bad scope", "not registered",
        "placeholder is no text", "malformed placeholder", "unknown variable", "two complete sections",
        "bad order of tools", "unknown tool", "reserved name", "registry has changed"
    };
    static const char startup_phrases[][16] = { "bad overlay", "no memory" };
    const size_t number = (size_t)status, behind = number - PRM_BAD_CONFIG, last = number - PRM_NO_CONTENT;
    const size_t registry = number - PRM_FULL, startup = number - PRM_BAD_OVERLAY;

    if (number < sizeof phrases / sizeof *phrases)
        return phrases[number];
    if (behind < sizeof context_phrases / sizeof *context_phrases)
        return context_phrases[behind];
    if (last < sizeof prompt_phrases / sizeof *prompt_phrases)
        return prompt_phrases[last];
    if (registry < sizeof registry_phrases / sizeof *registry_phrases)
        return registry_phrases[registry];
    return startup < sizeof startup_phrases / sizeof *startup_phrases ? startup_phrases[startup] : "unknown status";
}
