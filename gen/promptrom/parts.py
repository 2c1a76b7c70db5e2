"""Parts: what an assembly is made of, and what `bind` puts into a placeholder."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Sequence

from . import conditions, names, reading, suggest, template, textrules
from .diagnostics import Related
from .entries import Entries
from .model import Assembly, Binding, Lines, Part, Piece, Variable
from .nodes import Mapping, Node, Scalar

KINDS = ("slot", "assembly", "request", "constant", "text", "each", "choose")
COMMON = ("when", "unless", "else", "before", "keep_empty")
OWN = {"slot": ("with",), "assembly": ("with", "output"), "request": ("with",), "constant": (), "text": ("with",),
       "each": ("slot", "with", "join"), "choose": ("from", "with")}
COUNT = re.compile(r"count\(\s*([^()\s]+)\s*\)")


@dataclass(frozen=True, eq=False)
class Place:
    """Where a part stands, and what is possible there."""

    what: str
    in_list: bool  #: among other parts, with separators between them
    requests: bool = False
    in_else: bool = False  #: instead of one that stands among other parts


def read_part(node: Node, place: Place, entries: Entries) -> Part | None:
    """A part; a plain text names a slot or an assembly."""
    if isinstance(node, Scalar):
        target = reading.text(node, place.what, entries.report)
        found = entries.find(target, node.span, place.what) if target is not None else None
        return Part("entry", node.span, target=found.id) if found else None
    given = reading.mapping(node, place.what, entries.report)
    kind = kind_of(given, place, entries) if given else None
    if given is None or kind is None:
        return None
    common = COMMON if place.in_list else ("when", "unless", "else") + (("keep_empty",) if place.in_else else ())
    known = (kind,) + OWN[kind] + common
    reading.keys(given, known, place.what, entries.report)
    part = read_kind(kind, given, place, entries)
    if part is None:
        return None
    when, unless = conditions.read_both(given, place.what, entries)
    part = replace(part, when=when, unless=unless, with_=read_with(given, place.what, entries))
    part = with_separators(part, given, place, entries)
    return with_else(part, given, place, entries)


def kind_of(given: Mapping, place: Place, entries: Entries) -> str | None:
    kinds = [kind for kind in KINDS if given.get(kind) is not None]
    if "each" in kinds and "slot" in kinds:
        kinds.remove("slot")
    if kinds == ["request"] and not place.requests:
        entries.report.add("PR0502", given.span, f"{place.what} cannot be a request, which stands where a value of "
                                                 "another request stands")
        return None
    if len(kinds) == 1:
        return kinds[0]
    entries.report.add("PR0502", given.span, f"{place.what} is " + (
        f"{' and '.join(kinds)} at once" if kinds else "nothing"), label="this part",
        notes=("a part is one of " + ", ".join(kind for kind in KINDS if kind != "request"),),
        helps=("remove all but one",) if kinds else ("add slot: and the id of a slot",))
    return None


def read_kind(kind: str, given: Mapping, place: Place, entries: Entries) -> Part | None:
    node = given.get(kind)
    assert node is not None
    if kind == "text":
        pieces = read_pieces(node, place.what, entries, [name for name, _ in read_with(given, place.what, entries)])
        return None if pieces is None else Part("text", given.span, pieces=pieces)
    name = reading.text(node, f"{kind} of {place.what}", entries.report)
    if name is None:
        return None
    if kind == "constant":
        return read_constant(name, node, place, entries)
    if kind == "each":
        return read_each(name, node, given, place, entries)
    if kind == "choose":
        return read_choose(name, node, given, place, entries)
    found = entries.find(name, node.span, place.what, (kind,))
    if found is None:
        return None
    output = read_output(name, given, place, entries) if kind == "assembly" else ""
    return None if output is None else Part("entry", given.span, target=name, output=output)


def read_pieces(node: Node, what: str, entries: Entries, renamed: Sequence[str] = ()) -> tuple[Piece, ...] | None:
    """The text of an anonymous slot: its placeholders may be all that the pack declares, and what a `with` gives."""
    text = textrules.prompt_text(node, entries.report, what)
    if text is None:
        return None
    scope = entries.scope
    rules = template.Rules(
        where=what, syntax=scope.settings.syntax,
        allowed=(*scope.variables, *scope.constants, *scope.broken, *renamed),
        rows={},
        literal=scope.settings.literal, requires=(), sections_allowed=False,
        unlisted="declare it: variables: {%s: {type: text}}")
    body = template.parse_template(text, rules, entries.report)
    return tuple(piece for chunk in body if isinstance(chunk, Lines) for piece in chunk.pieces)


def read_constant(name: str, node: Node, place: Place, entries: Entries) -> Part | None:
    if name in entries.scope.constants:
        return Part("constant", node.span, target=name)
    entries.report.add("PR0501", node.span, f"{place.what} names {name}, but there is no such constant",
                       label="not declared",
                       helps=suggest.did_you_mean(name, entries.scope.constants) or (f"declare a constant {name}",))
    return None


def read_each(rows: str, at: Node, given: Mapping, place: Place, entries: Entries) -> Part | None:
    node = reading.required(given, "slot", place.what, entries.report, "add slot: and the slot of one row")
    slot = None if node is None else reading.text(node, f"slot of {place.what}", entries.report)
    if slot is None or node is None or entries.find(slot, node.span, place.what, ("slot",)) is None:
        return None
    join = read_text(given, "join", place, entries)
    return Part("each", given.span, target=rows, slot=slot, join=join, target_span=at.span)


def read_choose(name: str, node: Node, given: Mapping, place: Place, entries: Entries) -> Part | None:
    """One slot of a group for each name of a choice, no more and no less."""
    report = entries.report
    where = reading.required(given, "from", place.what, report, "add from: and the group of the slots")
    group = None if where is None else reading.text(where, f"from of {place.what}", report)
    variable = entries.scope.variables.get(name)
    if variable is None and name in entries.scope.broken:
        return None
    if variable is None or variable.type != "choice":
        choices = [item.name for item in entries.scope.variables.values() if item.type == "choice"]
        report.add("PR0510", node.span, f"{place.what} chooses by {name}, which is "
                   + ("declared nowhere" if variable is None else f"{variable.type}, not a choice"),
                   helps=suggest.did_you_mean(name, choices) or (
                       f"declare it: variables: {{{name}: {{type: choice, of: [one, other]}}}}",))
        return None
    if group is None or where is None:
        return None
    there = {item.id[len(group) + 1:]: item for item in entries.planned.values()
             if item.kind == "slot" and item.id.startswith(group + ".")}
    missing = [choice for choice in variable.of if choice not in there]
    surplus = [item for rest, item in there.items() if rest not in variable.of]
    for choice in missing:
        report.add("PR0511", where.span, f"there is no slot {group}.{choice} for the choice {choice} of {name}",
                   helps=(f"add the slot {group}.{choice}",), related=(Related(variable.span, "the choices"),))
    for item in surplus:
        report.add("PR0511", item.span, f"slot {item.id} is for no choice of {name}",
                   notes=("choices: " + ", ".join(variable.of),), helps=("remove it, or add the choice",),
                   related=(Related(where.span, "all slots of the group are chosen from here"),))
    cases = tuple((choice, f"{group}.{choice}") for choice in variable.of)
    return None if missing else Part("choose", given.span, target=name, cases=cases, target_span=node.span)


def read_output(name: str, given: Mapping, place: Place, entries: Entries) -> str | None:
    """The output of an assembly that a part takes, "" for all of it; None after an error."""
    node = given.get("output")
    if node is None:
        return ""
    output = reading.text(node, f"output of {place.what}", entries.report)
    made = entries.entry(entries.planned[name], node.span)
    if output is None or not isinstance(made, Assembly):
        return None
    known = [item.name for item in made.outputs]
    if output in known:
        return output
    entries.report.add("PR0512", node.span, f"assembly {name} has no output {output}",
                       notes=(f"outputs: {', '.join(known) or '(none)'}",), helps=suggest.did_you_mean(output, known))
    return None


# ---- what parts have in common ----


def read_text(given: Mapping, key: str, place: Place, entries: Entries) -> str | None:
    node = given.get(key)
    return None if node is None else reading.text(node, f"{key} of {place.what}", entries.report)


def with_separators(part: Part, given: Mapping, place: Place, entries: Entries) -> Part:
    keep = given.get("keep_empty")
    return replace(part, before=read_text(given, "before", place, entries), keep_empty=bool(
        keep is not None and reading.boolean(keep, f"keep_empty of {place.what}", entries.report)))


def with_else(part: Part, given: Mapping, place: Place, entries: Entries) -> Part:
    """What stands there if the part does not. It shares the separator and `keep_empty`, which it may also have for
    itself; a plain name shares `with`."""
    node = given.get("else")
    if node is None:
        return part
    if not part.when and not part.unless:
        entries.report.add("PR0513", node.span, f"{place.what} has an else, but no condition",
                           helps=("add when: or unless:",))
    in_else = place.in_list or place.in_else
    other = read_part(node, Place(f"else of {place.what}", False, place.requests, in_else), entries)
    if other is None:
        return part
    if isinstance(node, Scalar):
        made = entries.entry(entries.planned[other.target], node.span)
        known = {item.name for item in made.inputs} if made else set()
        other = replace(other, with_=tuple(pair for pair in part.with_ if pair[0] in known))
    return replace(part, otherwise=replace(other, keep_empty=part.keep_empty or other.keep_empty))


def read_with(given: Mapping, what: str, entries: Entries) -> tuple[tuple[str, Binding], ...]:
    node = given.get("with")
    listed = None if node is None else reading.mapping(node, f"with of {what}", entries.report)
    found = [(key, value, read_binding(value, f"{key.value} in {what}", entries))
             for key, value in (listed.items if listed else ())]
    return tuple((key.value, replace(binding, span=value.span, key=key.span)) for key, value, binding in found
                 if binding)


def read_binding(node: Node, what: str, entries: Entries) -> Binding | None:
    if isinstance(node, Mapping):
        reading.keys(node, ("text",), what, entries.report)
        inner = reading.required(node, "text", what, entries.report, "write {text: …}")
        text = None if inner is None else reading.text(inner, what, entries.report)
        return None if text is None else Binding("text", text)
    written = reading.text(node, what, entries.report)
    if written is None:
        return None
    call = COUNT.fullmatch(written.strip())
    if call:
        return Binding("count", call[1])
    if names.VARIABLE.fullmatch(written):
        return Binding("input", written)
    entries.report.add("PR0514", node.span, f"{what} cannot be read: {written[:60]}",
                       notes=("it is the name of an input, count(rows) or {text: …}",),
                       helps=(f'write {{text: "{written}"}}',) if len(written) < 60 and '"' not in written else ())
    return None


# ---- bind ----


def read_binds(node: Node | None, what: str, entries: Entries,
               requests: bool = False) -> tuple[tuple[str, Part], ...]:
    """The parts that fill placeholders."""
    listed = None if node is None else reading.mapping(node, f"bind of {what}", entries.report)
    found = [(key.value, read_part(value, Place(f"{key.value} bound in {what}", False, requests), entries))
             for key, value in (listed.items if listed else ())]
    return tuple((name, part) for name, part in found if part)


def local_inputs(parts: list[Part], entries: Entries) -> tuple[Variable, ...]:
    """The inputs of what parts call, among them those that only a slot declares."""
    found: dict[str, Variable] = {}
    pending = list(parts)
    while pending:
        part = pending.pop(0)
        targets = [part.target if part.kind == "entry" else part.slot, *(slot for _, slot in part.cases)]
        renamed = {name for name, _ in part.with_}
        for planned in [entries.planned[target] for target in targets if target in entries.planned]:
            entry = entries.entry(planned, part.span)
            for variable in entry.inputs if entry else ():
                if variable.name not in renamed:
                    found.setdefault(variable.name, variable)
        pending += [part.otherwise] if part.otherwise else []
    return tuple(found.values())
