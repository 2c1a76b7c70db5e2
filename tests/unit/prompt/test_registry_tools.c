/* Tools and their order, and what listeners do to a prompt. */
#include <harness.h>

#include "world.h"

/* ---- providers ---- */

typedef struct shelf {
    prm_tool tools[8];
    prm_text known[8];
    size_t   tool_count, known_count;
    bool     lists_known;
} shelf;

/* Names with a space between; schemas are the provider's mark and a number. */
static size_t split(const char *names, prm_text *list)
{
    size_t count = 0;

    while (*names != '\0') {
        const size_t size = strcspn(names, " ");
        list[count++] = prm_bytes(names, size);
        names += size + (names[size] == ' ');
    }
    return count;
}

static shelf shelf_of(const char *names, const char *known, const char *schema)
{
    prm_text list[8];
    shelf s;
    size_t i;

    memset(&s, 0, sizeof s);
    s.tool_count = split(names, list);
    for (i = 0; i < s.tool_count; i++) {
        s.tools[i].name = list[i];
        s.tools[i].schema = prm_cstr(schema);
    }
    s.lists_known = known != NULL;
    if (known)
        s.known_count = split(known, s.known);
    return s;
}

static int offer_shelf(void *context, const prm_prompt *prompt, prm_tool_offer *offer)
{
    const shelf *const s = (const shelf *)context;

    (void)prompt;
    offer->tools = s->tools;
    offer->tool_count = s->tool_count;
    offer->known = s->lists_known ? s->known : NULL;
    offer->known_count = s->known_count;
    return 0;
}

static void add_shelf(world *w, prm_scope scope, shelf *s)
{
    assert_int_equal(prm_registry_tools(&w->registry, scope, offer_shelf, s, NULL, &w->report), PRM_OK);
}

static void begin_ordered(world *w, const char *names)
{
    static prm_text order[8];
    prm_registry_settings settings = prm_registry_defaults();

    world_memory(w);
    settings.include_identity = false;
    settings.tool_order = order;
    settings.tool_order_count = split(names, order);
    assert_int_equal(prm_registry_start(&w->registry, &w->memory, &settings, &w->report), PRM_OK);
}

static const char *listed(world *w)
{
    size_t i, used = 0;

    w->message[0] = '\0';
    for (i = 0; i < w->prompt.tool_count; i++)
        used += (size_t)sprintf(w->message + used, "%s%.*s%.*s", i > 0 ? " " : "", (int)w->tools[i].name.size,
                                w->tools[i].name.data, (int)w->tools[i].schema.size, w->tools[i].schema.data);
    return w->message;
}

static void check_tools(world *w, prm_scope scope, const char *expected)
{
    assert_int_equal(assemble(w, scope), PRM_OK);
    assert_string_equal(listed(w), expected);
}

/* ---- order ---- */

static void tools_by_name(void **state)
{
    shelf s = shelf_of("read bash Zed a_b a-b a 9 ab", NULL, "");
    world w;

    (void)state;
    world_begin(&w);
    check_tools(&w, PRM_GLOBAL, "");
    add_shelf(&w, PRM_GLOBAL, &s);
    check_tools(&w, PRM_GLOBAL, "9 Zed a a-b a_b ab bash read");
}

static void ordered_tools(void **state)
{
    static const struct { const char *order, *expected; } cases[] = {
        { "<unlisted-tools>", "a b c d e" },
        { "d <unlisted-tools>", "d a b c e" },
        { "<unlisted-tools> b", "a c d e b" },
        { "e c <unlisted-tools> a", "e c b d a" },
        { "<unlisted-tools> e d c b a", "e d c b a" },
        { "e d c b a <unlisted-tools>", "e d c b a" },
        { "c <unlisted-tools> b a", "c d e b a" },
        { "e <unlisted-tools> d", "e a b c d" },
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        shelf s = shelf_of("b e a", NULL, ""), t = shelf_of("d c", NULL, "");
        world w;
        begin_ordered(&w, cases[i].order);
        add_shelf(&w, PRM_GLOBAL, &s);
        add_shelf(&w, PRM_GLOBAL, &t);
        check_tools(&w, PRM_GLOBAL, cases[i].expected);
        check_tools(&w, PRM_GLOBAL, cases[i].expected);
    }
}

