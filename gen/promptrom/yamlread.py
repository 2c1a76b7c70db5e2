"""Phase parse: YAML as nodes with exact places, through libyaml's events.

Only the part of YAML that a pack needs is accepted: no anchors, aliases, merge keys, tags, directives or second
documents, and every key once. Scalars keep their written form; what they mean is decided by whoever reads them.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from yaml.cyaml import CParser

from . import scalars, yamlerrors
from .decode import SEPARATORS, also
from .diagnostics import Related, Report
from .nodes import Mapping, Node, Scalar, Sequence, kind_of
from .source import Source, Span, Text

DEEPEST = 64  #: collections inside collections
LONGEST_KEY = 1024  #: bytes
MOST_DIRECTIVES = 64  #: lines that libyaml is given, which compares each with all others

_MISREAD = re.compile("[\u2028\u2029\ufeff]")
#: An anchor or a tag as libyaml delimits them, and the space and comments behind it.
_WORD = re.compile(r"(&[0-9A-Za-z_-]+|!<[^>\s]*>|[^\s,\[\]{}]+)(?:\s|(?<=\s)#[^\n]*)*")
_DIRECTIVE = re.compile(r"(?<![^\r\n])%")
_STYLES = {None: "plain", "": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}


def parse_mapping(source: Source, report: Report, start: int = 0, end: int | None = None) -> Mapping | None:
    """The mapping that a stretch of a source holds; empty if nothing stands there. None after an error."""
    failed = len(report.items)
    node = parse_yaml(source, report, start, end)
    if isinstance(node, Mapping):
        return node
    if node is None:
        broken = any(item.severity == "error" for item in report.items[failed:])
        return None if broken else Mapping((), Span(source, start, start))
    report_no_mapping(node, report)
    return None


def report_no_mapping(node: Node, report: Report) -> None:
    """An error for a document that should be a mapping."""
    what = "a list" if isinstance(node, Sequence) else "a text"
    report.add("PR0215", _first_line(node.span), f"{node.span.source.path} holds {what}, not keys with values",
               helps=("write `key: value` lines",))


def parse_yaml(source: Source, report: Report, start: int = 0, end: int | None = None,
               most: int | None = None) -> Node | None:
    """The document in a stretch of a source that begins at the start of a line. With `most`, it may have no more
    nodes than that, ends of mappings and lists among them, and is read no further.

    None if there is none, after a syntax error or one of size; after the other errors the tree lacks what was wrong.
    """
    end = len(source.text) if end is None else end
    separators = [start + match.start() for match in SEPARATORS.finditer(source.text[start:end])]
    if separators:
        report.add("PR0214", Span(source, separators[0], separators[0] + 1), "line or paragraph separator in YAML",
                   label=f"U+{ord(source.text[separators[0]]):04X}", notes=also(source, separators[1:]),
                   helps=("remove it, or write \\u2028 or \\u2029 in double quotes",))
    directives = [start + match.start() for match in _DIRECTIVE.finditer(source.text[start:end])]
    if len(directives) > MOST_DIRECTIVES:
        at = directives[MOST_DIRECTIVES]
        _directive(_first_line(Span(source, at, end)), report)
        return None
    reader = _Reader(source, report, start, end, most)
    try:
        return reader.document()
    except yaml.MarkedYAMLError as error:
        yamlerrors.report_error(error, source, start, end, report)
    except _TooMuch:
        pass
    finally:
        reader.parser.dispose()
    return None


class _TooMuch(Exception):
    """Ends the reading of a document; its diagnostic is in the report."""


class _Reader:
    """Pulls events one by one, so that the limit of nesting is met long before libyaml's time grows."""

    def __init__(self, source: Source, report: Report, start: int, end: int, most: int | None) -> None:
        self.source = source
        self.report = report
        self.offset = start
        self.end = end
        self.most = most
        self.count = 0  #: of nodes and ends
        #: What libyaml is given: it takes separators for line ends and drops a byte-order mark.
        self.text = _MISREAD.sub("\ufffd", source.text)
        self.parser: Any = CParser(self.text[start:end])

    def document(self) -> Node | None:
        self.parser.get_event()
        event = self.parser.get_event()
        if isinstance(event, yaml.StreamEndEvent):
            return None
        self._directives(event)
        node = self._node(self.parser.get_event(), 0, -1)
        self.parser.get_event()
        following = self.parser.get_event()
        if isinstance(following, yaml.DocumentStartEvent):
            at = self.offset + following.start_mark.index
            self.report.add("PR0206", Span(self.source, at, min(at + 3, self.end)), "a second document",
                            label="starts here", helps=("put it into a file of its own, or remove this line",))
        return node

    def _directives(self, event: Any) -> None:
        if event.version or event.tags:
            _directive(self._first_line(event), self.report)

    # ---- nodes ----

    def _node(self, event: Any, depth: int, indent: int) -> Node:
        """The node that an event begins. What is not accepted is reported, and read as if it were text."""
        if isinstance(event, yaml.AliasEvent):
            alias = self._alias(event)
            self._count(event)
            return alias
        start = self._decorations(event)
        self._count(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, start, indent)
        if depth == DEEPEST:
            self.report.add("PR0208", self._span(event), f"nested deeper than {DEEPEST} levels", label="one too many",
                            notes=(f"the limit of nesting is {DEEPEST}",), helps=("put an inner part into a file of "
                                                                               "its own",))
            raise _TooMuch
        if not event.flow_style:
            indent = self._column(event)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, depth + 1, indent)
        return self._sequence(event, depth + 1, indent)

    def _count(self, event: Any) -> None:
        self.count += 1
        if self.most is not None and self.count > self.most:
            at = self.offset + event.start_mark.index
            self.report.add("PR0707", Span(self.source, at, min(at + 1, self.end)),
                            f"more than {self.most} nodes of YAML", helps=("compile the overlay in at build time",))
            raise _TooMuch

    def _sequence(self, start: Any, depth: int, indent: int) -> Sequence:
        items: list[Node] = []
        event = self.parser.get_event()
        while not isinstance(event, yaml.SequenceEndEvent):
            items.append(self._node(event, depth, indent))
            event = self.parser.get_event()
        self._count(event)
        return Sequence(tuple(items), self._around(start, event, items))

    def _mapping(self, start: Any, depth: int, indent: int) -> Mapping:
        items: dict[str, tuple[Scalar, Node]] = {}
        event = self.parser.get_event()
        while not isinstance(event, yaml.MappingEndEvent):
            key = self._key(event, depth, indent)
            value = self._node(self.parser.get_event(), depth, indent)
            if key is not None and self._is_new(key, items):
                items[key.value] = (key, value)
            event = self.parser.get_event()
        self._count(event)
        return Mapping(tuple(items.values()), self._around(start, event, [value for _, value in items.values()]))

    def _key(self, event: Any, depth: int, indent: int) -> Scalar | None:
        node = self._node(event, depth, indent)
        if not isinstance(node, Scalar) or (node.style == "plain" and node.value == ""):
            what = {"mapping": "a mapping", "sequence": "a list"}.get(kind_of(node), "nothing")
            self.report.add("PR0209", _first_line(node.span), f"{what} cannot be a key", label="key expected",
                            helps=("write a name, or put a text that starts with { or [ in quotes",))
            return None
        size = len(node.value.encode("utf-8", "replace"))
        if size > LONGEST_KEY:
            self.report.add("PR0210", _first_line(node.span), f"a key of {size} bytes, the limit is {LONGEST_KEY}",
                            helps=("shorten the key",))
            return None
        if node.style == "plain" and node.value == "<<":
            self.report.add("PR0205", node.span, "a merge key", label="not read by this format",
                            helps=("write out the keys that it would bring",))
            return None
        return node

    def _is_new(self, key: Scalar, items: dict[str, tuple[Scalar, Node]]) -> bool:
        known = items.get(key.value)
        if known is None:
            return True
        shown = key.value if len(key.value) <= 40 else key.value[:40] + "…"
        self.report.add("PR0202", key.span, f"key {shown!r} stands twice in one mapping", label="again here",
                        related=(Related(known[0].span, "first here"),), helps=("remove or rename one of them",))
        return False

    def _scalar(self, event: Any, start: int, indent: int) -> Scalar:
        end = self.offset + event.end_mark.index
        start = min(start, end)
        style = _STYLES[event.style]
        text = scalars.rescan(self.source, self.text, style, start, end, indent)
        assert text.value == event.value, f"{self.source.path}: {style} scalar at {start} was scanned differently"
        text = _with_marks(text)
        return Scalar(text, style, Span(self.source, start, text.end + (style in ("single", "double"))))

    # ---- what is not accepted ----

    def _alias(self, event: Any) -> Scalar:
        span = self._span(event)
        written = self.source.text[span.start:span.end]
        self.report.add("PR0204", span, f"an alias {written}", label="not read by this format",
                        helps=(f'write "{written}" if it is text; otherwise write out what it stands for',))
        return Scalar(Text(written, self.source, ((0, span.start),), span.end), "plain", span)

    def _decorations(self, event: Any) -> int:
        """Reports an anchor and a tag; the offset behind them."""
        at: int = self.offset + event.start_mark.index
        for _ in range(bool(event.anchor) + bool(event.tag)):
            word = _WORD.match(self.text, at, self.end)
            assert word, "libyaml read an anchor or a tag here"
            anchor = word[1].startswith("&")
            self.report.add("PR0203" if anchor else "PR0201", Span(self.source, at, word.end(1)),
                            f"{'an anchor' if anchor else 'a tag'} {word[1]}", label="not read by this format",
                            helps=(f"remove it, or put a text that starts with {word[1][0]} in quotes",))
            at = word.end()
        return at

    # ---- places ----

    def _span(self, event: Any) -> Span:
        return Span(self.source, self.offset + event.start_mark.index, self.offset + event.end_mark.index)

    def _around(self, start: Any, end: Any, items: list[Node]) -> Span:
        """A collection's place. libyaml ends block collections only at whatever comes next."""
        first, last = self.offset + start.start_mark.index, self.offset + end.end_mark.index
        return Span(self.source, first, last if start.flow_style or not items else max(first, items[-1].span.end))

    def _first_line(self, event: Any) -> Span:
        return _first_line(self._span(event))

    def _column(self, event: Any) -> int:
        at: int = self.offset + event.start_mark.index
        return at - (self.text.rfind("\n", 0, at) + 1)


def _with_marks(text: Text) -> Text:
    """A value with the byte-order marks that libyaml was not given."""
    found = [match.start() for match in re.finditer("\ufffd", text.value)]
    marks = {offset for offset in found if text.source.text[text.at(offset)] == "\ufeff"}
    if not marks:
        return text
    value = "".join("\ufeff" if offset in marks else character for offset, character in enumerate(text.value))
    return Text(value, text.source, text.map, text.end)


def _directive(span: Span, report: Report) -> None:
    report.add("PR0207", span, "a YAML directive", helps=("remove the lines that start with %",))


def _first_line(span: Span) -> Span:
    stop = span.source.text.find("\n", span.start, span.end)
    return Span(span.source, span.start, span.end if stop < 0 else max(stop, span.start + 1))
