"""What the benchmark renders: prompts as pieces, 64 sets of values for each, and the bytes that must come out.

A prompt is a list of literals and of places for values, from which a straight program, a format for printf and the
templates of other engines are made. Everything is made from the packs and a fixed seed."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Union

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

SETS = 64
SEED = 8
RANGES = 6

#: Placeholders of the slot, and how long their values are.
PLACEHOLDERS = {"role": (8, 24), "project": (6, 20), "language": (5, 10), "task": (180, 320), "notes": (120, 260),
                "files": (60, 160), "failure": (60, 200), "branch": (8, 24)}
ESCAPE_EVERY = 20
ESCAPES = "\"\n\\\t"

Values = "dict[str, Union[str, int]]"


@dataclass(frozen=True)
class Place:
    """Where a value goes: its expression in C, of a prm_text or a number."""

    value: str
    number: bool = False


Pieces = "list[Union[str, Place]]"


@dataclass(frozen=True)
class Prompt:
    pieces: Pieces
    sets: "list[Values]"    #: by the expressions of the places

    def texts(self) -> "list[str]":
        return ["".join(piece if isinstance(piece, str) else str(values[piece.value]) for piece in self.pieces)
                for values in self.sets]


def merged(pieces: "Iterator[Union[str, Place]]") -> Pieces:
    """With one literal where there were several, and none that is empty."""
    found: Pieces = []
    for piece in pieces:
        if isinstance(piece, str) and found and isinstance(found[-1], str):
            found[-1] += piece
        elif piece != "":
            found.append(piece)
    return found


# ---- the slot ----


def words(source: random.Random, size: int) -> str:
    text = ""
    while len(text) < size:
        text += "".join(source.choice("aeiounrstldmkp") for _ in range(source.randint(2, 9))) + source.choice("  ,.")
    return text[:size - 1] + "x"


def escaped(text: str) -> str:
    """With a character that JSON escapes at the end of every 20."""
    return "".join(ESCAPES[at // ESCAPE_EVERY % len(ESCAPES)] if at % ESCAPE_EVERY == ESCAPE_EVERY - 1 else letter
                   for at, letter in enumerate(text))


def slot() -> Prompt:
    source = random.Random(SEED)
    text = (HERE / "prompt.md").read_text(encoding="utf-8")
    pieces = [Place(f"args->{part}") if number % 2 else part for number, part in enumerate(re.split(r"\{(\w+)\}", text))]
    sets = [{f"args->{name}": words(source, source.randint(*sizes)) for name, sizes in PLACEHOLDERS.items()}
            for _ in range(SETS)]
    return Prompt(merged(iter(pieces)), sets)


def escaped_slot() -> Prompt:
    plain = slot()
    return Prompt(plain.pieces, [{name: escaped(str(value)) for name, value in values.items()} for values in plain.sets])


def slot_manifest(name: str, overridable: bool) -> str:
    variables = {key: {"type": "text", "max_bytes": 400} for key in PLACEHOLDERS}
    return json.dumps({"promptrom": 1, "pack": name, "version": "1.0.0", "overridable": overridable, "formats": ["text", "json"],
                       "variables": variables,
                       "slots": {"task": {"placeholders": list(PLACEHOLDERS), "file": "prompt.md"}}}, indent=1)


# ---- the nudge ----


def slots_of(path: Path) -> "dict[str, dict[str, dict[str, str]]]":
    return yaml.safe_load(path.read_text(encoding="utf-8"))["slots"]


def filled(text: str, names: "dict[str, Union[str, Place]]", braces: int = 1) -> "Iterator[Union[str, Place]]":
    pattern = "{" * braces + r"(\w+)" + "}" * braces
    for number, part in enumerate(re.split(pattern, text)):
        yield names[part] if number % 2 else part


def nudge() -> Prompt:
    """With a breakdown, with growth, and with a table of six ranges."""
    pack = ROOT / "packs" / "nudge"
    texts, table = slots_of(pack / "nudge.yaml")["nudge"], slots_of(pack / "rangeTable.yaml")["rangeTable"]
    rules = {name: (pack / "rules" / f"{name}.md").read_text(encoding="utf-8").rstrip("\n")
             for name in ("philosophy", "howToCompress")}
    counted = ("pct", "system", "tool", "summaries", "code", "text", "growth")
    names: "dict[str, Union[str, Place]]" = {name: Place(f"args->{name}", number=True) for name in counted}
    names.update(philosophy=rules["philosophy"], surface=Place("args->surface"))

    def pieces() -> "Iterator[Union[str, Place]]":
        yield from filled(texts["normal"]["text"], names)
        yield "\n\n"
        yield from filled(texts["breakdown"]["text"], names)
        yield "\n"
        yield from filled(texts["growth"]["text"], names)
        yield "\n\n" + rules["howToCompress"] + "\n\n"
        yield from filled(table["header"]["text"], names)
        yield "\n" + table["title"]["text"] + "\n"
        for row in range(RANGES):
            fields = ("start", "end", "count", "tokens")
            yield from filled(table["line"]["text"], {name: Place(f"row[{row}].{name}", True) for name in fields})
            yield "\n"
        yield table["footer"]["text"] + "\n\n" + texts["tip"]["text"]

    return Prompt(merged(pieces()), [nudge_values(random.Random(SEED + number)) for number in range(SETS)])


def nudge_values(source: random.Random) -> Values:
    values: Values = {"args->pct": source.randint(0, 100), "args->surface": f"{source.randint(9, 400)} nodes, seqs 1..999"}
    for name in ("system", "tool", "summaries", "code", "text", "growth"):
        values[f"args->{name}"] = source.randint(0, 300)
    for row in range(RANGES):
        first, count = 100 * row + source.randint(1, 40), source.randint(2, 50)
        values.update({f"row[{row}].start": first, f"row[{row}].end": first + count, f"row[{row}].count": count + 1,
                       f"row[{row}].tokens": source.randint(300, 90000)})
    return values


# ---- the system prompt ----


def system_prompt() -> Prompt:
    source = random.Random(SEED)
    slots = slots_of(ROOT / "packs" / "harness" / "prompt.yaml")
    names = ("model", "provider", "cwd", "notes", "date")
    places: "dict[str, Union[str, Place]]" = {name: Place(f"args->{name}") for name in names}
    parts = [slots["identity"], slots["persona"]["engineer"],
             *(slots["policies"][name] for name in ("work", "safety", "style")),
             *(slots["guidance"][name] for name in ("files", "search", "shell", "planning")),
             slots["environment"], slots["project"], slots["today"]]
    text = "\n\n".join(part["text"] for part in parts)    # type: ignore[misc]
    sets = [{"args->model": f"m-{number}", "args->provider": words(source, 9), "args->cwd": "/srv/" + words(source, 30),
             "args->notes": words(source, 300), "args->date": f"2026-01-{number % 31 + 1:02}"} for number in range(SETS)]
    return Prompt(merged(filled(text, places, braces=2)), sets)    # type: ignore[arg-type]


# ---- as C ----


def c_string(text: str) -> str:
    """A literal without anything that a digit behind it could become part of."""
    letters = {b: f"\\{b:03o}" for b in range(256) if not 32 <= b < 127}
    letters.update({ord("\""): "\\\"", ord("\\"): "\\\\", ord("?"): "\\?"})
    return "\"" + "".join(letters.get(byte, chr(byte)) for byte in text.encode()) + "\""


def c_text(text: str) -> str:
    return f"{{{c_string(text)}, {len(text.encode())}}}"


def macros(name: str, prompt: Prompt) -> "Iterator[str]":
    """The pieces to be spelled out, and printf's format with its arguments."""
    def spelled(piece: "Union[str, Place]") -> str:
        if isinstance(piece, str):
            return f"LITERAL({c_string(piece)})"
        return f"{'NUMBER' if piece.number else 'TEXT'}({piece.value})"

    def format_of(piece: "Union[str, Place]") -> str:
        if isinstance(piece, str):
            return c_string(piece.replace("%", "%%"))
        return "\"%d\"" if piece.number else "\"%.*s\""

    def braces(piece: "Union[str, Place]") -> str:
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


