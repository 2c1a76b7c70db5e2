/* Texts compiled by rules that are put together by hand: the code that comes out, and every mistake with
 * its place. */
#include "support.h"

#include "compiler.h"

enum { TEXT, NUMBER, JSON, SET, FLAG, ROWS, WORD, FENCED, FIELDS };
enum { INPUT_ROWS = 5, INDEX = 10 };      /* rules */
enum { MOST_RULES = 300, NAMES_SIZE = 4096 };

static draft d;
static char names[NAMES_SIZE];
static prm_name_rule name_rules[MOST_RULES];
static prm_text_rule text_rule;
static prm_rules rules;
static prm_template_rules given;
static prm_compiler compiler;
static prm_segment segments[512];
static char pool[16384], told[8192];
static size_t told_size;

/* ---- rules ---- */

/* The rule of a name; its number. */
static uint16_t add_name(const char *name, unsigned kind, uint32_t value)
{
    prm_name_rule *const rule = &name_rules[text_rule.count];

    memset(rule, 0, sizeof *rule);
    rule->name = rules.names_size;
    rule->value = value;
    rule->kind = (uint8_t)kind;
    memcpy(names + rules.names_size, name, strlen(name) + 1);
    rules.names_size += (uint32_t)strlen(name) + 1;
    rules.name_count++;
    return text_rule.count++;
}

static void begin_pack(void)
{
    unsigned any, fenced, row;

    draft_begin(&d, false);
    draft_text(&d, 0, "tag");
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    fenced = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_trait(&d, 0, PRM_NO_SEGMENT);
    row = draft_trait(&d, PRM_NO_LIMIT, 32);
    draft_field(&d, 0, PRM_FIELD_TEXT, 0, any);
    draft_field(&d, 0, PRM_FIELD_INTEGER, 0, any);
    draft_field(&d, 0, PRM_FIELD_JSON, 0, any);
    draft_field(&d, 0, PRM_FIELD_SET, 0, any);
    draft_field(&d, 0, PRM_FIELD_FLAG, 0, any);
    draft_field(&d, 0, PRM_FIELD_ROWS, 0, row);
    draft_field(&d, 0, PRM_FIELD_TEXT, 1, any);
    draft_field(&d, 0, PRM_FIELD_FENCED, 0, fenced);
    draft_entry(&d, 0, 0, FIELDS);
    draft_op(&d, PRM_OP_CALL, 0, 1);                          /* segment 1: what a constant stands for */
    draft_text(&d, PRM_OP_PART, "\n");                        /* segments 2 and 3: a bound name */
    draft_op(&d, PRM_OP_CALL, 0, 2);
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN | PRM_ENTRY_PLAIN | PRM_ENTRY_CONSTANT, 0, 0);
    draft_text(&d, 0, "fixed");
    draft_end(&d);
    draft_entry(&d, PRM_ENTRY_HIDDEN, 0, 0);
    draft_end(&d);
}

static void begin(prm_syntax syntax)
{
    uint16_t rows;

    begin_pack();
    memset(&rules, 0, sizeof rules);
    memset(&text_rule, 0, sizeof text_rule);
    text_rule.syntax = (uint8_t)syntax;
    rules.names = names;
    rules.texts = &text_rule;
    rules.text_count = 1;
    rules.name_rules = name_rules;
    (void)add_name("text", PRM_NAME_INPUT, TEXT);
    (void)add_name("number", PRM_NAME_INPUT, NUMBER);
    (void)add_name("json", PRM_NAME_INPUT, JSON);
    (void)add_name("set", PRM_NAME_INPUT, SET);
    (void)add_name("flag", PRM_NAME_INPUT, FLAG);
    rows = add_name("rows", PRM_NAME_INPUT, ROWS);
    (void)add_name("fenced", PRM_NAME_INPUT, FENCED);
    (void)add_name("fixed", PRM_NAME_CONSTANT, 1);
    name_rules[text_rule.count - 1].count = 1;
    (void)add_name("part", PRM_NAME_BOUND, 2);
    name_rules[text_rule.count - 1].count = 2;
    name_rules[add_name("word", PRM_NAME_FIELD, WORD)].owner = rows;
    name_rules[add_name("index", PRM_NAME_INDEX, WORD)].owner = rows;
    (void)add_name("kept", PRM_NAME_LITERAL, 0);
    given.all = &rules;
    given.text = &text_rule;
    given.root = &d.pack;
}

/* ---- compiling ---- */

