"""A short run of every fuzz target, always the same one; each must find the fault that is planted for it."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import fuzz  # noqa: E402
from targets import TARGETS, Target  # noqa: E402
from workshop import FUZZING, SEEDS, Workshop, can_fuzz, run  # noqa: E402

SEED = 1
HANG = 60  #: seconds for one input


def short_run(program: Path, target: Target) -> "subprocess.CompletedProcess[str]":
    """A corpus of its own takes what is found on the way; the seeds stay as they are."""
    with tempfile.TemporaryDirectory(prefix="promptrom corpus ") as corpus:
        return run(program, f"-seed={SEED}", f"-runs={target.runs}", f"-max_len={target.longest}", f"-timeout={HANG}",
                   f"-artifact_prefix={corpus}/", corpus, SEEDS / target.name)


class Fuzz(unittest.TestCase):
    workshop: Workshop

    @classmethod
    def setUpClass(cls) -> None:
        if can_fuzz():
            directory = Path(tempfile.mkdtemp(prefix="promptrom fuzz "))
            cls.addClassCleanup(shutil.rmtree, directory)
            cls.workshop = Workshop(directory, FUZZING)

    def setUp(self) -> None:
        if not hasattr(self, "workshop"):
            print("not run: libFuzzer is not here (on Debian: clang libclang-rt-dev)", file=sys.stderr)
            self.skipTest("no libFuzzer")

    def test_short_runs(self) -> None:
        for target in TARGETS:
            with self.subTest(target=target.name):
                done = short_run(self.workshop.program(target), target)
                self.assertEqual(done.returncode, 0, done.stdout[-4000:])
                runs = re.search(r"Done (\d+) runs", done.stdout)
                self.assertGreaterEqual(int(runs[1]) if runs else 0, target.runs, done.stdout[-4000:])

    def test_planted_faults_are_found(self) -> None:
        for target in TARGETS:
            with self.subTest(target=target.name):
                done = short_run(self.workshop.faulty(target, target.fault), target)
                self.assertNotEqual(done.returncode, 0)
                self.assertRegex(done.stdout, "does not hold|Sanitizer|runtime error")

    def long_run(self, directory: Path) -> int:
        with contextlib.redirect_stdout(io.StringIO()), mock.patch.multiple(
                fuzz, BUILD=directory, Workshop=lambda *_: self.workshop):
            return fuzz.main(["--minutes", "0.01", "fence"])

    def test_long_runs(self) -> None:
        """Corpora grow, and what is found is kept."""
        with tempfile.TemporaryDirectory(prefix="promptrom fuzz ") as name:
            directory = Path(name)
            self.assertEqual(self.long_run(directory), 0)
            self.assertTrue(list((directory / "corpus" / "fence").iterdir()))
            self.assertEqual(list((directory / "found").iterdir()), [])
            faulty = self.workshop.faulty
            with mock.patch.object(self.workshop, "program", lambda target: faulty(target, target.fault)):
                self.assertEqual(self.long_run(directory), 1)
            self.assertIn("fence.log", [path.name for path in (directory / "found").iterdir()])


if __name__ == "__main__":
    unittest.main()
