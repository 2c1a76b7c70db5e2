/* Two agents share one registry of prompts: an engineer who may do everything, and a reviewer who may only look.
 *
 * The static text is pack harness; what both share is registered for everybody, and each agent has a scope of its own
 * for what is different. Every turn, the prompt of an agent is assembled anew; the program shows it, and how much of
 * it a provider's cache could keep from the turn before. Ends with 1 if a call fails. */
#include <stdio.h>
#include <stdlib.h>

#include <harness.h>
#include <promptrom/registry.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define TEXT(literal) prm_bytes(literal, sizeof(literal) - 1)

enum { TURNS = 3, PROMPT_SIZE = 8192 };

/* ---- all the memory there is ---- */

static prm_scope_entry    scopes[2];
static prm_section_entry  sections[20];
static prm_reference      references[16];
static prm_variable_entry variables[8];
static prm_tools_entry    tool_providers[2];
static prm_listener_entry listeners[2];

static prm_prompt_section  prompt_sections[20];
static prm_prompt_variable prompt_variables[8];
static prm_tool            prompt_tools[HARNESS_TOOL_COUNT];
static prm_text            prompt_known[HARNESS_TOOL_COUNT];
static prm_text            prompt_arguments[16];

static prm_registry_memory registry_memory(void)
{
    prm_registry_memory memory;

    memory.scopes = scopes;
    memory.scope_capacity = COUNT(scopes);
    memory.sections = sections;
    memory.section_capacity = COUNT(sections);
    memory.references = references;
    memory.reference_capacity = COUNT(references);
    memory.variables = variables;
    memory.variable_capacity = COUNT(variables);
    memory.tools = tool_providers;
    memory.tools_capacity = COUNT(tool_providers);
    memory.listeners = listeners;
    memory.listener_capacity = COUNT(listeners);
    return memory;
}

static prm_prompt prompt_memory(void)
{
    prm_prompt prompt;

    memset(&prompt, 0, sizeof prompt);
    prompt.sections = prompt_sections;
    prompt.section_capacity = COUNT(prompt_sections);
    prompt.variables = prompt_variables;
    prompt.variable_capacity = COUNT(prompt_variables);
    prompt.tools = prompt_tools;
    prompt.tool_capacity = COUNT(prompt_tools);
    prompt.known = prompt_known;
    prompt.known_capacity = COUNT(prompt_known);
    prompt.arguments = prompt_arguments;
    prompt.argument_capacity = COUNT(prompt_arguments);
    return prompt;
}

/* ---- an agent ---- */

typedef struct agent {
    const char *name;
    bool        may_tool[HARNESS_TOOL_COUNT];
    prm_tool    tools[HARNESS_TOOL_COUNT];
    prm_scope   scope;
    prm_text    cwd;
    char        last[PROMPT_SIZE];    /* its prompt of the turn before */
    size_t      last_size;
} agent;

#define NAME_OF(identifier, name) {name, sizeof(name) - 1},
static const prm_text tool_names[] = { HARNESS_TOOLS(NAME_OF) };

/* The tools of an agent; what it may not use is still known, so that the order of tools may name it. */
static int offer_tools(void *context, const prm_prompt *prompt, prm_tool_offer *offer)
{
    agent *const a = context;

    (void)prompt;
    for (size_t i = 0; i < HARNESS_TOOL_COUNT; i++)
        if (a->may_tool[i]) {
            a->tools[offer->tool_count].name = tool_names[i];
            a->tools[offer->tool_count++].schema = TEXT("{}");
        }
    offer->tools = a->tools;
    offer->known = tool_names;
    offer->known_count = HARNESS_TOOL_COUNT;
    return 0;
}

/* What the world looks like this turn. */
typedef struct turn { int number; const char *branch; } turn;

static int tell_branch(void *context, const prm_prompt *prompt, prm_text *text)
{
    const turn *const now = prompt->turn;

    (void)context;
    *text = prm_cstr(now->branch);
    return 0;
}

/* From its third turn on, the reviewer is asked to come to an end. */
static int hurry(void *context, prm_prompt *prompt)
{
    const turn *const now = prompt->turn;
    const prm_section note = prm_section_of(TEXT("review:end"), 300, prm_from_text(TEXT("Sum up now, {{model}}.")));

    (void)context;
    if (now->number < 3)
        return 0;
    return prm_prompt_insert(prompt, prompt->section_count, &note) == PRM_OK ? 0 : 1;
}

/* ---- registering ---- */

static prm_registry        registry;
static prm_registry_report report;

static void must(prm_status status)
{
    char message[256];
    size_t size;

    if (status == PRM_OK)
        return;
    if (prm_registry_explain(&report, message, sizeof message, &size) != PRM_OK)
        printf("%s\n", prm_status_text(status));
    else
        printf("%s\n", message);
    exit(1);
}

static void add_slot(prm_scope scope, prm_text name, double order, prm_id id)
{
    const prm_section section = prm_section_of(name, order, prm_from_slot(&harness_pack, id));

    must(prm_registry_section(&registry, scope, &section, NULL, &report));
}

