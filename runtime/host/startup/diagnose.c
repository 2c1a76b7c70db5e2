#include "diagnose.h"

/* ---- words ---- */

/* Appends to the words; what does not fit is only counted. */
static void put(prm_diagnostics *found, const char *data, size_t size)
{
    const size_t used = found->words_needed < found->words_size ? found->words_needed : found->words_size;
    const size_t left = found->words_size - used;

    if (found->words && left > 0)
        memcpy(found->words + used, data, size < left ? size : left);
    found->words_needed += size;
}

/* Where the next word begins, or an empty string if there is no room for any. */
static const char *here(const prm_diagnostics *found)
{
    return found->words && found->words_needed < found->words_size ? found->words + found->words_needed : "";
}

static void end_part(prm_saying *s)
{
    if (!s->item || !s->started)
        return;
    put(s->found, "", 1);
    if (s->found->words && s->found->words_size > 0 && s->found->words_needed > s->found->words_size)
        s->found->words[s->found->words_size - 1] = '\0';
    s->started = false;
}

static void begin_words(prm_saying *s)
{
    const char **const parts[] = { &s->item->message, &s->item->note, &s->item->help };

    *parts[s->part] = here(s->found);
    s->started = true;
}

/* Size of the character at the start of words if it would end a string, move the cursor of a terminal or turn the
 * direction of writing; 0: it can be shown. */
static size_t unshown(prm_text words, uint32_t *point)
{
    const unsigned char *const byte = (const unsigned char *)words.data;

    *point = byte[0];
    if (byte[0] < 0x20 || byte[0] == 0x7F)
        return 1;
    if (words.size >= 2 && (byte[0] == 0xC2 || byte[0] == 0xD8)) {
        *point = (byte[0] & 0x1Fu) << 6 | (byte[1] & 0x3Fu);
        return *point < 0xA0 || *point == 0x61C ? 2 : 0;
    }
    if (words.size < 3 || byte[0] != 0xE2)
        return 0;
    *point = 0x2000 | (byte[1] & 0x3Fu) << 6 | (byte[2] & 0x3Fu);
    return *point == 0x200E || *point == 0x200F || (*point >= 0x2028 && *point <= 0x202E)
           || (*point >= 0x2066 && *point <= 0x2069) ? 3 : 0;
}

/* Such a character as it is written for people, which is as the compiler writes it. */
static void put_unshown(prm_diagnostics *found, uint32_t point)
{
    char number[] = "<U+0000>";
    unsigned i;

    if (point == '\n' || point == '\t') {
        put(found, point == '\n' ? "\\n" : "\\t", 2);
        return;
    }
    for (i = 6; i > 2; i--, point >>= 4)
        number[i] = "0123456789ABCDEF"[point & 15];
    put(found, number, sizeof number - 1);
}

void prm_say_text(prm_saying *s, prm_text words)
{
    size_t from = 0, at = 0, size;
    uint32_t point;

    if (!s->item || words.size == 0)
        return;
    if (!s->started)
        begin_words(s);
    while (at < words.size) {
        size = unshown(prm_bytes(words.data + at, words.size - at), &point);
        if (size > 0) {
            put(s->found, words.data + from, at - from);
            put_unshown(s->found, point);
            from = at + size;
        }
        at += size > 0 ? size : 1;
    }
    put(s->found, words.data + from, words.size - from);
}

void prm_say(prm_saying *s, const char *words)
{
    prm_say_text(s, prm_cstr(words));
}

void prm_say_number(prm_saying *s, uint64_t number)
{
    const prm_integer digits = prm_uint(number);

    prm_say_text(s, prm_bytes(digits.digits, digits.size));
}

void prm_say_character(prm_saying *s, uint32_t point)
{
    char bytes[4];

    if (point != PRM_NO_CHARACTER)
        prm_say_text(s, prm_bytes(bytes, prm_put_character(point, bytes)));
}

void prm_say_note(prm_saying *s)
{
    end_part(s);
    s->part = 1;
}

void prm_say_help(prm_saying *s)
{
    end_part(s);
    s->part = 2;
}

void prm_said(prm_saying *s)
{
    end_part(s);
}

/* ---- the list ---- */

static bool is_known(const prm_diagnostics *found, unsigned code, uint32_t key, size_t since)
{
    const size_t count = found->count < found->capacity ? found->count : found->capacity;
    size_t i;

    for (i = since; key != 0 && i < count; i++)
        if (found->list[i].code == code && found->list[i].key == key)
            return true;
    return false;
}

