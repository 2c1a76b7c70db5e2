"""What one overlay puts in place of a pack's texts, read and compared with the defaults.

A value is text, or null for the default; an empty node is neither. What is written and equals the default replaces
nothing. Whether a text fits its slot is not decided here: it is checked as if the slot had been declared with it.
"""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import dataclass, field, replace

from . import reading, startup, suggest, texts, textrules, yamlread
from .decode import TextFile
from .defaults import Default, Replaceable
from .diagnostics import Related, Report
from .files import OVERLAYS, front_matter_is_text, whole_text
from .nodes import Mapping, Node, Scalar, kind_of
from .overlays import OverlayFiles, start_of
from .source import Span, Text

MOST_LISTED = 20  #: names in a note
MOST_COMPARED = 100  #: unknown names of an overlay for which a similar one is looked for


@dataclass(frozen=True, eq=False)
class Replacements:
    """Texts by what they replace. None: the default itself, which hides what the overlay stands on."""

    slots: Dict[str, Text | None] = field(default_factory=dict)
    constants: Dict[str, Text | None] = field(default_factory=dict)
    joins: Dict[tuple[str, str], str] = field(default_factory=dict)  #: by assembly and output, "" for the assembly's

    def on(self, language: "Replacements") -> "Replacements":
        """The same, where texts that are left as they are, are those of a compiled overlay."""
        return Replacements(as_in(language.slots, self.slots), as_in(language.constants, self.constants), self.joins)

    def over(self, below: "Replacements") -> "Replacements":
        return Replacements({**below.slots, **self.slots}, {**below.constants, **self.constants},
                            {**below.joins, **self.joins})


def as_in(language: "Dict[str, Text | None]", found: "Dict[str, Text | None]") -> "dict[str, Text | None]":
    return {name: language.get(name) if text is None else text for name, text in found.items()}


def defaults_in(known: Replaceable, language: Replacements) -> Replaceable:
    """What may be replaced, with the texts of a compiled overlay."""
    def said(found: "Dict[str, Default]", texts_: "Dict[str, Text | None]") -> "dict[str, Default]":
        return {name: replace(item, text=texts_.get(name) or item.text) for name, item in found.items()}

    return replace(known, slots=said(known.slots, language.slots),
                   constants=said(known.constants, language.constants))


def read(overlay: OverlayFiles, known: Replaceable, report: Report, start_up: bool = False) -> Replacements:
    """The replacements of one overlay; all mistakes in its form are in the report. `start_up`: by the rules for files
    that programs read when they start."""
    reader = _Reader(overlay.name, known, report, start_up)
    if overlay.yaml is not None:
        node = yamlread.parse_yaml(overlay.yaml, report, most=startup.MOST_NODES if start_up else None)
        if isinstance(node, Mapping):
            reader.root(node)
        elif node is not None and kind_of(node) != "null":
            yamlread.report_no_mapping(node, report)
    for file in overlay.markdown:
        reader.markdown(file)
    return Replacements(reader.slots, reader.constants, reader.joins)


