/* A registry that does what it is told on standard input, one command a line, and says what came of it.
 *
 *   new ORDER                                      a fresh registry; ORDER: names with commas, or -
 *   open SCOPE NAME | close SCOPE                  scopes and handles are numbers in the order of their making
 *   section SCOPE NAME ORDER LIST COMPLETE KIND HEX
 *   variable SCOPE NAME HEX|-
 *   tools SCOPE NAMES KNOWN|-                      names with commas, or - for none
 *   listener SCOPE HEX                             adds a section with that text, and gives variable c a value
 *   remove HANDLE
 *   assemble SCOPE
 *
 * Answers: `ok`, or `error STATUS SECTION NAME OTHER`; of assemble, both lists as HEX and the tools. */
#include <stdio.h>
#include <stdlib.h>

#include <promptrom/registry.h>

enum { MANY = 64, WORDS = 8, LINE = 4096, POOL = 65536 };

static struct {
    prm_registry        registry;
    prm_scope_entry     scopes[3];
    prm_section_entry   sections[8];
    prm_reference       references[12];
    prm_variable_entry  variables[6];
    prm_tools_entry     providers[4];
    prm_listener_entry  listeners[3];
    prm_prompt_section  prompt_sections[10];
    prm_prompt_variable prompt_variables[3];
    prm_tool            tools[12];
    prm_text            known[12];
    prm_prompt          prompt;
    prm_registry_report report;
    prm_scope           scope[MANY];
    prm_handle          handle[MANY];
    size_t              scope_count, handle_count;
    prm_text            order[MANY];
    char                pool[POOL];      /* whatever is registered */
    size_t              used;
} it;

typedef struct { prm_tool tools[WORDS]; prm_text known[WORDS]; size_t tool_count, known_count; bool lists; } shelf;

static void die(const char *why)
{
    printf("broken: %s\n", why);
    fflush(stdout);
    exit(3);
}

/* ---- texts ---- */

static void *keep(const void *data, size_t size)
{
    void *const kept = it.pool + it.used;

    if (size + 16 > POOL - it.used)
        die("the pool is too small");
    memcpy(kept, data, size);
    it.used += (size + 15) / 16 * 16;
    return kept;
}

static prm_text kept_text(const char *word)
{
    return prm_bytes(keep(word, strlen(word) + 1), strlen(word));
}

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* `-` is no text, `.` the empty one. */
static prm_text unhex(const char *word)
{
    char bytes[LINE];
    size_t size = 0;

    if (*word == '-')
        return prm_bytes(NULL, 0);
    for (; *word != '.' && *word != '\0'; word += 2)
        bytes[size++] = (char)(digit(word[0]) << 4 | digit(word[1]));
    bytes[size] = '\0';
    return prm_bytes(keep(bytes, size + 1), size);
}

static size_t split(char *word, prm_text *list, size_t most)
{
    size_t count = 0;
    char *name;

    if (strcmp(word, "-") == 0)
        return 0;
    for (name = strtok(word, ","); name && count < most; name = strtok(NULL, ","))
        list[count++] = kept_text(name);
    return count;
}

/* ---- callbacks ---- */

static int offer_shelf(void *context, const prm_prompt *prompt, prm_tool_offer *offer)
{
    const shelf *const s = context;

    (void)prompt;
    offer->tools = s->tools;
    offer->tool_count = s->tool_count;
    offer->known = s->lists ? s->known : NULL;
    offer->known_count = s->known_count;
    return 0;
}

static int add_section(void *context, prm_prompt *prompt)
{
    const prm_section section = prm_section_of(prm_cstr("heard"), 0, prm_from_text(*(const prm_text *)context));

    if (prm_prompt_insert(prompt, prompt->section_count, &section) != PRM_OK)
        return 1;
    return prm_prompt_set(prompt, prm_cstr("c"), prm_cstr("C")) == PRM_OK ? 0 : 2;
}

/* ---- answers ---- */

static void say_text(prm_text text)
{
    size_t i;

    putchar(' ');
    if (text.size == 0)
        putchar('.');
    for (i = 0; i < text.size; i++)
        printf("%02x", (unsigned char)text.data[i]);
}

