"""Diagnostics as text for people and as JSON for programs."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Iterable, Sequence

from .diagnostics import Diagnostic, Related
from .source import Span

WIDTH = 100  #: columns of a source line that are shown
TAB = 4
MOST_SHOWN = 20
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m", "bold": "\x1b[1m",
            "gutter": "\x1b[1;34m"}
_PLAIN = "\x1b[0m"
#: How Python holds the bytes of names that are no text.
_BYTE = re.compile("[\udc80-\udcff]")


# ---- order ----


def ordered(items: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By place, each mistake once: one file read for two purposes tells the same twice."""
    found: dict[tuple[str, tuple[str, int, int], str], Diagnostic] = {}
    for item in items:
        found.setdefault((item.code, _place(item), item.message), item)
    return sorted(found.values(), key=lambda item: (_place(item), item.code, item.message))


def _place(item: Diagnostic) -> tuple[str, int, int]:
    if item.span is None:
        return item.path, -1, -1
    return (item.span.source.path,) + item.span.source.position(item.span.start)


# ---- text ----


def as_text(items: Iterable[Diagnostic], colour: bool = False, most: int = MOST_SHOWN) -> str:
    """Diagnostics ordered by place: the first `most` in full, errors before others, then how many more there are."""
    found = ordered(items)
    first = sorted(found, key=lambda item: item.severity != "error")[:most]
    shown = [item for item in found if item in first]
    parts = [one_as_text(item, colour) for item in shown]
    left = [item for item in found if item not in first]
    if left:
        parts.append(f"{len(left)} more: {count(left)}")
    return "\n\n".join(parts)


def count(items: Sequence[Diagnostic]) -> str:
    """How many of each severity, as "2 errors, 1 warning"."""
    numbers = [(sum(item.severity == severity for item in items), severity)
               for severity in ("error", "warning", "note")]
    return ", ".join(f"{number} {word}{'s' if number > 1 else ''}" for number, word in numbers if number)


def one_as_text(item: Diagnostic, colour: bool = False) -> str:
    """One diagnostic: header, source with caret, second places, notes and helps."""
    paint = _Paint(colour)
    place = _where(item.span) if item.span else item.path
    head = paint(f"{item.severity}[{item.code}]", item.severity)
    lines = [f"{visible(place) + ': ' if place else ''}{head}: {paint(item.message, 'bold')}"]
    gutter = _gutter_width(item)
    if item.span:
        lines += _snippet(item.span, item.label, "^", gutter, paint, item.severity)
    for related in item.related:
        lines.append(f"{' ' * gutter} {paint(':', 'gutter')} {visible(_where(related.span))}")
        lines += _snippet(related.span, related.label, "-", gutter, paint, "gutter")
    for word, texts in (("note", item.notes), ("help", item.helps)):
        lines += [f"{' ' * gutter} {paint('=', 'gutter')} {word}: {visible(text)}" for text in texts]
    return "\n".join(lines)


class _Paint:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, kind: str) -> str:
        text = visible(text)
        return f"{_COLOURS[kind]}{text}{_PLAIN}" if self.colour and text else text


def _where(span: Span) -> str:
    line, column = span.source.position(span.start)
    return f"{span.source.path}:{line}:{column}"


def _gutter_width(item: Diagnostic) -> int:
    spans: list[Span] = ([item.span] if item.span else []) + [related.span for related in item.related]
    return max([5] + [len(str(span.source.position(span.start)[0])) for span in spans])


def _snippet(span: Span, label: str, mark: str, gutter: int, paint: _Paint, kind: str) -> list[str]:
    number, column = span.source.position(span.start)
    window = _window(span.source.line(number), column - 1, column - 1 + span.end - span.start)
    bar = paint("|", "gutter")
    marks = " " * window.indent + paint(mark * window.width + (f" {label}" if label else ""), kind)
    return [f"{paint(f'{number:>{gutter}}', 'gutter')} {bar} {window.text}".rstrip(),
            f"{' ' * gutter} {bar} {marks}".rstrip()]


# ---- one line of source ----


@dataclass(frozen=True)
class _Window:
    text: str
    indent: int  #: columns before the marks
    width: int  #: of the marks, at least 1


def _window(line: str, start: int, end: int) -> _Window:
    """The part of a line around a stretch of it, as it is seen on a terminal."""
    end = max(start, min(end, len(line)))
    first = max(0, start - WIDTH)
    cells = [_cell(character) for character in line[first:start + 2 * WIDTH]]
    widths = [_width(cell) for cell in cells]
    left = len(cells[:start - first])
    room = WIDTH - min(sum(widths[left:end - first]), WIDTH // 2)
    if sum(widths) > WIDTH:
        room //= 2  # the other half is for what follows
    begin, before = left, 0
    while begin > 0 and before + widths[begin - 1] <= room:
        begin -= 1
        before += widths[begin]
    stop, total = begin, 0
    while stop < len(cells) and total + widths[stop] <= WIDTH:
        total += widths[stop]
        stop += 1
    cut_left, cut_right = first + begin > 0, first + stop < len(line)
    marked = sum(widths[left:min(end - first, stop)])
    text = ("…" if cut_left else "") + "".join(cells[begin:stop]) + ("…" if cut_right else "")
    return _Window(text, before + cut_left, max(marked, 1))


def _cell(character: str) -> str:
    """A character as it is shown: tabs as spaces, what has no shape as its code point."""
    if character == "\t":
        return " " * TAB
    if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp") and character not in "\u200c\u200d":
        return f"<U+{ord(character):04X}>"
    return character


def _width(cell: str) -> int:
    if len(cell) > 1:
        return len(cell)
    if unicodedata.combining(cell) or unicodedata.category(cell) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(cell) in ("W", "F") else 1


def visible(text: str) -> str:
    """Text for one line of a terminal: nothing in it can move the cursor or turn the direction of writing."""
    return "".join("\\n" if character == "\n" else _cell(character) if character != "\t" else "\\t"
                   for character in utf8(text))


def utf8(text: str) -> str:
    """Text that can be written as UTF-8: a byte of a name that is none as `\\xff`."""
    return _BYTE.sub(lambda match: f"\\x{ord(match[0]) - 0xDC00:02x}", text)


# ---- JSON ----


def as_json(item: Diagnostic) -> dict[str, object]:
    """One diagnostic as plain values. Keys are always there; lines and columns are from 1, 0 where there is no place.
    Ends lie behind the last character."""
    from . import codes

    known = codes.REGISTRY.get(item.code)
    place = _json_place(item.span) if item.span else {"path": utf8(item.path), "line": 0, "column": 0,
                                                      "end_line": 0, "end_column": 0}
    said: dict[str, object] = {"message": utf8(item.message), **place, "label": utf8(item.label),
                              "notes": [utf8(note) for note in item.notes],
                              "helps": [utf8(help_) for help_ in item.helps]}
    return {"code": item.code, "name": known.name if known else "", "severity": item.severity, **said,
            "related": [_json_related(related) for related in item.related]}


def _json_related(related: Related) -> dict[str, object]:
    return {**_json_place(related.span), "label": utf8(related.label)}


def _json_place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {"path": utf8(span.source.path), "line": line, "column": column, "end_line": end_line,
            "end_column": end_column}
