#include "show.h"

#include <promptrom/pack.h>

#include <stdio.h>
#include <stdlib.h>

bool show_quiet;

static void print_text(prm_text text)
{
    if (show_quiet)
        return;
    fwrite(text.data ? text.data : "-", 1, text.data ? text.size : 1, stdout);
}

static void print_named(const char *name, prm_text text)
{
    if (!show_quiet)
        printf("%s", name);
    print_text(text);
}

void show_must(prm_status status, const prm_event_error *error)
{
    if (status == PRM_OK)
        return;
    printf("failed: %s: ", prm_status_text(status));
    print_text(prm_event_error_name(error->kind));
    print_named(" in ", error->block_id);
    printf(", %s, placeholder %u\n", error->member ? error->member : "-", error->report.placeholder);
    exit(1);
}

/* ---- blocks ---- */

/* First and last line of the file that a step's literals come from. */
static void print_lines(const prm_pack *pack, unsigned entry, const void *args)
{
    prm_cursor cursor;
    prm_slice slice;
    const char *file = NULL, *name;
    unsigned first = 0, last = 0, line;

    if (prm_open(&cursor, pack, entry, args, PRM_TEXT, NULL) != PRM_OK)
        return;
    while (prm_next(&cursor, &slice) == PRM_OK) {
        if (!prm_origin_of(&slice, &name, &line))
            continue;
        first = file == NULL || line < first ? line : first;
        last = line > last ? line : last;
        file = name;
    }
    printf("    lines %s:%u-%u\n", file ? file : "-", first, last);
}

static unsigned entry_of(const prm_plans *plans, const prm_plan *plan, unsigned block)
{
    unsigned i;

    for (i = 0; plans->steps[plan->first + i].block != block; i++)
        continue;
    return plans->steps[plan->first + i].entry;
}

static void print_block(const prm_plans *plans, const prm_bundle_block *block)
{
    const prm_block_info *const info = block->info;

    print_named("  ", prm_plan_text(plans, info->id));
    print_named(" ", prm_block_type_name(info->type));
    print_named(" ", prm_block_layer_name(info->layer));
    print_named(" ", prm_block_output_name(info->output));
    print_named(" ", prm_durability_name(info->durability));
    print_named(" ", prm_plan_text(plans, info->order));
    if (block->row != PRM_NO_ROW)
        printf(" row %u", (unsigned)block->row);
    print_named("\n    source ", prm_source_kind_name(info->source));
    print_named(" | ", block->path);
    print_named(" | ", block->version);
    print_named(" | ", prm_plan_text(plans, info->owner));
    print_named(" | ", prm_plan_text(plans, info->description));
    print_named("\n    title ", prm_plan_text(plans, info->title));
    print_named(" | ", prm_plan_text(plans, info->label));
    print_named(" | ", prm_plan_text(plans, info->tags));
    printf("\n    size %u tokens %u hash %016llx fingerprint %016llx\n", (unsigned)block->size,
           (unsigned)block->tokens, (unsigned long long)block->text_hash, (unsigned long long)block->fingerprint);
}

void show_bundle(const prm_plans *plans, const prm_pack *pack, const prm_descriptor *event, const void *args,
                 prm_bundle *bundle)
{
    static prm_bundle_block blocks[SHOW_BLOCKS];
    const prm_plan *const plan = prm_plan_of(plans, event->event_type);
    prm_event_error error;
    size_t i;

    *bundle = prm_bundle_make(blocks, SHOW_BLOCKS);
    show_must(prm_compile(plans, pack, event, args, 0, bundle, &error), &error);
    print_named("event ", prm_event_type_name(event->event_type));
    print_named("\nkind ", prm_input_kind_name(prm_event_kind_of(event->event_type)));
    printf("\nblocks %u\n", (unsigned)bundle->count);
    for (i = 0; i < bundle->count; i++) {
        print_block(plans, &bundle->blocks[i]);
        if (pack->files_size > 0)
            print_lines(pack, entry_of(plans, plan, bundle->blocks[i].block), args);
    }
    for (i = 0; i < PRM_OUTPUTS; i++) {
        print_named("output ", prm_block_output_name((unsigned)i + 1));
        printf(" %016llx\n", (unsigned long long)bundle->outputs[i]);
    }
    printf("bundle %016llx\n", (unsigned long long)bundle->fingerprint);
}

void show_input(const prm_runtime_input *input)
{
    printf("payload %016llx\nenvelope %016llx\n", (unsigned long long)input->payload,
           (unsigned long long)input->fingerprint);
}

/* ---- sending ---- */

typedef struct viewer_state {
    const prm_plans *plans;
    int              open;
} viewer_state;

static int see(void *context, const prm_visible *what, const char *data, size_t size)
{
    viewer_state *const state = context;

    if (show_quiet)
        return 0;
    if (!state->open) {
        print_named("shown ", prm_prompt_kind_name(what->kind));
        print_named(" ", what->runtime);
        print_named(" ", prm_event_type_name(what->event_type));
        print_named(" ", what->event_id);
        printf("\n<<<\n");
    }
    state->open = size > 0;
    fwrite(data ? data : "", 1, size, stdout);
    if (size == 0)
        printf("\n>>>\n");
    return 0;
}

static int write_out(void *context, const char *data, size_t size)
{
    (void)context;
    return show_quiet || fwrite(data, 1, size, stdout) == size ? 0 : 1;
}

static int discard(void *context, const char *data, size_t size)
{
    (void)context;
    (void)data;
    (void)size;
    return 0;
}

void show_sent(const prm_plans *plans, const prm_pack *pack, unsigned renderer, const prm_runtime_input *input,
               const void *args)
{
    prm_event_error error;
    viewer_state state = { plans, 0 };
    const prm_viewer viewer = { see, &state }, nobody = { NULL, NULL };
    const prm_sink out = { write_out, NULL }, nowhere = { discard, NULL };

    print_named("renderer ", prm_cstr(prm_name(pack, plans->renderers[renderer].request)));
    printf("\n");
    show_must(prm_send(plans, pack, renderer, input, args, viewer, nowhere, &error), &error);
    printf("sent ");
    show_must(prm_send(plans, pack, renderer, input, args, nobody, out, &error), &error);
    printf("\n");
}
