"""The mutator makes the faults that it should, the tests notice them, and that they do not is noticed."""

from __future__ import annotations

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import justified
import mutation
import mutator
from suite import CORE, KILLED, NO_COMPILE, ROOT, SAME, SURVIVED, TIMEOUT, UNITS, Suite
from work import MOST_GROWTH, PARTS, SLOWER, Work, slower

FENCE = CORE / "fence.c"
SMALL = CORE / "small.c"

EXAMPLE = """/* Not here: a < b */
static bool is_one(const char *at, size_t size)
{
    size_t i = 0;
    const char *p = &at[1];

    while (i < size && at[i] != '<')    /* nor < here */
        i++;
    (void)p;
    return !at[i];
}
"""

#: Lines that must come out of it, and how many there are of each kind.
EXAMPLE_LINES = {
    "while (i <= size && at[i] != '<') /* nor < here */", "while (i >= size && at[i] != '<') /* nor < here */",
    "while (i < size || at[i] != '<') /* nor < here */", "while (i < size && at[i] == '<') /* nor < here */",
    "i--;", "return at[i];", "return !(!at[i]);", "size_t i = 1;", "const char *p = &at[2];",
    "const char *p = &at[0];", ";"
}

#: Faults of fence.c: part of the mutated line, and what must become of each.
FAULTS = (
    ("if (size - i < name_size)", KILLED), ("if (text[i++] == '<')", KILLED), ("while (i <= size) {", KILLED),
    ("return (0) + 1;", KILLED), ("(void)size; => ;", SAME),
)

#: Faults of fence.c that change no result: part of the mutated line, and whether they slow.
QUIET_FAULTS = (
    ("i = skip_words(text, size, i); => ;", SLOWER), ("size - i > sizeof(prm_word); i +=", SLOWER),
    ("size - i > sizeof(prm_block) &&", SLOWER), ("~(other | w) & PRM_EACH(129)", SURVIVED),
)

#: What becomes of faults in code that only small libraries have, in code that they lack, and of one without effect.
SMALL_FAULTS = (
    (SMALL, "*to = '\\0'; => ;", KILLED), (CORE / "emit.c", "out->sent += stretch.size; => ;", KILLED),
    (FENCE, "(void)size; => ;", SAME),
)


def fault(line: str, file: Path = FENCE) -> mutator.Mutant:
    (found, *_) = [mutant for mutant in mutator.all_mutants(ROOT, [file]) if line in mutant.key]
    return found


