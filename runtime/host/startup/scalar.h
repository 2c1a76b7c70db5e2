/* Scalars of YAML read once more, to know where each character of a value was written.
 *
 * libyaml gives the value and the place of a scalar, but not which escape, fold or indentation each of its characters
 * comes from. Each style is therefore scanned again, by the rules of YAML 1.2 (chapters 7.3 and 8.1). */
#ifndef PRM_SCALAR_H
#define PRM_SCALAR_H

#include "source.h"

typedef enum prm_scalar_style {
    PRM_STYLE_PLAIN,
    PRM_STYLE_SINGLE,
    PRM_STYLE_DOUBLE,
    PRM_STYLE_LITERAL,
    PRM_STYLE_FOLDED
} prm_scalar_style;

typedef struct prm_scalar {
    prm_scalar_style style;
    prm_mark         start;      /* a quote, `|` or `>` included */
    size_t           end;        /* as libyaml says: the index behind it */
    long             indent;     /* column of the block collection around it, from 0; -1: none */
} prm_scalar;

/* How far a scalar has been read, so that places in written order cost one reading together. Zero: not at all. */
typedef struct prm_scalar_reading {
    bool     begun;
    size_t   count;              /* characters of the value before mark */
    prm_mark mark;
    /* of literal and folded ones */
    bool     inside;             /* mark is in a line of content; else in front of one */
    bool     first;              /* no line of content has come yet */
    bool     blank;              /* the last one began with white space */
    char     chomping;           /* - or +, or NUL */
    size_t   indent;
    size_t   pending;            /* line ends between the last one and mark */
    prm_mark last;               /* where the last one ended */
} prm_scalar_reading;

/* Where character number `index` of the value was written; its end, if there are not so many. *reading goes on, or
 * begins anew for a character before those that it has passed. */
prm_mark prm_scalar_place(const prm_source *source, const prm_scalar *scalar, prm_scalar_reading *reading,
                          size_t index);

/* The value as UTF-8 again, as much of it as fits into `capacity` bytes; returns how many were written. */
size_t prm_scalar_copy(const prm_source *source, const prm_scalar *scalar, char *to, size_t capacity);

/* Compares a value, as UTF-8, with what is read here. Only tests ask: they are always equal. */
bool prm_scalar_is(const prm_source *source, const prm_scalar *scalar, prm_text value);

#endif
