"""The specification: every case of every Markdown file here, run by both engines."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path

from casefile import read_cases
from engines import Library
from specification import problems

HERE = Path(__file__).resolve().parent
FILES = sorted(HERE.glob("*.md"))


class Specification(unittest.TestCase):
    directory: Path
    library: Library

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom spec "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.library = Library(cls.directory / "library")

    def test_there_are_cases(self) -> None:
        self.assertGreaterEqual(sum(len(read_cases(file)) for file in FILES), 150)


def add_test(file: Path) -> None:
    def test(self: Specification) -> None:
        found = problems(file, self.directory / file.stem, self.library)
        self.assertEqual(found, [], f"{len(found)} problems\n" + "\n".join(found))

    setattr(Specification, f"test_{file.stem.replace('-', '_')}", test)


for each in FILES:
    add_test(each)
