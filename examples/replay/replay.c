/* Replays a recorded session (recording.h says what one looks like) through all that keeps a context in order, and
 * prints how full the model's window was at each event that matters:
 *
 *   replay RECORDING
 *
 * Long results are spilled; instruction files are shown to the model, and again when they change; before each call of
 * the model its window is measured, and if it is too full, results are pruned and, if need be, a summary takes the
 * place of what lies far back. */
#include <stdio.h>
#include <stdlib.h>

#include <context.h>
#include <promptrom/instructions.h>
#include <promptrom/pruner.h>
#include <promptrom/spill.h>
#include <promptrom/utf8.h>

#include "fail.h"
#include "files.h"
#include "recording.h"
#include "session.h"

enum {
    WINDOW       = 16384,       /* tokens: small, so that a short recording fills it */
    SPILL        = 16000,       /* bytes of a result that stay */
    INSTRUCTIONS = 1536,        /* bytes that a text about instruction files may have */
    LONG         = 400,         /* tokens of a message that is worth a row */
    QUOTED       = 40           /* bytes of what user and model say that are in its row */
};

typedef struct replay {
    recording               recording;
    line                    line;
    session                 session;
    files                   files;
    prm_pruner_config       pruner;
    prm_spill_config        spill;
    prm_instructions_config instructions;
    prm_compaction_config   compaction;
    prm_text                system, tools;
    prm_text                summary;      /* the model's next answer; no value: none has been recorded */
    bool                    has_begun;
    char                    location[64];
    char                    quoted[QUOTED + 8];
} replay;

/* ---- messages ---- */

static prm_block text_block(prm_text text)
{
    prm_block block;

    memset(&block, 0, sizeof block);
    block.kind = PRM_BLOCK_TEXT;
    block.text = text;
    return block;
}

/* The start of a text, for a row: one line. */
static const char *start_of(replay *r, prm_text text)
{
    const size_t size = prm_utf8_floor(text.data, text.size, text.size < QUOTED ? text.size : QUOTED);
    char start[QUOTED];
    size_t i;

    for (i = 0; i < size; i++)
        start[i] = (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i];
    (void)snprintf(r->quoted, sizeof r->quoted, "\"%.*s%s\"", (int)size, start, size < text.size ? "..." : "");
    return r->quoted;
}

/* Appends a message of one block; it has a row if it is long or wanted. */
static void say(replay *r, prm_role role, prm_block block, const char *event, bool wanted, const char *note)
{
    session *const s = &r->session;
    prm_message message;
    uint64_t price;

    message.role = role;
    message.blocks = &block;
    message.count = 1;
    price = prm_price_message(&message);
    session_say(s, role, &block, 1);
    if (wanted || price >= LONG)
        table_row(&s->table, s->log.count, event, (int64_t)price, "%s", note);
}

/* ---- instruction files ---- */

static void say_instructions(replay *r, const prm_instructions *plan)
{
    static const char *const steps[] = { "", "whole", "the broadest left out", "cut", "compact", "heading alone",
                                         "marker alone", "marker cut" };
    char *text;
    char note[96];

    if (plan->size == 0)
        return;
    text = session_take(&r->session, plan->size + 1);
    if (prm_instructions_render(plan, text, plan->size + 1, NULL) != PRM_OK)
        fail("the instructions cannot be rendered");
    (void)snprintf(note, sizeof note, "%zu bytes about %zu: %s", plan->size, plan->parts, steps[plan->step]);
    say(r, PRM_ROLE_USER, text_block(prm_bytes(text, plan->size)), "instructions", true, note);
    files_told(&r->files);
}

/* What there is behind the user's first prompt. */
static void begin_instructions(replay *r)
{
    files *const f = &r->files;
    prm_context_report report;
    prm_instructions plan;

    files_look(f, prm_bytes(NULL, 0));
    require(prm_instructions_baseline(&plan, &r->instructions, f->found, f->found_count, &report),
            "prm_instructions_baseline", &report);
    say_instructions(r, &plan);
}

