"""The freestanding libraries need nothing but memcpy, memmove, memset and memcmp, and have no writable data."""

from __future__ import annotations

import shutil
import unittest
from pathlib import Path

from support import C_COMPILERS, ROOT, InTemporaryDirectory, run, write

ALLOWED = {"memcpy", "memmove", "memset", "memcmp"}
BUILDS = {"fast": ["-DCMAKE_BUILD_TYPE=Release"],
          "small": ["-DCMAKE_BUILD_TYPE=MinSizeRel", "-DPROMPTROM_SMALL=ON"]}

PLANTED = {  # code, and what must be found with it in the core: names and bytes
    "allocation": ("#include <stdlib.h>\nvoid *prm_planted(void) { return malloc(8); }\n", ({"malloc"}, 0)),
    "initialised data": ("int prm_planted[4] = {1};\n", (set(), 16)),
    "zeroed data": ("int prm_planted(void) { static int calls; return ++calls; }\n", (set(), 4)),
}


def build(compiler: str, options: list[str], out: Path) -> dict[str, Path]:
    """The archive of each library that must be able to stand without an operating system."""
    run("cmake", "-S", ROOT, "-B", out, "-G", "Ninja", "-DPROMPTROM_TESTS=OFF", "-DPROMPTROM_EXAMPLES=OFF",
        f"-DCMAKE_C_COMPILER={compiler}", *options, env={"CFLAGS": ""})
    run("cmake", "--build", out)
    return {name: out / "runtime" / f"libpromptrom_{name}.a" for name in ("core", "prompt", "context")}


def symbols(archive: Path) -> tuple[set[str], set[str]]:
    """Names that its objects use, and names that they define."""
    used, defined = set(), set()
    for line in run("nm", "-A", "-P", archive).splitlines():
        name, kind = line.rsplit(": ", 1)[1].split()[:2]
        (used if kind in "Uw" else defined).add(name)
    return used, defined


def strangers(archive: Path, *below: Path) -> set[str]:
    """What an archive uses that neither it, nor those below it, nor the permitted part of the C library has."""
    known = set.union(ALLOWED, *(symbols(other)[1] for other in (archive, *below)))
    return symbols(archive)[0] - known


def writable_bytes(archive: Path) -> int:
    """Bytes in .data and .bss, of any object."""
    rows = [line.split() for line in run("size", archive).splitlines()[1:]]
    return sum(int(row[1]) + int(row[2]) for row in rows)


class Symbols(InTemporaryDirectory):
    def test_libraries(self) -> None:
        self.assertTrue(C_COMPILERS)
        for compiler in C_COMPILERS:
            for name, options in BUILDS.items():
                with self.subTest(compiler=compiler, build=name):
                    made = build(compiler, options, self.directory / compiler / name)
                    self.assertEqual(strangers(made["core"]), set())
                    self.assertEqual(strangers(made["prompt"], made["core"]), set())
                    self.assertEqual(strangers(made["context"], made["core"]), set())
                    self.assertEqual([writable_bytes(archive) for archive in made.values()], [0, 0, 0])

    def test_what_is_planted_is_caught(self) -> None:
        core = build(C_COMPILERS[0], BUILDS["fast"], self.directory / "build")["core"]
        for name, (code, caught) in PLANTED.items():
            with self.subTest(name):
                source, archive = write(self.directory / "planted.c", code), self.directory / f"{name}.a"
                shutil.copy(core, archive)
                run(C_COMPILERS[0], "-c", source, "-o", self.directory / "planted.o")
                run("ar", "r", archive, self.directory / "planted.o")
                self.assertEqual((strangers(archive), writable_bytes(archive)), caught)


if __name__ == "__main__":
    unittest.main()
