"""Tools: names, descriptions and parameters, in the order in which models see them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from . import jsontree, names, reading, slots, suggest, textrules, texts
from .diagnostics import Related, Report
from .entries import Entries
from .model import Literal, Slot, Tool
from .nodes import Mapping, Node, Scalar, Sequence
from .slots import Checked

KEYS = ("description", "parameters", "doc")
REST = "<unlisted-tools>"
NO_PARAMETERS = '{"type":"object","properties":{}}'
#: Where schemas stand inside schemas: by name, in a list, or alone.
SCHEMAS_BY_NAME = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
SCHEMA_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
SCHEMAS = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
WORD = re.compile(r"`([A-Za-z0-9_-]*_[A-Za-z0-9_-]*)`")


@dataclass(frozen=True, eq=False)
class Toolbox:
    tools: tuple[Tool, ...] = ()  #: in their final order
    properties: frozenset[str] = frozenset()  #: of all parameters

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(tool.name for tool in self.tools)


def read_tools(pairs: list[tuple[Scalar, Node]], order: Node | None, entries: Entries) -> Toolbox:
    found: dict[str, Tool] = {}
    properties: set[str] = set()
    for key, node in pairs:
        if reading.matching(key, names.TOOL, "a tool", entries.report):
            tool = read_tool(key, node, properties, entries)
            if tool is not None:
                found[tool.name] = tool
    known = [key.value for key, _ in pairs]
    ordered = sorted(found, key=str.encode) if order is None else read_order(order, known, entries.report)
    return Toolbox(tuple(found[name] for name in ordered if name in found), frozenset(properties))


def read_tool(key: Scalar, node: Node, properties: set[str], entries: Entries) -> Tool | None:
    what, report = f"tool {key.value}", entries.report
    given = reading.mapping(node, what, report)
    if given is None:
        return None
    reading.keys(given, KEYS, what, report)
    text, slot = read_description(given, what, entries)
    doc = given.get("doc")
    schema = given.get("parameters")
    if schema is not None:
        check_parameters(schema, what, properties, report)
    writable = schema is not None and isinstance(schema, Mapping) and not jsontree.problem_of(schema)
    return Tool(key.value, text, slot, jsontree.compact(schema) if writable else NO_PARAMETERS,  # type: ignore
                "" if doc is None else reading.text(doc, f"doc of {what}", report) or "", key.span)


def read_description(given: Mapping, what: str, entries: Entries) -> tuple[str | None, str]:
    """Fixed text, or None and the slot that holds it."""
    node = reading.required(given, "description", what, entries.report, "say what the tool does: description: …")
    if node is None:
        return "", ""
    if not isinstance(node, Mapping):
        text = textrules.prompt_text(node, entries.report, f"description of {what}")
        return "" if text is None else text.value, ""
    reading.keys(node, ("slot",), f"description of {what}", entries.report)
    inner = reading.required(node, "slot", f"description of {what}", entries.report, "write {slot: group.name}")
    name = None if inner is None else reading.text(inner, f"description of {what}", entries.report)
    if name is None or inner is None or entries.find(name, inner.span, f"description of {what}", ("slot",)) is None:
        return "", ""
    return None, name


def check_descriptions(toolbox: Toolbox, entries: Entries) -> tuple[Tool, ...]:
    """Slots that describe tools take no arguments. In a pack that is not overridable, their texts are final."""
    found = []
    for tool in toolbox.tools:
        slot = entries.made.get(tool.description_slot) if tool.description_slot else None
        if isinstance(slot, Slot):
            if slot.inputs:
                entries.report.add("PR0538", tool.span,
                                   f"tool {tool.name} is described by slot {slot.id}, which needs "
                               f"{slot.inputs[0].name}",
                                   notes=("the JSON of tools is fixed when the pack is compiled",),
                                   helps=("use constants only",), related=(Related(slot.span, "the slot"),))
            elif not entries.scope.settings.overridable and not slot.binds:
                text = slots.fixed_text(tuple(slots.pieces_of(slot.body)), entries.scope.constants)
                tool = replace(tool, description=text, description_slot="")
        found.append(tool)
    return tuple(found)


# ---- parameters ----


def check_parameters(node: Node, what: str, properties: set[str], report: Report) -> None:
    given = reading.mapping(node, f"parameters of {what}", report)
    if given is None:
        return
    bad = jsontree.unwritable(given)
    if bad is not None:
        report.add("PR0537", bad.span, f"JSON cannot write {bad.value}", helps=("use a finite number, or quote it",))
    if not is_object(given):
        report.add("PR0534", given.span, f"parameters of {what} are no object", helps=("add type: object",))
    check_schema(given, f"parameters of {what}", properties, report)


def is_object(schema: Mapping) -> bool:
    type_ = schema.get("type")
    words = type_.items if isinstance(type_, Sequence) else (type_,)
    return any(isinstance(word, Scalar) and word.value == "object" for word in words)


def check_schema(node: Node, what: str, properties: set[str], report: Report) -> None:
    """A schema and those inside it."""
    if not isinstance(node, Mapping):
        return
    own = node.get("properties")
    if own is None and is_object(node):
        report.add("PR0535", node.span, f"{what}: type object without properties",
                   notes=("a model would have to guess what belongs there",), helps=("add properties: {}",))
    known = [key.value for key, _ in own.items] if isinstance(own, Mapping) else []
    properties.update(known)
    required = node.get("required")
    if own is not None and not isinstance(own, Mapping):
        reading.wrong_type(own, f"properties of {what}", "a mapping", report)
    if required is not None and not isinstance(required, Sequence):
        reading.wrong_type(required, f"required of {what}", "a list", report)
    for item in required.items if isinstance(required, Sequence) else ():
        if isinstance(item, Scalar) and item.value not in known:
            report.add("PR0536", item.span, f"{what}: required names {item.value}, which is no property",
                       notes=(f"properties: {', '.join(known) or '(none)'}",),
                       helps=suggest.did_you_mean(item.value, known))
    for inner, place in inner_schemas(node, what):
        check_schema(inner, place, properties, report)


def inner_schemas(node: Mapping, what: str) -> list[tuple[Node, str]]:
    found: list[tuple[Node, str]] = []
    for key, value in node.items:
        if key.value in SCHEMAS_BY_NAME and isinstance(value, Mapping):
            found += [(inner, f"{what}.{name.value}") for name, inner in value.items]
        elif key.value in SCHEMA_LISTS and isinstance(value, Sequence):
            found += [(inner, what) for inner in value.items]
        elif key.value in SCHEMAS:
            found.append((value, f"{what}.{key.value}"))
    return found


# ---- order ----


def read_order(node: Node, known: list[str], report: Report) -> list[str]:
    """All tools in the order of `tool_order`; the unlisted ones in byte order where the rest marker stands."""
    listed = reading.sequence(node, "tool_order", report)
    first: dict[str, Scalar] = {}
    for item in listed.items if listed else ():
        name = reading.text(item, "an item of tool_order", report)
        if name is None or not isinstance(item, Scalar):
            continue
        other = first.setdefault(name, item)
        if other is not item:
            report.add("PR0531" if name == REST else "PR0532", item.span, f"tool_order has {name} twice",
                       helps=("remove one",), related=(Related(other.span, "first here"),))
        elif name != REST and name not in known:
            report.add("PR0533", item.span, f"tool_order names {name}, which is no tool",
                       notes=(f"tools: {', '.join(sorted(known)) or '(none)'}",),
                       helps=suggest.did_you_mean(name, known + [REST]))
    if listed is not None and REST not in first:
        report.add("PR0531", node.span, f"tool_order has no {REST}",
                   notes=("it says where tools stand that the list does not name",), helps=(f'add "{REST}"',))
    rest = sorted(set(known) - set(first), key=str.encode)
    order = [name for item in first for name in (rest if item == REST else [item])]
    return order + [name for name in rest if name not in order]


# ---- words in slots that look like tools ----


def warn_unknown_words(checked: list[Checked], toolbox: Toolbox, report: Report) -> None:
    """Names of tools are changed more often than the prompts that speak of them."""
    known = frozenset(toolbox.names) | toolbox.properties
    if not toolbox.tools:
        return
    for item in checked:
        own, told = Report(), set()
        for piece in slots.pieces_of(item.slot.body):
            for match in WORD.finditer(piece.text if isinstance(piece, Literal) else ""):
                if match[1] not in known and match[1] not in told:
                    told.add(match[1])
                    at = item.text.value.find(match[0])
                    span = piece.span if at < 0 else item.text.span(at + 1, at + 1 + len(match[1]))
                    own.add("PR0539", span,
                            f"slot {item.slot.id} speaks of `{match[1]}`, which is neither a tool nor a property of "
                            "one",
                            helps=suggest.did_you_mean(match[1], sorted(known)))
        texts.silenced(own, item.allow, report)
