"""Syntax errors of YAML in plain words, with the edit that most probably mends them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .diagnostics import Related, Report
from .source import Source, Span

_KEY = re.compile(r"( *(?:- +)*)([^\s\"'#{\[&*!|>%@`:][^:\n]*|\"[^\"\n]*\"|'[^'\n]*'):[ \t]+(\S.*)")
_ITEM = re.compile(r"( *(?:- +)+)()(\S.*)")
_LONGEST_KEY = 1024
_ENDS_INSIDE = re.compile(r"(?P<quote>[\"'])[^\"']*(?<!\s)(?P=quote)[^\w\"'].*")
_LONGEST_SHOWN = 80  #: characters of a line in a help


@dataclass(frozen=True)
class _Fault:
    message: str
    label: str
    helps: tuple[str, ...]
    at_context: bool = False  #: the place is where the construct began, not where libyaml gave up
    code: str = "PR0211"


def report_error(error: Any, source: Source, start: int, end: int, report: Report) -> None:
    """Reports an error of libyaml, which read the stretch of the source from `start` to `end`."""
    at = min(start + error.problem_mark.index, end)
    began = min(start + error.context_mark.index, end) if error.context_mark else at
    if at == end and at > start and source.text[at - 1] == "\n":
        at -= 1
    fault = _explain(error.problem, error.context or "", source, at, began, end)
    place, other = (began, at) if fault.at_context else (at, began)
    related: tuple[Related, ...] = ()
    if source.position(place)[0] != source.position(other)[0] and not (other == began == start):
        related = (Related(_one(source, other, end), "noticed here" if fault.at_context else "this began here"),)
    report.add(fault.code, _one(source, place, end), fault.message, label=fault.label, helps=fault.helps,
               related=related)


def _one(source: Source, at: int, end: int) -> Span:
    return Span(source, at, min(at + 1, end))


def _explain(problem: str, context: str, source: Source, at: int, began: int, end: int) -> _Fault:
    line, start = _line_at(source, at)
    character = source.text[at:at + 1]
    if "tab character" in problem or character == "\t" and "cannot start" in problem:
        return _Fault("a tab in the indentation of YAML", "a tab", ("indent with spaces",))
    if "unexpected end of stream" in problem or "unexpected document indicator" in problem:
        return _Fault("a quote that is never closed", "opened here",
                      ("close it with the same quote, or double a quote that belongs to the text",), True)
    if "unknown escape" in problem:
        return _Fault("an escape that YAML does not know", "unknown escape",
                      ("write \\\\ for a backslash, or use single quotes, in which backslashes are text",))
    if "Unicode character escape" in problem:
        return _Fault("an escape that is no character", "no character",
                      ("write a character beyond U+FFFF as \\U and eight digits, not as two surrogates",))
    if "expected ',' or" in problem:
        bracket = source.text[began:began + 1]
        return _Fault(f"a {bracket} that is never closed", "opened here",
                      (_quote(_line_at(source, began)[0]) or "close it, or put the text in quotes",), True)
    if "alphabetic or numeric" in problem:
        return _Fault(f"a text that starts with {source.text[began:began + 1]} must be quoted", "starts here",
                      (_quote(_line_at(source, began)[0]) or "put the text in quotes",), True)
    if "cannot start any token" in problem:
        helps = (_quote(line) or "put the text in quotes",)
        if _first_of_value(line) == at - start:
            return _Fault(f"a text that starts with {character} must be quoted", "starts here", helps)
        return _Fault("text behind a closing bracket", "not expected here", helps)
    return _structure(problem, context, line, at - start)


def _structure(problem: str, context: str, line: str, column: int) -> _Fault:
    """Errors in how lines and keys follow each other."""
    if len(line) > _LONGEST_KEY and ("mapping values" in problem or "could not find" in problem):
        return _Fault(f"a key of more than {_LONGEST_KEY} bytes", "`: ` expected before this",
                      ("shorten the key, or quote the text",), code="PR0210")
    value = _first_of_value(line)
    helps = (_quote(line),) if _quote(line) else ()
    if "block sequence entries" in problem:
        return _Fault("a list cannot begin on the line of its key", "a list item",
                      ("begin the list on the next line",) + helps)
    if "mapping values" in problem:
        if value is not None and column > value:
            return _Fault("a `: ` inside an unquoted text", "this makes it a key", helps)
        return _Fault("a key where none can stand", "not expected here",
                      ("quote the text of the line before, or indent this line like its neighbours",))
    places = ("expected key", "document start", "expected '-'", "comment or line break")
    if value is not None and line[value] in "\"'{[" and column > value and any(word in problem for word in places):
        closing = "quote" if line[value] in "\"'" else "bracket"
        return _Fault(f"text behind a closing {closing}", "not expected here", helps)
    if "expected key" in problem or "document start" in problem:
        return _Fault("a line that is neither a key nor part of the text before", "key expected here",
                      ("indent it like its neighbours; a text of several lines is written with `|-`",))
    if "expected '-'" in problem:
        return _Fault("a key between the items of a list", "`- ` expected here", ("indent it like its neighbours",))
    if "could not find expected ':'" in problem:
        return _Fault("a line without `: ` among keys", "`: ` expected", ("write `key: value`, or quote the text",))
    if "node content" in problem:
        return _Fault("a bracket or comma where a value should stand", "not expected here", helps)
    if "incompatible" in problem or "directive" in problem + context:
        return _Fault("a YAML directive", "not read by this format",
                      ("remove the lines that start with %",), code="PR0207")
    if "comment or line break" in problem:
        return _Fault("a text on the line of its `|` or `>`", "not expected here",
                      ("begin the text on the next line, indented",))
    return _Fault(f"invalid YAML{' ' + context if context else ''}: {problem}", "here", helps)


def _line_at(source: Source, at: int) -> tuple[str, int]:
    number, column = source.position(at)
    return source.line(number), at - column + 1


def _first_of_value(line: str) -> int | None:
    """Column of the value in a line `key: value` or `- value`."""
    match = _KEY.match(line) or _ITEM.match(line)
    return match.start(3) if match else None


def _is_in_quotes(value: str) -> bool:
    """Whether the quotes at both ends were meant as a pair: the first one inside does not look like the end of a
    text, as in `"one" or "two"`."""
    return len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" and not _ENDS_INSIDE.match(value)


def _quote(line: str) -> str:
    """The help that shows the line with its value in quotes; empty if it is too long or there is no value."""
    match = _KEY.match(line) or _ITEM.match(line)
    if not match or len(line) > _LONGEST_SHOWN:
        return ""
    value = match[3].rstrip()
    if _is_in_quotes(value):
        value = value[1:-1]
    if '"' in value or "\\" in value:
        quoted = "'" + value.replace("'", "''") + "'"
    else:
        quoted = f'"{value}"'
    return f"write {line[:match.start(3)].strip()} {quoted}"
