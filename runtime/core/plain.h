/* Plain slots: literals with texts and whole numbers between them. Most of what programs render is that, and needs no
 * walk. */
#ifndef PRM_PLAIN_H
#define PRM_PLAIN_H

#include <promptrom/render.h>

/* What a call asks for. */
typedef struct prm_call {
    const prm_pack *pack;
    prm_id          id;
    const void     *args;
    prm_format      format;
    const char     *buffer;      /* memory that must not hold arguments; capacity 0: none */
    size_t          capacity;
    bool            raw;         /* stretches may still be to be escaped (PRM_RAW) */
} prm_call;

/* All below: false or PRM_END says that this is no plain slot, or that something about the call or its values is
 * unusual or wrong, which a walk will find; then nothing is written but to the list. Not where small code is wanted
 * (PRM_SMALL). */

#ifndef PRM_SMALL

/* Stretches or values of what plain slots usually are. */
enum { PRM_PLAIN_ROOM = 48 };

/* The text or, with PRM_NO_SPACE, only its size. buffer: not NULL. */
prm_status prm_plain_render(const prm_call *call, char *buffer, size_t *size);

/* Size and stretches of a plain slot. *used: how many, at most room. */
bool prm_plain_list(const prm_call *call, prm_text *list, size_t room, size_t *used, size_t *size);

/* The size alone, where there is no buffer. */
bool prm_plain_size(const prm_call *call, size_t *size);

#else
#define prm_plain_list(call, list, room, used, size) ((void)(call), (void)(used), (void)(size), false)
#define prm_plain_size(call, size) ((void)(call), (void)(size), false)
#endif

#endif