static void register_shared(void)
{
    static prm_text model = {"m-1", 3}, provider = {"local", 5};
    prm_section branch = prm_section_of(TEXT("git"), 0, prm_from_text(TEXT("Branch: {{branch}}")));

    add_slot(PRM_GLOBAL, TEXT("policy:work"), PRM_ORDER_POLICY, HARNESS_POLICIES_WORK_ID);
    add_slot(PRM_GLOBAL, TEXT("policy:style"), PRM_ORDER_POLICY + 1, HARNESS_POLICIES_STYLE_ID);
    add_slot(PRM_GLOBAL, TEXT("tool:search"), PRM_ORDER_GUIDANCE, HARNESS_GUIDANCE_SEARCH_ID);
    add_slot(PRM_GLOBAL, TEXT("environment"), 200, HARNESS_ENVIRONMENT_ID);
    must(prm_registry_variable(&registry, PRM_GLOBAL, TEXT("model"), prm_provide_text, &model, NULL, &report));
    must(prm_registry_variable(&registry, PRM_GLOBAL, TEXT("provider"), prm_provide_text, &provider, NULL, &report));
    must(prm_registry_variable(&registry, PRM_GLOBAL, TEXT("branch"), tell_branch, NULL, NULL, &report));
    branch.list = PRM_CONTEXTS;
    must(prm_registry_section(&registry, PRM_GLOBAL, &branch, NULL, &report));
}

static void register_agent(agent *a, prm_id persona)
{
    must(prm_registry_open(&registry, PRM_GLOBAL, prm_cstr(a->name), &a->scope, &report));
    add_slot(a->scope, prm_cstr(PRM_PERSONA_NAME), PRM_ORDER_PERSONA, persona);
    must(prm_registry_variable(&registry, a->scope, TEXT("cwd"), prm_provide_text, &a->cwd, NULL, &report));
    must(prm_registry_tools(&registry, a->scope, offer_tools, a, NULL, &report));
}

/* ---- turns ---- */

static size_t common_prefix(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t size = 0;

    while (size < a_size && size < b_size && a[size] == b[size])
        size++;
    return size;
}

static void print_indented(const char *text, size_t size)
{
    for (size_t at = 0; at < size; at++)
        printf("%s%c", at == 0 || text[at - 1] == '\n' ? "  | " : "", text[at]);
    putchar('\n');
}

/* The prompt in full at first, later only what comes behind the bytes that stayed. */
static void show_prompt(agent *a, const char *text, size_t size, bool is_first)
{
    const size_t stable = common_prefix(a->last, a->last_size, text, size);

    if (is_first)
        printf("system prompt, %zu bytes:\n", size);
    else
        printf("system prompt, %zu bytes: the first %zu of the %zu before stay%s\n", size, stable, a->last_size,
               stable < size ? ", then:" : "");
    if (stable < size)
        print_indented(text + stable, size - stable);
    memcpy(a->last, text, size);
    a->last_size = size;
}

static void take_turn(agent *a, turn *now)
{
    static char text[PROMPT_SIZE];
    prm_prompt prompt = prompt_memory();

    printf("\n== %s, turn %d\n\n", a->name, now->number);
    must(prm_registry_assemble(&registry, a->scope, now, &prompt, &report));
    must(prm_prompt_render(&prompt, PRM_SECTIONS, PRM_TEXT, text, sizeof text, &report));
    show_prompt(a, text, report.size, now->number == 1);
    printf("tools:");
    for (size_t i = 0; i < prompt.tool_count; i++)
        printf(" %.*s", (int)prompt.tools[i].name.size, prompt.tools[i].name.data);
    must(prm_prompt_render(&prompt, PRM_CONTEXTS, PRM_TEXT, text, sizeof text, &report));
    printf("\nrun-time context:\n");
    print_indented(text, report.size);
}

int main(void)
{
    static agent engineer = {.name = "engineer", .cwd = {"/srv/app", 8}};
    static agent reviewer = {.name = "reviewer", .cwd = {"/srv/review", 11}};
    static const char *const branches[TURNS] = {"main", "fix-1", "fix-1"};
    static const prm_text order[] = {{"read", 4}, {"bash", 4}, {PRM_UNLISTED_TOOLS, sizeof PRM_UNLISTED_TOOLS - 1}};
    const prm_registry_memory memory = registry_memory();
    prm_registry_settings settings = prm_registry_defaults();

    settings.identity = prm_from_slot(&harness_pack, HARNESS_IDENTITY_ID);
    settings.tool_order = order;
    settings.tool_order_count = COUNT(order);
    must(prm_registry_start(&registry, &memory, &settings, &report));
    register_shared();

    for (size_t i = 0; i < HARNESS_TOOL_COUNT; i++)
        engineer.may_tool[i] = true;
    reviewer.may_tool[HARNESS_TOOL_READ] = reviewer.may_tool[HARNESS_TOOL_GREP] = true;
    reviewer.may_tool[HARNESS_TOOL_LS] = reviewer.may_tool[HARNESS_TOOL_ASK] = true;
    register_agent(&engineer, HARNESS_PERSONA_ENGINEER_ID);
    register_agent(&reviewer, HARNESS_PERSONA_REVIEWER_ID);
    add_slot(engineer.scope, TEXT("tool:shell"), PRM_ORDER_GUIDANCE + 1, HARNESS_GUIDANCE_SHELL_ID);
    must(prm_registry_listen(&registry, reviewer.scope, hurry, NULL, NULL, &report));

    for (int number = 1; number <= TURNS; number++) {
        turn now = {number, branches[number - 1]};
        if (number == TURNS)
            engineer.cwd = TEXT("/srv/lib");
        take_turn(&engineer, &now);
        take_turn(&reviewer, &now);
    }
    return 0;
}
