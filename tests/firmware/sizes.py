"""Bytes that the linker puts into a program, by object, from the map that it writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

#: GNU: a section's name, perhaps on a line of its own, address, size and object. What was left out stands before.
GNU_START = "\nLinker script and memory map\n"
GNU = re.compile(r"^ \.(\w\S*)\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S.*)$", re.MULTILINE)
#: LLD, for WebAssembly: address, offset, size, then the object and its function or section.
WASM = re.compile(r"^ +\S+ +[0-9a-f]+ +([0-9a-f]+) +(\S.*):\((\.?)(\S+)\)$", re.MULTILINE)

KINDS = {"text": "code", "rodata": "constants", "srodata": "constants", "data": "memory", "sdata": "memory",
         "bss": "memory", "sbss": "memory"}


@dataclass(frozen=True)
class Size:
    """Bytes of code, of read-only data, and of data that is written to."""

    code: int = 0
    constants: int = 0
    memory: int = 0

    def __add__(self, other: Size) -> Size:
        return Size(self.code + other.code, self.constants + other.constants, self.memory + other.memory)


def sections(text: str) -> Iterator[tuple[str, int, Path]]:
    """Name, such as bss.buffer, bytes and object of each section that was linked."""
    _, start, linked = text.partition(GNU_START)
    if start:
        for name, size, path in GNU.findall(linked):
            yield name, int(size, 16), Path(path)
        return
    for size, path, dot, name in WASM.findall(text):
        yield name if dot else f"text.{name}", int(size, 16), Path(path)


def by_object(map_file: Path, folder: Path) -> dict[str, Size]:
    """Sizes of the objects of a folder by their names, those without any bytes left out."""
    found: dict[str, Size] = {}
    for name, size, path in sections(map_file.read_text(encoding="utf-8")):
        kind = name.partition(".")[0]
        if path.parent == folder and size and kind in KINDS:
            found[path.stem] = found.get(path.stem, Size()) + Size(**{KINDS[kind]: size})
    return found


def total(sizes: dict[str, Size]) -> Size:
    return sum(sizes.values(), Size())
