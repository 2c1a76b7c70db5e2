/* What sections say: references, their errors, slots, and what a prompt looks like. */
#include <harness.h>

#include "world.h"

static int give(void *context, const prm_prompt *prompt, prm_text *text)
{
    (void)prompt;
    *text = prm_cstr((const char *)context);
    return 0;
}

/* The same text as a fixed one and as a provider's template. */
static void both(world *w, unsigned kind, const char *name, double order, char *text)
{
    add(w, PRM_GLOBAL, prm_section_of(prm_cstr(name), order, kind == PRM_SECTION_TEXT
                                      ? prm_from_text(prm_cstr(text)) : prm_from_template(give, text)));
}

static void references(void **state)
{
    static const struct { char *text; const char *expected; } cases[] = {
        { "{{model}}", "m \"1\"" },
        { "a{{model}}b{{cwd}}c", "am \"1\"b/tmp{{x}}c" },
        { "{{cwd}}{{cwd}}", "/tmp{{x}}/tmp{{x}}" },
        { "{model} {} {a b} }} }", "{model} {} {a b} }} }" },
        { "open {{ and { no more", "open {{ and { no more" },
        { "{{cwd}} then {{", "/tmp{{x}} then {{" },
        { "x{{empty}}y", "xy" },
        { "\\{{model}}", "{{model}}" },
        { "a\\\\{{model}}", "a\\m \"1\"" },
        { "a\\\\\\{{model}}b", "a\\{{model}}b" },
        { "\\{{ model }} \\{{#x}} \\{{nobody}}", "{{ model }} {{#x}} {{nobody}}" },
        { "C:\\dir \\n", "C:\\dir \\n" },
        { "\\{{a}}\\{{b}}", "{{a}}{{b}}" },
        { "  \n\t kept \n ", "  \n\t kept \n " },
        { "\303\251{{model}}\342\202\254", "\303\251m \"1\"\342\202\254" },
    };
    prm_text model = prm_cstr("m \"1\""), cwd = prm_cstr("/tmp{{x}}"), empty = prm_cstr("");
    size_t i;
    unsigned kind;

    (void)state;
    for (kind = PRM_SECTION_TEXT; kind <= PRM_SECTION_TEMPLATE; kind += PRM_SECTION_TEMPLATE - PRM_SECTION_TEXT)
        for (i = 0; i < sizeof cases / sizeof *cases; i++) {
            world w;
            world_begin(&w);
            both(&w, kind, "s", 1, cases[i].text);
            add_variable(&w, PRM_GLOBAL, "model", &model);
            add_variable(&w, PRM_GLOBAL, "cwd", &cwd);
            add_variable(&w, PRM_GLOBAL, "empty", &empty);
            check_prompt(&w, PRM_GLOBAL, cases[i].expected);
        }
}

/* A provider's text that is no template is a value. */
static void values_are_never_scanned(void **state)
{
    char text[] = "{{model}} {{ x }} {{{y}}}";
    prm_text model = prm_cstr("{{cwd}}{{model}}");
    world w;

    (void)state;
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_provider(give, text)));
    add_text(&w, PRM_GLOBAL, "t", 2, "{{model}}");
    add_variable(&w, PRM_GLOBAL, "model", &model);
    check_prompt(&w, PRM_GLOBAL, "{{model}} {{ x }} {{{y}}}\n\n{{cwd}}{{model}}");
}

