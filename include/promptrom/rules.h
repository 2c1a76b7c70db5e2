/* What an overlay that is read at start-up may replace, and with what: tables that the compiler emits for overridable
 * packs. Programs hand them on to the loader (startup.h) and never look inside. Linkers that collect unused data
 * leave them out of a program that does not name them.
 *
 * Every text, that of a slot or of a constant, has one rule and, behind one another, the rules of the names that it
 * may hold: those on its list in written order, then the fields of rows with `index` and `index1`, then names that
 * stay as written. */
#ifndef PROMPTROM_RULES_H
#define PROMPTROM_RULES_H

#include <promptrom/tables.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum prm_syntax {
    PRM_SYNTAX_NONE   = 0,
    PRM_SYNTAX_SINGLE = 1,
    PRM_SYNTAX_DOUBLE = 2
} prm_syntax;

enum {                           /* prm_name_rule.kind */
    PRM_NAME_INPUT    = 0,       /* value: its place in the slot's map; count: 1 if others hand a fenced value on to
                                    it, though the slot itself asks for no fence, else 0 */
    PRM_NAME_FIELD    = 1,       /* of a row; value: likewise; owner: the rows */
    PRM_NAME_INDEX    = 2,       /* number of a row; likewise */
    PRM_NAME_CONSTANT = 3,       /* value: the CALL that stands for it, count: 1 */
    PRM_NAME_BOUND    = 4,       /* value: first of the segments that stand for it, count: how many */
    PRM_NAME_LITERAL  = 5        /* stays as written */
};

typedef struct prm_name_rule {
    uint32_t name;               /* offset in names */
    uint32_t value;
    uint16_t count;
    uint16_t owner;              /* which of its text's name rules, from 0 */
    uint8_t  kind;
    uint8_t  required;           /* not 0: a text that is not empty must hold it */
} prm_name_rule;

typedef enum prm_text_kind {
    PRM_TEXT_SLOT     = 0,
    PRM_TEXT_CONSTANT = 1        /* has no sections */
} prm_text_kind;

typedef struct prm_text_rule {
    uint32_t id;                 /* of the slot, or name of the constant: offset in names */
    uint32_t size;               /* bytes of the default text, as written */
    uint32_t hash[2];            /* of these bytes: FNV-1a, the low half first */
    uint32_t first;              /* its first name rule */
    uint16_t count;              /* name rules */
    uint16_t entry;              /* its entry in the pack; PRM_NOT_REPLACED: a constant that is never used */
    uint8_t  kind;               /* prm_text_kind */
    uint8_t  syntax;             /* prm_syntax */
    uint8_t  all_literal;        /* not 0: every name that is not on the list stays as written */
} prm_text_rule;

typedef struct prm_rules {
    uint32_t             version;    /* PRM_TABLE_VERSION */
    uint32_t             crc;        /* see below */
    uint32_t             pack_crc;   /* crc of the pack that they belong to */
    uint32_t             names_size;
    uint32_t             name_count;
    uint16_t             text_count;
    uint16_t             open_ends;  /* not 0: some text or separator of the pack ends in the beginning of a tag that
                                        a fenced value could complete, or would if constants had other texts */
    const char          *names;      /* NUL-terminated; the first is the pack's */
    const prm_text_rule *texts;      /* slots, then constants, each in byte order */
    const prm_name_rule *name_rules;
} prm_rules;

/* crc is the CRC-32 of ISO-HDLC, every number taken as little-endian bytes, over: version pack_crc names_size
 * name_count (4 bytes each) text_count open_ends (2 each);
 * names; texts and then name rules, each member in the order given here. */

#ifdef __cplusplus
}
#endif

#endif
