/* Overlays from files: the passes over a file, and the tables that come of it. */
#include <promptrom/startup.h>

#include "compiler.h"
#include "depth.h"
#include "mistakes.h"
#include "seal.h"

enum { ALIGNMENT = 8 };        /* enough for all that an overlay is made of */

/* An overlay while it is made. */
typedef struct {
    const prm_pack  *base, *root;
    const prm_rules *rules;
    prm_diagnostics *found;
    bool             wrong;              /* a text has mistakes */
    size_t           entry_count;
    prm_template_code code;
    prm_compiler     compiler;
    prm_entry       *entries;            /* NULL: only sizes are found out */
    uint16_t        *replaced;
} loader;

/* Where the parts of an overlay lie in the caller's memory; offsets from where that is aligned. */
typedef struct { size_t entries, segments, replaced, pool, end; } plan;

/* ---- sizes ---- */

/* Adds a part of count items to a plan; false: the sizes do not fit. */
static bool add(size_t *at, size_t *place, size_t count, size_t size)
{
    *place = *at;
    if (count > (SIZE_MAX - *at) / size)
        return false;
    *at += count * size;
    return true;
}

static size_t aligned(size_t at)
{
    return at + (ALIGNMENT - at % ALIGNMENT) % ALIGNMENT;
}

static bool make_plan(const loader *l, plan *p)
{
    size_t at = aligned(sizeof(prm_pack));

    if (!add(&at, &p->entries, l->entry_count, sizeof(prm_entry))
        || !add(&at, &p->segments, l->code.segment_count, sizeof(prm_segment))
        || !add(&at, &p->replaced, l->root->entry_count, sizeof(uint16_t))
        || !add(&at, &p->pool, l->code.pool_size, 1))
        return false;
    p->end = at;
    return at <= SIZE_MAX - ALIGNMENT;
}

/* ---- texts ---- */

/* Whether an overlay between base and the pack replaces an entry. */
static bool is_replaced_below(const loader *l, unsigned entry)
{
    const prm_pack *pack;

    for (pack = l->base; pack->base && entry != PRM_NOT_REPLACED; pack = pack->base)
        if (pack->replaced[entry] != PRM_NOT_REPLACED)
            return true;
    return false;
}

static bool is_default(const prm_text_rule *rule, prm_text text)
{
    const uint64_t hash = prm_hash_of(text);

    return text.size == rule->size && (uint32_t)hash == rule->hash[0] && (uint32_t)(hash >> 32) == rule->hash[1];
}

static void note_entry(loader *l, const prm_text_rule *rule, size_t first)
{
    const prm_entry *old;
    prm_entry *entry;

    if (rule->entry == PRM_NOT_REPLACED)
        return;    /* a constant that is never used */
    if (l->entries) {
        old = &l->root->entries[rule->entry];
        entry = &l->entries[l->entry_count];
        *entry = *old;
        entry->first = (uint32_t)first;
        entry->count = (uint16_t)(l->code.segment_count - first);
        entry->flags = (uint8_t)(l->code.plain ? old->flags | PRM_ENTRY_PLAIN : old->flags & ~PRM_ENTRY_PLAIN);
        l->replaced[rule->entry] = (uint16_t)l->entry_count;
    }
    l->entry_count++;
}

/* The pack's own text, as the compiler made it: some of that is beyond the rules for texts from files. */
static void copy_default(loader *l, unsigned number)
{
    const prm_entry *const entry = &l->root->entries[number];
    prm_code code;

    prm_code_begin(&code, &l->code);
    prm_code_copy(&code, l->root, entry->first, entry->count);
}

static void compile(loader *l, const prm_replacement *replacement)
{
    prm_template_rules rules;
    prm_mistake_teller teller;
    prm_mistake_sink sink;

    rules.all = l->rules;
    rules.text = replacement->rule;
    rules.root = l->root;
    memset(&teller, 0, sizeof teller);
    teller.replacement = replacement;
    teller.since = l->found->count;
    sink.tell = prm_tell_mistake;
    sink.context = &teller;
    if (prm_template_compile(&l->compiler, &rules, replacement->text, &l->code, sink) > 0)
        l->wrong = true;
}

/* Takes a text from the file. */
static void take(void *context, const prm_replacement *replacement)
{
    loader *const l = context;
    const size_t first = l->code.segment_count;

    if (prm_tell_controls(replacement, l->rules))
        l->wrong = true;
    if (!is_default(replacement->rule, replacement->text))
        compile(l, replacement);
    else if (is_replaced_below(l, replacement->rule->entry))
        copy_default(l, replacement->rule->entry);
    else
        return;
    note_entry(l, replacement->rule, first);
}