static void equal_names(void **state)
{
    shelf far = shelf_of("x y", NULL, "1"), second = shelf_of("y x", NULL, "2"), near = shelf_of("x", NULL, "3");
    world w;
    prm_scope agent;

    (void)state;
    begin_ordered(&w, "y <unlisted-tools> x");
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    add_shelf(&w, agent, &near);
    add_shelf(&w, PRM_GLOBAL, &far);
    add_shelf(&w, PRM_GLOBAL, &second);
    check_tools(&w, agent, "y1 y2 x1 x2 x3");
    check_tools(&w, PRM_GLOBAL, "y1 y2 x1 x2");
}

static void orders_that_are_none(void **state)
{
    static const struct { const char *order; prm_status status; const char *said; } cases[] = {
        { "", PRM_BAD_TOOL_ORDER, "the order of tools must hold <unlisted-tools> exactly once and no name twice" },
        { "a b", PRM_BAD_TOOL_ORDER, "the order of tools must hold <unlisted-tools> exactly once and no name twice" },
        { "<unlisted-tools> a <unlisted-tools>", PRM_BAD_TOOL_ORDER, "the order of tools must hold <unlisted-tools> "
          "exactly once and no name twice, but repeats <unlisted-tools>" },
        { "a <unlisted-tools> a", PRM_BAD_TOOL_ORDER,
          "the order of tools must hold <unlisted-tools> exactly once and no name twice, but repeats a" },
        { "a.b <unlisted-tools>", PRM_BAD_NAME, "a name that is not allowed: a.b" },
    };
    prm_registry_settings settings = prm_registry_defaults();
    prm_text order[8];
    world w;
    size_t i;

    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        world_memory(&w);
        settings.tool_order = order;
        settings.tool_order_count = split(cases[i].order, order);
        assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), cases[i].status);
        assert_string_equal(explained(&w), cases[i].said);
    }
    order[0] = prm_bytes(NULL, sizeof PRM_UNLISTED_TOOLS - 1);
    settings.tool_order_count = 1;
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), PRM_BAD_NAME);
    settings.tool_order = NULL;
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), PRM_BAD_ARGUMENT);
}

/* ---- known names ---- */

static void restricted_tools(void **state)
{
    shelf everything = shelf_of("read write bash", NULL, ""), few = shelf_of("read", "write read bash", "");
    world w;
    prm_scope writer, reader;

    (void)state;
    begin_ordered(&w, "write <unlisted-tools> bash");
    writer = open_scope(&w, PRM_GLOBAL, "writer");
    reader = open_scope(&w, PRM_GLOBAL, "reader");
    add_shelf(&w, writer, &everything);
    add_shelf(&w, reader, &few);
    add_text(&w, PRM_GLOBAL, "tool:bash", 100, "Use bash with care.");
    check_tools(&w, writer, "write read bash");
    check_tools(&w, reader, "read");
    check_rendered(&w, PRM_SECTIONS, "Use bash with care.");
    check_unassembled(&w, PRM_GLOBAL, PRM_UNKNOWN_TOOL,
                      "scope global: the order of tools names write, which no provider knows; known here: (none)");
}

static void unknown_tools(void **state)
{
    shelf s = shelf_of("b a", "z b c", ""), t = shelf_of("d", NULL, "");
    world w;

    (void)state;
    begin_ordered(&w, "a c z <unlisted-tools> lost");
    add_shelf(&w, PRM_GLOBAL, &s);
    add_shelf(&w, PRM_GLOBAL, &t);
    check_unassembled(&w, PRM_GLOBAL, PRM_UNKNOWN_TOOL,
                      "scope global: the order of tools names lost, which no provider knows; "
                      "known here: a, b, c, d, z");
    w.prompt.known_capacity = 4;
    check_unassembled(&w, PRM_GLOBAL, PRM_FULL, "scope global: no room is left in the array: known of the prompt");
}

