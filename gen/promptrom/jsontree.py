"""JSON from YAML nodes: constant trees without placeholders, written without white space."""

from __future__ import annotations

import json
import re

from .nodes import Mapping, Node, Scalar, scalar_kind

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")


def string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def scalar(node: Scalar) -> str | None:
    """A scalar as JSON; None for numbers that JSON cannot write (infinity, not a number)."""
    kind = scalar_kind(node)
    if kind == "text":
        return string(node.value)
    if kind == "null":
        return "null"
    if kind == "bool":
        return node.value.lower()
    return number(node.value)


def number(written: str) -> str | None:
    """A YAML number as JSON: as written where that is JSON, else its value. None if JSON has none for it, or if it is
    written in base 8 or 16 and has more than 64 bits."""
    if NUMBER.fullmatch(written):
        return written
    plain = written.lstrip("+-").lower()
    sign = "-" if written.startswith("-") else ""
    if plain in (".inf", ".nan"):
        return None
    if plain.startswith(("0x", "0o")):
        digits = plain[2:].lstrip("0") or "0"
        base, most = (16, 16) if plain[1] == "x" else (8, 22)
        return str(int(digits, base)) if len(digits) <= most else None
    whole, mark, rest = re.fullmatch(r"([0-9]*)(\.?)(.*)", plain).groups()  # type: ignore[union-attr]
    whole = whole.lstrip("0") or "0"
    if mark:
        rest = "." + (rest if rest[:1].isdigit() else "0" + rest)
    return sign + whole + rest


def compact(node: Node) -> str:
    """A tree as JSON. Call it only where `problem_of` finds nothing."""
    if isinstance(node, Scalar):
        return scalar(node) or "null"
    if isinstance(node, Mapping):
        return "{" + ",".join(f"{string(key.value)}:{compact(value)}" for key, value in node.items) + "}"
    return "[" + ",".join(compact(item) for item in node.items) + "]"


def problem_of(node: Node) -> str:
    """What keeps a tree from being JSON; "" if nothing."""
    bad = unwritable(node)
    return "" if bad is None else f"holds {bad.value}, which JSON cannot write"


def unwritable(node: Node) -> Scalar | None:
    """The first number in a tree that JSON cannot write."""
    if isinstance(node, Scalar):
        return node if scalar(node) is None else None
    inner = (value for _, value in node.items) if isinstance(node, Mapping) else iter(node.items)
    return next((bad for bad in map(unwritable, inner) if bad), None)
