#include "registry_inside.h"

/* What stands for a reference in the usual case: nothing, or a value that the registry's variable has. */
static bool value_of(const prm_prompt *p, const prm_reference *reference, prm_text *value)
{
    const prm_prompt_variable *variable;

    *value = prm_bytes("", 0);
    if (reference->name_size == 0)
        return true;
    if (reference->variable == PRM_NO_VARIABLE)
        return false;
    variable = &p->variables[reference->variable];
    *value = variable->value;
    return variable->known && value->data;
}

static const prm_reference *references_of(const prm_prompt *p, const prm_prompt_section *section, size_t *count)
{
    const prm_reference *references = NULL;

    if (section->section.source.kind == PRM_SECTION_TEXT)
        references = prm_prompt_references(p, section);
    *count = references ? section->origin->count : 0;
    return references;
}

bool prm_usual_size(const prm_prompt *p, const prm_prompt_section *section, size_t *size)
{
    size_t count, i;
    const prm_reference *const references = references_of(p, section, &count);
    size_t sum = section->section.source.text.size;
    prm_text value;

    for (i = 0; i < count; i++) {
        sum -= references[i].to - references[i].from;
        if (!value_of(p, &references[i], &value) || value.size > SIZE_MAX - sum)
            return false;
        sum += value.size;
    }
    if (references)
        *size = sum;
    return references != NULL;
}

static char *copy(char *to, const char *data, size_t size)
{
    memcpy(to, data, size);
    return to + size;
}

char *prm_usual_copy(const prm_prompt *p, const prm_prompt_section *section, char *to)
{
    const prm_text text = section->section.source.text;
    size_t count, i, at = 0;
    const prm_reference *const references = references_of(p, section, &count);
    prm_text value;

    for (i = 0; i < count; at = references[i++].to) {
        if (!value_of(p, &references[i], &value))
            return NULL;
        to = copy(to, text.data + at, references[i].from - at);
        to = copy(to, value.data, value.size);
    }
    return references ? copy(to, text.data + at, text.size - at) : NULL;
}