static void tool_names(void **state)
{
    shelf reserved = shelf_of("a <unlisted-tools>", NULL, ""), bad = shelf_of("a.b", NULL, "");
    shelf knows_reserved = shelf_of("a", "a <unlisted-tools>", ""), nothing = shelf_of("a", "a", "");
    shelf many = shelf_of("a b c", NULL, "");
    world w;

    (void)state;
    world_begin(&w);
    add_shelf(&w, PRM_GLOBAL, &reserved);
    check_unassembled(&w, PRM_GLOBAL, PRM_RESERVED_NAME, "scope global: a tool may not be called <unlisted-tools>");
    world_begin(&w);
    add_shelf(&w, PRM_GLOBAL, &bad);
    check_unassembled(&w, PRM_GLOBAL, PRM_BAD_NAME, "scope global: a name that is not allowed: a.b");
    world_begin(&w);
    add_shelf(&w, PRM_GLOBAL, &knows_reserved);
    check_unassembled(&w, PRM_GLOBAL, PRM_RESERVED_NAME, "scope global: a tool may not be called <unlisted-tools>");
    nothing.tools[0].name = nothing.known[0] = prm_bytes(NULL, 3);
    world_begin(&w);
    add_shelf(&w, PRM_GLOBAL, &nothing);
    check_unassembled(&w, PRM_GLOBAL, PRM_BAD_NAME, "scope global: a name that is not allowed");
    nothing.tool_count = 0;
    check_unassembled(&w, PRM_GLOBAL, PRM_BAD_NAME, "scope global: a name that is not allowed");
    world_begin(&w);
    add_shelf(&w, PRM_GLOBAL, &many);
    w.prompt.tool_capacity = 2;
    check_unassembled(&w, PRM_GLOBAL, PRM_FULL, "scope global: no room is left in the array: tools of the prompt");
}

/* ---- callbacks that fail or misbehave ---- */

static int fail_with_7(void *context, const prm_prompt *prompt, prm_text *text)
{
    (void)context;
    (void)prompt;
    *text = prm_cstr("not used");
    return 7;
}

static int fail_offer(void *context, const prm_prompt *prompt, prm_tool_offer *offer)
{
    (void)context;
    (void)prompt;
    (void)offer;
    return -1;
}

static int fail_listen(void *context, prm_prompt *prompt)
{
    (void)context;
    (void)prompt;
    return 9;
}

static int meddle(void *context, const prm_prompt *prompt, prm_text *text)
{
    world *const w = (world *)context;

    (void)prompt;
    add_text(w, PRM_GLOBAL, "new", 1, "x");
    *text = prm_cstr("");
    return 0;
}

static int give_nothing(void *context, const prm_prompt *prompt, prm_text *text)
{
    (void)context;
    (void)prompt;
    (void)text;
    return 0;
}

static int give_size_without_data(void *context, const prm_prompt *prompt, prm_text *text)
{
    (void)context;
    (void)prompt;
    text->size = 3;
    return 0;
}

static int called;

static int count_calls(void *context, prm_prompt *prompt)
{
    (void)context;
    (void)prompt;
    called++;
    return 0;
}

