#include "event_error.h"
#include "fingerprint.h"
#include "names.h"

#include <promptrom/utf8.h>

#include "../core/cursor.h"

/* ---- names ---- */

prm_text prm_event_error_name(unsigned kind)
{
    static const prm_name_entry names[] = {
        PRM_NAME("block_too_large"), PRM_NAME("too_many_blocks"), PRM_NAME("not_rendered"), PRM_NAME("unknown_event"),
        PRM_NAME("no_plan"), PRM_NAME("event_id_missing"), PRM_NAME("payload_count"), PRM_NAME("payload_kind"),
        PRM_NAME("message_id_missing"), PRM_NAME("delivery_id_missing"), PRM_NAME("unknown_value"),
        PRM_NAME("changed"), PRM_NAME("no_renderer"), PRM_NAME("viewer_failed")
    };

    return PRM_NAME_OF(names, kind);
}

prm_text prm_failure_class_name(unsigned failure)
{
    static const prm_name_entry names[] = { PRM_NAME("runtime_start_failed"), PRM_NAME("wake_failed") };

    return PRM_NAME_OF(names, failure);
}

prm_failure_class prm_failure_class_of(unsigned event)
{
    return event == PRM_ON_THREAD_START || event == PRM_ON_THREAD_RESUME || event == PRM_ON_FRESH_START
        ? PRM_FAILURE_RUNTIME_START : PRM_FAILURE_WAKE;
}

/* ---- fingerprints ---- */

/* What a block has before its text, in the order of the fields. */
static void add_facts(prm_xxh64 *hash, const prm_plans *plans, const prm_bundle_block *block)
{
    prm_fingerprint_text(hash, prm_plan_text(plans, block->info->id));
    prm_fingerprint_text(hash, block->version);
    prm_fingerprint_text(hash, prm_plan_text(plans, block->info->order));
    prm_fingerprint_text(hash, prm_block_output_name(block->info->output));
    prm_fingerprint_text(hash, prm_durability_name(block->info->durability));
}

static void add_block(prm_xxh64 *hash, const prm_plans *plans, const prm_bundle_block *block)
{
    add_facts(hash, plans, block);
    prm_fingerprint_hash(hash, block->text_hash);
}

static prm_xxh64 begin_hash(const prm_descriptor *event)
{
    prm_xxh64 hash = prm_xxh64_begin();

    prm_fingerprint_text(&hash, event->agent_id);
    prm_fingerprint_text(&hash, event->channel_type);
    return hash;
}

uint64_t prm_bundle_fingerprint(const prm_plans *plans, const prm_bundle *bundle)
{
    prm_xxh64 hash = begin_hash(&bundle->event);
    size_t i;

    prm_fingerprint_text(&hash, prm_event_type_name(bundle->event.event_type));
    for (i = 0; i < bundle->count; i++)
        add_block(&hash, plans, &bundle->blocks[i]);
    return prm_xxh64_end(&hash);
}

static uint64_t output_fingerprint(const prm_plans *plans, const prm_bundle *bundle, unsigned output)
{
    prm_xxh64 hash = begin_hash(&bundle->event);
    size_t i;

    for (i = 0; i < bundle->count; i++)
        if (bundle->blocks[i].info->output == output)
            add_block(&hash, plans, &bundle->blocks[i]);
    return prm_xxh64_end(&hash);
}

static void add_fingerprints(const prm_plans *plans, prm_bundle *bundle)
{
    size_t i;

    for (i = 0; i < bundle->count; i++) {
        prm_xxh64 hash = prm_xxh64_begin();
        add_block(&hash, plans, &bundle->blocks[i]);
        bundle->blocks[i].fingerprint = prm_xxh64_end(&hash);
    }
    for (i = 0; i < PRM_OUTPUTS; i++)
        bundle->outputs[i] = output_fingerprint(plans, bundle, (unsigned)i + 1);
    bundle->fingerprint = prm_bundle_fingerprint(plans, bundle);
}

/* ---- walking a plan ---- */

typedef struct compiler {
    const prm_plans *plans;
    const prm_pack  *pack;
    const void      *args;
    uint64_t         limit;
    prm_bundle      *bundle;
    prm_event_error *error;
} compiler;

/* The text of one block while it is read. */
typedef struct reading {
    prm_bundle_block block;
    prm_xxh64        hash;
    uint64_t         units;
} reading;

