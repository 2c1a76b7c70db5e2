/* Spill: a tool result that is too long is stored whole, and the model sees a preview that says where.
 *
 * Conventions
 *   - Lengths are bytes. Off until a limit is set: there is no default.
 *   - The preview is the beginning and the end of the result, cut between characters, an empty line and the notice;
 *     never longer than the limit. The notice tells how many bytes were left out. Where nothing fits beside it, it
 *     stands alone; where it does not fit either, the result stays as it is.
 *   - Never spilled: what the reader's tool returned (the model would go round in circles), results of calls within
 *     a call, results that hold anything but text.
 *
 *       prm_spill_config config = prm_spill_defaults();
 *       config.limit = 4096;
 *       config.notice.pack = &context_pack;
 *       config.notice.id = CONTEXT_SPILL_NOTICE_ID;
 *       config.store = write_file;
 *       if (prm_spill_check(&config, &report) != PRM_OK) …
 *
 *       char preview[4097];
 *       prm_spilled spilled;
 *       status = prm_spill(&config, result, false, preview, sizeof preview, &spilled, &report);
 *       if (status == PRM_OK && spilled.preview.data) … the model sees that instead of the result … */
#ifndef PROMPTROM_SPILL_H
#define PROMPTROM_SPILL_H

#include <promptrom/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Arguments of the notice. */
typedef struct prm_spill_notice {
    prm_integer omitted_bytes;    /* of the result: those that are not in the preview */
    prm_text    location;         /* where the whole result is */
    prm_text    hint;             /* how to get at it, a sentence */
} prm_spill_notice;

/* Stores the texts of a result, one behind the other, and says where and how to read them. What *location and *hint
 * point to must stay until prm_spill() returns; *hint may be left as it is (empty). Non-zero: not stored. */
typedef int prm_spill_store(void *context, const prm_block *result, prm_text *location, prm_text *hint);

typedef struct prm_spill_config {
    size_t           limit;      /* longest text of a result that stays; 0: spill is off */
    prm_slot         notice;     /* takes prm_spill_notice */
    prm_text         reader;     /* name of the tool whose results always stay; no value: there is none */
    prm_spill_store *store;
    void            *context;    /* for store */
} prm_spill_config;

/* Off; the reader is `read`. */
prm_spill_config prm_spill_defaults(void);

/* PRM_BAD_CONFIG: a limit is set, and there is no store or the notice does not take its arguments. */
PRM_MUST_USE prm_status prm_spill_check(const prm_spill_config *config, prm_context_report *report);

typedef struct prm_spilled {
    prm_text preview;         /* in the caller's buffer; no value: the result stays as it is */
    size_t   omitted;         /* bytes of the result that are not in it */
} prm_spilled;

/* nested: the call that gave this result was made within another. Writes the preview into buffer, with a NUL behind
 * it: a capacity above the limit is always enough.
 *
 * PRM_NO_SPACE: it would have to be spilled and capacity is not above the limit. PRM_OVERLAP: the result lies in the
 * buffer. Both before anything is stored. PRM_CALL_FAILED: the store failed. Whatever prm_render() says about the
 * notice. After an error buffer is untouched and *spilled says that the result stays. A result is also stored, in
 * vain, when its location makes the notice longer than the limit. */
PRM_MUST_USE prm_status prm_spill(const prm_spill_config *config, const prm_block *result, bool nested, char *buffer,
                                  size_t capacity, prm_spilled *spilled, prm_context_report *report);

#ifdef __cplusplus
}
#endif

#endif
