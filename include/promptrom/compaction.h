/* Compaction: when the model's window is filling up, a summary takes the place of what lies far back.
 *
 * Conventions
 *   - Due when the meter's total reaches a part of the window, the threshold. First the results of tools are pruned;
 *     only if that is not enough, the model is called for a summary. What is latest stays as it is: as many messages
 *     from the end as together cost what is to be retained, and more until no call of a tool is parted from its
 *     result.
 *   - The log only grows. A compaction appends four events: a start, which locks; a summary, which says what is
 *     shadowed; a user's message that replaces the range, the only change of the surface; and an end, which
 *     unlocks. An end names the message as its source. One without a source closes a compaction that came to
 *     nothing. Each start has exactly one end.
 *   - Whoever folds a log shows each event to prm_compaction_observe(). A log that stops within a compaction leaves
 *     the lock behind, and prm_compaction_resume() brings it to its end.
 *   - The log's append keeps the caller's messages up to date; the surface is kept up to date here.
 *
 *       prm_compaction_config config = prm_compaction_defaults();
 *       config.summarize = call_model;
 *       config.frame.pack = &context_pack;
 *       config.frame.id = CONTEXT_COMPACTION_FRAME_ID;
 *       if (prm_fixed_text(&context_pack, CONTEXT_COMPACTION_INSTRUCTION_ID, NULL, 0, &config.instruction) != PRM_OK
 *           || prm_compaction_check(&config, &report) != PRM_OK) …
 *
 *       prm_compactor c = {&config, &surface, &messages, &log, &meter, &envelope, window,
 *                          text, sizeof text, seqs, 256, state};
 *       status = prm_compact(&c, &compacted, &report);                  before each call of the model
 *       status = prm_compact_overflow(&c, &compacted, &report);         when the provider found it too long
 *       prm_compaction_succeeded(&c.state);                             when a call has succeeded */
#ifndef PROMPTROM_COMPACTION_H
#define PROMPTROM_COMPACTION_H

#include <promptrom/meter.h>
#include <promptrom/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- configuration ---- */

#define PRM_SUMMARY_TOKENS 8192u

/* What the model is asked for. The request: system text and tools as always, the messages of the range unchanged
 * (so that the provider finds them in its cache), then the instruction as a last message of the user. */
typedef struct prm_summary_request {
    size_t   start, end;         /* the range of positions on the surface, both ends within it */
    prm_text instruction;
    uint32_t max_tokens;         /* of the answer */
} prm_summary_request;

/* What it answered. */
typedef struct prm_summary_answer {
    prm_text text;               /* its text blocks, one behind the other, without reasoning; the callback's memory */
    bool     is_cut;             /* it stopped for want of tokens, or to call a tool */
} prm_summary_answer;

/* Arguments of the frame. */
typedef struct prm_compaction_frame {
    prm_text summary;
} prm_compaction_frame;

/* Ratios are doubles because hosts have them so; nothing is computed in floating point. */
typedef struct prm_compaction_config {
    double   threshold_ratio;    /* of the window, above 0 and at most 1 */
    double   retain_ratio;       /* likewise; 0: see below */
    uint64_t retain_tokens;      /* instead of the ratio; 0: not given. Neither given: 0.16 of the window */
    prm_text instruction;        /* for the summarizing call */
    prm_slot frame;              /* takes prm_compaction_frame: what the message holds that replaces the range */
    int    (*prune)(void *context);          /* appends what pruning replaces, to log and surface. NULL: no pruning */
    int    (*summarize)(void *context, const prm_summary_request *request, prm_summary_answer *answer);
                                             /* meanwhile messages may be appended; nothing may be replaced */
    void    *context;
} prm_compaction_config;

/* Threshold 0.8, retain 0.16, no texts and no callbacks. */
prm_compaction_config prm_compaction_defaults(void);

/* PRM_BAD_CONFIG: a ratio is out of bounds, both ways to retain are given, the retained ratio is not below that of
 * the threshold, the instruction is empty, the frame takes other arguments, or there is no summarize. */
PRM_MUST_USE prm_status prm_compaction_check(const prm_compaction_config *config, prm_context_report *report);

typedef struct prm_compaction_limits {
    uint64_t threshold;          /* tokens: due from here on */
    uint64_t retain;             /* tokens at the end that stay; below the threshold */
} prm_compaction_limits;

/* What a configuration means for a window of so many tokens: window x ratio as IEEE doubles multiply, rounded down.
 * PRM_BAD_CONFIG: the window is above 2^53, or so small that what is retained would not be below the threshold. */
