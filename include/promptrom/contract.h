/* Contracts: what a running thread was started with, kept to see whether it still holds.
 *
 * A contract is the fingerprints of a bundle without its texts. When a new bundle has been compiled, for a start or a
 * resume, comparing the two says which outputs no longer hold and which blocks are the reason. */
#ifndef PROMPTROM_CONTRACT_H
#define PROMPTROM_CONTRACT_H

#include <promptrom/events.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prm_contract_block {
    uint16_t block;          /* its number in the plans */
    uint16_t output;
    uint32_t row;
    uint64_t fingerprint;
} prm_contract_block;

typedef struct prm_contract {
    prm_contract_block *blocks;      /* the caller's memory */
    size_t              capacity;
    size_t              count;
    uint64_t            outputs[PRM_OUTPUTS];
} prm_contract;

/* The fingerprints of a bundle. PRM_NO_SPACE: contract->count blocks are needed. */
PRM_MUST_USE prm_status prm_contract_take(prm_contract *contract, const prm_bundle *bundle);

typedef enum prm_contract_change {
    PRM_CONTRACT_ADDED   = 1,
    PRM_CONTRACT_CHANGED = 2,
    PRM_CONTRACT_REMOVED = 3
} prm_contract_change;

/* A block that is not as it was. Its source: prm_plan_text(plans, plans->blocks[block].id) and the members there. */
typedef struct prm_contract_difference {
    prm_contract_change change;
    uint16_t            block;
    uint16_t            output;
    uint32_t            row;
} prm_contract_difference;

/* Compares two contracts of one pack. invalid[output - 1]: that output no longer holds. *count: how many blocks
 * differ; the first capacity of them stand in differences. An output may be invalid without one: agent or
 * channel changed. */
void prm_contract_compare(const prm_contract *last, const prm_contract *now, bool invalid[PRM_OUTPUTS],
                          prm_contract_difference *differences, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
