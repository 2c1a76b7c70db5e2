"""Random packs as checked models: everything that a pack can hold, in every combination that the checks let through.

Half of them are mostly empty: faults in separators hide where every part has bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Sequence

from promptrom import model, variables
from promptrom.entries import is_plain
from promptrom.model import (Assembly, Binding, Condition, Constant, JsonArray, JsonConstant, JsonEach, JsonObject,
                             JsonText, JsonTools, JsonValue, JsonWhen, Lines, Literal, Output, Part, Piece, Request,
                             Section, Slot, Tool, Value, Variable)
from promptrom.source import Source, Span

import random_texts as texts

SPAN = Span(Source("random/pack.yaml", "pack.yaml", "first line\nsecond line\n"), 12, 15)
CHOICES = ("one", "two", "thr\u00e9\"e")
TEXTUAL = ("text", "integer", "choice")
MAX_DEPTH = 5  #: of entries that call each other; lowering may add levels up to the run time's own limit
MAX_LEVELS = 3
Fields = tuple[Variable, ...]  #: of the rows around, innermost first


def random_pack(random: Random, empty: bool) -> model.Pack:
    return Maker(random, empty).pack()


# ---- what an entry needs ----


class Unfit(Exception):
    """A part cannot stand in these rows: a field has another type than what it hides."""


class Needs:
    """Inputs of an entry in the order of first need."""

    def __init__(self, maker: "Maker", start: Fields = ()):
        self.maker = maker
        self.found = {var.name: var for var in start}

    def inputs(self) -> Fields:
        return tuple(self.found.values())

    def need(self, wanted: Variable) -> None:
        known = self.found.get(wanted.name)
        both = wanted if known is None else variables.merged(known, wanted)
        if both is None:
            raise Unfit
        self.found[wanted.name] = both

    def look_up(self, name: str, fields: Fields) -> Variable:
        field = field_named(name, fields)
        if field is None:
            self.need(self.maker.variables[name])
        return field or self.maker.variables[name]

    def same(self, name: str, fields: Fields) -> None:
        if not variables.same_shape(self.maker.variables[name], self.look_up(name, fields)):
            raise Unfit

    def conditions(self, conditions: Sequence[Condition], fields: Fields) -> None:
        for condition in conditions:
            if condition.kind != "filled" and (self.look_up(condition.name, fields).type == "flag") != (
                    condition.kind == "flag"):
                raise Unfit

    def part(self, part: Part, fields: Fields = ()) -> None:
        self.conditions((*part.when, *part.unless), fields)
        if part.kind == "text":
            renamed = dict(part.with_)
            self.pieces([piece for piece in part.pieces if getattr(piece, "name", "") not in renamed], fields)
            for name, binding in renamed.items():
                self.handed_on(self.maker.variables[name], binding, fields)
        elif part.kind == "each":
            rows = self.look_up(part.target, fields)
            self.call(part.slot, part, rows.fields + fields)
        elif part.kind == "choose":
            self.same(part.target, fields)
            for _, slot in part.cases:
                self.call(slot, part, fields)
        elif part.kind == "entry":
            self.call(part.target, part, fields)
        if part.otherwise is not None:
            self.part(part.otherwise, fields)

    def call(self, target: str, part: Part, fields: Fields) -> None:
        renamed = dict(part.with_)
        for wanted in self.maker.entries[target].inputs:
            binding = renamed.get(wanted.name)
            field = field_named(wanted.name, fields)
            if binding is not None:
                self.handed_on(wanted, binding, fields)
            elif field is None:
                self.need(wanted)
            elif not variables.accepts(wanted, field):
                raise Unfit

    def handed_on(self, wanted: Variable, binding: Binding, fields: Fields) -> None:
        if binding.kind == "count":
            if self.look_up(binding.value, fields).type != "rows":
                raise Unfit
        elif binding.kind == "input" and not (fields and binding.value in ("index", "index1")):
            if not variables.accepts(wanted, self.look_up(binding.value, fields)):
                raise Unfit

    def pieces(self, pieces: Sequence[Piece], fields: Fields) -> None:
        for piece in pieces:
            if isinstance(piece, Value) and piece.name not in self.maker.constants and not (
                    fields and piece.name in ("index", "index1")):
                if self.look_up(piece.name, fields).type not in TEXTUAL:
                    raise Unfit


def field_named(name: str, fields: Fields) -> Variable | None:
    return next((field for field in fields if field.name == name), None)


@dataclass(frozen=True)
class Scope:
    """The names at some place of an entry."""

    inputs: Fields
    fields: Fields = ()
    constants: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    levels: int = 0

    def visible(self) -> dict[str, Variable]:
        return {var.name: var for var in reversed((*self.fields, *self.inputs))}

    def within(self, rows: Variable) -> "Scope":
        return replace(self, fields=rows.fields + self.fields, levels=self.levels + 1)


# ---- packs ----


class Maker:
    def __init__(self, random: Random, empty: bool):
        self.random = random
        self.empty = empty
        self.overridable = random.random() < 0.4
        self.variables: dict[str, Variable] = {}
        self.constants: dict[str, Constant] = {}
        self.entries: dict[str, model.Entry] = {}
        self.depths: dict[str, int] = {}
        self.scopes: dict[str, Scope] = {}  #: what the text of each slot may name
        self.tools: tuple[Tool, ...] = ()

    def pack(self) -> model.Pack:
        self.declare()
        self.several(3, 6, "s", self.slot)
        self.several(1, 4, "a", self.assembly)
        self.several(1, 2, "b", self.bound_slot)
        self.several(1, 2, "a2_", self.assembly)
        self.several(1, 2, "q", self.request)
        entries = tuple(self.entries[name] for name in sorted(self.entries, key=str.encode))
        made = model.Pack("p", "p", "1", self.overridable, ("text", "json"), tuple(self.variables.values()),
                          tuple(self.constants.values()), entries, self.tools, (), ())
        return replace(made, overlays=(self.overlay(made),)) if self.chance(0.5) else made

    def several(self, least: int, most: int, prefix: str, make) -> None:
        for number in range(self.random.randint(least, most)):
            name = f"{prefix}{number}"
            try:
                entry, depth = make(name)
            except Unfit:
                continue
            if depth <= MAX_DEPTH:
                self.entries[name] = entry
                self.depths[name] = depth

    def overlay(self, base: model.Pack) -> model.Overlay:
        """The pack with other texts for some slots, constants and separators."""
        constants = tuple(replace(constant, pieces=self.literal()) if self.chance(0.3) else constant
                          for constant in base.constants)
        entries = tuple(self.replaced(entry) if self.chance(0.5) else entry for entry in base.entries)
        ids = tuple(new.id for new, old in zip(entries, base.entries) if new is not old and isinstance(new, Slot))
        return model.Overlay("other", replace(base, entries=entries, constants=constants), ids)

    def replaced(self, entry: model.Entry) -> model.Entry:
        if isinstance(entry, Assembly):
            return replace(entry, join=texts.separator(self.random))
        if isinstance(entry, Request):
            return entry
        body = self.any_body(self.scopes[entry.id])
        needs = Needs(self, entry.inputs)
        try:
            self.check_binds(body, entry.binds, needs, Scope(entry.inputs))
        except Unfit:
            return entry
        return replace(entry, body=body) if len(needs.found) == len(entry.inputs) else entry

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # ---- declarations ----

    def declare(self) -> None:
        plain = [self.variable(name) for name in ("t0", "t1", "t2", "t3", "i0", "i1", "f0", "f1", "f2", "c0", "c1",
                                                  "a", "b", "d", "e")]
        deepest = self.rows("in1", self.fields(plain))
        inner = self.rows("in0", self.fields(plain) + ((deepest,) if self.chance(0.6) else ()))
        outer = [self.rows("r0", self.fields(plain)), self.rows("r1", self.fields(plain) + (inner,)),
                 self.rows("r2", self.fields(plain) + (self.rows("x0", self.fields(plain)),)),
                 self.rows("r3", self.fields(plain) + (self.rows("x0", self.fields(plain)), inner))]
        for var in (*plain, deepest, inner, *outer, self.variable("j0", "json"), self.variable("j1", "json")):
            self.variables[var.name] = var
        for number in range(3):
            inside = [Value(name, SPAN) for name in self.constants if self.chance(0.4)]
            self.constants[f"k{number}"] = Constant(f"k{number}", (*self.literal(), *inside, *self.literal()), SPAN)
        self.constants["t0k"] = Constant("t0k", self.literal(), SPAN)

    def variable(self, name: str, type_: str = "") -> Variable:
        kinds = {"t": "text", "i": "integer", "f": "flag", "c": "choice", "a": "text", "b": "integer", "d": "flag",
                 "e": "choice"}
        made = Variable(name, type_ or kinds[name[0]], SPAN)
        default = self.chance(0.25)
        if made.type == "integer":
            return self.integer(made, default)
        if made.type == "choice":
            of = CHOICES[:2] if name[0] == "e" else CHOICES
            return replace(made, of=of, default=self.random.choice(of) if default else None)
        if made.type not in ("text", "json"):
            return made
        limit = self.random.choice((None, 10, 40))
        if made.type == "json":
            return replace(made, max_bytes=limit, default=self.random.choice(("null", "[1]")) if default else None)
        return replace(made, max_bytes=limit, default=self.random.choice(("", 'd"\n', "中")) if default else None,
                       fence=self.random.choice(texts.TAGS) if self.chance(0.3) else "",
                       stability=self.random.choice(("session", "session", "session", "fixed")))

    def integer(self, made: Variable, default: bool) -> Variable:
        low, high = self.random.choice(((None, None), (None, None), (0, 99), (-10, None), (None, 10), (-99, -5)))
        value = str(low if low is not None else high if high is not None else 7)
        return replace(made, min=low, max=high, default=value if default else None)

    def fields(self, plain: Sequence[Variable]) -> Fields:
        """Some with names of their own, some that hide an input or a constant."""
        names = self.random.sample([var.name for var in plain], self.random.randint(1, 4))
        found = [self.variable(name) for name in names if name != "a"]
        if "a" in names or self.chance(0.3):
            found.append(self.variable("a", self.random.choice(TEXTUAL)))
        if self.chance(0.15):
            found.append(self.variable("k0", "text"))
        self.random.shuffle(found)
        return tuple(found)

    def rows(self, name: str, fields: Fields) -> Variable:
        most = self.random.choice((None, None, 1, 2, 3))
        keep = "" if most is None else self.random.choice(("", "first", "last", "last"))
        return Variable(name, "rows", SPAN, fields=fields, max_rows=most, keep=keep)

    # ---- texts ----

    def literal(self) -> tuple[Literal, ...]:
        text = texts.literal(self.random, self.empty)
        return (Literal(text, SPAN),) if text else ()

    def pieces(self, scope: Scope) -> tuple[Piece, ...]:
        visible = scope.visible()
        hidden = list(dict.fromkeys(var.name for var in scope.fields))
        textual = [name for name, var in visible.items() if var.type in TEXTUAL]
        names = [*textual, *textual, *(name for name in scope.constants if name not in hidden)]
        names += [name for name in scope.bound if name not in hidden] * 3
        names += [name for name in ("index", "index1") if scope.fields]
        names += [name for name in hidden if name in textual] * 3
        found: list[Piece] = []
        for _ in range(self.random.randint(0, 2 if self.empty else 3)):
            if names and self.chance(0.55):
                found.append(Value(self.random.choice(names), SPAN))
            else:
                found += self.literal()
        return tuple(found)

    def body(self, scope: Scope, depth: int = 0) -> model.Body:
        """Lines and sections; two runs of lines are never neighbours."""
        body: list[model.Chunk] = []
        for _ in range(self.random.choice((0, 1, 1, 2, 3) if depth == 0 else (1, 1, 2, 0))):
            if self.chance(0.5 if depth < 4 else 0.0):
                section = self.section(scope, depth)
                body += [section] if section else []
            elif not body or not isinstance(body[-1], Lines):
                body.append(Lines(self.pieces(scope)))
        return tuple(body)

    def section(self, scope: Scope, depth: int) -> Section | None:
        visible = scope.visible()
        names = [name for name, var in visible.items() if var.type != "rows" or scope.levels < MAX_LEVELS]
        names += [name for name in names if visible[name].type == "rows"] * 4
        if not names:
            return None
        name = self.random.choice(names)
        inverted = self.chance(0.3)
        inner = scope.within(visible[name]) if visible[name].type == "rows" and not inverted else scope
        return Section(name, inverted, self.body(inner, depth + 1), SPAN)

    # ---- slots ----

    def slot(self, name: str, binds: tuple[tuple[str, Part], ...] = ()) -> tuple[Slot, int]:
        usable = [var for var in self.variables.values() if var.type != "json"]
        allowed = self.random.sample(usable, self.random.randint(0, 5))
        start = tuple(self.refined(var) for var in allowed)
        constants = tuple(self.random.sample(list(self.constants), self.random.randint(0, 2)))
        needs = Needs(self, start)
        for _, part in binds:
            needs.part(part)
        scope = Scope(start, (), constants, tuple(name for name, _ in binds))
        self.scopes[name] = scope
        body = self.any_body(scope)
        self.check_binds(body, binds, needs, Scope(needs.inputs()))
        slot = Slot(name, needs.inputs(), body, binds, (), "single", "", SPAN, "pack.yaml")
        below = max((self.depth_of(part) for _, part in binds), default=0)
        return slot, below + (0 if is_plain(slot) else 1)

    def any_body(self, scope: Scope) -> model.Body:
        if scope.bound and self.chance(0.3):
            return (Lines((Value(self.random.choice(scope.bound), SPAN),)),)
        if self.chance(0.6):
            return self.body(scope)
        return () if self.chance(0.1) else (Lines(self.pieces(scope)),)

    def refined(self, var: Variable) -> Variable:
        if var.type == "text" and self.chance(0.15):
            return replace(var, max_bytes=self.random.choice((12, 20)))
        return var

    def check_binds(self, body: model.Body, binds, needs: Needs, scope: Scope) -> None:
        """What bound parts need where they stand: in rows, fields come first."""
        for chunk in body:
            if isinstance(chunk, Section):
                var = scope.visible()[chunk.name]
                inner = scope.within(var) if var.type == "rows" and not chunk.inverted else scope
                self.check_binds(chunk.body, binds, needs, inner)
                continue
            for piece in chunk.pieces:
                part = dict(binds).get(piece.name) if isinstance(piece, Value) else None
                if part is not None and field_named(piece.name, scope.fields) is None:
                    needs.part(part, scope.fields)

    def bound_slot(self, name: str) -> tuple[Slot, int]:
        return self.slot(name, tuple((f"bound{number}", self.bind()) for number in range(self.random.randint(1, 2))))

    def bind(self) -> Part:
        """A part that fills a placeholder: no separator in front, never kept."""
        kept = [name for name in self.targets(Assembly) if any(part.keep_empty for part in self.entries[name].parts)]
        if kept and self.chance(0.4):
            target = self.random.choice(kept)
            return Part("entry", SPAN, target=target, with_=self.renames(self.entries[target].inputs, ()))
        return replace(self.part(False), before=None, keep_empty=False)

    # ---- parts ----

    def targets(self, kinds=(Slot, Assembly)) -> list[str]:
        return [name for name, entry in self.entries.items() if isinstance(entry, kinds)]

    def depth_of(self, part: Part) -> int:
        names = [name for name in (part.target, part.slot, *(slot for _, slot in part.cases)) if name in self.entries]
        deepest = max((self.depths[name] for name in names), default=0) + (part.kind == "each")
        return max(deepest, self.depth_of(part.otherwise)) if part.otherwise else deepest

    def part(self, in_list: bool, nested: int = 0) -> Part:
        kind = self.random.choice(("entry", "entry", "entry", "text", "constant", "each", "each", "choose"))
        part = getattr(self, f"{kind}_part")()
        when, unless = self.conditions(), self.conditions() if self.chance(0.3) else ()
        part = replace(part, when=when, unless=unless)
        if in_list:
            part = replace(part, before=texts.separator(self.random) if self.chance(0.3) else None,
                           keep_empty=self.chance(0.25))
        if (when or unless) and nested < 2 and self.chance(0.4):
            other = replace(self.part(False, nested + 1), keep_empty=part.keep_empty)
            part = replace(part, otherwise=other)
        return part

    def entry_part(self) -> Part:
        bound = [name for name in self.targets(Slot) if self.entries[name].binds]
        target = self.random.choice(self.targets() + bound * 3)
        entry = self.entries[target]
        output = ""
        if isinstance(entry, Assembly) and entry.outputs and self.chance(0.5):
            output = self.random.choice(entry.outputs).name
        return Part("entry", SPAN, target=target, output=output, with_=self.renames(entry.inputs, ()))

    def text_part(self) -> Part:
        inputs = self.some_inputs()
        pieces = self.pieces(Scope(inputs, (), tuple(self.constants)))
        used = {piece.name for piece in pieces if isinstance(piece, Value)}
        return Part("text", SPAN, pieces=pieces, with_=self.renames([var for var in inputs if var.name in used], ()))

    def constant_part(self) -> Part:
        return Part("constant", SPAN, target=self.random.choice(list(self.constants)))

    def each_part(self) -> Part:
        slot = self.random.choice(self.targets(Slot))
        rows = self.random.choice([var for var in self.variables.values() if var.type == "rows"])
        return Part("each", SPAN, target=rows.name, slot=slot,
                    join=texts.separator(self.random) if self.chance(0.4) else None,
                    with_=self.renames(self.entries[slot].inputs, rows.fields))

    def choose_part(self) -> Part:
        choice = self.variables[self.random.choice(("c0", "c1", "e"))]
        cases = tuple((name, self.random.choice(self.targets(Slot))) for name in choice.of)
        inputs = tuple(var for _, slot in cases for var in self.entries[slot].inputs)
        return Part("choose", SPAN, target=choice.name, cases=cases, with_=self.renames(inputs, ()))

    def some_inputs(self) -> Fields:
        return tuple(self.random.sample([var for var in self.variables.values() if var.type in TEXTUAL], 3))

    def renames(self, inputs: Fields, fields: Fields) -> tuple[tuple[str, Binding], ...]:
        found = {}
        for wanted in inputs:
            binding = self.binding(wanted, fields) if self.chance(0.3) else None
            if binding is not None:
                found[wanted.name] = binding
        return tuple(found.items())

    def binding(self, wanted: Variable, fields: Fields) -> Binding | None:
        kind = self.random.random()
        if kind < 0.25 and wanted.type == "text":
            text = texts.literal(self.random, self.empty)
            return Binding("text", text if len(text.encode("utf-8")) <= (wanted.max_bytes or 2000) else "")
        if kind < 0.25 and wanted.type == "choice":
            return Binding("text", self.random.choice(wanted.of))
        if kind < 0.45 and wanted.type in ("integer", "text"):
            rows = [var.name for var in (*self.variables.values(), *fields) if var.type == "rows"]
            return Binding("count", self.random.choice(rows))
        if kind < 0.6 and wanted.type in ("integer", "text") and fields:
            return Binding("input", self.random.choice(("index", "index1")))
        given = [var.name for var in (*self.variables.values(), *fields) if variables.accepts(wanted, var)]
        return Binding("input", self.random.choice(given)) if given else None

    def conditions(self, fields: Fields = ()) -> tuple[Condition, ...]:
        return tuple(self.condition(fields) for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))))

    def condition(self, fields: Fields) -> Condition:
        if self.chance(0.15):
            return Condition("filled", self.random.choice(self.targets(Slot)), SPAN)
        visible = Scope(tuple(self.variables.values()), fields).visible()
        name = self.random.choice(list(visible))
        return Condition("flag" if visible[name].type == "flag" else "has", name, SPAN)

    # ---- assemblies ----

    def assembly(self, name: str) -> tuple[Assembly, int]:
        needs = Needs(self)
        when, unless = (self.conditions(), ()) if self.chance(0.3) else ((), ())
        needs.conditions(when, ())
        parts, outputs = (), ()
        if self.chance(0.2):
            outputs = tuple(Output(output, texts.separator(self.random), self.parts(needs))
                            for output in ("base", "developer", "turn") if self.chance(0.7))
        if not outputs:
            parts = self.parts(needs)
        made = Assembly(name, needs.inputs(), texts.separator(self.random), when, unless, parts, outputs, "", SPAN)
        every = [*parts, *(part for output in outputs for part in output.parts)]
        return made, max((self.depth_of(part) for part in every), default=0) + (2 if outputs else 1)

    def parts(self, needs: Needs) -> tuple[Part, ...]:
        found = []
        bound = [name for name in self.targets(Slot) if self.entries[name].binds]
        for number in range(self.random.randint(0, 5)):
            part = self.part(True)
            if bound and number == 1 and self.chance(0.5):
                part = replace(self.entry_part(), target=self.random.choice(bound), output="", with_=())
            before = dict(needs.found)
            try:
                needs.part(part)
                found.append(part)
            except Unfit:
                needs.found = before
        return tuple(found)

    # ---- requests ----

    def request(self, name: str) -> tuple[Request, int]:
        self.describe_tools()
        binds = [(f"bound{number}", self.bind()) for number in range(self.random.randint(0, 2))]
        inner = [(f"body{number}", self.request_bind(target)) for number, target in enumerate(self.targets(Request))]
        needs = Needs(self)
        for _, part in (*binds, *inner):
            needs.part(part)
        writer = RequestWriter(self, needs, dict(binds), dict(inner))
        body = writer.value(Scope(tuple(self.variables.values()), (), tuple(self.constants)), 0)
        made = Request(name, needs.inputs(), body, tuple((*binds, *inner)), "", SPAN)
        return made, max((self.depth_of(part) for _, part in (*binds, *inner)), default=0) + 2

    def request_bind(self, target: str) -> Part:
        return Part("entry", SPAN, target=target, with_=self.renames(self.entries[target].inputs, ()))

    def describe_tools(self) -> None:
        """The pack's tools, once there are slots to describe them."""
        if self.tools or self.chance(0.3):
            return
        fixed = [name for name in self.targets(Slot) if not self.entries[name].inputs]
        found = []
        for name in ("bash", "read", "search"):
            slot = self.random.choice(fixed) if fixed and self.overridable and self.chance(0.5) else ""
            text = None if slot else texts.literal(self.random, self.empty)
            found.append(Tool(name, text, slot, '{"type":"object","properties":{}}', "", SPAN))
        self.tools = tuple(found)


