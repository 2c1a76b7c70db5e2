#include "scalar.h"

/* What becomes of a scalar: characters of its value with their places, one by one. */
typedef struct {
    const prm_source *source;
    prm_scalar_reading *reading;
    size_t            wanted;      /* number of the character that is looked for */
    size_t            count;
    prm_mark          found;
    bool              done;
    prm_text          value;       /* what is compared, if data is not NULL */
    size_t            compared;
    bool              same;
    char             *copy;        /* where the value is written, if not NULL */
    size_t            capacity, copied;
} output;

static void copy(output *out, uint32_t point)
{
    char bytes[4];
    const size_t size = prm_put_character(point, bytes);

    if (size > out->capacity - out->copied) {
        out->done = true;
        return;
    }
    memcpy(out->copy + out->copied, bytes, size);
    out->copied += size;
}

static void compare(output *out, uint32_t point)
{
    char bytes[4];
    const size_t size = prm_put_character(point, bytes);

    out->same = out->same && size <= out->value.size - out->compared
                && memcmp(out->value.data + out->compared, bytes, size) == 0;
    out->compared += size;
}

static void give(output *out, uint32_t point, prm_mark place)
{
    if (out->done)
        return;
    if (out->count++ == out->wanted) {
        out->found = place;
        out->done = true;
    } else if (out->copy) {
        copy(out, point);
    } else if (out->value.data && out->same) {
        compare(out, point);
    }
}

/* As libyaml was given it, but for byte-order marks, which stay. */
static uint32_t peek(const output *out, prm_mark mark)
{
    const uint32_t point = prm_source_peek(out->source, &mark);

    return point == PRM_BYTE_ORDER_MARK ? point : prm_yaml_character(point);
}

static prm_mark behind(const output *out, prm_mark mark)
{
    prm_source_step(out->source, &mark);
    return mark;
}

static bool is_space(uint32_t point)
{
    return point == ' ' || point == '\t' || point == '\n';
}

/* ---- plain and quoted ---- */

/* How many line ends stand in the white space at a mark. */
static size_t line_ends(const output *out, prm_mark mark, size_t end)
{
    size_t count = 0;

    for (; mark.index < end && is_space(peek(out, mark)); mark = behind(out, mark))
        count += peek(out, mark) == '\n';
    return count;
}

/* White space: itself, or with line ends a space, or all of them but one; an escaped line end leaves no space. */
static prm_mark fold(output *out, prm_mark mark, size_t end, bool escaped)
{
    const size_t count = line_ends(out, mark, end);
    size_t met = 0;

    for (; mark.index < end && is_space(peek(out, mark)); mark = behind(out, mark)) {
        const uint32_t point = peek(out, mark);
        if (count == 0)
            give(out, point, mark);
        if (point != '\n')
            continue;
        met++;
        if (met > 1)
            give(out, '\n', mark);
        else if (count == 1 && !escaped)
            give(out, ' ', mark);
    }
    return mark;
}

static uint32_t short_escape(uint32_t letter)
{
    static const char letters[] = "0abtnvfre_NLP";
    static const uint16_t points[] = { 0, 7, 8, 9, 10, 11, 12, 13, 27, 0xA0, 0x85, 0x2028, 0x2029 };
    size_t i;

    for (i = 0; i < sizeof points / sizeof *points; i++)
        if (letter == (unsigned char)letters[i])
            return points[i];
    return letter;
}

