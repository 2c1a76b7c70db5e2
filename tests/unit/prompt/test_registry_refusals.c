/* What the registry refuses: arrays that are none, arguments that are NULL, slots of damaged packs, and listeners and
 * providers that leave too much. */
#include "world.h"

#include "registry_inside.h"

/* ---- memory ---- */

static void take_away(world *w, unsigned which)
{
    switch (which) {
    case 0: w->memory.scopes = NULL; break;
    case 1: w->memory.sections = NULL; break;
    case 2: w->memory.references = NULL; break;
    case 3: w->memory.variables = NULL; break;
    case 4: w->memory.tools = NULL; break;
    case 5: w->memory.listeners = NULL; break;
    case 6: w->prompt.sections = NULL; break;
    case 7: w->prompt.variables = NULL; break;
    case 8: w->prompt.tools = NULL; break;
    case 9: w->prompt.known = NULL; break;
    default: w->prompt.arguments = NULL;
    }
}

/* An array of the registry or of the prompt that has a capacity must be there. */
static void arrays_that_are_none(void **state)
{
    unsigned which;
    world w;

    (void)state;
    for (which = 0; which <= 5; which++) {
        world_memory(&w);
        take_away(&w, which);
        assert_int_equal(prm_registry_start(&w.registry, &w.memory, NULL, &w.report), PRM_BAD_ARGUMENT);
    }
    for (which = 6; which <= 10; which++) {
        world_begin(&w);
        take_away(&w, which);
        assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_BAD_ARGUMENT);
    }
}

/* One with room for the persona alone, and a prompt with room for just that. */
static void arrays_without_capacity(void **state)
{
    prm_registry_settings settings = prm_registry_defaults();
    prm_scope scope;
    world w;

    (void)state;
    world_memory(&w);
    take_away(&w, 0);
    take_away(&w, 2);
    w.memory.scope_capacity = w.memory.variable_capacity = w.memory.tools_capacity = w.memory.listener_capacity = 0;
    w.memory.reference_capacity = 0;
    w.prompt.variable_capacity = w.prompt.tool_capacity = w.prompt.known_capacity = w.prompt.argument_capacity = 0;
    for (unsigned which = 7; which <= 10; which++)
        take_away(&w, which);
    settings.include_identity = false;
    settings.persona = prm_from_text(prm_cstr("Ada"));
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), PRM_OK);
    assert_int_equal(prm_registry_open(&w.registry, PRM_GLOBAL, prm_cstr("a"), &scope, NULL), PRM_FULL);
    check_prompt(&w, PRM_GLOBAL, "Ada");
}

/* ---- arguments ---- */

static int give_none(void *context, const prm_prompt *prompt, prm_tool_offer *offer)
{
    (void)context;
    (void)prompt;
    (void)offer;
    return 0;
}

static int listen(void *context, prm_prompt *prompt)
{
    (void)context;
    (void)prompt;
    return 0;
}

static void registering(void **state)
{
    prm_section section = prm_section_of(prm_cstr("s"), 1, prm_from_text(prm_bytes(NULL, 0)));
    world w;

    (void)state;
    world_begin(&w);
    assert_int_equal(prm_registry_tools(NULL, PRM_GLOBAL, give_none, NULL, NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_listen(NULL, PRM_GLOBAL, listen, NULL, NULL, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, NULL), PRM_BAD_ARGUMENT);
    section.source = prm_from_provider(NULL, NULL);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, NULL), PRM_BAD_ARGUMENT);
    section.source = prm_from_template(NULL, NULL);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, NULL), PRM_BAD_ARGUMENT);
    section.source = prm_from_text(prm_cstr("x"));
    section.source.kind = (prm_section_kind)0;
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, NULL), PRM_BAD_ARGUMENT);
    section.source.kind = (prm_section_kind)(PRM_SECTION_TEMPLATE + 1);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, NULL), PRM_BAD_ARGUMENT);
    section.source.kind = PRM_SECTION_TEXT;
    section.list = (prm_list)(PRM_CONTEXTS + 1);
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, NULL), PRM_BAD_ARGUMENT);
    section.list = PRM_SECTIONS;
    assert_int_equal(prm_registry_section(&w.registry, PRM_GLOBAL, &section, NULL, NULL), PRM_OK);
    check_prompt(&w, PRM_GLOBAL, "x");
}

