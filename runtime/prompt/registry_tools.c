#include "registry_inside.h"

static bool is_rest(prm_text name)
{
    static const char rest[] = PRM_UNLISTED_TOOLS;

    return prm_name_equals(name, prm_bytes(rest, sizeof rest - 1));
}

prm_status prm_tool_order_check(const prm_text *names, size_t count, prm_registry_report *report)
{
    size_t i, k, rests = 0;

    for (i = 0; i < count; i++) {
        if (!names[i].data || (!is_rest(names[i]) && !prm_name_is_tool(names[i])))
            return prm_registry_fail_name(report, PRM_BAD_NAME, names[i]);
        rests += is_rest(names[i]);
        for (k = 0; k < i; k++)
            if (prm_name_equals(names[k], names[i]))
                return prm_registry_fail_name(report, PRM_BAD_TOOL_ORDER, names[i]);
    }
    return rests == 1 ? PRM_OK : prm_registry_fail(report, PRM_BAD_TOOL_ORDER);
}

/* ---- known names ---- */

/* Where a name stands or belongs in a sorted list. */
static size_t place_of(const prm_text *names, size_t count, prm_text name)
{
    size_t low = 0, high = count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (prm_name_compare(names[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool stands_at(const prm_prompt *p, size_t at, prm_text name)
{
    return at < p->known_count && prm_name_equals(p->known[at], name);
}

prm_status prm_prompt_know(prm_prompt *p, prm_text name, prm_registry_report *report)
{
    const size_t at = place_of(p->known, p->known_count, name);

    if (stands_at(p, at, name))
        return PRM_OK;
    if (p->known_count == p->known_capacity)
        return prm_registry_fail_full(report, PRM_ARRAY_PROMPT_KNOWN);
    prm_array_open(p->known, p->known_count++, at, sizeof name);
    p->known[at] = name;
    return PRM_OK;
}

static prm_status check_listed(const prm_registry *r, const prm_prompt *p, prm_registry_report *report)
{
    size_t i;

    for (i = 0; i < r->tool_order_count; i++) {
        const prm_text name = r->tool_order[i];
        if (is_rest(name) || stands_at(p, place_of(p->known, p->known_count, name), name))
            continue;
        report->prompt = p;
        return prm_registry_fail_name(report, PRM_UNKNOWN_TOOL, name);
    }
    return PRM_OK;
}

/* ---- order ---- */

/* By name; equal names stay as they were collected. */
static void sort(prm_tool *tools, size_t count)
{
    size_t i, at;

    for (i = 1; i < count; i++) {
        const prm_tool tool = tools[i];
        for (at = i; at > 0 && prm_name_compare(tool.name, tools[at - 1].name) < 0; at--)
            ;
        memmove(&tools[at + 1], &tools[at], (i - at) * sizeof tool);
        tools[at] = tool;
    }
}

static void reverse(prm_tool *from, prm_tool *to)
{
    for (; to - from > 1; from++) {
        const prm_tool tool = *from;
        *from = *--to;
        *to = tool;
    }
}

/* Exchanges two neighbouring stretches, each of which stays in order. */
static void exchange(prm_tool *from, prm_tool *middle, prm_tool *to)
{
    reverse(from, middle);
    reverse(middle, to);
    reverse(from, to);
}

/* The tools of that name, which stand together. */
static prm_tool *find(prm_tool *from, const prm_tool *to, prm_text name, size_t *count)
{
    while (from != to && !prm_name_equals(from->name, name))
        from++;
    for (*count = 0; from + *count != to && prm_name_equals(from[*count].name, name); ++*count)
        ;
    return from;
}

/* Listed tools go to the front one after the other; behind the marker, to the end. */
static void place_listed(const prm_registry *r, prm_prompt *p)
{
    prm_tool *front = p->tools, *const end = p->tools + p->tool_count;
    bool behind = false;
    size_t i, count;

    for (i = 0; i < r->tool_order_count; i++) {
        prm_tool *const found = find(front, end, r->tool_order[i], &count);
        if (is_rest(r->tool_order[i])) {
            behind = true;
        } else if (behind) {
            exchange(found, found + count, end);
        } else {
            exchange(front, found, found + count);
            front += count;
        }
    }
}

prm_status prm_prompt_order_tools(const prm_registry *r, prm_prompt *p, prm_registry_report *report)
{
    const prm_status status = check_listed(r, p, report);

    if (status != PRM_OK)
        return status;
    sort(p->tools, p->tool_count);
    if (p->tool_count > 0)
        place_listed(r, p);
    return PRM_OK;
}
