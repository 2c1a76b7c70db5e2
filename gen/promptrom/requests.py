"""Requests: JSON bodies as trees. A placeholder that stands alone is a value; in a string it is text."""

from __future__ import annotations

from dataclasses import dataclass

from . import conditions, jsontree, manifest, names, needs, parts, reading, renderers, runtimes, suggest, template
from .assemblies import valid_id
from .diagnostics import Related
from .entries import Entries, Planned
from .model import (JsonArray, JsonConstant, JsonEach, JsonNode, JsonObject, JsonText, JsonTools, JsonValue, JsonWhen,
                    Lines, Part, Piece, Renderer, Request, Value, Variable)
from .nodes import Mapping, Node, Scalar, Sequence, kind_of
from .tools import Toolbox
from .toolshape import SHAPES

KEYS = ("body", "bind", "renderer", "doc", "syntax", "literal")
CONDITIONAL = ("$when", "$unless", "$omit_empty")
DIRECTIVES = ("$each", "$choose", *CONDITIONAL, "$value", "$tools")
#: Keys of JSON schemas, which are no directives.
SCHEMA_KEYS = ("$schema", "$id", "$ref", "$defs", "$anchor", "$comment", "$dynamicRef", "$dynamicAnchor",
               "$vocabulary")
MAX_LEVELS = 3
Fields = tuple  #: of variables, of the rows around, innermost first


def add(entries: Entries, pairs: list[tuple[Scalar, Node]], toolbox: Toolbox) -> None:
    for key, node in pairs:
        if valid_id(key, "a request", entries):
            entries.plan(Planned(key.value, "request", key.span,
                                 lambda key=key, node=node: make(key, node, entries, toolbox)))


def make(key: Scalar, node: Node, entries: Entries, toolbox: Toolbox) -> Request | None:
    what = f"request {key.value}"
    given = reading.mapping(node, what, entries.report)
    if given is None:
        return None
    reading.keys(given, KEYS, what, entries.report)
    before = len(entries.report.items)
    tree = reading.required(given, "body", what, entries.report, "add body: and the JSON as a tree")
    arrays, rest = split_binds(given.get("bind"))
    binds = parts.read_binds(rest, what, entries, requests=True)
    refuse_conditions(binds, what, entries)
    node = given.get("renderer")
    renderer = None if node is None else renderers.read_renderer(node, what, entries)
    binds = with_names(binds, renderer, entries)
    wanted = needs.Needs(what, key.span, entries, (), parts.local_inputs([part for _, part in binds], entries),
                         {**dict.fromkeys(named(rest)), **dict(binds)})
    reader = Reader(what, given, entries, wanted, toolbox, arrays)
    body = None if tree is None else reader.whole(tree)
    warn_unused(rest, arrays, reader, what, entries)
    inputs = wanted.inputs()
    if body is None or entries.report.failed_since(before):
        return None
    doc = given.get("doc")
    return Request(key.value, inputs, body, tuple(pair for pair in binds if pair[0] in reader.seen),
                   "" if doc is None else reading.text(doc, f"doc of {what}", entries.report) or "", key.span,
                   renderer)


def with_names(binds: tuple[tuple[str, Part], ...], renderer: Renderer | None,
               entries: Entries) -> tuple[tuple[str, Part], ...]:
    """The bound parts of a renderer with the names that its runtime has for things."""
    runtime = next((item for item in entries.runtimes if renderer and item.name == renderer.runtime), None)
    if runtime is None:
        return binds
    return tuple((name, runtimes.name_for(runtime, part, entries)) for name, part in binds)


def split_binds(node: Node | None) -> tuple[dict[str, Mapping], Node | None]:
    """Names bound to lists of tools, and all others."""
    if not isinstance(node, Mapping):
        return {}, node
    arrays = {key.value: value for key, value in node.items if isinstance(value, Mapping) and value.get("tools")}
    return arrays, Mapping(tuple(pair for pair in node.items if pair[0].value not in arrays), node.span)


def named(node: Node | None) -> dict[str, Scalar]:
    return {key.value: key for key, _ in node.items} if isinstance(node, Mapping) else {}


