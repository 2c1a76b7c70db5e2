/* Work to be counted, in instructions, under a tool that counts inside measured() alone.
 *
 *   cost log EVENTS          some events after that many others: folded into the surface, then metered
 *   cost extent TEXT SIZE    a text priced
 *   cost prune TEXT SIZE     a result of that size pruned
 *   cost fence TEXT SIZE     a text searched for tags
 *
 * TEXT: ascii, chinese, mixed or emoji. Prints something that depends on all of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <promptrom/fence.h>
#include <promptrom/meter.h>
#include <promptrom/pruner.h>
#include <promptrom/surface.h>

typedef struct {
    prm_surface surface;
    prm_meter   meter;
    uint64_t    seq;
} session;

static const prm_envelope envelope = { 1, 1000 };

static void apply(session *s, prm_surface_op op, size_t start, size_t end)
{
    static const char words[] = "Sixty-four bytes of an ordinary answer, neither long nor short.\n";
    prm_block block = { PRM_BLOCK_TEXT, { NULL, 0 }, { words, sizeof words - 1 }, NULL, 0 };
    const prm_message message = { PRM_ROLE_USER, &block, 1 };
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = op;
    event.seq = s->seq++;
    event.start = start;
    event.end = end;
    event.message = &message;
    if (prm_surface_apply(&s->surface, &event, NULL) != PRM_OK)
        abort();
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
    prm_block         result;
    prm_block         block;
    prm_pruner_config pruner;
} work;

__attribute__((noinline)) uint64_t measured(work *w);

__attribute__((noinline)) uint64_t measured(work *w)
{
    prm_kept list[3];
    size_t count = 0;

    if (strcmp(w->mode, "log") == 0)
        return play(&w->session);
    if (strcmp(w->mode, "extent") == 0)
        return prm_price_text(w->block.text);
    if (strcmp(w->mode, "fence") == 0)
        return prm_fence_find(w->block.text.data, w->block.text.size, "system-reminder", 15);
    if (prm_prune(&w->pruner, &w->result, list, 3, &count, NULL) != PRM_OK)
        abort();
    return count;
}

/* ---- getting there ---- */

static void fill(char *to, size_t size, const char *what)
{
    static const struct { const char *name, *text; } texts[] = {
        { "ascii", "A line of a build log, 72 characters long, as there are many thousands.\n" },
        { "chinese", "\344\270\212\344\270\213\346\226\207\345\277\253\346\273\241\344\272\206\346\200\216\344\271"
                     "\210\345\212\236\357\274\237" },
        { "mixed", "\344\270\212\344\270\213\346\226\207 context: na\303\257ve <b>x</b> \360\237\230\200\n" },
        { "emoji", "\360\237\230\200\360\237\221\251\342\200\215\360\237\222\273" }
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

static void prepare_log(work *w, size_t events)
{
    const size_t capacity = events + 64;
    size_t i;

    w->session.surface = prm_surface_make(malloc(capacity * sizeof(prm_node)), capacity);
    w->session.meter = prm_meter_make();
    for (i = 0; i < events; i++)
        apply(&w->session, PRM_SURFACE_APPEND, 0, 0);
}

static void prepare_text(work *w, const char *what, size_t size)
{
    char *const text = malloc(size + 1);

    fill(text, size, what);
    w->block.kind = PRM_BLOCK_TEXT;
    w->block.text = prm_bytes(text, size);
    w->result.kind = PRM_BLOCK_RESULT;
    w->result.content = &w->block;
    w->result.count = 1;
    w->pruner = prm_pruner_defaults();
    w->pruner.marker = prm_cstr("\n\n[... tool result middle pruned ...]\n\n");
}

int main(int count, char **words)
{
    work w;

    memset(&w, 0, sizeof w);
    if (count == 3 && strcmp(words[1], "log") == 0)
        prepare_log(&w, (size_t)strtoul(words[2], NULL, 10));
    else if (count == 4)
        prepare_text(&w, words[2], (size_t)strtoul(words[3], NULL, 10));
    else
        return 2;
    w.mode = words[1];
    printf("%lu\n", (unsigned long)measured(&w));
    return 0;
}
