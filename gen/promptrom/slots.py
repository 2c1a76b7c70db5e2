"""Slots: from what was written to checked templates."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Mapping as Dict, Sequence

from . import constants, manifest, opening, reading, suggest, template, texts
from .allowlist import AllowList, read_allow_list
from .diagnostics import Related, Report
from .drafts import KEYS, MARKDOWN_KEYS, Draft
from .model import Body, Constant, Lines, Literal, Piece, Section, Slot, Value, Variable
from .nodes import Mapping, Node
from .opening import Opening
from .rules import Fields
from .scope import Scope
from .source import Span, Text
from .variables import MAX_LEVELS

MOST_BYTES = 64 * 1024 * 1024  #: of all texts of a pack, each with its constants

@dataclass(frozen=True, eq=False)
class Checked:
    """A slot whose text is checked; its bound parts and its block are not yet."""

    slot: Slot
    text: Text
    bind: Node | None
    block: Node | None
    allow: frozenset[str]


def read_slots(drafts: list[Draft], scope: Scope, report: Report) -> list[Checked]:
    return [slot for draft in drafts for slot in [read_slot(draft, scope, report)] if slot]


def read_slot(draft: Draft, scope: Scope, report: Report) -> Checked | None:
    own = Report()
    given, what = draft.given, draft.what
    foreign = scope.settings.foreign if draft.is_markdown else frozenset()
    reading.keys(given, MARKDOWN_KEYS if draft.is_markdown else KEYS, what, own, foreign)
    syntax = manifest.read_syntax(given, what, own) or scope.settings.syntax
    allowed = read_allow_list(given, what, syntax, scope, own)
    requires = read_requires(given, what, allowed, own)
    literal = read_literal(given, what, allowed, scope, own)
    text = read_text(draft, scope, own)
    body: Body = ()
    if text is not None and not any(scope.broken.get(name) for name in allowed.names):  # unknown fields
        rules = template.Rules(where=what, syntax=syntax, allowed=allowed.names, rows=rows_of(allowed.inputs),
                               literal=literal, requires=requires, sections_allowed=True,
                               declared=frozenset((*scope.variables, *scope.constants)))
        body = template.parse_template(text, rules, own)
        check_size(what, pieces_of(body), draft.span, scope, own)
        check_body(body, Names(what, allowed, scope.constants, scope.gists, opening.tags_of(allowed.inputs)), own)
    allow = manifest.read_allow(given, what, report)
    texts.silenced(own, allow, report)
    if text is not None:
        texts.drop_allowed(report, allow, (given.span, Span(text.source, text.at(0), text.end)))
    if text is None:
        return None
    slot = Slot(draft.id, allowed.inputs, body, (), requires, syntax, read_doc(given, what, report), draft.span,
                text.source.name, allowed=allowed.names, literal=literal, text=text.value)
    return Checked(slot, text, given.get("bind"), given.get("block"), allow)


def read_text(draft: Draft, scope: Scope, report: Report) -> Text | None:
    if draft.replacement is not None:
        return draft.replacement
    if draft.is_markdown:
        return draft.body
    return texts.read_text(draft.given, draft.what, scope.files, scope.settings, report)


def read_doc(given: Mapping, what: str, report: Report) -> str:
    node = given.get("doc")
    return "" if node is None else reading.text(node, f"doc of {what}", report) or ""


def read_requires(given: Mapping, what: str, allowed: AllowList, report: Report) -> tuple[str, ...]:
    node = given.get("requires")
    listed = [] if node is None else reading.scalars(node, f"requires of {what}", report)
    for item in listed:
        if item.value not in allowed.names:
            report.add("PR0424", item.span, f"{what} requires {item.value}, which is not on its allow-list",
                       notes=(f"allowed here: {', '.join(allowed.names) or '(none)'}",),
                       helps=suggest.did_you_mean(item.value, allowed.names) or (
                           f"add {item.value} to placeholders",))
    return tuple(item.value for item in listed if item.value in allowed.names)


def read_literal(given: Mapping, what: str, allowed: AllowList, scope: Scope,
                 report: Report) -> manifest.LiteralNames:
    """Literal names of the slot and the pack. An allow-list goes before the pack's literal names."""
    own = manifest.read_literal(given, what, report)
    pack = scope.settings.literal
    node = given.get("literal")
    if own == "all" or (own is None and pack == "all"):
        return "all"
    both = sorted(set(own or ()) & set(allowed.names))
    if both and node is not None:
        report.add("PR0426", node.span, f"{what} has {both[0]} both as a placeholder and as a literal name",
                   helps=("remove one of them",))
    inherited = frozenset() if pack == "all" else frozenset(pack) - frozenset(allowed.names)
    return frozenset(own or ()) | inherited


def rows_of(inputs: tuple[Variable, ...]) -> dict[str, Fields]:
    """Rows with their fields; fields that are rows themselves lead to theirs."""
    return {item.name: {field.name: rows_of((field,)).get(field.name) for field in item.fields}
            for item in inputs if item.type == "rows"}


# ---- what a text may do with a name ----


@dataclass(frozen=True, eq=False)
class Names:
    """The names at some place of a body."""

    what: str
    allowed: AllowList
    constants: Dict[str, Constant]
    gists: Dict[str, str]  #: of the constants
    tags: frozenset[str]  #: that values of the body are fenced against
    fields: tuple[Variable, ...] = ()  #: of the rows around, innermost first
    level: int = 0  #: how many rows are around

    def find(self, name: str) -> Variable | None:
        return next((field for field in self.fields if field.name == name), None) or self.allowed.variable(name)

    def within(self, rows: Variable) -> "Names":
        return replace(self, fields=rows.fields + self.fields, level=self.level + 1)


