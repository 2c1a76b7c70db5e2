/* Renders prompts of the pack nudge in every way that the library knows, and shows what happens to mistakes.
 *
 * Ends with 1 if anything comes out differently from what it should. */
#include <stdio.h>
#include <string.h>

#include <nudge.h>

static int failures;

static void expect(bool fine, const char *what)
{
    if (!fine) {
        printf("  FAILED: %s\n", what);
        failures++;
    }
}

static void heading(const char *title)
{
    printf("\n== %s ", title);
    for (size_t column = strlen(title); column < 72; column++)
        putchar('=');
    printf("\n\n");
}

/* ---- a sink that prints, with a bar in front of every line ---- */

typedef struct printer {
    size_t calls, bytes;
    bool   inside_line;
} printer;

static int print(void *context, const char *data, size_t size)
{
    printer *to = context;
    to->calls++;
    to->bytes += size;
    for (size_t at = 0; at < size; at++) {
        if (!to->inside_line)
            printf("  | ");
        putchar(data[at]);
        to->inside_line = data[at] != '\n';
    }
    return 0;
}

static prm_sink to_printer(printer *to)
{
    prm_sink sink;
    sink.write = print;
    sink.context = to;
    return sink;
}

static void print_text(const char *text, size_t size)
{
    printer out = {0};
    (void)print(&out, text, size);
    putchar('\n');
}

/* ---- a whole nudge, straight to a sink ---- */

static void show_nudge(void)
{
    const nudge_ranges_row ranges[] = {
        {.start = prm_int(3), .end = prm_int(9), .count = prm_int(7), .tokens = prm_int(41200)},
        {.start = prm_int(14), .end = prm_int(30), .count = prm_int(17), .tokens = prm_int(88050)},
    };
    nudge_nudgeDefault_args args = {
        .pct = prm_int(71),
        .has_breakdown = true,
        .system = prm_int(4), .tool = prm_int(134), .summaries = prm_int(0), .code = prm_int(10), .text = prm_int(7),
        .has_growth = true,
        .growth = prm_int(26),
        .surface = prm_cstr("31 nodes, seqs 1..31"),
        .ranges = nudge_ranges_array(ranges, sizeof ranges / sizeof ranges[0]),
    };
    printer out = {0};

    heading("A whole nudge, emitted piece by piece");
    expect(nudge_nudgeDefault_emit(&nudge_pack, &args, to_printer(&out), NULL) == PRM_OK, "nudgeDefault");
    printf("\n\n  %zu bytes in %zu pieces, straight from the tables and the arguments\n", out.bytes, out.calls);
}

/* ---- one slot, five ways out ---- */

static nudge_tier_args tier_args(void)
{
    nudge_tier_args args = {.tier = prm_int(2), .count = prm_int(1), .prevTier = prm_int(1),
                            .tokens = prm_int(4750), .seqs = prm_cstr("12, 13")};
    return args;
}

static void show_buffer(void)
{
    char text[NUDGE_TIER_MAX_BYTES + 1];
    nudge_tier_args args = tier_args();
    prm_report report;

    heading("One slot into a buffer");
    expect(nudge_tier_render(&nudge_pack, &args, text, sizeof text, &report) == PRM_OK, "nudge.tier");
    print_text(text, report.size);
    printf("\n  %zu bytes; no values that are allowed make more than %u, so the buffer is never too small\n",
           report.size, (unsigned)NUDGE_TIER_MAX_BYTES);
}

static void show_json(void)
{
    char json[NUDGE_RANGETABLE_FOOTER_MAX_JSON_BYTES + 1];
    prm_report report;

    heading("The same pack, escaped for a JSON string");
    expect(nudge_rangeTable_footer_render_json(&nudge_pack, json, sizeof json, &report) == PRM_OK, "JSON");
    print_text(json, report.size);
}

static void show_gather(void)
{
    prm_text pieces[16];
    nudge_tier_args args = tier_args();
    prm_report report;

    heading("Gathered for writev(): pointers into the pack and the arguments");
    expect(nudge_tier_gather(&nudge_pack, &args, pieces, 16, &report) == PRM_OK, "gather");
    for (size_t at = 0; at < report.pieces; at++)
        printf("  %2zu  %3zu bytes  \"%.*s\"\n", at, pieces[at].size, (int)pieces[at].size, pieces[at].data);
}

