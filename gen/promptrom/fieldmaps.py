"""Lowering: the field maps. For each root and each path of calls below it, what every place stands for.

A place of an entry is an input of its own only in name: on a path from a root it is a member of the root's struct, a
field of some row on the way, or a fixed text. Each path gets a stretch of fields, so that the walk only adds offsets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import model, opcodes as op, reading
from .codegen import EntryCode, Limit, Place
from .structs import Structs


@dataclass(frozen=True)
class Trait:
    """Limit and standby before their segments have numbers. Equal traits are stored once."""

    limit: int = op.NONE
    limit_texts: tuple[str, ...] = ()  #: texts of consecutive standby segments that the limit points at
    count: int = 0  #: choice: how many names
    standby: str | None = None  #: text that stands in for a missing value
    number: int | None = None  #: what stands in the place of a segment
    row: str = ""  #: rows: struct of a row
    keep: str = ""
    more: tuple["Trait", ...] = ()  #: traits that follow directly


@dataclass(frozen=True)
class Field:
    kind: str
    level: int
    trait: Trait
    struct: str = ""
    member: str = ""
    add: int = 0  #: index: what is added


class FieldMaps:
    """Maps of one pack or overlay. `fields` and `blocks` are common to all of them: equal maps are stored once."""

    def __init__(self, codes: dict[str, EntryCode], structs: Structs, fields: list[Field],
                 blocks: dict[tuple[Field, ...], int]):
        self.codes, self.structs, self.fields, self.blocks = codes, structs, fields, blocks
        self.sizes: dict[str, int] = {}
        self.bases: dict[str, int] = {}  #: by key, where the map of a root begins
        self.loops = 0  #: within loops, of texts that come at start-up as well

    def build(self) -> None:
        for key, code in self.codes.items():
            if code.hidden:
                continue
            owner = self.codes[code.struct] if code.struct else code
            struct = self.structs.entry(owner.key, owner.inputs)
            env = {member.variable.name: self.field(member.variable, struct.name, member.name, 0)
                   for member in struct.members}
            block = tuple(self.instance(code, env, 0))
            if block not in self.blocks:
                self.blocks[block] = len(self.fields)
                self.fields += block
            self.bases[key] = self.blocks[block]

    def size(self, key: str) -> int:
        """Fields of an entry's map with those of all that it calls."""
        if key not in self.sizes:
            code = self.codes[key]
            self.sizes[key] = len(code.places) + sum(self.size(site.callee) for site in code.calls)
        return self.sizes[key]

    def call_offset(self, key: str, number: int) -> int:
        """Where the map of a call begins, relative to its caller's."""
        code = self.codes[key]
        return len(code.places) + sum(self.size(site.callee) for site in code.calls[:number])

    def instance(self, code: EntryCode, env: dict[str, Field], level: int) -> list[Field]:
        """The fields of an entry on one path, then those of all that it calls; `level` loops are around it."""
        if level + code.loops > op.MAX_LEVELS:
            raise Limit(f"{code.id} is reached with rows in rows more than {op.MAX_LEVELS} deep", code.span)
        self.loops = max(self.loops, level + possible_loops(code))
        made = {place: self.place(code, place, env, level) for place in code.places}
        fields = [made[place] for place in code.places]
        for site in code.calls:
            given = {name: made.get(place) or self.place(code, place, env, level)
                     for name, place in site.given.items()}
            fields += self.instance(self.codes[site.callee], given, level + len(site.rows))
        return fields

    def place(self, code: EntryCode, place: Place, env: dict[str, Field], level: int) -> Field:
        if place.kind == "input":
            return env[place.name]
        if place.kind == "text":
            return Field("CONSTANT", 0, Trait(limit=place.number or op.NONE, standby=place.name))
        if place.kind == "count":
            return replace(self.place(code, place.of, env, level), kind="COUNT")
        # Deeper ones are kept for overlays, but no loop runs there.
        level = min(level + len(place.rows), op.MAX_LEVELS)
        if place.kind == "index":
            return Field("INDEX", level, Trait(), add=place.add)
        return self.row_field(code, place, env, level)

    def row_field(self, code: EntryCode, place: Place, env: dict[str, Field], level: int) -> Field:
        struct = self.row_struct(code, place, env)
        member = next(item for item in struct.members if item.variable.name == place.name)
        return self.field(member.variable, struct.name, member.name, level)

    def row_struct(self, code: EntryCode, place: Place, env: dict[str, Field]):
        """Struct of the innermost row of a place. Its rows are a field of the nearest row around that has one of that
        name, else an input."""
        rows = place.rows[-1]
        for level in range(len(place.rows) - 1, 0, -1):
            outer = Place("field", rows, place.rows[:level])
            if any(member.variable.name == rows for member in self.row_struct(code, outer, env).members):
                return self.struct_of(self.row_field(code, outer, env, level))
        return self.struct_of(env[rows])

    def struct_of(self, rows: Field):
        return next(struct for struct in self.structs.rows.values() if struct.name == rows.trait.row)

    def field(self, var: model.Variable, struct: str, member: str, level: int) -> Field:
        return Field(field_kind(var), level, self.trait(var, struct), struct, member)

    def trait(self, var: model.Variable, owner: str) -> Trait:
        if var.type == "rows":
            row = self.structs.row(var, owner[:owner.rindex("_")])  # without `_args` or `_row`
            return Trait(limit=op.NONE if var.max_rows is None else var.max_rows, row=row.name, keep=var.keep)
        if var.type == "choice":
            return Trait(limit_texts=var.of, count=len(var.of), standby=var.default)
        if var.type == "integer" and (var.min is not None or var.max is not None):
            return range_trait(reading.LEAST if var.min is None else var.min,
                               reading.GREATEST if var.max is None else var.max, var.default)
        if var.type == "set":
            return Trait(limit=len(var.of))
        if var.type in ("integer", "flag"):
            return Trait(standby=var.default)
        more = (Trait(limit_texts=(var.fence,)),) if var.fence and var.type == "text" else ()
        return Trait(limit=op.NONE if var.max_bytes is None else var.max_bytes, standby=var.default, more=more)


def possible_loops(code: EntryCode) -> int:
    """How deep its loops stand in each other, and those of any text that may take its place at start-up."""
    named = code.variables.items() if code.names else ()
    rows = [len(place.rows) + 1 for place, var in named if var is not None and var.type == "rows"]
    return max([code.loops, *rows])


def range_trait(least: int, greatest: int, default: str | None) -> Trait:
    """The signs, and behind them both ends without them, each a number of 64 bits."""
    more = tuple(Trait(limit=abs(end) % 2**32, number=abs(end) >> 32) for end in (least, greatest))
    negative = (least < 0) * op.LEAST_NEGATIVE + (greatest < 0) * op.GREATEST_NEGATIVE
    return Trait(limit=negative, standby=default, more=more)


def field_kind(var: model.Variable) -> str:
    if var.type == "integer":
        return "INTEGER" if var.min is None and var.max is None else "RANGED"
    if var.type == "text":
        return "FENCED" if var.fence else "TEXT"
    return var.type.upper()
