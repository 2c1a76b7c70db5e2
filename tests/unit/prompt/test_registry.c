/* What is registered, where it stands, and who sees it. */
#include <math.h>

#include "world.h"

/* ---- order and ties ---- */

static void order(void **state)
{
    world w;

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "c", 2.5, "C");
    add_text(&w, PRM_GLOBAL, "a", -1e300, "A");
    add_text(&w, PRM_GLOBAL, "d", 1e300, "D");
    add_text(&w, PRM_GLOBAL, "b", -0.5, "B");
    add_text(&w, PRM_GLOBAL, "z1", 0.0, "Z1");
    add_text(&w, PRM_GLOBAL, "z2", -0.0, "Z2");
    add_text(&w, PRM_GLOBAL, "z3", 0.0, "Z3");
    add_text(&w, PRM_GLOBAL, "s", 5e-324, "S");
    add_text(&w, PRM_GLOBAL, "t", -5e-324, "T");
    check_prompt(&w, PRM_GLOBAL, "A\n\nB\n\nT\n\nZ1\n\nZ2\n\nZ3\n\nS\n\nC\n\nD");
}

static void orders_that_are_none(void **state)
{
    const double orders[] = { HUGE_VAL, -HUGE_VAL, HUGE_VAL - HUGE_VAL };
    world w;
    size_t i;

    (void)state;
    world_begin(&w);
    for (i = 0; i < sizeof orders / sizeof *orders; i++) {
        assert_int_equal(try_text(&w, PRM_GLOBAL, "tool:bash", orders[i], "x"), PRM_BAD_ORDER);
        assert_string_equal(explained(&w), "section tool:bash, scope global: order not finite");
    }
    check_prompt(&w, PRM_GLOBAL, "");
}

static void ties(void **state)
{
    world w;
    prm_scope outer, inner;

    (void)state;
    world_begin(&w);
    outer = open_scope(&w, PRM_GLOBAL, "outer");
    inner = open_scope(&w, outer, "inner");
    add_text(&w, inner, "i", 1, "I1");
    add_text(&w, outer, "o", 1, "O1");
    add_text(&w, PRM_GLOBAL, "h", 1, "G2");
    add_text(&w, PRM_GLOBAL, "g", 1, "G1");
    add_text(&w, inner, "j", 1, "I2");
    check_prompt(&w, PRM_GLOBAL, "G2\n\nG1");
    check_prompt(&w, outer, "G2\n\nG1\n\nO1");
    check_prompt(&w, inner, "G2\n\nG1\n\nO1\n\nI1\n\nI2");
}

/* ---- shadowing ---- */

static void shadow_keeps_the_place(void **state)
{
    world w;
    prm_scope agent, helper;
    prm_handle own, first;

    (void)state;
    world_begin(&w);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    helper = open_scope(&w, agent, "helper");
    first = add_text(&w, PRM_GLOBAL, "a", 1, "A");
    add_text(&w, PRM_GLOBAL, "b", 1, "B");
    add_text(&w, PRM_GLOBAL, "c", 1, "C");
    own = add_text(&w, agent, "b", 1, "own B");
    add_text(&w, helper, "a", 1, "own A");
    check_prompt(&w, PRM_GLOBAL, "A\n\nB\n\nC");
    check_prompt(&w, agent, "A\n\nown B\n\nC");
    check_prompt(&w, helper, "own A\n\nown B\n\nC");

    assert_int_equal(prm_registry_remove(&w.registry, own, &w.report), PRM_OK);
    check_prompt(&w, agent, "A\n\nB\n\nC");
    add_text(&w, agent, "b", 0.5, "early B");
    check_prompt(&w, agent, "early B\n\nA\n\nC");
    check_prompt(&w, helper, "early B\n\nown A\n\nC");

    /* Without what it shadowed it is a new name of its scope. */
    assert_int_equal(prm_registry_remove(&w.registry, first, &w.report), PRM_OK);
    check_prompt(&w, helper, "early B\n\nC\n\nown A");
    add_text(&w, PRM_GLOBAL, "a", 1, "late A");
    check_prompt(&w, helper, "early B\n\nC\n\nown A");
    check_prompt(&w, PRM_GLOBAL, "B\n\nC\n\nlate A");
}

