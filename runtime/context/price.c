#include <promptrom/meter.h>
#include <promptrom/utf8.h>

enum { UNITS_SHIFT = 2, UNITS_LESS_ONE = 3, AROUND = 4 };

uint64_t prm_price_text(prm_text text)
{
    const uint64_t units = text.size == 0 ? 0 : prm_utf8_extent(text.data, text.size).units;

    return (units >> UNITS_SHIFT) + ((units & UNITS_LESS_ONE) != 0);
}

/* Any block but a result, which holds others and so would lead here again. */
static uint64_t price_leaf(const prm_block *block)
{
    switch (block->kind) {
    case PRM_BLOCK_TEXT:
    case PRM_BLOCK_REASONING:
    case PRM_BLOCK_OTHER:
        return prm_price_text(block->text) + AROUND;
    case PRM_BLOCK_CALL:
        return prm_price_text(block->name) + prm_price_text(block->text) + AROUND;
    case PRM_BLOCK_RESULT:
    default:
        return 0;
    }
}

uint64_t prm_price_block(const prm_block *block)
{
    uint64_t tokens = AROUND;
    size_t i;

    if (block->kind != PRM_BLOCK_RESULT)
        return price_leaf(block);
    for (i = 0; i < block->count; i++)
        tokens += price_leaf(&block->content[i]);
    return tokens;
}

uint64_t prm_price_message(const prm_message *message)
{
    uint64_t tokens = AROUND;
    size_t i;

    if (message->role == PRM_ROLE_ASSISTANT && message->count == 0)
        return 0;
    for (i = 0; i < message->count; i++)
        tokens += prm_price_block(&message->blocks[i]);
    return tokens;
}

prm_envelope prm_envelope_make(uint64_t fingerprint, prm_text system, prm_text tools)
{
    prm_envelope envelope;

    envelope.fingerprint = fingerprint;
    envelope.tokens = 0;
    if (system.data)
        envelope.tokens += prm_price_text(system) + AROUND;
    if (tools.data && tools.size > 0)
        envelope.tokens += prm_price_text(tools) + AROUND;
    return envelope;
}
