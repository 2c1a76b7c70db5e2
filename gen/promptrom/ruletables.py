"""Lowering: what an overlay read at start-up may replace, and with what, as include/promptrom/rules.h has it."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from . import model, opcodes as op
from .codegen import Limit, NameRule

SYNTAXES = ("none", "single", "double")
KINDS = ("input", "field", "index", "constant", "bound", "literal")
MOST_NAMES = 0xFFFF  #: of one slot


@dataclass(frozen=True, eq=False)
class LoweredName:
    name: int  #: offset in the names
    value: int
    count: int
    owner: int
    kind: str
    required: bool


@dataclass(frozen=True, eq=False)
class LoweredSlot:
    key: str
    id: int  #: offset in the names
    size: int
    hash: int
    first: int
    count: int
    entry: int
    syntax: str
    all_literal: bool


@dataclass(frozen=True, eq=False)
class RuleTables:
    names: tuple[bytes, ...]  #: distinct names, each with its NUL; the first is the pack's
    slots: tuple[LoweredSlot, ...]
    name_rules: tuple[LoweredName, ...]

    def crc(self, pack_crc: int) -> int:
        return zlib.crc32(image(self, pack_crc))


class RuleWriter:
    """Rules of one pack or overlay."""

    def __init__(self, pack: model.Pack):
        self.places: dict[str, int] = {}
        self.size = 0
        self.slots: list[LoweredSlot] = []
        self.name_rules: list[LoweredName] = []
        self.place(pack.name)

    def place(self, name: str) -> int:
        if name not in self.places:
            self.places[name] = self.size
            self.size += len(name.encode("utf-8")) + 1
        return self.places[name]

    def slot(self, slot: model.Slot, entry: int, rules: list[NameRule], stretches: list[tuple[int, int]]) -> None:
        """`stretches`: first and number of the segments that stand for each name."""
        first, text = len(self.name_rules), slot.text.encode("utf-8")
        for rule, (start, count) in zip(rules, stretches):
            value = start if rule.code else rule.place
            self.name_rules.append(LoweredName(self.place(rule.name), value, count, rule.rows, rule.kind,
                                               rule.name in slot.requires and rule.kind not in ("field", "index")))
        literal = () if slot.literal == "all" else sorted(slot.literal)
        for name in literal:
            self.name_rules.append(LoweredName(self.place(name), 0, 0, 0, "literal", False))
        count = len(self.name_rules) - first
        if count > MOST_NAMES:
            raise Limit(f"slot {slot.id} has {count} names; at most {MOST_NAMES} can be stored", slot.span)
        self.slots.append(LoweredSlot(slot.id, self.place(slot.id), len(text), fnv1a(text), first, count, entry,
                                      slot.syntax, slot.literal == "all"))

    def tables(self) -> RuleTables:
        names = tuple(name.encode("utf-8") + b"\0" for name in self.places)
        return RuleTables(names, tuple(self.slots), tuple(self.name_rules))


def fnv1a(data: bytes) -> int:
    """FNV-1a with 64 bits."""
    found = 0xCBF29CE484222325
    for byte in data:
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return found


def image(tables: RuleTables, pack_crc: int) -> bytes:
    """What the checksum covers."""
    names = b"".join(tables.names)
    parts = [struct.pack("<4IH", op.TABLE_VERSION, pack_crc, len(names), len(tables.name_rules), len(tables.slots)),
             names]
    parts += [struct.pack("<5IHHBB", item.id, item.size, item.hash & 0xFFFFFFFF, item.hash >> 32, item.first,
                          item.count, item.entry, SYNTAXES.index(item.syntax), item.all_literal)
              for item in tables.slots]
    parts += [struct.pack("<IIHHBB", item.name, item.value, item.count, item.owner, KINDS.index(item.kind),
                          item.required) for item in tables.name_rules]
    return b"".join(parts)
