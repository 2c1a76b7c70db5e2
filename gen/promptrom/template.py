"""Phase parse, templates: a text becomes literals, values and sections, or its mistakes become diagnostics."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import groups, nearmiss, suggest
from .diagnostics import Related, Report
from .mistakes import Mistakes
from .model import Body, Chunk, Lines, Literal, Piece, Section, Value
from .rules import INDEXES, Fields, Rules, all_fields, nested
from .source import Span, Text
from .tokens import Token, tokenize

DEEPEST = 8  #: sections in sections
MOST_COMPARED = 500  #: unknown names of a text for which a similar one is looked for

__all__ = ["Rules", "parse_template"]


def parse_template(text: Text, rules: Rules, report: Report) -> Body:
    """The body of a text: one `Lines` if it has no sections. Meaningful only if no error was reported."""
    parser = _Parser(text, rules, report)
    body = parser.parse()
    parser.mistakes.report(report)
    return body


class _Pieces:
    """Literals and values of consecutive lines."""

    def __init__(self, text: Text, start: int) -> None:
        self.text = text
        self.at = start
        self.pieces: list[Piece] = []
        self.literal: list[tuple[int, int]] = []  # stretches of the value that make the next literal

    def put(self, token: Token, is_value: bool) -> None:
        """A value, or a token that its backslashes made literal. Half of the backslashes stay."""
        first = token.start - token.backslashes
        self._add(self.at, first + token.backslashes // 2)
        if is_value:
            self._end_literal()
            self.pieces.append(Value(token.name, self.text.span(token.start, token.end)))
        else:
            self._add(token.start, token.end)
        self.at = token.end

    def finish(self, stop: int) -> tuple[Piece, ...]:
        self._add(self.at, stop)
        self._end_literal()
        return tuple(self.pieces)

    def _add(self, start: int, end: int) -> None:
        if end > start:
            self.literal.append((start, end))

    def _end_literal(self) -> None:
        if self.literal:
            written = "".join(self.text.value[start:end] for start, end in self.literal)
            self.pieces.append(Literal(written, self.text.span(self.literal[0][0], self.literal[-1][1])))
            self.literal = []


@dataclass
class _Frame:
    """An open section, or the text as a whole."""

    token: Token | None
    fields: Fields | None  #: of the row whose lines these are
    chunks: list[Chunk] = field(default_factory=list)


class _Parser:
    def __init__(self, text: Text, rules: Rules, report: Report) -> None:
        self.text = text
        self.rules = rules
        self.report = report
        self.mistakes = Mistakes(text)
        self.allowed = frozenset(rules.allowed)
        self.frames = [_Frame(None, None)]
        self.values: list[Token] = []  # placeholders that stand for a value
        self.tags: list[Token] = []
        self.taken: list[Token] = []  # errors and escaped ones: near misses of nothing else
        self.escaped: list[Token] = []
        self.compared: set[str] = set()  # unknown names for which a similar one was looked for
        self.closed: dict[str, Token] = {}  # the last closing tag of each name
        self.crossed: list[str] = []  # sections that a crossing one ended; their own tags are still to come
        self.too_deep: list[str] = []  # open sections beyond the limit, which are not nested further

    def parse(self) -> Body:
        value = self.text.value
        pieces = _Pieces(self.text, 0)
        start, more = 0, True  # where the current lines start; whether there is a line if the text ends there
        for token in tokenize(value, self.rules.syntax):
            meaning = self.meaning(token)
            if meaning == "section":
                if token.line_start > start:  # the newline before a tag's line belongs to neither
                    self.frames[-1].chunks.append(Lines(pieces.finish(token.line_start - 1)))
                self.section(token)
                start = token.next_line
                more = value[start - 1] == "\n"
                pieces = _Pieces(self.text, start)
            elif meaning != "literal":
                pieces.put(token, meaning == "value")
        if more:
            self.frames[-1].chunks.append(Lines(pieces.finish(len(value))))
        self.end_of_text()
        return tuple(self.frames[0].chunks)

    def end_of_text(self) -> None:
        while len(self.frames) > 1:
            self.never_closed(self.frames[-1])
            self.close_frame()
        self.check_requires()
        self.check_escaped()
        nearmiss.find(self.text, self.rules, self.taken + self.tags, self.values, self.mistakes)

    # ---- what a token means here ----

    def meaning(self, token: Token) -> str:
        """value, section, escaped, or literal (also after an error)."""
        known = token.kind != "group" and self.is_known(token.name)
        if token.kind != "group" and not known:
            if self.rules.is_literal(token.name):
                return self.left_literal(token)
            if token.kind == "tag" and self.rules.syntax == "single":
                return self.left_tag(token)
        if token.backslashes % 2:
            self.escaped.append(token)
            self.taken.append(token)
            return "escaped"
        if token.kind == "group":
            return self.group(token)
        if token.kind == "name":
            return self.value(token) if known else self.unknown(token)
        return self.tag(token) if known else self.unknown_tag(token)

    def is_known(self, name: str) -> bool:
        if name in self.allowed or any(frame.token and frame.token.name == name for frame in self.frames):
            return True
        inside = [frame.fields for frame in self.frames if frame.fields is not None]
        return any(name in fields for fields in inside) or (bool(inside) and name in INDEXES)

    def names(self) -> tuple[str, ...]:
        """All names in scope, those of the nearest row first."""
        fields = [name for frame in reversed(self.frames) if frame.fields is not None for name in frame.fields]
        return tuple(dict.fromkeys([*fields, *self.rules.allowed, *(INDEXES if fields else ())]))

    def allowed_here(self) -> tuple[str, ...]:
        return (f"allowed here: {', '.join(self.names()) or '(none)'}",)

    def near(self, name: str, sigil: str = "") -> tuple[str, ...]:
        if len(self.compared) == MOST_COMPARED:
            return ()
        self.compared.add(name)
        found = suggest.nearest(name, self.names())
        return () if found is None else (f"did you mean {self.rules.shown(found, sigil)}?",)

    def value(self, token: Token) -> str:
        self.values.append(token)
        return "value"

    def group(self, token: Token) -> str:
        self.taken.append(token)
        groups.report(self.text, token, self.rules, self.names(), self.mistakes)
        return "literal"

    # ---- names that are not on the list ----

    def unknown(self, token: Token) -> str:
        self.taken.append(token)
        if not self.mistakes.again("PR0301", token.name, token.start):
            self.mistakes.add("PR0301", token.name, token.start, token.end,
                              f"{self.rules.where} has no placeholder {self.rules.shown(token.name)}",
                              label="not on the allow-list", notes=self.allowed_here(),
                              helps=self.unknown_helps(token))
        return "literal"

    def unknown_helps(self, token: Token) -> tuple[str, ...]:
        name = token.name
        owner = next((rows for each, rows in all_fields(self.rules.rows) if each == name), None)
        if name in INDEXES and self.rules.rows:
            owner = owner or next(iter(self.rules.rows))
        if owner:
            return (f"use it on lines between {self.rules.shown(owner, '#')} and {self.rules.shown(owner, '/')}",)
        keep = f"or keep it as written: literal: [{name}]"
        stem = name.split(".")[0]
        near = (f"write {self.rules.shown(stem)}",) if stem != name and self.is_known(stem) else self.near(name)
        if name in groups.KEYWORDS and not near:
            return groups.section_help(self.rules) + (keep,)
        if self.rules.syntax == "single" and self.is_doubled(token):
            return near + (f"write syntax: double if {{{{{name}}}}} is the placeholder", keep)
        if near:
            return near
        if name in INDEXES:
            return ("it counts the rows of a section and stands inside one only", keep)
        if self.rules.unlisted:
            return (self.rules.unlisted % name, keep)
        listed = ", ".join([*self.rules.allowed, name])
        declare = "add" if name in self.rules.declared else f"declare {name} and add"
        return (f"{declare} it: placeholders: [{listed}]", keep)

    def is_doubled(self, token: Token) -> bool:
        value = self.text.value
        return value[token.start - 1:token.start] == "{" and value[token.end:token.end + 1] == "}"

    def unknown_tag(self, token: Token) -> str:
        self.taken.append(token)
        if not self.mistakes.again("PR0309", token.name, token.start):
            shown = self.rules.shown(token.name, token.sigil)
            helps = self.near(token.name, token.sigil) or (
                f"add it: placeholders: [{', '.join([*self.rules.allowed, token.name])}]",
                f"or write \\{shown} as text")
            self.mistakes.add("PR0309", token.name, token.start, token.end,
                              f"{self.rules.where} has no name {token.name} for a section {shown}",
                              label="not on the allow-list", notes=self.allowed_here(), helps=helps)
        return "literal"

    def left_tag(self, token: Token) -> str:
        """In single syntax the tag of an unknown name is text; not if it is a known one mistyped."""
        if not self.mistakes.again("PR0339", token.name, token.start):
            helps = self.near(token.name, token.sigil)
            if helps:
                shown = self.rules.shown(token.name, token.sigil)
                self.mistakes.add("PR0339", token.name, token.start, token.end, f"{shown} is text, not a section",
                                  label="not on the allow-list", notes=self.allowed_here(), helps=helps)
        return "literal"

    def left_literal(self, token: Token) -> str:
        """With `literal: all` every unknown name is text; a mistyped one is worth a warning."""
        if self.rules.literal == "all" and not self.mistakes.again("PR0337", token.name, token.start):
            helps = self.near(token.name, token.sigil)
            if helps:
                shown = self.rules.shown(token.name, token.sigil)
                self.mistakes.add("PR0337", token.name, token.start, token.end,
                                  f"{shown} stays as written, but a placeholder has almost this name",
                                  label="literal: all", notes=self.allowed_here(), helps=helps)
        return "literal"

    # ---- sections ----

    def tag(self, token: Token) -> str:
        shown = self.rules.shown(token.name, token.sigil)
        if not self.rules.sections_allowed:
            self.taken.append(token)
            self.mistakes.add("PR0310", token.name, token.start, token.end,
                              f"{self.rules.where} cannot hold sections", label="a section tag",
                              helps=(f"write \\{shown} if it is text",))
            return "literal"
        if token.alone:
            return "section"
        self.taken.append(token)
        self.mistakes.add(
            "PR0304", token.name, token.start, token.end, f"{shown} is not alone on its line",
            label="inside a line", notes=("a section holds whole lines; its tags stand on lines of their own",),
            helps=("put the tag on a line of its own", "or choose between slots inside a line: bind a placeholder to "
                   "a part with `when`", f"or write \\{shown} if it is text"))
        return "literal"

    def section(self, token: Token) -> None:
        self.tags.append(token)
        if token.sigil == "/":
            self.close(token)
            return
        if "\r" in self.text.value[token.end:token.next_line]:
            self.mistakes.add("PR0311", "", token.start, token.end, "sections need lines that end in LF",
                              label="this line ends in CR LF", helps=("remove `newlines: keep`",))
        if len(self.frames) > DEEPEST:
            self.mistakes.add("PR0308", "", token.start, token.end,
                              f"section {token.name} is {len(self.frames)} deep, the limit is {DEEPEST}",
                              label="one too many", helps=("move the inner lines to a slot of their own",))
            self.too_deep.append(token.name)
            return
        fields = self.fields(token.name) if token.sigil == "#" else None
        self.frames.append(_Frame(token, fields))

    def fields(self, name: str) -> Fields | None:
        """The fields that a row of this name brings; None if it is no rows."""
        for frame in reversed(self.frames):
            if frame.fields is not None and name in frame.fields:
                return nested(frame.fields, name)
        return self.rules.rows.get(name)

    def close(self, token: Token) -> None:
        if self.too_deep and self.too_deep[-1] == token.name:
            self.too_deep.pop()
            return
        names = [frame.token.name for frame in self.frames if frame.token]
        if token.name not in names:
            self.not_open(token)
            return
        while True:
            frame = self.frames[-1]
            assert frame.token
            self.close_frame()
            if frame.token.name == token.name:
                break
            self.crossed.append(frame.token.name)
            self.add_now("PR0307", token, f"{self.rules.shown(token.name, '/')} crosses section {frame.token.name}",
                         "closes an outer section", frame.token, "still open",
                         (f"write {self.rules.shown(frame.token.name, '/')} before it",))
        self.closed[token.name] = token

    def close_frame(self) -> None:
        frame = self.frames.pop()
        assert frame.token
        section = Section(frame.token.name, frame.token.sigil == "^", tuple(frame.chunks), self.span(frame.token))
        self.frames[-1].chunks.append(section)

    def not_open(self, token: Token) -> None:
        if token.name in self.crossed:
            self.crossed.remove(token.name)
            return
        shown = self.rules.shown(token.name, "/")
        before = self.closed.get(token.name)
        self.add_now("PR0306", token, f"{shown} closes a section that is not open",
                     "closed again" if before else "opened nowhere", before, "closed here",
                     ("remove it",) if before else (f"write {self.rules.shown(token.name, '#')} where the section "
                                                    "starts", "or remove it"))

    def never_closed(self, frame: _Frame) -> None:
        assert frame.token
        end = len(self.text.value)
        shown = self.rules.shown(frame.token.name, frame.token.sigil)
        self.report.add("PR0305", self.span(frame.token), f"section {shown} is never closed", label="opened here",
                        helps=(f"write {self.rules.shown(frame.token.name, '/')} on a line of its own",),
                        related=(Related(self.text.span(max(end - 1, 0), end), "the text ends here"),))

    def add_now(self, code: str, token: Token, message: str, label: str, other: Token | None, other_label: str,
                helps: tuple[str, ...]) -> None:
        related = (Related(self.span(other), other_label),) if other else ()
        self.report.add(code, self.span(token), message, label=label, helps=helps, related=related)

    def span(self, token: Token) -> Span:
        return self.text.span(token.start, token.end)

    # ---- the text as a whole ----

    def check_requires(self) -> None:
        used = {token.name for token in self.values + self.tags}
        if self.text.value == "":
            return
        first_line = len(self.text.value.split("\n", 1)[0]) or 1
        for name in self.rules.requires:
            if name not in used:
                shown = self.rules.shown(name)
                self.mistakes.add("PR0303", name, 0, first_line, f"{self.rules.where} lacks {shown}",
                                  label=f"{shown} is required", helps=(f"use {shown} in the text",))

    def check_escaped(self) -> None:
        if not self.rules.sections_allowed:
            return  # only a slot has a list of its own; elsewhere all that the pack declares is allowed
        used = {token.name for token in self.values + self.tags}
        for token in self.escaped:
            if token.kind == "name" and token.name not in used and self.is_known(token.name):
                shown = self.rules.shown(token.name)
                self.mistakes.add("PR0335", token.name, token.start - token.backslashes, token.end,
                                  f"{shown} is allowed, but only its escaped form stands in the text",
                                  label="literal", helps=("remove the backslash if the value is meant",
                                                          f"or take {token.name} off the allow-list"))
