#include <promptrom/instructions.h>

#include <promptrom/utf8.h>

#include "document.h"
#include "report.h"

/* ---- what the assembly is given ---- */

/* Rows made from the parts of a plan, one after the other: part number `part` is at documents[at] or behind it. */
typedef struct {
    const prm_instructions *plan;
    size_t                  first;    /* part that is row 0 */
    size_t                  part, at;
} feed;

typedef struct {
    prm_instructions_args args;
    feed                  omitted, shown;
    prm_text              omitted_row;
    prm_instructions_row  shown_row;
} arguments;

static const prm_document *part_at(feed *f, size_t number)
{
    const prm_instructions *const plan = f->plan;

    if (number < f->part) {
        f->part = 0;
        f->at = 0;
    }
    for (; f->at < plan->count; f->at++) {
        if (!prm_document_is_part(&plan->documents[f->at]))
            continue;
        if (f->part == number)
            return &plan->documents[f->at];
        f->part++;
    }
    return NULL;
}

static int omitted_row(void *context, size_t index, void *row)
{
    const prm_document *const document = part_at(context, index);

    if (document == NULL)
        return 1;
    *(prm_text *)row = document->path;
    return 0;
}

static int shown_row(void *context, size_t index, void *row)
{
    feed *const f = context;
    prm_instructions_row *const r = row;
    const size_t number = f->first + index;
    const prm_document *const document = part_at(f, number);

    if (document == NULL)
        return 1;
    r->path = document->path;
    r->directory = document->directory;
    r->content = prm_document_content(document);
    if (number == f->plan->parts - 1)
        r->content.size = f->plan->shown;
    r->brief = f->plan->room != PRM_ROOM_FULL;
    r->added = document->change == PRM_CHANGE_ADDED;
    r->replaced = document->change == PRM_CHANGE_REPLACED;
    r->removed = document->change == PRM_CHANGE_REMOVED;
    return 0;
}

static prm_rows rows(size_t count, prm_row_source *source, feed *f, void *row, const prm_instructions *plan,
                     size_t first)
{
    prm_rows made;

    f->plan = plan;
    f->first = first;
    f->part = 0;
    f->at = 0;
    made.data = row;
    made.count = count;
    made.source = source;
    made.context = f;
    return made;
}

/* The last document that the text is about; there is one. */
static const prm_document *last_part(const prm_instructions *plan)
{
    size_t i = plan->count - 1;

    while (!prm_document_is_part(&plan->documents[i]))
        i--;
    return &plan->documents[i];
}

/* The document that is shown, but not wholly, or NULL. */
static const prm_document *cut_part(const prm_instructions *plan)
{
    const prm_document *const last = last_part(plan);

    if (plan->omitted == plan->parts || plan->shown == prm_document_content(last).size)
        return NULL;
    return last;
}

/* plan and a must stay where they are while the arguments are used. */
static void fill(arguments *a, const prm_instructions *plan)
{
    const prm_document *const cut = cut_part(plan);

    memset(a, 0, sizeof *a);
    a->args.room = plan->room;
    if (cut || plan->omitted > 0)
        a->args.budget = prm_int(plan->config->max_bytes);
    a->args.omitted = rows(plan->omitted, omitted_row, &a->omitted, &a->omitted_row, plan, 0);
    a->args.documents = rows(plan->parts - plan->omitted, shown_row, &a->shown, &a->shown_row, plan, plan->omitted);
    if (cut == NULL)
        return;
    a->args.cut = cut->path;
    a->args.cutFrom = prm_uint(prm_document_content(cut).size);
    a->args.cutTo = prm_uint(plan->shown);
}

/* ---- the ladder ---- */

static size_t budget_of(const prm_instructions *plan)
{
    const uint64_t budget = (uint64_t)plan->config->max_bytes;

    return budget > SIZE_MAX ? SIZE_MAX : (size_t)budget;
}

