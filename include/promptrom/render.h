/* Five ways to get the bytes of a slot, assembly or request out of a pack.
 *
 * Conventions
 *   - All five give the same bytes for the same arguments. measure, render, emit and open look at every value
 *     on the taken path before anything is written, sent or handed out; gather checks as it goes.
 *   - pack is a compiled pack or an overlay of one; id one of its enumerators; args the struct that belongs to
 *     id (NULL only if it has no placeholders). The typed wrappers in a pack's header pass the right ones.
 *   - Nothing is allocated, nothing is kept. Every call is reentrant; packs may be shared between threads.
 *   - What a call writes to (buffer, list, chunk, cursor, slice, size, report) has no byte in common with the
 *     arguments, the tables and what else it writes to. prm_render() finds a value in its buffer (PRM_OVERLAP);
 *     nobody looks for more. Sinks and row sources leave the arguments as they are, but for the row that is made.
 *   - report may be NULL.
 *   - format: PRM_TEXT gives the prompt itself, PRM_JSON the inside of a JSON string (no quotes around it).
 *     Requests are JSON by themselves and take PRM_TEXT (or PRM_TEXT_REPAIR).
 *
 *       char text[NUDGE_TIER_MAX_BYTES + 1];
 *       prm_report report;
 *       if (prm_render(&nudge_pack, NUDGE_TIER_ID, &args, PRM_TEXT, text, sizeof text, &report) != PRM_OK) … */
#ifndef PROMPTROM_RENDER_H
#define PROMPTROM_RENDER_H

#include <promptrom/status.h>
#include <promptrom/tables.h>
#include <promptrom/text.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned prm_id;

typedef enum prm_format {
    PRM_TEXT        = 0,
    PRM_JSON        = 1,     /* escaped; a value that is not UTF-8 is PRM_BAD_UTF8 */
    PRM_TEXT_REPAIR = 2,     /* requests: what is not UTF-8 in a value becomes U+FFFD */
    PRM_JSON_REPAIR = 3      /* the same for PRM_JSON */
} prm_format;

/* Takes size bytes (never 0). 0 goes on; anything else stops the call with PRM_SINK_FAILED. */
typedef struct prm_sink {
    int (*write)(void *context, const char *data, size_t size);
    void *context;
} prm_sink;

/* A stretch of the result and where it comes from. It stays valid as long as the arguments and the pack,
 * or, inside a row that a row source made, until the next call. */
typedef struct prm_slice {
    const char     *data;
    size_t          size;             /* never 0 */
    uint16_t        id;               /* slot, assembly or request */
    uint16_t        placeholder;      /* its placeholder, or PRM_NO_PLACEHOLDER: literal text, or a field of a row */
    uint32_t        segment;          /* literal text of the pack: for prm_origin_of(); else PRM_NO_SEGMENT */
    const prm_pack *home;             /* the pack or overlay that the literal lies in */
} prm_slice;

/* Size of the result: report->size. */
PRM_MUST_USE prm_status prm_measure(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                    prm_report *report);

/* The result and a NUL behind it into buffer: capacity must be above the size. After any error the buffer is
 * untouched, unless a row source answered otherwise when it was asked again; after PRM_NO_SPACE report->size is the
 * size needed (without the NUL). */
PRM_MUST_USE prm_status prm_render(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                   char *buffer, size_t capacity, prm_report *report);

/* prm_render() as text for slots that need little: in a pack that nothing overlays, literals with texts and whole
 * numbers between them that have no default, range or fence. The typed wrappers use it where it serves, since a small
 * library (PRM_SMALL) then links a fraction of what prm_render() needs. There it gives PRM_BAD_TABLE for anything
 * else; in any other library it is prm_render(). */
PRM_MUST_USE prm_status prm_render_plain(const prm_pack *pack, prm_id id, const void *args, char *buffer,
                                         size_t capacity, prm_report *report);

/* The result as a list of at most count stretches that point into the pack and the arguments; copies nothing.
 * PRM_NO_SPACE: report->pieces entries are needed, the list holds the first count. After another error the
 * list is unspecified. Laid out like struct iovec on the usual systems. */
PRM_MUST_USE prm_status prm_gather(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                   prm_text *list, size_t count, prm_report *report);

/* The result into a sink, piece by piece, after a pass that has found every other error. */
PRM_MUST_USE prm_status prm_emit(const prm_pack *pack, prm_id id, const void *args, prm_format format,
                                 prm_sink sink, prm_report *report);

/* A walk in progress. Plain memory without pointers into itself: it may be copied and moved between calls. Among rows
 * that a source makes it needs the memory of the row as it is: until the cursor is behind these rows, no copy of it
 * goes on, and no other call gets them. */
typedef struct prm_cursor prm_cursor;

/* What begins a cursor has the size of cursors in its name, so that program and library do not link where they were
 * built with another PRM_MAX_DEPTH or PRM_USES: the library would write behind the program's cursor. */