static void reading(void **state)
{
    prm_prompt_cursor cursor;
    prm_prompt_slice slice;
    size_t got = 1;
    char byte;
    world w;

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "s", 1, "three");
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_open(&cursor, &w.prompt, PRM_SECTIONS, PRM_TEXT, NULL), PRM_OK);
    assert_int_equal(prm_prompt_next(&cursor, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_read(&cursor, &byte, 1, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_read(&cursor, NULL, 1, &got), PRM_BAD_ARGUMENT);
    assert_int_equal(got, 0);
    assert_int_equal(prm_prompt_read(&cursor, &byte, 0, &got), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_prompt_read(&cursor, &byte, 1, &got), PRM_OK);      /* and the rest of the stretch at once */
    assert_int_equal(prm_prompt_next(&cursor, &slice), PRM_OK);
    assert_int_equal(slice.size, 4);
    assert_memory_equal(slice.data, "hree", 4);
    assert_int_equal(prm_prompt_next(&cursor, &slice), PRM_END);
}

static void explaining(void **state)
{
    prm_registry_report report;
    char buffer[64];
    size_t size;

    (void)state;
    memset(&report, 0, sizeof report);
    assert_int_equal(prm_registry_explain(&report, buffer, sizeof buffer, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_explain(&report, NULL, 1, &size), PRM_BAD_ARGUMENT);
    report.section = prm_cstr("s");                                      /* outside of any scope */
    report.status = PRM_FULL;
    report.array = (prm_array)1000;
    assert_int_equal(prm_registry_explain(&report, buffer, sizeof buffer, &size), PRM_OK);
    assert_string_equal(buffer, "section s: no room is left in the array: some array");
    report.status = PRM_SINK_FAILED;
    report.code = 7;
    assert_int_equal(prm_registry_explain(&report, buffer, sizeof buffer, &size), PRM_OK);
    assert_string_equal(buffer, "section s: sink failed with 7");
    report.status = PRM_UNKNOWN_VARIABLE;                                /* with no prompt that knows others */
    report.name = prm_cstr("v");
    assert_int_equal(prm_registry_explain(&report, buffer, sizeof buffer, &size), PRM_OK);
    assert_string_equal(buffer, "section s: unknown variable {{v}}");
    report.name = prm_cstr("");
    assert_int_equal(prm_registry_explain(&report, buffer, sizeof buffer, &size), PRM_OK);
    assert_string_equal(buffer, "section s: unknown variable {{}}");
    report.name = prm_cstr("v");
    report.status = PRM_UNKNOWN_TOOL;
    assert_int_equal(prm_registry_explain(&report, buffer, sizeof buffer, &size), PRM_OK);
    assert_string_equal(buffer, "section s: the order of tools names v, which no provider knows");
    report.status = PRM_BAD_NAME;
    report.name = prm_cstr("");
    assert_int_equal(prm_registry_explain(&report, buffer, sizeof buffer, &size), PRM_OK);
    assert_string_equal(buffer, "section s: a name that is not allowed: ");
}

/* Names of no bytes, which no one can register, are alike and nothing else. */
static void names_of_no_bytes(void **state)
{
    (void)state;
    assert_true(prm_name_equals(prm_bytes("", 0), prm_bytes(NULL, 0)));
    assert_false(prm_name_equals(prm_cstr("a"), prm_bytes(NULL, 0)));
    assert_int_equal(prm_name_compare(prm_bytes(NULL, 0), prm_bytes("", 0)), 0);
    assert_true(prm_name_compare(prm_bytes(NULL, 0), prm_cstr("a")) < 0);
    assert_false(prm_name_is_tool(prm_bytes("", 0)));
    assert_false(prm_name_is_tool(prm_bytes(NULL, 0)));
    assert_true(prm_name_is_tool(prm_cstr("a")));
}

/* Variables that listeners add stand in any order, and are named in theirs. */
static void names_in_order(void **state)
{
    prm_text value = prm_cstr("1");
    world w;

    (void)state;
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "s", 1, "{{x}}");
    add_variable(&w, PRM_GLOBAL, "m", &value);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_set(&w.prompt, prm_cstr("z"), value), PRM_OK);
    assert_int_equal(prm_prompt_set(&w.prompt, prm_cstr("b"), value), PRM_OK);
    assert_int_equal(prm_prompt_set(&w.prompt, prm_cstr("c"), prm_bytes(NULL, 0)), PRM_OK);
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_SECTIONS, PRM_TEXT, &w.report), PRM_UNKNOWN_VARIABLE);
    assert_string_equal(explained(&w),
                        "section s, scope global: unknown variable {{x}}; known here: b, c, m, z");
}

