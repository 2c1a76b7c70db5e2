#include "registry_inside.h"

/* ---- reports ---- */

void prm_registry_report_begin(prm_registry_report *report)
{
    memset(report, 0, sizeof *report);
}

prm_status prm_registry_fail(prm_registry_report *report, prm_status status)
{
    report->status = status;
    return status;
}

prm_status prm_registry_fail_name(prm_registry_report *report, prm_status status, prm_text name)
{
    report->name = name;
    return prm_registry_fail(report, status);
}

prm_status prm_registry_fail_full(prm_registry_report *report, prm_array array)
{
    report->array = array;
    return prm_registry_fail(report, PRM_FULL);
}

/* ---- arrays ---- */

void prm_array_open(void *array, size_t count, size_t at, size_t size)
{
    char *const entry = (char *)array + at * size;

    memmove(entry + size, entry, (count - at) * size);
}

void prm_array_close(void *array, size_t count, size_t at, size_t size)
{
    char *const entry = (char *)array + at * size;

    memmove(entry, entry + size, (count - at - 1) * size);
}

/* ---- starting ---- */

prm_registry_settings prm_registry_defaults(void)
{
    static const char identity[] = PRM_IDENTITY_TEXT, supersedes[] = PRM_SUPERSEDES;
    prm_registry_settings settings;

    memset(&settings, 0, sizeof settings);
    settings.include_identity = true;
    settings.identity = prm_from_text(prm_bytes(identity, sizeof identity - 1));
    settings.persona = prm_from_text(prm_bytes("", 0));
    settings.supersedes = prm_bytes(supersedes, sizeof supersedes - 1);
    return settings;
}

static bool is_array(const void *array, size_t capacity)
{
    return array != NULL || capacity == 0;
}

static bool is_memory(const prm_registry_memory *m)
{
    return is_array(m->scopes, m->scope_capacity) && is_array(m->sections, m->section_capacity)
           && is_array(m->references, m->reference_capacity) && is_array(m->variables, m->variable_capacity)
           && is_array(m->tools, m->tools_capacity) && is_array(m->listeners, m->listener_capacity);
}

static void clear(prm_registry *r, const prm_registry_memory *memory, const prm_registry_settings *settings)
{
    memset(r, 0, sizeof *r);
    r->memory = *memory;
    r->tool_order = settings->tool_order;
    r->tool_order_count = settings->tool_order_count;
    r->supersedes = settings->supersedes;
    if (memory->scope_capacity > 0)
        memset(memory->scopes, 0, memory->scope_capacity * sizeof *memory->scopes);
}

static prm_status add_usual(prm_registry *r, const prm_registry_settings *settings, prm_registry_report *report)
{
    static const char identity_name[] = PRM_IDENTITY_NAME, persona_name[] = PRM_PERSONA_NAME;
    const prm_section identity = prm_section_of(prm_bytes(identity_name, sizeof identity_name - 1),
                                                PRM_ORDER_IDENTITY, settings->identity);
    const prm_section persona = prm_section_of(prm_bytes(persona_name, sizeof persona_name - 1),
                                               PRM_ORDER_PERSONA, settings->persona);
    prm_status status = PRM_OK;

    if (settings->include_identity)
        status = prm_registry_section(r, PRM_GLOBAL, &identity, NULL, report);
    return status != PRM_OK ? status : prm_registry_section(r, PRM_GLOBAL, &persona, NULL, report);
}

prm_status prm_registry_start(prm_registry *registry, const prm_registry_memory *memory,
                              const prm_registry_settings *settings, prm_registry_report *report)
{
    const prm_registry_settings usual = prm_registry_defaults();
    prm_registry_report spare;
    prm_status status;

    report = report ? report : &spare;
    settings = settings ? settings : &usual;
    prm_registry_report_begin(report);
    if (!registry || !memory || !is_memory(memory) || !is_array(settings->tool_order, settings->tool_order_count))
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    clear(registry, memory, settings);
    status = PRM_OK;
    if (settings->tool_order)
        status = prm_tool_order_check(settings->tool_order, settings->tool_order_count, report);
    return status != PRM_OK ? status : add_usual(registry, settings, report);
}

