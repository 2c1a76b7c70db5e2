"""Tables and arguments as they lie in memory, for the harness: LP64, little-endian, every pointer relocated there.

A file holds packs, each followed by its cases. All numbers are 32 bits wide unless said otherwise; `bytes` below
stands for a size and as many bytes.

    pack    segments fields entries traits public crc layout_sum head_crc, bytes: pool, text segments, JSON segments
            (empty: none), entries, fields, traits, names, name_at, files, origins; then 0, or 1 and an overlay of
            that pack; then the number of cases, which render what was last
    overlay segments entries public crc head_crc, bytes: pool, text segments, JSON segments, entries, replaced
    case    id format status unserved, the number of places that an error may name with each of them
            (id << 16 | placeholder), bytes: result; the number of blocks with the bytes of each, the first being the
            argument struct; the number of relocations with block, offset, target block and size of a row (0: not
            rows) of each
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Any, Mapping, Sequence

from promptrom import model, opcodes as op
from promptrom.lower import Tables, head_crc
from promptrom.structs import Struct

from startup import StartOverlay

NO_PLACEHOLDER = 0xFFFF
TEXT = struct.Struct("<QQ")
ROWS = struct.Struct("<QQQQ")
DIGITS = 20

#: Size and alignment of what a member of a struct can be, by the type of its variable.
MEMBERS = {"text": (16, 8), "json": (16, 8), "integer": (1 + DIGITS, 1), "flag": (1, 1), "choice": (4, 4),
           "rows": (32, 8)}


@dataclass(frozen=True)
class Layout:
    offsets: Mapping[str, int]  #: by the member's name in C
    size: int


def layout_of(made: Struct, set_words: int) -> Layout:
    offsets, at, widest = {}, 0, 1
    for member in made.members:
        size, alignment = MEMBERS.get(member.variable.type, (4 * set_words, 4))
        at = -(-at // alignment) * alignment
        offsets[member.name] = at
        at += size
        widest = max(widest, alignment)
    return Layout(offsets, -(-at // widest) * widest)


def packed(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def numbers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


@dataclass(frozen=True)
class Case:
    """One call with what must come of it. `error` is the number of a status, 0 if there is a result."""

    id: int
    format: int
    error: int
    unserved: bool  #: rows stand within themselves: sources cannot make them
    places: tuple[tuple[int, int], ...]  #: ids and placeholders that an error may name
    result: bytes
    args: Mapping[str, object]


class Images:
    """Memory images of one pack."""

    def __init__(self, pack: model.Pack, tables: Tables):
        self.tools = tuple(tool.name for tool in pack.tools)
        self.set_words = max(1, -(-len(self.tools) // 32))
        roots = [tables.structs.entry(entry.key, entry.inputs) for entry in tables.entries[:tables.public_count]]
        self.roots = roots
        self.structs = {made.name: made for made in [*roots, *tables.structs.rows.values()]}
        self.layouts = {name: layout_of(made, self.set_words) for name, made in self.structs.items()}

    # ---- tables ----

    def pack(self, tables: Tables, overlay: StartOverlay | None, cases: Sequence[Case]) -> bytes:
        """Tables with cases; those of an overlay differ from the pack's own in entries and names only."""
        names = b"".join(tables.names)
        files = b"".join(name.encode("utf-8") + b"\0" for name in tables.files)
        offsets = [self.field_offset(item) for item in tables.fields]
        standbys = [self.standby(item) for item in tables.traits]
        parts = [
            tables.pool.image(), segments(tables.text), segments(tables.json or ()),
            entries(tables.entries),
            b"".join(struct.pack("<HH", offset, item.kind) for offset, item in zip(offsets, tables.fields)),
            b"".join(struct.pack("<II", item.limit, standby) for item, standby in zip(tables.traits, standbys)),
            names, numbers(*tables.name_at), files,
            b"".join(struct.pack("<HH", *origin) for origin in tables.origins)]
        head = numbers(len(tables.text), len(tables.fields), len(tables.entries), len(tables.traits),
                       tables.public_count, tables.crc, layout_sum(offsets + standbys),
                       head_crc(tables, len(tables.entries), len(tables.name_at), tables.crc))
        over = numbers(0) if overlay is None else numbers(1) + overlay_image(overlay)
        return b"".join([head, *map(packed, parts), over, numbers(len(cases)), *map(self.case, cases)])

    def field_offset(self, item) -> int:
        field = item.field
        if field.kind == "INDEX":
            return field.add
        if not field.struct or field.kind == "CONSTANT":
            return 0
        return self.layouts[field.struct].offsets[field.member]

    def standby(self, trait) -> int:
        return trait.keep << 16 | self.layouts[trait.row].size if trait.row else trait.standby

    # ---- cases ----

    def case(self, case: Case) -> bytes:
        memory = Memory(self)
        memory.root(self.roots[case.id], case.args)
        parts = [numbers(case.id, case.format, case.error, case.unserved, len(case.places),
                         *(id << 16 | placeholder for id, placeholder in case.places)),
                 packed(case.result), numbers(len(memory.blocks)), *map(packed, memory.blocks),
                 numbers(len(memory.relocations)), *(numbers(*item) for item in memory.relocations)]
        return b"".join(parts)


