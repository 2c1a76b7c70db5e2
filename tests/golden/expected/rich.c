/* Pack rich 0.1.0, compiled by promptrom 0.1.0. Generated: change the pack, not this file.
 * Fingerprint a52d2391a6a72d99. 3460 bytes of tables; sharing equal texts saved 599. */
#include "rich.h"

#define PROMPTROM_ASSERT(name, condition) typedef char promptrom_assert_##name[(condition) ? 1 : -1]
PROMPTROM_ASSERT(segment_size, sizeof(prm_segment) == 8);
PROMPTROM_ASSERT(entry_size, sizeof(prm_entry) == 12);
PROMPTROM_ASSERT(field_size, sizeof(prm_field) == 4);

static const struct {
    char last[654];
} pool = {
    /* chat */
    "{\"model\":\""
    "\",\"messages\":[{\"role\":\"system\",\"content\":\""
    "\"}"
    ","
    "{\"role\":\"user\",\"content\":\""
    "{\"role\":\"assistant\",\"content\":null,\"arguments\":\""
    "],\"tools\":["
    "]"
    ",\"extra\":"
    "}"
    /* note */
    "\n"
    "Now!"
    "Nothing was noted."
    "<note>\n"
    "\n"
    "</note>\n"
    "Budget: "
    /* prompt */
    "\n"
    "\n"
    "Skills:"
    /* skill */
    ": "
    " uses"
    /* system */
    "You are "
    ". Braces like {this} stay."
    ". "
    "\n"
    "   - "
    /* tools.read */
    "Reads a \"file\"."
    /* wording.neutral */
    "Be plain."
    /* wording.witty */
    "Be witty."
    /* chat */
    "{\"type\":\"function\",\"function\":{\"name\":\"read\",\"description\":\""
    "\",\"parameters\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}},\"required\":"
    "[\"path\"]}}}"
    "{\"type\":\"function\",\"function\":{\"name\":\"write\",\"description\":\"Writes a "
    "file.\",\"parameters\":{\"type\":\"object\",\"properties\":{}}}}"
    /* limits, names of choices and defaults */
    "neutral"
    "witty"
    "note"
    "user"
    "tool_use"
    /* note */
    "\\n"
    "<note>\\n"
    "\\n</note>\\nBudget: "
    /* prompt */
    "\\n\\n"
    /* system */
    "\\n   - "
    /* tools.read */
    "Reads a \\\"file\\\"."
};

