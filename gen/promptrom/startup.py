"""What only an overlay at build time can do, refused in one that a program reads when it starts.

The tables of a pack hold what its own texts and its allow-lists need. An overlay at start-up cannot add to that.
"""

from __future__ import annotations

from collections.abc import Mapping as Dict

from . import openends, template
from .diagnostics import Report
from .model import Body, Constant, Lines, Literal, Pack, Section, Slot, Value, Variable
from .nodes import Mapping, Node, Scalar
from .slots import LONGEST_TAG
from .source import Span, Text

HELP = "compile the overlay in"
MOST_NODES = 16384  #: of a file, the ends of mappings and lists among them


def refuse_size(node: Node, report: Report) -> None:
    """An error for a file with more nodes than a program reads, at the first that is too many."""
    count = 0
    pending: list[tuple[Node, bool]] = [(node, False)]
    while pending and count <= MOST_NODES:
        inner, is_end = pending.pop()
        count += 1
        if count > MOST_NODES:
            at = max(inner.span.end - 1, 0) if is_end else inner.span.start
            report.add("PR0707", Span(inner.span.source, at, at + 1), f"more than {MOST_NODES} nodes of YAML",
                       helps=("compile the overlay in at build time",))
        elif not is_end and not isinstance(inner, Scalar):
            pending.append((inner, True))
            nodes = (item for pair in inner.items for item in pair) if isinstance(inner, Mapping) else inner.items
            pending += [(item, False) for item in reversed(list(nodes))]


def refuse_build_only(pack: Pack, slots: "Dict[str, Text | None]", constants: "Dict[str, Text | None]",
                      open_ends: bool, report: Report) -> None:
    """Errors for the replaced texts of an overlaid pack that start-up cannot read. `open_ends`: texts of the pack
    itself end in the beginning of a tag."""
    for constant in pack.constants:
        text = constants.get(constant.name)
        if text is not None:
            refuse_constant(constant, text, report)
            refuse_fence(f"constant {constant.name}", text, (Lines(constant.pieces),), {}, pack, report)
    for slot in pack.entries:
        text = slots.get(slot.id) if isinstance(slot, Slot) else None
        if isinstance(slot, Slot) and text is not None:
            refuse_fence(f"slot {slot.id}", text, slot.body, dict(slot.binds), pack, report)
            rows = {item.name: item for item in slot.inputs if item.type == "rows"}
            refuse_body(slot, slot.body, rows, (), report)
            if open_ends:
                refuse_start(slot, slot.body, (), report)


def refuse_constant(constant: Constant, text: Text, report: Report) -> None:
    """Constants in it, which may be itself."""
    rules = template.Rules(where="", syntax=constant.syntax, allowed=constant.allowed, literal=constant.literal,
                           sections_allowed=False)
    for chunk in template.parse_template(text, rules, Report()):
        for piece in chunk.pieces if isinstance(chunk, Lines) else ():
            if isinstance(piece, Value):
                refuse(shown(constant.syntax, "", piece.name), "stands in a constant", piece.span, report)


def refuse_fence(what: str, text: Text, body: Body, bound: dict, pack: Pack, report: Report) -> None:
    """Ends that a fenced value could complete, wherever the text stands; and bound parts behind such an end."""
    fences, fixed = openends.fences_of(pack), {constant.name: constant for constant in pack.constants}
    before = ""
    for lines in openends.lines_of(body):
        before = ""
        for piece in lines.pieces:
            if isinstance(piece, Literal):
                before = (before + piece.text)[-LONGEST_TAG:]
            elif piece.name in bound and openends.opens_any(before, fences):
                refuse_open(f"the text before {piece.name} begins a tag that its value could complete", piece.span,
                            report)
            constant = piece.name in fixed if isinstance(piece, Value) else False
            if constant:
                before = (before + openends.last(fixed[piece.name].pieces))[-LONGEST_TAG:]
            elif isinstance(piece, Value):
                before = ""
    if openends.opens_any(before, fences):
        refuse_open(f"{what} ends in the beginning of a tag that a value behind it could complete",
                    text.span(len(text.value), len(text.value)), report)


def refuse_start(slot: Slot, body: Body, fields: tuple[Variable, ...], report: Report) -> None:
    """Fenced values that no text stands before. `fields`: of the rows around, innermost first."""
    known = {item.name: item for item in reversed((*fields, *slot.inputs))}
    bound = dict(slot.binds)
    for chunk in body:
        if isinstance(chunk, Section):
            rows = known.get(chunk.name)
            inner = rows.fields if rows is not None and rows.type == "rows" and not chunk.inverted else ()
            refuse_start(slot, chunk.body, inner + fields, report)
            continue
        for piece in chunk.pieces:
            variable = known.get(piece.name) if isinstance(piece, Value) else None
            if isinstance(piece, Value) and variable is None and (piece.name in bound or piece.name in slot.allowed):
                continue  # a part or a constant, which may be empty
            if variable is not None and variable.fence:
                refuse_open(f"slot {slot.id} begins with {piece.name}, which could complete a tag that text before the "
                            "slot begins", piece.span, report)
            break


def refuse_open(message: str, span: Span, report: Report) -> None:
    report.add("PR0550", span, message, helps=("put another character behind the `<`",))


def refuse_body(slot: Slot, body: Body, rows: dict[str, Variable], around: tuple[Variable, ...],
                report: Report) -> None:
    """`around`: the rows around, outermost first."""
    bound = dict(slot.binds)
    for chunk in body:
        if isinstance(chunk, Section):
            refuse_body(slot, chunk.body, rows, refuse_section(slot, chunk, rows, around, report), report)
        elif around:
            refuse_bound(slot, chunk, bound, around, report)


def refuse_section(slot: Slot, section: Section, rows: dict[str, Variable], around: tuple[Variable, ...],
                   report: Report) -> tuple[Variable, ...]:
    """The rows around the lines of a section."""
    if section.inverted:
        return around
    fields = [item for outer in reversed(around) for item in outer.fields if item.name == section.name]
    found = fields[0] if fields else rows.get(section.name)
    if found is None or found.type != "rows":
        return around
    if around and not any(item is found for item in around[-1].fields):
        refuse(shown(slot.syntax, "#", section.name), "stands inside rows of which it is no field", section.span,
               report)
    return around + (found,)


def refuse_bound(slot: Slot, lines: Lines, bound: dict, around: tuple[Variable, ...], report: Report) -> None:
    fields = {item.name for outer in around for item in outer.fields} | {"index", "index1"}
    for piece in lines.pieces:
        if isinstance(piece, Value) and piece.name in bound and piece.name not in fields:
            refuse(shown(slot.syntax, "", piece.name), "is a bound name inside rows", piece.span, report)


def shown(syntax: str, sigil: str, name: str) -> str:
    return f"{{{{{sigil}{name}}}}}" if syntax == "double" else f"{{{sigil}{name}}}"


def refuse(what: str, why: str, span: Span, report: Report) -> None:
    report.add("PR0706", span, f"{what} {why}, which is possible at build time only", helps=(HELP,))
