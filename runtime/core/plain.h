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

/* Stretches of what plain slots usually are. */
enum { PRM_PLAIN_ROOM = 48 };

/* Size and stretches of a plain slot. *used: how many, at most room. false: this is none, or something about the call
 * or its values is unusual or wrong, which a walk will find. Not where small code is wanted (PRM_SMALL). */
#ifndef PRM_SMALL
bool prm_plain(const prm_call *call, prm_text *list, size_t room, size_t *used, size_t *size);
#else
#define prm_plain(call, list, room, used, size) ((void)(call), (void)(used), (void)(size), false)
#endif

/* The size alone, where there is no buffer. */
#ifndef PRM_SMALL
bool prm_plain_size(const prm_call *call, size_t *size);
#else
#define prm_plain_size(call, size) ((void)(call), (void)(size), false)
#endif

#endif