static const prm_segment text_segments[] = {
    /* chat: {model} {skills} {persona} {note} {budget} {urgent} {history} {enabled} {extra} */
    {0, 10, PRM_OP_VALUE | PRM_OP_QUOTED | 0},
    {10, 42, 0},
    {11, 3, PRM_OP_CALL | 1},
    {52, 2, 0},
    {9, 0, PRM_OP_LOOP | 6},
    {54, 1, 0},
    {3, 1, PRM_OP_CASE | 10},
    {55, 26, PRM_OP_VALUE | PRM_OP_QUOTED | 9},
    {52, 2, 0},
    {3, 0, PRM_OP_SKIP | 0},
    {2, 2, PRM_OP_CASE | 10},
    {81, 48, PRM_OP_VALUE | PRM_OP_QUOTED | 9},
    {52, 2, 0},
    {8, 0, PRM_OP_NEXT | 6},
    {129, 11, 0},
    {32, 12, PRM_OP_CALL | 0},
    {140, 1, 0},
    {1, 0, PRM_OP_WHEN | 8},
    {141, 9, PRM_OP_VALUE | 8},
    {150, 1, 0},
    /* class: {int} */
    {0, 0, PRM_OP_VALUE | 0},
    /* note: {note} {budget} {urgent} */
    {2, 0, PRM_OP_WHEN | 2},
    {151, 1, PRM_OP_LINE | 0},
    {152, 4, 0},
    {2, 0, PRM_OP_UNLESS | 0},
    {151, 1, PRM_OP_LINE | 0},
    {156, 18, 0},
    {151, 1, PRM_OP_LINE | 0},
    {174, 7, PRM_OP_VALUE | 0},
    {181, 17, PRM_OP_VALUE | 1},
    /* prompt: {model} {skills} {persona} {note} {budget} {urgent} */
    {198, 2, PRM_OP_PART | 0},
    {6, 8, PRM_OP_CALL | 0},
    {198, 2, PRM_OP_PART | 0},
    {2, 1, PRM_OP_CASE | 2},
    {16, 10, PRM_OP_CALL | 0},
    {2, 0, PRM_OP_SKIP | 0},
    {1, 2, PRM_OP_CASE | 2},
    {16, 11, PRM_OP_CALL | 0},
    {2, 0, PRM_OP_WHEN | 1},
    {198, 2, PRM_OP_PART | 0},
    {200, 7, 0},
    {3, 0, PRM_OP_LOOP | 1},
    {151, 1, PRM_OP_PART | 0},
    {16, 4, PRM_OP_CALL | 0},
    {2, 0, PRM_OP_NEXT | 1},
    {3, 0, PRM_OP_WHEN | 3},
    {198, 2, PRM_OP_PART | 0},
    {18, 2, PRM_OP_CALL | 0},
    {1, 0, PRM_OP_SKIP | 0},
    {198, 2, PRM_OP_PART | 1},
    /* skill: {title} {uses} */
    {0, 0, PRM_OP_VALUE | 0},
    {207, 2, PRM_OP_VALUE | 1},
    {209, 5, 0},
    /* start: {model} {skills} */
    {0, 0, PRM_OP_PART | 0},
    {2, 6, PRM_OP_CALL | 0},
    {0, 0, PRM_OP_PART | 0},
    {14, 7, PRM_OP_CALL | 0},
    /* start.base: {model} {skills} */
    {0, 0, PRM_OP_PART | 0},
    {2, 8, PRM_OP_CALL | 0},
    /* start.turn: {model} {skills} */
    {151, 1, PRM_OP_PART | 0},
    {2, 1, PRM_OP_CALL | 0},
    /* system: {model} {skills} */
    {214, 8, PRM_OP_VALUE | 0},
    {222, 26, 0},
    {6, 0, PRM_OP_LOOP | 1},
    {151, 1, PRM_OP_VALUE | 6},
    {248, 2, PRM_OP_VALUE | 2},
    {2, 0, PRM_OP_LOOP | 4},
    {250, 6, PRM_OP_VALUE | 7},
    {1, 0, PRM_OP_NEXT | 4},
    {5, 0, PRM_OP_NEXT | 1},
    /* tools.read */
    {256, 15, 0},
    /* wording.neutral */
    {271, 9, 0},
    /* wording.witty */
    {280, 9, 0},
    /* chat#0 */
    {4, 0, PRM_OP_WHEN | 0},
    {54, 1, PRM_OP_PART | 0},
    {289, 60, 0},
    {1, 9, PRM_OP_CALL | 1},
    {349, 94, 0},
    {2, 1, PRM_OP_WHEN | 0},
    {54, 1, PRM_OP_PART | 0},
    {443, 125, 0},
    /* limits, names of choices and defaults; what names stand for in overlays */
    {568, 7, 0},
    {575, 5, 0},
    {0, 0, 0},
    {580, 4, 0},
    {584, 4, 0},
    {588, 8, 0},
};

