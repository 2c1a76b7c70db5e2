"""The core library needs nothing but memcpy, memmove, memset and memcmp, and has no writable data."""

from __future__ import annotations

import unittest
from pathlib import Path

from support import C_COMPILERS, ROOT, InTemporaryDirectory, run, write

ALLOWED = {"memcpy", "memmove", "memset", "memcmp"}
BUILDS = {"fast": ["-DCMAKE_BUILD_TYPE=Release"], "plain": ["-DCMAKE_BUILD_TYPE=Debug"],
          "small": ["-DCMAKE_BUILD_TYPE=MinSizeRel", "-DPROMPTROM_SMALL=ON"]}


def build_core(compiler: str, options: list[str], out: Path) -> Path:
    """The library's archive."""
    run("cmake", "-S", ROOT, "-B", out, "-G", "Ninja", "-DPROMPTROM_TESTS=OFF", "-DPROMPTROM_EXAMPLES=OFF",
        f"-DCMAKE_C_COMPILER={compiler}", *options, env={"CFLAGS": ""})
    run("cmake", "--build", out, "--target", "promptrom_core")
    return out / "runtime" / "libpromptrom_core.a"


def undefined_symbols(archive: Path) -> set[str]:
    """What somebody else must define: names that some object uses and no object of the archive has."""
    used, defined = set(), set()
    for line in run("nm", "-A", "-P", archive).splitlines():
        name, kind = line.rsplit(": ", 1)[1].split()[:2]
        (used if kind in "Uw" else defined).add(name)
    return used - defined


def writable_bytes(archive: Path) -> int:
    """Bytes in .data and .bss, of any object."""
    rows = [line.split() for line in run("size", archive).splitlines()[1:]]
    return sum(int(row[1]) + int(row[2]) for row in rows)


class Symbols(InTemporaryDirectory):
    def test_core(self) -> None:
        self.assertTrue(C_COMPILERS)
        for compiler in C_COMPILERS:
            for name, options in BUILDS.items():
                with self.subTest(compiler=compiler, build=name):
                    archive = build_core(compiler, options, self.directory / compiler / name)
                    self.assertLessEqual(undefined_symbols(archive), ALLOWED)
                    self.assertEqual(writable_bytes(archive), 0)

    def check_caught(self, code: str) -> tuple[set[str], int]:
        """What is found in the library with this code added."""
        archive = build_core(C_COMPILERS[0], BUILDS["fast"], self.directory / "build")
        source = write(self.directory / "planted.c", code)
        run(C_COMPILERS[0], "-c", source, "-o", self.directory / "planted.o")
        run("ar", "r", archive, self.directory / "planted.o")
        return undefined_symbols(archive) - ALLOWED, writable_bytes(archive)

    def test_allocation_is_caught(self) -> None:
        code = "#include <stdlib.h>\nvoid *prm_planted(void);\nvoid *prm_planted(void) { return malloc(8); }\n"
        self.assertEqual(self.check_caught(code), ({"malloc"}, 0))

    def test_initialised_data_is_caught(self) -> None:
        self.assertEqual(self.check_caught("int prm_planted[4] = {1};\n"), (set(), 16))

    def test_zeroed_data_is_caught(self) -> None:
        code = "int prm_planted(void);\nint prm_planted(void) { static int calls; return ++calls; }\n"
        self.assertEqual(self.check_caught(code), (set(), 4))


if __name__ == "__main__":
    unittest.main()