static void show_cursor(void)
{
    char chunk[24];
    size_t size, total = 0;
    nudge_tier_args args = tier_args();
    prm_cursor cursor;

    heading("Read in chunks of 24 bytes, for a small transmit buffer");
    expect(nudge_tier_open(&cursor, &nudge_pack, &args, NULL) == PRM_OK, "open");
    while (prm_read(&cursor, chunk, sizeof chunk, &size) == PRM_OK && size > 0) {
        printf("  %3zu  [%.*s]\n", total, (int)size, chunk);
        total += size;
    }
    printf("\n  %zu bytes through %zu, with a cursor of %zu\n", total, sizeof chunk, sizeof cursor);
}

/* ---- mistakes ---- */

static void explain(const char *what, prm_status got, prm_status wanted, const prm_report *report)
{
    expect(got == wanted, what);
    printf("  %s\n    -> %s: slot %s", what, prm_status_text(got), prm_name(&nudge_pack, report->id));
    if (report->placeholder != PRM_NO_PLACEHOLDER)
        printf(", placeholder %s", prm_placeholder_name(&nudge_pack, report->id, report->placeholder));
    if (got == PRM_NO_SPACE)
        printf(", %zu bytes and a NUL are needed", report->size);
    printf("\n");
}

static void show_mistakes(void)
{
    char text[NUDGE_TIER_MAX_BYTES + 1] = "untouched";
    char endless[2000];
    nudge_tier_args args = tier_args();
    prm_report report;
    prm_status got;

    heading("Mistakes: nothing is written, and the report says where");
    args.tokens.size = 0;
    got = nudge_tier_render(&nudge_pack, &args, text, sizeof text, &report);
    explain("a value that nobody gave", got, PRM_MISSING, &report);

    args = tier_args();
    args.tier = prm_int(4);
    got = nudge_tier_render(&nudge_pack, &args, text, sizeof text, &report);
    explain("a tier that there is not", got, PRM_OUT_OF_RANGE, &report);

    args = tier_args();
    memset(endless, ',', sizeof endless);
    args.seqs = prm_bytes(endless, sizeof endless);
    got = nudge_tier_render(&nudge_pack, &args, text, sizeof text, &report);
    explain("a text longer than its declaration allows", got, PRM_TOO_LONG, &report);

    args = tier_args();
    got = nudge_tier_render(&nudge_pack, &args, text, 16, &report);
    explain("a buffer of 16 bytes", got, PRM_NO_SPACE, &report);
    expect(strcmp(text, "untouched") == 0, "the buffer stays as it was");
}

/* ---- sizes ---- */

typedef struct entry {
    prm_id   id;
    unsigned longest, longest_json;    /* bytes */
} entry;

#define ENTRY(NAME) {NAME##_ID, NAME##_MAX_BYTES, NAME##_MAX_JSON_BYTES}

static void show_sizes(void)
{
    static const entry entries[] = {
        ENTRY(NUDGE_NORMAL), ENTRY(NUDGE_EMERGENCY), ENTRY(NUDGE_GUIDANCE), ENTRY(NUDGE_TIER),
        ENTRY(NUDGE_BREAKDOWN), ENTRY(NUDGE_GROWTH), ENTRY(NUDGE_TIP),
        ENTRY(NUDGE_RANGETABLE_HEADER), ENTRY(NUDGE_RANGETABLE_TITLE),
        ENTRY(NUDGE_RANGETABLE_LINE), ENTRY(NUDGE_RANGETABLE_FOOTER), ENTRY(NUDGE_SYSTEMPROMPT),
        ENTRY(NUDGE_NUDGEDEFAULT),
        ENTRY(NUDGE_TOOLS_COMPRESS), ENTRY(NUDGE_TOOLS_DECOMPRESS), ENTRY(NUDGE_TOOLS_SEARCHCONTEXT),
        ENTRY(NUDGE_TOOLS_ACPSTATUS),
    };

    heading("Sizes that were known before anything was rendered");
    printf("  %-22s %10s %10s\n", "slot or assembly", "text", "JSON");
    for (size_t at = 0; at < sizeof entries / sizeof entries[0]; at++)
        printf("  %-22s %10u %10u\n", prm_name(&nudge_pack, entries[at].id), entries[at].longest,
               entries[at].longest_json);
    printf("\n  bytes at most, without the NUL; all tables of the pack take %u bytes of flash\n",
           (unsigned)NUDGE_TABLE_BYTES);
}

int main(void)
{
    printf("promptrom: the pack nudge, rendered from const tables\n");
    expect(prm_pack_verify(&nudge_pack) == PRM_OK, "the pack is as it was compiled");
    show_nudge();
    show_buffer();
    show_json();
    show_gather();
    show_cursor();
    show_mistakes();
    show_sizes();
    return failures == 0 ? 0 : 1;
}