static void failures(void **state)
{
    world w;

    (void)state;
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_provider(fail_with_7, NULL)));
    check_unassembled(&w, PRM_GLOBAL, PRM_CALL_FAILED, "section s, scope global: a callback failed with 7");
    assert_int_equal(w.report.code, 7);

    world_begin(&w);
    assert_int_equal(prm_registry_variable(&w.registry, PRM_GLOBAL, prm_cstr("v"), fail_with_7, NULL, NULL, NULL), 0);
    check_unassembled(&w, PRM_GLOBAL, PRM_CALL_FAILED, "scope global: a callback failed with 7: v");

    world_begin(&w);
    assert_int_equal(prm_registry_tools(&w.registry, PRM_GLOBAL, fail_offer, NULL, NULL, NULL), PRM_OK);
    check_unassembled(&w, PRM_GLOBAL, PRM_CALL_FAILED, "scope global: a callback failed with -1");

    world_begin(&w);
    called = 0;
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, count_calls, NULL, NULL, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, fail_listen, NULL, NULL, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, count_calls, NULL, NULL, NULL), PRM_OK);
    check_unassembled(&w, PRM_GLOBAL, PRM_CALL_FAILED, "scope global: a callback failed with 9");
    assert_int_equal(called, 1);

    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_provider(meddle, &w)));
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_STALE);
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_SECTIONS, PRM_TEXT, NULL), PRM_STALE);

    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_provider(give_nothing, NULL)));
    check_unassembled(&w, PRM_GLOBAL, PRM_MISSING, "section s, scope global: its provider gave no text");
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_template(give_size_without_data, NULL)));
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_BAD_ARGUMENT);
}

/* ---- listeners ---- */

static int edit(void *context, prm_prompt *prompt)
{
    const prm_section last = prm_section_of(prm_cstr("last"), 0, prm_from_text(prm_cstr("Day {{day}}, {{x}}.")));

    (void)context;
    prm_prompt_drop(prompt, 1);
    if (prm_prompt_insert(prompt, prompt->section_count, &last) != PRM_OK
        || prm_prompt_set(prompt, prm_cstr("day"), prm_cstr("{{x}}")) != PRM_OK
        || prm_prompt_set(prompt, prm_cstr("x"), prm_cstr("other x")) != PRM_OK)
        return 1;
    prompt->tools[prompt->tool_count].name = prm_cstr("a");
    prompt->tools[prompt->tool_count++].schema = prm_cstr("");
    return 0;
}

static void listeners_edit(void **state)
{
    shelf s = shelf_of("c b", NULL, "");
    prm_text x = prm_cstr("x");
    world w;
    prm_scope agent;

    (void)state;
    world_begin(&w);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    add_shelf(&w, PRM_GLOBAL, &s);
    add_text(&w, PRM_GLOBAL, "first", 1, "One {{x}}");
    add_text(&w, PRM_GLOBAL, "second", 2, "Two {{day}}");
    add_text(&w, PRM_GLOBAL, "third", 3, "");
    add_variable(&w, PRM_GLOBAL, "x", &x);
    assert_int_equal(prm_registry_listen(&w.registry, agent, edit, NULL, NULL, NULL), PRM_OK);
    check_unrendered(&w, PRM_GLOBAL, PRM_UNKNOWN_VARIABLE,
                     "section second, scope global: unknown variable {{day}}; known here: x");
    check_prompt(&w, agent, "Two {{x}}\n\nDay {{x}}, other x.");
    assert_string_equal(listed(&w), "b c a");
    check_tools(&w, PRM_GLOBAL, "b c");
}

static int rewrite(void *context, prm_prompt *prompt)
{
    (void)context;
    prompt->sections[1].section.source.text = prm_cstr("{{y}}");
    return prm_prompt_set(prompt, prm_cstr("y"), prm_cstr("Y")) != PRM_OK;
}

/* A text that a listener exchanges is looked into anew, whatever was tokenized before. */
static void listeners_rewrite(void **state)
{
    prm_text x = prm_cstr("x");
    world w;

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "s", 1, "A long text before {{x}}, and {{x}} again");
    add_variable(&w, PRM_GLOBAL, "x", &x);
    check_prompt(&w, PRM_GLOBAL, "A long text before x, and x again");
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, rewrite, NULL, NULL, NULL), PRM_OK);
    check_prompt(&w, PRM_GLOBAL, "Y");
}