static unsigned digits_of(uint32_t letter)
{
    return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

static uint32_t hex(uint32_t point)
{
    return point <= '9' ? point - '0' : (point | 0x20) - 'a' + 10;
}

/* An escape in double quotes. */
static prm_mark escape(output *out, prm_mark mark, size_t end)
{
    const prm_mark place = mark;
    uint32_t letter, point;
    unsigned digits;

    mark = behind(out, mark);
    letter = peek(out, mark);
    if (letter == '\n')
        return fold(out, mark, end, true);
    mark = behind(out, mark);
    digits = digits_of(letter);
    point = digits ? 0 : short_escape(letter);
    for (; digits > 0; digits--, mark = behind(out, mark))
        point = point << 4 | hex(peek(out, mark));
    give(out, point, place);
    return mark;
}

/* Characters up to the index `end`, where the value ends as well. */
static void flow(output *out, prm_scalar_style style, size_t end)
{
    prm_mark mark = out->reading->mark;

    while (mark.index < end && !out->done) {
        const uint32_t point = peek(out, mark);
        out->reading->mark = mark;
        out->reading->count = out->count;
        if (is_space(point)) {
            mark = fold(out, mark, end, false);
        } else if (style == PRM_STYLE_DOUBLE && point == '\\') {
            mark = escape(out, mark, end);
        } else {
            give(out, point, mark);
            mark = behind(out, mark);
            if (style == PRM_STYLE_SINGLE && point == '\'')
                mark = behind(out, mark);    /* doubled */
        }
    }
    if (!out->done)
        out->found = mark;
}

/* ---- literal and folded ---- */

static size_t spaces_at(const output *out, prm_mark mark)
{
    size_t count = 0;

    for (; peek(out, mark) == ' '; mark = behind(out, mark))
        count++;
    return count;
}

static prm_mark skip(const output *out, prm_mark mark, size_t count)
{
    for (; count > 0; count--)
        prm_source_step(out->source, &mark);
    return mark;
}

static prm_mark line_end(const output *out, prm_mark mark)
{
    uint32_t point;

    while ((point = peek(out, mark)) != '\n' && point != PRM_NO_CHARACTER)
        prm_source_step(out->source, &mark);
    return mark;
}

/* Indentation without an indicator: the most that the first lines have. */
static size_t detect(const output *out, prm_mark mark, size_t least)
{
    size_t most = least;

    for (;;) {
        const size_t spaces = spaces_at(out, mark);
        if (spaces > most)
            most = spaces;
        mark = skip(out, mark, spaces);
        if (peek(out, mark) != '\n')
            return most;
        mark = behind(out, mark);
    }
}

/* Reads the header, up to the line behind it. */
static void header(output *out, const prm_scalar *scalar)
{
    prm_scalar_reading *const r = out->reading;
    const size_t parent = scalar->indent > 0 ? (size_t)scalar->indent : 0;
    prm_mark mark = behind(out, scalar->start);
    size_t given = 0;

    for (;; mark = behind(out, mark)) {
        const uint32_t point = peek(out, mark);
        if (point == '-' || point == '+')
            r->chomping = (char)point;
        else if (point >= '1' && point <= '9')
            given = point - '0';
        else
            break;
    }
    r->mark = r->last = behind(out, line_end(out, mark));
    r->indent = given ? parent + given : detect(out, r->mark, scalar->indent > 0 ? (size_t)scalar->indent + 1 : 1);
    r->first = r->blank = true;
}

/* Passes lines that hold at most `indent` spaces; *count: how many line ends that were. */
static prm_mark skip_blank_lines(const output *out, prm_mark mark, size_t indent, size_t *count)
{
    for (;;) {
        const size_t spaces = spaces_at(out, mark);
        const prm_mark next = skip(out, mark, spaces < indent ? spaces : indent);
        if (peek(out, next) != '\n')
            return mark;
        ++*count;
        mark = behind(out, next);
    }
}

/* Gives count line ends, which stand from a mark on with nothing but indentation between them, but for the first
 * `left_out`. */
static void give_ends(output *out, prm_mark mark, size_t count, size_t left_out, size_t indent)
{
    size_t i;

    for (i = 0; i < count; i++) {
        size_t spaces = spaces_at(out, mark);
        mark = skip(out, mark, spaces < indent ? spaces : indent);
        if (i >= left_out)
            give(out, '\n', mark);
        mark = behind(out, mark);
    }
}

/* The line ends before a line of content: all, or folded all but the first, and a space for a single one. */
static void join_lines(output *out, prm_mark from, size_t pending, size_t indent, bool folds)
{
    if (folds && pending == 1)
        give(out, ' ', from);
    else
        give_ends(out, from, pending, folds ? 1 : 0, indent);
}

/* Whether a line of content begins at a mark. */
static bool has_content(const output *out, prm_mark mark, size_t indent)
{
    return spaces_at(out, mark) >= indent && peek(out, skip(out, mark, indent)) != PRM_NO_CHARACTER;
}

/* Goes to the next line of content and gives the line ends before it, of which there are *pending in front of it.
 * false: there is none, or the character was found on the way. */
static bool next_line(output *out, bool folds, size_t *pending)
{
    prm_scalar_reading *const r = out->reading;
    prm_mark mark;
    bool blank;

    r->count = out->count;
    *pending = r->pending;
    mark = skip_blank_lines(out, r->mark, r->indent, pending);
    if (!has_content(out, mark, r->indent))
        return false;
    mark = skip(out, mark, r->indent);
    blank = peek(out, mark) == ' ' || peek(out, mark) == '\t';
    join_lines(out, r->last, *pending, r->indent, folds && !r->first && !r->blank && !blank);
    if (out->done)
        return false;
    r->mark = mark;
    r->blank = blank;
    r->inside = true;
    return true;
}

/* The rest of a line of content. */
static void content(output *out)
{
    prm_scalar_reading *const r = out->reading;
    uint32_t point;

    for (; (point = peek(out, r->mark)) != '\n' && point != PRM_NO_CHARACTER; r->mark = behind(out, r->mark)) {
        r->count = out->count;
        give(out, point, r->mark);
        if (out->done)
            return;
    }
    r->inside = r->first = false;
    r->last = r->mark;
    r->pending = point == '\n';
    r->mark = behind(out, r->mark);
}

static void read_block(output *out, bool folds)
{
    const prm_scalar_reading *const r = out->reading;
    size_t pending = 0;

    while (!out->done && (r->inside || next_line(out, folds, &pending)))
        content(out);
    if (r->chomping == '+')
        give_ends(out, r->last, pending, 0, r->indent);
    else if (r->chomping == '\0' && !r->first && pending > 0)
        give(out, '\n', r->last);
    if (!out->done)
        out->found = r->last;
}

static bool is_block(prm_scalar_style style)
{
    return style == PRM_STYLE_LITERAL || style == PRM_STYLE_FOLDED;
}

static void begin(output *out, const prm_scalar *scalar)
{
    const bool quoted = scalar->style == PRM_STYLE_SINGLE || scalar->style == PRM_STYLE_DOUBLE;

    memset(out->reading, 0, sizeof *out->reading);
    out->reading->begun = true;
    if (is_block(scalar->style))
        header(out, scalar);
    else
        out->reading->mark = quoted ? behind(out, scalar->start) : scalar->start;
}

static void read(output *out, const prm_scalar *scalar)
{
    const bool quoted = scalar->style == PRM_STYLE_SINGLE || scalar->style == PRM_STYLE_DOUBLE;

    if (!out->reading->begun || out->wanted < out->reading->count)
        begin(out, scalar);
    out->count = out->reading->count;
    if (is_block(scalar->style))
        read_block(out, scalar->style == PRM_STYLE_FOLDED);
    else
        flow(out, scalar->style, scalar->end - quoted);
}

prm_mark prm_scalar_place(const prm_source *source, const prm_scalar *scalar, prm_scalar_reading *reading,
                          size_t index)
{
    output out;

    memset(&out, 0, sizeof out);
    out.source = source;
    out.reading = reading;
    out.wanted = index;
    read(&out, scalar);
    return out.found;
}

/* The whole value, from its start. */
static void read_whole(output *out, const prm_scalar *scalar)
{
    prm_scalar_reading reading;

    reading.begun = false;
    out->reading = &reading;
    out->wanted = SIZE_MAX;
    read(out, scalar);
}

size_t prm_scalar_copy(const prm_source *source, const prm_scalar *scalar, char *to, size_t capacity)
{
    output out;

    memset(&out, 0, sizeof out);
    out.source = source;
    out.copy = to;
    out.capacity = capacity;
    read_whole(&out, scalar);
    return out.copied;
}

bool prm_scalar_is(const prm_source *source, const prm_scalar *scalar, prm_text value)
{
    output out;

    memset(&out, 0, sizeof out);
    out.source = source;
    out.value = value;
    out.same = true;
    read_whole(&out, scalar);
    return out.same && out.compared == value.size;
}
