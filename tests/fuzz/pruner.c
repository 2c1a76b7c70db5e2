/* The pruner: what is kept is what the definition says, character by character, and a second pass changes nothing. */
#include <promptrom/pruner.h>

#include "fuzz.h"
#include "naive_utf8.h"

enum { MOST_BLOCKS = 6, MOST_TEXT = 60, MOST_KEPT = MOST_BLOCKS + 2 };

typedef struct sample {
    prm_block blocks[MOST_BLOCKS];
    prm_block result;
} sample;

static void take_result(input *in, sample *s)
{
    size_t i;

    memset(s, 0, sizeof *s);
    s->result.kind = take_number(in, 15) == 15 ? PRM_BLOCK_TEXT : PRM_BLOCK_RESULT;
    s->result.count = take_number(in, MOST_BLOCKS);
    for (i = 0; i < s->result.count; i++) {
        s->blocks[i].kind = take_number(in, 7) < 6 ? PRM_BLOCK_TEXT : PRM_BLOCK_OTHER;
        s->blocks[i].text = take_missing(in, MOST_TEXT);
    }
    s->result.content = s->blocks;
}

static prm_pruner_config take_config(input *in)
{
    prm_pruner_config config = prm_pruner_defaults();

    config.threshold = take_number(in, 64);
    config.head = take_number(in, 24);
    config.tail = take_number(in, 24);
    config.marker = take_number(in, 7) < 6 ? prm_bytes("\342\200\246", 3) : take_missing(in, 12);
    return config;
}

static size_t length(prm_text text)
{
    size_t at[256], units;

    REQUIRE(text.size < 256);
    return text.data ? naive_places(text.data, text.size, at, &units) : 0;
}

static bool is_utf8(prm_text text)
{
    size_t at, step, units;

    for (at = 0; at < text.size; at += step) {
        step = naive_step((const unsigned char *)text.data + at, text.size - at, &units);
        if (!naive_good((const unsigned char *)text.data + at, step))
            return false;
    }
    return true;
}

static bool is_good(const prm_pruner_config *config)
{
    return config->marker.data && config->marker.size > 0 && is_utf8(config->marker)
           && config->head + config->tail + length(config->marker) <= config->threshold;
}

static size_t total(const prm_block *result)
{
    size_t sum = 0, i;

    for (i = 0; i < result->count; i++)
        if (result->content[i].kind == PRM_BLOCK_TEXT)
            sum += length(result->content[i].text);
    return sum;
}

/* What a kept list says in full. */
typedef struct text { char bytes[MOST_KEPT * 2 * MOST_TEXT]; size_t size; } text;

static void add(text *to, prm_text some)
{
    if (some.size > 0)
        memcpy(to->bytes + to->size, some.data, some.size);
    to->size += some.size;
}

/* Head, marker and tail of the texts taken together; other blocks are shown as a byte of their own. */
static void naive_prune(const prm_pruner_config *config, const prm_block *result, text *to)
{
    const size_t all = total(result);
    size_t at[256], units, seen = 0, count, i, n;
    bool marked = false;

    for (i = 0; i < result->count; i++) {
        const prm_text own = result->content[i].text;
        if (result->content[i].kind != PRM_BLOCK_TEXT) {
            add(to, prm_bytes("\1", 1));
            continue;
        }
        count = own.data ? naive_places(own.data, own.size, at, &units) : 0;
        for (n = 0; n < count; n++, seen++) {
            if (seen < config->head || seen >= all - config->tail)
                add(to, prm_bytes(own.data + at[n], at[n + 1] - at[n]));
            else if (!marked)
                add(to, config->marker);
            marked = marked || (seen >= config->head && seen < all - config->tail);
        }
    }
}

static void check_kept(const prm_pruner_config *config, const prm_block *result, const prm_kept *list, size_t count)
{
    prm_block again[MOST_KEPT], whole = *result;
    prm_kept nothing;
    text found = { "", 0 }, wanted = { "", 0 };
    size_t i, pruned = SIZE_MAX;

    for (i = 0; i < count; i++) {
        const bool is_text = result->content[list[i].block].kind == PRM_BLOCK_TEXT;
        REQUIRE(list[i].block < result->count && (i == 0 || list[i].block >= list[i - 1].block));
        REQUIRE(is_text ? list[i].text.size > 0 : !list[i].text.data);
        add(&found, is_text ? list[i].text : prm_bytes("\1", 1));
        again[i] = result->content[list[i].block];
        again[i].text = is_text ? list[i].text : again[i].text;
    }
    naive_prune(config, result, &wanted);
    REQUIRE(is_same(prm_bytes(found.bytes, found.size), prm_bytes(wanted.bytes, wanted.size)));
    whole.content = again;
    whole.count = count;
    REQUIRE(total(&whole) <= config->threshold && total(&whole) < total(result));
    REQUIRE(!prm_pruner_exceeds(config, &whole));
    REQUIRE(prm_prune(config, &whole, &nothing, 0, &pruned, NULL) == PRM_OK && pruned == 0);
}

void fuzz_target(input *in)
{
    const prm_pruner_config config = take_config(in);
    prm_context_report report;
    sample s;
    prm_kept *list;
    size_t count = SIZE_MAX, capacity;
    prm_status status = prm_pruner_check(&config, &report);

    REQUIRE(status == (is_good(&config) ? PRM_OK : PRM_BAD_CONFIG) && report.status == status);
    if (status != PRM_OK)
        return;
    take_result(in, &s);
    capacity = take_number(in, 3) ? s.result.count + 2 : take_number(in, MOST_KEPT);
    list = fresh((capacity + 1) * sizeof *list);
    status = prm_prune(&config, &s.result, list, capacity, &count, &report);
    REQUIRE(status == (count > capacity ? PRM_NO_SPACE : PRM_OK) && count <= s.result.count + 2);
    REQUIRE(is_canary(list + capacity, sizeof *list));
    REQUIRE((count > 0) == (s.result.kind == PRM_BLOCK_RESULT && total(&s.result) > config.threshold));
    REQUIRE(prm_pruner_exceeds(&config, &s.result) == (count > 0));
    if (status == PRM_OK && count > 0)
        check_kept(&config, &s.result, list, count);
}
