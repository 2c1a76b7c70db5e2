/* Renderers: requests of a pack that send an event to a runtime, and the view of what is sent.
 *
 * A renderer is found by number: <pack>_renderer_of(runtime, event) in the pack's header. Its arguments are filled by
 * <renderer>_take() from those that the event was compiled with and from the envelope, so that nothing has to be
 * copied by hand. Members of the payload that tie a delivery to the daemon's records come from there.
 *
 * Before a payload goes out, a viewer may be shown each text in it as the model will read it, byte for byte. */
#ifndef PROMPTROM_RENDERER_H
#define PROMPTROM_RENDERER_H

#include <promptrom/envelope.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As what a text is sent. */
typedef enum prm_prompt_kind {
    PRM_PROMPT_BASE_INSTRUCTIONS      = 1,
    PRM_PROMPT_DEVELOPER_INSTRUCTIONS = 2,
    PRM_PROMPT_TURN_INPUT             = 3,    /* also a contract for a runtime without instructions of its own */
    PRM_PROMPT_DEFERRED_CONTINUATION  = 4,
    PRM_PROMPT_RESUME                 = 5,
    PRM_PROMPT_DELIVERY_TEXT          = 6
} prm_prompt_kind;

prm_text prm_prompt_kind_name(unsigned kind);

/* Facts about a text that is shown. */
typedef struct prm_visible {
    prm_prompt_kind kind;
    prm_text        runtime;      /* its name in the pack */
    prm_event_type  event_type;
    prm_text        event_id;
} prm_visible;

/* Takes a text piece by piece, and a piece of size 0 at its end; texts without bytes are not shown. 0 goes on,
 * anything else stops the call before anything has been sent. see == NULL: nobody looks. */
typedef struct prm_viewer {
    int (*see)(void *context, const prm_visible *what, const char *data, size_t size);
    void *context;
} prm_viewer;

/* Checks the envelope and all values, shows the texts, then writes the payload into the sink. args: of the renderer's
 * request, in that pack, which is the plans' own or an overlay of it. */
PRM_MUST_USE prm_status prm_send(const prm_plans *plans, const prm_pack *pack, unsigned renderer,
                                 const prm_runtime_input *input, const void *args, prm_viewer viewer, prm_sink sink,
                                 prm_event_error *error);

#ifdef __cplusplus
}
#endif

#endif