static prm_status fail_block(const compiler *c, prm_event_error_kind kind, const prm_bundle_block *block,
                             uint64_t limit)
{
    if (c->error != NULL) {
        c->error->block_id = prm_plan_text(c->plans, block->info->id);
        c->error->source = block->path;
        c->error->tokens = block->tokens;
        c->error->limit = limit;
    }
    return prm_event_fail(c->error, kind, NULL);
}

/* Adds a block whose text is known. */
static prm_status take(const compiler *c, const prm_bundle_block *block)
{
    prm_bundle *const bundle = c->bundle;

    if (c->limit > 0 && block->tokens > c->limit)
        return fail_block(c, PRM_ERROR_BLOCK_TOO_LARGE, block, c->limit);
    if (bundle->count == bundle->capacity)
        return fail_block(c, PRM_ERROR_TOO_MANY_BLOCKS, block, bundle->capacity);
    bundle->blocks[bundle->count++] = *block;
    return PRM_OK;
}

static prm_bundle_block block_of(const compiler *c, const prm_plan_step *step)
{
    prm_bundle_block block;

    memset(&block, 0, sizeof block);
    block.info = &c->plans->blocks[step->block];
    block.block = step->block;
    block.row = PRM_NO_ROW;
    block.path = prm_plan_text(c->plans, block.info->path);
    block.version = prm_plan_text(c->plans, block.info->version);
    return block;
}

static prm_status take_fixed(const compiler *c, prm_bundle_block *block)
{
    block->size = block->info->size;
    block->tokens = block->info->tokens;
    block->text_hash = (uint64_t)block->info->hash[1] << 32 | block->info->hash[0];
    return take(c, block);
}

static prm_status fail_render(const compiler *c, const prm_bundle_block *block, const prm_report *report)
{
    (void)fail_block(c, PRM_ERROR_NOT_RENDERED, block, 0);
    return prm_event_not_rendered(c->error, PRM_ERROR_NOT_RENDERED, report);
}

/* Rows are made anew while a text is read; their source may fail then although it had not when it was measured. */
static prm_status fail_reading(const compiler *c, const prm_cursor *cursor, const prm_bundle_block *block,
                               prm_status status)
{
    prm_report report;

    memset(&report, 0, sizeof report);
    report.status = status;
    report.id = cursor->walk.id;
    report.placeholder = PRM_NO_PLACEHOLDER;
    report.field = PRM_NO_PLACEHOLDER;
    report.row = prm_cursor_row(cursor);
    report.code = status == PRM_ROW_FAILED ? cursor->walk.code : 0;
    return fail_render(c, block, &report);
}

/* One of the arguments that say where a text comes from. */
static prm_status source_argument(const compiler *c, const prm_cursor *cursor, const prm_bundle_block *block,
                                  unsigned input, prm_text *text)
{
    prm_report report;

    if (input == PRM_NO_INPUT)
        return PRM_OK;
    *text = prm_cursor_field(cursor, input);
    if (text->data != NULL)
        return PRM_OK;
    memset(&report, 0, sizeof report);
    report.status = PRM_MISSING;
    report.id = cursor->walk.id;
    report.placeholder = (uint16_t)input;
    report.field = (uint16_t)input;
    report.row = block->row;
    return fail_render(c, block, &report);
}

static prm_status begin_block(const compiler *c, const prm_cursor *cursor, const prm_plan_step *step, reading *r)
{
    prm_status status;

    r->block = block_of(c, step);
    r->hash = prm_xxh64_begin();
    r->units = 0;
    if (r->block.info->flags & PRM_PLAN_REPEATED)
        r->block.row = prm_cursor_row(cursor);
    status = source_argument(c, cursor, &r->block, r->block.info->path_input, &r->block.path);
    if (status != PRM_OK)
        return status;
    return source_argument(c, cursor, &r->block, r->block.info->version_input, &r->block.version);
}

static prm_status end_block(const compiler *c, reading *r)
{
    if (r->block.info == NULL)
        return PRM_OK;
    r->block.tokens = r->units / 4 + (r->units % 4 > 0);
    r->block.text_hash = prm_xxh64_end(&r->hash);
    return take(c, &r->block);
}

static void read_slice(reading *r, const prm_slice *slice)
{
    prm_xxh64_add(&r->hash, slice->data, slice->size);
    r->units += prm_utf8_extent(slice->data, slice->size).units;
    r->block.size += slice->size;
}

