"""What the templates show of a pack's plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

from . import envelope, events, model, names
from .plans import NO_INPUT, LoweredBlock, LoweredRenderer, PlanTables
from .quote import c_bytes, c_comment
from .structs import Structs


@dataclass(frozen=True, eq=False)
class NamerView:
    """A function that puts a runtime's names into the arguments of an event."""

    base: str
    comment: str
    members: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]  #: member, literal and size for each runtime


@dataclass(frozen=True, eq=False)
class FillerView:
    """A function that fills arguments from an envelope, and from the arguments of an event."""

    base: str
    verb: str
    events: tuple[tuple[str, str], ...]  #: bases of the arguments of events, and parameters for them
    comment: str
    lines: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class PlanView:
    texts: tuple[tuple[int, str], ...]
    blocks: tuple[str, ...]
    steps: tuple[str, ...]
    plans: tuple[str, ...]
    renderers: tuple[str, ...]
    shown: tuple[str, ...]
    runtime_texts: tuple[int, ...]
    crcs: tuple[int, int]
    counts: dict[str, int]
    runtimes: tuple[str, ...]  #: enumerators
    renderer_rows: tuple[str, ...]
    namers: tuple[NamerView, ...]
    fillers: tuple[FillerView, ...]
    flash: int  #: bytes of these tables


def plan_view(pack: model.Pack, plans: PlanTables, structs: Structs, pack_crc: int) -> PlanView:
    return PlanView(
        texts=tuple((len(text) + 1, " ".join(c_bytes(text))) for text in plans.texts),
        blocks=tuple(map(block_line, plans.blocks)),
        steps=tuple(f"{{{step.block}, {step.entry}}},  /* {c_comment(step.comment)} */" for step in plans.steps),
        plans=tuple(f"{{{plan.assembly}, {plan.first}, {plan.count}}},  /* {plan.event} */" for plan in plans.plans),
        renderers=tuple(map(renderer_line, plans.renderers)),
        shown=tuple(f"{{{entry}, {kind}}},  /* {events.PROMPT_KINDS[kind - 1]} */" for entry, kind in plans.shown),
        runtime_texts=plans.runtimes, crcs=plans.crcs(pack_crc),
        counts={"blocks": len(plans.blocks), "steps": len(plans.steps), "renderers": len(plans.renderers),
                "shown": len(plans.shown), "runtimes": len(plans.runtimes)},
        runtimes=tuple(enumerator(pack, runtime.name) for runtime in pack.runtimes),
        renderer_rows=tuple(renderer_rows(pack, plans)) if plans.renderers else (),
        namers=tuple(namers(pack)), fillers=tuple(fillers(pack, structs)), flash=flash(plans))


def flash(plans: PlanTables) -> int:
    return (sum(len(text) + 1 for text in plans.texts) + 60 * len(plans.blocks) + 4 * len(plans.steps)
            + 6 * len(plans.plans) + 8 * len(plans.renderers) + 4 * len(plans.shown) + 4 * len(plans.runtimes))


def global_names(pack: model.Pack, made: PlanView) -> Iterator[str]:
    """Names that the plans take in C."""
    prefix = pack.prefix
    yield from ("plan_text", "plan_blocks", "plan_steps", "event_plans", "plan_renderers", "plan_shown",
                "plan_runtimes", f"{prefix}_plans", f"{prefix}_runtime", f"{prefix.upper()}_RUNTIMES",
                f"{prefix}_renderer_of", *made.runtimes)
    yield from (f"{namer.base}_name" for namer in made.namers)
    yield from (f"{filler.base}_{filler.verb}" for filler in made.fillers)


# ---- tables ----


def block_line(block: LoweredBlock) -> str:
    fixed = block.fixed
    sizes = "0, 0, {0, 0}" if fixed is None else (
        f"{fixed.size}, {fixed.tokens}, {{0x{fixed.hash & 0xFFFFFFFF:08x}, 0x{fixed.hash >> 32:08x}}}")
    type_, layer, output, durability, source = enumerators(block)
    flags = " | ".join(f"PRM_PLAN_{flag}" for flag in block.flags) or "0"
    inputs = ", ".join("PRM_NO_INPUT" if number == NO_INPUT else str(number)
                       for number in (block.path_input, block.version_input))
    return (f"{{{', '.join(map(str, block.texts))}, {sizes}, {type_}, {layer}, {output}, {durability}, {source}, "
            f"{flags}, {inputs}}},  /* {c_comment(block.slot.id)} */")


