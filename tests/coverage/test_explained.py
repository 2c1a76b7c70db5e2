"""explained.yaml is about functions and conditions that there are."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from explained import BadFile, compare, read
from conditions import NEVER_TRUE, Gap
from feeds import ROOT

GOOD = "{a.c:f: [{never true: x > 1, why: This is a reason of some length.}]}"
BAD = {
    "no reason": "{a.c:f: [{never true: x > 1, why: short}]}",
    "no outcome": "{a.c:f: [{why: This is a reason of some length.}]}",
    "two outcomes": "{a.c:f: [{never true: x, never false: x, why: This is a reason of some length.}]}",
    "an unknown outcome": "{a.c:f: [{often true: x, why: This is a reason of some length.}]}",
    "the same twice": "{a.c:f: [{never true: x, why: This is a reason of some length.}, "
                      "{never true: x, why: This is a reason of some length.}]}",
}


class Explained(unittest.TestCase):
    def read(self, text: str) -> "object":
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "explained.yaml"
            file.write_text(text, encoding="utf-8")
            return read(file)

    def test_conditions_exist(self) -> None:
        for gap in read():
            file, _, function = gap.place.partition(":")
            with self.subTest(str(gap)):
                text = " ".join((ROOT / file).read_text(encoding="utf-8").split())
                self.assertTrue(f"{function}(" in text, f"{file} has no function {function}")
                self.assertTrue(gap.text in text, f"{file} does not say: {gap.text}")

    def test_bad_files(self) -> None:
        self.assertEqual(self.read(GOOD), {Gap("a.c:f", NEVER_TRUE, "x > 1"): 1})
        for what, text in BAD.items():
            with self.subTest(what), self.assertRaises(BadFile):
                self.read(text)

    def test_differences(self) -> None:
        known = self.read(GOOD)
        other = Gap("a.c:f", NEVER_TRUE, "x > 2")
        self.assertFalse(compare(known, known))
        self.assertIn("x > 2: explain it", str(compare(known + type(known)([other]), known)))
        self.assertIn("x > 1: no gap any more", str(compare(type(known)(), known)))


if __name__ == "__main__":
    unittest.main()
