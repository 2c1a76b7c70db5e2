"""The code of an entry as a tree, before offsets are known.

`codegen` writes entries as lists of these nodes; `flatten` turns a list into segments in order, with literals merged
and split and skips counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from .source import Span


@dataclass(frozen=True, eq=False)
class Lit:
    data: bytes
    span: Span | None = None


@dataclass(frozen=True, eq=False)
class Val:
    index: int  #: in the entry's map
    quoted: bool = False


@dataclass(frozen=True, eq=False)
class Mark:
    """A part or a line begins."""

    op: int  #: PART with its flags, or LINE
    separator: bytes


@dataclass(frozen=True, eq=False)
class Call:
    number: int  #: among the entry's calls
    quote: bool = False
    bound: bool = False  #: in a slot


@dataclass(frozen=True, eq=False)
class Test:
    """One condition; `negated` only for FILLED, which has no opposite."""

    op: int
    index: int = 0  #: in the entry's map
    size: int = 0
    entry: str = ""  #: FILLED: key of the slot
    negated: bool = False


@dataclass(frozen=True, eq=False)
class If:
    """`then` if every test holds, else `other`."""

    tests: tuple[Test, ...]
    then: "Code"
    other: "Code" = ()


@dataclass(frozen=True, eq=False)
class Loop:
    index: int  #: the rows, in the entry's map
    body: "Code"


Node = Union[Lit, Val, Mark, Call, If, Loop]
Code = tuple[Node, ...]