/* What has changed when a tool has touched a file. */
static void renew_instructions(replay *r, prm_text tool, prm_text path, bool succeeded)
{
    files *const f = &r->files;
    prm_context_report report;
    prm_instructions plan;

    if (!prm_instructions_touches(&r->instructions, tool, succeeded))
        return;
    files_look(f, path);
    require(prm_instructions_changes(&plan, &r->instructions, f->known, f->known_count, f->found, f->found_count,
                                     &report),
            "prm_instructions_changes", &report);
    say_instructions(r, &plan);
}

/* ---- spilling: the recording itself is where results are stored ---- */

static int store(void *context, const prm_block *result, prm_text *location, prm_text *hint)
{
    replay *const r = context;

    (void)result;
    (void)snprintf(r->location, sizeof r->location, "line %zu of the recording", r->line.number);
    *location = prm_cstr(r->location);
    *hint = prm_cstr("Read that line to see all of it.");
    return 0;
}

/* Appends what a tool has returned, or the preview of it. */
static void say_result(replay *r, prm_text tool, prm_text text)
{
    static char preview[SPILL + 1];
    prm_block content = text_block(text), result = text_block(prm_bytes(NULL, 0));
    prm_context_report report;
    prm_spilled spilled;
    char note[80] = "a long result";

    result.kind = PRM_BLOCK_RESULT;
    result.name = tool;
    result.content = &content;
    result.count = 1;
    require(prm_spill(&r->spill, &result, false, preview, sizeof preview, &spilled, &report), "prm_spill", &report);
    if (spilled.preview.data) {
        (void)snprintf(note, sizeof note, "spilled: %zu of %zu bytes left out", spilled.omitted, text.size);
        content.text = spilled.preview;
    }
    say(r, PRM_ROLE_TOOL, result, "result", false, note);
}

/* ---- pruning ---- */

/* The text that a list says, in memory that stays. */
static prm_text join(session *s, const prm_kept *list, size_t count)
{
    char *const text = session_take(s, 0);
    size_t size = 0, i;

    for (i = 0; i < count; i++)
        size += list[i].text.size;
    (void)session_take(s, size);
    for (size = 0, i = 0; i < count; size += list[i++].text.size)
        memcpy(text + size, list[i].text.data, list[i].text.size);
    return prm_bytes(text, size);
}

static void replace(session *s, size_t position, const prm_message *message)
{
    const prm_node before = *prm_surface_at(&s->surface, position);
    prm_event event = prm_pruner_event(position, &before.seq, message);

    session_append(s, &event);
    table_row(&s->table, s->log.count, "pruned", (int64_t)prm_price_message(message) - (int64_t)before.tokens,
              "the middle of the result at %zu", position);
}

/* Every result here is one block, which holds one text. */
static int prune(void *context)
{
    replay *const r = context;
    session *const s = &r->session;
    size_t position;

    for (position = 0; position < s->messages.count; position++) {
        prm_message message = s->shown[position];
        prm_block result = message.blocks[0], content;
        prm_kept list[3];
        prm_context_report report;
        size_t count;
        require(prm_prune(&r->pruner, &result, list, 3, &count, &report), "prm_prune", &report);
        if (count == 0)
            continue;
        content = text_block(join(s, list, count));
        result.content = &content;
        message.blocks = &result;
        replace(s, position, &message);
    }
    return 0;
}

/* ---- compaction ---- */

static int summarize(void *context, const prm_summary_request *request, prm_summary_answer *answer)
{
    replay *const r = context;

    (void)request;
    if (r->session.crashed)
        return CRASHED;
    if (r->summary.data == NULL)
        fail("line %zu: a summary is needed here, and none has been recorded", r->line.number);
    answer->text = r->summary;
    r->summary = prm_bytes(NULL, 0);
    return 0;
}

static void restart(session *s)
{
    session_settle(s);
    table_row(&s->table, s->log.count, "crash", 0, "the process ends");
    session_settle(s);
    session_restart(s);
}

