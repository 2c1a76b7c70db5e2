"""Slots as they were written in YAML groups and Markdown files, with their ids, before their texts are read."""

from __future__ import annotations

from dataclasses import dataclass

from . import names, reading
from .diagnostics import Report
from .nodes import Mapping, Node, Scalar
from .source import Source, Span, Text

KEYS = ("placeholders", "requires", "literal", "syntax", "text", "file", "bind", "block", "fence", "final_newline",
        "newlines", "allow", "doc")
MARKDOWN_KEYS = ("slot",) + tuple(key for key in KEYS if key not in ("text", "file"))


@dataclass(frozen=True, eq=False)
class Draft:
    """One slot. Its text is the body of a Markdown file, or what the keys `text` or `file` say."""

    id: str
    span: Span  #: of what gives it its id
    given: Mapping
    is_markdown: bool = False
    body: Text | None = None  #: Markdown only; None after an error
    replacement: Text | None = None  #: what an overlay puts in place of its text

    @property
    def what(self) -> str:
        return f"slot {self.id}"


def in_groups(node: Node, report: Report) -> list[Draft]:
    """Slots under a key `slots`."""
    listed = reading.mapping(node, "slots", report)
    return in_group(listed, "", report) if listed else []


def in_group(group: Mapping, path: str, report: Report) -> list[Draft]:
    found: list[Draft] = []
    for key, value in group.items:
        if not reading.matching(key, names.ID_PART, "a slot or a group", report):
            continue
        inner = f"{path}.{key.value}" if path else key.value
        if not isinstance(value, Mapping):
            text = isinstance(value, Scalar) and reading.kind_of(value) != "null"
            reading.wrong_type(value, f"slots.{inner}", "a slot or a group of slots", report,
                               ("write {text: …}",) if text else ("write {text: …}, or remove it",))
        elif is_slot(value):
            found.append(Draft(inner, key.span, value))
        elif lacks_text(value):
            report.add("PR0403", key.span, f"slot {inner} has neither text nor file", helps=("add text: \"…\"",))
        else:
            found += in_group(value, inner, report)
    return found


def is_slot(node: Mapping) -> bool:
    """A mapping with a text is a slot. One whose `text` holds slots is a group with a slot of that name."""
    texts = [node.get(key) for key in ("text", "file")]
    return any(text is not None and not holds_slots(text) for text in texts)


def holds_slots(node: Node) -> bool:
    """Not true of `text: {name}`, where quotes were forgotten."""
    return isinstance(node, Mapping) and (is_slot(node) or any(isinstance(value, Mapping) for _, value in node.items))


def lacks_text(node: Mapping) -> bool:
    """Keys of a slot whose values no group could hold."""
    return any(key.value in KEYS and not isinstance(value, Mapping) for key, value in node.items)


def markdown(source: Source, front: Mapping | None, body: Text | None, report: Report) -> Draft | None:
    """The slot that a Markdown file is."""
    start = Span(source, 0, min(1, len(source.text)))
    given = front or Mapping((), start)
    node = given.get("slot")
    if node is not None:
        id_ = reading.text(node, "slot", report)
        return Draft(id_, node.span, given, True, body) if id_ and valid_id(id_, node.span, report) else None
    parts = source.name[:-len(".md")].split("/")
    bad = next((part for part in parts if not names.ID_PART.fullmatch(part)), None)
    if bad is None:
        return Draft(".".join(parts), start, given, True, body)
    report.add("PR0407", start, f"the path {source.name} gives no id for a slot, since {bad} cannot be part of one",
               notes=(f"parts of an id match {names.ID_PART.pattern}",),
               helps=("rename the file", "give the id in the front matter: slot: group.name"))
    return None


def valid_id(id_: str, span: Span, report: Report) -> bool:
    if all(names.ID_PART.fullmatch(part) for part in id_.split(".")):
        return True
    report.add("PR0407", span, f"{id_[:40]!r} cannot be the id of a slot",
               notes=(f"parts of an id match {names.ID_PART.pattern}, with dots between them",))
    return False
