/* Renders the nudge with every overlay compiled in and in every situation, by all five ways, which must agree, and
 * prints what comes out: one nudge after the other, each followed by a NUL.
 *
 *   all_nudges          the nudges, in the order overlay, emergency, breakdown, growth, tier, ranges
 *   all_nudges differ   for each overlay a line: its name, and 1 if a text of group nudge differs from the default */
#include <promptrom/nudge.h>
#include <stdio.h>
#include <stdlib.h>
#include "nudge.h"

enum { CAPACITY = 4096, MOST_RANGES = 8 };

static const size_t range_counts[] = { 0, 1, 6, MOST_RANGES };
static nudge_ranges_row ranges[MOST_RANGES];

static void must(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "all_nudges: %s\n", what);
        exit(1);
    }
}

typedef struct { char data[CAPACITY]; size_t size; } collection;

static int collect(void *context, const char *data, size_t size)
{
    collection *const c = context;

    must(size <= sizeof c->data - c->size, "too long");
    memcpy(c->data + c->size, data, size);
    c->size += size;
    return 0;
}

static void same(collection *c, const char *text, size_t size, const char *way)
{
    must(c->size == size && memcmp(c->data, text, size) == 0, way);
    c->size = 0;
}

static void by_cursor(const prm_pack *pack, const nudge_args *args, const char *text, size_t size, collection *c)
{
    prm_cursor cursor;
    prm_slice slice;
    size_t got;

    must(nudge_open(&cursor, pack, args, NULL) == PRM_OK, "open");
    while (prm_next(&cursor, &slice) == PRM_OK)
        (void)collect(c, slice.data, slice.size);
    same(c, text, size, "slices");
    must(nudge_open(&cursor, pack, args, NULL) == PRM_OK, "open");
    while (prm_read(&cursor, c->data + c->size, 5, &got) == PRM_OK)
        c->size += got;
    same(c, text, size, "chunks");
}

static void show(const prm_pack *pack, const nudge_args *args)
{
    static char text[CAPACITY];
    static prm_text list[CAPACITY];
    static collection c;
    prm_sink sink;
    prm_report report;
    size_t i, size;

    must(nudge_render(pack, args, text, sizeof text, &report) == PRM_OK, "render");
    size = report.size;
    must(nudge_measure(pack, args, &report) == PRM_OK && report.size == size, "measure");
    must(nudge_gather(pack, args, list, CAPACITY, &report) == PRM_OK, "gather");
    for (i = 0; i < report.pieces; i++)
        (void)collect(&c, list[i].data, list[i].size);
    same(&c, text, size, "gather");
    sink.write = collect;
    sink.context = &c;
    must(nudge_emit(pack, args, sink, &report) == PRM_OK, "emit");
    same(&c, text, size, "emit");
    by_cursor(pack, args, text, size, &c);
    (void)fwrite(text, 1, size + 1, stdout);
}

static nudge_args common_args(void)
{
    nudge_args args;

    memset(&args, 0, sizeof args);
    args.pct = prm_uint(prm_percent(0.07));
    args.system = prm_uint(prm_thousands(400));
    args.tool = prm_uint(prm_thousands(134400));
    args.summaries = prm_uint(prm_thousands(0));
    args.code = prm_uint(prm_thousands(9500));
    args.text = prm_uint(prm_thousands(7000));
    args.growth = prm_uint(prm_thousands(26499));
    args.surface = prm_cstr("12 nodes, seqs 1..12");
    args.target_blocks = prm_uint(2);
    args.tokens = prm_uint(4750);
    args.seqs = prm_cstr("12, 13");
    return args;
}

static void every_situation(const prm_pack *pack)
{
    nudge_args args = common_args();
    unsigned bits, tier;
    size_t i;

    for (bits = 0; bits < 8; bits++) {
        args.emergency = (bits & 4) != 0;
        args.has_breakdown = (bits & 2) != 0;
        args.has_growth = (bits & 1) != 0;
        for (tier = 1; tier <= 3; tier++) {
            args.tier2 = tier == 2;
            args.tier3 = tier == 3;
            args.tier = prm_uint(tier);
            args.prevTier = prm_uint(tier - 1);
            for (i = 0; i < sizeof range_counts / sizeof *range_counts; i++) {
                args.ranges = nudge_ranges_array(ranges, range_counts[i]);
                show(pack, &args);
            }
        }
    }
}

static void fill_ranges(void)
{
    unsigned i;

    for (i = 0; i < MOST_RANGES; i++) {
        ranges[i].start = prm_uint(10 * i);
        ranges[i].end = prm_uint(10 * i + 9);
        ranges[i].count = prm_uint(i + 1);
        ranges[i].tokens = prm_uint(1000 * i);
    }
}

static void show_difference(const prm_overlay *overlay)
{
    static const prm_id group[] = {
        NUDGE_NORMAL_ID, NUDGE_EMERGENCY_ID, NUDGE_GUIDANCE_ID, NUDGE_TIER_ID, NUDGE_BREAKDOWN_ID, NUDGE_GROWTH_ID,
        NUDGE_TIP_ID
    };

    printf("%s %d\n", overlay->name,
           prm_texts_differ(overlay->pack, &nudge_pack, group, sizeof group / sizeof *group));
}

int main(int argc, char **argv)
{
    size_t i;

    (void)argv;
    fill_ranges();
    for (i = 0; i < NUDGE_OVERLAYS; i++) {
        must(prm_pack_verify(nudge_overlays[i].pack) == PRM_OK, "verify");
        if (argc > 1)
            show_difference(&nudge_overlays[i]);
        else
            every_situation(nudge_overlays[i].pack);
    }
    return 0;
}
