/* A system prompt that many hands contribute to: sections, variables, tools and listeners, each registered for
 * everybody or for one scope, and put together anew for every turn.
 *
 * Conventions
 *   - All memory is the caller's: arrays given at the start. A full array is PRM_FULL, and nothing has changed;
 *     no contribution is ever lost.
 *   - Names, texts and what providers are given belong to whoever registered them, and stay as they are until they
 *     are removed. What a provider returns must stay until the prompt has been rendered.
 *   - Scopes form a tree below PRM_GLOBAL. An agent sees what is registered in its own scope and in all those above
 *     it. Of entries with one name the nearest wins; the others are not there for it, and their providers are not
 *     called.
 *   - Sections stand in ascending order. Equal orders: global ones first, as they were registered, then those of
 *     each scope down to the nearest. A section that shadows another takes its place among equals, but has an order
 *     of its own.
 *   - {{name}} in a text stands for a variable, name being a-z followed by a-z, 0-9 and _. {{ that begins anything
 *     else while }} follows is PRM_MALFORMED. A backslash before either keeps it as it is: of n backslashes there,
 *     half stay, and an odd one does that. Values are never looked into.
 *   - Sorting, tokenizing and looking up names is done when something is registered or removed, not for a turn.
 *   - report may be NULL. prm_registry_explain() makes a message of one.
 *
 *       prm_registry_settings settings = prm_registry_defaults();
 *       settings.persona = prm_from_text(prm_cstr("You look after {{cwd}}."));
 *       if (prm_registry_start(&registry, &memory, &settings, &report) != PRM_OK
 *           || prm_registry_variable(&registry, PRM_GLOBAL, prm_cstr("cwd"), prm_provide_text, &cwd, NULL, &report)
 *           || prm_registry_assemble(&registry, PRM_GLOBAL, NULL, &prompt, &report)
 *           || prm_prompt_render(&prompt, PRM_SECTIONS, PRM_TEXT, text, sizeof text, &report)) … */
#ifndef PROMPTROM_REGISTRY_H
#define PROMPTROM_REGISTRY_H

#include <promptrom/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prm_registry prm_registry;
typedef struct prm_prompt   prm_prompt;

typedef uint32_t prm_scope;      /* PRM_GLOBAL, or what prm_registry_open() gave */
typedef uint32_t prm_handle;     /* of something registered; never 0 */

#define PRM_GLOBAL ((prm_scope)0)

/* ---- what is registered ---- */

/* Gives *text, which has no value before, for the prompt that is being put together; prompt->scope and prompt->turn
 * say for whom and when, the rest is not ready. 0 goes on; anything else stops with PRM_CALL_FAILED. */
typedef int prm_provider(void *context, const prm_prompt *prompt, prm_text *text);

/* A provider whose context is a const prm_text, read anew each time. */
int prm_provide_text(void *context, const prm_prompt *prompt, prm_text *text);

typedef enum prm_section_kind {
    PRM_SECTION_SLOT     = 1,     /* a slot or assembly of a pack; its placeholders are texts named like variables */
    PRM_SECTION_TEXT     = 2,     /* a fixed text with references, tokenized once */
    PRM_SECTION_VALUE    = 3,     /* what a provider gives, as it is */
    PRM_SECTION_TEMPLATE = 4      /* what a provider gives, with references */
} prm_section_kind;

typedef struct prm_section_source {
    prm_section_kind kind;
    prm_id          id;          /* SLOT */
    const prm_pack *pack;        /* SLOT: a pack with names */
    prm_text        text;        /* the others; of providers: what they gave */
    prm_provider   *provide;     /* VALUE and TEMPLATE */
    void           *context;
} prm_section_source;

typedef enum prm_list {
    PRM_SECTIONS = 0,            /* the system prompt */
    PRM_CONTEXTS = 1             /* run-time contexts: rendered apart, below a line of their own */
} prm_list;

typedef struct prm_section {
    prm_text   name;             /* any UTF-8 without control characters */
    double     order;            /* finite */
    prm_section_source source;
    prm_list   list;
    bool       complete;         /* is the whole prompt, in the place of all other sections */
} prm_section;

/* Bands of orders. */
#define PRM_ORDER_IDENTITY (-100.0)
#define PRM_ORDER_PERSONA  0.0
#define PRM_ORDER_POLICY   50.0      /* up to 99 */
#define PRM_ORDER_GUIDANCE 100.0     /* up to 199: how tools are used */

