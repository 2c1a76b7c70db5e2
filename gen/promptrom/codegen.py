"""Lowering, first half: the code and the inputs of each entry, from the checked model.

An entry's code names its values by their place in a map. What stands at a place is a `Place`: an input, a field of
a row around, the number of a row, a count of rows or a fixed text. `fieldmaps` later turns places into fields for
every path on which an entry is reached.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from . import model, opcodes as op
from .filled import is_filled
from .reference import escape_json
from .source import Span
from .toolshape import tool_json
from .tree import Call, Code, If, Lit, Loop, Mark, Node, Test, Val

MAX_PLACES = 256  #: an operation names a place with one byte


class Limit(Exception):
    """What the tables or C cannot hold. The message names the limit and the value."""

    def __init__(self, message: str, span: Span | None, code: str = "PR0601"):
        super().__init__(message)
        self.span, self.code = span, code


@dataclass(frozen=True)
class Place:
    kind: str  #: input, field, index, count or text
    name: str = ""  #: input or field: its name; text: the text
    rows: tuple[str, ...] = ()  #: field, index: the loops around by the names of their rows, outermost first
    add: int = 0  #: index: what is added to the number
    of: "Place | None" = None  #: count: the rows
    number: int = 0  #: text that stands for a choice: its number among the names, from 1


@dataclass(frozen=True, eq=False)
class Name:
    """What a name means at some point of an entry."""

    place: Place
    variable: model.Variable | None  #: None for the number of a row


@dataclass
class CallSite:
    callee: str
    given: dict[str, Place]  #: for each input of the callee, a place of the caller
    rows: tuple[str, ...]  #: loops around the call


@dataclass
class EntryCode:
    key: str  #: the id, or a key of its own for an anonymous entry
    id: str  #: the public id that it belongs to
    inputs: tuple[model.Variable, ...]
    request: bool = False
    hidden: bool = False
    constant: bool = False  #: hidden, and an overlay may replace it
    struct: str = ""  #: key of the entry whose arguments it takes, if not its own: for the run-time library alone
    places: list[Place] = field(default_factory=list)
    variables: dict[Place, model.Variable] = field(default_factory=dict)
    calls: list[CallSite] = field(default_factory=list)
    loops: int = 0  #: how deep its own loops stand in each other
    code: Code = ()
    span: Span | None = None
    names: list["NameRule"] = field(default_factory=list)  #: what a start-up overlay may write in this slot


@dataclass(frozen=True, eq=False)
class NameRule:
    """A name that may stand in a slot's text, and what it stands for there."""

    name: str
    kind: str  #: input, field, index, constant or bound
    place: int = 0  #: input, field, index: its place in the map
    rows: int = 0  #: field, index: the rule of the rows
    code: Code = ()  #: constant, bound


Scope = dict[str, Name]

NOTHING, MAYBE, SOMETHING = range(3)  #: whether a line stands already


def generate(pack: model.Pack) -> "World":
    """The code of every entry."""
    world = World(pack)
    for entry in pack.entries:
        world.public(entry)
    return world


