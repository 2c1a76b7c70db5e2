"""The checked model of a pack: what `check` makes, and what `lower` and the reference renderer read.

Everything here is plain, frozen and free of errors. Names are resolved: whatever is named exists and has the
right type. Entries are ordered by id (byte order), so that nothing depends on file names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from .source import Span

# ---- declarations ----


@dataclass(frozen=True, eq=False)
class Variable:
    name: str
    type: str  #: text, integer, flag, choice, rows or json
    span: Span
    doc: str = ""
    example: object = None  #: str, int, bool, or for rows a list of dicts; None if not given
    default: str | None = None  #: as text; never for flags and rows
    stability: str = "session"  #: fixed, session or turn
    fence: str = ""  #: tag name, or "" for none
    max_bytes: int | None = None  #: text and json
    min: int | None = None  #: integer
    max: int | None = None  #: integer
    of: tuple[str, ...] = ()  #: choice: names, at most 255
    fields: tuple["Variable", ...] = ()  #: rows
    max_rows: int | None = None  #: rows
    keep: str = ""  #: rows: "" (more is an error), first or last


# ---- templates ----


@dataclass(frozen=True, eq=False)
class Literal:
    text: str
    span: Span


@dataclass(frozen=True, eq=False)
class Value:
    """A placeholder: an input, a constant, a bound name, a field of the row around, or `index` / `index1`."""

    name: str
    span: Span


Piece = Union[Literal, Value]


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines without section tags; line ends stand inside the literals. Always at least one line."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, eq=False)
class Section:
    """Lines between two tags. What is there of a body is joined by newlines; a section whose lines are not there
    adds none."""

    name: str
    inverted: bool
    body: tuple["Chunk", ...]
    span: Span


Chunk = Union[Lines, Section]
Body = tuple[Chunk, ...]


@dataclass(frozen=True, eq=False)
class Constant:
    """Fixed text; may hold other constants."""

    name: str
    pieces: tuple[Piece, ...]
    span: Span
    files: tuple[str, ...] = ()  #: where its text was read, as paths inside the pack
    allowed: tuple[str, ...] = ()  #: constants that it may hold
    syntax: str = "single"
    literal: "frozenset[str] | str" = frozenset()  #: names that stay as written, or "all" but the allowed ones
    text: str = ""  #: as written


# ---- conditions and parts ----


@dataclass(frozen=True, eq=False)
class Condition:
    kind: str  #: flag (a flag input), has (any other input) or filled (a slot)
    name: str
    span: Span

    @property
    def written(self) -> str:
        return self.name if self.kind == "flag" else f"{self.kind}({self.name})"


@dataclass(frozen=True, eq=False)
class Binding:
    """What a `with` gives to a name of the callee."""

    kind: str  #: input, count (number of rows shown) or text
    value: str  #: name of an input, name of rows, or the text
    span: "Span | None" = None  #: where that is written
    key: "Span | None" = None  #: where the name of the callee is


@dataclass(frozen=True, eq=False)
class Part:
    kind: str  #: entry (a slot, assembly or output), text, constant, each or choose
    span: Span
    target: str = ""  #: entry: id; constant: its name; each: the rows; choose: the choice
    output: str = ""  #: entry: only this output of an assembly
    pieces: tuple[Piece, ...] = ()  #: text: an anonymous slot
    slot: str = ""  #: each: slot rendered for each row
    cases: tuple[tuple[str, str], ...] = ()  #: choose: (choice, slot id), all choices, in their order
    with_: tuple[tuple[str, Binding], ...] = ()
    when: tuple[Condition, ...] = ()  #: all must hold
    unless: tuple[Condition, ...] = ()  #: none may hold
    otherwise: "Part | None" = None  #: `else`; shares this part's separator
    join: str | None = None  #: each: between rows; None: the assembly's
    before: str | None = None  #: replaces the separator in front
    keep_empty: bool = False
    target_span: "Span | None" = None  #: each, choose: where the target is written

    @property
    def place(self) -> Span:
        """Where a mistake of the target is shown."""
        return self.target_span or self.span


# ---- entries ----


@dataclass(frozen=True, eq=False)
class Slot:
    id: str
    inputs: tuple[Variable, ...]  #: the allow-list in written order without constants and bound names, then the
    #: inputs of bound parts; with this slot's refinements applied
    body: Body
    binds: tuple[tuple[str, Part], ...]
    requires: tuple[str, ...]
    syntax: str
    doc: str
    span: Span
    source_name: str  #: path inside the pack of the file that holds its text
    block: "Block | None" = None
    allowed: tuple[str, ...] = ()  #: names on its list, constants and bound names among them, in written order
    literal: "frozenset[str] | str" = frozenset()  #: names that stay as written, or "all" but the allowed ones
    text: str = ""  #: as written


@dataclass(frozen=True, eq=False)
class Block:
    """Prompt-compiler metadata of a slot (seed 003)."""

    type: str
    layer: str
    output: str
    durability: str
    order: float
    events: tuple[str, ...]
    title: str
    label: str
    tags: tuple[str, ...]
    source: tuple[tuple[str, str], ...]
    source_inputs: tuple[tuple[str, str], ...] = ()  #: path and version that are arguments: key, input
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    each: str = ""
    each_span: Span | None = None  #: where that is written
    span: Span | None = None


@dataclass(frozen=True, eq=False)
class Output:
    name: str  #: base, developer, turn or reference
    join: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class Assembly:
    id: str
    inputs: tuple[Variable, ...]
    join: str
    when: tuple[Condition, ...]
    unless: tuple[Condition, ...]
    parts: tuple[Part, ...]  #: empty if it has outputs
    outputs: tuple[Output, ...]  #: in the order base, developer, turn, reference
    doc: str
    span: Span
    event: str = ""  #: whose blocks it takes, or ""


# ---- requests: JSON bodies ----


@dataclass(frozen=True, eq=False)
class JsonText:
    """A string; values in it are escaped, bound names rendered in place."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, eq=False)
