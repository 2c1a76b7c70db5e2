/* The shapes in C: compiled prompts in all their ways, straight copies, snprintf, and cJSON for the request. */
#include <stdio.h>

#include <promptrom/startup.h>

#include "cjson_request.h"
#include "ours.h"
#include "printing.h"
#include "request.h"
#include "straight.h"

nudge_args nudge_arguments[SETS];
nudge_ranges_row nudge_rows[SETS][RANGES];

static request_chat_args request;          /* forty messages */
static request_chat_args first_request;    /* one */
static const prm_pack *overlay;    /* of task_open, read at start-up */

/* Packs of one text have arguments of one layout. */
typedef char same_slot[sizeof(task_args) == sizeof(task_open_task_args) ? 1 : -1];
typedef char same_nudge[sizeof(nudge_args) == sizeof(nudge_flat_nudge_args) ? 1 : -1];

/* ---- setting up ---- */

void make_nudge_arguments(unsigned set)
{
    const nudge_values *const from = &nudge_sets[set];
    nudge_args *const to = &nudge_arguments[set];
    unsigned i;

    memset(to, 0, sizeof *to);
    to->has_breakdown = to->has_growth = true;
    to->pct = prm_int(from->pct);
    to->system = prm_int(from->system);
    to->tool = prm_int(from->tool);
    to->summaries = prm_int(from->summaries);
    to->code = prm_int(from->code);
    to->text = prm_int(from->text);
    to->growth = prm_int(from->growth);
    to->surface = from->surface;
    for (i = 0; i < RANGES; i++) {
        nudge_rows[set][i].start = prm_int(from->row[i].start);
        nudge_rows[set][i].end = prm_int(from->row[i].end);
        nudge_rows[set][i].count = prm_int(from->row[i].count);
        nudge_rows[set][i].tokens = prm_int(from->row[i].tokens);
    }
    to->ranges = nudge_ranges_array(nudge_rows[set], RANGES);
}

static bool load_overlay(void)
{
    static char memory[1 << 16], words[4096];
    prm_diagnostic told[4];
    prm_diagnostics found = prm_diagnostics_in(told, 4, words, sizeof words);
    prm_overlay_file file;
    size_t needed;

    file.name = prm_cstr("overlay");
    file.text = prm_cstr(overlay_file);
    if (prm_overlay_load(&task_open_pack, &task_open_rules, file, memory, sizeof memory, &needed, &overlay, &found)
        == PRM_OK)
        return true;
    fprintf(stderr, "the overlay cannot be loaded: %s\n", found.count ? told[0].message : "");
    return false;
}

bool prepare(void)
{
    unsigned set;

    for (set = 0; set < SETS; set++)
        make_nudge_arguments(set);
    request = first_request = request_arguments();
    first_request.history = request_history_array(request.history.rows.data, 1);
    return load_overlay() && prepare_cjson();
}

/* ---- ours ---- */

OURS(slot, &task_pack, TASK_ID, &slot_sets[set], PRM_TEXT)
OURS(open_slot, &task_open_pack, TASK_OPEN_TASK_ID, &slot_sets[set], PRM_TEXT)
OURS(overlaid_slot, overlay, TASK_OPEN_TASK_ID, &slot_sets[set], PRM_TEXT)
OURS(json_slot, &task_pack, TASK_ID, &slot_sets[set], PRM_JSON)
OURS(json_open_slot, &task_open_pack, TASK_OPEN_TASK_ID, &slot_sets[set], PRM_JSON)
OURS(json_overlaid_slot, overlay, TASK_OPEN_TASK_ID, &slot_sets[set], PRM_JSON)
OURS(escaped, &task_pack, TASK_ID, &escaped_sets[set], PRM_TEXT)
OURS(json_escaped, &task_pack, TASK_ID, &escaped_sets[set], PRM_JSON)
OURS(flat_nudge, &nudge_flat_pack, NUDGE_FLAT_NUDGE_ID, &nudge_arguments[set], PRM_TEXT)
OURS(open_nudge, &nudge_pack, NUDGE_ID, &nudge_arguments[set], PRM_TEXT)
OURS(json_flat_nudge, &nudge_flat_pack, NUDGE_FLAT_NUDGE_ID, &nudge_arguments[set], PRM_JSON)
OURS(json_open_nudge, &nudge_pack, NUDGE_ID, &nudge_arguments[set], PRM_JSON)
OURS(system_prompt, &harness_pack, HARNESS_SYSTEM_PROMPT_ID, &system_prompt_sets[set], PRM_TEXT)
OURS(json_system_prompt, &harness_pack, HARNESS_SYSTEM_PROMPT_ID, &system_prompt_sets[set], PRM_JSON)
OURS(chat, &request_pack, REQUEST_CHAT_ID, ((void)set, &request), PRM_TEXT)
OURS(first_chat, &request_pack, REQUEST_CHAT_ID, ((void)set, &first_request), PRM_TEXT)