static void shadow_of_a_shadow(void **state)
{
    world w;
    prm_scope outer, inner, other;

    (void)state;
    world_begin(&w);
    outer = open_scope(&w, PRM_GLOBAL, "outer");
    inner = open_scope(&w, outer, "inner");
    other = open_scope(&w, PRM_GLOBAL, "other");
    add_text(&w, inner, "x", 1, "X of inner");
    add_text(&w, outer, "x", 1, "X of outer");
    add_text(&w, other, "x", 1, "X of other");
    add_text(&w, PRM_GLOBAL, "x", 1, "X");
    add_text(&w, PRM_GLOBAL, "y", 1, "Y");
    check_prompt(&w, inner, "X of inner\n\nY");
    check_prompt(&w, outer, "X of outer\n\nY");
    check_prompt(&w, other, "X of other\n\nY");
    check_prompt(&w, PRM_GLOBAL, "X\n\nY");
}

static int never(void *context, const prm_prompt *prompt, prm_text *text)
{
    (void)context;
    (void)prompt;
    (void)text;
    fail_msg("a shadowed provider was called");
    return 0;
}

static int tell_scope(void *context, const prm_prompt *prompt, prm_text *text)
{
    static char buffer[16];

    (void)context;
    *text = prm_bytes(buffer, (size_t)sprintf(buffer, "%u of %d", prompt->scope, *(int *)prompt->turn));
    return 0;
}

static void shadowed_providers_rest(void **state)
{
    world w;
    prm_scope agent;
    int turn = 7;

    (void)state;
    world_begin(&w);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_provider(never, NULL)));
    add(&w, agent, prm_section_of(prm_cstr("s"), 1, prm_from_provider(tell_scope, NULL)));
    assert_int_equal(prm_registry_variable(&w.registry, PRM_GLOBAL, prm_cstr("v"), never, NULL, NULL, NULL), PRM_OK);
    assert_int_equal(prm_registry_variable(&w.registry, agent, prm_cstr("v"), tell_scope, NULL, NULL, NULL), PRM_OK);
    add_text(&w, agent, "t", 2, "{{v}}");
    assert_int_equal(prm_registry_assemble(&w.registry, agent, &turn, &w.prompt, &w.report), PRM_OK);
    check_rendered(&w, PRM_SECTIONS, "1 of 7\n\n1 of 7");
}

static void scoped_variables(void **state)
{
    world w;
    prm_scope one, two;
    prm_text global = prm_cstr("G"), own = prm_cstr("O"), only = prm_cstr("only");
    prm_handle handle;

    (void)state;
    world_begin(&w);
    one = open_scope(&w, PRM_GLOBAL, "one");
    two = open_scope(&w, PRM_GLOBAL, "two");
    add_text(&w, PRM_GLOBAL, "s", 1, "{{x}}");
    add_variable(&w, PRM_GLOBAL, "x", &global);
    handle = add_variable(&w, one, "x", &own);
    add_variable(&w, two, "only", &only);
    check_prompt(&w, PRM_GLOBAL, "G");
    check_prompt(&w, one, "O");
    check_prompt(&w, two, "G");
    assert_int_equal(prm_registry_remove(&w.registry, handle, NULL), PRM_OK);
    check_prompt(&w, one, "G");
    add_text(&w, PRM_GLOBAL, "t", 2, "{{only}}");
    check_prompt(&w, two, "G\n\nonly");
    check_unrendered(&w, one, PRM_UNKNOWN_VARIABLE,
                     "section t, scope one: unknown variable {{only}}; known here: x");
}

/* ---- names ---- */

