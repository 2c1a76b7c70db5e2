/* What the parts of the registry know of each other. */
#ifndef PRM_REGISTRY_INSIDE_H
#define PRM_REGISTRY_INSIDE_H

#include <promptrom/registry.h>

/* ---- reports ---- */

void prm_registry_report_begin(prm_registry_report *report);

/* Notes what happened and returns it. */
prm_status prm_registry_fail(prm_registry_report *report, prm_status status);
prm_status prm_registry_fail_name(prm_registry_report *report, prm_status status, prm_text name);
prm_status prm_registry_fail_full(prm_registry_report *report, prm_array array);

/* ---- names ---- */

/* By bytes, a shorter one before what it begins: below, equal to or above 0. */
int  prm_name_compare(prm_text a, prm_text b);
bool prm_name_equals(prm_text a, prm_text b);

/* Whether it belongs to a list, and has a source of a kind that there is. */
static inline bool prm_section_is_sound(const prm_section *section)
{
    return (unsigned)section->list <= PRM_CONTEXTS && section->source.kind >= PRM_SECTION_SLOT
           && section->source.kind <= PRM_SECTION_TEMPLATE;
}

/* Whether a text may be referred to, registered as a section, or be the name of a tool. */
bool prm_name_is_variable(prm_text name);
bool prm_name_is_section(prm_text name);
bool prm_name_is_tool(prm_text name);

/* ---- scopes ---- */

/* The number of an open scope, 0 for the global one; false: it is not open. */
bool prm_scope_number(const prm_registry *registry, prm_scope scope, uint16_t *number);

prm_text prm_scope_name(const prm_registry *registry, uint16_t number);

/* Whether what is registered in layer is seen from a scope: it is registered there or further out. */
bool prm_scope_sees(const prm_registry *registry, uint16_t scope, const prm_registry_layer *layer);

/* Whether a stands before b: further out or, at one depth, registered earlier. */
bool prm_layer_before(const prm_registry_layer *a, const prm_registry_layer *b);

/* The layer of something new in a scope, which counts only when prm_registry_changed() is called with it. */
prm_status prm_layer_begin(const prm_registry *registry, prm_scope scope, prm_registry_layer *layer,
                           prm_registry_report *report);
void       prm_registry_changed(prm_registry *registry, const prm_registry_layer *layer, prm_handle *handle);

/* Opens and closes a gap of one entry in an array. */
void prm_array_open(void *array, size_t count, size_t at, size_t size);
void prm_array_close(void *array, size_t count, size_t at, size_t size);

/* ---- references ---- */

/* The first reference at or behind *at, which moves behind it. PRM_END, with an empty one at the end of the text;
 * PRM_MALFORMED, with the extent of what is. */
prm_status prm_reference_scan(prm_text text, size_t *at, prm_reference *reference);

/* The name of a variable that stands in a text. */
static inline prm_text prm_reference_name(prm_text text, const prm_reference *reference)
{
    return prm_bytes(text.data + reference->to - 2 - reference->name_size, reference->name_size);
}

/* How many arguments a slot or assembly takes, and where the number-th lies. PRM_BAD_ID, PRM_BAD_TABLE; PRM_NOT_TEXT:
 * that argument is none, or nameless. */
prm_status prm_slot_count(const prm_pack *pack, prm_id id, size_t *count);
prm_status prm_slot_argument(const prm_pack *pack, prm_id id, size_t number, size_t *offset, prm_text *name);

/* ---- sections and variables ---- */

void prm_sections_remove(prm_registry *registry, size_t at);
void prm_variables_remove(prm_registry *registry, size_t at);

/* Connects the references of all sections, or of those from the first-th reference on, with variables. */
void prm_references_resolve(prm_registry *registry, size_t first);

/* The number of a name among those of the registry's variables, or PRM_NO_VARIABLE. */
uint32_t prm_variable_number(const prm_registry *registry, prm_text name);

/* ---- prompts ---- */

/* References of the section as it was registered; NULL if a listener has made or changed it. */
const prm_reference *prm_prompt_references(const prm_prompt *prompt, const prm_prompt_section *section);

/* The variable of a reference, by number or else by name; NULL if it is not known. */
const prm_prompt_variable *prm_prompt_variable_of(const prm_prompt *prompt, uint32_t number, prm_text name);

/* Orders tools; PRM_UNKNOWN_TOOL if the order names one that is not among prompt->known. */
prm_status prm_prompt_order_tools(const prm_registry *registry, prm_prompt *prompt, prm_registry_report *report);

/* PRM_BAD_TOOL_ORDER, with a name that stands there twice. */
prm_status prm_tool_order_check(const prm_text *names, size_t count, prm_registry_report *report);

/* Adds a name to prompt->known, in order, unless it stands there. */
prm_status prm_prompt_know(prm_prompt *prompt, prm_text name, prm_registry_report *report);

/* ---- rendering ---- */

/* Whether the registry has changed since the prompt was assembled, or it was not. */
static inline bool prm_prompt_is_stale(const prm_prompt *prompt)
{
    return !prompt->registry || prompt->registry->changes != prompt->changes;
}

/* To the beginning of a section that is no slot. */
void prm_place_start(const prm_prompt *prompt, const prm_prompt_section *section, prm_prompt_place *place);

/* The next piece of a section that is no slot. value: it is not part of the text. After PRM_MALFORMED,
 * PRM_UNKNOWN_VARIABLE and PRM_MISSING, which piece names, it may go on. PRM_END. */
prm_status prm_place_next(const prm_prompt *prompt, const prm_prompt_section *section, prm_prompt_place *place,
                          prm_text *piece, bool *value);

/* The usual case, as text: a fixed text as it was registered, whose variables all have values. If it is anything
 * else, prm_usual_size() is false, and prm_usual_copy(), which returns where the text ends, is NULL. */
bool  prm_usual_size(const prm_prompt *prompt, const prm_prompt_section *section, size_t *size);
char *prm_usual_copy(const prm_prompt *prompt, const prm_prompt_section *section, char *to);

/* Notes in a report that has begun whether the prompt can be rendered so, and its size. */
prm_status prm_prompt_sum(const prm_prompt *prompt, prm_list list, prm_format format, prm_registry_report *report);

static inline bool prm_escapes(prm_format format)
{
    return format == PRM_JSON || format == PRM_JSON_REPAIR;
}

/* What stands between two sections. */
static inline prm_text prm_blank_line(prm_format format)
{
    return prm_escapes(format) ? prm_bytes("\\n\\n", 4) : prm_bytes("\n\n", 2);
}

#endif
