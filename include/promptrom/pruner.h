/* Result pruner: the middle of a tool result that is too long goes, its beginning and end stay.
 *
 * Conventions
 *   - Lengths are code points (utf8.h) of the text blocks of a result, taken together. Blocks of other kinds do not
 *     count and keep their place.
 *   - What comes out is a list of stretches of the result and the marker; nothing is copied. It is always shorter
 *     than what went in, in code points, and never above the threshold, so that a second pass changes nothing.
 *   - The log only grows: the caller appends the event that prm_pruner_event() makes, in which the pruned message
 *     takes the place of the original, and the original stays in the log.
 *
 *       prm_kept list[16];
 *       size_t count;
 *       if (prm_prune(&config, result, list, 16, &count, &report) == PRM_OK && count > 0)
 *           for (i = 0; i < count; i++)
 *               … list[i].block tells the block of the result, list[i].text what it now holds … */
#ifndef PROMPTROM_PRUNER_H
#define PROMPTROM_PRUNER_H

#include <promptrom/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prm_pruner_config {
    size_t   threshold;    /* results of more code points are pruned */
    size_t   head;         /* code points kept at the beginning */
    size_t   tail;         /* and at the end */
    prm_text marker;       /* stands where the middle was */
} prm_pruner_config;

/* 8192, 4096 and 1024, and no marker yet. */
prm_pruner_config prm_pruner_defaults(void);

/* PRM_BAD_CONFIG: the marker has no bytes or is not UTF-8, or head, marker and tail together are longer than the
 * threshold (the report's member is the one for which no room is left, limit the room). */
PRM_MUST_USE prm_status prm_pruner_check(const prm_pruner_config *config, prm_context_report *report);

/* Whether there is anything to prune in this block. Reads no more of it than threshold + 1 code points. */
bool prm_pruner_exceeds(const prm_pruner_config *config, const prm_block *result);

/* What is left of one block of the result, or a part of that. */
typedef struct prm_kept {
    size_t   block;        /* index in result->content; entries of one block follow each other */
    prm_text text;         /* no value: the block stays as it is (it is not a text) */
} prm_kept;

/* The result with its middle pruned, as a list. *count: entries used; 0 if there is nothing to prune. Text blocks
 * that nothing is left of are not in the list. PRM_NO_SPACE: *count entries are needed (result->count + 2 always
 * suffice), and the list is unspecified. */
PRM_MUST_USE prm_status prm_prune(const prm_pruner_config *config, const prm_block *result, prm_kept *list,
                                  size_t capacity, size_t *count, prm_context_report *report);

/* The event that puts the pruned message in the place of the one at position, and names its event as the source.
 * Points to *original, the seq of that event, and to *pruned. */
prm_event prm_pruner_event(size_t position, const uint64_t *original, const prm_message *pruned);

#ifdef __cplusplus
}
#endif

#endif