/* Whether the cursor has come to another block than the one that is read. */
static bool is_next(const prm_cursor *cursor, const reading *r)
{
    if (r->block.info == NULL)
        return true;
    return (r->block.info->flags & PRM_PLAN_REPEATED) && r->block.row != prm_cursor_row(cursor);
}

static prm_status read_blocks(const compiler *c, prm_cursor *cursor, const prm_plan_step *step)
{
    prm_slice slice;
    reading r;
    prm_status status;

    r.block.info = NULL;
    while ((status = prm_next(cursor, &slice)) == PRM_OK) {
        if (is_next(cursor, &r)) {
            status = end_block(c, &r);
            if (status == PRM_OK)
                status = begin_block(c, cursor, step, &r);
            if (status != PRM_OK)
                return status;
        }
        read_slice(&r, &slice);
    }
    if (status == PRM_END)
        return end_block(c, &r);
    r.block = block_of(c, step);
    return fail_reading(c, cursor, &r.block, status);
}

/* A fixed text under conditions: is it there? */
static prm_status read_fixed(const compiler *c, prm_cursor *cursor, prm_bundle_block *block)
{
    prm_slice slice;
    const prm_status status = prm_next(cursor, &slice);

    if (status == PRM_END)
        return PRM_OK;
    return status == PRM_OK ? take_fixed(c, block) : fail_reading(c, cursor, block, status);
}

static prm_status compile_step(const compiler *c, const prm_plan_step *step)
{
    prm_bundle_block block = block_of(c, step);
    const bool fixed = (block.info->flags & (PRM_PLAN_FIXED | PRM_PLAN_REPEATED)) == PRM_PLAN_FIXED
                       && c->pack == c->plans->pack;
    prm_cursor cursor;
    prm_report report;

    if (fixed && (block.info->flags & PRM_PLAN_ALWAYS))
        return take_fixed(c, &block);
    if (prm_open(&cursor, c->pack, step->entry, c->args, PRM_TEXT, &report) != PRM_OK)
        return fail_render(c, &block, &report);
    return fixed ? read_fixed(c, &cursor, &block) : read_blocks(c, &cursor, step);
}

/* ---- compiling ---- */

prm_bundle prm_bundle_make(prm_bundle_block *blocks, size_t capacity)
{
    prm_bundle bundle;

    memset(&bundle, 0, sizeof bundle);
    bundle.blocks = blocks;
    bundle.capacity = capacity;
    return bundle;
}

static prm_status check_event(const prm_plans *plans, const prm_descriptor *event, const prm_plan **plan,
                              prm_event_error *error)
{
    if (prm_event_kind_of(event->event_type) == 0)
        return prm_event_fail(error, PRM_ERROR_UNKNOWN_EVENT, "event_type");
    if (event->event_id.data == NULL || event->event_id.size == 0)
        return prm_event_fail(error, PRM_ERROR_EVENT_ID_MISSING, "event_id");
    *plan = prm_plan_of(plans, event->event_type);
    return *plan ? PRM_OK : prm_event_fail(error, PRM_ERROR_NO_PLAN, NULL);
}

static prm_status walk_plan(const compiler *c, const prm_plan *plan)
{
    const prm_plan_step *step = c->plans->steps + plan->first;
    const prm_plan_step *const end = step + plan->count;
    prm_status status = PRM_OK;

    for (; step != end && status == PRM_OK; step++)
        status = compile_step(c, step);
    return status;
}

prm_status prm_compile(const prm_plans *plans, const prm_pack *pack, const prm_descriptor *event, const void *args,
                       uint64_t max_block_tokens, prm_bundle *bundle, prm_event_error *error)
{
    compiler c;
    const prm_plan *plan;
    prm_status status;

    prm_event_begin(error, event);
    bundle->count = 0;
    bundle->event = *event;
    c.plans = plans;
    c.pack = pack;
    c.args = args;
    c.limit = max_block_tokens;
    c.bundle = bundle;
    c.error = error;
    status = check_event(plans, event, &plan, error);
    if (status == PRM_OK)
        status = walk_plan(&c, plan);
    if (status == PRM_OK)
        add_fingerprints(plans, bundle);
    else
        *bundle = prm_bundle_make(bundle->blocks, bundle->capacity);
    return status;
}
