#include "registry_inside.h"

/* ---- what a section refers to ---- */

static bool is_same(const prm_section_source *a, const prm_section_source *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == PRM_SECTION_SLOT)
        return a->pack == b->pack && a->id == b->id;
    return a->kind == PRM_SECTION_TEXT && a->text.data == b->text.data && a->text.size == b->text.size;
}

const prm_reference *prm_prompt_references(const prm_prompt *p, const prm_prompt_section *section)
{
    const prm_section_entry *const origin = section->origin;

    if (!origin || !is_same(&origin->section.source, &section->section.source) || !p->registry->memory.references)
        return NULL;
    return p->registry->memory.references + origin->first;
}

/* ---- variables ---- */

/* The registry's variables stand in the order of their names, those of listeners behind them in any order. */
static size_t find(const prm_prompt *p, prm_text name)
{
    size_t low = 0, high = p->numbered, i;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (prm_name_compare(p->variables[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < p->numbered && prm_name_equals(p->variables[low].name, name))
        return low;
    for (i = p->numbered; i < p->variable_count && !prm_name_equals(p->variables[i].name, name); i++)
        ;
    return i;
}

const prm_prompt_variable *prm_prompt_find(const prm_prompt *p, prm_text name)
{
    const size_t at = find(p, name);

    return at < p->variable_count && p->variables[at].known ? &p->variables[at] : NULL;
}

const prm_prompt_variable *prm_prompt_variable_of(const prm_prompt *p, uint32_t number, prm_text name)
{
    if (number == PRM_NO_VARIABLE)
        return prm_prompt_find(p, name);
    return p->variables[number].known ? &p->variables[number] : NULL;
}

prm_status prm_prompt_set(prm_prompt *p, prm_text name, prm_text value)
{
    size_t at;

    if (!prm_name_is_variable(name))
        return PRM_BAD_NAME;
    if (!value.data && value.size > 0)
        return PRM_BAD_ARGUMENT;
    at = find(p, name);
    if (at == p->variable_count) {
        if (p->variable_count == p->variable_capacity)
            return PRM_FULL;
        p->variables[p->variable_count++].name = name;
    }
    p->variables[at].value = value;
    p->variables[at].known = true;
    return PRM_OK;
}

/* ---- sections ---- */

prm_status prm_prompt_insert(prm_prompt *p, size_t at, const prm_section *section)
{
    prm_prompt_section entry;

    if (at > p->section_count || !section || !prm_section_is_sound(section) || section->complete)
        return PRM_BAD_ARGUMENT;
    if (!prm_name_is_section(section->name))
        return PRM_BAD_NAME;
    if (p->section_count == p->section_capacity)
        return PRM_FULL;
    memset(&entry, 0, sizeof entry);
    entry.section = *section;
    prm_array_open(p->sections, p->section_count++, at, sizeof entry);
    p->sections[at] = entry;
    return PRM_OK;
}

void prm_prompt_drop(prm_prompt *p, size_t at)
{
    if (at < p->section_count)
        prm_array_close(p->sections, p->section_count--, at, sizeof *p->sections);
}
