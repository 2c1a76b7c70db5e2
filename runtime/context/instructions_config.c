#include <promptrom/instructions.h>

#include "report.h"
#include "texts.h"

#define LITERAL(text) prm_bytes(text, sizeof(text) - 1)

prm_instructions_config prm_instructions_defaults(void)
{
    prm_instructions_config config;

    memset(&config, 0, sizeof config);
    config.max_source_bytes = (size_t)1024 * 1024;
    return config;
}

/* ---- names ---- */

static prm_text default_name(prm_name_list list, size_t index)
{
    switch (list) {
    case PRM_NAMES_CANDIDATES: return index == 0 ? LITERAL("AGENTS.md") : LITERAL("CLAUDE.md");
    case PRM_NAMES_LOCAL:      return index == 0 ? LITERAL("AGENTS.local.md") : LITERAL("CLAUDE.local.md");
    case PRM_NAMES_TOOLS:      return index == 0 ? LITERAL("read") : index == 1 ? LITERAL("write") : LITERAL("edit");
    case PRM_NAMES_MARKERS:
    case PRM_NAME_LISTS:
    default:                   return LITERAL(".git");
    }
}

size_t prm_instructions_names(const prm_instructions_config *config, prm_name_list list)
{
    if (config->names[list].list)
        return config->names[list].count;
    return list == PRM_NAMES_MARKERS ? 1 : list == PRM_NAMES_TOOLS ? 3 : 2;
}

prm_text prm_instructions_name(const prm_instructions_config *config, prm_name_list list, size_t index)
{
    return config->names[list].list ? config->names[list].list[index] : default_name(list, index);
}

static bool same_text(prm_text a, prm_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* Whether one of the first count names of a list is this. */
static bool among(const prm_instructions_config *config, prm_name_list list, size_t count, prm_text name)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (same_text(prm_instructions_name(config, list, i), name))
            return true;
    return false;
}

bool prm_instructions_touches(const prm_instructions_config *config, prm_text tool, bool succeeded)
{
    return succeeded && tool.size > 0
           && among(config, PRM_NAMES_TOOLS, prm_instructions_names(config, PRM_NAMES_TOOLS), tool);
}

/* ---- checking ---- */

static bool holds(prm_text name, char byte)
{
    size_t i = 0;

    while (i < name.size && name.data[i] != byte)
        i++;
    return i < name.size;
}

/* What is wrong with a name by itself, or NULL. */
static const char *name_problem(prm_text name)
{
    if (name.data == NULL || name.size == 0)
        return "a name is empty";
    if (same_text(name, LITERAL(".")) || same_text(name, LITERAL("..")))
        return "a name is that of a directory, not of a file in it";
    if (holds(name, '/'))
        return "a name holds a slash";
    return holds(name, '\0') ? "a name holds a NUL" : NULL;
}

static prm_status check_names(const prm_instructions_config *config, prm_name_list list, const char *member,
                              prm_context_report *report)
{
    const size_t count = prm_instructions_names(config, list);
    const size_t shared = list == PRM_NAMES_LOCAL ? prm_instructions_names(config, PRM_NAMES_CANDIDATES) : 0;
    size_t i;

    for (i = 0; i < count; i++) {
        const prm_text name = prm_instructions_name(config, list, i);
        const char *problem = name_problem(name);
        if (problem == NULL && among(config, list, i, name))
            problem = "a name stands twice in the list";
        if (problem == NULL && among(config, PRM_NAMES_CANDIDATES, shared, name))
            problem = "a name stands among the candidates as well";
        if (problem) {
            (void)prm_context_fail(report, PRM_BAD_CONFIG, member, problem);
            if (report)
                report->position = i;
            return PRM_BAD_CONFIG;
        }
    }
    return PRM_OK;
}

/* Offset of an input in prm_instructions_args, and the name that it must have. */
static size_t input_offset(unsigned input, const char **name)
{
    switch (input) {
    case 0:  *name = "room";      return offsetof(prm_instructions_args, room);
    case 1:  *name = "budget";    return offsetof(prm_instructions_args, budget);
    case 2:  *name = "omitted";   return offsetof(prm_instructions_args, omitted);
    case 3:  *name = "cut";       return offsetof(prm_instructions_args, cut);
    case 4:  *name = "cutFrom";   return offsetof(prm_instructions_args, cutFrom);
    case 5:  *name = "cutTo";     return offsetof(prm_instructions_args, cutTo);
    default: *name = "documents"; return offsetof(prm_instructions_args, documents);
    }
}

enum { INPUTS = 7 };

static bool is_of_type(const prm_field *field, const prm_trait *trait, unsigned input)
{
    const unsigned kind = field->kind & PRM_FIELD_KIND;

    switch (input) {
    case 0:
        return kind == PRM_FIELD_CHOICE && trait->limit >> 24 == PRM_ROOM_BARE;
    case 1: case 4: case 5:
        return kind == PRM_FIELD_INTEGER || kind == PRM_FIELD_RANGED;
    case 3:
        return kind == PRM_FIELD_TEXT || kind == PRM_FIELD_FENCED;
    case 2:
        return kind == PRM_FIELD_ROWS && (trait->standby & 0xFFFF) == sizeof(prm_text);
    default:
        return kind == PRM_FIELD_ROWS && (trait->standby & 0xFFFF) == sizeof(prm_instructions_row);
    }
}

/* Whether the entry's inputs are those of prm_instructions_args. */
static bool fits(const prm_slot *assembly, const prm_pack *root, const prm_entry *entry)
{
    const prm_field *field = root->fields + entry->field;
    const char *name;
    unsigned i;

    if (entry->inputs > INPUTS || entry->inputs > root->field_count - entry->field)
        return false;
    for (i = 0; i < entry->inputs; i++, field++) {
        const unsigned trait = (unsigned)field->kind >> PRM_FIELD_TRAIT;
        if (trait >= root->trait_count || field->offset != input_offset(i, &name)
            || !is_of_type(field, root->traits + trait, i) || !prm_slot_names(*assembly, i, name))
            return false;
    }
    return true;
}

static prm_status check_assembly(const prm_slot *assembly, const char *member, prm_context_report *report)
{
    const prm_pack *root = assembly->pack;

    while (root && root->base)
        root = root->base;
    if (root == NULL || root->version != PRM_TABLE_VERSION)
        return prm_context_fail(report, PRM_BAD_CONFIG, member, "there is no pack, or one of another version");
    if (assembly->id >= root->public_count || root->entries[assembly->id].field > root->field_count)
        return prm_context_fail(report, PRM_BAD_CONFIG, member, "the pack has no such assembly");
    if (!fits(assembly, root, &root->entries[assembly->id]))
        return prm_context_fail(report, PRM_BAD_CONFIG, member, "the assembly has other inputs");
    return PRM_OK;
}

prm_status prm_instructions_check(const prm_instructions_config *config, prm_context_report *report)
{
    prm_status status;

    prm_context_begin(report);
    status = check_names(config, PRM_NAMES_MARKERS, "markers", report);
    if (status == PRM_OK)
        status = check_names(config, PRM_NAMES_CANDIDATES, "candidates", report);
    if (status == PRM_OK)
        status = check_names(config, PRM_NAMES_LOCAL, "local_candidates", report);
    if (status == PRM_OK)
        status = check_names(config, PRM_NAMES_TOOLS, "tools", report);
    if (status == PRM_OK && config->max_bytes > 0)
        status = check_assembly(&config->baseline, "baseline", report);
    if (status == PRM_OK && config->max_bytes > 0)
        status = check_assembly(&config->changes, "changes", report);
    return status;
}