/* Slots are bound by name when a listener brings them, or the variables of those that stand there. */
static int add_slots(void *context, prm_prompt *prompt)
{
    const prm_section today = prm_section_of(prm_cstr("day"), 0, prm_from_slot(&harness_pack, HARNESS_TODAY_ID));
    const prm_section whole = prm_section_of(prm_cstr("whole"), 0,
                                             prm_from_slot(&harness_pack, HARNESS_SYSTEM_PROMPT_ID));

    if (context)
        return prm_prompt_insert(prompt, 0, &whole) != PRM_OK;
    prompt->sections[1].section.source.id = HARNESS_PROJECT_ID;
    return prm_prompt_insert(prompt, 0, &today) != PRM_OK
           || prm_prompt_set(prompt, prm_cstr("notes"), prm_cstr("Note.")) != PRM_OK
           || prm_prompt_set(prompt, prm_cstr("date"), prm_cstr("now")) != PRM_OK;
}

static void listeners_add_slots(void **state)
{
    prm_text model = prm_cstr("m");
    prm_handle handle;
    world w;

    (void)state;
    world_begin(&w);
    add_variable(&w, PRM_GLOBAL, "model", &model);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("env"), 1, prm_from_slot(&harness_pack, HARNESS_ENVIRONMENT_ID)));
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("t"), 2, prm_from_slot(&harness_pack, HARNESS_TODAY_ID)));
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, add_slots, NULL, &handle, NULL), PRM_OK);
    check_prompt(&w, PRM_GLOBAL,
                 "Today is now.\n\n<project-notes>\nNote.\n</project-notes>\n\nToday is now.");
    assert_int_equal(prm_registry_remove(&w.registry, handle, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, add_slots, &w, NULL, NULL), PRM_OK);
    check_unassembled(&w, PRM_GLOBAL, PRM_NOT_TEXT, "section whole, scope global: placeholder is no text: persona");
}

static char trace[32];

static int note(void *context, prm_prompt *prompt)
{
    (void)prompt;
    strcat(trace, (const char *)context);
    return 0;
}

static void listeners_in_order(void **state)
{
    static char names[][2] = { "a", "b", "c", "d" };
    world w;
    prm_scope outer, inner;

    (void)state;
    world_begin(&w);
    outer = open_scope(&w, PRM_GLOBAL, "outer");
    inner = open_scope(&w, outer, "inner");
    assert_int_equal(prm_registry_listen(&w.registry, inner, note, names[3], NULL, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, note, names[0], NULL, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, outer, note, names[2], NULL, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, note, names[1], NULL, NULL), PRM_OK);
    trace[0] = '\0';
    assert_int_equal(assemble(&w, inner), PRM_OK);
    assert_string_equal(trace, "abcd");
    trace[0] = '\0';
    assert_int_equal(assemble(&w, outer), PRM_OK);
    assert_string_equal(trace, "abc");
    trace[0] = '\0';
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_string_equal(trace, "ab");
}

static int vandalize(void *context, prm_prompt *prompt)
{
    const prm_section more = prm_section_of(prm_cstr("more"), 0, prm_from_text(prm_cstr("more")));

    (void)context;
    while (prompt->section_count > 0)
        prm_prompt_drop(prompt, 0);
    while (prm_prompt_insert(prompt, 0, &more) == PRM_OK && prompt->section_count < 3)
        ;
    return prm_prompt_set(prompt, prm_cstr("x"), prm_cstr("set")) != PRM_OK;
}

static void complete_survives(void **state)
{
    prm_text x = prm_cstr("x");
    prm_section section = prm_section_of(prm_cstr("all"), 7, prm_from_text(prm_cstr("All {{x}}")));
    shelf s = shelf_of("b a", NULL, "");
    world w;

    (void)state;
    world_begin(&w);
    section.complete = true;
    add(&w, PRM_GLOBAL, section);
    add_variable(&w, PRM_GLOBAL, "x", &x);
    add_shelf(&w, PRM_GLOBAL, &s);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, vandalize, NULL, NULL, NULL), PRM_OK);
    check_prompt(&w, PRM_GLOBAL, "All set");
    assert_string_equal(listed(&w), "a b");
}