class World:
    """The entries made so far."""

    def __init__(self, pack: model.Pack):
        self.pack = pack
        self.entries = {entry.id: entry for entry in pack.entries}
        self.constants = {constant.name: constant for constant in pack.constants}
        self.codes: dict[str, EntryCode] = {}
        self.inner: dict[str, EntryCode] = {}  #: for the run-time library alone
        self.anonymous: dict[str, EntryCode] = {}

    def all(self) -> dict[str, EntryCode]:
        """By key: first the public ones by id, then the inner ones, then the anonymous ones in order of use."""
        return {**self.codes, **self.inner, **self.anonymous}

    def public(self, entry: model.Entry) -> None:
        made = EntryCode(entry.id, entry.id, entry.inputs, isinstance(entry, model.Request), span=entry.span)
        self.codes[entry.id] = made
        writer = Writer(self, made, entry)
        scope = writer.root_scope()
        if isinstance(entry, model.Slot):
            made.code = writer.slot(entry, scope)
        elif isinstance(entry, model.Request):
            made.code = writer.json(entry.body, scope)
        else:
            made.code = self.assembly(entry, writer, scope)

    def constant(self, name: str) -> str:
        """Key of the entry that a constant is in an overridable pack."""
        key = constant_key(name)
        if key not in self.anonymous:
            made = EntryCode(key, name, (), hidden=True, constant=True, span=self.constants[name].span)
            self.anonymous[key] = made
            made.code = Writer(self, made, None).pieces(self.constants[name].pieces, {}, {})
        return key

    def assembly(self, entry: model.Assembly, writer: "Writer", scope: Scope) -> Code:
        if not entry.outputs:
            code = writer.parts(entry.parts, entry.join, scope)
            return writer.guarded(entry.when, entry.unless, scope, code)
        code: Code = ()
        for output in entry.outputs:
            key = output_key(entry.id, output.name)
            made = EntryCode(key, key, entry.inputs, span=entry.span)
            self.codes[key] = made
            inner = Writer(self, made, entry)
            inner_scope = inner.root_scope()
            body = inner.parts(output.parts, output.join, inner_scope)
            made.code = inner.guarded(entry.when, entry.unless, inner_scope, body)
            given = {var.name: scope[var.name].place for var in entry.inputs}
            code += (Mark(op.PART, entry.join.encode()), writer.call(key, given, ()))
        return code


def constant_key(name: str) -> str:
    return f"constant {name}"


def output_key(assembly: str, output: str) -> str:
    """Id of one output of an assembly, which can be rendered by itself."""
    return f"{assembly}.{output}"


