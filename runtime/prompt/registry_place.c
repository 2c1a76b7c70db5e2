#include "registry_inside.h"

/* The text between two references is a piece; so is the value of each. */

static prm_status report_piece(prm_text text, const prm_reference *reference, prm_text *piece)
{
    *piece = prm_bytes(text.data + reference->from, reference->to - reference->from);
    return PRM_MALFORMED;
}

/* Finds the next reference, or the end of the text as one without extent. */
static prm_status find_reference(const prm_prompt *p, const prm_prompt_section *section, prm_prompt_place *place)
{
    const prm_section_source *const source = &section->section.source;
    const prm_reference *references = NULL;

    place->found = true;
    if (source->kind == PRM_SECTION_TEXT)
        references = prm_prompt_references(p, section);
    if (references && place->number < section->origin->count) {
        place->reference = references[place->number++];
        return PRM_OK;
    }
    if (!references && source->kind != PRM_SECTION_VALUE)
        return prm_reference_scan(source->text, &place->scanned, &place->reference);
    memset(&place->reference, 0, sizeof place->reference);
    place->reference.from = place->reference.to = source->text.size;
    return PRM_END;
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
        if (!place->found && find_reference(p, section, place) == PRM_MALFORMED) {
            place->found = false;
            place->copied = place->reference.to;
            return report_piece(text, &place->reference, piece);
        }
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
