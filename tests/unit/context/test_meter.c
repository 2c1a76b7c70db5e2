#include "naive_utf8.h"
#include "view.h"

#include <promptrom/meter.h>

/* ---- prices ---- */

static uint64_t price_of(const char *text)
{
    return prm_price_text(prm_cstr(text));
}

static void texts(void **state)
{
    char letters[65];
    size_t n;

    (void)state;
    memset(letters, 'x', sizeof letters);
    for (n = 0; n < sizeof letters; n++)
        assert_int_equal(prm_price_text(prm_bytes(letters, n)), (n + 3) / 4);
    assert_int_equal(prm_price_text(prm_bytes(NULL, 0)), 0);
    assert_int_equal(price_of("\344\270\255\346\226\207\347\232\204\345\255\227"), 1);
    assert_int_equal(price_of("\344\270\255\346\226\207\347\232\204\345\255\227\344\270\255"), 2);
    assert_int_equal(price_of("\360\237\230\200\360\237\230\200"), 1);                       /* two units each */
    assert_int_equal(price_of("\360\237\230\200\360\237\230\200\360\237\230\200"), 2);
    assert_int_equal(price_of("\377\377\377\377"), 1);                                       /* four U+FFFD */
    assert_int_equal(price_of("\377\377\377\377\377"), 2);
}

static uint64_t block_price(prm_block block)
{
    return prm_price_block(&block);
}

static void blocks(void **state)
{
    prm_block content[3];

    (void)state;
    assert_int_equal(block_price(text_block(PRM_BLOCK_TEXT, "")), 4);
    assert_int_equal(block_price(text_block(PRM_BLOCK_TEXT, "abcd")), 5);
    assert_int_equal(block_price(text_block(PRM_BLOCK_TEXT, "abcde")), 6);
    assert_int_equal(block_price(text_block(PRM_BLOCK_REASONING, "abcde")), 6);
    assert_int_equal(block_price(text_block(PRM_BLOCK_OTHER, "{\"type\":\"image\"}")), 8);
    assert_int_equal(block_price(call_block("bash", "{}")), 6);
    assert_int_equal(block_price(call_block("write", "{\"a\":1}")), 8);      /* 2 + 2, not one sum of 12 units */
    assert_int_equal(block_price(call_block("", "")), 4);
    assert_int_equal(block_price(result_block("bash", NULL, 0)), 4);
    content[0] = text_block(PRM_BLOCK_TEXT, "abcde");
    content[1] = text_block(PRM_BLOCK_OTHER, "{}");
    content[2] = result_block("inner", content, 2);                          /* results hold no results */
    assert_int_equal(block_price(result_block("bash", content, 1)), 10);
    assert_int_equal(block_price(result_block("bash", content, 2)), 15);
    assert_int_equal(block_price(result_block("bash", content, 3)), 15);
    assert_int_equal(block_price(text_block((prm_block_kind)0, "abcd")), 0);
    assert_int_equal(block_price(text_block((prm_block_kind)99, "abcd")), 0);
}

static uint64_t message_price(prm_role role, const prm_block *list, size_t count)
{
    const prm_message message = message_of(role, list, count);

    return prm_price_message(&message);
}

static void messages(void **state)
{
    prm_block list[2];

    (void)state;
    list[0] = text_block(PRM_BLOCK_TEXT, "abcd");
    list[1] = call_block("bash", "{}");
    assert_int_equal(message_price(PRM_ROLE_USER, list, 1), 9);
    assert_int_equal(message_price(PRM_ROLE_USER, NULL, 0), 4);
    assert_int_equal(message_price(PRM_ROLE_TOOL, NULL, 0), 4);
    assert_int_equal(message_price(PRM_ROLE_ASSISTANT, NULL, 0), 0);
    assert_int_equal(message_price(PRM_ROLE_ASSISTANT, list, 2), 15);
}

static uint64_t envelope_price(const char *system, const char *tools)
{
    return prm_envelope_make(7, prm_cstr(system), prm_cstr(tools)).tokens;
}

static void envelopes(void **state)
{
    (void)state;
    assert_int_equal(envelope_price(NULL, NULL), 0);
    assert_int_equal(envelope_price("", ""), 4);
    assert_int_equal(envelope_price("abcde", NULL), 6);
    assert_int_equal(envelope_price("abcde", "[{}]"), 11);
    assert_int_equal(envelope_price(NULL, "[{}]"), 5);
    assert_true(prm_envelope_make(7, prm_cstr(NULL), prm_cstr(NULL)).fingerprint == 7);
}

/* ---- anchors ---- */

static prm_usage usage_of(uint64_t input, uint64_t cache_read, uint64_t cache_write, uint64_t output)
{
    prm_usage usage;

    usage.input = input;
    usage.cache_read = cache_read;
    usage.cache_write = cache_write;
    usage.output = output;
    return usage;
}

