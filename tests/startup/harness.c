/* Loads overlays of pack sample and says what came of each.
 *
 *   harness FILE    FILE holds overlays, each a number (1: on top of the last one that was good, 0: on the pack) and
 *                   the size and bytes of its text
 *
 * Writes for each to standard output: status; the number of diagnostics, and code, line, column, message, note and
 * help of each; and of a good one the status and bytes of every slot and assembly, in text and JSON, with two sets of
 * arguments. Numbers have 32 bits, little-endian; strings stand behind their size. */
#include <promptrom/startup.h>

#include <stdio.h>
#include <stdlib.h>

#include "sample.h"

enum { MOST_DIAGNOSTICS = 200, WORDS = 1 << 18, RESULT = 1 << 22, FORMATS = 2, SETS = 2 };

static char words[WORDS], result[RESULT];
static prm_diagnostic list[MOST_DIAGNOSTICS];

static void put_number(uint32_t number)
{
    int i;

    for (i = 0; i < 4; i++, number >>= 8)
        putchar((int)(number & 0xFF));
}

static void put_bytes(const char *data, size_t size)
{
    put_number((uint32_t)size);
    fwrite(data, 1, size, stdout);
}

static uint32_t take_number(FILE *file)
{
    uint32_t number = 0;
    int i;

    for (i = 0; i < 4; i++)
        number |= (uint32_t)getc(file) << 8 * i;
    return number;
}

static void *allocated(size_t size)
{
    void *const memory = malloc(size > 0 ? size : 1);

    if (memory == NULL)
        exit(2);
    return memory;
}

/* ---- arguments ---- */

static const sample_tags_row tags[] = { { { "red", 3 } }, { { "\"blue\"", 6 } } };
static sample_skills_row skills[2];

static void fill_skills(void)
{
    skills[0].title = prm_cstr("cook");
    skills[0].uses = prm_int(3);
    skills[0].tags = sample_tags_array(tags, 2);
    skills[1].title = prm_cstr("sing{pct}");
    skills[1].uses = prm_int(-1);
}

/* Each input by its name, so that one function serves all structs. */
static void fill_input(char *args, const prm_field *field, const char *name, bool everything)
{
    char *const at = args + field->offset;
    const prm_integer number = prm_int(strcmp(name, "uses") == 0 ? 12 : 7);
    const prm_text text = strcmp(name, "quote") == 0 ? prm_cstr("<reminder> x </Reminder") : prm_cstr(name);
    const prm_choice mood = 2;
    const sample_skills_rows rows = sample_skills_array(skills, 2);

    switch (field->kind & PRM_FIELD_KIND) {
    case PRM_FIELD_INTEGER:
    case PRM_FIELD_RANGED: memcpy(at, &number, sizeof number); break;
    case PRM_FIELD_TEXT:
    case PRM_FIELD_FENCED: if (everything || strcmp(name, "note") != 0) memcpy(at, &text, sizeof text); break;
    case PRM_FIELD_FLAG:   *at = everything; break;
    case PRM_FIELD_CHOICE: if (everything) memcpy(at, &mood, sizeof mood); break;
    case PRM_FIELD_ROWS:   if (everything) memcpy(at, &rows, sizeof rows); break;
    default:               exit(2);
    }
}

static void put_renders(const prm_pack *pack)
{
    static char args[1024];
    unsigned id, set, format, i;

    for (id = 0; id < SAMPLE_IDS; id++) {
        const prm_entry *const entry = &sample_pack.entries[id];
        for (set = 0; set < SETS; set++) {
            memset(args, 0, sizeof args);
            for (i = 0; i < entry->inputs; i++)
                fill_input(args, &sample_pack.fields[entry->field + i],
                           prm_placeholder_name(&sample_pack, (prm_id)id, i), set == 0);
            for (format = 0; format < FORMATS; format++) {
                prm_report report;
                const prm_status status = prm_render(pack, (prm_id)id, args, format ? PRM_JSON : PRM_TEXT, result,
                                                     sizeof result, &report);
                put_number((uint32_t)status);
                put_bytes(result, status == PRM_OK ? report.size : 0);
            }
        }
    }
}

/* ---- overlays ---- */

static void put_diagnostics(const prm_diagnostics *found)
{
    const size_t count = found->count < found->capacity ? found->count : found->capacity;
    size_t i;

    put_number((uint32_t)count);
    for (i = 0; i < count; i++) {
        put_number(list[i].code);
        put_number(list[i].line);
        put_number(list[i].column);
        put_bytes(list[i].message, strlen(list[i].message));
        put_bytes(list[i].note, strlen(list[i].note));
        put_bytes(list[i].help, strlen(list[i].help));
    }
}

/* The text may go when the overlay is made, and memory has not one byte too many. */
static prm_pack *load(const prm_pack *base, const char *text, size_t size, void **memory)
{
    prm_diagnostics found = prm_diagnostics_in(list, MOST_DIAGNOSTICS, words, sizeof words);
    prm_overlay_file file;
    const prm_pack *overlay;
    prm_status status;
    size_t needed;

    file.name = prm_cstr("f.yaml");
    file.text = prm_bytes(text, size);
    status = prm_overlay_load(base, &sample_rules, file, NULL, 0, &needed, &overlay, &found);
    *memory = NULL;
    if (status == PRM_NO_SPACE) {
        *memory = allocated(needed);
        status = prm_overlay_load(base, &sample_rules, file, *memory, needed, &needed, &overlay, &found);
    }
    if (status == PRM_OK && prm_pack_verify(overlay) != PRM_OK)
        exit(2);
    put_number((uint32_t)status);
    put_diagnostics(&found);
    return status == PRM_OK ? *memory : NULL;
}

static const prm_pack *aligned(void *memory)
{
    return memory;    /* malloc's memory is aligned for all */
}

static void load_all(FILE *file)
{
    enum { KEPT = 64 };
    static void *kept[KEPT];
    const prm_pack *last = &sample_pack;
    unsigned depth = 0;
    int next;

    while ((next = getc(file)) != EOF) {
        void *memory, *made;
        uint32_t on_top, size;
        char *text;
        ungetc(next, file);
        on_top = take_number(file);
        size = take_number(file);
        text = allocated(size);
        if (fread(text, 1, size, file) != size)
            exit(2);
        if (!on_top || depth == KEPT) {
            while (depth > 0)
                free(kept[--depth]);
            last = &sample_pack;
        }
        made = load(last, text, size, &memory);
        free(text);
        if (made) {
            last = aligned(made);
            put_renders(last);
            kept[depth++] = memory;
        } else {
            free(memory);
        }
    }
    while (depth > 0)
        free(kept[--depth]);
}

int main(int argc, char **argv)
{
    FILE *const file = argc == 2 ? fopen(argv[1], "rb") : NULL;

    if (file == NULL)
        return 2;
    fill_skills();
    load_all(file);
    fclose(file);
    return 0;
}
