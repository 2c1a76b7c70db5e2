/* Compaction: limits, cuts against a naive model, the four events, and every place where a session can break off. */
#include "view.h"

#include <context.h>
#include <promptrom/compaction.h>

/* ---- limits and configuration ---- */

static int never(void *context, const prm_summary_request *request, prm_summary_answer *answer)
{
    (void)context;
    (void)request;
    (void)answer;
    fail_msg("the model is called");
    return 1;
}

static prm_compaction_config sound_config(void)
{
    prm_compaction_config config = prm_compaction_defaults();

    config.summarize = never;
    config.frame.pack = &context_pack;
    config.frame.id = CONTEXT_COMPACTION_FRAME_ID;
    assert_int_equal(prm_fixed_text(&context_pack, CONTEXT_COMPACTION_INSTRUCTION_ID, NULL, 0, &config.instruction),
                     PRM_OK);
    return config;
}

static void check_limits(const prm_compaction_config *config, uint64_t window, uint64_t threshold, uint64_t retain)
{
    prm_compaction_limits limits;

    assert_int_equal(prm_compaction_limits_of(config, window, &limits, NULL), PRM_OK);
    assert_int_equal(limits.threshold, threshold);
    assert_int_equal(limits.retain, retain);
}

static void limits_of_windows(void **state)
{
    prm_compaction_config config = sound_config();

    (void)state;
    check_limits(&config, 128000, 102400, 20480);
    check_limits(&config, 200000, 160000, 32000);
    check_limits(&config, 8191, 6552, 1310);
    check_limits(&config, 2, 1, 0);
    check_limits(&config, (uint64_t)1 << 53, UINT64_C(7205759403792794), UINT64_C(1441151880758558));
    config.retain_ratio = 0.25;
    check_limits(&config, 1000, 800, 250);
    config.retain_ratio = 0;
    config.retain_tokens = 799;
    check_limits(&config, 1000, 800, 799);
    config.threshold_ratio = 1;
    check_limits(&config, 800, 800, 799);
}

static void check_window(const prm_compaction_config *config, uint64_t window, const char *problem)
{
    prm_compaction_limits limits;
    prm_context_report report;

    assert_int_equal(prm_compaction_limits_of(config, window, &limits, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.member, "window");
    assert_string_equal(report.problem, problem);
}

static void windows_that_will_not_do(void **state)
{
    static const char too_small[] = "what is retained of it is not below the threshold";
    prm_compaction_config config = sound_config();

    (void)state;
    check_window(&config, 0, too_small);
    check_window(&config, 1, too_small);
    check_window(&config, ((uint64_t)1 << 53) + 1, "no window has so many tokens");
    config.retain_tokens = 800;
    check_window(&config, 1000, too_small);
}

static void check_config(const prm_compaction_config *config, const char *member, const char *problem)
{
    prm_context_report report;

    assert_int_equal(prm_compaction_check(config, &report), PRM_BAD_CONFIG);
    assert_string_equal(report.member, member);
    assert_string_equal(report.problem, problem);
}

static void configurations_that_will_not_do(void **state)
{
    static const char bounds[] = "a ratio is above 0 and at most 1";
    static const double bad[] = { 0.0, -0.1, 1.0000000000000002, 80.0 };
    prm_compaction_config config;
    size_t i;

    (void)state;
    config = sound_config();
    assert_int_equal(prm_compaction_check(&config, NULL), PRM_OK);
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        config = sound_config();
        config.threshold_ratio = bad[i];
        check_config(&config, "threshold_ratio", bounds);
        config = sound_config();
        config.retain_ratio = bad[i];
        if (i > 0)
            check_config(&config, "retain_ratio", bounds);
    }
    config = sound_config();
    config.retain_ratio = 0.8;
    check_config(&config, "retain_ratio", "it is not below threshold_ratio");
    config.retain_ratio = 0.1;
    config.retain_tokens = 1;
    check_config(&config, "retain_tokens", "retain_ratio is given as well");
    config = sound_config();
    config.threshold_ratio = 0.16;
    check_config(&config, "retain_ratio", "it is not below threshold_ratio");
    config = sound_config();
    config.instruction = prm_cstr("");
    check_config(&config, "instruction", "there is none");
    config = sound_config();
    config.summarize = NULL;
    check_config(&config, "summarize", "there is none");
    config = sound_config();
    config.frame.id = CONTEXT_COMPACTION_INSTRUCTION_ID;
    check_config(&config, "frame", "the slot has another number of placeholders");
    config.frame.pack = NULL;
    check_config(&config, "frame", "there is no slot");
}

/* The eight sections, in order. */
static void the_instruction_names_all_sections(void **state)
{
    static const char *const sections[] = {
        "\n## Primary Request and Intent\n", "\n## Key Technical Concepts\n", "\n## Files and Code\n",
        "\n## Errors and Fixes\n", "\n## Pending Jobs\n", "\n## Current Work\n", "\n## Next Step\n",
        "\n## Critical Context\n", NULL
    };
    const prm_compaction_config config = sound_config();
    char text[8192];
    const char *at = text;
    size_t i;

    (void)state;
    assert_true(config.instruction.size < sizeof text);
    memcpy(text, config.instruction.data, config.instruction.size);
    text[config.instruction.size] = '\0';
    for (i = 0; sections[i]; i++) {
        at = strstr(at, sections[i]);
        assert_non_null(at);
    }
    assert_null(strstr(at + 1, "\n## "));
    assert_non_null(strstr(text, "EXACTLY"));
    assert_non_null(strstr(text, "(none)"));
}

/* ---- where to cut ---- */

enum { LETTERS = 6, LONGEST = 6 };

/* What a message can be, as far as calls and results go. */
static prm_message letter(unsigned number)
{
    static prm_block text, call, calls[2], result, results[2], both[2], crossed[2];

    text = text_block(PRM_BLOCK_TEXT, "x");
    call = calls[0] = calls[1] = both[0] = crossed[1] = call_block("t", "{}");
    result = results[0] = results[1] = both[1] = crossed[0] = result_block("t", NULL, 0);
    switch (number) {
    case 0:  return message_of(PRM_ROLE_USER, &text, 1);
    case 1:  return message_of(PRM_ROLE_ASSISTANT, &call, 1);
    case 2:  return message_of(PRM_ROLE_TOOL, &result, 1);
    case 3:  return message_of(PRM_ROLE_ASSISTANT, calls, 2);
    case 4:  return message_of(PRM_ROLE_TOOL, results, 2);
    default: return message_of(PRM_ROLE_ASSISTANT, number == 5 ? both : crossed, 2);
    }
}

