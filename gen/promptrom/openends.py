"""Fences where texts are replaced at start-up: what stands around a slot is not known then, nor what stands in a
constant. Here is what the texts themselves must be like; runtime/core/template.c goes by the same.

A text must never end in the beginning of a tag. Where the pack itself has such *open ends*, a replaced text must not
let them through to a value either. At build time `fencing` knows better what meets what.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Mapping as Dict
from dataclasses import dataclass, field, replace

from . import model
from .fencing import fenced_as, fences_in, parts_of, scope_of, strings_of, with_fields
from .model import Body, Lines, Literal, Piece, Section, Value, Variable
from .opening import AHEAD, PART, Opening, after, after_unknown, alive, tags_of
from .rules import INDEXES

ANY = "*"  #: the fence of a value that is fenced where others hand it to a slot: taken as one against every tag


@dataclass(frozen=True)
class OpenEnd:
    """A mistake with the beginning of a tag."""

    kind: str  #: value (it stands before one that could complete it), end (lines end in it) or whole (it stands
    #: before the text and can pass it)
    sure: bool  #: it stands in the text; else another text may hold it
    piece: Piece | None = None  #: value: which; end: the last of its lines


@dataclass(frozen=True, eq=False)
class Ground:
    """What is known of the compiled pack on which overlays stand."""

    tags: frozenset[str] = frozenset()
    open_ends: bool = False
    openers: frozenset[str] = frozenset()  #: constants that end in the beginning of a tag, or in another constant
    handed: Dict[str, tuple[Variable, ...]] = field(default_factory=dict)  #: inputs of slots that others take


@dataclass(frozen=True, eq=False)
class Names:
    """What names in a text are: constants; bound ones; all others are values."""

    constants: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    values: Dict[str, Variable] = field(default_factory=dict)

    def within(self, section: Section) -> "Names":
        rows = self.values.get(section.name)
        if rows is None or rows.type != "rows" or section.inverted:
            return self
        inner = {item.name: item for item in rows.fields}
        own = {*inner, *INDEXES}
        return Names(self.constants - own, self.bound - own, {**self.values, **inner})


class Text:
    """Looks at one text."""

    def __init__(self, ground: Ground) -> None:
        self.tags = ground.tags
        self.openers = ground.openers
        self.open_ends = ground.open_ends
        self.found: list[OpenEnd] = []

    def whole(self, body: Body, names: Names) -> list[OpenEnd]:
        if not self.body(body, names, not self.open_ends):
            self.found.append(OpenEnd("whole", False))
        return self.found

    def body(self, body: Body, names: Names, closed: bool) -> bool:
        """`closed`: no tag that stands ahead can be open before it. Returns whether none can be open behind its
        lines; those that they begin themselves are mistakes."""
        for chunk in body:
            if isinstance(chunk, Section):
                self.body(chunk.body, names.within(chunk), closed)
                continue
            opening = self.pieces(chunk.pieces, names, None if closed else AHEAD)
            if opening is not None and opening.origin != "ahead":
                self.found.append(OpenEnd("end", opening.origin == "here", chunk.pieces[-1]))
            closed = closed or opening is None or opening.origin != "ahead"
        return closed

    def pieces(self, pieces: Iterable[Piece], names: Names, before: Opening | None) -> Opening | None:
        """What may be open behind them."""
        for piece in pieces:
            before = after(before, piece.text) if isinstance(piece, Literal) else self.name(piece, names, before)
        return alive(before, self.tags)

    def name(self, piece: Value, names: Names, before: Opening | None) -> Opening | None:
        variable = names.values.get(piece.name)
        if variable is None and piece.name in names.constants:
            behind = after_unknown(before, self.tags)
            begins = piece.name in self.openers and (behind is None or behind.origin != "here")
            return PART if begins else behind
        if variable is None and piece.name in names.bound:
            self.meet(piece, alive(before, self.tags))
            return PART if self.open_ends else None
        if variable is not None and self.meet(piece, alive(before, self.fences_of(variable))):
            return None
        return after_unknown(before, self.tags)

    def fences_of(self, variable: Variable) -> Collection[str]:
        return self.tags if variable.fence == ANY else (variable.fence,) if variable.fence else ()

    def meet(self, piece: Value, before: Opening | None) -> bool:
        if before is not None:
            self.found.append(OpenEnd("value", before.origin == "here", piece))
        return before is not None


# ---- a whole pack ----


def ground_of(pack: model.Pack) -> Ground:
    """Has it open ends: does some text of it, or what separates texts, end in the beginning of a tag, or would if
    constants had other texts?"""
    tags = tags_of(item for entry in pack.entries for item in entry.inputs)
    handed = handed_on(pack.entries) if tags else {}
    if not any(is_open(pack, entry, Ground(tags)) for entry in (None, *pack.entries)):
        return Ground(tags, handed=handed)
    return Ground(tags, True, frozenset(item.name for item in pack.constants if is_opener(item, tags)), handed)


def handed_on(entries: Iterable[model.Entry]) -> dict[str, tuple[Variable, ...]]:
    """Inputs of the slots that other entries take. A value keeps its fence where the slot itself asks for none."""
    by_id = {entry.id: entry for entry in entries}
    found: dict[str, tuple[Variable, ...]] = {}
    seen: set[tuple[object, ...]] = set()
    pending = [(entry, entry.inputs) for entry in by_id.values()]
    for entry, inputs in pending:  # grows
        known = {item.name: item for item in (with_fields(inputs) if isinstance(entry, model.Request) else inputs)}
        for part in parts_of(entry):
            given = scope_of(part, known)
            for callee in (by_id[target] for target in targets_of(part)):
                handed = tuple(fenced_as(item, given.get(item.name)) for item in callee.inputs)
                key = (callee.id, *map(fences_in, handed))
                if key in seen:
                    continue
                seen.add(key)
                pending.append((callee, handed))
                found[callee.id] = tuple(map(marked, found.get(callee.id, callee.inputs), handed))
    return found


def targets_of(part: model.Part) -> list[str]:
    """The entries that a part takes."""
    if part.kind in ("text", "constant"):
        return []
    return [part.target] if part.kind == "entry" else [slot for _, slot in part.cases] or [part.slot]


def marked(wanted: Variable, given: Variable) -> Variable:
    return replace(wanted, fence=wanted.fence or (ANY if given.fence else ""),
                   fields=tuple(map(marked, wanted.fields, given.fields)))


def is_opener(constant: model.Constant, tags: frozenset[str]) -> bool:
    literals = [piece.text for piece in constant.pieces if isinstance(piece, Literal)]
    return len(literals) < len(constant.pieces) or alive(after(None, "".join(literals)), tags) is not None


def names_of(pack: model.Pack, entry: "model.Slot | model.Request | model.Assembly | None" = None,
             ground: Ground = Ground()) -> Names:
    """The names in a text of an entry, or of a constant."""
    bound = frozenset(name for name, _ in getattr(entry, "binds", ()))
    inputs = ground.handed.get(entry.id, entry.inputs) if entry else ()
    values = {item.name: item for item in inputs if item.name not in bound}
    return Names(frozenset(item.name for item in pack.constants) - set(values), bound, values)


def is_open(pack: model.Pack, entry: "model.Entry | None", ground: Ground) -> bool:
    """One entry; None: all constants."""
    names = names_of(pack, entry)
    bodies: list[Body] = [(Lines(item.pieces),) for item in pack.constants] if entry is None else []
    bodies += [entry.body] if isinstance(entry, model.Slot) else []
    parts = list(parts_of(entry)) if entry else []
    bodies += [(Lines(part.pieces),) for part in parts if part.pieces]
    joins = [text for part in parts for text in (part.join, part.before) if text]
    if isinstance(entry, model.Assembly):
        joins += [entry.join, *(output.join for output in entry.outputs)]
    strings = strings_of(entry.body) if isinstance(entry, model.Request) else ()
    return (any(Text(ground).whole(body, names) for body in bodies)
            or any(alive(after(None, text), ground.tags) for text in joins)
            or any(opens_inside(string, names, ground) for string in strings))


def opens_inside(string: model.JsonText, names: Names, ground: Ground) -> bool:
    """Whether a tag may be open before a bound part; nothing stands behind the end of a string."""
    text = Text(ground)
    text.pieces(string.pieces, names, None)
    return bool(text.found)
