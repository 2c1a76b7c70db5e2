/* Syntax errors of YAML in plain words. */
#include "yaml_events.h"

enum { LONGEST_KEY = 1024 };

/* Where libyaml gave up, and the line of that place. */
typedef struct {
    const prm_yaml *yaml;
    const char     *problem, *context;
    prm_mark        at, began;       /* began: where the construct did */
    prm_mark        line;            /* start of the line of `at` */
    uint32_t        character;       /* at `at` */
} fault;

static bool holds(const char *text, const char *words)
{
    const size_t size = strlen(words);

    for (; *text; text++)
        if (strncmp(text, words, size) == 0)
            return true;
    return false;
}

static uint32_t peek(const fault *f, const prm_mark *mark)
{
    return prm_source_peek(f->yaml->source, mark);
}

static void step(const fault *f, prm_mark *mark)
{
    prm_source_step(f->yaml->source, mark);
}

/* ---- one line ---- */

static bool is_blank(uint32_t point)
{
    return point == ' ' || point == '\t';
}

static bool is_white(uint32_t point)
{
    return is_blank(point) || (point >= 11 && point <= 13) || (point >= 28 && point <= 31) || point == 0x85
           || point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028
           || point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

static bool ends_line(uint32_t point)
{
    return point == '\n' || point == PRM_NO_CHARACTER;
}

/* Behind `count` times "- ", each with its spaces. false: there are not so many. */
static bool skip_dashes(const fault *f, prm_mark *mark, unsigned count)
{
    while (peek(f, mark) == ' ')
        step(f, mark);
    for (; count > 0; count--) {
        if (peek(f, mark) != '-')
            return false;
        step(f, mark);
        if (peek(f, mark) != ' ')
            return false;
        while (peek(f, mark) == ' ')
            step(f, mark);
    }
    return true;
}

static unsigned count_dashes(const fault *f)
{
    unsigned count = 0;
    prm_mark mark = f->line;

    while (skip_dashes(f, &mark, 1))
        count++;
    return count;
}

static bool begins_key(uint32_t point)
{
    static const char others[] = "\"'#{[&*!|>%@`:";
    size_t i;

    for (i = 0; i < sizeof others - 1; i++)
        if (point == (unsigned char)others[i])
            return false;
    return !is_white(point) && !ends_line(point);
}

/* Passes a key, plain or in quotes. */
static bool skip_key(const fault *f, prm_mark *mark)
{
    const uint32_t quote = peek(f, mark);

    if (quote == '"' || quote == '\'') {
        do
            step(f, mark);
        while (peek(f, mark) != quote && !ends_line(peek(f, mark)));
        if (peek(f, mark) != quote)
            return false;
        step(f, mark);
        return true;
    }
    if (!begins_key(quote))
        return false;
    while (peek(f, mark) != ':' && !ends_line(peek(f, mark)))
        step(f, mark);
    return true;
}

/* Passes `key: `. */
static bool skip_key_and_colon(const fault *f, prm_mark *mark)
{
    if (!skip_key(f, mark) || peek(f, mark) != ':')
        return false;
    step(f, mark);
    if (!is_blank(peek(f, mark)))
        return false;
    while (is_blank(peek(f, mark)))
        step(f, mark);
    return !is_white(peek(f, mark)) && !ends_line(peek(f, mark));
}

/* The value in a line `key: value` or `- value`; false: the line is no such. */
static bool first_of_value(const fault *f, prm_mark *value)
{
    const unsigned dashes = count_dashes(f);
    unsigned i;

    for (i = dashes + 1; i > 0; i--) {
        *value = f->line;
        if (skip_dashes(f, value, i - 1) && skip_key_and_colon(f, value))
            return true;
    }
    *value = f->line;
    return dashes > 0 && skip_dashes(f, value, dashes) && !is_white(peek(f, value)) && !ends_line(peek(f, value));
}

static bool is_long(const fault *f)
{
    prm_mark mark = f->line;

    while (!ends_line(peek(f, &mark)))
        step(f, &mark);
    return mark.index - f->line.index > LONGEST_KEY;
}

/* ---- words ---- */

static void say(const fault *f, unsigned code, const prm_mark *mark, const char *message, const char *help)
{
    prm_saying s = prm_diagnose(f->yaml->found, code, mark, 0, 0);

    prm_say(&s, message);
    prm_say_help(&s);
    prm_say(&s, help);
    prm_said(&s);
}

static void say_with(const fault *f, const prm_mark *mark, const char *before, uint32_t character, const char *behind)
{
    prm_saying s = prm_diagnose(f->yaml->found, 211, mark, 0, 0);

    prm_say(&s, before);
    prm_say_character(&s, character);
    prm_say(&s, behind);
    prm_say_help(&s);
    prm_say(&s, "put the text in quotes");
    prm_said(&s);
}

static void say_invalid(const fault *f)
{
    prm_saying s = prm_diagnose(f->yaml->found, 211, &f->at, 0, 0);

    prm_say(&s, "invalid YAML");
    prm_say(&s, *f->context ? " " : "");
    prm_say(&s, f->context);
    prm_say(&s, ": ");
    prm_say(&s, f->problem);
    prm_said(&s);
}

static void keys(const fault *f, bool has_value, const prm_mark *value)
{
    if (holds(f->problem, "mapping values")) {
        if (has_value && f->at.index > value->index)
            say(f, 211, &f->at, "a `: ` inside an unquoted text", "put the text in quotes");
        else
            say(f, 211, &f->at, "a key where none can stand",
                "quote the text of the line before, or indent this line like its neighbours");
    } else if (holds(f->problem, "expected key") || holds(f->problem, "document start")) {
        say(f, 211, &f->at, "a line that is neither a key nor part of the text before",
            "indent it like its neighbours; a text of several lines is written with `|-`");
    } else if (holds(f->problem, "expected '-'")) {
        say(f, 211, &f->at, "a key between the items of a list", "indent it like its neighbours");
    } else if (holds(f->problem, "could not find expected ':'")) {
        say(f, 211, &f->at, "a line without `: ` among keys", "write `key: value`, or quote the text");
    } else if (holds(f->problem, "node content")) {
        say(f, 211, &f->at, "a bracket or comma where a value should stand", "put the text in quotes");
    } else if (holds(f->problem, "incompatible") || holds(f->problem, "directive")
               || holds(f->context, "directive")) {
        say(f, 207, &f->at, "a YAML directive", "remove the lines that start with %");
    } else if (holds(f->problem, "comment or line break")) {
        say(f, 211, &f->at, "a text on the line of its `|` or `>`", "begin the text on the next line, indented");
    } else {
        say_invalid(f);
    }
}

/* Text stands behind a value that has ended with its quote or bracket. */
static bool stands_behind(const fault *f, const prm_mark *value)
{
    const uint32_t first = peek(f, value);
    const bool quote = first == '"' || first == '\'';

    if ((!quote && first != '{' && first != '[') || f->at.index <= value->index)
        return false;
    if (!holds(f->problem, "expected key") && !holds(f->problem, "document start")
        && !holds(f->problem, "expected '-'") && !holds(f->problem, "comment or line break"))
        return false;
    say(f, 211, &f->at, quote ? "text behind a closing quote" : "text behind a closing bracket",
        "put the text in quotes");
    return true;
}

/* Errors in how lines and keys follow each other. */
static void structure(const fault *f)
{
    prm_mark value;
    const bool has_value = first_of_value(f, &value);

    if ((holds(f->problem, "mapping values") || holds(f->problem, "could not find")) && is_long(f))
        say(f, 210, &f->at, "a key of more than 1024 bytes", "shorten the key, or quote the text");
    else if (holds(f->problem, "block sequence entries"))
        say(f, 211, &f->at, "a list cannot begin on the line of its key", "begin the list on the next line");
    else if (holds(f->problem, "mapping values") || !has_value || !stands_behind(f, &value))
        keys(f, has_value, &value);
}

static void explain(const fault *f)
{
    prm_mark value;

    if (holds(f->problem, "tab character") || (f->character == '\t' && holds(f->problem, "cannot start")))
        say(f, 211, &f->at, "a tab in the indentation of YAML", "indent with spaces");
    else if (holds(f->problem, "unexpected end of stream") || holds(f->problem, "unexpected document indicator"))
        say(f, 211, &f->began, "a quote that is never closed",
            "close it with the same quote, or double a quote that belongs to the text");
    else if (holds(f->problem, "unknown escape"))
        say(f, 211, &f->at, "an escape that YAML does not know",
            "write \\\\ for a backslash, or use single quotes, in which backslashes are text");
    else if (holds(f->problem, "Unicode character escape"))
        say(f, 211, &f->at, "an escape that is no character",
            "write a character beyond U+FFFF as \\U and eight digits, not as two surrogates");
    else if (holds(f->problem, "expected ',' or"))
        say_with(f, &f->began, "a ", peek(f, &f->began), " that is never closed");
    else if (holds(f->problem, "alphabetic or numeric"))
        say_with(f, &f->began, "a text that starts with ", peek(f, &f->began), " must be quoted");
    else if (!holds(f->problem, "cannot start any token"))
        structure(f);
    else if (first_of_value(f, &value) && value.index == f->at.index)
        say_with(f, &f->at, "a text that starts with ", f->character, " must be quoted");
    else
        say(f, 211, &f->at, "text behind a closing bracket", "put the text in quotes");
}

/* The place of a character, or the end; at the end of the text, the newline before it if there is one. *line: where
 * its line starts. */
static prm_mark place(const prm_yaml *y, size_t index, prm_mark *line)
{
    prm_mark mark = prm_source_begin(y->source), before = mark;

    *line = mark;
    while (mark.index < index) {
        const prm_mark last = mark;
        if (mark.column == 1)
            *line = mark;
        if (prm_source_step(y->source, &mark) == PRM_NO_CHARACTER)
            break;
        before = last;
    }
    if (prm_source_peek(y->source, &mark) == PRM_NO_CHARACTER && mark.index > 0 && mark.column == 1)
        return before;
    if (mark.column == 1)
        *line = mark;
    return mark;
}

void prm_yaml_fault(prm_yaml *y)
{
    fault f;

    f.yaml = y;
    f.problem = y->parser.problem ? y->parser.problem : "";
    f.context = y->parser.context ? y->parser.context : "";
    f.at = place(y, y->parser.problem_mark.index, &f.line);
    f.began = y->parser.context ? prm_yaml_mark(y, y->parser.context_mark.index) : f.at;
    f.character = peek(&f, &f.at);
    explain(&f);
}
