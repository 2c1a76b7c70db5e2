"""The last to notice a fault: work.c (texts) and passes.c (renders) do the same work, and how many instructions each
part of it takes is counted.

A fault in a fast path (words or blocks of a text at once, runs of pieces) often changes no byte: the fast path is not
taken, or goes in smaller steps, and the slow one does what is left. Such a fault makes parts of the work slower.
Counts of callgrind are exact, so that any part that takes MOST_GROWTH more is told. What is shipped is guarded
against such faults by tests/bench/test_instructions.py, which counts whole renders.

Only what the compiler of this machine sees is changed and counted: blocks and words on a machine that has both. The
variants for small code, for no blocks and for the other byte order are compared with the same tests, not counted.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from suite import CORE, SURVIVED, Failed, Suite, must_compile

SLOWER = "slower"
HERE = Path(__file__).resolve().parent
SOURCES = (HERE / "work.c", HERE / "passes.c")
MOST_GROWTH = 0.01
#: What is counted for a change of a file; nothing for others.
PARTS = {"extent.c": ("extent",), "fence.c": ("fence",), "json.c": ("json",), "utf8.c": ("extent", "json"),
         "integer.c": ("integer",), "word.h": ("extent", "fence", "json", "passes"),
         **dict.fromkeys(("apart.h", "copy.h", "cursor.c", "emit.c", "gather.c", "inline.h", "measure.c", "piece.c",
                          "plain.c", "range.h", "render.c", "render_plain.c", "run.c", "value.c", "walk.c", "walk.h"),
                         ("passes",))}


def slower(before: dict[str, int], found: dict[str, int]) -> list[str]:
    """Parts that have become slower."""
    return [name for name, count in found.items() if count > before[name] * (1 + MOST_GROWTH)]


class Work:
    """The objects are those of a suite."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self.directory = suite.directory / "work"
        self.objects = [self.directory / f"{source.stem}.o" for source in SOURCES]
        self.before: dict[str, dict[str, int]] = {}

    def prepare(self) -> None:
        if not shutil.which("valgrind"):
            raise Failed("valgrind is not here (on Debian: valgrind)")
        self.directory.mkdir(exist_ok=True)
        for source, made in zip(SOURCES, self.objects):
            must_compile(*self.suite.flags, f"-I{CORE}", "-c", source, "-o", made)
        program = self.link({}, self.directory / "work")
        for name in sorted({part for parts in PARTS.values() for part in parts}):
            self.before[name] = count(program, name, self.directory / "counts")

    def link(self, changed: dict[Path, Path], to: Path) -> Path:
        objects = {**self.suite.objects, **changed}.values()
        must_compile(*self.suite.flags, *objects, *self.objects, "-static", "-o", to)    # so that calls take the same
        return to

    def verdict(self, file: Path, text: str, scratch: Path) -> tuple[str, str]:
        """What becomes of the work when the file has that text, and the first part that is slower."""
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        names = PARTS.get(file.name, ())
        program = self.link(self.suite.compiled(file, text, scratch) or {}, scratch / "work") if names else scratch
        for name in names:
            for part in slower(self.before[name], count(program, name, scratch / "counts")):
                return SLOWER, f"{name}: {part}"
        return SURVIVED, ""


def count(program: Path, name: str, directory: Path) -> dict[str, int]:
    """Instructions by part."""
    directory.mkdir(exist_ok=True)
    done = subprocess.run(["valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=measured",
                           "--dump-after=measured", f"--callgrind-out-file={directory / 'part'}", str(program), name],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise Failed(f"{program} {name} ended with {done.returncode}:\n{done.stderr}")
    parts = done.stdout.splitlines()
    found = {part: summary(directory / f"part.{number}") for number, part in enumerate(parts, 1)}
    if not found or min(found.values()) == 0:
        raise Failed(f"{name}: nothing was counted")
    return found


def summary(profile: Path) -> int:
    with profile.open(encoding="utf-8") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("summary: "))
