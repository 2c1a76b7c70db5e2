/* What the calls of the runtime take on a Cortex-M3: for each, its stack, its status and the size of the result. The
 * stack is painted before the call, and what has lost its paint afterwards was used.
 *
 * The call stands between two marks, so that an emulator's trace shows where its instructions begin and end. */
#include <stdio.h>

#include "device.h"
#include "nudge.h"
#include "request.h"

enum { PAINT = 0xA5, PAINTED = 2048, CAPACITY = 1 << 15, SLICES = 256 };

typedef struct { prm_status status; size_t size; } outcome;
typedef struct { const char *name; outcome (*call)(void); } work;

static char buffer[CAPACITY];
static prm_text list[SLICES];
static size_t listed;
static prm_cursor cursor;
static prm_report report;
static device_report_args prompt;
static nudge_nudgeText_args nudge;
static nudge_ranges_row ranges[6];
static request_chat_args request;

#ifdef __GNUC__
#define APART __attribute__((noinline))
#else
#define APART
#endif

/* ---- arguments ---- */

static void fill_prompt(void)
{
    prompt.unit = prm_cstr("circulation pump 3 in the boiler room of building 12");
    prompt.operator_ = prm_cstr("Ada");
    prompt.language = prm_cstr("English");
    prompt.readings = prm_cstr("flow 31.5 l/min, pressure 2.1 bar, bearing 64.0 C, motor 71.5 C, current 4.2 A, "
                               "vibration 1.1 mm/s, inlet 58.0 C, outlet 63.5 C, speed 2,840 rpm, leak sensor -");
    prompt.history = prm_cstr("06:12 started by timer; 06:13 pressure low for 8 s; 07:40 filter replaced; "
                              "07:52 started by hand; 09:05 bearing at 71 C for two minutes; 09:30 set to low speed");
    prompt.limits = prm_cstr("flow 25 to 40 l/min, pressure 1.5 to 3.0 bar, bearing and motor below 80 C, "
                             "vibration below 2.8 mm/s");
    prompt.fault = prm_cstr("E17 dry run, 2026-01-28 22:14, cleared by the operator");
    prompt.question = prm_cstr("It hums louder than yesterday. Can I leave it running over the weekend?");
}

static void fill_nudge(void)
{
    unsigned i;

    for (i = 0; i < 6; i++) {
        ranges[i].start = prm_uint(10 * i + 1);
        ranges[i].end = prm_uint(10 * i + 9);
        ranges[i].count = prm_uint(9);
        ranges[i].tokens = prm_uint(4750);
    }
    nudge.ranges = nudge_ranges_array(ranges, 6);
    nudge.pct = prm_uint(71);
    nudge.has_breakdown = nudge.has_growth = true;
    nudge.system = nudge.tool = nudge.summaries = nudge.code = nudge.text = nudge.growth = prm_uint(26);
    nudge.surface = prm_cstr("12 nodes, seqs 1..12");
}

/* ---- work ---- */

static int count(void *context, const char *data, size_t size)
{
    (void)data;
    *(size_t *)context += size;
    return 0;
}

static prm_sink counter(size_t *size)
{
    prm_sink sink;

    *size = 0;
    sink.write = count;
    sink.context = size;
    return sink;
}

static outcome outcome_of(prm_status status)
{
    outcome found;

    found.status = status;
    found.size = report.size;
    return found;
}

static outcome nothing(void)
{
    report.size = 0;
    return outcome_of(PRM_OK);
}

static outcome render_slot(void)
{
    return outcome_of(device_report_render(&device_pack, &prompt, buffer, CAPACITY, &report));
}

/* Not by the wrapper in the pack's header, which knows what the slot needs. */
static outcome render_slot_by_id(void)
{
    return outcome_of(prm_render(&device_pack, DEVICE_REPORT_ID, &prompt, PRM_TEXT, buffer, CAPACITY, &report));
}

static outcome measure_slot(void)
{
    return outcome_of(device_report_measure(&device_pack, &prompt, &report));
}

static outcome gather_slot(void)
{
    const prm_status status = device_report_gather(&device_pack, &prompt, list, SLICES, &report);

    listed = report.pieces;
    return outcome_of(status);
}

/* What a program does that knows the pieces of the slot: nothing can be done with less. */
static outcome copy_slot(void)
{
    size_t i;

    report.size = 0;
    for (i = 0; i < listed; i++) {
        memcpy(buffer + report.size, list[i].data, list[i].size);
        report.size += list[i].size;
    }
    return outcome_of(PRM_OK);
}

