"""What a text may hold: the rules that its slot or constant gives to the template parser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, Mapping, Sequence, Union

#: Names of a row's fields. In a mapping, fields that are rows themselves lead to their own fields.
Fields = Union[Sequence[str], Mapping[str, "Fields | None"]]

#: Inside a row, its number from 0 and from 1.
INDEXES = ("index", "index1")


@dataclass(frozen=True, eq=False)
class Rules:
    where: str  #: whose text it is, for messages: "slot nudge.normal"
    syntax: str = "single"  #: single, double or none
    allowed: tuple[str, ...] = ()  #: names on the allow-list: inputs, constants, bound names
    rows: Mapping[str, Fields] = field(default_factory=dict)  #: those of them that are rows -> their fields
    literal: "frozenset[str] | tuple[str, ...] | str" = frozenset()  #: names that stay as written, or "all"
    requires: tuple[str, ...] = ()  #: names that the text must hold
    sections_allowed: bool = True
    declared: frozenset[str] = frozenset()  #: names that the pack declares, for a better help
    unlisted: str = ""  #: help for an unknown name, %s, where no list of placeholders can be written

    def is_literal(self, name: str) -> bool:
        """Whether a name that is not on the allow-list stays as written."""
        return self.literal == "all" or name in self.literal

    def shown(self, name: str, sigil: str = "") -> str:
        """A placeholder, or with `#`, `^` or `/` a tag, as it is written."""
        return f"{{{{{sigil}{name}}}}}" if self.syntax == "double" else f"{{{sigil}{name}}}"


def nested(fields: Fields, name: str) -> Fields | None:
    """The fields of a field that is rows itself."""
    return fields.get(name) if isinstance(fields, Mapping) else None


def all_fields(rows: Mapping[str, Fields]) -> Iterator[tuple[str, str]]:
    """Each field's name with the name of its rows, also of rows in rows."""
    for owner, fields in rows.items():
        for name in fields:
            yield name, owner
        if isinstance(fields, Mapping):
            yield from all_fields({name: inner for name, inner in fields.items() if inner is not None})
