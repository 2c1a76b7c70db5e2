"""Warns where an assembly puts what changes every turn before text that does not.

Providers and local engines reuse what they know of a prompt up to the first byte that differs from the last one. A
value of stability `turn` ends that prefix, and so does a part whose condition is one: all text behind it is paid
for again at each turn (pack format, section 11).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from . import model
from .diagnostics import Related, Report
from .source import Span

ALLOWED = 64  #: bytes of stable text behind a volatile value that nobody is warned of


def warn_volatile(pack: model.Pack, report: Report) -> None:
    """One warning a value: an assembly is passed over when one inside it is told of the same."""
    entries = {entry.id: entry for entry in pack.entries}
    constants = {constant.name: constant for constant in pack.constants}
    found: list[tuple[model.Assembly, Walk]] = []
    for entry in pack.entries:
        for output in outputs(entry) if isinstance(entry, model.Assembly) else ():
            walk = Walk(entries, constants)
            walk.parts(output.parts, {var.name: var for var in entry.inputs}, None)
            if walk.first is not None and walk.lost > ALLOWED:
                found.append((entry, walk))
    told = {(entry.id, walk.first.variable.name) for entry, walk in found}
    for entry, walk in found:
        if not any((inner, walk.first.variable.name) in told for inner in walk.inside):
            warn(entry, walk, report)


def outputs(entry: model.Assembly) -> tuple[model.Output, ...]:
    return entry.outputs or (model.Output("", entry.join, entry.parts),)


def warn(entry: model.Assembly, walk: "Walk", report: Report) -> None:
    first = walk.first
    related = (Related(first.inside, "it stands here"),) if first.inside is not None else ()
    report.add("PR0603", first.span,
               f"{first.variable.name} changes every turn and stands before {walk.lost} bytes of assembly {entry.id} "
               "that do not",
               label="from here on nothing can be reused",
               notes=("a prompt is reused up to the first byte that differs from the last turn's",),
               helps=("move this part behind the stable ones",
                      f"or, if it rarely changes, declare {first.variable.name} with stability: session"),
               related=related)


@dataclass(frozen=True, eq=False)
class Place:
    variable: model.Variable
    span: Span  #: the part of the assembly
    inside: "Span | None"  #: the placeholder, where it is in a slot of its own


@dataclass
class Walk:
    """Goes through an assembly in order. Conditional parts count as if they were there; alternatives do not."""

    entries: dict[str, model.Entry]
    constants: dict[str, model.Constant]
    first: "Place | None" = None  #: what changes every turn
    lost: int = 0  #: literal bytes behind it
    inside: set[str] = field(default_factory=set)  #: assemblies that the assembly is made of

    def parts(self, parts: tuple[model.Part, ...], scope: dict, outer: "Span | None") -> None:
        for part in parts:
            span = outer or part.span
            for condition in part.when + part.unless:
                if condition.kind != "filled":
                    self.value(scope.get(condition.name), span, None)
            self.part(part, scope, span)

    def part(self, part: model.Part, scope: dict, span: Span) -> None:
        if part.kind in ("text", "constant"):
            renamed = self.renamed(part, scope)
            pieces = part.pieces if part.kind == "text" else self.constants[part.target].pieces
            self.pieces(pieces, {**scope, **renamed}, {}, span)
            return
        if part.kind in ("each", "choose"):
            self.value(scope.get(part.target), span, None)
        if part.kind == "each":
            scope = {**scope, **{var.name: var for var in scope[part.target].fields}}
        target = {"entry": part.target, "each": part.slot}.get(part.kind) or part.cases[0][1]
        callee = self.entries[target]
        inner = {**{var.name: scope.get(var.name) for var in callee.inputs}, **self.renamed(part, scope)}
        if isinstance(callee, model.Slot):
            self.body(callee.body, inner, dict(callee.binds), span)
        elif isinstance(callee, model.Assembly):
            self.inside.add(callee.id)
            for item in outputs(callee):
                if part.output in ("", item.name):
                    self.parts(item.parts, inner, span)

    @staticmethod
    def renamed(part: model.Part, scope: dict) -> dict:
        return {name: None if binding.kind == "text" else scope.get(binding.value) for name, binding in part.with_}

    def body(self, body: model.Body, scope: dict, binds: dict, span: Span) -> None:
        for chunk in body:
            if isinstance(chunk, model.Lines):
                self.pieces(chunk.pieces, scope, binds, span)
                continue
            variable = scope.get(chunk.name)
            self.value(variable, span, chunk.span)
            fields = variable.fields if variable is not None and not chunk.inverted else ()
            self.body(chunk.body, {**scope, **{var.name: var for var in fields}}, binds, span)

    def pieces(self, pieces: tuple[model.Piece, ...], scope: dict, binds: dict, span: Span) -> None:
        for piece in pieces:
            if isinstance(piece, model.Literal):
                self.lost += len(piece.text.encode("utf-8")) if self.first is not None else 0
            elif piece.name in scope:
                self.value(scope[piece.name], span, piece.span)
            elif piece.name in binds:
                self.parts((binds[piece.name],), scope, span)
            elif piece.name in self.constants:
                self.pieces(self.constants[piece.name].pieces, {}, {}, span)

    def value(self, variable: "model.Variable | None", span: Span, inside: "Span | None") -> None:
        if self.first is None and variable is not None and variable.stability == "turn":
            self.first = Place(variable, span, inside)