/* ---- providers and listeners ---- */

static int offer_nothing(void *context, const prm_prompt *prompt, prm_tool_offer *offer)
{
    (void)prompt;
    if (context)
        offer->tool_count = 1;
    else
        offer->known_count = 1;
    return 0;
}

static void offers_that_are_none(void **state)
{
    prm_handle handle;
    world w;

    (void)state;
    world_begin(&w);
    assert_int_equal(prm_registry_tools(&w.registry, PRM_GLOBAL, offer_nothing, &w, &handle, NULL), PRM_OK);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_BAD_ARGUMENT);
    assert_int_equal(prm_registry_remove(&w.registry, handle, NULL), PRM_OK);
    assert_int_equal(prm_registry_tools(&w.registry, PRM_GLOBAL, offer_nothing, NULL, NULL, NULL), PRM_OK);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_BAD_ARGUMENT);
}

static int overfill_tools(void *context, prm_prompt *prompt)
{
    (void)context;
    prompt->tool_count = prompt->tool_capacity + 1;
    return 0;
}

/* Fills the prompt with contexts, so that no place is left for the section that is the whole prompt. */
static int crowd(void *context, prm_prompt *prompt)
{
    prm_section more = prm_section_of(prm_cstr("more"), 1, prm_from_text(prm_cstr("more")));

    (void)context;
    more.list = PRM_CONTEXTS;
    while (prompt->section_count > 0)
        prm_prompt_drop(prompt, 0);
    prm_prompt_drop(prompt, 0);                  /* there is none: nothing happens */
    while (prm_prompt_insert(prompt, 0, &more) == PRM_OK)
        ;
    return 0;
}

static void listeners_leave_too_much(void **state)
{
    prm_section whole = prm_section_of(prm_cstr("whole"), 1, prm_from_text(prm_cstr("whole")));
    world w;

    (void)state;
    world_begin(&w);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, overfill_tools, NULL, NULL, NULL), PRM_OK);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_BAD_ARGUMENT);
    world_begin(&w);
    whole.complete = true;
    add(&w, PRM_GLOBAL, whole);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, crowd, NULL, NULL, NULL), PRM_OK);
    check_unassembled(&w, PRM_GLOBAL, PRM_FULL, "scope global: no room is left in the array: sections of the prompt");
}

/* What a listener makes of the section called `s`. */
typedef struct { prm_section_source source; } change;

static int change_section(void *context, prm_prompt *prompt)
{
    const change *const c = context;
    size_t i;

    for (i = 0; i < prompt->section_count; i++)
        if (prompt->sections[i].section.name.size == 1)
            prompt->sections[i].section.source = c->source;
    return 0;
}

/* A section whose text a listener took away, or put into another form. */
static void changed_sections(void **state)
{
    static const char text[] = "one {{a}} two";
    prm_text value = prm_cstr("1");
    change c;
    world w;

    (void)state;
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_text(prm_bytes(text, 13))));
    add_variable(&w, PRM_GLOBAL, "a", &value);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, change_section, &c, NULL, NULL), PRM_OK);
    c.source = prm_from_text(prm_bytes(text, 13));
    check_prompt(&w, PRM_GLOBAL, "one 1 two");
    c.source = prm_from_text(prm_bytes(text, 9));                  /* the same place, another size */
    check_prompt(&w, PRM_GLOBAL, "one 1");
    c.source.kind = PRM_SECTION_VALUE;
    check_prompt(&w, PRM_GLOBAL, "one {{a}}");
    c.source.kind = PRM_SECTION_TEMPLATE;
    check_prompt(&w, PRM_GLOBAL, "one 1");
    w.sections[0].section.source = c.source;                       /* only slots and fixed texts have references */
    w.prompt_sections[0].origin = &w.sections[0];
    w.prompt_sections[0].section.source = c.source;
    assert_null(prm_prompt_references(&w.prompt, &w.prompt_sections[0]));
    world_begin(&w);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_text(prm_bytes(text, 13))));
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, change_section, &c, NULL, NULL), PRM_OK);
    c.source = prm_from_text(prm_bytes(NULL, 0));
    check_unrendered(&w, PRM_GLOBAL, PRM_MISSING, "section s, scope global: its provider gave no text");
}

