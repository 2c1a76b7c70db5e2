"""The rivals in C++ build and render what they should."""

from __future__ import annotations

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

import bench  # noqa: E402
import programs  # noqa: E402
import rounds  # noqa: E402


class Rivals(unittest.TestCase):
    def test_all_render_the_same(self) -> None:
        if not shutil.which(programs.CPP_COMPILER):
            self.skip("a compiler of C++", "g++")
        with tempfile.TemporaryDirectory(prefix="promptrom bench ") as folder:
            program, missing = programs.Workshop(Path(folder)).rivals()
            right = bench.expected()
            with rounds.Worker(program) as worker:
                self.assertEqual(bench.compare(worker, right), [])
                texts = {kind: [text[1:] for text in found] for kind, found in right.items()}
                self.assertEqual(bench.compare(worker, texts), worker.shapes)
                self.assertIn("slot/std::string", worker.shapes)
        if missing:
            self.skip(" and ".join(missing), " ".join(f"lib{name}-dev" for name in missing))

    def skip(self, what: str, packages: str) -> None:
        print(f"not run: {what} is not here (on Debian: {packages})", file=sys.stderr)
        self.skipTest(what)


if __name__ == "__main__":
    unittest.main()
