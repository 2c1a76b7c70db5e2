"""`init`: the front matter of a prompt file of another program, and how it becomes that of a slot."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from . import drafts, frontmatter, yaml12
from .decode import SEPARATORS
from .diagnostics import Report
from .nodes import Mapping, Node, Scalar, Sequence, kind_of
from .source import Source
from .yamlread import parse_mapping

_BLANK = re.compile(r"(?:[ \t]*\n)*")
_COMMENTS = re.compile(r"(?:#[^\n]*\n|[ \t]*\n)*")
_CLOSING = re.compile(r"^---(?:\n|\Z)", re.MULTILINE)
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_KEY_LINE = re.compile(r"([A-Za-z_][\w.-]*|\"[^\"\n]*\"|'[^'\n]*')[ \t]*:(?:[ \t]+(.*))?")

_WHOLE = "x-front-matter"  #: what holds front matter that is one mapping in braces
#: Files in which comments may stand before the front matter.
_WITH_COMMENTS = (".prompt", ".prompty")
#: What other formats call a whole number. All other types become texts.
_INTEGERS = ("int", "integer")


@dataclass(frozen=True)
class Input:
    """What a file says about a placeholder."""

    type: str = "text"  #: or integer
    default: str | None = None
    example: str | None = None
    doc: str = ""


@dataclass(frozen=True, eq=False)
class Front:
    """What becomes of the front matter of one file."""

    end: int = 0  #: where the prompt starts, in the text with LF
    lines: tuple[str, ...] = ()  #: as they are written to the pack
    foreign: tuple[str, ...] = ()  #: keys that stay and belong to another program
    inputs: dict[str, Input] = field(default_factory=dict)
    said: tuple[str, ...] = ()  #: what was changed, for people


def read(source: Source, report: Report) -> Front:
    """The front matter at the start of a file. If it cannot be read, an error, and its lines are kept as comments; if
    a text may have been meant as such, that is in the report too."""
    preamble = (_COMMENTS if source.path.lower().endswith(_WITH_COMMENTS) else _BLANK).match(source.text)
    assert preamble
    start = preamble.end()
    if not source.text.startswith("---\n", start):
        frontmatter.not_front_matter(source, report)
        return Front()
    start += len("---\n")
    closing = _CLOSING.search(source.text, start)
    if closing is None:
        if _KEY_LINE.fullmatch(source.text[start:].split("\n", 1)[0]):
            frontmatter.never_closed(source, report)
        return Front()
    written = source.text[start:closing.start()]
    trial = Report()
    node = parse_mapping(source, trial, start, closing.start())
    said = ("white space before the front matter is left out",) if preamble[0].strip() == "" != preamble[0] else ()
    comments = tuple(line for line in preamble[0].split("\n") if line.startswith("#"))
    if node is not None and not trial.items:
        return _kept(written, node, start, closing.end(), comments, said)
    if node is None and not _KEY_LINE.fullmatch(written.split("\n", 1)[0]):
        return Front()  # a text between two rulers
    repaired, keys = _quote_values(written)
    fixed = Source(source.path, source.name, repaired)
    again = Report()
    node = parse_mapping(fixed, again)
    if node is not None and not again.items:
        return _kept(repaired, node, 0, closing.end(), comments, (*said, "quoted: " + ", ".join(keys)))
    report.items += trial.items
    lines = tuple("# " + SEPARATORS.sub(" ", line) for line in written.split("\n")[:-1])
    return Front(closing.end(), comments + lines, said=(*said, "the front matter cannot be read: kept as comments"))


def _quote_values(written: str) -> tuple[str, list[str]]:
    """Front matter in which each value that YAML cannot read on its own line is in quotes, and the keys of these."""
    lines, keys = [], []
    for line in written.split("\n"):
        match = _KEY_LINE.fullmatch(line)
        if match and match[2] and match[2].strip():
            trial = Report()
            parse_mapping(Source("", "", line + "\n"), trial)
            if trial.items:
                line = f"{match[1]}: {quoted(match[2].strip())}"
                keys.append(match[1])
        lines.append(line)
    return "\n".join(lines), keys


def _kept(written: str, node: Mapping, start: int, end: int, comments: tuple[str, ...],
          said: tuple[str, ...]) -> Front:
    """Keys keep their values and their lines. Those that mean something else in a pack get another name."""
    if written.lstrip().startswith("{"):  # no other keys can stand beside these
        lines = tuple(f"  {line}" for line in written.split("\n") if line.strip())
        return Front(end, (*comments, f"{_WHOLE}:", *lines), inputs=inputs_of(node),
                     said=(*said, f"what stands in braces became {_WHOLE}"))
    edits: list[tuple[int, int, str]] = []
    foreign: list[str] = []
    changes = list(said)
    for key, value in node.items:
        name = key.value
        if name == "description" and node.get("doc") is None and _is_text(value):
            new = "doc"
        elif name in drafts.MARKDOWN_KEYS and not (name == "doc" and _is_text(value)):
            new = f"x-{name}"
        else:
            if name != "doc" and not name.startswith("x-"):
                foreign.append(name)
            continue
        edits.append((key.span.start - start, key.span.end - start, new))
        changes.append(f"{name} became {new}")
    for first, last, new in reversed(edits):
        written = written[:first] + new + written[last:]
    lines = tuple(written.split("\n")[:-1]) if written.endswith("\n") else tuple(written.split("\n"))
    return Front(end, comments + (lines if node.items else ()), tuple(foreign), inputs_of(node), tuple(changes))


def _is_text(node: Node) -> bool:
    return isinstance(node, Scalar) and kind_of(node) != "null"


# ---- what other formats say about placeholders ----


def inputs_of(node: Mapping) -> dict[str, Input]:
    """Declared inputs: a list or mapping under `inputs`, the schema under `input`, names under `input_variables`,
    and values under `sample`."""
    found: dict[str, Input] = {}
    inputs = node.get("inputs")
    if isinstance(inputs, Mapping):
        found.update({key.value: _input(value) for key, value in inputs.items})
    elif isinstance(inputs, Sequence):
        named = [(item.get("name"), item) for item in inputs.items if isinstance(item, Mapping)]
        found.update({name.value: _input(item) for name, item in named if isinstance(name, Scalar)})
    found.update(_of_schema(node.get("input")))
    names = node.get("input_variables")
    if isinstance(names, Sequence):
        found.update({name.value: Input() for name in names.items if isinstance(name, Scalar)})
    sample = node.get("sample")
    for key, value in sample.items if isinstance(sample, Mapping) else ():
        if isinstance(value, Scalar):
            found.setdefault(key.value, Input(example=_value(value)))
    return found


def _of_schema(node: Node | None) -> dict[str, Input]:
    """Names with their types, as a short list or as JSON schema."""
    schema = node.get("schema") if isinstance(node, Mapping) else None
    if not isinstance(schema, Mapping):
        return {}
    properties = schema.get("properties")
    listed = properties if isinstance(properties, Mapping) else schema
    return {key.value.rstrip("?"): _input(value) for key, value in listed.items}


def _input(node: Node) -> Input:
    if isinstance(node, Scalar):  # `name: integer, a description`
        type_, _, rest = node.value.partition(",")
        return Input("integer" if type_.strip() in _INTEGERS else "text", doc=rest.strip())
    if not isinstance(node, Mapping):
        return Input()
    given = {key.value: value for key, value in node.items if isinstance(value, Scalar)}
    type_ = next((given[key].value for key in ("kind", "type") if key in given), "")
    example = next((given[key] for key in ("example", "sample") if key in given), None)
    doc = given.get("description")
    return Input("integer" if type_ in _INTEGERS else "text", _value(given.get("default")), _value(example),
                 doc.value if doc else "")


def _value(node: Scalar | None) -> str | None:
    return None if node is None or kind_of(node) == "null" else node.value


# ---- YAML that is written ----


def quoted(text: str) -> str:
    """A text in double quotes, as YAML and JSON both read it."""
    return "".join(char if char.isprintable() else _escape(char) for char in json.dumps(text, ensure_ascii=False))


def _escape(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def plain(name: str) -> str:
    """A name as YAML reads it as text."""
    return name if _PLAIN.fullmatch(name) and yaml12.kind(name) == "text" else quoted(name)
