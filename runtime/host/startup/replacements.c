#include "replacements.h"

#include <promptrom/utf8.h>

#include "suggest.h"

enum { LONGEST_KEY = 1024, MOST_LISTED = 20, MOST_COMPARED = 100, SHOWN_KEY = 40 };

/* What a collection is to the overlay. */
typedef enum { ROLE_NOTHING, ROLE_GROUP, ROLE_CONSTANTS, ROLE_TEXT } role;

/* What the value behind a key is to it. */
typedef enum {
    TARGET_NOTHING,
    TARGET_TEXT,           /* a slot or a constant */
    TARGET_GROUP,
    TARGET_EITHER,         /* a slot, and a group */
    TARGET_CONSTANTS,
    TARGET_JOINS,
    TARGET_UNKNOWN,
    TARGET_WRITTEN         /* in a mapping where a text should be: a key that says what it is */
} target;

/* A collection around the place that has been reached. */
typedef struct {
    role                 role;
    bool                 mapping;
    bool                 wants_key;
    bool                 is_key;       /* it stands where a key should */
    bool                 has_text;     /* ROLE_TEXT: with a key that says what the text is */
    bool                 again;        /* the key stands twice */
    target               target;       /* of the key that came last */
    const prm_text_rule *rule;         /* its rule; ROLE_TEXT: of the text that this should be */
    prm_text             group;        /* id of the group that this is, empty at the top */
    prm_text             inner;        /* id of the group that the key names */
    prm_scalar           key;
    prm_mark             start;
    long                 indent;
    uint32_t             number;
} frame;

typedef struct {
    prm_replacements *in;
    prm_yaml          yaml;
    prm_diagnostics  *meaning;         /* found, in the pass that tells of meaning */
    frame             frame[PRM_YAML_DEPTH];
    unsigned          depth;
    uint32_t          collections;
} walker;

/* ---- the pack's names ---- */

static prm_text name_of(const prm_rules *rules, uint32_t offset)
{
    return prm_cstr(offset < rules->names_size ? rules->names + offset : "");
}

/* What follows a group in an id: `tip` in nudge.tip; no value: the id is not in the group. */
static prm_text inside(prm_text id, prm_text group)
{
    if (group.size == 0)
        return id;
    if (id.size <= group.size || memcmp(id.data, group.data, group.size) != 0 || id.data[group.size] != '.')
        return prm_bytes(NULL, 0);
    return prm_bytes(id.data + group.size + 1, id.size - group.size - 1);
}

static size_t first_part(prm_text path)
{
    size_t at = 0;

    while (at < path.size && path.data[at] != '.')
        at++;
    return at;
}

/* The name by which a text is reached in a group or among the constants: the first part of what follows the group in
 * its id; no value: it is not there. */
static prm_text part_of(const walker *w, const frame *f, unsigned number)
{
    const prm_text_rule *const rule = &w->in->rules->texts[number];
    const prm_text id = name_of(w->in->rules, rule->id);
    prm_text rest;

    if ((rule->kind == PRM_TEXT_CONSTANT) != (f->role == ROLE_CONSTANTS))
        return prm_bytes(NULL, 0);
    if (f->role == ROLE_CONSTANTS)
        return id;
    rest = inside(id, f->group);
    return rest.data ? prm_bytes(rest.data, first_part(rest)) : rest;
}

/* The least of the names there that come behind another; no value: there is none. */
static prm_text next_name(const walker *w, const frame *f, prm_text behind)
{
    prm_text least = { NULL, 0 };
    unsigned i;

    for (i = 0; i < w->in->rules->text_count; i++) {
        const prm_text part = part_of(w, f, i);
        if (part.data && (!behind.data || prm_compare(part, behind) > 0)
            && (!least.data || prm_compare(part, least) < 0))
            least = part;
    }
    return least;
}

/* The names there, in byte order, as a list in words. */
static void say_names(prm_saying *s, const walker *w, const frame *f)
{
    prm_text name = next_name(w, f, prm_bytes(NULL, 0));
    unsigned count;

    if (!name.data)
        prm_say(s, "(none)");
    for (count = 0; name.data && count < MOST_LISTED; count++) {
        prm_say(s, count > 0 ? ", " : "");
        prm_say_text(s, name);
        name = next_name(w, f, name);
    }
    for (count = 0; name.data; count++)
        name = next_name(w, f, name);
    if (count > 0) {
        prm_say(s, " and ");
        prm_say_number(s, count);
        prm_say(s, " more");
    }
}