def text_sets(kind: str, name: str, prompt: Prompt) -> "Iterator[str]":
    yield f"const {kind} {name}[{SETS}] = {{"
    for values in prompt.sets:
        members = ", ".join(f".{key[len('args->'):]} = {c_text(str(value))}" for key, value in values.items())
        yield f"    {{{'.persona = 1, ' if 'args->notes' in values and 'args->cwd' in values else ''}{members}}},"
    yield "};"


def nudge_sets(prompt: Prompt) -> "Iterator[str]":
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
extern const char overlay_file[], tools_json[];
#ifdef __cplusplus
}}
#endif

"""


def write_packs(directory: Path) -> "list[Path]":
    """The packs that are to be compiled."""
    made = []
    for name, overridable in (("task", False), ("task_open", True)):
        made.append(directory / name)
        made[-1].mkdir(parents=True)
        (made[-1] / "pack.yaml").write_text(slot_manifest(name, overridable), encoding="utf-8")
        (made[-1] / "prompt.md").write_text((HERE / "prompt.md").read_text(encoding="utf-8"), encoding="utf-8")
    made.append(directory / "nudge_flat")
    for path in sorted((ROOT / "packs" / "nudge").rglob("*")):
        name = path.relative_to(ROOT / "packs" / "nudge")
        if path.is_file() and name.parts[0] != "overlays" and name.name != "cases.yaml":
            (made[-1] / name).parent.mkdir(parents=True, exist_ok=True)
            (made[-1] / name).write_bytes(path.read_bytes())
    manifest = made[-1] / "pack.yaml"
    text = manifest.read_text(encoding="utf-8").replace("\npack: nudge\n", "\npack: nudge_flat\n")
    manifest.write_text(text.replace("\noverridable: true\n", "\n"), encoding="utf-8")
    return [*made, ROOT / "packs" / "nudge", ROOT / "packs" / "harness"]


def write_sources(directory: Path, tools: object) -> None:
    """workload.h and workload.c."""
    prompts = {"SLOT": slot(), "NUDGE": nudge(), "SYSTEM_PROMPT": system_prompt()}
    lines = [line for name, prompt in prompts.items() for line in macros(name, prompt)]
    (directory / "workload.h").write_text(HEADER + "\n".join(lines) + "\n\n#endif\n", encoding="utf-8")
    overlay = json.dumps({"task": (HERE / "prompt.md").read_text(encoding="utf-8")}, ensure_ascii=False)
    lines = ["#include \"workload.h\"", "",
             *text_sets("task_args", "slot_sets", prompts["SLOT"]),
             *text_sets("task_args", "escaped_sets", escaped_slot()),
             *text_sets("harness_system_prompt_args", "system_prompt_sets", prompts["SYSTEM_PROMPT"]),
             *nudge_sets(prompts["NUDGE"]),
             f"const char overlay_file[] = {c_string(overlay)};",
             f"const char tools_json[] = {c_string(json.dumps(tools))};"]
    (directory / "workload.c").write_text("\n".join(lines) + "\n", encoding="utf-8")
