"""Strict JSON syntax, for raw values that a caller passes through (RFC 8259)."""

from __future__ import annotations

import json

MAX_DEPTH = 64  #: like the C engine's


def well_formed(data: bytes) -> bool:
    """Whether data is one JSON value in UTF-8, nested at most MAX_DEPTH deep."""
    try:
        text = data.decode("utf-8")
        if deepest(text) > MAX_DEPTH:
            return False
        json.loads(text, parse_constant=_reject, parse_int=len)  # numbers of any length, and int() refuses long ones
    except (ValueError, RecursionError):
        return False
    return not text.startswith("\ufeff")


def _reject(name: str) -> None:
    raise ValueError(name)


def deepest(text: str) -> int:
    """Greatest number of brackets open at once outside strings."""
    depth = most = 0
    inside = escaped = False
    for char in text:
        if inside:
            inside = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            inside = True
        elif char in "[{":
            depth += 1
            most = max(most, depth)
        elif char in "]}":
            depth -= 1
    return most
