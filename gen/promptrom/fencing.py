"""Fenced values behind text that begins their tag, however that comes about.

No text, separator or constant may end in the beginning of a tag that the next value could complete, with nothing
between them but what may be empty or a piece of a tag. Inside one text, `slots` and `needs` look at this before, so
that it is told beside all other mistakes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Mapping, Sequence

from .diagnostics import Related, Report
from .model import (Assembly, Body, Entry, JsonText, JsonWhen, Lines, Literal, Output, Part, Piece, Request,
                    Section, Slot, Variable)
from .opening import Opening, after, alive, tags_of
from .scope import Scope
from .source import Span
from .stretches import NOTHING, Again, Either, Fixed, Given, Item, Row, Stretch, Walk

Known = Mapping[str, "Variable | None"]  #: what names mean; None: something that is no value of the program's


def check_fences(entries: Sequence[Entry], scope: Scope, report: Report) -> None:
    """For packs without other errors."""
    tags = sorted(tags_of(item for entry in entries for item in entry.inputs))
    if not tags:
        return
    found = Stretches({entry.id: entry for entry in entries}, scope)
    told: set[tuple[object, ...]] = set()

    def tell(span: Span, variable: Variable, before: Opening) -> None:
        key = (span.source.path, span.start, variable.name)
        if key not in told:
            told.add(key)
            refuse(span, variable, before, report)

    for tag in tags:
        walk = Walk(tag, tell)
        for entry in entries:
            for stretch in found.all_of(entry):
                walk.inside(stretch)
    refuse_given(entries, tags, report)


def refuse(span: Span, variable: Variable, before: Opening, report: Report) -> None:
    unknown = () if before.anchored else ("… stands for values in between, which may be empty",)
    report.add("PR0550", span, f"text that comes before {variable.name} begins a tag that its value could complete",
               label=f"{variable.name} comes first here",
               notes=(f"the text before it ends in {before.shown()!r}", *unknown),
               helps=("put another character between them",),
               related=(Related(variable.span, f"fenced against {variable.fence}"),))


# ---- texts that stand in for values ----


def refuse_given(entries: Sequence[Entry], tags: Sequence[str], report: Report) -> None:
    """Defaults, and texts in `with`, that end in the beginning of a tag: they are the pack's own, but come where a
    value comes, behind which nothing is looked for."""
    told: set[str] = set()
    for entry in entries:
        pending = list(entry.inputs)
        while pending:
            variable = pending.pop(0)
            pending += variable.fields
            if opens(variable.default or "", tags) and variable.name not in told:
                told.add(variable.name)
                refuse_text(f"the default of {variable.name}", variable.default or "", variable.span, report)
        for part in parts_of(entry):
            for name, binding in part.with_:
                if binding.kind == "text" and opens(binding.value, tags):
                    refuse_text(f"the text for {name}", binding.value, part.span, report)


def refuse_text(what: str, text: str, span: Span, report: Report) -> None:
    report.add("PR0550", span, f"{what} ends in the beginning of a tag that a value behind it could complete",
               notes=(f"it ends in {text[text.rindex('<'):]!r}",), helps=("put another character behind it",))


def opens(text: str, tags: Sequence[str]) -> bool:
    return alive(after(None, text), tags) is not None


def parts_of(entry: Entry) -> list[Part]:
    """All parts of an entry, those in place of others among them."""
    found: list[Part] = [part for _, part in getattr(entry, "binds", ())]
    if isinstance(entry, Assembly):
        found += [*entry.parts, *(part for output in entry.outputs for part in output.parts)]
    for part in found:  # grows
        found += [] if part.otherwise is None else [part.otherwise]
    return found


def strings_of(body: object) -> list[JsonText]:
    """All strings of a request's body."""
    found: list[JsonText] = []
    pending = [body]
    for node in pending:  # grows
        if isinstance(node, JsonText):
            found.append(node)
        pending += [*getattr(node, "items", ()), *(value for _, value in (
            *getattr(node, "members", ()), *getattr(node, "cases", ())))]
        pending += [node.value] if isinstance(node, JsonWhen) else []
    return found


# ---- entries as stretches ----


