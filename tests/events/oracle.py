"""What an event compiles to, worked out anew in Python from the checked model: blocks, fingerprints, payloads."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Iterator, Mapping, Optional

from scenarios import DELIVERIES, EVENTS, descriptor
from promptrom import arguments, events, model
from promptrom.reference import render
from promptrom.xxh64 import xxh64

OUTPUTS = ("base", "developer", "turn", "reference")
DELIVERY_FIELDS = ("source_kind", "binding.target", "binding.thread_ref", "binding.surface_kind",
                   "transport.delivery_mode", "transport.thread_id", "correlation.agent_id", "correlation.message_id",
                   "correlation.delivery_id", "correlation.source_message_id", "correlation.target_key",
                   "correlation.target_seq", "replay.replay_state", "replay.deferred_reason",
                   "replay.original_order_key", "evidence_class", "author_display_name", "message_type")
DELIVERY_HASHES = ("payload_text", "metadata")


def field(value: "str | bytes") -> bytes:
    data = value.encode("utf-8") if isinstance(value, str) else value
    return len(data).to_bytes(8, "little") + data


def hashed(number: int) -> bytes:
    return field(number.to_bytes(8, "little"))


@dataclass(frozen=True)
class Block:
    slot: model.Slot
    row: Optional[int]
    path: str
    version: str
    text: bytes

    @property
    def record(self) -> bytes:
        """The fields of its fingerprint."""
        block = self.slot.block
        order = str(int(block.order)) if block.order == int(block.order) else repr(block.order)
        return (field(self.slot.id) + field(self.version) + field(order) + field(block.output)
                + field(block.durability) + hashed(xxh64(self.text)))

    @property
    def lines(self) -> list[str]:
        block, source = self.slot.block, dict(self.slot.block.source)
        row = "" if self.row is None else f" row {self.row}"
        units = len(self.text.decode("utf-8").encode("utf-16-le")) // 2
        order = f"{block.order:g}"
        return [f"  {self.slot.id} {block.type} {block.layer} {block.output} {block.durability} {order}{row}",
                f"    source {source['kind']} | {self.path} | {self.version} | {source.get('owner', '')} | "
                f"{source.get('description', '')}",
                f"    title {block.title} | {block.label} | {', '.join(block.tags)}",
                f"    size {len(self.text)} tokens {-(-units // 4)} hash {xxh64(self.text):016x} "
                f"fingerprint {xxh64(self.record):016x}"]


# ---- arguments ----


def values_of(pack: model.Pack, event: str, runtime: str = "codex") -> dict:
    """Arguments of the event's assembly."""
    entry = assembly(pack, event)
    given = dict(EVENTS[event])
    given.update(next(dict(item.names) for item in pack.runtimes if item.name == runtime))
    if event in DELIVERIES:
        given.update(envelope_values(event))
    known = {var.name for var in entry.inputs}
    return arguments.convert(entry.inputs, {key: value for key, value in given.items() if key in known}, event)


NAMES = {"binding.target": "target", "author_display_name": "author", "payload_text": "message",
         "correlation.agent_id": "correlation_agent_id", "correlation.wake_token": "correlation_wake_token"}


def envelope_values(event: str) -> dict:
    """What an envelope says, under the names of the pack."""
    found: dict = {**descriptor(event), "event_type": event}
    for key, value in DELIVERIES.get(event, {}).items():
        name = NAMES.get(key, key.rsplit(".", 1)[-1])
        found[name] = value.lower() if key in ("source_kind", "replay.replay_state", "evidence_class") else value
    return found


def assembly(pack: model.Pack, event: str) -> model.Assembly:
    return next(item for item in pack.entries if isinstance(item, model.Assembly) and item.event == event)


# ---- blocks ----


