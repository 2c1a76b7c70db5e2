/* The tokens of a template, against a search that begins anew at every place. */
#include "../../runtime/core/tokens.h"

#include "fuzz.h"

static bool begins(int byte)
{
    return byte == '_' || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static int byte_at(prm_text text, size_t at)
{
    return at < text.size ? (unsigned char)text.data[at] : -1;
}

/* Behind names joined by dots, of which single syntax has none; `at` itself: there is no such thing. */
static size_t behind_name(prm_text text, size_t at, size_t width)
{
    const size_t start = at;

    for (;;) {
        if (!begins(byte_at(text, at)))
            return start;
        while (begins(byte_at(text, at)) || (byte_at(text, at) >= '0' && byte_at(text, at) <= '9'))
            at++;
        if (width == 1 || byte_at(text, at) != '.')
            return at;
        at++;
    }
}

/* Behind the name or tag that begins at `at`, or `at`. */
static size_t behind_token(prm_text text, size_t at, size_t width)
{
    size_t name = at, end, i;

    for (i = 0; i < width; i++)
        if (byte_at(text, name++) != '{')
            return at;
    if (byte_at(text, name) > 0 && strchr("#^/", byte_at(text, name)))
        name++;
    end = behind_name(text, name, width);
    if (end == name)
        return at;
    for (i = 0; i < width; i++)
        if (byte_at(text, end++) != '}')
            return at;
    return end;
}

/* Behind the first pair of braces at or behind `at`; 0: there is none. */
static size_t behind_pair(prm_text text, size_t at)
{
    for (; at + 1 < text.size; at++)
        if (text.data[at] == '}' && text.data[at + 1] == '}')
            return at + 2;
    return 0;
}

static bool naive_next(prm_text text, size_t from, size_t width, prm_token *wanted)
{
    size_t at;

    for (at = from; width > 0 && at < text.size; at++) {
        wanted->start = at;
        wanted->end = behind_token(text, at, width);
        if (wanted->end > at)
            return true;
        if (width == 2 && byte_at(text, at) == '{' && byte_at(text, at + 1) == '{') {
            wanted->end = behind_pair(text, at + 2);
            return wanted->end > 0;
        }
    }
    return false;
}

static bool is_blank(prm_text text, size_t from, size_t to)
{
    for (; from < to; from++)
        if (text.data[from] != ' ' && text.data[from] != '\t')
            return false;
    return true;
}

/* Whether a tag has its line to itself, no earlier than where the token before ended. */
static bool naive_alone(prm_text text, size_t from, const prm_token *t)
{
    size_t start = t->start, end = t->end;

    while (start > from && text.data[start - 1] != '\n')
        start--;
    if ((start > 0 && text.data[start - 1] != '\n') || !is_blank(text, start, t->start))
        return false;
    while (end < text.size && text.data[end] != '\n')
        end++;
    if (end > t->end && text.data[end - 1] == '\r')
        end--;
    return is_blank(text, t->end, end);
}

static void check(prm_text text, size_t from, size_t width, const prm_token *t)
{
    const bool is_tag = t->kind == PRM_TOKEN_TAG;
    size_t backslashes = 0;

    while (t->start - backslashes > from && text.data[t->start - backslashes - 1] == '\\')
        backslashes++;
    REQUIRE(t->backslashes == backslashes && is_tag == (t->sigil != '\0'));
    REQUIRE(t->alone == naive_alone(text, from, t));
    if (t->alone) {
        REQUIRE(t->line_start >= from && t->line_start <= t->start && t->next_line >= t->end);
        REQUIRE(t->next_line == text.size || text.data[t->next_line - 1] == '\n');
    }
    if (t->kind == PRM_TOKEN_GROUP) {
        REQUIRE(t->name.size == 0 && width == 2 && t->end - t->start >= 4);
        return;
    }
    REQUIRE(t->name.data == text.data + t->start + width + is_tag);
    REQUIRE(t->name.size == t->end - t->start - 2 * width - is_tag);
}

void fuzz_target(input *in)
{
    static const prm_syntax syntaxes[] = { PRM_SYNTAX_NONE, PRM_SYNTAX_SINGLE, PRM_SYNTAX_DOUBLE };
    const size_t width = take_number(in, 2);
    const prm_text text = take_rest(in);
    prm_tokens tokens;
    prm_token found, wanted;
    size_t from = 0;

    tokens.text = text.data;
    tokens.size = text.size;
    tokens.at = 0;
    tokens.syntax = syntaxes[width];
    while (naive_next(text, from, width, &wanted)) {
        REQUIRE(prm_tokens_next(&tokens, &found));
        REQUIRE(found.start == wanted.start && found.end == wanted.end);
        check(text, from, width, &found);
        from = found.end;
    }
    REQUIRE(!prm_tokens_next(&tokens, &found));
}
