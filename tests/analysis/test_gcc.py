"""gcc's -fanalyzer over the runtime finds nothing new."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from findings import parse, problems, read_accepted
from tools import ROOT, gcc_analyzer, require, sources

PLANTED = """#include <stddef.h>
int prm_planted(int wanted);
int prm_planted(int wanted)
{
    const int value = 3;
    const int *at = wanted ? &value : NULL;
    return wanted ? 0 : *at;
}
"""


class Analyzer(unittest.TestCase):
    def setUp(self) -> None:
        require("gcc")

    def test_nothing_new(self) -> None:
        found = problems(parse(gcc_analyzer(sources()), ROOT), read_accepted("gcc"))
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_what_is_planted_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "planted.c"
            file.write_text(PLANTED, encoding="utf-8")
            found = problems(parse(gcc_analyzer([file]), Path(folder)), [])
        self.assertEqual([line.split(": ")[1] for line in found], ["-Wanalyzer-null-dereference"])


if __name__ == "__main__":
    unittest.main()
