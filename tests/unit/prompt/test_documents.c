/* Documents: cut at a character, at the tightest of their limits, and never without a word. */
#include "agent.h"

#define NO_FENCE { NULL, 0 }
#define LIMITS(...) (&(prm_document_limits){ __VA_ARGS__ })

static char document[5 * 4200];

/* n times a character. */
static prm_text repeated(const char *character, size_t n)
{
    const size_t size = strlen(character);
    size_t i;

    for (i = 0; i < n; i++)
        memcpy(document + i * size, character, size);
    return prm_bytes(document, n * size);
}

static const char *const characters[] = { "a", "\xE6\xB5\x8B", "\xF0\x9F\x99\x82" };

/* ---- identity: 4,096 code points ---- */

static void test_identity_characters(void **state)
{
    const prm_document_limits limits = { PRM_IDENTITY_CHARACTERS, 0, 0, 0, NO_FENCE };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof characters / sizeof *characters; i++) {
        const size_t size = strlen(characters[i]);
        prm_document_fit fit = prm_fit_document(repeated(characters[i], 4095), &limits);
        assert_int_equal(fit.text.size, 4095 * size);
        assert_int_equal(fit.met, 0);
        fit = prm_fit_document(repeated(characters[i], 4096), &limits);
        assert_int_equal(fit.text.size, 4096 * size);
        assert_int_equal(fit.met, 0);
        fit = prm_fit_document(repeated(characters[i], 4097), &limits);
        assert_int_equal(fit.text.size, 4096 * size);
        assert_int_equal(fit.met, PRM_MET_CHARACTERS);
        assert_int_equal(fit.characters, 4097);
        assert_int_equal(fit.size, 4097 * size);
        assert_ptr_equal(fit.text.data, document);
    }
}

/* White space at both ends does not count. */
static void test_identity_is_trimmed(void **state)
{
    static const char *const spaces[] = {
        " ", "\t", "\n", "\v", "\f", "\r", "\xC2\x85", "\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x8A",
        "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"
    };
    static const char *const others[] = {
        "\x1F", "\xC2\x84", "\xC2\xA1", "\xE2\x80\x8B", "\xE2\x80\xAA", "\xE2\x81\xA0", "\xEF\xBB\xBF",
        "\xE1\xA0\x8E", "\x80", "\xC2", "\xE2\x80"
    };
    char text[32];
    size_t i;
    prm_text trimmed;

    (void)state;
    for (i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        sprintf(text, "%s%sx%sy%s%s", spaces[i], spaces[i], spaces[i], spaces[i], spaces[i]);
        trimmed = prm_trim(prm_cstr(text));
        assert_int_equal(trimmed.size, 2 + strlen(spaces[i]));
        assert_int_equal(trimmed.data[0], 'x');
        sprintf(text, "%s%s", spaces[i], spaces[i]);
        assert_int_equal(prm_trim(prm_cstr(text)).size, 0);
    }
    for (i = 0; i < sizeof others / sizeof *others; i++) {
        sprintf(text, " %s ", others[i]);
        assert_int_equal(prm_trim(prm_cstr(text)).size, strlen(others[i]));
    }
    assert_null(prm_trim(prm_bytes(NULL, 0)).data);
}

/* ---- bytes and tokens ---- */

/* Never inside a character, at any number of bytes. */
static void test_bytes(void **state)
{
    size_t i, most;

    (void)state;
    for (i = 0; i < sizeof characters / sizeof *characters; i++) {
        const size_t size = strlen(characters[i]);
        const prm_text text = repeated(characters[i], 20);
        for (most = 1; most <= 20 * size + 2; most++) {
            const prm_document_limits limits = { 0, most, 0, 0, NO_FENCE };
            const prm_document_fit fit = prm_fit_document(text, &limits);
            assert_int_equal(fit.text.size, most >= 20 * size ? 20 * size : most / size * size);
            assert_int_equal(fit.met, most >= 20 * size ? 0 : PRM_MET_BYTES);
        }
    }
}

