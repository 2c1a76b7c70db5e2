#include <promptrom/contract.h>

prm_status prm_contract_take(prm_contract *contract, const prm_bundle *bundle)
{
    size_t i;

    contract->count = bundle->count;
    if (bundle->count > contract->capacity)
        return PRM_NO_SPACE;
    for (i = 0; i < bundle->count; i++) {
        prm_contract_block *const block = &contract->blocks[i];
        block->block = bundle->blocks[i].block;
        block->output = bundle->blocks[i].info->output;
        block->row = bundle->blocks[i].row;
        block->fingerprint = bundle->blocks[i].fingerprint;
    }
    memcpy(contract->outputs, bundle->outputs, sizeof contract->outputs);
    return PRM_OK;
}

typedef struct comparison {
    prm_contract_difference *found;
    size_t                   capacity;
    size_t                   count;
} comparison;

static void note(comparison *c, prm_contract_change change, const prm_contract_block *block)
{
    if (c->count < c->capacity) {
        prm_contract_difference *const difference = &c->found[c->count];
        difference->change = change;
        difference->block = block->block;
        difference->output = block->output;
        difference->row = block->row;
    }
    c->count++;
}

/* Both lists ascend by block and row: numbers of blocks follow the order that every plan has. */
static int order_of(const prm_contract_block *one, const prm_contract_block *other)
{
    if (one->block != other->block)
        return one->block < other->block ? -1 : 1;
    return one->row == other->row ? 0 : one->row < other->row ? -1 : 1;
}

static void merge(comparison *c, const prm_contract *last, const prm_contract *now)
{
    size_t i = 0, j = 0;

    while (i < last->count || j < now->count) {
        const int order = i == last->count ? 1 : j == now->count ? -1 : order_of(&last->blocks[i], &now->blocks[j]);
        if (order < 0) {
            note(c, PRM_CONTRACT_REMOVED, &last->blocks[i++]);
            continue;
        }
        if (order > 0) {
            note(c, PRM_CONTRACT_ADDED, &now->blocks[j++]);
            continue;
        }
        if (last->blocks[i].fingerprint != now->blocks[j].fingerprint)
            note(c, PRM_CONTRACT_CHANGED, &now->blocks[j]);
        i++;
        j++;
    }
}

void prm_contract_compare(const prm_contract *last, const prm_contract *now, bool invalid[PRM_OUTPUTS],
                          prm_contract_difference *differences, size_t capacity, size_t *count)
{
    comparison c;
    unsigned i;

    c.found = differences;
    c.capacity = capacity;
    c.count = 0;
    merge(&c, last, now);
    for (i = 0; i < PRM_OUTPUTS; i++)
        invalid[i] = last->outputs[i] != now->outputs[i];
    *count = c.count;
}