static const char *const kinds[] = {
    "unknown", "unknown tag", "group", "lacks", "inline tag", "open", "not open", "crossed", "too deep", "line end",
    "no text", "constant section", "bound section", "fence", "fence ahead", "fence end", "fence through",
    "rows in rows", "bound in rows", "in constant", "no sections", "too big"
};

static void say(const char *format, ...)
{
    va_list words;

    va_start(words, format);
    told_size += (size_t)vsnprintf(told + told_size, sizeof told - told_size, format, words);
    va_end(words);
    assert_true(told_size < sizeof told);
}

static void say_text(const char *before, prm_text text)
{
    assert_true(text.size < sizeof told && (text.size == 0 || !memchr(text.data, '\0', text.size)));
    say("%s%.*s", before, (int)text.size, text.size > 0 ? text.data : "");
}

/* A line: all that there is to say, and what is none left out. */
static void note(void *context, const prm_mistake *m)
{
    const char sigil[] = { m->sigil, '\0' };
    unsigned i;

    assert_ptr_equal(context, &told);
    assert_ptr_equal(m->rules, &given);
    say("%s %zu-%zu ", kinds[m->kind], m->start, m->end);
    say_text(sigil, m->name);
    if (m->other.size > 0)
        say_text(" over ", m->other);
    if (m->number > 0)
        say(" (%u)", m->number);
    for (i = 0; i < m->row_count; i++)
        say(" in %s", prm_rule_name(&rules, prm_rule_at(&given, m->rows[i])->name));
    say("\n");
}

/* A copy with nothing behind it, so that reading on is noticed. */
static void *exact(const void *from, size_t size)
{
    void *const to = malloc(size);

    assert_non_null(to);
    return memcpy(to, from, size);
}

static prm_template_code compiled(const char *text)
{
    const prm_mistake_sink sink = { note, &told };
    prm_name_rule *const few_rules = exact(name_rules, text_rule.count * sizeof *name_rules);
    char *const few_names = exact(names, rules.names_size);
    prm_template_code code;
    size_t count, i, lines = 0;

    memset(&code, 0, sizeof code);
    code.segments = segments;
    code.pool = pool;
    told[0] = '\0';
    told_size = 0;
    rules.name_rules = few_rules;
    rules.names = few_names;
    count = prm_template_compile(&compiler, &given, prm_cstr(text), &code, sink);
    rules.name_rules = name_rules;
    rules.names = names;
    free(few_rules);
    free(few_names);
    for (i = 0; i < told_size; i++)
        lines += told[i] == '\n';
    assert_int_equal(count, lines);
    return code;
}

static void check_mistakes(const char *text, const char *expected)
{
    (void)compiled(text);
    if (strcmp(told, expected) != 0)
        fail_msg("%s\n%s", text, told);
}

/* The code as text: literals as they are, values by their places, control segments by their numbers. */
static void check_code(const char *text, const char *expected)
{
    const prm_template_code code = compiled(text);
    char found[512];
    size_t used = 0, i;

    found[0] = '\0';
    for (i = 0; i < code.segment_count; i++) {
        const prm_segment *const s = &segments[i];
        const unsigned kind = s->op & PRM_OP_CODE;
        if (kind == PRM_OP_LINE || kind == PRM_OP_PART || kind < PRM_OP_CONTROL)
            used += (size_t)snprintf(found + used, sizeof found - used, "%.*s", (int)s->size, pool + s->offset);
        if (s->op != 0)
            used += (size_t)snprintf(found + used, sizeof found - used, "[%x %u]", (unsigned)s->op,
                                     kind == PRM_OP_PART || kind == PRM_OP_LINE || kind < PRM_OP_CONTROL ? 0
                                     : (unsigned)s->offset);
        if (kind == PRM_OP_LOOP || kind == PRM_OP_NEXT || kind == PRM_OP_WHEN || kind == PRM_OP_UNLESS)
            assert_int_equal(s->size, 0);
        assert_true(used < sizeof found);
    }
    if (told_size > 0 || strcmp(found, expected) != 0)
        fail_msg("%s\n%s\n%s", text, found, told);
}

/* ---- what comes out ---- */

static void values(void **state)
{
    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    check_code("", "");
    check_code("plain", "plain");
    check_code("a{text}b{number}", "a[100 0]b[101 0]");
    check_code("{json", "{json");
    check_code("{kept} {#unheard} {^of}", "{kept} {#unheard} {^of}");
    check_code("\\{text} \\\\{text}", "{text} \\[100 0]");
    check_code("a{fixed}b", "a[8100 0]b");
    check_code("a{part}b", "a\n[8000 0][8100 0]b");
}

