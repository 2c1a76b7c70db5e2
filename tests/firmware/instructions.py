"""Instructions of the calls of cost.c, counted one by one in an emulator's trace."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from typing import Iterable

from machines import Failed, Machine

BEGIN, END = "mark_begin", "mark_end"


def count(machine: Machine, program: Path) -> list[Counter[str]]:
    """For each pair of marks, instructions between them by function. The emulator runs one at a time and says after
    each where it was."""
    words = [*machine.emulator, str(program), "-singlestep", "-d", "exec,nochain"]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace") as running:
        assert running.stderr is not None
        found = between_marks(line.rstrip().rpartition(" ")[2] for line in running.stderr if line.startswith("Trace"))
    if running.returncode != 0 or not found:
        raise Failed(f"{words[0]} ended with {running.returncode} and {len(found)} counts")
    return found


def between_marks(functions: Iterable[str]) -> list[Counter[str]]:
    found: list[Counter[str]] = []
    inside = False
    for name in functions:
        if name == BEGIN:
            if not inside:
                found.append(Counter())
            inside = True
        elif name == END:
            inside = False
        elif inside:
            found[-1][name] += 1
    return found
