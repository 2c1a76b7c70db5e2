#include "registry_inside.h"

#include "../core/json.h"

static bool lies_in(prm_text text, const char *buffer, size_t capacity)
{
    const uintptr_t at = (uintptr_t)text.data, start = (uintptr_t)buffer;

    if (text.size == 0 || capacity == 0)
        return false;
    return at < start ? start - at < text.size : at - start < capacity;
}

static bool overlaps(const prm_prompt *p, prm_list list, const char *buffer, size_t capacity)
{
    const prm_text arguments = prm_bytes((const char *)p->arguments, p->argument_count * sizeof *p->arguments);
    size_t i;

    for (i = 0; i < p->variable_count; i++)
        if (lies_in(p->variables[i].value, buffer, capacity))
            return true;
    for (i = 0; i < p->section_count; i++)
        if (p->sections[i].section.list == list && p->sections[i].section.source.kind != PRM_SECTION_SLOT
            && lies_in(p->sections[i].section.source.text, buffer, capacity))
            return true;
    return lies_in(arguments, buffer, capacity)
           || (list == PRM_CONTEXTS && lies_in(p->registry->supersedes, buffer, capacity));
}

/* ---- into a buffer: all that is measured fits ---- */

static char *copy_text(char *to, prm_text text, prm_format format)
{
    if (prm_escapes(format))
        return prm_json_copy(to, text.data, text.size);
    if (text.size > 0)
        memcpy(to, text.data, text.size);
    return to + text.size;
}

static prm_status copy_pieces(const prm_prompt *p, const prm_prompt_section *section, prm_format format, char **to)
{
    prm_prompt_place place;
    prm_text piece;
    prm_status status;
    bool value;

    prm_place_start(p, section, &place);
    while ((status = prm_place_next(p, section, &place, &piece, &value)) == PRM_OK)
        *to = copy_text(*to, piece, format);
    return status == PRM_END ? PRM_OK : status;
}

static prm_status copy_section(const prm_prompt *p, const prm_prompt_section *section, prm_format format, char **to,
                               const char *end)
{
    const prm_section_source *const source = &section->section.source;
    char *const usual = format == PRM_TEXT ? prm_usual_copy(p, section, *to) : NULL;
    prm_report core;
    prm_status status;

    if (usual) {
        *to = usual;
        return PRM_OK;
    }
    if (source->kind != PRM_SECTION_SLOT)
        return copy_pieces(p, section, format, to);
    status = prm_render(source->pack, source->id, section->arguments, format, *to, (size_t)(end - *to) + 1, &core);
    *to += status == PRM_OK ? core.size : 0;
    return status;
}

/* From buffer to end, where the NUL stands. As long as bytes are to come, there is room for the blank line before
 * them; one that was written before an empty section is taken back. */
static prm_status copy_list(const prm_prompt *p, prm_list list, prm_format format, char *buffer, const char *end)
{
    const prm_text line = prm_blank_line(format);
    prm_status status = PRM_OK;
    char *to = buffer;
    size_t i;

    if (list == PRM_CONTEXTS && end != buffer)
        to = copy_text(to, p->registry->supersedes, format);
    for (i = 0; status == PRM_OK && i < p->section_count && to != end; i++) {
        char *start = to, *at;
        if (p->sections[i].section.list != list)
            continue;
        if (to != buffer)
            start = copy_text(to, line, PRM_TEXT);
        at = start;
        status = copy_section(p, &p->sections[i], format, &at, end);
        to = at == start ? to : at;
    }
    *to = '\0';
    return status;
}

prm_status prm_prompt_render(const prm_prompt *prompt, prm_list list, prm_format format, char *buffer,
                             size_t capacity, prm_registry_report *report)
{
    prm_registry_report spare;
    prm_status status;

    report = report ? report : &spare;
    status = prm_prompt_measure(prompt, list, format, report);
    if (status != PRM_OK)
        return status;
    if (!buffer && capacity > 0)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    if (overlaps(prompt, list, buffer, capacity))
        return prm_registry_fail(report, PRM_OVERLAP);
    if (report->size >= capacity)
        return prm_registry_fail(report, PRM_NO_SPACE);
    return prm_registry_fail(report, copy_list(prompt, list, format, buffer, buffer + report->size));
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