/* Before each call of the model. */
static void compact(replay *r)
{
    session *const s = &r->session;
    prm_context_report report;
    prm_compacted compacted;
    prm_status status = prm_compact(&s->compactor, &compacted, &report);

    while (s->crashed) {
        restart(s);
        status = prm_compact(&s->compactor, &compacted, &report);
    }
    require(status, "prm_compact", &report);
}

/* ---- the lines of a recording ---- */

static void play_system(replay *r, const line *l)
{
    r->system = l->fields[0];
}

static void play_tools(replay *r, const line *l)
{
    r->tools = l->fields[0];
}

static void play_file(replay *r, const line *l)
{
    files_put(&r->files, l->fields[0], l->count > 1 ? l->fields[1] : prm_bytes(NULL, 0));
}

static void play_user(replay *r, const line *l)
{
    if (!r->has_begun)
        r->session.envelope = prm_envelope_make(1, r->system, r->tools);
    say(r, PRM_ROLE_USER, text_block(l->fields[0]), "user", true, start_of(r, l->fields[0]));
    if (!r->has_begun)
        begin_instructions(r);
    r->has_begun = true;
}

static void play_assistant(replay *r, const line *l)
{
    compact(r);
    say(r, PRM_ROLE_ASSISTANT, text_block(l->fields[0]), "assistant", true, start_of(r, l->fields[0]));
}

static void play_call(replay *r, const line *l)
{
    prm_block call = text_block(l->fields[1]);

    compact(r);
    call.kind = PRM_BLOCK_CALL;
    call.name = l->fields[0];
    say(r, PRM_ROLE_ASSISTANT, call, "call", false, "a long call");
}

static void play_result(replay *r, const line *l)
{
    say_result(r, l->fields[0], l->fields[2]);
    renew_instructions(r, l->fields[0], l->fields[1], true);
}

static void play_failed(replay *r, const line *l)
{
    say_result(r, l->fields[0], l->fields[2]);
}

static uint64_t number(const line *l, size_t field)
{
    const prm_text text = l->fields[field];
    uint64_t value = 0;
    size_t i;

    for (i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || value > PRM_TOKENS_MAX / 10)
            fail("line %zu: field %zu is no number of tokens", l->number, field + 1);
        value = value * 10 + (uint64_t)(text.data[i] - '0');
    }
    return value;
}

static void play_usage(replay *r, const line *l)
{
    prm_usage usage;

    usage.input = number(l, 0);
    usage.cache_read = number(l, 1);
    usage.cache_write = number(l, 2);
    usage.output = number(l, 3);
    session_used(&r->session, &usage);
}

static void play_summary(replay *r, const line *l)
{
    if (r->summary.data)
        fail("line %zu: the summary before has not been needed", l->number);
    r->summary = l->fields[0];
}

static void play_crash(replay *r, const line *l)
{
    static const struct { const char *name; prm_event_kind kind; } events[] = {
        { "start", PRM_EVENT_COMPACTION_START }, { "summary", PRM_EVENT_COMPACTION_SUMMARY },
        { "message", PRM_EVENT_MESSAGE }
    };
    const prm_text name = l->fields[0];
    size_t i;

    for (i = 0; i < sizeof events / sizeof *events; i++)
        if (name.size == strlen(events[i].name) && memcmp(name.data, events[i].name, name.size) == 0) {
            r->session.last_event = events[i].kind;
            return;
        }
    fail("line %zu: a crash comes behind start, summary or message", l->number);
}