def blocks(pack: model.Pack, event: str, values: Mapping[str, object]) -> Iterator[Block]:
    slots = {item.id: item for item in pack.entries if isinstance(item, model.Slot)}
    for output in assembly(pack, event).outputs:
        for part in output.parts:
            if not all(holds(item, values) for item in part.when) or any(holds(item, values) for item in part.unless):
                continue
            slot = slots[part.slot if part.kind == "each" else part.target]
            rows = shown_rows(pack, event, part, values) if part.kind == "each" else [(None, {})]
            for number, row in rows:
                made = block(pack, slot, number, {**values, **row})
                if made.text:
                    yield made


def shown_rows(pack: model.Pack, event: str, part: model.Part, values: Mapping[str, object]) -> list:
    variable = next(item for item in assembly(pack, event).inputs if item.name == part.target)
    rows = list(enumerate(values.get(part.target) or ()))
    if variable.max_rows is not None and variable.keep:
        return rows[:variable.max_rows] if variable.keep == "first" else rows[-variable.max_rows:]
    return rows


def holds(condition: model.Condition, values: Mapping[str, object]) -> bool:
    value = values.get(condition.name)
    return bool(value) if condition.kind == "flag" or value is None or isinstance(value, bytes) else True


def block(pack: model.Pack, slot: model.Slot, row: Optional[int], values: Mapping[str, object]) -> Block:
    source = dict(slot.block.source)
    for key, name in slot.block.source_inputs:
        source[key] = values[name].decode("utf-8")
    known = {var.name for var in slot.inputs}
    text = render(pack, slot.id, {name: value for name, value in values.items() if name in known})
    return Block(slot, row, source.get("path", ""), source.get("version", ""), text)


# ---- the listing ----


def listing(pack: model.Pack, event: str, found: list[Block]) -> list[str]:
    """As the C program prints it."""
    about = descriptor(event)
    begin = field(about["agent_id"]) + field(about["channel_type"])
    bundle = xxh64(begin + field(event) + b"".join(item.record for item in found))
    lines = [f"event {event}", f"kind {events.kind_of(event)}", f"blocks {len(found)}"]
    lines += [line for item in found for line in item.lines]
    for output in OUTPUTS:
        own = b"".join(item.record for item in found if item.slot.block.output == output)
        lines.append(f"output {output} {xxh64(begin + own):016x}")
    payload = delivery_fingerprint(DELIVERIES[event]) if event in DELIVERIES else bundle
    envelope = xxh64(field(events.kind_of(event)) + field(event) + hashed(payload))
    return lines + [f"bundle {bundle:016x}", f"payload {payload:016x}", f"envelope {envelope:016x}"]


def delivery_fingerprint(delivery: Mapping[str, object]) -> int:
    data = b""
    for key in DELIVERY_FIELDS:
        value = str(delivery.get(key, ""))
        data += field(value.lower() if key in ("source_kind", "replay.replay_state", "evidence_class") else value)
    for key in DELIVERY_HASHES:
        data += hashed(xxh64(str(delivery.get(key, "")).encode("utf-8")))
    return xxh64(data)


# ---- payloads ----


def payload(pack: model.Pack, runtime: str, event: str) -> bytes:
    """What the renderer sends."""
    entry = next(item for item in pack.entries if item.id == f"{runtime}.{event}")
    given: dict = {}
    for other in (item for item in pack.entries if isinstance(item, model.Assembly) and item.event):
        if any(part.target == other.id for _, part in entry.binds):
            given.update(EVENTS[other.event])
    given.update(envelope_values(event))
    known = {var.name for var in entry.inputs}
    values = arguments.convert(entry.inputs, {key: value for key, value in given.items() if key in known}, entry.id)
    return render(pack, entry.id, values)


def texts_in(sent: bytes) -> list[str]:
    """The texts that the model reads, out of a payload."""
    whole = json.loads(sent)
    params = whole.get("params", {})
    found = [params.get("baseInstructions"), params.get("developerInstructions"), whole.get("prompt"),
             whole.get("message", {}).get("content"), *(item["text"] for item in params.get("input", ()))]
    return [text for text in found if text]