typedef struct prm_tool {
    prm_text name;               /* of letters, digits, _ and - */
    prm_text schema;             /* the caller's; not looked at */
} prm_tool;

#define PRM_UNLISTED_TOOLS "<unlisted-tools>"

/* What a tool provider has to offer: tools that are visible here, and the names of all that it knows, restricted ones
 * included. known == NULL: the names of the tools. All of it must stay until the next call of the provider. */
typedef struct prm_tool_offer {
    const prm_tool *tools;
    size_t          tool_count;
    const prm_text *known;
    size_t          known_count;
} prm_tool_offer;

/* Like prm_provider. *offer is nothing before. */
typedef int prm_tool_provider(void *context, const prm_prompt *prompt, prm_tool_offer *offer);

/* Changes the prompt before it is rendered; what listeners leave is what counts. 0 goes on, like prm_provider. */
typedef int prm_listener(void *context, prm_prompt *prompt);

/* ---- the caller's memory ---- */

typedef struct prm_registry_layer {       /* private, like the insides of all entries */
    prm_handle handle;
    uint16_t   scope;            /* its number, 0 for the global one */
    uint16_t   depth;
} prm_registry_layer;

typedef struct prm_scope_entry {
    prm_text name;
    uint16_t parent, depth;
    uint16_t generation;         /* how many scopes have stood here before */
    bool     open;
} prm_scope_entry;

typedef struct prm_reference {   /* what stands for a variable in a section */
    size_t   from, to;           /* fixed text: its extent; slot: offset of the argument, number of the placeholder */
    size_t   name_size;          /* fixed text: 0 if there is no variable, only bytes left out */
    uint32_t variable;           /* its number among all names in order, or PRM_NO_VARIABLE */
} prm_reference;

#define PRM_NO_VARIABLE ((uint32_t)0xFFFFFFFF)

typedef struct prm_section_entry {
    prm_section section;
    prm_registry_layer   layer;
    prm_registry_layer   place;           /* of the outermost section with this name above */
    uint64_t    rank;            /* the order, as a number without sign */
    size_t      first, count;    /* references */
    size_t      rivals;          /* others with this name, in any scope */
} prm_section_entry;

typedef struct prm_variable_entry {
    prm_text      name;
    prm_provider *provide;
    void         *context;
    prm_registry_layer     layer;
    uint32_t      number;        /* of its name among all names in order */
} prm_variable_entry;

typedef struct prm_tools_entry {
    prm_tool_provider *provide;
    void              *context;
    prm_registry_layer          layer;
} prm_tools_entry;

typedef struct prm_listener_entry {
    prm_listener *listen;
    void         *context;
    prm_registry_layer     layer;
} prm_listener_entry;

/* Arrays of the caller's, with how many entries each has. */
typedef struct prm_registry_memory {
    prm_scope_entry    *scopes;         /* the global scope takes none */
    size_t              scope_capacity; /* up to 65534 are used */
    prm_section_entry  *sections;       /* contexts included; identity and persona take one each */
    size_t              section_capacity;
    prm_reference      *references;     /* one a placeholder in a slot's list, a {{name}} or a backslash before one */
    size_t              reference_capacity;
    prm_variable_entry *variables;
    size_t              variable_capacity;
    prm_tools_entry    *tools;
    size_t              tools_capacity;
    prm_listener_entry *listeners;
    size_t              listener_capacity;
} prm_registry_memory;

typedef struct prm_registry_settings {
    bool            include_identity;
    prm_section_source      identity;           /* section PRM_IDENTITY_NAME */
    prm_section_source      persona;            /* section PRM_PERSONA_NAME; may be shadowed like any other */
    const prm_text *tool_order;         /* names and one PRM_UNLISTED_TOOLS; stays the caller's. NULL: by name */
    size_t          tool_order_count;
    prm_text        supersedes;         /* stands above the contexts, if there are any */
} prm_registry_settings;

#define PRM_IDENTITY_NAME "harness:identity"
#define PRM_PERSONA_NAME  "deployment:persona"
#define PRM_IDENTITY_TEXT "You are an AI agent powered by the DeepSeek Harness SDK."
#define PRM_SUPERSEDES    "This snapshot of the run-time context supersedes all earlier ones."

