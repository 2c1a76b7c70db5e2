#include "mistakes.h"

#include <promptrom/utf8.h>

#include "suggest.h"

enum { LONGEST_SHOWN = 40 };

/* What a diagnostic is made from. */
typedef struct {
    const prm_mistake     *mistake;
    const prm_replacement *replacement;
    size_t                 since;
    prm_scalar_reading    *reading;
} teller;

/* ---- names in scope ---- */

static prm_text name_at(const prm_mistake *m, size_t number)
{
    return prm_cstr(prm_rule_name(m->rules->all, prm_rule_at(m->rules, number)->name));
}

static bool equal(prm_text a, prm_text b)
{
    return prm_compare(a, b) == 0;
}

typedef void visitor(void *context, prm_text name);

/* Visits the fields of the rows around, the nearest first, up to one of them. */
static bool visit_fields(const prm_mistake *m, visitor *visit, void *context)
{
    bool any = false;
    unsigned i;
    uint16_t j;

    for (i = m->row_count; i > 0; i--)
        for (j = 0; j < m->rules->text->count; j++) {
            const prm_name_rule *const rule = prm_rule_at(m->rules, j);
            if (rule->kind != PRM_NAME_FIELD || rule->owner != m->rows[i - 1])
                continue;
            visit(context, name_at(m, j));
            any = true;
        }
    return any;
}

static bool is_listed(const prm_name_rule *rule)
{
    return rule->kind == PRM_NAME_INPUT || rule->kind == PRM_NAME_CONSTANT || rule->kind == PRM_NAME_BOUND;
}

/* Visits all names in scope: fields, the slot's list, then the numbers of a row. Some may come twice. */
static void visit_names(const prm_mistake *m, visitor *visit, void *context)
{
    const bool in_rows = visit_fields(m, visit, context);
    uint16_t i;

    for (i = 0; i < m->rules->text->count; i++)
        if (is_listed(prm_rule_at(m->rules, i)))
            visit(context, name_at(m, i));
    if (in_rows) {
        visit(context, prm_cstr("index"));
        visit(context, prm_cstr("index1"));
    }
}

/* ---- words ---- */

static void say_owner(prm_saying *s, const teller *t)
{
    const prm_template_rules *const rules = t->mistake->rules;

    prm_say(s, rules->text->kind == PRM_TEXT_CONSTANT ? "constant " : "slot ");
    prm_say(s, prm_rule_name(rules->all, rules->text->id));
}

static void say_shown(prm_saying *s, const teller *t, prm_text name, char sigil)
{
    const bool twofold = t->mistake->rules->text->syntax == PRM_SYNTAX_DOUBLE;

    prm_say(s, twofold ? "{{" : "{");
    if (sigil)
        prm_say_text(s, prm_bytes(&sigil, 1));
    prm_say_text(s, name);
    prm_say(s, twofold ? "}}" : "}");
}

typedef struct {
    prm_saying        *saying;
    const prm_mistake *mistake;
    size_t             count;
} lister;

typedef struct { prm_text name; size_t before, count; bool met; } search;

static void look(void *context, prm_text name)
{
    search *const s = context;

    if (s->count < s->before && equal(s->name, name))
        s->met = true;
    s->count++;
}

static void list_name(void *context, prm_text name)
{
    lister *const l = context;
    search earlier;

    earlier.name = name;
    earlier.before = l->count++;
    earlier.count = 0;
    earlier.met = false;
    visit_names(l->mistake, look, &earlier);
    if (earlier.met)
        return;
    prm_say(l->saying, earlier.before > 0 ? ", " : "");
    prm_say_text(l->saying, name);
}

static void say_allowed(prm_saying *s, const teller *t)
{
    lister l;

    if (!s->item)
        return;
    l.saying = s;
    l.mistake = t->mistake;
    l.count = 0;
    prm_say_note(s);
    prm_say(s, "allowed here: ");
    visit_names(t->mistake, list_name, &l);
    prm_say(s, l.count == 0 ? "(none)" : "");
}

static void compare(void *context, prm_text name)
{
    prm_suggest_from(context, name);
}

static bool say_nearest(prm_saying *s, const teller *t, char sigil)
{
    prm_suggestion suggestion = prm_suggest(t->mistake->name);

    if (!s->item)
        return false;
    visit_names(t->mistake, compare, &suggestion);
    if (!suggestion.best.data)
        return false;
    prm_say(s, "did you mean ");
    say_shown(s, t, suggestion.best, sigil);
    prm_say(s, "?");
    return true;
}

