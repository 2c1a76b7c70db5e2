#include <promptrom/blocks.h>

/* ---- names ---- */

typedef struct { unsigned char size; char text[26]; } name;

#define NAME(text) { sizeof text - 1, text }
#define NAME_OF(names, number) name_of(names, sizeof names / sizeof *names, number)

static prm_text name_of(const name *names, size_t count, unsigned number)
{
    if (number == 0 || number > count)
        return prm_bytes("", 0);
    return prm_bytes(names[number - 1].text, names[number - 1].size);
}

prm_text prm_block_type_name(unsigned type)
{
    static const name names[] = {
        NAME("instruction"), NAME("turn_context"), NAME("notice"), NAME("reference")
    };

    return NAME_OF(names, type);
}

prm_text prm_block_layer_name(unsigned layer)
{
    static const name names[] = {
        NAME("platform"), NAME("channel"), NAME("workspace_doc"), NAME("agent_config"), NAME("event"),
        NAME("retrieval"), NAME("system_notice"), NAME("runtime_guidance")
    };

    return NAME_OF(names, layer);
}

prm_text prm_block_output_name(unsigned output)
{
    static const name names[] = { NAME("base"), NAME("developer"), NAME("turn"), NAME("reference") };

    return NAME_OF(names, output);
}

prm_text prm_durability_name(unsigned durability)
{
    static const name names[] = {
        NAME("persistent"), NAME("turn_only"), NAME("until_acknowledged"), NAME("compactable")
    };

    return NAME_OF(names, durability);
}

prm_text prm_source_kind_name(unsigned kind)
{
    static const name names[] = {
        NAME("markdown_template"), NAME("workspace_doc"), NAME("generated"), NAME("event_payload"),
        NAME("retrieval"), NAME("notice")
    };

    return NAME_OF(names, kind);
}

prm_text prm_event_type_name(unsigned event)
{
    static const name names[] = {
        NAME("thread_start"), NAME("thread_resume"), NAME("fresh_start"), NAME("wake"), NAME("resume"),
        NAME("deferred_continuation"), NAME("routed_message_delivery"), NAME("reaction_delivery"),
        NAME("final_visible_reply_check")
    };

    return NAME_OF(names, event);
}

prm_text prm_input_kind_name(unsigned kind)
{
    static const name names[] = {
        NAME("thread_contract"), NAME("turn_context"), NAME("delivery_envelope")
    };

    return NAME_OF(names, kind);
}

unsigned prm_event_kind_of(unsigned event)
{
    switch (event) {
    case PRM_ON_THREAD_START:
    case PRM_ON_THREAD_RESUME:
        return PRM_INPUT_THREAD_CONTRACT;
    case PRM_ON_ROUTED_MESSAGE_DELIVERY:
    case PRM_ON_REACTION_DELIVERY:
        return PRM_INPUT_DELIVERY;
    default:
        return event > 0 && event <= PRM_EVENT_TYPES ? PRM_INPUT_TURN_CONTEXT : 0;
    }
}

/* ---- plans ---- */

const prm_plan *prm_plan_of(const prm_plans *plans, unsigned event)
{
    const prm_plan *plan;

    if (!plans || plans->version != PRM_PLANS_VERSION || event == 0 || event > PRM_EVENT_TYPES)
        return NULL;
    plan = &plans->plans[event - 1];
    return plan->count > 0 && plan->first <= plans->step_count && plan->count <= plans->step_count - plan->first
        ? plan : NULL;
}

prm_text prm_plan_text(const prm_plans *plans, uint32_t offset)
{
    const unsigned char *at;
    size_t size;

    if (offset < 2 || offset > plans->text_size)
        return prm_bytes("", 0);
    at = (const unsigned char *)plans->text + offset - 2;
    size = at[0] | (size_t)at[1] << 8;
    return size <= plans->text_size - offset ? prm_bytes(plans->text + offset, size) : prm_bytes("", 0);
}
