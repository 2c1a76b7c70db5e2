"""The prompts that the benchmark renders, as pieces, with 64 sets of values for each.

A piece is a literal or a place for a value. Literals are those of the packs; values come from a fixed seed."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping, Sequence, Union

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

Values = Mapping[str, Union[str, int]]    #: by the expressions of their places


@dataclass(frozen=True)
class Place:
    """Where a value goes: its expression in C, of a prm_text or a number."""

    value: str
    number: bool = False


Piece = Union[str, Place]


@dataclass(frozen=True)
class Prompt:
    pieces: list[Piece]
    sets: Sequence[Values]

    def texts(self) -> list[str]:
        return ["".join(piece if isinstance(piece, str) else str(values[piece.value]) for piece in self.pieces)
                for values in self.sets]


def merged(pieces: Iterable[Piece]) -> list[Piece]:
    """With one literal where there were several, and none that is empty."""
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and found and isinstance(found[-1], str):
            found[-1] += piece
        elif piece != "":
            found.append(piece)
    return found


def slots_of(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["slots"]


def filled(text: str, names: Mapping[str, Piece], braces: int = 1) -> Iterator[Piece]:
    pattern = "{" * braces + r"(\w+)" + "}" * braces
    for number, part in enumerate(re.split(pattern, text)):
        yield names[part] if number % 2 else part


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
    pieces = filled(text, {name: Place(f"args->{name}") for name in PLACEHOLDERS})
    sets = [{f"args->{name}": words(source, source.randint(*sizes)) for name, sizes in PLACEHOLDERS.items()}
            for _ in range(SETS)]
    return Prompt(merged(pieces), sets)


def escaped_slot() -> Prompt:
    plain = slot()
    sets = [{name: escaped(str(value)) for name, value in values.items()} for values in plain.sets]
    return Prompt(plain.pieces, sets)


# ---- the nudge ----


def nudge() -> Prompt:
    """With a breakdown, with growth, and with a table of six ranges."""
    pack = ROOT / "packs" / "nudge"
    texts, table = slots_of(pack / "nudge.yaml")["nudge"], slots_of(pack / "rangeTable.yaml")["rangeTable"]
    rules = {name: (pack / "rules" / f"{name}.md").read_text(encoding="utf-8").rstrip("\n")
             for name in ("philosophy", "howToCompress")}
    counted = ("pct", "system", "tool", "summaries", "code", "text", "growth")
    names: dict[str, Piece] = {name: Place(f"args->{name}", number=True) for name in counted}
    names.update(philosophy=rules["philosophy"], surface=Place("args->surface"))

    def pieces() -> Iterator[Piece]:
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
    values: dict[str, str | int] = {"args->pct": source.randint(0, 100),
                      "args->surface": f"{source.randint(9, 400)} nodes, seqs 1..999"}
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
    places: dict[str, Piece] = {name: Place(f"args->{name}") for name in names}
    parts = [slots["identity"], slots["persona"]["engineer"],
             *(slots["policies"][name] for name in ("work", "safety", "style")),
             *(slots["guidance"][name] for name in ("files", "search", "shell", "planning")),
             slots["environment"], slots["project"], slots["today"]]
    text = "\n\n".join(part["text"] for part in parts)
    sets = [{"args->model": f"m-{number}", "args->provider": words(source, 9),
             "args->cwd": "/srv/" + words(source, 30), "args->notes": words(source, 300),
             "args->date": f"2026-01-{number % 31 + 1:02}"} for number in range(SETS)]
    return Prompt(merged(filled(text, places, braces=2)), sets)


