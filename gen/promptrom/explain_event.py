"""`promptrom explain-event`: what an event puts before the model, block by block, and why each block is there."""

from __future__ import annotations

import json
from dataclasses import dataclass

from . import events, model
from .blocks import SOURCE_KEYS
from .facts import TOKEN, Facts, facts_of
from .plans import order_text


@dataclass(frozen=True)
class Row:
    """One block of an event."""

    block: str
    type: str
    layer: str
    output: str
    durability: str
    order: str
    source: tuple[tuple[str, str], ...]
    tokens: str  #: "12", "at most 12" or "from 12"
    why: str


def rows(pack: model.Pack, event: str) -> list[Row]:
    """In the order in which the model reads them; empty if no assembly takes the event."""
    entries = {entry.id: entry for entry in pack.entries}
    facts = facts_of(pack)
    found = []
    for assembly in pack.entries:
        if not isinstance(assembly, model.Assembly) or assembly.event != event:
            continue
        for output in assembly.outputs:
            for part in output.parts:
                slot = entries[part.slot if part.kind == "each" else part.target]
                found.append(row(slot, part, facts[slot.id]))
    return found


def row(slot: model.Slot, part: model.Part, facts: Facts) -> Row:
    block = slot.block
    assert block is not None
    return Row(slot.id, block.type, block.layer, block.output, block.durability, order_text(block.order),
               sources(block), tokens(slot, facts), why(part))


def sources(block: model.Block) -> tuple[tuple[str, str], ...]:
    known = {**dict(block.source), **{key: f"{{{name}}}" for key, name in block.source_inputs}}
    return tuple((key, known[key]) for key in SOURCE_KEYS if key in known)


def tokens(slot: model.Slot, facts: Facts) -> str:
    """What the block costs: exactly, at most, or without its values."""
    if facts.tokens is None:
        return f"from {-(-facts.literal // TOKEN)}"
    return str(facts.tokens) if not slot.inputs else f"at most {facts.tokens}"


def why(part: model.Part) -> str:
    said = [f"once for each row of {part.target}"] if part.kind == "each" else []
    said += [f"if {condition_text(item)}" for item in part.when]
    said += [f"unless {condition_text(item)}" for item in part.unless]
    return ", ".join(said) or "always"


def condition_text(condition: model.Condition) -> str:
    if condition.kind == "flag":
        return condition.name
    return f"{condition.name} is given" if condition.kind == "has" else f"slot {condition.name} has text"


# ---- shapes ----


def as_text(pack: model.Pack, event: str, found: list[Row]) -> str:
    kind = f" ({events.kind_of(event)})" if event in events.EVENTS else ""
    blocks = "1 block" if len(found) == 1 else f"{len(found)} blocks"
    lines = [f"{event}{kind}: {blocks} of pack {pack.name}"]
    output = ""
    for number, item in enumerate(found, 1):
        if item.output != output:
            output = item.output
            lines += ["", f"{output}:"]
        source = dict(item.source)
        place = " ".join(text for text in (source["kind"], source.get("path", "")) if text)
        version = f" at {source['version']}" if "version" in source else ""
        owner = f", owned by {source['owner']}" if "owner" in source else ""
        lines += [f"  {number}. {item.block}",
                  f"     {item.type}, {item.layer}, {item.durability}, order {item.order}, {item.tokens} tokens",
                  f"     from {place}{version}{owner}", f"     why: {item.why}"]
        if "description" in source:
            lines.append(f"          {source['description']}")
    return "\n".join(lines)


def as_json(pack: model.Pack, event: str, found: list[Row]) -> str:
    kind = events.kind_of(event) if event in events.EVENTS else None
    blocks = [{"block": item.block, "type": item.type, "layer": item.layer, "output": item.output,
               "durability": item.durability, "order": item.order, "source": dict(item.source), "tokens": item.tokens,
               "why": item.why} for item in found]
    whole = {"pack": pack.name, "event": event, "kind": kind, "blocks": blocks}
    return json.dumps(whole, ensure_ascii=False, indent=1)
