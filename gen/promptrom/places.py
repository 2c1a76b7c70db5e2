"""Where an error is, as the C engine reports it: the entry being rendered, and its placeholder.

The reference renderer names the slot whose text fails. The tables have no such slot where it was written into what
uses it: there the error is one of the user's, and of the placeholder of the user's that reads the same argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

from . import model
from .codegen import output_key
from .reference import Bound, Mode, Renderer, Scope

#: An entry as the tables name it and one of its placeholders; "" for none.
Place = tuple[str, str]


@dataclass(eq=False)
class Frame:
    """An entry being rendered. `inlined`: lowering writes it into its caller."""

    entry: model.Entry
    output: str
    scope: Scope
    inlined: bool

    @property
    def key(self) -> str:
        return output_key(self.entry.id, self.output) if self.output else self.entry.id


class Tracer(Renderer):
    """A reference renderer that remembers where it stood. The frames of an error are those that it has left open."""

    def __init__(self, pack: model.Pack):
        super().__init__(pack)
        self.frames: list[Frame] = []
        self.sources: dict[int, tuple[Bound, Bound]] = {}
        self.failed = Bound("text", None, "")

    def entry(self, entry: model.Entry, scope: Scope, mode: Mode, output: str = "") -> tuple[bytes, bool]:
        inlined = bool(self.frames) and self.is_inlined(entry, self.frames[-1])
        self.frames.append(Frame(entry, output, scope, inlined))
        result = super().entry(entry, scope, mode, output)
        self.frames.pop()
        return result

    def is_inlined(self, entry: model.Entry, caller: Frame) -> bool:
        return (not self.pack.overridable and not isinstance(caller.entry, model.Request)
                and isinstance(entry, model.Slot) and not entry.binds
                and len(entry.body) <= 1 and all(isinstance(chunk, model.Lines) for chunk in entry.body))

    def parts(self, owner: model.Entry, parts: tuple[model.Part, ...], join: str, scope: Scope,
              mode: Mode) -> tuple[bytes, bool]:
        for output in getattr(owner, "outputs", ()):
            if output.parts is parts:
                self.frames[-1].output = output.name
        return super().parts(owner, parts, join, scope, mode)

    def bind(self, var: model.Variable, binding: model.Binding | None,  # type: ignore[override]
             scope: Scope) -> Bound:
        made = super().bind(var, binding, scope)
        if made.kind != "text":
            source = scope[var.name if binding is None else binding.value]
            if made is not source:
                self.sources[id(made)] = (made, source)
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

    def argument(self, bound: Bound) -> Bound:
        """The argument itself behind a count of rows or what is handed on as text."""
        while id(bound) in self.sources:
            bound = self.sources[id(bound)][1]
        return bound

    def places(self) -> tuple[Place, ...]:
        """What an error may name: more than one place if several placeholders read the same argument."""
        frame = self.frames.pop()
        while frame.inlined:
            frame = self.frames.pop()
        wanted = self.argument(self.failed)
        found = [var.name for var in frame.entry.inputs if self.argument(frame.scope[var.name]) is wanted]
        return tuple((frame.key, name) for name in found or [""])


def root_scope(entry: model.Entry, args: Mapping[str, object]) -> Scope:
    return {var.name: Bound("input", var, args.get(var.name)) for var in entry.inputs}
