/* Token meter: how much of the model's window is in use.
 *
 * Conventions
 *   - Without better knowledge a text of n UTF-16 code units is priced at n / 4 tokens, rounded up, and what holds
 *     it at four more. The figures are fixed, so that everybody who prices a message finds the same.
 *   - When a call of the model succeeds, its provider says what it took in truth. That figure becomes the anchor:
 *     from then on only what has changed on the surface since that call began is priced, up or down.
 *   - The anchor holds for the envelope that it was measured with (system text and tools), and only if it is no
 *     less than what the call would have been priced at. Each call replaces the anchor of the one before, even if
 *     its own then does not hold.
 *   - Nothing here walks a log: a caller who keeps the price of the surface (surface.h does) asks for the total in
 *     constant time.
 *   - Prices above PRM_TOKENS_MAX are PRM_TOO_BIG, so that sums of a few of them cannot wrap.
 *
 *       prm_envelope envelope = prm_envelope_make(fingerprint, system_text, tools_json);
 *       prm_meter meter = prm_meter_make();
 *
 *       prm_call call = prm_meter_begin(&envelope, surface.tokens);          before each call of the model
 *       …
 *       status = prm_meter_succeed(&meter, &call, &usage, prm_price_message(&answer), &report);
 *       …
 *       uint64_t total = prm_meter_total(&meter, &envelope, surface.tokens); */
#ifndef PROMPTROM_METER_H
#define PROMPTROM_METER_H

#include <promptrom/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- prices ---- */

#define PRM_TOKENS_MAX (UINT64_MAX >> 4)

/* A text alone: code units / 4, rounded up. */
uint64_t prm_price_text(prm_text text);

/* text, reasoning, other: the text + 4; call: name + arguments + 4, each rounded up by itself; result: its
 * blocks + 4. 0 for a kind that there is not. */
uint64_t prm_price_block(const prm_block *block);

/* Its blocks + 4; an assistant's message without blocks is 0. */
uint64_t prm_price_message(const prm_message *message);

/* What stands around the messages of a request. */
typedef struct prm_envelope {
    uint64_t fingerprint;    /* the caller's: equal if and only if the envelopes are */
    uint64_t tokens;
} prm_envelope;

/* system + 4, unless it has no value, and tools (JSON of the schemas) + 4, unless there are none: no value or no
 * bytes. */
prm_envelope prm_envelope_make(uint64_t fingerprint, prm_text system, prm_text tools);

/* ---- the meter ---- */

/* What a provider reports about one call. */
typedef struct prm_usage {
    uint64_t input;          /* without what came from or went into the cache */
    uint64_t cache_read;
    uint64_t cache_write;
    uint64_t output;
} prm_usage;

/* A call of the model under way. */
typedef struct prm_call {
    prm_envelope envelope;
    uint64_t     surface;    /* price of the surface when it began */
} prm_call;

typedef struct prm_meter {
    uint64_t fingerprint;    /* of the envelope that the anchor holds for */
    uint64_t anchor;         /* tokens used, as reported */
    uint64_t surface;        /* price of what the anchor covers: the surface then, and the call's own output */
    bool     anchored;
} prm_meter;

/* No call has succeeded yet. */
prm_meter prm_meter_make(void);

/* A call begins: surface is the price of what it sends. */
prm_call prm_meter_begin(const prm_envelope *envelope, uint64_t surface);

/* The call has succeeded: output is the price of the message that it gave. PRM_TOO_BIG names the figure; the meter
 * is then as it was. */
PRM_MUST_USE prm_status prm_meter_succeed(prm_meter *meter, const prm_call *call, const prm_usage *usage,
                                          uint64_t output, prm_context_report *report);

/* Tokens in use when a request is made of envelope and a surface of that price. */
uint64_t prm_meter_total(const prm_meter *meter, const prm_envelope *envelope, uint64_t surface);

#ifdef __cplusplus
}
#endif

#endif
