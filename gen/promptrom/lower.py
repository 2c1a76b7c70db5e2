"""Lowering: from the checked model to numbers and bytes. Everything is decided and named here; `emit` only writes.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, replace

from . import codegen, model, opcodes as op, plancode
from .codegen import EntryCode, Limit
from .fieldmaps import Field, FieldMaps, Trait
from .flatten import MAX_LITERAL, Flattener, Piece, escaped, recurring
from .plans import PlanTables, lower_plans
from .pool import Pool
from .ruletables import NOT_REPLACED, RuleTables, RuleWriter
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
    inner: bool = False  #: for the run-time library alone


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
class Variant:
    """What an overlay has of its own beside the tables that all share."""

    name: str
    entries: tuple[LoweredEntry, ...]
    name_at: tuple[int, ...]
    crc: int
    rules: RuleTables | None = None


@dataclass(frozen=True, eq=False)
class Tables:
    """All tables of a pack, as numbers. `entries`, `name_at` and `crc` are those of the pack without overlay."""

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
    loops: int  #: within loops, of texts that come at start-up as well
    crc: int
    variants: tuple[Variant, ...] = ()
    rules: RuleTables | None = None  #: of an overridable pack
    plans: PlanTables | None = None  #: of a pack with blocks for events


@dataclass(frozen=True)
class Options:
    json: bool = False
    names: bool = True
    source_map: bool = False


def lower(pack: model.Pack, options: Options) -> Tables:
    """Tables of a pack and its overlays. Raises codegen.Limit where the format cannot hold it."""
    return Lowering(pack, options).run()


class Lowering:
    """Fills tables that a pack and its overlays share; each of them has only entries of its own."""

    def __init__(self, pack: model.Pack, options: Options):
        self.pack, self.options = pack, options
        self.structs = Structs(pack)
        self.pool = Pool()
        self.text: list[Segment] = []
        self.escaped: list[tuple[bytes, str] | None] = []  #: by segment: its literal in JSON and whose it is
        self.spans: list[Span | None] = []
        self.stretches: dict[tuple, int] = {}  #: first segment of each different entry
        self.standby: dict[tuple[str, ...], int] = {}
        self.traits: list[LoweredTrait] = []
        self.trait_numbers: dict[Trait, int] = {}
        self.fields: list[Field] = []
        self.blocks: dict[tuple[Field, ...], int] = {}
        self.name_places: dict[str, int] = {}
        self.name_size = 0

    def run(self) -> Tables:
        packs = [("", self.pack)] + [(overlay.name, overlay.pack) for overlay in self.pack.overlays]
        worlds = [codegen.generate(pack) for _, pack in packs]
        plans = [plancode.add(world) for world in worlds]
        generated = [(name, world.all()) for (name, _), world in zip(packs, worlds)]
        self.flattener = Flattener(recurring(code.code for _, codes in generated for code in codes.values()))
        entries, rules, loops = {}, {}, 0
        for (name, codes), (_, pack) in zip(generated, packs):
            maps = FieldMaps(codes, self.structs, self.fields, self.blocks)
            maps.build()
            loops = max(loops, maps.loops)
            entries[name] = self.lower_entries(codes, maps)
            rules[name] = self.lower_rules(pack, codes, maps) if pack.overridable else None
        fields = tuple(LoweredField(field, self.trait(field.trait)) for field in self.fields)
        self.check_limits()
        json = self.json_segments() if self.options.json else None
        self.check_pool()
        name_at = {name: self.names(found) for name, found in entries.items()}
        names = tuple(name.encode("utf-8") + b"\0" for name in self.name_places)
        files, origins = self.origins()
        codes = generated[0][1]
        made = Tables(self.pool, tuple(self.text), json, entries[""], fields, tuple(self.traits), names, name_at[""],
                      files, origins, sum(not code.hidden for code in codes.values()), self.structs,
                      max((depth(found, key, {}) for _, found in generated for key in found), default=0), loops, 0)
        variants = tuple(Variant(name, entries[name], name_at[name], crc(made, entries[name], name_at[name]),
                                 rules[name])
                         for name, _ in packs[1:])
        return replace(made, crc=crc(made, made.entries, made.name_at), variants=variants, rules=rules[""],
                       plans=lower_plans(self.pack, codes, plans[0]))

    def check_limits(self) -> None:
        if len(self.traits) > op.MAX_TRAITS:
            raise Limit(f"the pack's variables differ in {len(self.traits)} ways; at most {op.MAX_TRAITS} "
                        "combinations of limits and defaults can be stored", None)
        if len(self.text) > op.MAX_CHOICE_SEGMENT and any(trait.count for trait in self.trait_numbers):
            raise Limit(f"the pack has {len(self.text)} segments; with choices at most {op.MAX_CHOICE_SEGMENT}", None)

    def check_pool(self) -> None:
        if self.pool.size() > op.MAX_POOL:
            raise Limit(f"all texts of the pack and its overlays take {self.pool.size()} bytes; at most "
                        f"{op.MAX_POOL} can be stored", None)

    # ---- segments ----

    def lower_entries(self, codes: dict[str, EntryCode], maps: FieldMaps) -> tuple[LoweredEntry, ...]:
        if len(codes) > 0xFFFF:
            raise Limit(f"the pack has {len(codes)} entries; at most 65535 can be stored", None)
        numbers = {key: number for number, key in enumerate(codes)}
        entries = []
        for key, code in codes.items():
            pieces = [self.resolved(piece, code, maps, numbers) for piece in self.flattener.run(code.code)]
            if len(pieces) > 0xFFFF:
                raise Limit(f"{code.id} has {len(pieces)} segments; at most 65535 can be stored", code.span)
            plain = all(not piece.op & 0x8000 for piece in pieces)
            flags = ((op.ENTRY_PLAIN if plain else 0) | (op.ENTRY_REQUEST if code.request else 0)
                     | (op.ENTRY_HIDDEN if code.hidden else 0) | (op.ENTRY_CONSTANT if code.constant else 0))
            entries.append(LoweredEntry(key, code.id, self.stretch(pieces, code), maps.bases.get(key, 0), len(pieces),
                                        code.inputs, flags, bool(code.struct)))
        return tuple(entries)

    def lower_rules(self, pack: model.Pack, codes: dict[str, EntryCode], maps: FieldMaps) -> RuleTables:
        """What a start-up overlay may write: names that stand for fixed text or for parts have segments to copy."""
        writer = RuleWriter(pack)
        numbers = {key: number for number, key in enumerate(codes)}
        for slot in pack.entries:
            if not isinstance(slot, model.Slot):
                continue
            code = codes[slot.id]
            stretches = []
            for rule in code.names:
                pieces = [self.resolved(piece, code, maps, numbers) for piece in self.flattener.run(rule.code)]
                stretches.append((self.stretch(pieces, code), len(pieces)) if pieces else (0, 0))
            writer.slot(slot, numbers[slot.id], code.names, stretches)
        for constant in sorted(pack.constants, key=lambda item: item.name.encode()):
            writer.constant(constant, numbers.get(codegen.constant_key(constant.name), NOT_REPLACED))
        return writer.tables()

    @staticmethod
    def resolved(piece: Piece, code: EntryCode, maps: FieldMaps, numbers: dict[str, int]) -> Piece:
        """A piece with the numbers of what it names."""
        kind = piece.op & 0xFF00
        if kind == op.CALL:
            return replace(piece, offset=maps.call_offset(code.key, piece.call),
                           size=numbers[code.calls[piece.call].callee])
        return replace(piece, size=numbers[piece.entry]) if kind == op.FILLED else piece

    def stretch(self, pieces: list[Piece], code: EntryCode) -> int:
        """The first of an entry's segments; entries that are alike share theirs."""
        key = (code.request, *((piece.op, piece.data, piece.offset, piece.size) for piece in pieces))
        if key not in self.stretches:
            self.stretches[key] = len(self.text)
            for piece in pieces:
                if piece.op < 0x8000 or piece.op & 0xFF00 in (op.PART, op.LINE):
                    self.copying(piece.data, piece.op, code.request, piece.span, code.id)
                else:
                    self.control(Segment(piece.offset, piece.size, piece.op))
        return self.stretches[key]

    def copying(self, data: bytes, operation: int, raw: bool, span: Span | None, owner: str) -> None:
        in_json = data if raw else escaped(data)
        size = max(len(data), len(in_json) if self.options.json else 0)
        if size > MAX_LITERAL:
            raise Limit(f"a separator, default or fixed text of {size} bytes; at most {MAX_LITERAL} can be stored",
                        span)
        self.text.append(Segment(self.pool.put(data, owner), len(data), operation))
        self.escaped.append((in_json, owner))
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
            self.traits.append(LoweredTrait(limit, self.standby_of(item), item.row, op.KEEP[item.keep]))
        return number

    def standby_of(self, trait: Trait) -> int:
        """Segment of a default; that of a choice is among its names. Or the number that stands there."""
        if trait.number is not None:
            return trait.number
        if trait.standby is None:
            return op.NONE
        if trait.count:
            return self.texts(trait.limit_texts) + trait.limit_texts.index(trait.standby)
        return self.texts((trait.standby,))

    def texts(self, texts: tuple[str, ...]) -> int:
        """Number of the first of consecutive segments that hold these texts."""
        if texts not in self.standby:
            self.standby[texts] = len(self.text)
            for text in texts:
                self.copying(text.encode("utf-8"), 0, False, None, "limits, names of choices and defaults")
        return self.standby[texts]

    # ---- names and the source map ----

    def names(self, entries: tuple[LoweredEntry, ...]) -> tuple[int, ...]:
        """Where the name of each entry begins, then that of each placeholder."""
        if not self.options.names:
            return ()
        wanted = [entry.id for entry in entries] + [var.name for entry in entries for var in entry.inputs]
        for name in wanted:
            if name not in self.name_places:
                self.name_places[name] = self.name_size
                self.name_size += len(name.encode("utf-8")) + 1
        return tuple(self.name_places[name] for name in wanted)

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
        return tuple(files), tuple(found) if files else ()


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


