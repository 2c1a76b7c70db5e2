"""What is fuzzed, for how long, and the faults that are planted to see that it finds some."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A change in a copy of a source."""

    file: str  #: of runtime/
    old: str  #: stands there exactly once
    new: str


@dataclass(frozen=True)
class Target:
    name: str  #: of its C file, and of its seeds
    runs: int  #: inputs of a short run
    longest: int  #: bytes of an input
    fault: Fault  #: which a short run finds


TARGETS = (
    Target("render", 5000, 300, Fault(
        "core/cursor.c", "cursor->rest.data += part;", "")),
    Target("damage", 5000, 100, Fault(
        "core/pack.c", "return at < root->names_size && root->names[", "return root->names[")),
    Target("json", 40000, 200, Fault(
        "core/json_check.c", "for (i = 1; i <= 4; i++)", "for (i = 1; i <= 3; i++)")),
    Target("locate", 20000, 200, Fault(
        "core/locate.c", "if (!is_surrogate(low, 0xDC00))\n        return 0;", "")),
    Target("unwrap", 20000, 200, Fault(
        "prompt/unwrap.c", "if (found->kind == PRM_VALUE_NULL) {", "if (0) {")),
    Target("fence", 20000, 100, Fault(
        "core/fence.c", "|| text[i] == '>' || text[i] == '/';", "|| text[i] == '>';")),
    Target("tokens", 20000, 100, Fault(
        "core/tokens.c", "if (from > 0 && t->text", "if (from > t->at && t->text")),
    Target("utf8", 20000, 100, Fault(
        "core/utf8.c", "lead == 0xED ? 0x9F", "lead == 0xED ? 0xBF")),
    Target("xxh64", 10000, 300, Fault(
        "core/xxh64.c", "if (held > 0) {", "if (held > 1) {")),
    Target("overlay", 3000, 600, Fault(
        "host/startup/startup.c", "p.end : keys) + ALIGNMENT;", "p.end : keys) + 1;")),
    Target("pruner", 10000, 300, Fault(
        "context/pruner.c", "if (from < to && !marked)", "if (from <= to && !marked)")),
    Target("compaction", 5000, 200, Fault(
        "context/compaction_cut.c", "if (open == 0)\n            *place", "if (open <= 1)\n            *place")),
    Target("instructions", 4000, 300, Fault(
        "context/instructions.c", "prm_utf8_floor(content.data, content.size, low);", "low;")),
)


@dataclass(frozen=True)
class Regression:
    """A fault that fuzzing found. Its folder holds inputs that show it again if it comes back."""

    name: str  #: of its folder
    target: str
    fault: Fault  #: puts it back


REGRESSIONS = (
    Regression("origins-that-are-nowhere", "render", Fault(
        "core/pack.c", "origin->line > 0 ? path_at(home, origin->file) : NULL", "path_at(home, origin->file)")),
    Regression("mistakes-without-words", "overlay", Fault(
        "host/startup/diagnose.c", "return a->key == b->key && !goes_before", "return !goes_before")),
    Regression("overlay-verified-before-its-pack", "damage", Fault(
        "core/verify.c", "if (!is_sound(p))", "if (!is_sound(p) || crc_of(p) != p->crc)")),
    Regression("choices-behind-the-map", "damage", Fault(
        "core/run.c", "(r, w, PRM_FIELD_CHOICE, sizeof *choice);\n    unsigned trait;\n",
        "(r, w, PRM_FIELD_CHOICE, sizeof *choice);\n"
        "    volatile unsigned trait = w->map[r->at->op & PRM_OP_INPUT].kind;\n")),
)
