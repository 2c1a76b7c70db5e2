"""Did-you-mean."""

from __future__ import annotations

import itertools
import unittest

import fixtures  # noqa: F401 - puts the compiler on the path
from promptrom.suggest import did_you_mean, edit_distance, nearest


def slow_distance(a: str, b: str) -> int:
    """The definition of the distance, without a limit."""
    if not a or not b:
        return len(a) + len(b)
    best = min(slow_distance(a[1:], b) + 1, slow_distance(a, b[1:]) + 1, slow_distance(a[1:], b[1:]) + (a[0] != b[0]))
    if len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0]:
        best = min(best, slow_distance(a[2:], b[2:]) + 1)
    return best


class Suggest(unittest.TestCase):
    def test_nearest(self) -> None:
        for name, expected in (("pctt", "pct"), ("pc", "pct"), ("pcx", "pct"), ("cpt", "pct"), 
                               ("model_nme", "model_name"),
                               ("Pct", "pct"), ("PCT", "pct"), ("model-name", "model_name"), ("zork", None), 
                               ("p", None),
                               ("xyt", None), ("pct", None)):
            self.assertEqual(nearest(name, ["model_name", "pct"]), expected, name)

    def test_first_in_byte_order_of_equals(self) -> None:
        self.assertEqual(nearest("abcx", ["abce", "abcd"]), "abcd")
        self.assertEqual(nearest("abcx", ["abcd", "abce"]), "abcd")

    def test_distance(self) -> None:
        words = ["".join(letters) for size in range(5) for letters in itertools.product("ab", repeat=size)]
        words += ["abc", "acb", "cab", "bca", "abcd"]
        for a, b in itertools.product(words, words):
            for limit in (0, 1, 2, 9):
                self.assertEqual(edit_distance(a, b, limit), min(slow_distance(a, b), limit + 1), (a, b, limit))

    def test_long_names_are_not_compared(self) -> None:
        self.assertIsNone(nearest("a" * 100000, ["a" * 99999]))

    def test_help(self) -> None:
        self.assertEqual(did_you_mean("pctt", ["pct"]), ("did you mean pct?",))
        self.assertEqual(did_you_mean("pctt", ["pct"], "{{{}}}"), ("did you mean {pct}?",))
        self.assertEqual(did_you_mean("zork", ["pct"]), ())


if __name__ == "__main__":
    unittest.main()
