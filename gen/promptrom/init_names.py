"""`init`: what the braces of a prompt file are. Which syntax fits, which names are placeholders, which are text."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Collection, Iterator

from .groups import KEYWORDS
from .nearmiss import code_blocks
from .tokens import NAME, Token, tokenize
from .variables import RESERVED

_DOTTED = rf"{NAME}(?:\.{NAME})*"
_DOUBLE = re.compile(rf"(?<!\{{)\{{\{{[ \t]*({_DOTTED})[ \t]*\}}\}}")
_DOLLAR = re.compile(rf"(?<!\\)\$\{{({NAME})\}}")
_SPACED = re.compile(rf"\{{\{{[ \t]*({_DOTTED})[ \t]*\}}\}}")
#: What other template languages write in doubled braces and around them.
_OTHER = re.compile(r"\{\{[-~]?[ \t]*(?:[#/^>!]|[A-Za-z_.@$][^{}\n]*\}\})|\{%[-+]?[ \t]*[a-z]")
_INLINE_CODE = re.compile(r"(`{1,3})[^`\n]+\1")
_COMMAND = re.compile(r"\\[A-Za-z]+\*?(?:\[[^\[\]\n]{0,40}\])?(?:\{[^{}\n]{0,40}\})*\Z")  # of TeX, with its arguments
_LONGEST_COMMAND = 120
_DEEPEST_INDENT = 80
_WORDS = KEYWORDS | {"this"}  #: never names of values
_COUNTS = re.compile(r"(?:.*_)?(?:count|num|number|total|index|limit|percent|pct|age|year|bytes|tokens|lines)"
                     r"|(?:n|num|max|min)_.*")


@dataclass(frozen=True, eq=False)
class Guess:
    """A proposal for one prompt."""

    syntax: str  #: single or double; "" if the text has nothing in braces that a syntax speaks of
    placeholders: tuple[str, ...]  #: in the order of the text
    flags: frozenset[str]  #: those of them that only choose lines
    literal: tuple[str, ...]  #: names that stay as written
    single: tuple[str, ...]  #: in double syntax: names in single braces outside of code, which are text
    body: str  #: as it stands in the pack
    changes: tuple[tuple[int, str, str], ...]  #: line of the prompt from 1, what stood there, what stands there now


def guess(body: str, declared: Collection[str]) -> Guess:
    """What a prompt's braces are. `declared` are names that the file itself calls inputs."""
    text = _Body(body, declared)
    doubled = text.values(_DOUBLE.finditer(body))
    if doubled or any(not text.in_code(match.start()) for match in _OTHER.finditer(body)):
        return _double(text, doubled)
    dollar = text.values(_DOLLAR.finditer(body), code=False)
    if dollar:
        return _single(text, dollar, "$")
    return _single(text, text.values(_singles(body)), "")


def is_count(name: str) -> bool:
    """Whether a name is probably that of a whole number."""
    return bool(_COUNTS.fullmatch(name))


def _singles(body: str) -> Iterator[re.Match[str]]:
    for match in re.finditer(rf"(?<![{{$])\{{({NAME})\}}", body):
        before = body[max(0, match.start() - _LONGEST_COMMAND):match.start()]
        if not _COMMAND.search(before):
            yield match


class _Body:
    def __init__(self, value: str, declared: Collection[str]) -> None:
        self.value = value
        self.declared = declared
        self.blocks = code_blocks(value)
        self.starts = [start for start, _ in self.blocks]
        self.inline = [match.span() for match in _INLINE_CODE.finditer(value)]
        self.inline_starts = [start for start, _ in self.inline]

    def in_code(self, at: int) -> bool:
        """Whether a place lies in a fenced code block."""
        return _within(self.blocks, self.starts, at)

    def values(self, found: Iterator[re.Match[str]], code: bool = True) -> dict[str, None]:
        """The names that stand for values, in order. With `code`, also those in code inside a line, and those alone
        on a line of a code block, since a value is often framed so."""
        names: dict[str, None] = {}
        for match in found:
            name, at = match[1], match.start()
            if name in _WORDS or name in RESERVED:
                continue
            shown = (code and self._alone(match) if self.in_code(at) else
                     code or not _within(self.inline, self.inline_starts, at))
            if shown or name in self.declared:
                names[name] = None
        return names

    def _alone(self, match: re.Match[str]) -> bool:
        before = self.value[max(0, match.start() - _DEEPEST_INDENT):match.start()].rstrip(" \t")
        behind = self.value[match.end():match.end() + _DEEPEST_INDENT].lstrip(" \t\r")
        return before.endswith("\n") and (behind == "" or behind.startswith("\n"))


