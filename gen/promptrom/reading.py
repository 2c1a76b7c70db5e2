"""Typed reading of nodes: each function gives a value, or adds an error at the node's place and gives None."""

from __future__ import annotations

import re

from . import suggest
from .diagnostics import Related, Report
from .nodes import Mapping, Node, Scalar, Sequence, kind_of
from .source import Span

#: What 64 bits hold, signed or unsigned.
LEAST = -(2**63)
GREATEST = 2**64 - 1

KINDS = {"null": "nothing", "bool": "a boolean", "int": "a number", "float": "a number", "text": "text",
         "mapping": "a mapping", "sequence": "a list"}


def wrong_type(node: Node, what: str, wanted: str, report: Report, helps: tuple[str, ...] = ()) -> None:
    report.add("PR0402", node.span, f"{what} must be {wanted}, not {KINDS[kind_of(node)]}", helps=helps)


def mapping(node: Node, what: str, report: Report) -> Mapping | None:
    if isinstance(node, Mapping):
        return node
    wrong_type(node, what, "a mapping", report)
    return None


def sequence(node: Node, what: str, report: Report) -> Sequence | None:
    if isinstance(node, Sequence):
        return node
    wrong_type(node, what, "a list", report, ("write [a, b]",))
    return None


def keys(node: Mapping, known: tuple[str, ...], what: str, report: Report,
         foreign: frozenset[str] = frozenset()) -> None:
    """Errors for keys that mean nothing here; `x-` keys and foreign ones belong to other programs."""
    for key, _ in node.items:
        name = key.value
        if name in known or name.startswith("x-") or name in foreign:
            continue
        helps = suggest.did_you_mean(name, known)
        report.add("PR0401", key.span, f"{what} has no key {name}", label="unknown key",
                   notes=("known here: " + ", ".join(known),),
                   helps=helps or (f"remove it, or name it x-{name} if another program reads it",))


def required(node: Mapping, key: str, what: str, report: Report, help_: str) -> Node | None:
    found = node.get(key)
    if found is None:
        report.add("PR0403", node.span, f"{what} has no key {key}", label="here", helps=(help_,))
    return found


def text(node: Node, what: str, report: Report) -> str | None:
    """Any scalar but a null, as it is written: `1.0` and `no` are text where text is wanted."""
    if isinstance(node, Scalar) and kind_of(node) != "null":
        return node.value
    helps = () if not isinstance(node, Scalar) else (
        f'write "{node.value}" if it is the text',) if node.value else ('write "" for an empty text',)
    wrong_type(node, what, "text", report, helps)
    return None


def boolean(node: Node, what: str, report: Report) -> bool | None:
    if kind_of(node) == "bool":
        return node.value.lower() == "true"  # type: ignore[union-attr]
    wrong_type(node, what, "true or false", report)
    return None


def number_of(scalar: Scalar) -> int | None:
    """The whole number that a plain scalar stands for. A leading 0 is refused: readers disagree on what it means."""
    if scalar.style != "plain" or not re.fullmatch(r"[-+]?(0|[1-9][0-9]*)|0x[0-9a-fA-F]+", scalar.value):
        return None
    if len(scalar.value) > 40:
        return GREATEST + 1 if scalar.value[0] != "-" else LEAST - 1
    return int(scalar.value, 16 if scalar.value.startswith("0x") else 10)


def integer(node: Node, what: str, report: Report, least: int = LEAST, greatest: int = GREATEST) -> int | None:
    value = number_of(node) if isinstance(node, Scalar) else None
    if value is None:
        wrong_type(node, what, "a whole number", report) if kind_of(node) not in ("int", "float") else report.add(
            "PR0406", node.span, f"{what} must be a whole number in decimal, without a leading 0")
        return None
    if not least <= value <= greatest:
        report.add("PR0406", node.span, f"{what} is {node.value}, outside {least} to {greatest}")  # type: ignore
        return None
    return value


def word(node: Node, words: tuple[str, ...], what: str, report: Report) -> str | None:
    value = text(node, what, report)
    if value is None or value in words:
        return value
    report.add("PR0405", node.span, f"{what} cannot be {value}", label="unknown word",
               notes=("possible: " + ", ".join(words),), helps=suggest.did_you_mean(value, words))
    return None


def scalars(node: Node, what: str, report: Report) -> list[Scalar]:
    """A list of words, each once; a single word stands for a list of one."""
    if isinstance(node, Scalar) and kind_of(node) != "null":
        return [node]
    listed = sequence(node, what, report)
    found: dict[str, Scalar] = {}
    for item in listed.items if listed else ():
        if text(item, f"an item in {what}", report) is None:
            continue
        first = found.setdefault(item.value, item)  # type: ignore
        if first is not item:
            report.add("PR0408", item.span, f"{what} lists {first.value} twice", helps=("remove one",),
                       related=(Related(first.span, "first here"),))
    return list(found.values())


def matching(scalar: Scalar, pattern: re.Pattern[str], what: str, report: Report) -> bool:
    """Whether a name is one; otherwise an error that shows what names look like."""
    if pattern.fullmatch(scalar.value):
        return True
    shown = scalar.value if len(scalar.value) <= 40 else scalar.value[:40] + "…"
    report.add("PR0407", scalar.span, f"{shown!r} cannot be the name of {what}",
               notes=(f"such names match {pattern.pattern}",))
    return False


def within(count: int, most: int, what: str, span: Span, report: Report, *helps: str) -> bool:
    """Whether a limit is kept; otherwise an error that names the limit and the value."""
    if count > most:
        report.add("PR0414", span, f"{what}: {count}, but at most {most} are possible", helps=helps)
    return count <= most
