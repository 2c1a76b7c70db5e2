/* What can happen. Numbers are stable; 0 is fine, PRM_END is no error. */
#ifndef PROMPTROM_STATUS_H
#define PROMPTROM_STATUS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PRM_MUST_USE __attribute__((warn_unused_result))
#else
#define PRM_MUST_USE
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum prm_status {
    PRM_OK           = 0,
    PRM_END          = 1,     /* cursor: everything has been handed out */
    PRM_NO_SPACE     = 2,     /* buffer or list too small; the report says what is needed */
    PRM_MISSING      = 3,     /* a placeholder on the taken path has no value and no default */
    PRM_TOO_LONG     = 4,     /* a value is longer than its max_bytes */
    PRM_OUT_OF_RANGE = 5,     /* an integer outside min..max, or a number that is none of the choices */
    PRM_TOO_MANY     = 6,     /* more rows than max */
    PRM_BAD_UTF8     = 7,     /* a value for JSON is not UTF-8 (PRM_JSON_REPAIR accepts it) */
    PRM_BAD_JSON     = 8,     /* a raw JSON value is not well-formed, or nested more than 64 deep */
    PRM_ROW_FAILED   = 9,     /* a row source returned non-zero; its number is in the report's code */
    PRM_SINK_FAILED  = 10,    /* a sink returned non-zero; its number is in the report's code */
    PRM_NEEDS_ARRAY  = 11,    /* gather cannot point into rows that a row source makes */
    PRM_OVERLAP      = 12,    /* a value lies in the buffer that it is rendered into */
    PRM_TOO_BIG      = 13,    /* the sizes do not fit in size_t */
    PRM_BAD_ARGUMENT = 14,    /* NULL where memory is needed, an unknown format, a text with size but no data */
    PRM_BAD_ID       = 15,    /* no such slot, assembly or request */
    PRM_BAD_TABLE    = 16,    /* the pack is damaged, or made for another version of the library */
    PRM_TOO_DEEP     = 17,    /* nested deeper than PRM_MAX_DEPTH */

    /* context engineering (context.h) */
    PRM_BAD_CONFIG   = 32,    /* a configuration contradicts itself; the report names the member */
    PRM_CALL_FAILED  = 33,    /* a callback returned non-zero; its number is in the report's code */
    PRM_BAD_LOG      = 34,    /* a log or a surface says what cannot have happened */
    PRM_REFUSED      = 35,    /* a summary is empty, cut or no gain */
    PRM_LOCKED       = 36,    /* the log stops within a compaction */
    PRM_STILL_FULL   = 37,    /* compaction does not gain enough */

    /* prompts and tool calls (unwrap.h) */
    PRM_NO_CONTENT   = 64,    /* arguments of a tool call are in none of the accepted forms */
    PRM_BAD_EVENT    = 65,    /* an event's input cannot be compiled; the event error says why (events.h) */

    /* the system-prompt registry (registry.h) */
    PRM_FULL             = 80,    /* an array of the caller's is full; the report says which */
    PRM_DUPLICATE        = 81,    /* a name is taken in that scope */
    PRM_BAD_NAME         = 82,    /* a name that is not allowed */
    PRM_BAD_ORDER        = 83,    /* an order that is not finite */
    PRM_BAD_SCOPE        = 84,    /* a scope is not open, or has others below it */
    PRM_NOT_FOUND        = 85,    /* nothing is registered under that handle */
    PRM_NOT_TEXT         = 86,    /* a slot has a placeholder that is no text */
    PRM_MALFORMED        = 87,    /* `{{` begins no variable although `}}` follows */
    PRM_UNKNOWN_VARIABLE = 88,    /* a section uses a variable that there is not */
    PRM_TWO_COMPLETE     = 89,    /* two sections want to be the whole prompt */
    PRM_BAD_TOOL_ORDER   = 90,    /* an order of tools without exactly one rest marker, or with a name twice */
    PRM_UNKNOWN_TOOL     = 91,    /* an order of tools names one that nobody knows */
    PRM_RESERVED_NAME    = 92,    /* a tool is called like the rest marker */
    PRM_STALE            = 93,    /* the registry has changed since the prompt was assembled */

    /* overlays read at start-up (startup.h) */
    PRM_BAD_OVERLAY  = 96,    /* its file has mistakes, which the diagnostics tell */
    PRM_NO_MEMORY    = 97     /* a library that allocates got none */
} prm_status;

#define PRM_NO_PLACEHOLDER ((uint16_t)0xFFFF)
#define PRM_NO_ROW         ((uint32_t)0xFFFFFFFF)

/* Facts about a call. Written by every call that takes one; NULL where the caller does not care. A sink that fails
 * has no place: id is then what the caller rendered, and placeholder, field and row say that there is none. */
typedef struct prm_report {
    prm_status status;        /* what the call returned */
    uint16_t   id;            /* where it happened: a slot, assembly or request of the pack */
    uint16_t   placeholder;   /* index in that one's placeholders, or PRM_NO_PLACEHOLDER */
    uint16_t   field;         /* the caller's own field that supplied it: index in the placeholders of what
                                 the caller rendered, or PRM_NO_PLACEHOLDER */
    uint32_t   row;           /* index of the innermost row that was being rendered, or PRM_NO_ROW */
    size_t     size;          /* bytes of the result (no NUL counted); after an error other than
                                 PRM_NO_SPACE, bytes measured so far */
    size_t     pieces;        /* gather: list entries needed or used */
    int        code;          /* PRM_SINK_FAILED, PRM_ROW_FAILED: the callback's own number */
} prm_report;

/* "missing value" and the like: a constant English phrase for messages. */
const char *prm_status_text(prm_status status);

#ifdef __cplusplus
}
#endif

#endif
