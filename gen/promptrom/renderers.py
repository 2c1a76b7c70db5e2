"""Renderers: requests that send an event to a runtime, and the rules that keep them honest (seed 003, sections 8, 10
and 11): nothing of an event is left out, correlation reaches the wire and never the model."""

from __future__ import annotations

from typing import Iterator

from . import envelope, events, reading, suggest
from .diagnostics import Related, Report
from .entries import Entries
from .model import (Assembly, Entry, JsonArray, JsonEach, JsonNode, JsonObject, JsonText, JsonValue, JsonWhen, Part,
                    Renderer, Request, Slot, Value, Variable)
from .nodes import Node

KEYS = ("runtime", "event")
MEMORY_FOLDERS = ("state", "kb", "archive")


def read_renderer(node: Node, what: str, entries: Entries) -> Renderer | None:
    """What stands under `renderer` of a request."""
    report = entries.report
    given = reading.mapping(node, f"renderer of {what}", report)
    if given is None:
        return None
    reading.keys(given, KEYS, f"renderer of {what}", report)
    known = tuple(runtime.name for runtime in entries.runtimes)
    words = {}
    for key, possible in (("runtime", known), ("event", events.EVENTS)):
        value = reading.required(given, key, f"renderer of {what}", report, f"add {key}: and its name")
        words[key] = None if value is None else reading.word(value, possible, f"{key} of {what}", report)
    if words["runtime"] is None or words["event"] is None:
        return None
    return Renderer(words["runtime"], words["event"], given.span)


def check_all(made: tuple[Entry, ...], report: Report) -> None:
    """Rules that need all entries at once."""
    taken = events_taken(made, report)
    seen: dict[tuple[str, str], Request] = {}
    for entry in made:
        if isinstance(entry, Slot) and entry.block is not None:
            check_block(entry, report)
        if isinstance(entry, Assembly) and entry.event in events.DELIVERIES:
            check_types(entry, "assembly", report)
        if not isinstance(entry, Request) or entry.renderer is None:
            continue
        other = seen.setdefault((entry.renderer.runtime, entry.renderer.event), entry)
        if other is not entry:
            report.add("PR0803", entry.renderer.span,
                       f"{entry.id} and {other.id} both render {entry.renderer.event} for {entry.renderer.runtime}",
                       helps=("remove one of them",), related=(Related(other.span, "the other one"),))
        check_renderer(entry, taken, {item.id: item for item in made}, report)


def events_taken(made: tuple[Entry, ...], report: Report) -> dict[str, Assembly]:
    """The assembly of each of the nine events."""
    found: dict[str, Assembly] = {}
    for entry in made:
        if isinstance(entry, Assembly) and entry.event in events.EVENTS:
            other = found.setdefault(entry.event, entry)
            if other is not entry:
                report.add("PR0802", entry.span, f"assemblies {other.id} and {entry.id} both take {entry.event}",
                           notes=("an event has one plan",), helps=("remove one of them",),
                           related=(Related(other.span, "the other one"),))
    return found


# ---- blocks ----


def check_block(slot: Slot, report: Report) -> None:
    block = slot.block
    assert block is not None
    if not set(block.events) & set(events.EVENTS):
        return
    shown = [variable.name for variable in slot.inputs if variable.name in envelope.PRIVATE]
    if shown:
        report.add("PR0806", block.span, f"block {slot.id} may show {', '.join(shown)} to the model",
                   notes=("it belongs to the daemon's records and to the wire alone",),
                   helps=(f"take {shown[0]} off the allow-list",))
    source = dict(block.source)
    if source.get("kind") == "workspace_doc" and is_memory(source.get("path", "")):
        report.add("PR0810", block.span, f"block {slot.id} shows {source['path']} as it is",
                   notes=("an agent opens its own files itself; instructions only say how they are used",),
                   helps=("say in a block of layer platform how to use the file",
                          "write kind: retrieval for what was looked up in it"))
    for event in block.events:
        if event in events.DELIVERIES and block.output != "turn":
            report.add("PR0808", block.span, f"block {slot.id} goes to {block.output} in {event}",
                       notes=("a delivery reaches a session whose standing instructions are in place",),
                       helps=("write output: turn", f"or take {event} off its events"))
            break