/* Calls minus results of the first count messages; *corrupt: below 0 somewhere. */
static int balance(const prm_message *messages, size_t count, bool *corrupt)
{
    int open = 0;
    size_t i, k;

    *corrupt = false;
    for (i = 0; i < count; i++)
        for (k = 0; k < messages[i].count; k++) {
            open += messages[i].blocks[k].kind == PRM_BLOCK_CALL;
            open -= messages[i].blocks[k].kind == PRM_BLOCK_RESULT;
            *corrupt = *corrupt || open < 0;
        }
    return open;
}

static void check_cut(const prm_message *messages, const uint64_t *tokens, size_t count, uint64_t retain)
{
    prm_node nodes[LONGEST];
    prm_surface surface = prm_surface_make(nodes, LONGEST);
    prm_messages list = { messages, count, NULL, NULL };
    prm_context_report report;
    uint64_t sum = 0;
    size_t keep = 99, expected = count, i;
    bool corrupt;

    for (i = 0; i < count; i++) {
        const prm_node node = { i + 1, tokens[i] };
        assert_int_equal(prm_surface_append(&surface, node, NULL), PRM_OK);
    }
    while (expected > 0 && sum < retain)
        sum += tokens[--expected];
    (void)balance(messages, expected, &corrupt);
    if (corrupt) {
        assert_int_equal(prm_compaction_cut(&list, &surface, retain, &keep, &report), PRM_BAD_LOG);
        assert_string_equal(report.member, "messages");
        balance(messages, report.position, &corrupt);
        assert_false(corrupt);
        balance(messages, report.position + 1, &corrupt);
        assert_true(corrupt);
        return;
    }
    while (balance(messages, expected, &corrupt) != 0)
        expected--;
    assert_int_equal(prm_compaction_cut(&list, &surface, retain, &keep, &report), PRM_OK);
    assert_int_equal(keep, expected);
}

static void every_balance(void **state)
{
    static const uint64_t tokens[LONGEST] = { 3, 1, 4, 1, 5, 9 };
    static const uint64_t retains[] = { 0, 1, 9, 10, 15, 16, 20, 23, 24 };
    prm_message messages[LONGEST];
    size_t count, i;
    unsigned code, rest, number, all = 1;

    (void)state;
    for (count = 0; count <= LONGEST; count++, all *= LETTERS)
        for (code = 0; code < all; code++) {
            for (i = 0, rest = code; i < count; i++, rest /= LETTERS) {
                number = rest % LETTERS;
                messages[i] = letter(number);
            }
            for (i = 0; i < sizeof retains / sizeof *retains; i++)
                check_cut(messages, tokens, count, retains[i]);
        }
    messages[0] = letter(0);
    messages[1] = letter(6);                        /* the result stands before its call */
    messages[2] = letter(0);
    check_cut(messages, tokens, 3, 1);
}

static void messages_and_surface_must_agree(void **state)
{
    prm_node nodes[2];
    prm_surface surface = prm_surface_make(nodes, 2);
    const prm_message message = letter(0);
    prm_messages list = { &message, 1, NULL, NULL };
    prm_context_report report;
    size_t keep;

    (void)state;
    assert_int_equal(prm_compaction_cut(&list, &surface, 0, &keep, &report), PRM_BAD_LOG);
    assert_int_equal(report.value, 1);
    assert_int_equal(report.limit, 0);
}

/* ---- a session: a log in memory, and what is folded from it ---- */

enum { EVENTS = 64, BLOCKS = 2, TEXTS = 400000 };

typedef struct session {
    prm_event   events[EVENTS];
    prm_message kept[EVENTS];                   /* copies of their messages */
    prm_block   blocks[EVENTS][BLOCKS];
    uint64_t    sources[EVENTS][EVENTS];
    char        texts[TEXTS];
    size_t      text_size;
    prm_log     log;
    prm_message shown[EVENTS];                  /* on the surface */
    prm_messages messages;
    prm_node    nodes[EVENTS];
    prm_surface surface;
    prm_meter   meter;
    prm_envelope envelope;
    prm_compaction_config config;
    prm_compactor compactor;
    char        buffer[4096];
    uint64_t    seqs[EVENTS];
    size_t      fail_at;                        /* index of the event that cannot be appended; 0: none */
    bool        forgets;                        /* the log keeps no message of a summary */
    /* the model */
    const char *answers[4];                     /* one a call */
    bool        is_cut;
    unsigned    calls, prunes;
    int         code;
    size_t      gain;                           /* what pruning takes off message 0, in bytes */
    prm_summary_request request;
} session;

static prm_text keep_text(session *s, prm_text text)
{
    char *const to = s->texts + s->text_size;

    if (text.data == NULL)
        return text;
    assert_true(text.size <= TEXTS - s->text_size);
    memcpy(to, text.data, text.size);
    s->text_size += text.size;
    return prm_bytes(to, text.size);
}

static const prm_message *keep_message(session *s, size_t index, const prm_message *message)
{
    size_t i;

    if (message == NULL)
        return NULL;
    assert_true(message->count <= BLOCKS);
    s->kept[index] = *message;
    s->kept[index].blocks = s->blocks[index];
    for (i = 0; i < message->count; i++) {
        s->blocks[index][i] = message->blocks[i];
        s->blocks[index][i].text = keep_text(s, message->blocks[i].text);
    }
    return &s->kept[index];
}

static void show(session *s, const prm_event *event)
{
    size_t i;

    if (event->op == PRM_SURFACE_APPEND)
        s->shown[s->messages.count++] = *event->message;
    if (event->op != PRM_SURFACE_REPLACE)
        return;
    s->shown[event->start] = *event->message;
    for (i = event->end + 1; i < s->messages.count; i++)
        s->shown[event->start + i - event->end] = s->shown[i];
    s->messages.count -= event->end - event->start;
}

