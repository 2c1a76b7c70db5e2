"""The slot by Jinja2, as a process that obeys the commands of main.c. Its argument is the file of templates."""

from __future__ import annotations

import json
import sys
import time
from typing import Callable

import jinja2


def shapes_of(path: str) -> dict[str, Callable[[int], str]]:
    with open(path, encoding="utf-8") as file:
        work = json.load(file)
    template = jinja2.Environment(keep_trailing_newline=True).from_string(work["double_braces"])
    sets = work["sets"]
    return {"slot/jinja2": lambda number: template.render(sets[number % len(sets)])}


def nanoseconds(render: Callable[[int], str], count: int) -> int:
    begin = time.process_time_ns()
    for number in range(count):
        render(number)
    return time.process_time_ns() - begin


def main() -> None:
    shapes, out = shapes_of(sys.argv[1]), sys.stdout.buffer
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == "names":
            out.write("".join(f"{name}\n" for name in (*shapes, "")).encode())
        elif verb == "show":
            for number in range(64):
                text = shapes[words[0]](number).encode()
                out.write(b"%d\n%s" % (len(text), text))
        elif verb == "time":
            out.write(b"%d\n" % nanoseconds(shapes[words[0]], int(words[1])))
        out.flush()


if __name__ == "__main__":
    main()
