"""The reference renderer: interprets the checked model, simply and knowing nothing of tables.

It lets the command line show a prompt without a C compiler and gives the C engine an independent oracle. Arguments
are plain Python values by name: bytes for text and json, int for integer, bool for flag, str for choice, a list of
dicts for rows; a name that is absent or None has no value.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Mapping

from . import model
from .filled import is_filled
from .rawjson import well_formed

INT64_MIN, UINT64_MAX = -(2**63), 2**64 - 1


class RenderError(Exception):
    """A value that cannot be rendered. `status` is the name of the C status without its prefix."""

    def __init__(self, status: str, entry: str, placeholder: str):
        super().__init__(f"{status}: {entry}: {placeholder}")
        self.status, self.entry, self.placeholder = status, entry, placeholder


@dataclass(frozen=True, eq=False)
class Bound:
    """What a name stands for while rendering: an input with its value, or text fixed by a `with`."""

    kind: str  #: input, count, text or index
    variable: model.Variable | None
    value: object
    as_text: bool = False  #: handed on to an input of type text, whatever it is itself


Scope = Mapping[str, Bound]
#: Bound names: the part, and the scope that its names come from (None: the one where the name stands).
Binds = Mapping[str, "tuple[model.Part, Scope | None]"]


@dataclass(frozen=True, eq=False)
class Mode:
    """How bytes go out: `escape` inside a JSON string, `repair` what is not UTF-8."""

    escape: bool
    repair: bool


def render(pack: model.Pack, entry_id: str, args: Mapping[str, object], *, escape: bool = False,
           repair: bool = False, output: str = "") -> bytes:
    """Exact bytes of an entry, or of one output of an assembly. Raises RenderError."""
    entry = find(pack, entry_id)
    scope = {var.name: Bound("input", var, args.get(var.name)) for var in entry.inputs}
    return Renderer(pack).entry(entry, scope, Mode(escape, repair), output)[0]


def find(pack: model.Pack, entry_id: str) -> model.Entry:
    return next(entry for entry in pack.entries if entry.id == entry_id)


def locate(pack: model.Pack, name: str) -> tuple[model.Entry, str]:
    """The entry of a name; for the name of an output, `assembly.output`, the assembly and that output."""
    for entry in pack.entries:
        for output in entry.outputs if isinstance(entry, model.Assembly) else ():
            if name == f"{entry.id}.{output.name}":
                return entry, output.name
    return find(pack, name), ""


def escape_json(text: bytes) -> bytes:
    """The inside of a JSON string; what is beyond ASCII stays as it is."""
    return json.dumps(text.decode("utf-8"), ensure_ascii=False)[1:-1].encode("utf-8")


def fence(value: bytes, tag: str) -> bytes:
    """Puts a backslash behind the `<` of every tag of that name (pack format, section 8), and of what is the
    beginning of one at the end of the value."""
    blank, name = rb"[ \t\n\f\r]", tag.encode()
    begun = b"|".join(re.escape(name[:size]) for size in range(len(name) + 1))
    pattern = b"<(?=%b*/?%b*(?:%b(?:%b|[/>])|(?:%b)\\Z))" % (blank, blank, re.escape(name), blank, begun)
    return re.sub(pattern, rb"<\\", value, flags=re.IGNORECASE)


class Renderer:
    """Walks a model. Holds nothing but the pack."""

    def __init__(self, pack: model.Pack):
        self.pack = pack
        self.entries = {entry.id: entry for entry in pack.entries}
        self.constants = {constant.name: constant for constant in pack.constants}

    # Each of these returns the bytes and whether they count as a part.

    def entry(self, entry: model.Entry, scope: Scope, mode: Mode, output: str = "") -> tuple[bytes, bool]:
        if isinstance(entry, model.Slot):
            text = self.slot(entry, scope, mode)
            return text, bool(text)
        if isinstance(entry, model.Request):
            return self.json(entry, entry.body, scope, Mode(False, mode.repair)), True
        return self.assembly(entry, scope, mode, output)

    def assembly(self, entry: model.Assembly, scope: Scope, mode: Mode, output: str) -> tuple[bytes, bool]:
        if not self.holds(entry, entry.when, entry.unless, scope):
            return b"", False
        if not entry.outputs:
            return self.parts(entry, entry.parts, entry.join, scope, mode)
        if output:
            chosen = next(item for item in entry.outputs if item.name == output)
            return self.parts(entry, chosen.parts, chosen.join, scope, mode)
        texts = [self.parts(entry, item.parts, item.join, scope, mode) for item in entry.outputs]
        return self.join([(entry.join, text, counts) for text, counts in texts], mode)

    def parts(self, owner: model.Entry, parts: tuple[model.Part, ...], join: str, scope: Scope,
              mode: Mode) -> tuple[bytes, bool]:
        items = []
        for part in parts:
            text, counts = self.part(owner, part, join, scope, mode)
            items.append((join if part.before is None else part.before, text, counts))
        return self.join(items, mode)

    def join(self, items: list[tuple[str, bytes, bool]], mode: Mode) -> tuple[bytes, bool]:
        there = [(separator, text) for separator, text, counts in items if counts]
        texts = [text if index == 0 else self.literal(separator, mode) + text
                 for index, (separator, text) in enumerate(there)]
        return b"".join(texts), bool(there)

    def part(self, owner: model.Entry, part: model.Part, join: str, scope: Scope, mode: Mode,
             keep: bool = False) -> tuple[bytes, bool]:
        keep = keep or part.keep_empty
        if not self.holds(owner, part.when, part.unless, scope):
            if part.otherwise is None:
                return b"", False
            return self.part(owner, part.otherwise, join, scope, mode, keep)
        if part.kind == "each":
            return self.each(owner, part, join, scope, mode, keep)
        if part.kind in ("text", "constant"):
            renamed = {name: self.handed(binding, scope) for name, binding in part.with_}
            pieces = part.pieces if part.kind == "text" else self.constants[part.target].pieces
            text = self.pieces(owner, pieces, {**scope, **renamed}, {}, mode)
            return text, bool(text) or keep
        target = part.target if part.kind == "entry" else self.chosen(owner, part, scope)
        callee = self.entries[target]
        text, counts = self.entry(callee, self.callee_scope(callee, part, scope), mode, part.output)
        return text, counts or keep

    def each(self, owner: model.Entry, part: model.Part, join: str, scope: Scope, mode: Mode,
             keep: bool) -> tuple[bytes, bool]:
        slot = self.entries[part.slot]
        items = []
        for row in self.rows(owner, part.target, scope):
            text, counts = self.entry(slot, self.callee_scope(slot, part, {**scope, **row}), mode)
            items.append((join if part.join is None else part.join, text, counts or keep))
        return self.join(items, mode)

    def chosen(self, owner: model.Entry, part: model.Part, scope: Scope) -> str:
        return dict(part.cases)[self.choice(owner, part.target, scope)]

    def choice(self, owner: model.Entry, name: str, scope: Scope) -> str:
        bound = scope[name]
        if bound.kind == "text":
            return str(bound.value)
        value = bound.value if bound.value is not None else bound.variable.default
        if value is None:
            raise RenderError("MISSING", owner.id, name)
        if value not in bound.variable.of:
            raise RenderError("OUT_OF_RANGE", owner.id, name)
        return str(value)

    def callee_scope(self, callee: model.Entry, part: model.Part, scope: Scope) -> Scope:
        renamed = dict(part.with_)
        return {var.name: self.bind(var, renamed.get(var.name), scope) for var in callee.inputs}

    def bind(self, var: model.Variable, binding: model.Binding | None, scope: Scope) -> Bound:
        """An input of a callee."""
        if binding is not None and binding.kind == "text":
            return Bound("text", var, binding.value)
        source = scope[var.name] if binding is None else self.handed(binding, scope)
        return replace(source, as_text=True) if var.type == "text" and not source.as_text else source

    @staticmethod
    def handed(binding: model.Binding, scope: Scope) -> Bound:
        """What a `with` gives."""
        if binding.kind == "text":
            return Bound("text", None, binding.value)
        source = scope[binding.value]
        return replace(source, kind="count") if binding.kind == "count" else source

    def rows(self, owner: model.Entry, name: str, scope: Scope) -> list[Scope]:
        """Scopes of the rows that are shown: their fields, `index` and `index1`."""
        bound = scope[name]
        shown = self.shown(owner, name, bound)
        return [{**{var.name: Bound("input", var, row.get(var.name)) for var in bound.variable.fields},
                 "index": Bound("index", None, index), "index1": Bound("index", None, index + 1)}
                for index, row in shown]

    @staticmethod
    def shown(owner: model.Entry, name: str, bound: Bound) -> list[tuple[int, dict]]:
        rows = list(enumerate(bound.value or []))
        limit = bound.variable.max_rows
        if limit is None or len(rows) <= limit:
            return rows
        if not bound.variable.keep:
            raise RenderError("TOO_MANY", owner.id, name)
        kept = rows[:limit] if bound.variable.keep == "first" else rows[len(rows) - limit:]
        return [(index, row) for index, (_, row) in enumerate(kept)]

    def holds(self, owner: model.Entry, when: tuple[model.Condition, ...], unless: tuple[model.Condition, ...],
              scope: Scope) -> bool:
        return (all(self.true(condition, scope) for condition in when)
                and not any(self.true(condition, scope) for condition in unless))

    def true(self, condition: model.Condition, scope: Scope) -> bool:
        if condition.kind == "filled":
            return is_filled(self.entries[condition.name], self.constants)
        return self.given(scope[condition.name])

    @staticmethod
    def given(bound: Bound) -> bool:
        """Whether the caller gave a value that is not empty; a default does not count. The number of a row is one."""
        if bound.kind == "index":
            return True
        return bound.value is not None and bound.value is not False and bound.value not in (b"", "", [])

    # ---- slots ----

    def slot(self, slot: model.Slot, scope: Scope, mode: Mode) -> bytes:
        binds = {name: (part, scope) for name, part in slot.binds}
        return self.literal("\n", mode).join(self.lines(slot, slot.body, scope, binds, mode))

    def lines(self, slot: model.Slot, body: model.Body, scope: Scope, binds: Binds, mode: Mode) -> list[bytes]:
        found: list[bytes] = []
        for chunk in body:
            if isinstance(chunk, model.Lines):
                found.append(self.pieces(slot, chunk.pieces, scope, binds, mode))
                continue
            bound = scope[chunk.name]
            if bound.kind == "input" and bound.variable.type == "rows" and not chunk.inverted:
                for row in self.rows(slot, chunk.name, scope):
                    found += self.lines(slot, chunk.body, {**scope, **row}, binds, mode)
            elif self.given(bound) != chunk.inverted:
                found += self.lines(slot, chunk.body, scope, binds, mode)
        return found

    def pieces(self, owner: model.Entry, pieces: tuple[model.Piece, ...], scope: Scope, binds: Binds,
               mode: Mode) -> bytes:
        found = []
        for piece in pieces:
            if isinstance(piece, model.Literal):
                found.append(self.literal(piece.text, mode))
            elif piece.name in scope:
                found.append(self.value(owner, piece.name, scope[piece.name], mode))
            elif piece.name in binds:
                part, own = binds[piece.name]
                found.append(self.part(owner, part, "", scope if own is None else own, mode)[0])
            else:
                found.append(self.pieces(owner, self.constants[piece.name].pieces, {}, {}, mode))
        return b"".join(found)

    @staticmethod
    def literal(text: str, mode: Mode) -> bytes:
        data = text.encode("utf-8")
        return escape_json(data) if mode.escape else data

    # ---- values ----

    def value(self, owner: model.Entry, name: str, bound: Bound, mode: Mode) -> bytes:
        if bound.kind == "text":
            return self.literal(str(bound.value), mode)
        if bound.kind == "index":
            return str(bound.value).encode()
        var = bound.variable
        if bound.kind == "count" or var.type == "rows":
            return str(len(self.shown(owner, name, bound))).encode()
        if var.type == "flag":
            return b"true" if bound.value else b"false"
        if bound.value is None:
            if var.default is None:
                raise RenderError("MISSING", owner.id, name)
            return self.literal(var.default, mode)
        return self.given_value(owner, name, var, bound.value, mode)

    def given_value(self, owner: model.Entry, name: str, var: model.Variable, value: object, mode: Mode) -> bytes:
        if var.type == "integer":
            low = INT64_MIN if var.min is None else var.min
            high = UINT64_MAX if var.max is None else var.max
            if not low <= value <= high:
                raise RenderError("OUT_OF_RANGE", owner.id, name)
            return str(value).encode()
        if var.type == "choice":
            if value not in var.of:
                raise RenderError("OUT_OF_RANGE", owner.id, name)
            return self.literal(value, mode)
        if var.max_bytes is not None and len(value) > var.max_bytes:
            raise RenderError("TOO_LONG", owner.id, name)
        if var.type == "json":
            if not well_formed(value):
                raise RenderError("BAD_JSON", owner.id, name)
            return value
        return self.text_value(owner, name, fence(value, var.fence) if var.fence else value, mode)

    @staticmethod
    def text_value(owner: model.Entry, name: str, value: bytes, mode: Mode) -> bytes:
        if not mode.escape:
            return value
        try:
            return escape_json(value)
        except UnicodeDecodeError:
            if not mode.repair:
                raise RenderError("BAD_UTF8", owner.id, name) from None
            return escape_json(value.decode("utf-8", "replace").encode("utf-8"))

    # ---- requests ----

    def json(self, owner: model.Request, node: model.JsonNode, scope: Scope, mode: Mode) -> bytes:
        """One JSON value, without white space."""
        if isinstance(node, model.JsonConstant):
            return node.text.encode("utf-8")
        if isinstance(node, model.JsonText):
            inside = Mode(True, mode.repair)
            return b'"' + self.pieces(owner, node.pieces, scope, self.request_binds(owner), inside) + b'"'
        if isinstance(node, model.JsonValue):
            return self.lone(owner, node.name, scope, mode)
        if isinstance(node, model.JsonObject):
            members = []
            for key, value in node.members:
                for text in self.items(owner, value, scope, mode):
                    members.append(b'"' + escape_json(key.encode("utf-8")) + b'":' + text)
            return b"{" + b",".join(members) + b"}"
        if isinstance(node, model.JsonArray):
            return b"[" + b",".join(text for item in node.items
                                    for text in self.items(owner, item, scope, mode)) + b"]"
        raise TypeError(node)

    @staticmethod
    def request_binds(owner: model.Request) -> Binds:
        return {name: (part, None) for name, part in owner.binds}

    def lone(self, owner: model.Request, name: str, scope: Scope, mode: Mode) -> bytes:
        binds = dict(owner.binds)
        inside = Mode(True, mode.repair)
        if name in binds and name not in scope:
            part = binds[name]
            if isinstance(self.entries.get(part.target), model.Request):
                return self.part(owner, part, "", scope, mode)[0]
            return b'"' + self.part(owner, part, "", scope, inside)[0] + b'"'
        if name not in scope:
            return b'"' + self.pieces(owner, self.constants[name].pieces, {}, {}, inside) + b'"'
        bound = scope[name]
        if not bound.as_text and (bound.kind in ("index", "count")
                                  or bound.variable.type in ("integer", "flag", "json", "rows")):
            return self.value(owner, name, bound, Mode(False, mode.repair))
        return b'"' + self.value(owner, name, bound, inside) + b'"'

    def items(self, owner: model.Request, node: model.JsonNode, scope: Scope, mode: Mode) -> list[bytes]:
        """The values that a member or an item stands for: none, one or many."""
        if isinstance(node, model.JsonWhen):
            if not self.holds(owner, node.when, node.unless, scope):
                return []
            found = self.items(owner, node.value, scope, mode)
            return [] if node.omit_empty and found == [b"[]"] else found
        if isinstance(node, model.JsonEach):
            return [self.row_item(owner, node, {**scope, **row}, mode) for row in self.rows(owner, node.rows, scope)]
        if isinstance(node, model.JsonTools):
            return self.tools(owner, node, scope, mode)
        return [self.json(owner, node, scope, mode)]

    def row_item(self, owner: model.Request, node: model.JsonEach, scope: Scope, mode: Mode) -> bytes:
        case = self.choice(owner, node.choose, scope) if node.choose else ""
        return self.json(owner, dict(node.cases)[case], scope, mode)

    def tools(self, owner: model.Request, node: model.JsonTools, scope: Scope, mode: Mode) -> list[bytes]:
        from .toolshape import tool_json

        visible = (scope[node.visible].value or ()) if node.visible else None  # like a C set, empty if not given
        texts = []
        for tool in self.pack.tools:
            if visible is not None and tool.name not in visible:
                continue
            description = tool.description
            if description is None:
                slot = self.entries[tool.description_slot]
                description = self.slot(slot, scope, Mode(False, mode.repair)).decode("utf-8")
            texts.append(tool_json(tool, node.shape, json.dumps(description, ensure_ascii=False)).encode("utf-8"))
        return texts