class Writer:
    """Writes the code of one entry."""

    def __init__(self, world: World, made: EntryCode, owner: model.Entry | None):
        self.world, self.made, self.owner = world, made, owner
        self.quoting = made.request
        self.slot_scope: Scope = {}
        self.bound_codes: dict[tuple[str, tuple[str, ...]], Code] = {}
        self.constant_calls: dict[str, Node] = {}

    # ---- names and places ----

    def root_scope(self) -> Scope:
        """The entry's inputs, which take the first places of its map; a slot of an overridable pack also keeps
        places for the fields of its rows, since an overlay may use any of them."""
        scope = {}
        for var in self.made.inputs:
            scope[var.name] = Name(Place("input", var.name), var)
            self.index(scope[var.name])
        if self.world.pack.overridable and isinstance(self.owner, model.Slot):
            self.reserve_rows(scope, ())
        return scope

    def reserve_rows(self, scope: Scope, rows: tuple[str, ...]) -> None:
        for name in list(scope):
            known = scope[name]
            if known.variable is not None and known.variable.type == "rows":
                inner = row_scope(known.variable, rows + (name,))
                for item in inner.values():
                    self.index(item)
                self.reserve_rows({key: item for key, item in inner.items() if item.variable}, rows + (name,))

    def index(self, name: Name) -> int:
        """Its place in the map, made on first use."""
        places = self.made.places
        if name.place not in self.made.variables:
            if len(places) == MAX_PLACES:
                raise Limit(f"{self.made.id} uses more than {MAX_PLACES} different values", self.made.span)
            places.append(name.place)
            self.made.variables[name.place] = name.variable
        return places.index(name.place)

    def value(self, name: Name) -> Node:
        return Val(self.index(name), self.quoting)

    def literal(self, text: str, span: Span | None) -> Code:
        return (Lit(self.bytes(text), span),) if text else ()

    def bytes(self, text: str) -> bytes:
        """Text as literals hold it: in a request, escaped for a JSON string."""
        data = text.encode("utf-8")
        return escape_json(data) if self.quoting else data

    # ---- slots ----

    def slot(self, slot: model.Slot, scope: Scope) -> Code:
        self.slot_scope = scope
        if self.world.pack.overridable:
            self.made.names = self.name_rules(slot, scope)
        if len(slot.body) == 1 and isinstance(slot.body[0], model.Lines):
            return self.pieces(slot.body[0].pieces, scope, dict(slot.binds))
        return self.lines(slot.body, scope, dict(slot.binds), NOTHING)

    def name_rules(self, slot: model.Slot, scope: Scope) -> list[NameRule]:
        """All names that an overlay may use, whether or not the slot's own text does. Bound names call first, in
        written order, so that an overlay finds what they call at the same places."""
        bound = {name: self.bind(name, part, scope) for name, part in slot.binds}
        rules = []
        for name in slot.allowed:
            if name in scope:
                rules.append(NameRule(name, "input", self.index(scope[name])))
            elif name in bound:
                rules.append(NameRule(name, "bound", code=bound[name]))
            elif name in self.world.constants:
                rules.append(NameRule(name, "constant", code=self.constant(name)))
        listed = {rule.name: (number, scope[rule.name]) for number, rule in enumerate(rules) if rule.kind == "input"}
        self.row_rules(listed, (), rules)
        return rules

    def row_rules(self, known: dict[str, tuple[int, Name]], rows: tuple[str, ...], rules: list[NameRule]) -> None:
        """Adds the names inside the rows among the known ones, which have their rules already."""
        for name, (number, item) in known.items():
            if item.variable is None or item.variable.type != "rows":
                continue
            inside = {}
            for field_name, inner in row_scope(item.variable, rows + (name,)).items():
                inside[field_name] = (len(rules), inner)
                rules.append(NameRule(field_name, inner.place.kind, self.index(inner), number))
            self.row_rules(inside, rows + (name,), rules)

    def lines(self, body: model.Body, scope: Scope, binds: dict[str, model.Part], before: int) -> Code:
        """Lines joined by newlines. `before` says what is known of lines further up: NOTHING stands there, SOMETHING
        does (then the newline is plain text), or the walk must find out (MAYBE)."""
        code: list[Node] = []
        for chunk in body:
            if isinstance(chunk, model.Section):
                code += self.section(chunk, scope, binds, before)
                before = before or MAYBE
                continue
            if before == SOMETHING:
                code += self.literal("\n", chunk.pieces[0].span if chunk.pieces else None)
            elif before == MAYBE:
                code.append(Mark(op.LINE, self.bytes("\n")))
            code += self.pieces(chunk.pieces, scope, binds)
            before = SOMETHING
        return tuple(code)

    def section(self, chunk: model.Section, scope: Scope, binds: dict[str, model.Part], before: int) -> Code:
        name = scope[chunk.name]
        inside = SOMETHING if before == SOMETHING else MAYBE  # the first line there must note that a line stands
        if name.variable is not None and name.variable.type == "rows" and not chunk.inverted:
            inner = self.enter(chunk.name, scope, chunk.span)
            return (Loop(self.index(name), self.lines(chunk.body, inner, binds, inside)),)
        test = Test(op.UNLESS if chunk.inverted else op.WHEN, self.index(name))
        return (If((test,), self.lines(chunk.body, scope, binds, inside)),)

    def enter(self, key: str, scope: Scope, span: Span | None) -> Scope:
        """The scope inside a loop over rows."""
        rows = rows_of(scope) + (key,)
        if len(rows) > op.MAX_LEVELS:
            raise Limit(f"{self.made.id} has rows in rows more than {op.MAX_LEVELS} deep", span)
        self.made.loops = max(self.made.loops, len(rows))
        return {**scope, **row_scope(scope[key].variable, rows), ROWS: Rows(rows)}

    def pieces(self, pieces: tuple[model.Piece, ...], scope: Scope, binds: dict[str, model.Part]) -> Code:
        code: list[Node] = []
        for piece in pieces:
            if isinstance(piece, model.Literal):
                code += self.literal(piece.text, piece.span)
            elif piece.name in scope:
                code += self.named(scope[piece.name])
            elif piece.name in binds:
                code += self.bind(piece.name, binds[piece.name], scope)
            else:
                code += self.constant(piece.name)
        return tuple(code)

    def constant(self, name: str) -> Code:
        """The text of a constant, or where an overlay may replace it, a call; constants have no map, so that calls of
        one are all alike."""
        if not self.world.pack.overridable:
            return self.pieces(self.world.constants[name].pieces, {}, {})
        if name not in self.constant_calls:
            self.constant_calls[name] = self.call(self.world.constant(name), {}, (), self.quoting)
        return (self.constant_calls[name],)

    def named(self, name: Name) -> Code:
        """A value; a fixed text that a `with` gave is a literal."""
        if name.place.kind == "text":
            return self.literal(name.place.name, None)
        return (self.value(name),)

    def bind(self, name: str, part: model.Part, scope: Scope) -> Code:
        """A bound name. In a slot its part takes the slot's own inputs, also inside rows, and is called alike
        wherever it stands."""
        if not isinstance(self.owner, model.Slot) or self.made.hidden:
            return self.bound(part, scope)
        rows = rows_of(scope)
        if (name, rows) not in self.bound_codes:
            self.bound_codes[name, rows] = self.bound(part, {**self.slot_scope, ROWS: Rows(rows)})
        return self.bound_codes[name, rows]

    def bound(self, part: model.Part, scope: Scope) -> Code:
        """A part that fills a placeholder."""
        if part.kind == "each":
            return self.guarded(part.when, part.unless, scope, (self.apart(part, "", scope),),
                                self.bound(part.otherwise, scope) if part.otherwise else ())
        code = self.part_body(part, scope)
        other = self.bound(part.otherwise, scope) if part.otherwise else ()
        return self.guarded(part.when, part.unless, scope, code, other)

    # ---- assemblies ----

    def parts(self, parts: tuple[model.Part, ...], join: str, scope: Scope) -> Code:
        """Parts with their separators. Between two parts that certainly stand, the separator is plain text."""
        code: list[Node] = []
        anchored = solid = False  # some part stands for certain; and no separator is waiting
        for part in parts:
            separator = join if part.before is None else part.before
            whole = self.certain_part(part, scope)
            if whole is not None:
                if anchored and not solid:
                    code.append(Mark(op.PART | op.PART_AFTER, self.bytes(separator)))
                elif code and not anchored:
                    code.append(Mark(op.PART, self.bytes(separator)))
                elif anchored:
                    code += self.literal(separator, part.span)
                code += whole
                anchored = solid = True
                continue
            code += self.part(part, join, separator, scope, op.PART_AFTER if anchored else 0, False)
            solid = False
        return tuple(code)

    def certain_part(self, part: model.Part, scope: Scope) -> Code | None:
        """Code of a part that is always there with at least one byte, else None."""
        if part.when or part.unless or part.kind not in ("entry", "text", "constant"):
            return None
        if part.kind == "entry" and not self.inlined(part):
            return None
        code = self.part_body(part, scope)
        return code if any(isinstance(node, Lit) for node in code) else None

    def part(self, part: model.Part, join: str, separator: str, scope: Scope, flags: int, keep: bool) -> Code:
        keep = keep or part.keep_empty
        mark = Mark(op.PART | flags | (op.PART_KEEP if keep else 0), self.bytes(separator))
        if part.kind == "each" and (join if part.join is None else part.join) == separator:
            body = self.each(part, mark, scope)
        elif part.kind == "each":
            body = (Mark(op.PART | flags, self.bytes(separator)), self.apart(part, join, scope, keep))
        else:
            body = (mark,) + self.part_body(part, scope)
        other = self.part(part.otherwise, join, separator, scope, flags, keep) if part.otherwise else ()
        return self.guarded(part.when, part.unless, scope, body, other)

    def part_body(self, part: model.Part, scope: Scope) -> Code:
        """What a part yields, apart from separators and conditions."""
        if part.kind == "text":
            renamed = {name: self.resolve(binding, None, scope) for name, binding in part.with_}
            return self.pieces(part.pieces, {**scope, **renamed}, {})
        if part.kind == "constant":
            return self.constant(part.target)
        if part.kind == "choose":
            return self.choose(part, scope)
        return self.reach(part.target, part, scope)

    def reach(self, target: str, part: model.Part, scope: Scope) -> Code:
        """A slot written in place, or a call."""
        callee = self.world.entries[target]
        names = {var.name: self.given(var, part, scope) for var in callee.inputs}
        if self.inlined(part, target):
            return self.pieces(callee.body[0].pieces if callee.body else (), names, {})
        key = output_key(target, part.output) if part.output else target
        quote = self.quoting and not isinstance(callee, model.Request)
        return (self.call(key, {name: item.place for name, item in names.items()}, rows_of(scope), quote),)

    def given(self, var: model.Variable, part: model.Part, scope: Scope) -> Name:
        binding = dict(part.with_).get(var.name)
        return scope[var.name] if binding is None else self.resolve(binding, var, scope)

    @staticmethod
    def resolve(binding: model.Binding, var: model.Variable | None, scope: Scope) -> Name:
        """What a `with` gives; `var` is what the callee declares, None for a text part, which declares nothing."""
        if binding.kind == "text":
            number = var.of.index(binding.value) + 1 if var is not None and var.type == "choice" else 0
            return Name(Place("text", binding.value, number=number), var)
        source = scope[binding.value]
        if binding.kind == "count":
            return Name(Place("count", of=source.place), source.variable)
        return source

    def inlined(self, part: model.Part, target: str = "") -> bool:
        """Whether a part's slot is written in place: never where an overlay may replace it."""
        callee = self.world.entries.get(target or part.target)
        return (not self.world.pack.overridable and not self.quoting and isinstance(callee, model.Slot)
                and not callee.binds and len(callee.body) <= 1
                and all(isinstance(chunk, model.Lines) for chunk in callee.body)
                and len(self.made.places) + len(callee.inputs) <= MAX_PLACES)

    def call(self, key: str, given: dict[str, Place], rows: tuple[str, ...], quote: bool = False) -> Node:
        self.made.calls.append(CallSite(key, given, rows))
        return Call(len(self.made.calls) - 1, quote, isinstance(self.owner, model.Slot))

    def each(self, part: model.Part, mark: Mark, scope: Scope) -> Code:
        inner = self.enter(part.target, scope, part.span)
        return (Loop(self.index(scope[part.target]), (mark,) + self.reach(part.slot, part, inner)),)

    def choose(self, part: model.Part, scope: Scope) -> Code:
        bodies = [(case, self.reach(slot, part, scope)) for case, slot in part.cases]
        return self.choice(scope[part.target], bodies)

    def choice(self, name: Name, bodies: list[tuple[str, Code]]) -> Code:
        """The body of a choice's value, or of its default. The first test finds values that are missing or none of
        the choices."""
        if name.place.kind == "text":
            return dict(bodies)[name.place.name]
        numbers = {case: number for number, case in enumerate(name.variable.of, 1)}
        index = self.index(name)
        code: Code = ()
        for case, body in reversed(bodies):
            code = (If((Test(op.CASE, index, numbers[case]),), body, code),)
        return code

    def apart(self, part: model.Part, join: str, scope: Scope, keep: bool = False) -> Node:
        """Rows whose separator differs from what stands in front of them: an anonymous entry of their own."""
        mark = Mark(op.PART | (op.PART_KEEP if keep or part.keep_empty else 0),
                    self.bytes(join if part.join is None else part.join))
        return self.anonymous(scope, lambda writer, inner: writer.each(part, mark, inner))

    def anonymous(self, scope: Scope, write) -> Node:
        """An entry of its own whose inputs are the names of this one that it uses."""
        key = f"{self.made.key}#{len(self.world.anonymous)}"
        made = EntryCode(key, self.made.id, (), self.made.request, hidden=True, span=self.made.span)
        self.world.anonymous[key] = made
        inner: Scope = {name: Name(Place("input", name), item.variable) if item.place.kind != "text" else item
                        for name, item in scope.items() if name != ROWS}
        made.code = write(Writer(self.world, made, self.owner), inner)
        used = needed_inputs(made)
        return self.call(key, {name: scope[name].place for name in used}, rows_of(scope))

    # ---- conditions ----

    def guarded(self, when: tuple[model.Condition, ...], unless: tuple[model.Condition, ...], scope: Scope,
                then: Code, other: Code = ()) -> Code:
        if not when and not unless:
            return then
        tests = [self.test(condition, scope, False) for condition in when]
        tests += [self.test(condition, scope, True) for condition in unless]
        if any(test is False for test in tests):
            return other
        dynamic = tuple(test for test in tests if test is not True)
        return (If(dynamic, then, other),) if dynamic else then

    def test(self, condition: model.Condition, scope: Scope, negated: bool) -> Test | bool:
        """A test, or its outcome where that is known now."""
        if condition.kind == "filled":
            if self.world.pack.overridable:
                return Test(op.FILLED, entry=condition.name, negated=negated)
            return is_filled(self.world.entries[condition.name], self.world.constants) != negated
        name = scope[condition.name]
        if name.place.kind == "text":
            return bool(name.place.name) != negated
        return Test(op.UNLESS if negated else op.WHEN, self.index(name))

    # ---- requests ----

    def raw(self, text: str) -> Code:
        return (Lit(text.encode("utf-8")),) if text else ()

    def json(self, node: model.JsonNode, scope: Scope) -> Code:
        """One JSON value."""
        if isinstance(node, model.JsonConstant):
            return self.raw(node.text)
        if isinstance(node, model.JsonText):
            return self.raw('"') + self.pieces(node.pieces, scope, dict(self.owner.binds)) + self.raw('"')
        if isinstance(node, model.JsonValue):
            return self.lone(node, scope)
        if isinstance(node, model.JsonArray):
            return self.raw("[") + self.items([("", item) for item in node.items], scope) + self.raw("]")
        if isinstance(node, model.JsonObject):
            members = [(json.dumps(key, ensure_ascii=False) + ":", value) for key, value in node.members]
            return self.raw("{") + self.items(members, scope) + self.raw("}")
        raise TypeError(node)

    def lone(self, node: model.JsonValue, scope: Scope) -> Code:
        """A placeholder that is a whole value: quoted unless it is a number, a flag or JSON itself."""
        if node.name in scope:
            name = scope[node.name]
            if name.place.kind != "text" and (name.variable is None or name.place.kind == "count"
                                              or name.variable.type in ("integer", "flag", "json", "rows")):
                return (Val(self.index(name), False),)
            return self.raw('"') + self.named(name) + self.raw('"')
        part = dict(self.owner.binds).get(node.name)
        if part is None:
            inner = self.constant(node.name)
        elif isinstance(self.world.entries.get(part.target), model.Request):
            return self.bound(part, scope)
        else:
            inner = self.bound(part, scope)
        return self.raw('"') + inner + self.raw('"')

    def items(self, nodes: list[tuple[str, model.JsonNode]], scope: Scope) -> Code:
        """Members or items with their commas. Next to one that is always there a comma is plain text; where none
        is, the items are parts of an anonymous entry."""
        found = [(prefix, item) for prefix, node in nodes for item in self.spread(node)]
        fixed = next((at for at, (_, item) in enumerate(found) if is_fixed(item)), None)
        if fixed is None and (len(found) > 1 or (found and repeats(found[0][1]))):
            comma = (Mark(op.PART, b","),)
            return (self.anonymous(scope, lambda writer, inner: sum(
                (writer.item(prefix, item, inner, comma, ()) for prefix, item in found), ())),)
        code: list[Node] = []
        for at, (prefix, item) in enumerate(found):
            before = self.raw("," if fixed is not None and at > fixed else "")
            after = self.raw("," if fixed is not None and at < fixed else "")
            code += self.item(prefix, item, scope, before, after)
        return tuple(code)

    def spread(self, node: model.JsonNode) -> list:
        """A list of tools as one item each, with the number of its bit."""
        if not isinstance(node, model.JsonTools):
            return [node]
        return [ToolItem(number, tool, node.shape, node.visible) for number, tool in enumerate(self.world.pack.tools)]

    def item(self, prefix: str, node, scope: Scope, before: Code, after: Code) -> Code:
        if isinstance(node, model.JsonWhen):
            inner = self.item(prefix, node.value, scope, before, after)
            if node.omit_empty and isinstance(node.value, model.JsonArray):
                inner = (If(self.is_empty(node.value, scope), (), inner),)
            return self.guarded(node.when, node.unless, scope, inner)
        if isinstance(node, model.JsonEach):
            return self.row_items(node, scope, before, after)
        if isinstance(node, ToolItem):
            body = before + self.tool(node, scope) + after
            if not node.visible:
                return body
            return (If((Test(op.WHEN, self.index(scope[node.visible]), node.number),), body),)
        return before + self.raw(prefix) + self.json(node, scope) + after

    def is_empty(self, node: model.JsonArray, scope: Scope) -> tuple[Test, ...]:
        """That no item of a list is there, all of which are rows or chosen tools."""
        tests: list[Test] = []
        for inner in node.items:
            for item in self.spread(inner):
                tools = isinstance(item, ToolItem)
                name, number = (item.visible, item.number) if tools else (item.rows, 0)
                tests.append(Test(op.UNLESS, self.index(scope[name]), number))
        return tuple(tests)

    def row_items(self, node: model.JsonEach, scope: Scope, before: Code, after: Code) -> Code:
        inner = self.enter(node.rows, scope, node.span)
        if node.choose:
            body = self.choice(inner[node.choose], [(case, self.json(value, inner)) for case, value in node.cases])
        else:
            body = self.json(node.cases[0][1], inner)
        return (Loop(self.index(scope[node.rows]), before + body + after),)

    def tool(self, item: "ToolItem", scope: Scope) -> Code:
        tool = item.tool
        if tool.description is not None:
            return self.raw(tool_json(tool, item.shape, json.dumps(tool.description, ensure_ascii=False)))
        head, tail = tool_json(tool, item.shape, '"\0"').split("\0")
        part = model.Part("entry", tool.span, target=tool.description_slot)
        return self.raw(head) + self.reach(tool.description_slot, part, scope) + self.raw(tail)