/* The line above contexts can be what is wrong. */
static void bad_line_above(void **state)
{
    prm_registry_settings settings = prm_registry_defaults();
    prm_section context = prm_section_of(prm_cstr("c"), 1, prm_from_text(prm_cstr("here")));
    world w;

    (void)state;
    world_memory(&w);
    settings.include_identity = false;
    settings.supersedes = prm_cstr("\xFF");
    context.list = PRM_CONTEXTS;
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), PRM_OK);
    add(&w, PRM_GLOBAL, context);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_CONTEXTS, PRM_JSON, &w.report), PRM_BAD_UTF8);
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_CONTEXTS, PRM_TEXT, &w.report), PRM_OK);
    assert_int_equal(w.report.size, 1 + 2 + 4);
}

/* ---- slots of damaged packs ---- */

static draft d, over;

/* A slot with the text `Hello {name}`. */
static void draft_slot(void)
{
    static const char names[] = "slot\0name";
    static const uint32_t name_at[] = { 0, 5 };

    draft_begin(&d, false);
    draft_field(&d, 0, PRM_FIELD_TEXT, 0, draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT));
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 1);
    draft_value(&d, "Hello ", 0);
    draft_end(&d);
    d.pack.names = names;
    d.pack.names_size = sizeof names;
    d.pack.name_at = name_at;
    d.pack.name_count = 2;
}

static prm_status try_slot(world *w, const prm_pack *pack)
{
    const prm_section section = prm_section_of(prm_cstr("s"), 1, prm_from_slot(pack, 0));

    world_begin(w);
    return prm_registry_section(&w->registry, PRM_GLOBAL, &section, NULL, &w->report);
}

static void damaged_slots(void **state)
{
    world w;

    (void)state;
    draft_slot();
    assert_int_equal(try_slot(&w, NULL), PRM_BAD_ARGUMENT);
    assert_int_equal(try_slot(&w, &d.pack), PRM_OK);
    d.pack.entry_count = 0;
    assert_int_equal(try_slot(&w, &d.pack), PRM_BAD_ID);
    draft_slot();
    d.entries[0].field = 2;
    assert_int_equal(try_slot(&w, &d.pack), PRM_BAD_TABLE);
    d.entries[0].field = 1;
    assert_int_equal(try_slot(&w, &d.pack), PRM_BAD_TABLE);
    draft_slot();
    d.fields[0].offset = 1;
    assert_int_equal(try_slot(&w, &d.pack), PRM_NOT_TEXT);
    draft_slot();
    d.fields[0].kind = PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL;
    assert_int_equal(try_slot(&w, &d.pack), PRM_NOT_TEXT);
    draft_slot();
    d.fields[0].kind = PRM_FIELD_INTEGER;
    assert_int_equal(try_slot(&w, &d.pack), PRM_NOT_TEXT);
}

/* A pack that is damaged while it is registered: the names that it gave are gone, and no slot is looked into. */
static void slots_damaged_later(void **state)
{
    prm_text value = prm_cstr("Ada");
    world w;

    (void)state;
    draft_slot();
    assert_int_equal(try_slot(&w, &d.pack), PRM_OK);
    add_variable(&w, PRM_GLOBAL, "name", &value);
    check_prompt(&w, PRM_GLOBAL, "Hello Ada");
    d.fields[0].kind = PRM_FIELD_INTEGER;
    add_variable(&w, PRM_GLOBAL, "other", &value);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_NOT_TEXT);
}

/* A pack that is damaged between assembling and rendering: an error without the name of a variable. */
static void slots_damaged_at_last(void **state)
{
    prm_text value = prm_cstr("Ada");
    world w;

    (void)state;
    draft_slot();
    assert_int_equal(try_slot(&w, &d.pack), PRM_OK);
    add_variable(&w, PRM_GLOBAL, "name", &value);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    d.segments[0][0].op = PRM_OP_VALUE | 9;
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_SECTIONS, PRM_TEXT, &w.report), PRM_BAD_TABLE);
    assert_int_equal(w.report.name.size, 0);
    d.pack.entry_count = 0;
    assert_int_equal(prm_prompt_measure(&w.prompt, PRM_SECTIONS, PRM_TEXT, &w.report), PRM_BAD_ID);
    assert_int_equal(w.report.name.size, 0);
}

