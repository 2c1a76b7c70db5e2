"""The C engine against the reference renderer: random packs, random arguments, all five ways out, every capacity.

PROMPTROM_PROPERTY_PACKS sets how many packs are made (default 3,000), PROMPTROM_PROPERTY_SEED which.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "gen")]

from promptrom import facts  # noqa: E402

import cases  # noqa: E402
from mutants import MUTANTS, Mutant  # noqa: E402

PACKS = int(os.environ.get("PROMPTROM_PROPERTY_PACKS", "3000"))
SEED = os.environ.get("PROMPTROM_PROPERTY_SEED", "1")
MUTANT_PACKS = 700  #: enough for every mutant
FLIPS = 60  #: damaged tables of each pack
CORE = ROOT / "runtime" / "core"
COMPILER = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc"
STRICT = ("-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align "
          "-Wstrict-prototypes -Wvla -Werror").split()
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SECONDS = 1800  #: after which a program counts as hung


def compile_harness(to: Path, flags: list[str], core: Path = CORE) -> Path:
    sources = [HERE / "harness.c", *sorted(core.glob("*.c"))]
    command = [COMPILER, *flags, f"-I{ROOT / 'include'}", *map(str, sources), "-o", str(to)]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}")
    return to


def run_harness(harness: Path, *arguments: object, seconds: int = SECONDS) -> tuple[int, str]:
    """Exit status and output; a program that hangs has failed."""
    try:
        done = subprocess.run([harness, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return -1, "hangs"
    return done.returncode, done.stdout.decode("utf-8", "replace")


def write_cases(path: Path, count: int) -> Counter[str]:
    """Cases of so many packs; counts what they are made of."""
    counts: Counter[str] = Counter()
    with path.open("wb") as file:
        for number in range(count):
            made = cases.PackCases(f"{SEED}/{number}")
            file.write(made.write())
            counts += made.counts
    return counts


class Engines(unittest.TestCase):
    """One directory with the cases for all tests."""

    directory: Path
    counts: Counter[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom property "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.counts = write_cases(cls.directory / "cases", PACKS)
        write_cases(cls.directory / "few", MUTANT_PACKS)

    def agree(self, harness: Path, name: str, *arguments: object) -> None:
        status, output = run_harness(harness, self.directory / name, *arguments)
        print(f"\n{self.id().rpartition('.')[2]}: {output.splitlines()[-1] if output else ''}", file=sys.stderr)
        self.assertEqual(0, status, output)

    def test_cases_are_of_all_kinds(self) -> None:
        print(f"\n{dict(sorted(self.counts.items()))}", file=sys.stderr)
        for kind in ("results", "bounded", "prefixes", "rows within themselves", *cases.STATUS):
            self.assertGreater(self.counts[kind], 0, kind)
        self.assertLess(self.counts["beyond limits"] + self.counts["too deep"], PACKS // 10)

    def test_the_engines_agree(self) -> None:
        self.agree(compile_harness(self.directory / "sanitized", STRICT + SANITIZED), "cases")

    def test_the_small_engine_agrees(self) -> None:
        self.agree(compile_harness(self.directory / "small", STRICT + SANITIZED + ["-DPRM_SMALL"]), "few")

    def test_damaged_tables(self) -> None:
        """Nothing but the addresses that damaged offsets lead to may be odd."""
        flags = STRICT + SANITIZED + ["-fno-sanitize=alignment"]
        self.agree(compile_harness(self.directory / "flips", flags), "few", "flips", FLIPS)

    # ---- negative controls ----

    def test_mutants_are_noticed(self) -> None:
        objects = self.directory / "unchanged"
        flags = ["-std=c99", "-O1"]
        status, output = run_harness(compile_harness(objects, flags), self.directory / "few")
        self.assertEqual(0, status, output)
        missed = [mutant.name for mutant in MUTANTS if not self.is_noticed(mutant, flags)]
        self.assertEqual([], missed)

    def is_noticed(self, mutant: Mutant, flags: list[str]) -> bool:
        core = self.directory / "mutant"
        shutil.rmtree(core, ignore_errors=True)
        shutil.copytree(CORE, core)
        text = (core / mutant.file).read_text()
        self.assertEqual(1, text.count(mutant.old), f"{mutant.name}: {mutant.old!r} in {mutant.file}")
        (core / mutant.file).write_text(text.replace(mutant.old, mutant.new))
        harness = compile_harness(self.directory / "mutated", flags, core)
        arguments = ["flips", FLIPS] if mutant.flips else []
        status, _ = run_harness(harness, self.directory / "few", *arguments, seconds=60)
        return status != 0

    def test_wrong_facts_are_noticed(self) -> None:
        with mock.patch.object(facts.Measure, "given", lambda self, var, escape: 0):
            self.assertRaises(cases.Outcome, write_cases, self.directory / "wrong", MUTANT_PACKS)
        literal = facts.Prefix.literal
        with mock.patch.object(facts.Prefix, "literal", lambda self, text: literal(self, text + "x")):
            self.assertRaises(cases.Outcome, write_cases, self.directory / "wrong", MUTANT_PACKS)


if __name__ == "__main__":
    unittest.main()