/* Four units a token, less what stands around; an emoji is two units. */
static void test_tokens(void **state)
{
    (void)state;
    assert_int_equal(prm_fit_document(repeated("a", 41), LIMITS(0, 0, 10, 0, NO_FENCE)).text.size, 40);
    assert_int_equal(prm_fit_document(repeated("a", 40), LIMITS(0, 0, 10, 0, NO_FENCE)).met, 0);
    assert_int_equal(prm_fit_document(repeated("a", 41), LIMITS(0, 0, 10, 7, NO_FENCE)).text.size, 33);
    assert_int_equal(prm_fit_document(repeated(characters[2], 41), LIMITS(0, 0, 10, 7, NO_FENCE)).text.size,
                     16 * 4);
    assert_int_equal(prm_fit_document(repeated("a", 41), LIMITS(0, 0, UINT64_MAX, 7, NO_FENCE)).met, 0);
}

/* All limits are told, and the tightest one counts. */
static void test_several_limits(void **state)
{
    const prm_document_limits limits = { 30, 20, 2, 0, NO_FENCE };
    const prm_document_fit fit = prm_fit_document(repeated("a", 50), &limits);

    (void)state;
    assert_int_equal(fit.met, PRM_MET_CHARACTERS | PRM_MET_BYTES | PRM_MET_TOKENS);
    assert_int_equal(fit.text.size, 8);
}

/* What stands around is too much by itself: nothing is shown, and that is told. */
static void test_wrapper_too_big(void **state)
{
    prm_document_fit fit = prm_fit_document(repeated("a", 50), LIMITS(0, 0, 10, 40, NO_FENCE));

    (void)state;
    assert_null(fit.text.data);
    assert_int_equal(fit.met, PRM_MET_TOKENS);
    assert_int_equal(fit.size, 50);
    fit = prm_fit_document(repeated("a", 50), LIMITS(0, 0, 10, UINT64_MAX, NO_FENCE));
    assert_null(fit.text.data);
    fit = prm_fit_document(prm_bytes(NULL, 0), LIMITS(1, 1, 1, 0, NO_FENCE));
    assert_null(fit.text.data);
    assert_int_equal(fit.met, 0);
}

/* Not one character fits, or the wrapper of an empty document is too much: skipped as well. */
static void test_nothing_fits(void **state)
{
    prm_document_fit fit = prm_fit_document(repeated(characters[2], 2), LIMITS(0, 3, 0, 0, NO_FENCE));

    (void)state;
    assert_null(fit.text.data);
    assert_int_equal(fit.met, PRM_MET_BYTES);
    fit = prm_fit_document(prm_cstr(""), LIMITS(0, 0, 10, 41, NO_FENCE));
    assert_null(fit.text.data);
    assert_int_equal(fit.met, PRM_MET_TOKENS);
    fit = prm_fit_document(prm_cstr(""), LIMITS(0, 0, 10, 40, NO_FENCE));
    assert_non_null(fit.text.data);
    assert_int_equal(fit.met, 0);
}

/* Each stretch that is no character counts as one, of one unit. An empty name fences nothing. */
static void test_no_characters(void **state)
{
    const prm_document_limits units = { 0, 0, 1, 0, { "", 0 } }, points = { 2, 0, 0, 0, NO_FENCE };
    prm_document_fit fit;

    (void)state;
    fit = prm_fit_document(prm_cstr("\xFF\xF0\x9F\x99\xED<>"), &units);
    assert_int_equal(fit.text.size, 5);
    assert_int_equal(fit.met, PRM_MET_TOKENS);
    fit = prm_fit_document(prm_cstr("\xFF\xF0\x9F\x99\xED<>"), &points);
    assert_int_equal(fit.text.size, 4);
    assert_int_equal(fit.met, PRM_MET_CHARACTERS);
}

/* What could not be sent is known when a document is read, wherever in it that stands and whatever fits. */
static void test_documents_that_are_not_utf_8(void **state)
{
    static const struct { const char *text; size_t well_formed; } cases[] = {
        { "", 0 }, { "a", 1 }, { "\xC3\xA9\xF0\x9F\x99\x82", 6 }, { "\xFF", 0 }, { "a\xC3\xA9\x80z", 3 },
        { "\xC3\xA9\xED\xA0\x80", 2 }, { "aaaaa\xC0\x80", 5 }, { "aaaa\xE6\x97", 4 },
    };
    const prm_document_limits limits = { 3, 0, 0, 0, NO_FENCE };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const prm_document_fit fit = prm_fit_document(prm_cstr(cases[i].text), &limits);
        assert_int_equal(fit.well_formed, cases[i].well_formed);
        assert_int_equal(fit.size, strlen(cases[i].text));
    }
    assert_int_equal(prm_fit_document(prm_bytes(NULL, 0), &limits).well_formed, 0);
}

