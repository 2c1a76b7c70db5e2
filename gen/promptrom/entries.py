"""The entries of a pack by id, made when first needed, so that each is checked after those it calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from . import model
from .diagnostics import Related, Report
from .scope import Scope
from .source import Span

MAX_DEPTH = 8  #: calls within calls


@dataclass(frozen=True, eq=False)
class Planned:
    """An entry that is declared. `make` gives None after an error."""

    id: str
    kind: str  #: slot, assembly or request
    span: Span
    make: Callable[[], model.Entry | None]


@dataclass(frozen=True, eq=False)
class Step:
    """An entry that is being made, and the place that asked for it."""

    planned: Planned
    span: Span


class Entries:
    """One namespace for slots, assemblies and requests."""

    def __init__(self, scope: Scope, report: Report) -> None:
        self.scope = scope
        self.report = report
        self.planned: dict[str, Planned] = {}
        self.blocks: dict[str, model.Block] = {}  #: by the id of the slot, in order of the ids
        self.runtimes: tuple[model.Runtime, ...] = ()
        self.made: dict[str, model.Entry | None] = {}
        self.depths: dict[str, int] = {}
        self._steps: list[Step] = []
        self._deepest: list[int] = [0]
        self._circles: set[frozenset[str]] = set()  #: those already reported

    def plan(self, planned: Planned) -> None:
        other = self.planned.setdefault(planned.id, planned)
        if other is not planned:
            self.report.add("PR0408", planned.span,
                            f"{planned.kind} {planned.id} has the id of {other.kind} {other.id}",
                            notes=("slots, assemblies and requests share one namespace",),
                            helps=("rename one of them",), related=(Related(other.span, "the other one"),))

    def build_all(self) -> tuple[model.Entry, ...]:
        """Everything that could be made, by id in byte order."""
        for name in sorted(self.planned, key=str.encode):
            if name not in self.made:
                self._make(self.planned[name], self.planned[name].span)
        return tuple(entry for name in sorted(self.planned, key=str.encode)
                     for entry in [self.made[name]] if entry is not None)

    def find(self, name: str, span: Span, what: str, kinds: tuple[str, ...] = ("slot", "assembly")) -> Planned | None:
        """The entry of a name; an error at `span` if there is none of these kinds. Does not make it."""
        planned = self.planned.get(name)
        if planned is not None and planned.kind in kinds:
            return planned
        wanted = " or ".join(kinds)
        if planned is not None:
            self.report.add("PR0501", span, f"{what} names {name}, which is {article(planned.kind)}, not "
                                            f"{article(wanted)}", related=(Related(planned.span, "declared here"),))
            return None
        known = [item.id for item in self.planned.values() if item.kind in kinds]
        self.report.add("PR0501", span, f"{what} names {name}, but there is no such {wanted}", label="not declared",
                        helps=self.scope.did_you_mean(name, known) or (f"declare {article(kinds[0])} {name}",))
        return None

    def entry(self, planned: Planned, span: Span) -> model.Entry | None:
        """The entry itself, which `span` calls. An error if that closes a circle or is too deep."""
        if planned.id in self.made:
            self._deepest[-1] = max(self._deepest[-1], self.depths.get(planned.id, 0))
            return self.made[planned.id]
        around = [step.planned.id for step in self._steps]
        if planned.id in around:
            self._report_circle(self._steps[around.index(planned.id):], planned, span)
            return None
        if len(self._steps) >= 4 * MAX_DEPTH:
            self._report_depth(planned, len(self._steps), span)
            return None
        return self._make(planned, span)

    def _make(self, planned: Planned, span: Span) -> model.Entry | None:
        self._steps.append(Step(planned, span))
        self._deepest.append(0)
        entry = planned.make()
        self._steps.pop()
        depth = self._deepest.pop() + (0 if entry is None or is_plain(entry) else 1)
        if depth > MAX_DEPTH:
            self._report_depth(planned, depth, planned.span)
            entry, depth = None, 0
        self.made[planned.id] = entry
        self.depths[planned.id] = depth
        self._deepest[-1] = max(self._deepest[-1], depth)
        return entry

    def _report_circle(self, steps: list[Step], closing: Planned, span: Span) -> None:
        circle = frozenset(step.planned.id for step in steps)
        if circle in self._circles:
            return
        self._circles.add(circle)
        shown = " → ".join([step.planned.id for step in steps] + [closing.id])
        self.report.add("PR0503", span, f"{closing.kind} {closing.id} contains itself: {shown}",
                        label="closes the circle", helps=("remove one of the parts",),
                        related=tuple(Related(step.span, f"calls {step.planned.id}") for step in steps[1:]))

    def _report_depth(self, planned: Planned, depth: int, span: Span) -> None:
        what = f"calls within calls from {planned.kind} {planned.id}"
        self.report.add("PR0504", span, f"{what}: {depth}, but at most {MAX_DEPTH} are possible",
                        notes=("assemblies, requests and slots with sections or bound parts are a level each",),
                        helps=("put the parts of an inner assembly into the outer one",))


def is_plain(entry: model.Entry) -> bool:
    """Whether rendering takes no level of its own."""
    return isinstance(entry, model.Slot) and not entry.binds and all(
        isinstance(chunk, model.Lines) for chunk in entry.body)


def article(noun: str) -> str:
    return ("an " if noun[0] in "aeiou" else "a ") + noun