static prm_status measure(const prm_instructions *plan, size_t *size)
{
    arguments a;
    prm_report report;
    prm_status status;

    fill(&a, plan);
    status = prm_measure(plan->assembly->pack, plan->assembly->id, &a.args, PRM_TEXT, &report);
    *size = report.size;
    return status;
}

/* Whether the contents alone are longer than the budget, which saves looking at them. */
static bool is_hopeless(const prm_instructions *plan)
{
    size_t left = budget_of(plan), i, part = 0;

    for (i = 0; i < plan->count; i++) {
        const prm_document *const document = &plan->documents[i];
        size_t size;
        if (!prm_document_is_part(document) || part++ < plan->omitted)
            continue;
        size = part == plan->parts ? plan->shown : prm_document_content(document).size;
        if (size > left)
            return true;
        left -= size;
    }
    return false;
}

/* Whether the plan keeps to the budget as it stands; then its size is known. */
static prm_status try_plan(prm_instructions *plan, bool *fits)
{
    prm_status status;

    *fits = false;
    if (is_hopeless(plan))
        return PRM_OK;
    status = measure(plan, &plan->size);
    *fits = status == PRM_OK && plan->size <= budget_of(plan);
    return status;
}

/* Everything, or else all but the broadest ones, as few of them as possible. */
static prm_status try_whole(prm_instructions *plan, bool *fits)
{
    prm_status status = PRM_OK;

    *fits = false;
    plan->room = PRM_ROOM_FULL;
    plan->shown = prm_document_content(last_part(plan)).size;
    for (plan->omitted = 0; plan->omitted < plan->parts; plan->omitted++) {
        status = try_plan(plan, fits);
        if (status != PRM_OK || *fits)
            break;
    }
    plan->step = plan->omitted == 0 ? PRM_STEP_WHOLE : PRM_STEP_OMITTED;
    return status;
}

/* As much as possible of the last one, at least a character and not all. The text grows with what is shown, so that
 * halving finds the place. */
static prm_status try_cuts(prm_instructions *plan, bool *fits)
{
    const prm_text content = prm_document_content(last_part(plan));
    size_t low = 0, high = content.size;
    prm_status status = PRM_OK;

    if (high > budget_of(plan))
        high = budget_of(plan) + 1;
    while (status == PRM_OK && high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        plan->shown = prm_utf8_floor(content.data, content.size, middle);
        *fits = plan->shown == 0;
        if (!*fits)
            status = try_plan(plan, fits);
        *(*fits ? &low : &high) = middle;
    }
    *fits = false;
    plan->shown = content.size == 0 ? 0 : prm_utf8_floor(content.data, content.size, low);
    return status == PRM_OK && plan->shown > 0 ? try_plan(plan, fits) : status;
}

static prm_status try_compact(prm_instructions *plan, bool *fits)
{
    prm_status status;

    plan->room = PRM_ROOM_COMPACT;
    plan->step = PRM_STEP_COMPACT;
    plan->shown = prm_document_content(last_part(plan)).size;
    status = try_plan(plan, fits);
    return status != PRM_OK || *fits ? status : try_cuts(plan, fits);
}

static prm_status try_heading(prm_instructions *plan, bool *fits)
{
    plan->room = PRM_ROOM_BARE;
    plan->step = PRM_STEP_HEADING;
    plan->shown = 0;
    return try_plan(plan, fits);
}

static prm_status try_marker(prm_instructions *plan, bool *fits)
{
    plan->step = PRM_STEP_MARKER;
    plan->omitted = plan->parts;
    return try_plan(plan, fits);
}

/* What stands around the last place where the text may end. */
typedef struct {
    size_t start;       /* place of bytes[0] in the text */
    size_t at;          /* place of what comes next */
    size_t size;
    char   bytes[8];
} window;

static int look(void *context, const char *data, size_t size)
{
    window *const w = context;
    size_t skip = w->at < w->start ? w->start - w->at : 0, take;

    if (skip < size && w->size < sizeof w->bytes) {
        take = size - skip;
        if (take > sizeof w->bytes - w->size)
            take = sizeof w->bytes - w->size;
        memcpy(w->bytes + w->size, data + skip, take);
        w->size += take;
    }
    w->at += size;
    return 0;
}