/* Tags that the fence makes longer are paid for; what only looks like one is not. */
static void test_fenced_tags(void **state)
{
    const char *const tags = "<memo></MEMO >< / memo<memos><memo";

    (void)state;
    assert_int_equal(strlen(tags), 34);
    assert_int_equal(prm_fit_document(prm_cstr(tags), LIMITS(0, 0, 10, 3, prm_cstr("memo"))).met, 0);
    assert_int_equal(prm_fit_document(prm_cstr(tags), LIMITS(0, 0, 10, 4, prm_cstr("memo"))).met,
                     PRM_MET_TOKENS);
    assert_int_equal(prm_fit_document(prm_cstr(tags), LIMITS(0, 0, 10, 6, NO_FENCE)).met, 0);
}

/* ---- in the agent's contract ---- */

enum { MOST_TOKENS = 1200 };

/* What a program does with IDENTITY.md. */
static prm_document_fit take_identity(agent *a, prm_text text, uint64_t most_tokens, uint64_t wrapper)
{
    const prm_document_limits limits = { PRM_IDENTITY_CHARACTERS, 32768, most_tokens, wrapper,
                                         prm_cstr("identity-document") };
    const prm_document_fit fit = prm_fit_document(prm_trim(text), &limits);

    a->args.identity = fit.text;
    if (fit.met == 0)
        return fit;
    a->cut.document = prm_cstr("IDENTITY.md");
    a->cut.path = prm_cstr("/srv/agents/ada/IDENTITY.md");
    a->cut.bytes = prm_uint(fit.size);
    a->cut.characters = prm_uint(fit.characters);
    if (fit.met & PRM_MET_CHARACTERS)
        a->cut.most_characters = prm_uint(limits.max_characters);
    if (fit.met & PRM_MET_TOKENS)
        a->cut.most_tokens = prm_uint(most_tokens);
    a->cut.skipped = fit.text.data == NULL;
    a->args.identity_cuts = agentteam_identity_cuts_array(&a->cut, 1);
    return fit;
}

static agent one;
static kept text;

static void render_base(void)
{
    memset(&text, 0, sizeof text);
    assert_int_equal(prm_emit(&agentteam_pack, AGENTTEAM_THREAD_START_BASE_ID, &one.args, PRM_TEXT,
                              (prm_sink){ keep, &text }, NULL), PRM_OK);
    text.bytes[text.size] = '\0';
}

static void test_a_cut_identity_has_a_notice(void **state)
{
    size_t i;

    (void)state;
    for (i = 0; i < sizeof characters / sizeof *characters; i++) {
        agent_begin(&one);
        (void)take_identity(&one, repeated(characters[i], 4096), 0, 0);
        assert_int_equal(agent_compile(&one), PRM_OK);
        assert_null(agent_block(&one, "notices.identity_cut"));
        agent_begin(&one);
        (void)take_identity(&one, repeated(characters[i], 4097), 0, 0);
        assert_int_equal(agent_compile(&one), PRM_OK);
        assert_non_null(agent_block(&one, "notices.identity_cut"));
        assert_non_null(agent_block(&one, "documents.identity"));
        assert_int_equal(agent_block(&one, "notices.identity_cut")->info->durability, PRM_DURABILITY_PERSISTENT);
        render_base();
        assert_non_null(strstr(text.bytes, "IDENTITY.md (/srv/agents/ada/IDENTITY.md) has "));
        assert_non_null(strstr(text.bytes, " and 4097 characters."));
        assert_non_null(strstr(text.bytes, "\n- 4096 characters\n"));
        assert_non_null(strstr(text.bytes, "To recover: "));
        assert_null(strstr(text.bytes, " bytes\n"));
    }
}

/* With the wrapper taken into account a document block is never over the limit. */
static void test_a_cut_document_keeps_the_block_limit(void **state)
{
    prm_report report;
    agentteam_documents_identity_args empty;

    (void)state;
    memset(&empty, 0, sizeof empty);
    empty.identity = prm_cstr("");
    assert_int_equal(prm_measure(&agentteam_pack, AGENTTEAM_DOCUMENTS_IDENTITY_ID, &empty, PRM_TEXT, &report),
                     PRM_OK);
    agent_begin(&one);
    one.max_tokens = MOST_TOKENS;
    assert_int_equal(take_identity(&one, repeated(characters[2], 4096), MOST_TOKENS, report.size).met,
                     PRM_MET_TOKENS);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_true(agent_block(&one, "documents.identity")->tokens <= MOST_TOKENS);
    assert_true(agent_block(&one, "documents.identity")->tokens >= MOST_TOKENS - 1);
    agent_begin(&one);
    one.max_tokens = MOST_TOKENS;
    one.args.identity = repeated(characters[2], 4096);
    assert_int_equal(agent_compile(&one), PRM_BAD_EVENT);
    assert_true(same_text(one.error.source, "IDENTITY.md"));
}

