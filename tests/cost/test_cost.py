"""What context engineering costs, in instructions: the same for a short log and a long one, and little for a byte.

The instructions are counted by valgrind's callgrind, so that the figures are the same on every run. `python3
test_cost.py --figures` prints them for logs and texts of 64 MB."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Callable

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*sorted(ROOT.glob("runtime/core/*.c")),
           *(ROOT / "runtime/context" / f"{name}.c" for name in ("meter", "price", "pruner", "report", "surface"))]
PYTHON = os.environ.get("PROMPTROM_PYTHON") or sys.executable
MEGABYTE = 1 << 20

# Instructions a byte, at most. Above what was measured with gcc 12 by a third, so that another compiler passes.
TEXTS = ("ascii", "chinese", "mixed", "emoji", "tags")
LIMITS = {
    "extent": (0.5, 2.7, 15.0, 18.0, 0.5),
    "fold": (0.6, 2.9, 15.6, 18.0, 0.6),
    "shrink": (1.1, 4.0, 6.6, 18.7, 1.1),
    "fence": (2.4, 2.4, 6.5, 2.4, 0.1),
    "escape": (2.4, 2.4, 6.5, 2.4, 56.0),
    "json": (20.0, 54.0, 54.0, 50.0, 88.0),
}


class Counter:
    """The compiled program, and how many instructions some work takes in it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.program = directory / "cost"

    def compile(self, planted: Path | None = None) -> None:
        """With another source file in the place of the one of that name, if one is given."""
        sources = [planted if planted and source.name == planted.name else source for source in SOURCES]
        run(PYTHON, ROOT / "gen/promptrom", "build", ROOT / "packs/context", "-o", self.directory)
        run("cc", "-O2", "-std=gnu99", f"-I{ROOT / 'include'}", f"-I{ROOT / 'runtime/core'}", f"-I{self.directory}",
            f"-I{ROOT / 'runtime/context'}", "-o", self.program, Path(__file__).with_name("cost.c"),
            self.directory / "context.c", *sources)

    def count(self, *work: object) -> int:
        out = self.directory / "callgrind.out"
        said = run("valgrind", "--tool=callgrind", "--toggle-collect=measured", f"--callgrind-out-file={out}",
                   self.program, *work)
        found = re.search(r"Collected : (\d+)", said)
        if not found or int(found[1]) == 0:
            raise AssertionError(f"nothing was counted:\n{said}")
        return int(found[1])


def run(*command: object) -> str:
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


class Cost(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    counter: Counter

    @classmethod
    def setUpClass(cls) -> None:
        if not shutil.which("valgrind"):
            raise AssertionError("valgrind counts the instructions, and is not installed")
        cls.folder = tempfile.TemporaryDirectory()
        cls.counter = Counter(Path(cls.folder.name))
        cls.counter.compile()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def check_log(self) -> None:
        """The work is exactly the same, but for how memmove goes about moving nothing at another address."""
        short, long = self.counter.count("log", 1_000), self.counter.count("log", 100_000)
        self.assertLess(abs(long - short), short * 0.01, f"{short} after 1,000 events, {long} after 100,000")

    def test_length_of_the_log_does_not_matter(self) -> None:
        self.check_log()

    def check_caught(self, name: str, old: str, new: str, check: Callable[[], None], complaint: str,
                     folder: str = "context") -> None:
        """With a fault in a source file of the library, a check must fail."""
        source = (ROOT / "runtime" / folder / name).read_text(encoding="utf-8")
        self.assertEqual(source.count(old), 1)
        path = Path(self.folder.name) / name
        path.write_text(source.replace(old, new), encoding="utf-8")
        self.counter.compile(path)
        try:
            with self.assertRaisesRegex(AssertionError, complaint):
                check()
        finally:
            self.counter.compile()

    def test_a_surface_that_moves_everything_is_caught(self) -> None:
        self.check_caught("surface.c", "if (start <= behind)", "if (start > behind)", self.check_log, "after 100,000")

    def spent(self, mode: str, text: str, size: int = MEGABYTE) -> float:
        """Instructions a byte."""
        return self.counter.count(mode, text, size) / size

    def check_byte(self, mode: str, text: str) -> None:
        limit = LIMITS[mode][TEXTS.index(text)]
        self.assertLess(self.spent(mode, text), limit, f"{mode} of a byte of {text}")

    def test_a_byte(self) -> None:
        for mode in LIMITS:
            for text in TEXTS:
                with self.subTest(mode=mode, text=text):
                    self.check_byte(mode, text)

    def test_pricing_twice_is_caught(self) -> None:
        self.check_caught("price.c", "prm_utf8_extent(text.data, text.size).units;",
                          "(prm_utf8_extent(text.data, text.size).units"
                          " + prm_utf8_extent(text.data, text.size).units) / 2;",
                          lambda: self.check_byte("extent", "ascii"), "extent of a byte of ascii")

    def check_growth(self, mode: str) -> None:
        one, four = self.spent(mode, "ascii", MEGABYTE // 4), self.spent(mode, "ascii")
        self.assertLess(abs(four - one), one * 0.02, f"{mode} grows faster than what it reads")

    def test_four_times_as_much_costs_four_times_as_much(self) -> None:
        for mode in LIMITS:
            with self.subTest(mode=mode):
                self.check_growth(mode)

    def check_json(self) -> None:
        """Far less than a megabyte shows it, so that the fault below does not take for ever."""
        one, four = self.spent("locate", "ascii", 1 << 14), self.spent("locate", "ascii", 1 << 16)
        self.assertLess(abs(four - one), one * 0.02, "locate grows faster than what it reads")

    def test_json_is_read_in_linear_time(self) -> None:
        self.check_json()

    def test_reading_json_again_is_caught(self) -> None:
        for name, old, new in (
                ("locate.c", "*value;\n\n    for (at = behind_space(at + 1); *at",
                 "*value, *const begin = at;\n\n    for (at = behind_space(at + 1); behind_value(begin) && *at"),
                ("json_check.c", "at = behind_escape(at + 1, end);",
                 "at = prm_json_weigh(at, (size_t)(end - at), true) == 1 ? NULL : behind_escape(at + 1, end);")):
            with self.subTest(name):
                self.check_caught(name, old, new, self.check_json, "locate grows faster", "core")

    def test_walking_the_log_is_caught(self) -> None:
        self.check_caught("surface.c", "    surface->tokens += node.tokens;",
                          "    surface->tokens = prm_surface_range(surface, 0, surface->count - 1);",
                          lambda: self.check_growth("fold"), "fold grows faster")

    def test_pruning_does_not_read_the_middle(self) -> None:
        for text in TEXTS:
            with self.subTest(text=text):
                short = self.counter.count("prune", text, MEGABYTE // 8)
                self.assertLess(abs(self.counter.count("prune", text, MEGABYTE) - short), short * 0.02)


def print_figures(size: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(Path(folder))
        counter.compile()
        for events in (1_000, 10_000, 100_000):
            print(f"22 events after {events:6}: {counter.count('log', events)} instructions")
        for mode in (*LIMITS, "prune"):
            for text in TEXTS:
                spent = counter.count(mode, text, size)
                print(f"{mode:6} {text:7}: {spent:11} instructions, {size / spent:9.2f} bytes each", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--figures"]:
        print_figures(64 * MEGABYTE)
    else:
        unittest.main()