def refuse_conditions(binds: tuple[tuple[str, Part], ...], what: str, entries: Entries) -> None:
    """A request that is absent would leave a hole in the JSON."""
    for name, part in binds:
        target = entries.planned.get(part.target)
        if target is not None and target.kind == "request" and (part.when or part.unless):
            entries.report.add("PR0541", part.span, f"{name} in {what} is a request and cannot depend on a condition",
                               helps=("write the member as {$when: …, $value: …}",))


def warn_unused(rest: Node | None, arrays: dict[str, Mapping], reader: "Reader", what: str, entries: Entries) -> None:
    places = {name: node.span for name, node in (*named(rest).items(), *arrays.items())}
    for name, span in places.items():
        if name not in reader.seen:
            entries.report.add("PR0547", span, f"{what} binds {name}, which its body never uses",
                               helps=("remove it",))


@dataclass(frozen=True, eq=False)
class Syntax:
    syntax: str
    literal: manifest.LiteralNames


class Reader:
    """Reads one body. `fields` are those of the rows around, innermost first; `level` counts the rows."""

    def __init__(self, what: str, given: Mapping, entries: Entries, wanted: needs.Needs, toolbox: Toolbox,
                 arrays: dict[str, Mapping]) -> None:
        scope = entries.scope
        literal = manifest.read_literal(given, what, entries.report)
        self.what = what
        self.entries = entries
        self.report = entries.report
        self.needs = wanted
        self.toolbox = toolbox
        self.arrays = arrays
        self.syntax = Syntax(manifest.read_syntax(given, what, entries.report) or scope.settings.syntax,
                             scope.settings.literal if literal is None else literal)
        self.names = (*wanted.bound, *arrays, *scope.variables, *scope.constants, *scope.broken)
        self.seen: set[str] = set()  #: bound names that the body uses

    def whole(self, node: Node) -> JsonNode | None:
        return self.value(node, (), 0)

    def value(self, node: Node, fields: Fields, level: int) -> JsonNode | None:
        """A value that is always there."""
        if isinstance(node, Scalar):
            return self.scalar(node, fields)
        if isinstance(node, Sequence):
            found = [self.item(item, fields, level) for item in node.items]
            return JsonArray(tuple(item for item in found if item is not None))
        used = [key for key, _ in node.items if key.value.startswith("$") and key.value not in SCHEMA_KEYS]
        if used:
            near = () if used[0].value in DIRECTIVES else suggest.did_you_mean(used[0].value, DIRECTIVES)
            self.report.add("PR0541", used[0].span, f"{used[0].value} cannot stand here in {self.what}",
                            notes=("conditions stand in members and items, $each and $tools in items of lists",),
                            helps=near or ("write the value itself",))
            return None
        self.warn_unquoted(node)
        members = [(key.value, self.member(value, fields, level)) for key, value in node.items]
        return JsonObject(tuple((name, value) for name, value in members if value is not None))

    def warn_unquoted(self, node: Mapping) -> None:
        """`{name}` without quotes is a mapping to YAML."""
        if len(node.items) != 1:
            return
        key, value = node.items[0]
        flow = node.span.source.text.startswith("{", node.span.start)
        if flow and isinstance(value, Scalar) and value.value == "" and value.style == "plain":
            self.report.add("PR0545", node.span, f"{{{key.value}}} without quotes is a mapping to YAML",
                            label="not a placeholder", helps=(f'quote it: "{{{key.value}}}"',
                                                              f"or write {{{key.value}: null}} if it is meant"))

    # ---- strings and other scalars ----

    def scalar(self, node: Scalar, fields: Fields) -> JsonNode | None:
        if kind_of(node) != "text":
            written = jsontree.scalar(node)
            if written is None:
                self.report.add("PR0537", node.span, f"JSON cannot write {node.value}",
                                helps=("use a finite number, or quote it",))
            return None if written is None else JsonConstant(written)
        pieces = self.pieces(node, fields)
        if len(pieces) == 1 and isinstance(pieces[0], Value):
            return self.lone(pieces[0], fields)
        if any([isinstance(piece, Value) and self.refused(piece, fields) for piece in pieces]):
            return None
        self.needs.pieces(pieces, fields)
        return JsonText(pieces)

    def pieces(self, node: Scalar, fields: Fields) -> tuple[Piece, ...]:
        numbers = needs.ROW_NUMBERS if fields else ()
        allowed = dict.fromkeys((*(field.name for field in fields), *self.names, *numbers))
        rules = template.Rules(where=self.what, syntax=self.syntax.syntax, allowed=tuple(allowed), rows={},
                               literal=self.syntax.literal, requires=(), sections_allowed=False,
                               unlisted="declare it: variables: {%s: {type: text}}")
        body = template.parse_template(node.text, rules, self.report)
        return tuple(piece for chunk in body if isinstance(chunk, Lines) for piece in chunk.pieces)

    def is_field(self, name: str, fields: Fields) -> bool:
        return any(field.name == name for field in fields)

    def refused(self, piece: Value, fields: Fields) -> bool:
        """Whether a name in a string stands for JSON itself, which is an error."""
        if self.is_field(piece.name, fields):
            return False
        self.seen.add(piece.name)
        part = self.needs.bound.get(piece.name)
        if piece.name not in self.arrays and not self.is_request(part):
            return False
        self.report.add("PR0544", piece.span, f"{piece.name} is JSON and cannot stand inside a string",
                        helps=(f'let it stand alone: "{{{piece.name}}}"',))
        return True

    def is_request(self, part: Part | None) -> bool:
        planned = None if part is None else self.entries.planned.get(part.target)
        return part is not None and part.kind == "entry" and planned is not None and planned.kind == "request"

    def lone(self, piece: Value, fields: Fields) -> JsonNode | None:
        """A placeholder that is the whole value."""
        name = piece.name
        if not self.is_field(name, fields):
            self.seen.add(name)
            if name in self.arrays:
                tools = self.tools(self.arrays[name], "tools")
                return None if tools is None else JsonArray((tools,))
        self.needs.pieces((piece,), fields, lone=True)
        is_text = name in self.needs.bound and not self.is_request(self.needs.bound[name])
        if not self.is_field(name, fields) and (is_text or name in self.entries.scope.constants):
            return JsonText((piece,))
        return JsonValue(name, piece.span)

    # ---- members and items ----

    def member(self, node: Node, fields: Fields, level: int) -> JsonNode | None:
        if isinstance(node, Mapping) and any(node.get(key) is not None for key in CONDITIONAL):
            return self.conditional(node, fields, level)
        return self.value(node, fields, level)

    def item(self, node: Node, fields: Fields, level: int) -> JsonNode | None:
        if isinstance(node, Mapping) and node.get("$each") is not None:
            return self.each(node, fields, level)
        if isinstance(node, Mapping) and node.get("$tools") is not None:
            return self.tools(node, "$tools")
        return self.member(node, fields, level)

    def directives(self, node: Mapping, known: tuple[str, ...]) -> None:
        for key, _ in node.items:
            if key.value not in known:
                self.report.add("PR0540", key.span, f"{key.value} cannot stand beside {known[0]} in {self.what}",
                                notes=("possible here: " + ", ".join(known),),
                                helps=suggest.did_you_mean(key.value, known))

    def conditional(self, node: Mapping, fields: Fields, level: int) -> JsonNode | None:
        self.directives(node, (*CONDITIONAL, "$value"))
        when, unless = conditions.read_both(node, self.what, self.entries, "$")
        self.needs.conditions((when, unless), fields)
        inner = reading.required(node, "$value", f"a condition of {self.what}", self.report, "add $value:")
        value = None if inner is None else self.value(inner, fields, level)
        omit = self.omits_empty(node, value)
        return None if value is None else JsonWhen(when, unless, value, omit)

    def omits_empty(self, node: Mapping, value: JsonNode | None) -> bool:
        """Whether a member or item is left out if its list has no items, which must then all be such as may not be
        there: rows, and tools that a set chooses."""
        given = node.get("$omit_empty")
        if given is None or not reading.boolean(given, f"$omit_empty of {self.what}", self.report) or value is None:
            return False
        items = value.items if isinstance(value, JsonArray) else ()
        if items and all(isinstance(item, JsonEach) or isinstance(item, JsonTools) and bool(item.visible)
                         for item in items):
            return True
        self.report.add("PR0541", given.span,
                        f"{self.what} has $omit_empty where nothing says whether a list is empty",
                        notes=("its $value is a list of $each, and of $tools with visible, and of nothing else",),
                        helps=("remove it, or write a condition under $when",))
        return False

    def each(self, node: Mapping, fields: Fields, level: int) -> JsonNode | None:
        given = node.get("$each")
        rows_name = reading.text(given, f"$each of {self.what}", self.report)  # type: ignore[arg-type]
        if rows_name is None or given is None:
            return None
        what = f"levels of rows within rows in {self.what}"
        if not reading.within(level + 1, MAX_LEVELS, what, given.span, self.report):
            return None
        rows = self.needs.of_type(rows_name, "rows", given.span, fields, "$each")
        if rows is None:
            return None
        inner = rows.fields + fields
        if node.get("$choose") is not None:
            return self.chosen(node, rows, inner, level + 1)
        self.directives(node, ("$each", "$value"))
        shape = reading.required(node, "$value", f"$each of {self.what}", self.report, "add $value: and the item")
        value = None if shape is None else self.value(shape, inner, level + 1)
        return None if value is None else JsonEach(rows.name, "", (("", value),), node.span)

    def chosen(self, node: Mapping, rows: Variable, fields: Fields, level: int) -> JsonNode | None:
        """A shape of the item for each name of a choice."""
        given = node.get("$choose")
        name = reading.text(given, f"$choose of {self.what}", self.report)  # type: ignore[arg-type]
        choice = None if name is None else self.needs.of_type(name, "choice", given.span, fields,  # type: ignore
                                                              "$choose")
        if choice is None:
            return None
        known = ("$each", "$choose", *choice.of)
        for key, _ in node.items:
            if key.value not in known:
                self.report.add("PR0542", key.span, f"{key.value} is no choice of {name}", helps=suggest.did_you_mean(
                    key.value, choice.of) or ("remove it",), related=(Related(choice.span, "the choices"),))
        missing = [item for item in choice.of if node.get(item) is None]
        if missing:
            self.report.add("PR0542", node.span, f"{self.what} has no shape for {', '.join(missing)} of {name}",
                            helps=(f"add {missing[0]}: and the item",),
                            related=(Related(choice.span, "the choices"),))
        cases = [(item, self.value(node.get(item), fields, level)) for item in choice.of  # type: ignore[arg-type]
                 if item not in missing]
        if missing or any(value is None for _, value in cases):
            return None
        return JsonEach(rows.name, choice.name, tuple(cases), node.span)  # type: ignore[arg-type]

    def tools(self, node: Mapping, key: str) -> JsonTools | None:
        """The pack's tools; with `visible`, a set among the inputs says which of them are there."""
        self.directives(node, (key, "visible"))
        shape = reading.word(node.get(key), SHAPES, f"{key} of {self.what}", self.report)  # type: ignore[arg-type]
        if not self.toolbox.tools:
            self.report.add("PR0543", node.span, f"{self.what} lists tools, but the pack has none",
                            helps=("declare tools:",))
            return None
        given = node.get("visible")
        if given is None:
            return None if shape is None else JsonTools(shape, "")
        name = reading.text(given, f"visible of {self.what}", self.report)
        if name is None or shape is None or not isinstance(given, Scalar):
            return None
        if not reading.matching(given, names.NAME, "a set of tools", self.report):
            return None
        declared = self.entries.scope.variables.get(name)
        if declared is not None:
            self.report.add("PR0546", given.span, f"{name} cannot be the set of tools, since it is a variable",
                            helps=("choose another name",), related=(Related(declared.span, "declared here"),))
            return None
        self.needs.need(Variable(name, "set", given.span, "Tools that are there.", of=self.toolbox.names), given.span)
        return JsonTools(shape, name)