static void sections(void **state)
{
    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    check_code("{#flag}\n{/flag}", "[8404 0]");
    check_code("x\n{#flag}\ny\n{/flag}\nz", "x[8404 1]\ny\nz");
    check_code("{#rows}\na\n{/rows}\n{#flag}\nb\n{/flag}",
               "[8205 3]\n[8900 0]a[8305 2][8404 2]\n[8900 0]b");
    check_code("{#flag}\n\r\n{/flag}", "[8404 2]\n[8900 0]\r");
    check_code("{^flag}\na\n{/flag}", "[8504 2]\n[8900 0]a");
    check_code("{#rows}\n{word} {index}\n{/rows}\n", "[8205 4]\n[8900 0][106 0] [106 0][8305 3]\n[8900 0]");
    check_code("{^rows}\nno\n{/rows}", "[8505 2]\n[8900 0]no");
    check_code("{#rows}\n{#index}\na\n{/index}\n{/rows}", "[8205 4][8406 2]\n[8900 0]a[8305 3]");
    check_code("{#text}\n{#text}\na\n{/text}\n{/text}", "[8400 3][8400 2]\n[8900 0]a");
}

static void mistakes_of_names(void **state)
{
    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    check_mistakes("a{txt}", "unknown 1-6 txt\n");
    check_mistakes("{word}", "unknown 0-6 word\n");
    check_mistakes("{json}{set}{flag}{rows}", "no text 0-6 json (11)\nno text 6-11 set (9)\n"
                   "no text 11-17 flag (5)\nno text 17-23 rows (6)\n");
    text_rule.all_literal = 1;
    check_mistakes("a{txt}", "");
    text_rule.all_literal = 0;
    name_rules[0].kind = PRM_NAME_LITERAL;
    check_code("{text}{kept}", "{text}{kept}");
    begin(PRM_SYNTAX_DOUBLE);
    check_mistakes("{{ text }} {{#txt}} {{kept}} {{#kept}}", "group 0-10 \nunknown tag 11-19 #txt\n");
}

static void mistakes_of_sections(void **state)
{
    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    check_mistakes("a {#flag}", "inline tag 2-9 #flag\n");
    check_mistakes("{#flag}\n", "open 0-7 #flag\n");
    check_mistakes("a\n{^flag}\n", "open 2-9 ^flag\n");
    check_mistakes("{/flag}\n", "not open 0-7 /flag\n");
    check_mistakes("{#flag}\r\na\r\n{/flag}\r\n", "line end 0-7 #flag\n");
    check_mistakes("{#flag} \t\r\n{/flag} ", "line end 0-7 #flag\n");
    check_mistakes("{#fixed}\n{/fixed}", "constant section 0-8 #fixed\n");
    check_mistakes("{^part}\n{/part}", "bound section 0-7 ^part\n");
    check_mistakes("{#rows}\n{#rows}\n{/rows}\n{part}\n{/rows}",
                   "rows in rows 8-15 #rows in rows\nbound in rows 24-30 part in rows\n");
    check_mistakes("{#flag}\n{#text}\n{/flag}\n{/text}\n{/text}",
                   "crossed 16-23 /flag over text\nnot open 32-39 /text\n");
    check_mistakes("{#flag}\n{#text}\n{#number}\n{/flag}\n{/number}\n{/text}\n",
                   "crossed 26-33 /flag over number\ncrossed 26-33 /flag over text\n");
    check_mistakes("{#flag}\n{#text}\n{#number}\n{/flag}\n{/text}\n{/number}\n",
                   "crossed 26-33 /flag over number\ncrossed 26-33 /flag over text\n");
}

/* Rows in rows, fields of theirs in between, and what may not stand there. */
static void mistakes_in_rows(void **state)
{
    uint16_t inner;

    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    inner = add_name("inner", PRM_NAME_FIELD, ROWS);
    name_rules[inner].owner = INPUT_ROWS;
    name_rules[add_name("sure", PRM_NAME_FIELD, FLAG)].owner = INPUT_ROWS;
    name_rules[INDEX].value = FLAG;
    check_mistakes("{#rows}\n{word}{index}\n{/rows}", "");
    check_mistakes("{#rows}\n{sure}\n{/rows}", "no text 8-14 sure (5) in rows\n");
    check_mistakes("{#rows}\n{#flag}\n{#inner}\n{txt}\n{/inner}\n{txt}\n{/flag}\n{/rows}",
                   "unknown 25-30 txt in rows in inner\nunknown 40-45 txt in rows\n");
}

