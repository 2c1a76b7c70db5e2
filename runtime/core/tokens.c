#include "tokens.h"

static bool begins_name(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool goes_on(char c)
{
    return begins_name(c) || (c >= '0' && c <= '9');
}

/* Behind the name at `at`, or `at` if there is none. */
static size_t behind_name(const prm_tokens *t, size_t at)
{
    if (at == t->size || !begins_name(t->text[at]))
        return at;
    while (at < t->size && goes_on(t->text[at]))
        at++;
    return at;
}

/* Names with dots between them. */
static size_t behind_path(const prm_tokens *t, size_t at)
{
    size_t end = behind_name(t, at);

    while (end > at && end < t->size && t->text[end] == '.') {
        const size_t next = behind_name(t, end + 1);
        if (next == end + 1)
            return at;
        end = next;
    }
    return end;
}

/* Whether text[at] and what follows is count times c. */
static bool stands(const prm_tokens *t, size_t at, char c, size_t count)
{
    for (; count > 0; count--, at++)
        if (at >= t->size || t->text[at] != c)
            return false;
    return true;
}

/* What the `width` braces at `at` open, if that is a name or a tag. */
static bool read_name(const prm_tokens *t, size_t at, size_t width, prm_token *token)
{
    size_t name = at + width, end;

    token->sigil = '\0';
    if (name < t->size && (t->text[name] == '#' || t->text[name] == '^' || t->text[name] == '/'))
        token->sigil = t->text[name++];
    end = width == 2 ? behind_path(t, name) : behind_name(t, name);
    if (end == name || !stands(t, end, '}', width))
        return false;
    token->kind = token->sigil ? PRM_TOKEN_TAG : PRM_TOKEN_NAME;
    token->name = prm_bytes(t->text + name, end - name);
    token->start = at;
    token->end = end + width;
    return true;
}

static bool next_single(const prm_tokens *t, prm_token *token)
{
    size_t at;

    for (at = t->at; at < t->size; at++)
        if (t->text[at] == '{' && read_name(t, at, 1, token))
            return true;
    return false;
}

/* Where the first pair of c at or behind `at` begins, or the size of the text. */
static size_t find_pair(const prm_tokens *t, size_t at, char c)
{
    while (at < t->size && !stands(t, at, c, 2))
        at++;
    return at;
}

static bool next_double(const prm_tokens *t, prm_token *token)
{
    const size_t at = find_pair(t, t->at, '{');
    size_t end;

    if (at == t->size)
        return false;
    if (read_name(t, at, 2, token))
        return true;
    end = find_pair(t, at + 2, '}');
    if (end == t->size)
        return false;    /* no `}}` follows: this `{{` and all behind it are literal */
    token->kind = PRM_TOKEN_GROUP;
    token->sigil = '\0';
    token->name = prm_bytes(t->text + at, 0);
    token->start = at;
    token->end = end + 2;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Whether a tag is alone on its line, which begins behind the token before at the earliest. */
static void look_around(const prm_tokens *t, prm_token *token)
{
    size_t from = token->start, to = token->end;

    token->alone = false;
    while (from > t->at && is_blank(t->text[from - 1]))
        from--;
    if (from > 0 && t->text[from - 1] != '\n')
        return;
    while (to < t->size && is_blank(t->text[to]))
        to++;
    if (to < t->size && t->text[to] == '\r' && (to + 1 == t->size || t->text[to + 1] == '\n'))
        to++;
    if (to < t->size && t->text[to] != '\n')
        return;
    token->alone = true;
    token->line_start = from;
    token->next_line = to < t->size ? to + 1 : to;
}

bool prm_tokens_next(prm_tokens *t, prm_token *token)
{
    bool found = false;
    size_t at;

    if (t->syntax == PRM_SYNTAX_SINGLE)
        found = next_single(t, token);
    else if (t->syntax == PRM_SYNTAX_DOUBLE)
        found = next_double(t, token);
    if (!found)
        return false;
    for (at = token->start; at > t->at && t->text[at - 1] == '\\'; at--)
        ;
    token->backslashes = token->start - at;
    look_around(t, token);
    t->at = token->end;
    return true;
}