static void duplicates(void **state)
{
    world w;
    prm_scope agent;
    prm_text value = prm_cstr("v");

    (void)state;
    world_begin(&w);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    add_text(&w, PRM_GLOBAL, "s", 1, "S");
    assert_int_equal(try_text(&w, PRM_GLOBAL, "s", 2, "other"), PRM_DUPLICATE);
    assert_string_equal(explained(&w), "section s, scope global: a section of this name is registered here already; "
                                       "register in the agent's own scope to replace it for that agent");
    add_text(&w, agent, "s", 1, "own S");
    assert_int_equal(try_text(&w, agent, "s", 2, "other"), PRM_DUPLICATE);
    assert_string_equal(explained(&w), "section s, scope agent: a section of this name is registered here already");
    add_variable(&w, PRM_GLOBAL, "v", &value);
    assert_int_equal(prm_registry_variable(&w.registry, PRM_GLOBAL, prm_cstr("v"), prm_provide_text, &value, NULL,
                                           &w.report), PRM_DUPLICATE);
    assert_string_equal(explained(&w), "scope global: variable v is registered here already; "
                                       "register in the agent's own scope to replace it for that agent");
    add_variable(&w, agent, "v", &value);
    assert_int_equal(prm_registry_variable(&w.registry, agent, prm_cstr("v"), prm_provide_text, &value, NULL,
                                           &w.report), PRM_DUPLICATE);
    check_prompt(&w, agent, "own S");
}

static void section_names(void **state)
{
    static const char *const good[] = { "harness:identity", " ", "\303\251", "{{x}}", "\342\200\250" };
    static const char *const bad[] = { "", "a\nb", "\t", "\177", "\302\200", "\302\237", "\300\200", "\377" };
    world w;
    size_t i;

    (void)state;
    world_begin(&w);
    for (i = 0; i < sizeof good / sizeof *good; i++)
        add_text(&w, PRM_GLOBAL, good[i], 1, "x");
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(try_text(&w, PRM_GLOBAL, bad[i], 1, "x"), PRM_BAD_NAME);
    check_prompt(&w, PRM_GLOBAL, "x\n\nx\n\nx\n\nx\n\nx");
}

/* A size without data is no name, wherever one is expected. */
static void names_without_data(void **state)
{
    const prm_text nothing = prm_bytes(NULL, 3);
    const prm_section section = prm_section_of(nothing, 1, prm_from_text(prm_cstr("x")));
    prm_text value = prm_cstr("v");
    prm_scope scope;
    world w;

    (void)state;
    world_begin(&w);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, &w.report), PRM_BAD_NAME);
    assert_int_equal(prm_registry_variable(&w.registry, PRM_GLOBAL, nothing, prm_provide_text, &value, NULL,
                                           &w.report), PRM_BAD_NAME);
    assert_int_equal(prm_registry_open(&w.registry, PRM_GLOBAL, nothing, &scope, &w.report), PRM_BAD_NAME);
    assert_string_equal(explained(&w), "a name that is not allowed");
    check_prompt(&w, PRM_GLOBAL, "");
}

static void variable_names(void **state)
{
    static const char *const good[] = { "a", "z9_", "constructor", "a__" };
    static const char *const bad[] = { "", "A", "aB", "_a", "9a", "a-b", "a.b", "\303\251", "a b" };
    world w;
    prm_text value = prm_cstr("v");
    size_t i;

    (void)state;
    world_begin(&w);
    for (i = 0; i < sizeof good / sizeof *good; i++)
        add_variable(&w, PRM_GLOBAL, good[i], &value);
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(prm_registry_variable(&w.registry, PRM_GLOBAL, prm_cstr(bad[i]), prm_provide_text, &value,
                                               NULL, &w.report), PRM_BAD_NAME);
    assert_string_equal(explained(&w), "scope global: a name that is not allowed: a b");
}

/* ---- scopes and handles ---- */