/* Of sections that others cross, 16 are remembered until their own tags come. */
static void many_crossed(void **state)
{
    char text[1024] = "", expected[2048] = "", name[8];
    unsigned i;

    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    for (i = 0; i < 3 * PRM_TEMPLATE_DEPTH; i++) {
        sprintf(name, "n%u", i);
        (void)add_name(name, PRM_NAME_INPUT, TEXT);
        sprintf(text + strlen(text), "{#%s}\n", name);
        if (i % PRM_TEMPLATE_DEPTH == PRM_TEMPLATE_DEPTH - 1) {
            const unsigned outer = i + 1 - PRM_TEMPLATE_DEPTH;
            const size_t start = strlen(text);
            unsigned inner;
            sprintf(text + start, "{/n%u}\n", outer);
            for (inner = i; inner > outer; inner--)
                sprintf(expected + strlen(expected), "crossed %zu-%zu /n%u over n%u\n", start, strlen(text) - 1,
                        outer, inner);
        }
    }
    for (i = 3 * PRM_TEMPLATE_DEPTH; i-- > 0;) {
        const size_t start = strlen(text);
        sprintf(text + start, "{/n%u}\n", i);
        if (i % PRM_TEMPLATE_DEPTH == 0 || (i > 2 * PRM_TEMPLATE_DEPTH && i < 3 * PRM_TEMPLATE_DEPTH - 2))
            sprintf(expected + strlen(expected), "not open %zu-%zu /n%u\n", start, strlen(text) - 1, i);
    }
    check_mistakes(text, expected);
}

static void depth(void **state)
{
    char text[1024] = "", expected[1024] = "";
    unsigned i;

    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    for (i = 0; i < PRM_TEMPLATE_DEPTH; i++)
        strcat(text, "{#flag}\n");
    sprintf(expected, "too deep %zu-%zu #flag (9)\nnot open %zu-%zu /text\n", strlen(text), strlen(text) + 7,
            strlen(text) + 8, strlen(text) + 15);
    strcat(text, "{#flag}\n{/text}\n{/flag}\n");
    for (i = 0; i < 18; i++) {
        sprintf(expected + strlen(expected), "too deep %zu-%zu #flag (9)\n", strlen(text), strlen(text) + 7);
        strcat(text, "{#flag}\n");
    }
    for (i = 0; i < 16 + PRM_TEMPLATE_DEPTH; i++)
        strcat(text, "{/flag}\n");
    for (i = 0; i < 2; i++) {
        sprintf(expected + strlen(expected), "not open %zu-%zu /flag\n", strlen(text), strlen(text) + 7);
        strcat(text, "{/flag}\n");
    }
    check_mistakes(text, expected);
}

/* ---- constants, fences, required names ---- */

static void constants(void **state)
{
    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    text_rule.kind = PRM_TEXT_CONSTANT;
    check_mistakes("{#flag}\n{fixed}\n", "no sections 0-7 #flag\nin constant 8-15 fixed\n");
}

static void fences(void **state)
{
    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    check_mistakes("a{fenced}", "");
    check_mistakes("<{fenced}", "fence 1-9 fenced\n");
    check_mistakes("</ta{fenced}<x{fenced}", "fence 4-12 fenced\n");
    check_mistakes("<ta", "fence end 3-3 \n");
    check_mistakes("<{part}", "fence 1-7 part\n");
    check_mistakes("<t{text}{fenced}", "fence 8-16 fenced\n");
    check_mistakes("<{text}ag{fenced}", "fence 9-17 fenced\n");     /* of a text any piece of the name may come */
    check_mistakes("<{fixed}ag{fenced}", "fence 10-18 fenced\n");
    name_rules[TEXT].count = 1;                                     /* a value that others hand to the slot */
    check_mistakes("a{text}", "");
    check_mistakes("<{text}.", "fence 1-7 text\n");
    name_rules[TEXT].count = 0;
    check_mistakes("<{text}.", "");
    name_rules[INDEX].value = FENCED;
    name_rules[INDEX].count = 1;
    check_mistakes("{#rows}\n<{index}.\n{/rows}", "");
    rules.open_ends = 1;
    check_mistakes("t\n{#flag}\n{/flag}\nb.", "");
    check_mistakes("a{fenced}", "fence ahead 1-9 fenced\n");
    check_mistakes("", "fence through 0-0 \n");
    check_mistakes("b.", "");
    check_mistakes("b.{part}", "fence through 8-8 \n");
    check_mistakes("b.{fixed}{fenced}", "");
    d.segments[0][d.entries[2].first].op = PRM_OP_SKIP;             /* behind the constant */
    check_mistakes("b.{fixed}{fenced}", "");
    memcpy(d.pool + d.segments[0][d.entries[1].first].offset, ".<t", 3);
    d.segments[0][d.entries[1].first].size = 3;
    check_mistakes("b.{fixed}{fenced}", "fence ahead 9-17 fenced\n");
    d.segments[0][d.entries[1].first].size = 1;
    check_mistakes("b.{fixed}{fenced}", "");
    d.segments[0][d.entries[1].first].op = PRM_OP_SKIP;             /* of this constant no one knows how it ends */
    check_mistakes("b.{fixed}{fenced}", "fence ahead 9-17 fenced\n");
}

