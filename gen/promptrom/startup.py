"""What only an overlay at build time can do, refused in one that a program reads when it starts.

The tables of a pack hold what its own texts and its allow-lists need. An overlay at start-up cannot add to that.
"""

from __future__ import annotations

from collections.abc import Mapping as Dict

from . import openends, template
from .diagnostics import Report
from .model import Body, Constant, Lines, Pack, Section, Slot, Value, Variable
from .nodes import Mapping
from .source import Span, Text

HELP = "compile the overlay in"
TOLD = ("PR0413", "PR0550")  #: rules of the compiler that are others at start-up, and are told of here
MOST_NODES = 16384  #: of a file, the ends of mappings and lists among them; nothing behind them is read


def refuse_pack(manifest: Mapping, name: str, report: Report) -> None:
    """An error for a pack that no program can read overlays of."""
    node = manifest.get("overridable") or manifest.get("pack") or manifest
    report.add("PR0708", node.span, f"pack {name} is not overridable: no program can read overlays of it",
               helps=("write overridable: true in pack.yaml",))


def refuse_build_only(pack: Pack, slots: "Dict[str, Text | None]", constants: "Dict[str, Text | None]",
                      ground: openends.Ground, report: Report) -> None:
    """Errors for the replaced texts of an overlaid pack that start-up cannot read. `ground`: of the compiled pack
    that programs read it for."""
    for constant in pack.constants:
        text = constants.get(constant.name)
        if text is not None:
            body = body_of(constant, text)
            refuse_constants(constant, body, report)
            found = openends.Text(ground).whole(body, openends.names_of(pack))
            refuse_open_ends(f"constant {constant.name}", text, found, report)
    for slot in pack.entries:
        text = slots.get(slot.id) if isinstance(slot, Slot) else None
        if isinstance(slot, Slot) and text is not None:
            found = openends.Text(ground).whole(slot.body, openends.names_of(pack, slot, ground))
            refuse_open_ends(f"slot {slot.id}", text, found, report)
            rows = {item.name: item for item in slot.inputs if item.type == "rows"}
            refuse_body(slot, slot.body, rows, (), report)


def body_of(constant: Constant, text: Text) -> Body:
    """Read once more: after errors the constants of a pack are empty."""
    rules = template.Rules(where="", syntax=constant.syntax, allowed=constant.allowed, literal=constant.literal,
                           sections_allowed=False)
    return template.parse_template(text, rules, Report())


def refuse_constants(constant: Constant, body: Body, report: Report) -> None:
    """Constants in a constant, which may be itself."""
    for chunk in body:
        for piece in chunk.pieces if isinstance(chunk, Lines) else ():
            if isinstance(piece, Value):
                refuse(shown(constant.syntax, "", piece.name), "stands in a constant", piece.span, report)


def refuse_open_ends(what: str, text: Text, found: list[openends.OpenEnd], report: Report) -> None:
    size = len(text.value)
    for mistake in found:
        piece = mistake.piece
        if mistake.kind == "value" and isinstance(piece, Value):
            refuse_value(what, piece, mistake.sure, report)
            continue
        at = size if piece is None else offset_of(text, piece.span.end)
        if not mistake.sure:
            message = f"{what} may leave a tag unfinished that another text begins"
            help_ = "give it a text that can be neither empty nor a piece of a tag"
        else:
            message = (f"{what} ends" if at == size else f"lines of {what} end") + (
                " in the beginning of a tag that a value behind could complete")
            help_ = "put another character behind the `<`"
        report.add("PR0550", text.span(at, at), message, helps=(help_,))


def refuse_value(what: str, piece: Value, sure: bool, report: Report) -> None:
    message = (f"the text before {piece.name} begins a tag that its value could complete" if sure else
               f"{piece.name} in {what} could complete a tag that text further ahead begins")
    report.add("PR0550", piece.span, message, helps=("put another character behind the `<`" if sure else
                                                     "put text before it that is no piece of a tag",))


def offset_of(text: Text, place: int) -> int:
    """The first character of a text that was written at a place of its source or behind it."""
    low, high = 0, len(text.value)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if text.at(middle) < place else (low, middle)
    return low


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
