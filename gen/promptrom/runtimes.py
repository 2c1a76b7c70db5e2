"""Runtimes: programs that prompts are rendered for, and what each of them calls the things that prompts speak of."""

from __future__ import annotations

from dataclasses import replace

from . import names, reading, suggest
from .diagnostics import Related, Report
from .entries import Entries
from .model import Binding, Part, Runtime
from .nodes import Node, Scalar

MAX_RUNTIMES = 255


def read_runtimes(pairs: list[tuple[Scalar, Node]], entries: Entries) -> tuple[Runtime, ...]:
    """In written order. Each must give the same names."""
    report = entries.report
    found = [made for key, node in pairs for made in [read_runtime(key, node, entries)] if made]
    if found:
        reading.within(len(found), MAX_RUNTIMES, "runtimes of the pack", found[-1].span, report)
    for runtime in found[1:]:
        missing = sorted({name for name, _ in found[0].names} ^ {name for name, _ in runtime.names})
        if missing:
            report.add("PR0801", runtime.span,
                       f"runtimes {found[0].name} and {runtime.name} do not both name {', '.join(missing)}",
                       notes=("a prompt that speaks of it could not be rendered for the other one",),
                       helps=("give the same names to every runtime",),
                       related=(Related(found[0].span, "the other one"),))
    return tuple(found)


def read_runtime(key: Scalar, node: Node, entries: Entries) -> Runtime | None:
    report, what = entries.report, f"runtime {key.value}"
    given = reading.mapping(node, what, report)
    if not reading.matching(key, names.NAME, "a runtime", report) or given is None:
        return None
    pairs = []
    for name, value in given.items:
        text = reading.text(value, f"{name.value} of {what}", report)
        if text is not None and is_text(name, what, entries):
            pairs.append((name.value, text))
    return Runtime(key.value, tuple(sorted(pairs)), key.span)


def is_text(name: Scalar, what: str, entries: Entries) -> bool:
    """Whether the pack declares a text variable of that name."""
    known = entries.scope.variables
    variable = known.get(name.value)
    if variable is not None and variable.type == "text":
        return True
    if variable is not None:
        entries.report.add("PR0508", name.span, f"{what} gives a text for {name.value}, which is {variable.type}",
                           related=(Related(variable.span, "declared here"),))
    elif name.value not in entries.scope.broken:
        entries.report.add("PR0507", name.span, f"{what} gives a text for {name.value}, which is declared nowhere",
                           helps=suggest.did_you_mean(name.value, known) or (
                               f"declare it: variables: {{{name.value}: {{type: text}}}}",))
    return False


def name_for(runtime: Runtime, part: Part, entries: Entries) -> Part:
    """A part of a renderer with the runtime's names for whatever it calls."""
    planned = entries.planned.get(part.target) if part.kind == "entry" else None
    callee = None if planned is None else entries.entry(planned, part.span)
    known = {variable.name for variable in callee.inputs} if callee else set()
    given = dict(part.with_)
    added = tuple((name, Binding("text", text)) for name, text in runtime.names
                  if name in known and name not in given)
    other = None if part.otherwise is None else name_for(runtime, part.otherwise, entries)
    return replace(part, with_=part.with_ + added, otherwise=other)


def check_lengths(runtimes: tuple[Runtime, ...], entries: Entries, report: Report) -> None:
    """Names hold what their variables promise."""
    for runtime in runtimes:
        for name, text in runtime.names:
            most = entries.scope.variables[name].max_bytes
            if most is not None and len(text.encode("utf-8")) > most:
                report.add("PR0508", runtime.span, f"{runtime.name} calls {name} {text[:40]!r}, which is longer than "
                                                   f"max_bytes {most}",
                           related=(Related(entries.scope.variables[name].span, "declared here"),))