static void reset(loader *l)
{
    memset(&l->code, 0, sizeof l->code);
    l->entry_count = 0;
    l->wrong = false;
}

/* ---- the file ---- */

static void refuse_file(prm_diagnostics *found, unsigned code, prm_text name, const char *what, const char *help)
{
    prm_saying s = prm_diagnose(found, code, NULL, 0, 0);

    prm_say_text(&s, name);
    prm_say(&s, what);
    prm_say_help(&s);
    prm_say(&s, help);
    prm_said(&s);
}

/* Whether the bytes can be read as text at all. */
static bool is_readable(const prm_overlay_file *file, const prm_source *source, prm_diagnostics *found)
{
    if (file->text.size > PRM_OVERLAY_BYTES) {
        prm_saying s = prm_diagnose(found, 105, NULL, 0, 0);
        prm_say_text(&s, file->name);
        prm_say(&s, " has ");
        prm_say_number(&s, file->text.size);
        prm_say(&s, " bytes, the limit is 4194304");
        prm_say_help(&s);
        prm_say(&s, "split the file");
        prm_said(&s);
        return false;
    }
    if (prm_source_is_wide(source)) {
        refuse_file(found, 116, file->name, " is UTF-16 or UTF-32, not UTF-8", "save the file as UTF-8");
        return false;
    }
    return true;
}

static void say_hex(prm_saying *s, uint32_t number, unsigned digits, const char *letters)
{
    for (; digits > 0; digits--)
        prm_say_text(s, prm_bytes(&letters[number >> (digits - 1) * 4 & 15], 1));
}

static void refuse_byte(prm_diagnostics *found, const prm_mark *mark, uint32_t byte)
{
    prm_saying s = prm_diagnose(found, 115, mark, 1, 0);

    prm_say(&s, "byte 0x");
    say_hex(&s, byte, 2, "0123456789abcdef");
    prm_say(&s, " at offset ");
    prm_say_number(&s, mark->at);
    prm_say(&s, " is not UTF-8");
    prm_say_help(&s);
    prm_say(&s, "save the file as UTF-8");
    prm_said(&s);
}

static void refuse_control(prm_diagnostics *found, const prm_mark *mark, uint32_t point)
{
    prm_saying s = prm_diagnose(found, 117, mark, 2, 0);

    prm_say(&s, "control character U+");
    say_hex(&s, point, 4, "0123456789ABCDEF");
    prm_say(&s, " in the text");
    prm_say_help(&s);
    prm_say(&s, "remove it; only tab and newline are text");
    prm_said(&s);
}

static void refuse_separator(prm_diagnostics *found, const prm_mark *mark)
{
    prm_saying s = prm_diagnose(found, 214, mark, 3, 0);

    prm_say(&s, "line or paragraph separator in YAML");
    prm_say_help(&s);
    prm_say(&s, "remove it, or write \\u2028 or \\u2029 in double quotes");
    prm_said(&s);
}

/* Tells of bytes and characters that belong into no text; the first of each kind. Returns whether there are any. */
static bool tell_blemishes(const prm_source *source, prm_diagnostics *found)
{
    prm_mark mark = prm_source_begin(source);
    bool bad = false, control = false, separator = false;
    uint32_t point, raw;

    for (;; prm_source_step(source, &mark)) {
        prm_blemish blemish;
        prm_source_skip_plain(source, &mark);
        point = prm_source_peek(source, &mark);
        if (point == PRM_NO_CHARACTER)
            break;
        blemish = prm_source_blemish(source, &mark, &raw);
        if (blemish == PRM_BAD_BYTE && !bad) {
            refuse_byte(found, &mark, raw);
            bad = true;
        } else if (blemish == PRM_CONTROL && !control) {
            refuse_control(found, &mark, raw);
            control = true;
        } else if ((point == 0x2028 || point == 0x2029) && !separator) {
            refuse_separator(found, &mark);
            separator = true;
        }
    }
    return bad || control || separator;
}

/* ---- loading ---- */

/* The pack below all overlays, if the rules are its own; NULL otherwise. */
static const prm_pack *root_of(const prm_pack *base, const prm_rules *rules)
{
    while (base->base && base->version == PRM_TABLE_VERSION)
        base = base->base;
    if (base->version != PRM_TABLE_VERSION || rules->pack_crc != base->crc || !prm_rules_verify(rules))
        return NULL;
    return base;
}

