"""Facts about entries that are known before anything is rendered: literal bytes, worst cases, the stable prefix.

They are computed from the model, not from the tables, so that they hold whatever lowering does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Mapping

from . import model
from .reference import escape_json
from .toolshape import tool_json
from .xxh64 import xxh64

TOKEN = 4  #: characters that are taken for one token


@dataclass(frozen=True)
class Facts:
    """Bytes; None where a variable on some path has no bound."""

    literal: int  #: bytes of the literals, all alternatives together
    longest: int | None
    longest_json: int | None
    prefix: int  #: literal bytes before the first condition or value that is not fixed
    prefix_hash: int  #: XXH64 of these bytes, a fixed value as its name in braces

    @property
    def tokens(self) -> int | None:
        return None if self.longest is None else -(-self.longest // TOKEN)


def facts_of(pack: model.Pack) -> dict[str, Facts]:
    """Facts of every entry by id, outputs of assemblies included. Worst cases cover every overlay compiled in."""
    found = own_facts(pack)
    for overlay in pack.overlays:
        for name, facts in own_facts(overlay.pack).items():
            found[name] = replace(found[name], longest=largest(found[name].longest, facts.longest),
                                  longest_json=largest(found[name].longest_json, facts.longest_json))
    return found


def own_facts(pack: model.Pack) -> dict[str, Facts]:
    measure = Measure(pack)
    found = {}
    for entry in pack.entries:
        found[entry.id] = measure.facts(entry, "")
        for output in getattr(entry, "outputs", ()):
            found[f"{entry.id}.{output.name}"] = measure.facts(entry, output.name)
    return found


def add(*sizes: int | None) -> int | None:
    return None if any(size is None for size in sizes) else sum(sizes)


def largest(*sizes: int | None) -> int | None:
    return None if any(size is None for size in sizes) else max(sizes)


def times(count: int | None, size: int | None) -> int | None:
    if size == 0 or count == 0:
        return 0
    return None if count is None or size is None else count * size


class Scope(dict):
    """Variable, or fixed text, by name."""


class Measure:
    """Worst cases. `escape` means: inside a JSON string."""

    def __init__(self, pack: model.Pack):
        self.pack = pack
        self.entries = {entry.id: entry for entry in pack.entries}
        self.constants = {constant.name: constant for constant in pack.constants}

    def facts(self, entry: model.Entry, output: str) -> Facts:
        scope = Scope({var.name: var for var in entry.inputs})
        prefix = Prefix(self).of(entry, output)
        request = isinstance(entry, model.Request)
        return Facts(self.literals(entry, output), self.entry(entry, scope, False, output),
                     None if request else self.entry(entry, scope, True, output), prefix.size, xxh64(prefix.seen))

    # ---- worst cases ----

    def entry(self, entry: model.Entry, scope: Scope, escape: bool, output: str = "") -> int | None:
        if isinstance(entry, model.Slot):
            return self.body(entry, entry.body, scope, escape)
        if isinstance(entry, model.Request):
            return self.json(entry, entry.body, scope)
        if not entry.outputs:
            return self.parts(entry, entry.parts, entry.join, scope, escape)
        chosen = [item for item in entry.outputs if output in ("", item.name)]
        sizes = [self.parts(entry, item.parts, item.join, scope, escape) for item in chosen]
        return add(*sizes, (len(chosen) - 1) * self.text(entry.join, escape))

    def text(self, text: str, escape: bool) -> int:
        data = text.encode("utf-8")
        return len(escape_json(data) if escape else data)

    def parts(self, owner: model.Entry, parts: tuple[model.Part, ...], join: str, scope: Scope,
              escape: bool) -> int | None:
        total: int | None = 0
        for number, part in enumerate(parts):
            separator = self.text(join if part.before is None else part.before, escape) if number else 0
            total = add(total, separator, self.part(owner, part, join, scope, escape))
        return total

    def part(self, owner: model.Entry, part: model.Part, join: str, scope: Scope, escape: bool) -> int | None:
        other = self.part(owner, part.otherwise, join, scope, escape) if part.otherwise else 0
        return largest(other, self.part_there(owner, part, join, scope, escape))

    def part_there(self, owner: model.Entry, part: model.Part, join: str, scope: Scope, escape: bool) -> int | None:
        if part.kind == "each":
            rows = scope[part.target]
            inner = row_scope(scope, rows)
            size = self.entry(self.entries[part.slot], self.callee(self.entries[part.slot], part, inner), escape)
            separator = self.text(join if part.join is None else part.join, escape)
            if rows.max_rows is None:
                return 0 if size == 0 and separator == 0 else None
            return add(times(rows.max_rows, size), max(rows.max_rows - 1, 0) * separator)
        if part.kind in ("text", "constant"):
            pieces = part.pieces if part.kind == "text" else self.constants[part.target].pieces
            return self.pieces(owner, pieces, self.renamed(part, scope), {}, escape)
        targets = [part.target] if part.kind == "entry" else [slot for _, slot in part.cases]
        callees = [self.entries[target] for target in targets]
        return largest(*[self.entry(callee, self.callee(callee, part, scope), escape, part.output)
                         for callee in callees])

    @staticmethod
    def renamed(part: model.Part, scope: Scope) -> Scope:
        """The scope of a text part."""
        given = {name: binding.value if binding.kind == "text" else number_of(scope[binding.value])
                 if binding.kind == "count" else scope[binding.value] for name, binding in part.with_}
        return Scope({**scope, **given})

    @staticmethod
    def callee(callee: model.Entry, part: model.Part, scope: Scope) -> Scope:
        renamed = dict(part.with_)
        made = Scope()
        for var in callee.inputs:
            binding = renamed.get(var.name)
            if binding is None:
                made[var.name] = scope[var.name]
            elif binding.kind == "text":
                made[var.name] = binding.value
            else:
                source = scope[binding.value]
                made[var.name] = number_of(source) if binding.kind == "count" else source
        return made

    def body(self, slot: model.Slot, body: model.Body, scope: Scope, escape: bool) -> int | None:
        newline = self.text("\n", escape)
        sizes = [self.chunk(slot, chunk, scope, escape, newline) for chunk in body]
        total = add(*sizes) if sizes else 0
        return total if total is None else max(total - newline, 0)

    def chunk(self, slot: model.Slot, chunk: model.Chunk, scope: Scope, escape: bool, newline: int) -> int | None:
        """Bytes of a chunk with a newline behind each run of lines."""
        if isinstance(chunk, model.Lines):
            return add(self.pieces(slot, chunk.pieces, scope, dict(slot.binds), escape), newline)
        rows = scope[chunk.name]
        if isinstance(rows, model.Variable) and rows.type == "rows" and not chunk.inverted:
            inner = row_scope(scope, rows)
            size = add(0, *[self.chunk(slot, item, inner, escape, newline) for item in chunk.body])
            return times(rows.max_rows, size)
        return add(0, *[self.chunk(slot, item, scope, escape, newline) for item in chunk.body])

    def pieces(self, owner: model.Entry, pieces: tuple[model.Piece, ...], scope: Scope, binds: dict,
               escape: bool) -> int | None:
        total: int | None = 0
        for piece in pieces:
            if isinstance(piece, model.Literal):
                size: int | None = self.text(piece.text, escape)
            elif piece.name in binds:
                size = self.part(owner, binds[piece.name], "", scope, escape)
            elif piece.name in scope:
                size = self.value(scope[piece.name], escape)
            else:
                size = self.pieces(owner, self.constants[piece.name].pieces, Scope(), {}, escape)
            total = add(total, size)
        return total

    def value(self, var: model.Variable | str, escape: bool) -> int | None:
        if isinstance(var, str):
            return self.text(var, escape)
        default = 0 if var.default is None else self.text(var.default, escape)
        return largest(default, self.given(var, escape))

    def given(self, var: model.Variable, escape: bool) -> int | None:
        if var.type == "integer":
            low = -(2**63) if var.min is None else var.min
            high = 2**64 - 1 if var.max is None else var.max
            return max(len(str(low)), len(str(high)))
        if var.type == "flag":
            return len("false")
        if var.type == "choice":
            return max(self.text(name, escape) for name in var.of)
        if var.type in ("rows", "index"):
            return 20 if var.max_rows is None else len(str(var.max_rows))
        if var.max_bytes is None:
            return None
        if var.type == "json":
            return var.max_bytes
        if escape:
            return var.max_bytes * 6  # controls; no tag with its backslash grows as much
        if not var.fence:
            return var.max_bytes
        # The shortest that get a backslash: `<` at the end, and `<name>` before it.
        return var.max_bytes + (var.max_bytes + len(var.fence) + 1) // (len(var.fence) + 2)

    # ---- requests ----

    def json(self, owner: model.Request, node: model.JsonNode, scope: Scope) -> int | None:
        if isinstance(node, model.JsonConstant):
            return len(node.text.encode("utf-8"))
        if isinstance(node, model.JsonText):
            return add(2, self.pieces(owner, node.pieces, scope, dict(owner.binds), True))
        if isinstance(node, model.JsonValue):
            return self.lone(owner, node.name, scope)
        if isinstance(node, model.JsonArray):
            return add(2, *[self.item(owner, item, scope, 0) for item in node.items])
        return add(2, *[self.item(owner, item, scope, self.text(key, True) + 3) for key, item in node.members])

    def lone(self, owner: model.Request, name: str, scope: Scope) -> int | None:
        if name in scope:
            var = scope[name]
            if not isinstance(var, str) and var.type in ("integer", "flag", "json", "rows", "index"):
                return self.value(var, False)
            return add(2, self.value(var, True))
        part = dict(owner.binds).get(name)
        if part is None:
            return add(2, self.pieces(owner, self.constants[name].pieces, Scope(), {}, True))
        request = isinstance(self.entries.get(part.target), model.Request)
        return add(0 if request else 2, self.part(owner, part, "", scope, not request))

    def item(self, owner: model.Request, node: model.JsonNode, scope: Scope, key: int) -> int | None:
        """A member or an item with its comma."""
        if isinstance(node, model.JsonWhen):
            return self.item(owner, node.value, scope, key)
        if isinstance(node, model.JsonEach):
            rows = scope[node.rows]
            inner = row_scope(scope, rows)
            size = largest(*[self.json(owner, value, inner) for _, value in node.cases])
            return times(rows.max_rows, add(size, 1))
        if isinstance(node, model.JsonTools):
            return add(0, *[self.tool(tool, node.shape, scope) for tool in self.pack.tools])
        return add(1, key, self.json(owner, node, scope))

    def tool(self, tool: model.Tool, shape: str, scope: Scope) -> int | None:
        frame = len(tool_json(tool, shape, "").encode("utf-8")) + 3
        if tool.description is not None:
            return frame + self.text(tool.description, True)
        return add(frame, self.entry(self.entries[tool.description_slot], scope, True))

    # ---- literals ----

    def literals(self, entry: model.Entry, output: str) -> int:
        """Bytes that the entry itself holds, of all alternatives."""
        if isinstance(entry, model.Slot):
            return sum(self.own(chunk) for chunk in entry.body)
        if isinstance(entry, model.Request):
            scope = {**{name: None for name, _ in entry.binds}, **{var.name: var for var in entry.inputs}}
            return self.own_json(entry.body, scope)
        parts = entry.parts if not entry.outputs else tuple(
            part for item in entry.outputs if output in ("", item.name) for part in item.parts)
        return sum(self.part_literals(part) for part in parts)

    def part_literals(self, part: model.Part) -> int:
        other = self.part_literals(part.otherwise) if part.otherwise else 0
        if part.kind == "text":
            return other + self.own_pieces(part.pieces)
        if part.kind == "constant":
            return other + self.own_pieces(self.constants[part.target].pieces)
        targets = {"entry": [part.target], "each": [part.slot]}.get(part.kind, [slot for _, slot in part.cases])
        return other + sum(self.literals(self.entries[target], part.output) for target in targets)

    def own(self, chunk: model.Chunk) -> int:
        if isinstance(chunk, model.Lines):
            return self.own_pieces(chunk.pieces)
        return sum(self.own(item) for item in chunk.body)

    def own_pieces(self, pieces: tuple[model.Piece, ...], escape: bool = False) -> int:
        total = 0
        for piece in pieces:
            if isinstance(piece, model.Literal):
                total += self.text(piece.text, escape)
            elif piece.name in self.constants:
                total += self.own_pieces(self.constants[piece.name].pieces, escape)
        return total

    def own_json(self, node: model.JsonNode, scope: Mapping[str, model.Variable | None]) -> int:
        """Bytes of a body with all its members and items, but without values and what is bound. The names in scope
        are no constants."""
        if isinstance(node, model.JsonConstant):
            return self.text(node.text, False)
        if isinstance(node, model.JsonText):
            return 2 + self.own_pieces(node.pieces, True)
        if isinstance(node, model.JsonValue):
            return 0 if node.name in scope else 2 + self.own_pieces(self.constants[node.name].pieces, True)
        if isinstance(node, model.JsonWhen):
            return self.own_json(node.value, scope)
        if isinstance(node, model.JsonEach):
            rows = scope[node.rows]
            fields = {var.name: var for var in rows.fields} if rows else {}
            inner = {**scope, "index": None, "index1": None, **fields}
            return sum(self.own_json(value, inner) for _, value in node.cases)
        if isinstance(node, model.JsonTools):
            tools = [self.text(tool_json(tool, node.shape, '""'), False) + self.text(tool.description or "", True)
                     for tool in self.pack.tools]
            return sum(tools) + max(len(tools) - 1, 0)
        if isinstance(node, model.JsonArray):
            return 2 + max(len(node.items) - 1, 0) + sum(self.own_json(item, scope) for item in node.items)
        return 2 + max(len(node.members) - 1, 0) + sum(
            self.text(key, True) + 3 + self.own_json(item, scope) for key, item in node.members)


def number_of(rows: model.Variable) -> model.Variable:
    """A number between 0 and the most rows."""
    return model.Variable("index", "index", rows.span, max_rows=rows.max_rows)


def row_scope(scope: Scope, rows: model.Variable) -> Scope:
    """Names inside a row."""
    number = number_of(rows)
    return Scope({**scope, "index": number, "index1": number, **{var.name: var for var in rows.fields}})


class Prefix:
    """Collects the bytes that an entry begins with whatever is given to it."""

    def __init__(self, measure: Measure):
        self.measure = measure
        self.seen = b""
        self.size = 0
        self.escape = False  #: inside the strings of a request

    def of(self, entry: model.Entry, output: str) -> "Prefix":
        self.entry(entry, output, {var.name: var for var in entry.inputs})
        return self

    def entry(self, entry: model.Entry, output: str, scope: dict) -> bool:
        """Adds what is certain; False: what follows is not."""
        if isinstance(entry, model.Slot):
            for number, chunk in enumerate(entry.body):
                if not isinstance(chunk, model.Lines):
                    return False
                if number:
                    return False
                if not self.pieces(chunk.pieces, scope, {name for name, _ in entry.binds}):
                    return False
            return True
        if isinstance(entry, model.Request):
            self.escape = True
            return self.json(entry, entry.body, scope)
        if entry.when or entry.unless:
            return False
        parts, join = (entry.parts, entry.join)
        if entry.outputs:
            first = next((item for item in entry.outputs if output in ("", item.name)), None)
            if first is None:
                return True
            parts, join = first.parts, first.join
        return self.parts(parts, join, scope) and not entry.outputs

    def parts(self, parts: tuple[model.Part, ...], join: str, scope: dict) -> bool:
        for number, part in enumerate(parts):
            if part.when or part.unless or part.kind in ("each", "choose"):
                return False
            before = self.size, self.seen
            if number:
                self.literal(join if part.before is None else part.before)
            mark = self.size
            certain = self.part(part, scope)
            if self.size == mark and not part.keep_empty:
                self.size, self.seen = before  # it may yield nothing, and then has no separator
                return False
            if not certain:
                return False
        return True

    def part(self, part: model.Part, scope: dict) -> bool:
        if part.kind == "text":
            return self.pieces(part.pieces, Measure.renamed(part, Scope(scope)), set())
        if part.kind == "constant":
            return self.pieces(self.measure.constants[part.target].pieces, {}, set())
        callee = self.measure.entries[part.target]
        return self.entry(callee, part.output, Measure.callee(callee, part, Scope(scope)))

    def pieces(self, pieces: tuple[model.Piece, ...], scope: dict, binds: set[str]) -> bool:
        for piece in pieces:
            if isinstance(piece, model.Literal):
                self.text(piece.text)
            elif piece.name in binds:
                return False
            elif piece.name in scope:
                known = scope[piece.name]
                if isinstance(known, str):
                    self.text(known)
                elif known.stability == "fixed":
                    self.seen += b"{" + known.name.encode("utf-8") + b"}"
                else:
                    return False
            elif not self.pieces(self.measure.constants[piece.name].pieces, {}, set()):
                return False
        return True

    def json(self, owner: model.Request, node: model.JsonNode, scope: dict) -> bool:
        if isinstance(node, model.JsonConstant):
            self.literal(node.text)
            return True
        if isinstance(node, (model.JsonText, model.JsonValue)):
            return self.string(owner, node, scope)
        if not isinstance(node, (model.JsonArray, model.JsonObject)):
            return False
        array = isinstance(node, model.JsonArray)
        items = [("", item) for item in node.items] if isinstance(node, model.JsonArray) else node.members
        self.literal("[" if array else "{")
        for number, (key, item) in enumerate(items):
            if isinstance(item, (model.JsonWhen, model.JsonEach, model.JsonTools)):
                return False
            self.literal("," if number else "")
            self.literal("" if array else f'"{escape_json(key.encode("utf-8")).decode("utf-8")}":')
            if not self.json(owner, item, scope):
                return False
        self.literal("]" if array else "}")
        return True

    def string(self, owner: model.Request, node: model.JsonText | model.JsonValue, scope: dict) -> bool:
        """A string, or a value that may be one."""
        binds = {name for name, _ in owner.binds}
        pieces = node.pieces if isinstance(node, model.JsonText) else (model.Value(node.name, node.span),)
        lone = scope.get(node.name) if isinstance(node, model.JsonValue) else None
        if isinstance(node, model.JsonValue) and (node.name in binds or (lone is not None and lone.type != "text")):
            return node.name not in binds and self.pieces(pieces, scope, binds)
        if lone is not None and lone.stability != "fixed":
            return False
        self.literal('"')
        if not self.pieces(pieces, scope, binds):
            return False
        self.literal('"')
        return True

    def text(self, text: str) -> None:
        self.literal(escape_json(text.encode("utf-8")).decode("utf-8") if self.escape else text)

    def literal(self, text: str) -> None:
        data = text.encode("utf-8")
        self.size += len(data)
        self.seen += data
