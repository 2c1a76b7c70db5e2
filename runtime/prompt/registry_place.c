#include "registry_inside.h"

/* The text between two references is a piece; so is the value of each. */

void prm_place_start(const prm_prompt *p, const prm_prompt_section *section, prm_prompt_place *place)
{
    memset(place, 0, sizeof *place);
    if (section->section.source.kind != PRM_SECTION_TEXT)
        return;
    place->references = prm_prompt_references(p, section);
    place->left = place->references ? section->origin->count : 0;
}

/* Finds the next reference, or the end of the text as one without extent. */
static prm_status find_reference(const prm_prompt_section *section, prm_prompt_place *place)
{
    const prm_section_source *const source = &section->section.source;

    place->found = true;
    if (place->left > 0) {
        place->reference = *place->references++;
        place->left--;
        return PRM_OK;
    }
    if (!place->references && source->kind != PRM_SECTION_VALUE)
        return prm_reference_scan(source->text, &place->scanned, &place->reference);
    place->reference.from = place->reference.to = source->text.size;
    return PRM_END;
}

static prm_status report_malformed(prm_text text, prm_prompt_place *place, prm_text *piece)
{
    const prm_reference *const reference = &place->reference;

    place->found = false;
    place->copied = reference->to;
    *piece = prm_bytes(text.data + reference->from, reference->to - reference->from);
    return PRM_MALFORMED;
}

static prm_status take_value(const prm_prompt *p, prm_text text, const prm_reference *reference, prm_text *piece)
{
    const prm_prompt_variable *variable;

    *piece = prm_reference_name(text, reference);
    variable = prm_prompt_variable_of(p, reference->variable, *piece);
    if (!variable)
        return PRM_UNKNOWN_VARIABLE;
    if (!variable->value.data)
        return PRM_MISSING;
    *piece = variable->value;
    return PRM_OK;
}

prm_status prm_place_next(const prm_prompt *p, const prm_prompt_section *section, prm_prompt_place *place,
                          prm_text *piece, bool *value)
{
    const prm_text text = section->section.source.text;

    for (;;) {
        const size_t at = place->copied;
        if (!place->found && find_reference(section, place) == PRM_MALFORMED)
            return report_malformed(text, place, piece);
        place->copied = place->reference.from;
        if (at < place->reference.from) {
            *value = section->section.source.kind == PRM_SECTION_VALUE;
            *piece = prm_bytes(text.data + at, place->reference.from - at);
            return PRM_OK;
        }
        if (place->reference.from == text.size)
            return PRM_END;
        place->found = false;
        place->copied = place->reference.to;
        *value = true;
        if (place->reference.name_size > 0)
            return take_value(p, text, &place->reference, piece);
    }
}
