"""Lowering: what an overlay read at start-up may replace, and with what, as include/promptrom/rules.h has it."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from . import model, opcodes as op, openends
from .codegen import Limit, NameRule

SYNTAXES = ("none", "single", "double")
KINDS = ("input", "field", "index", "constant", "bound", "literal")
TEXT_KINDS = ("slot", "constant")
NOT_REPLACED = 0xFFFF
MOST_NAMES = 0xFFFF  #: of one text
MOST_REQUIRED = 256


@dataclass(frozen=True, eq=False)
class LoweredName:
    name: int  #: offset in the names
    value: int
    count: int
    owner: int
    kind: str
    required: bool


@dataclass(frozen=True, eq=False)
class LoweredText:
    key: str
    id: int  #: offset in the names
    size: int
    hash: int
    first: int
    count: int
    entry: int
    kind: str
    syntax: str
    all_literal: bool


@dataclass(frozen=True, eq=False)
class RuleTables:
    names: tuple[bytes, ...]  #: distinct names, each with its NUL; the first is the pack's
    texts: tuple[LoweredText, ...]
    name_rules: tuple[LoweredName, ...]
    open_ends: bool

    def crc(self, pack_crc: int) -> int:
        return zlib.crc32(image(self, pack_crc))


class RuleWriter:
    """Rules of one pack or overlay."""

    def __init__(self, pack: model.Pack):
        self.places: dict[str, int] = {}
        self.size = 0
        self.texts: list[LoweredText] = []
        self.name_rules: list[LoweredName] = []
        self.shapes: dict[tuple, int] = {}  #: first rule of the names that constants of one shape may hold
        self.shape_sizes: dict[tuple, int] = {}
        self.ground = openends.ground_of(pack)
        self.place(pack.name)

    def place(self, name: str) -> int:
        if name not in self.places:
            self.places[name] = self.size
            self.size += len(name.encode("utf-8")) + 1
        return self.places[name]

    def slot(self, slot: model.Slot, entry: int, rules: list[NameRule], stretches: list[tuple[int, int]]) -> None:
        """`stretches`: first and number of the segments that stand for each name."""
        first = len(self.name_rules)
        for rule, (start, count), is_handed in zip(rules, stretches, self.handed(slot, rules)):
            value = start if rule.code else rule.place
            required = rule.name in slot.requires and rule.kind not in ("field", "index")
            self.name_rules.append(LoweredName(self.place(rule.name), value, count or int(is_handed), rule.rows,
                                               rule.kind, required))
        self.literal(slot.literal)
        if len(slot.requires) > MOST_REQUIRED:
            raise Limit(f"slot {slot.id} requires {len(slot.requires)} names; at most {MOST_REQUIRED} can be stored",
                        slot.span)
        self.text("slot", slot.id, slot, first, entry)

    def handed(self, slot: model.Slot, rules: list[NameRule]) -> list[bool]:
        """For each name, whether others hand a value on to it that is fenced, but not by the slot itself."""
        inputs = self.ground.handed.get(slot.id, slot.inputs)
        found: list[model.Variable | None] = []
        for rule in rules:
            inside = found[rule.rows] if rule.kind == "field" else None
            among = inside.fields if inside else inputs if rule.kind == "input" else ()
            found.append(next((item for item in among if item.name == rule.name), None))
        return [item is not None and item.fence == openends.ANY for item in found]

    def constant(self, constant: model.Constant, entry: int) -> None:
        """`entry`: NOT_REPLACED for one that is never used. Many hold the same names, which are stored once."""
        shape = (constant.allowed, constant.literal)
        if shape not in self.shapes:
            self.shapes[shape] = len(self.name_rules)
            for name in constant.allowed:
                self.name_rules.append(LoweredName(self.place(name), 0, 0, 0, "constant", False))
            self.literal(constant.literal)
            self.shape_sizes[shape] = len(self.name_rules) - self.shapes[shape]
        self.text("constant", constant.name, constant, self.shapes[shape], entry, self.shape_sizes[shape])

    def literal(self, names: "frozenset[str] | str") -> None:
        for name in () if names == "all" else sorted(names):
            self.name_rules.append(LoweredName(self.place(name), 0, 0, 0, "literal", False))

    def text(self, kind: str, id_: str, owner: "model.Slot | model.Constant", first: int, entry: int,
             count: int = -1) -> None:
        """`count`: of its name rules, or all from `first` on."""
        count = len(self.name_rules) - first if count < 0 else count
        if count > MOST_NAMES:
            raise Limit(f"{kind} {id_} has {count} names; at most {MOST_NAMES} can be stored", owner.span)
        text = owner.text.encode("utf-8")
        self.texts.append(LoweredText(id_, self.place(id_), len(text), fnv1a(text), first, count, entry, kind,
                                      owner.syntax, owner.literal == "all"))

    def tables(self) -> RuleTables:
        names = tuple(name.encode("utf-8") + b"\0" for name in self.places)
        return RuleTables(names, tuple(self.texts), tuple(self.name_rules), self.ground.open_ends)


def fnv1a(data: bytes) -> int:
    """FNV-1a with 64 bits."""
    found = 0xCBF29CE484222325
    for byte in data:
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return found


def image(tables: RuleTables, pack_crc: int) -> bytes:
    """What the checksum covers."""
    names = b"".join(tables.names)
    parts = [struct.pack("<4I2H", op.TABLE_VERSION, pack_crc, len(names), len(tables.name_rules), len(tables.texts),
                         tables.open_ends), names]
    parts += [struct.pack("<5IHHBBB", item.id, item.size, item.hash & 0xFFFFFFFF, item.hash >> 32, item.first,
                          item.count, item.entry, TEXT_KINDS.index(item.kind), SYNTAXES.index(item.syntax),
                          item.all_literal) for item in tables.texts]
    parts += [struct.pack("<IIHHBB", item.name, item.value, item.count, item.owner, KINDS.index(item.kind),
                          item.required) for item in tables.name_rules]
    return b"".join(parts)
