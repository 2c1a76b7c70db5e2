"""Source text and places in it.

A Source is one file as the compiler sees it: decoded, line ends normalised. Positions are offsets in code points
into `Source.text`; lines and columns are computed from them when a diagnostic is shown.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """One file of a pack."""

    path: str  #: as shown in diagnostics: the pack's path as the user gave it, then the path inside it
    name: str  #: path inside the pack, with `/`
    text: str  #: decoded, without byte-order mark, line ends as `\\n` (unless kept)

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, the column in code points."""
        line = bisect_right(self.line_starts, offset) - 1
        return line + 1, offset - self.line_starts[line] + 1

    def line(self, number: int) -> str:
        """Text of a line (from 1) without its end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True, eq=False)
class Span:
    """A stretch of a source: offsets in code points, end excluded."""

    source: Source
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Text:
    """A value read from a source, and where each of its characters was written.

    `map` holds pairs (offset in value, offset in source), ascending, the first at 0: from each pair on, both run
    alike, one to one. A Markdown body is a single pair; an escaped or indented YAML scalar has more.
    """

    value: str
    source: Source
    map: tuple[tuple[int, int], ...]
    end: int  #: offset in the source behind the last character

    def at(self, offset: int) -> int:
        """Offset in the source of the character at an offset of the value."""
        if offset >= len(self.value):
            return self.end
        index = bisect_right(self.map, (offset, len(self.source.text) + 1)) - 1
        value_start, source_start = self.map[index]
        return source_start + offset - value_start

    def span(self, start: int, end: int) -> Span:
        """Where a stretch of the value was written."""
        first = self.at(start)
        last = self.at(end - 1) + 1 if end > start else first
        return Span(self.source, first, max(first, last))
