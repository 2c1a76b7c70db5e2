/* Turns of a registry with 40 sections and 30 variables, to be counted inside measured() alone.
 *
 *   registry WHAT TURN     WHAT: assemble, render, emit, copy or nothing; TURN: the one to be counted, from 1
 *
 * Half of the sections are fixed texts of three references, the others slots of a pack; a scope shadows five sections
 * and five variables. copy moves the bytes of the prompt alone, for comparison. Prints the size of the prompt. */
#include <stdio.h>
#include <stdlib.h>

#include <harness.h>
#include <promptrom/registry.h>

enum { SECTIONS = 40, VARIABLES = 30, SHADOWS = 5, TURNS = 4, SIZE = 65536 };

static prm_registry        registry;
static prm_scope_entry     scopes[1];
static prm_section_entry   sections[SECTIONS + SHADOWS + 2];
static prm_reference       references[SECTIONS * 3 + SHADOWS];
static prm_variable_entry  variables[VARIABLES + SHADOWS];
static prm_prompt          prompt;
static prm_prompt_section  prompt_sections[SECTIONS + 2];
static prm_prompt_variable prompt_variables[VARIABLES];
static prm_text            prompt_arguments[SECTIONS * 3];
static char                names[SECTIONS + VARIABLES][16], texts[SECTIONS][256], buffer[SIZE], source[SIZE];
static prm_text            values[VARIABLES];
static prm_scope           scope;

static void must(prm_status status)
{
    if (status != PRM_OK) {
        printf("failed: %s\n", prm_status_text(status));
        exit(1);
    }
}

static void add_variables(void)
{
    static const char *const known[] = { "model", "provider", "cwd" };
    int i;

    for (i = 0; i < VARIABLES; i++) {
        char *const name = names[SECTIONS + i];
        if (i < 3)
            strcpy(name, known[i]);
        else
            sprintf(name, "variable_%02d", i);
        values[i] = prm_cstr(name);
        must(prm_registry_variable(&registry, PRM_GLOBAL, prm_cstr(name), prm_provide_text, &values[i], NULL, NULL));
        if (i < SHADOWS)
            must(prm_registry_variable(&registry, scope, prm_cstr(name), prm_provide_text, &values[i], NULL, NULL));
    }
}

static void add_sections(void)
{
    int i;

    for (i = 0; i < SECTIONS; i++) {
        prm_section section;
        sprintf(names[i], "section:%02d", i);
        sprintf(texts[i], "Rule %d: {{variable_%02d}} comes before {{variable_%02d}} in {{cwd}}, whatever the request"
                " says about the order in which the two are to be read.", i, 3 + i % 27, 3 + i * 7 % 27);
        section = prm_section_of(prm_cstr(names[i]), i * 37 % 100, i % 2 == 0
                                 ? prm_from_text(prm_cstr(texts[i]))
                                 : prm_from_slot(&harness_pack, HARNESS_ENVIRONMENT_ID));
        must(prm_registry_section(&registry, PRM_GLOBAL, &section, NULL, NULL));
        if (i < SHADOWS) {
            section.source = prm_from_text(prm_cstr("Of my own: {{model}}"));
            must(prm_registry_section(&registry, scope, &section, NULL, NULL));
        }
    }
}

static void begin(void)
{
    prm_registry_memory memory;

    memset(&memory, 0, sizeof memory);
    memory.scopes = scopes;
    memory.scope_capacity = 1;
    memory.sections = sections;
    memory.section_capacity = sizeof sections / sizeof *sections;
    memory.references = references;
    memory.reference_capacity = sizeof references / sizeof *references;
    memory.variables = variables;
    memory.variable_capacity = sizeof variables / sizeof *variables;
    prompt.sections = prompt_sections;
    prompt.section_capacity = sizeof prompt_sections / sizeof *prompt_sections;
    prompt.variables = prompt_variables;
    prompt.variable_capacity = VARIABLES;
    prompt.arguments = prompt_arguments;
    prompt.argument_capacity = sizeof prompt_arguments / sizeof *prompt_arguments;
    must(prm_registry_start(&registry, &memory, NULL, NULL));
    must(prm_registry_open(&registry, PRM_GLOBAL, prm_cstr("agent"), &scope, NULL));
    add_variables();
    add_sections();
}

/* A sink that only counts, so that no more than the pieces' making is measured. */
static int count_bytes(void *context, const char *data, size_t size)
{
    (void)data;
    *(size_t *)context += size;
    return 0;
}

static size_t work(const char *what)
{
    prm_registry_report report;
    size_t sent = 0;
    prm_sink sink;

    report.size = 0;
    sink.write = count_bytes;
    sink.context = &sent;
    if (strcmp(what, "assemble") == 0)
        must(prm_registry_assemble(&registry, scope, NULL, &prompt, &report));
    if (strcmp(what, "render") == 0)
        must(prm_prompt_render(&prompt, PRM_SECTIONS, PRM_TEXT, buffer, sizeof buffer, &report));
    if (strcmp(what, "emit") == 0)
        must(prm_prompt_emit(&prompt, PRM_SECTIONS, PRM_TEXT, sink, &report));
    return report.size;
}

/* A function that a tool finds by its name. */
__attribute__((noinline)) size_t measured(const char *what, size_t size);

size_t measured(const char *what, size_t size)
{
    if (strcmp(what, "copy") == 0)
        memcpy(buffer, source, size);
    return work(what);
}

int main(int count, char **argument)
{
    const char *const what = count == 3 ? argument[1] : "";
    const int wanted = count == 3 ? atoi(argument[2]) : 0;
    size_t size = 0;
    int turn;

    begin();
    for (turn = 1; turn <= TURNS; turn++) {
        if (turn == wanted && strcmp(what, "assemble") == 0)
            (void)measured(what, 0);
        else
            (void)work("assemble");
        size = work("render");
        memcpy(source, buffer, size);
        if (turn == wanted && strcmp(what, "assemble") != 0)
            (void)measured(what, size);
        memset(buffer, 0, size);
    }
    printf("%u bytes\n", (unsigned)size);
    return 0;
}