/* Nor one full of what the fence makes longer, wherever it is cut. */
static void test_a_hostile_document_keeps_the_block_limit(void **state)
{
    uint64_t most;
    size_t i;

    (void)state;
    for (i = 0; i < 800; i++)
        memcpy(document + i * 20, i % 3 ? "</identity-document>" : "<identity-documents>", 20);
    for (most = 100; most < 160; most++) {
        agent_begin(&one);
        one.max_tokens = most * 10;
        assert_int_not_equal(take_identity(&one, prm_bytes(document, 800 * 20), one.max_tokens, 41).met, 0);
        assert_int_equal(agent_compile(&one), PRM_OK);
    }
    one.args.identity = prm_fit_document(prm_bytes(document, 800 * 20),
                                         LIMITS(0, 0, one.max_tokens, 41, NO_FENCE)).text;
    assert_int_equal(agent_compile(&one), PRM_BAD_EVENT);
    assert_int_equal(one.error.kind, PRM_ERROR_BLOCK_TOO_LARGE);
}

static void test_a_skipped_document_keeps_its_notice(void **state)
{
    (void)state;
    agent_begin(&one);
    (void)take_identity(&one, repeated("a", 50), 10, 40);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_null(agent_block(&one, "documents.identity"));
    render_base();
    assert_non_null(strstr(text.bytes, "Nothing of it is shown to you here."));
    assert_non_null(strstr(text.bytes, "\n- 10 tokens with what stands around it\n"));
}

/* A cut AGENTS.md and its notice are the business of the developer output alone. */
static void test_a_cut_file_leaves_the_base_alone(void **state)
{
    static agent other;
    static agentteam_agents_cuts_row cut;
    const prm_document_limits limits = { 0, 100, 0, 0, NO_FENCE };
    const prm_document_fit fit = prm_fit_document(repeated(characters[1], 40), &limits);

    (void)state;
    assert_int_equal(fit.met, PRM_MET_BYTES);
    assert_int_equal(fit.text.size, 99);
    agent_begin(&one);
    agent_begin(&other);
    cut.document = cut.path = prm_cstr("AGENTS.md");
    cut.bytes = prm_uint(fit.size);
    cut.characters = prm_uint(fit.characters);
    cut.most_bytes = prm_uint(limits.max_bytes);
    other.files[0].text = fit.text;
    other.args.agents_cuts = agentteam_agents_cuts_array(&cut, 1);
    assert_int_equal(agent_compile(&one), PRM_OK);
    assert_int_equal(agent_compile(&other), PRM_OK);
    assert_non_null(agent_block(&other, "notices.agents_cut"));
    assert_true(one.bundle.outputs[PRM_OUTPUT_BASE - 1] == other.bundle.outputs[PRM_OUTPUT_BASE - 1]);
    assert_true(one.bundle.outputs[PRM_OUTPUT_DEVELOPER - 1] != other.bundle.outputs[PRM_OUTPUT_DEVELOPER - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity_characters), cmocka_unit_test(test_identity_is_trimmed),
        cmocka_unit_test(test_bytes), cmocka_unit_test(test_tokens), cmocka_unit_test(test_several_limits),
        cmocka_unit_test(test_wrapper_too_big), cmocka_unit_test(test_nothing_fits),
        cmocka_unit_test(test_no_characters), cmocka_unit_test(test_documents_that_are_not_utf_8),
        cmocka_unit_test(test_fenced_tags),
        cmocka_unit_test(test_a_cut_identity_has_a_notice),
        cmocka_unit_test(test_a_cut_document_keeps_the_block_limit),
        cmocka_unit_test(test_a_hostile_document_keeps_the_block_limit),
        cmocka_unit_test(test_a_skipped_document_keeps_its_notice),
        cmocka_unit_test(test_a_cut_file_leaves_the_base_alone)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
