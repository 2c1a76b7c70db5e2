/* The table format: what the compiler emits and the walker reads. Programs never look inside.
 *
 * A pack is a set of entries (slots, assemblies, requests and, behind these, anonymous parts of them). The
 * code of an entry is a stretch of segments. A copying segment is literal bytes of the pool followed by at
 * most one value; a control segment directs the walk. Everything is numbers and offsets, so that the tables
 * stay in read-only memory under -fPIC; equal literals share their bytes.
 *
 * Values are named by their index in the entry's map, a stretch of fields. A field says where the argument
 * lies (which struct, which offset) and how it is read. A call carries the offset of the callee's map relative
 * to its own, written out by the compiler for each path from a root, so that renaming costs nothing here. */
#ifndef PROMPTROM_TABLES_H
#define PROMPTROM_TABLES_H

#include <promptrom/uses.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PRM_TABLE_VERSION 3

#ifndef PRM_MAX_DEPTH
#define PRM_MAX_DEPTH 8      /* calls within calls that a walk remembers; plain slots and rows take none */
#endif
#if (PRM_USES) & PRM_USE_ROWS_IN_ROWS
#define PRM_MAX_LEVELS 3     /* rows within rows */
#else
#define PRM_MAX_LEVELS 1
#endif

typedef struct prm_segment {
    uint32_t offset;
    uint16_t size;
    uint16_t op;
} prm_segment;

/* Segment operations. The low byte is an input (index in the map) or flags.
 *
 *   copying   offset, size: literal bytes in the pool, at most 4095
 *   PART      a part begins; offset, size: the separator that stands before it if a part stands already
 *   CALL      size: entry; offset: its map, relative to the caller's
 *   LOOP      input: rows; offset: segments to skip when there are none (the body with its NEXT)
 *   NEXT      input: the same rows; offset: segments to go back to the body's first, which stands behind the LOOP
 *             (one less than the LOOP's own offset)
 *   WHEN      input; offset: segments to skip unless it has a value (size: bit of a set)
 *   UNLESS    input; offset: segments to skip if it has
 *   CASE      input: a choice; size: enumerator; offset: segments to skip if it is another. A missing value
 *             counts as its default (standby: one of the names' segments), and is an error without one
 *   FILLED    size: entry; offset: segments to skip if that slot's text is empty
 *   SKIP      offset: segments to skip
 *   LINE      a line of a slot with sections begins; offset, size: a newline, written at once if a line stands
 *             already. Unlike a kept PART it makes nothing around it count: only bytes do. */
#define PRM_OP_INPUT   0x00FFu
#define PRM_OP_VALUE   0x0100u    /* copying: a value follows the literal */
#define PRM_OP_QUOTED  0x0200u    /* copying, with VALUE, in a request: the value stands in a JSON string */
#define PRM_OP_CONTROL 0x8000u    /* (no enumerators: they would not fit where int has 16 bits) */
#define PRM_OP_CODE    0xFF00u
#define PRM_OP_PART    0x8000u
#define PRM_OP_CALL    0x8100u
#define PRM_OP_LOOP    0x8200u
#define PRM_OP_NEXT    0x8300u
#define PRM_OP_WHEN    0x8400u
#define PRM_OP_UNLESS  0x8500u
#define PRM_OP_CASE    0x8600u
#define PRM_OP_FILLED  0x8700u
#define PRM_OP_SKIP    0x8800u
#define PRM_OP_LINE    0x8900u

enum {
    PRM_PART_KEEP   = 1,         /* PART: counts even when it yields no bytes */
    PRM_PART_AFTER  = 2,         /* PART: some part is known to stand before it */
    PRM_CALL_QUOTE  = 1,         /* CALL in a request: what the callee yields stands in a JSON string */
    PRM_CALL_BOUND  = 2          /* CALL in a slot, which counts by its bytes alone: kept parts of what it calls make
                                    nothing around the slot count */
};

typedef struct prm_field {
    uint16_t offset;             /* of the argument in its struct */
    uint16_t kind;               /* bits 0-3: kind; 4-5: level, 0 the root's struct, n the row of the n-th loop
                                    around; 6-15: trait */
} prm_field;

enum {
    PRM_FIELD_TEXT,              /* trait: limit max bytes; standby default */
    PRM_FIELD_INTEGER,           /* standby default */
    PRM_FIELD_RANGED,            /* limit: signs; standby default. The next trait is the least and the one behind it
                                    the greatest, without signs: limit holds the lower 32 bits, standby the upper */
    PRM_FIELD_FENCED,            /* like TEXT; the next trait's limit: segment of the tag's name */
    PRM_FIELD_CHOICE,            /* limit: count << 24 | segment of the first name; standby default, one of them */
    PRM_FIELD_FLAG,
    PRM_FIELD_ROWS,              /* limit: most rows; standby: keep << 16 | size of a row */
    PRM_FIELD_COUNT,             /* the same field as a number: how many rows are shown */
    PRM_FIELD_INDEX,             /* number of the row of that level among those shown, from 0; offset is added */
    PRM_FIELD_SET,               /* limit: bits; uint32_t words of them, for WHEN and UNLESS */
    PRM_FIELD_CONSTANT,          /* standby: the text; limit: of a choice, its enumerator */
    PRM_FIELD_JSON,              /* raw JSON text; limit and standby like TEXT */