static void malformed(void **state)
{
    static const struct { char *text; const char *shown; } cases[] = {
        { "{{ model }}", "{{ model }}" }, { "a{{}}", "{{}}" }, { "{{{model}}}", "{{{model}}" },
        { "{{Model}}", "{{Model}}" }, { "{{a.b}}", "{{a.b}}" }, { "{{_x}}", "{{_x}}" },
        { "{{#model}}", "{{#model}}" },
        { "{{/model}}", "{{/model}}" }, { "{{a-b}}", "{{a-b}}" }, { "{{model}", NULL }, { "{{ no end", NULL },
        { "{{a\nb}}", "{{a b}}" }, { "{{model}} {{ later }}", "{{ later }}" }, { "{{nobody}} {{!}}", "{{!}}" },
        { "\\\\{{ x }}", "{{ x }}" }, { "{{ then }} and }}", "{{ then }}" },
        { "{{ 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 }}",
          "{{ 0123456789 0123456789 0123456789 0123456789 0123456789 012345..." },
    };
    prm_text model = prm_cstr("m");
    char message[256];
    size_t i;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        world w;
        world_begin(&w);
        add_variable(&w, PRM_GLOBAL, "model", &model);
        if (!cases[i].shown) {
            both(&w, PRM_SECTION_TEMPLATE, "s", 1, cases[i].text);
            add_text(&w, PRM_GLOBAL, "t", 2, cases[i].text);
            assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
            assert_int_equal(prm_prompt_measure(&w.prompt, PRM_SECTIONS, PRM_TEXT, NULL), PRM_OK);
            continue;
        }
        sprintf(message, "section s, scope global: malformed placeholder: %s", cases[i].shown);
        assert_int_equal(try_text(&w, PRM_GLOBAL, "s", 1, cases[i].text), PRM_MALFORMED);
        assert_string_equal(explained(&w), message);
        assert_int_equal(w.registry.section_count, 1);
        assert_int_equal(w.registry.reference_count, 0);
        both(&w, PRM_SECTION_TEMPLATE, "s", 1, cases[i].text);
        check_unrendered(&w, PRM_GLOBAL, PRM_MALFORMED, message);
    }
}

static void unknown_and_valueless(void **state)
{
    static const struct { char *text; prm_status status; const char *said; } cases[] = {
        { "{{nobody}}", PRM_UNKNOWN_VARIABLE, "unknown variable {{nobody}}; known here: model, none" },
        { "{{none}}", PRM_MISSING, "no value for {{none}}" },
        { "{{none}} {{nobody}} {{other}}", PRM_UNKNOWN_VARIABLE,
          "unknown variable {{nobody}}; known here: model, none" },
        { "{{model}} {{none}}", PRM_MISSING, "no value for {{none}}" },
        { "{{constructor}}", PRM_UNKNOWN_VARIABLE, "unknown variable {{constructor}}; known here: model, none" },
    };
    prm_text model = prm_cstr("m"), none = prm_bytes(NULL, 0);
    char message[256];
    unsigned kind;
    size_t i;

    (void)state;
    for (kind = PRM_SECTION_TEXT; kind <= PRM_SECTION_TEMPLATE; kind += PRM_SECTION_TEMPLATE - PRM_SECTION_TEXT)
        for (i = 0; i < sizeof cases / sizeof *cases; i++) {
            world w;
            prm_scope scope;
            world_begin(&w);
            scope = open_scope(&w, PRM_GLOBAL, "agent-1");
            add_variable(&w, PRM_GLOBAL, "none", &none);
            add_variable(&w, PRM_GLOBAL, "model", &model);
            both(&w, kind, "tool:bash", 100, cases[i].text);
            sprintf(message, "section tool:bash, scope agent-1: %s", cases[i].said);
            check_unrendered(&w, scope, cases[i].status, message);
        }
}

/* Of one text with all three, the malformed group is told: for a fixed one when it is registered. */
static void gravest_first(void **state)
{
    prm_text none = prm_bytes(NULL, 0);
    world w;

    (void)state;
    world_begin(&w);
    add_variable(&w, PRM_GLOBAL, "none", &none);
    both(&w, PRM_SECTION_TEMPLATE, "s", 1, "{{none}} {{nobody}} {{ bad }}");
    check_unrendered(&w, PRM_GLOBAL, PRM_MALFORMED, "section s, scope global: malformed placeholder: {{ bad }}");
    both(&w, PRM_SECTION_TEXT, "r", 0, "{{none}}");
    check_unrendered(&w, PRM_GLOBAL, PRM_MISSING, "section r, scope global: no value for {{none}}");
}

static void empty_sections(void **state)
{
    char nothing[] = "";
    prm_text empty = prm_cstr("");
    world w;

    (void)state;
    world_begin(&w);
    add_variable(&w, PRM_GLOBAL, "empty", &empty);
    add_text(&w, PRM_GLOBAL, "a", 1, "");
    check_prompt(&w, PRM_GLOBAL, "");
    add_text(&w, PRM_GLOBAL, "b", 2, "B");
    add_text(&w, PRM_GLOBAL, "c", 3, "{{empty}}");
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("d"), 4, prm_from_provider(give, nothing)));
    add_text(&w, PRM_GLOBAL, "e", 5, "\n");
    add_text(&w, PRM_GLOBAL, "f", 6, " E ");
    add_text(&w, PRM_GLOBAL, "g", 7, "");
    check_prompt(&w, PRM_GLOBAL, "B\n\n\n\n\n E ");
}