def is_memory(path: str) -> bool:
    """Whether a path of the workspace is one of the agent's own files."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return parts[:1] == ["MEMORY.md"] or (bool(parts) and parts[0] in MEMORY_FOLDERS)


# ---- renderers ----


def check_renderer(request: Request, taken: dict[str, Assembly], entries: dict[str, Entry], report: Report) -> None:
    renderer = request.renderer
    assert renderer is not None
    check_types(request, "renderer", report)
    assembly = taken.get(renderer.event)
    if assembly is None:
        report.add("PR0804", renderer.span, f"{request.id} renders {renderer.event}, which no assembly takes",
                   helps=(f"add an assembly with event: {renderer.event}",))
        return
    check_outputs(request, assembly, report)
    sent = {item.id for item in taken.values()}
    check_hidden(request, sent, entries, report)
    check_shown(request, sent, entries, report)
    if renderer.event in events.DELIVERIES:
        check_wire(request, entries, report)


def check_wire(request: Request, entries: dict[str, Entry], report: Report) -> None:
    """Correlation reaches the payload untouched: alone in a member or an item, there whenever it has a value."""
    names = set(on_wire(request, request.body, (), entries))
    lost = [name for name in envelope.CORRELATION if name not in names]
    if lost:
        span = request.renderer.span if request.renderer else request.span
        report.add("PR0805", span, f"{request.id} loses {', '.join(lost)} of a delivery",
                   notes=("answers and retries are told apart by it",
                          f"a value counts that stands alone, with no condition but has({lost[0]})"),
                   helps=(f"add a member with {lost[0]} to the body",))


def on_wire(request: Request, node: JsonNode, around: tuple[JsonWhen, ...], entries: dict[str, Entry]
            ) -> Iterator[str]:
    """Inputs whose values are always sent as they are, if they have one."""
    if isinstance(node, JsonObject):
        for _, value in node.members:
            yield from on_wire(request, value, around, entries)
    elif isinstance(node, JsonArray):
        for item in node.items:
            yield from on_wire(request, item, around, entries)
    elif isinstance(node, JsonWhen):
        yield from on_wire(request, node.value, (*around, node), entries)
    elif isinstance(node, JsonValue):
        part = dict(request.binds).get(node.name)
        inner = entries.get(part.target) if part is not None and part.kind == "entry" else None
        if isinstance(inner, Request) and part is not None:
            renamed = {name for name, _ in part.with_}
            yield from (name for name in on_wire(inner, inner.body, around, entries) if name not in renamed)
        elif part is None and all(is_presence(item, node.name) for item in around):
            yield node.name


def is_presence(node: JsonWhen, name: str) -> bool:
    """Whether a condition asks for nothing but this value."""
    return not node.unless and all(item.kind == "has" and item.name == name for item in node.when)


def check_shown(request: Request, sent: set[str], entries: dict[str, Entry], report: Report) -> None:
    """What stands beside an event in a text that the model reads is no business of the daemon's either."""
    for text, _ in texts_of(request.body, False):
        parts = bound_parts(request, text)
        if not any(part.target in sent for part in parts):
            continue
        names = [piece.name for piece in text.pieces if isinstance(piece, Value)]
        for part in parts:
            inner = entries.get(part.target)
            names += [variable.name for variable in inner.inputs] if isinstance(inner, Slot) else []
        shown = [name for name in envelope.PRIVATE if name in names]
        if shown:
            report.add("PR0806", request.renderer.span if request.renderer else request.span,
                       f"{request.id} shows {', '.join(shown)} to the model",
                       notes=("it belongs to the daemon's records and to the wire alone",),
                       helps=(f"give {shown[0]} a member of its own",))