def check_body(body: Body, known: Names, report: Report) -> None:
    """Types of the names in a body, and literals that would open a fenced tag."""
    for chunk in body:
        if isinstance(chunk, Lines):
            check_lines(chunk, known, report)
            continue
        variable = known.find(chunk.name)
        if variable is None:
            refuse_section(chunk, known, report)
        inner = known.within(variable) if variable and variable.type == "rows" and not chunk.inverted else known
        what = f"levels of rows within rows in {known.what}"
        if reading.within(inner.level, MAX_LEVELS, what, chunk.span, report):
            check_body(chunk.body, inner, report)


def refuse_section(section: Section, known: Names, report: Report) -> None:
    name = section.name
    kind = "a bound name" if name in known.allowed.bound else "a constant" if name in known.constants else ""
    if kind:
        report.add("PR0427", section.span, f"{name} is {kind}, on which lines of {known.what} cannot depend",
                   notes=("a section needs an argument, which has a value or has none",),
                   helps=("use a flag, or the text that the part itself depends on",))


def check_size(what: str, pieces: Sequence[Piece], span: Span, scope: Scope, report: Report) -> None:
    """Constants that stand in texts many times can make these longer than all files together: one, or all of a
    pack, which is said once."""
    size = sum(len(piece.text.encode("utf-8")) if isinstance(piece, Literal) else scope.sizes.get(piece.name, 0)
               for piece in pieces)
    reading.within(size, constants.MOST_BYTES, f"bytes of {what} with its constants", span, report)
    before = scope.tally.size
    scope.tally.size += size
    if before <= MOST_BYTES < scope.tally.size:
        reading.within(scope.tally.size, MOST_BYTES, f"bytes of the pack's texts with their constants, up to {what}",
                       span, report, "keep what many of them hold in a slot, which assemblies show beside them")


def check_lines(lines: Lines, known: Names, report: Report) -> None:
    before, tags = None, known.tags
    for piece in lines.pieces:
        if isinstance(piece, Literal):
            before = opening.after(before, piece.text)
            continue
        variable = known.find(piece.name)
        if variable is None and piece.name in known.gists:
            before = opening.after(before, known.gists[piece.name])
        elif variable is None:
            before = None  # a bound name: see `fencing`
        else:
            refuse_untextual(piece, variable, known.what, report)
            before = after_value(before, piece, variable, tags, report)


def refuse_untextual(piece: Value, variable: Variable, what: str, report: Report, sections: bool = True) -> None:
    """Flags, rows and raw JSON have no bytes in a text. `sections`: whether what shows them could have some."""
    if variable.type not in ("flag", "rows", "json", "set"):
        return
    helps = {"flag": f"write a section: a line with the tag that opens {piece.name}, the text, a line that closes it",
             "rows": f"repeat lines in a section, or count them in an assembly: with: {{n: count({piece.name})}}"}
    if not sections:
        helps = {"flag": f'use it as a condition, or let it stand alone in a request: "{{{piece.name}}}"',
                 "rows": f"repeat a part or an item: each, or $each: {piece.name}",
                 "json": f'let it stand alone in a request: "{{{piece.name}}}"'}
    report.add("PR0423", piece.span, f"{piece.name} is of type {variable.type}, which {what} cannot show as text",
               helps=(helps.get(variable.type, "declare it as text"),),
               related=(Related(variable.span, "declared here"),))


def after_value(before: Opening | None, piece: Value, variable: Variable, tags: Collection[str],
                report: Report) -> Opening | None:
    """What is open behind a value. Literals must not begin a tag that a fenced one could complete."""
    if before is None or not variable.fence or not before.may_be(variable.fence):
        return opening.after_unknown(before, tags)
    unknown = () if before.anchored else ("… stands for values in between, which may be empty",)
    report.add("PR0550", piece.span, f"the text before {piece.name} begins a tag that its value could complete",
               label=f"fenced against {variable.fence}", notes=(f"it ends in {before.shown()!r}", *unknown),
               helps=("put another character between them",))
    return None


def fixed_text(pieces: tuple[Piece, ...], constants_: Dict[str, Constant]) -> str:
    """The text of pieces that hold no values."""
    return "".join(piece.text for piece in constants.folded(pieces, constants_) if isinstance(piece, Literal))


def uses_in_rows(slot: Slot) -> list[tuple[str, tuple[Variable, ...]]]:
    """Names that stand in rows of a slot, each with the fields of the rows around it, innermost first."""
    found: list[tuple[str, tuple[Variable, ...]]] = []
    pending: list[tuple[Body, tuple[Variable, ...]]] = [(slot.body, ())]
    while pending:
        body, fields = pending.pop()
        for chunk in body:
            if isinstance(chunk, Section):
                rows = next((item for item in (*fields, *slot.inputs) if item.name == chunk.name), None)
                inner = rows.fields if rows is not None and rows.type == "rows" and not chunk.inverted else ()
                pending.append((chunk.body, inner + fields))
            elif fields:
                found += [(piece.name, fields) for piece in chunk.pieces if isinstance(piece, Value)
                          and all(item.name != piece.name for item in fields)]
    return found


def pieces_of(body: Body) -> list[Piece]:
    """All pieces of a body, in order."""
    found: list[Piece] = []
    for chunk in body:
        found += pieces_of(chunk.body) if isinstance(chunk, Section) else chunk.pieces
    return found