/* 256 names can be required; what comes behind them is not. */
static void required_names(void **state)
{
    const prm_mistake_sink sink = { note, &told };
    prm_template_code code;
    char name[8];
    unsigned i;

    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    name_rules[TEXT].required = 1;
    check_mistakes("", "");
    check_mistakes("{text}", "");
    check_mistakes("x", "lacks 0-0 text\n");
    check_mistakes("{#text}\n{/text}\n", "");
    for (i = 1; i <= 256; i++) {
        sprintf(name, "n%u", i);
        name_rules[add_name(name, PRM_NAME_INPUT, TEXT)].required = 1;
        memset(&code, 0, sizeof code);
        told_size = 0;
        assert_int_equal(prm_template_compile(&compiler, &given, prm_cstr("x"), &code, sink), i < 255 ? i + 1 : 256);
        told_size = 0;
        assert_int_equal(prm_template_compile(&compiler, &given, prm_cstr("{n1}{n255}{n256}"), &code, sink),
                         i < 255 ? i + 2 : i == 255 ? 255 : 254);    /* names that are unknown yet included */
    }
}

/* Each of the names is missed alone. */
static void lacking_names(void **state)
{
    char text[2048], name[8], expected[32];
    unsigned i, other;

    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    for (i = 0; i < 256; i++) {
        sprintf(name, "n%u", i);
        name_rules[add_name(name, PRM_NAME_INPUT, TEXT)].required = 1;
    }
    for (i = 0; i < 256; i++) {
        size_t size = 0;
        for (other = 0; other < 256; other++)
            if (other != i)
                size += (size_t)sprintf(text + size, "{n%u}", other);
        sprintf(expected, "lacks 0-0 n%u\n", i);
        check_mistakes(text, expected);
    }
}

/* ---- what does not fit ---- */

static void names_behind_the_end(void **state)
{
    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    assert_string_equal(prm_rule_name(&rules, 0), "text");
    assert_string_equal(prm_rule_name(&rules, rules.names_size), "");
    assert_true(prm_rule_is(&rules, 0, prm_cstr("text")));
    assert_false(prm_rule_is(&rules, 0, prm_cstr("tex")));
    assert_false(prm_rule_is(&rules, 0, prm_cstr("texts")));
    assert_false(prm_rule_is(&rules, rules.names_size, prm_cstr("")));
    assert_false(prm_rule_is(&rules, rules.names_size - 1, prm_cstr("a")));
    name_rules[TEXT].required = 1;
    name_rules[TEXT].name = rules.names_size;
    check_mistakes("x", "lacks 0-0 \n");
    rules.names_size -= 1;
    assert_false(prm_rule_is(&rules, rules.names_size - 4, prm_cstr("kept")));
    names[rules.names_size] = 's';
    name_rules[TEXT].name = rules.names_size - 4;
    check_mistakes("x", "lacks 0-0 kept\n");
}

static void too_big(void **state)
{
    static char text[PRM_NO_SEGMENT >> 13];
    const prm_mistake_sink sink = { note, &told };
    prm_template_code code;
    size_t i;

    (void)state;
    begin(PRM_SYNTAX_SINGLE);
    memset(&code, 0, sizeof code);
    for (i = 0; i + 8 <= sizeof text - 1; i += 8)
        memcpy(text + i, "{number}", 8);
    told_size = 0;
    assert_int_equal(prm_template_compile(&compiler, &given, prm_bytes(text, 8 * 65535), &code, sink), 0);
    assert_int_equal(prm_template_compile(&compiler, &given, prm_bytes(text, 8 * 65535 + 1), &code, sink), 1);
    assert_string_equal(told, "too big 524281-524281 \n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values), cmocka_unit_test(sections), cmocka_unit_test(mistakes_of_names),
        cmocka_unit_test(mistakes_of_sections), cmocka_unit_test(mistakes_in_rows),
        cmocka_unit_test(many_crossed), cmocka_unit_test(depth),
        cmocka_unit_test(constants), cmocka_unit_test(fences), cmocka_unit_test(required_names),
        cmocka_unit_test(lacking_names), cmocka_unit_test(names_behind_the_end), cmocka_unit_test(too_big)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