bool prm_is_listed(const prm_diagnostics *found, unsigned code, uint32_t key, size_t since)
{
    return found->count < found->capacity && !is_known(found, code, key, since);
}

prm_saying prm_diagnose(prm_diagnostics *found, unsigned code, const prm_mark *mark, uint32_t key, size_t since)
{
    prm_saying s = { NULL, NULL, 0, false };

    s.found = found;
    if (!found || is_known(found, code, key, since))
        return s;
    if (found->count++ >= found->capacity)
        return s;
    s.item = &found->list[found->count - 1];
    s.item->code = (uint16_t)code;
    s.item->line = mark ? mark->line : 0;
    s.item->column = mark ? mark->column : 0;
    s.item->message = s.item->note = s.item->help = "";
    s.item->key = key;
    return s;
}

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

static bool goes_before(const prm_diagnostic *a, const prm_diagnostic *b)
{
    if (a->line != b->line)
        return a->line < b->line;
    if (a->column != b->column)
        return a->column < b->column;
    return a->code != b->code ? a->code < b->code : compare(a->message, b->message) < 0;
}

/* The same at the same place, which one mistake seen twice looks like. Their words may be cut, their keys are not. */
static bool equal(const prm_diagnostic *a, const prm_diagnostic *b)
{
    return a->key == b->key && !goes_before(a, b) && !goes_before(b, a);
}

/* Of equal ones one is left, unless some are not in the list: then nothing would take the place of the other. */
void prm_sort_diagnostics(prm_diagnostics *found)
{
    const bool complete = found->count <= found->capacity;
    const size_t count = complete ? found->count : found->capacity;
    size_t i, kept = 0;

    for (i = 0; i < count; i++) {
        const prm_diagnostic item = found->list[i];
        size_t at = kept;
        while (at > 0 && goes_before(&item, &found->list[at - 1]))
            at--;
        if (complete && at > 0 && equal(&item, &found->list[at - 1])) {
            found->count--;
            continue;
        }
        memmove(&found->list[at + 1], &found->list[at], (kept - at) * sizeof item);
        found->list[at] = item;
        kept++;
    }
}

uint64_t prm_hash_of(prm_text text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    size_t i;

    for (i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return hash;
}

uint32_t prm_key_of(prm_text text)
{
    const uint64_t hash = prm_hash_of(text);
    const uint32_t key = (uint32_t)(hash ^ hash >> 32);

    return key != 0 ? key : 1;
}

/* ---- as text ---- */

typedef struct { char *buffer; size_t capacity, size; } writer;

static void write(writer *w, const char *data, size_t size)
{
    const size_t room = w->capacity > 0 ? w->capacity - 1 : 0;
    const size_t left = w->size < room ? room - w->size : 0;

    if (left > 0)
        memcpy(w->buffer + w->size, data, size < left ? size : left);
    w->size += size;
}

static void write_string(writer *w, const char *string)
{
    write(w, string, strlen(string));
}

static void write_number(writer *w, uint32_t number)
{
    const prm_integer digits = prm_uint(number);

    write_string(w, ":");
    write(w, digits.digits, digits.size);
}

static void write_line(writer *w, const char *head, const char *text)
{
    if (*text == '\0')
        return;
    write_string(w, head);
    write_string(w, text);
}

size_t prm_diagnostic_text(const prm_diagnostic *d, prm_text file, char *buffer, size_t capacity)
{
    char code[] = "error[PR0000]: ";
    unsigned left = d->code, i;
    writer w;

    w.buffer = buffer;
    w.capacity = capacity;
    w.size = 0;
    for (i = 11; i > 7; i--, left /= 10)
        code[i] = (char)('0' + left % 10);
    write(&w, file.data, file.size);
    if (d->line > 0) {
        write_number(&w, d->line);
        write_number(&w, d->column);
    }
    write_string(&w, file.size > 0 ? ": " : "");
    write_string(&w, code);
    write_string(&w, d->message);
    write_line(&w, "\n      = note: ", d->note);
    write_line(&w, "\n      = help: ", d->help);
    if (capacity > 0)
        buffer[w.size < capacity - 1 ? w.size : capacity - 1] = '\0';
    return w.size;
}
