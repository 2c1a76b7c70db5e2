/* Blocks: slots that say themselves what they are and where they belong, and the plans made of them.
 *
 * The compiler selects and orders the blocks of each event, and writes the result down as constant tables: a plan an
 * event. At run time an event is compiled by walking its plan (events.h); nothing is searched, sorted or compared.
 *
 * Conventions
 *   - Every enumeration has stable numbers from 1; 0 is none of its members. Functions called …_name give the name
 *     that packs and fingerprints use, an empty text for a number that is none.
 *   - Texts in the tables are for people and for fingerprints; the library makes no decision by comparing them. */
#ifndef PROMPTROM_BLOCKS_H
#define PROMPTROM_BLOCKS_H

#include <promptrom/render.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a block is ---- */

typedef enum prm_block_type {
    PRM_TYPE_INSTRUCTION  = 1,    /* still holds when the turn is over */
    PRM_TYPE_TURN_CONTEXT = 2,    /* describes this turn */
    PRM_TYPE_NOTICE       = 3,    /* tells of a special state */
    PRM_TYPE_REFERENCE    = 4     /* for looking up: may be summarized without harm */
} prm_block_type;

typedef enum prm_block_layer {
    PRM_LAYER_PLATFORM         = 1,
    PRM_LAYER_CHANNEL          = 2,
    PRM_LAYER_WORKSPACE_DOC    = 3,
    PRM_LAYER_AGENT_CONFIG     = 4,
    PRM_LAYER_EVENT            = 5,
    PRM_LAYER_RETRIEVAL        = 6,
    PRM_LAYER_SYSTEM_NOTICE    = 7,
    PRM_LAYER_RUNTIME_GUIDANCE = 8
} prm_block_layer;

typedef enum prm_block_output {
    PRM_OUTPUT_BASE      = 1,
    PRM_OUTPUT_DEVELOPER = 2,
    PRM_OUTPUT_TURN      = 3,
    PRM_OUTPUT_REFERENCE = 4,
    PRM_OUTPUTS          = 4
} prm_block_output;

typedef enum prm_durability {
    PRM_DURABILITY_PERSISTENT         = 1,
    PRM_DURABILITY_TURN_ONLY          = 2,
    PRM_DURABILITY_UNTIL_ACKNOWLEDGED = 3,
    PRM_DURABILITY_COMPACTABLE        = 4
} prm_durability;

typedef enum prm_source_kind {
    PRM_FROM_MARKDOWN_TEMPLATE = 1,
    PRM_FROM_WORKSPACE_DOC     = 2,
    PRM_FROM_GENERATED         = 3,
    PRM_FROM_EVENT_PAYLOAD     = 4,
    PRM_FROM_RETRIEVAL         = 5,
    PRM_FROM_NOTICE            = 6
} prm_source_kind;

prm_text prm_block_type_name(unsigned type);
prm_text prm_block_layer_name(unsigned layer);
prm_text prm_block_output_name(unsigned output);
prm_text prm_durability_name(unsigned durability);
prm_text prm_source_kind_name(unsigned kind);

/* ---- events ---- */

/* What happens in the life of an agent. */
typedef enum prm_event_type {
    PRM_ON_THREAD_START              = 1,
    PRM_ON_THREAD_RESUME             = 2,
    PRM_ON_FRESH_START               = 3,
    PRM_ON_WAKE                      = 4,
    PRM_ON_RESUME                    = 5,
    PRM_ON_DEFERRED_CONTINUATION     = 6,
    PRM_ON_ROUTED_MESSAGE_DELIVERY   = 7,
    PRM_ON_REACTION_DELIVERY         = 8,
    PRM_ON_FINAL_VISIBLE_REPLY_CHECK = 9,
    PRM_EVENT_TYPES                  = 9
} prm_event_type;

/* What is compiled for it. */
typedef enum prm_input_kind {
    PRM_INPUT_THREAD_CONTRACT = 1,    /* thread_start, thread_resume: standing instructions */
    PRM_INPUT_TURN_CONTEXT    = 2,    /* what one turn begins with */
    PRM_INPUT_DELIVERY        = 3     /* the two deliveries: a message for a session that runs already */
} prm_input_kind;

prm_text prm_event_type_name(unsigned event);
prm_text prm_input_kind_name(unsigned kind);

/* Kind of an event; 0 if it is none. */
unsigned prm_event_kind_of(unsigned event);

