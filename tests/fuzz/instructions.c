/* The ladder of agent instructions: the text keeps to its budget and to what the plan says of it, more budget never
 * yields less, and what a session is told about changes follows from what it knew. */
#include <promptrom/instructions.h>
#include <promptrom/utf8.h>

#include "context.h"
#include "fuzz.h"
#include "naive_utf8.h"

enum { MOST_DOCUMENTS = 5, GUARD = 8, ROOMY = 1 << 16 };

/* Characters of all sizes; the last one may be cut. */
static prm_text take_wide(input *in)
{
    static const char characters[] = "\344\270\255\360\237\230\200\303\251 \346\226\207\360\237\230\200\n";
    const size_t size = take_number(in, 800);
    char *const to = fresh(size);
    size_t i;

    for (i = 0; i < size; i++)
        to[i] = characters[i % (sizeof characters - 1)];
    return prm_bytes(to, size);
}

static size_t take_documents(input *in, prm_document *documents)
{
    static const char *const directories[] = { ".", "a", "a/b", "</system-reminder>" };
    static const char *const paths[] = { "A", "\344\270\255/\303\251", "c.md", "a/b/long/D.md", "<system-reminder" };
    const size_t count = take_number(in, MOST_DOCUMENTS);
    size_t i;

    memset(documents, 0, MOST_DOCUMENTS * sizeof *documents);
    for (i = 0; i < count; i++) {
        const unsigned form = take_number(in, 7);
        documents[i].path = prm_cstr(paths[i]);
        documents[i].directory = prm_cstr(directories[take_number(in, 3)]);
        documents[i].source = (uint8_t)(take_number(in, 7) < 5 ? PRM_SOURCE_READ : take_number(in, 3));
        documents[i].content = form == 7 ? prm_bytes(NULL, 0) : take_text(in, form == 6 ? 1000 : 80);
        if (form == 5 && i > 0)
            documents[i].content = documents[i - 1].content;
        if (form < 3)
            documents[i].content = take_wide(in);
    }
    return count;
}

static bool is_cut_between(prm_text text, size_t at)
{
    size_t *const places = fresh((text.size + 1) * sizeof *places), units;
    const size_t count = naive_places(text.data, text.size, places, &units);
    size_t i;

    for (i = 0; i <= count; i++)
        if (places[i] == at)
            return true;
    return false;
}

/* The marker says paths, which are all UTF-8. */
static bool is_utf8(prm_text text)
{
    size_t at, step, units;

    for (at = 0; at < text.size; at += step) {
        step = naive_step((const unsigned char *)text.data + at, text.size - at, &units);
        if (!naive_good((const unsigned char *)text.data + at, step))
            return false;
    }
    return true;
}

static prm_text rendered(const prm_instructions *plan, size_t capacity, prm_status wanted)
{
    char *const buffer = fresh(capacity + GUARD);
    const size_t used = wanted == PRM_OK ? plan->size + 1 : 0;

    REQUIRE(prm_instructions_render(plan, buffer, capacity, NULL) == wanted);
    REQUIRE(is_canary(buffer + used, capacity + GUARD - used));
    REQUIRE(wanted != PRM_OK || buffer[plan->size] == '\0');
    return prm_bytes(buffer, wanted == PRM_OK ? plan->size : 0);
}

static int compare(void *context, const char *data, size_t size)
{
    prm_text *const left = context;

    REQUIRE(size > 0 && size <= left->size && memcmp(data, left->data, size) == 0);
    left->data += size;
    left->size -= size;
    return 0;
}

static void check_text(const prm_instructions *plan, size_t capacity)
{
    prm_text text = rendered(plan, plan->size + 1, PRM_OK);
    prm_sink sink;

    if (plan->step == PRM_STEP_MARKER_CUT)
        REQUIRE(is_utf8(text));
    if (capacity <= plan->size)
        (void)rendered(plan, capacity, PRM_NO_SPACE);
    sink.write = compare;
    sink.context = &text;
    REQUIRE(prm_instructions_emit(plan, sink, NULL) == PRM_OK && text.size == 0);
}

