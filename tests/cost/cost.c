/* Work to be counted, in instructions, under a tool that counts inside measured() alone.
 *
 *   cost log EVENTS          some events after that many others: folded into the surface, then metered
 *   cost fold TEXT SIZE      a log of messages, together of that size: folded into the surface, and metered at each
 *   cost extent TEXT SIZE    a text priced
 *   cost prune TEXT SIZE     a result of that size pruned
 *   cost shrink TEXT SIZE    a log of results, together of that size: each pruned, and replaced on the surface
 *   cost fence TEXT SIZE     a text searched for tags
 *   cost escape TEXT SIZE    a text written into a frame that its tags cannot close
 *   cost json TEXT SIZE      the same within a JSON string
 *   cost locate TEXT SIZE    an object of that size (whatever TEXT is), in which the last of many members is located
 *
 * TEXT: ascii, chinese, mixed, emoji or tags. Prints something that depends on all of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <context.h>
#include <promptrom/compaction.h>
#include <promptrom/fence.h>
#include <promptrom/locate.h>
#include <promptrom/meter.h>
#include <promptrom/pruner.h>
#include <promptrom/surface.h>

typedef struct {
    prm_surface surface;
    prm_meter   meter;
    uint64_t    seq;
} session;

static const prm_envelope envelope = { 1, 1000 };

static void apply_message(session *s, prm_surface_op op, size_t start, size_t end, const prm_message *message)
{
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = op;
    event.seq = s->seq++;
    event.start = start;
    event.end = end;
    event.message = message;
    if (prm_surface_apply(&s->surface, &event, NULL) != PRM_OK)
        abort();
}

static void apply(session *s, prm_surface_op op, size_t start, size_t end)
{
    static const char words[] = "Sixty-four bytes of an ordinary answer, neither long nor short.\n";
    prm_block block = { PRM_BLOCK_TEXT, { NULL, 0 }, { words, sizeof words - 1 }, NULL, 0 };
    const prm_message message = { PRM_ROLE_USER, &block, 1 };

    apply_message(s, op, start, end, &message);
}

/* One round of what happens on a surface, wherever it does: messages come, a result in the middle is pruned, a
 * summary takes the place of the first ten. A call of the model before, and the meter read after each. */
static uint64_t play(session *s)
{
    const prm_usage usage = { 500, 900000000, 100, 30 };
    const prm_call call = prm_meter_begin(&envelope, s->surface.tokens);
    uint64_t total = 0;
    int i;

    if (prm_meter_succeed(&s->meter, &call, &usage, 20, NULL) != PRM_OK)
        abort();
    for (i = 0; i < 20; i++) {
        apply(s, PRM_SURFACE_APPEND, 0, 0);
        total += prm_meter_total(&s->meter, &envelope, s->surface.tokens);
    }
    apply(s, PRM_SURFACE_REPLACE, s->surface.count / 2, s->surface.count / 2);
    total += prm_meter_total(&s->meter, &envelope, s->surface.tokens);
    apply(s, PRM_SURFACE_REPLACE, 0, 9);
    return total + prm_meter_total(&s->meter, &envelope, s->surface.tokens);
}

/* ---- what is counted ---- */

typedef struct {
    const char       *mode;
    session           session;
    prm_block         block;
    prm_pruner_config pruner;
} work;

enum { MESSAGE = 4096, RESULT = 65536 };    /* bytes, of which a log of messages or results is made */

static prm_block part_of(const work *w, size_t at, size_t size)
{
    prm_block block = w->block;

    block.text = prm_bytes(w->block.text.data + at, w->block.text.size - at < size ? w->block.text.size - at : size);
    return block;
}

static uint64_t fold(work *w)
{
    uint64_t sum = 0;
    size_t at;

    for (at = 0; at < w->block.text.size; at += MESSAGE) {
        const prm_block block = part_of(w, at, MESSAGE);
        const prm_message message = { PRM_ROLE_USER, &block, 1 };
        apply_message(&w->session, PRM_SURFACE_APPEND, 0, 0, &message);
        sum += prm_meter_total(&w->session.meter, &envelope, w->session.surface.tokens);
    }
    return sum;
}

static size_t prune(const work *w, const prm_block *content, prm_kept *list)
{
    const prm_block result = { PRM_BLOCK_RESULT, { NULL, 0 }, { NULL, 0 }, content, 1 };
    size_t count;

    if (prm_prune(&w->pruner, &result, list, 3, &count, NULL) != PRM_OK)
        abort();
    return count;
}

/* The results are on the surface already, since appending them is the work of fold. */
static uint64_t shrink(work *w)
{
    size_t at;

    for (at = 0; at < w->block.text.size; at += RESULT) {
        const prm_block block = part_of(w, at, RESULT);
        prm_kept list[3];
        prm_block kept[3];
        prm_message message = { PRM_ROLE_TOOL, kept, 0 };
        const size_t count = prune(w, &block, list);
        for (; message.count < count; message.count++) {
            kept[message.count] = block;
            kept[message.count].text = list[message.count].text;
        }
        apply_message(&w->session, PRM_SURFACE_REPLACE, at / RESULT, at / RESULT, &message);
    }
    return w->session.surface.tokens;
}

