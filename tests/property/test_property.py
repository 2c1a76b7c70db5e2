"""The C engine against the reference renderer: random packs, random arguments, all five ways out, every capacity.

PROMPTROM_PROPERTY_PACKS sets how many packs are made (default 2,000), PROMPTROM_PROPERTY_SEED which.
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

PACKS = int(os.environ.get("PROMPTROM_PROPERTY_PACKS", "2000"))
SEED = os.environ.get("PROMPTROM_PROPERTY_SEED", "1")
BATCH = 2000  #: packs in one file
FEW, FEW_SEED = 1500, "1"  #: packs among which every mutant is noticed
FLIPS = 60  #: damaged tables of each pack
CORE = ROOT / "runtime" / "core"
COMPILER = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc"
STRICT = ("-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align "
          "-Wstrict-prototypes -Wvla -Werror").split()
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SECONDS = 1800  #: after which a program counts as hung


def compile_c(*arguments: object) -> None:
    command = [COMPILER, f"-I{ROOT / 'include'}", *map(str, arguments)]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}")


def compile_harness(to: Path, flags: list[str]) -> Path:
    compile_c(*flags, HERE / "harness.c", *sorted(CORE.glob("*.c")), "-o", to)
    return to


def run_harness(harness: Path, *arguments: object, seconds: int = SECONDS) -> tuple[int, str]:
    """Exit status and output; a program that hangs has failed."""
    try:
        done = subprocess.run([harness, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return -1, "hangs"
    return done.returncode, done.stdout.decode("utf-8", "replace")


def make_cases(seed: str, numbers: range) -> tuple[list[bytes], Counter[str]]:
    """Cases of some packs, and what they are made of."""
    found, counts = [], Counter()
    for number in numbers:
        made = cases.PackCases(f"{seed}/{number}")
        found.append(made.write())
        counts += made.counts
    return found, counts


class Workshop:
    """Links the harness with one file of the library changed, compiling nothing else again."""

    FLAGS = ("-std=c99", "-O1")

    def __init__(self, directory: Path):
        self.directory = directory
        self.core = directory / "core"
        shutil.copytree(CORE, self.core)
        self.objects = {source: self.object(source, "unchanged")
                        for source in [HERE / "harness.c", *sorted(self.core.glob("*.c"))]}

    def object(self, source: Path, kind: str) -> Path:
        to = self.directory / f"{source.stem}.{kind}.o"
        compile_c(*self.FLAGS, "-c", source, "-o", to)
        return to

    def changed(self, mutant: Mutant) -> dict[Path, Path]:
        """New objects by source. A change in a header changes all that include it."""
        file = self.core / mutant.file
        before = file.read_text()
        file.write_text(before.replace(mutant.old, mutant.new))
        try:
            touched = [source for source in self.objects if source == file or (
                file.suffix == ".h" and f'"{file.name}"' in source.read_text())]
            return {source: self.object(source, "changed") for source in touched}
        finally:
            file.write_text(before)

    def link(self, changed: dict[Path, Path]) -> Path:
        to = self.directory / "harness"
        compile_c(*{**self.objects, **changed}.values(), "-o", to)
        return to


class Engines(unittest.TestCase):
    """One directory with the cases for all tests."""

    directory: Path
    counts: Counter[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom property "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        made, cls.counts = make_cases(SEED, range(min(PACKS, BATCH)))
        (cls.directory / "cases").write_bytes(b"".join(made))
        few = made[:FEW] if SEED == FEW_SEED and len(made) >= FEW else make_cases(FEW_SEED, range(FEW))[0]
        (cls.directory / "few").write_bytes(b"".join(few))

    def agree(self, harness: Path, name: str, *arguments: object) -> None:
        status, output = run_harness(harness, self.directory / name, *arguments)
        print(f"\n{self.id().rpartition('.')[2]}: {output.splitlines()[-1] if output else ''}", file=sys.stderr)
        self.assertEqual(0, status, output)

    def test_cases_are_of_all_kinds(self) -> None:
        print(f"\n{dict(sorted(self.counts.items()))}", file=sys.stderr)
        for kind in ("results", "bounded", "prefixes", "rows within themselves", "overlays compiled in",
                     "overlays at start", *cases.STATUS):
            self.assertGreater(self.counts[kind], 0, kind)
        self.assertLess(self.counts["beyond limits"] + self.counts["too deep"], min(PACKS, BATCH) // 10)

    def test_the_engines_agree(self) -> None:
        harness = compile_harness(self.directory / "sanitized", STRICT + SANITIZED)
        self.agree(harness, "cases")
        for start in range(BATCH, PACKS, BATCH):
            made, _ = make_cases(SEED, range(start, min(start + BATCH, PACKS)))
            (self.directory / "more").write_bytes(b"".join(made))
            self.agree(harness, "more")

    def test_the_small_engine_agrees(self) -> None:
        self.agree(compile_harness(self.directory / "small", STRICT + SANITIZED + ["-DPRM_SMALL"]), "few")

    def test_damaged_tables(self) -> None:
        """Nothing but the addresses that damaged offsets lead to may be odd."""
        flags = STRICT + SANITIZED + ["-fno-sanitize=alignment"]
        self.agree(compile_harness(self.directory / "flips", flags), "few", "flips", FLIPS)

    # ---- negative controls ----

    def test_mutants_are_noticed(self) -> None:
        workshop = Workshop(self.directory / "mutants")
        status, output = run_harness(workshop.link({}), self.directory / "few")
        self.assertEqual(0, status, output)
        for mutant in MUTANTS:
            text = (CORE / mutant.file).read_text()
            self.assertEqual(1, text.count(mutant.old), f"{mutant.name}: {mutant.old!r} in {mutant.file}")
        self.assertEqual([], [mutant.name for mutant in MUTANTS if not self.is_noticed(mutant, workshop)])

    def is_noticed(self, mutant: Mutant, workshop: "Workshop") -> bool:
        harness = workshop.link(workshop.changed(mutant))
        arguments = ["flips", FLIPS] if mutant.flips else []
        status, _ = run_harness(harness, self.directory / "few", *arguments, seconds=60)
        return status != 0

    def test_wrong_facts_are_noticed(self) -> None:
        with mock.patch.object(facts.Measure, "given", lambda self, var, escape: 0):
            self.assertRaises(cases.Outcome, make_cases, FEW_SEED, range(FEW))
        literal = facts.Prefix.literal
        with mock.patch.object(facts.Prefix, "literal", lambda self, text: literal(self, text + "x")):
            self.assertRaises(cases.Outcome, make_cases, FEW_SEED, range(FEW))


if __name__ == "__main__":
    unittest.main()