class Stretches:
    def __init__(self, entries: Mapping[str, Entry], scope: Scope) -> None:
        self.entries = entries
        self.gists = scope.gists
        self.known: dict[tuple[object, ...], Stretch] = {}

    def all_of(self, entry: Entry) -> list[Stretch]:
        return self.strings(entry) if isinstance(entry, Request) else [self.entry(entry.id, "", entry.inputs)]

    def entry(self, id_: str, output: str, inputs: tuple[Variable, ...]) -> Stretch:
        """An entry with the fences that its inputs have there."""
        key = (id_, output, *map(fences_in, inputs))
        if key not in self.known:
            entry = self.entries[id_]
            self.known[key] = (self.slot(entry, inputs) if isinstance(entry, Slot) else
                               self.assembly(entry, output, inputs) if isinstance(entry, Assembly) else NOTHING)
        return self.known[key]

    # ---- texts ----

    def slot(self, slot: Slot, inputs: tuple[Variable, ...]) -> Stretch:
        known = {item.name: item for item in inputs}
        bound = self.bound(slot.binds, known)
        values = {name: item for name, item in known.items() if name not in bound}
        return self.body(slot.body, values, bound, slot.span)

    def bound(self, binds: Sequence[tuple[str, Part]], known: Known) -> dict[str, Stretch]:
        found = {name: self.item(part, "", known) for name, part in binds}
        return {name: Either((NOTHING, item.stretch)) if item.absent else item.stretch
                for name, item in found.items()}

    def body(self, body: Body, known: Known, bound: Mapping[str, Stretch], span: Span) -> Stretch:
        """Lines always stand there, if only an empty one, which has no place of its own."""
        return Row(tuple(Item(self.pieces(chunk.pieces, known, bound), chunk.pieces[0].span if chunk.pieces else span,
                              "\n") if isinstance(chunk, Lines) else
                         Item(self.section(chunk, known, bound), chunk.span, "\n", absent=True) for chunk in body))

    def section(self, section: Section, known: Known, bound: Mapping[str, Stretch]) -> Stretch:
        rows = known.get(section.name)
        is_loop = rows is not None and rows.type == "rows" and not section.inverted
        fields = rows.fields if rows is not None and is_loop else ()
        inner = self.body(section.body, {**known, **{item.name: item for item in fields}}, bound, section.span)
        return Again(inner, "\n", section.span) if is_loop else inner

    def pieces(self, pieces: Sequence[Piece], known: Known, bound: Mapping[str, Stretch]) -> Stretch:
        return Row(tuple(Item(Fixed(piece.text) if isinstance(piece, Literal) else
                              self.name(piece.name, known, bound), piece.span) for piece in pieces))

    def name(self, name: str, known: Known, bound: Mapping[str, Stretch]) -> Stretch:
        if name in known:
            return Given(known[name])
        if name in bound:
            return bound[name]
        return Fixed(self.gists[name]) if name in self.gists else Given(None)

    def strings(self, entry: Request) -> list[Stretch]:
        """The strings of a request."""
        known = {item.name: item for item in with_fields(entry.inputs)}
        bound = self.bound(entry.binds, known)
        known = {name: item for name, item in known.items() if name not in bound}
        return [self.pieces(string.pieces, known, bound) for string in strings_of(entry.body)]

    # ---- parts ----

    def assembly(self, entry: Assembly, wanted: str, inputs: tuple[Variable, ...]) -> Stretch:
        known = {item.name: item for item in inputs}
        outputs = entry.outputs or (Output("", entry.join, entry.parts),)
        rows = [(self.parts(output.parts, output.join, known), output) for output in outputs
                if wanted in ("", output.name)]
        whole = Row(tuple(Item(row, output.parts[0].span if output.parts else entry.span, entry.join, row.hollow)
                          for row, output in rows))
        return Either((NOTHING, whole)) if entry.when or entry.unless else whole

    def parts(self, parts: Sequence[Part], join: str, known: Known) -> Row:
        return Row(tuple(self.item(part, join, known) for part in parts))

    def item(self, part: Part, join: str, known: Known) -> Item:
        stretch = self.target(part, join, known)
        absent = bool(part.when or part.unless)
        if part.otherwise is not None:
            other = self.item(part.otherwise, join, known)
            stretch, absent = Either((stretch, other.stretch)), other.absent
        if part.keep_empty:
            stretch = Either((NOTHING, stretch)) if absent else stretch
        return Item(stretch, part.span, join if part.before is None else part.before,
                    absent or (stretch.hollow and not part.keep_empty))

    def target(self, part: Part, join: str, known: Known) -> Stretch:
        """A part without its conditions."""
        if part.kind == "text":
            return self.pieces(part.pieces, scope_of(part, known), {})
        if part.kind == "constant":
            return Fixed(self.gists[part.target])
        if part.kind == "entry":
            return self.callee(part.target, part, known)
        if part.kind == "choose":
            return Either(tuple(self.callee(slot, part, known) for _, slot in part.cases))
        return Again(self.callee(part.slot, part, known), join if part.join is None else part.join, part.span)

    def callee(self, target: str, part: Part, known: Known) -> Stretch:
        """What is given to it keeps the fences that it has, also where none is wanted."""
        given, inputs = scope_of(part, known), self.entries[target].inputs
        return self.entry(target, part.output, tuple(fenced_as(item, given.get(item.name)) for item in inputs))


def with_fields(variables: Sequence[Variable]) -> list[Variable]:
    """Variables behind all their fields, so that of two with one name the outer one counts."""
    return [item for variable in variables for item in (*with_fields(variable.fields), variable)]


def scope_of(part: Part, known: Known) -> dict[str, Variable | None]:
    """What names mean to a part: those that its `with` gives (None: no value of the program's), fields of rows that
    it may stand in, and all that is known around it."""
    around = {item.name: item for item in with_fields(tuple(item for item in known.values() if item))}
    rows = known.get(part.target) if part.kind == "each" else None
    inside = {**around, **{item.name: item for item in (rows.fields if rows else ())}}
    given = {name: inside.get(binding.value) if binding.kind == "input" else None for name, binding in part.with_}
    return {**inside, **given}


def fenced_as(wanted: Variable, given: Variable | None) -> Variable:
    if given is None or fences_in(given) == fences_in(wanted):
        return wanted
    fields = {item.name: item for item in given.fields}
    return replace(wanted, fence=given.fence or wanted.fence,
                   fields=tuple(fenced_as(item, fields.get(item.name)) for item in wanted.fields))


def fences_in(variable: Variable) -> tuple[object, ...]:
    return (variable.fence, *map(fences_in, variable.fields))
