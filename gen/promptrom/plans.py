"""Lowering: the plans of a pack's events, as include/promptrom/blocks.h has them.

Everything that can be decided before the program runs is decided here: which blocks an event has, their order, and
for a block without arguments its size, its price and its hash.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from . import events, model
from .blocks import DURABILITIES, LAYERS, OUTPUTS, SOURCE_KINDS, TYPES
from .codegen import EntryCode, Limit
from .facts import TOKEN
from .plancode import PlanCode, Step
from .reference import render
from .xxh64 import xxh64

VERSION = 1
NO_INPUT = 0xFF
FLAGS = ("REPEATED", "FIXED", "ALWAYS", "DOCUMENT")
LONGEST = 0xFFFF  #: of a text of the plans


@dataclass(frozen=True)
class Fixed:
    """A text that does not depend on arguments."""

    size: int
    tokens: int
    hash: int


@dataclass(frozen=True, eq=False)
class LoweredBlock:
    slot: model.Slot
    texts: tuple[int, ...]  #: offsets of id, title, label, tags, order, path, version, owner, description
    fixed: Fixed | None
    flags: tuple[str, ...]
    path_input: int
    version_input: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """Type, layer, output, durability and kind of its source, from 1."""
        block = self.slot.block
        kind = dict(block.source)["kind"]
        return tuple(words.index(word) + 1 for words, word in (
            (TYPES, block.type), (LAYERS, block.layer), (OUTPUTS, block.output), (DURABILITIES, block.durability),
            (SOURCE_KINDS, kind)))


@dataclass(frozen=True, eq=False)
class LoweredStep:
    block: int
    entry: int
    comment: str


@dataclass(frozen=True, eq=False)
class LoweredPlan:
    event: str
    assembly: int
    first: int
    count: int


@dataclass(frozen=True, eq=False)
class LoweredRenderer:
    request: model.Request
    entry: int
    event: int
    runtime: int
    first: int
    count: int


@dataclass(frozen=True, eq=False)
class PlanTables:
    texts: tuple[bytes, ...]  #: each behind its size in two bytes
    blocks: tuple[LoweredBlock, ...]
    steps: tuple[LoweredStep, ...]
    plans: tuple[LoweredPlan, ...]  #: one an event
    renderers: tuple[LoweredRenderer, ...]
    shown: tuple[tuple[int, int], ...]  #: entry and kind
    runtimes: tuple[int, ...]  #: offsets of their names

    def crcs(self, pack_crc: int) -> tuple[int, int]:
        """Of the tables, and of the numbers that say how long they are."""
        crc = zlib.crc32(image(self, pack_crc))
        return crc, zlib.crc32(struct.pack("<3I5H", VERSION, len(text_image(self)), crc, len(self.blocks),
                                           len(self.steps), len(self.renderers), len(self.shown), len(self.runtimes)))


def lower_plans(pack: model.Pack, codes: dict[str, EntryCode], code: PlanCode) -> PlanTables | None:
    """None if the pack has neither blocks for events nor renderers."""
    if not code.steps and not code.shown:
        return None
    return PlanWriter(pack, codes, code).tables()


class PlanWriter:
    def __init__(self, pack: model.Pack, codes: dict[str, EntryCode], code: PlanCode):
        self.pack, self.code = pack, code
        self.numbers = {key: number for number, key in enumerate(codes)}
        self.places: dict[bytes, int] = {}
        self.size = 0

    def tables(self) -> PlanTables:
        slots = ordered_blocks(self.pack, self.code)
        sources = {step.block: step.sources for _, steps in self.code.steps for step in steps}
        blocks = tuple(self.block(slot, dict(sources[slot.id])) for slot in slots)
        numbers = {slot.id: number for number, slot in enumerate(slots)}
        steps, plans = self.plans(numbers)
        renderers, shown = self.renderers()
        runtimes = tuple(self.text(runtime.name) for runtime in self.pack.runtimes)
        return PlanTables(tuple(self.places), blocks, steps, plans, renderers, shown, runtimes)

    def text(self, text: str) -> int:
        """Its offset, behind two bytes that say its size."""
        data = text.encode("utf-8")
        if len(data) > LONGEST:
            raise Limit(f"a text of {len(data)} bytes about a block; at most {LONGEST} can be stored", None)
        stored = len(data).to_bytes(2, "little") + data
        if stored not in self.places:
            self.places[stored] = self.size + 2
            self.size += len(stored) + 1  # a NUL, so that C takes it as a string
        return self.places[stored]

    def block(self, slot: model.Slot, inputs: dict[str, int]) -> LoweredBlock:
        block = slot.block
        source = dict(block.source)
        texts = (slot.id, block.title, block.label, ", ".join(block.tags), order_text(block.order),
                 *(source.get(key, "") for key in ("path", "version", "owner", "description")))
        fixed = fixed_text(self.pack, slot)
        always = fixed is not None and fixed.size > 0 and not (block.when or block.unless or block.each)
        flags = (("REPEATED", bool(block.each)), ("FIXED", fixed is not None), ("ALWAYS", always),
                 ("DOCUMENT", source["kind"] == "workspace_doc"))
        return LoweredBlock(slot, tuple(map(self.text, texts)), fixed, tuple(name for name, holds in flags if holds),
                            inputs.get("path", NO_INPUT), inputs.get("version", NO_INPUT))

    def plans(self, blocks: dict[str, int]) -> tuple[tuple[LoweredStep, ...], tuple[LoweredPlan, ...]]:
        listed = dict(self.code.steps)
        assemblies = {entry.event: entry.id for entry in self.pack.entries if isinstance(entry, model.Assembly)}
        steps: list[LoweredStep] = []
        plans = []
        for event in events.EVENTS:
            own = listed.get(event, ())
            assembly = self.numbers[assemblies[event]] if own else 0
            plans.append(LoweredPlan(event, assembly, len(steps) if own else 0, len(own)))
            steps += [self.step(event, step, blocks) for step in own]
        return tuple(steps), tuple(plans)

    def step(self, event: str, step: Step, blocks: dict[str, int]) -> LoweredStep:
        return LoweredStep(blocks[step.block], self.numbers[step.key], f"{event}: {step.block}")

    def renderers(self) -> tuple[tuple[LoweredRenderer, ...], tuple[tuple[int, int], ...]]:
        found, shown = [], []
        listed = dict(self.code.shown)
        runtimes = [runtime.name for runtime in self.pack.runtimes]
        for entry in self.pack.entries:
            if not isinstance(entry, model.Request) or entry.renderer is None:
                continue
            own = [(self.numbers[item.key], events.PROMPT_KINDS.index(item.kind) + 1) for item in listed[entry.id]]
            found.append(LoweredRenderer(entry, self.numbers[entry.id], events.EVENTS.index(entry.renderer.event) + 1,
                                         runtimes.index(entry.renderer.runtime), len(shown), len(own)))
            shown += own
        return tuple(found), tuple(shown)


def ordered_blocks(pack: model.Pack, code: PlanCode) -> list[model.Slot]:
    """Every block of the nine events once, by output, order and id: the order that they have in each event."""
    used = {step.block for _, steps in code.steps for step in steps}
    slots = [entry for entry in pack.entries if isinstance(entry, model.Slot) and entry.id in used]
    return sorted(slots, key=lambda slot: (OUTPUTS.index(slot.block.output), slot.block.order, slot.id.encode()))


def order_text(order: float) -> str:
    """In decimal, as fingerprints take it."""
    return str(int(order)) if order == int(order) else repr(order)


def fixed_text(pack: model.Pack, slot: model.Slot) -> Fixed | None:
    """None where an argument or a start-up overlay may change the text."""
    if slot.inputs or pack.overridable:
        return None
    data = render(pack, slot.id, {})
    return Fixed(len(data), tokens(data), xxh64(data))


def tokens(data: bytes) -> int:
    """The estimate: UTF-16 units, four a token."""
    units = len(data.decode("utf-8").encode("utf-16-le")) // 2
    return -(-units // TOKEN)


# ---- verification ----


def text_image(tables: PlanTables) -> bytes:
    return b"".join(item + b"\0" for item in tables.texts)


def image(tables: PlanTables, pack_crc: int) -> bytes:
    """What the checksum covers, as blocks.h says."""
    parts = [text_image(tables)]
    parts += [block_image(block) for block in tables.blocks]
    parts += [struct.pack("<2H", item.block, item.entry) for item in tables.steps]
    parts += [struct.pack("<3H", item.assembly, item.first, item.count) for item in tables.plans]
    parts += [struct.pack("<HBBHH", item.entry, item.event, item.runtime, item.first, item.count)
              for item in tables.renderers]
    parts += [struct.pack("<2H", *item) for item in tables.shown]
    parts += [struct.pack("<I", item) for item in tables.runtimes] + [struct.pack("<I", pack_crc)]
    return b"".join(parts)


def block_image(block: LoweredBlock) -> bytes:
    fixed = block.fixed or Fixed(0, 0, 0)
    flags = sum(1 << FLAGS.index(flag) for flag in block.flags)
    return struct.pack("<13I8B", *block.texts, fixed.size, fixed.tokens, fixed.hash & 0xFFFFFFFF, fixed.hash >> 32,
                       *block.numbers, flags, block.path_input, block.version_input)
