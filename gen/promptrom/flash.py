"""What tables take of a device's flash: the whole pack, and what each entry adds to it."""

from __future__ import annotations

from dataclasses import dataclass

from . import opcodes as op
from .lower import LoweredEntry, Segment, Tables

ENTRY, SEGMENT, FIELD, TRAIT, NUMBER = 12, 8, 4, 8, 4  #: bytes


@dataclass(frozen=True)
class Flash:
    own: int  #: bytes that would go with the entry: its tables, and literals that nothing before it uses
    shared: int  #: bytes of its literals that others have stored already


def pack_flash(tables: Tables) -> int:
    """Bytes of all tables, names and source map included; the pack's own struct and the rules for overlays at
    start-up, which are for programs that read any, not."""
    overlays = sum(ENTRY * len(item.entries) + (NUMBER * len(item.name_at) if item.name_at != tables.name_at else 0)
                   for item in tables.variants)
    segments = len(tables.text) + len(tables.json or ())
    return (overlays + tables.pool.size() + SEGMENT * segments + ENTRY * len(tables.entries)
            + FIELD * len(tables.fields) + TRAIT * len(tables.traits) + sum(map(len, tables.names))
            + NUMBER * (len(tables.name_at) + len(tables.origins))
            + sum(len(name.encode()) + 1 for name in tables.files))


def entry_flash(tables: Tables) -> dict[str, Flash]:
    """By key. An anonymous entry counts with the one that it belongs to; names, traits and overlays with none."""
    maps = map_sizes(tables)
    seen: set[tuple[int, int]] = set()
    stretches: set[int] = set()
    found: dict[str, Flash] = {}
    for entry in tables.entries:
        stretch = tables.text[entry.first:entry.first + entry.count]
        has_map = entry.inputs or any(item.op & 0xFF00 == op.CALL for item in stretch)
        own, shared = ENTRY + (FIELD * maps.pop(entry.field, 0) if has_map else 0), 0
        for segments in (tables.text, tables.json or ()):
            stretch = segments[entry.first:entry.first + entry.count]
            own += 0 if entry.first in stretches else SEGMENT * len(stretch)
            new, old = literals(stretch, seen)
            own, shared = own + new, shared + old
        stretches.add(entry.first)
        key = entry.id if entry.flags & op.ENTRY_HIDDEN else entry.key
        known = found.get(key, Flash(0, 0))
        found[key] = Flash(known.own + own, known.shared + shared)
    return found


def map_sizes(tables: Tables) -> dict[int, int]:
    """Fields of each map by where it begins; entries may share one."""
    starts = sorted({entry.field for entry in tables.entries if is_root(entry)})
    return {start: end - start for start, end in zip(starts, starts[1:] + [len(tables.fields)])}


def is_root(entry: LoweredEntry) -> bool:
    return not entry.flags & op.ENTRY_HIDDEN


def literals(segments: tuple[Segment, ...], seen: set[tuple[int, int]]) -> tuple[int, int]:
    """Bytes of literals that are new, and of those that `seen` holds; what is new goes there."""
    new = old = 0
    for segment in segments:
        if segment.op & 0x8000 and segment.op & 0xFF00 not in (op.PART, op.LINE):
            continue
        place = (segment.offset, segment.size)
        if place in seen:
            old += segment.size
        else:
            new += segment.size
            seen.add(place)
    return new, old