static prm_text nearest(walker *w, const frame *f, prm_text wrong)
{
    prm_suggestion suggestion = prm_suggest(wrong);
    unsigned i;

    for (i = 0; i < w->in->rules->text_count && w->in->compared < MOST_COMPARED; i++) {
        const prm_text part = part_of(w, f, i);
        if (part.data)
            prm_suggest_from(&suggestion, part);
    }
    w->in->compared++;
    return suggestion.best;
}

/* Finds out what a key names. */
static void classify(const walker *w, frame *f, prm_text key)
{
    bool is_group = false;
    unsigned i;

    f->rule = NULL;
    for (i = 0; i < w->in->rules->text_count; i++) {
        const prm_text id = name_of(w->in->rules, w->in->rules->texts[i].id);
        const prm_text part = part_of(w, f, i);
        if (!part.data || part.size != key.size || memcmp(part.data, key.data, key.size) != 0)
            continue;
        if (part.data + part.size == id.data + id.size)
            f->rule = &w->in->rules->texts[i];
        else
            is_group = true;
        f->inner = prm_bytes(id.data, (size_t)(part.data - id.data) + key.size);
    }
    f->target = is_group ? (f->rule ? TARGET_EITHER : TARGET_GROUP) : f->rule ? TARGET_TEXT : TARGET_UNKNOWN;
}

