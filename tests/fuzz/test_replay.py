"""Seeds, and the inputs that once showed a fault, through every target without libFuzzer."""

from __future__ import annotations

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from targets import REGRESSIONS, TARGETS  # noqa: E402
from workshop import FOUND, REPLAYING, SEEDS, Workshop, inputs_of, regressions_of, run, seeds_of  # noqa: E402

BY_NAME = {target.name: target for target in TARGETS}


class Replay(unittest.TestCase):
    workshop: Workshop

    @classmethod
    def setUpClass(cls) -> None:
        directory = Path(tempfile.mkdtemp(prefix="promptrom replay "))
        cls.addClassCleanup(shutil.rmtree, directory)
        cls.workshop = Workshop(directory, REPLAYING)

    def test_every_target_has_seeds(self) -> None:
        self.assertEqual(sorted(path.name for path in SEEDS.iterdir()), sorted(BY_NAME))
        for target in TARGETS:
            self.assertTrue(seeds_of(target), target.name)

    def test_every_fault_is_told_of(self) -> None:
        self.assertEqual(sorted(path.name for path in FOUND.iterdir()), sorted(item.name for item in REGRESSIONS))
        for item in REGRESSIONS:
            self.assertTrue((FOUND / item.name / "about.md").read_text(encoding="utf-8").strip(), item.name)

    def test_all_inputs(self) -> None:
        for target in TARGETS:
            with self.subTest(target=target.name):
                paths = [*seeds_of(target), *[path for item in regressions_of(target) for path in inputs_of(item)]]
                done = run(self.workshop.program(target), *paths)
                self.assertEqual(done.returncode, 0, done.stdout[-4000:])
                self.assertEqual(done.stdout.count("replay: "), len(paths))

    def test_faults_that_come_back_are_noticed(self) -> None:
        for item in REGRESSIONS:
            with self.subTest(fault=item.name):
                target = BY_NAME[item.target]
                program = self.workshop.faulty(target, item.fault)
                done = run(program, *inputs_of(FOUND / item.name))
                self.assertNotEqual(done.returncode, 0)
                self.assertRegex(done.stdout, "does not hold|Sanitizer|runtime error")


if __name__ == "__main__":
    unittest.main()
