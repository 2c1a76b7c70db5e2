"""Generated files compared with those that were read and found good. `renew.py` writes them anew."""

from __future__ import annotations

import difflib
import subprocess
import unittest

from renew import EXPECTED, HERE, generated


def difference(name: str, text: str) -> str:
    """What has changed since the golden file was written; empty if nothing has."""
    file = EXPECTED / name
    golden = file.read_text(encoding="utf-8") if file.exists() else ""
    return "".join(difflib.unified_diff(golden.splitlines(True), text.splitlines(True), f"golden {name}", name))


class Golden(unittest.TestCase):
    def test_generated_files_are_the_golden_ones(self) -> None:
        files = generated()
        self.assertEqual(sorted(files), sorted(file.name for file in EXPECTED.iterdir()))
        changes = "".join(difference(name, text) for name, text in files.items())
        self.assertEqual(changes, "", f"not as they were; if that is meant, run renew.py\n{changes}")

    def test_a_change_is_seen(self) -> None:
        files = generated()
        self.assertIn("-    \"Hello \"\n+    \"Hallo \"\n",
                      difference("plain.c", files["plain.c"].replace('"Hello "', '"Hallo "')))
        self.assertNotEqual(difference("new.c", "int new;\n"), "")

    def test_golden_files_compile(self) -> None:
        for source in sorted(EXPECTED.glob("*.c")):
            done = subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
                                   "-fsyntax-only", f"-I{HERE.parents[1] / 'include'}", str(source)],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
            self.assertEqual((done.returncode, done.stdout), (0, ""))
