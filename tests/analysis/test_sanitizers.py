"""Unit tests of the core under the sanitizers of gcc and clang and under valgrind; each notices what it is for.

This is the short version. The presets asan, msan and valgrind of CMake run all C programs so; SECURITY.md says how.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

from tools import ROOT

CORE = ROOT / "runtime" / "core"
UNITS = ROOT / "tests" / "unit"
NAMES = ("test_arguments", "test_fence", "test_integer", "test_locate", "test_overlay", "test_tokens", "test_values",
         "test_walk")


@dataclass(frozen=True)
class Way:
    """How programs are compiled and run."""

    tool: str
    package: str
    compiler: str
    flags: tuple[str, ...]
    runner: tuple[str, ...] = ()


WAYS = {
    "address": Way("gcc", "gcc", "gcc", ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")),
    "memory": Way("clang", "clang", "clang", ("-O1", "-fsanitize=memory", "-fno-sanitize-recover=all")),
    "valgrind": Way("valgrind", "valgrind", "gcc", ("-O1",), ("valgrind", "-q", "--error-exitcode=9")),
}

@dataclass(frozen=True)
class Fault:
    """A fault that need not make a result wrong."""

    file: str  #: of the core
    old: str  #: stands there once
    new: str
    test: str
    ways: tuple[str, ...]  #: that notice it
    message: str  #: what one of them says


PLANTED = {
    "reads a byte too far": Fault(
        "fence.c", "    while (i < size) {\n        if (text[i++]", "    while (i <= size) {\n        if (text[i++]",
        "test_fence", ("address", "valgrind"), "heap-buffer-overflow|Invalid read"),
    "reads what was never written": Fault(
        "integer.c", "    memset(&integer, 0, sizeof integer);\n    if (value < 0)", "    if (value < 0)",
        "test_integer", ("memory", "valgrind"), "use-of-uninitialized-value|uninitialised value"),
    "overflows a signed number": Fault(
        "integer.c", "0 - (uint64_t)value", "(uint64_t)-value", "test_integer", ("address",),
        "cannot be represented"),
}


class Sanitizers(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom sanitizers "))
        self.addCleanup(shutil.rmtree, self.directory)

    def compile(self, way: Way, *words: object) -> None:
        command = [way.compiler, "-std=gnu99", "-g", "-w", *way.flags, f"-I{ROOT / 'include'}", f"-I{CORE}",
                   f"-I{UNITS}", *map(str, words)]
        done = subprocess.run(command, cwd=self.directory, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)

    def objects(self, way: Way) -> dict[str, Path]:
        """The core, by the names of its files."""
        self.compile(way, "-c", *sorted(CORE.glob("*.c")))
        return {path.with_suffix(".c").name: path for path in self.directory.glob("*.o")}

    def run_test(self, way: Way, objects: dict[str, Path], name: str) -> tuple[int, str]:
        program = self.directory / name
        self.compile(way, UNITS / f"{name}.c", *objects.values(), "-lcmocka", "-o", program)
        done = subprocess.run([*way.runner, str(program)], text=True, errors="replace", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def require(self, way: Way) -> None:
        if not shutil.which(way.tool):
            self.skipTest(f"not run: {way.tool} is not here (package {way.package})")

    def check_way(self, name: str) -> None:
        way = WAYS[name]
        self.require(way)
        objects = self.objects(way)
        for test in NAMES:
            with self.subTest(test):
                status, said = self.run_test(way, objects, test)
                self.assertEqual(status, 0, said)
        for what, fault in PLANTED.items():
            if name in fault.ways:
                with self.subTest(what):
                    self.check_planted(way, objects, fault)

    def check_planted(self, way: Way, objects: dict[str, Path], fault: Fault) -> None:
        text = (CORE / fault.file).read_text(encoding="utf-8")
        self.assertEqual(text.count(fault.old), 1, f"{fault.file} does not say once: {fault.old}")
        changed = self.directory / fault.file
        changed.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        made = self.directory / "planted.o"
        self.compile(way, "-c", changed, "-o", made)
        status, said = self.run_test(way, {**objects, fault.file: made}, fault.test)
        self.assertNotEqual(status, 0, "nothing was noticed")
        self.assertTrue(re.search(fault.message, said), said)

    def test_address_and_undefined(self) -> None:
        self.check_way("address")

    def test_memory(self) -> None:
        self.check_way("memory")

    def test_valgrind(self) -> None:
        self.check_way("valgrind")


if __name__ == "__main__":
    unittest.main()
