"""Cases for the harness: random packs, random arguments, and what the reference renderer makes of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Mapping

from promptrom import facts, model
from promptrom.codegen import Limit
from promptrom.lower import Options, Tables, lower
from promptrom.places import Tracer, root_scope
from promptrom.reference import Bound, Mode, RenderError, Scope
from promptrom.uses import uses_of

import blob
import random_packs
import random_texts
from startup import start_overlay

STATUS = {"MISSING": 3, "TOO_LONG": 4, "OUT_OF_RANGE": 5, "TOO_MANY": 6, "BAD_UTF8": 7, "BAD_JSON": 8}
JSON, REPAIR = 1, 2  #: bits of a format
MAX_RESULT = 6000  #: bytes; longer results would only take time
CASES = 5  #: of one pack
MAX_DEPTH = 8  #: PRM_MAX_DEPTH as the harness is built


class Loop(list):
    """Rows being gone through. Notices rows within themselves, which no source can serve."""

    def __init__(self, rows: list[Scope], watcher: "Watcher", argument: Bound):
        super().__init__(rows)
        self.watcher, self.argument = watcher, argument

    def __iter__(self):
        for row in super().__iter__():
            self.watcher.unserved = self.watcher.unserved or any(item is self.argument for item in self.watcher.loops)
            self.watcher.loops.append(self.argument)
            yield row
            self.watcher.loops.pop()


class Watcher(Tracer):
    """Also watches the rows."""

    def __init__(self, pack: model.Pack):
        super().__init__(pack)
        self.loops: list[Bound] = []
        self.unserved = False  #: some rows stand within themselves

    def rows(self, owner: model.Entry, name: str, scope: Scope) -> list[Scope]:
        return Loop(super().rows(owner, name, scope), self, self.argument(scope[name]))

    def numbered_places(self, numbers: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
        """Id and placeholder of what failed."""
        found = []
        for key, placeholder in self.places():
            names = [var.name for var in self.entries[key.partition(".")[0]].inputs] if placeholder else []
            found.append((numbers[key], names.index(placeholder) if placeholder else blob.NO_PLACEHOLDER))
        return tuple(found)


class Outcome(AssertionError):
    """Something that must hold for every pack does not."""


class PackCases:
    """Cases of one pack and of its overlays."""

    def __init__(self, seed: str):
        self.seed = seed
        self.random = Random(seed)
        self.empty = self.random.random() < 0.5
        self.pack = random_packs.random_pack(self.random, self.empty)
        self.counts: Counter[str] = Counter()
        self.uses: tuple[str, ...] = ()

    def write(self) -> bytes:
        """The pack with its cases as blob.py has them; nothing if the tables cannot hold it."""
        options = Options(self.random.random() < 0.6, self.random.random() < 0.9, self.random.random() < 0.3)
        try:
            tables = lower(self.pack, options)
        except Limit:
            self.counts["beyond limits"] += 1
            return b""
        if tables.depth > MAX_DEPTH:
            self.counts["too deep"] += 1
            return b""
        self.uses = uses_of(tables)
        self.numbers = {entry.key: number for number, entry in enumerate(tables.entries)}
        self.facts = facts.facts_of(self.pack)
        images = blob.Images(self.pack, tables)
        made = [images.pack(tables, None, self.cases(self.pack, tables))]
        for overlay, variant in zip(self.pack.overlays, tables.variants):
            self.counts["overlays compiled in"] += 1
            own = replace(tables, entries=variant.entries, name_at=variant.name_at, crc=variant.crc)
            made.append(images.pack(own, None, self.cases(overlay.pack, own)))
            started = self.pack.overridable and start_overlay(self.pack, overlay, tables, self.random.random() < 0.5)
            if started:
                self.counts["overlays at start"] += 1
                made.append(images.pack(tables, started, self.cases(started.pack, tables, False)))
        return b"".join(made)

    def cases(self, pack: model.Pack, tables: Tables, bounded: bool = True) -> list[blob.Case]:
        """bounded: what the compiler says of sizes holds, since it has seen these texts."""
        return [case for _ in range(CASES) for case in [self.case(pack, tables, bounded)] if case]

    def case(self, pack: model.Pack, tables: Tables, bounded: bool) -> blob.Case | None:
        number = self.random.randrange(tables.public_count)
        root = tables.entries[number]
        tools = tuple(tool.name for tool in pack.tools)
        args = random_texts.Arguments(self.random, self.empty, tools).make(root.inputs)
        request = any(isinstance(entry, model.Request) and entry.id == root.id for entry in pack.entries)
        format_ = self.random.choice((0, 2) if request else (0, 0, 1, 3))
        tracer = Watcher(pack)
        result, error, places = self.expected(tracer, root.id, args, format_)
        if len(result) > MAX_RESULT:
            return None
        self.counts[error or "results"] += 1
        self.counts["rows within themselves"] += tracer.unserved
        if not error and bounded:
            self.check_longest(root.id, result, format_)
        if not error and pack is self.pack and not format_ & JSON:
            self.check_prefix(root.id, result)
        return blob.Case(number, format_, STATUS.get(error, 0), tracer.unserved, places, result, args)

    def expected(self, tracer: Watcher, key: str, args: Mapping[str, object],
                 format_: int) -> tuple[bytes, str, tuple[tuple[int, int], ...]]:
        """Bytes or the name of an error with the places that it may name."""
        name, _, output = key.partition(".")
        entry = tracer.entries[name]
        mode = Mode(bool(format_ & JSON), bool(format_ & REPAIR))
        try:
            return tracer.entry(entry, root_scope(entry, args), mode, output)[0], "", ()
        except RenderError as error:
            if error.entry != tracer.frames[-1].entry.id:
                raise Outcome(f"{self.seed}: {error}, but {tracer.frames[-1].entry.id} was being rendered") from error
            return b"", error.status, tracer.numbered_places(self.numbers)

    # ---- what the compiler says beforehand ----

    def check_longest(self, key: str, result: bytes, format_: int) -> None:
        known = self.facts[key]
        longest = known.longest_json if format_ & JSON else known.longest
        if longest is not None and len(result) > longest:
            raise Outcome(f"{self.seed}: {key} has {len(result)} bytes, but {longest} at most are said: {result!r}")
        self.counts["bounded"] += longest is not None

    def check_prefix(self, key: str, result: bytes) -> None:
        name, _, output = key.partition(".")
        measure = facts.Measure(self.pack)
        prefix = facts.Prefix(measure).of(measure.entries[name], output)
        if prefix.size == len(prefix.seen) and not result.startswith(prefix.seen):
            raise Outcome(f"{self.seed}: {key} begins {result[:80]!r}, not {prefix.seen!r}")
        self.counts["prefixes"] += 0 < prefix.size == len(prefix.seen)
