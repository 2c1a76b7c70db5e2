#include <promptrom/blocks.h>
#include <promptrom/pack.h>

/* CRC-32, a bit at a time: a check that runs once needs no table. */
static uint32_t add_byte(uint32_t crc, unsigned byte)
{
    unsigned bit;

    crc ^= byte;
    for (bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ (0xEDB88320u & (0u - (crc & 1)));
    return crc;
}

static uint32_t add_number(uint32_t crc, uint32_t number, unsigned size)
{
    for (; size > 0; size--, number >>= 8)
        crc = add_byte(crc, number & 0xFF);
    return crc;
}

static uint32_t add_block(uint32_t crc, const prm_block_info *block)
{
    const uint32_t numbers[] = {
        block->id, block->title, block->label, block->tags, block->order, block->path, block->version, block->owner,
        block->description, block->size, block->tokens, block->hash[0], block->hash[1]
    };
    const uint8_t bytes[] = {
        block->type, block->layer, block->output, block->durability, block->source, block->flags, block->path_input,
        block->version_input
    };
    size_t i;

    for (i = 0; i < sizeof numbers / sizeof *numbers; i++)
        crc = add_number(crc, numbers[i], 4);
    for (i = 0; i < sizeof bytes; i++)
        crc = add_byte(crc, bytes[i]);
    return crc;
}

static uint32_t add_plans(uint32_t crc, const prm_plans *p)
{
    unsigned i;

    for (i = 0; i < p->block_count; i++)
        crc = add_block(crc, &p->blocks[i]);
    for (i = 0; i < p->step_count; i++) {
        crc = add_number(crc, p->steps[i].block, 2);
        crc = add_number(crc, p->steps[i].entry, 2);
    }
    for (i = 0; i < PRM_EVENT_TYPES; i++) {
        crc = add_number(crc, p->plans[i].assembly, 2);
        crc = add_number(crc, p->plans[i].first, 2);
        crc = add_number(crc, p->plans[i].count, 2);
    }
    return crc;
}

static uint32_t add_renderers(uint32_t crc, const prm_plans *p)
{
    unsigned i;

    for (i = 0; i < p->renderer_count; i++) {
        crc = add_number(crc, p->renderers[i].request, 2);
        crc = add_byte(crc, p->renderers[i].event);
        crc = add_byte(crc, p->renderers[i].runtime);
        crc = add_number(crc, p->renderers[i].first, 2);
        crc = add_number(crc, p->renderers[i].count, 2);
    }
    for (i = 0; i < p->shown_count; i++) {
        crc = add_number(crc, p->shown[i].entry, 2);
        crc = add_number(crc, p->shown[i].kind, 2);
    }
    for (i = 0; i < p->runtime_count; i++)
        crc = add_number(crc, p->runtimes[i], 4);
    return crc;
}

static uint32_t head_of(const prm_plans *p)
{
    uint32_t crc = 0xFFFFFFFFu;

    crc = add_number(crc, p->version, 4);
    crc = add_number(crc, p->text_size, 4);
    crc = add_number(crc, p->crc, 4);
    crc = add_number(crc, p->block_count, 2);
    crc = add_number(crc, p->step_count, 2);
    crc = add_number(crc, p->renderer_count, 2);
    crc = add_number(crc, p->shown_count, 2);
    return ~add_number(crc, p->runtime_count, 2);
}

static bool is_complete(const prm_plans *p)
{
    return (p->text || p->text_size == 0) && (p->blocks || p->block_count == 0) && (p->steps || p->step_count == 0)
           && p->plans && (p->renderers || p->renderer_count == 0) && (p->shown || p->shown_count == 0)
           && (p->runtimes || p->runtime_count == 0);
}

static uint32_t crc_of(const prm_plans *p)
{
    uint32_t crc = 0xFFFFFFFFu, i;

    for (i = 0; i < p->text_size; i++)
        crc = add_byte(crc, (unsigned char)p->text[i]);
    return ~add_number(add_renderers(add_plans(crc, p), p), p->pack->crc, 4);
}

prm_status prm_plans_verify(const prm_plans *plans)
{
    if (plans == NULL || plans->pack == NULL)
        return PRM_BAD_ARGUMENT;
    if (head_of(plans) != plans->head_crc || plans->version != PRM_PLANS_VERSION || !is_complete(plans)
        || crc_of(plans) != plans->crc)
        return PRM_BAD_TABLE;
    return prm_pack_verify(plans->pack);
}
