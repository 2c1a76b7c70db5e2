"""Double syntax: a `{{` that opens no placeholder although a `}}` follows, and what was probably meant."""

from __future__ import annotations

import re

from . import suggest
from .diagnostics import Related
from .mistakes import Mistakes
from .rules import Rules
from .source import Text
from .tokens import NAME, Token

_SPACED = re.compile(rf"[{{\s.$]*([#^/]?)\s*({NAME}(?:\.{NAME})*)\s*[}}\s]*")
#: What other template languages write inside doubled braces.
KEYWORDS = frozenset("if else elif elsif unless each with for end endif endfor endeach range".split())
_KEYWORD = re.compile(rf"\s*[#/^~-]?\s*(?:{'|'.join(sorted(KEYWORDS))})\b")
_LONGEST_SHOWN = 40


def report(text: Text, token: Token, rules: Rules, names: tuple[str, ...], mistakes: Mistakes) -> None:
    """An error that shows both ends of the group."""
    end = token.end
    if text.value[token.start + 2] == "{" and text.value[end:end + 1] == "}":
        end += 1
    written = text.value[token.start:end]
    one_line = "\n" not in written
    related = () if one_line else (Related(text.span(end - 2, end), "and closed here"),)
    mistakes.add("PR0302", written, token.start, end if one_line else token.start + 2,
                 f"{_shown(written)} is no placeholder", label="opened here" if related else "not a name in braces",
                 notes=("in double syntax `{{` directly opens a name, and `}}` directly ends it",),
                 helps=_helps(written[2:-2], rules, names) + ("write \\{{ if it is text",), related=related)


def section_help(rules: Rules) -> tuple[str, ...]:
    opening, opposite, closing = (rules.shown("name", sigil) for sigil in "#^/")
    return (f"write {opening} and {closing} on lines of their own, or {opposite} for the opposite",)


def _shown(written: str) -> str:
    line = written.split("\n", 1)[0]
    return line if line == written and len(line) <= _LONGEST_SHOWN else line[:_LONGEST_SHOWN] + "…"


def _helps(inner: str, rules: Rules, names: tuple[str, ...]) -> tuple[str, ...]:
    spaced = _SPACED.fullmatch(inner)
    if spaced and not _KEYWORD.match(inner):
        return (f"write {rules.shown(spaced[2], spaced[1])}",)
    if _KEYWORD.match(inner):
        return section_help(rules)
    if inner.lstrip().startswith('"'):
        return ("write single braces: doubled ones around JSON are left from another template language",)
    if inner.lstrip().startswith("!"):
        return ("remove it: a text has no comments",)
    near = suggest.nearest(inner.strip(), names)
    return () if near is None else (f"did you mean {rules.shown(near)}?",)