static void play(replay *r)
{
    static const struct { const char *word; size_t least, most; void (*play)(replay *, const line *); } words[] = {
        { "system", 1, 1, play_system }, { "tools", 1, 1, play_tools }, { "file", 1, 2, play_file },
        { "user", 1, 1, play_user }, { "assistant", 1, 1, play_assistant }, { "call", 2, 2, play_call },
        { "result", 3, 3, play_result }, { "failed", 3, 3, play_failed }, { "usage", 4, 4, play_usage },
        { "summary", 1, 1, play_summary }, { "crash", 1, 1, play_crash }
    };
    const line *const l = &r->line;
    size_t i;

    for (i = 0; i < sizeof words / sizeof *words; i++) {
        if (l->word.size != strlen(words[i].word) || memcmp(l->word.data, words[i].word, l->word.size) != 0)
            continue;
        if (l->count < words[i].least || l->count > words[i].most)
            fail("line %zu: %s has %zu fields", l->number, words[i].word, l->count);
        words[i].play(r, l);
        return;
    }
    fail("line %zu: nothing is called so", l->number);
}

/* ---- configuration: the pack's texts and the library's defaults ---- */

static prm_slot slot(prm_id id)
{
    prm_slot s;

    s.pack = &context_pack;
    s.id = id;
    return s;
}

static void take_text(prm_id id, prm_text *text)
{
    if (prm_fixed_text(&context_pack, id, NULL, 0, text) != PRM_OK)
        fail("the pack's text %s is not in one piece", prm_name(&context_pack, id));
}

static void configure(replay *r)
{
    prm_context_report report;

    r->pruner = prm_pruner_defaults();
    take_text(CONTEXT_PRUNER_MARKER_ID, &r->pruner.marker);
    require(prm_pruner_check(&r->pruner, &report), "prm_pruner_check", &report);
    r->spill = prm_spill_defaults();
    r->spill.limit = SPILL;
    r->spill.notice = slot(CONTEXT_SPILL_NOTICE_ID);
    r->spill.store = store;
    r->spill.context = r;
    require(prm_spill_check(&r->spill, &report), "prm_spill_check", &report);
    r->instructions = prm_instructions_defaults();
    r->instructions.max_bytes = INSTRUCTIONS;
    r->instructions.baseline = slot(CONTEXT_INSTRUCTIONS_BASELINE_ID);
    r->instructions.changes = slot(CONTEXT_INSTRUCTIONS_CHANGES_ID);
    require(prm_instructions_check(&r->instructions, &report), "prm_instructions_check", &report);
    r->compaction = prm_compaction_defaults();
    take_text(CONTEXT_COMPACTION_INSTRUCTION_ID, &r->compaction.instruction);
    r->compaction.frame = slot(CONTEXT_COMPACTION_FRAME_ID);
    r->compaction.prune = prune;
    r->compaction.summarize = summarize;
    r->compaction.context = r;
    require(prm_compaction_check(&r->compaction, &report), "prm_compaction_check", &report);
}

static size_t count_compactions(const session *s)
{
    size_t count = 0, i;

    for (i = 0; i < s->log.count; i++)
        count += s->records[i].event.kind == PRM_EVENT_COMPACTION_END && s->records[i].event.source_count > 0;
    return count;
}

static void finish(replay *r)
{
    session *const s = &r->session;

    session_settle(s);
    if (r->summary.data)
        fail("the recording ends with a summary that has not been needed");
    printf("\n%zu events, %zu messages on the surface, %zu compactions\n", s->log.count, s->messages.count,
           count_compactions(s));
    session_end(s);
    recording_close(&r->recording);
}

int main(int count, char **words)
{
    static replay r;
    prm_compaction_limits limits;
    prm_context_report report;

    if (count != 2) {
        (void)fputs("usage: replay RECORDING\n", stderr);
        return 2;
    }
    if (!recording_open(&r.recording, words[1]))
        fail("%s cannot be read", words[1]);
    configure(&r);
    require(prm_compaction_limits_of(&r.compaction, WINDOW, &limits, &report), "prm_compaction_limits_of", &report);
    session_begin(&r.session, 4 * r.recording.size + 65536, &r.compaction, WINDOW);
    table_begin(&r.session.table, WINDOW, limits.threshold);
    while (recording_next(&r.recording, &r.line))
        play(&r);
    finish(&r);
    return 0;
}
