"""Texts that end in the beginning of a tag which a fenced value behind them could complete.

At build time the compiler knows what stands behind a text. A program that reads an overlay does not, and goes by this.
"""

from __future__ import annotations

from typing import Iterable, Iterator

from . import model
from .slots import LONGEST_TAG, opens_tag


def fences_of(pack: model.Pack) -> tuple[str, ...]:
    """The names of all tags that values of the pack are fenced against."""
    found: dict[str, None] = {}
    pending = [var for entry in pack.entries for var in entry.inputs]
    while pending:
        var = pending.pop()
        pending += var.fields
        if var.fence and var.type == "text":
            found[var.fence] = None
    return tuple(found)


def opens_any(text: str, fences: Iterable[str]) -> bool:
    return any(opens_tag(text[-LONGEST_TAG:], fence) for fence in fences)


def has_open_ends(pack: model.Pack) -> bool:
    """Whether some text of the pack, or what separates texts, ends so."""
    fences = fences_of(pack)
    return bool(fences) and any(opens_any(text, fences) for text in ends(pack))


def ends(pack: model.Pack) -> Iterator[str]:
    for constant in pack.constants:
        yield last(constant.pieces)
    for entry in pack.entries:
        if isinstance(entry, model.Slot):
            yield from (last(lines.pieces) for lines in lines_of(entry.body))
        if isinstance(entry, (model.Slot, model.Request)):
            yield from part_ends(part for _, part in entry.binds)
        if isinstance(entry, model.Assembly):
            yield entry.join
            yield from part_ends(entry.parts)
            for output in entry.outputs:
                yield output.join
                yield from part_ends(output.parts)
        if isinstance(entry, model.Request):
            yield from request_ends(entry.body)


def last(pieces: tuple[model.Piece, ...]) -> str:
    return pieces[-1].text if pieces and isinstance(pieces[-1], model.Literal) else ""


def lines_of(body: model.Body) -> Iterator[model.Lines]:
    """All lines of a body in written order."""
    for chunk in body:
        if isinstance(chunk, model.Section):
            yield from lines_of(chunk.body)
        else:
            yield chunk


def part_ends(parts: Iterable[model.Part]) -> Iterator[str]:
    for part in parts:
        yield from (part.join or "", part.before or "", last(part.pieces))
        if part.otherwise is not None:
            yield from part_ends((part.otherwise,))


def request_ends(body: object) -> Iterator[str]:
    """All literals in strings: a bound part may stand behind each."""
    pending = [body]
    while pending:
        node = pending.pop()
        if isinstance(node, model.JsonText):
            yield from (piece.text for piece in node.pieces if isinstance(piece, model.Literal))
        pending += getattr(node, "items", ())
        pending += [value for _, value in (*getattr(node, "members", ()), *getattr(node, "cases", ()))]
        pending += [node.value] if isinstance(node, model.JsonWhen) else []