struct prm_registry {
    prm_registry_memory memory;
    size_t              section_count, reference_count, variable_count, tools_count, listener_count;
    const prm_text     *tool_order;
    size_t              tool_order_count;
    prm_text            supersedes;
    uint32_t            changes;        /* goes up with everything that is registered or removed: compare it to know
                                           whether what was made of the registry is still true */
    prm_handle          last;           /* handle that was given last */
};

/* ---- what goes wrong ---- */

typedef enum prm_array {                /* PRM_FULL */
    PRM_ARRAY_SCOPES = 1, PRM_ARRAY_SECTIONS, PRM_ARRAY_REFERENCES, PRM_ARRAY_VARIABLES, PRM_ARRAY_TOOLS,
    PRM_ARRAY_LISTENERS, PRM_ARRAY_HANDLES,
    PRM_ARRAY_PROMPT_SECTIONS, PRM_ARRAY_PROMPT_VARIABLES, PRM_ARRAY_PROMPT_TOOLS, PRM_ARRAY_PROMPT_KNOWN,
    PRM_ARRAY_PROMPT_ARGUMENTS
} prm_array;

/* Facts about a call. Texts point at what they name and have no value where there is nothing to name. */
typedef struct prm_registry_report {
    prm_status        status;
    prm_array         array;            /* PRM_FULL: which */
    prm_text          scope;            /* name of the scope concerned */
    prm_text          section;          /* name of the section concerned */
    prm_text          name;             /* variable, tool or placeholder concerned; PRM_MALFORMED: the bytes */
    prm_text          other;            /* PRM_TWO_COMPLETE: the second section */
    size_t            size;             /* bytes of the result, as in prm_report */
    size_t            pieces;           /* gather: entries needed or used */
    int               code;             /* PRM_CALL_FAILED, PRM_SINK_FAILED: what the callback returned */
    const prm_prompt *prompt;           /* PRM_UNKNOWN_VARIABLE, PRM_UNKNOWN_TOOL: which knows the right names */
} prm_registry_report;

/* A message of one line with all that the report names, and the known names in order where a name is unknown, into
 * buffer with a NUL behind it. *size: without the NUL. PRM_NO_SPACE: *size is needed, the buffer is untouched. The
 * registry and the prompt must still be as they were. */
PRM_MUST_USE prm_status prm_registry_explain(const prm_registry_report *report, char *buffer, size_t capacity,
                                             size_t *size);

/* ---- registering ---- */

static inline prm_section_source prm_from_slot(const prm_pack *pack, prm_id id)
{
    prm_section_source source;
    memset(&source, 0, sizeof source);
    source.kind = PRM_SECTION_SLOT;
    source.pack = pack;
    source.id = id;
    return source;
}

static inline prm_section_source prm_from_text(prm_text text)
{
    prm_section_source source;
    memset(&source, 0, sizeof source);
    source.kind = PRM_SECTION_TEXT;
    source.text = text;
    return source;
}

static inline prm_section_source prm_from_provider(prm_provider *provide, void *context)
{
    prm_section_source source;
    memset(&source, 0, sizeof source);
    source.kind = PRM_SECTION_VALUE;
    source.provide = provide;
    source.context = context;
    return source;
}

static inline prm_section_source prm_from_template(prm_provider *provide, void *context)
{
    prm_section_source source = prm_from_provider(provide, context);
    source.kind = PRM_SECTION_TEMPLATE;
    return source;
}

static inline prm_section prm_section_of(prm_text name, double order, prm_section_source source)
{
    prm_section section;
    memset(&section, 0, sizeof section);
    section.name = name;
    section.order = order;
    section.source = source;
    return section;
}

/* With the identity, an empty persona, tools by name, and the usual line above contexts. */
prm_registry_settings prm_registry_defaults(void);

/* Makes a registry of the memory, with the sections that the settings ask for (NULL: the defaults).
 * PRM_BAD_TOOL_ORDER: not exactly one PRM_UNLISTED_TOOLS, or a name twice, which the report gives. After an error
 * there is no registry. */
PRM_MUST_USE prm_status prm_registry_start(prm_registry *registry, const prm_registry_memory *memory,
                                           const prm_registry_settings *settings, prm_registry_report *report);

/* A scope below parent; name is for messages. PRM_BAD_SCOPE: parent is not open. */
PRM_MUST_USE prm_status prm_registry_open(prm_registry *registry, prm_scope parent, prm_text name, prm_scope *scope,
                                          prm_registry_report *report);

/* Ends a scope and removes all that is registered in it. PRM_BAD_SCOPE: it is not open, is global, or has others
 * below it. */