static int offer_nothing(void *context, const prm_prompt *prompt, prm_tool_offer *offer)
{
    (void)prompt;
    (void)offer;
    ++*(int *)context;
    return 0;
}

static int listen(void *context, prm_prompt *prompt)
{
    (void)prompt;
    ++*(int *)context;
    return 0;
}

static void removal(void **state)
{
    world w;
    prm_text value = prm_cstr("v");
    prm_handle section, variable, tools, listener;
    int calls = 0;
    uint32_t changes;

    (void)state;
    world_begin(&w);
    section = add_text(&w, PRM_GLOBAL, "s", 1, "{{v}}");
    variable = add_variable(&w, PRM_GLOBAL, "v", &value);
    assert_int_equal(prm_registry_tools(&w.registry, PRM_GLOBAL, offer_nothing, &calls, &tools, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, listen, &calls, &listener, NULL), PRM_OK);
    check_prompt(&w, PRM_GLOBAL, "v");
    assert_int_equal(calls, 2);
    assert_int_equal(prm_registry_remove(&w.registry, variable, NULL), PRM_OK);
    check_unrendered(&w, PRM_GLOBAL, PRM_UNKNOWN_VARIABLE,
                     "section s, scope global: unknown variable {{v}}; known here: (none)");
    changes = w.registry.changes;
    assert_int_equal(prm_registry_remove(&w.registry, section, NULL), PRM_OK);
    assert_int_not_equal(w.registry.changes, changes);
    assert_int_equal(prm_registry_remove(&w.registry, tools, NULL), PRM_OK);
    assert_int_equal(prm_registry_remove(&w.registry, listener, NULL), PRM_OK);
    calls = 0;
    check_prompt(&w, PRM_GLOBAL, "");
    assert_int_equal(calls, 0);
    changes = w.registry.changes;
    assert_int_equal(prm_registry_remove(&w.registry, section, &w.report), PRM_NOT_FOUND);
    assert_int_equal(prm_registry_remove(&w.registry, 0, NULL), PRM_NOT_FOUND);
    assert_int_equal(w.registry.changes, changes);
}

/* References of sections in the middle go, and those of the others still mean the same. */
static void removal_in_the_middle(void **state)
{
    world w;
    prm_text a = prm_cstr("1"), b = prm_cstr("2"), c = prm_cstr("3");
    prm_handle middle, first;

    (void)state;
    world_begin(&w);
    add_variable(&w, PRM_GLOBAL, "b", &b);
    first = add_text(&w, PRM_GLOBAL, "s1", 1, "{{b}}{{c}}");
    middle = add_text(&w, PRM_GLOBAL, "s2", 2, "{{a}} {{a}} {{b}}");
    add_text(&w, PRM_GLOBAL, "s3", 3, "<{{c}}|{{b}}|{{a}}>");
    add_variable(&w, PRM_GLOBAL, "c", &c);
    add_variable(&w, PRM_GLOBAL, "a", &a);
    check_prompt(&w, PRM_GLOBAL, "23\n\n1 1 2\n\n<3|2|1>");
    assert_int_equal(prm_registry_remove(&w.registry, middle, NULL), PRM_OK);
    check_prompt(&w, PRM_GLOBAL, "23\n\n<3|2|1>");
    add_text(&w, PRM_GLOBAL, "s4", 0, "{{a}}{{b}}{{c}}");
    assert_int_equal(prm_registry_remove(&w.registry, first, NULL), PRM_OK);
    check_prompt(&w, PRM_GLOBAL, "123\n\n<3|2|1>");
}

