"""YAML as nodes with places: what `parse` makes of a file and `check` reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from .source import Span, Text


@dataclass(frozen=True, eq=False)
class Scalar:
    text: Text
    style: str  #: plain, single, double, literal or folded; `plain` scalars alone may be null, booleans or numbers
    span: Span

    @property
    def value(self) -> str:
        return self.text.value


@dataclass(frozen=True, eq=False)
class Mapping:
    items: tuple[tuple[Scalar, "Node"], ...]  #: in written order; keys are unique
    span: Span

    def get(self, key: str) -> "Node | None":
        return next((value for name, value in self.items if name.value == key), None)


@dataclass(frozen=True, eq=False)
class Sequence:
    items: tuple["Node", ...]
    span: Span


Node = Union[Scalar, Mapping, Sequence]


def kind_of(node: Node) -> str:
    """What YAML 1.2's core schema makes of a node: null, bool, int, float, text, mapping or sequence."""
    if isinstance(node, Mapping):
        return "mapping"
    if isinstance(node, Sequence):
        return "sequence"
    return scalar_kind(node)


def scalar_kind(node: Scalar) -> str:
    from . import yaml12

    return yaml12.kind(node.value) if node.style == "plain" else "text"