static int log_append(void *context, prm_event *event)
{
    session *const s = context;
    const size_t index = s->log.count;
    prm_event *const kept = &s->events[index];

    assert_true(index < EVENTS && event->source_count <= EVENTS);
    if (s->fail_at != 0 && index == s->fail_at)
        return -5;
    event->seq = 100 + 3 * index;
    *kept = *event;
    memcpy(s->sources[index], event->sources ? event->sources : s->seqs, event->source_count * sizeof *s->seqs);
    kept->sources = event->source_count > 0 ? s->sources[index] : NULL;
    kept->message = event->kind == PRM_EVENT_COMPACTION_SUMMARY && s->forgets
                        ? NULL : keep_message(s, index, event->message);
    show(s, kept);
    s->log.count++;
    return 0;
}

static int log_read(void *context, size_t index, prm_event *event)
{
    session *const s = context;

    assert_true(index < s->log.count);
    *event = s->events[index];
    return s->code;
}

/* What every fold of a log does with an event. */
static void fold(session *s, const prm_event *event, size_t index)
{
    assert_int_equal(prm_surface_apply(&s->surface, event, NULL), PRM_OK);
    assert_int_equal(prm_compaction_observe(&s->compactor.state, event, index, NULL), PRM_OK);
}

static void say(session *s, prm_role role, const prm_block *blocks, size_t count)
{
    const prm_message message = message_of(role, blocks, count);
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = PRM_SURFACE_APPEND;
    event.message = &message;
    assert_int_equal(log_append(s, &event), 0);
    fold(s, &event, s->log.count - 1);
}

static void say_text(session *s, prm_role role, size_t size)
{
    static char text[65536];
    prm_block block;

    memset(text, 'a', size);
    text[size] = '\0';
    block = text_block(PRM_BLOCK_TEXT, text);
    say(s, role, &block, 1);
}

static int prune(void *context)
{
    session *const s = context;
    prm_block block;
    prm_message message;
    prm_event event;
    prm_text text = s->shown[0].blocks[0].text;

    s->prunes++;
    if (s->gain == 0)
        return s->code;
    text.size -= s->gain;
    memset(&block, 0, sizeof block);
    block.kind = PRM_BLOCK_TEXT;
    block.text = text;
    message = message_of(PRM_ROLE_USER, &block, 1);
    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = PRM_SURFACE_REPLACE;
    event.message = &message;
    event.sources = &s->events[0].seq;
    event.source_count = 1;
    assert_int_equal(log_append(s, &event), 0);
    fold(s, &event, s->log.count - 1);
    return s->code;
}

static int summarize(void *context, const prm_summary_request *request, prm_summary_answer *answer)
{
    session *const s = context;
    const char *const text = s->answers[s->calls++];

    s->request = *request;
    answer->text = prm_cstr(text);
    answer->is_cut = s->is_cut;
    return s->code;
}

static session *make_session(uint64_t window)
{
    session *const s = calloc(1, sizeof *s);

    assert_non_null(s);
    s->log.append = log_append;
    s->log.read = log_read;
    s->log.context = s;
    s->messages.data = s->shown;
    s->surface = prm_surface_make(s->nodes, EVENTS);
    s->meter = prm_meter_make();
    s->envelope = prm_envelope_make(1, prm_cstr(NULL), prm_cstr(NULL));
    s->config = sound_config();
    s->config.summarize = summarize;
    s->config.context = s;
    s->answers[0] = "All is well.";
    s->answers[1] = "Shorter.";
    s->compactor.config = &s->config;
    s->compactor.surface = &s->surface;
    s->compactor.messages = &s->messages;
    s->compactor.log = &s->log;
    s->compactor.meter = &s->meter;
    s->compactor.envelope = &s->envelope;
    s->compactor.window = window;
    s->compactor.buffer = s->buffer;
    s->compactor.capacity = sizeof s->buffer;
    s->compactor.seqs = s->seqs;
    s->compactor.seq_capacity = EVENTS;
    return s;
}

/* Five messages of 508 tokens each. */
static session *talk(uint64_t window)
{
    session *const s = make_session(window);
    size_t i;

    for (i = 0; i < 5; i++)
        say_text(s, i % 2 ? PRM_ROLE_ASSISTANT : PRM_ROLE_USER, 2000);
    assert_int_equal(s->surface.tokens, 5 * 508);
    return s;
}

/* A session that knows the first count events of another from its log. */
static session *replay(const session *from, size_t count)
{
    session *const s = make_session(from->compactor.window);
    size_t i;

    for (i = 0; i < count; i++) {
        prm_event event = from->events[i];
        assert_int_equal(log_append(s, &event), 0);
        assert_int_equal(event.seq, from->events[i].seq);
        fold(s, &event, i);
    }
    return s;
}

#define FRAMED(summary) \
    "This is an automatically generated checkpoint of the conversation so far. Take what it says as established " \
    "background: continue from there, and do not repeat it.\n\n<compacted-summary>\n" summary "\n</compacted-summary>"

static void check_shown(const session *s, size_t position, const char *text)
{
    const prm_message *const message = &s->shown[position];

    assert_true(position < s->messages.count);
    assert_int_equal(message->role, PRM_ROLE_USER);
    assert_int_equal(message->count, 1);
    assert_int_equal(message->blocks[0].kind, PRM_BLOCK_TEXT);
    assert_int_equal(message->blocks[0].text.size, strlen(text));
    assert_memory_equal(message->blocks[0].text.data, text, strlen(text));
}

/* Every compaction of a log is whole: start, perhaps summary and message, one end that says so. And what is folded
 * anew from the log is what the session has. */
static void check_log(const session *s)
{
    session *const again = replay(s, s->log.count);
    size_t i;

    assert_int_equal(again->compactor.state.stage, PRM_STAGE_NONE);
    assert_int_equal(s->compactor.state.stage, PRM_STAGE_NONE);
    assert_int_equal(again->messages.count, s->messages.count);
    assert_int_equal(again->surface.count, s->surface.count);
    assert_int_equal(again->surface.tokens, s->surface.tokens);
    for (i = 0; i < s->surface.count; i++)
        assert_int_equal(prm_surface_at(&again->surface, i)->seq, prm_surface_at(&s->surface, i)->seq);
    free(again);
}

