"""Blocks: slots that know by themselves where they belong, and the rules for them."""

from __future__ import annotations

import hashlib
import math
from dataclasses import replace
from itertools import groupby
from typing import Callable, Tuple

from . import conditions, jsontree, names, needs, parts, reading, renderers, slots, suggest
from .diagnostics import Related, Report
from .drafts import Draft
from .entries import Entries, Planned
from .model import Block, Slot
from .nodes import Mapping, Node, Scalar, kind_of
from .slots import Checked

KEYS = ("type", "layer", "output", "durability", "order", "events", "when", "unless", "each", "title", "tags",
        "label",
        "source")
TYPES = ("instruction", "turn_context", "notice", "reference")
LAYERS = ("platform", "channel", "workspace_doc", "agent_config", "event", "retrieval", "system_notice",
          "runtime_guidance")
OUTPUTS = ("base", "developer", "turn", "reference")
DURABILITIES = ("persistent", "turn_only", "until_acknowledged", "compactable")
SOURCE_KEYS = ("kind", "path", "version", "owner", "description")
SOURCE_ARGUMENTS = ("path", "version")  #: that may be placeholders
SOURCE_KINDS = ("markdown_template", "workspace_doc", "generated", "event_payload", "retrieval", "notice")

Pairs = Tuple[Tuple[str, str], ...]


def add_slots(entries: Entries, found: list[Draft], checked: list[Checked]) -> None:
    """Plans all slots, then reads their blocks, whose conditions may name any slot."""
    by_id = {item.slot.id: item for item in checked}
    for draft in found:
        entries.plan(Planned(draft.id, "slot", draft.span, maker(by_id.get(draft.id), entries)))
    for item in checked:
        if item.block is not None:
            block = read_block(item, item.block, entries)
            if block is not None:
                entries.blocks[item.slot.id] = block
    check_order(entries.blocks, entries.report)


def maker(item: Checked | None, entries: Entries) -> Callable[[], Slot | None]:
    return lambda: None if item is None else make_slot(item, entries)


def make_slot(item: Checked, entries: Entries) -> Slot:
    """The slot with its bound parts, whose inputs come behind its own."""
    slot, what = item.slot, f"slot {item.slot.id}"
    binds = parts.read_binds(item.bind, what, entries)
    if not binds:
        return replace(slot, block=entries.blocks.get(slot.id))
    bound = [part for _, part in binds]
    wanted = needs.Needs(what, slot.span, entries, slot.inputs, parts.local_inputs(bound, entries))
    wanted.parts(tuple(bound))
    for name, fields in slots.uses_in_rows(slot):
        part = dict(binds).get(name)
        if part is not None:
            wanted.part(part, fields)
    return replace(slot, inputs=wanted.inputs(), binds=binds, block=entries.blocks.get(slot.id))


# ---- one block ----


def read_block(item: Checked, node: Node, entries: Entries) -> Block | None:
    report, what = entries.report, f"block {item.slot.id}"
    given = reading.mapping(node, f"block of slot {item.slot.id}", report)
    if given is None:
        return None
    reading.keys(given, KEYS, what, report)
    type_, layer = read_word(given, "type", TYPES, what, report), read_word(given, "layer", LAYERS, what, report)
    output = read_word(given, "output", OUTPUTS, what, report)
    durability = read_word(given, "durability", DURABILITIES, what, report)
    check_class(given, type_, output, durability, what, report)
    when, unless = conditions.read_both(given, what, entries)
    source, source_inputs = read_source(given, item, what, report)
    each = given.get("each")
    return Block(
        type=type_, layer=layer, output=output, durability=durability, order=read_order(given, what, report),
        events=read_events(given, what, report), title=read_text(given, "title", what, report),
        label=read_text(given, "label", what, report), tags=read_tags(given, what, report),
        source=source, source_inputs=source_inputs, when=when, unless=unless,
        each=read_text(given, "each", what, report), each_span=each.span if each else None, span=given.span)


def read_word(given: Mapping, key: str, words: tuple[str, ...], what: str, report: Report) -> str:
    node = reading.required(given, key, what, report, f"add {key}: " + ", ".join(words[:-1]) + f" or {words[-1]}")
    return "" if node is None else reading.word(node, words, f"{key} of {what}", report) or ""


def read_text(given: Mapping, key: str, what: str, report: Report) -> str:
    node = given.get(key)
    return "" if node is None else reading.text(node, f"{key} of {what}", report) or ""


def read_tags(given: Mapping, what: str, report: Report) -> tuple[str, ...]:
    node = given.get("tags")
    return () if node is None else tuple(item.value for item in reading.scalars(node, f"tags of {what}", report))


def read_events(given: Mapping, what: str, report: Report) -> tuple[str, ...]:
    node = given.get("events")
    listed = [] if node is None else reading.scalars(node, f"events of {what}", report)
    return tuple(item.value for item in listed if reading.matching(item, names.NAME, "an event", report))