static int take(void *context, const char *data, size_t size)
{
    uint64_t *const sum = context;

    *sum += size + (unsigned char)*data;
    return 0;
}

static uint64_t escape(const work *w, prm_format format)
{
    const prm_compaction_frame args = { w->block.text };
    uint64_t sum = 0;
    const prm_sink sink = { take, &sum };

    if (prm_emit(&context_pack, CONTEXT_COMPACTION_FRAME_ID, &args, format, sink, NULL) != PRM_OK)
        abort();
    return sum;
}

static uint64_t locate(const work *w)
{
    prm_located found;

    if (prm_locate(w->block.text, prm_cstr("a"), &found) != PRM_OK || found.kind != PRM_VALUE_NUMBER)
        abort();
    return (uint64_t)(found.text.data - w->block.text.data);
}

__attribute__((noinline)) uint64_t measured(work *w);

__attribute__((noinline)) uint64_t measured(work *w)
{
    prm_kept list[3];

    if (strcmp(w->mode, "log") == 0)
        return play(&w->session);
    if (strcmp(w->mode, "fold") == 0)
        return fold(w);
    if (strcmp(w->mode, "extent") == 0)
        return prm_price_text(w->block.text);
    if (strcmp(w->mode, "fence") == 0)
        return prm_fence_find(w->block.text.data, w->block.text.size, "compacted-summary", 17);
    if (strcmp(w->mode, "escape") == 0)
        return escape(w, PRM_TEXT);
    if (strcmp(w->mode, "json") == 0)
        return escape(w, PRM_JSON);
    if (strcmp(w->mode, "locate") == 0)
        return locate(w);
    if (strcmp(w->mode, "shrink") == 0)
        return shrink(w);
    return prune(w, &w->block, list);
}

/* ---- getting there ---- */

static void fill(char *to, size_t size, const char *what)
{
    static const struct { const char *name, *text; } texts[] = {
        { "ascii", "A line of a build log, 72 characters long, as there are many thousands.\n" },
        { "chinese", "\344\270\212\344\270\213\346\226\207\345\277\253\346\273\241\344\272\206\346\200\216\344\271"
                     "\210\345\212\236\357\274\237" },
        { "mixed", "\344\270\212\344\270\213\346\226\207 context: na\303\257ve <b>x</b> \360\237\230\200\n" },
        { "emoji", "\360\237\230\200\360\237\221\251\342\200\215\360\237\222\273" },
        { "tags", "</compacted-summary>\n< / COMPACTED-SUMMARY >" }
    };
    size_t i, used, part;

    for (i = 0; i < sizeof texts / sizeof *texts && strcmp(texts[i].name, what) != 0; i++)
        continue;
    if (i == sizeof texts / sizeof *texts)
        abort();
    part = strlen(texts[i].text);
    for (used = 0; used + part <= size; used += part)
        memcpy(to + used, texts[i].text, part);
    memset(to + used, 'x', size - used);
}

static void fill_object(char *to, size_t size)
{
    static const char members[] = "\"a\": [\"b\\n\\u00e9\", {\"a\": null}], \"\\u0061\": 1.5e3, ";
    const size_t part = sizeof members - 1;
    size_t used;

    to[0] = '{';
    for (used = 1; used + part + 8 <= size; used += part)
        memcpy(to + used, members, part);
    memcpy(to + used, "\"z\":\"", 5);
    memset(to + used + 5, 'x', size - used - 7);
    memcpy(to + size - 2, "\"}", 2);
}

static void prepare_session(session *s, size_t capacity)
{
    s->surface = prm_surface_make(malloc(capacity * sizeof(prm_node)), capacity);
    s->meter = prm_meter_make();
}

static void prepare_log(work *w, size_t events)
{
    size_t i;

    prepare_session(&w->session, events + 64);
    for (i = 0; i < events; i++)
        apply(&w->session, PRM_SURFACE_APPEND, 0, 0);
}

static void prepare_text(work *w, const char *what, size_t size)
{
    char *const text = malloc(size + 1);
    size_t at;

    if (strcmp(w->mode, "locate") == 0)
        fill_object(text, size);
    else
        fill(text, size, what);
    w->block.kind = PRM_BLOCK_TEXT;
    w->block.text = prm_bytes(text, size);
    w->pruner = prm_pruner_defaults();
    w->pruner.marker = prm_cstr("\n\n[... tool result middle pruned ...]\n\n");
    prepare_session(&w->session, size / MESSAGE + 1);
    if (strcmp(w->mode, "shrink") == 0)
        for (at = 0; at < size; at += RESULT)
            apply(&w->session, PRM_SURFACE_APPEND, 0, 0);
}

int main(int count, char **words)
{
    work w;

    memset(&w, 0, sizeof w);
    w.mode = words[1];
    if (count == 3 && strcmp(words[1], "log") == 0)
        prepare_log(&w, (size_t)strtoul(words[2], NULL, 10));
    else if (count == 4)
        prepare_text(&w, words[2], (size_t)strtoul(words[3], NULL, 10));
    else
        return 2;
    printf("%lu\n", (unsigned long)measured(&w));
    return 0;
}