PRM_MUST_USE prm_status prm_registry_close(prm_registry *registry, prm_scope scope, prm_registry_report *report);

/* PRM_DUPLICATE: that name is taken in that scope. PRM_BAD_NAME: of the section or, in the report's name, of a
 * placeholder. PRM_BAD_ORDER. PRM_NOT_TEXT: a placeholder of the slot is no text. PRM_BAD_ID: no such slot or
 * assembly. PRM_MALFORMED. The handle may be NULL. */
PRM_MUST_USE prm_status prm_registry_section(prm_registry *registry, prm_scope scope, const prm_section *section,
                                             prm_handle *handle, prm_registry_report *report);

/* A variable whose provider leaves the text without value has none in that prompt: that is an error only where the
 * variable is used. PRM_DUPLICATE; PRM_BAD_NAME: it could not be referred to. */
PRM_MUST_USE prm_status prm_registry_variable(prm_registry *registry, prm_scope scope, prm_text name,
                                              prm_provider *provide, void *context, prm_handle *handle,
                                              prm_registry_report *report);

PRM_MUST_USE prm_status prm_registry_tools(prm_registry *registry, prm_scope scope, prm_tool_provider *provide,
                                           void *context, prm_handle *handle, prm_registry_report *report);

/* Listeners of outer scopes come before those of inner ones, within a scope as they were registered. */
PRM_MUST_USE prm_status prm_registry_listen(prm_registry *registry, prm_scope scope, prm_listener *listen,
                                            void *context, prm_handle *handle, prm_registry_report *report);

/* Takes back what was registered under that handle. PRM_NOT_FOUND: it is not there (any more). */
PRM_MUST_USE prm_status prm_registry_remove(prm_registry *registry, prm_handle handle, prm_registry_report *report);

/* ---- a prompt ---- */

typedef struct prm_prompt_section {
    prm_section              section;      /* of providers, the text is there */
    const prm_section_entry *origin;       /* private; NULL in sections that a listener makes */
    const prm_text          *arguments;    /* private */
} prm_prompt_section;

typedef struct prm_prompt_variable {
    prm_text name;
    prm_text value;
    bool     known;                        /* false: some scope has such a variable, but not this one */
} prm_prompt_variable;

/* The first ten members are the caller's memory, which the caller sets; the others are 0 before the first assembling,
 * which fills them in. Listeners may read and change sections and tools at will within their capacity; variables only
 * by prm_prompt_set(). */
struct prm_prompt {
    prm_prompt_section  *sections;
    size_t               section_capacity;
    prm_prompt_variable *variables;        /* one for each different name in the registry, and those of listeners */
    size_t               variable_capacity;
    prm_tool            *tools;
    size_t               tool_capacity;
    prm_text            *known;            /* names of tools, for a tool order only */
    size_t               known_capacity;
    prm_text            *arguments;        /* one for each placeholder of the slots among the sections */
    size_t               argument_capacity;

    size_t               section_count;    /* contexts included */
    size_t               variable_count;
    size_t               tool_count;
    size_t               known_count;
    size_t               argument_count;
    prm_scope            scope;
    void                *turn;             /* what the caller gave for this turn */
    const prm_registry  *registry;         /* NULL: nothing has been assembled */
    uint32_t             changes;          /* of the registry, then */
    uint32_t             numbered;         /* variables from the registry; a listener's stand behind them */
};

/* Puts together the prompt of a scope: asks the providers, orders the tools, runs the listeners. turn is handed on.
 * After an error the prompt cannot be rendered.
 *
 * PRM_TWO_COMPLETE, PRM_UNKNOWN_TOOL, PRM_RESERVED_NAME (a provider offers or knows a tool called
 * PRM_UNLISTED_TOOLS), PRM_BAD_NAME (of a tool), PRM_CALL_FAILED, PRM_MISSING (a section's provider gave no text),
 * PRM_FULL; PRM_BAD_ARGUMENT: a listener left counts above their capacity, or a section of no kind or list;
 * PRM_STALE: a callback has changed the registry. */
PRM_MUST_USE prm_status prm_registry_assemble(const prm_registry *registry, prm_scope scope, void *turn,
                                              prm_prompt *prompt, prm_registry_report *report);

/* For listeners. Gives a variable a value, or takes it away (no value); adds the variable if need be. PRM_FULL,
 * PRM_BAD_NAME. */
