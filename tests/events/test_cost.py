"""What compiling and sending an event costs, and what it does not do: allocate, sort, compare texts.

Instructions are counted by valgrind's callgrind between entering and leaving prm_compile() and prm_send(), so that
the figures are the same on every run. `python3 test_cost.py --figures` prints them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Set, Tuple

import program
from scenarios import EVENTS

FORBIDDEN = re.compile(r"malloc|calloc|realloc|free|sort|bsearch|str(n?cmp|coll|len|chr|str)|mem(cmp|mem|chr)")

#: Instructions for compiling, and for sending to both runtimes with a viewer and without. Above what was measured
#: with gcc 12 at -O2 by a third, so that another compiler passes.
LIMITS: Dict[str, Tuple[int, int]] = {
    "thread_start": (130_000, 909_000),
    "thread_resume": (82_000, 579_000),
    "fresh_start": (109_000, 1_152_000),
    "wake": (100_000, 588_000),
    "resume": (52_000, 351_000),
    "deferred_continuation": (50_000, 324_000),
    "routed_message_delivery": (50_000, 578_000),
    "reaction_delivery": (17_000, 450_000),
    "final_visible_reply_check": (15_000, 126_000),
}


@dataclass(frozen=True)
class Counted:
    """What one run did inside a function of the library."""

    instructions: int
    functions: Dict[str, Set[str]]  #: that took part, with their callers


LISTED = re.compile(r"^ *[\d,]+ \([ \d.]+%\) +([<*>]) +.*?:(\S+)", re.MULTILINE)


def count(made: Path, event: str, function: str) -> Counted:
    out = made.parent / f"{function}.callgrind"
    said = run("valgrind", "--tool=callgrind", f"--toggle-collect={function}", f"--callgrind-out-file={out}", made,
               event, "quiet")
    listed = run("callgrind_annotate", "--threshold=100", "--auto=no", "--tree=caller", out)
    functions: Dict[str, Set[str]] = {}
    callers: Set[str] = set()
    for mark, name in LISTED.findall(listed):
        if mark == "<":
            callers.add(name)
        else:
            functions[name], callers = callers, set()
    if function not in functions:
        raise AssertionError(f"{function} is not in what was counted:\n{listed}")
    return Counted(int(re.search(r"Collected : (\d+)", said)[1]), functions)


def run(*command: object) -> str:
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stdout)
    return done.stdout


def forbidden(counted: Counted) -> Set[str]:
    """Functions that must not take part. Digits of a number are compared with those of its limits."""
    return {name for name, callers in counted.functions.items()
            if FORBIDDEN.search(name) and callers != {"check_bound"}}


def build(directory: Path, sources: "list[Path]" = program.SOURCES) -> Path:
    return program.build(directory, "gcc", ("-O2", "-g", "-Wl,-z,now"), False, sources)


class Cost(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        if not shutil.which("valgrind"):
            raise AssertionError("valgrind counts the instructions, and is not installed")
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = build(Path(cls.folder.name))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_events(self) -> None:
        for event, (compiling, sending) in LIMITS.items():
            with self.subTest(event):
                compiled = count(self.program, event, "prm_compile")
                sent = count(self.program, event, "prm_send")
                self.assertLess(compiled.instructions, compiling)
                self.assertLess(sent.instructions, sending)
                self.assertGreater(compiled.instructions, compiling // 4, "the limit says nothing any more")
                self.assertEqual(forbidden(compiled) | forbidden(sent), set())
        self.assertEqual(sorted(LIMITS), sorted(EVENTS))

    def test_a_comparison_of_texts_is_caught(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            planted = Path(directory) / "compile.c"
            original = next(source for source in program.SOURCES if source.name == "compile.c")
            text = original.read_text(encoding="utf-8")
            wrong = text.replace("    bundle->count = 0;\n    bundle->event = *event;",
                                 "    bundle->count = memcmp(event->event_id.data, bundle, 1) == 0;\n"
                                 "    bundle->count = 0;\n    bundle->event = *event;", 1).replace(
                                     "memcmp(", "(*(int (*volatile *)(const void *, const void *, size_t))"
                                     "&(int (*)(const void *, const void *, size_t)){memcmp})(")
            self.assertNotEqual(text, wrong)
            planted.write_text(wrong.replace('#include "', f'#include "{original.parent}/'), encoding="utf-8")
            made = build(Path(directory), [planted if source == original else source for source in program.SOURCES])
            self.assertTrue(any("memcmp" in name for name in forbidden(count(made, "wake", "prm_compile"))))


def figures() -> None:
    with tempfile.TemporaryDirectory() as directory:
        made = build(Path(directory))
        print(f"{'event':28}{'compile':>10}{'send':>10}   instructions (gcc -O2; send: two runtimes, twice each)")
        for event in EVENTS:
            print(f"{event:28}{count(made, event, 'prm_compile').instructions:10}"
                  f"{count(made, event, 'prm_send').instructions:10}")


if __name__ == "__main__":
    if "--figures" in sys.argv:
        figures()
    else:
        unittest.main()