    PRM_FIELD_KIND  = 0x000F,
    PRM_FIELD_LEVEL = 4,         /* shift */
    PRM_FIELD_TRAIT = 6,         /* shift */

    PRM_LEAST_NEGATIVE    = 1,   /* RANGED, limit */
    PRM_GREATEST_NEGATIVE = 2,

    PRM_KEEP_NONE   = 0,         /* more rows than the limit: PRM_TOO_MANY */
    PRM_KEEP_FIRST  = 1,
    PRM_KEEP_LAST   = 2
};

/* What fields have in common, stored once. */
typedef struct prm_trait {
    uint32_t limit;
    uint32_t standby;            /* segment whose literal stands in for a missing value, or PRM_NO_SEGMENT */
} prm_trait;

#define PRM_NO_LIMIT   ((uint32_t)0xFFFFFFFF)
#define PRM_NO_SEGMENT ((uint32_t)0xFFFFFFFF)

typedef struct prm_entry {
    uint32_t first;              /* its first segment */
    uint32_t field;              /* its map when it is the root: the first `inputs` fields are its placeholders */
    uint16_t count;              /* segments */
    uint8_t  inputs;             /* placeholders */
    uint8_t  flags;
} prm_entry;

enum {
    PRM_ENTRY_PLAIN   = 1,       /* copying segments only */
    PRM_ENTRY_REQUEST = 2,       /* literals are JSON already; values are escaped only where QUOTED */
    PRM_ENTRY_HIDDEN  = 4,       /* anonymous: not a root */
    PRM_ENTRY_CONSTANT = 8       /* hidden: a constant of an overridable pack */
};

/* Where a segment's literal was written (optional table, one a segment). */
typedef struct prm_origin {
    uint16_t file;               /* index in the pack's files */
    uint16_t line;               /* from 1; 65535 and later lines are 65535; 0: in no file as it is */
} prm_origin;

typedef struct prm_pack prm_pack;
struct prm_pack {
    uint32_t           version;          /* PRM_TABLE_VERSION */
    uint32_t           pool_size;
    uint32_t           segment_count;
    uint32_t           field_count;
    uint32_t           names_size;       /* 0 if stripped */
    uint32_t           name_count;       /* entry_count + placeholders of all entries; 0 if stripped */
    uint32_t           files_size;       /* 0 without source map */
    uint32_t           crc;              /* of all that the compiler wrote as numbers and text; see below */
    uint32_t           head_crc;         /* of the numbers of this struct; see below */
    uint16_t           entry_count;      /* hidden ones included */
    uint16_t           trait_count;
    uint16_t           public_count;     /* ids below this are slots, assemblies and requests */
    uint16_t           layout_sum;       /* of all that the C compiler filled in; see below */
    const char        *pool;
    const prm_segment *segments[2];      /* text; JSON, or NULL: literals are escaped on the way */
    const prm_entry   *entries;
    const prm_field   *fields;
    const prm_trait   *traits;
    const prm_pack    *base;             /* an overlay: the pack below, else NULL */
    const uint16_t    *replaced;         /* an overlay: its own entry for each of the root, or PRM_NOT_REPLACED */
    const char        *names;            /* NUL-terminated names, or NULL if stripped */
    const uint32_t    *name_at;          /* offsets in names: one an entry, then one a placeholder of each in turn */
    const char        *files;            /* source map: NUL-terminated paths, one after the other, or NULL */
    const prm_origin  *origins;          /* source map: one a text segment, or NULL */
};

#define PRM_NOT_REPLACED ((uint16_t)0xFFFF)

/* Verification. The checksums are the CRC-32 of ISO-HDLC (zlib's crc32), every number taken as little-endian bytes.
 *
 * crc covers: the pool; the text segments and, if there are any, the JSON segments (offset 4, size 2, op 2 each);
 * entries (first 4, field 4, count 2, inputs 1, flags 1); the kind (2) of each field; the limit (4) of each trait;
 * names; name_at (4 each, name_count of them); files; origins (file 2, line 2, one a segment, if files_size is not
 * 0); an overlay's replaced (2 each, as many as the root has entries).
 *
 * head_crc covers version pool_size segment_count field_count names_size name_count files_size crc (4 bytes each),
 * entry_count trait_count public_count (2 each). It is compared first, so that sizes are right before they are used.
 *
 * Struct offsets and sizes are known to the C compiler only, so they have a sum of their own, which a constant
 * expression computes: over the offset of each field and then the standby of each trait, the i-th (from 0) times
 * i % 251 + 1, modulo 65521. Each of the three finds any change of a single byte. */
#define PRM_LAYOUT_WEIGHTS 251u
#define PRM_LAYOUT_MODULUS 65521u

#ifdef __cplusplus
}
#endif

#endif