static prm_envelope envelope_of(uint64_t fingerprint, uint64_t tokens)
{
    prm_envelope envelope;

    envelope.fingerprint = fingerprint;
    envelope.tokens = tokens;
    return envelope;
}

/* A meter after one call: envelope 1 at 100, a surface of 1000, an answer priced at 50, and that usage. */
static prm_meter after_call(prm_usage usage)
{
    const prm_envelope envelope = envelope_of(1, 100);
    const prm_call call = prm_meter_begin(&envelope, 1000);
    prm_meter meter = prm_meter_make();

    assert_int_equal(prm_meter_succeed(&meter, &call, &usage, 50, NULL), PRM_OK);
    return meter;
}

static uint64_t total_of(prm_meter meter, uint64_t fingerprint, uint64_t tokens, uint64_t surface)
{
    const prm_envelope envelope = envelope_of(fingerprint, tokens);

    return prm_meter_total(&meter, &envelope, surface);
}

static void without_a_call(void **state)
{
    (void)state;
    assert_int_equal(total_of(prm_meter_make(), 1, 100, 1000), 1100);
    assert_int_equal(total_of(prm_meter_make(), 0, 0, 0), 0);
}

static void anchor_holds(void **state)
{
    const prm_meter meter = after_call(usage_of(400, 3000, 200, 90));

    (void)state;
    assert_int_equal(total_of(meter, 1, 100, 1050), 3690);             /* the answer is on the surface */
    assert_int_equal(total_of(meter, 1, 100, 1000), 3640);             /* it is not yet */
    assert_int_equal(total_of(meter, 1, 100, 1060), 3700);
    assert_int_equal(total_of(meter, 1, 100, 250), 2890);              /* a replacement took 800 away */
    assert_int_equal(total_of(meter, 1, 100, 0), 2640);
    assert_int_equal(total_of(meter, 1, 999, 1050), 3690);             /* the anchor has the envelope in it */
}

static void envelope_differs(void **state)
{
    const prm_meter meter = after_call(usage_of(400, 3000, 200, 90));

    (void)state;
    assert_int_equal(total_of(meter, 2, 100, 1050), 1150);
    assert_int_equal(total_of(meter, 0, 30, 1050), 1080);
}

static void anchor_below_the_heuristic(void **state)
{
    (void)state;
    assert_int_equal(total_of(after_call(usage_of(1149, 0, 0, 0)), 1, 100, 1050), 1150);
    assert_int_equal(total_of(after_call(usage_of(1149, 0, 0, 0)), 1, 100, 2050), 2150);
    assert_int_equal(total_of(after_call(usage_of(1150, 0, 0, 0)), 1, 100, 2050), 2150);     /* equal: it holds */
    assert_int_equal(total_of(after_call(usage_of(1151, 0, 0, 0)), 1, 100, 2050), 2151);
    assert_int_equal(total_of(after_call(usage_of(0, 0, 0, 1151)), 1, 100, 2050), 2151);
}

/* A surface that has shrunk by more than all that was used. */
static void never_below_zero(void **state)
{
    prm_meter meter = prm_meter_make();
    const prm_envelope envelope = envelope_of(1, 0);
    const prm_call call = prm_meter_begin(&envelope, 1000);
    const prm_usage usage = usage_of(1000, 0, 0, 0);

    (void)state;
    assert_int_equal(prm_meter_succeed(&meter, &call, &usage, 0, NULL), PRM_OK);
    assert_int_equal(total_of(meter, 1, 0, 0), 0);
    meter.anchor = 999;                                                /* as if it had held nevertheless */
    assert_int_equal(total_of(meter, 1, 0, 0), 0);
    assert_int_equal(total_of(meter, 1, 0, 1), 0);
    assert_int_equal(total_of(meter, 1, 0, 2), 1);
}

static void latest_call_counts(void **state)
{
    prm_meter meter = after_call(usage_of(5000, 0, 0, 0));
    const prm_envelope envelope = envelope_of(2, 10);
    const prm_call call = prm_meter_begin(&envelope, 1050);
    prm_usage usage = usage_of(7000, 0, 0, 0);

    (void)state;
    assert_int_equal(prm_meter_succeed(&meter, &call, &usage, 20, NULL), PRM_OK);
    assert_int_equal(total_of(meter, 2, 10, 1070), 7000);
    assert_int_equal(total_of(meter, 1, 100, 1070), 1170);             /* the first anchor is gone */
    usage = usage_of(3, 0, 0, 0);
    assert_int_equal(prm_meter_succeed(&meter, &call, &usage, 20, NULL), PRM_OK);
    assert_int_equal(total_of(meter, 2, 10, 1070), 1080);              /* too low, and the second is gone as well */
}