/* A slot that is only known when a listener puts it in; and one whose arguments lie in the other order. */
static void slots_of_listeners(void **state)
{
    prm_text value = prm_cstr("Ada");
    change c;
    world w;

    (void)state;
    draft_slot();
    world_begin(&w);
    add_text(&w, PRM_GLOBAL, "s", 1, "x");
    add_variable(&w, PRM_GLOBAL, "name", &value);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, change_section, &c, NULL, NULL), PRM_OK);
    c.source = prm_from_slot(&d.pack, 0);
    check_prompt(&w, PRM_GLOBAL, "Hello Ada");
    c.source = prm_from_slot(&d.pack, 1);
    check_unassembled(&w, PRM_GLOBAL, PRM_BAD_ID, "section s, scope global: no such id");
    c.source = prm_from_slot(NULL, 0);
    check_unassembled(&w, PRM_GLOBAL, PRM_BAD_ARGUMENT, "section s, scope global: bad argument");
}

/* The same slot of another pack, or another one of the same pack, is another source. */
static void slots_in_place_of_slots(void **state)
{
    static draft other;
    prm_text value = prm_cstr("Ada");
    change c;
    world w;

    (void)state;
    draft_slot();
    other = d;
    memcpy(other.pool, "Salut ", 6);
    other.pack.pool = other.pool;
    other.pack.segments[0] = other.segments[0];
    other.pack.entries = other.entries;
    other.pack.fields = other.fields;
    other.pack.traits = other.traits;
    assert_int_equal(try_slot(&w, &d.pack), PRM_OK);
    add_variable(&w, PRM_GLOBAL, "name", &value);
    assert_int_equal(prm_registry_listen(&w.registry, PRM_GLOBAL, change_section, &c, NULL, NULL), PRM_OK);
    c.source = prm_from_slot(&d.pack, 0);
    check_prompt(&w, PRM_GLOBAL, "Hello Ada");
    c.source = prm_from_slot(&other.pack, 0);
    check_prompt(&w, PRM_GLOBAL, "Salut Ada");
    c.source = prm_from_slot(&d.pack, 1);
    check_unassembled(&w, PRM_GLOBAL, PRM_BAD_ID, "section s, scope global: no such id");
}

static void arguments_in_any_order(void **state)
{
    static const char names[] = "slot\0a\0b";
    static const uint32_t name_at[] = { 0, 5, 7 };
    prm_text a = prm_cstr("1"), b = prm_cstr("2");
    unsigned any;
    world w;

    (void)state;
    draft_begin(&d, false);
    any = draft_trait(&d, PRM_NO_LIMIT, PRM_NO_SEGMENT);
    draft_field(&d, sizeof(prm_text), PRM_FIELD_TEXT, 0, any);
    draft_field(&d, 0, PRM_FIELD_TEXT, 0, any);
    draft_entry(&d, PRM_ENTRY_PLAIN, 0, 2);
    draft_value(&d, "", 0);
    draft_value(&d, "-", 1);
    draft_end(&d);
    d.pack.names = names;
    d.pack.names_size = sizeof names;
    d.pack.name_at = name_at;
    d.pack.name_count = 3;
    assert_int_equal(try_slot(&w, &d.pack), PRM_OK);
    add_variable(&w, PRM_GLOBAL, "a", &a);
    add_variable(&w, PRM_GLOBAL, "b", &b);
    check_prompt(&w, PRM_GLOBAL, "1-2");
}

static void slots_of_overlays(void **state)
{
    prm_text value = prm_cstr("Ada");
    world w;

    (void)state;
    draft_slot();
    draft_overlay(&over, &d.pack, false);
    over.pack.public_count = 1;
    over.replaced[0] = draft_entry(&over, PRM_ENTRY_PLAIN, 0, 1);
    draft_value(&over, "Salut ", 0);
    draft_end(&over);
    assert_int_equal(try_slot(&w, &over.pack), PRM_OK);
    add_variable(&w, PRM_GLOBAL, "name", &value);
    check_prompt(&w, PRM_GLOBAL, "Salut Ada");
}

/* ---- scopes ---- */

