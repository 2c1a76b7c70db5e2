"""Texts of slots and constants as YAML holds them, and the ways in which YAML changes them unseen."""

from __future__ import annotations

import re
from dataclasses import replace

from .decode import CONTROLS
from .diagnostics import Report
from .nodes import Mapping, Node, Scalar, kind_of
from .scalars import chomping
from .source import Span, Text

_COMMENT = re.compile(r"[ \t]+#[^\n]*")
_BACKSLASH_N = re.compile(r"(?<!\\)(?:\\\\)*(\\n)")
_LONGEST_SHOWN = 60


def prompt_text(node: Node, report: Report, where: str, *, keep_final_newline: bool = False) -> Text | None:
    """The text that a node holds, byte for byte as YAML 1.2 defines it; None after an error.

    `where` names whose text it is. `no`, `12` and `1.0` are text; null and an empty node are not.
    """
    if not isinstance(node, Scalar):
        _not_text(node, where, report)
        return None
    if kind_of(node) == "null":
        _nothing(node, where, report)
        return None
    _control(node, where, report)
    if node.style == "plain":
        _cut(node, where, report)
        _folded(node, where, report)
    elif node.style == "single":
        _backslash_n(node, where, report)
    elif node.style in ("literal", "folded") and not keep_final_newline:
        _final_newline(node, where, report)
    return node.text


def _line(span: Span) -> Span:
    """The part of a span in its first line."""
    stop = span.source.text.find("\n", span.start, span.end)
    return span if stop < 0 else replace(span, end=stop)


def _written(span: Span) -> str:
    """What stands at a span, if it is short and in one line."""
    text = span.source.text[span.start:span.end]
    return "" if "\n" in text or len(text) > _LONGEST_SHOWN else text


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'" if '"' in text or "\\" in text else f'"{text}"'


def _not_text(node: Node, where: str, report: Report) -> None:
    written = _written(node.span)
    flow = node.span.source.text[node.span.start:node.span.start + 1] in ("{", "[")
    what = "a mapping" if isinstance(node, Mapping) else "a list"
    why = ("YAML reads a text that starts with { or [ as a collection" if flow else
           "YAML reads `: ` as the end of a key" if isinstance(node, Mapping) else
           "YAML reads `- ` as an item of a list")
    report.add("PR0220", _line(node.span), f"the text of {where} is {what} to YAML", label="not read as text",
               notes=(why,), helps=(f"quote it: {_quoted(written)}" if written else
                                    "quote it, or write it below `|-`",))


def is_comment(node: Scalar, where: str, report: Report) -> bool:
    """Whether the text of an empty node stands behind it as a comment, which is then an error."""
    source = node.span.source
    comment = _COMMENT.match(source.text, node.span.end)
    if node.value or node.style != "plain" or not comment:
        return False
    span = Span(source, source.text.index("#", node.span.end), comment.end())
    written = _written(span)
    report.add("PR0221", span, f"the text of {where} is empty: YAML reads `# ` as a comment", label="a comment",
               helps=(f"quote it: {_quoted(written)}" if written else "write it below `|-`",))
    return True


def _nothing(node: Scalar, where: str, report: Report) -> None:
    if is_comment(node, where, report):
        return
    what = "empty to YAML" if node.value == "" else f"nothing to YAML: {node.value}"
    quoted = () if node.value == "" else (f'or quote it if it is the text: "{node.value}"',)
    report.add("PR0222", node.span, f"the text of {where} is {what}", label="no text",
               helps=('write "" for an empty text',) + quoted)


def _control(node: Scalar, where: str, report: Report) -> None:
    """Control characters can come in through escapes."""
    for match in CONTROLS.finditer(node.value.replace("\r", "\0")):
        report.add("PR0117", node.text.span(match.start(), match.end()), f"control character in the text of {where}",
                   label=f"U+{ord(node.value[match.start()]):04X}",
                   helps=("remove it; only tab and newline are text",))
        return


def _cut(node: Scalar, where: str, report: Report) -> None:
    source = node.span.source
    comment = _COMMENT.match(source.text, node.span.end)
    if comment:
        start = source.text.index("#", node.span.end)
        written = _written(Span(source, node.span.start, comment.end()))
        report.add("PR0223", Span(source, start, comment.end()), f"the text of {where} ends before this comment",
                   label="not part of the text", notes=("in an unquoted text, YAML reads ` #` as a comment",),
                   helps=(f"quote it: {_quoted(written)}" if written else "quote the text",
                          "or move the comment to a line of its own"))


def _folded(node: Scalar, where: str, report: Report) -> None:
    end = node.span.source.text.find("\n", node.span.start, node.span.end)
    if end >= 0:
        report.add("PR0224", _line(node.span), f"the text of {where} is unquoted over several lines",
                   label="goes on below", notes=("YAML joins such lines with spaces",),
                   helps=("write it below `|-` to keep its lines, or below `>-` to join them",))


def _backslash_n(node: Scalar, where: str, report: Report) -> None:
    match = _BACKSLASH_N.search(node.value)
    if match:
        report.add("PR0225", node.text.span(match.start(1), match.end(1)),
                   f"the text of {where} holds a backslash and an n", label="not a newline",
                   notes=("single quotes keep backslashes as they are",),
                   helps=("use double quotes for a newline",))


def _final_newline(node: Scalar, where: str, report: Report) -> None:
    source, start = node.span.source, node.span.start
    if not node.value.endswith("\n") or chomping(source.text, start) == "+":
        return
    sign = source.text[start]
    report.add("PR0226", Span(source, start, start + 1), f"the text of {where} ends in a newline",
               label="keeps one final newline",
               helps=(f"write {sign}- to drop it", f"or {sign}+ or `final_newline: keep` if it is meant"))
