#include "json.h"

#include <promptrom/utf8.h>

#include "inline.h"
#include "word.h"

/* One row of six a control character, then those of the quote and the backslash, then U+FFFD. Rows that begin with
 * a short escape end after it. */
static const char escapes[] =
    "\\u0000" "\\u0001" "\\u0002" "\\u0003" "\\u0004" "\\u0005" "\\u0006" "\\u0007"
    "\\b    " "\\t    " "\\n    " "\\u000b" "\\f    " "\\r    " "\\u000e" "\\u000f"
    "\\u0010" "\\u0011" "\\u0012" "\\u0013" "\\u0014" "\\u0015" "\\u0016" "\\u0017"
    "\\u0018" "\\u0019" "\\u001a" "\\u001b" "\\u001c" "\\u001d" "\\u001e" "\\u001f"
    "\\\"    " "\\\\    " "\357\277\275";

enum { ROW = 6, QUOTE_ROW = 32, BACKSLASH_ROW = 33, REPLACEMENT_ROW = 34, REPLACEMENT = 3, SHORT_ESCAPES = 0x3700 };

static inline bool is_special(unsigned byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\';
}

/* Bytes that a special character is longer by when it is escaped. */
static inline size_t growth(unsigned byte)
{
    return byte >= 0x20 || (SHORT_ESCAPES >> byte & 1) ? 1 : ROW - 1;
}

#ifndef PRM_SMALL

/* Marks, with its top bit, each byte of an ASCII word that is special. Sums stay within their bytes, since the top
 * bits are taken out first, so that the marks are exact in either byte order. */
static prm_word specials(prm_word w)
{
    const prm_word low = w & PRM_EACH(0x7F);
    const prm_word no_control = low + PRM_EACH(0x60);
    const prm_word no_quote = (low ^ PRM_EACH('"')) + PRM_EACH(0x7F);
    const prm_word no_backslash = (low ^ PRM_EACH('\\')) + PRM_EACH(0x7F);

    return ~(no_control & no_quote & no_backslash) & PRM_EACH(0x80);
}

/* The same, and each byte that is not ASCII. */
static prm_word marks(prm_word w)
{
    return specials(w) | (w & PRM_EACH(0x80));
}

/* Whether the specials of an ASCII word grow by one byte each: no control character is among them but newlines. */
static bool grow_by_one(prm_word w)
{
    const prm_word control = ~(w + PRM_EACH(0x60)), newline = ~((w ^ PRM_EACH('\n')) + PRM_EACH(0x7F));

    return (control & ~newline & PRM_EACH(0x80)) == 0;
}

