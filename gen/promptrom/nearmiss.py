"""Near misses: text that almost is a placeholder, or that another template language would have replaced.

All of them are literal text by the rules, so each is a warning with a code of its own. Every pattern starts at a
fixed character and stops at the next one of its kind, which keeps the time linear.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from .groups import KEYWORDS
from .mistakes import Mistakes
from .rules import Rules, all_fields
from .source import Text
from .tokens import NAME, Token


@dataclass(frozen=True)
class _Miss:
    code: str
    pattern: re.Pattern[str]  #: its first group, if it has one, is a name that must be on the allow-list
    syntaxes: tuple[str, ...]
    message: str  #: {0} is what is written, {1} the name, {2} the placeholder of that name
    helps: tuple[str, ...]


_BOTH = ("single", "double")
_MISSES = (
    _Miss("PR0320", re.compile(rf"(?<!\{{)\{{({NAME})\}}(?!\}})"), ("double",),
          "{0} is text in double syntax", ("write {2}", "or write syntax: single")),
    _Miss("PR0321", re.compile(rf"\{{\{{({NAME})\}}\}}"), ("single",),
          "{0} gives the value of {1} in braces", ("write {2}", "or write syntax: double")),
    _Miss("PR0322", re.compile(rf"(?<!\{{)\{{({NAME})\.[A-Za-z0-9_.]+\}}"), _BOTH,
          "{0} is text: a placeholder has no attributes", ("write {2}",)),
    _Miss("PR0323", re.compile(rf"(?<!\{{)\{{({NAME})\[[^\[\]{{}}\n]{{0,40}}\]\}}"), _BOTH,
          "{0} is text: a placeholder has no elements", ("write {2}", "or a section over rows")),
    _Miss("PR0324", re.compile(rf"(?<!\{{)\{{(?=[ \t]|{NAME}[ \t])[ \t]*({NAME})[ \t]*\}}"), ("single",),
          "{0} is text: spaces stand inside the braces", ("write {2}",)),
    _Miss("PR0325", re.compile(r"(?<!\{)\{([A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)+)\}"), _BOTH,
          "{0} is text: names hold no hyphens", ("write {2}",)),
    _Miss("PR0326", re.compile(rf"%\(({NAME})\)[a-z]"), _BOTH, "{0} is text", ("write {2}",)),
    _Miss("PR0327", re.compile(rf"\$\{{({NAME})\}}"), _BOTH,
          "{0} keeps its dollar sign", ("write {2}, or ignore this if the dollar sign is meant",)),
    _Miss("PR0328", re.compile(rf"(?<![\w.{{/-])<({NAME})>"), _BOTH, "{0} is text", ("write {2}",)),
    _Miss("PR0329", re.compile(r"(?<![\w\])}{\\.+*?$])\{[0-9]\}(?!\})"), _BOTH,
          "{0} is text, probably left from a format string", ("write the name of a placeholder",)),
    _Miss("PR0330", re.compile(r"(?<![\w%:/+=-])%[sd](?![\w%:/-])"), _BOTH,
          "{0} is text, probably left from a format string", ("write the name of a placeholder",)),
    _Miss("PR0331", re.compile(r"\{%[-+]?[ \t]*[a-z]+[^%{}\n]{0,60}"), _BOTH,
          "{0} is text, probably left from another template language",
          ("use a section, or choose between slots in an assembly",)),
    _Miss("PR0332", re.compile(r"\{#[ \t][^#{}\n]{0,60}"), _BOTH,
          "{0} is text, probably a comment of another template language", ("remove it",)),
    _Miss("PR0333", re.compile(rf"\{{\{{[#/^~]?(?:{'|'.join(sorted(KEYWORDS))})\b[^{{}}\n]{{0,60}}\}}\}}"),
          ("single",), "{0} is text, probably left from another template language",
          ("use a section, or choose between slots in an assembly",)),
    _Miss("PR0334", re.compile(r"\{\{\s*\"[^\"{}\n]{0,60}\""), ("single",),
          "{0} begins with doubled braces, probably left from a format string", ("write single braces",)),
    _Miss("PR0338", re.compile(rf"(?<!\{{)\{{({NAME})(?:![a-z]|:[^\s{{}}\"']{{1,12}})\}}"), _BOTH,
          "{0} is text: a placeholder has no format", ("write {2}; values are formatted before they are given",)),
)
_FENCE = re.compile(r"^ {0,3}(```+|~~~+)[^\n]*$", re.MULTILINE)


def find(text: Text, rules: Rules, taken: list[Token], values: list[Token], mistakes: Mistakes) -> None:
    """Adds the near misses of a text. `taken` are places that have been spoken of or have another meaning."""
    if rules.syntax == "none":
        return
    names = set(rules.allowed) | {name for name, _ in all_fields(rules.rows)}
    places = sorted((token.start, token.end) for token in taken)
    closing = set(re.findall(rf"</({NAME})>", text.value)) if "</" in text.value else set()
    for miss in _MISSES:
        if rules.syntax not in miss.syntaxes:
            continue
        for match in miss.pattern.finditer(text.value):
            name = _name(miss, match, rules, names, closing)
            if name is not None and not _overlaps(places, match.start(), match.end()):
                _add(miss, match, name, rules, mistakes)
    _fenced(text, values, mistakes)


def _name(miss: _Miss, match: re.Match[str], rules: Rules, names: set[str], closing: set[str]) -> str | None:
    """The name that was meant, empty if the pattern has none; None if this is no near miss after all."""
    if not miss.pattern.groups:
        return ""
    name = match[1].replace("-", "_") if miss.code == "PR0325" else match[1]
    if name not in names or rules.literal != "all" and rules.is_literal(name):
        return None
    return None if miss.code == "PR0328" and name in closing else name


def _overlaps(places: list[tuple[int, int]], start: int, end: int) -> bool:
    at = bisect_right(places, (start, len(places) and places[-1][1] + 1)) - 1
    return at >= 0 and places[at][1] > start or at + 1 < len(places) and places[at + 1][0] < end


def _add(miss: _Miss, match: re.Match[str], name: str, rules: Rules, mistakes: Mistakes) -> None:
    shown = rules.shown(name) if name else ""
    mistakes.add(miss.code, match[0], match.start(), match.end(), miss.message.format(match[0], name, shown),
                 label="not a placeholder" if miss.code not in ("PR0321", "PR0327") else "",
                 helps=tuple(help_.format(match[0], name, shown) for help_ in miss.helps))


def _fenced(text: Text, values: list[Token], mistakes: Mistakes) -> None:
    """Values inside fenced code blocks."""
    if not values or "```" not in text.value and "~~~" not in text.value:
        return
    blocks = code_blocks(text.value)
    starts = [start for start, _ in blocks]
    for token in values:
        at = bisect_right(starts, token.start) - 1
        if at >= 0 and token.start < blocks[at][1]:
            mistakes.add("PR0336", "", token.start, token.end, "a placeholder inside a fenced code block",
                         label="replaced by its value here too",
                         helps=("escape it with a backslash if the code shows it as written",))


def code_blocks(value: str) -> list[tuple[int, int]]:
    """The insides of fenced code blocks; one that is never closed goes to the end."""
    blocks: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(value):
        if opened is None:
            opened = match
        elif match[1].startswith(opened[1]) and match[0].strip() == match[1]:
            blocks.append((opened.end(), match.start()))
            opened = None
    if opened is not None:
        blocks.append((opened.end(), len(value)))
    return blocks