static void check_fates(const prm_instructions *plan)
{
    size_t cut = 0, omitted = 0, parts = 0, i;

    for (i = 0; i < plan->count; i++) {
        const prm_document *const d = &plan->documents[i];
        const bool is_part = d->fate >= PRM_FATE_SHOWN && d->fate <= PRM_FATE_OMITTED;
        cut += d->fate == PRM_FATE_CUT;
        omitted += d->fate == PRM_FATE_OMITTED;
        parts += is_part || d->change == PRM_CHANGE_REMOVED;
        REQUIRE(d->shown <= d->content.size);
        if (d->fate == PRM_FATE_CUT)
            REQUIRE(d->shown < d->content.size && is_cut_between(d->content, d->shown));
    }
    if (plan->step == PRM_STEP_NOTHING)
        return;
    REQUIRE(cut <= 1 && omitted <= plan->omitted && plan->omitted <= plan->parts && parts >= plan->parts);
}

/* *config is given a budget. A budget of 0 or less is no text at all. */
static void check_plan(const prm_instructions *plan, int64_t budget, size_t capacity)
{
    REQUIRE(plan->size <= (budget > 0 ? (uint64_t)budget : 0));
    REQUIRE((plan->step == PRM_STEP_NOTHING) == (budget <= 0 || plan->parts == 0));
    check_fates(plan);
    check_text(plan, capacity);
}

/* With more budget it is an earlier step, or the same one with no less shown. */
static void check_more(const prm_instructions *less, const prm_instructions *more)
{
    if (less->step == PRM_STEP_NOTHING)
        return;
    REQUIRE(more->step <= less->step);
    if (more->step == less->step)
        REQUIRE(more->omitted <= less->omitted && (more->omitted < less->omitted || more->shown >= less->shown));
}

static prm_instructions_config make_config(int64_t budget)
{
    prm_instructions_config config = prm_instructions_defaults();

    config.max_bytes = budget;
    config.baseline.pack = config.changes.pack = &context_pack;
    config.baseline.id = CONTEXT_INSTRUCTIONS_BASELINE_ID;
    config.changes.id = CONTEXT_INSTRUCTIONS_CHANGES_ID;
    return config;
}

void fuzz_target(input *in)
{
    const int64_t budget = (int64_t)take_number(in, 1100) - 20, more = budget + (int64_t)take_number(in, 600);
    const size_t capacity = take_number(in, 1100);
    const prm_instructions_config config = make_config(budget), richer = make_config(more);
    prm_document known[MOST_DOCUMENTS], again[MOST_DOCUMENTS], found[MOST_DOCUMENTS];
    const size_t known_count = take_documents(in, known), found_count = take_documents(in, found);
    prm_instructions plan, other;
    prm_status status;

    REQUIRE(prm_instructions_check(&config, NULL) == PRM_OK);
    memcpy(again, known, sizeof again);
    status = prm_instructions_baseline(&plan, &config, known, known_count, NULL);
    REQUIRE(status == prm_instructions_baseline(&other, &richer, again, known_count, NULL));
    REQUIRE(status == PRM_OK);
    check_plan(&plan, budget, capacity);
    check_plan(&other, more, ROOMY);
    check_more(&plan, &other);

    status = prm_instructions_changes(&plan, &config, known, known_count, found, found_count, NULL);
    if (found_count >= known_count)
        REQUIRE(status == PRM_OK);
    REQUIRE(status == PRM_OK || status == PRM_BAD_ARGUMENT);
    if (status != PRM_OK)
        return;
    check_plan(&plan, budget, capacity);
    memcpy(again, found, sizeof again);
    if (plan.step == PRM_STEP_WHOLE) {
        REQUIRE(prm_instructions_changes(&other, &config, found, found_count, again, found_count, NULL) == PRM_OK);
        REQUIRE(other.size == 0 && other.step == PRM_STEP_NOTHING);
    }
}
