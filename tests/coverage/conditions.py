"""What llvm-cov knows of conditions, as gaps: what no test has shown of them.

Kinds of gaps, named by function and by the condition's own text, so that they survive edits elsewhere:

    never called      a function
    never true,       a condition, or a case of a switch, that had one outcome only (or, `never asked`, none)
    never false
    decides nothing   a condition that had both outcomes, but never alone changed what its decision came to (MC/DC)
    not measured      a decision that the compiler could not follow; the text is that of its line

A line that never runs in a function that does is behind one of these.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Mapping

Position = "tuple[int, int, int, int]"  #: first line and column, last line, column after the last

PART_OF_DECISION = 6  #: kind of a branch that is one of several conditions
EXPANSION = 1  #: kind of a region that is a macro

NEVER_CALLED, NEVER_TRUE, NEVER_FALSE = "never called", "never true", "never false"
NEVER_ASKED, DECIDES_NOTHING, NOT_MEASURED = "never asked", "decides nothing", "not measured"

#: The macro that says what a library is built for. The compiler counts it as a condition that shows nothing, and no
#: branches of it; tests build libraries for less.
CONSTANT = "PRM_HAS"
#: What the compiler says of a decision with another one inside.
BEYOND = re.compile(r"^(/[^:\n]*):(\d+):\d+: warning: unsupported MC/DC boolean expression", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Gap:
    place: str  #: file:function, the file relative to the root
    outcome: str
    text: str  #: of the condition, white space made one; empty for functions

    def __str__(self) -> str:
        return f"{self.place}: {self.outcome}{': ' if self.text else ''}{self.text}"


@dataclass
class Function:
    """One function of the source, whichever programs it is in."""

    place: str
    first_line: int
    last_line: int
    calls: int = 0
    branches: dict[Position, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    parts: set[Position] = field(default_factory=set)  #: those branches that are conditions of a decision
    decisions: dict[Position, list[bool]] = field(default_factory=dict)
    macros: set[Position] = field(default_factory=set)


def read_functions(exported: str, root: Path, folders: list[Path]) -> list[Function]:
    """Functions in the folders, of what `llvm-cov export` wrote; those that several programs have are one."""
    found: dict[tuple[str, int], Function] = {}
    for item in json.loads(exported)["data"][0]["functions"]:
        path = Path(item["filenames"][0])
        if path.parent not in folders:
            continue
        name = item["name"].rpartition(":")[2]
        first, _, last, *_ = item["regions"][0]
        function = found.setdefault((str(path), first), Function(f"{path.relative_to(root)}:{name}", first, last))
        add(function, item)
    return sorted(found.values(), key=lambda function: (function.place, function.first_line))


def add(function: Function, item: Mapping[str, Any]) -> None:
    function.calls += item["count"]
    function.macros |= {tuple(position) for *position, _, file, _, kind in item["regions"]
                        if kind == EXPANSION and file == 0}
    for *position, true, false, _, _, kind in item["branches"]:
        counts = function.branches[tuple(position)]
        counts[0] += true
        counts[1] += false
        if kind == PART_OF_DECISION:
            function.parts.add(tuple(position))
    for *position, _, _, shown in item["mcdc_records"]:
        before = function.decisions.get(tuple(position), [False] * len(shown))
        function.decisions[tuple(position)] = [a or b for a, b in zip(before, shown)]


def conditions_of(function: Function, decision: Position) -> list[Position]:
    """The conditions of a decision in their order. What stands within one of them belongs to another decision."""
    inside = [part for part in function.parts if decision[:2] <= part[:2] and part[2:] <= decision[2:]]
    inner = [other for other in function.decisions if other != decision
             and decision[:2] <= other[:2] and other[2:] <= decision[2:]]
    return sorted(part for part in inside
                  if not any(other[:2] <= part[:2] and part[2:] <= other[2:] for other in inner))


class Texts:
    """Pieces of the source."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lines: dict[str, list[str]] = {}

    def at(self, function: Function, position: Position) -> str:
        file = function.place.partition(":")[0]
        if file not in self.lines:
            self.lines[file] = (self.root / file).read_text(encoding="utf-8").splitlines()
        first, column, last, end = position
        lines = self.lines[file][first - 1:last]
        lines[-1] = lines[-1][:end - 1]
        lines[0] = lines[0][column - 1:]
        return re.sub(r"\s+", " ", " ".join(lines)).strip()


def with_constants(function: Function, decision: Position, parts: list[Position], texts: Texts) -> list[Position]:
    """The conditions, and those between them that are constants."""
    alone = [macro for macro in function.macros if decision[:2] <= macro[:2] and macro[2:] <= decision[2:]
             and not any(part[:2] <= macro[:2] and macro[2:] <= part[2:] for part in parts)]
    return sorted([*parts, *(macro for macro in alone if texts.at(function, macro) == CONSTANT)])


def gaps_of(function: Function, texts: Texts) -> Iterator[Gap]:
    if function.calls == 0:
        yield Gap(function.place, NEVER_CALLED, "")
        return
    for position, (true, false) in sorted(function.branches.items()):
        if not true or not false:
            outcome = NEVER_TRUE if false else NEVER_FALSE if true else NEVER_ASKED
            yield Gap(function.place, outcome, texts.at(function, position))
    for decision, shown in sorted(function.decisions.items()):
        parts = with_constants(function, decision, conditions_of(function, decision), texts)
        if len(parts) != len(shown):
            raise ValueError(f"{function.place}: {len(parts)} conditions in a decision of {len(shown)}")
        for part, good in zip(parts, shown):
            if not good and part not in function.macros and all(function.branches[part]):
                yield Gap(function.place, DECIDES_NOTHING, texts.at(function, part))


def unmeasured(said: str, functions: list[Function], texts: Texts) -> Iterator[Gap]:
    """The decisions that the compiler named as beyond it while it compiled."""
    for path, line in set(BEYOND.findall(said)):
        for function in functions:
            file, number = function.place.partition(":")[0], int(line)
            if texts.root / file == Path(path) and function.first_line <= number <= function.last_line:
                yield Gap(function.place, NOT_MEASURED, texts.at(function, (number, 1, number, 1000)))


def find_gaps(functions: list[Function], said: str, root: Path) -> Counter[Gap]:
    """said: the compiler's output."""
    texts = Texts(root)
    found = Counter(gap for function in functions for gap in gaps_of(function, texts))
    return found + Counter(unmeasured(said, functions, texts))


@dataclass(frozen=True)
class Totals:
    """Shown and all of them; a condition counts twice as a branch, once as a condition of a decision."""

    functions: tuple[int, int]
    branches: tuple[int, int]
    conditions: tuple[int, int]


def totals_of(functions: list[Function]) -> Totals:
    counts = [count for function in functions for pair in function.branches.values() for count in pair]
    shown = [good for function in functions for decision in function.decisions.values() for good in decision]
    return Totals((sum(function.calls > 0 for function in functions), len(functions)),
                  (sum(count > 0 for count in counts), len(counts)), (sum(shown), len(shown)))


def lines_of(exported: str) -> tuple[int, int]:
    """Lines with code that ran, and all of them."""
    lines = json.loads(exported)["data"][0]["totals"]["lines"]
    return lines["covered"], lines["count"]
