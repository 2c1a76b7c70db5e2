"""Constants: fixed text that may hold other constants, but never itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Mapping as Dict

from . import manifest, names, reading, template, texts
from .diagnostics import Related, Report
from .files import PackFiles
from .manifest import Settings
from .model import Constant, Lines, Literal, Piece, Value
from .nodes import Mapping, Node, Scalar
from .source import Text

KEYS = ("text", "file", "literal", "syntax", "newlines", "final_newline", "allow", "doc")
MOST_BYTES = 4 * 1024 * 1024  #: of a constant with all that it contains
DEEPEST = 32  #: constants within constants


def read_constants(nodes: list[tuple[Scalar, Node]], pack: PackFiles, settings: Settings, report: Report,
                   replaced: Dict[str, Text | None]) -> dict[str, Constant]:
    """All constants of a pack, from the pairs under `constants` in its files; `replaced` are the texts that an
    overlay puts in place of theirs."""
    good = [(key, node) for key, node in nodes if reading.matching(key, names.VARIABLE, "a constant", report)]
    known = tuple(key.value for key, _ in good)
    found = {key.value: read_constant(key, node, known, pack, settings, report, replaced.get(key.value))
             for key, node in good}
    known_before = len(report.items)
    order = in_order(found, report)
    if len(report.items) > known_before:
        return {name: replace(constant, pieces=()) for name, constant in found.items()}
    return limited(found, order, report)


def read_constant(key: Scalar, node: Node, known: tuple[str, ...], pack: PackFiles, settings: Settings,
                  report: Report, replacement: Text | None) -> Constant:
    """One constant; after an error an empty one stands in, so that its name stays known."""
    what = f"constant {key.value}"
    given = reading.mapping(node, what, report)
    if given is None:
        return Constant(key.value, (), key.span)
    reading.keys(given, KEYS, what, report)
    own = Report()
    text = texts.read_text(given, what, pack, settings, own) if replacement is None else replacement
    literal = manifest.read_literal(given, what, own)
    syntax = manifest.read_syntax(given, what, own) or settings.syntax
    rules = template.Rules(where=what, syntax=syntax, allowed=known, rows={}, requires=(), sections_allowed=False,
                           unlisted="declare it: constants: {%s: {text: …}}, for a constant holds nothing else",
                           literal=settings.literal if literal is None else literal)
    pieces = () if text is None else read_pieces(text, rules, own)
    texts.silenced(own, manifest.read_allow(given, what, report), report)
    files = (text.source.name,) if text is not None and given.get("file") is not None else ()
    return Constant(key.value, pieces, key.span, files, known, syntax, frozenset(rules.literal)
                    if rules.literal != "all" else "all", "" if text is None else text.value)


def read_pieces(text: Text, rules: template.Rules, report: Report) -> tuple[Piece, ...]:
    body = template.parse_template(text, rules, report)
    return tuple(piece for chunk in body if isinstance(chunk, Lines) for piece in chunk.pieces)


def inner(constant: Constant) -> list[Value]:
    return [piece for piece in constant.pieces if isinstance(piece, Value)]


def in_order(constants: Dict[str, Constant], report: Report) -> list[str]:
    """Names with what each contains in front of it. One error for each circle, at the placeholder that closes it."""
    done: dict[str, None] = {}
    for start in constants:
        path = [] if start in done else [(start, iter(inner(constants[start])))]
        followed: list[Value] = []  # followed[i] leads from path[i] to path[i + 1]
        while path:
            piece = next(path[-1][1], None)
            around = [name for name, _ in path]
            if piece is None:
                done[path.pop()[0]] = None
                followed = followed[:-1]
            elif piece.name in around:
                at = around.index(piece.name)
                report_circle(around[at:], followed[at:] + [piece], report)
            elif piece.name in constants and piece.name not in done:
                path.append((piece.name, iter(inner(constants[piece.name]))))
                followed.append(piece)
    return list(done)


def report_circle(circle: list[str], followed: list[Value], report: Report) -> None:
    shown = " → ".join(circle + circle[:1])
    report.add("PR0413", followed[-1].span, f"constant {circle[0]} contains itself: {shown}",
               label="closes the circle", helps=("remove one of the placeholders",),
               related=tuple(Related(piece.span, f"{name} contains {piece.name}")
                             for name, piece in zip(circle[:-1], followed)))


def limited(constants: Dict[str, Constant], order: list[str], report: Report) -> dict[str, Constant]:
    """The constants, those that grow beyond the limits made empty after an error."""
    sizes: dict[str, tuple[int, int]] = {}  # bytes, and how deep constants contain each other
    result: dict[str, Constant] = {}
    for name in order:
        constant = constants[name]
        held = [sizes.get(piece.name, (0, 0)) for piece in inner(constant)]
        own = sum(len(piece.text.encode("utf-8")) for piece in constant.pieces if isinstance(piece, Literal))
        size, depth = own + sum(bytes_ for bytes_, _ in held), 1 + max((deep for _, deep in held), default=0)
        good = (reading.within(size, MOST_BYTES, f"bytes of constant {name}", constant.span, report)
                and reading.within(depth, DEEPEST, f"constants within constants at {name}", constant.span, report))
        sizes[name] = (size, depth) if good else (0, 0)
        result[name] = constant if good else replace(constant, pieces=())
    return result


def sizes_of(constants: Dict[str, Constant]) -> dict[str, int]:
    """Bytes of each constant with all that it contains. Call it only without circles."""
    sizes: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in sizes:
            sizes[name] = sum(len(piece.text.encode("utf-8")) if isinstance(piece, Literal) else size(piece.name)
                              for piece in constants[name].pieces)
        return sizes[name]

    for name in constants:
        size(name)
    return sizes


def folded(pieces: tuple[Piece, ...], constants: Dict[str, Constant]) -> list[Piece]:
    """Pieces with the text of constants in place of their names. Call it only without circles."""
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Literal) or piece.name not in constants:
            found.append(piece)
        else:
            found += folded(constants[piece.name].pieces, constants)
    return found