PRM_MUST_USE prm_status prm_compaction_limits_of(const prm_compaction_config *config, uint64_t window,
                                                 prm_compaction_limits *limits, prm_context_report *report);

/* ---- where to cut ---- */

/* *keep: position of the first message that stays. 0: there is nothing to compact. PRM_BAD_LOG: a result without a
 * call before it, or not as many messages as nodes. */
PRM_MUST_USE prm_status prm_compaction_cut(const prm_messages *messages, const prm_surface *surface, uint64_t retain,
                                           size_t *keep, prm_context_report *report);

/* ---- the lock ---- */

typedef enum prm_compaction_stage {
    PRM_STAGE_NONE       = 0,    /* unlocked */
    PRM_STAGE_STARTED    = 1,
    PRM_STAGE_SUMMARIZED = 2,
    PRM_STAGE_REPLACED   = 3     /* only the end is missing */
} prm_compaction_stage;

/* Folded from a log; all zero before its first event. */
typedef struct prm_compaction_state {
    uint8_t  stage;              /* prm_compaction_stage */
    bool     overflowed;         /* an overflow has been answered by compacting, and no call has succeeded since */
    size_t   start, end;         /* the range, unless the stage is PRM_STAGE_NONE */
    uint64_t tokens;             /* its price */
    size_t   summary_index;      /* of the summary in the log, from PRM_STAGE_SUMMARIZED on */
    uint64_t summary_seq;
    uint64_t message_seq;        /* of the message, at PRM_STAGE_REPLACED */
} prm_compaction_state;

/* Takes note of the event of that index in the log. PRM_BAD_LOG: it cannot stand there (a second start or end, an end
 * that claims a message that did not come, a surface that changes under the lock); the state is then as it was. */
PRM_MUST_USE prm_status prm_compaction_observe(prm_compaction_state *state, const prm_event *event, size_t index,
                                               prm_context_report *report);

/* ---- compacting ---- */

/* What it works on. All that is pointed to is the caller's. */
typedef struct prm_compactor {
    const prm_compaction_config *config;
    prm_surface                 *surface;
    const prm_messages          *messages;    /* as many as nodes on the surface */
    prm_log                     *log;
    const prm_meter             *meter;
    const prm_envelope          *envelope;
    uint64_t                     window;      /* tokens */
    char                        *buffer;      /* for the text of the message */
    size_t                       capacity;
    uint64_t                    *seqs;        /* for those of the events shadowed */
    size_t                       seq_capacity;
    prm_compaction_state         state;
} prm_compactor;

typedef struct prm_compacted {
    uint64_t before, after;      /* the meter's total */
    bool     pruned;             /* prune was called */
    unsigned count;              /* ranges replaced: 0, 1 or 2 */
} prm_compacted;

/* Compacts if that is due; once more if it still is. Nothing to do is no error.
 *
 * PRM_LOCKED: the log stops within a compaction (prm_compaction_resume). PRM_REFUSED: the answer is empty, white
 * space or cut, or the message would not be cheaper than the range; the report says which. PRM_CALL_FAILED: a
 * callback failed. PRM_NO_SPACE: buffer or seqs are too small. PRM_OVERLAP: the answer lies in the buffer.
 * PRM_BAD_LOG: as prm_compaction_cut(), or a callback has changed what is locked. PRM_STILL_FULL: still due after the
 * second one. Once the start is in the log it is closed by an end whatever happens, unless append itself fails. */
PRM_MUST_USE prm_status prm_compact(prm_compactor *compactor, prm_compacted *compacted, prm_context_report *report);

/* The provider has refused a request as too long: compacts whatever the meter says, and retains nothing but what has
 * calls without their results. PRM_STILL_FULL: there is nothing to compact, or that was done already and no call has
 * succeeded since. Others as above. */
PRM_MUST_USE prm_status prm_compact_overflow(prm_compactor *compactor, prm_compacted *compacted,
                                             prm_context_report *report);

/* A call of the model has succeeded: the next overflow is a new one. */
void prm_compaction_succeeded(prm_compaction_state *state);

/* Ends a compaction that the log stops within, if there is one. Behind its summary it is completed, if that event has
 * its message; before, or without, it is closed as having come to nothing. PRM_BAD_LOG: the summary is not what the
 * state and the surface say. */
PRM_MUST_USE prm_status prm_compaction_resume(prm_compactor *compactor, prm_context_report *report);

/* Events of a compaction: start and end are the range, tokens its price. The summary's sources are the seqs of the
 * events in the range, and its message (of the surface only with the third event) the one that will replace them; the
 * message's source is the summary. */

#ifdef __cplusplus
}
#endif

#endif