PRM_MUST_USE prm_status prm_prompt_set(prm_prompt *prompt, prm_text name, prm_text value);

/* The variable, or NULL if it is not known here. */
const prm_prompt_variable *prm_prompt_find(const prm_prompt *prompt, prm_text name);

/* A section before the at-th, counted over both lists; of a provider's section, the text is what counts. PRM_FULL;
 * PRM_BAD_NAME; PRM_BAD_ARGUMENT: at is above their number, or the section is complete, as only registered ones may
 * be. */
PRM_MUST_USE prm_status prm_prompt_insert(prm_prompt *prompt, size_t at, const prm_section *section);

/* Does nothing if there is no such section. */
void prm_prompt_drop(prm_prompt *prompt, size_t at);

/* ---- rendering: the sections of one list that have bytes, with a blank line between them ----
 *
 * All work like the calls in render.h: every error is found before anything is written, sent or handed out. format is
 * PRM_TEXT, PRM_JSON or PRM_JSON_REPAIR. Within a section a malformed group is told before an unknown variable, and
 * that before one without value; a slot tells the first in its text. A slot's own default stands in for a variable
 * that has no value or that nobody knows.
 *
 * PRM_MALFORMED, PRM_UNKNOWN_VARIABLE, PRM_MISSING, and what slots return. PRM_STALE: the registry has changed since,
 * or nothing was assembled. */

PRM_MUST_USE prm_status prm_prompt_measure(const prm_prompt *prompt, prm_list list, prm_format format,
                                           prm_registry_report *report);

/* PRM_OVERLAP: in the buffer lies the text of one of these sections, the value of any variable, or an argument of
 * the prompt. */
PRM_MUST_USE prm_status prm_prompt_render(const prm_prompt *prompt, prm_list list, prm_format format, char *buffer,
                                          size_t capacity, prm_registry_report *report);

PRM_MUST_USE prm_status prm_prompt_gather(const prm_prompt *prompt, prm_list list, prm_format format,
                                          prm_text *pieces, size_t count, prm_registry_report *report);

PRM_MUST_USE prm_status prm_prompt_emit(const prm_prompt *prompt, prm_list list, prm_format format, prm_sink sink,
                                        prm_registry_report *report);

typedef struct prm_prompt_cursor prm_prompt_cursor;

typedef struct prm_prompt_slice {
    const char               *data;
    size_t                    size;        /* never 0 */
    const prm_prompt_section *section;     /* NULL: a blank line, or the line above contexts */
    bool                      value;       /* not written by whoever wrote the section */
} prm_prompt_slice;

#define prm_prompt_open PRM_SIZED(prm_prompt_open)     /* see prm_open */

/* The prompt must stay as it is while the cursor is used; once the registry has changed, a cursor gives PRM_STALE. */
PRM_MUST_USE prm_status prm_prompt_open(prm_prompt_cursor *cursor, const prm_prompt *prompt, prm_list list,
                                        prm_format format, prm_registry_report *report);

/* The next stretch; PRM_END when there is none. */
PRM_MUST_USE prm_status prm_prompt_next(prm_prompt_cursor *cursor, prm_prompt_slice *slice);

/* Fills chunk like prm_read(). */
PRM_MUST_USE prm_status prm_prompt_read(prm_prompt_cursor *cursor, char *chunk, size_t capacity, size_t *size);

/* ---- private: sizes only, so that cursors can live in the caller's memory ---- */

typedef struct prm_prompt_place {            /* within a section that is no slot */
    const prm_reference *references;         /* fixed text: those to come; NULL: the text is scanned */
    size_t               left;               /* their number */
    prm_reference        reference;          /* the next one, if it is found */
    size_t               copied, scanned;    /* offsets in the text */
    bool                 found;
} prm_prompt_place;

struct prm_prompt_cursor {           /* without pointers into itself, like prm_cursor */
    const prm_prompt *prompt;
    prm_cursor        slot;
    prm_prompt_place         place;
    prm_piece         piece;         /* outside slots: what is left of it */
    prm_prompt_slice  rest;          /* of a stretch that prm_prompt_read has begun */
    prm_prompt_slice  held;          /* while the blank line before it goes out */
    size_t            number;        /* sections entered */
    uint8_t           list, format;
    uint8_t           state;
    uint8_t           status;        /* what every further call returns, or PRM_OK */
};

#ifdef __cplusplus
}
#endif

#endif
