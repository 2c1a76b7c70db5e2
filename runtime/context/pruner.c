#include <promptrom/pruner.h>
#include <promptrom/utf8.h>

#include "report.h"

prm_pruner_config prm_pruner_defaults(void)
{
    prm_pruner_config config;

    memset(&config, 0, sizeof config);
    config.threshold = 8192;
    config.head = 4096;
    config.tail = 1024;
    return config;
}

static bool is_utf8(prm_text text)
{
    bool good = true;
    size_t i = 0;

    while (good && i < text.size)
        i += prm_utf8_step((const unsigned char *)text.data + i, text.size - i, &good);
    return good;
}

/* Takes a length off what is left of the threshold. */
static prm_status take(size_t length, const char *member, size_t *room, prm_context_report *report)
{
    if (length > *room)
        return prm_context_differ(report, PRM_BAD_CONFIG, member,
                                  "head, marker and tail together are longer than the threshold", length, *room);
    *room -= length;
    return PRM_OK;
}

prm_status prm_pruner_check(const prm_pruner_config *config, prm_context_report *report)
{
    size_t room = config->threshold;
    prm_status status;

    prm_context_begin(report);
    if (config->marker.data == NULL || config->marker.size == 0)
        return prm_context_fail(report, PRM_BAD_CONFIG, "marker", "the marker is empty: nobody would see the cut");
    if (!is_utf8(config->marker))
        return prm_context_fail(report, PRM_BAD_CONFIG, "marker", "the marker is not UTF-8");
    status = take(config->head, "head", &room, report);
    if (status == PRM_OK)
        status = take(config->tail, "tail", &room, report);
    if (status == PRM_OK)
        status = take(prm_utf8_extent(config->marker.data, config->marker.size).points, "marker", &room, report);
    return status;
}

/* The text of a block that counts, else an empty one. */
static prm_text text_of(const prm_block *block)
{
    return block->kind == PRM_BLOCK_TEXT && block->text.data ? block->text : prm_bytes("", 0);
}

bool prm_pruner_exceeds(const prm_pruner_config *config, const prm_block *result)
{
    size_t left = config->threshold, i;

    if (result->kind != PRM_BLOCK_RESULT)
        return false;
    for (i = 0; i < result->count; i++) {
        const prm_text text = text_of(&result->content[i]);
        if (prm_utf8_skip(text.data, text.size, &left) < text.size)
            return true;
    }
    return false;
}

/* Where the tail begins. */
typedef struct { size_t block, at; } place;

static place find_tail(const prm_block *result, size_t points)
{
    place p = { 0, 0 };

    for (p.block = result->count; points > 0 && p.block > 0;) {
        const prm_text text = text_of(&result->content[--p.block]);
        p.at = prm_utf8_back(text.data, text.size, &points);
    }
    return p;
}

/* Entries are counted even where there is no room for them. */
typedef struct { prm_kept *list; size_t capacity, count; } output;

static void keep(output *out, size_t block, prm_text text)
{
    if (out->count < out->capacity) {
        out->list[out->count].block = block;
        out->list[out->count].text = text;
    }
    out->count++;
}

static void keep_some(output *out, size_t block, const char *from, size_t size)
{
    if (size > 0)
        keep(out, block, prm_bytes(from, size));
}

/* Lists what stays of all blocks. In each text the head ends at `from` and the tail begins at `to`. */
static void list_kept(const prm_pruner_config *config, const prm_block *result, output *out)
{
    const place tail = find_tail(result, config->tail);
    size_t head = config->head, i;
    bool marked = false;

    for (i = 0; i < result->count; i++) {
        const prm_text text = text_of(&result->content[i]);
        const size_t from = prm_utf8_skip(text.data, text.size, &head);
        const size_t to = i < tail.block ? text.size : i == tail.block ? tail.at : from;
        if (result->content[i].kind != PRM_BLOCK_TEXT) {
            keep(out, i, prm_bytes(NULL, 0));
            continue;
        }
        keep_some(out, i, text.data, from);
        if (from < to && !marked) {
            keep(out, i, config->marker);
            marked = true;
        }
        keep_some(out, i, text.data + to, text.size - to);
    }
}

prm_status prm_prune(const prm_pruner_config *config, const prm_block *result, prm_kept *list, size_t capacity,
                     size_t *count, prm_context_report *report)
{
    output out;

    prm_context_begin(report);
    out.list = list;
    out.capacity = capacity;
    out.count = 0;
    if (prm_pruner_exceeds(config, result))
        list_kept(config, result, &out);
    *count = out.count;
    if (out.count > capacity)
        return prm_context_differ(report, PRM_NO_SPACE, "capacity", "the list is too short", capacity, out.count);
    return PRM_OK;
}

prm_event prm_pruner_event(size_t position, const uint64_t *original, const prm_message *pruned)
{
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = PRM_SURFACE_REPLACE;
    event.start = position;
    event.end = position;
    event.message = pruned;
    event.sources = original;
    event.source_count = 1;
    return event;
}
