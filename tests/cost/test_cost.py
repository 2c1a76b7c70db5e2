"""What context engineering costs, in instructions: the same for a short log and a long one, and little for a byte.

The instructions are counted by valgrind's callgrind, so that the figures are the same on every run. `python3
test_cost.py --figures` prints them for a text of 64 MB."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*sorted(ROOT.glob("runtime/core/*.c")),
           *(ROOT / "runtime/context" / f"{name}.c" for name in ("meter", "price", "pruner", "report", "surface"))]
MEGABYTE = 1 << 20

# Instructions a byte, at most. Above what was measured with gcc 12 by a third, so that another compiler passes.
PRICING = {"ascii": 0.5, "chinese": 2.7, "mixed": 15.0, "emoji": 18.0}
SEARCHING = 6.5


class Counter:
    """The compiled program, and how many instructions some work takes in it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.program = directory / "cost"

    def compile(self, surface: Path | None = None) -> None:
        """With another surface.c, if one is given."""
        sources = [surface if surface and source.name == "surface.c" else source for source in SOURCES]
        run("cc", "-O2", "-std=gnu99", f"-I{ROOT / 'include'}", f"-I{ROOT / 'runtime/core'}",
            f"-I{ROOT / 'runtime/context'}", "-o", self.program, Path(__file__).with_name("cost.c"), *sources)

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

    def test_a_surface_that_moves_everything_is_caught(self) -> None:
        source = (ROOT / "runtime/context/surface.c").read_text(encoding="utf-8")
        planted = source.replace("if (start <= behind)", "if (start > behind)")
        self.assertNotEqual(source, planted)
        path = Path(self.folder.name) / "planted.c"
        path.write_text(planted, encoding="utf-8")
        self.counter.compile(path)
        try:
            with self.assertRaisesRegex(AssertionError, "after 100,000"):
                self.check_log()
        finally:
            self.counter.compile()

    def test_pricing_a_byte(self) -> None:
        for text, limit in PRICING.items():
            with self.subTest(text=text):
                self.assertLess(self.counter.count("extent", text, MEGABYTE) / MEGABYTE, limit)

    def test_searching_a_byte(self) -> None:
        for text in PRICING:
            with self.subTest(text=text):
                self.assertLess(self.counter.count("fence", text, MEGABYTE) / MEGABYTE, SEARCHING)

    def test_pruning_does_not_read_the_middle(self) -> None:
        for text in PRICING:
            with self.subTest(text=text):
                short = self.counter.count("prune", text, MEGABYTE // 8)
                self.assertLess(abs(self.counter.count("prune", text, MEGABYTE) - short), short * 0.02)


def print_figures(size: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(Path(folder))
        counter.compile()
        for events in (1_000, 10_000, 100_000):
            print(f"22 events after {events:6}: {counter.count('log', events)} instructions")
        for mode in ("extent", "fence", "prune"):
            for text in PRICING:
                spent = counter.count(mode, text, size)
                print(f"{mode:6} {text:7}: {spent:11} instructions, {size / spent:.2f} bytes each")


if __name__ == "__main__":
    if sys.argv[1:] == ["--figures"]:
        print_figures(64 * MEGABYTE)
    else:
        unittest.main()