class Mutation(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom mutation "))
        self.addCleanup(shutil.rmtree, self.directory)

    def suite(self, name: str, sanitized: bool = False, small: bool = False) -> Suite:
        directory = self.directory / f"{name} {sanitized} {small}"
        made = Suite(directory, sanitized, (UNITS / f"{name}.c",), harness=False, small=small)
        made.build()
        made.prepare()
        return made

    def verdict(self, suite: Suite, mutant: mutator.Mutant) -> str:
        text = mutant.apply((ROOT / mutant.file).read_text(encoding="utf-8"))
        return suite.verdict(ROOT / mutant.file, text, self.directory / "scratch")[0]

    def test_faults_of_a_function(self) -> None:
        made = list(mutator.mutants_of("example.c", EXAMPLE))
        self.assertEqual({mutant.now for mutant in made} - EXAMPLE_LINES, set())
        self.assertEqual(EXAMPLE_LINES - {mutant.now for mutant in made}, set())
        self.assertEqual(len({mutant.key for mutant in made}), len(made))
        self.assertTrue(all(mutant.apply(EXAMPLE) != EXAMPLE for mutant in made))

    def test_all_of_the_core_has_faults(self) -> None:
        made = mutator.all_mutants(ROOT, sorted(CORE.glob("*.c")))
        self.assertEqual({mutant.file for mutant in made}, {f"runtime/core/{path.name}" for path in CORE.glob("*.c")})
        self.assertGreater(len(made), 3000)

    def test_faults_are_noticed(self) -> None:
        plain, sanitized = self.suite("test_fence"), self.suite("test_fence", sanitized=True)
        for line, wanted in FAULTS:
            with self.subTest(line):
                found = self.verdict(plain, fault(line))
                if found == SURVIVED:
                    found = self.verdict(sanitized, fault(line))
                self.assertEqual(found, wanted)

    def test_faults_of_headers_that_headers_include_are_noticed(self) -> None:
        suite, apart = self.suite("test_arguments"), CORE / "apart.h"
        self.assertNotIn('"apart.h"', (CORE / "value.c").read_text(encoding="utf-8"))
        self.assertIn(CORE / "value.c", suite.touched(apart))
        self.assertEqual(self.verdict(suite, fault(" > capacity + (size - 1);", apart)), KILLED)

    def test_faults_of_small_code_are_tried_in_a_small_library(self) -> None:
        plain, small = self.suite("test_arguments"), self.suite("test_arguments", small=True)
        self.assertEqual(self.verdict(plain, fault("*to = '\\0'; => ;", SMALL)), SAME)
        workers = mutation.Workers(self.directory, mutation.Store(self.directory / "results.jsonl"))
        workers.suites, workers.small = [plain], [small]
        for file, line, wanted in SMALL_FAULTS:
            with self.subTest(line):
                self.assertEqual(workers.try_one(fault(line, file)), wanted)

    def test_endless_loops_are_ended(self) -> None:
        text = FENCE.read_text(encoding="utf-8").replace("    while (i < size) {", "    while (i < size || 1) {")
        found = self.suite("test_fence").verdict(FENCE, text.replace("i++", "i"), self.directory / "scratch")
        self.assertEqual(found[0], TIMEOUT)

    def test_what_is_not_tested_survives(self) -> None:
        suite = self.suite("test_integer")
        mutant = fault("if (text[i++] == '<')")
        self.assertEqual(self.verdict(suite, mutant), SURVIVED)
        self.assertEqual(mutation.problems({mutant.key: SURVIVED}, {}), [f"survives: {mutant.key}"])
        self.assertEqual(mutation.problems({mutant.key: SURVIVED}, {mutant.key: "why"}), [])
        self.assertEqual(len(mutation.problems({mutant.key: KILLED}, {mutant.key: "why"})), 1)
        self.assertEqual(mutation.problems({mutant.key: SLOWER}, {mutant.key: "why"}), [])
        self.assertEqual(mutation.problems({mutant.key: SLOWER}, {}), [])

    def test_what_only_slows_is_noticed(self) -> None:
        if not shutil.which("valgrind"):
            print("not run: valgrind is not here (on Debian: valgrind)", file=sys.stderr)
            self.skipTest("valgrind is not here")
        suite = self.suite("test_fence")
        work = Work(suite)
        work.prepare()
        text = FENCE.read_text(encoding="utf-8")
        self.assertEqual(work.verdict(FENCE, text, self.directory / "scratch"), (SURVIVED, ""))
        for line, wanted in QUIET_FAULTS:
            with self.subTest(line):
                self.assertEqual(self.verdict(suite, fault(line)), SURVIVED)
                found = work.verdict(FENCE, fault(line).apply(text), self.directory / "scratch")
                self.assertEqual(found[0], wanted)

    def test_growth_of_one_part_is_noticed(self) -> None:
        before = {"one": 1000, "other": 1000}
        self.assertEqual(slower(before, {"one": int(1000 * (1 + MOST_GROWTH)), "other": 900}), [])
        self.assertEqual(slower(before, {"one": int(1000 * (1 + MOST_GROWTH)) + 1, "other": 900}), ["one"])

    def test_files_that_are_counted_exist(self) -> None:
        self.assertEqual([name for name in PARTS if not (CORE / name).exists()], [])

    def test_what_does_not_compile_is_told(self) -> None:
        found = self.suite("test_integer").verdict(FENCE, "int;;;(", self.directory / "scratch")
        self.assertEqual(found[0], NO_COMPILE)

    def test_justified_mutants_exist(self) -> None:
        known = {mutant.key for mutant in mutator.all_mutants(ROOT, sorted(CORE.glob("*.[ch]")))}
        self.assertEqual(justified.read().keys() - known, set())

    def read(self, now: str) -> "dict[str, str]":
        file = self.directory / "justified.yaml"
        file.write_text(f"a.c:f: [{{was: x, now: {now}, why: This is a reason of some length.}}]", encoding="utf-8")
        return justified.read(file)

    def test_each_line_of_a_list_counts(self) -> None:
        one, other = (f"a.c:f [0] x => {line}" for line in "yz")
        known = self.read("[y, z]")
        self.assertEqual(list(known), [one, other])
        self.assertEqual(list(self.read("y")), [one])
        self.assertEqual(mutation.problems({one: SURVIVED, other: SURVIVED}, known), [])
        self.assertEqual(mutation.problems({one: SURVIVED, other: SURVIVED}, self.read("[y]")),
                         [f"survives: {other}"])
        self.assertEqual(len(mutation.problems({one: SURVIVED, other: KILLED}, known)), 1)

    def test_bad_lists(self) -> None:
        for now in ("[]", "[y, 1]", "1", "{y: z}", "[y, y]", "[[y]]"):
            with self.subTest(now), self.assertRaises(justified.BadFile):
                self.read(now)


if __name__ == "__main__":
    unittest.main()
