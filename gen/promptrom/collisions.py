"""Names in C that two things of a pack would share, although their ids differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from . import model, names, planview
from .codegen import Limit
from .source import Span

if TYPE_CHECKING:
    from .view import PackView

#: Names of tables in the C file, which nothing in the header may have as well.
TABLES = ("pool", "text_segments", "json_segments", "entries", "fields", "traits", "names", "name_at", "files",
          "origins")
RULE_TABLES = ("rule_names", "text_rules", "name_rules")
WAYS = ("measure", "render", "gather", "emit", "open")
OWN = "the pack itself"


def refuse(pack: model.Pack, made: PackView) -> None:
    """Every name of the generated files once. Raises Limit, at the place of the second thing."""
    seen: dict[str, str] = {}
    for name, owner in global_names(pack, made):
        if name in seen:
            raise Limit(f"{seen[name]} and {owner} would both be called {name} in C; rename one of them",
                        places(pack).get(owner) or places(pack).get(seen[name]), "PR0602")
        seen[name] = owner


def places(pack: model.Pack) -> dict[str, Span]:
    """Where the things stand that have names in C."""
    found = {shown(entry): entry.span for entry in pack.entries}
    for var in pack.variables:
        found.update((f"{var.type} {name}", var.span) for name in within(var, pack.prefix))
    return found


def within(var: model.Variable, prefix: str) -> Iterator[str]:
    """The names in C of a variable's type, and of those of the fields inside."""
    yield names.prefixed(prefix, var.name)
    for field in var.fields:
        yield from within(field, names.prefixed(prefix, var.name))


def shown(entry: model.Slot | model.Assembly | model.Request) -> str:
    """An entry, as a message says it."""
    return f"{type(entry).__name__.lower()} {entry.id}"


def global_names(pack: model.Pack, made: PackView) -> Iterator[tuple[str, str]]:
    """Each with what it belongs to."""
    yield from ((name, OWN) for name in own_names(made))
    for overlay in made.overlays:
        owner = f"overlay {overlay.name}"
        yield from ((name, owner) for name in (overlay.base + "_pack", overlay.suffix + "_entries",
                                               overlay.suffix + "_name_at"))
        if overlay.rules is not None:
            yield from ((name, owner) for name in rule_names(overlay.rules.pack, overlay.rules.suffix))
    for choice in made.choices:
        yield from ((name, f"choice {choice.name}") for name in (choice.name, *(name for name, _ in choice.values)))
    yield from ((f"{made.upper}_TOOL_{identifier.upper()}", f"tool {name}") for identifier, name, _ in made.tools)
    for rows in made.rows:
        yield from ((rows.name + suffix, f"rows {rows.name}") for suffix in ("_row", "_rows", "_array", "_source"))
    owners = {entry.id: shown(entry) for entry in pack.entries}
    for entry in made.entries:
        owner = owners.get(entry.id, f"output {entry.id}")
        yield from ((f"{entry.upper}_{name}", owner) for name in ("ID", *(name for name, _ in entry.constants)))
        yield from ((f"{entry.base}_{name}", owner) for name in ("args", "args_make", *WAYS))
        yield from ((f"{entry.base}_{name}_json", owner) for name in WAYS if entry.json)
    if made.plans:
        yield from ((name, "the pack's events") for name in planview.global_names(pack, made.plans))


def own_names(made: PackView) -> Iterator[str]:
    prefix, upper = made.prefix, made.upper
    yield from (*TABLES, *(f"layout_sum_{number}" for number in range(len(made.sums) + 1)))
    yield from (prefix + "_pack", prefix + "_overlays", prefix + "_choose", prefix + "_tool_set")
    yield from (f"{prefix}_tool_set_{verb}" for verb in ("add", "remove", "all"))
    yield from (f"{upper}_{name}" for name in ("FINGERPRINT", "VERSION", "TABLE_BYTES", "USES", "IDS", "OVERLAYS",
                                               "TOOLS", "TOOL_COUNT"))
    if made.rules is not None:
        yield from rule_names(made.rules.pack, made.rules.suffix)
        yield prefix + "_rules_of"


def rule_names(base: str, suffix: str) -> Iterator[str]:
    yield base + "_rules"
    yield from (suffix + name for name in RULE_TABLES)
