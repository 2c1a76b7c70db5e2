#include "registry_inside.h"

/* Orders are compared as whole numbers, so that no floating point is needed at run time. */
typedef char order_has_64_bits[sizeof(double) == sizeof(uint64_t) ? 1 : -1];

/* The order's bits, turned so that numbers without sign have the same order; false: it is not finite. */
static bool rank_of(double order, uint64_t *rank)
{
    static const uint64_t sign = UINT64_C(1) << 63, exponent = UINT64_C(0x7FF) << 52;
    uint64_t bits;

    memcpy(&bits, &order, sizeof bits);
    if (bits == sign)
        bits = 0;    /* -0 equals 0 */
    *rank = bits & sign ? ~bits : bits | sign;
    return (bits & exponent) != exponent;
}

static bool same_name(const prm_section_entry *a, const prm_section_entry *b)
{
    return a->section.list == b->section.list && prm_name_equals(a->section.name, b->section.name);
}

/* ---- order ---- */

static bool stands_before(const prm_section_entry *a, const prm_section_entry *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank;
    if (a->place.handle != b->place.handle)
        return prm_layer_before(&a->place, &b->place);
    return prm_layer_before(&a->layer, &b->layer);
}

/* The place of one section among equals: that of the outermost one which it shadows. */
static void find_place(const prm_registry *r, prm_section_entry *entry)
{
    size_t i;

    entry->place = entry->layer;
    entry->rivals = 0;
    for (i = 0; i < r->section_count; i++) {
        const prm_section_entry *const other = &r->memory.sections[i];
        if (other == entry || !same_name(other, entry))
            continue;
        entry->rivals++;
        if (prm_scope_sees(r, entry->layer.scope, &other->layer) && other->layer.depth < entry->place.depth)
            entry->place = other->layer;
    }
}

static void sort(prm_section_entry *entries, size_t count)
{
    size_t i, at;

    for (i = 1; i < count; i++) {
        const prm_section_entry entry = entries[i];
        for (at = i; at > 0 && stands_before(&entry, &entries[at - 1]); at--)
            ;
        memmove(&entries[at + 1], &entries[at], (i - at) * sizeof entry);
        entries[at] = entry;
    }
}

/* After one section has come or gone, what it shadows or shadowed has new places. */
static void settle(prm_registry *r, const prm_section_entry *changed)
{
    size_t i;

    for (i = 0; i < r->section_count; i++)
        if (same_name(&r->memory.sections[i], changed))
            find_place(r, &r->memory.sections[i]);
    sort(r->memory.sections, r->section_count);
}

/* ---- references ---- */

static prm_text reference_name(const prm_section_source *source, const prm_reference *reference)
{
    prm_text name;
    size_t offset;

    if (source->kind == PRM_SECTION_TEXT)
        return prm_reference_name(source->text, reference);
    if (prm_slot_argument(source->pack, source->id, reference->to, &offset, &name) != PRM_OK)
        name.size = 0;
    return name;
}

void prm_references_resolve(prm_registry *r, size_t first)
{
    size_t i, k;

    for (i = 0; i < r->section_count; i++) {
        const prm_section_entry *const entry = &r->memory.sections[i];
        for (k = entry->first; k >= first && k < entry->first + entry->count; k++) {
            prm_reference *const reference = &r->memory.references[k];
            if (entry->section.source.kind == PRM_SECTION_SLOT || reference->name_size > 0)
                reference->variable = prm_variable_number(r, reference_name(&entry->section.source, reference));
        }
    }
}

/* Appends to the array of references; they count only when reference_count does. */
static prm_status add_reference(const prm_registry *r, prm_section_entry *entry, const prm_reference *reference,
                                prm_registry_report *report)
{
    if (entry->count == r->memory.reference_capacity - entry->first)
        return prm_registry_fail_full(report, PRM_ARRAY_REFERENCES);
    r->memory.references[entry->first + entry->count++] = *reference;
    return PRM_OK;
}

static prm_status bind_text(const prm_registry *r, prm_section_entry *entry, prm_registry_report *report)
{
    const prm_text text = entry->section.source.text;
    prm_reference reference;
    prm_status status = PRM_OK;
    size_t at = 0;

    if (!text.data)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    while (status == PRM_OK) {
        status = prm_reference_scan(text, &at, &reference);
        if (status == PRM_OK)
            status = add_reference(r, entry, &reference, report);
        else if (status == PRM_MALFORMED)
            report->name = prm_bytes(text.data + reference.from, reference.to - reference.from);
    }
    return status == PRM_END ? PRM_OK : prm_registry_fail(report, status);
}