/* The rows that have a field of a name, outside of which it means nothing. */
static bool find_owner(const prm_mistake *m, prm_text *owner)
{
    uint16_t i;

    for (i = 0; i < m->rules->text->count; i++) {
        const prm_name_rule *const rule = prm_rule_at(m->rules, i);
        if ((rule->kind != PRM_NAME_FIELD && rule->kind != PRM_NAME_INDEX) || !equal(name_at(m, i), m->name))
            continue;
        *owner = name_at(m, rule->owner);
        return true;
    }
    return false;
}

/* ---- mistakes one by one ---- */

/* The place is looked for only for what is listed, since texts may hold a mistake in every few bytes. */
static prm_saying begin(const teller *t, unsigned code, uint32_t key)
{
    const prm_replacement *const r = t->replacement;
    size_t left = SIZE_MAX;
    prm_mark mark;

    if (!prm_is_listed(r->found, code, key, t->since))
        return prm_diagnose(r->found, code, NULL, key, t->since);
    (void)prm_utf8_skip(r->text.data, t->mistake->start, &left);
    mark = prm_scalar_place(r->source, r->scalar, t->reading, SIZE_MAX - left);
    return prm_diagnose(r->found, code, &mark, key, t->since);
}

static void unknown(const teller *t)
{
    prm_saying s = begin(t, 301, prm_key_of(t->mistake->name));
    prm_text owner;

    say_owner(&s, t);
    prm_say(&s, " has no placeholder ");
    say_shown(&s, t, t->mistake->name, '\0');
    say_allowed(&s, t);
    prm_say_help(&s);
    if (find_owner(t->mistake, &owner)) {
        prm_say(&s, "use it on lines between ");
        say_shown(&s, t, owner, '#');
        prm_say(&s, " and ");
        say_shown(&s, t, owner, '/');
    } else {
        (void)say_nearest(&s, t, '\0');
    }
    prm_said(&s);
}

static void unknown_tag(const teller *t)
{
    prm_saying s = begin(t, 309, prm_key_of(t->mistake->name));

    say_owner(&s, t);
    prm_say(&s, " has no name ");
    prm_say_text(&s, t->mistake->name);
    prm_say(&s, " for a section ");
    say_shown(&s, t, t->mistake->name, t->mistake->sigil);
    say_allowed(&s, t);
    prm_say_help(&s);
    if (!say_nearest(&s, t, t->mistake->sigil)) {
        prm_say(&s, "write \\");
        say_shown(&s, t, t->mistake->name, t->mistake->sigil);
        prm_say(&s, " as text");
    }
    prm_said(&s);
}

static void group(const teller *t)
{
    const prm_text text = t->replacement->text;
    const size_t start = t->mistake->start, stop = t->mistake->end;
    const bool third = text.data[start + 2] == '{' && stop < text.size && text.data[stop] == '}';
    const prm_text written = prm_bytes(text.data + start, stop + third - start);
    prm_saying s = begin(t, 302, prm_key_of(written));
    size_t line = 0, shown, left = LONGEST_SHOWN;

    while (line < written.size && written.data[line] != '\n')
        line++;
    shown = prm_utf8_skip(written.data, line, &left);
    prm_say_text(&s, prm_bytes(written.data, shown));
    prm_say(&s, shown < written.size ? "… is no placeholder" : " is no placeholder");
    prm_say_note(&s);
    prm_say(&s, "in double syntax `{{` directly opens a name, and `}}` directly ends it");
    prm_say_help(&s);
    prm_say(&s, "write \\{{ if it is text");
    prm_said(&s);
}

static void lacks(const teller *t)
{
    prm_saying s = begin(t, 303, prm_key_of(t->mistake->name));

    say_owner(&s, t);
    prm_say(&s, " lacks ");
    say_shown(&s, t, t->mistake->name, '\0');
    prm_say_help(&s);
    prm_say(&s, "use ");
    say_shown(&s, t, t->mistake->name, '\0');
    prm_say(&s, " in the text");
    prm_said(&s);
}

static void inline_tag(const teller *t)
{
    prm_saying s = begin(t, 304, prm_key_of(t->mistake->name));

    say_shown(&s, t, t->mistake->name, t->mistake->sigil);
    prm_say(&s, " is not alone on its line");
    prm_say_note(&s);
    prm_say(&s, "a section holds whole lines; its tags stand on lines of their own");
    prm_say_help(&s);
    prm_say(&s, "put the tag on a line of its own");
    prm_said(&s);
}

static void never_closed(const teller *t)
{
    prm_saying s = begin(t, 305, 0);

    prm_say(&s, "section ");
    say_shown(&s, t, t->mistake->name, t->mistake->sigil);
    prm_say(&s, " is never closed");
    prm_say_help(&s);
    prm_say(&s, "write ");
    say_shown(&s, t, t->mistake->name, '/');
    prm_say(&s, " on a line of its own");
    prm_said(&s);
}

