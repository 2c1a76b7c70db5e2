"""Cross compiling needs the compiler for the target and no other."""

from __future__ import annotations

import os
import shutil
import unittest
from pathlib import Path

from projects import two_packs
from support import InTemporaryDirectory, fails, run, write

TOOLCHAIN = """\
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER "{clang}")
set(CMAKE_C_COMPILER_TARGET thumbv7m-none-eabi)
set(CMAKE_C_FLAGS_INIT "-ffreestanding -isystem \\"{headers}\\"")
set(CMAKE_AR "{ar}")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
"""

#: All that the library takes from the target's C library; the other headers it needs come with every compiler.
STRING_H = """\
#ifndef STRING_H
#define STRING_H
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);
size_t strlen(const char *text);
#endif
"""

HOST_COMPILERS = ("cc", "gcc", "clang", "c99", "c++", "g++", "clang++")


@unittest.skipUnless(shutil.which("clang"), "clang is the cross compiler here")
class Cross(InTemporaryDirectory):
    def setUp(self) -> None:
        super().setUp()
        self.calls, broken = self.directory / "calls", self.directory / "broken"
        for name in HOST_COMPILERS:
            write(broken / name, f'#!/bin/sh\necho "$0" >>"{self.calls}"\nexit 1\n', executable=True)
        self.env = {"PATH": os.pathsep.join([str(broken), os.environ["PATH"]]), "CC": "", "CXX": ""}
        write(self.directory / "headers" / "string.h", STRING_H)
        self.toolchain = write(self.directory / "toolchain.cmake", TOOLCHAIN.format(
            clang=shutil.which("clang"), ar=shutil.which("llvm-ar") or shutil.which("ar"),
            headers=self.directory / "headers"))
        self.project = two_packs(self.directory / "project")
        self.out = self.directory / "out"

    def test_no_host_compiler_is_called(self) -> None:
        run("cmake", "-S", self.project, "-B", self.out, "-G", "Ninja", "--toolchain", self.toolchain, env=self.env)
        run("cmake", "--build", self.out, "--target", "left", "right", "promptrom_core", env=self.env)
        self.assertFalse(self.calls.exists())
        for library in ("libleft.a", "libright.a", "libpromptrom_core.a"):
            archive = next(self.out.rglob(library))
            self.assertEqual(self.machines(archive), {"ARM"})

    def machines(self, archive: Path) -> set[str]:
        lines = run("readelf", "-h", archive).splitlines()
        return {line.split(":")[1].strip() for line in lines if "Machine:" in line}

    def test_the_trap_works(self) -> None:
        fails("cmake", "-S", self.project, "-B", self.out, "-G", "Ninja", env=self.env)
        self.assertTrue(self.calls.exists())
