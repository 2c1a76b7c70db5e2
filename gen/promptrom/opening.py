"""The beginning of a tag at the end of a text: `<`, `</`, or one of them with a piece of the tag's name.

A fenced value that comes next could complete it. runtime/core/opening.c says the same to programs that read overlays.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from collections.abc import Mapping as Dict
from dataclasses import dataclass, replace

from .model import Constant, Literal, Variable

BLANK = " \t\n\f\r"
LONGEST_NAME = 64  #: of a tag
LONGEST_GIST = 80  #: more than a `<`, blanks, a slash, blanks and the longest name
BLANKS = re.compile(f"[{BLANK}]+")


@dataclass(frozen=True)
class Opening:
    origin: str  #: here (a `<` is there), part (perhaps, in a part or constant) or ahead (perhaps, before the text)
    anchored: bool  #: what is known of the name is its start; else something unknown stands before that
    slash: bool = False
    name: str = ""  #: in lower case

    def may_be(self, tag: str) -> bool:
        known = ascii_lower(tag)
        return known.startswith(self.name) if self.anchored else self.name in known

    def shown(self) -> str:
        return f"<{'' if self.anchored else '…'}{'/' if self.slash else ''}{self.name}"


BEGUN = Opening("here", anchored=True)
AHEAD = Opening("ahead", anchored=False)  #: where nothing is known of what stands before a text
PART = Opening("part", anchored=False)  #: behind a part of which nothing is known


def tags_of(variables: Iterable[Variable]) -> frozenset[str]:
    """What values are fenced against, fields of rows among them; in lower case."""
    return frozenset(tag for item in variables for tag in
                     ({item.fence.lower()} if item.fence and item.type == "text" else tags_of(item.fields)))


def ascii_lower(text: str) -> str:
    return text.encode("utf-8").lower().decode("utf-8")


def after(before: Opening | None, text: str) -> Opening | None:
    """What is open behind a text. None: nothing is."""
    at = text.rfind("<")
    opening, rest = (BEGUN, text[at + 1:]) if at >= 0 else (before, text)
    if opening is None or not rest:
        return opening
    if not opening.name:
        behind = rest.lstrip(BLANK)
        slash = behind.startswith("/")
        if slash and opening.slash:
            return None
        opening = replace(opening, anchored=opening.anchored or slash or len(behind) < len(rest),
                          slash=opening.slash or slash)
        rest = behind[1:].lstrip(BLANK) if slash else behind
    name = opening.name + rest[:LONGEST_NAME + 1]
    if len(name) > LONGEST_NAME or any(char in name for char in BLANK + "/"):
        return None
    return replace(opening, name=ascii_lower(name))


def alive(opening: Opening | None, tags: Collection[str]) -> Opening | None:
    """The same, if it can be one of the tags."""
    return opening if opening is not None and any(opening.may_be(tag) for tag in tags) else None


def after_unknown(before: Opening | None, tags: Collection[str]) -> Opening | None:
    """What is open behind a text that may be empty or any piece of a tag, but has no `<` at its end."""
    known = alive(before, tags)
    return None if known is None else Opening(known.origin, anchored=False)


def gist(text: str) -> str:
    """A short text behind which the same is open as behind this one, whatever stands before both."""
    return BLANKS.sub(" ", text[max(text.rfind("<"), 0):])[:LONGEST_GIST]


def gists(constants: Dict[str, Constant]) -> dict[str, str]:
    """The gist of each constant with all that it contains. Call it only without circles."""
    found: dict[str, str] = {}

    def of(name: str) -> str:
        if name not in found:
            found[name] = gist("".join(gist(piece.text) if isinstance(piece, Literal) else of(piece.name)
                                       for piece in constants[name].pieces))
        return found[name]

    for name in constants:
        of(name)
    return found
