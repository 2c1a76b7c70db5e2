"""The manifest: what pack.yaml says about the pack as a whole."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import Union

from . import files, names, reading, suggest
from .diagnostics import Related, Report
from .nodes import Mapping, Node, Scalar
from .source import Span

FORMAT = 1
SYNTAXES = ("single", "double", "none")
FORMATS = ("text", "json")

#: Only in pack.yaml.
SETTINGS = ("promptrom", "pack", "prefix", "version", "syntax", "literal", "newlines", "final_newline", "foreign",
            "defaults", "allow", "overridable", "formats", "doc")
#: In any YAML file; what several files hold is put together.
DECLARATIONS = ("variables", "constants", "slots", "assemblies", "requests", "tools", "tool_order", "runtimes",
                "cases")

LiteralNames = Union[str, "frozenset[str]"]  #: "all", or the names


@dataclass(frozen=True, eq=False)
class Settings:
    name: str
    prefix: str
    version: str = ""
    syntax: str = "single"
    literal: LiteralNames = frozenset()
    keep_newlines: bool = False
    keep_final_newline: bool = False
    foreign: frozenset[str] = frozenset()
    declared: bool = False  #: slots without an allow-list may use every declared name
    allow: frozenset[str] = frozenset()
    overridable: bool = False
    formats: tuple[str, ...] = ("text",)
    span: Span | None = None


def read_settings(node: Mapping, report: Report) -> Settings:
    """The settings; after an error the default stands in, so that other errors are found as well."""
    check_format(node, report)
    name, prefix = read_names(node, report)
    formats = optional_words(node, "formats", FORMATS, report)
    if formats and "text" not in formats:
        report.add("PR0405", node.get("formats").span, "formats always include text",  # type: ignore[union-attr]
                   helps=("write formats: [text, json]",))
    overridable = node.get("overridable")
    return Settings(
        name=name, prefix=prefix, version=optional_text(node, "version", report),
        syntax=read_syntax(node, "the pack", report) or "single",
        literal=read_literal(node, "the pack", report) or frozenset(),
        keep_newlines=read_keep(node, "newlines", "the pack", report),
        keep_final_newline=read_keep(node, "final_newline", "the pack", report),
        foreign=frozenset(optional_list(node, "foreign", report)),
        declared=read_defaults(node, report),
        allow=read_allow(node, "the pack", report),
        overridable=bool(overridable is not None and reading.boolean(overridable, "overridable", report)),
        formats=tuple(form for form in FORMATS if form in ("text", *formats)),
        span=node.span)


def check_format(node: Mapping, report: Report) -> None:
    version = reading.required(node, "promptrom", "the manifest", report, f"add promptrom: {FORMAT}")
    if version is None:
        return
    number = reading.number_of(version) if isinstance(version, Scalar) else None
    if number != FORMAT:
        shown = version.value if isinstance(version, Scalar) else "not a number"
        report.add("PR0404", version.span, f"the format version is {shown}, but this compiler knows {FORMAT} only",
                   helps=(f"write promptrom: {FORMAT}",))


def read_names(node: Mapping, report: Report) -> tuple[str, str]:
    name, prefix = "pack", ""
    given = reading.required(node, "pack", "the manifest", report, "add the name of the pack, as in pack: nudge")
    if given is not None and reading.text(given, "pack", report) is not None:
        assert isinstance(given, Scalar)
        if reading.matching(given, names.PACK_NAME, "a pack", report):
            name = given.value
        if name.lower().replace("-", "_") in names.HEADERS:
            report.add("PR0407", given.span, f"the header of pack {name} would hide <{name.lower()}.h>",
                       helps=("choose another name; prefix: can keep names in C short",))
    chosen = node.get("prefix")
    if chosen is not None and reading.text(chosen, "prefix", report) is not None:
        assert isinstance(chosen, Scalar)
        if reading.matching(chosen, names.PREFIX, "a prefix", report):
            prefix = chosen.value
    if names.is_taken(prefix or name):
        place = chosen if prefix else given
        assert place is not None
        report.add("PR0407", place.span, f"{prefix or name} is a prefix of the run-time library",
                   helps=("choose another prefix: in pack.yaml",))
    return name, prefix or name.replace("-", "_")


def optional_text(node: Mapping, key: str, report: Report) -> str:
    given = node.get(key)
    return "" if given is None else reading.text(given, key, report) or ""


def optional_list(node: Mapping, key: str, report: Report) -> list[str]:
    given = node.get(key)
    return [] if given is None else [item.value for item in reading.scalars(given, key, report)]


def optional_words(node: Mapping, key: str, words: tuple[str, ...], report: Report) -> list[str]:
    given = node.get(key)
    listed = [] if given is None else reading.scalars(given, key, report)
    return [item.value for item in listed if reading.word(item, words, f"an item of {key}", report)]


def read_defaults(node: Mapping, report: Report) -> bool:
    given = node.get("defaults")
    defaults = None if given is None else reading.mapping(given, "defaults", report)
    if defaults is None:
        return False
    reading.keys(defaults, ("placeholders",), "defaults", report)
    chosen = defaults.get("placeholders")
    return chosen is not None and reading.word(chosen, ("declared", "none"), "placeholders", report) == "declared"


# ---- keys that the pack, slots and constants have in common ----


def read_syntax(node: Mapping, what: str, report: Report) -> str | None:
    given = node.get("syntax")
    return None if given is None else reading.word(given, SYNTAXES, f"syntax of {what}", report)


def read_keep(node: Mapping, key: str, what: str, report: Report) -> bool:
    given = node.get(key)
    return given is not None and reading.word(given, ("keep",), f"{key} of {what}", report) == "keep"


def read_literal(node: Mapping, what: str, report: Report) -> LiteralNames | None:
    given = node.get("literal")
    if given is None:
        return None
    if isinstance(given, Scalar) and given.value == "all":
        return "all"
    listed = reading.scalars(given, f"literal of {what}", report)
    return frozenset(item.value for item in listed if reading.matching(item, names.VARIABLE, "a placeholder", report))


def read_allow(node: Mapping, what: str, report: Report) -> frozenset[str]:
    """Codes of warnings to be silent about. Errors cannot be silenced."""
    from . import codes

    given = node.get("allow")
    listed = [] if given is None else reading.scalars(given, f"allow of {what}", report)
    for item in listed:
        code = codes.REGISTRY.get(item.value)
        if code is None:
            report.add("PR0422", item.span, f"{item.value[:40]} is not the code of a diagnostic",
                       helps=suggest.did_you_mean(item.value, codes.REGISTRY) or ("codes look like PR0410",))
        elif code.severity == "error":
            report.add("PR0422", item.span, f"{item.value} is an error, and only warnings can be silenced",
                       helps=("correct the mistake instead",))
    return frozenset(item.value for item in listed)


# ---- top-level keys of all files ----


@dataclass(frozen=True, eq=False)
class Declared:
    """The node of one top-level key in one file."""

    key: str
    node: Node
    span: Span  #: of the key


def declarations(root: Mapping, is_manifest: bool, foreign: frozenset[str], report: Report) -> list[Declared]:
    """What a file declares; errors for other keys."""
    if not is_manifest and root.get("promptrom") and root.get("pack"):
        _refuse_pack_within(next(key for key, _ in root.items if key.value == "promptrom"), report)
        return []
    what = "the manifest" if is_manifest else "a file of a pack"
    for key, _ in root.items:
        if not is_manifest and key.value in SETTINGS:
            report.add("PR0420", key.span, f"{key.value} stands in pack.yaml only",
                       helps=(f"move {key.value} to pack.yaml",))
    reading.keys(root, DECLARATIONS + SETTINGS, what, report, foreign)
    return [Declared(key.value, value, key.span) for key, value in root.items if key.value in DECLARATIONS]


def _refuse_pack_within(key: Scalar, report: Report) -> None:
    """Its declarations are not read: most of them would be mistakes only because of where they stand."""
    name = key.span.source.name
    what = posixpath.dirname(name) if posixpath.basename(name) == files.MANIFEST else name
    report.add("PR0127", key.span, f"{name} is the manifest of another pack", label="only pack.yaml begins so",
               helps=(f"move {what} out of this pack",
                      "or remove promptrom and pack, if what else it declares belongs to this pack"))


def one_of_a_kind(found: list[Declared], report: Report) -> Node | None:
    """For a key that only one file may have."""
    for other in found[1:]:
        report.add("PR0408", other.span, f"{other.key} stands in two files", helps=("keep one of them",),
                   related=(Related(found[0].span, "the other one"),))
    return found[0].node if found else None
