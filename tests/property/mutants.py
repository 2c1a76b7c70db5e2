"""Faults that are planted in copies of the run-time library, one at a time. The comparison must notice each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    name: str
    file: str  #: of runtime/core
    old: str  #: stands in the file exactly once
    new: str
    flips: bool = False  #: found by damaged tables, not by comparison


MUTANTS = (
    Mutant("separators are always written", "walk.c", "if ((frame->state & PRM_FRAME_STARTED) && held)", "if (held)"),
    Mutant("kept parts do not count", "walk.c", "if (w->from->op & PRM_PART_KEEP)", "if (0)"),
    Mutant("kept parts make slots count", "walk.c", "while (i > 0 && !(w->frame[i].state & PRM_FRAME_BOUND))",
           "while (i > 0)"),
    Mutant("kept parts count no further out", "walk.c", "while (i > 0 && !(w->frame[i].state & PRM_FRAME_BOUND))",
           "while (0)"),
    Mutant("parts after others do not know it", "walk.c", "if (w->from->op & PRM_PART_AFTER)", "if (0)"),
    Mutant("separators do not wait for bytes", "walk.c", "if (w->from->op & PRM_PART_KEEP)", "if (1)"),
    Mutant("newlines are written before the first line", "walk.c",
           "    if (frame->state & PRM_FRAME_STARTED) {\n        frame->held = left_in(w);",
           "    {\n        frame->held = left_in(w);"),
    Mutant("lines forget that they stand", "walk.c",
           "        w->state |= PRM_WALK_HOLDING | PRM_WALK_DUE;\n    }\n    frame->state |= PRM_FRAME_STARTED;",
           "        w->state |= PRM_WALK_HOLDING | PRM_WALK_DUE;\n    }"),
    Mutant("inner separators come first", "walk.c", "w->frame[i].held)\n            let_go(w, i, p);",
           "w->frame[w->depth - 1 - i].held)\n            let_go(w, w->depth - 1 - i, p);"),
    Mutant("calls inside strings are not escaped", "walk.c", "if (segment->op & PRM_CALL_QUOTE)", "if (0)"),
    Mutant("callers come back to the map of what they called", "walk.c", "map_number(w) - w->from[-1].offset", "map_number(w)"),
    Mutant("rows start at the first", "walk.c", "level->first = shown.first;", "level->first = 0;"),
    Mutant("rows within themselves are made", "walk.c", "if (is_in_use(w, shown->rows->data))", "if (0)"),
    Mutant("overlays replace nothing", "walk.c", "if (own != PRM_NOT_REPLACED)", "if (0)"),
    Mutant("literals of overlays are not escaped", "walk.c", "inside && !home->segments[1] ? w->quoted",
           "0 ? w->quoted"),
    Mutant("unless is when", "walk.c", "return when(w, false);", "return when(w, true);"),
    Mutant("filled is not filled", "walk.c", "skip_unless(w, left > 0)", "skip_unless(w, left == 0)"),
    Mutant("the last rows are the first", "value.c", "shown->first = shown->count - (size_t)limit;",
           "shown->first = 0;"),
    Mutant("limits are one too low", "value.c", "size > limit;", "size >= limit;"),
    Mutant("negative numbers compare like positive ones", "value.c", "return negative ? a > b : a < b;",
           "return a < b;"),
    Mutant("the quick look at ranges sees no greatest", "value.c", " && number <= number_of(trait + 2);", ";"),
    Mutant("row numbers start at 0 for both", "value.c", "number_value(index + s->field->offset, p)",
           "number_value(index, p)"),
    Mutant("counts are of all rows", "value.c", "number_value(shown.count, p)", "number_value(shown.rows->count, p)"),
    Mutant("empty texts hold", "value.c", "text_at(&s)->data != NULL && text_at(&s)->size > 0;",
           "text_at(&s)->data != NULL;"),
    Mutant("no choice is always the first", "value.c",
           "*chosen = s.trait->standby - (s.trait->limit & 0xFFFFFF) + 1;", "*chosen = 1;"),
    Mutant("raw JSON is not looked at", "value.c", "p->filter |= PRM_FILTER_JSON;", ""),
    Mutant("a control character is not escaped", "json.c", "byte < 0x20 || byte == '\"'",
           "byte < 0x1F || byte == '\"'"),
    Mutant("a short escape is a long one", "json.c", "SHORT_ESCAPES = 0x3700", "SHORT_ESCAPES = 0x3600"),
    Mutant("surrogates are characters", "utf8.c", "lead == 0xED ? 0x9F", "lead == 0xED ? 0xBF"),
    Mutant("a cut character is good", "utf8.c", "if (i == size ||", "if (i == size) break; if ("),
    Mutant("tags in capitals are no tags", "fence.c", "? (char)(byte - 'A' + 'a') : byte", "? byte : byte"),
    Mutant("a tag that goes on behind the value is no tag", "fence.c", "return same_name(text + i, name, size - i);",
           "return false;"),
    Mutant("a tag begins with a whole name", "fence.c", "return same_name(text + i, name, size - i);",
           "return size - i == name_size && same_name(text + i, name, size - i);"),
    Mutant("nothing follows a backslash at the end", "piece.c", "found > 0 ? 1 + (size - found) : 0;",
           "found > 0 ? size - found : 0;"),
    Mutant("a trailing comma is JSON", "json_check.c", "(void)take(r, '-');\n    if (!take(r, '0')",
           "(void)take(r, '+');\n    if (!take(r, '0')"),
    Mutant("a result may fill the buffer", "render.c", "batch.size >= c->capacity", "batch.size > c->capacity"),
    Mutant("a plain result may fill the buffer", "render.c", "if (b.size >= c->capacity)", "if (b.size > c->capacity)"),
    Mutant("texts to be escaped are written as they are", "render.c", "(from->size & PRM_RAW) ? prm_json_copy(to, from->data, from->size & ~PRM_RAW)",
           "(from->size & PRM_RAW) ? copy_bytes(to, from->data, from->size & ~PRM_RAW)"),
    Mutant("two bytes are copied as one", "render.c", "to[size >> 1] = middle;", ""),
    Mutant("rows that a source makes are kept", "measure.c", "    *kept &= !(w->facts & PRM_WALK_SOURCED);\n", ""),
    Mutant("rows that a source makes are listed together", "run.c", "((w->facts & PRM_WALK_SOURCED) && b->used > 0)", "0"),
    Mutant("bytes come before separators", "run.c", "(w->state & PRM_WALK_HOLDING) ? r->to : b->list", "0 ? r->to : b->list"),
    Mutant("separators of others around are forgotten", "run.c", "        if (frame->held)\n            return false;\n", ""),
    Mutant("listed separators are always written", "walk.c", "if ((frame->state & PRM_FRAME_STARTED) && !append_held",
           "if (!append_held"),
    Mutant("all control characters grow by one byte", "json.c", "return (control & ~newline & PRM_EACH(0x80)) == 0;", "return true;"),
    Mutant("quick looks miss the last bytes", "json.c", "return are_plain(text + (size - i < word ? size - word : i), text + size - word);", "return true;"),

    Mutant("a list is one longer", "gather.c", "if (b->used < b->room)", "if (b->used <= b->room)"),
    Mutant("sinks fail with positive numbers only", "emit.c", "return out->code != 0 ?", "return out->code > 0 ?"),
    Mutant("reading starts stretches again", "cursor.c", "cursor->rest.data += part;", ""),
    Mutant("repaired bytes count as clean", "measure.c", " || (piece->filter & PRM_FILTER_REPAIR)", ""),
    Mutant("errors blame another placeholder", "place.c", "own->offset == field->offset",
           "own->offset != field->offset"),
    Mutant("listed texts have no limits", "run.c", "value->size <= trait->limit", "value->size <= SIZE_MAX"),
    Mutant("texts of plain slots have no limits", "plain.c", "value->size <= limit", "value->size <= SIZE_MAX"),
    Mutant("plain slots lie below overlays", "plain.c", "|| pack->base ||", "||"),
    Mutant("rows are read where the caller's struct is", "run.c", "w->base[field->kind >> PRM_FIELD_LEVEL & 3u];\n    trait",
           "w->base[0];\n    trait"),
    Mutant("verification leaves out the names", "verify.c", "    crc = add_names(crc, pack);\n", "", flips=True),
    Mutant("verification leaves out a half", "verify.c", "prm_crc_number(crc, segments[i].op, 2)",
           "prm_crc_number(crc, segments[i].op, 1)", flips=True),
)
