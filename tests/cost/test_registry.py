"""What a turn of the registry costs: instructions for 40 sections with 30 variables, and stack.

Instructions are counted by valgrind's callgrind; stack is added up along the longest chain of calls, from what gcc
says of each function. `python3 test_registry.py --figures` prints them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("PROMPTROM_PYTHON", sys.executable)
CORE = sorted(ROOT.glob("runtime/core/*.c"))
REGISTRY = sorted(ROOT.glob("runtime/prompt/registry*.c"))

# Above what was measured with gcc 12 for x86-64 by a third, so that another compiler passes.
MOST_INSTRUCTIONS = {"assemble": 24_600, "render": 67_700, "emit": 151_900}
MOST_STACK = {"prm_registry_assemble": 730, "prm_prompt_measure": 2_250, "prm_prompt_render": 4_600,
              "prm_prompt_emit": 2_750, "prm_registry_section": 860}


def run(*command: object) -> str:
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def build(directory: Path) -> Path:
    """The program that takes turns."""
    run(PYTHON, ROOT / "gen/promptrom", "build", ROOT / "packs/harness", "-o", directory)
    program = directory / "registry"
    run("cc", "-O2", "-std=c99", f"-I{ROOT / 'include'}", f"-I{directory}", "-o", program,
        Path(__file__).with_name("registry.c"), directory / "harness.c", *CORE, *REGISTRY)
    return program


def count(program: Path, what: str, turn: int) -> int:
    """Instructions of that work in that turn."""
    said = run("valgrind", "--tool=callgrind", "--toggle-collect=measured", "--callgrind-out-file=/dev/null", program,
               what, turn)
    found = re.search(r"Collected : (\d+)", said)
    if not found or int(found[1]) == 0:
        raise AssertionError(f"nothing was counted:\n{said}")
    return int(found[1])


class Stack:
    """Functions with their stack in bytes and what they call; gcc writes one graph a file."""

    def __init__(self, directory: Path, planted: str = "") -> None:
        self.bytes: dict[str, int] = {}
        self.calls: dict[str, set[str]] = {}
        sources = [*CORE, *REGISTRY]
        if planted:
            sources.append(directory / "planted.c")
            sources[-1].write_text(planted, encoding="utf-8")
        for source in sources:
            run("gcc", "-O2", "-std=c99", f"-I{ROOT / 'include'}", "-fcallgraph-info=su", "-c", source, "-o",
                directory / f"{source.stem}.o", "-dumpdir", f"{directory}/")
        for graph in directory.glob("*.ci"):
            self.read(graph.read_text(encoding="utf-8"))

    def read(self, graph: str) -> None:
        for title, label in re.findall(r'node: \{ title: "([^"]+)" label: "([^"]*)"', graph):
            found = re.search(r"\\n(\d+) bytes \(([\w,]+)", label)
            if found and found[2] not in ("static", "dynamic,bounded"):
                raise AssertionError(f"the stack of {title} has no bound")
            if found:
                self.bytes[title] = int(found[1])
        for source, target in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', graph):
            self.calls.setdefault(source, set()).add(target)

    def depth(self, function: str, above: tuple[str, ...] = ()) -> int:
        """Bytes at most, callbacks not counted."""
        if function in above:
            raise AssertionError(" calls ".join([*above, function]))
        inner = [self.depth(name, (*above, function)) for name in self.calls.get(function, ())]
        return self.bytes.get(function, 0) + max(inner, default=0)


class Instructions(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        if not shutil.which("valgrind"):
            raise unittest.SkipTest("not run: valgrind is not installed")
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = build(Path(cls.folder.name))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def check_turns(self, first: int, later: int) -> None:
        self.assertLessEqual(later, first)

    def test_later_turns_cost_no_more(self) -> None:
        for what, most in MOST_INSTRUCTIONS.items():
            with self.subTest(what):
                first = count(self.program, what, 1)
                self.assertLess(first, most)
                for turn in (2, 4):
                    self.check_turns(first, count(self.program, what, turn))

    def test_a_turn_that_costs_more_is_caught(self) -> None:
        with self.assertRaises(AssertionError):
            self.check_turns(count(self.program, "nothing", 1), count(self.program, "assemble", 2))


class StackOfCalls(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.directory = Path(folder.name)

    def test_bounds(self) -> None:
        stack = Stack(self.directory)
        for function, most in MOST_STACK.items():
            with self.subTest(function):
                self.assertTrue(0 < stack.depth(function) <= most, stack.depth(function))
        for function in stack.bytes:
            stack.depth(function)

    def test_recursion_is_caught(self) -> None:
        planted = ("int prm_a(int n);\nint prm_b(int n);\n__attribute__((noinline)) int prm_a(int n)\n"
                   "{\n    return n > 0 ? prm_b(n - 1) + n : 1;\n}\n"
                   "__attribute__((noinline)) int prm_b(int n)\n{\n    return prm_a(n) * 2;\n}\n")
        with self.assertRaisesRegex(AssertionError, "prm_a calls prm_b calls prm_a"):
            Stack(self.directory, planted).depth("prm_a")


def print_figures() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        print(run(program).strip(), "from 40 sections with 30 variables")
        for what in (*MOST_INSTRUCTIONS, "copy"):
            turns = ", ".join(f"{count(program, what, turn)} in turn {turn}" for turn in (1, 2))
            print(f"{what:8}: {turns} (instructions)")
        stack = Stack(Path(folder))
        for function in MOST_STACK:
            print(f"{function}: {stack.depth(function)} bytes of stack")


if __name__ == "__main__":
    if sys.argv[1:] == ["--figures"]:
        print_figures()
    else:
        unittest.main()
