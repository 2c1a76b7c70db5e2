"""The registry as simply as it can be said: lists and dicts, everything worked out anew for each prompt."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Optional

FULL, DUPLICATE, BAD_SCOPE, NOT_FOUND, MISSING = 80, 81, 84, 85, 3
MALFORMED, UNKNOWN, TWO_COMPLETE, UNKNOWN_TOOL, CALL_FAILED = 87, 88, 89, 91, 33

MOST = {"section": 8, "reference": 12, "variable": 6, "tools": 4, "listener": 3, "scope": 3}
MOST_SECTIONS, MOST_VARIABLES, MOST_TOOLS = 10, 3, 12
REST = "<unlisted-tools>"
IDENTITY = "You are an AI agent powered by the DeepSeek Harness SDK."
NAME = re.compile(r"\{\{([a-z][a-z0-9_]*)\}\}")


class Wrong(Exception):
    """A status, and what the report names."""

    def __init__(self, status: int, section: str = "", name: str = "", other: str = "") -> None:
        super().__init__(status)
        self.answer = f"error {status} {to_hex(section)} {to_hex(name)} {to_hex(other)}"


@dataclass
class Entry:
    kind: str                      # section, variable, tools or listener
    scope: int
    number: int                    # in the order of registration
    name: str = ""
    order: float = 0.0
    which: int = 0            # 0 the sections, 1 the contexts
    complete: bool = False
    source: str = "f"              # fixed text, value or template
    text: Optional[str] = ""
    tools: list[str] = field(default_factory=list)
    known: Optional[list[str]] = None


@dataclass
class Scope:
    parent: int
    is_open: bool = True


def to_hex(text: str) -> str:
    return text.encode().hex() or "."


def pieces(text: str) -> list[tuple[str, str]]:
    """Literals, names and malformed groups of a template."""
    found, at, start = [], 0, 0
    while (begin := text.find("{{", at)) >= 0:
        match = NAME.match(text, begin)
        end = match.end() if match else text.find("}}", begin + 2) + 2
        if end == 1:
            break
        slashes = begin - at - len(text[at:begin].rstrip("\\"))
        found.append(("literal", text[start:begin - slashes] + "\\" * (slashes // 2)))
        start = at = end
        if slashes % 2:
            found.append(("escaped", text[begin:end]))
        else:
            found.append(("name", match[1]) if match else ("malformed", text[begin:end]))
    return [*found, ("literal", text[start:])]


def references(text: str) -> int:
    return sum(kind in ("escaped", "name") for kind, _ in pieces(text))


class Model:
    def __init__(self, order: list[str]) -> None:
        self.order = order
        self.scopes = [Scope(parent=-1)]
        self.entries: list[Entry] = []
        self.handles: list[Entry] = []
        self.entries.append(Entry("section", 0, -2, "harness:identity", -100.0, text=IDENTITY))
        self.entries.append(Entry("section", 0, -1, "deployment:persona", 0.0))

    # ---- registering ----

    def open(self, parent: int) -> None:
        if not self.scopes[parent].is_open:
            raise Wrong(BAD_SCOPE, name="s")
        if sum(scope.is_open for scope in self.scopes) > MOST["scope"]:
            raise Wrong(FULL)
        self.scopes.append(Scope(parent))

    def close(self, scope: int) -> None:
        inner = any(other.is_open and other.parent == scope for other in self.scopes)
        if scope == 0 or not self.scopes[scope].is_open or inner:
            raise Wrong(BAD_SCOPE)
        self.scopes[scope].is_open = False
        self.entries = [entry for entry in self.entries if entry.scope != scope]

    def register(self, entry: Entry) -> None:
        names = {"section": entry.name} if entry.kind == "section" else {}
        named = {"name": entry.name} if entry.kind == "variable" else {}
        if not self.scopes[entry.scope].is_open:
            raise Wrong(BAD_SCOPE, **names, **named)
        mine = [other for other in self.entries if other.kind == entry.kind]
        if entry.name and any((other.scope, other.which, other.name) == (entry.scope, entry.which, entry.name)
                              for other in mine):
            raise Wrong(DUPLICATE, **names, **named)
        if len(mine) == MOST[entry.kind]:
            raise Wrong(FULL, **names, **named)
        if entry.kind == "section" and entry.source == "f":
            self.check_text(entry)
        entry.number = len(self.handles)
        self.entries.append(entry)
        self.handles.append(entry)

    def check_text(self, entry: Entry) -> None:
        fixed = [other for other in self.entries if (other.kind, other.source) == ("section", "f")]
        used = sum(references(other.text) for other in fixed)
        for kind, text in pieces(entry.text):
            if kind == "malformed":
                raise Wrong(MALFORMED, entry.name, text)
            used += kind in ("escaped", "name")
            if used > MOST["reference"]:
                raise Wrong(FULL, entry.name)

    def remove(self, handle: int) -> None:
        if handle >= len(self.handles) or self.handles[handle] not in self.entries:
            raise Wrong(NOT_FOUND)
        self.entries.remove(self.handles[handle])

    # ---- assembling ----

    def chain(self, scope: int) -> list[int]:
        return [*self.chain(self.scopes[scope].parent), scope] if scope >= 0 else []

    def seen(self, kind: str, scope: int) -> list[Entry]:
        """Of the scopes from the global one on, each in the order of registration."""
        return [entry for number in self.chain(scope) for entry in self.entries
                if entry.kind == kind and entry.scope == number]

    def merged(self, kind: str, scope: int, which: int = 0) -> list[Entry]:
        """A later entry takes an earlier one's place, as in any dict."""
        named: dict[str, Entry] = {}
        for entry in self.seen(kind, scope):
            if entry.which == which:
                named[entry.name] = entry
        return list(named.values())

    def assemble(self, scope: int) -> str:
        if not self.scopes[scope].is_open:
            raise Wrong(BAD_SCOPE)
        sections = sorted(self.merged("section", scope), key=lambda entry: entry.order)
        contexts = sorted(self.merged("section", scope, 1), key=lambda entry: entry.order)
        complete = [entry for entry in sections if entry.complete]
        if len(complete) > 1:
            raise Wrong(TWO_COMPLETE, complete[0].name, other=complete[1].name)
        names = sorted({entry.name for entry in self.entries if entry.kind == "variable"})
        if len(names) > MOST_VARIABLES:
            raise Wrong(FULL, name=names[MOST_VARIABLES])
        variables = {entry.name: entry.text for entry in self.merged("variable", scope)}
        if complete:
            sections = complete
        tools = self.tools(scope)
        heard = self.listen(scope, variables, sections, contexts, complete)
        text = self.render(sections + heard, variables)
        below = self.render(contexts, variables)
        return " ".join(["ok", to_hex(text), to_hex("NOW\n\n" + below if below else ""), *tools])

    def listen(self, scope: int, variables: dict, sections: list, contexts: list, complete: list) -> list[Entry]:
        heard: list[Entry] = []
        names = {entry.name for entry in self.entries if entry.kind == "variable"}
        for entry in self.seen("listener", scope):
            if len(sections) + len(contexts) + len(heard) == MOST_SECTIONS:
                raise Wrong(CALL_FAILED)
            heard.append(Entry("section", 0, 0, "heard", source="t", text=entry.text))
            if "c" not in names and len(names) == MOST_VARIABLES:
                raise Wrong(CALL_FAILED)
            variables["c"] = "C"
        return [] if complete else heard

    def tools(self, scope: int) -> list[str]:
        found, known = [], set()
        for entry in self.seen("tools", scope):
            for name in entry.tools:
                if len(found) == MOST_TOOLS:
                    raise Wrong(FULL)
                found.append((name, entry.number))
            known.update(entry.tools, entry.known or [])
        for name in self.order:
            if name != REST and name not in known:
                raise Wrong(UNKNOWN_TOOL, name=name)
        rest = self.order.index(REST) if self.order else 0
        found.sort(key=lambda tool: (self.order.index(tool[0]), "") if tool[0] in self.order else (rest, tool[0]))
        return [f"{name}/{number}" for name, number in found]

    # ---- rendering ----

    def render(self, sections: list[Entry], variables: dict[str, Optional[str]]) -> str:
        return "\n\n".join(text for text in (self.say(section, variables) for section in sections) if text)

    @staticmethod
    def say(section: Entry, variables: dict[str, Optional[str]]) -> str:
        if section.source == "v":
            return section.text
        parts = pieces(section.text)
        for kind, text in parts:
            if kind == "malformed":
                raise Wrong(MALFORMED, section.name, text)
        names = [text for kind, text in parts if kind == "name"]
        for name in names:
            if name not in variables:
                raise Wrong(UNKNOWN, section.name, name)
        for name in names:
            if variables[name] is None:
                raise Wrong(MISSING, section.name, name)
        return "".join(variables[text] if kind == "name" else text for kind, text in parts)