static outcome emit_slot(void)
{
    size_t size;

    return outcome_of(device_report_emit(&device_pack, &prompt, counter(&size), &report));
}

static outcome render_slot_as_json(void)
{
    return outcome_of(prm_render(&device_pack, DEVICE_REPORT_ID, &prompt, PRM_JSON, buffer, CAPACITY, &report));
}

static outcome open_slot(void)
{
    return outcome_of(device_report_open(&cursor, &device_pack, &prompt, &report));
}

/* Opened before. */
static outcome next_slot(void)
{
    prm_slice slice;
    const prm_status status = prm_next(&cursor, &slice);

    report.size = slice.size;
    return outcome_of(status);
}

static outcome read_slot(void)
{
    return outcome_of(prm_read(&cursor, buffer, 256, &report.size));
}

static outcome render_nudge(void)
{
    return outcome_of(nudge_nudgeText_render(&nudge_pack, &nudge, buffer, CAPACITY, &report));
}

static outcome emit_nudge(void)
{
    size_t size;

    return outcome_of(nudge_nudgeText_emit(&nudge_pack, &nudge, counter(&size), &report));
}

static outcome render_request(void)
{
    return outcome_of(request_chat_render(&request_pack, &request, buffer, CAPACITY, &report));
}

static outcome gather_request(void)
{
    prm_status status = request_chat_gather(&request_pack, &request, list, SLICES, &report);

    if (status == PRM_NO_SPACE)    /* it counts what does not fit */
        status = PRM_OK;
    return outcome_of(status);
}

static outcome emit_request(void)
{
    size_t size;

    return outcome_of(request_chat_emit(&request_pack, &request, counter(&size), &report));
}

static outcome open_request(void)
{
    return outcome_of(request_chat_open(&cursor, &request_pack, &request, &report));
}

static outcome next_request(void)
{
    return next_slot();
}

static outcome read_request(void)
{
    return read_slot();
}

static outcome verify_pack(void)
{
    report.size = 0;
    return outcome_of(prm_pack_verify(&nudge_pack));
}

static const work works[] = {
    { "nothing", nothing },
    { "slot render", render_slot },
    { "slot render by its id", render_slot_by_id },
    { "slot measure", measure_slot },
    { "slot gather", gather_slot },
    { "slot, its pieces copied", copy_slot },
    { "slot emit", emit_slot },
    { "slot render as JSON", render_slot_as_json },
    { "slot open", open_slot },
    { "slot next", next_slot },
    { "slot read", read_slot },
    { "nudge render", render_nudge },
    { "nudge emit", emit_nudge },
    { "request render", render_request },
    { "request gather", gather_request },
    { "request emit", emit_request },
    { "request open", open_request },
    { "request next", next_request },
    { "request read", read_request },
    { "pack verify", verify_pack }
};

/* ---- measuring ---- */

void mark_begin(void);
void mark_end(void);

APART void mark_begin(void)
{
    __asm__ volatile("" ::: "memory");
}

APART void mark_end(void)
{
    __asm__ volatile("" ::: "memory");
}

static volatile unsigned char *stack_pointer(void)
{
    volatile unsigned char *sp;

    __asm__ volatile("mov %0, sp" : "=r"(sp));
    return sp;
}

APART static void paint(void)
{
    volatile unsigned char *const here = stack_pointer();
    volatile unsigned char *at;

    for (at = here - PAINTED; at < here; at++)
        *at = PAINT;
}

/* Bytes below the frame of the caller that have been used. */
APART static size_t used(const volatile unsigned char *frame)
{
    const volatile unsigned char *at = frame - PAINTED + 64;

    while (at < frame && *at == PAINT)
        at++;
    return (size_t)(frame - at);
}

static void measure(const work *item)
{
    const volatile unsigned char *const frame = stack_pointer();
    outcome found;
    size_t stack;

    paint();
    mark_begin();
    found = item->call();
    mark_end();
    stack = used(frame);
    printf("%s: status %lu stack %lu size %lu\n", item->name, (unsigned long)found.status, (unsigned long)stack,
           (unsigned long)found.size);
}

int main(void)
{
    size_t i;

    fill_prompt();
    fill_nudge();
    request = request_arguments();
    for (i = 0; i < sizeof works / sizeof *works; i++)
        measure(&works[i]);
    return 0;
}