#define PRM_SIZED(name)                      PRM_SIZED_(name, PRM_MAX_DEPTH, PRM_MAX_LEVELS)
#define PRM_SIZED_(name, depth, levels)      PRM_SIZED_NAME(name, depth, levels)
#define PRM_SIZED_NAME(name, depth, levels)  name##_##depth##_##levels
#define prm_open PRM_SIZED(prm_open)

/* Starts a cursor at the beginning. The arguments must stay as they are until the caller is done with it. */
PRM_MUST_USE prm_status prm_open(prm_cursor *cursor, const prm_pack *pack, prm_id id, const void *args,
                                 prm_format format, prm_report *report);

/* The next stretch; PRM_END when there is none (then the slice is empty). */
PRM_MUST_USE prm_status prm_next(prm_cursor *cursor, prm_slice *slice);

/* Fills chunk with the next bytes: *size == capacity, or less at the end (then PRM_OK as well, and PRM_END with
 * *size == 0 from the next call on). After an error the chunk holds the *size bytes that came before it. capacity
 * must not be 0. May be mixed with prm_next. */
PRM_MUST_USE prm_status prm_read(prm_cursor *cursor, char *chunk, size_t capacity, size_t *size);

/* Row of the outermost repetition around the last stretch: its number among the caller's rows, those that are not
 * shown included; PRM_NO_ROW outside of rows, and from a cursor that was not opened. A separator counts to the row
 * that it is written for, though it stands before all rows. */
uint32_t prm_cursor_row(const prm_cursor *cursor);

/* A text among the arguments: that of a placeholder of what the cursor renders, by its number as in reports. No value
 * if it has none, is of another type, or there is no such placeholder, and from a cursor that was not opened. */
prm_text prm_cursor_text(const prm_cursor *cursor, unsigned placeholder);

/* ---- private: sizes only, so that cursors can live in the caller's memory ---- */

typedef struct prm_piece {           /* bytes on their way out: a literal, a separator or a value */
    const char     *data;
    size_t          size;            /* up to where a fence steps in, else all; of a number: digits still to come */
    size_t          rest;            /* the fence's backslash, as 1, and what is behind it */
    size_t          number;          /* counts and row numbers are data themselves */
    const char     *fence;           /* tag that must not open or close inside, or NULL */
    const prm_pack *home;            /* where segment lies */
    uint32_t        segment;         /* of a literal, or PRM_NO_SEGMENT */
    uint16_t        entry;
    uint16_t        input;           /* of a value, or PRM_NO_PLACEHOLDER */
    uint16_t        fence_size;
    uint8_t         filter;
    uint8_t         depth;           /* frames around it */
} prm_piece;

typedef struct prm_frame {           /* a called assembly, request or slot with control code */
    uint16_t left;                   /* segments still to come, while something called from here is walked */
    uint16_t held;                   /* separator waiting for bytes: its distance from the code's end, or 0 */
    uint16_t entry;
    uint8_t  state;                  /* some part stands already; bytes go into a JSON string */
    uint8_t  levels;                 /* loops around it */
} prm_frame;

typedef struct prm_level {           /* a loop in progress */
    const prm_segment *body;         /* its first segment, behind the LOOP */
    size_t             first;        /* rows left out before the first one shown */
    size_t             index;        /* of the row, among those shown */
    size_t             left;         /* rows still to come, this one included */
} prm_level;

typedef struct prm_walk {
    const prm_pack    *view;         /* what the caller gave */
    const prm_pack    *root;         /* the compiled pack below all overlays */
    const prm_pack    *home;         /* the run's: where its literals lie */
    const prm_segment *from, *to;    /* the run: copying segments from `from` on, up to a control segment or `to` */
    const prm_field   *map;          /* the run's */
    const char        *base[PRM_MAX_LEVELS + 1];   /* structs that hold arguments: the caller's, rows around */
    const char        *buffer;       /* memory that must not hold arguments; capacity 0: none */
    size_t             capacity;
    prm_level          level[PRM_MAX_LEVELS];
    prm_frame          frame[PRM_MAX_DEPTH];
    int                code;         /* what a row source returned */
    uint16_t           id;           /* the root entry */
    uint16_t           entry;        /* the run's */
    uint16_t           span;         /* fields that may be read behind map */
    uint8_t            depth, levels;
    uint8_t            format;
    uint8_t            state;        /* bits that belong to the place in the code */
    uint8_t            facts;        /* bits that belong to the whole walk */
    uint8_t            literals;     /* filter of the run's literals */
    uint8_t            values;       /* filter of its values */
    uint8_t            quoted;       /* filter of its values that stand in a JSON string of a request */
} prm_walk;

struct prm_cursor {
    prm_walk  walk;
    prm_piece piece;
    prm_text  rest;                  /* of a stretch that prm_read has begun */
    uint8_t   status;                /* what every further call returns, or PRM_OK */
};

#ifdef __cplusplus
}
#endif

#endif