/* The marker is longer than the budget: it ends at the last character that is not. */
static prm_status cut_marker(prm_instructions *plan)
{
    const size_t budget = budget_of(plan);
    arguments a;
    window w;
    prm_sink sink;
    prm_status status;

    memset(&w, 0, sizeof w);
    w.start = budget > 4 ? budget - 4 : 0;
    sink.write = look;
    sink.context = &w;
    fill(&a, plan);
    status = prm_emit(plan->assembly->pack, plan->assembly->id, &a.args, PRM_TEXT, sink, NULL);
    plan->step = PRM_STEP_MARKER_CUT;
    plan->size = w.start + prm_utf8_floor(w.bytes, w.size, budget - w.start);
    return status;
}

static prm_status climb_down(prm_instructions *plan)
{
    bool fits;
    prm_status status = try_whole(plan, &fits);

    if (status == PRM_OK && !fits) {
        plan->omitted = plan->parts - 1;
        plan->step = PRM_STEP_CUT;
        status = try_cuts(plan, &fits);
    }
    if (status == PRM_OK && !fits)
        status = try_compact(plan, &fits);
    if (status == PRM_OK && !fits)
        status = try_heading(plan, &fits);
    if (status == PRM_OK && !fits)
        status = try_marker(plan, &fits);
    return status == PRM_OK && !fits ? cut_marker(plan) : status;
}

/* ---- deciding ---- */

/* Writes into the documents what has been decided, and whether the model will then have it. */
static void settle(const prm_instructions *plan, prm_document *documents)
{
    size_t i, part = 0;

    for (i = 0; i < plan->count; i++) {
        prm_document *const document = &documents[i];
        const size_t size = prm_document_content(document).size;
        if (!prm_document_is_part(document))
            continue;
        part++;
        if (part <= plan->omitted) {
            document->fate = PRM_FATE_OMITTED;
        } else {
            document->shown = part == plan->parts ? plan->shown : size;
            document->fate = document->shown == size ? PRM_FATE_SHOWN : PRM_FATE_CUT;
        }
        if (document->change == PRM_CHANGE_NONE)
            document->held = PRM_HELD_CONTENT;
        else if (document->shown > 0 || document->fate == PRM_FATE_SHOWN)
            document->held = document->change == PRM_CHANGE_REMOVED ? PRM_HELD_NOTHING : PRM_HELD_CONTENT;
    }
}

/* The text about the documents that are parts. */
static prm_status decide(prm_instructions *plan, prm_document *documents, const char *member,
                         prm_context_report *report)
{
    prm_status status;
    size_t i;

    for (i = 0; i < plan->count; i++)
        plan->parts += prm_document_is_part(&documents[i]);
    if (plan->parts == 0)
        return PRM_OK;
    status = climb_down(plan);
    if (status != PRM_OK)
        return prm_context_fail(report, status, member, prm_status_text(status));
    settle(plan, documents);
    return PRM_OK;
}

static prm_status begin(prm_instructions *plan, const prm_instructions_config *config, const prm_slot *assembly,
                        prm_document *documents, size_t count, prm_context_report *report)
{
    prm_context_begin(report);
    memset(plan, 0, sizeof *plan);
    plan->config = config;
    plan->assembly = assembly;
    plan->documents = documents;
    plan->count = count;
    plan->step = PRM_STEP_NOTHING;
    return prm_documents_begin(config, documents, count, report);
}

prm_status prm_instructions_baseline(prm_instructions *plan, const prm_instructions_config *config,
                                     prm_document *documents, size_t count, prm_context_report *report)
{
    const prm_status status = begin(plan, config, &config->baseline, documents, count, report);

    if (status != PRM_OK || config->max_bytes <= 0)
        return status;
    return decide(plan, documents, "baseline", report);
}

