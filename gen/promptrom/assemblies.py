"""Assemblies: ordered parts with conditions and separators, or everything that blocks say about an event."""

from __future__ import annotations

from . import blocks, conditions, names, needs, parts, reading, suggest
from .diagnostics import Related
from .entries import Entries, Planned
from .model import Assembly, Output, Part
from .nodes import Mapping, Node, Scalar, kind_of

KEYS = ("join", "when", "unless", "parts", "event", "outputs", "doc")


def add(entries: Entries, pairs: list[tuple[Scalar, Node]]) -> None:
    """Plans all assemblies; events that blocks list and none of these takes are warnings."""
    taken: set[str] = set()
    for key, node in pairs:
        if valid_id(key, "an assembly", entries):
            entries.plan(Planned(key.value, "assembly", key.span,
                                 lambda key=key, node=node: make(key, node, entries)))
        event = node.get("event") if isinstance(node, Mapping) else None
        taken |= {event.value} if isinstance(event, Scalar) else set()
    blocks.check_events(entries.blocks, taken, entries.report)


def valid_id(key: Scalar, what: str, entries: Entries) -> bool:
    """An id of parts with dots between them."""
    if all(names.ID_PART.fullmatch(part) for part in key.value.split(".")):
        return True
    return reading.matching(key, names.ID_PART, what, entries.report)


def make(key: Scalar, node: Node, entries: Entries) -> Assembly | None:
    what = f"assembly {key.value}"
    given = reading.mapping(node, what, entries.report)
    if given is None:
        return None
    reading.keys(given, KEYS, what, entries.report)
    before = len(entries.report.items)
    when, unless = conditions.read_both(given, what, entries)
    plain, outputs = read_content(given, what, entries)
    wanted = needs.Needs(what, key.span, entries, (), parts.local_inputs(
        [*plain, *(part for output in outputs for part in output.parts)], entries))
    wanted.conditions((when, unless))
    wanted.parts(plain)
    for output in outputs:
        wanted.parts(output.parts)
    inputs = wanted.inputs()
    if entries.report.failed_since(before):
        return None
    return Assembly(key.value, inputs, read_text(given, "join", what, entries), when, unless, plain, outputs,
                    read_text(given, "doc", what, entries), key.span, event_of(given))


def event_of(given: Mapping) -> str:
    event = given.get("event")
    return event.value if isinstance(event, Scalar) else ""


def read_text(given: Mapping, key: str, what: str, entries: Entries) -> str:
    node = given.get(key)
    return "" if node is None else reading.text(node, f"{key} of {what}", entries.report) or ""


def read_content(given: Mapping, what: str, entries: Entries) -> tuple[tuple[Part, ...], tuple[Output, ...]]:
    """Its parts, or its outputs with theirs."""
    event, outputs, plain = given.get("event"), given.get("outputs"), given.get("parts")
    if plain is not None and (event is not None or outputs is not None):
        other = event if event is not None else outputs
        entries.report.add("PR0515", plain.span, f"{what} has parts beside {'outputs' if event is None else 'event'}",
                           notes=("parts stand in each output, or come from the blocks of an event",),
                           helps=("remove one of them",), related=(Related(other.span, "this one"),))  # type: ignore
        return (), ()
    if event is None and outputs is None:
        node = reading.required(given, "parts", what, entries.report, "add parts: and a list of them")
        return (() if node is None else read_parts(node, what, entries)), ()
    return (), read_outputs(given, what, entries)


def read_parts(node: Node, what: str, entries: Entries) -> tuple[Part, ...]:
    listed = reading.sequence(node, f"parts of {what}", entries.report)
    found = [parts.read_part(item, parts.Place(f"part {number} of {what}", True), entries)
             for number, item in enumerate(listed.items if listed else (), 1)]
    return tuple(part for part in found if part)


# ---- outputs ----


def read_outputs(given: Mapping, what: str, entries: Entries) -> tuple[Output, ...]:
    """Outputs in their fixed order."""
    event = read_event(given, what, entries)
    node = reading.required(given, "outputs", what, entries.report,
                            'add outputs: {base: {join: "\\n\\n"}} with those that the event has')
    listed = None if node is None else reading.mapping(node, f"outputs of {what}", entries.report)
    if listed is None or event is None:
        return ()
    reading.keys(listed, blocks.OUTPUTS, f"outputs of {what}", entries.report)
    if event:
        refuse_lost(event, listed, what, entries)
    found = [read_output(name, listed.get(name), event, what, entries) for name in blocks.OUTPUTS
             if listed.get(name) is not None]
    return tuple(output for output in found if output)


def read_event(given: Mapping, what: str, entries: Entries) -> str | None:
    """The event, "" if there is none; None after an error."""
    node = given.get("event")
    if node is None:
        return ""
    event = reading.text(node, f"event of {what}", entries.report)
    if event is None:
        return None
    if not any(event in block.events for block in entries.blocks.values()):
        known = sorted({name for block in entries.blocks.values() for name in block.events})
        entries.report.add("PR0525", node.span, f"no block lists the event {event}",
                           notes=(f"events of blocks: {', '.join(known) or '(none)'}",),
                           helps=suggest.did_you_mean(event, known))
        return None
    return event


def refuse_lost(event: str, listed: Mapping, what: str, entries: Entries) -> None:
    for name, block in entries.blocks.items():
        if event in block.events and block.output and listed.get(block.output) is None:
            entries.report.add("PR0526", block.span,
                               f"block {name} goes to {block.output}, which {what} does not have",
                               helps=(f"add {block.output} to the outputs of {what}",
                                      "or change output: of the block"),
                               related=(Related(listed.span, "the outputs"),))


def read_output(name: str, node: Node | None, event: str, what: str, entries: Entries) -> Output | None:
    place = f"output {name} of {what}"
    if node is None or kind_of(node) == "null":
        given: Mapping | None = Mapping((), node.span) if node else None
    else:
        given = reading.mapping(node, place, entries.report)
    if given is None:
        return None
    reading.keys(given, ("join",) if event else ("join", "parts"), place, entries.report)
    join = read_text(given, "join", place, entries)
    if event:
        return Output(name, join, event_parts(event, name, entries))
    listed = reading.required(given, "parts", place, entries.report, "add parts: and a list of them")
    return None if listed is None else Output(name, join, read_parts(listed, place, entries))


def event_parts(event: str, output: str, entries: Entries) -> tuple[Part, ...]:
    found = []
    for name, block in blocks.selected(entries.blocks, event, output):
        assert block.span is not None
        if block.each:
            found.append(Part("each", block.span, target=block.each, slot=name, when=block.when,
                              unless=block.unless, target_span=block.each_span))
        else:
            found.append(Part("entry", block.span, target=name, when=block.when, unless=block.unless))
    return tuple(found)


