"""The most stack that a call can take, from gcc's -fcallgraph-info=su: the frames along the deepest path of calls.

What a function does last may be a jump to another one, which takes the place of its frame: that is read from the
machine code."""

from __future__ import annotations

import re
from pathlib import Path

from machines import Machine, command

FLAG = "-fcallgraph-info=su"
#: Calls through pointers: the sinks and row sources that programs bring. Their stack is not counted here.
POINTER = "__indirect_call"
#: Of the C library, and of the compiler's own: arithmetic that the processor does not have.
OUTSIDE = re.compile(r"mem(cpy|move|set|cmp)$|__aeabi_\w+$|__gnu_\w+$|__\w+[sd]i[234]$")

NODE = re.compile(r'^node: \{ title: "([^"]+)" label: "([^"]*)"')
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')
FRAME = re.compile(r"\\n(\d+) bytes \(([\w,]+)\)")

#: Of objdump: a function, an instruction, and what the linker puts into it.
FUNCTION = re.compile(r"^[0-9a-f]+ <([^>]+)>:$")
INSTRUCTION = re.compile(r"^ *[0-9a-f]+:\t(?:[0-9a-f]{2,8} ?)+ *\t(\S+)\s*(\S*)")
LINKED = re.compile(r"^\s+[0-9a-f]+: R_\w+\s+(?:\.text\.)?([^\s+-]+)")
#: Instructions that leave a function for good. RISC-V prepares a jump in t1, and a call in ra.
JUMPS = re.compile(r"(b(eq|ne|cs|cc|mi|pl|hi|ls|ge|lt|gt|le)?(\.[nw])?|j|j[a-z]{1,2}|jmp|c\.j) |auipc t1,")


class Unbounded(AssertionError):
    """A function whose stack has no bound."""


class Calls:
    """Frames of functions, and which function calls which."""

    def __init__(self) -> None:
        self.frames: dict[str, int] = {}
        self.callees: dict[str, set[str]] = {}
        self.jumps: set[tuple[str, str]] = set()    #: from one to another that it never calls otherwise
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

    def read_code(self, text: str, titles: dict[str, str]) -> None:
        """What jumps where, from an object with functions of these names."""
        ways: dict[tuple[str, str], set[bool]] = {}
        function = instruction = ""
        for line in text.splitlines():
            begun, step, linked = FUNCTION.match(line), INSTRUCTION.match(line), LINKED.match(line)
            if begun:
                function = begun[1]
            elif step:
                instruction = f"{step[1]} {step[2]}"
            elif linked and function in titles:
                edge = titles[function], titles.get(linked[1], linked[1])
                ways.setdefault(edge, set()).add(JUMPS.match(instruction) is not None)
        self.jumps |= {edge for edge, jumped in ways.items() if jumped == {True}}

    def deepest(self, name: str, above: tuple[str, ...] = ()) -> tuple[int, tuple[str, ...]]:
        """Bytes of stack, and the path that takes them. Raises Unbounded for recursion and for unknown functions."""
        if name in above:
            raise Unbounded(" calls ".join((*above, name)))
        if name == POINTER or OUTSIDE.match(name):
            return 0, ()
        if name not in self.frames:
            raise Unbounded(f"nothing is known of {name}")
        if name not in self.known:
            paths = [(self.frames[name], (name,))]
            for callee in sorted(self.callees.get(name, ())):
                size, path = self.deepest(callee, (*above, name))
                left = 0 if (name, callee) in self.jumps else self.frames[name]
                paths.append((size + left, (name, *path)))
            self.known[name] = max(paths)
        return self.known[name]


def calls_of(machine: Machine, objects: list[Path]) -> Calls:
    """The calls within objects that were compiled with FLAG."""
    calls = Calls()
    for made in objects:
        text = made.with_suffix(".ci").read_text(encoding="utf-8")
        calls.read(text)
        titles = {title.rpartition(":")[2]: title for title in re.findall(r'^node: \{ title: "([^"]+)"', text, re.M)}
        calls.read_code(command(machine.tool("objdump"), "-dr", made), titles)
    return calls
