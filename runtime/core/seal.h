/* Checksums of tables that are made at run time, and of a pack's rules. */
#ifndef PRM_SEAL_H
#define PRM_SEAL_H

#include <stdbool.h>

#include <promptrom/rules.h>

/* Writes the checksums of an overlay, so that prm_pack_verify() finds it intact. */
void prm_pack_seal(prm_pack *pack);

/* Whether the rules are intact. */
bool prm_rules_verify(const prm_rules *rules);

#endif