static size_t count_marks(prm_word marks)
{
    return (size_t)(((marks >> 7) * PRM_EACH(1)) >> 56);
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

#ifdef PRM_BLOCKS

enum { BLOCK = sizeof(prm_block) };

/* All bits of each byte that is plain ASCII. With one bit turned over, the quote comes next to the control
 * characters, and bytes that are not ASCII are below 0: one comparison for all of these. */
static inline prm_block block_plain(prm_block b)
{
    const prm_block turned = b ^ 2;

    return (prm_block)((turned > ('"' ^ 2)) ^ (turned == ('\\' ^ 2)));
}

static inline prm_block both_plain(const char *one, const char *other)
{
    return block_plain(prm_block_at(one)) & block_plain(prm_block_at(other));
}

/* Blocks at the end of a text, of 16 bytes or more, may lie over those before them. */
static inline bool clean_blocks(const char *text, size_t size)
{
    const char *const end = text + size;
    prm_block plain;

    for (; end - text > 4 * BLOCK; text += 4 * BLOCK)
        if (!prm_block_all(both_plain(text, text + BLOCK) & both_plain(text + 2 * BLOCK, text + 3 * BLOCK)))
            return false;
    plain = both_plain(end - text < BLOCK ? end - BLOCK : text, end - BLOCK);
    if (end - text > 2 * BLOCK)
        plain &= both_plain(text + BLOCK, end - 2 * BLOCK);
    return prm_block_all(plain);
}

enum { COUNTED = 24 };     /* blocks after which, and one more, no count is above 127 */

static size_t sum_of(prm_block counts)
{
    const prm_word pairs = ~(prm_word)0 / 0xFFFF * 0xFF;
    const prm_halves halves = prm_halves_of(counts);
    const prm_word sums = (halves.one & pairs) + (halves.one >> 8 & pairs)
                          + (halves.other & pairs) + (halves.other >> 8 & pairs);

    return (size_t)(sums * (~(prm_word)0 / 0xFFFF) >> 48);
}

static inline bool is_ascii_block(prm_block b)
{
    return !prm_block_any(b < 0);
}

/* Counts what is special in a block; false: it is not ASCII, or has control characters that are no newlines. */
static inline bool count_quickly(prm_block b, prm_block *counts)
{
    const prm_block newline = (prm_block)(b == '\n');

    if (!prm_block_all((prm_block)(b > 0x1F) | newline))
        return false;
    *counts -= newline | (prm_block)(b == '"') | (prm_block)(b == '\\');
    return true;
}

/* What each byte of an ASCII block grows by. */
static inline prm_block block_growth(prm_block b)
{
    const prm_block lettered = (prm_block)(((b ^ '\b') < 6) & (b != '\v'));

    return ((prm_block)(b < 0x20) & ~lettered & (ROW - 2)) + block_plain(b) + 1;
}

/* A block that has all bits in its last n bytes. */
static inline prm_block last_bytes(size_t n)
{
    static const unsigned char bytes[32] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
    };
    return prm_block_at((const char *)bytes + n);
}

/* Passes over COUNTED blocks of ASCII at most, quickly up to the first control character that is no newline, and adds
 * what they grow by to *more. The last block of a text may lie over the one before it. */
static inline size_t size_some_blocks(const char *text, size_t size, size_t *more)
{
    const size_t blocks = size / BLOCK, most = (blocks < COUNTED ? blocks : COUNTED) * BLOCK;
    prm_block counts = { 0 };
    size_t i = 0;

    while (i < most && count_quickly(prm_block_at(text + i), &counts))
        i += BLOCK;
    for (; i < most && is_ascii_block(prm_block_at(text + i)); i += BLOCK)
        counts += block_growth(prm_block_at(text + i));
    if (i > 0 && size - i < BLOCK) {
        const prm_block b = prm_block_at(text + size - BLOCK), keep = last_bytes(size - i);
        if (is_ascii_block(b & keep)) {
            counts += block_growth(b) & keep;
            i = size;
        }
    }
    *more += sum_of(counts);
    return i;
}

static size_t size_blocks(const char *text, size_t size, size_t *more)
{
    size_t i = 0, step;

    do {
        step = size_some_blocks(text + i, size - i, more);
        i += step;
    } while (step >= COUNTED * BLOCK);
    return i;
}

/* Copies whole blocks up to the first byte that is not plain: at least as many bytes as the text has are written. */
static inline size_t copy_blocks(char *to, const char *text, size_t size)
{
    size_t i;

    for (i = 0; size - i >= sizeof(prm_block); i += sizeof(prm_block)) {
        const prm_block b = prm_block_at(text + i), plain = block_plain(b);
        memcpy(to + i, &b, sizeof b);
        if (!prm_block_all(plain))
            return i + prm_block_first(~plain);
    }
    return i;
}

#else

#define BLOCK SIZE_MAX

static inline size_t copy_blocks(char *to, const char *text, size_t size)
{
    (void)to;
    (void)text;
    (void)size;
    return 0;
}

static bool clean_blocks(const char *text, size_t size)
{
    return prm_json_plain(text, size) == size;
}

static size_t size_blocks(const char *text, size_t size, size_t *more)
{
    (void)text;
    (void)size;
    (void)more;
    return 0;
}

#endif

/* The last word of a text may lie over the one before it. */
PRM_INLINE bool is_clean(const char *text, size_t size)
{
    const size_t word = sizeof(prm_word);

    if (size >= 2 * word)
        return clean_blocks(text, size);
    if (size < word)
        return marks(prm_word_short(text, size)) == 0;
    return (marks(prm_word_at(text)) | marks(prm_word_at(text + size - word))) == 0;
}