/* ---- slots ---- */

static void slots(void **state)
{
    prm_text model = prm_cstr("{{cwd}} \"1\""), provider = prm_cstr("p"), cwd = prm_cstr("/");
    prm_text notes = prm_cstr("</project-notes>"), none = prm_bytes(NULL, 0);
    world w;

    (void)state;
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("env"), 2, prm_from_slot(&harness_pack, HARNESS_ENVIRONMENT_ID)));
    add_variable(&w, PRM_GLOBAL, "cwd", &cwd);
    add_variable(&w, PRM_GLOBAL, "provider", &provider);
    check_unrendered(&w, PRM_GLOBAL, PRM_UNKNOWN_VARIABLE,
                     "section env, scope global: unknown variable {{model}}; known here: cwd, provider");
    add_variable(&w, PRM_GLOBAL, "model", &none);
    check_unrendered(&w, PRM_GLOBAL, PRM_MISSING, "section env, scope global: no value for {{model}}");
    w.variables[1].context = &model;
    add_text(&w, PRM_GLOBAL, "t", 1, "{{model}}");
    check_prompt(&w, PRM_GLOBAL,
                 "{{cwd}} \"1\"\n\n# Environment\n\nModel: {{cwd}} \"1\" (p)\nWorking directory: /");
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("notes"), 3, prm_from_slot(&harness_pack, HARNESS_PROJECT_ID)));
    add_variable(&w, PRM_GLOBAL, "notes", &notes);
    check_prompt(&w, PRM_GLOBAL,
                 "{{cwd}} \"1\"\n\n# Environment\n\nModel: {{cwd}} \"1\" (p)\nWorking directory: /\n\n"
                 "<project-notes>\n<\\/project-notes>\n</project-notes>");
    w.prompt.argument_capacity = 3;
    check_unassembled(&w, PRM_GLOBAL, PRM_FULL,
                      "section notes, scope global: no room is left in the array: arguments of the prompt");
}

static void slots_without_placeholders(void **state)
{
    world w;

    (void)state;
    world_begin(&w);
    w.registry.memory.reference_capacity = 0;
    w.prompt.arguments = NULL;
    w.prompt.argument_capacity = 0;
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("id"), 2, prm_from_slot(&harness_pack, HARNESS_IDENTITY_ID)));
    check_prompt(&w, PRM_GLOBAL, "You are an AI agent that works on software projects through tools.");
}

static void slot_values_too_long(void **state)
{
    static char name[66];
    prm_text model, other = prm_cstr("x");
    world w;

    (void)state;
    memset(name, 'm', sizeof name);
    model = prm_bytes(name, 65);
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("env"), 2, prm_from_slot(&harness_pack, HARNESS_ENVIRONMENT_ID)));
    add_variable(&w, PRM_GLOBAL, "model", &model);
    add_variable(&w, PRM_GLOBAL, "provider", &other);
    add_variable(&w, PRM_GLOBAL, "cwd", &other);
    check_unrendered(&w, PRM_GLOBAL, PRM_TOO_LONG, "section env, scope global: value too long: model");
}

static void slots_that_cannot_be_bound(void **state)
{
    prm_pack nameless = harness_pack;
    prm_section section = prm_section_of(prm_cstr("s"), 1, prm_from_slot(&harness_pack, HARNESS_SYSTEM_PROMPT_ID));
    world w;

    (void)state;
    world_begin(&w);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, &w.report), PRM_NOT_TEXT);
    assert_string_equal(explained(&w), "section s, scope global: placeholder is no text: persona");
    section.source.id = HARNESS_OPENAI_CHAT_ID;
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, &w.report), PRM_BAD_ID);
    section.source.id = 0xFFFF;
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, &w.report), PRM_BAD_ID);
    section.source = prm_from_slot(NULL, 0);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, &w.report), PRM_BAD_ARGUMENT);
    nameless.names = NULL;
    section.source = prm_from_slot(&nameless, HARNESS_TODAY_ID);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, &w.report), PRM_BAD_NAME);
    assert_int_equal(w.registry.reference_count, 0);
    check_prompt(&w, PRM_GLOBAL, "");
}

