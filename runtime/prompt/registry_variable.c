#include "registry_inside.h"

int prm_provide_text(void *context, const prm_prompt *prompt, prm_text *text)
{
    const prm_text *const fixed = (const prm_text *)context;

    (void)prompt;
    *text = *fixed;
    return 0;
}

/* The first variable whose name is not below name; variables stand in the order of their names, and then layers. */
static size_t first_not_below(const prm_registry *r, prm_text name)
{
    size_t low = 0, high = r->variable_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (prm_name_compare(r->memory.variables[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_called(const prm_registry *r, size_t at, prm_text name)
{
    return at < r->variable_count && prm_name_equals(r->memory.variables[at].name, name);
}

uint32_t prm_variable_number(const prm_registry *r, prm_text name)
{
    const size_t at = first_not_below(r, name);

    return is_called(r, at, name) ? r->memory.variables[at].number : PRM_NO_VARIABLE;
}

static void number_names(prm_registry *r)
{
    prm_variable_entry *const entries = r->memory.variables;
    uint32_t number = 0;
    size_t i;

    for (i = 0; i < r->variable_count; i++) {
        if (i > 0 && !prm_name_equals(entries[i - 1].name, entries[i].name))
            number++;
        entries[i].number = number;
    }
    prm_references_resolve(r, 0);
}

static prm_status check(const prm_registry *r, const prm_variable_entry *entry, prm_registry_report *report)
{
    size_t i;

    if (!entry->provide)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    if (!prm_name_is_variable(entry->name))
        return prm_registry_fail(report, PRM_BAD_NAME);
    for (i = first_not_below(r, entry->name); is_called(r, i, entry->name); i++)
        if (r->memory.variables[i].layer.scope == entry->layer.scope)
            return prm_registry_fail(report, PRM_DUPLICATE);
    if (r->variable_count == r->memory.variable_capacity || r->variable_count == PRM_NO_VARIABLE)
        return prm_registry_fail_full(report, PRM_ARRAY_VARIABLES);
    return PRM_OK;
}

static void insert(prm_registry *r, const prm_variable_entry *entry)
{
    prm_variable_entry *const entries = r->memory.variables;
    size_t at = first_not_below(r, entry->name);

    while (is_called(r, at, entry->name) && prm_layer_before(&entries[at].layer, &entry->layer))
        at++;
    prm_array_open(entries, r->variable_count++, at, sizeof *entry);
    entries[at] = *entry;
    number_names(r);
}

prm_status prm_registry_variable(prm_registry *r, prm_scope scope, prm_text name, prm_provider *provide,
                                 void *context, prm_handle *handle, prm_registry_report *report)
{
    prm_registry_report spare;
    prm_variable_entry entry;
    prm_status status;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    report->name = name;
    entry.name = name;
    entry.provide = provide;
    entry.context = context;
    entry.number = 0;
    if (!r)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    status = prm_layer_begin(r, scope, &entry.layer, report);
    if (status == PRM_OK)
        status = check(r, &entry, report);
    if (status != PRM_OK)
        return status;
    insert(r, &entry);
    prm_registry_changed(r, &entry.layer, handle);
    return PRM_OK;
}

void prm_variables_remove(prm_registry *r, size_t at)
{
    prm_array_close(r->memory.variables, r->variable_count--, at, sizeof *r->memory.variables);
    number_names(r);
}