static void impossible_figures(void **state)
{
    static const char *const names[] = { "input", "cache_read", "cache_write", "output" };
    const prm_meter before = after_call(usage_of(5000, 0, 0, 0));
    const prm_envelope envelope = envelope_of(1, 100);
    const prm_call call = prm_meter_begin(&envelope, 1000);
    prm_call huge = call;
    prm_meter meter = before;
    prm_context_report report;
    size_t i;

    (void)state;
    for (i = 0; i < 4; i++) {
        const prm_usage usage = usage_of(i == 0 ? PRM_TOKENS_MAX + 1 : 1, i == 1 ? UINT64_MAX : 1,
                                         i == 2 ? PRM_TOKENS_MAX + 1 : 1, i == 3 ? UINT64_MAX : 1);
        assert_int_equal(prm_meter_succeed(&meter, &call, &usage, 50, &report), PRM_TOO_BIG);
        assert_int_equal(report.status, PRM_TOO_BIG);
        assert_string_equal(report.member, names[i]);
        assert_true(report.limit == PRM_TOKENS_MAX && report.value > report.limit);
    }
    huge.surface = UINT64_MAX;
    assert_int_equal(prm_meter_succeed(&meter, &huge, &(prm_usage){ 1, 1, 1, 1 }, 50, &report), PRM_TOO_BIG);
    assert_string_equal(report.member, "surface");
    assert_memory_equal(&meter, &before, sizeof meter);
}

/* The largest figures that are accepted do not wrap. */
static void largest_figures(void **state)
{
    const prm_envelope envelope = envelope_of(1, PRM_TOKENS_MAX);
    const prm_call call = prm_meter_begin(&envelope, PRM_TOKENS_MAX);
    const prm_usage usage = usage_of(PRM_TOKENS_MAX, PRM_TOKENS_MAX, PRM_TOKENS_MAX, PRM_TOKENS_MAX);
    prm_meter meter = prm_meter_make();

    (void)state;
    assert_int_equal(prm_meter_succeed(&meter, &call, &usage, PRM_TOKENS_MAX, NULL), PRM_OK);
    assert_true(total_of(meter, 1, 0, 2 * PRM_TOKENS_MAX) == 4 * PRM_TOKENS_MAX);
    assert_true(total_of(meter, 1, 0, 3 * PRM_TOKENS_MAX) == 5 * PRM_TOKENS_MAX);
    assert_true(total_of(meter, 2, PRM_TOKENS_MAX, PRM_TOKENS_MAX) == 2 * PRM_TOKENS_MAX);
}

/* Calls and changes at random, against the rule written down once more with signed numbers. */
static void random_calls(void **state)
{
    dice d = 5;
    prm_meter meter = prm_meter_make();
    prm_call call;
    int64_t surface = 0, start = 0, anchor = -1, base = 0, anchored_envelope = -1;
    int i;

    (void)state;
    memset(&call, 0, sizeof call);
    for (i = 0; i < 20000; i++) {
        const int64_t envelope = roll(&d, 3), tokens = envelope * 40;
        const prm_envelope now = envelope_of((uint64_t)envelope, (uint64_t)tokens);
        int64_t expected;
        switch (roll(&d, 5)) {
        case 0:
            call = prm_meter_begin(&now, (uint64_t)surface);
            start = surface;
            break;
        case 1: {
            const int64_t output = roll(&d, 60);
            const prm_usage usage = usage_of(roll(&d, 900), roll(&d, 900), roll(&d, 90), (uint64_t)output);
            const int64_t sum = (int64_t)(usage.input + usage.cache_read + usage.cache_write + usage.output);
            assert_int_equal(prm_meter_succeed(&meter, &call, &usage, (uint64_t)output, NULL), PRM_OK);
            anchor = sum;
            base = start + output;
            anchored_envelope = sum >= (int64_t)call.envelope.tokens + base ? (int64_t)call.envelope.fingerprint : -1;
            break;
        }
        case 2:
            surface -= (int64_t)roll(&d, (unsigned)surface + 1);
            break;
        default:
            surface += roll(&d, 200);
        }
        expected = anchored_envelope == envelope ? anchor + (surface - base) : tokens + surface;
        if (expected < 0)
            expected = 0;
        assert_int_equal(prm_meter_total(&meter, &now, (uint64_t)surface), expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(blocks),
        cmocka_unit_test(messages),
        cmocka_unit_test(envelopes),
        cmocka_unit_test(without_a_call),
        cmocka_unit_test(anchor_holds),
        cmocka_unit_test(envelope_differs),
        cmocka_unit_test(anchor_below_the_heuristic),
        cmocka_unit_test(never_below_zero),
        cmocka_unit_test(latest_call_counts),
        cmocka_unit_test(impossible_figures),
        cmocka_unit_test(largest_figures),
        cmocka_unit_test(random_calls)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