/* An assembly of one slot whose placeholder p is the assembly's y. */
static void draft_assembly(draft *d)
{
    static const char names[] = "whole\0part\0x\0y\0p";
    static const uint32_t name_at[] = { 0, 6, 11, 13, 15 };
    unsigned trait;

    draft_begin(d, true);
    trait = draft_trait(d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_field(d, 0, PRM_FIELD_TEXT, 0, trait);
    draft_field(d, sizeof(prm_text), PRM_FIELD_TEXT, 0, trait);
    draft_field(d, 0, PRM_FIELD_TEXT, 0, trait);
    draft_field(d, sizeof(prm_text), PRM_FIELD_TEXT, 0, trait);
    draft_entry(d, 0, 0, 2);
    draft_text(d, PRM_OP_PART, "");
    draft_value(d, "x=", 0);
    draft_text(d, PRM_OP_PART, ", ");
    draft_op(d, PRM_OP_CALL, 3, 1);
    draft_end(d);
    draft_entry(d, PRM_ENTRY_PLAIN, 2, 1);
    draft_value(d, "p=", 0);
    draft_end(d);
    d->pack.names = names;
    d->pack.names_size = sizeof names;
    d->pack.name_at = name_at;
    d->pack.name_count = 5;
}

static void assemblies(void **state)
{
    static draft d;
    prm_text x = prm_cstr("1"), y = prm_cstr("\"2\""), none = prm_bytes(NULL, 0);
    prm_handle handle;
    world w;

    (void)state;
    draft_assembly(&d);
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_slot(&d.pack, 0)));
    add_variable(&w, PRM_GLOBAL, "x", &x);
    check_unrendered(&w, PRM_GLOBAL, PRM_UNKNOWN_VARIABLE,
                     "section s, scope global: unknown variable {{y}}; known here: x");
    handle = add_variable(&w, PRM_GLOBAL, "y", &none);
    check_unrendered(&w, PRM_GLOBAL, PRM_MISSING, "section s, scope global: no value for {{y}}");
    assert_int_equal(prm_registry_remove(&w.registry, handle, NULL), PRM_OK);
    add_variable(&w, PRM_GLOBAL, "y", &y);
    check_prompt(&w, PRM_GLOBAL, "x=1, p=\"2\"");
}

/* One slot that is nothing but the value of v. */
static void draft_value_only(draft *d)
{
    static const char names[] = "slot\0v";
    static const uint32_t name_at[] = { 0, 5 };

    draft_begin(d, true);
    draft_field(d, 0, PRM_FIELD_TEXT, 0, draft_trait(d, PRM_NO_LIMIT, PRM_NO_SEGMENT));
    draft_entry(d, PRM_ENTRY_PLAIN, 0, 1);
    draft_value(d, "", 0);
    draft_end(d);
    d->pack.names = names;
    d->pack.names_size = sizeof names;
    d->pack.name_at = name_at;
    d->pack.name_count = 2;
}

/* Slots without bytes at the beginning, in the middle and at the end leave no blank line. */
static void empty_slots(void **state)
{
    static const char *const names[] = { "a", "c", "d", "f", "g" };
    static const double orders[] = { 1, 3, 4, 6, 7 };
    static draft d;
    prm_text v = prm_cstr("");
    size_t i;
    world w;

    (void)state;
    draft_value_only(&d);
    world_begin(&w);
    add_variable(&w, PRM_GLOBAL, "v", &v);
    for (i = 0; i < sizeof names / sizeof *names; i++)
        add(&w, PRM_GLOBAL, prm_section_of(prm_cstr(names[i]), orders[i], prm_from_slot(&d.pack, 0)));
    check_prompt(&w, PRM_GLOBAL, "");
    add_text(&w, PRM_GLOBAL, "b", 2, "B{{v}}");
    add_text(&w, PRM_GLOBAL, "e", 5, "{{v}}\"");
    check_prompt(&w, PRM_GLOBAL, "B\n\n\"");
    v = prm_cstr("v");
    check_prompt(&w, PRM_GLOBAL, "v\n\nBv\n\nv\n\nv\n\nv\"\n\nv\n\nv");
}