class _Reader:
    def __init__(self, name: str, known: Replaceable, report: Report, start_up: bool) -> None:
        self.name = name
        self.start_up = start_up
        self.known = known
        self.report = report
        self.slots: dict[str, Text | None] = {}
        self.constants: dict[str, Text | None] = {}
        self.joins: dict[tuple[str, str], str] = {}
        self.places: dict[str, Span] = {}  #: of the slots in the YAML file
        self.compared = 0

    # ---- the YAML file ----

    def root(self, node: Mapping) -> None:
        for key, value in node.items:
            if key.value == "constants":
                self.all_constants(value)
            elif key.value == "assemblies" and self.start_up:
                self.refuse_joins(key, value)
            elif key.value == "assemblies":
                self.all_assemblies(value)
            else:
                self.slot_or_group(key, value, "")

    def slot_or_group(self, key: Scalar, value: Node, group: str) -> None:
        id_ = f"{group}.{key.value}" if group else key.value
        is_slot, is_group = id_ in self.known.slots, id_ in self.known.groups and "." not in key.value
        is_group = is_group and key.value != ""  # "" is the id of the top
        if not is_group and (not is_slot or "." in key.value):
            self.unknown_slot(key, value, id_, group)
        elif is_group and (isinstance(value, Mapping) or not is_slot):
            listed = self.mapping(value, f"group {id_}")
            for inner, text in listed.items if listed else ():
                self.slot_or_group(inner, text, id_)
        else:
            self.places[id_] = key.span
            self.replace(self.slots, id_, value, f"slot {id_}", self.known.slots[id_])

    def all_constants(self, node: Node) -> None:
        listed = self.mapping(node, "constants")
        for key, value in listed.items if listed else ():
            default = self.known.constants.get(key.value)
            if default is None:
                self.unknown(key, "constant", key.value, "constants", self.known.constants)
            else:
                self.replace(self.constants, key.value, value, f"constant {key.value}", default)

    def refuse_joins(self, key: Scalar, node: Node) -> None:
        if not self.is_default(node, key.value, key.value, any_scalar=True):
            self.report.add("PR0706", key.span, "joins of assemblies are replaced at build time only",
                            notes=("they are folded into the tables of a pack when it is compiled",),
                            helps=("compile the overlay in",))

    def all_assemblies(self, node: Node) -> None:
        listed = self.mapping(node, "assemblies")
        for key, value in listed.items if listed else ():
            outputs = self.known.assemblies.get(key.value)
            if outputs is None:
                self.unknown(key, "assembly", key.value, "assemblies", self.known.assemblies)
            else:
                self.assembly(key.value, value, outputs)

    def assembly(self, id_: str, node: Node, outputs: tuple[str, ...]) -> None:
        what = f"assembly {id_}"
        given = self.mapping(node, what)
        if given is None:
            return
        reading.keys(given, ("join", "outputs"), what, self.report)
        self.join(given, id_, "", what)
        inner = given.get("outputs")
        listed = None if inner is None else self.mapping(inner, f"outputs of {what}")
        for key, value in listed.items if listed else ():
            if key.value not in outputs:
                self.report.add("PR0512", key.span, f"{what} has no output {key.value}",
                                notes=(f"outputs: {', '.join(outputs) or '(none)'}",),
                                helps=suggest.did_you_mean(key.value, outputs))
                continue
            place = f"output {key.value} of {what}"
            output = self.mapping(value, place)
            if output is not None:
                reading.keys(output, ("join",), place, self.report)
                self.join(output, id_, key.value, place)

    def join(self, given: Mapping, id_: str, output: str, what: str) -> None:
        node = given.get("join")
        if node is None or self.is_default(node, f"join of {what}", f"the join of {what}"):
            return
        join = reading.text(node, f"join of {what}", self.report)
        if join is not None:
            self.joins[id_, output] = join

    # ---- values ----

    def mapping(self, node: Node, what: str) -> Mapping | None:
        """A mapping; None for null, and after an error."""
        if self.is_default(node, what, what, any_scalar=True):
            return None
        return reading.mapping(node, what, self.report)

    def is_default(self, node: Node, what: str, whose: str, any_scalar: bool = False) -> bool:
        """Whether a node is null. What is empty is an error and taken for it; so are numbers where text is wanted."""
        kind = kind_of(node)
        if not isinstance(node, Scalar) or kind == "text":
            return False
        if node.value == "" and kind == "null":
            self.report.add("PR0702", node.span, f"{what} is empty to YAML", label="neither null nor text",
                            helps=("write null for the default" if any_scalar else
                                   'write null for the default, or "" for an empty text',))
        elif kind != "null":
            if any_scalar:
                return False
            self.report.add("PR0703", node.span, f"{whose} is {reading.KINDS[kind]} to YAML", label="not text",
                            helps=(f'quote it: "{node.value}"',))
        return True

    def replace(self, found: dict[str, Text | None], name: str, node: Node, what: str, default: Default) -> None:
        """Notes a text from the YAML file; nothing for null and after an error."""
        if isinstance(node, Mapping) and any(key.value in ("text", "file") and kind_of(value) != "null"
                                             for key, value in node.items):
            reading.wrong_type(node, what, "text", self.report, ("write the text itself behind the key",))
            return
        if isinstance(node, Scalar) and textrules.is_comment(node, what, self.report):
            return
        if self.is_default(node, what, f"the text of {what}"):
            return
        own = Report()
        text = textrules.prompt_text(node, own, what, keep_final_newline=True)
        if text is not None and isinstance(node, Scalar):
            is_block = node.style in ("literal", "folded")
            mark = node.span.source.text[node.span.start] if is_block else ""
            place = Span(node.span.source, node.span.start, node.span.start + 1)
            self.note(found, name, text, what, default, place, mark, own)
        else:
            self.report.items += own.items

    def note(self, found: dict[str, Text | None], name: str, text: Text, what: str, default: Default, place: Span,
             mark: str, own: Report) -> None:
        """Notes a text, or that it is the default. `own` holds what was found while it was read."""
        texts.drop_allowed(self.report, default.allow, (Span(text.source, text.at(0), text.end),))
        if default.text is not None and text.value == default.text.value:
            found[name] = None
            return
        found[name] = text
        if default.text is not None and text.value:
            compare_ends(text.value, default.text.value, what, place, mark, own)
        texts.silenced(own, default.allow, self.report)

    # ---- Markdown files ----

    def markdown(self, file: TextFile) -> None:
        """The slot that has the same path in the pack, or the path as its id."""
        path = file.source.name[len(f"{OVERLAYS}{self.name}/"):]
        id_ = self.known.markdown.get(path) or path[:-len(".md")].replace("/", ".")
        default = self.known.slots.get(id_)
        if default is None:
            self.unknown_path(file, id_)
            return
        if id_ in self.places:
            self.report.add("PR0408", start_of(file.source), f"overlay {self.name} replaces slot {id_} twice",
                            helps=("remove one of them",), related=(Related(self.places[id_], "first here"),))
            return
        self.places[id_] = start_of(file.source)
        own = Report()
        if not default.keep_newlines:
            file.note_line_ends(own)
        source = file.kept if default.keep_newlines else file.source
        front_matter_is_text(source, "what replaces a slot is plain text: no front matter is read in it",
                             "remove the lines between both `---`", own)
        text = whole_text(source, 0, default.keep_final_newline)
        end = Span(source, max(text.end - 1, 0), text.end)
        self.note(self.slots, id_, text, f"slot {id_}", default, end, "", own)

    def unknown_path(self, file: TextFile, id_: str) -> None:
        near = self.near(id_, self.known.slots)
        helps = tuple(f"did you mean {OVERLAYS}{self.name}/{name.replace('.', '/')}.md?" for name in near)
        self.report.add("PR0701", start_of(file.source), f"pack {self.known.pack} has no slot {id_}",
                        helps=helps or ("remove the file; constants are replaced in the YAML file of the overlay",))

    # ---- names that the pack does not have ----

    def unknown_slot(self, key: Scalar, value: Node, id_: str, group: str) -> None:
        inside = self.known.groups[group]
        if "." in key.value and (id_ in self.known.slots or id_ in self.known.groups):
            nested = ": {".join(id_.split(".")) + ": …" + "}" * id_.count(".")
            helps: tuple[str, ...] = (f"write it as a group: {nested}",)
        else:
            helps = tuple(f"did you mean {group}.{name}?" if group else f"did you mean {name}?"
                          for name in self.near(key.value, inside))
        what = "group" if isinstance(value, Mapping) else "slot"
        where = f"in group {group}" if group else "at the top"
        self.report.add("PR0701", key.span, f"pack {self.known.pack} has no {what} {id_}", label="replaces nothing",
                        notes=(f"{where}: {listed(inside)}",), helps=helps)

    def unknown(self, key: Scalar, what: str, name: str, plural: str, known: Dict[str, object]) -> None:
        self.report.add("PR0701", key.span, f"pack {self.known.pack} has no {what} {name}", label="replaces nothing",
                        notes=(f"{plural}: {listed(tuple(sorted(known, key=str.encode)))}",),
                        helps=tuple(f"did you mean {near}?" for near in self.near(name, known)))

    def near(self, name: str, known: "Dict[str, object] | tuple[str, ...]") -> tuple[str, ...]:
        self.compared += 1
        found = suggest.nearest(name, known) if self.compared <= MOST_COMPARED else None
        return () if found is None else (found,)


def listed(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return ", ".join(names[:MOST_LISTED]) + more if names else "(none)"


def compare_ends(text: str, default: str, what: str, place: Span, mark: str, report: Report) -> None:
    """A warning where a text ends in more or fewer newlines than its default."""
    own, wanted = ends(text), ends(default)
    if own != wanted:
        help_ = f"write {mark}- to drop it" if mark and (own, wanted) == (1, 0) else "end it as the default ends"
        report.add("PR0705", place, f"the text of {what} ends in {shown(own)}, its default in {shown(wanted)}",
                   notes=("what is rendered behind it is arranged for the default",), helps=(help_,))


def ends(text: str) -> int:
    """How many newlines a text ends in."""
    return len(text) - len(text.rstrip("\n"))


def shown(count: int) -> str:
    return "no newline" if count == 0 else "1 newline" if count == 1 else f"{count} newlines"
