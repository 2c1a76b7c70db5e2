"""What was measured, and the tables that are made of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Iterator

BEGIN, END = "<!-- begin: tests/bench/bench.py -->\n", "<!-- end -->\n"
WAYS = ("render", "measure", "gather", "emit", "slices", "chunks")

#: Prompts of ours, by the beginning of their shapes' names.
PROMPTS = {
    "slot": "slot",
    "slot/overridable": "slot of an overridable pack",
    "slot/start-up": "slot through an overlay read at start-up",
    "system-prompt": "system prompt, 12 parts",
    "nudge": "nudge, assembly with 6 rows",
    "nudge/overridable": "nudge of an overridable pack",
}
REQUESTS = {"first-request": "28 tools, 1 message", "request": "28 tools, 40 messages"}
JSON = {
    "slot": "slot",
    "slot/start-up": "slot through an overlay read at start-up",
    "escaped": "slot, an escape every 20 bytes of its values",
    "system-prompt": "system prompt",
    "nudge": "nudge",
    "nudge/overridable": "nudge of an overridable pack",
}

#: Whose rival it is, how it is called, and what is particular about it.
LABELS = {
    "memcpy": "straight `memcpy`, each piece a call, nothing checked",
    "memcpy-inlined": "straight `memcpy`, inlined, nothing checked",
    "render": "**promptrom, to a buffer**",
    "measure": "**promptrom, measured only**",
    "gather": "**promptrom, list for `writev`**",
    "emit": "**promptrom, to a sink**",
    "slices": "**promptrom, cursor, by slices**",
    "chunks": "**promptrom, cursor, by 512 bytes**",
    "overridable/render": "**promptrom, overridable pack, to a buffer**",
    "start-up/render": "**promptrom, overlay read at start-up, to a buffer**",
    "numbers-and-render": "**promptrom, digits made as well, to a buffer**",
    "snprintf": "`snprintf`",
    "std::string": "`std::string`, reserved, appended to",
    "std::string-kept": "`std::string`, its memory used again",
    "fmt": "{fmt}, compiled format, to a pointer, no bound",
    "fmt-buffer": "{fmt}, compiled format, to a buffer used again",
    "ctemplate": "ctemplate, dictionary filled each time",
    "ctemplate-filled": "ctemplate, dictionaries filled before",
    "jinja2": "Jinja2 (Python)",
    "handlebars": "Handlebars (Node)",
    "mustache": "mustache (Node)",
    "eta": "Eta (Node)",
    "cjson": "cJSON, all built anew, tools from text",
    "cjson-tools-kept": "cJSON, tree of the tools kept",
    "cjson-tools-text": "cJSON, text of the tools put in as it is",
}


def bases_of(shape: str) -> list[str]:
    """What a shape is compared with."""
    kind, _, rest = shape.partition("/")
    text = kind.replace("-json", "")
    variant = rest.rpartition("/")[0]
    of_variant = f"{text}/{variant}/render" if variant else f"{text}/render"
    return list(dict.fromkeys((f"{text}/memcpy", f"{text}/render", of_variant)))


@dataclass(frozen=True)
class Measured:
    """Medians of a run. Ratios are medians over the rounds of their own."""

    command: str
    machine: dict[str, str]
    missing: list[str]                      #: rivals that were not here, and why
    bytes: dict[str, int]                   #: mean size of what shapes of a kind render
    nanoseconds: dict[str, float]
    ratios: dict[str, dict[str, float]]     #: by shape and what it is compared with
    allocations: dict[str, float]           #: in one render

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @staticmethod
    def read(path: Path) -> Measured:
        return Measured(**json.loads(path.read_text(encoding="utf-8")))

    def ratio(self, shape: str, base: str) -> str:
        return f"{self.ratios[shape][base]:.2f}" if shape in self.ratios else "not run"

    def time(self, shape: str) -> str:
        return f"{self.nanoseconds[shape]:,.0f} ns"

    def ways_of(self, kind: str) -> list[str]:
        """Shapes of a kind with a label, the fastest first."""
        found = [name for name in self.nanoseconds if name.startswith(kind + "/") and name[len(kind) + 1:] in LABELS]
        return sorted(found, key=lambda name: self.ratios[name][f"{kind}/render"])


def table(titles: list[str], rows: Iterator[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(titles) + " |\n"
    yield "|---" + "|---:" * (len(titles) - 1) + "|\n"
    for row in rows:
        yield "| " + " | ".join(row) + " |\n"
    yield "\n"


def label(shape: str) -> str:
    return LABELS[shape.partition("/")[2]]


def competition(found: Measured, kind: str, base: str) -> Iterator[str]:
    """All that renders one prompt."""
    def row(shape: str) -> list[str]:
        ratio = [found.ratio(shape, f"{kind}/memcpy")] if base == "memcpy" else []
        allocations = f"{found.allocations[shape]:g}" if shape in found.allocations else "–"
        return [label(shape), *ratio, found.ratio(shape, f"{kind}/render"), allocations, found.time(shape)]

    titles = ["", *(["× `memcpy`"] if base == "memcpy" else []), "× promptrom", "allocations", "median"]
    yield from table(titles, (row(shape) for shape in found.ways_of(kind)))
    faster = [label(shape) for shape in found.ways_of(kind)
              if "promptrom" not in label(shape) and found.ratios[shape][f"{kind}/render"] < 1]
    if faster:
        yield f"Faster than promptrom's render here: {'; '.join(faster)}.\n\n"


def ways_out(found: Measured, base: str) -> Iterator[str]:
    def row(prompt: str, name: str) -> list[str]:
        kind = prompt.split("/")[0]
        other = f"{kind}/memcpy" if base == "memcpy" else f"{prompt}/render"
        return [name, *(found.ratio(f"{prompt}/{way}", other) for way in ways)]

    ways = WAYS if base == "memcpy" else WAYS[1:]
    prompts = PROMPTS if base == "memcpy" else {**PROMPTS, **REQUESTS}
    yield from table(["", *ways], (row(prompt, name) for prompt, name in prompts.items()))


def json_ways(found: Measured) -> Iterator[str]:
    def row(prompt: str, name: str) -> list[str]:
        kind, slash, variant = prompt.partition("/")
        return [name, *(found.ratio(f"{kind}-json{slash}{variant}/{way}", f"{prompt}/render") for way in WAYS)]

    yield from table(["", *WAYS], (row(prompt, name) for prompt, name in JSON.items()))


def tables(found: Measured) -> str:
    sizes = found.bytes
    machine = {"command": f"`{found.command}`", **found.machine}
    parts = [
        f"### A slot\n\n{sizes['slot']:,} bytes, of which 8 values are {sizes['values of slot']:,}; 64 sets of "
        "values in turn.\n\n",
        *competition(found, "slot", "memcpy"),
        f"### An assembly with numbers\n\nThe nudge: {sizes['nudge']:,} bytes, 30 numbers, 6 rows. `snprintf` and "
        "{fmt} are given a format that was made for just this case: they choose no parts and repeat no rows.\n\n",
        *competition(found, "nudge", "memcpy"),
        f"### A system prompt\n\n{sizes['system-prompt']:,} bytes in 12 parts, one of them fenced.\n\n",
        *competition(found, "system-prompt", "memcpy"),
        "### All ways out\n\nAgainst `memcpy` of the same pieces:\n\n", *ways_out(found, "memcpy"),
        "Against the render to a buffer of the same prompt:\n\n", *ways_out(found, "render"),
        "### As the inside of a JSON string\n\nAgainst the render to a buffer as text:\n\n", *json_ways(found),
        f"### Requests\n\nA whole body in JSON: 28 tools and one message, {sizes['first-request']:,} bytes.\n\n",
        *competition(found, "first-request", "render"),
        f"With 40 messages, three in five of which need escapes: {sizes['request']:,} bytes.\n\n",
        *competition(found, "request", "render"),
        "### Where this was measured\n\n",
        *table(["", ""], ([name, value] for name, value in machine.items())),
        *(f"Not run: {name}.\n\n" for name in found.missing),
    ]
    return "".join(parts)


def with_tables(page: str, found: Measured) -> str:
    """The page with its tables renewed."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + tables(found) + END + rest.partition(END)[2]