def check_hidden(request: Request, sent: set[str], entries: dict[str, Entry], report: Report) -> None:
    """An event is bound by the renderer itself: what something else puts in would be sent unseen."""
    for name, part in request.binds:
        if part.kind == "entry" and part.target not in sent and holds_event(entries.get(part.target), sent, entries):
            report.add("PR0804", part.span, f"{request.id} takes in {part.target}, which holds an event",
                       notes=("only what a renderer binds itself is shown to the viewer",),
                       helps=(f"bind the assembly in {request.id} instead of in {part.target}",))


def holds_event(entry: Entry | None, sent: set[str], entries: dict[str, Entry]) -> bool:
    if not isinstance(entry, (Slot, Request)):
        return False
    return any(part.target in sent or holds_event(entries.get(part.target), sent, entries)
               for _, part in entry.binds if part.kind == "entry")


def check_outputs(request: Request, assembly: Assembly, report: Report) -> None:
    """Every output of the event stands in the body, once, outside of rows and conditions."""
    counts = {output.name: 0 for output in assembly.outputs}
    for text, loose in texts_of(request.body, False):
        for part in bound_parts(request, text):
            if part.target != assembly.id:
                continue
            if loose:
                report.add("PR0804", request.span,
                           f"{request.id} has {assembly.id} in rows or under a condition",
                           notes=("it would be sent more than once, or not at all",),
                           helps=("let it stand outside of $each, $when and $unless",))
            for name in counts:
                counts[name] += part.output in ("", name)
    for name, count in counts.items():
        if count != 1:
            report.add("PR0804", request.renderer.span if request.renderer else request.span,
                       f"{request.id} {'leaves out' if count == 0 else 'repeats'} output {name} of {assembly.id}",
                       notes=("a renderer decides where an event's blocks go, not whether",),
                       helps=(f"bind it once: {{assembly: {assembly.id}, output: {name}}}",))


def texts_of(node: JsonNode, loose: bool) -> Iterator[tuple[JsonText, bool]]:
    """Strings of a body that are texts, and whether they stand in rows or under a condition."""
    if isinstance(node, JsonText):
        yield node, loose
    elif isinstance(node, JsonObject):
        for _, value in node.members:
            yield from texts_of(value, loose)
    elif isinstance(node, JsonArray):
        for item in node.items:
            yield from texts_of(item, loose)
    elif isinstance(node, JsonWhen):
        yield from texts_of(node.value, True)
    elif isinstance(node, JsonEach):
        for _, value in node.cases:
            yield from texts_of(value, True)


def bound_parts(request: Request, text: JsonText) -> list[Part]:
    """The assemblies, and outputs of some, that are rendered into a text."""
    binds = dict(request.binds)
    return [binds[piece.name] for piece in text.pieces if isinstance(piece, Value) and piece.name in binds
            and binds[piece.name].kind == "entry"]


# ---- types ----


def check_types(entry: Assembly | Request, what: str, report: Report) -> None:
    """Inputs that the envelope fills have the envelope's types."""
    for variable in entry.inputs:
        field = envelope.FIELDS.get(variable.name)
        if field is not None and field.type != variable.type:
            report.add("PR0809", variable.span, f"{variable.name} of {what} {entry.id} is {variable.type}, but "
                                                f"{field.type} in the envelope that fills it",
                       helps=(f"declare it as {field.type}", "or choose another name"),
                       related=(Related(entry.span, f"the {what}"),))


def source_input(value: str, syntax: str, inputs: tuple[Variable, ...]) -> str | None:
    """The name of the argument that a source's path or version stands for, "" for fixed text, None for a name that is
    no text of the block."""
    opening, closing = ("{{", "}}") if syntax == "double" else ("{", "}")
    if syntax == "none" or not (value.startswith(opening) and value.endswith(closing)):
        return ""
    name = value[len(opening):-len(closing)]
    return name if any(item.name == name and item.type == "text" for item in inputs) else None


def nearest_input(value: str, inputs: tuple[Variable, ...]) -> tuple[str, ...]:
    return suggest.did_you_mean(value.strip("{}"), [item.name for item in inputs if item.type == "text"])
