#include "registry_inside.h"

/* A prompt on its way. */
typedef struct {
    const prm_registry  *registry;
    prm_prompt          *prompt;
    prm_registry_report *report;
    uint16_t             scope;
} work;

/* What a callback said; it must have left the registry alone. */
static prm_status called(const work *w, int code)
{
    if (w->registry->changes != w->prompt->changes)
        return prm_registry_fail(w->report, PRM_STALE);
    w->report->code = code;
    return code == 0 ? PRM_OK : prm_registry_fail(w->report, PRM_CALL_FAILED);
}

static prm_status check_text(const work *w, prm_text text)
{
    return text.data || text.size == 0 ? PRM_OK : prm_registry_fail(w->report, PRM_BAD_ARGUMENT);
}

static bool is_array(const void *array, size_t capacity)
{
    return array != NULL || capacity == 0;
}

static bool is_memory(const prm_prompt *p)
{
    return is_array(p->sections, p->section_capacity) && is_array(p->variables, p->variable_capacity)
           && is_array(p->tools, p->tool_capacity) && is_array(p->known, p->known_capacity)
           && is_array(p->arguments, p->argument_capacity);
}

static void clear(prm_prompt *p)
{
    p->section_count = p->variable_count = p->tool_count = p->known_count = p->argument_count = 0;
    p->numbered = 0;
    p->registry = NULL;
}

/* ---- variables ---- */

/* The nearest of the variables with one name, which begin at *at; NULL: none is seen from here. */
static const prm_variable_entry *nearest(const work *w, size_t *at)
{
    const prm_registry *const r = w->registry;
    const uint32_t number = r->memory.variables[*at].number;
    const prm_variable_entry *found = NULL;

    for (; *at < r->variable_count && r->memory.variables[*at].number == number; ++*at) {
        const prm_variable_entry *const entry = &r->memory.variables[*at];
        if (prm_scope_sees(r, w->scope, &entry->layer))
            found = entry;
    }
    return found;
}

static prm_status add_variable(const work *w, prm_text name, const prm_variable_entry *entry)
{
    prm_prompt *const p = w->prompt;
    prm_text value = prm_bytes(NULL, 0);
    prm_status status = PRM_OK;

    w->report->name = name;
    if (p->variable_count == p->variable_capacity)
        return prm_registry_fail_full(w->report, PRM_ARRAY_PROMPT_VARIABLES);
    if (entry) {
        w->report->scope = prm_scope_name(w->registry, entry->layer.scope);
        status = called(w, entry->provide(entry->context, p, &value));
    }
    if (status == PRM_OK)
        status = check_text(w, value);
    if (status != PRM_OK)
        return status;
    p->variables[p->variable_count].name = name;
    p->variables[p->variable_count].value = value;
    p->variables[p->variable_count].known = entry != NULL;
    p->variable_count++;
    return PRM_OK;
}

static prm_status add_variables(const work *w)
{
    size_t at = 0;
    prm_status status = PRM_OK;

    while (status == PRM_OK && at < w->registry->variable_count) {
        const prm_text name = w->registry->memory.variables[at].name;
        status = add_variable(w, name, nearest(w, &at));
    }
    if (status != PRM_OK)
        return status;
    w->prompt->numbered = (uint32_t)w->prompt->variable_count;
    w->report->name = prm_bytes(NULL, 0);
    return PRM_OK;
}

/* ---- sections ---- */

static bool is_shadowed(const work *w, const prm_section_entry *entry)
{
    size_t i;

    for (i = 0; entry->rivals > 0 && i < w->registry->section_count; i++) {
        const prm_section_entry *const other = &w->registry->memory.sections[i];
        if (other->layer.depth > entry->layer.depth && other->section.list == entry->section.list
            && prm_name_equals(other->section.name, entry->section.name)
            && prm_scope_sees(w->registry, w->scope, &other->layer))
            return true;
    }
    return false;
}

static bool is_active(const work *w, const prm_section_entry *entry)
{
    return prm_scope_sees(w->registry, w->scope, &entry->layer) && !is_shadowed(w, entry);
}

/* The section that is the whole prompt; *found: NULL if there is none. */
static prm_status find_complete(const work *w, const prm_section_entry **found)
{
    size_t i;

    *found = NULL;
    for (i = 0; i < w->registry->section_count; i++) {
        const prm_section_entry *const entry = &w->registry->memory.sections[i];
        if (!entry->section.complete || !is_active(w, entry))
            continue;
        if (*found) {
            w->report->section = (*found)->section.name;
            w->report->other = entry->section.name;
            return prm_registry_fail(w->report, PRM_TWO_COMPLETE);
        }
        *found = entry;
    }
    return PRM_OK;
}

static prm_status provide(const work *w, const prm_section_entry *entry, prm_text *text)
{
    const prm_section_source *const source = &entry->section.source;
    prm_status status;

    *text = prm_bytes(NULL, 0);
    w->report->scope = prm_scope_name(w->registry, entry->layer.scope);
    status = called(w, source->provide(source->context, w->prompt, text));
    if (status == PRM_OK)
        status = check_text(w, *text);
    if (status == PRM_OK && !text->data)
        status = prm_registry_fail(w->report, PRM_MISSING);
    return status;
}

