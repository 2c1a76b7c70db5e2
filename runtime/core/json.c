#include "json.h"

#include <promptrom/utf8.h>

#include "word.h"

/* One row of six a control character, then those of the quote and the backslash, then U+FFFD. Rows that begin with
 * a short escape end after it. */
static const char escapes[] =
    "\\u0000" "\\u0001" "\\u0002" "\\u0003" "\\u0004" "\\u0005" "\\u0006" "\\u0007"
    "\\b    " "\\t    " "\\n    " "\\u000b" "\\f    " "\\r    " "\\u000e" "\\u000f"
    "\\u0010" "\\u0011" "\\u0012" "\\u0013" "\\u0014" "\\u0015" "\\u0016" "\\u0017"
    "\\u0018" "\\u0019" "\\u001a" "\\u001b" "\\u001c" "\\u001d" "\\u001e" "\\u001f"
    "\\\"    " "\\\\    " "\357\277\275";

enum { ROW = 6, QUOTE_ROW = 32, BACKSLASH_ROW = 33, REPLACEMENT_ROW = 34, SHORT_ESCAPES = 0x3700 };

static bool is_special(unsigned byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\';
}

#ifndef PRM_SMALL

/* Marks, with its top bit, each byte of w that is special or not ASCII. Sums stay within their bytes, since the
 * top bits are taken out first, so that the marks are exact in either byte order. */
static prm_word marks(prm_word w)
{
    const prm_word low = w & PRM_EACH(0x7F);
    const prm_word no_control = low + PRM_EACH(0x60);
    const prm_word no_quote = (low ^ PRM_EACH('"')) + PRM_EACH(0x7F);
    const prm_word no_backslash = (low ^ PRM_EACH('\\')) + PRM_EACH(0x7F);

    return (~(no_control & no_quote & no_backslash) | w) & PRM_EACH(0x80);
}

static size_t plain_words(const char *text, size_t size)
{
    size_t i;

    for (i = 0; size - i >= sizeof(prm_word); i += sizeof(prm_word)) {
        const prm_word w = marks(prm_word_at(text + i));
        if (w != 0)
            return i + prm_word_first(w);
    }
    return i;
}

#else

static size_t plain_words(const char *text, size_t size)
{
    (void)text;
    (void)size;
    return 0;
}

#endif

static size_t plain_ascii(const char *text, size_t size)
{
    size_t i = plain_words(text, size);

    while (i < size && (unsigned char)text[i] < 0x80 && !is_special((unsigned char)text[i]))
        i++;
    return i;
}

size_t prm_json_plain(const char *text, size_t size)
{
    size_t i = 0;

    while (i < size) {
        bool good;
        size_t step;
        if ((unsigned char)text[i] < 0x80) {
            step = plain_ascii(text + i, size - i);
            if (step == 0)
                break;
        } else {
            step = prm_utf8_step((const unsigned char *)text + i, size - i, &good);
            if (!good)
                break;
        }
        i += step;
    }
    return i;
}

prm_text prm_json_escape(const char *text, size_t size, size_t *taken)
{
    const unsigned byte = (unsigned char)*text;
    bool good;

    *taken = 1;
    if (byte == '"')
        return prm_bytes(escapes + QUOTE_ROW * ROW, 2);
    if (byte == '\\')
        return prm_bytes(escapes + BACKSLASH_ROW * ROW, 2);
    if (byte < 0x20)
        return prm_bytes(escapes + byte * ROW, (SHORT_ESCAPES >> byte & 1) ? 2 : ROW);
    *taken = prm_utf8_step((const unsigned char *)text, size, &good);
    return prm_bytes(escapes + REPLACEMENT_ROW * ROW, 3);
}

prm_status prm_json_size(const char *text, size_t size, bool repair, size_t *result)
{
    size_t total = 0;

    for (;;) {
        const size_t plain = prm_json_plain(text, size);
        size_t taken;
        prm_text escape;
        if (plain > SIZE_MAX - total)
            return PRM_TOO_BIG;
        total += plain;
        text += plain;
        size -= plain;
        if (size == 0)
            break;
        escape = prm_json_escape(text, size, &taken);
        if ((unsigned char)*text >= 0x80 && !repair)
            return PRM_BAD_UTF8;
        if (escape.size > SIZE_MAX - total)
            return PRM_TOO_BIG;
        total += escape.size;
        text += taken;
        size -= taken;
    }
    *result = total;
    return PRM_OK;
}

char *prm_json_copy(char *to, const char *text, size_t size)
{
    while (size > 0) {
        const size_t plain = prm_json_plain(text, size);
        size_t taken;
        prm_text escape;
        memcpy(to, text, plain);
        to += plain;
        text += plain;
        size -= plain;
        if (size == 0)
            break;
        escape = prm_json_escape(text, size, &taken);
        memcpy(to, escape.data, escape.size);
        to += escape.size;
        text += taken;
        size -= taken;
    }
    return to;
}