def read_order(given: Mapping, what: str, report: Report) -> float:
    node = given.get("order")
    if node is None:
        return 0.0
    if not isinstance(node, Scalar) or kind_of(node) not in ("int", "float"):
        reading.wrong_type(node, f"order of {what}", "a number", report)
        return 0.0
    written = jsontree.number(node.value)
    if written is not None and math.isfinite(float(written)):
        return float(written)
    report.add("PR0406", node.span, f"order of {what} is {node.value}, but must be finite")
    return 0.0


def read_source(given: Mapping, item: Checked, what: str, report: Report) -> tuple[Pairs, Pairs]:
    """Where the text comes from: the file, unless the block says otherwise; and which of its facts are arguments, as
    the version of a document is."""
    node = given.get("source")
    source = None if node is None else reading.mapping(node, f"source of {what}", report)
    said: dict[str, str] = {}
    if source is not None:
        reading.keys(source, SOURCE_KEYS, f"source of {what}", report)
        said = {key.value: read_text(source, key.value, f"source of {what}", report) for key, _ in source.items
                if key.value in SOURCE_KEYS}
        if source.get("kind") is not None:
            reading.word(source.get("kind"), SOURCE_KINDS, f"kind of the source of {what}", report)  # type: ignore
    default = {"kind": "markdown_template", "path": item.slot.source_name}
    if said.get("kind", "markdown_template") == "markdown_template":
        default["version"] = hashlib.sha256(item.text.value.encode("utf-8")).hexdigest()[:16]
    inputs = {} if source is None else source_inputs(source, said, item, what, report)
    whole = {key: value for key, value in {**default, **said}.items() if key not in inputs}
    return tuple((key, whole[key]) for key in SOURCE_KEYS if key in whole), tuple(inputs.items())


def source_inputs(source: Mapping, said: dict[str, str], item: Checked, what: str, report: Report) -> dict[str, str]:
    """Path and version that are a placeholder and nothing else."""
    found: dict[str, str] = {}
    for key in SOURCE_ARGUMENTS:
        name = renderers.source_input(said.get(key, ""), item.slot.syntax, item.slot.inputs)
        if name is None:
            report.add("PR0807", source.get(key).span,  # type: ignore[union-attr]
                       f"{key} of the source of {what} is {said[key]}, which is no text on its allow-list",
                       helps=renderers.nearest_input(said[key], item.slot.inputs) or (
                           "add it to placeholders as a text",))
        elif name:
            found[key] = name
    return found


# ---- rules ----


def check_class(given: Mapping, type_: str, output: str, durability: str, what: str, report: Report) -> None:
    if type_ == "reference" and output == "base":
        report.add("PR0520", given.get("output").span, f"{what} is a reference and cannot go to base",  # type: ignore
                   notes=("what is only looked up must not become a standing instruction",),
                   helps=("write output: reference",))
    if type_ == "turn_context" and durability == "persistent":
        report.add("PR0521", given.get("durability").span,  # type: ignore[union-attr]
                   f"{what} is turn_context and cannot be persistent",
                   notes=("what describes one turn is wrong in the next",), helps=("write durability: turn_only",))


def check_order(blocks: dict[str, Block], report: Report) -> None:
    """Per event and output: notices before turn_context, and no two blocks of equal order."""
    told: set[tuple[str, str]] = set()
    places = sorted({(event, block.output) for block in blocks.values() for event in block.events})
    for event, output in places:
        chosen = selected(blocks, event, output)
        context = None
        for name, block in chosen:
            if block.type == "turn_context":
                context = context or (name, block)
            elif block.type == "notice" and context and (name, context[0]) not in told:
                told.add((name, context[0]))
                report.add("PR0522", block.span, f"notice {name} stands behind turn_context {context[0]} in {output}",
                           notes=(f"their orders are {block.order:g} and {context[1].order:g}",),
                           helps=("give the notice a lower order",),
                           related=(Related(context[1].span, "stands before it"),) if context[1].span else ())
        warn_ties(chosen, told, report)


def warn_ties(chosen: list[tuple[str, Block]], told: set[tuple[str, str]], report: Report) -> None:
    for order, group in groupby(chosen, key=lambda pair: pair[1].order):
        tied = list(group)
        for (first, one), (second, other) in zip(tied, tied[1:]):
            if (first, second) not in told:
                told.add((first, second))
                report.add("PR0523", other.span, f"blocks {first} and {second} have the same order {order:g}",
                           notes=("they stand in the order of their ids",), helps=("give each an order of its own",),
                           related=(Related(one.span, "the other one"),) if one.span else ())


def selected(blocks: dict[str, Block], event: str, output: str) -> list[tuple[str, Block]]:
    """The blocks of an event that go to one output, in their order."""
    chosen = [(name, block) for name, block in blocks.items() if event in block.events and block.output == output]
    return sorted(chosen, key=lambda pair: (pair[1].order, pair[0].encode()))


def check_events(blocks: dict[str, Block], taken: set[str], report: Report) -> None:
    """An event that no assembly takes loses its blocks, which is hardly meant."""
    told: set[str] = set()
    for name, block in blocks.items():
        for event in block.events:
            if event not in taken and event not in told:
                told.add(event)
                report.add("PR0524", block.span, f"block {name} lists the event {event}, which no assembly takes",
                           helps=suggest.did_you_mean(event, sorted(taken)) or (
                               f"add an assembly with event: {event}",))