def crc(tables: Tables, entries: tuple[LoweredEntry, ...], name_at: tuple[int, ...]) -> int:
    return zlib.crc32(image(tables, entries, name_at))


def image(tables: Tables, entries: tuple[LoweredEntry, ...], name_at: tuple[int, ...]) -> bytes:
    """What the checksum covers, as tables.h says."""
    names = b"".join(tables.names)
    files = b"".join(name.encode("utf-8") + b"\0" for name in tables.files)
    parts = [tables.pool.image()]
    for segments in (tables.text, tables.json or ()):
        parts += [struct.pack("<IHH", item.offset, item.size, item.op) for item in segments]
    parts += [struct.pack("<IIHBB", item.first, item.field, item.count, len(item.inputs), item.flags)
              for item in entries]
    parts += [struct.pack("<H", item.kind) for item in tables.fields]
    parts += [struct.pack("<I", item.limit) for item in tables.traits]
    parts += [names] + [struct.pack("<I", place) for place in name_at]
    parts += [files] + [struct.pack("<HH", *origin) for origin in tables.origins]
    return b"".join(parts)


def head_crc(tables: Tables, entry_count: int, name_count: int, checksum: int) -> int:
    """Checksum of the numbers of the pack's struct, as tables.h says."""
    names = sum(map(len, tables.names))
    files = sum(len(name.encode("utf-8")) + 1 for name in tables.files)
    return zlib.crc32(struct.pack("<8I3H", op.TABLE_VERSION, tables.pool.size(), len(tables.text), len(tables.fields),
                                  names, name_count, files, checksum, entry_count, len(tables.traits),
                                  tables.public_count))