/* Passes over whole words of ASCII, and adds what they grow by to *more. */
static size_t size_words(const char *text, size_t size, size_t *more)
{
    size_t i;

    for (i = size_blocks(text, size, more); size - i >= sizeof(prm_word); i += sizeof(prm_word)) {
        const prm_word w = prm_word_at(text + i);
        const prm_word found = specials(w);
        if ((w & PRM_EACH(0x80)) != 0 || (found != 0 && !grow_by_one(w)))
            break;
        *more += count_marks(found);
    }
    return size - i < sizeof(prm_word) && marks(prm_word_short(text + i, size - i)) == 0 ? size : i;
}

/* Copies whole words up to the first byte that is not plain: at least as many bytes as the text has are written. */
static inline size_t copy_words(char *to, const char *text, size_t size)
{
    size_t i = copy_blocks(to, text, size);

    if (i < size && size - i >= BLOCK)
        return i;
    for (; size - i >= sizeof(prm_word); i += sizeof(prm_word)) {
        const prm_word w = prm_word_at(text + i), found = marks(w);
        memcpy(to + i, &w, sizeof w);
        if (found != 0)
            return i + prm_word_first(found);
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

PRM_INLINE bool is_clean(const char *text, size_t size)
{
    (void)text;
    (void)size;
    return false;
}

static size_t size_words(const char *text, size_t size, size_t *more)
{
    (void)text;
    (void)size;
    (void)more;
    return 0;
}

static size_t copy_words(char *to, const char *text, size_t size)
{
    (void)to;
    (void)text;
    (void)size;
    return 0;
}

#endif

bool prm_json_clean(const char *text, size_t size)
{
    return is_clean(text, size);
}

static inline bool is_plain(char byte)
{
    return (unsigned char)byte < 0x80 && !is_special((unsigned char)byte);
}

static size_t plain_ascii(const char *text, size_t size)
{
    size_t i = plain_words(text, size);

    while (i < size && is_plain(text[i]))
        i++;
    return i;
}

size_t prm_json_plain(const char *text, size_t size)
{
    const char *at = text, *const end = text + size;

    while (at != end) {
        const size_t left = (size_t)(end - at);
        bool good;
        size_t step;
        if ((unsigned char)*at < 0x80) {
            step = plain_ascii(at, left);
            good = step > 0;
        } else {
            step = prm_utf8_step((const unsigned char *)at, left, &good);
        }
        if (!good)
            break;
        at += step;
    }
    return (size_t)(at - text);
}

/* Where an ASCII character that is escaped has its row. */
static const char *row_of(unsigned byte)
{
    return escapes + ROW * (byte < 0x20 ? byte : byte == '"' ? QUOTE_ROW : BACKSLASH_ROW);
}

prm_text prm_json_escape(const char *text, size_t size, size_t *taken)
{
    const unsigned byte = (unsigned char)*text;
    bool good;

    *taken = 1;
    if (byte < 0x80)
        return prm_bytes(row_of(byte), 1 + growth(byte));
    *taken = prm_utf8_step((const unsigned char *)text, size, &good);
    return prm_bytes(escapes + REPLACEMENT_ROW * ROW, REPLACEMENT);
}

#ifndef PRM_SMALL
#define FEW sizeof(prm_word)     /* bytes after which it is worth to look at whole words again */
#else
#define FEW SIZE_MAX
#endif

/* Passes over a few characters of ASCII. */
static size_t size_bytes(const char *text, size_t size, size_t *more)
{
    const size_t most = size < FEW ? size : FEW;
    size_t i, extra = 0;

    for (i = 0; i < most; i++) {
        const unsigned byte = (unsigned char)text[i];
        if (byte >= 0x80)
            break;
        if (is_special(byte))
            extra += growth(byte);
    }
    *more += extra;
    return i;
}

prm_status prm_json_size(const char *text, size_t size, bool repair, size_t *result)
{
    size_t more = 0, i = 0;

    if (size > SIZE_MAX / ROW)    /* so that nothing that is added up below can wrap */
        return PRM_TOO_BIG;
    while (i < size) {
        i += size_words(text + i, size - i, &more);
        i += size_bytes(text + i, size - i, &more);
        while (i < size && (unsigned char)text[i] >= 0x80) {
            bool good;
            const size_t step = prm_utf8_step((const unsigned char *)text + i, size - i, &good);
            if (!good && !repair)
                return PRM_BAD_UTF8;
            more += good ? 0 : REPLACEMENT - step;
            i += step;
        }
    }
    *result = size + more;
    return PRM_OK;
}

#define LONGEST_WEIGHED (SIZE_MAX / 2 / ROW)     /* so that no weight reaches PRM_RAW */

size_t prm_json_weigh(const char *text, size_t size, bool repair)
{
    size_t bytes;

    if (size > LONGEST_WEIGHED)
        return 0;
    if (is_clean(text, size))
        return size;
    if (prm_json_size(text, size, repair, &bytes) != PRM_OK)
        return 0;
    return bytes == size && !repair ? size : bytes | PRM_RAW;
}

static inline char *copy_escape(char *to, unsigned byte)
{
    const char *const row = row_of(byte);

    memcpy(to, row, 2);
    if (growth(byte) == 1)
        return to + 2;
    memcpy(to + 2, row + 2, ROW - 2);
    return to + ROW;
}

#ifdef PRM_MASKS

/* What stands behind the backslash of a short escape. */
static const char letters['\\' + 1] = {
    ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r', ['"'] = '"', ['\\'] = '\\'
};

/* Writes an escape, most often a short one, and returns by how many bytes it is longer than the character. */
static inline size_t escape_one(char *to, unsigned byte)
{
    const char letter = letters[byte];

    to[0] = '\\';
    to[1] = letter;
    if (letter != 0)
        return 1;
    (void)copy_escape(to, byte);
    return ROW - 1;
}

/* Writes whole blocks of ASCII, but for the last of a text, and returns how many bytes. What is copied behind a
 * special is overwritten by what comes next. */
static inline size_t escape_blocks(char **end, const char *text, size_t size)
{
    const char *from = text;
    char *to = *end;

    for (; size >= 2 * sizeof(prm_block); size -= BLOCK, from += BLOCK, to += BLOCK) {
        const prm_block b = prm_block_at(from);
        unsigned found = prm_block_mask(block_plain(b)) ^ 0xFFFF;
        if (found != 0 && prm_block_mask(b))
            break;
        memcpy(to, &b, sizeof b);
        for (; found != 0; found &= found - 1) {
            const unsigned at = (unsigned)__builtin_ctz(found);
            to += escape_one(to + at, (unsigned char)from[at]);
            memcpy(to + at + 1, from + at + 1, BLOCK);
        }
    }
    *end = to;
    return (size_t)(from - text);
}

#else

static inline size_t escape_blocks(char **end, const char *text, size_t size)
{
    (void)end;
    (void)text;
    (void)size;
    return 0;
}

#endif

/* Copies a character that is not ASCII, or what stands for what is none. */
static char *copy_wide(char *to, const char *text, size_t size, size_t *taken)
{
    bool good;

    *taken = prm_utf8_step((const unsigned char *)text, size, &good);
    if (good) {
        memcpy(to, text, *taken);
        return to + *taken;
    }
    memcpy(to, escapes + REPLACEMENT_ROW * ROW, REPLACEMENT);
    return to + REPLACEMENT;
}

char *prm_json_copy(char *to, const char *text, size_t size)
{
    size_t i = 0;

    while (i < size) {
        size_t taken;
        i += escape_blocks(&to, text + i, size - i);
        taken = copy_words(to, text + i, size - i);
        to += taken;
        i += taken;
        while (i < size && is_plain(text[i]))
            *to++ = text[i++];
        if (i == size)
            break;
        taken = 1;
        if ((unsigned char)text[i] < 0x80)
            to = copy_escape(to, (unsigned char)text[i]);
        else
            to = copy_wide(to, text + i, size - i, &taken);
        i += taken;
    }
    return to;
}
