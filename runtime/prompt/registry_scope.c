#include "registry_inside.h"

enum { MAX_SCOPES = 0xFFFF, GENERATION = 16 };

static prm_scope_entry *entry_at(const prm_registry *r, uint16_t number)
{
    return &r->memory.scopes[number - 1];
}

static uint16_t depth_of(const prm_registry *r, uint16_t number)
{
    return number == 0 ? 0 : entry_at(r, number)->depth;
}

bool prm_scope_number(const prm_registry *r, prm_scope scope, uint16_t *number)
{
    *number = (uint16_t)scope;
    if (*number == 0)
        return scope == PRM_GLOBAL;
    return *number <= r->memory.scope_capacity && entry_at(r, *number)->open
           && entry_at(r, *number)->generation == scope >> GENERATION;
}

prm_text prm_scope_name(const prm_registry *r, uint16_t number)
{
    return number == 0 ? prm_bytes("global", 6) : entry_at(r, number)->name;
}

bool prm_scope_sees(const prm_registry *r, uint16_t scope, const prm_registry_layer *layer)
{
    while (depth_of(r, scope) > layer->depth)
        scope = entry_at(r, scope)->parent;
    return scope == layer->scope;
}

bool prm_layer_before(const prm_registry_layer *a, const prm_registry_layer *b)
{
    return a->depth != b->depth ? a->depth < b->depth : a->handle < b->handle;
}

prm_status prm_layer_begin(const prm_registry *r, prm_scope scope, prm_registry_layer *layer,
                           prm_registry_report *report)
{
    if (!prm_scope_number(r, scope, &layer->scope))
        return prm_registry_fail(report, PRM_BAD_SCOPE);
    report->scope = prm_scope_name(r, layer->scope);
    if (r->last == UINT32_MAX)
        return prm_registry_fail_full(report, PRM_ARRAY_HANDLES);
    layer->handle = r->last + 1;
    layer->depth = depth_of(r, layer->scope);
    return PRM_OK;
}

void prm_registry_changed(prm_registry *r, const prm_registry_layer *layer, prm_handle *handle)
{
    r->changes++;
    r->last = layer->handle;
    if (handle)
        *handle = layer->handle;
}

/* The first scope that is not open, from 1; 0: all are. */
static uint16_t free_scope(const prm_registry *r)
{
    uint16_t number;

    for (number = 1; number <= r->memory.scope_capacity && number < MAX_SCOPES; number++)
        if (!entry_at(r, number)->open)
            return number;
    return 0;
}

static prm_status open_scope(prm_registry *r, prm_scope parent, prm_text name, prm_scope *scope,
                             prm_registry_report *report)
{
    uint16_t above, number;
    prm_scope_entry *entry;

    if (!scope || !prm_name_is_section(name))
        return prm_registry_fail_name(report, scope ? PRM_BAD_NAME : PRM_BAD_ARGUMENT, name);
    if (!prm_scope_number(r, parent, &above))
        return prm_registry_fail_name(report, PRM_BAD_SCOPE, name);
    number = free_scope(r);
    if (number == 0)
        return prm_registry_fail_full(report, PRM_ARRAY_SCOPES);
    entry = entry_at(r, number);
    entry->name = name;
    entry->parent = above;
    entry->depth = (uint16_t)(depth_of(r, above) + 1);
    entry->open = true;
    r->changes++;
    *scope = (prm_scope)entry->generation << GENERATION | number;
    return PRM_OK;
}

prm_status prm_registry_open(prm_registry *r, prm_scope parent, prm_text name, prm_scope *scope,
                             prm_registry_report *report)
{
    prm_registry_report spare;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    if (!r)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    return open_scope(r, parent, name, scope, report);
}

static bool has_inner(const prm_registry *r, uint16_t number)
{
    uint16_t i;

    for (i = 1; i <= r->memory.scope_capacity && i < MAX_SCOPES; i++)
        if (entry_at(r, i)->open && entry_at(r, i)->parent == number)
            return true;
    return false;
}

static void remove_all(prm_registry *r, uint16_t number)
{
    size_t i;

    for (i = r->section_count; i-- > 0;)
        if (r->memory.sections[i].layer.scope == number) {
            prm_sections_remove(r, i);
            i = r->section_count;    /* the others may stand elsewhere now */
        }
    for (i = r->variable_count; i-- > 0;)
        if (r->memory.variables[i].layer.scope == number)
            prm_variables_remove(r, i);
    for (i = r->tools_count; i-- > 0;)
        if (r->memory.tools[i].layer.scope == number)
            prm_array_close(r->memory.tools, r->tools_count--, i, sizeof *r->memory.tools);
    for (i = r->listener_count; i-- > 0;)
        if (r->memory.listeners[i].layer.scope == number)
            prm_array_close(r->memory.listeners, r->listener_count--, i, sizeof *r->memory.listeners);
}

prm_status prm_registry_close(prm_registry *r, prm_scope scope, prm_registry_report *report)
{
    prm_registry_report spare;
    uint16_t number;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    if (!r)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    if (!prm_scope_number(r, scope, &number))
        return prm_registry_fail(report, PRM_BAD_SCOPE);
    report->scope = prm_scope_name(r, number);
    if (number == 0 || has_inner(r, number))
        return prm_registry_fail(report, PRM_BAD_SCOPE);
    remove_all(r, number);
    entry_at(r, number)->open = false;
    entry_at(r, number)->generation++;
    r->changes++;
    return PRM_OK;
}