static prm_status add_section(const work *w, const prm_section_entry *entry)
{
    prm_prompt *const p = w->prompt;
    prm_prompt_section *section;
    prm_text text = entry->section.source.text;
    prm_status status = PRM_OK;

    w->report->section = entry->section.name;
    if (p->section_count == p->section_capacity)
        return prm_registry_fail_full(w->report, PRM_ARRAY_PROMPT_SECTIONS);
    if (entry->section.source.kind == PRM_SECTION_VALUE || entry->section.source.kind == PRM_SECTION_TEMPLATE)
        status = provide(w, entry, &text);
    if (status != PRM_OK)
        return status;
    section = &p->sections[p->section_count++];
    section->section = entry->section;
    section->section.source.text = text;
    section->origin = entry;
    section->arguments = NULL;
    return PRM_OK;
}

static prm_status add_sections(const work *w, const prm_section_entry *complete)
{
    prm_status status = PRM_OK;
    size_t i;

    for (i = 0; status == PRM_OK && i < w->registry->section_count; i++) {
        const prm_section_entry *const entry = &w->registry->memory.sections[i];
        const bool wanted = complete == NULL || entry == complete || entry->section.list == PRM_CONTEXTS;
        if (wanted && is_active(w, entry))
            status = add_section(w, entry);
    }
    if (status == PRM_OK)
        w->report->section = prm_bytes(NULL, 0);
    return status;
}

/* ---- tools ---- */

static prm_status check_tool(const work *w, prm_text name)
{
    static const char rest[] = PRM_UNLISTED_TOOLS;

    if (prm_name_is_tool(name))
        return PRM_OK;
    return prm_registry_fail_name(w->report, prm_name_equals(name, prm_bytes(rest, sizeof rest - 1))
                                                 ? PRM_RESERVED_NAME : PRM_BAD_NAME, name);
}

/* Known names are kept only for an order of tools, but must always be names. */
static prm_status know(const work *w, prm_text name)
{
    const prm_status status = check_tool(w, name);

    return status != PRM_OK || w->registry->tool_order_count == 0 ? status
                                                                  : prm_prompt_know(w->prompt, name, w->report);
}

static prm_status add_offer(const work *w, const prm_tool_offer *offer)
{
    prm_prompt *const p = w->prompt;
    prm_status status = PRM_OK;
    size_t i;

    if (!is_array(offer->tools, offer->tool_count) || !is_array(offer->known, offer->known_count))
        return prm_registry_fail(w->report, PRM_BAD_ARGUMENT);
    for (i = 0; i < offer->tool_count; i++) {
        status = know(w, offer->tools[i].name);
        if (status != PRM_OK)
            return status;
        if (p->tool_count == p->tool_capacity)
            return prm_registry_fail_full(w->report, PRM_ARRAY_PROMPT_TOOLS);
        p->tools[p->tool_count++] = offer->tools[i];
    }
    for (i = 0; status == PRM_OK && i < offer->known_count; i++)
        status = know(w, offer->known[i]);
    return status;
}

static prm_status add_tools(const work *w)
{
    prm_status status = PRM_OK;
    size_t i;

    for (i = 0; status == PRM_OK && i < w->registry->tools_count; i++) {
        const prm_tools_entry *const entry = &w->registry->memory.tools[i];
        prm_tool_offer offer;
        if (!prm_scope_sees(w->registry, w->scope, &entry->layer))
            continue;
        memset(&offer, 0, sizeof offer);
        w->report->scope = prm_scope_name(w->registry, entry->layer.scope);
        status = called(w, entry->provide(entry->context, w->prompt, &offer));
        if (status == PRM_OK)
            status = add_offer(w, &offer);
    }
    if (status != PRM_OK)
        return status;
    w->report->scope = prm_scope_name(w->registry, w->scope);
    return prm_prompt_order_tools(w->registry, w->prompt, w->report);
}

/* ---- listeners ---- */

/* Puts the section that is the whole prompt back, as it was, in the place of all that listeners left. */
static prm_status keep_only(const work *w, const prm_prompt_section *complete)
{
    prm_prompt *const p = w->prompt;
    size_t i;

    for (i = p->section_count; i-- > 0;)
        if (p->sections[i].section.list == PRM_SECTIONS)
            prm_prompt_drop(p, i);
    if (p->section_count == p->section_capacity)
        return prm_registry_fail_full(w->report, PRM_ARRAY_PROMPT_SECTIONS);
    prm_array_open(p->sections, p->section_count++, 0, sizeof *complete);
    p->sections[0] = *complete;
    return PRM_OK;
}

