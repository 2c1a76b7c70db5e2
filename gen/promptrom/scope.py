"""What the declarations of a pack make known to its slots, assemblies and requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

from .files import PackFiles
from .manifest import Settings
from .model import Constant, Variable


@dataclass(frozen=True, eq=False)
class Scope:
    files: PackFiles
    settings: Settings
    variables: Mapping[str, Variable]
    constants: Mapping[str, Constant]
    broken: Mapping[str, bool]  #: names whose declaration has errors -> whether it has fields
    used: set[str]  #: names that something lists; grows while the pack is checked