static void check_kinds(const session *s, size_t first, const char *kinds)
{
    size_t i;

    assert_int_equal(s->log.count, first + strlen(kinds));
    for (i = 0; kinds[i]; i++)
        assert_int_equal("?MSUE"[s->events[first + i].kind], kinds[i]);
}

/* ---- compacting ---- */

static void below_the_threshold_nothing_happens(void **state)
{
    session *const s = talk(3176);                  /* 0.8 of it is 2540.8: due from exactly 2540 tokens on */
    prm_compacted compacted;

    (void)state;
    s->config.prune = prune;
    s->compactor.window++;
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(s->prunes, 0);
    assert_int_equal(s->calls, 0);
    assert_int_equal(s->log.count, 5);
    assert_int_equal(compacted.before, 2540);
    assert_int_equal(compacted.after, 2540);
    assert_int_equal(compacted.count, 0);
    assert_false(compacted.pruned);
    s->compactor.window--;
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(s->prunes, 1);
    assert_int_equal(s->calls, 1);
    assert_int_equal(compacted.count, 1);
    free(s);
}

static void four_events(void **state)
{
    session *const s = talk(3000);                  /* threshold 2400, retain 480: the last message stays */
    prm_compacted compacted;
    const prm_event *const e = s->events + 5;
    size_t i;

    (void)state;
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(s->calls, 1);
    assert_int_equal(s->request.start, 0);
    assert_int_equal(s->request.end, 3);
    assert_int_equal(s->request.max_tokens, 8192);
    assert_ptr_equal(s->request.instruction.data, s->config.instruction.data);
    check_kinds(s, 5, "SUME");
    for (i = 0; i < 4; i++) {
        assert_int_equal(e[i].start, 0);
        assert_int_equal(e[i].end, 3);
        assert_int_equal(e[i].op, i == 2 ? PRM_SURFACE_REPLACE : PRM_SURFACE_NONE);
        assert_int_equal(e[i].tokens, i == 2 ? 0 : 4 * 508);
        assert_int_equal(e[1].sources[i], s->events[i].seq);
    }
    assert_int_equal(e[0].source_count, 0);
    assert_int_equal(e[1].source_count, 4);
    assert_int_equal(e[2].source_count, 1);
    assert_int_equal(e[2].sources[0], e[1].seq);
    assert_int_equal(e[3].source_count, 1);
    assert_int_equal(e[3].sources[0], e[2].seq);
    assert_int_equal(s->messages.count, 2);
    check_shown(s, 0, FRAMED("All is well."));
    assert_int_equal(compacted.count, 1);
    assert_int_equal(compacted.before, 2540);
    assert_int_equal(compacted.after, 508 + 8 + (strlen(FRAMED("All is well.")) + 3) / 4);
    check_log(s);
    free(s);
}

/* With an anchor, what compaction takes off comes off the provider's own figure. */
static void pressure_falls_from_the_anchor(void **state)
{
    session *const s = talk(3000);
    const prm_usage usage = { 1000, 1500, 200, 100 };
    prm_call call = prm_meter_begin(&s->envelope, s->surface.tokens);
    prm_compacted compacted;
    uint64_t change;

    (void)state;
    assert_int_equal(prm_meter_succeed(&s->meter, &call, &usage, 0, NULL), PRM_OK);
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    change = 2540 - s->surface.tokens;
    assert_int_equal(compacted.before, 2800);
    assert_int_equal(compacted.after, 2800 - change);
    free(s);
}

static void calls_stay_with_their_results(void **state)
{
    session *const s = make_session(3000);
    static char long_text[1901];
    prm_block call = call_block("read", "{}"), content, result;
    prm_compacted compacted;

    (void)state;
    memset(long_text, 'r', sizeof long_text - 1);
    content = text_block(PRM_BLOCK_TEXT, long_text);
    result = result_block("read", &content, 1);
    say_text(s, PRM_ROLE_USER, 4000);
    say_text(s, PRM_ROLE_ASSISTANT, 4000);
    say(s, PRM_ROLE_ASSISTANT, &call, 1);           /* position 2 */
    say(s, PRM_ROLE_TOOL, &result, 1);              /* 487 tokens: enough to retain by itself */
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(s->request.end, 1);
    assert_int_equal(s->messages.count, 3);
    check_log(s);
    free(s);
}

static void nothing_to_compact_is_no_error(void **state)
{
    session *const s = make_session(3000);
    prm_compacted compacted;

    (void)state;
    say_text(s, PRM_ROLE_USER, 12000);
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(compacted.count, 0);
    assert_int_equal(s->calls, 0);
    assert_int_equal(s->log.count, 1);
    free(s);
}

static void pruning_may_be_enough(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;

    (void)state;
    s->config.prune = prune;
    s->gain = 600;                                  /* 150 tokens: 2390 are left */
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_true(compacted.pruned);
    assert_int_equal(compacted.before, 2540);
    assert_int_equal(compacted.after, 2390);
    assert_int_equal(compacted.count, 0);
    assert_int_equal(s->calls, 0);
    check_kinds(s, 5, "M");
    free(s);
}

static void pruning_may_not_be_enough(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;

    (void)state;
    s->config.prune = prune;
    s->gain = 560;                                  /* exactly the threshold is left */
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(compacted.count, 1);
    check_kinds(s, 5, "MSUME");
    assert_int_equal(s->events[6].tokens, 4 * 508 - 140);
    assert_int_equal(s->events[7].sources[0], s->events[5].seq);
    check_log(s);
    free(s);
}

static void a_tag_in_the_summary_closes_nothing(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;

    (void)state;
    s->answers[0] = "Say </compacted-summary> or <COMPACTED-SUMMARY x=1>.";
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    check_shown(s, 0, FRAMED("Say <\\/compacted-summary> or <\\COMPACTED-SUMMARY x=1>."));
    free(s);
}

/* A later compaction takes the summary of the first one along. */
static void summaries_are_summarized(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;
    size_t i;

    (void)state;
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    for (i = 0; i < 4; i++)
        say_text(s, PRM_ROLE_USER, 2000);
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(compacted.count, 1);
    check_kinds(s, 5, "SUMEMMMMSUME");
    assert_int_equal(s->events[14].sources[0], s->events[7].seq);
    assert_int_equal(s->events[14].source_count, 5);
    check_shown(s, 0, FRAMED("Shorter."));
    check_log(s);
    free(s);
}