static prm_status run(const work *w)
{
    prm_prompt *const p = w->prompt;
    prm_status status = PRM_OK;
    size_t i;

    for (i = 0; status == PRM_OK && i < w->registry->listener_count; i++) {
        const prm_listener_entry *const entry = &w->registry->memory.listeners[i];
        if (!prm_scope_sees(w->registry, w->scope, &entry->layer))
            continue;
        w->report->scope = prm_scope_name(w->registry, entry->layer.scope);
        status = called(w, entry->listen(entry->context, p));
        if (status == PRM_OK && (p->section_count > p->section_capacity || p->tool_count > p->tool_capacity))
            status = prm_registry_fail(w->report, PRM_BAD_ARGUMENT);
    }
    return status;
}

static prm_status run_listeners(const work *w, bool is_complete)
{
    prm_prompt_section complete;
    prm_status status;
    size_t i;

    if (!is_complete)
        return run(w);
    for (i = 0; w->prompt->sections[i].section.list != PRM_SECTIONS; i++)
        ;
    complete = w->prompt->sections[i];
    status = run(w);
    return status == PRM_OK ? keep_only(w, &complete) : status;
}

/* ---- arguments of slots ---- */

/* Where the number-th argument of a slot lies, and its value. */
static prm_status find_argument(const work *w, const prm_prompt_section *section, size_t number, size_t *offset,
                                prm_text *value)
{
    const prm_reference *const references = prm_prompt_references(w->prompt, section);
    const prm_section_source *const source = &section->section.source;
    const prm_prompt_variable *variable;
    prm_text name = prm_bytes(NULL, 0);
    prm_status status = PRM_OK;

    if (references)
        *offset = references[number].from;
    if (!references || references[number].variable == PRM_NO_VARIABLE)
        status = prm_slot_argument(source->pack, source->id, number, offset, &name);
    if (status != PRM_OK)
        return prm_registry_fail_name(w->report, status, name);
    variable = prm_prompt_variable_of(w->prompt, references ? references[number].variable : PRM_NO_VARIABLE, name);
    *value = variable ? variable->value : prm_bytes(NULL, 0);
    return PRM_OK;
}

/* Arguments are texts at multiples of their size, so that an array of them does for any slot's struct. */
static prm_status bind_slot(const work *w, prm_prompt_section *section)
{
    prm_prompt *const p = w->prompt;
    prm_text *const arguments = p->arguments ? p->arguments + p->argument_count : NULL;
    const size_t left = p->argument_capacity - p->argument_count;
    size_t i, count, used = 0;
    prm_status status = prm_slot_count(section->section.source.pack, section->section.source.id, &count);

    if (status != PRM_OK)
        return prm_registry_fail(w->report, status);
    for (i = 0; i < count; i++) {
        prm_text value;
        size_t offset;
        status = find_argument(w, section, i, &offset, &value);
        if (status != PRM_OK)
            return status;
        if (offset >= left)
            return prm_registry_fail_full(w->report, PRM_ARRAY_PROMPT_ARGUMENTS);
        arguments[offset] = value;
        used = offset >= used ? offset + 1 : used;
    }
    section->arguments = arguments;
    p->argument_count += used;
    return PRM_OK;
}

/* Slots get their arguments, and what listeners have made of the sections is looked at. */
static prm_status bind_sections(const work *w)
{
    prm_status status = PRM_OK;
    size_t i;

    for (i = 0; status == PRM_OK && i < w->prompt->section_count; i++) {
        prm_prompt_section *const section = &w->prompt->sections[i];
        w->report->section = section->section.name;
        if (!prm_section_is_sound(&section->section))
            status = prm_registry_fail(w->report, PRM_BAD_ARGUMENT);
        else if (section->section.source.kind == PRM_SECTION_SLOT)
            status = bind_slot(w, section);
    }
    return status;
}

/* ---- all of it ---- */

static prm_status assemble(const work *w)
{
    const prm_section_entry *complete;
    prm_status status = find_complete(w, &complete);

    if (status == PRM_OK)
        status = add_variables(w);
    if (status == PRM_OK)
        status = add_sections(w, complete);
    if (status == PRM_OK)
        status = add_tools(w);
    if (status == PRM_OK)
        status = run_listeners(w, complete != NULL);
    return status == PRM_OK ? bind_sections(w) : status;
}

prm_status prm_registry_assemble(const prm_registry *registry, prm_scope scope, void *turn, prm_prompt *prompt,
                                 prm_registry_report *report)
{
    prm_registry_report spare;
    prm_status status;
    work w;

    w.registry = registry;
    w.prompt = prompt;
    w.report = report ? report : &spare;
    prm_registry_report_begin(w.report);
    if (!registry || !prompt || !is_memory(prompt))
        return prm_registry_fail(w.report, PRM_BAD_ARGUMENT);
    clear(prompt);
    if (!prm_scope_number(registry, scope, &w.scope))
        return prm_registry_fail(w.report, PRM_BAD_SCOPE);
    w.report->scope = prm_scope_name(registry, w.scope);
    prompt->scope = scope;
    prompt->turn = turn;
    prompt->changes = registry->changes;
    prompt->registry = registry;
    status = assemble(&w);
    if (status != PRM_OK)
        prompt->registry = NULL;
    else
        prm_registry_report_begin(w.report);
    return status;
}