/* ---- plans: made by the compiler ---- */

#define PRM_PLANS_VERSION 1
#define PRM_NO_INPUT      0xFFu
#define PRM_NO_RENDERER   0xFFFFu

enum {
    PRM_PLAN_REPEATED = 1,    /* one block for each row of its rows */
    PRM_PLAN_FIXED    = 2,    /* its text is known: size, tokens and hash hold for the compiled pack itself */
    PRM_PLAN_ALWAYS   = 4,    /* no conditions, and some text */
    PRM_PLAN_DOCUMENT = 8     /* its source is a document whose version is an argument */
};

/* A block, whatever events it belongs to. Texts are offsets in the plans' text: prm_plan_text(). */
typedef struct prm_block_info {
    uint32_t id;
    uint32_t title;
    uint32_t label;
    uint32_t tags;             /* joined by ", " */
    uint32_t order;            /* as decimal text */
    uint32_t path;             /* of its source, like the four that follow; "" where an argument says it */
    uint32_t version;
    uint32_t owner;
    uint32_t description;
    uint32_t size;             /* FIXED: bytes of its text */
    uint32_t tokens;           /* FIXED: estimate */
    uint32_t hash[2];          /* FIXED: XXH64 of its text, the lower half first */
    uint8_t  type;
    uint8_t  layer;
    uint8_t  output;
    uint8_t  durability;
    uint8_t  source;           /* kind */
    uint8_t  flags;
    uint8_t  path_input;       /* place of the argument in the block's map, or PRM_NO_INPUT */
    uint8_t  version_input;
} prm_block_info;

/* A block at its place in a plan: what to render for it, with the arguments of the event's assembly. */
typedef struct prm_plan_step {
    uint16_t block;
    uint16_t entry;
} prm_plan_step;

typedef struct prm_plan {
    uint16_t assembly;         /* its id */
    uint16_t first;            /* of its steps */
    uint16_t count;            /* 0: the pack has no blocks for this event */
} prm_plan;

/* A text that a renderer sends, as people are shown it. */
typedef struct prm_shown {
    uint16_t entry;            /* rendered with the renderer's arguments */
    uint16_t kind;             /* prm_prompt_kind */
} prm_shown;

/* A request that sends an event to a runtime. */
typedef struct prm_renderer {
    uint16_t request;          /* its id */
    uint8_t  event;
    uint8_t  runtime;          /* number in the pack's list, from 0 */
    uint16_t first, count;     /* of the texts that it shows */
} prm_renderer;

/* All of a pack's plans. Blocks are numbered by output, order and id, so that in every plan their numbers ascend. */
typedef struct prm_plans {
    uint32_t              version;     /* PRM_PLANS_VERSION */
    uint32_t              crc;         /* of all below; see prm_plans_verify() */
    uint32_t              head_crc;    /* of the numbers of this struct */
    uint32_t              text_size;
    uint16_t              block_count;
    uint16_t              step_count;
    uint16_t              renderer_count;
    uint16_t              shown_count;
    uint16_t              runtime_count;
    const prm_pack       *pack;        /* that they were compiled with */
    const char           *text;
    const prm_block_info *blocks;
    const prm_plan_step  *steps;
    const prm_plan       *plans;       /* PRM_EVENT_TYPES of them, by event - 1 */
    const prm_renderer   *renderers;
    const prm_shown      *shown;
    const uint32_t       *runtimes;    /* their names */
} prm_plans;

/* The plan of an event; NULL if the event is none, or the pack has no blocks for it, or the tables are of another
 * version. */
const prm_plan *prm_plan_of(const prm_plans *plans, unsigned event);

/* Compares checksums of these tables with those made by the compiler, and the pack's own (prm_pack_verify).
 *
 * The checksums are the CRC-32 of zlib over little-endian numbers. head_crc, which is compared first, so that counts
 * are right before they are used: version, text_size, crc (4 bytes each), then the five counts in their order (2
 * each). crc: the text; blocks (thirteen members of 4, eight of 1), steps, plans, renderers and shown, member by
 * member; runtimes; at last the pack's own crc, so that the two belong together. */
PRM_MUST_USE prm_status prm_plans_verify(const prm_plans *plans);

/* A text of the plans: its size stands in the two bytes before it, the lower one first. */
prm_text prm_plan_text(const prm_plans *plans, uint32_t offset);

#ifdef __cplusplus
}
#endif

#endif
