"""What a library must be able to do for a pack, by the names of include/promptrom/uses.h: PRM_USE_ASSEMBLIES and so
on, without PRM_USE_."""

from __future__ import annotations

from . import opcodes as op
from .lower import Tables

#: All that a pack may use, in the order of their numbers. PLACES is not among them: it is the program's own choice.
USES = ("ASSEMBLIES", "CONDITIONS", "CHOICES", "ROWS", "RANGES", "FENCES", "JSON", "RAW_JSON", "OVERLAYS",
        "ROWS_IN_ROWS")

BY_OPERATION = {op.WHEN: "CONDITIONS", op.UNLESS: "CONDITIONS", op.CASE: "CHOICES", op.LOOP: "ROWS", op.NEXT: "ROWS",
                op.FILLED: "OVERLAYS"}
BY_KIND = {"FLAG": "CONDITIONS", "SET": "CONDITIONS", "CHOICE": "CHOICES", "ROWS": "ROWS", "COUNT": "ROWS",
           "INDEX": "ROWS", "RANGED": "RANGES", "FENCED": "FENCES", "JSON": "RAW_JSON"}
#: What a text that comes at start-up may be, whatever stands there now.
AT_START_UP = {"ASSEMBLIES", "CONDITIONS", "OVERLAYS"}


def uses_of(tables: Tables) -> tuple[str, ...]:
    """In that order, what the tables of a pack and its overlays use."""
    controls = {segment.op & 0xFF00 for segment in tables.text if segment.op & 0x8000}
    found = {BY_OPERATION[control] for control in controls if control in BY_OPERATION}
    found |= {BY_KIND[item.field.kind] for item in tables.fields if item.field.kind in BY_KIND}
    if controls:
        found.add("ASSEMBLIES")
    if tables.json is not None or any(entry.flags & op.ENTRY_REQUEST for entry in tables.entries):
        found.add("JSON")
    if tables.rules or any(variant.rules for variant in tables.variants):
        found |= AT_START_UP
    if tables.loops > 1:
        found.add("ROWS_IN_ROWS")
    return tuple(use for use in USES if use in found)