static void scopes_end(void **state)
{
    world w;
    prm_scope agent, helper, next;
    prm_text value = prm_cstr("v");
    int calls = 0;

    (void)state;
    world_begin(&w);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    helper = open_scope(&w, agent, "helper");
    add_text(&w, PRM_GLOBAL, "g", 1, "G");
    add_text(&w, agent, "g", 1, "own G");
    add_text(&w, agent, "a", 1, "A{{v}}");
    add_text(&w, agent, "b", 0, "B");
    add_variable(&w, agent, "v", &value);
    assert_int_equal(prm_registry_tools(&w.registry, agent, offer_nothing, &calls, NULL, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, agent, listen, &calls, NULL, NULL), PRM_OK);
    check_prompt(&w, helper, "B\n\nown G\n\nAv");
    assert_int_equal(prm_registry_close(&w.registry, agent, &w.report), PRM_BAD_SCOPE);
    assert_string_equal(explained(&w), "scope agent: bad scope");
    assert_int_equal(prm_registry_close(&w.registry, helper, NULL), PRM_OK);
    assert_int_equal(prm_registry_close(&w.registry, agent, NULL), PRM_OK);
    assert_int_equal(w.registry.section_count, 2);
    assert_int_equal(w.registry.reference_count + w.registry.variable_count + w.registry.tools_count
                     + w.registry.listener_count, 0);

    next = open_scope(&w, PRM_GLOBAL, "next");
    assert_int_not_equal(next, agent);
    check_prompt(&w, next, "G");
    assert_int_equal(assemble(&w, agent), PRM_BAD_SCOPE);
    assert_int_equal(try_text(&w, agent, "x", 1, "x"), PRM_BAD_SCOPE);
    assert_int_equal(prm_registry_close(&w.registry, agent, NULL), PRM_BAD_SCOPE);
    assert_int_equal(prm_registry_close(&w.registry, PRM_GLOBAL, NULL), PRM_BAD_SCOPE);
    assert_int_equal(prm_registry_open(&w.registry, agent, prm_cstr("x"), &helper, NULL), PRM_BAD_SCOPE);
    assert_int_equal(assemble(&w, 3), PRM_BAD_SCOPE);
    assert_int_equal(assemble(&w, 0x10000), PRM_BAD_SCOPE);
}

/* ---- full arrays ---- */

/* Everything of the registry but the report, which is outside; and but for what lies behind the last member of an
 * entry. */
static void check_unchanged(world *w, const world *before)
{
    const size_t used = offsetof(prm_variable_entry, number) + sizeof w->variables[0].number;
    size_t i;

    for (i = 0; i < sizeof w->variables / sizeof *w->variables; i++)
        assert_memory_equal(&w->variables[i], &before->variables[i], used);
    assert_memory_equal(&w->registry, &before->registry, sizeof w->registry);
    assert_memory_equal(w->sections, before->sections, sizeof w->sections);
    assert_memory_equal(w->providers, before->providers, sizeof w->providers);
    assert_memory_equal(w->listeners, before->listeners, sizeof w->listeners);
    assert_memory_equal(w->scopes, before->scopes, sizeof w->scopes);
}

