"""What of a pack an overlay may replace, with the texts that stand there without one."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import dataclass

from . import manifest, texts
from .blocks import OUTPUTS
from .diagnostics import Report
from .drafts import Draft
from .nodes import Mapping, Node, Scalar
from .scope import Scope
from .slots import Checked
from .source import Text


@dataclass(frozen=True, eq=False)
class Default:
    """A text that an overlay may replace."""

    text: Text | None  #: None if it cannot be read
    allow: frozenset[str] = frozenset()  #: warnings that its slot silences
    keep_newlines: bool = False  #: of a file
    keep_final_newline: bool = False


@dataclass(frozen=True, eq=False)
class Replaceable:
    """Everything of a pack that an overlay may replace."""

    pack: str
    slots: Dict[str, Default]  #: by id
    markdown: Dict[str, str]  #: ids of the slots that are Markdown files, by path
    constants: Dict[str, Default]
    assemblies: Dict[str, tuple[str, ...]]  #: names of the outputs, by id
    groups: Dict[str, tuple[str, ...]]  #: what stands directly in each group, by id; "" for the top


def replaceable(found: list[Draft], checked: list[Checked], scope: Scope, fixed: list[tuple[Scalar, Node]],
                arranged: list[tuple[Scalar, Node]]) -> Replaceable:
    """What an overlay may replace, whether or not it is free of errors. `fixed` and `arranged` are the pairs under
    `constants` and `assemblies`."""
    settings, unheard = scope.settings, Report()
    by_id = {item.slot.id: item for item in checked}
    found_slots = {}
    for draft in found:
        item = by_id.get(draft.id)
        found_slots[draft.id] = Default(
            item.text if item else None, item.allow if item else frozenset(),
            settings.keep_newlines or manifest.read_keep(draft.given, "newlines", draft.what, unheard),
            settings.keep_final_newline or manifest.read_keep(draft.given, "final_newline", draft.what, unheard))
    return Replaceable(
        settings.name, found_slots,
        {draft.span.source.name: draft.id for draft in found if draft.is_markdown},
        {key.value: constant_default(key, node, scope) for key, node in fixed},
        {key.value: output_names(node) for key, node in arranged},
        groups_of(found_slots))


def constant_default(key: Scalar, node: Node, scope: Scope) -> Default:
    unheard, what = Report(), f"constant {key.value}"
    if not isinstance(node, Mapping):
        return Default(None)
    return Default(texts.read_text(node, what, scope.files, scope.settings, unheard),
                   manifest.read_allow(node, what, unheard))


def output_names(node: Node) -> tuple[str, ...]:
    listed = node.get("outputs") if isinstance(node, Mapping) else None
    found = [key.value for key, _ in listed.items] if isinstance(listed, Mapping) else []
    return tuple(name for name in OUTPUTS if name in found)


def groups_of(ids: Dict[str, object]) -> dict[str, tuple[str, ...]]:
    """The names that stand directly in each group of slots."""
    found: dict[str, dict[str, None]] = {"": {}}
    for id_ in ids:
        group = ""
        for part in id_.split("."):
            found.setdefault(group, {})[part] = None
            group = f"{group}.{part}" if group else part
    return {group: tuple(sorted(inside, key=str.encode)) for group, inside in found.items()}
