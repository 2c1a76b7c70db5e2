"""Conditions: `when` and `unless`, each a flag, has(name), filled(slot) or a list of them."""

from __future__ import annotations

import re

from . import names, reading
from .diagnostics import Report
from .entries import Entries
from .model import Condition
from .nodes import Mapping, Node, Scalar

CALL = re.compile(r"([a-z]+)\(\s*([^()\s]+)\s*\)")


def read_both(given: Mapping, what: str, entries: Entries,
              prefix: str = "") -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """The conditions under `when` and `unless`."""
    return (read_conditions(given.get(prefix + "when"), f"{prefix}when of {what}", entries),
            read_conditions(given.get(prefix + "unless"), f"{prefix}unless of {what}", entries))


def read_conditions(node: Node | None, what: str, entries: Entries) -> tuple[Condition, ...]:
    listed = [] if node is None else reading.scalars(node, what, entries.report)
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
