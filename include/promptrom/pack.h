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

/* File and line where the literal of a slice was written. false: no source map, or not a literal. */
bool prm_origin_of(const prm_slice *slice, const char **file, unsigned *line);

#ifdef __cplusplus
}
#endif

#endif
