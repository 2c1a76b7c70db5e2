"""Compiles the workload and the programs that render it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
REQUEST = ROOT / "tests" / "request"
sys.path[:0] = [str(HERE), str(REQUEST)]

import request_pack  # noqa: E402
import workload  # noqa: E402

COMPILER = os.environ.get("CC") or "gcc"
CPP_COMPILER = os.environ.get("CXX") or "g++"
OPTIMIZED = ["-O2", "-g", "-ffunction-sections", "-fdata-sections"]
WARNINGS = "-Wall -Wextra -Wconversion -Wshadow -Wcast-qual -Wstrict-prototypes -Wvla -Werror".split()
#: The benchmark's own sources; those of C++ and of the workload are made from others.
SOURCES = ("main.c", "program.c", "printing.c", "cjson_request.c")


def run(*command: object) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


class Workshop:
    """A directory in which the programs are built, anew each time."""

    def __init__(self, directory: Path, core: Path = ROOT / "runtime" / "core") -> None:
        self.directory, self.core = directory, core
        self.generated = directory / "generated"
        self.objects = directory / "objects"
        for made in (directory / "packs", self.generated, self.objects):
            shutil.rmtree(made, ignore_errors=True)
            made.mkdir(parents=True)
        self.generate()

    def generate(self) -> None:
        request_pack.write_pack(self.directory / "packs" / "request")
        packs = workload.write_packs(self.directory / "packs")
        for pack in (*packs, self.directory / "packs" / "request"):
            run(sys.executable, ROOT / "gen" / "promptrom", "build", pack, "-o", self.generated)
        # The pack's name is that of a file of the tests beside it.
        for kind in ("h", "c"):
            (self.generated / f"request.{kind}").rename(self.generated / f"request_pack.{kind}")
        source = self.generated / "request_pack.c"
        source.write_text(source.read_text(encoding="utf-8").replace("request.h", "request_pack.h"), encoding="utf-8")
        tools = [{"type": "function", "function": tool} for tool in request_pack.tools()]
        workload.write_sources(self.generated, tools)

    def compile(self, source: Path, *flags: str, name: str = "") -> Path:
        to = self.objects / f"{name or source.stem}.o"
        folders = [f"-I{place}" for place in (ROOT / "include", self.generated, HERE, REQUEST, self.core,
                                              ROOT / "runtime" / "host", ROOT / "runtime" / "host" / "startup")]
        run(COMPILER, "-std=gnu99", *OPTIMIZED, *WARNINGS, *folders, *flags, "-c", source, "-o", to)
        return to

    def library(self) -> "list[Path]":
        sources = [*sorted(self.core.glob("*.c")), *sorted((ROOT / "runtime" / "host" / "startup").glob("*.c")),
                   ROOT / "runtime" / "host" / "plain_file.c"]
        return [self.compile(source) for source in sources]

    def program(self) -> Path:
        """Compiled prompts and their rivals in C."""
        objects = self.library()
        objects += [self.compile(source) for source in sorted(self.generated.glob("*.c"))]
        objects += [self.compile(HERE / name) for name in SOURCES]
        objects.append(self.compile(REQUEST / "request.c"))
        objects.append(self.compile(HERE / "straight.c", "-DCOPIES=inlined", name="straight_inlined"))
        objects.append(self.compile(HERE / "straight.c", "-DCOPIES=called", "-fno-builtin", name="straight_called"))
        to = self.directory / "program"
        run(COMPILER, *objects, "-Wl,--gc-sections", "-lcjson", "-lyaml", "-o", to)
        return to
