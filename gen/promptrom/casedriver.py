"""A C program that renders cases through the headers of their packs, in all five ways, and compares."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Mapping

from . import model
from .emit import environment
from .lower import Tables
from .places import Place
from .quote import c_bytes, c_comment
from .structs import Member, Structs
from .view import EntryView, PackView

#: C that the program is compiled with.
WITNESS = Path(__file__).parent / "witness"
MAX_LITERAL = 4000  #: bytes of one string literal; C99 promises 4095
SPARE = 64  #: bytes of the program's memory beyond the longest result


@dataclass(frozen=True, eq=False)
class Header:
    """What is in a pack's generated files."""

    file: str  #: without its extension
    prefix: str
    entries: Mapping[str, EntryView]
    inputs: Mapping[str, tuple[model.Variable, ...]]
    structs: Structs
    tools: Mapping[str, str]  #: enumerators by name
    packs: Mapping[str, str]  #: C names of the pack, "", and of its overlays


def header_of(tables: Tables, made: PackView) -> Header:
    return Header(made.file, made.prefix, {entry.id: entry for entry in made.entries},
                  {entry.key: entry.inputs for entry in tables.entries}, tables.structs,
                  {name: f"{made.upper}_TOOL_{identifier.upper()}" for identifier, name, _ in made.tools},
                  {"": f"{made.prefix}_pack", **{item.name: f"{item.base}_pack" for item in made.overlays}})


@dataclass(frozen=True, eq=False)
class Render:
    """One render with what must come of it."""

    where: str  #: what messages call it
    overlay: str  #: "" for the pack itself
    key: str  #: the entry as the tables name it
    args: Mapping[str, object]  #: as `arguments.convert` makes them
    json: bool
    repair: bool
    expected: bytes = b""
    status: str = "OK"
    places: tuple[Place, ...] = ()  #: where an error may be


def driver(title: str, renders: "list[tuple[Header, Render]]") -> str:
    """The program. It says nothing if all is as expected."""
    files = list(dict.fromkeys(header.file for header, _ in renders))
    runs = [run_view(header, render, f"run_{number}") for number, (header, render) in enumerate(renders, 1)]
    capacity = max((run.size for run in runs), default=0) + SPARE
    return environment().get_template("cases.c.j2").render(title=c_comment(title), files=files, runs=runs,
                                                           capacity=capacity)


# ---- arguments ----


class Statements:
    """C that fills the argument struct of one render."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.declarations: list[str] = []
        self.statements: list[str] = []

    def fill(self, target: str, members: tuple[Member, ...], values: Mapping[str, object]) -> None:
        for member in members:
            value = values.get(member.variable.name)
            if value is not None:
                self.assign(f"{target}.{member.name}", member, value)

    def assign(self, target: str, member: Member, value: object) -> None:
        kind = member.variable.type
        if kind == "rows":
            self.statements.append(f"{target} = {self.rows(member, value)};")
        elif kind == "set":
            for name in value:
                self.statements.append(f"{self.header.prefix}_tool_set_add(&{target}, {self.header.tools[name]});")
        else:
            writer = {"text": self.text, "json": self.text, "integer": integer, "flag": flag}.get(kind)
            written = writer(value) if writer else f"{member.variable.of.index(value) + 1}u"
            self.statements.append(f"{target} = {written};")

    def text(self, value: bytes) -> str:
        if len(value) <= MAX_LITERAL:
            return f"prm_bytes({c_literal(value)}, {len(value)})"
        name = self.declare("char", "text", len(value))
        for at in range(0, len(value), MAX_LITERAL):
            piece = value[at:at + MAX_LITERAL]
            self.statements.append(f"memcpy({name} + {at}, {c_literal(piece)}, {len(piece)});")
        return f"prm_bytes({name}, {len(value)})"

    def rows(self, member: Member, rows: "list[dict[str, object]]") -> str:
        base = member.type[:-len("_rows")]
        if not rows:
            return f"{base}_array(NULL, 0)"
        array = self.declare(f"{base}_row", "rows", len(rows))
        inner = self.header.structs.rows[f"{base}"].members
        for index, row in enumerate(rows):
            self.fill(f"{array}[{index}]", inner, row)
        return f"{base}_array({array}, {len(rows)})"

    def declare(self, type_: str, stem: str, count: int) -> str:
        name = f"{stem}_{len(self.declarations)}"
        self.declarations.append(f"static {type_} {name}[{count}];")
        return name


def integer(value: int) -> str:
    if value > 2**63 - 1:
        return f"prm_uint(UINT64_C({value}))"
    return "prm_int(INT64_MIN)" if value == -2**63 else f"prm_int(INT64_C({value}))"


def flag(value: bool) -> str:
    return "true" if value else "false"


def c_literal(data: bytes) -> str:
    return " ".join(c_bytes(data))


# ---- renders as the template shows them ----


@dataclass(frozen=True)
class RunView:
    function: str
    where: str
    pack: str
    base: str  #: of the typed wrappers, or "" for the general calls
    suffix: str
    id: str
    format: str
    struct: str
    declarations: list[str]
    statements: list[str]
    status: str
    places: list[str]
    pieces: "list[tuple[list[str], int]]"  #: of the expected bytes
    size: int

    def call(self, way: str) -> str:
        """The beginning of a call up to what differs between the ways."""
        words = ["&seen.cursor"] if way == "open" else []
        words.append(f"&{self.pack}")
        if self.base:
            words += ["&args"] if self.struct else []
            return f"{self.base}_{way}{self.suffix}(" + ", ".join(words)
        words += [self.id, "&args" if self.struct else "NULL", self.format]
        return f"prm_{way}(" + ", ".join(words)


def run_view(header: Header, render: Render, function: str) -> RunView:
    shown = header.entries[render.key]
    struct = header.structs.entry(render.key, header.inputs[render.key])
    statements = Statements(header)
    statements.fill("args", struct.members, render.args)
    is_json = render.json and not shown.request
    typed = not render.repair and (not is_json or shown.json)
    data = render.expected
    return RunView(
        function=function, where=c_literal(render.where.encode("utf-8")), pack=header.packs[render.overlay],
        base=shown.base if typed else "", suffix="_json" if is_json else "", id=f"{shown.upper}_ID",
        format="PRM_" + ("JSON" if is_json else "TEXT") + ("_REPAIR" if render.repair else ""),
        struct=struct.name if struct.members else "", declarations=statements.declarations,
        statements=statements.statements, status=render.status,
        places=[place(header, key, name) for key, name in render.places],
        pieces=[(c_bytes(data[at:at + MAX_LITERAL]), len(data[at:at + MAX_LITERAL]))
                for at in range(0, len(data), MAX_LITERAL)], size=len(data))


def place(header: Header, key: str, name: str) -> str:
    """An initializer; names that there are not give a place where no error can be."""
    if key not in header.entries:
        return "{WITNESS_NOWHERE, WITNESS_NOWHERE}"
    names = [var.name for var in header.inputs[key]]
    number = "PRM_NO_PLACEHOLDER" if not name else str(names.index(name)) if name in names else "WITNESS_NOWHERE"
    return f"{{{header.entries[key].upper}_ID, {number}}}"
