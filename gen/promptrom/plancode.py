"""Lowering, first half, for events: the code of entries that only the run-time library renders.

A block of an event is an entry of its own, over the arguments of the event's assembly, so that the library can look
at each block alone. So is each text that a renderer puts into its body, over the renderer's arguments, so that what
is sent can be shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import codegen, events, model
from .codegen import Code, EntryCode, Name, Place, World, Writer
from .renderers import bound_parts
from .tree import Loop


@dataclass(frozen=True, eq=False)
class Step:
    """A block at its place in an event."""

    block: str  #: id of its slot
    key: str  #: of the entry
    sources: tuple[tuple[str, int], ...]  #: path and version that are arguments: key, place in the entry's map


@dataclass(frozen=True, eq=False)
class Shown:
    """A text that a renderer sends."""

    key: str  #: of the entry
    kind: str


@dataclass(frozen=True, eq=False)
class PlanCode:
    steps: tuple[tuple[str, tuple[Step, ...]], ...]  #: by event
    shown: tuple[tuple[str, tuple[Shown, ...]], ...]  #: by renderer


def add(world: World) -> PlanCode:
    """Adds the entries to those of a pack."""
    steps = [(entry.event, assembly_steps(world, entry)) for entry in world.pack.entries
             if isinstance(entry, model.Assembly) and entry.event in events.EVENTS]
    shown = [(entry.id, Texts(world, entry).shown) for entry in world.pack.entries
             if isinstance(entry, model.Request) and entry.renderer is not None]
    return PlanCode(tuple(steps), tuple(shown))


# ---- blocks ----


def assembly_steps(world: World, assembly: model.Assembly) -> tuple[Step, ...]:
    return tuple(block_step(world, assembly, output.name, part) for output in assembly.outputs
                 for part in output.parts)


def block_step(world: World, assembly: model.Assembly, output: str, part: model.Part) -> Step:
    slot_id = part.slot if part.kind == "each" else part.target
    slot = world.entries[slot_id]
    key = f"{codegen.output_key(assembly.id, output)}:{slot_id}"
    made = EntryCode(key, slot_id, block_inputs(assembly, part, slot), span=part.span, struct=assembly.id)
    world.inner[key] = made
    writer = Writer(world, made, assembly)
    scope = writer.root_scope()
    inner = writer.enter(part.target, scope, part.span) if part.kind == "each" else scope
    body: Code = writer.reach(slot_id, part, inner)
    if part.kind == "each":
        body = (Loop(writer.index(scope[part.target]), body),)
    made.code = writer.guarded(part.when, part.unless, scope, body)
    return Step(slot_id, key, tuple((key, writer.index(inner[name])) for key, name in slot.block.source_inputs))


def block_inputs(assembly: model.Assembly, part: model.Part, slot: model.Slot) -> tuple[model.Variable, ...]:
    """The inputs of the assembly that one block needs, in an order that is the same for every event."""
    known = {variable.name: variable for variable in assembly.inputs}
    wanted = [part.target] if part.kind == "each" else []
    fields = {field.name for name in wanted for field in known[name].fields}
    wanted += [condition.name for condition in part.when + part.unless if condition.kind != "filled"]
    wanted += [variable.name for variable in slot.inputs if variable.name not in fields]
    return tuple(known[name] for name in dict.fromkeys(wanted))


# ---- texts of renderers ----


class Texts:
    """The strings of a renderer's body that hold an event."""

    def __init__(self, world: World, request: model.Request):
        self.world, self.request = world, request
        self.events = {entry.id: entry for entry in world.pack.entries
                       if isinstance(entry, model.Assembly) and entry.event in events.EVENTS}
        self.found: list[Shown] = []
        self.visit(request.body, ())
        self.shown = tuple(self.found)

    def visit(self, node: model.JsonNode, around: tuple[model.JsonWhen, ...]) -> None:
        if isinstance(node, model.JsonText):
            self.text(node, around)
        elif isinstance(node, model.JsonObject):
            for _, value in node.members:
                self.visit(value, around)
        elif isinstance(node, model.JsonArray):
            for item in node.items:
                self.visit(item, around)
        elif isinstance(node, model.JsonWhen):
            self.visit(node.value, (*around, node))

    def text(self, node: model.JsonText, around: tuple[model.JsonWhen, ...]) -> None:
        parts = [part for part in bound_parts(self.request, node) if part.target in self.events]
        if not parts:
            return
        outputs = {output.name for part in parts for output in self.events[part.target].outputs
                   if part.output in ("", output.name)}
        key = f"{self.request.id}:{len(self.found)}"
        made = EntryCode(key, self.request.id, (), span=self.request.span, struct=self.request.id)
        self.world.inner[key] = made
        writer = Writer(self.world, made, self.request)
        scope = {var.name: Name(Place("input", var.name), var) for var in self.request.inputs}
        code = writer.pieces(node.pieces, scope, dict(self.request.binds))
        for when in reversed(around):
            code = writer.guarded(when.when, when.unless, scope, code)
        made.code = code
        assert self.request.renderer is not None
        self.found.append(Shown(key, events.prompt_kind(self.request.renderer.event, outputs)))
