#include "registry_inside.h"

#include "../core/json.h"

static prm_status check(const prm_prompt *p, prm_list list, prm_format format)
{
    if (!p || (unsigned)list > PRM_CONTEXTS || (format != PRM_TEXT && !prm_escapes(format)))
        return PRM_BAD_ARGUMENT;
    return prm_prompt_is_stale(p) ? PRM_STALE : PRM_OK;
}

static prm_status add(size_t *total, size_t size)
{
    if (size > SIZE_MAX - *total)
        return PRM_TOO_BIG;
    *total += size;
    return PRM_OK;
}

static prm_status add_text(size_t *total, prm_text text, prm_format format)
{
    size_t size = text.size;
    prm_status status = PRM_OK;

    if (prm_escapes(format))
        status = prm_json_size(text.data, text.size, format == PRM_JSON_REPAIR, &size);
    return status == PRM_OK ? add(total, size) : status;
}

/* What is told of several errors in one section: the gravest, and of equal ones the first. */
static unsigned gravity(prm_status status)
{
    switch (status) {
    case PRM_OK:               return 0;
    case PRM_MISSING:          return 2;
    case PRM_UNKNOWN_VARIABLE: return 3;
    case PRM_MALFORMED:        return 4;
    default:                   return 1;
    }
}

static void note(prm_registry_report *r, prm_status status, prm_text name)
{
    if (gravity(status) > gravity(r->status)) {
        r->status = status;
        r->name = name;
    }
}

static prm_status measure_text(const prm_prompt *p, const prm_prompt_section *section, prm_format format,
                               prm_registry_report *r, size_t *total)
{
    prm_prompt_place place;
    prm_text piece;
    prm_status status;
    bool value;

    if (!section->section.source.text.data)
        return prm_registry_fail(r, PRM_MISSING);
    prm_place_start(p, section, &place);
    while ((status = prm_place_next(p, section, &place, &piece, &value)) != PRM_END) {
        if (status == PRM_OK) {
            status = add_text(total, piece, format);
            piece = value && place.reference.name_size > 0
                        ? prm_reference_name(section->section.source.text, &place.reference) : prm_bytes(NULL, 0);
        }
        note(r, status, piece);
    }
    return r->status;
}

/* A placeholder without value: its variable has none, or there is no such variable. */
static prm_status explain_slot(const prm_prompt *p, const prm_prompt_section *section, const prm_report *core,
                               prm_registry_report *r)
{
    const prm_section_source *const source = &section->section.source;
    const size_t number = core->field != PRM_NO_PLACEHOLDER ? core->field : core->placeholder;
    prm_status status = core->status;
    size_t offset, count;

    if (prm_slot_count(source->pack, source->id, &count) == PRM_OK && number < count)
        (void)prm_slot_argument(source->pack, source->id, number, &offset, &r->name);
    if (status == PRM_MISSING && !prm_prompt_find(p, r->name))
        status = PRM_UNKNOWN_VARIABLE;
    return prm_registry_fail(r, status);
}

static prm_status measure_section(const prm_prompt *p, const prm_prompt_section *section, prm_format format,
                                  prm_registry_report *r, size_t *size)
{
    const prm_section_source *const source = &section->section.source;
    prm_report core;

    *size = 0;
    if (format == PRM_TEXT && prm_usual_size(p, section, size))
        return PRM_OK;
    if (source->kind != PRM_SECTION_SLOT)
        return measure_text(p, section, format, r, size);
    if (prm_measure(source->pack, source->id, section->arguments, format, &core) != PRM_OK)
        return explain_slot(p, section, &core, r);
    *size = core.size;
    return PRM_OK;
}

/* The line above contexts comes with the first one that has bytes. */
static prm_status add_section(const prm_prompt *p, prm_list list, prm_format format, size_t size, size_t *total)
{
    const prm_text line = p->registry->supersedes;
    prm_status status = PRM_OK;

    if (size > 0 && *total == 0 && list == PRM_CONTEXTS && line.size > 0)
        status = add_text(total, line, format);
    if (status == PRM_OK && size > 0 && *total > 0)
        status = add(total, prm_blank_line(format).size);
    return status == PRM_OK ? add(total, size) : status;
}

prm_status prm_prompt_sum(const prm_prompt *p, prm_list list, prm_format format, prm_registry_report *r)
{
    size_t i, size;
    prm_status status = check(p, list, format);

    for (i = 0; status == PRM_OK && i < p->section_count; i++) {
        const prm_prompt_section *const section = &p->sections[i];
        if (section->section.list != list)
            continue;
        status = measure_section(p, section, format, r, &size);
        if (status == PRM_OK)
            status = add_section(p, list, format, size, &r->size);
        if (status != PRM_OK) {
            uint16_t number;
            r->section = section->section.name;
            if (prm_scope_number(p->registry, p->scope, &number))
                r->scope = prm_scope_name(p->registry, number);
            r->prompt = p;
        }
    }
    return prm_registry_fail(r, status);
}

prm_status prm_prompt_measure(const prm_prompt *prompt, prm_list list, prm_format format, prm_registry_report *report)
{
    prm_registry_report spare;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    return prm_prompt_sum(prompt, list, format, report);
}
