/* White space at the ends of a text. */
#ifndef PRM_SPACE_H
#define PRM_SPACE_H

#include <promptrom/text.h>

/* The text without the characters at both ends that are white space to Unicode (White_Space). Must have a value. */
prm_text prm_text_trimmed(prm_text text);

#endif