static bool is_word(prm_text text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

/* ---- diagnostics ---- */

static void say_owner(prm_saying *s, const walker *w, const prm_text_rule *rule)
{
    prm_say(s, rule->kind == PRM_TEXT_CONSTANT ? "constant " : "slot ");
    prm_say_text(s, name_of(w->in->rules, rule->id));
}

static void say_id(prm_saying *s, const frame *f, prm_text name)
{
    prm_say_text(s, f->group);
    prm_say(s, f->group.size > 0 ? "." : "");
    prm_say_text(s, name);
}

static void refuse_unknown(walker *w, const frame *f, bool mapping)
{
    char key[LONGEST_KEY];
    const prm_text name = prm_bytes(key, prm_scalar_copy(&w->in->source, &f->key, key, sizeof key));
    prm_saying s = prm_diagnose(w->meaning, 701, &f->key.start, 0, 0);
    prm_text near;

    if (!s.item)
        return;
    prm_say(&s, "pack ");
    prm_say(&s, w->in->rules->names);
    prm_say(&s, f->role == ROLE_CONSTANTS ? " has no constant " : mapping ? " has no group " : " has no slot ");
    say_id(&s, f, name);
    prm_say_note(&s);
    prm_say(&s, f->role == ROLE_CONSTANTS ? "constants" : f->group.size > 0 ? "in group " : "at the top");
    prm_say_text(&s, f->group);
    prm_say(&s, ": ");
    say_names(&s, w, f);
    prm_say_help(&s);
    near = nearest(w, f, name);
    if (near.data) {
        prm_say(&s, "did you mean ");
        say_id(&s, f, near);
        prm_say(&s, "?");
    }
    prm_said(&s);
}

static void refuse_joins(walker *w, const frame *f)
{
    prm_saying s = prm_diagnose(w->meaning, 706, &f->key.start, 0, 0);

    prm_say(&s, "joins of assemblies are replaced at build time only");
    prm_say_note(&s);
    prm_say(&s, "they are folded into the tables of a pack when it is compiled");
    prm_say_help(&s);
    prm_say(&s, "compile the overlay in");
    prm_said(&s);
}

/* The name of what a group or slot is, for messages. */
static void say_what(prm_saying *s, const walker *w, const frame *f)
{
    if (f->target == TARGET_TEXT || f->target == TARGET_EITHER) {
        say_owner(s, w, f->rule);
        return;
    }
    prm_say(s, f->target == TARGET_GROUP ? "group " : "");
    prm_say_text(s, f->inner);
}

static void refuse_empty(walker *w, const frame *f)
{
    const bool text = f->target == TARGET_TEXT || f->target == TARGET_EITHER;
    prm_saying s = prm_diagnose(w->meaning, 702, &w->yaml.scalar.start, 0, 0);

    say_what(&s, w, f);
    prm_say(&s, " is empty to YAML");
    prm_say_help(&s);
    prm_say(&s, text ? "write null for the default, or \"\" for an empty text" : "write null for the default");
    prm_said(&s);
}

static const char *kind_name(const walker *w)
{
    static const char *const names[] = { "nothing", "a boolean", "a number", "text" };

    if (w->yaml.kind == PRM_NODE_MAPPING)
        return "a mapping";
    return w->yaml.kind == PRM_NODE_SEQUENCE ? "a list" : names[prm_yaml_kind(&w->yaml)];
}

static void refuse_no_mapping(walker *w, const frame *f)
{
    const prm_mark mark = w->yaml.kind == PRM_NODE_SCALAR ? w->yaml.scalar.start : w->yaml.start;
    prm_saying s = prm_diagnose(w->meaning, 402, &mark, 0, 0);

    say_what(&s, w, f);
    prm_say(&s, " must be a mapping, not ");
    prm_say(&s, kind_name(w));
    prm_said(&s);
}

static void refuse_number(walker *w, const frame *f)
{
    prm_saying s = prm_diagnose(w->meaning, 703, &w->yaml.scalar.start, 0, 0);

    prm_say(&s, "the text of ");
    say_what(&s, w, f);
    prm_say(&s, " is ");
    prm_say(&s, kind_name(w));
    prm_say(&s, " to YAML");
    prm_say_help(&s);
    prm_say(&s, "quote it: \"");
    prm_say_text(&s, w->yaml.value);
    prm_say(&s, "\"");
    prm_said(&s);
}

/* A collection where a text should stand. */
static void refuse_collection(walker *w, const prm_text_rule *rule, const prm_mark *mark, bool mapping, bool has_text)
{
    prm_saying s = prm_diagnose(w->meaning, has_text ? 402 : 220, mark, 0, 0);

    prm_say(&s, has_text ? "" : "the text of ");
    say_owner(&s, w, rule);
    prm_say(&s, has_text ? " must be text, not a mapping" : mapping ? " is a mapping to YAML" : " is a list to YAML");
    prm_say_help(&s);
    prm_say(&s, has_text ? "write the text itself behind the key" : "quote it, or write it below `|-`");
    prm_said(&s);
}

/* Whether the text of an empty node stands behind it as a comment, which is then an error. */
static bool is_comment(walker *w, const frame *f)
{
    prm_mark mark = prm_yaml_mark(&w->yaml, w->yaml.scalar.end);
    const prm_source *const source = &w->in->source;
    bool spaced = false;
    uint32_t point;
    prm_saying s;

    if (w->yaml.value.size > 0 || w->yaml.scalar.style != PRM_STYLE_PLAIN)
        return false;
    while ((point = prm_source_peek(source, &mark)) == ' ' || point == '\t') {
        prm_source_step(source, &mark);
        spaced = true;
    }
    if (!spaced || point != '#')
        return false;
    s = prm_diagnose(w->meaning, 221, &mark, 0, 0);
    prm_say(&s, "the text of ");
    say_what(&s, w, f);
    prm_say(&s, " is empty: YAML reads `# ` as a comment");
    prm_say_help(&s);
    prm_say(&s, "put the text in quotes, or write it below `|-`");
    prm_said(&s);
    return true;
}

/* ---- keys ---- */

static void refuse_key(walker *w, const prm_mark *mark, unsigned code, const char *what, const char *help)
{
    prm_saying s = prm_diagnose(w->yaml.found, code, mark, 0, 0);

    prm_say(&s, what);
    prm_say_help(&s);
    prm_say(&s, help);
    prm_said(&s);
}

static void refuse_long_key(walker *w)
{
    prm_saying s = prm_diagnose(w->yaml.found, 210, &w->yaml.scalar.start, 0, 0);

    prm_say(&s, "a key of ");
    prm_say_number(&s, w->yaml.value.size);
    prm_say(&s, " bytes, the limit is 1024");
    prm_say_help(&s);
    prm_say(&s, "shorten the key");
    prm_said(&s);
}

/* Whether the scalar can be a key at all. */
static bool is_key(walker *w)
{
    const bool plain = w->yaml.scalar.style == PRM_STYLE_PLAIN;

    if (plain && w->yaml.value.size == 0)
        refuse_key(w, &w->yaml.scalar.start, 209, "nothing cannot be a key",
                   "write a name, or put a text that starts with { or [ in quotes");
    else if (w->yaml.value.size > LONGEST_KEY)
        refuse_long_key(w);
    else if (plain && is_word(w->yaml.value, "<<"))
        refuse_key(w, &w->yaml.scalar.start, 205, "a merge key", "write out the keys that it would bring");
    else
        return true;
    return false;
}

static void take_key(walker *w, frame *f)
{
    static const char constants[] = "constants", assemblies[] = "assemblies";
    const prm_text key = w->yaml.value;

    f->wants_key = false;
    f->again = false;
    f->target = TARGET_NOTHING;
    f->key = w->yaml.scalar;
    if (!is_key(w))
        return;
    f->again = !prm_keys_add(&w->in->keys, f->number, key);
    if (f->again)
        return;
    if (f->role == ROLE_TEXT) {
        f->target = is_word(key, "text") || is_word(key, "file") ? TARGET_WRITTEN : TARGET_NOTHING;
    } else if (w->depth == 1 && (is_word(key, constants) || is_word(key, assemblies))) {
        f->target = is_word(key, constants) ? TARGET_CONSTANTS : TARGET_JOINS;
        f->inner = prm_cstr(is_word(key, constants) ? constants : assemblies);
    } else if (f->role == ROLE_GROUP || f->role == ROLE_CONSTANTS) {
        classify(w, f, key);
    }
}

/* Characters that nobody can see: controls, formats, spaces but the plain one, and those without a meaning. */
static bool is_unseen(uint32_t point)
{
    static const struct { uint32_t from, to; } ranges[] = {
        { 0, 0x1F }, { 0x7F, 0xA0 }, { 0xAD, 0xAD }, { 0x61C, 0x61C }, { 0x1680, 0x1680 }, { 0x180E, 0x180E },
        { 0x2000, 0x200F }, { 0x2028, 0x202F }, { 0x205F, 0x206F }, { 0x3000, 0x3000 }, { 0xD800, 0xF8FF },
        { 0xFEFF, 0xFEFF }, { 0xFFF0, 0xFFFB }, { 0xFFFE, 0xFFFF }, { 0xE0000, 0x10FFFF }
    };
    size_t i;

    for (i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (point >= ranges[i].from && point <= ranges[i].to)
            return true;
    return false;
}

static void say_escaped(prm_saying *s, uint32_t point)
{
    unsigned digits = point < 0x100 ? 2 : point < 0x10000 ? 4 : 8;

    prm_say(s, digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U");
    for (; digits > 0; digits--)
        prm_say_text(s, prm_bytes(&"0123456789abcdef"[point >> (digits - 1) * 4 & 15], 1));
}

/* The character at the start of a text that is UTF-8, as it stands between quotes. */
static size_t say_one(prm_saying *s, prm_text text, bool escapes_single)
{
    const prm_source source = { { text.data, text.size } };
    prm_mark mark;
    uint32_t point;

    memset(&mark, 0, sizeof mark);
    (void)prm_source_blemish(&source, &mark, &point);
    prm_source_step(&source, &mark);
    if (point == '\\' || (point == '\'' && escapes_single))
        prm_say(s, "\\");
    if (point == '\n' || point == '\t' || point == '\r')
        prm_say(s, point == '\n' ? "\\n" : point == '\t' ? "\\t" : "\\r");
    else if (is_unseen(point))
        say_escaped(s, point);
    else
        prm_say_text(s, prm_bytes(text.data, mark.at));
    return point == '\r' ? 1 : mark.at;
}

/* A text in quotes, as the compiler shows it. */
static void say_quoted(prm_saying *s, prm_text text, bool cut)
{
    bool single = false, twofold = false;
    size_t i;

    for (i = 0; i < text.size; i++) {
        single = single || text.data[i] == '\'';
        twofold = twofold || text.data[i] == '"';
    }
    prm_say(s, single && !twofold ? "\"" : "'");
    for (i = 0; i < text.size;)
        i += say_one(s, prm_bytes(text.data + i, text.size - i), twofold);
    prm_say(s, cut ? "…" : "");
    prm_say(s, single && !twofold ? "\"" : "'");
}

static void refuse_again(walker *w, const frame *f)
{
    char bytes[LONGEST_KEY];
    const prm_text key = prm_bytes(bytes, prm_scalar_copy(&w->in->source, &f->key, bytes, sizeof bytes));
    prm_saying s = prm_diagnose(w->yaml.found, 202, &f->key.start, 0, 0);
    size_t left = SHOWN_KEY;
    const size_t shown = prm_utf8_skip(key.data, key.size, &left);

    prm_say(&s, "key ");
    say_quoted(&s, prm_bytes(bytes, shown), shown < key.size);
    prm_say(&s, " stands twice in one mapping");
    prm_say_help(&s);
    prm_say(&s, "remove or rename one of them");
    prm_said(&s);
}

/* ---- values ---- */

static void take_text(walker *w, const frame *f)
{
    prm_replacement replacement;

    if (is_comment(w, f))
        return;
    switch (prm_yaml_kind(&w->yaml)) {
    case PRM_PLAIN_NULL:
        if (w->yaml.value.size == 0)
            refuse_empty(w, f);
        return;
    case PRM_PLAIN_BOOLEAN:
    case PRM_PLAIN_NUMBER:
        refuse_number(w, f);
        return;
    default:
        break;
    }
    replacement.rule = f->rule;
    replacement.source = &w->in->source;
    replacement.scalar = &w->yaml.scalar;
    replacement.text = w->yaml.value;
    replacement.found = w->meaning;
    w->in->take(w->in->context, &replacement);
}

static void take_scalar(walker *w, frame *f)
{
    const bool nothing = prm_yaml_kind(&w->yaml) == PRM_PLAIN_NULL;

    if (f->target == TARGET_TEXT || f->target == TARGET_EITHER)
        take_text(w, f);
    else if (f->target == TARGET_UNKNOWN)
        refuse_unknown(w, f, false);
    else if (f->target == TARGET_WRITTEN)
        f->has_text = f->has_text || !nothing;
    else if (f->target == TARGET_NOTHING)
        return;
    else if (nothing && w->yaml.value.size == 0)
        refuse_empty(w, f);
    else if (!nothing && f->target == TARGET_JOINS)
        refuse_joins(w, f);
    else if (!nothing)
        refuse_no_mapping(w, f);
}

/* What the collection that begins is, behind the key of the one around it. */
static role take_collection(walker *w, frame *f, bool mapping)
{
    switch (f->target) {
    case TARGET_GROUP:
    case TARGET_EITHER:
        if (mapping)
            return ROLE_GROUP;
        if (f->target == TARGET_EITHER)
            refuse_collection(w, f->rule, &w->yaml.start, false, false);
        else
            refuse_no_mapping(w, f);
        return ROLE_NOTHING;
    case TARGET_TEXT:
        if (mapping)
            return ROLE_TEXT;
        refuse_collection(w, f->rule, &w->yaml.start, false, false);
        return ROLE_NOTHING;
    case TARGET_UNKNOWN:
        refuse_unknown(w, f, mapping);
        return ROLE_NOTHING;
    case TARGET_CONSTANTS:
        if (mapping)
            return ROLE_CONSTANTS;
        refuse_no_mapping(w, f);
        return ROLE_NOTHING;
    case TARGET_JOINS:
        refuse_joins(w, f);
        return ROLE_NOTHING;
    case TARGET_WRITTEN:
        f->has_text = true;
        return ROLE_NOTHING;
    default:
        return ROLE_NOTHING;
    }
}

/* ---- the tree ---- */

static frame *top(walker *w)
{
    return &w->frame[w->depth - 1];
}

static long indent_of(const walker *w)
{
    return w->depth > 0 ? w->frame[w->depth - 1].indent : -1;
}

/* The value behind a key is complete. */
static void end_value(walker *w)
{
    frame *const f = top(w);

    if (!f->mapping)
        return;
    if (f->again)
        refuse_again(w, f);
    f->wants_key = true;
}

static bool push(walker *w, role as, bool key)
{
    const frame *const around = w->depth > 0 ? top(w) : NULL;
    frame *f;

    if (w->depth == PRM_YAML_DEPTH) {
        (void)prm_yaml_too_deep(&w->yaml);
        return false;
    }
    f = &w->frame[w->depth];
    memset(f, 0, sizeof *f);
    f->role = as;
    f->mapping = f->wants_key = w->yaml.kind == PRM_NODE_MAPPING;
    f->is_key = key;
    f->start = w->yaml.start;
    f->indent = w->yaml.flow ? indent_of(w) : (long)w->yaml.start.column - 1;
    f->number = ++w->collections;
    if (around && as == ROLE_GROUP)
        f->group = around->inner;
    if (around && as == ROLE_TEXT)
        f->rule = around->rule;
    w->depth++;
    return true;
}

static void pop(walker *w)
{
    const frame f = *top(w);

    w->depth--;
    if (f.role == ROLE_TEXT)
        refuse_collection(w, f.rule, &f.start, true, f.has_text);
    if (w->depth == 0)
        return;
    if (!f.is_key) {
        end_value(w);
        return;
    }
    refuse_key(w, &f.start, 209, f.mapping ? "a mapping cannot be a key" : "a list cannot be a key",
               "write a name, or put a text that starts with { or [ in quotes");
    top(w)->wants_key = false;
    top(w)->again = false;
    top(w)->target = TARGET_NOTHING;
}

/* Takes one node inside the root. false: the reading ends. */
static bool take_node(walker *w)
{
    frame *const f = top(w);

    if (w->yaml.kind == PRM_NODE_END) {
        pop(w);
        return true;
    }
    if (f->mapping && f->wants_key) {
        if (w->yaml.kind != PRM_NODE_SCALAR)
            return push(w, ROLE_NOTHING, true);
        take_key(w, f);
        return true;
    }
    if (w->yaml.kind != PRM_NODE_SCALAR)
        return push(w, f->mapping ? take_collection(w, f, w->yaml.kind == PRM_NODE_MAPPING) : ROLE_NOTHING, false);
    if (f->mapping)
        take_scalar(w, f);
    end_value(w);
    return true;
}

/* The root is no mapping: only nothing at all can stand there. */
static void take_other_root(walker *w)
{
    const bool list = w->yaml.kind == PRM_NODE_SEQUENCE;
    const prm_mark mark = list ? w->yaml.start : w->yaml.scalar.start;
    prm_saying s;

    if (!list && prm_yaml_kind(&w->yaml) == PRM_PLAIN_NULL)
        return;
    s = prm_diagnose(w->meaning, 215, &mark, 0, 0);
    prm_say_text(&s, w->in->name);
    prm_say(&s, list ? " holds a list, not keys with values" : " holds a text, not keys with values");
    prm_say_help(&s);
    prm_say(&s, "write `key: value` lines");
    prm_said(&s);
}

static void walk(walker *w)
{
    prm_node_kind kind = prm_yaml_next(&w->yaml, -1);

    if (kind == PRM_NODE_NONE || kind == PRM_NODE_FAILED)
        return;
    if (kind != PRM_NODE_MAPPING)
        take_other_root(w);
    if (kind != PRM_NODE_SCALAR)
        (void)push(w, kind == PRM_NODE_MAPPING ? ROLE_GROUP : ROLE_NOTHING, false);
    while (w->depth > 0) {
        kind = prm_yaml_next(&w->yaml, indent_of(w));
        if (kind == PRM_NODE_FAILED || !take_node(w))
            return;
    }
    (void)prm_yaml_next(&w->yaml, -1);
}

prm_status prm_replacements_read(prm_replacements *replacements, prm_pass pass)
{
    walker w;
    prm_status status;

    memset(&w, 0, sizeof w);
    w.in = replacements;
    w.meaning = pass == PRM_PASS_MEANING ? replacements->found : NULL;
    prm_keys_clear(&replacements->keys);
    replacements->compared = 0;
    prm_yaml_open(&w.yaml, &replacements->source, replacements->name,
                  pass == PRM_PASS_YAML ? replacements->found : NULL);
    if (w.yaml.status == PRM_OK)
        walk(&w);
    status = w.yaml.status;
    prm_yaml_close(&w.yaml);
    return status;
}