@dataclass(frozen=True, eq=False)
class ToolItem:
    number: int
    tool: model.Tool
    shape: str
    visible: str


def is_fixed(node) -> bool:
    """Whether an item is always there, exactly once."""
    if isinstance(node, ToolItem):
        return not node.visible
    return not isinstance(node, (model.JsonWhen, model.JsonEach))


def repeats(node) -> bool:
    """Whether an item can be there more than once."""
    if isinstance(node, model.JsonWhen):
        return repeats(node.value)
    return isinstance(node, model.JsonEach)


#: Key of a scope under which the loops around are kept; no placeholder can be called that.
ROWS = "#rows"


@dataclass(frozen=True, eq=False)
class Rows:
    path: tuple[str, ...]
    variable: None = None
    place: Place = Place("rows")


def rows_of(scope: Scope) -> tuple[str, ...]:
    known = scope.get(ROWS)
    return known.path if isinstance(known, Rows) else ()


def row_scope(variable: model.Variable, path: tuple[str, ...]) -> Scope:
    """Names inside a row: its fields, `index` and `index1`."""
    scope = {var.name: Name(Place("field", var.name, path), var) for var in variable.fields}
    for name, add in (("index", 0), ("index1", 1)):
        if name not in scope:
            scope[name] = Name(Place("index", rows=path, add=add), None)
    return scope


def needed_inputs(made: EntryCode) -> list[str]:
    """Names of the inputs that an anonymous entry uses, itself or in its calls, in order of first use."""
    found: dict[str, None] = {}

    def visit(place: Place) -> None:
        if place.kind == "input":
            found[place.name] = None
        elif place.of is not None:
            visit(place.of)

    for place in made.places:
        visit(place)
    for site in made.calls:
        for place in site.given.values():
            visit(place)
    return list(found)
