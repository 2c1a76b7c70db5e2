"""Real prompt files, where there are any: each compiles after `promptrom init`, or gets a diagnostic at a place that
a person can look at. `test_corpora.py --report` prints how many of them do.

The files stand in ../shared/corpora beside the project, and are no part of it. Each kind of trouble that they hold is
also a case of tests/gen/test_init.py.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "gen"))

from survey import CORPORA, Survey, add_cases, differing, survey, table  # noqa: E402

MOST_SECONDS = 120  #: of the processor before the system ends this process: many times what all collections take
GEN = ROOT / "gen" / "promptrom"


def names() -> list[str]:
    return sorted(path.name for path in CORPORA.iterdir() if path.is_dir())


def in_c(found: Survey, count: int, work: Path) -> str:
    """What the C engine finds wrong with the cases of a collection's pack, in all ways out."""
    out = work / f"{found.name}-c"
    for command in ("build", "casetest"):
        subprocess.run([sys.executable, str(GEN), command, str(found.pack), "-o", str(out), "-W", "no-all"],
                       check=True)
    driver = next(out.glob("*_cases.c")).read_text(encoding="utf-8")
    if driver.count("    run_") != count:
        return f"{driver.count('    run_')} cases instead of {count}"
    program = out / "cases"
    sources = [*out.glob("*.c"), GEN / "witness" / "witness.c", *(ROOT / "runtime" / "core").glob("*.c")]
    subprocess.run(["cc", "-std=c99", "-O0", "-I", str(ROOT / "include"), "-I", str(out), "-I", str(GEN / "witness"),
                    "-o", str(program), *map(str, sources)], check=True)
    done = subprocess.run([str(program)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                          errors="replace", check=False)
    return done.stdout or (f"ended with {done.returncode}" if done.returncode else "")


class Corpora(unittest.TestCase):
    surveys: list[Survey]
    work: Path

    @classmethod
    def setUpClass(cls) -> None:
        if not CORPORA.is_dir():
            print(f"not run: there are no prompt files at {CORPORA}", file=sys.stderr)
            raise unittest.SkipTest("no prompt files")
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.work = Path(directory.name)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(before) + MOST_SECONDS, hard))
        cls.surveys = [survey(CORPORA / name, cls.work) for name in names()]
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))

    def test_there_is_something(self) -> None:
        self.assertGreater(len(self.surveys), 5)
        for found in self.surveys:
            self.assertGreater(len(found.prompts), 10, found.name)

    def test_what_does_not_compile_has_a_place(self) -> None:
        for found in self.surveys:
            for prompt in found.prompts:
                for item in prompt.items:
                    with self.subTest(prompt.path.name, code=item.code):
                        self.assertTrue(item.span or item.path)
                        if item.severity == "error":
                            self.assertTrue(item.helps or item.notes, item.message)

    def test_the_command_ends_as_it_should(self) -> None:
        for found in self.surveys:
            done = subprocess.run([sys.executable, str(GEN), "init", str(self.work / f"{found.name}-made"), "--from",
                                   *(str(prompt.path) for prompt in found.prompts)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
            undecided = any(not prompt.compiled for prompt in found.prompts)
            with self.subTest(found.name):
                self.assertEqual(done.returncode, 1 if undecided else 0, done.stderr)
                self.assertEqual("decide on what is said above" in done.stderr, undecided)
                self.assertEqual([each.path for each in found.prompts if each.path.name not in done.stdout], [])

    def test_bytes_come_through(self) -> None:
        self.assertEqual({found.name: differing(found) for found in self.surveys if differing(found)}, {})
        self.assertGreater(sum(bool(prompt.made) for found in self.surveys for prompt in found.compiled), 500)

    def test_a_byte_that_is_lost_is_noticed(self) -> None:
        prompt = next(prompt for found in self.surveys for prompt in found.compiled if len(prompt.made) > 100)
        made = prompt.made
        self.addCleanup(setattr, prompt, "made", made)
        for wrong in (made[:-1], made + b" ", made[:50] + b"?" + made[51:], made.replace(b"\n", b"\r\n")):
            prompt.made = wrong
            self.assertEqual([each for found in self.surveys for each in differing(found)], [prompt.path])

    def test_the_same_bytes_in_c(self) -> None:
        if not shutil.which("cc"):
            print("not run: cc is not here (on Debian: gcc)", file=sys.stderr)
            self.skipTest("cc")
        for found in self.surveys:
            with self.subTest(found.name):
                self.assertEqual(in_c(found, add_cases(found), self.work), "")
        smallest = min(self.surveys, key=lambda found: len(found.compiled))
        prompt = smallest.compiled[0]
        prompt.made, made = prompt.made[:-1] + b"?", prompt.made
        self.addCleanup(setattr, prompt, "made", made)
        self.assertIn("from byte", in_c(smallest, add_cases(smallest), self.work), "a wrong byte must be found")


def report() -> None:
    with tempfile.TemporaryDirectory() as directory:
        print(table([survey(CORPORA / name, Path(directory)) for name in names()]))


if __name__ == "__main__":
    options = argparse.ArgumentParser(add_help=False)
    options.add_argument("--report", action="store_true")
    if options.parse_known_args()[0].report:
        if not CORPORA.is_dir():
            sys.exit(f"there are no prompt files at {CORPORA}")
        report()
    else:
        unittest.main()