static void not_open(const teller *t)
{
    prm_saying s = begin(t, 306, 0);

    say_shown(&s, t, t->mistake->name, '/');
    prm_say(&s, " closes a section that is not open");
    prm_say_help(&s);
    prm_say(&s, "remove it");
    prm_said(&s);
}

static void crossed(const teller *t)
{
    prm_saying s = begin(t, 307, 0);

    say_shown(&s, t, t->mistake->name, '/');
    prm_say(&s, " crosses section ");
    prm_say_text(&s, t->mistake->other);
    prm_say_help(&s);
    prm_say(&s, "write ");
    say_shown(&s, t, t->mistake->other, '/');
    prm_say(&s, " before it");
    prm_said(&s);
}

static void too_deep(const teller *t)
{
    prm_saying s = begin(t, 308, 1);

    prm_say(&s, "section ");
    prm_say_text(&s, t->mistake->name);
    prm_say(&s, " is ");
    prm_say_number(&s, t->mistake->number);
    prm_say(&s, " deep, the limit is 8");
    prm_said(&s);
}

static void line_end(const teller *t)
{
    prm_saying s = begin(t, 311, 1);

    prm_say(&s, "sections need lines that end in LF");
    prm_said(&s);
}

static void no_text(const teller *t)
{
    const unsigned type = t->mistake->number;
    prm_saying s = begin(t, 423, 0);

    prm_say_text(&s, t->mistake->name);
    prm_say(&s, " is of type ");
    prm_say(&s, type == PRM_FIELD_FLAG ? "flag" : type == PRM_FIELD_ROWS ? "rows"
                : type == PRM_FIELD_SET ? "set" : "json");
    prm_say(&s, ", which ");
    say_owner(&s, t);
    prm_say(&s, " cannot show as text");
    prm_say_help(&s);
    if (type == PRM_FIELD_FLAG || type == PRM_FIELD_ROWS)
        prm_say(&s, "write a section");
    prm_said(&s);
}

static void fixed_section(const teller *t, const char *what)
{
    prm_saying s = begin(t, 427, 0);

    prm_say_text(&s, t->mistake->name);
    prm_say(&s, what);
    prm_say(&s, ", on which lines of ");
    say_owner(&s, t);
    prm_say(&s, " cannot depend");
    prm_say_note(&s);
    prm_say(&s, "a section needs an argument, which has a value or has none");
    prm_said(&s);
}

/* A value that could complete a tag. */
static void fence(const teller *t)
{
    prm_saying s = begin(t, 550, 0);

    prm_say(&s, "the text before ");
    prm_say_text(&s, t->mistake->name);
    prm_say(&s, " begins a tag that its value could complete");
    prm_say_help(&s);
    prm_say(&s, "put another character behind the `<`");
    prm_said(&s);
}

static void fence_ahead(const teller *t)
{
    prm_saying s = begin(t, 550, 0);

    prm_say_text(&s, t->mistake->name);
    prm_say(&s, " in ");
    say_owner(&s, t);
    prm_say(&s, " could complete a tag that text further ahead begins");
    prm_say_help(&s);
    prm_say(&s, "put text before it that is no piece of a tag");
    prm_said(&s);
}

static void fence_end(const teller *t)
{
    const bool whole = t->mistake->start == t->replacement->text.size;
    prm_saying s = begin(t, 550, 0);

    prm_say(&s, whole ? "" : "lines of ");
    say_owner(&s, t);
    prm_say(&s, whole ? " ends" : " end");
    prm_say(&s, " in the beginning of a tag that a value behind could complete");
    prm_say_help(&s);
    prm_say(&s, "put another character behind the `<`");
    prm_said(&s);
}

static void fence_through(const teller *t)
{
    prm_saying s = begin(t, 550, 0);

    say_owner(&s, t);
    prm_say(&s, " may leave a tag unfinished that another text begins");
    prm_say_help(&s);
    prm_say(&s, "give it a text that can be neither empty nor a piece of a tag");
    prm_said(&s);
}

static void build_only(const teller *t)
{
    const prm_mistake_kind kind = t->mistake->kind;
    prm_saying s = begin(t, 706, 0);

    say_shown(&s, t, t->mistake->name, t->mistake->sigil);
    prm_say(&s, kind == PRM_MISTAKE_ROWS_IN_ROWS    ? " stands inside rows of which it is no field"
                : kind == PRM_MISTAKE_BOUND_IN_ROWS ? " is a bound name inside rows"
                                                    : " stands in a constant");
    prm_say(&s, ", which is possible at build time only");
    prm_say_help(&s);
    prm_say(&s, "compile the overlay in");
    prm_said(&s);
}