def segments(items) -> bytes:
    return b"".join(struct.pack("<IHH", item.offset, item.size, item.op) for item in items)


def entries(items) -> bytes:
    return b"".join(struct.pack("<IIHBB", item.first, item.field, item.count, len(item.inputs), item.flags)
                    for item in items)


def overlay_image(overlay: StartOverlay) -> bytes:
    parts = [overlay.pool, segments(overlay.text), segments(overlay.json or ()), entries(overlay.entries),
             struct.pack(f"<{len(overlay.replaced)}H", *overlay.replaced)]
    checksum = zlib.crc32(b"".join(parts))
    head = struct.pack("<8I3H", op.TABLE_VERSION, len(overlay.pool), len(overlay.text), 0, 0, 0, 0, checksum,
                       len(overlay.entries), 0, overlay.public_count)
    return b"".join([numbers(len(overlay.text), len(overlay.entries), overlay.public_count, checksum,
                             zlib.crc32(head)), *map(packed, parts)])


def layout_sum(values: list[int]) -> int:
    """As include/promptrom/tables.h has it."""
    return sum(value * (index % op.LAYOUT_WEIGHTS + 1) for index, value in enumerate(values)) % op.LAYOUT_MODULUS


class Memory:
    """The arguments of one call."""

    def __init__(self, images: Images):
        self.images = images
        self.blocks: list[bytearray] = []
        self.relocations: list[tuple[int, int, int, int]] = []

    def root(self, made: Struct, args: Mapping[str, Any]) -> None:
        self.blocks.append(bytearray(self.images.layouts[made.name].size))
        self.members(0, 0, made, args)

    def members(self, block: int, base: int, made: Struct, args: Mapping[str, Any]) -> None:
        offsets = self.images.layouts[made.name].offsets
        for member in made.members:
            value = args.get(member.variable.name)
            if value is None:
                continue
            at = base + offsets[member.name]
            if member.variable.type == "rows":
                self.rows(block, at, self.images.structs[member.type.removesuffix("_rows") + "_row"], value)
            elif member.variable.type in ("text", "json"):
                self.put(block, at, TEXT.pack(0, len(value)))
                self.point(block, at, bytearray(value), 0)
            else:
                self.put(block, at, self.scalar(member.variable, value))

    def rows(self, block: int, at: int, made: Struct, rows: list) -> None:
        size = self.images.layouts[made.name].size
        self.put(block, at, ROWS.pack(0, len(rows), 0, 0))
        target = self.point(block, at, bytearray(size * len(rows)), max(size, 1))
        for number, row in enumerate(rows):
            self.members(target, size * number, made, row)

    def scalar(self, var: model.Variable, value: Any) -> bytes:
        if var.type == "integer":
            digits = str(value).encode()
            return bytes([len(digits)]) + digits
        if var.type == "flag":
            return bytes([bool(value)])
        if var.type == "choice":
            return numbers(var.of.index(value) + 1 if value in var.of else len(var.of) + 1)
        bits = sum(1 << self.images.tools.index(name) for name in value)
        return bits.to_bytes(4 * self.images.set_words, "little")

    def put(self, block: int, at: int, data: bytes) -> None:
        self.blocks[block][at:at + len(data)] = data

    def point(self, block: int, at: int, data: bytearray, row: int) -> int:
        self.blocks.append(data)
        self.relocations.append((block, at, len(self.blocks) - 1, row))
        return len(self.blocks) - 1
