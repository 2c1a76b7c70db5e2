"""Lowering: from the checked model to numbers and bytes. Everything is decided and named here; `emit` only writes.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from . import codegen, model, opcodes as op
from .codegen import EntryCode, Limit
from .fieldmaps import Field, FieldMaps, Trait
from .flatten import MAX_LITERAL, Flattener, Piece, escaped, recurring
from .pool import Pool
from .source import Span
from .structs import Structs


@dataclass(frozen=True)
class Segment:
    offset: int
    size: int
    op: int


@dataclass(frozen=True, eq=False)
class LoweredEntry:
    key: str
    id: str
    first: int
    field: int
    count: int
    inputs: tuple[model.Variable, ...]
    flags: int


@dataclass(frozen=True)
class LoweredTrait:
    limit: int
    standby: int
    row: str  #: rows: struct whose size goes into standby
    keep: int


@dataclass(frozen=True, eq=False)
class LoweredField:
    field: Field
    trait: int

    @property
    def kind(self) -> int:
        return (op.FIELD_KINDS.index(self.field.kind) | self.field.level << op.FIELD_LEVEL
                | self.trait << op.FIELD_TRAIT)


@dataclass(frozen=True, eq=False)
class Tables:
    """All tables of a pack, as numbers."""

    pool: Pool
    text: tuple[Segment, ...]
    json: tuple[Segment, ...] | None
    entries: tuple[LoweredEntry, ...]
    fields: tuple[LoweredField, ...]
    traits: tuple[LoweredTrait, ...]
    names: tuple[bytes, ...]  #: distinct names, each with its NUL
    name_at: tuple[int, ...]
    files: tuple[str, ...]
    origins: tuple[tuple[int, int], ...]
    public_count: int
    structs: Structs
    depth: int  #: calls that a walk must remember at most
    crc: int


@dataclass(frozen=True)
class Options:
    json: bool = False
    names: bool = True
    source_map: bool = False


def lower(pack: model.Pack, options: Options) -> Tables:
    """Tables of a pack. Raises codegen.Limit where the format cannot hold it."""
    codes = codegen.generate(pack)
    structs = Structs(pack)
    maps = FieldMaps(codes, structs)
    maps.build()
    return Lowering(pack, options, codes, structs, maps).run()


class Lowering:
    def __init__(self, pack: model.Pack, options: Options, codes: dict[str, EntryCode], structs: Structs,
                 maps: FieldMaps):
        self.pack, self.options, self.codes, self.structs, self.maps = pack, options, codes, structs, maps
        self.numbers = {key: number for number, key in enumerate(codes)}
        self.pool = Pool()
        self.text: list[Segment] = []
        self.escaped: list[tuple[bytes, str] | None] = []  #: by segment: its literal in JSON and whose it is
        self.spans: list[Span | None] = []
        self.standby: dict[tuple[str, ...], int] = {}
        self.traits: list[LoweredTrait] = []
        self.trait_numbers: dict[Trait, int] = {}

    def run(self) -> Tables:
        entries = self.lower_entries()
        fields = tuple(LoweredField(field, self.trait(field.trait)) for field in self.maps.fields)
        if len(self.traits) > op.MAX_TRAITS:
            raise Limit(f"the pack's variables differ in {len(self.traits)} ways; at most {op.MAX_TRAITS} "
                        "combinations of limits and defaults can be stored", None)
        names, name_at = self.names(entries)
        files, origins = self.origins()
        json = self.json_segments() if self.options.json else None
        tables = Tables(self.pool, tuple(self.text), json, entries, fields,
                        tuple(self.traits), names, name_at, files, origins,
                        sum(not code.hidden for code in self.codes.values()), self.structs,
                        max((depth(self.codes, key, {}) for key in self.codes), default=0), 0)
        return with_crc(tables)

    # ---- segments ----

    def lower_entries(self) -> tuple[LoweredEntry, ...]:
        if len(self.codes) > 0xFFFF:
            raise Limit(f"the pack has {len(self.codes)} entries; at most 65535 can be stored", None)
        flattener = Flattener(recurring(code.code for code in self.codes.values()))
        entries = []
        for key, code in self.codes.items():
            pieces = flattener.run(code.code)
            if len(pieces) > 0xFFFF:
                raise Limit(f"{code.id} has {len(pieces)} segments; at most 65535 can be stored", code.span)
            first = len(self.text)
            for piece in pieces:
                self.segment(piece, code)
            plain = all(not piece.op & 0x8000 for piece in pieces)
            flags = ((op.ENTRY_PLAIN if plain else 0) | (op.ENTRY_REQUEST if code.request else 0)
                     | (op.ENTRY_HIDDEN if code.hidden else 0))
            entries.append(LoweredEntry(key, code.id, first, self.maps.bases.get(key, 0), len(pieces), code.inputs,
                                        flags))
        return tuple(entries)

    def segment(self, piece: Piece, code: EntryCode) -> None:
        kind = piece.op & 0xFF00
        if kind < 0x8000 or kind in (op.PART, op.LINE):
            self.copying(piece.data, piece.op, code.request, piece.span, code.id)
            return
        offset, size = piece.offset, piece.size
        if kind == op.CALL:
            offset = self.maps.call_offset(code.key, piece.call)
            size = self.numbers[code.calls[piece.call].callee]
        elif kind == op.FILLED:
            size = self.numbers[piece.entry]
        self.control(Segment(offset, size, piece.op))

    def copying(self, data: bytes, operation: int, raw: bool, span: Span | None, owner: str) -> None:
        if len(data) > MAX_LITERAL:
            raise Limit(f"a separator or default of {len(data)} bytes; at most {MAX_LITERAL} can be stored", span)
        self.text.append(Segment(self.pool.put(data, owner), len(data), operation))
        self.escaped.append((data if raw else escaped(data), owner))
        self.spans.append(span)

    def control(self, segment: Segment) -> None:
        self.text.append(segment)
        self.escaped.append(None)
        self.spans.append(None)

    def json_segments(self) -> tuple[Segment, ...]:
        """The same segments over escaped literals, which stand behind all others in the pool."""
        return tuple(segment if literal is None else Segment(self.pool.put(*literal), len(literal[0]), segment.op)
                     for segment, literal in zip(self.text, self.escaped))

    # ---- traits ----

    def trait(self, trait: Trait) -> int:
        """Its number; traits that follow directly take the next ones."""
        if trait in self.trait_numbers:
            return self.trait_numbers[trait]
        number = len(self.traits)
        self.trait_numbers[trait] = number
        for item in (trait, *trait.more):
            limit = item.limit
            if item.limit_texts:
                limit = item.count << 24 | self.texts(item.limit_texts)
            standby = op.NONE if item.standby is None else self.texts((item.standby,))
            self.traits.append(LoweredTrait(limit, standby, item.row, op.KEEP[item.keep]))
        return number

    def texts(self, texts: tuple[str, ...]) -> int:
        """Number of the first of consecutive segments that hold these texts."""
        if texts not in self.standby:
            self.standby[texts] = len(self.text)
            for text in texts:
                self.copying(text.encode("utf-8"), 0, False, None, "limits, names of choices and defaults")
        return self.standby[texts]

    # ---- names and the source map ----

    def names(self, entries: tuple[LoweredEntry, ...]) -> tuple[tuple[bytes, ...], tuple[int, ...]]:
        if not self.options.names:
            return (), ()
        wanted = [entry.id for entry in entries] + [var.name for entry in entries for var in entry.inputs]
        places: dict[str, int] = {}
        size = 0
        for name in wanted:
            if name not in places:
                places[name] = size
                size += len(name.encode("utf-8")) + 1
        return tuple(name.encode("utf-8") + b"\0" for name in places), tuple(places[name] for name in wanted)

    def origins(self) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
        if not self.options.source_map:
            return (), ()
        files: dict[str, int] = {}
        found = []
        for span in self.spans:
            if span is None:
                found.append((0, 0))
                continue
            number = files.setdefault(span.source.name, len(files))
            found.append((number, min(span.source.position(span.start)[0], 0xFFFF)))
        return tuple(files), tuple(found)


def depth(codes: dict[str, EntryCode], key: str, known: dict[str, int]) -> int:
    """Calls that are open at once below an entry, itself included; plain entries are not remembered."""
    code = codes[key]
    if not code.calls and not has_control(code):
        return 0
    if key not in known:
        known[key] = 1 + max((depth(codes, site.callee, known) for site in code.calls), default=0)
    return known[key]


def has_control(code: EntryCode) -> bool:
    from .tree import Lit, Val

    return any(not isinstance(node, (Lit, Val)) for node in code.code)


# ---- verification ----


def with_crc(tables: Tables) -> Tables:
    from dataclasses import replace

    return replace(tables, crc=zlib.crc32(image(tables)))


def image(tables: Tables) -> bytes:
    """What the checksum covers, as tables.h says."""
    names = b"".join(tables.names)
    files = b"".join(name.encode("utf-8") + b"\0" for name in tables.files)
    parts = [struct.pack("<6I3H", op.TABLE_VERSION, tables.pool.size(), len(tables.text), len(tables.fields),
                         len(names), len(files), len(tables.entries), len(tables.traits), tables.public_count),
             tables.pool.image()]
    for segments in (tables.text, tables.json or ()):
        parts += [struct.pack("<IHH", item.offset, item.size, item.op) for item in segments]
    parts += [struct.pack("<IIHBB", item.first, item.field, item.count, len(item.inputs), item.flags)
              for item in tables.entries]
    parts += [struct.pack("<H", item.kind) for item in tables.fields]
    parts += [struct.pack("<I", item.limit) for item in tables.traits]
    parts += [names] + [struct.pack("<I", place) for place in tables.name_at]
    parts += [files] + [struct.pack("<HH", *origin) for origin in tables.origins]
    return b"".join(parts)
