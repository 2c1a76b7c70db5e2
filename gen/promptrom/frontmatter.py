"""Markdown files: front matter and body."""

from __future__ import annotations

import re

from .decode import TextFile
from .diagnostics import Report
from .files import whole_text
from .nodes import Mapping, Scalar
from .source import Source, Span, Text
from .yamlread import parse_mapping

_CLOSING = re.compile(r"^---(?:\n|\Z)", re.MULTILINE)
_BLANK_BEFORE = re.compile(r"(?:[ \t]*\n)+(---)\n")
_ALMOST = re.compile(r"(---[ \t]+|\+\+\+[ \t]*)(?:\n|\Z)")
_ALMOST_CLOSING = re.compile(r"^(?:---[ \t]+|----+[ \t]*|\.\.\.[ \t]*|[ \t]+---[ \t]*)$", re.MULTILINE)


def split(file: TextFile, report: Report, *, keep_newlines: bool = False,
          keep_final_newline: bool = False) -> tuple[Mapping | None, Text | None]:
    """Front matter, None if there is none, and body, None if the front matter cannot be read.

    Both `keep_…` are the pack's; the file's own `newlines` and `final_newline` go before them.
    """
    source = file.source
    front, start = None, 0
    if source.text.startswith("---\n") or source.text == "---":
        closing = _CLOSING.search(source.text, 4)
        if closing is None:
            never_closed(source, report)
            return None, None
        front = parse_mapping(source, report, 4, closing.start())
        if front is None:
            return None, None
        start = closing.end()
    else:
        not_front_matter(source, report)
    keep_newlines = _keeps(front, "newlines", keep_newlines)
    keep_final_newline = _keeps(front, "final_newline", keep_final_newline)
    if not keep_newlines:
        file.note_line_ends(report)
    elif file.kept is not source:
        source, start = file.kept, same_line(source, start, file.kept)
    if front is not None:
        start = _behind_blank_line(source, start)
    return front, whole_text(source, start, keep_final_newline)


def _keeps(front: Mapping | None, key: str, otherwise: bool) -> bool:
    node = front.get(key) if front else None
    return node.value == "keep" if isinstance(node, Scalar) else otherwise


def same_line(source: Source, offset: int, kept: Source) -> int:
    """Where the line that starts at an offset, or the text that ends there, does so in the text with its own line
    ends."""
    if offset == len(source.text):
        return len(kept.text)
    ends = source.text.count("\n", 0, offset)
    at = 0
    for match in re.compile(r"\r\n?|\n").finditer(kept.text):
        if ends == 0:
            break
        ends, at = ends - 1, match.end()
    return at if offset else 0


def _behind_blank_line(source: Source, start: int) -> int:
    """One blank line directly after front matter is separation."""
    for end in ("\n", "\r\n", "\r"):
        if source.text.startswith(end, start):
            return start + len(end)
    return start


def never_closed(source: Source, report: Report) -> None:
    almost = _ALMOST_CLOSING.search(source.text, 4)
    helps: tuple[str, ...] = ("write a line `---` behind the last key",)
    if almost:
        line, _ = source.position(almost.start())
        helps = (f"line {line} must be exactly `---`",)
    report.add("PR0212", Span(source, 0, 3), "the front matter is never closed", label="opened here", helps=helps,
               notes=("a first line `---` opens front matter, the next line `---` closes it",))


def not_front_matter(source: Source, report: Report) -> None:
    """Warnings for what was meant as front matter and would be shipped as prompt text."""
    blank = _BLANK_BEFORE.match(source.text)
    if blank and _CLOSING.search(source.text, blank.end()):
        report.add("PR0213", Span(source, blank.start(1), blank.end(1)), "front matter behind a blank line is text",
                   label="not in the first line", helps=("remove the blank lines before it",))
        return
    almost = _ALMOST.match(source.text)
    if almost:
        written = "+++" if almost[1].startswith("+") else "--- with spaces behind it"
        report.add("PR0213", Span(source, 0, 3), f"a first line {written} does not open front matter",
                   label="read as text", helps=("write exactly `---`, and YAML below it",))