/* ---- complete sections ---- */

static void complete(void **state)
{
    world w;
    prm_scope agent;
    prm_text value = prm_cstr("v");
    prm_section section = prm_section_of(prm_cstr("all"), 7, prm_from_text(prm_cstr("All: {{v}}")));
    prm_section context = prm_section_of(prm_cstr("now"), 0, prm_from_text(prm_cstr("Now.")));

    (void)state;
    world_begin(&w);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    add_variable(&w, PRM_GLOBAL, "v", &value);
    add_text(&w, PRM_GLOBAL, "s", 1, "S");
    add_text(&w, PRM_GLOBAL, "x", 9, "X");
    section.complete = true;
    add(&w, agent, section);
    context.list = PRM_CONTEXTS;
    add(&w, PRM_GLOBAL, context);
    check_prompt(&w, PRM_GLOBAL, "S\n\nX");
    check_prompt(&w, agent, "All: v");
    check_rendered(&w, PRM_CONTEXTS, PRM_SUPERSEDES "\n\nNow.");

    section.name = prm_cstr("x");
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("all"), 1, prm_from_text(prm_cstr("shadowed"))));
    check_prompt(&w, agent, "All: v");
    section.order = 3;
    add(&w, agent, section);
    check_unassembled(&w, agent, PRM_TWO_COMPLETE,
                      "section x, scope agent: cannot be the whole prompt beside section all");
    check_prompt(&w, PRM_GLOBAL, "S\n\nshadowed\n\nX");
}

/* A complete section that is shadowed by one which is not does not count. */
static void complete_but_shadowed(void **state)
{
    world w;
    prm_scope agent;
    prm_section section = prm_section_of(prm_cstr("all"), 7, prm_from_text(prm_cstr("All")));

    (void)state;
    world_begin(&w);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    section.complete = true;
    add(&w, PRM_GLOBAL, section);
    add_text(&w, PRM_GLOBAL, "s", 1, "S");
    add_text(&w, agent, "all", 7, "part");
    check_prompt(&w, PRM_GLOBAL, "All");
    check_prompt(&w, agent, "S\n\npart");
}

/* ---- what cannot be rendered ---- */

static void no_utf8(void **state)
{
    prm_text value = prm_cstr("\377");
    char buffer[16];
    world w;

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "s", 1, "a{{v}}");
    add_variable(&w, PRM_GLOBAL, "v", &value);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    check_format(&w, PRM_SECTIONS, PRM_TEXT, "a\377", 2);
    check_format(&w, PRM_SECTIONS, PRM_JSON_REPAIR, "a\357\277\275", 4);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_JSON, buffer, 16, &w.report), PRM_BAD_UTF8);
    assert_string_equal(explained(&w), "section s, scope global: value is not UTF-8: v");
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_SECTIONS, PRM_TEXT_REPAIR, &w.report), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_measure(&w.prompt, (prm_list)2, PRM_TEXT, &w.report), PRM_BAD_ARGUMENT);
}

static void overlap(void **state)
{
    static char memory[32] = "0123456789";
    prm_text value;
    world w;

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "s", 1, "<{{v}}>");
    add_variable(&w, PRM_GLOBAL, "v", &value);
    value = prm_bytes(memory + 8, 2);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, memory, 9, &w.report), PRM_OVERLAP);
    assert_string_equal(memory, "0123456789");
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, memory + 9, 8, &w.report), PRM_OVERLAP);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, memory + 10, 8, &w.report), PRM_OK);
    assert_string_equal(memory, "0123456789<89>");
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, memory, 8, &w.report), PRM_OK);
    assert_string_equal(memory, "<89>");
}

/* A buffer over the prompt's own array of arguments, of which only those in use count. */
static void overlap_of_arguments(void **state)
{
    prm_text date = prm_cstr("now");
    world w;

    (void)state;
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_slot(&harness_pack, HARNESS_TODAY_ID)));
    add_variable(&w, PRM_GLOBAL, "date", &date);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, (char *)w.arguments, sizeof w.arguments,
                                       &w.report), PRM_OVERLAP);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, (char *)(w.arguments + 1),
                                       sizeof w.arguments - sizeof *w.arguments, &w.report), PRM_OK);
    assert_string_equal((const char *)(w.arguments + 1), "Today is now.");
}