/* Finds out what is needed: for the overlay, and before that for the keys that are met. */
static prm_status count(loader *l, prm_replacements *in, size_t *needed)
{
    prm_status status;
    size_t keys;
    plan p;

    in->keys.table = NULL;
    reset(l);
    status = prm_replacements_read(in, PRM_PASS_COUNT);
    if (status == PRM_NO_MEMORY)
        return status;
    keys = prm_keys_plan(&in->keys);
    if (!make_plan(l, &p))
        return PRM_TOO_BIG;
    *needed = (p.end > keys ? p.end : keys) + ALIGNMENT;
    return PRM_OK;
}

/* Tells of all mistakes. The keys that are met are noted in the memory that the overlay will lie in. */
static prm_status check(loader *l, prm_replacements *in, char *memory)
{
    const bool blemished = tell_blemishes(&in->source, l->found);
    prm_status status;

    prm_keys_place(&in->keys, memory);
    status = prm_replacements_read(in, PRM_PASS_YAML);
    if (status == PRM_OK) {
        reset(l);
        status = prm_replacements_read(in, PRM_PASS_MEANING);
    }
    if (status == PRM_OK && (blemished || l->wrong || l->found->count > 0))
        status = PRM_BAD_OVERLAY;
    return status;
}

/* Writes the overlay into memory. */
static prm_status fill(loader *l, prm_replacements *in, char *memory, const prm_pack **overlay)
{
    prm_pack *const made = (prm_pack *)(void *)memory;
    prm_status status;
    plan p;

    if (!make_plan(l, &p))
        return PRM_TOO_BIG;
    reset(l);
    in->keys.table = NULL;
    l->entries = (prm_entry *)(void *)(memory + p.entries);
    l->code.segments = (prm_segment *)(void *)(memory + p.segments);
    l->replaced = (uint16_t *)(void *)(memory + p.replaced);
    l->code.pool = memory + p.pool;
    memset(l->replaced, 0xFF, l->root->entry_count * sizeof *l->replaced);
    status = prm_replacements_read(in, PRM_PASS_FILL);
    if (status != PRM_OK)
        return status;
    memset(made, 0, sizeof *made);
    made->version = PRM_TABLE_VERSION;
    made->base = l->base;
    made->public_count = l->root->public_count;
    made->entry_count = (uint16_t)l->entry_count;
    made->segment_count = (uint32_t)l->code.segment_count;
    made->pool_size = (uint32_t)l->code.pool_size;
    made->pool = l->code.pool;
    made->segments[0] = l->code.segments;
    made->entries = l->entries;
    made->replaced = l->replaced;
    prm_pack_seal(made);
    if (prm_pack_is_deep(made))
        return PRM_TOO_DEEP;
    *overlay = made;
    return PRM_OK;
}

static prm_status load(loader *l, prm_replacements *in, void *memory, size_t size, size_t *needed,
                       const prm_pack **overlay)
{
    const uintptr_t at = (uintptr_t)memory;
    char *const start = memory ? (char *)memory + (ALIGNMENT - at % ALIGNMENT) % ALIGNMENT : NULL;
    prm_status status = count(l, in, needed);

    if (status != PRM_OK)
        return status;
    if (!memory || size < *needed)
        return PRM_NO_SPACE;
    status = check(l, in, start);
    prm_sort_diagnostics(l->found);
    return status == PRM_OK ? fill(l, in, start, overlay) : status;
}

prm_status prm_overlay_load(const prm_pack *base, const prm_rules *rules, prm_overlay_file file, void *memory,
                            size_t size, size_t *needed, const prm_pack **overlay, prm_diagnostics *found)
{
    prm_replacements in;
    loader l;

    if (!base || !rules || !needed || !overlay || !found || (!file.text.data && file.text.size > 0))
        return PRM_BAD_ARGUMENT;
    *overlay = NULL;
    *needed = 0;
    found->count = found->words_needed = 0;
    memset(&l, 0, sizeof l);
    l.base = base;
    l.root = root_of(base, rules);
    l.rules = rules;
    l.found = found;
    if (!l.root)
        return PRM_BAD_TABLE;
    memset(&in, 0, sizeof in);
    in.rules = rules;
    in.source.bytes = prm_bytes(file.text.data ? file.text.data : "", file.text.size);
    in.name = file.name;
    in.found = found;
    in.take = take;
    in.context = &l;
    if (!is_readable(&file, &in.source, found))
        return PRM_BAD_OVERLAY;
    return load(&l, &in, memory, size, needed, overlay);
}