static void full_arrays(void **state)
{
    world w, before;
    prm_scope scope;
    prm_text value = prm_cstr("v");
    int calls = 0;

    (void)state;
    world_begin(&w);
    w.registry.memory.section_capacity = 2;
    w.registry.memory.reference_capacity = 2;
    w.registry.memory.scope_capacity = 1;
    w.registry.memory.variable_capacity = 1;
    w.registry.memory.tools_capacity = 1;
    w.registry.memory.listener_capacity = 1;
    before = w;
    assert_int_equal(try_text(&w, PRM_GLOBAL, "three", 1, "{{v}}{{v}}{{v}}"), PRM_FULL);
    assert_string_equal(explained(&w), "section three, scope global: no room is left in the array: references");
    check_unchanged(&w, &before);

    add_text(&w, PRM_GLOBAL, "one", 1, "{{v}}{{v}}");
    add_variable(&w, PRM_GLOBAL, "v", &value);
    open_scope(&w, PRM_GLOBAL, "agent");
    assert_int_equal(prm_registry_tools(&w.registry, PRM_GLOBAL, offer_nothing, &calls, NULL, NULL), PRM_OK);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, listen, &calls, NULL, NULL), PRM_OK);
    before = w;

    assert_int_equal(try_text(&w, PRM_GLOBAL, "two", 1, "x"), PRM_FULL);
    assert_string_equal(explained(&w), "section two, scope global: no room is left in the array: sections");
    assert_int_equal(prm_registry_variable(&w.registry, PRM_GLOBAL, prm_cstr("a"), prm_provide_text, &value, NULL,
                                           &w.report), PRM_FULL);
    assert_string_equal(explained(&w), "scope global: no room is left in the array: variables");
    assert_int_equal(prm_registry_tools(&w.registry, PRM_GLOBAL, offer_nothing, &calls, NULL, &w.report), PRM_FULL);
    assert_string_equal(explained(&w), "scope global: no room is left in the array: tools");
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, listen, &calls, NULL, &w.report), PRM_FULL);
    assert_string_equal(explained(&w), "scope global: no room is left in the array: listeners");
    assert_int_equal(prm_registry_open(&w.registry, PRM_GLOBAL, prm_cstr("b"), &scope, &w.report), PRM_FULL);
    assert_string_equal(explained(&w), "no room is left in the array: scopes");
    check_unchanged(&w, &before);

    w.registry.last = UINT32_MAX;
    assert_int_equal(try_text(&w, PRM_GLOBAL, "two", 1, "x"), PRM_FULL);
    assert_int_equal(w.report.array, PRM_ARRAY_HANDLES);
    w.registry.last = before.registry.last;
    check_unchanged(&w, &before);
    check_prompt(&w, PRM_GLOBAL, "vv");
}

static void full_prompt(void **state)
{
    world w;
    prm_text value = prm_cstr("v");

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "one", 1, "{{v}}");
    add_variable(&w, PRM_GLOBAL, "v", &value);
    w.prompt.section_capacity = 1;
    check_unassembled(&w, PRM_GLOBAL, PRM_FULL,
                      "section one, scope global: no room is left in the array: sections of the prompt");
    w.prompt.section_capacity = 2;
    w.prompt.variable_capacity = 0;
    check_unassembled(&w, PRM_GLOBAL, PRM_FULL,
                      "scope global: no room is left in the array: variables of the prompt");
    w.prompt.variable_capacity = 1;
    check_prompt(&w, PRM_GLOBAL, "v");
}

/* ---- what belongs to every registry ---- */

static void identity_and_persona(void **state)
{
    prm_registry_settings settings = prm_registry_defaults();
    prm_text model = prm_cstr("m-1");
    world w;
    prm_scope agent;

    (void)state;
    world_memory(&w);
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, NULL, &w.report), PRM_OK);
    check_prompt(&w, PRM_GLOBAL, "You are an AI agent powered by the DeepSeek Harness SDK.");

    settings.persona = prm_from_text(prm_cstr("Powered by {{model}}."));
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), PRM_OK);
    add_variable(&w, PRM_GLOBAL, "model", &model);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    add_text(&w, agent, PRM_PERSONA_NAME, PRM_ORDER_PERSONA, "A reviewer.");
    add_text(&w, PRM_GLOBAL, "policy", PRM_ORDER_POLICY, "Policy.");
    add_text(&w, PRM_GLOBAL, "tool:bash", PRM_ORDER_GUIDANCE, "Guidance.");
    add_text(&w, PRM_GLOBAL, "also at 0", 0, "Tie.");
    check_prompt(&w, PRM_GLOBAL, PRM_IDENTITY_TEXT "\n\nPowered by m-1.\n\nTie.\n\nPolicy.\n\nGuidance.");
    check_prompt(&w, agent, PRM_IDENTITY_TEXT "\n\nA reviewer.\n\nTie.\n\nPolicy.\n\nGuidance.");

    settings.include_identity = false;
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), PRM_OK);
    add_variable(&w, PRM_GLOBAL, "model", &model);
    check_prompt(&w, PRM_GLOBAL, "Powered by m-1.");
    settings.persona = prm_from_text(prm_cstr("Powered by {{ model }}."));
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), PRM_MALFORMED);
    assert_string_equal(explained(&w),
                        "section deployment:persona, scope global: malformed placeholder: {{ model }}");
    w.memory.section_capacity = 0;
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, NULL, &w.report), PRM_FULL);
}