def _within(spans: list[tuple[int, int]], starts: list[int], at: int) -> bool:
    index = bisect_right(starts, at) - 1
    return index >= 0 and at < spans[index][1]


class _Writer:
    """The body with some places replaced, and what they were."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.at = 0
        self.line = 1
        self.parts: list[str] = []
        self.changes: list[tuple[int, str, str]] = []

    def put(self, start: int, end: int, new: str) -> None:
        old = self.value[start:end]
        if new != old:
            before = self.value[self.at:start]
            self.line += before.count("\n")
            self.parts += [before, new]
            self.changes.append((self.line, old, new))
            self.at = end

    def finish(self) -> str:
        return "".join(self.parts) + self.value[self.at:]


def _double(text: _Body, names: dict[str, None]) -> Guess:
    value, writer = text.value, _Writer(text.value)
    flags = _flags(text, names)
    tokens = list(tokenize(value, "double"))
    known = {*names, *flags}
    outside = {token.name for token in tokens if not text.in_code(token.start)}
    literal: dict[str, None] = {}
    for token in tokens:
        shown = value[token.start:token.end]
        spaced = _SPACED.fullmatch(shown)
        if token.kind != "group" and token.name not in known and token.name not in outside:
            literal[token.name] = None
        elif token.kind == "group" and spaced and spaced[1] in names:
            _put(writer, token, f"{{{{{spaced[1]}}}}}")
        elif text.in_code(token.start) and (token.kind == "tag" or token.name not in names) and "{{" not in shown[1:]:
            _put_text(writer, token)
        else:
            _put(writer, token, shown)
    return Guess("double", (*names, *flags), frozenset(flags), tuple(literal),
                 tuple(text.values(_singles(value), code=False)), writer.finish(), tuple(writer.changes))


def _flags(text: _Body, names: dict[str, None]) -> dict[str, None]:
    """Names of sections as this format has them, whose lines show no value of that name."""
    opened: dict[str, None] = {}
    for token in tokenize(text.value, "double"):
        if token.kind == "tag" and token.sigil in "#^" and token.alone and not text.in_code(token.start):
            if token.name not in _WORDS and token.name not in names:
                opened[token.name] = None
    return opened


def _single(text: _Body, names: dict[str, None], sign: str) -> Guess:
    """Single syntax; with a sign, placeholders are those that have it before them, and they lose it."""
    writer = _Writer(text.value)
    tokens = list(tokenize(text.value, "single"))
    outside = {token.name for token in tokens if not text.in_code(token.start)}
    literal: dict[str, None] = {}
    for token in tokens:
        if token.kind == "tag":
            if token.name in names:
                _put_text(writer, token)
        elif token.name in names:
            _write_single(writer, token, sign)
        elif token.name not in RESERVED or token.name not in outside:
            literal[token.name] = None
        elif text.in_code(token.start):
            _put_text(writer, token)
        else:
            _put(writer, token, f"{{{token.name}}}")
    syntax = "single" if names or literal else ""
    return Guess(syntax, tuple(names), frozenset(), tuple(literal), (), writer.finish(), tuple(writer.changes))


def _write_single(writer: _Writer, token: Token, sign: str) -> None:
    before = writer.value[token.start - len(sign):token.start]
    if sign and before == sign and writer.value[token.start - 2:token.start - 1] != "\\":
        writer.put(token.start - 1, token.end, f"{{{token.name}}}")
    elif sign:
        _put_text(writer, token)
    else:
        _put(writer, token, f"{{{token.name}}}")


def _put(writer: _Writer, token: Token, shown: str) -> None:
    """A placeholder, or what somebody must decide on. Where it comes from, a backslash before it is only itself."""
    writer.put(token.start - token.backslashes, token.end, "\\" * (2 * token.backslashes) + shown)


def _put_text(writer: _Writer, token: Token) -> None:
    """What would mean something, kept as text by one more backslash than such as are text."""
    first = token.start - token.backslashes
    stop = token.start + (2 if writer.value.startswith("{{", token.start) else 1)
    writer.put(first, stop, "\\" * (2 * token.backslashes + 1) + writer.value[token.start:stop])
