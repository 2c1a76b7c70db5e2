"""How many instructions of promptrom's own a render takes, counted by callgrind, so that they repeat exactly."""

from __future__ import annotations

import platform
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from prompts import SETS

#: Counted is what functions of these sources do themselves: no call of the C library, nothing of the benchmark.
OWN = "/runtime/core/"
MOST_GROWTH = 0.05
WAYS = ("render", "measure", "gather", "emit", "slices", "chunks")

NAME = re.compile(r"c?(?:fl|fi|fe|fn)=\((\d+)\)(?: (.*))?")


def own_shapes(program: Path) -> list[str]:
    done = subprocess.run([str(program)], input="names\n", text=True, stdout=subprocess.PIPE, check=True)
    return [name for name in done.stdout.split() if name.rsplit("/", 1)[1] in WAYS]


def own_cost(profile: str, names: dict[str, str]) -> int:
    """The cost of lines in functions of our own. A line behind `calls=` is what a call took, counted elsewhere. Names
    are written once, also for the files that follow."""
    cost, own, call = 0, False, False
    for line in profile.splitlines():
        kind = line.partition("=")[0]
        if match := NAME.match(line):
            space = "function" if kind.endswith("fn") else "file"
            name = names.setdefault(f"{space} {match[1]}", match[2] or "")
            own = OWN in name if kind == "fl" else own
        elif kind == "calls":
            call = True
        elif re.match(r"[\d+*-]", line):
            cost += 0 if call or not own else int(line.split()[1])
            call = False
    return cost


def count(program: Path, directory: Path) -> dict[str, int]:
    """Instructions of one render, by shape: the mean over all sets of values."""
    shapes, out = own_shapes(program), directory / "callgrind"
    for old in directory.glob("callgrind*"):
        old.unlink()
    done = subprocess.run(["valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=measured",
                           "--dump-after=measured", f"--callgrind-out-file={out}", str(program), *shapes],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"valgrind ended with {done.returncode}:\n{done.stdout}")
    names: dict[str, str] = {}
    found = {shape: own_cost(Path(f"{out}.{place}").read_text(encoding="utf-8"), names) // SETS
             for place, shape in enumerate(shapes, 1)}
    if not found or min(found.values()) == 0:
        raise RuntimeError("nothing was counted: is the program built with -g?")
    return found


@dataclass(frozen=True)
class Table:
    """Counts, and what they hold for."""

    where: str
    counts: dict[str, int]

    @staticmethod
    def read(path: Path) -> Table:
        where, *lines = path.read_text(encoding="utf-8").splitlines()
        return Table(where, {name: int(number) for name, number in map(str.split, lines)})

    def write(self, path: Path) -> None:
        lines = [self.where, *(f"{name:32} {number:6}" for name, number in self.counts.items())]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def here(compiler: str) -> str:
    """Compiler and architecture, as the first line of a table says them."""
    said = subprocess.run([compiler, "--version"], text=True, stdout=subprocess.PIPE, check=True).stdout
    version = subprocess.run([compiler, "-dumpversion"], text=True, stdout=subprocess.PIPE, check=True).stdout
    name = "clang" if "clang" in said else "gcc"
    return f"{name} {version.split('.')[0].strip()} {platform.machine()}"


def complaints(table: Table, found: dict[str, int]) -> list[str]:
    """Shapes that the table does not have, or that have grown."""
    listed = [f"{name} is not in the table" for name in found if name not in table.counts]
    listed += [f"{name} is in the table only" for name in table.counts if name not in found]
    return listed + [f"{name}: {found[name]} instructions, {before} before" for name, before in table.counts.items()
                     if name in found and found[name] > before * (1 + MOST_GROWTH)]
