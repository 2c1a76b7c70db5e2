/* Fixed work for each fast path, in parts that are counted one by one: `work json` does those of json.c, and names
 * each on a line of its own. A part is a function, a text of one kind, and some lengths. */
#include <promptrom/fence.h>
#include <promptrom/text.h>
#include <promptrom/utf8.h>

#include "json.h"
#include "work.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 1024 };

#define FOUR_THREES "\xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD\xE4\xB8\xAD"
#define THREES FOUR_THREES FOUR_THREES

/* Each repeated to LONGEST bytes. Those of one character show what is done for it alone: they stand at the edges of
 * what is looked for. */
static const struct { const char *name; size_t size; const char *unit; } kinds[] = {
    { "plain", 8, "A plain " },        { "lines", 8, "a line.\n" },         { "quotes", 8, "\"quoted\"" },
    { "few", 48, "Many bytes of plain text, then a quotation mark\"" },
    { "NUL", 1, "\0" },                { "1F", 1, "\x1F" },                 { "space", 1, " " },
    { "quote", 1, "\"" },              { "hash", 1, "#" },                  { "backslash", 1, "\\" },
    { "bracket", 1, "]" },             { "newline", 1, "\n" },              { "DEL", 1, "\x7F" },
    { "open", 1, "<" },                { "equals", 1, "=" },                { "opens", 16, "many bytes and <" },
    { "80", 2, "\xC2\x80" },           { "81", 2, "\xC2\x81" },             { "E9", 2, "\xC3\xA9" },
    { "7FF", 2, "\xDF\xBF" },          { "800", 3, "\xE0\xA0\x80" },        { "801", 3, "\xE0\xA0\x81" },
    { "FFF", 3, "\xE0\xBF\xBF" },      { "1000", 3, "\xE1\x80\x80" },       { "20AC", 3, "\xE2\x82\xAC" },
    { "4E2D", 3, "\xE4\xB8\xAD" },     { "CFFF", 3, "\xEC\xBF\xBF" },       { "D7FF", 3, "\xED\x9F\xBF" },
    { "E000", 3, "\xEE\x80\x80" },     { "FFFF", 3, "\xEF\xBF\xBF" },       { "10000", 4, "\xF0\x90\x80\x80" },
    { "10001", 4, "\xF0\x90\x80\x81" },{ "1F600", 4, "\xF0\x9F\x98\x80" },  { "10FFFF", 4, "\xF4\x8F\xBF\xBF" },
    { "bad", 1, "\xFF" },              { "cut", 3, "\xE4\xB8" "a" },        { "mixed", 7, "a\xC3\xA9 \xE4\xB8\xAD" },
    { "threes and a", 25, THREES "a" },     { "threes and two", 26, THREES "\xC3\xA9" }
};

/* Whole words and blocks, and what is none. */
static const struct { const char *name; size_t count, sizes[12]; } lengths[] = {
    { "short", 7, { 1, 2, 3, 4, 5, 6, 7 } },
    { "words", 6, { 8, 16, 24, 32, 40, 48 } },
    { "odd", 8, { 9, 13, 17, 23, 25, 31, 33, 47 } },
    { "long", 2, { LONGEST, LONGEST - 1 } }
};

/* ---- functions ---- */

static char text[LONGEST], copy[6 * LONGEST + 64];

static void clean(size_t size)  { (void)prm_json_clean(text, size); }
static void plain(size_t size)  { (void)prm_json_plain(text, size); }
static void weigh(size_t size)  { (void)prm_json_weigh(text, size, true); }
static void put(size_t size)    { (void)prm_json_copy(copy, text, size); }
static void extent(size_t size) { (void)prm_utf8_extent(text, size); }
static void fence(size_t size)  { (void)prm_fence_find(text, size, "tag", 3); }

static void measure(size_t size)
{
    size_t result;

    (void)prm_json_size(text, size, true, &result);
}

/* Half a text, and of a longer text as many characters. */
static void half(size_t size)
{
    size_t points = size / 2;

    (void)prm_utf8_skip(text, size, &points);
}

static void skip(size_t size)
{
    size_t points = size;

    (void)prm_utf8_skip(text, LONGEST, &points);
}

/* As many numbers as bytes, all near one. */
static void number(size_t size, int64_t middle)
{
    size_t i;

    for (i = 0; i < size; i++)
        (void)prm_int(middle - (int64_t)(i & 1));
}

static void small(size_t size)  { number(size, 1); }
static void middle(size_t size) { number(size, UINT32_MAX); }

static const struct { const char *file, *name; work *of; } functions[] = {
    { "json", "clean", clean },      { "json", "plain", plain },    { "json", "weigh", weigh },
    { "json", "size", measure },     { "json", "copy", put },       { "extent", "extent", extent },
    { "extent", "half", half },      { "extent", "skip", skip },    { "fence", "find", fence },
    { "integer", "small", small }, { "integer", "32 bits", middle }
};

/* ---- parts ---- */

__attribute__((noinline)) void measured(work *of, const size_t *sizes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        of(sizes[i]);
    __asm__ volatile("");
}

static void fill(const char *unit, size_t size)
{
    size_t i;

    for (i = 0; i < sizeof text; i++)
        text[i] = unit[i % size];
}

int main(int argc, char **argv)
{
    size_t f, k, l;

    if (argc > 1 && strcmp(argv[1], "passes") == 0)
        work_passes();
    for (f = 0; f < sizeof functions / sizeof *functions; f++)
        for (k = 0; argc > 1 && strcmp(argv[1], functions[f].file) == 0 && k < sizeof kinds / sizeof *kinds; k++)
            for (l = 0; l < sizeof lengths / sizeof *lengths; l++) {
                printf("%s, %s, %s\n", functions[f].name, kinds[k].name, lengths[l].name);
                fill(kinds[k].unit, kinds[k].size);
                measured(functions[f].of, lengths[l].sizes, lengths[l].count);
            }
    return 0;
}