static prm_status bind_slot(const prm_registry *r, prm_section_entry *entry, prm_registry_report *report)
{
    const prm_section_source *const source = &entry->section.source;
    prm_reference reference;
    size_t i, count = 0;
    prm_status status = prm_slot_count(source->pack, source->id, &count);

    reference.name_size = 0;
    reference.variable = PRM_NO_VARIABLE;
    for (i = 0; status == PRM_OK && i < count; i++) {
        prm_text name;
        status = prm_slot_argument(source->pack, source->id, i, &reference.from, &name);
        reference.to = i;
        if (status == PRM_OK)
            status = add_reference(r, entry, &reference, report);
        else
            report->name = name;
    }
    return status == PRM_OK ? PRM_OK : prm_registry_fail(report, status);
}

static prm_status bind(const prm_registry *r, prm_section_entry *entry, prm_registry_report *report)
{
    const prm_section_source *const source = &entry->section.source;

    switch (source->kind) {
    case PRM_SECTION_SLOT:
        return bind_slot(r, entry, report);
    case PRM_SECTION_TEXT:
        return bind_text(r, entry, report);
    case PRM_SECTION_VALUE:
    case PRM_SECTION_TEMPLATE:
        return source->provide ? PRM_OK : prm_registry_fail(report, PRM_BAD_ARGUMENT);
    }
    return prm_registry_fail(report, PRM_BAD_ARGUMENT);
}

/* ---- registering and removing ---- */

static prm_status check(const prm_registry *r, prm_section_entry *entry, prm_registry_report *report)
{
    const prm_section *const section = &entry->section;
    size_t i;

    report->section = section->name;
    if (!prm_name_is_section(section->name))
        return prm_registry_fail(report, PRM_BAD_NAME);
    if (!rank_of(section->order, &entry->rank))
        return prm_registry_fail(report, PRM_BAD_ORDER);
    if (!prm_section_is_sound(section) || (section->complete && section->list == PRM_CONTEXTS))
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    for (i = 0; i < r->section_count; i++)
        if (r->memory.sections[i].layer.scope == entry->layer.scope && same_name(&r->memory.sections[i], entry))
            return prm_registry_fail(report, PRM_DUPLICATE);
    if (r->section_count == r->memory.section_capacity)
        return prm_registry_fail_full(report, PRM_ARRAY_SECTIONS);
    return PRM_OK;
}

prm_status prm_registry_section(prm_registry *r, prm_scope scope, const prm_section *section, prm_handle *handle,
                                prm_registry_report *report)
{
    prm_registry_report spare;
    prm_section_entry entry;
    prm_status status;

    report = report ? report : &spare;
    prm_registry_report_begin(report);
    if (!r || !section)
        return prm_registry_fail(report, PRM_BAD_ARGUMENT);
    memset(&entry, 0, sizeof entry);
    entry.section = *section;
    entry.first = r->reference_count;
    report->section = section->name;
    status = prm_layer_begin(r, scope, &entry.layer, report);
    if (status == PRM_OK)
        status = check(r, &entry, report);
    if (status == PRM_OK)
        status = bind(r, &entry, report);
    if (status != PRM_OK)
        return status;
    r->memory.sections[r->section_count++] = entry;
    r->reference_count += entry.count;
    settle(r, &entry);
    prm_references_resolve(r, entry.first);
    prm_registry_changed(r, &entry.layer, handle);
    return PRM_OK;
}

static void remove_references(prm_registry *r, size_t first, size_t count)
{
    prm_reference *const from = r->memory.references + first;
    size_t i;

    if (count == 0)
        return;
    memmove(from, from + count, (r->reference_count - first - count) * sizeof *from);
    r->reference_count -= count;
    for (i = 0; i < r->section_count; i++)
        if (r->memory.sections[i].first > first)
            r->memory.sections[i].first -= count;
}

void prm_sections_remove(prm_registry *r, size_t at)
{
    const prm_section_entry gone = r->memory.sections[at];

    prm_array_close(r->memory.sections, r->section_count--, at, sizeof gone);
    remove_references(r, gone.first, gone.count);
    settle(r, &gone);
}
