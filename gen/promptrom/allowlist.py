"""The allow-list of a slot: which names its text may use, and what each of them is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Iterable

from . import names, reading, suggest, variables
from .diagnostics import Related, Report
from .model import Variable
from .nodes import Mapping, Node, Scalar, kind_of
from .scope import Scope
from .source import Span, Text

MAX_INPUTS = 255


@dataclass(frozen=True, eq=False)
class AllowList:
    names: tuple[str, ...] = ()  #: all, in written order
    inputs: tuple[Variable, ...] = ()  #: the variables among them, with the slot's refinements
    bound: tuple[str, ...] = ()  #: those that `bind` fills

    def variable(self, name: str) -> Variable | None:
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self.inputs}


def read_allow_list(given: Mapping, what: str, syntax: str, scope: Scope, report: Report) -> AllowList:
    listed = listed_names(given, what, syntax, scope, report)
    bound = bound_names(given, what, listed, report)
    known: list[str] = []
    inputs: list[Variable] = []
    for key, refinement in listed:
        if not usable(key, syntax, what, report):
            continue
        variable = None if key.value in bound else resolve(key, refinement, what, scope, report)
        if variable is not None:
            inputs.append(variable)
        known.append(key.value)
    fence = given.get("fence")
    if fence is not None:
        inputs = with_fence(inputs, variables.read_fence(fence, what, report))
    place = given.get("placeholders") or given
    reading.within(len(inputs), MAX_INPUTS, f"inputs of {what}", place.span, report)
    claims = [names.Claim(f"placeholder {item.name}", names.identifier(item.name), item.span) for item in inputs]
    names.check_claims(claims, f"placeholders of {what} share a struct", report, upper=False)
    return AllowList(tuple(known), tuple(inputs), tuple(name for name in known if name in bound))


def listed_names(given: Mapping, what: str, syntax: str, scope: Scope,
                 report: Report) -> list[tuple[Scalar, Node | None]]:
    """Names with what a mapping says about them."""
    node = given.get("placeholders")
    if node is None:
        return declared_names(given, syntax, scope) if scope.settings.declared else []
    if isinstance(node, Mapping):
        pairs = [(key, value) for key, value in node.items]
    else:
        pairs = [(item, None) for item in reading.scalars(node, f"placeholders of {what}", report)]
    return [(key, None if value is None or kind_of(value) == "null" else value) for key, value in pairs
            if reading.matching(key, names.VARIABLE, "a placeholder", report)]


def declared_names(given: Mapping, syntax: str, scope: Scope) -> list[tuple[Scalar, Node | None]]:
    """Everything that the pack declares and a slot can use, for `defaults: {placeholders: declared}`."""
    bind = given.get("bind")
    bound = [key for key, _ in bind.items] if isinstance(bind, Mapping) else []
    known = [variable.name for variable in scope.variables.values() if variable.type != "json"]
    taken = {key.value for key in bound}
    found = [name for name in [*known, *scope.constants]
             if name not in taken and ("." not in name or syntax == "double")]
    return [(key, None) for key in bound] + [(as_scalar(name, given.span), None) for name in found]


def as_scalar(name: str, span: Span) -> Scalar:
    return Scalar(Text(name, span.source, ((0, span.start),), span.end), "plain", span)


def bound_names(given: Mapping, what: str, listed: list[tuple[Scalar, Node | None]], report: Report) -> set[str]:
    node = given.get("bind")
    bind = None if node is None else reading.mapping(node, f"bind of {what}", report)
    known = [key.value for key, _ in listed]
    for key, _ in bind.items if bind else ():
        if key.value not in known:
            report.add("PR0424", key.span, f"{what} binds {key.value}, which is not on its allow-list",
                       notes=(f"allowed here: {', '.join(known) or '(none)'}",),
                       helps=suggest.did_you_mean(key.value, known) or (f"add {key.value} to placeholders",))
    return {key.value for key, _ in bind.items} if bind else set()


def usable(key: Scalar, syntax: str, what: str, report: Report) -> bool:
    if "." not in key.value or syntax == "double":
        return True
    report.add("PR0425", key.span, f"{what} lists {key.value}, but names with dots exist in double syntax only",
               notes=(f"the syntax here is {syntax}, where {{{key.value}}} is literal",),
               helps=("write syntax: double, or a name without a dot",))
    return False


def resolve(key: Scalar, refinement: Node | None, what: str, scope: Scope, report: Report) -> Variable | None:
    """The variable of a name; None for a constant, and after an error."""
    name = key.value
    scope.used.add(name)
    base = scope.variables.get(name)
    if refinement is not None and name in scope.constants:
        report.add("PR0419", refinement.span, f"{name} is a constant, which takes no declaration here",
                   helps=(f"write {name}:",), related=(Related(scope.constants[name].span, "declared here"),))
        return None
    if refinement is not None:
        variable = variables.read_variable(key, refinement, f"placeholder {name} of {what}", report, base)
        return checked_type(variable, key, what, report) if variable else None
    if base is not None:
        return checked_type(base, key, what, report)
    if name not in scope.constants and name not in scope.broken:
        undeclared(key, what, scope, report)
    return None


def checked_type(variable: Variable, key: Scalar, what: str, report: Report) -> Variable | None:
    if variable.type != "json":
        return variable
    report.add("PR0423", key.span, f"{what} lists {variable.name}, which is raw JSON and stands in requests only",
               helps=("declare it as text",), related=(Related(variable.span, "declared here"),))
    return None


def undeclared(key: Scalar, what: str, scope: Scope, report: Report) -> None:
    name = key.value
    near = scope.did_you_mean(name, [*scope.variables, *scope.constants])
    notes, drop = (), ()
    if belongs_to_rows(name, scope.variables.values()):
        notes = (f"inside a section over rows {name} is known without being listed",)
        drop = ("take it off the list",)
    report.add("PR0409", key.span, f"{what} lists {name}, which is declared nowhere", label="not declared",
               notes=notes, helps=drop + near + (f"declare it: variables: {{{name}: {{type: text}}}}",
                                                 f"or let it stay as written: literal: [{name}]"))


def belongs_to_rows(name: str, known: Iterable[Variable]) -> bool:
    """Whether a name is a field of some rows, or a row's number."""
    rows = [variable for variable in known if variable.type == "rows"]
    return any(name in ("index", "index1") or name in {field.name for field in variable.fields}
               or belongs_to_rows(name, variable.fields) for variable in rows)


def with_fence(inputs: list[Variable], tag: str) -> list[Variable]:
    """The slot's fence around every text that has none of its own, also in rows."""
    found = []
    for variable in inputs:
        if variable.type == "text" and not variable.fence:
            variable = replace(variable, fence=tag)
        elif variable.type == "rows":
            variable = replace(variable, fields=tuple(with_fence(list(variable.fields), tag)))
        found.append(variable)
    return found