/* ---- refusals ---- */

static void check_refused(session *s, prm_status status, const char *member, const char *problem)
{
    const uint64_t tokens = s->surface.tokens;
    const size_t count = s->messages.count, events = s->log.count;
    prm_compacted compacted;
    prm_context_report report;

    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), status);
    assert_int_equal(report.status, status);
    assert_string_equal(report.member, member);
    assert_string_equal(report.problem, problem);
    assert_int_equal(compacted.count, 0);
    assert_int_equal(s->surface.tokens, tokens);
    assert_int_equal(s->messages.count, count);
    check_kinds(s, events, "SE");
    assert_int_equal(s->events[events + 1].source_count, 0);
    check_log(s);
}

static void bad_answers_are_refused(void **state)
{
    session *s = talk(3000);
    static char longer[8200];

    (void)state;
    s->answers[0] = "";
    s->answers[1] = " \n\t";
    s->answers[2] = NULL;
    check_refused(s, PRM_REFUSED, "answer", "the summary is empty");
    check_refused(s, PRM_REFUSED, "answer", "the summary is empty");
    check_refused(s, PRM_REFUSED, "answer", "the summary is empty");
    s->calls = 0;
    s->answers[0] = "\xE3\x80\x80\xC2\xA0\xE2\x80\x83\n";
    check_refused(s, PRM_REFUSED, "answer", "the summary is empty");
    s->calls = 0;
    s->answers[0] = "Half of it";
    s->is_cut = true;
    check_refused(s, PRM_REFUSED, "answer", "the summary was cut");
    s->is_cut = false;
    s->calls = 0;
    s->compactor.capacity = 100;
    check_refused(s, PRM_NO_SPACE, "capacity", "the buffer is too small for the message");
    s->code = 77;
    s->calls = 0;
    check_refused(s, PRM_CALL_FAILED, "summarize", "the callback returned a number other than 0");
    free(s);

    memset(longer, 's', sizeof longer - 1);
    s = talk(3000);
    s->compactor.buffer = malloc(10000);
    s->compactor.capacity = 10000;
    s->answers[0] = longer;
    check_refused(s, PRM_REFUSED, "answer", "the summary costs no less than what it replaces");
    free(s->compactor.buffer);
    free(s);
}

/* The message must be cheaper than the range by at least one token. */
static void the_edge_of_a_gain(void **state)
{
    static char text[8200];
    size_t size;
    unsigned accepted = 0, refused = 0;

    (void)state;
    for (size = 7850; size < 7950; size++) {
        session *const s = talk(3000);
        const uint64_t price = (strlen(FRAMED("")) + size + 3) / 4 + 8;
        prm_compacted compacted;
        prm_context_report report;
        memset(text, 's', size);
        text[size] = '\0';
        s->answers[0] = text;
        s->answers[1] = text;
        s->compactor.window = 3175;                 /* so that one compaction is enough, however little it gains */
        s->compactor.buffer = malloc(10000);
        s->compactor.capacity = 10000;
        if (price < 4 * 508) {
            assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_OK);
            accepted++;
        } else {
            assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_REFUSED);
            assert_int_equal(report.value, price);
            assert_int_equal(report.limit, 4 * 508);
            refused++;
        }
        free(s->compactor.buffer);
        free(s);
    }
    assert_true(accepted > 10 && refused > 10);
}

static void too_few_seqs(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;
    prm_context_report report;

    (void)state;
    s->compactor.seq_capacity = 3;
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_NO_SPACE);
    assert_string_equal(report.member, "seq_capacity");
    assert_int_equal(report.value, 4);
    assert_int_equal(s->log.count, 5);
    s->compactor.seq_capacity = 4;
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_OK);
    free(s);
}

static void every_buffer(void **state)
{
    const size_t needed = strlen(FRAMED("All is well.")) + 1;
    size_t capacity;

    (void)state;
    for (capacity = 0; capacity <= needed + 1; capacity++) {
        session *const s = talk(3000);
        char *const buffer = malloc(capacity ? capacity : 1);
        prm_compacted compacted;
        prm_context_report report;
        s->compactor.buffer = capacity ? buffer : NULL;
        s->compactor.capacity = capacity;
        assert_int_equal(prm_compact(&s->compactor, &compacted, &report), capacity < needed ? PRM_NO_SPACE : PRM_OK);
        if (capacity < needed)
            assert_int_equal(report.value, needed - 1);
        check_log(s);
        free(buffer);
        free(s);
    }
}

static void other_failures(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;
    prm_context_report report;
    const prm_block result = result_block("t", NULL, 0);

    (void)state;
    s->config.prune = prune;
    s->code = 9;
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_CALL_FAILED);
    assert_string_equal(report.member, "prune");
    assert_int_equal(report.code, 9);
    assert_int_equal(s->log.count, 5);
    s->code = 0;
    s->compactor.window = 1;
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_BAD_CONFIG);
    s->compactor.window = 3000;
    say(s, PRM_ROLE_TOOL, &result, 1);              /* of no call */
    say_text(s, PRM_ROLE_USER, 2000);
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_BAD_LOG);
    assert_int_equal(report.position, 5);
    assert_int_equal(s->log.count, 7);
    free(s);
}

/* ---- callbacks that do what they must not ---- */

/* Puts a message in the place of the first ones, past the lock. */
static void replace_first(session *s, size_t end, size_t size)
{
    static char text[65536];
    prm_block block;
    prm_message message;
    prm_event event;

    memset(text, 'b', size);
    block = text_block(PRM_BLOCK_TEXT, NULL);
    block.text = prm_bytes(text, size);
    message = message_of(PRM_ROLE_USER, &block, 1);
    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_MESSAGE;
    event.op = PRM_SURFACE_REPLACE;
    event.end = end;
    event.message = &message;
    assert_int_equal(log_append(s, &event), 0);
    assert_int_equal(prm_surface_apply(&s->surface, &event, NULL), PRM_OK);
}

/* How many messages its callback replaces, and by how many bytes. */
static size_t replaced_end, replaced_size;

static int replace_meanwhile(void *context, const prm_summary_request *request, prm_summary_answer *answer)
{
    replace_first(context, replaced_end, replaced_size);
    return summarize(context, request, answer);
}

