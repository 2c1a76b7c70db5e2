"""Cases: a pack's own examples of what is rendered from which arguments."""

from __future__ import annotations

from . import jsontree, reading, suggest, variables
from .diagnostics import Related, Report
from .model import Assembly, Case, Entry, Variable
from .nodes import Mapping, Node, Scalar, Sequence, kind_of

KEYS = ("name", "render", "args", "expect", "error", "json", "overlay")
#: What can go wrong while rendering, by the names of the statuses in C; other errors are codes of diagnostics.
FAILURES = ("MISSING", "TOO_LONG", "OUT_OF_RANGE", "TOO_MANY", "BAD_UTF8", "BAD_JSON")


def read_cases(nodes: list[Node], entries: tuple[Entry, ...], planned: frozenset[str], overlays: frozenset[str],
               report: Report) -> tuple[Case, ...]:
    inputs = {entry.id: entry.inputs for entry in entries}
    for entry in entries:
        if isinstance(entry, Assembly):
            inputs.update({f"{entry.id}.{output.name}": entry.inputs for output in entry.outputs})
    found: dict[str, Case] = {}
    for node in nodes:
        listed = reading.sequence(node, "cases", report)
        for number, item in enumerate(listed.items if listed else (), 1):
            case = read_case(item, f"case {number}", inputs, planned, overlays, report)
            other = found.setdefault(case.name, case) if case else case
            if case is not None and other is not None and other is not case:
                report.add("PR0408", case.span, f"two cases are called {case.name}", helps=("rename one of them",),
                           related=(Related(other.span, "the other one"),))
    return tuple(found.values())


def read_case(node: Node, what: str, inputs: dict[str, tuple[Variable, ...]], planned: frozenset[str],
              overlays: frozenset[str], report: Report) -> Case | None:
    given = reading.mapping(node, what, report)
    if given is None:
        return None
    reading.keys(given, KEYS, what, report)
    name = required_text(given, "name", what, "name the case", report)
    what = f"case {name}" if name else what
    render = required_text(given, "render", what, "say what is rendered", report)
    expect, error = read_expect(given, what, report), read_error(given, what, report)
    if (given.get("expect") is None) == (given.get("error") is None):
        report.add("PR0551", given.span, f"{what} must have either expect or error", helps=("write one of them",))
    if render is not None and render not in inputs and render not in planned:
        report.add("PR0501", given.get("render").span,  # type: ignore[union-attr]
                   f"{what} renders {render}, but there is no such slot, assembly or request", label="not declared",
                   helps=suggest.did_you_mean(render, inputs))
    args = read_args(given, what, inputs.get(render or ""), given.get("error") is not None, report)
    json = given.get("json")
    escaped = json is not None and reading.boolean(json, f"json of {what}", report)
    overlay = read_overlay(given, what, overlays, report)
    if name is None or render is None or args is None:
        return None
    return Case(name, render, args, expect, error, bool(escaped), given.span, overlay)


def required_text(given: Mapping, key: str, what: str, help_: str, report: Report) -> str | None:
    node = reading.required(given, key, what, report, f"{help_}: {key}: …")
    return None if node is None else reading.text(node, f"{key} of {what}", report)


def read_overlay(given: Mapping, what: str, overlays: frozenset[str], report: Report) -> str:
    """The overlay with which a case is rendered, "" for the pack itself."""
    node = given.get("overlay")
    name = None if node is None else reading.text(node, f"overlay of {what}", report)
    if name is None or node is None or name in overlays:
        return name or ""
    report.add("PR0501", node.span, f"{what} names {name}, but there is no such overlay", label="not declared",
               notes=(f"overlays: {', '.join(sorted(overlays)) or '(none)'}",),
               helps=suggest.did_you_mean(name, overlays))
    return ""


def read_expect(given: Mapping, what: str, report: Report) -> str | None:
    """The expected text; for a request also its JSON as a tree."""
    node = given.get("expect")
    if node is None or isinstance(node, Scalar):
        return None if node is None else reading.text(node, f"expect of {what}", report)
    bad = jsontree.unwritable(node)
    if bad is not None:
        report.add("PR0537", bad.span, f"JSON cannot write {bad.value}", helps=("use a finite number, or quote it",))
    return None if bad is not None else jsontree.compact(node)


def read_error(given: Mapping, what: str, report: Report) -> str:
    from . import codes

    node = given.get("error")
    error = None if node is None else reading.text(node, f"error of {what}", report)
    if error is None or node is None or error in FAILURES or error in codes.REGISTRY:
        return error or ""
    report.add("PR0552", node.span, f"{what} expects {error[:40]}, which is no error",
               notes=("a code such as PR0301, or " + ", ".join(FAILURES),),
               helps=suggest.did_you_mean(error, [*FAILURES, *codes.REGISTRY]))
    return ""


# ---- arguments ----


def read_args(given: Mapping, what: str, inputs: tuple[Variable, ...] | None, fails: bool,
              report: Report) -> tuple[tuple[str, object], ...] | None:
    """Arguments by name. Where an error is expected, they need not fit."""
    node = given.get("args")
    listed = None if node is None else reading.mapping(node, f"args of {what}", report)
    known = {variable.name: variable for variable in inputs or ()}
    found = []
    for key, value in listed.items if listed else ():
        variable = known.get(key.value)
        if isinstance(value, Scalar) and kind_of(value) == "null":
            continue
        if variable is None and not fails and inputs is not None:
            report.add("PR0301", key.span, f"{what} gives {key.value}, which is no placeholder of what it renders",
                       label="not an input", notes=(f"inputs: {', '.join(known) or '(none)'}",),
                       helps=suggest.did_you_mean(key.value, known))
        elif fails or variable is None:
            found.append((key.value, fitting_or_any(variable, value)))
        else:
            found.append((key.value, read_arg(variable, value, f"{key.value} of {what}", report)))
    return tuple(found)


def read_arg(variable: Variable, node: Node, what: str, report: Report) -> object:
    if variable.type != "set":
        return variables.read_value(variable, node, what, "PR0553", report)
    listed = reading.scalars(node, what, report)
    for item in listed:
        if item.value not in variable.of:
            report.add("PR0553", item.span, f"{what} names {item.value}, which is no tool",
                       helps=suggest.did_you_mean(item.value, variable.of))
    return [item.value for item in listed]


def fitting_or_any(variable: Variable | None, node: Node) -> object:
    """The value as the variable has it, or whatever stands there."""
    if variable is not None:
        tried = Report()
        value = read_arg(variable, node, "argument", tried)
        if not tried.items:
            return value
    return plain_value(node, variable is None or variable.type not in ("text", "choice", "json"))


def plain_value(node: Node, typed: bool) -> object:
    if isinstance(node, Mapping):
        return {key.value: plain_value(value, True) for key, value in node.items}
    if isinstance(node, Sequence):
        return [plain_value(item, True) for item in node.items]
    if typed and kind_of(node) == "bool":
        return node.value.lower() == "true"
    number = reading.number_of(node) if typed else None
    return node.value if number is None else number