static void answer(prm_status status)
{
    if (status == PRM_OK) {
        puts("ok");
        return;
    }
    if (status != it.report.status)
        die("the report has another status");
    printf("error %d", (int)status);
    say_text(it.report.section);
    say_text(it.report.name);
    say_text(it.report.other);
    putchar('\n');
}

static int append(void *context, const char *data, size_t size)
{
    prm_text *const to = context;
    char *const end = it.pool + it.used + to->size;

    memcpy(end, data, size);
    to->size += size;
    return 0;
}

/* All other ways out must give the same. */
static void check_ways(prm_list list, const char *text, size_t size)
{
    prm_text pieces[256], sent = prm_bytes(it.pool + it.used, 0);
    char chunk[7];
    prm_prompt_cursor cursor;
    prm_sink sink;
    size_t i, got = sizeof chunk, at = 0;

    if (prm_prompt_gather(&it.prompt, list, PRM_TEXT, pieces, 256, &it.report) != PRM_OK)
        die("gather");
    for (i = 0; i < it.report.pieces; at += pieces[i++].size)
        if (memcmp(text + at, pieces[i].data, pieces[i].size) != 0)
            die("gathered bytes");
    sink.write = append;
    sink.context = &sent;
    if (at != size || prm_prompt_emit(&it.prompt, list, PRM_TEXT, sink, &it.report) != PRM_OK || sent.size != size
        || memcmp(sent.data, text, size) != 0)
        die("emit");
    if (prm_prompt_open(&cursor, &it.prompt, list, PRM_TEXT, NULL) != PRM_OK)
        die("open");
    for (at = 0; got == sizeof chunk; at += got)
        if (prm_prompt_read(&cursor, chunk, sizeof chunk, &got) > PRM_END || memcmp(text + at, chunk, got) != 0)
            die("read");
    if (at != size)
        die("chunks");
}

static prm_status render(prm_list list, char *text, size_t *size)
{
    const prm_status status = prm_prompt_render(&it.prompt, list, PRM_TEXT, text, LINE, &it.report);

    *size = it.report.size;
    if (status == PRM_OK)
        check_ways(list, text, *size);
    return status;
}

static void assemble(prm_scope scope)
{
    char text[2][LINE];
    size_t size[2], i;
    prm_status status = prm_registry_assemble(&it.registry, scope, NULL, &it.prompt, &it.report);

    if (status == PRM_OK)
        status = render(PRM_SECTIONS, text[0], &size[0]);
    if (status == PRM_OK)
        status = render(PRM_CONTEXTS, text[1], &size[1]);
    if (status != PRM_OK) {
        answer(status);
        return;
    }
    printf("ok");
    say_text(prm_bytes(text[0], size[0]));
    say_text(prm_bytes(text[1], size[1]));
    for (i = 0; i < it.prompt.tool_count; i++)
        printf(" %.*s/%.*s", (int)it.tools[i].name.size, it.tools[i].name.data, (int)it.tools[i].schema.size,
               it.tools[i].schema.data);
    putchar('\n');
}

/* ---- commands ---- */

static void begin(char *order)
{
    prm_registry_settings settings = prm_registry_defaults();
    prm_registry_memory memory;

    memset(&it, 0, sizeof it);
    memory.scopes = it.scopes;
    memory.scope_capacity = 3;
    memory.sections = it.sections;
    memory.section_capacity = 8;
    memory.references = it.references;
    memory.reference_capacity = 12;
    memory.variables = it.variables;
    memory.variable_capacity = 6;
    memory.tools = it.providers;
    memory.tools_capacity = 4;
    memory.listeners = it.listeners;
    memory.listener_capacity = 3;
    it.prompt.sections = it.prompt_sections;
    it.prompt.section_capacity = 10;
    it.prompt.variables = it.prompt_variables;
    it.prompt.variable_capacity = 3;
    it.prompt.tools = it.tools;
    it.prompt.tool_capacity = 12;
    it.prompt.known = it.known;
    it.prompt.known_capacity = 12;
    it.scope_count = 1;
    settings.supersedes = prm_cstr("NOW");
    settings.tool_order_count = split(order, it.order, MANY);
    settings.tool_order = settings.tool_order_count > 0 ? it.order : NULL;
    answer(prm_registry_start(&it.registry, &memory, &settings, &it.report));
}