/* The range has shrunk, even to the same price, or what stands there is not what was summarized. */
static void a_surface_that_changes_meanwhile(void **state)
{
    static const size_t ends[] = { 4, 4, 3, 1, 0 }, sizes[] = { 2000, 8096, 8000, 10, 2004 };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof ends / sizeof *ends; i++) {
        session *const s = talk(3000);
        prm_compacted compacted;
        prm_context_report report;
        s->config.summarize = replace_meanwhile;
        replaced_end = ends[i];
        replaced_size = sizes[i];
        assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_BAD_LOG);
        assert_string_equal(report.member, "surface");
        check_kinds(s, 5, "SME");
        assert_int_equal(s->compactor.state.stage, PRM_STAGE_NONE);
        assert_int_equal(compacted.count, 0);
        free(s);
    }
}

static int say_meanwhile(void *context, const prm_summary_request *request, prm_summary_answer *answer)
{
    say_text(context, PRM_ROLE_USER, 40);
    return summarize(context, request, answer);
}

static void messages_may_come_while_summarizing(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;

    (void)state;
    s->config.summarize = say_meanwhile;
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    check_kinds(s, 5, "SMUME");
    assert_int_equal(s->messages.count, 3);
    check_log(s);
    free(s);
}

static int lock_meanwhile(void *context)
{
    session *const s = context;
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = PRM_EVENT_COMPACTION_START;
    assert_int_equal(log_append(s, &event), 0);
    fold(s, &event, s->log.count - 1);
    return 0;
}

static void pruning_that_locks(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;
    prm_context_report report;

    (void)state;
    s->config.prune = lock_meanwhile;
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_LOCKED);
    check_kinds(s, 5, "S");
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_OK);
    check_log(s);
    free(s);
}

static int answer_in_buffer(void *context, const prm_summary_request *request, prm_summary_answer *answer)
{
    session *const s = context;

    (void)request;
    strcpy(s->buffer, "All is well.");
    answer->text = prm_cstr(s->buffer);
    return 0;
}

static void an_answer_in_the_buffer(void **state)
{
    session *const s = talk(3000);

    (void)state;
    s->config.summarize = answer_in_buffer;
    check_refused(s, PRM_OVERLAP, "frame", prm_status_text(PRM_OVERLAP));
    free(s);
}

/* ---- too little gained ---- */

static void a_second_compaction(void **state)
{
    static char text[7001];
    session *const s = talk(3000);
    prm_compacted compacted;

    (void)state;
    memset(text, 's', sizeof text - 1);
    s->compactor.buffer = malloc(10000);
    s->compactor.capacity = 10000;
    s->answers[0] = text;                           /* 1809 tokens with its frame, 2317 in all */
    s->compactor.window = 2890;                     /* threshold 2312 */
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(compacted.count, 2);
    assert_int_equal(s->calls, 2);
    check_kinds(s, 5, "SUMESUME");
    assert_int_equal(s->events[10].source_count, 1);
    assert_int_equal(s->events[10].sources[0], s->events[7].seq);
    check_shown(s, 0, FRAMED("Shorter."));
    assert_int_equal(s->messages.count, 2);
    check_log(s);
    free(s->compactor.buffer);
    free(s);
}

static void two_compactions_that_gain_too_little(void **state)
{
    static char text[7001], less[6901];
    session *const s = talk(3000);
    prm_compacted compacted;
    prm_context_report report;

    (void)state;
    memset(text, 's', sizeof text - 1);
    memset(less, 's', sizeof less - 1);
    s->compactor.buffer = malloc(10000);
    s->compactor.capacity = 10000;
    s->answers[0] = text;
    s->answers[1] = less;
    s->compactor.window = 2800;                     /* threshold 2240 */
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_STILL_FULL);
    assert_string_equal(report.member, "threshold");
    assert_int_equal(report.value, compacted.after);
    assert_int_equal(report.limit, 2240);
    assert_int_equal(compacted.count, 2);
    assert_int_equal(s->calls, 2);
    check_log(s);
    free(s->compactor.buffer);
    free(s);
}

/* The second time there is nothing left but what is retained. */
static void a_second_time_with_nothing_to_compact(void **state)
{
    session *const s = make_session(3000);
    prm_compacted compacted;

    (void)state;
    say_text(s, PRM_ROLE_USER, 2000);
    say_text(s, PRM_ROLE_USER, 12000);
    s->answers[1] = "Ever so short a summary, which is no gain any more than that of the first time was.";
    assert_int_equal(prm_compact(&s->compactor, &compacted, NULL), PRM_REFUSED);
    assert_int_equal(compacted.count, 1);
    check_kinds(s, 2, "SUMESE");
    check_log(s);
    free(s);
}

/* ---- overflow ---- */

static void overflow_retains_nothing(void **state)
{
    session *const s = talk(1000000);
    prm_compacted compacted;
    prm_context_report report;

    (void)state;
    s->config.prune = prune;
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, &report), PRM_OK);
    assert_true(compacted.pruned);
    assert_int_equal(compacted.count, 1);
    assert_int_equal(s->messages.count, 1);
    assert_int_equal(s->request.end, 4);
    check_shown(s, 0, FRAMED("All is well."));
    say_text(s, PRM_ROLE_USER, 2000);
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, &report), PRM_STILL_FULL);
    assert_string_equal(report.member, "state");
    assert_int_equal(s->calls, 1);
    prm_compaction_succeeded(&s->compactor.state);
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, &report), PRM_OK);
    check_shown(s, 0, FRAMED("Shorter."));
    check_log(s);
    free(s);
}

static void overflow_keeps_open_calls(void **state)
{
    session *const s = talk(1000000);
    const prm_block call = call_block("read", "{}");
    prm_compacted compacted;

    (void)state;
    say(s, PRM_ROLE_ASSISTANT, &call, 1);
    say_text(s, PRM_ROLE_USER, 40);
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(s->request.end, 4);
    assert_int_equal(s->messages.count, 3);
    free(s);
}

static void overflow_with_nothing_to_compact(void **state)
{
    session *const s = make_session(1000);
    const prm_block call = call_block("read", "{}");
    prm_compacted compacted;
    prm_context_report report;

    (void)state;
    say(s, PRM_ROLE_ASSISTANT, &call, 1);
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, &report), PRM_STILL_FULL);
    assert_string_equal(report.member, "messages");
    assert_int_equal(s->log.count, 1);
    free(s);
}

