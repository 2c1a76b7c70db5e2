#include <promptrom/spill.h>
#include <promptrom/utf8.h>

#include "report.h"

enum { GAP = 2 };    /* the empty line before the notice */

prm_spill_config prm_spill_defaults(void)
{
    prm_spill_config config;

    memset(&config, 0, sizeof config);
    config.reader = prm_bytes("read", 4);
    return config;
}

prm_status prm_spill_check(const prm_spill_config *config, prm_context_report *report)
{
    prm_member members[3];

    prm_context_begin(report);
    if (config->limit == 0)
        return PRM_OK;
    if (config->store == NULL)
        return prm_context_fail(report, PRM_BAD_CONFIG, "store", "a limit is set, and nothing stores the results");
    members[0].name = "omitted_bytes";
    members[0].offset = offsetof(prm_spill_notice, omitted_bytes);
    members[0].is_integer = true;
    members[1].name = "location";
    members[1].offset = offsetof(prm_spill_notice, location);
    members[1].is_integer = false;
    members[2].name = "hint";
    members[2].offset = offsetof(prm_spill_notice, hint);
    members[2].is_integer = false;
    return prm_slot_check(config->notice, members, 3, "notice", report);
}

static bool is_same(prm_text a, prm_text b)
{
    return a.data && b.data && a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

static bool may_spill(const prm_spill_config *config, const prm_block *result, bool nested)
{
    size_t i;

    if (config->limit == 0 || nested || result->kind != PRM_BLOCK_RESULT || is_same(result->name, config->reader))
        return false;
    for (i = 0; i < result->count; i++)
        if (result->content[i].kind != PRM_BLOCK_TEXT)
            return false;
    return true;
}

/* Bytes of all texts. */
static prm_status sum(const prm_block *result, size_t *size)
{
    size_t i;

    *size = 0;
    for (i = 0; i < result->count; i++) {
        if (result->content[i].text.size > SIZE_MAX - *size)
            return PRM_TOO_BIG;
        *size += result->content[i].text.size;
    }
    return PRM_OK;
}

static bool overlaps(const prm_block *result, const char *buffer, size_t capacity)
{
    const uintptr_t to = (uintptr_t)buffer;
    size_t i;

    for (i = 0; i < result->count; i++) {
        const prm_text text = result->content[i].text;
        const uintptr_t from = (uintptr_t)text.data;
        if (text.size > 0 && (from < to ? to - from < text.size : from - to < capacity))
            return true;
    }
    return false;
}

/* Bytes at the beginning of the result, at most `most`, cut between characters. */
static size_t head_size(const prm_block *result, size_t most)
{
    size_t size = 0, i;

    for (i = 0; i < result->count; i++) {
        const prm_text text = result->content[i].text;
        if (text.size > most - size)
            return size + prm_utf8_floor(text.data, text.size, most - size);
        size += text.size;
    }
    return size;
}

/* The same at its end. */
static size_t tail_size(const prm_block *result, size_t most)
{
    size_t size = 0, i;

    for (i = result->count; i > 0; i--) {
        const prm_text text = result->content[i - 1].text;
        if (text.size > most - size)
            return size + text.size - prm_utf8_ceil(text.data, text.size, text.size - (most - size));
        size += text.size;
    }
    return size;
}

/* Copies `size` bytes of the result from byte `from` on. */
static void copy(char *to, const prm_block *result, size_t from, size_t size)
{
    size_t i;

    for (i = 0; size > 0; i++) {
        const prm_text text = result->content[i].text;
        size_t part;
        if (from >= text.size) {
            from -= text.size;
            continue;
        }
        part = text.size - from < size ? text.size - from : size;
        memcpy(to, text.data + from, part);
        to += part;
        size -= part;
        from = 0;
    }
}

/* One result that has to be spilled. */
typedef struct {
    const prm_spill_config *config;
    const prm_block        *result;
    size_t                  total;       /* bytes of its texts */
    char                   *buffer;
    size_t                  capacity;
    prm_spill_notice        notice;
    prm_context_report     *report;
} job;

static prm_status refuse_notice(const job *j, prm_status status)
{
    return prm_context_fail(j->report, status, "notice", "the notice cannot be rendered");
}

/* *size: bytes of the notice. */
static prm_status measure_notice(const job *j, size_t *size)
{
    prm_report measured;
    const prm_status status = prm_measure(j->config->notice.pack, j->config->notice.id, &j->notice, PRM_TEXT,
                                          &measured);

    *size = measured.size;
    return status == PRM_OK ? PRM_OK : refuse_notice(j, status);
}

/* A preview as large as the limit allows, whose notice takes `reserved` bytes at most. The notice is written first,
 * since only that can fail. */
static prm_status write_preview(job *j, size_t reserved, prm_spilled *spilled)
{
    const size_t beside = j->config->limit - reserved, room = beside > GAP ? beside - GAP : 0;
    const size_t head = head_size(j->result, room - room / 2), tail = tail_size(j->result, room / 2);
    const size_t omitted = j->total - head - tail, before = head + tail > 0 ? head + tail + GAP : 0;
    prm_report rendered;
    prm_status status;

    j->notice.omitted_bytes = prm_uint(omitted);
    status = prm_render(j->config->notice.pack, j->config->notice.id, &j->notice, PRM_TEXT, j->buffer + before,
                        j->capacity - before, &rendered);
    if (status != PRM_OK)
        return refuse_notice(j, status);
    copy(j->buffer, j->result, 0, head);
    copy(j->buffer + head, j->result, j->total - tail, tail);
    if (before > 0)
        memset(j->buffer + head + tail, '\n', GAP);
    spilled->preview = prm_bytes(j->buffer, before + rendered.size);
    spilled->omitted = omitted;
    return PRM_OK;
}

/* Stores the result and shows what fits of it. Nothing is stored where even a notice without a location is too
 * long. */
static prm_status store(job *j, prm_spilled *spilled)
{
    size_t size;
    prm_status status;
    int code;

    j->notice.omitted_bytes = prm_uint(j->total);
    j->notice.location = prm_bytes("", 0);
    j->notice.hint = prm_bytes("", 0);
    status = measure_notice(j, &size);
    if (status != PRM_OK || size > j->config->limit)
        return status;
    code = j->config->store(j->config->context, j->result, &j->notice.location, &j->notice.hint);
    if (code != 0)
        return prm_context_stopped(j->report, "store", code);
    status = measure_notice(j, &size);
    if (status != PRM_OK || size > j->config->limit)
        return status;
    return write_preview(j, size, spilled);
}

prm_status prm_spill(const prm_spill_config *config, const prm_block *result, bool nested, char *buffer,
                     size_t capacity, prm_spilled *spilled, prm_context_report *report)
{
    job j;

    prm_context_begin(report);
    spilled->preview = prm_bytes(NULL, 0);
    spilled->omitted = 0;
    if (!may_spill(config, result, nested))
        return PRM_OK;
    if (sum(result, &j.total) != PRM_OK)
        return prm_context_fail(report, PRM_TOO_BIG, "result", "the sizes of its texts do not fit in size_t");
    if (j.total <= config->limit)
        return PRM_OK;
    if (capacity <= config->limit)
        return prm_context_differ(report, PRM_NO_SPACE, "capacity", "the buffer must be larger than the limit",
                                  capacity, config->limit);
    if (overlaps(result, buffer, capacity))
        return prm_context_fail(report, PRM_OVERLAP, "result", "the result lies in the buffer");
    j.config = config;
    j.result = result;
    j.buffer = buffer;
    j.capacity = capacity;
    j.report = report;
    return store(&j, spilled);
}
