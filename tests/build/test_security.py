"""SECURITY.md: every invariant has a test, every test that it names exists, and so does every path and preset."""

from __future__ import annotations

import json
import re
import unittest

from support import ROOT

PAGE = ROOT / "SECURITY.md"

INVARIANT = re.compile(r"^(\d+)\. \*\*", re.MULTILINE)
PROOF = re.compile(r"^\| (\d+) \| `(tests/[\w./-]+): (\w+)`", re.MULTILINE)
PATH = re.compile(r"`((?:tests|runtime)/[\w./-]+?)(?::[^`]*)?`")
PRESET = re.compile(r"--preset (\w+)|the same with `(\w+)`")


def missing_tests(text: str) -> list[str]:
    """Tests that the page names and that are not there."""
    found = []
    for _, path, name in PROOF.findall(text):
        file = ROOT / path
        code = file.read_text(encoding="utf-8") if file.is_file() else ""
        there = f"cmocka_unit_test({name})" in code or re.search(rf"^(?:    def|class) {name}\(", code, re.MULTILINE)
        if not there:
            found.append(f"{path}: {name}")
    return found


class Security(unittest.TestCase):
    def setUp(self) -> None:
        self.text = PAGE.read_text(encoding="utf-8")

    def test_invariants_are_numbered_and_proved(self) -> None:
        numbers = [int(number) for number in INVARIANT.findall(self.text)]
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        self.assertGreater(len(numbers), 10)
        self.assertEqual(sorted({int(number) for number, _, _ in PROOF.findall(self.text)}), numbers)

    def test_tests_exist(self) -> None:
        self.assertEqual(missing_tests(self.text), [])

    def test_a_missing_test_is_noticed(self) -> None:
        for name in ("tests/unit/test_pack.c: no_such_test", "tests/unit/no_such_file.c: every_flipped_byte",
                     "tests/hostile/test_paths.py: test_link"):
            self.assertEqual(missing_tests(f"| 1 | `{name}` |"), [name])

    def test_paths_and_presets_exist(self) -> None:
        for path in PATH.findall(self.text):
            self.assertTrue((ROOT / path).exists(), path)
        presets = {preset["name"] for preset in
                   json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["testPresets"]}
        named = {one or other for one, other in PRESET.findall(self.text)}
        self.assertEqual(named - presets, set())
        self.assertLessEqual({"asan", "msan", "valgrind"}, named)


if __name__ == "__main__":
    unittest.main()