/* An answer that did not come, or that was refused, is no answer to the overflow: it may be tried again. */
static void overflow_may_fail_first(void **state)
{
    session *const s = talk(1000000);
    prm_compacted compacted;

    (void)state;
    s->code = 5;
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, NULL), PRM_CALL_FAILED);
    s->code = 0;
    s->answers[1] = "";
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, NULL), PRM_REFUSED);
    s->answers[2] = "At last.";
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, NULL), PRM_OK);
    assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, NULL), PRM_STILL_FULL);
    check_kinds(s, 5, "SESESUME");
    check_log(s);
    free(s);
}

/* ---- a session that breaks off ---- */

/* Resumes a session that knows so many of the four events, and checks that it ends as it should. */
static void check_resumed(const session *whole, size_t known, bool forgets)
{
    static const char *const kinds[] = { "", "SE", "SUME", "SUME", "SUME" };
    session *s = replay(whole, 5 + known);
    const bool completed = known > 2 || (known == 2 && !forgets);
    prm_compacted compacted;
    prm_context_report report;

    if (known > 0 && known < 4) {
        assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_LOCKED);
        assert_int_equal(prm_compact_overflow(&s->compactor, &compacted, &report), PRM_LOCKED);
        assert_int_equal(s->log.count, 5 + known);
    }
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_OK);
    check_kinds(s, 5, forgets && known == 2 ? "SUE" : kinds[known]);
    assert_int_equal(s->calls, 0);
    assert_int_equal(s->messages.count, completed ? 2 : 5);
    if (completed)
        check_shown(s, 0, FRAMED("All is well."));
    if (known > 0)
        assert_int_equal(s->events[s->log.count - 1].source_count, completed ? 1 : 0);
    check_log(s);
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_OK);
    check_log(s);
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_OK);
    assert_int_equal(compacted.count, completed ? 0 : 1);
    check_log(s);
    free(s);
}

static void crashes(void **state)
{
    int forgets;
    size_t known;

    (void)state;
    for (forgets = 0; forgets < 2; forgets++) {
        session *const whole = talk(3000);
        prm_compacted compacted;
        whole->forgets = forgets != 0;
        assert_int_equal(prm_compact(&whole->compactor, &compacted, NULL), PRM_OK);
        for (known = 0; known <= 4; known++)
            check_resumed(whole, known, forgets != 0);
        free(whole);
    }
}

/* The log fails instead of the process: the same places, and the same way on in the same session. */
static void a_log_that_fails(void **state)
{
    size_t known;

    (void)state;
    for (known = 0; known < 4; known++) {
        session *const s = talk(3000);
        prm_compacted compacted;
        prm_context_report report;
        s->fail_at = 5 + known;
        assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_CALL_FAILED);
        assert_string_equal(report.member, "append");
        assert_int_equal(report.code, -5);
        assert_int_equal(s->log.count, 5 + known);
        assert_int_equal(s->compactor.state.stage, known);
        if (known > 0) {
            assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_CALL_FAILED);
            assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_LOCKED);
        }
        s->fail_at = 0;
        assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_OK);
        check_log(s);
        free(s);
    }
}

/* The log fails while a refused summary is to be closed. */
static void a_log_that_fails_at_giving_up(void **state)
{
    session *const s = talk(3000);
    prm_compacted compacted;
    prm_context_report report;

    (void)state;
    s->answers[0] = "";
    s->fail_at = 6;
    assert_int_equal(prm_compact(&s->compactor, &compacted, &report), PRM_CALL_FAILED);
    assert_string_equal(report.member, "append");
    s->fail_at = 0;
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_OK);
    check_kinds(s, 5, "SE");
    free(s);
}

/* Messages that came while the summary was being made do not matter to it. */
static void messages_may_come_meanwhile(void **state)
{
    session *const whole = talk(3000), *s;
    prm_compacted compacted;

    (void)state;
    assert_int_equal(prm_compact(&whole->compactor, &compacted, NULL), PRM_OK);
    s = replay(whole, 7);
    say_text(s, PRM_ROLE_USER, 40);
    assert_int_equal(prm_compaction_resume(&s->compactor, NULL), PRM_OK);
    assert_int_equal(s->messages.count, 3);
    check_shown(s, 0, FRAMED("All is well."));
    check_log(s);
    free(s);
    free(whole);
}

static void summaries_that_cannot_be_resumed(void **state)
{
    session *const whole = talk(3000), *s;
    prm_compacted compacted;
    prm_context_report report;

    (void)state;
    assert_int_equal(prm_compact(&whole->compactor, &compacted, NULL), PRM_OK);

    s = replay(whole, 7);
    s->sources[6][2]++;                             /* it shadows another event than stands there */
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_BAD_LOG);
    s->sources[6][2]--;
    s->events[6].source_count--;
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_BAD_LOG);
    s->events[6].source_count++;
    s->events[6].end--;
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_BAD_LOG);
    s->events[6].end++;
    s->events[6].seq++;
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_BAD_LOG);
    s->events[6].seq--;
    s->code = 3;
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_CALL_FAILED);
    assert_string_equal(report.member, "read");
    s->code = 0;
    s->compactor.capacity = 10;
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_NO_SPACE);
    assert_int_equal(s->log.count, 7);
    s->compactor.capacity = strlen(FRAMED("All is well."));
    assert_int_equal(prm_compaction_resume(&s->compactor, &report), PRM_OK);
    check_shown(s, 0, FRAMED("All is well."));
    free(s);
    free(whole);
}