static const prm_segment json_segments[] = {
    /* chat: {model} {skills} {persona} {note} {budget} {urgent} {history} {enabled} {extra} */
    {0, 10, PRM_OP_VALUE | PRM_OP_QUOTED | 0},
    {10, 42, 0},
    {11, 3, PRM_OP_CALL | 1},
    {52, 2, 0},
    {9, 0, PRM_OP_LOOP | 6},
    {54, 1, 0},
    {3, 1, PRM_OP_CASE | 10},
    {55, 26, PRM_OP_VALUE | PRM_OP_QUOTED | 9},
    {52, 2, 0},
    {3, 0, PRM_OP_SKIP | 0},
    {2, 2, PRM_OP_CASE | 10},
    {81, 48, PRM_OP_VALUE | PRM_OP_QUOTED | 9},
    {52, 2, 0},
    {8, 0, PRM_OP_NEXT | 6},
    {129, 11, 0},
    {32, 12, PRM_OP_CALL | 0},
    {140, 1, 0},
    {1, 0, PRM_OP_WHEN | 8},
    {141, 9, PRM_OP_VALUE | 8},
    {150, 1, 0},
    /* class: {int} */
    {0, 0, PRM_OP_VALUE | 0},
    /* note: {note} {budget} {urgent} */
    {2, 0, PRM_OP_WHEN | 2},
    {596, 2, PRM_OP_LINE | 0},
    {152, 4, 0},
    {2, 0, PRM_OP_UNLESS | 0},
    {596, 2, PRM_OP_LINE | 0},
    {156, 18, 0},
    {596, 2, PRM_OP_LINE | 0},
    {598, 8, PRM_OP_VALUE | 0},
    {606, 19, PRM_OP_VALUE | 1},
    /* prompt: {model} {skills} {persona} {note} {budget} {urgent} */
    {625, 4, PRM_OP_PART | 0},
    {6, 8, PRM_OP_CALL | 0},
    {625, 4, PRM_OP_PART | 0},
    {2, 1, PRM_OP_CASE | 2},
    {16, 10, PRM_OP_CALL | 0},
    {2, 0, PRM_OP_SKIP | 0},
    {1, 2, PRM_OP_CASE | 2},
    {16, 11, PRM_OP_CALL | 0},
    {2, 0, PRM_OP_WHEN | 1},
    {625, 4, PRM_OP_PART | 0},
    {200, 7, 0},
    {3, 0, PRM_OP_LOOP | 1},
    {596, 2, PRM_OP_PART | 0},
    {16, 4, PRM_OP_CALL | 0},
    {2, 0, PRM_OP_NEXT | 1},
    {3, 0, PRM_OP_WHEN | 3},
    {625, 4, PRM_OP_PART | 0},
    {18, 2, PRM_OP_CALL | 0},
    {1, 0, PRM_OP_SKIP | 0},
    {625, 4, PRM_OP_PART | 1},
    /* skill: {title} {uses} */
    {0, 0, PRM_OP_VALUE | 0},
    {207, 2, PRM_OP_VALUE | 1},
    {209, 5, 0},
    /* start: {model} {skills} */
    {0, 0, PRM_OP_PART | 0},
    {2, 6, PRM_OP_CALL | 0},
    {0, 0, PRM_OP_PART | 0},
    {14, 7, PRM_OP_CALL | 0},
    /* start.base: {model} {skills} */
    {0, 0, PRM_OP_PART | 0},
    {2, 8, PRM_OP_CALL | 0},
    /* start.turn: {model} {skills} */
    {596, 2, PRM_OP_PART | 0},
    {2, 1, PRM_OP_CALL | 0},
    /* system: {model} {skills} */
    {214, 8, PRM_OP_VALUE | 0},
    {222, 26, 0},
    {6, 0, PRM_OP_LOOP | 1},
    {596, 2, PRM_OP_VALUE | 6},
    {248, 2, PRM_OP_VALUE | 2},
    {2, 0, PRM_OP_LOOP | 4},
    {629, 7, PRM_OP_VALUE | 7},
    {1, 0, PRM_OP_NEXT | 4},
    {5, 0, PRM_OP_NEXT | 1},
    /* tools.read */
    {636, 17, 0},
    /* wording.neutral */
    {271, 9, 0},
    /* wording.witty */
    {280, 9, 0},
    /* chat#0 */
    {4, 0, PRM_OP_WHEN | 0},
    {54, 1, PRM_OP_PART | 0},
    {289, 60, 0},
    {1, 9, PRM_OP_CALL | 1},
    {349, 94, 0},
    {2, 1, PRM_OP_WHEN | 0},
    {54, 1, PRM_OP_PART | 0},
    {443, 125, 0},
    /* limits, names of choices and defaults; what names stand for in overlays */
    {568, 7, 0},
    {575, 5, 0},
    {0, 0, 0},
    {580, 4, 0},
    {584, 4, 0},
    {588, 8, 0},
};

static const prm_entry entries[] = {
    {0, 0, 20, 9, PRM_ENTRY_REQUEST},  /* chat */
    {20, 33, 1, 1, PRM_ENTRY_PLAIN},  /* class */
    {21, 34, 9, 3, 0},  /* note */
    {30, 37, 20, 6, 0},  /* prompt */
    {50, 58, 3, 2, PRM_ENTRY_PLAIN},  /* skill */
    {53, 60, 4, 2, 0},  /* start */
    {57, 77, 2, 2, 0},  /* start.base */
    {59, 89, 2, 2, 0},  /* start.turn */
    {61, 92, 9, 2, 0},  /* system */
    {70, 102, 1, 0, PRM_ENTRY_PLAIN},  /* tools.read */
    {71, 102, 1, 0, PRM_ENTRY_PLAIN},  /* wording.neutral */
    {72, 102, 1, 0, PRM_ENTRY_PLAIN},  /* wording.witty */
    {73, 0, 8, 0, PRM_ENTRY_REQUEST | PRM_ENTRY_HIDDEN},  /* chat#0 */
};

