#include "yaml_events.h"

/* ---- libyaml ---- */

/* Gives libyaml the characters as the compiler sees them. */
static int feed(void *data, unsigned char *buffer, size_t size, size_t *size_read)
{
    prm_yaml *const y = data;
    size_t used = 0;

    while (size - used >= 4) {
        const uint32_t point = prm_source_step(y->source, &y->feed);
        if (point == PRM_NO_CHARACTER)
            break;
        y->has_marks = y->has_marks || point == PRM_BYTE_ORDER_MARK;
        used += prm_put_character(prm_yaml_character(point), (char *)buffer + used);
    }
    *size_read = used;
    return 1;
}

void prm_yaml_open(prm_yaml *y, const prm_source *source, prm_text name, prm_diagnostics *found)
{
    memset(y, 0, sizeof *y);
    y->source = source;
    y->name = name;
    y->found = found;
    y->feed = y->cursor = prm_source_begin(source);
    if (!yaml_parser_initialize(&y->parser)) {
        y->status = PRM_NO_MEMORY;
        return;
    }
    yaml_parser_set_encoding(&y->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input(&y->parser, feed, y);
}

void prm_yaml_close(prm_yaml *y)
{
    if (y->has_event)
        yaml_event_delete(&y->event);
    y->has_event = false;
    yaml_parser_delete(&y->parser);
}

prm_mark prm_yaml_mark(prm_yaml *y, size_t index)
{
    if (index < y->cursor.index)
        y->cursor = prm_source_begin(y->source);
    while (y->cursor.index < index && prm_source_step(y->source, &y->cursor) != PRM_NO_CHARACTER)
        ;
    return y->cursor;
}

static prm_node_kind fail(prm_yaml *y, prm_status status)
{
    if (y->status == PRM_OK)
        y->status = status;
    return y->kind = PRM_NODE_FAILED;
}

/* Pulls an event. */
static bool pull(prm_yaml *y)
{
    if (y->has_event)
        yaml_event_delete(&y->event);
    y->has_event = false;
    if (y->status != PRM_OK)
        return false;
    if (yaml_parser_parse(&y->parser, &y->event)) {
        y->has_event = true;
        return true;
    }
    if (y->parser.error == YAML_MEMORY_ERROR) {
        y->status = PRM_NO_MEMORY;
        return false;
    }
    prm_yaml_fault(y);
    y->status = PRM_BAD_OVERLAY;
    return false;
}

/* ---- limits ---- */

static prm_node_kind refuse(prm_yaml *y, unsigned code, const char *message, const char *help)
{
    prm_saying s = prm_diagnose(y->found, code, &y->start, 0, 0);

    prm_say(&s, message);
    prm_say_help(&s);
    prm_say(&s, help);
    prm_said(&s);
    return fail(y, PRM_BAD_OVERLAY);
}

prm_node_kind prm_yaml_too_deep(prm_yaml *y)
{
    return refuse(y, 208, "nested deeper than 64 levels", "put an inner part into a file of its own");
}

static prm_node_kind count_node(prm_yaml *y)
{
    if (y->nodes++ < PRM_YAML_NODES)
        return y->kind;
    return refuse(y, 707, "more than 16384 nodes of YAML", "compile the overlay in at build time");
}

/* libyaml compares each tag directive with all others: too many of them are not even handed to it. */
static bool has_many_directives(prm_yaml *y)
{
    const prm_text text = y->source->bytes;
    const prm_mark begin = prm_source_begin(y->source);
    unsigned count = 0;
    size_t at;

    for (at = begin.at; at < text.size && count <= PRM_YAML_DIRECTIVES; at++)
        if (text.data[at] == '%' && (at == begin.at || text.data[at - 1] == '\n' || text.data[at - 1] == '\r'))
            count++;
    if (count <= PRM_YAML_DIRECTIVES)
        return false;
    for (y->start = begin; y->start.at + 1 < at;)
        prm_source_step(y->source, &y->start);
    (void)refuse(y, 207, "a YAML directive", "remove the lines that start with %");
    return true;
}

/* ---- the document ---- */

static void refuse_directives(prm_yaml *y)
{
    const prm_mark mark = prm_yaml_mark(y, y->event.start_mark.index);
    prm_saying s;

    if (!y->event.data.document_start.version_directive
        && y->event.data.document_start.tag_directives.start == y->event.data.document_start.tag_directives.end)
        return;
    s = prm_diagnose(y->found, 207, &mark, 0, 0);
    prm_say(&s, "a YAML directive");
    prm_say_help(&s);
    prm_say(&s, "remove the lines that start with %");
    prm_said(&s);
}

static void refuse_second(prm_yaml *y)
{
    const prm_mark mark = prm_yaml_mark(y, y->event.start_mark.index);
    prm_saying s = prm_diagnose(y->found, 206, &mark, 0, 0);

    prm_say(&s, "a second document");
    prm_say_help(&s);
    prm_say(&s, "put it into a file of its own, or remove this line");
    prm_said(&s);
}

/* Passes the beginning of the stream and of the document. false: there is none, or an error. */
static bool begin(prm_yaml *y)
{
    if (has_many_directives(y) || !pull(y) || !pull(y) || y->event.type == YAML_STREAM_END_EVENT)
        return false;
    refuse_directives(y);
    return true;
}

/* Passes the end of the document and of the stream. */
static prm_node_kind end(prm_yaml *y)
{
    if (!pull(y))
        return fail(y, y->status);
    if (y->event.type == YAML_DOCUMENT_START_EVENT)
        refuse_second(y);
    return y->kind = PRM_NODE_NONE;
}

/* ---- anchors, tags and aliases ---- */

static bool is_white(uint32_t point)
{
    return point == ' ' || (point >= 9 && point <= 13) || point == 0xA0 || point == 0x1680
           || (point >= 0x2000 && point <= 0x200A) || point == 0x202F || point == 0x205F || point == 0x3000;
}

static bool ends_word(uint32_t point)
{
    return point == PRM_NO_CHARACTER || is_white(point) || point == ',' || point == '[' || point == ']'
           || point == '{' || point == '}';
}

static uint32_t peek(const prm_yaml *y, const prm_mark *mark)
{
    const uint32_t point = prm_source_peek(y->source, mark);

    return point == PRM_NO_CHARACTER ? point : prm_yaml_character(point);
}

/* Behind white space, and comments that begin behind some. */
static prm_mark skip_space(const prm_yaml *y, prm_mark mark)
{
    bool spaced = false;

    for (;;) {
        const uint32_t point = peek(y, &mark);
        if (point == '#' && spaced) {
            while (peek(y, &mark) != '\n' && peek(y, &mark) != PRM_NO_CHARACTER)
                prm_source_step(y->source, &mark);
        } else if (is_white(point)) {
            prm_source_step(y->source, &mark);
        } else {
            return mark;
        }
        spaced = true;
    }
}

static bool names_anchor(uint32_t point)
{
    return (point >= '0' && point <= '9') || (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z')
           || point == '_' || point == '-';
}

/* Behind an anchor or a tag, as libyaml delimits them. */
static prm_mark skip_word(const prm_yaml *y, prm_mark mark)
{
    const bool anchor = peek(y, &mark) == '&';
    const prm_mark from = mark;

    prm_source_step(y->source, &mark);
    if (!anchor && peek(y, &mark) == '<') {
        while (peek(y, &mark) != '>' && peek(y, &mark) != PRM_NO_CHARACTER && !is_white(peek(y, &mark)))
            prm_source_step(y->source, &mark);
        if (peek(y, &mark) == '>') {
            prm_source_step(y->source, &mark);
            return mark;
        }
        mark = from;
    }
    while (anchor ? names_anchor(peek(y, &mark)) : !ends_word(peek(y, &mark)))
        prm_source_step(y->source, &mark);
    return mark;
}

/* Tells of the anchor or tag at a mark; returns what is behind it. */
static prm_mark refuse_word(prm_yaml *y, prm_mark mark)
{
    const prm_mark from = mark;
    const bool anchor = peek(y, &mark) == '&';
    prm_saying s = prm_diagnose(y->found, anchor ? 203 : 201, &from, 0, 0);

    mark = skip_word(y, mark);
    prm_say(&s, anchor ? "an anchor " : "a tag ");
    prm_say_text(&s, prm_bytes(y->source->bytes.data + from.at, mark.at - from.at));
    prm_say_help(&s);
    prm_say(&s, "remove it, or put a text that starts with ");
    prm_say(&s, anchor ? "& in quotes" : "! in quotes");
    prm_said(&s);
    return skip_space(y, mark);
}

/* Tells of a node's anchor and tag; returns where the node itself begins. */
static prm_mark decorations(prm_yaml *y, bool anchor, bool tag)
{
    prm_mark mark = y->start;

    if (anchor)
        mark = refuse_word(y, mark);
    if (tag)
        mark = refuse_word(y, mark);
    return mark;
}

static void alias(prm_yaml *y)
{
    const prm_mark stop = prm_yaml_mark(y, y->event.end_mark.index);
    prm_saying s = prm_diagnose(y->found, 204, &y->start, 0, 0);

    y->value = prm_bytes(y->source->bytes.data + y->start.at, stop.at - y->start.at);
    y->scalar.style = PRM_STYLE_PLAIN;
    y->scalar.start = y->start;
    y->scalar.end = stop.index;
    prm_say(&s, "an alias ");
    prm_say_text(&s, y->value);
    prm_say_help(&s);
    prm_say(&s, "write \"");
    prm_say_text(&s, y->value);
    prm_say(&s, "\" if it is text; otherwise write out what it stands for");
    prm_said(&s);
}

/* ---- nodes ---- */

static prm_scalar_style style_of(yaml_scalar_style_t style)
{
    switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: return PRM_STYLE_SINGLE;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return PRM_STYLE_DOUBLE;
    case YAML_LITERAL_SCALAR_STYLE:       return PRM_STYLE_LITERAL;
    case YAML_FOLDED_SCALAR_STYLE:        return PRM_STYLE_FOLDED;
    default:                              return PRM_STYLE_PLAIN;
    }
}

static void scalar(prm_yaml *y, long indent)
{
    y->scalar.start = decorations(y, y->event.data.scalar.anchor != NULL, y->event.data.scalar.tag != NULL);
    y->scalar.style = style_of(y->event.data.scalar.style);
    y->scalar.end = y->event.end_mark.index;
    y->scalar.indent = indent;
    if (y->scalar.start.index > y->scalar.end)
        y->scalar.start = prm_yaml_mark(y, y->scalar.end);
    y->value = prm_bytes((const char *)y->event.data.scalar.value, y->event.data.scalar.length);
    if (y->has_marks)    /* as long as what stands for them */
        (void)prm_scalar_copy(y->source, &y->scalar, (char *)y->event.data.scalar.value, y->value.size);
}

static void mapping(prm_yaml *y)
{
    y->flow = y->event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    (void)decorations(y, y->event.data.mapping_start.anchor != NULL, y->event.data.mapping_start.tag != NULL);
}

static void sequence(prm_yaml *y)
{
    y->flow = y->event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    (void)decorations(y, y->event.data.sequence_start.anchor != NULL, y->event.data.sequence_start.tag != NULL);
}

prm_node_kind prm_yaml_next(prm_yaml *y, long indent)
{
    if (y->status != PRM_OK)
        return fail(y, y->status);
    if (y->nodes == 0 && !begin(y))
        return y->status == PRM_OK ? (y->kind = PRM_NODE_NONE) : fail(y, y->status);
    if (!pull(y))
        return fail(y, y->status);
    y->start = prm_yaml_mark(y, y->event.start_mark.index);
    switch (y->event.type) {
    case YAML_DOCUMENT_END_EVENT:   return end(y);
    case YAML_SCALAR_EVENT:         y->kind = PRM_NODE_SCALAR;   scalar(y, indent); break;
    case YAML_ALIAS_EVENT:          y->kind = PRM_NODE_SCALAR;   alias(y);          break;
    case YAML_MAPPING_START_EVENT:  y->kind = PRM_NODE_MAPPING;  mapping(y);        break;
    case YAML_SEQUENCE_START_EVENT: y->kind = PRM_NODE_SEQUENCE; sequence(y);       break;
    default:                        y->kind = PRM_NODE_END;                         break;
    }
    return count_node(y);
}

/* ---- YAML 1.2's core schema ---- */

static bool is_one_of(prm_text value, const char *const *words)
{
    for (; *words; words++)
        if (value.size == strlen(*words) && memcmp(value.data, *words, value.size) == 0)
            return true;
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t digits_at(prm_text value, size_t at)
{
    size_t count = 0;

    while (at + count < value.size && is_digit(value.data[at + count]))
        count++;
    return count;
}

static bool is_based(prm_text value)
{
    size_t i;

    if (value.size < 3 || value.data[0] != '0' || (value.data[1] != 'o' && value.data[1] != 'x'))
        return false;
    for (i = 2; i < value.size; i++) {
        const char c = value.data[i];
        const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (value.data[1] == 'o' ? c < '0' || c > '7' : !is_digit(c) && !letter)
            return false;
    }
    return true;
}

/* [-+]? then digits with an optional fraction, or a fraction, then an optional exponent. */
static bool is_decimal(prm_text value)
{
    size_t at = value.size > 0 && (value.data[0] == '-' || value.data[0] == '+');
    const size_t whole = digits_at(value, at);
    size_t fraction = 0;

    at += whole;
    if (at < value.size && value.data[at] == '.') {
        fraction = digits_at(value, at + 1);
        at += 1 + fraction;
    }
    if (whole + fraction == 0)
        return false;
    if (at < value.size && (value.data[at] == 'e' || value.data[at] == 'E')) {
        size_t digits;
        at++;
        at += at < value.size && (value.data[at] == '-' || value.data[at] == '+');
        digits = digits_at(value, at);
        if (digits == 0)
            return false;
        at += digits;
    }
    return at == value.size;
}

prm_plain_kind prm_plain_kind_of(prm_text value)
{
    static const char *const nulls[] = { "", "~", "null", "Null", "NULL", NULL };
    static const char *const booleans[] = { "true", "True", "TRUE", "false", "False", "FALSE", NULL };
    static const char *const others[] = { ".inf", ".Inf", ".INF", "-.inf", "-.Inf", "-.INF", "+.inf", "+.Inf",
                                          "+.INF", ".nan", ".NaN", ".NAN", NULL };

    if (is_one_of(value, nulls))
        return PRM_PLAIN_NULL;
    if (is_one_of(value, booleans))
        return PRM_PLAIN_BOOLEAN;
    return is_based(value) || is_decimal(value) || is_one_of(value, others) ? PRM_PLAIN_NUMBER : PRM_PLAIN_TEXT;
}

prm_plain_kind prm_yaml_kind(const prm_yaml *y)
{
    return y->scalar.style == PRM_STYLE_PLAIN ? prm_plain_kind_of(y->value) : PRM_PLAIN_TEXT;
}