/* What a log has kept of the message is no text that could replace anything. */
static void summaries_without_a_message(void **state)
{
    static const prm_block none = { PRM_BLOCK_TEXT, { NULL, 0 }, { NULL, 0 }, NULL, 0 };
    static const prm_block empty = { PRM_BLOCK_TEXT, { NULL, 0 }, { "", 0 }, NULL, 0 };
    static const prm_block other = { PRM_BLOCK_OTHER, { NULL, 0 }, { "{}", 2 }, NULL, 0 };
    const prm_message kept[] = {
        message_of(PRM_ROLE_USER, NULL, 0), message_of(PRM_ROLE_USER, &none, 1),
        message_of(PRM_ROLE_USER, &empty, 1), message_of(PRM_ROLE_USER, &other, 1)
    };
    session *const whole = talk(3000);
    prm_compacted compacted;
    size_t i;

    (void)state;
    assert_int_equal(prm_compact(&whole->compactor, &compacted, NULL), PRM_OK);
    for (i = 0; i < sizeof kept / sizeof *kept; i++) {
        session *const s = replay(whole, 7);
        s->events[6].message = &kept[i];
        s->compactor.buffer = NULL;
        s->compactor.capacity = 0;
        assert_int_equal(prm_compaction_resume(&s->compactor, NULL), PRM_OK);
        check_kinds(s, 5, "SUE");
        assert_int_equal(s->messages.count, 5);
        free(s);
    }
    free(whole);
}

/* ---- logs that cannot be ---- */

static prm_event plain_event(prm_event_kind kind, uint64_t seq, const uint64_t *source)
{
    prm_event event;

    memset(&event, 0, sizeof event);
    event.kind = kind;
    event.seq = seq;
    event.end = 2;
    event.sources = source;
    event.source_count = source ? 1 : 0;
    if (kind == PRM_EVENT_MESSAGE)
        event.op = PRM_SURFACE_REPLACE;
    return event;
}

/* Whether the state takes the events of a word, of which the last may be at fault: s a start, u its summary, m the
 * message, e an end without a source, E one that names the message, O one that names another, a an appended message,
 * r another replacement, U and M summary and message of another range, d a message with a second source, f a foreign
 * event. */
static bool takes(const char *word)
{
    static const uint64_t summaries[2] = { 20, 20 }, message = 30, other = 40;
    prm_compaction_state state, before;
    prm_status status = PRM_OK;

    memset(&state, 0, sizeof state);
    for (; *word; word++) {
        prm_event event = plain_event(PRM_EVENT_FOREIGN, 1, NULL);
        switch (*word) {
        case 's': event = plain_event(PRM_EVENT_COMPACTION_START, 10, NULL); break;
        case 'u': event = plain_event(PRM_EVENT_COMPACTION_SUMMARY, 20, NULL); break;
        case 'U': event = plain_event(PRM_EVENT_COMPACTION_SUMMARY, 20, NULL); event.end++; break;
        case 'm': event = plain_event(PRM_EVENT_MESSAGE, 30, summaries); break;
        case 'M': event = plain_event(PRM_EVENT_MESSAGE, 30, summaries); event.start++; break;
        case 'd': event = plain_event(PRM_EVENT_MESSAGE, 30, summaries); event.source_count++; break;
        case 'r': event = plain_event(PRM_EVENT_MESSAGE, 31, &other); break;
        case 'a': event = plain_event(PRM_EVENT_MESSAGE, 32, NULL); event.op = PRM_SURFACE_APPEND; break;
        case 'e': event = plain_event(PRM_EVENT_COMPACTION_END, 50, NULL); break;
        case 'E': event = plain_event(PRM_EVENT_COMPACTION_END, 50, &message); break;
        case 'O': event = plain_event(PRM_EVENT_COMPACTION_END, 50, &other); break;
        default: break;
        }
        before = state;
        status = prm_compaction_observe(&state, &event, 7, NULL);
        if (status != PRM_OK) {
            assert_memory_equal(&state, &before, sizeof state);
            assert_int_equal(status, PRM_BAD_LOG);
            assert_int_equal(word[1], '\0');
        }
    }
    return status == PRM_OK;
}

static void orders_of_events(void **state)
{
    static const char *const good[] = { "", "f", "a", "r", "arf", "s", "se", "su", "sue", "sum", "sumE", "safuafmafE",
                                        "sumEsese", "sesumErs" };
    static const char *const bad[] = { "u", "e", "E", "ss", "sus", "sums", "sm", "suu", "sumu", "sumEE", "see", "sE",
                                       "suE", "sume", "sumO", "sr", "sur", "sumr", "summ", "sU", "suM", "sud",
                                       "sumEu" };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(takes(good[i]));
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(takes(bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_of_windows),
        cmocka_unit_test(windows_that_will_not_do),
        cmocka_unit_test(configurations_that_will_not_do),
        cmocka_unit_test(the_instruction_names_all_sections),
        cmocka_unit_test(every_balance),
        cmocka_unit_test(messages_and_surface_must_agree),
        cmocka_unit_test(below_the_threshold_nothing_happens),
        cmocka_unit_test(four_events),
        cmocka_unit_test(pressure_falls_from_the_anchor),
        cmocka_unit_test(calls_stay_with_their_results),
        cmocka_unit_test(nothing_to_compact_is_no_error),
        cmocka_unit_test(pruning_may_be_enough),
        cmocka_unit_test(pruning_may_not_be_enough),
        cmocka_unit_test(a_tag_in_the_summary_closes_nothing),
        cmocka_unit_test(summaries_are_summarized),
        cmocka_unit_test(bad_answers_are_refused),
        cmocka_unit_test(the_edge_of_a_gain),
        cmocka_unit_test(too_few_seqs),
        cmocka_unit_test(every_buffer),
        cmocka_unit_test(other_failures),
        cmocka_unit_test(a_surface_that_changes_meanwhile),
        cmocka_unit_test(messages_may_come_while_summarizing),
        cmocka_unit_test(pruning_that_locks),
        cmocka_unit_test(an_answer_in_the_buffer),
        cmocka_unit_test(a_second_compaction),
        cmocka_unit_test(two_compactions_that_gain_too_little),
        cmocka_unit_test(a_second_time_with_nothing_to_compact),
        cmocka_unit_test(overflow_retains_nothing),
        cmocka_unit_test(overflow_keeps_open_calls),
        cmocka_unit_test(overflow_with_nothing_to_compact),
        cmocka_unit_test(overflow_may_fail_first),
        cmocka_unit_test(crashes),
        cmocka_unit_test(a_log_that_fails),
        cmocka_unit_test(a_log_that_fails_at_giving_up),
        cmocka_unit_test(messages_may_come_meanwhile),
        cmocka_unit_test(summaries_that_cannot_be_resumed),
        cmocka_unit_test(summaries_without_a_message),
        cmocka_unit_test(orders_of_events),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
