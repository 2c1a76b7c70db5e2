#include "compiler.h"

enum { NO_RULE = 0xFFFF };

/* What is known of lines further up: none stands, one does, or the walk must find out. */
typedef enum { NOTHING, MAYBE, SOMETHING } standing;

/* ---- rules ---- */

const char *prm_rule_name(const prm_rules *rules, uint32_t offset)
{
    return offset < rules->names_size ? rules->names + offset : "";
}

/* Measured here: the library has no strlen. */
static prm_text name_text(const prm_rules *rules, uint32_t offset)
{
    uint32_t end = offset;

    while (end < rules->names_size && rules->names[end] != '\0')
        end++;
    return prm_bytes(prm_rule_name(rules, offset), end - offset);
}

const prm_name_rule *prm_rule_at(const prm_template_rules *rules, size_t number)
{
    return &rules->all->name_rules[rules->text->first + number];
}

bool prm_rule_is(const prm_rules *rules, uint32_t offset, prm_text name)
{
    return offset < rules->names_size && name.size < rules->names_size - offset
           && memcmp(rules->names + offset, name.data, name.size) == 0 && rules->names[offset + name.size] == '\0';
}

static bool same(prm_text a, prm_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* The rule of a name among the fields of rows, or among those of the slot itself (rows: NO_RULE). */
static uint16_t rule_in(const prm_compiler *c, uint16_t rows, prm_text name)
{
    uint16_t i;

    for (i = 0; i < c->rules->text->count; i++) {
        const prm_name_rule *const rule = prm_rule_at(c->rules, i);
        const bool inside = rule->kind == PRM_NAME_FIELD || rule->kind == PRM_NAME_INDEX;
        if (rule->kind != PRM_NAME_LITERAL && inside == (rows != NO_RULE) && (!inside || rule->owner == rows)
            && prm_rule_is(c->rules->all, rule->name, name))
            return i;
    }
    return NO_RULE;
}

/* What a name means here: in the nearest rows around, else in the slot. */
static uint16_t find(const prm_compiler *c, prm_text name)
{
    unsigned i;

    for (i = c->depth; i > 0; i--)
        if (c->frame[i].rows != NO_RULE) {
            const uint16_t found = rule_in(c, c->frame[i].rows, name);
            if (found != NO_RULE)
                return found;
        }
    return rule_in(c, NO_RULE, name);
}

static bool is_literal(const prm_compiler *c, prm_text name)
{
    uint16_t i;

    if (c->rules->text->all_literal)
        return true;
    for (i = 0; i < c->rules->text->count; i++) {
        const prm_name_rule *const rule = prm_rule_at(c->rules, i);
        if (rule->kind == PRM_NAME_LITERAL && prm_rule_is(c->rules->all, rule->name, name))
            return true;
    }
    return false;
}

static bool is_open(const prm_compiler *c, prm_text name)
{
    unsigned i;

    for (i = 1; i <= c->depth; i++)
        if (same(c->frame[i].name, name))
            return true;
    return false;
}

/* prm_field's kind of an input or a field. */
static unsigned type_of(const prm_compiler *c, const prm_name_rule *rule)
{
    const prm_pack *const root = c->rules->root;

    return root->fields[root->entries[c->rules->text->entry].field + rule->value].kind & PRM_FIELD_KIND;
}

static bool is_value(const prm_name_rule *rule)
{
    return rule->kind == PRM_NAME_INPUT || rule->kind == PRM_NAME_FIELD;
}

/* Notes that a name stands in the text as a placeholder or a tag. */
static void use(prm_compiler *c, prm_text name)
{
    unsigned required = 0;
    uint16_t i;

    for (i = 0; i < c->rules->text->count && required < PRM_MAX_REQUIRED; i++) {
        const prm_name_rule *const rule = prm_rule_at(c->rules, i);
        if (!rule->required)
            continue;
        if (prm_rule_is(c->rules->all, rule->name, name))
            c->used[required / 32] |= (uint32_t)1 << required % 32;
        required++;
    }
}

/* ---- mistakes ---- */

static unsigned rows_around(const prm_compiler *c, uint16_t *rows)
{
    unsigned i, count = 0;

    for (i = 1; i <= c->depth; i++)
        if (c->frame[i].rows != NO_RULE)
            rows[count++] = c->frame[i].rows;
    return count;
}

static void tell(prm_compiler *c, prm_mistake_kind kind, const prm_token *token, unsigned number, prm_text other)
{
    uint16_t rows[PRM_TEMPLATE_DEPTH];
    prm_mistake mistake;

    mistake.kind = kind;
    mistake.start = token->start;
    mistake.end = token->end;
    mistake.name = token->name;
    mistake.sigil = token->sigil;
    mistake.other = other;
    mistake.number = number;
    mistake.rules = c->rules;
    mistake.rows = rows;
    mistake.row_count = rows_around(c, rows);
    c->mistakes++;
    c->sink.tell(c->sink.context, &mistake);
}

static void tell_of(prm_compiler *c, prm_mistake_kind kind, const prm_token *token, unsigned number)
{
    tell(c, kind, token, number, prm_bytes(NULL, 0));
}

static void tell_at(prm_compiler *c, prm_mistake_kind kind, size_t place)
{
    prm_token none;

    memset(&none, 0, sizeof none);
    none.start = none.end = place;
    tell_of(c, kind, &none, 0);
}

/* ---- lines ---- */

/* Lines begin: what separates them from those before is written. */
static void begin_lines(prm_compiler *c)
{
    prm_section *const top = &c->frame[c->depth];

    if (c->in_lines)
        return;
    c->in_lines = true;
    if (top->before == SOMETHING)
        prm_code_text(&c->code, "\n", 1);
    else if (top->before == MAYBE)
        prm_code_line(&c->code);
    top->before = SOMETHING;
    prm_opening_start(&c->opening, top->closed ? PRM_OPENING_NOWHERE : PRM_OPENING_AHEAD);
}

static void literal(prm_compiler *c, size_t start, size_t end)
{
    if (end <= start)
        return;
    prm_code_text(&c->code, c->text.data + start, end - start);
    prm_opening_add(&c->opening, c->text.data + start, end - start);
}

/* Text up to a token, which has a meaning: half of the backslashes before it stay. */
static void text_before(prm_compiler *c, const prm_token *token)
{
    begin_lines(c);
    literal(c, c->at, token->start - token->backslashes + token->backslashes / 2);
    c->at = token->end;
}

/* The current lines end before `stop`, unless there are none. */
static void end_lines(prm_compiler *c, size_t stop)
{
    begin_lines(c);
    literal(c, c->at, stop);
    if (prm_opening_for_any(&c->opening, c->rules->root)) {
        if (c->opening.origin == PRM_OPENING_AHEAD)
            return;
        tell_at(c, c->opening.origin == PRM_OPENING_HERE ? PRM_MISTAKE_FENCE_END : PRM_MISTAKE_FENCE_THROUGH, stop);
    }
    c->frame[c->depth].closed = true;
}

static void start_lines(prm_compiler *c, size_t start)
{
    c->in_lines = false;
    c->start = c->at = start;
}

/* ---- values ---- */

/* Whether a constant as the pack has it, which is what null restores, may end in the beginning of a tag: no overlay
 * can make it. One that ends in others is not looked into. */
static bool is_opener(const prm_compiler *c, const prm_entry *entry)
{
    const prm_pack *const root = c->rules->root;
    prm_opening opening;
    size_t i;

    prm_opening_start(&opening, PRM_OPENING_NOWHERE);
    for (i = entry->first; i < (size_t)entry->first + entry->count; i++) {
        const prm_segment *const s = &root->segments[0][i];
        if (s->op & PRM_OP_CONTROL)
            return true;
        prm_opening_add(&opening, root->pool + s->offset, s->size);
    }
    return prm_opening_for_any(&opening, root);
}

static void constant(prm_compiler *c, const prm_name_rule *rule, const prm_token *token)
{
    const prm_pack *const root = c->rules->root;
    const prm_segment *const call = &root->segments[0][rule->value];

    if (c->rules->text->kind == PRM_TEXT_CONSTANT) {
        tell_of(c, PRM_MISTAKE_IN_CONSTANT, token, 0);
        return;
    }
    prm_code_copy(&c->code, root, rule->value, rule->count);
    prm_opening_add_unknown(&c->opening, root);
    if (c->opening.origin != PRM_OPENING_HERE && c->rules->all->open_ends
        && is_opener(c, &root->entries[call->size]))
        prm_opening_start(&c->opening, PRM_OPENING_PART);
}

/* A value could complete a tag. */
static void tell_fence(prm_compiler *c, const prm_token *token)
{
    tell_of(c, c->opening.origin == PRM_OPENING_HERE ? PRM_MISTAKE_FENCE : PRM_MISTAKE_FENCE_AHEAD, token, 0);
}

static void bound(prm_compiler *c, const prm_name_rule *rule, const prm_token *token)
{
    uint16_t rows[PRM_TEMPLATE_DEPTH];

    if (rows_around(c, rows) > 0)
        tell_of(c, PRM_MISTAKE_BOUND_IN_ROWS, token, 0);
    if (prm_opening_for_any(&c->opening, c->rules->root))
        tell_fence(c, token);
    prm_code_copy(&c->code, c->rules->root, rule->value, rule->count);
    prm_opening_start(&c->opening, c->rules->all->open_ends ? PRM_OPENING_PART : PRM_OPENING_NOWHERE);
}

static bool shows_text(unsigned type)
{
    return type != PRM_FIELD_FLAG && type != PRM_FIELD_ROWS && type != PRM_FIELD_JSON && type != PRM_FIELD_SET;
}

/* Whether a value could complete a tag that it is fenced against. Where others hand it to the slot, against which is
 * not known. */
static bool completes(const prm_compiler *c, const prm_name_rule *rule)
{
    const prm_pack *const root = c->rules->root;

    if (!is_value(rule))
        return false;
    if (rule->count > 0)
        return prm_opening_for_any(&c->opening, root);
    return type_of(c, rule) == PRM_FIELD_FENCED
           && prm_opening_for(&c->opening, root, root->entries[c->rules->text->entry].field + rule->value);
}

static void check_fence(prm_compiler *c, const prm_name_rule *rule, const prm_token *token)
{
    if (!completes(c, rule))
        return;
    tell_fence(c, token);
    prm_opening_start(&c->opening, PRM_OPENING_NOWHERE);
}

static void input(prm_compiler *c, const prm_name_rule *rule, const prm_token *token)
{
    const unsigned type = is_value(rule) ? type_of(c, rule) : PRM_FIELD_INTEGER;

    if (!shows_text(type))
        tell_of(c, PRM_MISTAKE_NO_TEXT, token, type);
    check_fence(c, rule, token);
    prm_code_flush(&c->code, PRM_OP_VALUE | rule->value);
    prm_opening_add_unknown(&c->opening, c->rules->root);
}

static void value(prm_compiler *c, const prm_token *token)
{
    const prm_name_rule *const rule = prm_rule_at(c->rules, find(c, token->name));

    text_before(c, token);
    use(c, token->name);
    if (rule->kind == PRM_NAME_CONSTANT)
        constant(c, rule, token);
    else if (rule->kind == PRM_NAME_BOUND)
        bound(c, rule, token);
    else
        input(c, rule, token);
}

/* ---- sections ---- */

static void remember(prm_name_stack *stack, prm_text name)
{
    if (stack->count < PRM_REMEMBERED)
        stack->name[stack->count++] = name;
}

static bool forget(prm_name_stack *stack, prm_text name)
{
    unsigned i;

    for (i = 0; i < stack->count; i++)
        if (same(stack->name[i], name)) {
            stack->name[i] = stack->name[--stack->count];
            return true;
        }
    return false;
}

static bool is_last(const prm_name_stack *stack, prm_text name)
{
    return stack->count > 0 && same(stack->name[stack->count - 1], name);
}

/* The innermost rows around, or NO_RULE. */
static uint16_t innermost_rows(const prm_compiler *c)
{
    unsigned i = c->depth;

    while (i > 0 && c->frame[i].rows == NO_RULE)
        i--;
    return c->frame[i].rows;
}

/* What the lines of an open section depend on. */
static void code_section(prm_compiler *c, prm_section *section, const prm_token *token, uint16_t number)
{
    const prm_name_rule *const rule = prm_rule_at(c->rules, number);
    const uint16_t around = innermost_rows(c);
    unsigned op = token->sigil == '^' ? PRM_OP_UNLESS : PRM_OP_WHEN;

    if (rule->kind == PRM_NAME_CONSTANT || rule->kind == PRM_NAME_BOUND) {
        tell_of(c, rule->kind == PRM_NAME_CONSTANT ? PRM_MISTAKE_CONSTANT_SECTION : PRM_MISTAKE_BOUND_SECTION,
                token, 0);
        return;
    }
    if (is_value(rule) && type_of(c, rule) == PRM_FIELD_ROWS && token->sigil == '#') {
        if (around != (rule->kind == PRM_NAME_FIELD ? rule->owner : NO_RULE))
            tell_of(c, PRM_MISTAKE_ROWS_IN_ROWS, token, 0);
        section->rows = number;
        section->next = PRM_OP_NEXT | rule->value;
        op = PRM_OP_LOOP;
    }
    section->coded = true;
    section->place = prm_code_control(&c->code, op | rule->value, 0, 0);
}

static bool has_cr(const prm_compiler *c, const prm_token *token)
{
    size_t i;

    for (i = token->end; i < token->next_line; i++)
        if (c->text.data[i] == '\r')
            return true;
    return false;
}

static void open_section(prm_compiler *c, const prm_token *token)
{
    const unsigned before = c->frame[c->depth].before;
    prm_section *section;

    if (has_cr(c, token))
        tell_of(c, PRM_MISTAKE_LINE_END, token, 0);
    if (c->depth == PRM_TEMPLATE_DEPTH) {
        tell_of(c, PRM_MISTAKE_TOO_DEEP, token, c->depth + 1);
        remember(&c->too_deep, token->name);
        return;
    }
    section = &c->frame[c->depth + 1];
    memset(section, 0, sizeof *section);
    section->name = token->name;
    section->sigil = token->sigil;
    section->start = token->start;
    section->end = token->end;
    section->rows = NO_RULE;
    section->before = before == SOMETHING ? SOMETHING : MAYBE;
    section->closed = c->frame[c->depth].closed;
    code_section(c, section, token, find(c, token->name));
    c->depth++;
}

static void leave_section(prm_compiler *c)
{
    const prm_section *const section = &c->frame[c->depth];

    if (section->coded)
        prm_code_end(&c->code, section->place, section->next);
    c->depth--;
    if (c->frame[c->depth].before == NOTHING)
        c->frame[c->depth].before = MAYBE;
}

static void close_section(prm_compiler *c, const prm_token *token)
{
    if (is_last(&c->too_deep, token->name)) {
        c->too_deep.count--;
        return;
    }
    if (!is_open(c, token->name)) {
        if (!forget(&c->crossed, token->name))
            tell_of(c, PRM_MISTAKE_NOT_OPEN, token, 0);
        return;
    }
    for (;;) {
        const prm_text inner = c->frame[c->depth].name;
        leave_section(c);
        if (same(inner, token->name))
            return;
        remember(&c->crossed, inner);
        tell(c, PRM_MISTAKE_CROSSED, token, 0, inner);
    }
}

/* A tag on a line of its own, which vanishes with the newline before it. */
static void section(prm_compiler *c, const prm_token *token)
{
    if (token->line_start > c->start)
        end_lines(c, token->line_start - 1);
    use(c, token->name);
    if (token->sigil == '/')
        close_section(c, token);
    else
        open_section(c, token);
    start_lines(c, token->next_line);
}

/* ---- the text ---- */

/* Whether a token that is on no list is text as it stands. */
static bool is_left(const prm_compiler *c, const prm_token *token)
{
    return is_literal(c, token->name)
           || (token->kind == PRM_TOKEN_TAG && c->rules->text->syntax == PRM_SYNTAX_SINGLE);
}

static void known_token(prm_compiler *c, const prm_token *token)
{
    if (token->kind == PRM_TOKEN_NAME)
        value(c, token);
    else if (c->rules->text->kind == PRM_TEXT_CONSTANT)
        tell_of(c, PRM_MISTAKE_NO_SECTIONS, token, 0);
    else if (token->alone)
        section(c, token);
    else
        tell_of(c, PRM_MISTAKE_INLINE_TAG, token, 0);
}

static void take(prm_compiler *c, const prm_token *token)
{
    const bool known = token->kind != PRM_TOKEN_GROUP && find(c, token->name) != NO_RULE;

    if (token->kind != PRM_TOKEN_GROUP && !known && is_left(c, token))
        return;
    if (token->backslashes % 2) {
        text_before(c, token);
        literal(c, token->start, token->end);
    } else if (known) {
        known_token(c, token);
    } else {
        tell_of(c, token->kind == PRM_TOKEN_GROUP  ? PRM_MISTAKE_GROUP
                   : token->kind == PRM_TOKEN_NAME ? PRM_MISTAKE_UNKNOWN : PRM_MISTAKE_UNKNOWN_TAG, token, 0);
    }
}

static void check_required(prm_compiler *c)
{
    unsigned required = 0;
    uint16_t i;

    for (i = 0; c->text.size > 0 && i < c->rules->text->count && required < PRM_MAX_REQUIRED; i++) {
        const prm_name_rule *const rule = prm_rule_at(c->rules, i);
        prm_token whole;
        if (!rule->required)
            continue;
        memset(&whole, 0, sizeof whole);
        whole.name = name_text(c->rules->all, rule->name);
        if (!(c->used[required / 32] >> required % 32 & 1))
            tell_of(c, PRM_MISTAKE_LACKS, &whole, 0);
        required++;
    }
}

static void check_open(prm_compiler *c)
{
    for (; c->depth > 0; leave_section(c)) {
        const prm_section *const left = &c->frame[c->depth];
        prm_token tag;
        memset(&tag, 0, sizeof tag);
        tag.name = left->name;
        tag.sigil = left->sigil;
        tag.start = left->start;
        tag.end = left->end;
        tell_of(c, PRM_MISTAKE_OPEN, &tag, 0);
    }
}

static void finish(prm_compiler *c)
{
    if (c->start == 0 || c->text.data[c->start - 1] == '\n')
        end_lines(c, c->text.size);
    prm_code_flush(&c->code, 0);
    check_open(c);
    check_required(c);
    if (!c->frame[0].closed)
        tell_at(c, PRM_MISTAKE_FENCE_THROUGH, c->text.size);
    if (c->code.too_big)
        tell_at(c, PRM_MISTAKE_TOO_BIG, c->text.size);
}

size_t prm_template_compile(prm_compiler *c, const prm_template_rules *rules, prm_text text, prm_template_code *code,
                            prm_mistake_sink sink)
{
    memset(c, 0, sizeof *c);
    c->rules = rules;
    c->text = text;
    c->sink = sink;
    c->frame[0].rows = NO_RULE;
    c->frame[0].closed = !rules->all->open_ends;
    prm_code_begin(&c->code, code);
    c->tokens.text = text.data;
    c->tokens.size = text.size;
    c->tokens.syntax = (prm_syntax)rules->text->syntax;
    while (prm_tokens_next(&c->tokens, &c->token))
        take(c, &c->token);
    finish(c);
    return c->mistakes;
}