class RequestWriter:
    """Makes the JSON tree of a request."""

    def __init__(self, maker: Maker, needs: Needs, binds: dict[str, Part], bodies: dict[str, Part]):
        self.maker, self.random, self.needs, self.binds, self.bodies = maker, maker.random, needs, binds, bodies

    def value(self, scope: Scope, depth: int) -> model.JsonNode:
        kinds = ("constant", "text", "text", "lone", "lone") + (("array", "object") * (3 if depth < 2 else 1)
                                                                if depth < 4 else ())
        if depth == 0:
            kinds = ("array", "object")
        return getattr(self, self.random.choice(kinds))(scope, depth)

    def constant(self, scope: Scope, depth: int) -> JsonConstant:
        return JsonConstant(self.random.choice(("null", "true", "1.5", "[]")))

    def text(self, scope: Scope, depth: int) -> JsonText:
        hidden = {var.name for var in scope.fields}
        bound = tuple(name for name, part in self.binds.items() if name not in hidden and self.fits(part, scope))
        pieces = self.maker.pieces(replace(scope, bound=bound))
        for piece in pieces:
            if isinstance(piece, Value) and piece.name in bound:
                self.needs.part(self.binds[piece.name], scope.fields)
            else:
                self.needs.pieces((piece,), scope.fields)
        return JsonText(pieces)

    def fits(self, part: Part, scope: Scope) -> bool:
        try:
            Needs(self.maker, self.needs.inputs()).part(part, scope.fields)
        except Unfit:
            return False
        return True

    def lone(self, scope: Scope, depth: int) -> JsonValue:
        visible = scope.visible()
        names = [name for name, var in visible.items() if var.type != "rows"] + ["j0", "j1"] * 4
        names += [name for name in self.bodies if self.fits(self.bodies[name], scope)] * 6
        names += ["index", "index1"] * 2 if scope.fields else []
        name = self.random.choice(names)
        if name in self.bodies:
            self.needs.part(self.bodies[name], scope.fields)
        elif name in visible:
            self.needs.look_up(name, scope.fields)
        return JsonValue(name, SPAN)

    def array(self, scope: Scope, depth: int) -> JsonArray:
        return JsonArray(tuple(self.item(scope, depth + 1) for _ in range(self.random.choice((0, 1, 1, 2, 3)))))

    def object(self, scope: Scope, depth: int) -> JsonObject:
        keys = self.random.sample(("a", "b", "é\"", "\n", ""), self.random.choice((0, 1, 1, 2, 3)))
        return JsonObject(tuple((key, self.member(scope, depth + 1)) for key in keys))

    def member(self, scope: Scope, depth: int) -> model.JsonNode:
        if self.maker.chance(0.5):
            return self.value(scope, depth)
        when, unless = self.maker.conditions(scope.fields), self.maker.conditions(scope.fields)
        self.needs.conditions((*when, *unless), scope.fields)
        if scope.levels < MAX_LEVELS and self.maker.chance(0.2):
            items = [self.each(scope, depth + 1) for _ in range(self.random.choice((0, 1, 1, 2)))]
            tools = self.tools("visible") if self.maker.tools else None
            items += [tools] if tools and (not items or self.maker.chance(0.5)) else []
            return JsonWhen(when, unless, JsonArray(tuple(items)), bool(items))
        return JsonWhen(when, unless, self.value(scope, depth))

    def item(self, scope: Scope, depth: int) -> model.JsonNode:
        kind = self.random.random()
        if kind < 0.35 and scope.levels < MAX_LEVELS:
            return self.each(scope, depth)
        if kind < 0.5 and self.maker.tools:
            return self.tools("visible" if self.maker.chance(0.6) else "")
        return self.member(scope, depth)

    def tools(self, visible: str) -> JsonTools:
        if visible:
            self.needs.need(self.tool_set())
        return JsonTools(self.random.choice(("openai", "responses", "anthropic", "mcp")), visible)

    def tool_set(self) -> Variable:
        known = self.needs.found.get("visible")
        return known or Variable("visible", "set", SPAN, of=tuple(tool.name for tool in self.maker.tools))

    def each(self, scope: Scope, depth: int) -> JsonEach:
        visible = scope.visible()
        names = [name for name, var in visible.items() if var.type == "rows"]
        names += [var.name for var in scope.fields if var.type == "rows"] * 6
        rows = self.needs.look_up(self.random.choice(names), scope.fields)
        inner = scope.within(rows)
        choices = [var for var in inner.visible().values() if var.type == "choice"]
        if not choices or self.maker.chance(0.6):
            return JsonEach(rows.name, "", (("", self.value(inner, depth + 1)),), SPAN)
        choice = self.random.choice(choices)
        self.needs.look_up(choice.name, inner.fields)
        cases = tuple((case, self.value(inner, depth + 1)) for case in choice.of)
        return JsonEach(rows.name, choice.name, cases, SPAN)
