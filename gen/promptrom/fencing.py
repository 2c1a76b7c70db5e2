"""Fenced values behind text of other parts: no part or separator may end in the beginning of a tag that the value of
the next one could complete. Inside one text, `slots` and `needs` look at this themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Mapping, Sequence

from . import constants, slots
from .diagnostics import Related, Report
from .model import (Assembly, Body, Chunk, Constant, Entry, JsonText, JsonWhen, Lines, Literal, Part, Piece, Request,
                    Section, Slot, Value, Variable)
from .scope import Scope
from .source import Span


@dataclass(frozen=True, eq=False)
class Edges:
    """What may stand at both ends of something: fenced values at its start, text that holds a `<` at its end."""

    starts: tuple[Variable, ...] = ()
    ends: tuple[str, ...] = ()
    solid: bool = False  #: certainly has bytes of its own, so that what stands before and behind it never meets


NONE = Edges()


def check_fences(entries: Sequence[Entry], scope: Scope, report: Report) -> None:
    """For packs without other errors. Parts that may be absent count as if they were and as if they were not."""
    fences = Fences({entry.id: entry for entry in entries}, scope.constants, report)
    for entry in entries:
        fences.edges(entry)


class Fences:
    def __init__(self, entries: Mapping[str, Entry], known: Mapping[str, Constant], report: Report) -> None:
        self.entries = entries
        self.constants = known
        self.report = report
        self.known: dict[str, Edges] = {}

    def edges(self, entry: Entry) -> Edges:
        if entry.id not in self.known:
            if isinstance(entry, Slot):
                known = {item.name: item for item in entry.inputs}
                binds = {name: self.part(part, "", known) for name, part in entry.binds}
                plain = {name: item for name, item in known.items() if name not in binds}
                self.known[entry.id] = self.body(entry.body, plain, binds)
            elif isinstance(entry, Assembly):
                self.known[entry.id] = self.assembly(entry)
            else:
                self.request(entry)
                self.known[entry.id] = NONE
        return self.known[entry.id]

    # ---- texts ----

    def body(self, body: Body, known: Mapping[str, Variable], binds: Mapping[str, Edges]) -> Edges:
        """Chunks meet across the newline between them, and so do the rows of a section."""
        found = NONE
        for chunk in body:
            edges = self.chunk(chunk, known, binds)
            if edges.starts:
                span = chunk.span if isinstance(chunk, Section) else chunk.pieces[0].span
                self.meet(found.ends, "\n", edges.starts, span)
            found = behind(found, edges)
        return found

    def chunk(self, chunk: Chunk, known: Mapping[str, Variable], binds: Mapping[str, Edges]) -> Edges:
        if isinstance(chunk, Lines):
            return self.pieces(chunk.pieces, known, binds)
        rows = known.get(chunk.name)
        fields = rows.fields if rows is not None and rows.type == "rows" and not chunk.inverted else ()
        inner = self.body(chunk.body, {**known, **{item.name: item for item in fields}}, binds)
        if fields:
            self.meet(inner.ends, "\n", inner.starts, chunk.span)
        return replace(inner, solid=False)

    def pieces(self, pieces: Sequence[Piece], known: Mapping[str, Variable], binds: Mapping[str, Edges]) -> Edges:
        found = [self.piece(piece, known, binds) for piece in pieces]
        for at in range(1, len(found)):
            near = pieces[at - 1:at + 1]
            if any(isinstance(piece, Value) and piece.name not in known and piece.name in binds for piece in near):
                self.meet(found[at - 1].ends, "", found[at].starts, near[1].span)
        return Edges(found[0].starts, found[-1].ends, any(edges.solid for edges in found)) if found else NONE

    def piece(self, piece: Piece, known: Mapping[str, Variable], binds: Mapping[str, Edges]) -> Edges:
        if isinstance(piece, Literal):
            return Edges((), opening(piece.text), bool(piece.text))
        if piece.name in known:
            variable = known[piece.name]
            return Edges((variable,)) if variable.fence else NONE
        if piece.name in binds:
            return binds[piece.name]
        if piece.name in self.constants:
            return self.constant(piece.name)
        return NONE

    def constant(self, name: str) -> Edges:
        text = constants.tail(name, self.constants, slots.LONGEST_TAG)
        return Edges((), opening(text), bool(text))

    def request(self, entry: Request) -> None:
        """The strings of a request, where bound parts meet the text around them."""
        known = {item.name: item for item in entry.inputs}
        binds = {name: self.part(part, "", known) for name, part in entry.binds}
        pending: list[object] = [entry.body]
        while pending:
            node = pending.pop()
            if isinstance(node, JsonText):
                self.pieces(node.pieces, {}, binds)
            pending += getattr(node, "items", ()) + tuple(value for _, value in (
                *getattr(node, "members", ()), *getattr(node, "cases", ())))
            pending += [node.value] if isinstance(node, JsonWhen) else []

    # ---- parts ----

    def assembly(self, entry: Assembly) -> Edges:
        known = {item.name: item for item in entry.inputs}
        if not entry.outputs:
            edges = self.parts(entry.parts, entry.join, known)
            return replace(edges, solid=edges.solid and not entry.when and not entry.unless)
        found = NONE
        for output in entry.outputs:
            edges = self.parts(output.parts, output.join, known)
            self.meet(found.ends, entry.join, edges.starts, output.parts[0].span if output.parts else entry.span)
            found = behind(found, edges)
        return replace(found, solid=False)

    def parts(self, parts: Sequence[Part], join: str, known: Mapping[str, Variable]) -> Edges:
        found = NONE
        for number, part in enumerate(parts):
            separator = join if part.before is None else part.before
            edges = self.part(part, join, known)
            if number:
                self.meet(found.ends, separator, edges.starts, part.span)
                kept = opening(separator) if part.keep_empty else ()
                found = replace(found, ends=found.ends + kept)
            found = behind(found, edges)
        return found

    def part(self, part: Part, join: str, known: Mapping[str, Variable]) -> Edges:
        found = NONE
        if part.kind == "text":
            found = self.pieces(part.pieces, known, {})
        elif part.kind == "constant":
            found = self.constant(part.target)
        elif part.kind == "entry":
            found = self.edges(self.entries[part.target])
        elif part.kind == "choose":
            found = together([self.edges(self.entries[slot]) for _, slot in part.cases])
        else:
            found = self.edges(self.entries[part.slot])
            self.meet(found.ends, join if part.join is None else part.join, found.starts, part.span)
        if part.otherwise is not None:
            return together([found, self.part(part.otherwise, join, known)])
        return replace(found, solid=found.solid and part.kind != "each" and not part.when and not part.unless)

    def meet(self, ends: Sequence[str], separator: str, starts: Sequence[Variable], span: Span) -> None:
        """Text, perhaps a separator, and a fenced value come together."""
        for variable in starts:
            text = next((end + separator for end in (*ends, "") if slots.opens_tag(end + separator, variable.fence)),
                        None)
            if text is not None:
                self.report.add("PR0550", span, f"text that comes before {variable.name} begins a tag that its "
                                                f"value could "
                                                "complete", label=f"{variable.name} comes first here",
                                notes=(f"the text before it ends in {text[text.rindex('<'):]!r}",),
                                helps=("put another character between them",),
                                related=(Related(variable.span, f"fenced against {variable.fence}"),))
                return


def opening(text: str) -> tuple[str, ...]:
    """A text as an end, if some tag could begin there."""
    at = text.rfind("<")
    return (text[at:],) if at >= 0 and ">" not in text[at:] and len(text) - at <= slots.LONGEST_TAG else ()


def behind(one: Edges, other: Edges) -> Edges:
    """The edges of two things in a row."""
    both = together([one, other])
    return Edges(one.starts if one.solid else both.starts, other.ends if other.solid else both.ends,
                 one.solid or other.solid)


def together(edges: Sequence[Edges]) -> Edges:
    """The edges of what is one of several things."""
    return Edges(tuple(dict.fromkeys(item for one in edges for item in one.starts)),
                 tuple(dict.fromkeys(item for one in edges for item in one.ends)), all(one.solid for one in edges))
