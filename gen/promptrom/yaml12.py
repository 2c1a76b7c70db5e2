"""What YAML 1.2's core schema (chapter 10.3.2 of the YAML 1.2.2 specification) makes of a plain scalar.

Only a value that must not be text asks: `no`, `on` and `12:30` are text everywhere, `017` is the integer 17 where an
integer is wanted and the three characters where text is wanted.
"""

from __future__ import annotations

import re

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_TRUE = frozenset(("true", "True", "TRUE"))
_FALSE = frozenset(("false", "False", "FALSE"))
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
                    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


def kind(value: str) -> str:
    """null, bool, int, float or text."""
    if value in _NULL:
        return "null"
    if value in _TRUE or value in _FALSE:
        return "bool"
    if _INT.fullmatch(value):
        return "int"
    if _FLOAT.fullmatch(value):
        return "float"
    return "text"