static int overfill(void *context, prm_prompt *prompt)
{
    (void)context;
    prompt->section_count = prompt->section_capacity + 1;
    return 0;
}

/* To a list that there is not, or to a source of no kind. */
static int misplace(void *context, prm_prompt *prompt)
{
    if (context)
        prompt->sections[0].section.list = (prm_list)2;
    else
        prompt->sections[0].section.source.kind = (prm_section_kind)5;
    return 0;
}

static void listeners_leave_nonsense(void **state)
{
    prm_handle handle;
    world w;

    (void)state;
    world_begin(&w);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, misplace, &w, &handle, NULL), PRM_OK);
    check_unassembled(&w, PRM_GLOBAL, PRM_BAD_ARGUMENT, "section deployment:persona, scope global: bad argument");
    assert_int_equal(prm_registry_remove(&w.registry, handle, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, misplace, NULL, NULL, NULL), PRM_OK);
    check_unassembled(&w, PRM_GLOBAL, PRM_BAD_ARGUMENT, "section deployment:persona, scope global: bad argument");
}

static void listeners_stay_within(void **state)
{
    const prm_section more = prm_section_of(prm_cstr("more"), 0, prm_from_text(prm_cstr("more")));
    prm_section bad = more;
    world w;

    (void)state;
    world_begin(&w);
    check_prompt(&w, PRM_GLOBAL, "");
    assert_int_equal(prm_prompt_insert(&w.prompt, 2, &more), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_insert(&w.prompt, 0, NULL), PRM_BAD_ARGUMENT);
    bad.list = (prm_list)2;
    assert_int_equal(prm_prompt_insert(&w.prompt, 0, &bad), PRM_BAD_ARGUMENT);
    bad = more;
    bad.source.kind = (prm_section_kind)0;
    assert_int_equal(prm_prompt_insert(&w.prompt, 0, &bad), PRM_BAD_ARGUMENT);
    bad = more;
    bad.complete = true;
    assert_int_equal(prm_prompt_insert(&w.prompt, 0, &bad), PRM_BAD_ARGUMENT);
    bad = more;
    bad.name = prm_cstr("two\nlines");
    assert_int_equal(prm_prompt_insert(&w.prompt, 0, &bad), PRM_BAD_NAME);
    check_rendered(&w, PRM_SECTIONS, "");
    w.prompt.section_capacity = 1;
    assert_int_equal(prm_prompt_insert(&w.prompt, 0, &more), PRM_FULL);
    w.prompt.variable_capacity = 1;
    assert_int_equal(prm_prompt_set(&w.prompt, prm_cstr("A"), prm_cstr("")), PRM_BAD_NAME);
    assert_int_equal(prm_prompt_set(&w.prompt, prm_cstr("a"), prm_bytes(NULL, 1)), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_set(&w.prompt, prm_cstr("a"), prm_cstr("1")), PRM_OK);
    assert_int_equal(prm_prompt_set(&w.prompt, prm_cstr("b"), prm_cstr("2")), PRM_FULL);
    assert_int_equal(prm_prompt_set(&w.prompt, prm_cstr("a"), prm_cstr("3")), PRM_OK);
    assert_string_equal(prm_prompt_find(&w.prompt, prm_cstr("a"))->value.data, "3");
    assert_null(prm_prompt_find(&w.prompt, prm_cstr("b")));
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, overfill, NULL, NULL, NULL), PRM_OK);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tools_by_name), cmocka_unit_test(ordered_tools), cmocka_unit_test(equal_names),
        cmocka_unit_test(orders_that_are_none), cmocka_unit_test(restricted_tools), cmocka_unit_test(unknown_tools),
        cmocka_unit_test(tool_names), cmocka_unit_test(failures), cmocka_unit_test(listeners_edit),
        cmocka_unit_test(listeners_rewrite), cmocka_unit_test(listeners_add_slots),
        cmocka_unit_test(listeners_in_order), cmocka_unit_test(complete_survives),
        cmocka_unit_test(listeners_leave_nonsense), cmocka_unit_test(listeners_stay_within)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
