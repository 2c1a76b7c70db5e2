/* For the tests of start-up overlays: one call that loads over pack nudge, and what came of it. */
#ifndef TESTS_LOADING_H
#define TESTS_LOADING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <nudge.h>
#include <promptrom/startup.h>

enum { MOST = 32, WORDS = 16384, MEMORY = 1 << 21, CANARY = 0xA5 };

typedef struct loading {
    prm_status       status;
    const prm_pack  *overlay;
    size_t           needed;
    prm_diagnostics  found;
    prm_diagnostic   list[MOST];
    char             words[WORDS];
    uint64_t         memory[MEMORY / 8];
} loading;

static inline prm_overlay_file file_of(const char *text, size_t size)
{
    prm_overlay_file file;

    file.name = prm_cstr("f.yaml");
    file.text = prm_bytes(text, size);
    return file;
}

/* Asks for the size and loads into exactly so many bytes; what stands behind them stays. */
static inline prm_status load_over(loading *l, const prm_pack *base, const prm_rules *rules, const char *text,
                                   size_t size)
{
    const prm_overlay_file file = file_of(text, size);
    size_t needed;

    memset(l->memory, CANARY, sizeof l->memory);
    l->found = prm_diagnostics_in(l->list, MOST, l->words, sizeof l->words);
    l->status = prm_overlay_load(base, rules, file, NULL, 0, &l->needed, &l->overlay, &l->found);
    assert_null(l->overlay);
    if (l->status != PRM_NO_SPACE)
        return l->status;
    assert_int_equal(0, l->found.count);
    assert_true(l->needed <= sizeof l->memory);
    l->status = prm_overlay_load(base, rules, file, l->memory, l->needed, &needed, &l->overlay, &l->found);
    assert_true(l->status == PRM_NO_MEMORY || l->needed == needed);
    if (l->needed < sizeof l->memory)
        assert_int_equal(CANARY, ((unsigned char *)l->memory)[l->needed]);
    assert_int_equal(l->status == PRM_OK, l->overlay != NULL);
    return l->status;
}

static inline prm_status load(loading *l, const char *text)
{
    return load_over(l, &nudge_pack, &nudge_rules, text, strlen(text));
}

/* ---- rendering whatever there is ---- */

static inline void fill_input(char *args, const prm_field *field)
{
    char *const at = args + field->offset;
    const prm_integer number = prm_int(7);
    const prm_text text = prm_cstr("text");
    const prm_choice choice = 1;
    prm_rows rows;

    memset(&rows, 0, sizeof rows);
    switch (field->kind & PRM_FIELD_KIND) {
    case PRM_FIELD_INTEGER:
    case PRM_FIELD_RANGED: memcpy(at, &number, sizeof number); break;
    case PRM_FIELD_TEXT:
    case PRM_FIELD_FENCED: memcpy(at, &text, sizeof text);     break;
    case PRM_FIELD_FLAG:   *at = true;                         break;
    case PRM_FIELD_CHOICE: memcpy(at, &choice, sizeof choice); break;
    case PRM_FIELD_ROWS:   memcpy(at, &rows, sizeof rows);     break;
    default:               break;
    }
}

/* How many ids with formats, text and JSON, yield different bytes in two packs. */
static inline unsigned count_different(const prm_pack *one, const prm_pack *other)
{
    static char results[2][1 << 16];
    unsigned id, i, format, different = 0, good = 0;

    for (id = 0; id < NUDGE_IDS; id++) {
        const prm_entry *const entry = &nudge_pack.entries[id];
        static char args[1024];
        memset(args, 0, sizeof args);
        for (i = 0; i < entry->inputs; i++)
            fill_input(args, &nudge_pack.fields[entry->field + i]);
        for (format = PRM_TEXT; format <= PRM_JSON; format += PRM_JSON - PRM_TEXT) {
            const prm_format form = (prm_format)format;
            const prm_status a = prm_render(one, (prm_id)id, args, form, results[0], sizeof *results, NULL);
            const prm_status b = prm_render(other, (prm_id)id, args, form, results[1], sizeof *results, NULL);
            good += a == PRM_OK;
            different += a != b || (a == PRM_OK && strcmp(results[0], results[1]) != 0);
        }
    }
    assert_true(good > NUDGE_IDS);
    return different;
}

#endif
