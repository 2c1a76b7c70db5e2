#include "registry_inside.h"

#include <promptrom/utf8.h>

/* A message on its way: what does not fit is only counted. */
typedef struct { char *to; size_t capacity, used; } message;

enum { MOST_SHOWN = 64 };    /* bytes of malformed text */

static void say_bytes(message *m, const char *data, size_t size)
{
    if (m->used <= m->capacity && size <= m->capacity - m->used && size > 0)
        memcpy(m->to + m->used, data, size);
    m->used += size;
}

static void say_text(message *m, prm_text text)
{
    say_bytes(m, text.data, text.size);
}

#define SAY(m, literal) say_bytes(m, literal, sizeof(literal) - 1)

static void say_number(message *m, int number)
{
    const prm_integer digits = prm_int(number);

    say_bytes(m, digits.digits, digits.size);
}

/* Text of a prompt on one line, and not too much of it. */
static void say_line(message *m, prm_text text)
{
    const size_t end = prm_utf8_floor(text.data, text.size, MOST_SHOWN);
    size_t i;

    for (i = 0; i < end; i++)
        say_bytes(m, (unsigned char)text.data[i] < 0x20 ? " " : text.data + i, 1);
    if (end < text.size)
        SAY(m, "...");
}

/* ---- names that are known ---- */

/* The next name after `after` in order; false: there is none. */
static bool next_variable(const prm_prompt *p, prm_text after, prm_text *name)
{
    bool found = false;
    size_t i;

    for (i = 0; i < p->variable_count; i++) {
        const prm_prompt_variable *const variable = &p->variables[i];
        if (!variable->known || prm_name_compare(variable->name, after) <= 0)
            continue;
        if (!found || prm_name_compare(variable->name, *name) < 0)
            *name = variable->name;
        found = true;
    }
    return found;
}

static void say_variables(message *m, const prm_prompt *p)
{
    prm_text name = prm_bytes("", 0);
    bool first = true;

    SAY(m, "; known here: ");
    while (next_variable(p, name, &name)) {
        if (!first)
            SAY(m, ", ");
        say_text(m, name);
        first = false;
    }
    if (first)
        SAY(m, "(none)");
}

static void say_tools(message *m, const prm_prompt *p)
{
    size_t i;

    SAY(m, "; known here: ");
    for (i = 0; i < p->known_count; i++) {
        if (i > 0)
            SAY(m, ", ");
        say_text(m, p->known[i]);
    }
    if (p->known_count == 0)
        SAY(m, "(none)");
}

/* ---- what happened ---- */

static void say_full(message *m, prm_array array)
{
    static const char names[][32] = {
        "some array", "scopes", "sections", "references", "variables", "tools", "listeners", "handles",
        "sections of the prompt", "variables of the prompt", "tools of the prompt", "known of the prompt",
        "arguments of the prompt"
    };
    const char *const name = names[(size_t)array < sizeof names / sizeof *names ? array : 0];
    size_t size = 0;

    while (size < sizeof *names && name[size] != '\0')
        size++;
    SAY(m, "no room is left in the array: ");
    say_bytes(m, name, size);
}

static void say_duplicate(message *m, const prm_registry_report *r)
{
    const bool is_global = prm_name_equals(r->scope, prm_bytes("global", 6));

    if (r->section.data) {
        SAY(m, "a section of this name is registered");
    } else {
        SAY(m, "variable ");
        say_text(m, r->name);
        SAY(m, " is registered");
    }
    SAY(m, " here already");
    if (is_global)
        SAY(m, "; register in the agent's own scope to replace it for that agent");
}

static void say_variable(message *m, const prm_registry_report *r)
{
    if (r->status == PRM_MISSING && !r->name.data) {
        SAY(m, "its provider gave no text");
        return;
    }
    if (r->status == PRM_MISSING)
        SAY(m, "no value for {{");
    else
        SAY(m, "unknown variable {{");
    say_text(m, r->name);
    SAY(m, "}}");
    if (r->status == PRM_UNKNOWN_VARIABLE && r->prompt)
        say_variables(m, r->prompt);
}

static void say_tool(message *m, const prm_registry_report *r)
{
    if (r->status == PRM_RESERVED_NAME) {
        SAY(m, "a tool may not be called " PRM_UNLISTED_TOOLS);
        return;
    }
    SAY(m, "the order of tools names ");
    say_text(m, r->name);
    SAY(m, ", which no provider knows");
    if (r->prompt)
        say_tools(m, r->prompt);
}

static void say_order(message *m, const prm_registry_report *r)
{
    SAY(m, "the order of tools must hold " PRM_UNLISTED_TOOLS " exactly once and no name twice");
    if (r->name.data) {
        SAY(m, ", but repeats ");
        say_text(m, r->name);
    }
}

static void say_name(message *m, const prm_registry_report *r)
{
    SAY(m, "a name that is not allowed");
    if (r->name.data) {
        SAY(m, ": ");
        say_line(m, r->name);
    }
}

/* Statuses that need no more than their phrase, with what they concern. */
static void say_phrase(message *m, const prm_registry_report *r)
{
    const char *phrase = prm_status_text(r->status);

    for (; *phrase != '\0'; phrase++)
        say_bytes(m, phrase, 1);
    if (r->status == PRM_CALL_FAILED || r->status == PRM_SINK_FAILED) {
        SAY(m, " with ");
        say_number(m, r->code);
    }
    if (r->name.data) {
        SAY(m, ": ");
        say_line(m, r->name);
    }
}

static void say_what(message *m, const prm_registry_report *r)
{
    switch (r->status) {
    case PRM_FULL:
        say_full(m, r->array);
        break;
    case PRM_DUPLICATE:
        say_duplicate(m, r);
        break;
    case PRM_MISSING:
    case PRM_UNKNOWN_VARIABLE:
        say_variable(m, r);
        break;
    case PRM_UNKNOWN_TOOL:
    case PRM_RESERVED_NAME:
        say_tool(m, r);
        break;
    case PRM_BAD_TOOL_ORDER:
        say_order(m, r);
        break;
    case PRM_BAD_NAME:
        say_name(m, r);
        break;
    case PRM_TWO_COMPLETE:
        SAY(m, "cannot be the whole prompt beside section ");
        say_text(m, r->other);
        break;
    default:
        say_phrase(m, r);
    }
}

static void say(message *m, const prm_registry_report *r)
{
    if (r->section.data) {
        SAY(m, "section ");
        say_line(m, r->section);
        if (r->scope.data)
            SAY(m, ", ");
    }
    if (r->scope.data) {
        SAY(m, "scope ");
        say_text(m, r->scope);
    }
    if (r->section.data || r->scope.data)
        SAY(m, ": ");
    say_what(m, r);
}

prm_status prm_registry_explain(const prm_registry_report *report, char *buffer, size_t capacity, size_t *size)
{
    message counted = { NULL, 0, 0 }, written = { buffer, capacity, 0 };

    if (!report || !size || (!buffer && capacity > 0))
        return PRM_BAD_ARGUMENT;
    say(&counted, report);
    *size = counted.used;
    if (counted.used >= capacity)
        return PRM_NO_SPACE;
    say(&written, report);
    buffer[written.used] = '\0';
    return PRM_OK;
}
