/* Did-you-mean: the name in scope that a wrong one was probably meant to be. */
#ifndef PRM_SUGGEST_H
#define PRM_SUGGEST_H

#include <promptrom/text.h>

typedef struct prm_suggestion {
    prm_text wrong;
    prm_text best;        /* no value: none is near */
    size_t   distance;    /* of best */
} prm_suggestion;

prm_suggestion prm_suggest(prm_text wrong);

/* Looks at one name in scope. It is near if its edit distance is at most a third of the longer one's length; names
 * equal but for case, `-`, `_` and `.` are nearest of all. Of equally near ones, the first in byte order stays. */
void prm_suggest_from(prm_suggestion *suggestion, prm_text candidate);

/* Byte order. */
int prm_compare(prm_text a, prm_text b);

#endif
