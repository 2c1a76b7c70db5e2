/* What a program works out before it renders a nudge: percent, thousands, a list of seqs, and whether the host has
 * replaced texts.
 *
 *       nudge_nudgeText_args args;
 *       memset(&args, 0, sizeof args);
 *       args.pct = prm_uint(prm_percent_of(used, window));
 *       args.customized = prm_texts_differ(view, &nudge_pack, group, sizeof group / sizeof *group);
 *       … */
#ifndef PROMPTROM_NUDGE_H
#define PROMPTROM_NUDGE_H

#include <promptrom/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* used of total in percent, rounded half up, at most 100. A total of 0 is full as soon as anything is used. Exact for
 * all numbers, and needs neither floating point nor division. */
unsigned prm_percent_of(uint64_t used, uint64_t total);

/* The same from a share of 1: 100 above that, 0 for what is negative or no number. Rounds the product and not a sum
 * with a half, so that a share just below a half stays below. */
static inline unsigned prm_percent(double share)
{
    const double scaled = share * 100;
    unsigned whole;

    if (scaled >= 100)
        return 100;
    if (!(scaled > 0))
        return 0;
    whole = (unsigned)scaled;
    return scaled - whole >= 0.5 ? whole + 1 : whole;
}

/* Thousands, rounded half up. */
uint64_t prm_thousands(uint64_t count);

/* The numbers joined by a comma and a space, without a NUL: "12, 13". *text: the bytes in buffer; of no numbers, an
 * empty value. PRM_NO_SPACE: text->size is the size needed, and there is no value. PRM_BAD_ARGUMENT: numbers is NULL
 * and count is not 0. 22 bytes a number are always enough. */
PRM_MUST_USE prm_status prm_number_list(const uint64_t *numbers, size_t count, char *buffer, size_t capacity,
                                        prm_text *text);

/* Whether any of the slots has another text in view than in pack, byte for byte; constants count by their text,
 * placeholders as themselves. view: pack itself, or an overlay of it, compiled in or made when the program started.
 * An id that there is not differs from everything. */
bool prm_texts_differ(const prm_pack *view, const prm_pack *pack, const prm_id *ids, size_t count);

#ifdef __cplusplus
}
#endif

#endif
