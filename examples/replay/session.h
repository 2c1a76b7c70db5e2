/* A session: the log of its events in memory, and what is folded from it.
 *
 * Real programs keep the log on a disk. This one forgets everything else when its recording says that the process has
 * ended, and folds it anew. */
#ifndef SESSION_H
#define SESSION_H

#include <promptrom/compaction.h>

#include "table.h"

enum { EVENTS = 1024, SHOWN = 512, BUFFER = 65536, CRASHED = -1 };

typedef struct record {
    prm_event   event;
    prm_message message;
    prm_usage   usage;               /* of a call of the model that has succeeded: of a foreign event */
} record;

/* Memory that is taken bit by bit and given back as a whole. */
typedef struct memory {
    char  *data;
    size_t size, used;
} memory;

typedef struct session {
    memory               memory;     /* for what the log keeps */
    record               records[EVENTS];
    prm_log              log;
    prm_event_kind       last_event; /* of a compaction, before the process ends; 0: it does not */
    bool                 crashed;
    /* folded from the log */
    prm_message          shown[SHOWN];
    prm_messages         messages;
    prm_node             nodes[2 * SHOWN];
    prm_surface          surface;
    prm_meter            meter;
    uint64_t             sent;       /* price of the surface when the latest call of the model began */
    uint64_t             answer;     /* price of what it gave */
    prm_compactor        compactor;
    /* for that */
    prm_envelope         envelope;
    char                 buffer[BUFFER];
    uint64_t             seqs[SHOWN];
    table                table;
} session;

/* An empty log; its envelope is still to be made. Ends the program where there is no memory. */
void session_begin(session *s, size_t room, const prm_compaction_config *config, uint64_t window);
void session_end(session *s);

/* Memory that stays until the session ends. */
void *session_take(session *s, size_t size);

/* Appends an event, and folds it. */
void session_append(session *s, prm_event *event);
void session_say(session *s, prm_role role, const prm_block *blocks, size_t count);

/* The latest call of the model has taken so much. */
void session_used(session *s, const prm_usage *usage);

/* Forgets all but the log, folds that, and ends the compaction that it stops within. */
void session_restart(session *s);

uint64_t session_total(const session *s);

/* Prints the row of the latest event, if it has one. */
void session_settle(session *s);

#endif
