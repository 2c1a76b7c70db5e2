#include <promptrom/renderer.h>

#include "event_error.h"
#include "names.h"

prm_text prm_prompt_kind_name(unsigned kind)
{
    static const prm_name_entry names[] = {
        PRM_NAME("base_instructions"), PRM_NAME("developer_instructions"), PRM_NAME("turn_input"),
        PRM_NAME("deferred_continuation"), PRM_NAME("resume"), PRM_NAME("delivery_text")
    };

    return PRM_NAME_OF(names, kind);
}

typedef struct sending {
    const prm_pack  *pack;
    const void      *args;
    prm_event_error *error;
} sending;

/* ---- showing ---- */

typedef struct showing {
    const prm_viewer *viewer;
    prm_visible       what;
    bool              any;       /* bytes have been shown */
} showing;

static int show_piece(void *context, const char *data, size_t size)
{
    showing *const s = context;

    s->any = true;
    return s->viewer->see(s->viewer->context, &s->what, data, size);
}

static prm_status show(const sending *out, showing *s, const prm_shown *text)
{
    prm_report report;
    prm_sink sink;
    prm_status status;

    sink.write = show_piece;
    sink.context = s;
    s->what.kind = (prm_prompt_kind)text->kind;
    s->any = false;
    status = prm_emit(out->pack, text->entry, out->args, PRM_TEXT, sink, &report);
    if (status == PRM_SINK_FAILED)
        return prm_event_not_rendered(out->error, PRM_ERROR_VIEWER_FAILED, &report);
    if (status != PRM_OK)
        return prm_event_not_rendered(out->error, PRM_ERROR_NOT_RENDERED, &report);
    if (!s->any)
        return PRM_OK;
    report.code = s->viewer->see(s->viewer->context, &s->what, NULL, 0);
    report.status = PRM_SINK_FAILED;
    return report.code == 0 ? PRM_OK : prm_event_not_rendered(out->error, PRM_ERROR_VIEWER_FAILED, &report);
}

static prm_status show_all(const sending *out, const prm_plans *plans, const prm_renderer *renderer,
                           const prm_runtime_input *input, const prm_viewer *viewer)
{
    showing s;
    unsigned i;
    prm_status status = PRM_OK;

    s.viewer = viewer;
    s.what.runtime = prm_plan_text(plans, plans->runtimes[renderer->runtime]);
    s.what.event_type = input->event_type;
    s.what.event_id = input->event_id;
    for (i = 0; i < renderer->count && status == PRM_OK; i++)
        status = show(out, &s, &plans->shown[renderer->first + i]);
    return status;
}

/* ---- sending ---- */

static const prm_renderer *find_renderer(const prm_plans *plans, unsigned number, unsigned event)
{
    const prm_renderer *renderer;

    if (!plans || plans->version != PRM_PLANS_VERSION || number >= plans->renderer_count)
        return NULL;
    renderer = &plans->renderers[number];
    return renderer->event == event && renderer->runtime < plans->runtime_count
           && renderer->first <= plans->shown_count && renderer->count <= plans->shown_count - renderer->first
        ? renderer : NULL;
}

prm_status prm_send(const prm_plans *plans, const prm_pack *pack, unsigned renderer, const prm_runtime_input *input,
                    const void *args, prm_viewer viewer, prm_sink sink, prm_event_error *error)
{
    const prm_renderer *found;
    sending out;
    prm_report report;
    prm_status status = prm_input_check(input, plans, error);

    if (status != PRM_OK)
        return status;
    found = find_renderer(plans, renderer, input->event_type);
    if (found == NULL)
        return prm_event_fail(error, PRM_ERROR_NO_RENDERER, NULL);
    out.pack = pack;
    out.args = args;
    out.error = error;
    if (prm_measure(pack, found->request, args, PRM_TEXT, &report) != PRM_OK)
        return prm_event_not_rendered(error, PRM_ERROR_NOT_RENDERED, &report);
    if (viewer.see)
        status = show_all(&out, plans, found, input, &viewer);
    if (status == PRM_OK && prm_emit(pack, found->request, args, PRM_TEXT, sink, &report) != PRM_OK)
        status = prm_event_not_rendered(error, PRM_ERROR_NOT_RENDERED, &report);
    return status;
}