static void note_handle(prm_status status, prm_handle handle)
{
    if (status == PRM_OK && it.handle_count < MANY)
        it.handle[it.handle_count++] = handle;
    answer(status);
}

static void section(prm_scope scope, char **word)
{
    prm_section new_one = prm_section_of(kept_text(word[2]), atof(word[3]), prm_from_text(unhex(word[7])));
    const prm_text text = new_one.source.text;
    prm_handle handle = 0;
    prm_status status;

    new_one.list = (prm_list)atoi(word[4]);
    new_one.complete = atoi(word[5]) != 0;
    if (*word[6] == 'v')
        new_one.source = prm_from_provider(prm_provide_text, keep(&text, sizeof text));
    if (*word[6] == 't')
        new_one.source = prm_from_template(prm_provide_text, keep(&text, sizeof text));
    status = prm_registry_section(&it.registry, scope, &new_one, &handle, &it.report);
    note_handle(status, handle);
}

static void tools(prm_scope scope, char **word)
{
    static char marks[MANY][4];
    shelf s;
    prm_text names[WORDS];
    prm_handle handle = 0;
    prm_status status;
    size_t i;

    memset(&s, 0, sizeof s);
    s.lists = strcmp(word[3], "-") != 0;
    s.tool_count = split(word[2], names, WORDS);
    s.known_count = split(word[3], s.known, WORDS);
    sprintf(marks[it.handle_count], "%u", (unsigned)it.handle_count);
    for (i = 0; i < s.tool_count; i++) {
        s.tools[i].name = names[i];
        s.tools[i].schema = prm_cstr(marks[it.handle_count]);
    }
    status = prm_registry_tools(&it.registry, scope, offer_shelf, keep(&s, sizeof s), &handle, &it.report);
    note_handle(status, handle);
}

static void listener(prm_scope scope, char **word)
{
    const prm_text text = unhex(word[2]);
    prm_handle handle = 0;
    const prm_status status = prm_registry_listen(&it.registry, scope, add_section, keep(&text, sizeof text), &handle,
                                                  &it.report);

    note_handle(status, handle);
}

static void variable(prm_scope scope, char **word)
{
    const prm_text value = unhex(word[3]);
    prm_handle handle = 0;
    const prm_status status = prm_registry_variable(&it.registry, scope, kept_text(word[2]), prm_provide_text,
                                                    keep(&value, sizeof value), &handle, &it.report);

    note_handle(status, handle);
}

static void open_scope(prm_scope parent, char **word)
{
    prm_scope scope = 0;
    const prm_status status = prm_registry_open(&it.registry, parent, kept_text(word[2]), &scope, &it.report);

    if (status == PRM_OK && it.scope_count < MANY)
        it.scope[it.scope_count++] = scope;
    answer(status);
}

static void obey(char **word)
{
    const size_t number = word[1] ? (size_t)atoi(word[1]) : 0;
    const prm_scope scope = number < MANY ? it.scope[number] : 0;

    if (strcmp(word[0], "new") == 0)
        begin(word[1]);
    else if (strcmp(word[0], "open") == 0)
        open_scope(scope, word);
    else if (strcmp(word[0], "close") == 0)
        answer(prm_registry_close(&it.registry, scope, &it.report));
    else if (strcmp(word[0], "section") == 0)
        section(scope, word);
    else if (strcmp(word[0], "variable") == 0)
        variable(scope, word);
    else if (strcmp(word[0], "tools") == 0)
        tools(scope, word);
    else if (strcmp(word[0], "listener") == 0)
        listener(scope, word);
    else if (strcmp(word[0], "remove") == 0)
        answer(prm_registry_remove(&it.registry, it.handle[number], &it.report));
    else if (strcmp(word[0], "assemble") == 0)
        assemble(scope);
    else
        die("no such command");
}

int main(void)
{
    char line[LINE], *word[WORDS + 1];

    while (fgets(line, sizeof line, stdin)) {
        size_t count = 0, at = 0;
        memset(word, 0, sizeof word);
        while (count < WORDS && line[at] != '\n' && line[at] != '\0') {
            const size_t size = strcspn(line + at, " \n");
            word[count++] = line + at;
            at += size;
            if (line[at] == ' ')
                line[at++] = '\0';
        }
        line[at] = '\0';
        obey(word);
    }
    return 0;
}