static void stale(void **state)
{
    prm_prompt_cursor cursor;
    prm_prompt_slice slice;
    world w;

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "s", 1, "S");
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_SECTIONS, PRM_TEXT, &w.report), PRM_STALE);
    check_prompt(&w, PRM_GLOBAL, "S");
    add_text(&w, PRM_GLOBAL, "t", 1, "T");
    assert_int_equal(prm_prompt_open(&cursor, &w.prompt, PRM_SECTIONS, PRM_TEXT, &w.report), PRM_STALE);
    assert_string_equal(explained(&w), "registry has changed");
    check_prompt(&w, PRM_GLOBAL, "S\n\nT");
    assert_int_equal(prm_prompt_open(&cursor, &w.prompt, PRM_SECTIONS, PRM_TEXT, &w.report), PRM_OK);
    assert_int_equal(prm_prompt_next(&cursor, &slice), PRM_OK);
    add_text(&w, PRM_GLOBAL, "u", 1, "U");
    assert_int_equal(prm_prompt_next(&cursor, &slice), PRM_STALE);
    assert_int_equal(slice.size, 0);
    assert_int_equal(prm_prompt_next(&cursor, &slice), PRM_STALE);
}

/* Sizes that do not add up to a size are found before a byte is read. */
static void sizes_too_big(void **state)
{
    static const size_t sizes[] = { SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 4, SIZE_MAX / 2 };
    prm_text value = prm_cstr("v");
    size_t i;
    world w;

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "a", 1, "ab");
    add_text(&w, PRM_GLOBAL, "b", 2, "{{v}}{{v}}.");
    add_variable(&w, PRM_GLOBAL, "v", &value);
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        value.size = sizes[i];
        assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
        assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, NULL, 0, &w.report), PRM_TOO_BIG);
    }
    value.size = (SIZE_MAX - 5) / 2;
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_SECTIONS, PRM_TEXT, &w.report), PRM_OK);
    assert_int_equal(w.report.size, 5 + value.size * 2);
}

