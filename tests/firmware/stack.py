"""The most stack that a call can take, from gcc's -fcallgraph-info=su: the frames along the deepest path of calls."""

from __future__ import annotations

import re
from pathlib import Path

from machines import CORE, Machine, compile_objects

#: Calls through pointers: the sinks and row sources that programs bring. Their stack is not counted here.
POINTER = "__indirect_call"
#: Of the C library.
OUTSIDE = {"memcpy", "memmove", "memset", "memcmp"}

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

    def read(self, text: str) -> None:
        for line in text.splitlines():
            node, edge = NODE.match(line), EDGE.match(line)
            frame = FRAME.search(node[2]) if node else None
            if node and frame:
                if frame[2] != "static":
                    raise Unbounded(f"{node[1]}: its frame is {frame[2]}")
                self.frames[node[1]] = int(frame[1])
            elif edge:
                self.callees.setdefault(edge[1], set()).add(edge[2])

    def deepest(self, name: str, above: "tuple[str, ...]" = ()) -> "tuple[int, tuple[str, ...]]":
        """Bytes of stack, and the path that takes them. Raises Unbounded for recursion and for unknown functions."""
        if name in above:
            raise Unbounded(" calls ".join((*above, name)))
        if name == POINTER or name in OUTSIDE:
            return 0, ()
        if name not in self.frames:
            raise Unbounded(f"nothing is known of {name}")
        below = [self.deepest(callee, (*above, name)) for callee in self.callees.get(name, ())]
        size, path = max(below, default=(0, ()))
        return size + self.frames[name], (name, *path)


def calls_of(machine: Machine, folder: Path, *flags: object, sources: "list[Path] | None" = None) -> Calls:
    """The calls of the runtime as it is compiled for a machine, by gcc."""
    calls = Calls()
    for made in compile_objects(machine, folder, sources or CORE, *machine.library, "-fcallgraph-info=su", *flags):
        calls.read(made.with_suffix(".ci").read_text(encoding="utf-8"))
    return calls
