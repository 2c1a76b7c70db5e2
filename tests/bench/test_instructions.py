"""No shape takes more than 5 % above the instructions that instructions.txt says.

`python3 test_instructions.py --renew` counts anew and writes the table, after a change that is worth it."""

from __future__ import annotations

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

import instructions  # noqa: E402
import programs  # noqa: E402

TABLE = HERE / "instructions.txt"


class Instructions(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    workshop: programs.Workshop
    table: instructions.Table
    found: dict[str, int]

    @classmethod
    def setUpClass(cls) -> None:
        cls.table = instructions.Table.read(TABLE)
        cls.skip_unless_comparable()
        cls.folder = tempfile.TemporaryDirectory(prefix="promptrom bench ")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.workshop = programs.Workshop(Path(cls.folder.name))
        cls.found = instructions.count(cls.workshop.program(), cls.workshop.directory)

    @classmethod
    def skip_unless_comparable(cls) -> None:
        problem = ""
        if not shutil.which("valgrind"):
            problem = "valgrind is not here (on Debian: valgrind)"
        elif not shutil.which(programs.COMPILER):
            problem = f"{programs.COMPILER} is not here (on Debian: gcc)"
        elif (here := instructions.here(programs.COMPILER)) != cls.table.where:
            problem = f"the table holds for {cls.table.where}, and this is {here}"
        if problem:
            print(f"not run: {problem}", file=sys.stderr)
            raise unittest.SkipTest(problem)

    def test_nothing_has_grown(self) -> None:
        self.assertEqual(instructions.complaints(self.table, self.found), [])

    def test_counts_repeat(self) -> None:
        again = instructions.count(self.workshop.directory / "program", self.workshop.directory)
        self.assertEqual(again, self.found)

    def test_growth_of_one_shape_is_noticed(self) -> None:
        for factor, noticed in ((1.04, False), (1.06, True)):
            for name in self.found:
                with self.subTest(name, factor=factor):
                    grown = {**self.table.counts, name: int(self.table.counts[name] * factor)}
                    said = instructions.complaints(self.table, grown)
                    self.assertEqual([line.split(":")[0] for line in said], [name] if noticed else [])

    def test_another_list_of_shapes_is_noticed(self) -> None:
        first, *rest = self.table.counts
        fewer = {name: self.table.counts[name] for name in rest}
        self.assertEqual(instructions.complaints(self.table, fewer), [f"{first} is in the table only"])
        table = instructions.Table(self.table.where, fewer)
        self.assertEqual(instructions.complaints(table, self.table.counts), [f"{first} is not in the table"])

    def test_slower_code_is_noticed(self) -> None:
        """A library that was not optimized takes more for every shape."""
        found = instructions.count(self.workshop.program("-O0"), self.workshop.directory)
        said = instructions.complaints(self.table, found)
        self.assertEqual([line.split(":")[0] for line in said], list(self.table.counts))


def renew() -> None:
    with tempfile.TemporaryDirectory(prefix="promptrom bench ") as folder:
        workshop = programs.Workshop(Path(folder))
        counts = instructions.count(workshop.program(), workshop.directory)
    instructions.Table(instructions.here(programs.COMPILER), counts).write(TABLE)


if __name__ == "__main__":
    if sys.argv[1:] == ["--renew"]:
        renew()
    else:
        unittest.main()