static void no_sections(const teller *t)
{
    prm_saying s = begin(t, 310, prm_key_of(t->mistake->name));

    say_owner(&s, t);
    prm_say(&s, " cannot hold sections");
    prm_say_help(&s);
    prm_say(&s, "write \\");
    say_shown(&s, t, t->mistake->name, t->mistake->sigil);
    prm_say(&s, " if it is text");
    prm_said(&s);
}

static void too_big(const teller *t)
{
    prm_saying s = begin(t, 707, 0);

    prm_say(&s, "the text of ");
    say_owner(&s, t);
    prm_say(&s, " is cut into more than 65535 pieces by placeholders");
    prm_said(&s);
}

void prm_tell_mistake(void *context, const prm_mistake *mistake)
{
    prm_mistake_teller *const given = context;
    teller t;

    t.mistake = mistake;
    t.replacement = given->replacement;
    t.since = given->since;
    t.reading = &given->reading;
    if (!t.replacement->found)
        return;
    switch (mistake->kind) {
    case PRM_MISTAKE_UNKNOWN:          unknown(&t);                        break;
    case PRM_MISTAKE_UNKNOWN_TAG:      unknown_tag(&t);                    break;
    case PRM_MISTAKE_GROUP:            group(&t);                          break;
    case PRM_MISTAKE_LACKS:            lacks(&t);                          break;
    case PRM_MISTAKE_INLINE_TAG:       inline_tag(&t);                     break;
    case PRM_MISTAKE_OPEN:             never_closed(&t);                   break;
    case PRM_MISTAKE_NOT_OPEN:         not_open(&t);                       break;
    case PRM_MISTAKE_CROSSED:          crossed(&t);                        break;
    case PRM_MISTAKE_TOO_DEEP:         too_deep(&t);                       break;
    case PRM_MISTAKE_LINE_END:         line_end(&t);                       break;
    case PRM_MISTAKE_NO_TEXT:          no_text(&t);                        break;
    case PRM_MISTAKE_CONSTANT_SECTION: fixed_section(&t, " is a constant"); break;
    case PRM_MISTAKE_BOUND_SECTION:    fixed_section(&t, " is a bound name"); break;
    case PRM_MISTAKE_FENCE:            fence(&t);                          break;
    case PRM_MISTAKE_FENCE_AHEAD:      fence_ahead(&t);                    break;
    case PRM_MISTAKE_FENCE_END:        fence_end(&t);                      break;
    case PRM_MISTAKE_FENCE_THROUGH:    fence_through(&t);                  break;
    case PRM_MISTAKE_ROWS_IN_ROWS:
    case PRM_MISTAKE_BOUND_IN_ROWS:
    case PRM_MISTAKE_IN_CONSTANT:      build_only(&t);                     break;
    case PRM_MISTAKE_NO_SECTIONS:      no_sections(&t);                    break;
    case PRM_MISTAKE_TOO_BIG:          too_big(&t);                        break;
    }
}

/* ---- control characters ---- */

/* The first control character of a text from libyaml, which is well-formed; CR counts. */
static bool find_control(prm_text text, size_t *index)
{
    size_t at;

    for (*index = 0, at = 0; at < text.size; ++*index) {
        const unsigned char c = (unsigned char)text.data[at];
        const unsigned char next = at + 1 < text.size ? (unsigned char)text.data[at + 1] : 0;
        bool good;
        if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7F || (c == 0xC2 && next < 0xA0))
            return true;
        if (c == 0xEF && at + 2 < text.size && next == 0xBF && (unsigned char)text.data[at + 2] >= 0xBE)
            return true;
        at += prm_utf8_step((const unsigned char *)text.data + at, text.size - at, &good);
    }
    return false;
}

bool prm_tell_controls(const prm_replacement *r, const prm_rules *rules)
{
    prm_scalar_reading reading;
    prm_mark mark;
    prm_saying s;
    size_t index;

    if (!find_control(r->text, &index))
        return false;
    if (!r->found)
        return true;
    reading.begun = false;
    mark = prm_scalar_place(r->source, r->scalar, &reading, index);
    s = prm_diagnose(r->found, 117, &mark, 0, 0);
    prm_say(&s, "control character in the text of ");
    prm_say(&s, r->rule->kind == PRM_TEXT_CONSTANT ? "constant " : "slot ");
    prm_say(&s, prm_rule_name(rules, r->rule->id));
    prm_say_help(&s);
    prm_say(&s, "remove it; only tab and newline are text");
    prm_said(&s);
    return true;
}