/* ---- tools and listeners ---- */

prm_status prm_registry_tools(prm_registry *r, prm_scope scope, prm_tool_provider *provide, void *context,
                              prm_handle *handle, prm_registry_report *report)
{
    prm_registry_report spare;
    prm_tools_entry entry, *entries;
    prm_status status;
    size_t at;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    if (!r || !provide)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    status = prm_layer_begin(r, scope, &entry.layer, report);
    if (status != PRM_OK)
        return status;
    if (r->tools_count == r->memory.tools_capacity)
        return prm_registry_fail_full(report, PRM_ARRAY_TOOLS);
    entry.provide = provide;
    entry.context = context;
    entries = r->memory.tools;
    at = r->tools_count;
    while (at > 0 && prm_layer_before(&entry.layer, &entries[at - 1].layer))
        at--;
    prm_array_open(entries, r->tools_count++, at, sizeof entry);
    entries[at] = entry;
    prm_registry_changed(r, &entry.layer, handle);
    return PRM_OK;
}

prm_status prm_registry_listen(prm_registry *r, prm_scope scope, prm_listener *listen, void *context,
                               prm_handle *handle, prm_registry_report *report)
{
    prm_registry_report spare;
    prm_listener_entry entry, *entries;
    prm_status status;
    size_t at;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    if (!r || !listen)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    status = prm_layer_begin(r, scope, &entry.layer, report);
    if (status != PRM_OK)
        return status;
    if (r->listener_count == r->memory.listener_capacity)
        return prm_registry_fail_full(report, PRM_ARRAY_LISTENERS);
    entry.listen = listen;
    entry.context = context;
    entries = r->memory.listeners;
    at = r->listener_count;
    while (at > 0 && prm_layer_before(&entry.layer, &entries[at - 1].layer))
        at--;
    prm_array_open(entries, r->listener_count++, at, sizeof entry);
    entries[at] = entry;
    prm_registry_changed(r, &entry.layer, handle);
    return PRM_OK;
}

/* ---- removing ---- */

static bool remove_section(prm_registry *r, prm_handle handle)
{
    size_t i;

    for (i = 0; i < r->section_count; i++)
        if (r->memory.sections[i].layer.handle == handle) {
            prm_sections_remove(r, i);
            return true;
        }
    return false;
}

static bool remove_variable(prm_registry *r, prm_handle handle)
{
    size_t i;

    for (i = 0; i < r->variable_count; i++)
        if (r->memory.variables[i].layer.handle == handle) {
            prm_variables_remove(r, i);
            return true;
        }
    return false;
}

static bool remove_tools(prm_registry *r, prm_handle handle)
{
    size_t i;

    for (i = 0; i < r->tools_count; i++)
        if (r->memory.tools[i].layer.handle == handle) {
            prm_array_close(r->memory.tools, r->tools_count--, i, sizeof *r->memory.tools);
            return true;
        }
    return false;
}

static bool remove_listener(prm_registry *r, prm_handle handle)
{
    size_t i;

    for (i = 0; i < r->listener_count; i++)
        if (r->memory.listeners[i].layer.handle == handle) {
            prm_array_close(r->memory.listeners, r->listener_count--, i, sizeof *r->memory.listeners);
            return true;
        }
    return false;
}

prm_status prm_registry_remove(prm_registry *r, prm_handle handle, prm_registry_report *report)
{
    prm_registry_report spare;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    if (!r)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    if (!remove_section(r, handle) && !remove_variable(r, handle) && !remove_tools(r, handle)
        && !remove_listener(r, handle))
        return prm_registry_fail(report, PRM_NOT_FOUND);
    r->changes++;
    return PRM_OK;
}
