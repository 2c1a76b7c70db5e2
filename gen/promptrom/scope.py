"""What the declarations of a pack make known to its slots, assemblies and requests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Iterable, Mapping

from . import opening, suggest
from .files import PackFiles
from .manifest import Settings
from .model import Constant, Variable


MOST_COMPARED = 500


@dataclass
class Tally:
    """Bytes of the texts that were checked, with their constants; grows while a pack is checked."""

    size: int = 0


@dataclass(frozen=True, eq=False)
class Scope:
    files: PackFiles
    settings: Settings
    variables: Mapping[str, Variable]
    constants: Mapping[str, Constant]
    broken: Mapping[str, bool]  #: names whose declaration has errors -> whether it has fields
    sizes: Mapping[str, int]  #: bytes of each constant with all that it contains
    used: set[str]  #: names that something lists; grows while the pack is checked
    asked: list[str]  #: names for which a similar one was looked for; grows likewise
    tally: Tally

    @cached_property
    def gists(self) -> Mapping[str, str]:
        """Of constants: texts behind which tags are as open as behind theirs."""
        return opening.gists(self.constants)

    def did_you_mean(self, name: str, known: Iterable[str]) -> tuple[str, ...]:
        """A help line; not for ever more names, since comparing takes its time."""
        if len(self.asked) >= MOST_COMPARED:
            return ()
        self.asked.append(name)
        return suggest.did_you_mean(name, known)