static size_t numbers_too(unsigned set)
{
    make_nudge_arguments(set);
    return flat_nudge_render(set);
}

/* ---- cJSON ---- */

static size_t by_cjson(unsigned set)
{
    (void)set;
    return cjson_request(&request, ALL_ANEW);
}

static size_t by_cjson_with_tools(unsigned set)
{
    (void)set;
    return cjson_request(&request, TOOLS_KEPT);
}

static size_t by_cjson_with_text(unsigned set)
{
    (void)set;
    return cjson_request(&request, TOOLS_AS_TEXT);
}

static size_t first_by_cjson(unsigned set)
{
    (void)set;
    return cjson_request(&first_request, ALL_ANEW);
}

static size_t first_by_cjson_with_tools(unsigned set)
{
    (void)set;
    return cjson_request(&first_request, TOOLS_KEPT);
}

static size_t first_by_cjson_with_text(unsigned set)
{
    (void)set;
    return cjson_request(&first_request, TOOLS_AS_TEXT);
}

const shape shapes[] = {
    { "slot/memcpy", TO_BUFFER, straight_slot_called },
    { "slot/memcpy-inlined", TO_BUFFER, straight_slot_inlined },
    OURS_SHAPES("slot", slot),
    OURS_SHAPES("slot/overridable", open_slot),
    OURS_SHAPES("slot/start-up", overlaid_slot),
    { "slot/snprintf", TO_BUFFER, printed_slot },
    OURS_SHAPES("slot-json", json_slot),
    OURS_SHAPES("slot-json/overridable", json_open_slot),
    OURS_SHAPES("slot-json/start-up", json_overlaid_slot),
    { "escaped/memcpy", TO_BUFFER, straight_escaped_called },
    OURS_SHAPES("escaped", escaped),
    OURS_SHAPES("escaped-json", json_escaped),
    { "nudge/memcpy", TO_BUFFER, straight_nudge_called },
    { "nudge/memcpy-inlined", TO_BUFFER, straight_nudge_inlined },
    OURS_SHAPES("nudge", flat_nudge),
    OURS_SHAPES("nudge/overridable", open_nudge),
    { "nudge/numbers-and-render", TO_BUFFER, numbers_too },
    { "nudge/snprintf", TO_BUFFER, printed_nudge },
    OURS_SHAPES("nudge-json", json_flat_nudge),
    OURS_SHAPES("nudge-json/overridable", json_open_nudge),
    { "system-prompt/memcpy", TO_BUFFER, straight_system_prompt_called },
    { "system-prompt/memcpy-inlined", TO_BUFFER, straight_system_prompt_inlined },
    OURS_SHAPES("system-prompt", system_prompt),
    { "system-prompt/snprintf", TO_BUFFER, printed_system_prompt },
    OURS_SHAPES("system-prompt-json", json_system_prompt),
    OURS_SHAPES("request", chat),
    { "request/cjson", TO_BUFFER, by_cjson },
    { "request/cjson-tools-kept", TO_BUFFER, by_cjson_with_tools },
    { "request/cjson-tools-text", TO_BUFFER, by_cjson_with_text },
    OURS_SHAPES("first-request", first_chat),
    { "first-request/cjson", TO_BUFFER, first_by_cjson },
    { "first-request/cjson-tools-kept", TO_BUFFER, first_by_cjson_with_tools },
    { "first-request/cjson-tools-text", TO_BUFFER, first_by_cjson_with_text },
    { NULL, TO_BUFFER, NULL }
};
