"""What clang-19 counts is read as gaps: conditions that were never true, never false, or decided nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from conditions import find_gaps, read_functions, totals_of
from feeds import COMPILER, COUNTING

SOURCE = """static int never(int x)
{
    return x;
}

static int both(int a, int b)
{
    return a > 1 && b > 1;
}

static int nested(int a, int b)
{
    return !(a > 1 && b > 1) && !(a < 0 || b < 0);
}

static int kind(int a)
{
    switch (a) {
    case 1: return 1;
    case 2: return 2;
    default: return 3;
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 100)
        return never(argc);
    return both(argc, 2) + both(argc + 1, 2) + kind(1) + kind(3) + nested(argc, 0) > 100;
}
"""

GAPS = {
    "f.c:never: never called": 1,
    "f.c:both: never false: b > 1": 1,
    "f.c:kind: never true: case 2": 1,
    "f.c:main: never true: argc > 100": 1,
    "f.c:nested: never true: a > 1": 1,
    "f.c:nested: never asked: b > 1": 1,
    "f.c:nested: never true: a < 0": 1,
    "f.c:nested: never true: b < 0": 1,
    "f.c:nested: not measured: return !(a > 1 && b > 1) && !(a < 0 || b < 0);": 1,
}


class Conditions(unittest.TestCase):
    def setUp(self) -> None:
        for tool in (COMPILER, "llvm-cov-19", "llvm-profdata-19"):
            if not shutil.which(tool):
                self.skipTest(f"not run: {tool} is not here (packages clang-19, llvm-19 and libclang-rt-19-dev)")
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom conditions "))
        self.addCleanup(shutil.rmtree, self.directory)

    def run_tool(self, *words: object) -> "tuple[str, str]":
        done = subprocess.run([str(word) for word in words], cwd=self.directory, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=True,
                              env={**os.environ, "LLVM_PROFILE_FILE": str(self.directory / "raw")})
        return done.stdout, done.stderr

    def test_gaps(self) -> None:
        source, program = self.directory / "f.c", self.directory / "f"
        source.write_text(SOURCE, encoding="utf-8")
        _, said = self.run_tool(COMPILER, *COUNTING, source, "-o", program)
        self.run_tool(program)
        self.run_tool("llvm-profdata-19", "merge", "-o", "merged", "raw")
        exported, _ = self.run_tool("llvm-cov-19", "export", "-instr-profile", "merged", program)
        functions = read_functions(exported, self.directory, [self.directory])
        found = find_gaps(functions, said, self.directory)
        self.assertEqual({str(gap): count for gap, count in found.items()}, GAPS)
        totals = totals_of(functions)
        self.assertEqual(totals.functions, (4, 5))
        self.assertEqual(totals.conditions, (1, 2))


if __name__ == "__main__":
    unittest.main()