/* More scopes than numbers: those behind the last number are never given out. */
static void more_scopes_than_numbers(void **state)
{
    enum { MANY = 0x10002 };
    prm_scope_entry *const many = calloc(MANY, sizeof *many);
    prm_scope scope, last;
    size_t i;
    world w;

    (void)state;
    assert_non_null(many);
    world_memory(&w);
    w.memory.scopes = many;
    w.memory.scope_capacity = MANY;
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, NULL, &w.report), PRM_OK);
    for (i = 0; i < 0xFFFD; i++)
        many[i].open = true;
    assert_int_equal(prm_registry_open(&w.registry, PRM_GLOBAL, prm_cstr("last"), &last, NULL), PRM_OK);
    assert_int_equal(last & 0xFFFF, 0xFFFE);
    assert_int_equal(prm_registry_open(&w.registry, PRM_GLOBAL, prm_cstr("one more"), &scope, NULL), PRM_FULL);
    assert_int_equal(prm_registry_close(&w.registry, last, NULL), PRM_OK);
    free(many);
}

static void scopes_that_are_none(void **state)
{
    world w;

    (void)state;
    world_begin(&w);
    assert_int_equal(try_text(&w, (prm_scope)5, "s", 1, "x"), PRM_BAD_SCOPE);
    assert_int_equal(try_text(&w, (prm_scope)4, "s", 1, "x"), PRM_BAD_SCOPE);
    assert_int_equal(try_text(&w, (prm_scope)0x10000, "s", 1, "x"), PRM_BAD_SCOPE);
}

/* ---- names ---- */

static void names(void **state)
{
    static const char *const good[] = { "a b", "\xC2\xA0", "\xC3\x80", "~" };
    static const char *const bad[] = { "\x7F", "a\x1F", "\xC2\x80", "\xC2\x9F", "\xC2", "\xED\xA0\x80" };
    size_t i;
    world w;

    (void)state;
    for (i = 0; i < sizeof good / sizeof *good; i++) {
        world_begin(&w);
        assert_int_equal(try_text(&w, PRM_GLOBAL, good[i], 1, "x"), PRM_OK);
    }
    world_begin(&w);
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(try_text(&w, PRM_GLOBAL, bad[i], 1, "x"), PRM_BAD_NAME);
}

/* ---- a buffer over what is read ---- */

static void overlapping(void **state)
{
    static char memory[64] = "section, context and the line above";
    prm_registry_settings settings = prm_registry_defaults();
    prm_section context = prm_section_of(prm_cstr("c"), 1, prm_from_text(prm_bytes(memory + 9, 7)));
    world w;

    (void)state;
    world_memory(&w);
    settings.include_identity = false;
    settings.supersedes = prm_bytes(memory + 21, 14);
    assert_int_equal(prm_registry_start(&w.registry, &w.memory, &settings, &w.report), PRM_OK);
    add(&w, PRM_GLOBAL, prm_section_of(prm_cstr("s"), 1, prm_from_text(prm_bytes(memory, 7))));
    context.list = PRM_CONTEXTS;
    add(&w, PRM_GLOBAL, context);
    assert_int_equal(assemble(&w, PRM_GLOBAL), PRM_OK);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, memory, 8, NULL), PRM_OVERLAP);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_CONTEXTS, PRM_TEXT, memory + 9, 55, NULL), PRM_OVERLAP);
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_CONTEXTS, PRM_TEXT, memory + 22, 42, NULL), PRM_OVERLAP);
    assert_string_equal(memory, "section, context and the line above");
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_SECTIONS, PRM_TEXT, memory + 9, 55, NULL), PRM_OK);
    assert_string_equal(memory + 9, "section");
    assert_int_equal(prm_prompt_render(&w.prompt, PRM_CONTEXTS, PRM_TEXT, memory, 7, NULL), PRM_NO_SPACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_that_are_none), cmocka_unit_test(arrays_without_capacity),
        cmocka_unit_test(registering), cmocka_unit_test(reading), cmocka_unit_test(explaining),
        cmocka_unit_test(names_in_order), cmocka_unit_test(offers_that_are_none),
        cmocka_unit_test(listeners_leave_too_much), cmocka_unit_test(damaged_slots),
        cmocka_unit_test(slots_damaged_later), cmocka_unit_test(slots_damaged_at_last),
        cmocka_unit_test(slots_of_listeners), cmocka_unit_test(slots_in_place_of_slots),
        cmocka_unit_test(arguments_in_any_order), cmocka_unit_test(slots_of_overlays), cmocka_unit_test(names),
        cmocka_unit_test(names_of_no_bytes), cmocka_unit_test(changed_sections), cmocka_unit_test(bad_line_above),
        cmocka_unit_test(more_scopes_than_numbers), cmocka_unit_test(scopes_that_are_none),
        cmocka_unit_test(overlapping)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
