"""The inputs that an assembly, a request or a slot with bound parts needs, in the order of first need, and whether
everything that is handed on has the right type."""

from __future__ import annotations

from dataclasses import replace
from typing import Mapping

from . import names, opening, reading, slots, suggest, variables
from .allowlist import MAX_INPUTS
from .diagnostics import Related, Report
from .entries import Entries
from .model import Binding, Condition, Literal, Part, Piece, Value, Variable
from .opening import Opening
from .source import Span

ROW_NUMBERS = ("index", "index1")


class Needs:
    """Collects the inputs of one entry. `fields` of its methods are those of the rows around, innermost first."""

    def __init__(self, what: str, span: Span, entries: Entries, start: tuple[Variable, ...] = (),
                 local: tuple[Variable, ...] = (), bound: Mapping[str, Part | None] | None = None) -> None:
        self.what = what
        self.span = span
        self.entries = entries
        self.report: Report = entries.report
        self.found: dict[str, tuple[Variable, Span]] = {item.name: (item, item.span) for item in start}
        self.told: set[tuple[str, str]] = set()
        self.bound = bound or {}  #: names that parts fill; None for a part with errors
        self.local = {item.name: item for item in (*local, *start)}  #: names that only callees declare

    def inputs(self) -> tuple[Variable, ...]:
        """All that was needed; errors if it is too many, or if two are equal in C."""
        claims = [names.Claim(f"input {item.name}", names.identifier(item.name), span) for item, span in
                  self.found.values()]
        names.check_claims(claims, f"inputs of {self.what} share a struct", self.report, upper=False)
        reading.within(len(self.found), MAX_INPUTS, f"inputs of {self.what}", self.span, self.report)
        return tuple(variable for variable, _ in self.found.values())

    def again(self, code: str, name: str) -> bool:
        """Whether a mistake with a name was reported before: one wrong name is one error."""
        before = (code, name) in self.told
        self.told.add((code, name))
        return before

    # ---- names ----

    def need(self, variable: Variable, span: Span) -> None:
        self.entries.scope.used.add(variable.name)
        known = self.found.get(variable.name)
        if known is None:
            self.found[variable.name] = (variable, span)
            return
        both = variables.merged(known[0], variable)
        if both is not None:
            self.found[variable.name] = (both, known[1])
            return
        if self.again("PR0505", variable.name):
            return
        self.report.add("PR0505", span, f"{self.what} needs {variable.name} in two ways that differ",
                        label=describe(variable), notes=("one name is one input",),
                        helps=("rename one of them with `with`", "or declare both alike"),
                        related=(Related(known[1], describe(known[0])),))

    def lookup(self, name: str, span: Span, fields: tuple[Variable, ...]) -> Variable | None:
        """The field or variable of a name, which is thereby needed; an error if there is none."""
        field = next((item for item in fields if item.name == name), None)
        if field is not None:
            return field
        variable = self.entries.scope.variables.get(name) or self.local.get(name)
        if variable is not None:
            self.need(variable, span)
            return variable
        if name in self.entries.scope.broken or self.again("PR0507", name):
            return None
        known = [item.name for item in fields] + list(self.entries.scope.variables)
        constant = name in self.entries.scope.constants
        self.report.add("PR0507", span, f"{self.what} uses {name}, which is "
                                        + ("a constant, not an input" if constant else "declared nowhere"),
                        helps=self.entries.scope.did_you_mean(name, known) + (
                            () if constant else (f"declare it: variables: {{{name}: {{type: text}}}}",)))
        return None

    def of_type(self, name: str, type_: str, span: Span, fields: tuple[Variable, ...], why: str) -> Variable | None:
        variable = self.lookup(name, span, fields)
        if variable is None or variable.type == type_:
            return variable
        self.report.add("PR0508", span, f"{why} takes {type_}, but {name} is {variable.type}",
                        related=(Related(variable.span, "declared here"),))
        return None

    # ---- conditions ----

    def conditions(self, both: tuple[tuple[Condition, ...], tuple[Condition, ...]],
                   fields: tuple[Variable, ...] = ()) -> None:
        for condition in both[0] + both[1]:
            if condition.kind == "filled":
                self.filled(condition)
                continue
            variable = self.lookup(condition.name, condition.span, fields)
            if variable is not None and (variable.type == "flag") != (condition.kind == "flag"):
                flag = variable.type == "flag"
                self.report.add("PR0506", condition.span, f"{condition.name} is {variable.type}: "
                                + ("a flag stands alone" if flag else "only a flag stands alone"),
                                helps=("write " + (condition.name if flag else f"has({condition.name})"),),
                                related=(Related(variable.span, "declared here"),))

    def filled(self, condition: Condition) -> None:
        planned = self.entries.planned.get(condition.name)
        if planned is not None:
            self.entries.entry(planned, condition.span)

    # ---- parts ----

    def parts(self, parts: tuple[Part, ...]) -> None:
        for part in parts:
            self.part(part)

    def part(self, part: Part, fields: tuple[Variable, ...] = ()) -> None:
        self.conditions((part.when, part.unless), fields)
        if part.kind == "text":
            renamed = tuple(self.renamed(name, binding, part, fields) for name, binding in part.with_)
            self.pieces(part.pieces, renamed + fields, in_rows=bool(fields))
        elif part.kind == "constant":
            self.entries.scope.used.add(part.target)
        elif part.kind == "each":
            rows = self.of_type(part.target, "rows", part.place, fields, "each")
            if rows is not None:
                self.call(part.slot, part, rows.fields + fields)
        elif part.kind == "choose":
            self.of_type(part.target, "choice", part.place, fields, "choose")
            self.choose(part, fields)
        else:
            self.call(part.target, part, fields)
        if part.otherwise is not None:
            self.part(part.otherwise, fields)

    def renamed(self, name: str, binding: Binding, part: Part, fields: tuple[Variable, ...]) -> Variable:
        """What a name in a text part stands for that its `with` gives; after an error, some text."""
        at = binding.span or part.span
        text = Variable(name, "text", at)
        if binding.kind == "text":
            return text
        if binding.kind == "count":
            rows = self.of_type(binding.value, "rows", at, fields, "count")
            return text if rows is None else Variable(name, "integer", at)
        if fields and binding.value in ROW_NUMBERS:
            return Variable(name, "integer", at)
        source = self.lookup(binding.value, at, fields)
        return text if source is None else replace(source, name=name)

    def choose(self, part: Part, fields: tuple[Variable, ...]) -> None:
        for _, slot in part.cases:
            self.call(slot, part, fields)
        self.unknown_renames(part, [slot for _, slot in part.cases])

    def call(self, target: str, part: Part, fields: tuple[Variable, ...]) -> None:
        """What a callee needs, after renaming."""
        callee = self.entries.entry(self.entries.planned[target], part.span)
        if callee is None:
            return
        renamed = dict(part.with_)
        for wanted in callee.inputs:
            if wanted.name in renamed:
                self.handed_on(wanted, renamed[wanted.name], part, fields)
                continue
            field = next((item for item in fields if item.name == wanted.name), None)
            if field is None:
                self.need(wanted, part.span)
            elif not variables.accepts(wanted, field):
                self.refuse(wanted, field, part.span)
        if part.kind != "choose":
            self.unknown_renames(part, [target])

    def unknown_renames(self, part: Part, targets: list[str]) -> None:
        callees = [self.entries.made.get(target) for target in targets]
        if None in callees:
            return
        known = [item.name for callee in callees if callee for item in callee.inputs]
        for name, binding in part.with_:
            if name not in known:
                self.report.add("PR0507", binding.key or part.span,
                                f"{', '.join(targets)} has no input {name}, which `with` renames",
                                notes=(f"inputs: {', '.join(known) or '(none)'}",),
                                helps=suggest.did_you_mean(name, known))

    def handed_on(self, wanted: Variable, binding: Binding, part: Part, fields: tuple[Variable, ...]) -> None:
        at = binding.span or part.span
        if binding.kind == "text":
            self.fixed_text(wanted, binding.value, at)
        elif binding.kind == "count":
            self.of_type(binding.value, "rows", at, fields, "count")
            if wanted.type not in ("integer", "text"):
                self.report.add("PR0508", at, f"{wanted.name} is {wanted.type} and cannot be a count",
                                related=(Related(wanted.span, "declared here"),))
        elif fields and binding.value in ROW_NUMBERS:
            if wanted.type not in ("integer", "text"):
                self.report.add("PR0508", at,
                                f"{wanted.name} is {wanted.type} and cannot be the number of a row",
                                related=(Related(wanted.span, "declared here"),))
        else:
            source = self.lookup(binding.value, at, fields)
            if source is not None and not variables.accepts(wanted, source):
                self.refuse(wanted, source, at)

    def refuse(self, wanted: Variable, given: Variable, span: Span) -> None:
        self.report.add("PR0508", span, f"{wanted.name} is {describe(wanted)}, but {given.name} is {describe(given)}",
                        related=(Related(wanted.span, "wanted here"), Related(given.span, "given by this one")))

    def fixed_text(self, wanted: Variable, text: str, span: Span) -> None:
        problem = ""
        if wanted.type == "choice" and text not in wanted.of:
            problem = f"is none of {', '.join(wanted.of)}"
        elif wanted.type not in ("text", "choice"):
            problem = f"cannot be {describe(wanted)}"
        elif wanted.max_bytes is not None and len(text.encode("utf-8")) > wanted.max_bytes:
            problem = f"is longer than max_bytes {wanted.max_bytes}"
        if problem:
            self.report.add("PR0508", span, f"the text {text[:40]!r} for {wanted.name} {problem}",
                            related=(Related(wanted.span, "declared here"),))

    # ---- pieces of anonymous slots and of strings in requests ----

    def pieces(self, pieces: tuple[Piece, ...], fields: tuple[Variable, ...] = (), lone: bool = False,
               in_rows: bool | None = None) -> None:
        """Names in a text. In rows, `index` and `index1` are names as well."""
        in_rows = bool(fields) if in_rows is None else in_rows
        scope = self.entries.scope
        slots.check_size(self.what, pieces, self.span, scope, self.report)
        before, tags = None, opening.tags_of((*fields, *scope.variables.values(), *self.local.values()))
        for piece in pieces:
            if isinstance(piece, Literal):
                before = opening.after(before, piece.text)
                continue
            is_field = any(item.name == piece.name for item in fields)
            if not is_field and piece.name in self.bound:
                part = self.bound[piece.name]
                if part is not None:
                    self.part(part, fields)
            elif not is_field and piece.name in scope.constants:
                scope.used.add(piece.name)
                before = opening.after(before, scope.gists[piece.name])
                continue
            elif is_field or not in_rows or piece.name not in ROW_NUMBERS:
                before = self.value(piece, before, tags, fields, lone)
                continue
            before = None  # a bound name or the number of a row: see `fencing`

    def value(self, piece: Value, before: Opening | None, tags: frozenset[str], fields: tuple[Variable, ...],
              lone: bool) -> Opening | None:
        """Looks at a value; returns what is open behind it."""
        variable = self.lookup(piece.name, piece.span, fields)
        if variable is None:
            return None
        if not lone or variable.type == "rows":
            slots.refuse_untextual(piece, variable, self.what, self.report, sections=False)
        return slots.after_value(before, piece, variable, tags, self.report)


def describe(variable: Variable) -> str:
    """A type with what distinguishes it, for messages."""
    if variable.type == "choice":
        return f"a choice of {', '.join(variable.of)}"
    limits = [f"{key} {value}" for key, value in (
        ("max_bytes", variable.max_bytes), ("min", variable.min), ("max", variable.max), ("max", variable.max_rows),
        ("default", variable.default), ("fence", variable.fence or None)) if value is not None]
    return variable.type + (f" ({', '.join(limits)})" if limits else "")