static void contexts(void **state)
{
    world w;
    prm_scope agent;
    prm_section section = prm_section_of(prm_cstr("s"), 1, prm_from_text(prm_cstr("Section.")));

    (void)state;
    world_begin(&w);
    agent = open_scope(&w, PRM_GLOBAL, "agent");
    add(&w, PRM_GLOBAL, section);
    check_prompt(&w, PRM_GLOBAL, "Section.");
    check_rendered(&w, PRM_CONTEXTS, "");
    section.list = PRM_CONTEXTS;
    section.source = prm_from_text(prm_cstr(""));
    add(&w, PRM_GLOBAL, section);
    check_prompt(&w, PRM_GLOBAL, "Section.");
    check_rendered(&w, PRM_CONTEXTS, "");
    section.source = prm_from_text(prm_cstr("Two."));
    section.name = prm_cstr("t");
    section.order = 2;
    add(&w, PRM_GLOBAL, section);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    check_rendered(&w, PRM_CONTEXTS, PRM_SUPERSEDES "\n\nTwo.");
    section.source = prm_from_text(prm_cstr("\"One\""));
    section.name = prm_cstr("s");
    section.order = 1;
    add(&w, agent, section);
    check_prompt(&w, agent, "Section.");
    check_rendered(&w, PRM_CONTEXTS, PRM_SUPERSEDES "\n\n\"One\"\n\nTwo.");
    w.registry.supersedes = prm_cstr("A \"new\"\nstate:");
    check_rendered(&w, PRM_CONTEXTS, "A \"new\"\nstate:\n\n\"One\"\n\nTwo.");
    w.registry.supersedes = prm_cstr("");
    check_rendered(&w, PRM_CONTEXTS, "\"One\"\n\nTwo.");
    section.complete = true;
    section.name = prm_cstr("u");
    assert_int_equal(prm_registry_section(&w.registry, agent, &section, NULL, NULL), PRM_BAD_ARGUMENT);
}

/* The two lists have names of their own: nothing of the one shadows anything of the other. */
static void lists_apart(void **state)
{
    prm_section context = prm_section_of(prm_cstr("s"), 1, prm_from_text(prm_cstr("Context.")));
    world w;
    prm_scope outer, inner;

    (void)state;
    world_begin(&w);
    outer = open_scope(&w, PRM_GLOBAL, "outer");
    inner = open_scope(&w, outer, "inner");
    add_text(&w, PRM_GLOBAL, "s", 1, "Section.");
    add_text(&w, outer, "s", 1, "Section of outer.");
    context.list = PRM_CONTEXTS;
    add(&w, inner, context);
    check_prompt(&w, inner, "Section of outer.");
    check_rendered(&w, PRM_CONTEXTS, PRM_SUPERSEDES "\n\nContext.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order), cmocka_unit_test(orders_that_are_none), cmocka_unit_test(ties),
        cmocka_unit_test(shadow_keeps_the_place), cmocka_unit_test(shadow_of_a_shadow),
        cmocka_unit_test(shadowed_providers_rest), cmocka_unit_test(scoped_variables), cmocka_unit_test(duplicates),
        cmocka_unit_test(section_names), cmocka_unit_test(names_without_data), cmocka_unit_test(variable_names),
        cmocka_unit_test(removal), cmocka_unit_test(removal_in_the_middle), cmocka_unit_test(scopes_end),
        cmocka_unit_test(full_arrays), cmocka_unit_test(full_prompt), cmocka_unit_test(identity_and_persona),
        cmocka_unit_test(contexts), cmocka_unit_test(lists_apart)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
