"""Stretches of what a pack renders, and where in them a fenced value stands behind the beginning of its tag."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Union

from .model import Variable
from .opening import Opening, after, after_unknown, alive
from .source import Span


@dataclass(frozen=True, eq=False)
class Fixed:
    text: str

    @property
    def hollow(self) -> bool:
        """Whether it may have no bytes."""
        return not self.text


@dataclass(frozen=True, eq=False)
class Given:
    """A value; None: of a name that is no input, such as the number of a row."""

    variable: Variable | None
    hollow = True


@dataclass(frozen=True, eq=False)
class Item:
    stretch: "Stretch"
    span: Span
    join: str = ""  #: stands before it where something of its row comes first
    absent: bool = False  #: it may be left out, with its join


@dataclass(frozen=True, eq=False)
class Row:
    """One after another."""

    items: tuple[Item, ...]

    @cached_property
    def hollow(self) -> bool:
        return all(item.absent or item.stretch.hollow for item in self.items)


@dataclass(frozen=True, eq=False)
class Either:
    of: tuple["Stretch", ...]

    @cached_property
    def hollow(self) -> bool:
        return any(one.hollow for one in self.of)


@dataclass(frozen=True, eq=False)
class Again:
    """Any number of times, or not at all."""

    inner: "Stretch"
    join: str
    span: Span
    hollow = True


Stretch = Union[Fixed, Given, Row, Either, Again]
NOTHING = Fixed("")


@dataclass(frozen=True)
class Onward:
    """What becomes of an opening that stands before a stretch."""

    ends: frozenset[Opening] = frozenset()  #: how it may stand behind it
    meets: Variable | None = None  #: a value inside, fenced against the tag, that comes directly behind it


Tell = Callable[[Span, Variable, Opening], None]


class Walk:
    """One tag's way through stretches. `tell` hears of each place where a value could complete it."""

    def __init__(self, tag: str, tell: Tell) -> None:
        self.tag = tag
        self.tell = tell
        self.begun: dict[Stretch, frozenset[Opening]] = {}
        self.known: dict[tuple[Stretch, Opening], Onward] = {}

    def inside(self, stretch: Stretch) -> frozenset[Opening]:
        """What may be open behind a stretch of which it stands in the stretch itself."""
        if stretch not in self.begun:
            self.begun[stretch] = self.find_inside(stretch)
        return self.begun[stretch]

    def find_inside(self, stretch: Stretch) -> frozenset[Opening]:
        if isinstance(stretch, Fixed):
            return self.added(None, stretch.text)
        if isinstance(stretch, Row):
            return self.inside_row(stretch)
        if isinstance(stretch, Either):
            return frozenset().union(*map(self.inside, stretch.of))
        if isinstance(stretch, Again):
            begun = self.joined((*self.inside(stretch.inner), None), stretch.join)
            return self.inside(stretch.inner) | self.repeated(stretch, begun, self.entered(stretch.span))
        return frozenset()

    def inside_row(self, row: Row) -> frozenset[Opening]:
        open_: frozenset[Opening] = frozenset()
        for number, item in enumerate(row.items):
            before = self.joined((*open_, None) if number else (), item.join)
            behind = self.inside(item.stretch)
            for opening in sorted(before, key=Opening.shown):
                behind |= self.enter(item.stretch, item.span, opening)
            open_ = behind | (open_ if item.absent else frozenset())
        return open_

    def enter(self, stretch: Stretch, span: Span, before: Opening) -> frozenset[Opening]:
        onward = self.onward(stretch, before)
        if onward.meets is not None:
            self.tell(span, onward.meets, before)
        return onward.ends

    def entered(self, span: Span) -> Callable[[Stretch, Opening], frozenset[Opening]]:
        return lambda stretch, before: self.enter(stretch, span, before)

    def repeated(self, again: Again, before: Collection[Opening],
                 enter: Callable[[Stretch, Opening], frozenset[Opening]]) -> frozenset[Opening]:
        """What is open behind any number of further rounds."""
        seen, pending = set(before), list(before)
        ends: frozenset[Opening] = frozenset()
        while pending:
            behind = enter(again.inner, pending.pop())
            ends |= behind
            new = self.joined(behind, again.join) - seen
            seen |= new
            pending += sorted(new, key=Opening.shown)
        return ends

    def onward(self, stretch: Stretch, before: Opening) -> Onward:
        """The way of what stands before a stretch. Where the stretch begins a tag itself, it has ended."""
        if (stretch, before) not in self.known:
            self.known[stretch, before] = self.find_onward(stretch, before)
        return self.known[stretch, before]

    def find_onward(self, stretch: Stretch, before: Opening) -> Onward:
        if isinstance(stretch, Fixed):
            return Onward(frozenset() if "<" in stretch.text else self.added(before, stretch.text))
        if isinstance(stretch, Given):
            return self.through_value(stretch, before)
        if isinstance(stretch, Row):
            return self.through_row(stretch, before)
        if isinstance(stretch, Either):
            return together([self.onward(one, before) for one in stretch.of])
        met: list[Onward] = []

        def enter(inner: Stretch, opening: Opening) -> frozenset[Opening]:
            met.append(self.onward(inner, opening))
            return met[-1].ends

        ends = self.repeated(stretch, (before,), enter) | {before}
        return Onward(ends, together(met).meets)

    def through_value(self, given: Given, before: Opening) -> Onward:
        variable = given.variable
        if variable is not None and variable.type == "text" and variable.fence.lower() == self.tag:
            return Onward(meets=variable)
        behind = after_unknown(before, (self.tag,))
        return Onward(frozenset(() if behind is None else (behind,)))

    def through_row(self, row: Row, before: Opening) -> Onward:
        first: frozenset[Opening] = frozenset((before,))  # where nothing of the row has come yet
        later: frozenset[Opening] = frozenset()  # where some has
        met: list[Onward] = []
        for item in row.items:
            entering = first | frozenset(found for opening in later if "<" not in item.join
                                         for found in self.added(opening, item.join))
            through = [self.onward(item.stretch, opening) for opening in sorted(entering, key=Opening.shown)]
            met += through
            later = together(through).ends | (later if item.absent else frozenset())
            first = first if item.absent else frozenset()
        return Onward(first | later, together(met).meets)

    def joined(self, before: Collection[Opening | None], join: str) -> frozenset[Opening]:
        return frozenset(found for opening in before for found in self.added(opening, join))

    def added(self, before: Opening | None, text: str) -> frozenset[Opening]:
        behind = alive(after(before, text), (self.tag,))
        return frozenset(() if behind is None else (behind,))


def together(ways: Collection[Onward]) -> Onward:
    return Onward(frozenset().union(*(way.ends for way in ways)),
                  next((way.meets for way in ways if way.meets is not None), None))
