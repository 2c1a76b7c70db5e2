"""Overlays as a program makes them when it starts: tables of their own for some slots, over the tables of a pack."""

from __future__ import annotations

from dataclasses import dataclass, replace

from promptrom import codegen, model, opcodes as op
from promptrom.codegen import EntryCode
from promptrom.fieldmaps import FieldMaps
from promptrom.flatten import Flattener, Piece, escaped
from promptrom.lower import LoweredEntry, Segment, Tables
from promptrom.pool import Pool
from promptrom.structs import Structs

NOT_REPLACED = 0xFFFF


@dataclass(frozen=True, eq=False)
class StartOverlay:
    pack: model.Pack  #: what it makes of the pack
    pool: bytes
    text: tuple[Segment, ...]
    json: tuple[Segment, ...] | None
    entries: tuple[LoweredEntry, ...]
    replaced: tuple[int, ...]  #: for each entry of the pack the overlay's own
    public_count: int


def start_overlay(pack: model.Pack, overlay: model.Overlay, tables: Tables, with_json: bool) -> StartOverlay | None:
    """Replaces the slots whose new texts use what the pack's own maps hold; None if there are none."""
    slots = {entry.id: entry for entry in overlay.pack.entries if entry.id in overlay.replaced}
    base, codes = codegen.generate(pack).all(), codegen.generate(with_slots(pack, slots)).all()
    fitting = {id_: slot for id_, slot in slots.items() if fits(codes[id_], base[id_])}
    if not fitting or list(codes) != list(base):
        return None
    return Builder(base, FieldMaps(base, Structs(pack), [], {}), with_json).run(
        with_slots(pack, fitting), [codes[id_] for id_ in fitting], tables)


def with_slots(pack: model.Pack, slots: dict[str, model.Entry]) -> model.Pack:
    return replace(pack, entries=tuple(slots.get(entry.id, entry) for entry in pack.entries), overlays=())


def fits(code: EntryCode, base: EntryCode) -> bool:
    """Whether all places and calls of an entry are also the base's, with the same numbers."""
    return (code.places == base.places[:len(code.places)] and len(code.calls) <= len(base.calls)
            and all((new.callee, new.given, new.rows) == (old.callee, old.given, old.rows)
                    for new, old in zip(code.calls, base.calls)))


class Builder:
    def __init__(self, base: dict[str, EntryCode], maps: FieldMaps, with_json: bool):
        self.maps, self.with_json = maps, with_json
        self.numbers = {key: number for number, key in enumerate(base)}
        self.pool = Pool()
        self.text: list[Segment] = []
        self.json: list[Segment] = []

    def run(self, pack: model.Pack, codes: list[EntryCode], tables: Tables) -> StartOverlay:
        entries = tuple(self.entry(code) for code in codes)
        own = {code.key: number for number, code in enumerate(codes)}
        replaced = tuple(own.get(key, NOT_REPLACED) for key in self.numbers)
        return StartOverlay(pack, self.pool.image(), tuple(self.text), tuple(self.json) if self.with_json else None,
                            entries, replaced, tables.public_count)

    def entry(self, code: EntryCode) -> LoweredEntry:
        first = len(self.text)
        pieces = Flattener(frozenset()).run(code.code)
        for piece in pieces:
            self.segment(piece, code)
        plain = all(not piece.op & 0x8000 for piece in pieces)
        return LoweredEntry(code.key, code.id, first, 0, len(pieces), code.inputs, op.ENTRY_PLAIN if plain else 0)

    def segment(self, piece: Piece, code: EntryCode) -> None:
        kind = piece.op & 0xFF00
        if kind < 0x8000 or kind in (op.PART, op.LINE):
            for table, data in ((self.text, piece.data), (self.json, escaped(piece.data))):
                table.append(Segment(self.pool.put(data, ""), len(data), piece.op))
            return
        offset, size = piece.offset, piece.size
        if kind == op.CALL:
            offset, size = self.maps.call_offset(code.key, piece.call), self.numbers[code.calls[piece.call].callee]
        elif kind == op.FILLED:
            size = self.numbers[piece.entry]
        self.text.append(Segment(offset, size, piece.op))
        self.json.append(Segment(offset, size, piece.op))
