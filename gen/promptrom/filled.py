"""When `filled(slot)` holds: the slot's text, with what is fixed in it folded, is not empty."""

from __future__ import annotations

from typing import Mapping

from .model import Constant, Lines, Literal, Part, Piece, Slot


def is_filled(slot: Slot, constants: Mapping[str, Constant]) -> bool:
    """Sections and values count as text, whatever they yield; constants and bound fixed texts by their bytes."""
    binds = dict(slot.binds)
    return any(not isinstance(chunk, Lines) or any(has_text(piece, binds, constants) for piece in chunk.pieces)
               for chunk in slot.body)


def has_text(piece: Piece, binds: Mapping[str, Part], constants: Mapping[str, Constant]) -> bool:
    if isinstance(piece, Literal):
        return bool(piece.text)
    inner: tuple[Piece, ...] | None = None
    if piece.name in binds:
        inner = fixed_pieces(binds[piece.name], constants)
    elif piece.name in constants:
        inner = constants[piece.name].pieces
    return inner is None or any(has_text(item, {}, constants) for item in inner)


def fixed_pieces(part: Part, constants: Mapping[str, Constant]) -> tuple[Piece, ...] | None:
    """The text of a part that is always there and nothing but text; None for any other."""
    if part.when or part.unless or part.kind not in ("text", "constant"):
        return None
    return part.pieces if part.kind == "text" else constants[part.target].pieces
