#include "registry_inside.h"

static bool lies_in(prm_text text, const char *buffer, size_t capacity)
{
    const uintptr_t at = (uintptr_t)text.data, start = (uintptr_t)buffer;

    if (text.size == 0 || capacity == 0)
        return false;
    return at < start ? start - at < text.size : at - start < capacity;
}

static bool overlaps(const prm_prompt *p, prm_list list, const char *buffer, size_t capacity)
{
    size_t i;

    for (i = 0; i < p->variable_count; i++)
        if (lies_in(p->variables[i].value, buffer, capacity))
            return true;
    for (i = 0; i < p->section_count; i++)
        if (p->sections[i].section.list == list && p->sections[i].section.source.kind != PRM_SECTION_SLOT
            && lies_in(p->sections[i].section.source.text, buffer, capacity))
            return true;
    return list == PRM_CONTEXTS && lies_in(p->registry->supersedes, buffer, capacity);
}

prm_status prm_prompt_render(const prm_prompt *prompt, prm_list list, prm_format format, char *buffer,
                             size_t capacity, prm_registry_report *report)
{
    prm_registry_report spare;
    prm_prompt_cursor cursor;
    prm_prompt_slice slice;
    prm_status status;
    size_t used = 0;

    report = report ? report : &spare;
    status = prm_prompt_open(&cursor, prompt, list, format, report);
    if (status != PRM_OK)
        return status;
    if (!buffer && capacity > 0)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    if (overlaps(prompt, list, buffer, capacity))
        return prm_registry_fail(report, PRM_OVERLAP);
    if (report->size >= capacity)
        return prm_registry_fail(report, PRM_NO_SPACE);
    while ((status = prm_prompt_next(&cursor, &slice)) == PRM_OK) {
        memcpy(buffer + used, slice.data, slice.size);
        used += slice.size;
    }
    buffer[used] = '\0';
    return status == PRM_END ? PRM_OK : prm_registry_fail(report, status);
}

prm_status prm_prompt_gather(const prm_prompt *prompt, prm_list list, prm_format format, prm_text *pieces,
                             size_t count, prm_registry_report *report)
{
    prm_registry_report spare;
    prm_prompt_cursor cursor;
    prm_prompt_slice slice;
    prm_status status;

    report = report ? report : &spare;
    status = prm_prompt_open(&cursor, prompt, list, format, report);
    if (status != PRM_OK)
        return status;
    if (!pieces && count > 0)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    for (; prm_prompt_next(&cursor, &slice) == PRM_OK; report->pieces++)
        if (report->pieces < count)
            pieces[report->pieces] = prm_bytes(slice.data, slice.size);
    return report->pieces > count ? prm_registry_fail(report, PRM_NO_SPACE) : PRM_OK;
}

prm_status prm_prompt_emit(const prm_prompt *prompt, prm_list list, prm_format format, prm_sink sink,
                           prm_registry_report *report)
{
    prm_registry_report spare;
    prm_prompt_cursor cursor;
    prm_prompt_slice slice;
    prm_status status;

    report = report ? report : &spare;
    status = prm_prompt_open(&cursor, prompt, list, format, report);
    if (status != PRM_OK)
        return status;
    if (!sink.write)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    while ((status = prm_prompt_next(&cursor, &slice)) == PRM_OK) {
        report->code = sink.write(sink.context, slice.data, slice.size);
        if (report->code != 0)
            return prm_registry_fail(report, PRM_SINK_FAILED);
    }
    return status == PRM_END ? PRM_OK : prm_registry_fail(report, status);
}
