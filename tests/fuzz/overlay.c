/* Overlays read at start-up: any bytes are an overlay or get diagnostics with places in them; what comes of an
 * overlay verifies and renders alike in all five ways; the pack below stays as it is. */
#include <promptrom/startup.h>

#include "fuzz.h"
#include "rich.h"
#include "sample.h"
#include "ways.h"

enum { LIST = 8, WORDS = 1024, MOST_RENDERS = 2 };

/* A file to be laid over a pack. */
typedef struct opened {
    const prm_pack  *base;
    const prm_rules *rules;
    prm_text         text;
} opened;

typedef struct loaded {
    prm_status      status;
    size_t          needed;
    const prm_pack *overlay;
    prm_diagnostics found;
} loaded;

/* shift: how far the memory is off from where malloc() puts it. */
static loaded load(const opened *o, size_t memory, size_t shift, size_t list, size_t words)
{
    char *const at = memory > 0 ? (char *)fresh(memory + shift) + shift : NULL;
    prm_overlay_file file;
    loaded l;

    memset(&l, 0, sizeof l);
    file.name = prm_cstr("f.yaml");
    file.text = o->text;
    l.found = prm_diagnostics_in(fresh(list * sizeof(prm_diagnostic)), list, fresh(words), words);
    l.status = prm_overlay_load(o->base, o->rules, file, at, memory, &l.needed, &l.overlay, &l.found);
    REQUIRE((l.status == PRM_OK) == (l.overlay != NULL));
    REQUIRE((l.status == PRM_BAD_OVERLAY) == (l.found.count > 0));
    REQUIRE(prm_pack_verify(o->base) == PRM_OK);
    return l;
}

static uint32_t lines_of(prm_text text)
{
    uint32_t lines = 1;
    size_t i;

    for (i = 0; i < text.size; i++)
        lines += text.data[i] == '\n' || text.data[i] == '\r';
    return lines;
}

/* In order, within the file, with words that end within their memory. */
static void check_diagnostics(const prm_diagnostics *found, prm_text text)
{
    const size_t count = found->count < found->capacity ? found->count : found->capacity;
    size_t i;

    for (i = 0; i < count; i++) {
        const prm_diagnostic *const d = &found->list[i];
        REQUIRE(d->code > 0 && d->line <= lines_of(text) && d->column <= text.size + 1);
        REQUIRE((d->line == 0) == (d->column == 0));
        REQUIRE(i == 0 || d[-1].line < d->line || (d[-1].line == d->line && d[-1].column <= d->column));
        (void)(strlen(d->message) + strlen(d->note) + strlen(d->help));
    }
}

static bool is_among(const prm_diagnostic *one, const prm_diagnostics *all)
{
    size_t i;

    for (i = 0; i < all->count; i++)
        if (all->list[i].code == one->code && all->list[i].line == one->line && all->list[i].column == one->column)
            return true;
    return false;
}

/* With less room some of the same mistakes are told. Equal ones may be counted twice where they are not listed. */
static void check_less_room(const loaded *all, const opened *o, input *in)
{
    const size_t list = take_number(in, LIST), words = take_number(in, WORDS);
    const loaded less = load(o, all->needed, 0, list, words);
    size_t i;

    REQUIRE(less.status == PRM_BAD_OVERLAY && less.found.count >= all->found.count);
    check_diagnostics(&less.found, o->text);
    for (i = 0; all->found.count <= LIST && i < list && i < less.found.count; i++)
        REQUIRE(is_among(&less.found.list[i], &all->found));
}

static void render_some(const prm_pack *overlay, input *in)
{
    const prm_pack *root = overlay;
    unsigned i;
    call c;

    while (root->base)
        root = root->base;
    memset(&c, 0, sizeof c);
    c.pack = overlay;
    for (i = 0; i < MOST_RENDERS; i++) {
        c.id = take_byte(in) % root->public_count;
        c.args = take_arguments(in, overlay, c.id);
        c.format = root->entries[c.id].flags & PRM_ENTRY_REQUEST ? PRM_TEXT : (prm_format)take_number(in, 1);
        (void)all_ways(&c, in);
    }
}

/* NULL: the file has mistakes, or nests too deep. */
static const prm_pack *overlay_of(const opened *o, input *in)
{
    loaded l = load(o, 0, 0, LIST, WORDS);

    if (l.status == PRM_NO_SPACE) {
        const loaded less = load(o, l.needed - 1, 0, 0, 0);
        REQUIRE(less.status == PRM_NO_SPACE && less.needed == l.needed);
        l = load(o, l.needed, take_number(in, 7), LIST, WORDS);
        REQUIRE(l.needed == less.needed);
    }
    if (l.status == PRM_BAD_OVERLAY) {
        check_diagnostics(&l.found, o->text);
        if (l.needed > 0)
            check_less_room(&l, o, in);
    }
    REQUIRE(l.status == PRM_OK || l.status == PRM_BAD_OVERLAY || l.status == PRM_TOO_DEEP);
    REQUIRE(l.status != PRM_OK || prm_pack_verify(l.overlay) == PRM_OK);
    return l.overlay;
}

void fuzz_target(input *in)
{
    const bool rich = take_flag(in), again = take_flag(in);
    input choices = *in;
    const prm_pack *overlay;
    opened o;

    o.base = rich ? &rich_pack : &sample_pack;
    o.rules = rich ? &rich_rules : &sample_rules;
    o.text = take_rest(in);
    overlay = overlay_of(&o, &choices);
    if (overlay && again) {
        o.base = overlay;
        overlay = overlay_of(&o, &choices);
    }
    if (overlay)
        render_some(overlay, &choices);
}
