/* A recording: what happened in a session, one line for each thing, as text that a person can read and write.
 *
 *   # anything                          a remark
 *   system        TEXT                  the system prompt; before anything else
 *   tools         JSON                  schemas of the tools; likewise
 *   file          PATH [TEXT]           an instruction file that has come or changed; without a text: has gone
 *   user          TEXT                  what the user says
 *   assistant     TEXT                  what the model says
 *   call          TOOL ARGUMENTS        the model calls a tool instead
 *   result        TOOL PATH TEXT        the tool has done its work, on the file of that path if there is one
 *   failed        TOOL PATH TEXT        it has not
 *   usage         INPUT READ WRITE OUT  tokens of the latest call of the model, as its provider counts them
 *   summary       TEXT                  the model's answer to the next request for a summary
 *   crash         start|summary|message the process ends behind this event of the next compaction, and starts anew
 *
 * A word stands first in its line; before each field stands a tab. Within a field \n is a line feed, \t a tab and \\
 * a backslash. Summaries and crashes stand before the line at which they are needed, in the order in which
 * they are. */
#ifndef RECORDING_H
#define RECORDING_H

#include <promptrom/text.h>

enum { FIELDS = 4 };

typedef struct line {
    size_t   number;            /* from 1 */
    prm_text word;
    prm_text fields[FIELDS];
    size_t   count;
} line;

typedef struct recording {
    char  *data;                /* all of it; fields are unescaped where they stand */
    size_t size;
    size_t at;                  /* of the next line */
    size_t number;              /* of the line before */
} recording;

/* Reads a file. False: it cannot be read. */
bool recording_open(recording *r, const char *path);
void recording_close(recording *r);

/* The next line that is no remark. False: there is none. Ends the program at a line that is none of the above. */
bool recording_next(recording *r, line *next);

#endif