def enumerators(block: LoweredBlock) -> tuple[str, ...]:
    """Type, layer, output, durability and kind of its source in C."""
    found = block.slot.block
    words = (("TYPE", found.type), ("LAYER", found.layer), ("OUTPUT", found.output), ("DURABILITY", found.durability),
             ("FROM", dict(found.source)["kind"]))
    return tuple(f"PRM_{what}_{word.upper()}" for what, word in words)


def renderer_line(item: LoweredRenderer) -> str:
    return (f"{{{item.entry}, {item.event}, {item.runtime}, {item.first}, {item.count}}},"
            f"  /* {c_comment(item.request.id)} */")


def renderer_rows(pack: model.Pack, plans: PlanTables) -> Iterator[str]:
    """A line of numbers for each runtime, by event."""
    numbers = {(item.runtime, item.event): str(number) for number, item in enumerate(plans.renderers)}
    for runtime in range(len(pack.runtimes)):
        row = [numbers.get((runtime, event + 1), "PRM_NO_RENDERER") for event in range(len(events.EVENTS))]
        yield "{" + ", ".join(row) + ("}," if runtime < len(pack.runtimes) - 1 else "}")


def enumerator(pack: model.Pack, runtime: str) -> str:
    return f"{pack.prefix}_RUNTIME_{runtime}".upper()


# ---- functions ----


def assemblies(pack: model.Pack) -> list[model.Assembly]:
    """Those of the nine events."""
    return [entry for entry in pack.entries if isinstance(entry, model.Assembly) and entry.event in events.EVENTS]


def namers(pack: model.Pack) -> Iterator[NamerView]:
    known = {name for runtime in pack.runtimes for name, _ in runtime.names}
    for entry in assemblies(pack):
        members = tuple((names.identifier(var.name), tuple(literal(dict(runtime.names)[var.name])
                                                           for runtime in pack.runtimes))
                        for var in entry.inputs if var.name in known)
        if members:
            yield NamerView(names.prefixed(pack.prefix, entry.id), c_comment(entry.id), members)


def literal(text: str) -> tuple[str, int]:
    data = text.encode("utf-8")
    return " ".join(c_bytes(data)), len(data)


def fillers(pack: model.Pack, structs: Structs) -> Iterator[FillerView]:
    by_event = {entry.event: entry for entry in assemblies(pack)}
    for entry in by_event.values():
        if entry.event in events.DELIVERIES and entry.inputs:
            lines = [line for var in entry.inputs for line in envelope_line(var, entry.event)]
            yield FillerView(names.prefixed(pack.prefix, entry.id), "fill", (),
                             "What the envelope says of a delivery. Other arguments stay as they are.",
                             complete(lines, ()))
    for entry in pack.entries:
        if isinstance(entry, model.Request) and entry.renderer is not None and entry.inputs:
            yield taker(pack, entry, list(by_event.values()), structs)


def taker(pack: model.Pack, request: model.Request, known: list[model.Assembly], structs: Structs) -> FillerView:
    """Takes what the events in its body were compiled with, so that nothing else can be sent than what was
    compiled."""
    assert request.renderer is not None
    base = names.prefixed(pack.prefix, request.id)
    targets = {part.target for _, part in request.binds if part.kind == "entry"}
    taken = [entry for entry in known if entry.id in targets and entry.inputs]
    types = {entry.id: {var.name: structs.type(var, names.prefixed(pack.prefix, entry.id)) for var in entry.inputs}
             for entry in taken}
    lines = []
    for var in request.inputs:
        lines += envelope_line(var, request.renderer.event) or [
            f"args->{names.identifier(var.name)} = {parameter(entry)}->{names.identifier(var.name)};"
            for entry in taken if types[entry.id].get(var.name) == structs.type(var, base)][:1]
    events_taken = tuple((names.prefixed(pack.prefix, entry.id), parameter(entry)) for entry in taken)
    return FillerView(base, "take", events_taken, "What its events were compiled with, and what the envelope says. "
                      "Other arguments stay as they are.", complete(lines, tuple(map(parameter, taken))))


def parameter(assembly: model.Assembly) -> str:
    return "in_" + names.identifier(assembly.id)


def envelope_line(var: model.Variable, event: str) -> list[str]:
    field = envelope.FIELDS.get(var.name)
    if field is None or field.type != var.type or (field.delivery and event not in events.DELIVERIES):
        return []
    return [f"args->{names.identifier(var.name)} = {field.value};"]


def complete(lines: list[str], parameters: tuple[str, ...]) -> tuple[str, ...]:
    """With a word to the C compiler about parameters that no line uses."""
    return tuple(lines) + tuple(f"(void){name};" for name in ("args", *parameters, "input")
                                if not any(f"{name}->" in line for line in lines))
