#include <promptrom/blocks.h>

#include "names.h"

/* ---- names ---- */

prm_text prm_block_type_name(unsigned type)
{
    static const prm_name_entry names[] = {
        PRM_NAME("instruction"), PRM_NAME("turn_context"), PRM_NAME("notice"), PRM_NAME("reference")
    };

    return PRM_NAME_OF(names, type);
}

prm_text prm_block_layer_name(unsigned layer)
{
    static const prm_name_entry names[] = {
        PRM_NAME("platform"), PRM_NAME("channel"), PRM_NAME("workspace_doc"), PRM_NAME("agent_config"),
        PRM_NAME("event"), PRM_NAME("retrieval"), PRM_NAME("system_notice"), PRM_NAME("runtime_guidance")
    };

    return PRM_NAME_OF(names, layer);
}

prm_text prm_block_output_name(unsigned output)
{
    static const prm_name_entry names[] = {
        PRM_NAME("base"), PRM_NAME("developer"), PRM_NAME("turn"), PRM_NAME("reference")
    };

    return PRM_NAME_OF(names, output);
}

prm_text prm_durability_name(unsigned durability)
{
    static const prm_name_entry names[] = {
        PRM_NAME("persistent"), PRM_NAME("turn_only"), PRM_NAME("until_acknowledged"), PRM_NAME("compactable")
    };

    return PRM_NAME_OF(names, durability);
}

prm_text prm_source_kind_name(unsigned kind)
{
    static const prm_name_entry names[] = {
        PRM_NAME("markdown_template"), PRM_NAME("workspace_doc"), PRM_NAME("generated"), PRM_NAME("event_payload"),
        PRM_NAME("retrieval"), PRM_NAME("notice")
    };

    return PRM_NAME_OF(names, kind);
}

prm_text prm_event_type_name(unsigned event)
{
    static const prm_name_entry names[] = {
        PRM_NAME("thread_start"), PRM_NAME("thread_resume"), PRM_NAME("fresh_start"), PRM_NAME("wake"),
        PRM_NAME("resume"), PRM_NAME("deferred_continuation"), PRM_NAME("routed_message_delivery"),
        PRM_NAME("reaction_delivery"), PRM_NAME("final_visible_reply_check")
    };

    return PRM_NAME_OF(names, event);
}

prm_text prm_input_kind_name(unsigned kind)
{
    static const prm_name_entry names[] = {
        PRM_NAME("thread_contract"), PRM_NAME("turn_context"), PRM_NAME("delivery_envelope")
    };

    return PRM_NAME_OF(names, kind);
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