static void bad_arguments(void **state)
{
    prm_section section = prm_section_of(prm_cstr("s"), 1, prm_from_text(prm_cstr("x")));
    prm_registry_report report;
    prm_prompt_slice slice;
    prm_scope scope;
    prm_sink sink;
    world w;
    size_t size;
    char byte;

    (void)state;
    memset(&sink, 0, sizeof sink);
    world_begin(&w);
    assert_int_equal(prm_registry_start(NULL, &w.memory, NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_start(&w.registry, NULL, NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_assemble(NULL, PRM_GLOBAL, NULL, &w.prompt, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_assemble(&w.registry, PRM_GLOBAL, NULL, NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_measure(NULL, PRM_SECTIONS, PRM_TEXT, &report), PRM_BAD_ARGUMENT);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_emit(&w.prompt, PRM_SECTIONS, PRM_TEXT, sink, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_gather(&w.prompt, PRM_SECTIONS, PRM_TEXT, NULL, 1, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, NULL, 1, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_open(NULL, &w.prompt, PRM_SECTIONS, PRM_TEXT, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_next(NULL, &slice), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_read(NULL, &byte, 1, &size), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_open(NULL, PRM_GLOBAL, prm_cstr("x"), &scope, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_open(&w.registry, PRM_GLOBAL, prm_cstr("x"), NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_close(NULL, PRM_GLOBAL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_section(NULL, PRM_GLOBAL, &section, NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, NULL, NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_variable(NULL, PRM_GLOBAL, prm_cstr("v"), prm_provide_text, &section.name, NULL,
                                           NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_remove(NULL, 1, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_variable(&w.registry, PRM_GLOBAL, prm_cstr("v"), NULL, NULL, NULL, NULL),
                     PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_tools(&w.registry, PRM_GLOBAL, NULL, NULL, NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, NULL, NULL, NULL, NULL), PRM_BAD_ARGUMENT);
}

/* Literals and values are told apart; so is what is nobody's. */
static void slices(void **state)
{
    static const struct { const char *data, *section; bool value; } expected[] = {
        { "You are an AI agent that works on software projects through tools.", "id", false },
        { "\n\n", NULL, false }, { "Today is ", "today", false }, { "now", "today", true }, { ".", "today", false },
        { "\n\n", NULL, false }, { "at ", "text", false }, { "now", "text", true },
        { "\n\n", NULL, false }, { "{{x}}", "value", true },
    };
    char text[] = "{{x}}";
    prm_text date = prm_cstr("now");
    prm_prompt_cursor cursor;
    prm_prompt_slice slice;
    size_t i;
    world w;

    (void)state;
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("id"), 1, prm_from_slot(&harness_pack, HARNESS_IDENTITY_ID)));
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("today"), 2, prm_from_slot(&harness_pack, HARNESS_TODAY_ID)));
    add_text(&w, PRM_GLOBAL, "text", 3, "at {{date}}");
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("value"), 4, prm_from_provider(give, text)));
    add_variable(&w, PRM_GLOBAL, "date", &date);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_open(&cursor, &w.prompt, PRM_SECTIONS, PRM_TEXT, NULL), PRM_OK);
    for (i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(prm_prompt_next(&cursor, &slice), PRM_OK);
        assert_int_equal(slice.size, strlen(expected[i].data));
        assert_memory_equal(slice.data, expected[i].data, slice.size);
        assert_int_equal(slice.value, expected[i].value);
        assert_int_equal(slice.section != NULL, expected[i].section != NULL);
        if (slice.section)
            assert_string_equal(slice.section->section.name.data, expected[i].section);
    }
    assert_int_equal(prm_prompt_next(&cursor, &slice), PRM_END);
}

static void status_texts(void **state)
{
    unsigned a, b;

    (void)state;
    for (a = PRM_FULL; a <= PRM_STALE; a++) {
        assert_string_not_equal(prm_status_text((prm_status)a), "unknown status");
        for (b = PRM_OK; b < a; b++)
            if (strcmp(prm_status_text((prm_status)b), "unknown status") != 0)
                assert_string_not_equal(prm_status_text((prm_status)a), prm_status_text((prm_status)b));
    }
    assert_string_equal(prm_status_text(PRM_FULL), "array full");
    assert_string_equal(prm_status_text(PRM_STALE), "registry has changed");
    assert_string_equal(prm_status_text((prm_status)(PRM_STALE + 1)), "unknown status");
}

static void messages(void **state)
{
    char buffer[128], untouched[128];
    size_t size, needed, capacity;
    world w;

    (void)state;
    world_begin(&w);
    assert_int_equal(try_text(&w, PRM_GLOBAL, "s", 1, "{{ }}"), PRM_MALFORMED);
    needed = strlen(explained(&w));
    memset(untouched, CANARY, sizeof untouched);
    for (capacity = 0; capacity <= needed; capacity++) {
        memset(buffer, CANARY, sizeof buffer);
        assert_int_equal(prm_registry_explain(&w.report, capacity ? buffer : NULL, capacity, &size), PRM_NO_SPACE);
        assert_int_equal(size, needed);
        assert_memory_equal(buffer, untouched, sizeof buffer);
    }
    assert_int_equal(prm_registry_explain(&w.report, buffer, needed + 1, &size), PRM_OK);
    assert_string_equal(buffer, "section s, scope global: malformed placeholder: {{ }}");
    assert_int_equal(prm_registry_explain(NULL, buffer, 1, &size), PRM_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references), cmocka_unit_test(values_are_never_scanned), cmocka_unit_test(malformed),
        cmocka_unit_test(unknown_and_valueless), cmocka_unit_test(gravest_first), cmocka_unit_test(empty_sections),
        cmocka_unit_test(slots), cmocka_unit_test(slots_without_placeholders), cmocka_unit_test(slot_values_too_long),
        cmocka_unit_test(slots_that_cannot_be_bound), cmocka_unit_test(assemblies), cmocka_unit_test(complete),
        cmocka_unit_test(complete_but_shadowed), cmocka_unit_test(no_utf8), cmocka_unit_test(overlap),
        cmocka_unit_test(overlap_of_arguments), cmocka_unit_test(empty_slots),
        cmocka_unit_test(stale), cmocka_unit_test(sizes_too_big), cmocka_unit_test(bad_arguments),
        cmocka_unit_test(slices), cmocka_unit_test(messages), cmocka_unit_test(status_texts)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
