"""The tokens of a template: everything in a text that its syntax could give a meaning to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator, Optional, Tuple

NAME = "[A-Za-z_][A-Za-z0-9_]*"

_SINGLE = re.compile(rf"\{{([#^/]?)({NAME})\}}")
_DOUBLE = re.compile(rf"\{{\{{([#^/]?)({NAME}(?:\.{NAME})*)\}}\}}")
_LINE_END = re.compile(r"[ \t]*\r?(?:\n|\Z)")


@dataclass(frozen=True)
class Token:
    """Offsets are those of the value."""

    kind: str  #: name, tag or group (a `{{` that opens no name although a `}}` follows)
    start: int
    end: int
    name: str = ""
    sigil: str = ""  #: of a tag: #, ^ or /
    backslashes: int = 0  #: directly before it
    line_start: int = -1  #: of a tag alone on its line: where that line starts, else -1
    next_line: int = -1  #: and where the next one starts, the end of the text if there is none

    @property
    def alone(self) -> bool:
        return self.line_start >= 0


def tokenize(value: str, syntax: str) -> Iterator[Token]:
    """The tokens of a text in order. The time is linear: every character is looked at a bounded number of times."""
    spans = {"single": _single, "double": _double, "none": _none}[syntax](value)
    before = 0
    for start, end, match in spans:
        backslashes = _backslashes(value, before, start)
        if match is None:
            yield Token("group", start, end, backslashes=backslashes)
        elif match[1] == "":
            yield Token("name", start, end, match[2], backslashes=backslashes)
        else:
            line_start, next_line = _line(value, before, start, end)
            yield Token("tag", start, end, match[2], match[1], backslashes, line_start, next_line)
        before = end


#: Start, end and, but for a group, what matched.
_Span = Tuple[int, int, Optional["re.Match[str]"]]


def _none(value: str) -> Iterator[_Span]:
    return iter(())


def _single(value: str) -> Iterator[_Span]:
    for match in _SINGLE.finditer(value):
        yield match.start(), match.end(), match


def _double(value: str) -> Iterator[_Span]:
    start = value.find("{{")
    while start >= 0:
        match = _DOUBLE.match(value, start)
        end = match.end() if match else value.find("}}", start + 2) + 2
        if end < 2:
            return  # no `}}` follows: this `{{` and all that come are literal
        yield start, end, match
        start = value.find("{{", end)


def _backslashes(value: str, before: int, start: int) -> int:
    at = start
    while at > before and value[at - 1] == "\\":
        at -= 1
    return start - at


def _line(value: str, before: int, start: int, end: int) -> tuple[int, int]:
    """Start of a tag's line and of the next, or -1 twice if it is not alone on its line."""
    at = start
    while at > before and value[at - 1] in " \t":
        at -= 1
    if at > 0 and value[at - 1] != "\n":
        return -1, -1
    match = _LINE_END.match(value, end)
    return (at, match.end()) if match else (-1, -1)
