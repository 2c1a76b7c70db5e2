#include <promptrom/surface.h>

#include <promptrom/meter.h>

#include "report.h"

prm_surface prm_surface_make(prm_node *nodes, size_t capacity)
{
    prm_surface surface;

    memset(&surface, 0, sizeof surface);
    surface.nodes = nodes;
    surface.capacity = capacity;
    return surface;
}

uint64_t prm_surface_range(const prm_surface *surface, size_t start, size_t end)
{
    const prm_node *node = prm_surface_at(surface, start);
    const prm_node *const last = prm_surface_at(surface, end);
    uint64_t tokens = node->tokens;

    while (node != last)
        tokens += (++node)->tokens;
    return tokens;
}

/* Whether a node of that price may stand beside others that cost `tokens`. */
static prm_status check_price(uint64_t price, uint64_t tokens, prm_context_report *report)
{
    if (price <= PRM_TOKENS_MAX && tokens <= PRM_TOKENS_MAX - price)
        return PRM_OK;
    return prm_context_differ(report, PRM_TOO_BIG, "tokens", "no surface costs so many tokens", price,
                              PRM_TOKENS_MAX);
}

static void move_nodes(prm_surface *surface, size_t to, size_t from, size_t count)
{
    memmove(surface->nodes + to, surface->nodes + from, count * sizeof *surface->nodes);
}

prm_status prm_surface_append(prm_surface *surface, prm_node node, prm_context_report *report)
{
    prm_status status;

    prm_context_begin(report);
    if (surface->count == surface->capacity)
        return prm_context_differ(report, PRM_NO_SPACE, "capacity", "the array of nodes is full",
                                  surface->count, surface->capacity);
    status = check_price(node.tokens, surface->tokens, report);
    if (status != PRM_OK)
        return status;
    if (surface->first + surface->count == surface->capacity) {
        move_nodes(surface, 0, surface->first, surface->count);
        surface->first = 0;
    }
    surface->nodes[surface->first + surface->count++] = node;
    surface->tokens += node.tokens;
    return PRM_OK;
}

/* Takes out all nodes of the range but one, whose content is then unspecified. */
static void close_gap(prm_surface *surface, size_t start, size_t end)
{
    const size_t removed = end - start, behind = surface->count - 1 - end;

    if (start <= behind) {
        move_nodes(surface, surface->first + removed, surface->first, start);
        surface->first += removed;
    } else {
        move_nodes(surface, surface->first + start + 1, surface->first + end + 1, behind);
    }
    surface->count -= removed;
}

prm_status prm_surface_replace(prm_surface *surface, size_t start, size_t end, prm_node node,
                               prm_context_report *report)
{
    uint64_t rest;
    prm_status status;

    prm_context_begin(report);
    if (end >= surface->count)
        return prm_context_differ(report, PRM_BAD_LOG, "end", "the surface has no message at this position", end,
                                  surface->count);
    if (start > end)
        return prm_context_differ(report, PRM_BAD_LOG, "start", "the range ends before it begins", start, end);
    rest = surface->tokens - prm_surface_range(surface, start, end);
    status = check_price(node.tokens, rest, report);
    if (status != PRM_OK)
        return status;
    close_gap(surface, start, end);
    surface->nodes[surface->first + start] = node;
    surface->tokens = rest + node.tokens;
    return PRM_OK;
}

/* Whether kind, operation and message of an event go together. */
static bool is_sound(const prm_event *event)
{
    if (event->op == PRM_SURFACE_NONE)
        return true;
    return event->kind == PRM_EVENT_MESSAGE && event->message != NULL
           && (event->op == PRM_SURFACE_APPEND || event->op == PRM_SURFACE_REPLACE);
}

prm_status prm_surface_apply(prm_surface *surface, const prm_event *event, prm_context_report *report)
{
    prm_node node;

    prm_context_begin(report);
    if (!is_sound(event))
        return prm_context_differ(report, PRM_BAD_LOG, "op", "only a message can change the surface", event->seq, 0);
    if (event->op == PRM_SURFACE_NONE)
        return PRM_OK;
    node.seq = event->seq;
    node.tokens = prm_price_message(event->message);
    if (event->op == PRM_SURFACE_APPEND)
        return prm_surface_append(surface, node, report);
    return prm_surface_replace(surface, event->start, event->end, node, report);
}
