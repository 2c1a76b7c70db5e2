/* Writing code: literals, values and control segments one behind the other. */
#ifndef PRM_CODE_H
#define PRM_CODE_H

#include "template.h"

enum { PRM_LITERAL_MAX = 4095, PRM_CODE_SEGMENTS = 65535 };

/* A place that a later segment closes. */
typedef size_t prm_code_place;

typedef struct prm_code {
    prm_template_code *out;
    size_t             open;         /* where the literal begins that is still being written */
    size_t             first;        /* first segment of this entry */
    bool               too_big;      /* for the numbers of the tables */
} prm_code;

void prm_code_begin(prm_code *code, prm_template_code *out);

/* Literal bytes; long ones become several segments, cut between characters. */
void prm_code_text(prm_code *code, const char *data, size_t size);

/* What has been written so far becomes a segment, with op behind it; nothing if both are empty. */
void prm_code_flush(prm_code *code, unsigned op);

/* A control segment. Returns its place. */
prm_code_place prm_code_control(prm_code *code, unsigned op, unsigned size, size_t offset);

/* A LINE: the newline before a line. */
void prm_code_line(prm_code *code);

/* What was begun at that place ends: by LOOP, then next is the NEXT for it, or by WHEN or UNLESS, then it is 0. */
void prm_code_end(prm_code *code, prm_code_place place, unsigned next);

/* Segments of a pack, one to one, with their literals. */
void prm_code_copy(prm_code *code, const prm_pack *from, size_t first, size_t count);

#endif
