"""Cases for the harness: random packs, random arguments, and what the reference renderer makes of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Mapping

from promptrom import facts, model
from promptrom.codegen import Limit, output_key
from promptrom.lower import Options, Tables, lower
from promptrom.reference import Bound, Renderer, RenderError, Scope, Mode

import blob
import random_packs
import random_texts

STATUS = {"MISSING": 3, "TOO_LONG": 4, "OUT_OF_RANGE": 5, "TOO_MANY": 6, "BAD_UTF8": 7, "BAD_JSON": 8}
JSON, REPAIR = 1, 2  #: bits of a format
MAX_RESULT = 6000  #: bytes; longer results would only take time
CASES = 5  #: of one pack
MAX_DEPTH = 8  #: PRM_MAX_DEPTH as the harness is built


class Frame:
    """An entry being rendered. `inlined`: lowering writes it into its caller."""

    def __init__(self, entry: model.Entry, output: str, scope: Scope, inlined: bool):
        self.entry, self.output, self.scope, self.inlined = entry, output, scope, inlined


class Tracer(Renderer):
    """A reference renderer that remembers where it stood, to say which places an error may name.

    The frames of an error are those that it has left open."""

    def __init__(self, pack: model.Pack):
        super().__init__(pack)
        self.frames: list[Frame] = []
        self.part_around: model.Part | None = None
        self.counted: dict[int, tuple[Bound, Bound]] = {}
        self.failed: Bound | None = None

    def entry(self, entry: model.Entry, scope: Scope, mode: Mode, output: str = "") -> tuple[bytes, bool]:
        inlined = bool(self.frames) and self.is_inlined(entry, self.frames[-1])
        self.frames.append(Frame(entry, output, scope, inlined))
        result = super().entry(entry, scope, mode, output)
        self.frames.pop()
        return result

    def is_inlined(self, entry: model.Entry, caller: Frame) -> bool:
        in_request = any(isinstance(frame.entry, model.Request) for frame in self.frames[-1:])
        return (not self.pack.overridable and not in_request and isinstance(entry, model.Slot) and not entry.binds
                and len(entry.body) <= 1 and all(isinstance(chunk, model.Lines) for chunk in entry.body))

    def parts(self, owner: model.Entry, parts: tuple[model.Part, ...], join: str, scope: Scope,
              mode: Mode) -> tuple[bytes, bool]:
        for output in getattr(owner, "outputs", ()):
            if output.parts is parts:
                self.frames[-1].output = output.name
        return super().parts(owner, parts, join, scope, mode)

    def bind(self, var: model.Variable, binding: model.Binding | None, scope: Scope) -> Bound:  # type: ignore[override]
        made = super().bind(var, binding, scope)
        if binding is not None and binding.kind == "count":
            self.counted[id(made)] = (made, scope[binding.value])
        return made

    def value(self, owner: model.Entry, name: str, bound: Bound, mode: Mode) -> bytes:  # type: ignore[override]
        self.failed = bound
        return super().value(owner, name, bound, mode)

    def rows(self, owner: model.Entry, name: str, scope: Scope) -> list[Scope]:
        self.failed = scope[name]
        return super().rows(owner, name, scope)

    def choice(self, owner: model.Entry, name: str, scope: Scope) -> str:
        self.failed = scope[name]
        return super().choice(owner, name, scope)

    def argument(self, bound: Bound | None) -> Bound | None:
        """The argument itself behind a count of rows."""
        while id(bound) in self.counted:
            bound = self.counted[id(bound)][1]
        return bound

    def places(self, numbers: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
        """Id and placeholder of what failed; more than one if several placeholders read the same argument."""
        frame = self.frames.pop()
        while frame.inlined:
            frame = self.frames.pop()
        key = output_key(frame.entry.id, frame.output) if frame.output else frame.entry.id
        wanted = self.argument(self.failed)
        found = [index for index, var in enumerate(frame.entry.inputs)
                 if self.argument(frame.scope[var.name]) is wanted]
        return tuple((numbers[key], index) for index in found or [blob.NO_PLACEHOLDER])


class Outcome(AssertionError):
    """Something that must hold for every pack does not."""


class PackCases:
    """Cases of one pack."""

    def __init__(self, seed: str):
        self.seed = seed
        self.random = Random(seed)
        self.empty = self.random.random() < 0.5
        self.pack = random_packs.random_pack(self.random, self.empty)
        self.counts: Counter[str] = Counter()

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
        self.numbers = {entry.key: number for number, entry in enumerate(tables.entries)}
        self.facts = facts.facts_of(self.pack)
        cases = [case for _ in range(CASES) for case in [self.case(tables)] if case]
        return blob.Images(self.pack, tables).pack(cases)

    def case(self, tables: Tables) -> blob.Case | None:
        number = self.random.randrange(tables.public_count)
        root = tables.entries[number]
        tools = tuple(tool.name for tool in self.pack.tools)
        args = random_texts.Arguments(self.random, self.empty, tools).make(root.inputs)
        request = any(isinstance(entry, model.Request) and entry.id == root.id for entry in self.pack.entries)
        format_ = self.random.choice((0, 2) if request else (0, 0, 1, 3))
        result, error, places = self.expected(root.id, args, format_)
        if len(result) > MAX_RESULT:
            return None
        self.counts[error or "results"] += 1
        if not error:
            self.check_facts(root.id, result, format_)
        return blob.Case(number, format_, STATUS.get(error, 0), places, result, args)

    def expected(self, key: str, args: Mapping[str, object],
                 format_: int) -> tuple[bytes, str, tuple[tuple[int, int], ...]]:
        tracer = Tracer(self.pack)
        name, _, output = key.partition(".")
        entry = tracer.entries[name]
        scope = {var.name: Bound("input", var, args.get(var.name)) for var in entry.inputs}
        try:
            return tracer.entry(entry, scope, Mode(bool(format_ & JSON), bool(format_ & REPAIR)), output)[0], "", ()
        except RenderError as error:
            if error.entry != tracer.frames[-1].entry.id:
                raise Outcome(f"{self.seed}: {error}, but {tracer.frames[-1].entry.id} was being rendered") from error
            return b"", error.status, tracer.places(self.numbers)

    # ---- what the compiler says beforehand ----

    def check_facts(self, key: str, result: bytes, format_: int) -> None:
        known = self.facts[key]
        longest = known.longest_json if format_ & JSON else known.longest
        if longest is not None and len(result) > longest:
            raise Outcome(f"{self.seed}: {key} has {len(result)} bytes, but {longest} at most are said: {result!r}")
        self.counts["bounded"] += longest is not None
        if format_ & JSON:
            return
        name, _, output = key.partition(".")
        measure = facts.Measure(self.pack)
        prefix = facts.Prefix(measure).of(measure.entries[name], output)
        if prefix.size == len(prefix.seen) and not result.startswith(prefix.seen):
            raise Outcome(f"{self.seed}: {key} begins {result[:80]!r}, not {prefix.seen!r}")
        self.counts["prefixes"] += 0 < prefix.size == len(prefix.seen)
