"""Lines of code have at most 118 characters. What is generated may have more: golden files, and their templates."""

from __future__ import annotations

import os
import unittest
from pathlib import Path
from typing import Iterator

from support import ROOT, InTemporaryDirectory, write

WIDEST = 118
SUFFIXES = (".c", ".h", ".py", ".cmake", "CMakeLists.txt")
PLACES = ("examples", "gen", "include", "packs", "runtime", "tests")
GENERATED = ("tests/golden/expected",)


def sources(root: Path) -> Iterator[Path]:
    yield from sorted(path for path in root.iterdir() if path.name.endswith(SUFFIXES))
    for place in PLACES:
        for directory, inner, names in os.walk(root / place):
            inner[:] = sorted(name for name in inner if name not in ("build", "__pycache__", "node_modules")
                              and Path(directory, name).relative_to(root).as_posix() not in GENERATED)
            yield from (Path(directory, name) for name in sorted(names) if name.endswith(SUFFIXES))


def too_long(root: Path) -> list[str]:
    """`path:line` of each line that is."""
    return [f"{path.relative_to(root).as_posix()}:{number}" for path in sources(root)
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if len(line) > WIDEST]


class Lines(InTemporaryDirectory):
    def test_no_line_is_too_long(self) -> None:
        self.assertGreater(len(list(sources(ROOT))), 300)
        self.assertEqual(too_long(ROOT), [])

    def test_lines_that_are_too_long_are_noticed(self) -> None:
        fits, wide = "ü" * WIDEST + "\n", "/* " + "x" * WIDEST + " */\n"
        for name in ("CMakeLists.txt", "runtime/core/a.c", "include/b.h", "gen/deep/c.py", "tests/d.cmake"):
            write(self.directory / name, fits + wide + fits)
        for name in ("tests/golden/expected/e.h", "build/f.c", "gen/build/g.c", "gen/h.md"):
            write(self.directory / name, wide)
        self.assertEqual(sorted(too_long(self.directory)), ["CMakeLists.txt:2", "gen/deep/c.py:2", "include/b.h:2",
                                                            "runtime/core/a.c:2", "tests/d.cmake:2"])


if __name__ == "__main__":
    unittest.main()
