"""Conditions: `when` and `unless`, each a flag, has(name), filled(slot) or a list of them."""

from __future__ import annotations

import re

from . import names, reading
from .diagnostics import Related, Report
from .entries import Entries
from .model import Condition
from .nodes import Mapping, Node, Scalar, Sequence

CALL = re.compile(r"([a-z]+)\(\s*([^()\s]+)\s*\)")


def read_both(given: Mapping, what: str, entries: Entries,
              prefix: str = "") -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """The conditions under `when` and `unless`."""
    when = read_conditions(given.get(prefix + "when"), f"{prefix}when of {what}", entries)
    unless = read_conditions(given.get(prefix + "unless"), f"{prefix}unless of {what}", entries)
    refuse_never(when, unless, what, prefix, entries.report)
    return when, unless


def refuse_never(when: tuple[Condition, ...], unless: tuple[Condition, ...], what: str, prefix: str,
                 report: Report) -> None:
    """An error for conditions that can never hold together."""
    wanted = {(condition.kind, condition.name): condition for condition in when}
    for condition in unless:
        other = wanted.get((condition.kind, condition.name))
        if other is not None:
            report.add("PR0516", condition.span,
                       f"{what} can never stand there: {prefix}when and {prefix}unless both name {condition.written}",
                       label="must not hold", related=(Related(other.span, "must hold"),),
                       helps=(f"remove one of the two, or all of {what}",))


def read_conditions(node: Node | None, what: str, entries: Entries) -> tuple[Condition, ...]:
    listed = [] if node is None else reading.scalars(node, what, entries.report)
    if isinstance(node, Sequence) and not node.items:
        entries.report.add("PR0517", node.span, f"{what} lists no condition",
                           notes=("an empty list decides nothing, as if it were not there",),
                           helps=("remove it, or name a condition",))
    found = [read_condition(item, what, entries) for item in listed]
    return tuple(condition for condition in found if condition)


def read_condition(item: Scalar, what: str, entries: Entries) -> Condition | None:
    written = item.value.strip()
    if names.VARIABLE.fullmatch(written):
        return Condition("flag", written, item.span)
    call = CALL.fullmatch(written)
    if call and call[1] == "has" and names.VARIABLE.fullmatch(call[2]):
        return Condition("has", call[2], item.span)
    if call and call[1] == "filled":
        found = entries.find(call[2], item.span, what, ("slot",))
        return Condition("filled", call[2], item.span) if found else None
    report_unreadable(item, what, entries.report)
    return None


def report_unreadable(item: Scalar, what: str, report: Report) -> None:
    negated = re.fullmatch(r"(?:!|not )\s*(.+)", item.value.strip())
    helps = (f"write unless: {negated[1]}",) if negated else ()
    report.add("PR0506", item.span, f"{what} cannot be read: {item.value[:60]}",
               notes=("a condition is the name of a flag, has(name), filled(slot), or a list of these",),
               helps=helps)
