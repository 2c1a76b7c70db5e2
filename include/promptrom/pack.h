/* Questions about a pack. */
#ifndef PROMPTROM_PACK_H
#define PROMPTROM_PACK_H

#include <promptrom/render.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Compares a checksum of every table with the one made by the compiler, reading each byte once. PRM_BAD_TABLE:
 * a byte of the pack has changed, or it was made for another version. Overlays are checked with what lies
 * below them. */
PRM_MUST_USE prm_status prm_pack_verify(const prm_pack *pack);

/* Name of a slot, assembly or request, as in the pack ("nudge.tier"); "" if names were stripped or id is wrong. */
const char *prm_name(const prm_pack *pack, prm_id id);

/* Name of its placeholder ("prevTier"); "" likewise. */
const char *prm_placeholder_name(const prm_pack *pack, prm_id id, unsigned placeholder);

/* Id of a name; PRM_BAD_ID if there is none or names were stripped. Compares strings: not for hot paths. */
PRM_MUST_USE prm_status prm_find(const prm_pack *pack, prm_text name, prm_id *id);

/* File and line where the literal of a slice was written. false: no source map, not a literal, or one that stands in
 * no file as it is: a choice, a default, the frame of a request. */
bool prm_origin_of(const prm_slice *slice, const char **file, unsigned *line);

/* An overlay that was compiled in with its pack. */
typedef struct prm_overlay {
    const char     *name;            /* "zh-CN" */
    const prm_pack *pack;
} prm_overlay;

/* The overlay called name; without one, that of name cut before its last `-`, and so on ("zh" for "zh-TW"); at last
 * pack itself. Compares strings: done once, not per call. */
const prm_pack *prm_choose(const prm_pack *pack, const prm_overlay *overlays, size_t count, prm_text name);

/* Whether id has the same text in two packs that one header declares, overlays included: the same segments, not
 * only equal ones. id may be any slot, assembly or request; what it calls is not looked at. */
bool prm_same_text(const prm_pack *one, const prm_pack *other, prm_id id);

#ifdef __cplusplus
}
#endif

#endif
