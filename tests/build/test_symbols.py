"""The core library needs nothing but memcpy, memmove, memset and memcmp, and has no writable data."""

from __future__ import annotations

import unittest
from pathlib import Path

from support import C_COMPILERS, CORE_SOURCES, ROOT, InTemporaryDirectory, run, write

ALLOWED = {"memcpy", "memmove", "memset", "memcmp"}
FLAGS = {"fast": ["-O2"], "small": ["-Os", "-DPRM_SMALL"], "plain": ["-O0"]}


def compile_all(compiler: str, flags: list[str], sources: list[Path], out: Path) -> Path:
    """An archive of the sources, each an object of its own."""
    out.mkdir(parents=True)
    objects = []
    for source in sources:
        objects.append(out / f"{source.stem}.o")
        run(compiler, "-std=c99", *flags, "-ffunction-sections", "-fdata-sections", "-I", ROOT / "include", "-c",
            source, "-o", objects[-1])
    archive = out / "core.a"
    run("ar", "rcs", archive, *objects)
    return archive


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
        self.assertTrue(C_COMPILERS and CORE_SOURCES)
        for compiler in C_COMPILERS:
            for name, flags in FLAGS.items():
                with self.subTest(compiler=compiler, flags=name):
                    archive = compile_all(compiler, flags, CORE_SOURCES, self.directory / compiler / name)
                    self.assertLessEqual(undefined_symbols(archive), ALLOWED)
                    self.assertEqual(writable_bytes(archive), 0)

    def check_caught(self, code: str) -> tuple[set[str], int]:
        source = write(self.directory / "planted.c", code)
        archive = compile_all(C_COMPILERS[0], ["-O2"], [*CORE_SOURCES, source], self.directory / "planted")
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
