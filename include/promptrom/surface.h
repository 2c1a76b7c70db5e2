/* The surface: which events the model sees as messages, in which order, and what each costs.
 *
 * Conventions
 *   - The nodes lie in the caller's array. It must be as large as the surface ever gets, not as the log: what is
 *     replaced gives its place back.
 *   - An append takes constant time. A replacement takes time for the nodes that it removes, and moves whichever is
 *     shorter, what stands before them or what stands behind. So a message replaced by one, and a summary that
 *     takes the place of all but the latest messages, cost the same after a thousand events and after a million.
 *     (When the end of the array is reached, the nodes are moved back to its beginning. An array twice as large as
 *     the surface keeps that rare.)
 *   - After an error the surface is as it was.
 *
 *       prm_node nodes[256];
 *       prm_surface surface = prm_surface_make(nodes, 256);
 *       while (next_event(&event))
 *           if (prm_surface_apply(&surface, &event, &report) != PRM_OK) …
 *       total = prm_meter_total(&meter, &envelope, surface.tokens); */
#ifndef PROMPTROM_SURFACE_H
#define PROMPTROM_SURFACE_H

#include <promptrom/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prm_node {
    uint64_t seq;         /* of the event whose message this is */
    uint64_t tokens;      /* its price */
} prm_node;

typedef struct prm_surface {
    prm_node *nodes;
    size_t    capacity;
    size_t    first;      /* nodes[first] stands at position 0 */
    size_t    count;
    uint64_t  tokens;     /* price of all of them */
} prm_surface;

/* An empty surface over an array of capacity nodes. */
prm_surface prm_surface_make(prm_node *nodes, size_t capacity);

/* The node at a position below surface->count. */
static inline const prm_node *prm_surface_at(const prm_surface *surface, size_t position)
{
    return surface->nodes + surface->first + position;
}

/* Price of the nodes at positions start to end, both within the surface. */
uint64_t prm_surface_range(const prm_surface *surface, size_t start, size_t end);

/* PRM_NO_SPACE: the array is full. PRM_TOO_BIG: the price is above PRM_TOKENS_MAX, alone or with the others. */
PRM_MUST_USE prm_status prm_surface_append(prm_surface *surface, prm_node node, prm_context_report *report);

/* Puts node in the place of those at positions start to end. PRM_BAD_LOG: there is no such range. */
PRM_MUST_USE prm_status prm_surface_replace(prm_surface *surface, size_t start, size_t end, prm_node node,
                                            prm_context_report *report);

/* What an event of the log does, at the price of its message. Other kinds than messages do nothing. PRM_BAD_LOG also
 * when an event changes the surface without a message, or is none and claims to change it. */
PRM_MUST_USE prm_status prm_surface_apply(prm_surface *surface, const prm_event *event, prm_context_report *report);

#ifdef __cplusplus
}
#endif

#endif