class JsonValue:
    """A lone placeholder, which takes its own type: text a string, integer a number, flag true or false, json as
    it is, a bound request or tool array in place."""

    name: str
    span: Span


@dataclass(frozen=True, eq=False)
class JsonConstant:
    """Fixed JSON, without white space."""

    text: str


@dataclass(frozen=True, eq=False)
class JsonObject:
    members: tuple[tuple[str, "JsonNode"], ...]  #: keys may be JsonWhen's only through their value


@dataclass(frozen=True, eq=False)
class JsonArray:
    items: tuple["JsonNode", ...]


@dataclass(frozen=True, eq=False)
class JsonWhen:
    """A member or an item that is there under conditions."""

    when: tuple[Condition, ...]
    unless: tuple[Condition, ...]
    value: "JsonNode"
    omit_empty: bool = False  #: nor is it if value, a list of rows and of tools that are chosen, has no items


@dataclass(frozen=True, eq=False)
class JsonEach:
    """Items of an array, one for each row."""

    rows: str
    choose: str  #: a choice field, or "" for one shape
    cases: tuple[tuple[str, "JsonNode"], ...]  #: by choice, all of them; one with the name "" without choose
    span: Span


@dataclass(frozen=True, eq=False)
class JsonTools:
    """Items of an array: the pack's tools in a provider's shape."""

    shape: str  #: openai, responses, anthropic or mcp
    visible: str  #: name of the set input that says which are there, or "" for all


JsonNode = Union[JsonText, JsonValue, JsonConstant, JsonObject, JsonArray, JsonWhen, JsonEach, JsonTools]


@dataclass(frozen=True, eq=False)
class Renderer:
    """What makes a request a renderer: it sends an event to a runtime."""

    runtime: str
    event: str
    span: Span


@dataclass(frozen=True, eq=False)
class Request:
    id: str
    inputs: tuple[Variable, ...]
    body: JsonNode
    binds: tuple[tuple[str, Part], ...]
    doc: str
    span: Span
    renderer: "Renderer | None" = None


@dataclass(frozen=True, eq=False)
class Runtime:
    """A program that prompts are rendered for."""

    name: str
    names: tuple[tuple[str, str], ...]  #: variable, what the runtime calls it; by variable
    span: Span


@dataclass(frozen=True, eq=False)
class Tool:
    name: str
    description: "str | None"  #: fixed text, or None when it is a slot
    description_slot: str
    parameters: str  #: JSON without white space
    doc: str
    span: Span


Entry = Union[Slot, Assembly, Request]


@dataclass(frozen=True, eq=False)
class Case:
    name: str
    render: str
    args: tuple[tuple[str, object], ...]
    expect: "str | None"
    error: str
    json: bool
    span: Span
    overlay: str = ""  #: rendered with this one, or with the pack itself


@dataclass(frozen=True, eq=False)
class Pack:
    name: str
    prefix: str  #: of C names
    version: str
    overridable: bool
    formats: tuple[str, ...]  #: text, or text and json
    variables: tuple[Variable, ...]  #: by name
    constants: tuple[Constant, ...]  #: by name
    entries: tuple[Entry, ...]  #: slots, assemblies and requests, by id
    tools: tuple[Tool, ...]  #: in their final order
    cases: tuple[Case, ...]
    files: tuple[str, ...]  #: every file and directory that was looked at, as given on the command line plus name
    overlays: tuple["Overlay", ...] = ()  #: by name; compiled in with the pack
    runtimes: tuple[Runtime, ...] = ()  #: in written order


@dataclass(frozen=True, eq=False)
class Overlay:
    """Replacements for some of a pack's texts: a language or a variant."""

    name: str  #: as its file says: `zh-CN`
    pack: Pack  #: the whole pack with the replacements in place; entries and their inputs are the base's
    replaced: tuple[str, ...]  #: ids of the slots that differ from the base
    fallback: str = ""  #: the overlay that it stands on, or ""
