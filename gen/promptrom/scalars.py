"""Scalars of YAML read once more, to know where each character of a value was written.

libyaml gives the value and the place of a scalar, but not which escape, fold or indentation each of its characters
comes from. Each style is therefore scanned again here, by the rules of YAML 1.2 (chapters 7.3 and 8.1), into the
value and its map; `yamlread` compares the value with libyaml's, so that a difference can never go unnoticed.
Line ends are LF.
"""

from __future__ import annotations

import re

from .source import Source, Text

_SPACES = re.compile(" *")
#: White space is matched in whole runs, with or without line ends, which keeps the time linear.
_PLAIN = re.compile(r"[ \t\n]+")
_SINGLE = re.compile(r"''|[ \t\n]+")
_DOUBLE = re.compile(r"\\\n[ \t\n]*|\\x..|\\u.{4}|\\U.{8}|\\.|[ \t\n]+")
_HEADER = re.compile(r"[|>](?:([-+])?([1-9])?|([1-9])([-+]))?[ \t]*(?:#[^\n]*)?(?:\n|\Z)")
_ESCAPES = {"0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
            "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028",
            "P": "\u2029"}


class _Builder:
    """A value as it grows, and where its stretches come from."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.size = 0
        self.map: list[tuple[int, int]] = []

    def add(self, text: str, offset: int) -> None:
        """Appends text whose characters stand in the source from `offset` on, one to one."""
        if not text:
            return
        if not self.map or self.map[-1][1] - self.map[-1][0] != offset - self.size:
            self.map.append((self.size, offset))
        self.parts.append(text)
        self.size += len(text)

    def fold(self, raw: str, offset: int, escaped: bool = False) -> None:
        """Appends what a run of white space becomes: itself, or with line ends, a space or all of them but one."""
        if "\n" not in raw:
            self.add(raw, offset)
            return
        ends = [offset + at for at, character in enumerate(raw) if character == "\n"]
        if len(ends) == 1 and not escaped:
            self.add(" ", ends[0])
        for end in ends[1:]:
            self.add("\n", end)

    def text(self, source: Source, start: int, end: int) -> Text:
        return Text("".join(self.parts), source, tuple(self.map) or ((0, start),), end)


def rescan(source: Source, text: str, style: str, start: int, end: int, indent: int) -> Text:
    """A scalar's value with its map.

    `text` is the source's text as libyaml was given it, `start` and `end` the scalar's place, `indent` the column of
    the block collection around it, -1 if there is none (only block scalars ask).
    """
    if style in ("literal", "folded"):
        return _block(source, text, style == "folded", start, end, indent)
    builder = _Builder()
    if style == "double":
        _quoted(builder, text, start + 1, end - 1, _DOUBLE)
        return builder.text(source, start + 1, end - 1)
    if style == "single":
        _quoted(builder, text, start + 1, end - 1, _SINGLE)
        return builder.text(source, start + 1, end - 1)
    _quoted(builder, text, start, end, _PLAIN)
    return builder.text(source, start, end)


def _quoted(builder: _Builder, text: str, start: int, end: int, special: re.Pattern[str]) -> None:
    """Flow scalars: all is copied but escapes and white space around line ends."""
    at = start
    for match in special.finditer(text, start, end):
        builder.add(text[at:match.start()], at)
        at = match.end()
        raw = match[0]
        if raw == "''":
            builder.add("'", match.start())
        elif raw[0] != "\\":
            builder.fold(raw, match.start())
        elif raw[1] == "\n":
            builder.fold(raw, match.start(), escaped=True)
        else:
            builder.add(_unescape(raw), match.start())
    builder.add(text[at:end], at)


def _unescape(raw: str) -> str:
    return chr(int(raw[2:], 16)) if raw[1] in "xuU" else _ESCAPES[raw[1]]


def chomping(text: str, start: int) -> str:
    """The chomping indicator of the block scalar at an offset: `-`, `+`, or empty."""
    header = _HEADER.match(text, start)
    return (header[1] or header[4] or "") if header else ""


def _block(source: Source, text: str, folded: bool, start: int, end: int, parent: int) -> Text:
    header = _HEADER.match(text, start)
    assert header, "libyaml read a block scalar here"
    given = header[2] or header[3]
    at = header.end()
    indent = max(parent, 0) + int(given) if given else _detect(text, at, parent)
    builder = _Builder()
    last_content = at
    pending: list[int] = []  # line ends after the last line of content
    was_blank = True  # whether the last line of content starts with white space: then nothing is folded
    first = True
    while True:
        at = _skip_blank_lines(text, at, indent, pending)
        if not _has_indent(text, at, indent):
            break
        at += indent
        blank = text[at:at + 1] in (" ", "\t")
        _join_lines(builder, pending, folded and not first and not was_blank and not blank)
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        builder.add(text[at:stop], at)
        last_content = stop
        pending = [stop] if stop < len(text) else []
        was_blank, first, at = blank, False, min(stop + 1, len(text))
        if stop == len(text):
            break
    kept = {"-": 0, "": 0 if first else 1, "+": len(pending)}[chomping(text, start)]
    for offset in pending[:kept]:
        builder.add("\n", offset)
    return builder.text(source, min(last_content, end), last_content)


def _join_lines(builder: _Builder, pending: list[int], fold: bool) -> None:
    """Appends the line ends before a line of content: all, or, folded, all but the first and a space for one."""
    if fold and len(pending) == 1:
        builder.add(" ", pending[0])
        return
    for offset in pending[1 if fold else 0:]:
        builder.add("\n", offset)


def _detect(text: str, at: int, parent: int) -> int:
    """Indentation of a block scalar without an indicator: the most that its first lines have."""
    most = 0
    while True:
        spaces = _spaces(text, at)
        most = max(most, spaces)
        if text[at + spaces:at + spaces + 1] != "\n":
            return max(most, parent + 1, 1)
        at += spaces + 1


def _skip_blank_lines(text: str, at: int, indent: int, pending: list[int]) -> int:
    """Passes lines that hold at most `indent` spaces, adding their ends; the offset of the next line."""
    while True:
        spaces = min(_spaces(text, at), indent)
        if text[at + spaces:at + spaces + 1] != "\n":
            return at
        pending.append(at + spaces)
        at += spaces + 1


def _has_indent(text: str, at: int, indent: int) -> bool:
    return at < len(text) and _spaces(text, at) >= indent and at + indent < len(text)


def _spaces(text: str, at: int) -> int:
    return _SPACES.match(text, at).end() - at  # type: ignore[union-attr]
