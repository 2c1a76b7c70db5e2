"""Writes the prompts down for all that render them: as packs, as C, and as templates of other engines."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Iterator

from prompts import (HERE, PLACEHOLDERS, RANGES, ROOT, SETS, Piece, Place, Prompt, escaped_slot, nudge, slot,
                     system_prompt)

# ---- as packs ----


def slot_manifest(name: str, overridable: bool) -> str:
    variables = {key: {"type": "text", "max_bytes": 400} for key in PLACEHOLDERS}
    return json.dumps({"promptrom": 1, "pack": name, "version": "1.0.0", "overridable": overridable,
                       "formats": ["text", "json"], "variables": variables,
                       "slots": {"task": {"placeholders": list(PLACEHOLDERS), "file": "prompt.md"}}}, indent=1)


def write_packs(directory: Path) -> list[Path]:
    """The packs that are to be compiled."""
    made = []
    for name, overridable in (("task", False), ("task_open", True)):
        made.append(directory / name)
        made[-1].mkdir(parents=True)
        (made[-1] / "pack.yaml").write_text(slot_manifest(name, overridable), encoding="utf-8")
        (made[-1] / "prompt.md").write_text((HERE / "prompt.md").read_text(encoding="utf-8"), encoding="utf-8")
    made.append(directory / "nudge_flat")
    shutil.copytree(ROOT / "packs" / "nudge", made[-1], ignore=shutil.ignore_patterns("overlays", "cases.yaml"))
    manifest = made[-1] / "pack.yaml"
    text = manifest.read_text(encoding="utf-8").replace("\npack: nudge\n", "\npack: nudge_flat\n")
    manifest.write_text(text.replace("\noverridable: true\n", "\n"), encoding="utf-8")
    return [*made, ROOT / "packs" / "nudge", ROOT / "packs" / "harness"]


# ---- for other engines ----


def template(prompt: Prompt, before: str, behind: str) -> str:
    return "".join(piece if isinstance(piece, str) else before + piece.value[len("args->"):] + behind
                   for piece in prompt.pieces)


def write_templates(path: Path) -> None:
    """The slot for engines of Python and Node."""
    prompt = slot()
    sets = [{name[len("args->"):]: value for name, value in values.items()} for values in prompt.sets]
    path.write_text(json.dumps({"sets": sets, "double_braces": template(prompt, "{{", "}}"),
                                "triple_braces": template(prompt, "{{{", "}}}"),
                                "eta": template(prompt, "<%~ it.", " %>")}), encoding="utf-8")


# ---- as C ----


def c_string(text: str) -> str:
    """A literal without anything that a digit behind it could become part of."""
    letters = {b: f"\\{b:03o}" for b in range(256) if not 32 <= b < 127}
    letters.update({ord("\""): "\\\"", ord("\\"): "\\\\", ord("?"): "\\?"})
    return "\"" + "".join(letters.get(byte, chr(byte)) for byte in text.encode()) + "\""


def c_text(text: str) -> str:
    return f"{{{c_string(text)}, {len(text.encode())}}}"


def macros(name: str, prompt: Prompt) -> Iterator[str]:
    """The pieces to be spelled out, and printf's format with its arguments."""
    def spelled(piece: Piece) -> str:
        if isinstance(piece, str):
            return f"LITERAL({c_string(piece)})"
        return f"{'NUMBER' if piece.number else 'TEXT'}({piece.value})"

    def format_of(piece: Piece) -> str:
        if isinstance(piece, str):
            return c_string(piece.replace("%", "%%"))
        return "\"%d\"" if piece.number else "\"%.*s\""

    def braces(piece: Piece) -> str:
        return c_string(piece.replace("{", "{{").replace("}", "}}")) if isinstance(piece, str) else "\"{}\""

    places = [piece for piece in prompt.pieces if isinstance(piece, Place)]
    arguments = ", ".join(place.value if place.number else f"(int)({place.value}).size, ({place.value}).data"
                          for place in places)
    for suffix, found in (("PIECES", " ".join(map(spelled, prompt.pieces))),
                          ("PRINTF_FORMAT", " ".join(map(format_of, prompt.pieces))),
                          ("PRINTF_ARGUMENTS", arguments),
                          ("BRACES_FORMAT", " ".join(map(braces, prompt.pieces))),
                          ("BRACES_ARGUMENTS", ", ".join(f"VIEW({place.value})" for place in places))):
        yield f"#define {name}_{suffix} {found}"


def text_sets(kind: str, name: str, prompt: Prompt, first: str = "") -> Iterator[str]:
    """An array of structs, with what stands first in each."""
    yield f"const {kind} {name}[{SETS}] = {{"
    for values in prompt.sets:
        members = ", ".join(f".{key[len('args->'):]} = {c_text(str(value))}" for key, value in values.items())
        yield f"    {{{first}{members}}},"
    yield "};"


def nudge_sets(prompt: Prompt) -> Iterator[str]:
    yield f"const nudge_values nudge_sets[{SETS}] = {{"
    for values in prompt.sets:
        members = [f".{key[len('args->'):]} = {value if isinstance(value, int) else c_text(value)}"
                   for key, value in values.items() if key.startswith("args->")]
        members += [f".{key} = {value}" for key, value in values.items() if key.startswith("row[")]
        yield f"    {{{', '.join(members)}}},"
    yield "};"


HEADER = f"""/* The benchmark's values and literals. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <harness.h>
#include <nudge.h>
#include <nudge_flat.h>
#include <task.h>
#include <task_open.h>

enum {{ SETS = {SETS}, RANGES = {RANGES} }};

typedef struct nudge_values {{
    int pct, system, tool, summaries, code, text, growth;
    struct {{ int start, end, count, tokens; }} row[RANGES];
    prm_text surface;
}} nudge_values;

#ifdef __cplusplus
extern "C" {{
#endif
extern const task_args slot_sets[SETS], escaped_sets[SETS];
extern const harness_system_prompt_args system_prompt_sets[SETS];
extern const nudge_values nudge_sets[SETS];
extern const char overlay_file[], tools_json[], slot_double_braces[];
#ifdef __cplusplus
}}
#endif

"""


def write_sources(directory: Path, tools: object) -> None:
    """workload.h and workload.c."""
    prompts = {"SLOT": slot(), "NUDGE": nudge(), "SYSTEM_PROMPT": system_prompt()}
    lines = [line for name, prompt in prompts.items() for line in macros(name, prompt)]
    (directory / "workload.h").write_text(HEADER + "\n".join(lines) + "\n\n#endif\n", encoding="utf-8")
    overlay = json.dumps({"task": (HERE / "prompt.md").read_text(encoding="utf-8")}, ensure_ascii=False)
    lines = ["#include \"workload.h\"", "",
             *text_sets("task_args", "slot_sets", prompts["SLOT"]),
             *text_sets("task_args", "escaped_sets", escaped_slot()),
             *text_sets("harness_system_prompt_args", "system_prompt_sets", prompts["SYSTEM_PROMPT"],
                         ".persona = HARNESS_PERSONA_ENGINEER, "),
             *nudge_sets(prompts["NUDGE"]),
             f"const char overlay_file[] = {c_string(overlay)};",
             f"const char slot_double_braces[] = {c_string(template(prompts['SLOT'], '{{', '}}'))};",
             f"const char tools_json[] = {c_string(json.dumps(tools, ensure_ascii=False, separators=(',', ':')))};"]
    (directory / "workload.c").write_text("\n".join(lines) + "\n", encoding="utf-8")