static const prm_field fields[] = {
    /* chat */
    {offsetof(rich_chat_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, persona), PRM_FIELD_CHOICE | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, note), PRM_FIELD_FENCED | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, budget), PRM_FIELD_RANGED | 0 << PRM_FIELD_LEVEL | 5 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, urgent), PRM_FIELD_FLAG | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, history), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 9 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, enabled), PRM_FIELD_SET | 0 << PRM_FIELD_LEVEL | 10 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, extra), PRM_FIELD_JSON | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_history_row, content), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_history_row, kind), PRM_FIELD_CHOICE | 1 << PRM_FIELD_LEVEL | 11 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, persona), PRM_FIELD_CHOICE | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, note), PRM_FIELD_FENCED | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, budget), PRM_FIELD_RANGED | 0 << PRM_FIELD_LEVEL | 5 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, urgent), PRM_FIELD_FLAG | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, title), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 12 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, uses), PRM_FIELD_RANGED | 1 << PRM_FIELD_LEVEL | 13 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, files), PRM_FIELD_ROWS | 1 << PRM_FIELD_LEVEL | 16 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_files_row, path), PRM_FIELD_TEXT | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, title), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 12 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, uses), PRM_FIELD_RANGED | 1 << PRM_FIELD_LEVEL | 13 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, note), PRM_FIELD_FENCED | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, budget), PRM_FIELD_RANGED | 0 << PRM_FIELD_LEVEL | 5 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, urgent), PRM_FIELD_FLAG | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_chat_args, enabled), PRM_FIELD_SET | 0 << PRM_FIELD_LEVEL | 10 << PRM_FIELD_TRAIT},
    /* class */
    {offsetof(rich_class_args, int_), PRM_FIELD_INTEGER | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    /* note */
    {offsetof(rich_note_args, note), PRM_FIELD_FENCED | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    {offsetof(rich_note_args, budget), PRM_FIELD_RANGED | 0 << PRM_FIELD_LEVEL | 5 << PRM_FIELD_TRAIT},
    {offsetof(rich_note_args, urgent), PRM_FIELD_FLAG | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    /* prompt */
    {offsetof(rich_prompt_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, persona), PRM_FIELD_CHOICE | 0 << PRM_FIELD_LEVEL | 2 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, note), PRM_FIELD_FENCED | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, budget), PRM_FIELD_RANGED | 0 << PRM_FIELD_LEVEL | 5 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, urgent), PRM_FIELD_FLAG | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, title), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 12 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, uses), PRM_FIELD_RANGED | 1 << PRM_FIELD_LEVEL | 13 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, files), PRM_FIELD_ROWS | 1 << PRM_FIELD_LEVEL | 16 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_files_row, path), PRM_FIELD_TEXT | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, title), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 12 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, uses), PRM_FIELD_RANGED | 1 << PRM_FIELD_LEVEL | 13 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, note), PRM_FIELD_FENCED | 0 << PRM_FIELD_LEVEL | 3 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, budget), PRM_FIELD_RANGED | 0 << PRM_FIELD_LEVEL | 5 << PRM_FIELD_TRAIT},
    {offsetof(rich_prompt_args, urgent), PRM_FIELD_FLAG | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    /* skill */
    {offsetof(rich_skill_args, title), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_skill_args, uses), PRM_FIELD_INTEGER | 0 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    /* start */
    {offsetof(rich_start_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, title), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 12 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, uses), PRM_FIELD_RANGED | 1 << PRM_FIELD_LEVEL | 13 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, files), PRM_FIELD_ROWS | 1 << PRM_FIELD_LEVEL | 16 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_files_row, path), PRM_FIELD_TEXT | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_args, skills), PRM_FIELD_COUNT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    /* start.base */
    {offsetof(rich_start_base_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_base_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_base_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_base_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, title), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 12 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, uses), PRM_FIELD_RANGED | 1 << PRM_FIELD_LEVEL | 13 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, files), PRM_FIELD_ROWS | 1 << PRM_FIELD_LEVEL | 16 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_files_row, path), PRM_FIELD_TEXT | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    /* start.turn */
    {offsetof(rich_start_turn_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_turn_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_start_turn_args, skills), PRM_FIELD_COUNT | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    /* system */
    {offsetof(rich_system_args, model), PRM_FIELD_TEXT | 0 << PRM_FIELD_LEVEL | 0 << PRM_FIELD_TRAIT},
    {offsetof(rich_system_args, skills), PRM_FIELD_ROWS | 0 << PRM_FIELD_LEVEL | 1 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, title), PRM_FIELD_TEXT | 1 << PRM_FIELD_LEVEL | 12 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, uses), PRM_FIELD_RANGED | 1 << PRM_FIELD_LEVEL | 13 << PRM_FIELD_TRAIT},
    {offsetof(rich_skills_row, files), PRM_FIELD_ROWS | 1 << PRM_FIELD_LEVEL | 16 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 1 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {offsetof(rich_files_row, path), PRM_FIELD_TEXT | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {0, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
    {1, PRM_FIELD_INDEX | 2 << PRM_FIELD_LEVEL | 8 << PRM_FIELD_TRAIT},
};

static const prm_trait traits[] = {
    {32u, PRM_NO_SEGMENT},
    {3u, (uint32_t)1 << 16 | (uint32_t)sizeof(rich_skills_row)},
    {33554513u, 81u},
    {PRM_NO_LIMIT, 83u},
    {84u, PRM_NO_SEGMENT},
    {1u, PRM_NO_SEGMENT},
    {10u, 0u},
    {10u, 0u},
    {PRM_NO_LIMIT, PRM_NO_SEGMENT},
    {PRM_NO_LIMIT, (uint32_t)0 << 16 | (uint32_t)sizeof(rich_history_row)},
    {2u, PRM_NO_SEGMENT},
    {33554517u, PRM_NO_SEGMENT},
    {20u, PRM_NO_SEGMENT},
    {0u, PRM_NO_SEGMENT},
    {0u, 0u},
    {PRM_NO_LIMIT, PRM_NO_SEGMENT},
    {PRM_NO_LIMIT, (uint32_t)0 << 16 | (uint32_t)sizeof(rich_files_row)},
};

/* Checksum of what only the C compiler knows. */
enum {
    layout_sum_0 = 0,
    layout_sum_1 = (int)(((uint32_t)layout_sum_0
        + 1u * (uint32_t)(offsetof(rich_chat_args, model) % 65521u)
        + 2u * (uint32_t)(offsetof(rich_chat_args, skills) % 65521u)
        + 3u * (uint32_t)(offsetof(rich_chat_args, persona) % 65521u)
        + 4u * (uint32_t)(offsetof(rich_chat_args, note) % 65521u)
        + 5u * (uint32_t)(offsetof(rich_chat_args, budget) % 65521u)
        + 6u * (uint32_t)(offsetof(rich_chat_args, urgent) % 65521u)
        + 7u * (uint32_t)(offsetof(rich_chat_args, history) % 65521u)
        + 8u * (uint32_t)(offsetof(rich_chat_args, enabled) % 65521u)) % 65521u),
    layout_sum_2 = (int)(((uint32_t)layout_sum_1
        + 9u * (uint32_t)(offsetof(rich_chat_args, extra) % 65521u)
        + 10u * (uint32_t)(offsetof(rich_history_row, content) % 65521u)
        + 11u * (uint32_t)(offsetof(rich_history_row, kind) % 65521u)
        + 12u * (uint32_t)(offsetof(rich_chat_args, model) % 65521u)
        + 13u * (uint32_t)(offsetof(rich_chat_args, skills) % 65521u)
        + 14u * (uint32_t)(offsetof(rich_chat_args, persona) % 65521u)
        + 15u * (uint32_t)(offsetof(rich_chat_args, note) % 65521u)
        + 16u * (uint32_t)(offsetof(rich_chat_args, budget) % 65521u)) % 65521u),
    layout_sum_3 = (int)(((uint32_t)layout_sum_2
        + 17u * (uint32_t)(offsetof(rich_chat_args, urgent) % 65521u)
        + 18u * (uint32_t)(offsetof(rich_chat_args, model) % 65521u)
        + 19u * (uint32_t)(offsetof(rich_chat_args, skills) % 65521u)
        + 20u * (uint32_t)(offsetof(rich_skills_row, title) % 65521u)
        + 21u * (uint32_t)(offsetof(rich_skills_row, uses) % 65521u)
        + 22u * (uint32_t)(offsetof(rich_skills_row, files) % 65521u)
        + 24u * (uint32_t)(1 % 65521u)
        + 25u * (uint32_t)(offsetof(rich_files_row, path) % 65521u)) % 65521u),
    layout_sum_4 = (int)(((uint32_t)layout_sum_3
        + 27u * (uint32_t)(1 % 65521u)
        + 28u * (uint32_t)(offsetof(rich_skills_row, title) % 65521u)
        + 29u * (uint32_t)(offsetof(rich_skills_row, uses) % 65521u)
        + 30u * (uint32_t)(offsetof(rich_chat_args, note) % 65521u)
        + 31u * (uint32_t)(offsetof(rich_chat_args, budget) % 65521u)
        + 32u * (uint32_t)(offsetof(rich_chat_args, urgent) % 65521u)
        + 33u * (uint32_t)(offsetof(rich_chat_args, enabled) % 65521u)
        + 34u * (uint32_t)(offsetof(rich_class_args, int_) % 65521u)) % 65521u),
    layout_sum_5 = (int)(((uint32_t)layout_sum_4
        + 35u * (uint32_t)(offsetof(rich_note_args, note) % 65521u)
        + 36u * (uint32_t)(offsetof(rich_note_args, budget) % 65521u)
        + 37u * (uint32_t)(offsetof(rich_note_args, urgent) % 65521u)
        + 38u * (uint32_t)(offsetof(rich_prompt_args, model) % 65521u)
        + 39u * (uint32_t)(offsetof(rich_prompt_args, skills) % 65521u)
        + 40u * (uint32_t)(offsetof(rich_prompt_args, persona) % 65521u)
        + 41u * (uint32_t)(offsetof(rich_prompt_args, note) % 65521u)
        + 42u * (uint32_t)(offsetof(rich_prompt_args, budget) % 65521u)) % 65521u),
    layout_sum_6 = (int)(((uint32_t)layout_sum_5
        + 43u * (uint32_t)(offsetof(rich_prompt_args, urgent) % 65521u)
        + 44u * (uint32_t)(offsetof(rich_prompt_args, model) % 65521u)
        + 45u * (uint32_t)(offsetof(rich_prompt_args, skills) % 65521u)
        + 46u * (uint32_t)(offsetof(rich_skills_row, title) % 65521u)
        + 47u * (uint32_t)(offsetof(rich_skills_row, uses) % 65521u)
        + 48u * (uint32_t)(offsetof(rich_skills_row, files) % 65521u)
        + 50u * (uint32_t)(1 % 65521u)
        + 51u * (uint32_t)(offsetof(rich_files_row, path) % 65521u)) % 65521u),
    layout_sum_7 = (int)(((uint32_t)layout_sum_6
        + 53u * (uint32_t)(1 % 65521u)
        + 54u * (uint32_t)(offsetof(rich_skills_row, title) % 65521u)
        + 55u * (uint32_t)(offsetof(rich_skills_row, uses) % 65521u)
        + 56u * (uint32_t)(offsetof(rich_prompt_args, note) % 65521u)
        + 57u * (uint32_t)(offsetof(rich_prompt_args, budget) % 65521u)
        + 58u * (uint32_t)(offsetof(rich_prompt_args, urgent) % 65521u)
        + 59u * (uint32_t)(offsetof(rich_skill_args, title) % 65521u)
        + 60u * (uint32_t)(offsetof(rich_skill_args, uses) % 65521u)) % 65521u),
    layout_sum_8 = (int)(((uint32_t)layout_sum_7
        + 61u * (uint32_t)(offsetof(rich_start_args, model) % 65521u)
        + 62u * (uint32_t)(offsetof(rich_start_args, skills) % 65521u)
        + 63u * (uint32_t)(offsetof(rich_start_args, model) % 65521u)
        + 64u * (uint32_t)(offsetof(rich_start_args, skills) % 65521u)
        + 65u * (uint32_t)(offsetof(rich_start_args, model) % 65521u)
        + 66u * (uint32_t)(offsetof(rich_start_args, skills) % 65521u)
        + 67u * (uint32_t)(offsetof(rich_skills_row, title) % 65521u)
        + 68u * (uint32_t)(offsetof(rich_skills_row, uses) % 65521u)) % 65521u),
    layout_sum_9 = (int)(((uint32_t)layout_sum_8
        + 69u * (uint32_t)(offsetof(rich_skills_row, files) % 65521u)
        + 71u * (uint32_t)(1 % 65521u)
        + 72u * (uint32_t)(offsetof(rich_files_row, path) % 65521u)
        + 74u * (uint32_t)(1 % 65521u)
        + 75u * (uint32_t)(offsetof(rich_start_args, model) % 65521u)
        + 76u * (uint32_t)(offsetof(rich_start_args, skills) % 65521u)
        + 77u * (uint32_t)(offsetof(rich_start_args, skills) % 65521u)
        + 78u * (uint32_t)(offsetof(rich_start_base_args, model) % 65521u)) % 65521u),
    layout_sum_10 = (int)(((uint32_t)layout_sum_9
        + 79u * (uint32_t)(offsetof(rich_start_base_args, skills) % 65521u)
        + 80u * (uint32_t)(offsetof(rich_start_base_args, model) % 65521u)
        + 81u * (uint32_t)(offsetof(rich_start_base_args, skills) % 65521u)
        + 82u * (uint32_t)(offsetof(rich_skills_row, title) % 65521u)
        + 83u * (uint32_t)(offsetof(rich_skills_row, uses) % 65521u)
        + 84u * (uint32_t)(offsetof(rich_skills_row, files) % 65521u)
        + 86u * (uint32_t)(1 % 65521u)
        + 87u * (uint32_t)(offsetof(rich_files_row, path) % 65521u)) % 65521u),
    layout_sum_11 = (int)(((uint32_t)layout_sum_10
        + 89u * (uint32_t)(1 % 65521u)
        + 90u * (uint32_t)(offsetof(rich_start_turn_args, model) % 65521u)
        + 91u * (uint32_t)(offsetof(rich_start_turn_args, skills) % 65521u)
        + 92u * (uint32_t)(offsetof(rich_start_turn_args, skills) % 65521u)
        + 93u * (uint32_t)(offsetof(rich_system_args, model) % 65521u)
        + 94u * (uint32_t)(offsetof(rich_system_args, skills) % 65521u)
        + 95u * (uint32_t)(offsetof(rich_skills_row, title) % 65521u)
        + 96u * (uint32_t)(offsetof(rich_skills_row, uses) % 65521u)) % 65521u),
    layout_sum_12 = (int)(((uint32_t)layout_sum_11
        + 97u * (uint32_t)(offsetof(rich_skills_row, files) % 65521u)
        + 99u * (uint32_t)(1 % 65521u)
        + 100u * (uint32_t)(offsetof(rich_files_row, path) % 65521u)
        + 102u * (uint32_t)(1 % 65521u)
        + 103u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 104u * (uint32_t)(((uint32_t)1 << 16 | (uint32_t)sizeof(rich_skills_row)) % 65521u)
        + 105u * (uint32_t)(81u % 65521u)
        + 106u * (uint32_t)(83u % 65521u)) % 65521u),
    layout_sum_13 = (int)(((uint32_t)layout_sum_12
        + 107u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 108u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 109u * (uint32_t)(0u % 65521u)
        + 110u * (uint32_t)(0u % 65521u)
        + 111u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 112u * (uint32_t)(((uint32_t)0 << 16 | (uint32_t)sizeof(rich_history_row)) % 65521u)
        + 113u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 114u * (uint32_t)(PRM_NO_SEGMENT % 65521u)) % 65521u),
    layout_sum_14 = (int)(((uint32_t)layout_sum_13
        + 115u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 116u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 117u * (uint32_t)(0u % 65521u)
        + 118u * (uint32_t)(PRM_NO_SEGMENT % 65521u)
        + 119u * (uint32_t)(((uint32_t)0 << 16 | (uint32_t)sizeof(rich_files_row)) % 65521u)) % 65521u)
};

static const struct {
    char n0[5];
    char n1[6];
    char n2[5];
    char n3[7];
    char n4[6];
    char n5[6];
    char n6[11];
    char n7[11];
    char n8[7];
    char n9[11];
    char n10[16];
    char n11[14];
    char n12[6];
    char n13[7];
    char n14[8];
    char n15[7];
    char n16[7];
    char n17[8];
    char n18[8];
    char n19[6];
    char n20[4];
    char n21[6];
    char n22[5];
} names = {
    "chat",
    "class",
    "note",
    "prompt",
    "skill",
    "start",
    "start.base",
    "start.turn",
    "system",
    "tools.read",
    "wording.neutral",
    "wording.witty",
    "model",
    "skills",
    "persona",
    "budget",
    "urgent",
    "history",
    "enabled",
    "extra",
    "int",
    "title",
    "uses"
};

static const uint32_t name_at[] = {
    0, 5, 11, 16, 23, 29, 35, 46, 57, 64, 75, 91,
    0, 105, 111, 118, 11, 126, 133, 140, 148, 156, 162, 11,
    126, 133, 105, 111, 118, 11, 126, 133, 166, 172, 105, 111,
    105, 111, 105, 111, 105, 111,
};

static const struct {
    char f0[11];
    char f1[10];
} files = {
    "slots.yaml",
    "system.md"
};

static const prm_origin origins[] = {
    {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
    {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 12},
    {0, 0}, {0, 0}, {0, 15}, {0, 0}, {0, 17}, {0, 18}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
    {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 29}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
    {0, 0}, {0, 0}, {0, 0}, {0, 7}, {0, 7}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
    {0, 0}, {1, 5}, {1, 5}, {0, 0}, {1, 7}, {1, 7}, {0, 0}, {1, 9}, {0, 0}, {0, 0}, {0, 3}, {0, 5},
    {0, 6}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
    {0, 0}, {0, 0}, {0, 0},
};

const prm_pack rich_pack = {
    .version       = 3,
    .pool_size     = 654,
    .segment_count = 87,
    .field_count   = 102,
    .names_size    = 177,
    .name_count    = 42,
    .files_size    = 21,
    .crc           = 0xe96bc59d,
    .head_crc      = 0x32c8d512,
    .entry_count   = sizeof entries / sizeof *entries,
    .trait_count   = 17,
    .public_count  = 12,
    .layout_sum    = layout_sum_14,
    .pool          = (const char *)&pool,
    .segments      = {text_segments, json_segments},
    .entries       = entries,
    .fields        = fields,
    .traits        = traits,
    .base          = NULL,
    .replaced      = NULL,
    .names         = (const char *)&names,
    .name_at       = name_at,
    .files         = (const char *)&files,
    .origins       = origins
};

/* What an overlay read at start-up may replace in rich_pack. */
static const struct {
    char n0[5];
    char n1[4];
    char n2[6];
    char n3[5];
    char n4[7];
    char n5[7];
    char n6[6];
    char n7[5];
    char n8[6];
    char n9[6];
    char n10[7];
    char n11[6];
    char n12[6];
    char n13[7];
    char n14[5];
    char n15[7];
    char n16[11];
    char n17[16];
    char n18[14];
} rule_names = {
    "rich",
    "int",
    "class",
    "note",
    "budget",
    "urgent",
    "title",
    "uses",
    "skill",
    "model",
    "skills",
    "files",
    "index",
    "index1",
    "path",
    "system",
    "tools.read",
    "wording.neutral",
    "wording.witty"
};

static const prm_text_rule text_rules[] = {
    {9, 5, {0x45822c9a, 0x86d25e21}, 0, 1, 1, PRM_TEXT_SLOT, PRM_SYNTAX_SINGLE, 0},  /* class */
    {15, 98, {0x3389ac40, 0xb13a55e2}, 1, 3, 2, PRM_TEXT_SLOT, PRM_SYNTAX_SINGLE, 0},  /* note */
    {45, 20, {0x8353a0fb, 0x40aa3066}, 4, 2, 4, PRM_TEXT_SLOT, PRM_SYNTAX_SINGLE, 0},  /* skill */
    {88, 110, {0x881717cc, 0xa557a856}, 6, 10, 8, PRM_TEXT_SLOT, PRM_SYNTAX_SINGLE, 0},  /* system */
    {95, 15, {0xab1f7e3d, 0x64077653}, 16, 0, 9, PRM_TEXT_SLOT, PRM_SYNTAX_SINGLE, 0},  /* tools.read */
    {106, 9, {0xde99da8e, 0x2c760225}, 16, 0, 10, PRM_TEXT_SLOT, PRM_SYNTAX_SINGLE, 0},  /* wording.neutral */
    {122, 9, {0xd6732423, 0xa600f4b9}, 16, 0, 11, PRM_TEXT_SLOT, PRM_SYNTAX_SINGLE, 0},  /* wording.witty */
};

static const prm_name_rule name_rules[] = {
    {5, 0, 0, 0, PRM_NAME_INPUT, 0},
    {15, 0, 0, 0, PRM_NAME_INPUT, 0},
    {20, 1, 0, 0, PRM_NAME_INPUT, 0},
    {27, 2, 0, 0, PRM_NAME_INPUT, 0},
    {34, 0, 0, 0, PRM_NAME_INPUT, 0},
    {40, 1, 0, 0, PRM_NAME_INPUT, 0},
    {51, 0, 0, 0, PRM_NAME_INPUT, 0},
    {57, 1, 0, 0, PRM_NAME_INPUT, 0},
    {34, 2, 0, 1, PRM_NAME_FIELD, 0},
    {40, 3, 0, 1, PRM_NAME_FIELD, 0},
    {64, 4, 0, 1, PRM_NAME_FIELD, 0},
    {70, 5, 0, 1, PRM_NAME_INDEX, 0},
    {76, 6, 0, 1, PRM_NAME_INDEX, 0},
    {83, 7, 0, 4, PRM_NAME_FIELD, 0},
    {70, 8, 0, 4, PRM_NAME_INDEX, 0},
    {76, 9, 0, 4, PRM_NAME_INDEX, 0},
};

const prm_rules rich_rules = {
    .version    = 3,
    .crc        = 0x98ff8516,
    .pack_crc   = 0xe96bc59d,
    .names_size = 136,
    .name_count = 16,
    .text_count = 7,
    .open_ends  = 0,
    .names      = (const char *)&rule_names,
    .texts      = text_rules,
    .name_rules = name_rules
};
