"""The most stack that a call can take, from gcc's -fcallgraph-info=su: the frames along the deepest path of calls."""

from __future__ import annotations

import re
from pathlib import Path

FLAG = "-fcallgraph-info=su"
#: Calls through pointers: the sinks and row sources that programs bring. Their stack is not counted here.
POINTER = "__indirect_call"
#: Of the C library, and of the compiler's own: arithmetic that the processor does not have.
OUTSIDE = re.compile(r"mem(cpy|move|set|cmp)$|__aeabi_\w+$|__gnu_\w+$|__\w+[sd]i[234]$")

NODE = re.compile(r'^node: \{ title: "([^"]+)" label: "([^"]*)"')
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')
FRAME = re.compile(r"\\n(\d+) bytes \(([\w,]+)\)")


class Unbounded(AssertionError):
    """A function whose stack has no bound."""


class Calls:
    """Frames of functions, and which function calls which."""

    def __init__(self) -> None:
        self.frames: dict[str, int] = {}
        self.callees: dict[str, set[str]] = {}
        self.known: dict[str, tuple[int, tuple[str, ...]]] = {}

    def read(self, text: str) -> None:
        for line in text.splitlines():
            node, edge = NODE.match(line), EDGE.match(line)
            frame = FRAME.search(node[2]) if node else None
            if node and frame:
                if frame[2] == "dynamic":
                    raise Unbounded(f"{node[1]}: its frame has no bound")
                self.frames[node[1]] = int(frame[1])
            elif edge:
                self.callees.setdefault(edge[1], set()).add(edge[2])

    def deepest(self, name: str, above: tuple[str, ...] = ()) -> tuple[int, tuple[str, ...]]:
        """Bytes of stack, and the path that takes them. Raises Unbounded for recursion and for unknown functions."""
        if name in above:
            raise Unbounded(" calls ".join((*above, name)))
        if name == POINTER or OUTSIDE.match(name):
            return 0, ()
        if name not in self.frames:
            raise Unbounded(f"nothing is known of {name}")
        if name not in self.known:
            below = [self.deepest(callee, (*above, name)) for callee in sorted(self.callees.get(name, ()))]
            size, path = max(below, default=(0, ()))
            self.known[name] = size + self.frames[name], (name, *path)
        return self.known[name]


def calls_of(objects: list[Path]) -> Calls:
    """The calls within objects that were compiled with FLAG."""
    calls = Calls()
    for made in objects:
        calls.read(made.with_suffix(".ci").read_text(encoding="utf-8"))
    return calls