prm_status prm_instructions_changes(prm_instructions *plan, const prm_instructions_config *config,
                                    const prm_document *known, size_t known_count, prm_document *found,
                                    size_t found_count, prm_context_report *report)
{
    prm_status status = begin(plan, config, &config->changes, found, found_count, report);

    if (status != PRM_OK || config->max_bytes <= 0)
        return status;
    status = prm_documents_compare(known, known_count, found, found_count, report);
    return status != PRM_OK ? status : decide(plan, found, "changes", report);
}

/* ---- rendering ---- */

/* For what prm_render() and prm_emit() have not reported on themselves. */
static prm_status note(const prm_instructions *plan, prm_status status, prm_report *report)
{
    if (report == NULL)
        return status;
    memset(report, 0, sizeof *report);
    report->status = status;
    report->id = (uint16_t)plan->assembly->id;
    report->placeholder = PRM_NO_PLACEHOLDER;
    report->field = PRM_NO_PLACEHOLDER;
    report->row = PRM_NO_ROW;
    report->size = plan->size;
    return status;
}

/* Hands on the first `left` bytes. */
typedef struct {
    prm_sink sink;
    size_t   left;
} limited;

static int write_limited(void *context, const char *data, size_t size)
{
    limited *const l = context;
    const size_t take = size < l->left ? size : l->left;

    l->left -= take;
    return take == 0 ? 0 : l->sink.write(l->sink.context, data, take);
}

prm_status prm_instructions_emit(const prm_instructions *plan, prm_sink sink, prm_report *report)
{
    arguments a;
    limited l;
    prm_sink through;
    prm_status status;

    if (sink.write == NULL)
        return note(plan, PRM_BAD_ARGUMENT, report);
    if (plan->size == 0)
        return note(plan, PRM_OK, report);
    l.sink = sink;
    l.left = plan->size;
    through.write = write_limited;
    through.context = &l;
    fill(&a, plan);
    status = prm_emit(plan->assembly->pack, plan->assembly->id, &a.args, PRM_TEXT, through, report);
    return status == PRM_OK ? note(plan, PRM_OK, report) : status;
}

typedef struct {
    char  *start;
    size_t capacity, size;
} destination;

/* Whether what is written lies where it is to be written to. */
static int find_overlap(void *context, const char *data, size_t size)
{
    const destination *const to = context;
    const uintptr_t from = (uintptr_t)data, start = (uintptr_t)to->start;

    return from < start ? start - from < size : from - start < to->capacity;
}

static int write_buffer(void *context, const char *data, size_t size)
{
    destination *const to = context;

    memcpy(to->start + to->size, data, size);
    to->size += size;
    return 0;
}

/* A text that is not all of what its assembly yields. */
static prm_status render_start(const prm_instructions *plan, char *buffer, size_t capacity, prm_report *report)
{
    destination to;
    prm_sink sink;
    prm_status status;

    to.start = buffer;
    to.capacity = capacity;
    to.size = 0;
    sink.context = &to;
    sink.write = find_overlap;
    status = prm_instructions_emit(plan, sink, report);
    if (status != PRM_OK)
        return note(plan, status == PRM_SINK_FAILED ? PRM_OVERLAP : status, report);
    sink.write = write_buffer;
    status = prm_instructions_emit(plan, sink, report);
    buffer[to.size] = '\0';
    return status;
}

prm_status prm_instructions_render(const prm_instructions *plan, char *buffer, size_t capacity, prm_report *report)
{
    arguments a;

    if (buffer == NULL && capacity > 0)
        return note(plan, PRM_BAD_ARGUMENT, report);
    if (plan->size >= capacity)
        return note(plan, PRM_NO_SPACE, report);
    if (plan->size == 0 || plan->step == PRM_STEP_MARKER_CUT)
        return render_start(plan, buffer, capacity, report);
    fill(&a, plan);
    return prm_render(plan->assembly->pack, plan->assembly->id, &a.args, PRM_TEXT, buffer, capacity, report);
}
