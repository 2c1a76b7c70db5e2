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
CORE, HOST = ROOT / "runtime" / "core", ROOT / "runtime" / "host"
sys.path[:0] = [str(HERE), str(REQUEST)]

import request_pack  # noqa: E402
import workload  # noqa: E402

COMPILER = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc"
CPP_COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++") or "c++"
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

    def __init__(self, directory: Path) -> None:
        self.directory = directory
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
        workload.write_templates(self.directory / "templates.json")

    def compile(self, source: Path, *flags: str, name: str = "") -> Path:
        to = self.objects / f"{name or source.stem}.o"
        places = (ROOT / "include", self.generated, HERE, REQUEST, CORE, HOST, HOST / "startup")
        folders = [f"-I{place}" for place in places]
        run(COMPILER, "-std=gnu99", *OPTIMIZED, *WARNINGS, *folders, *flags, "-c", source, "-o", to)
        return to

    def library(self, *flags: str) -> list[Path]:
        sources = [*sorted(CORE.glob("*.c")), *sorted((HOST / "startup").glob("*.c")), HOST / "plain_file.c"]
        return [self.compile(source, *flags) for source in sources]

    def program(self, *flags: str) -> Path:
        """Compiled prompts and their rivals in C. Flags are for the library."""
        objects = self.library(*flags)
        objects += [self.compile(source) for source in sorted(self.generated.glob("*.c"))]
        objects += [self.compile(HERE / name) for name in SOURCES]
        objects.append(self.compile(REQUEST / "request.c"))
        objects.append(self.compile(HERE / "straight.c", "-DCOPIES=inlined", name="straight_inlined"))
        objects.append(self.compile(HERE / "straight.c", "-DCOPIES=called", "-fno-builtin", name="straight_called"))
        to = self.directory / "program"
        run(COMPILER, *objects, "-Wl,--gc-sections", "-lcjson", "-lyaml", "-o", to)
        return to

    def rivals(self) -> tuple[Path, list[str]]:
        """Libraries of C++, and which of them are not here."""
        libraries = {"fmt": ("fmt/compile.h", "-lfmt"), "ctemplate": ("ctemplate/template.h", "-lctemplate")}
        missing = [name for name, (header, _) in libraries.items() if not has_header(header)]
        found = {name: flag for name, (_, flag) in libraries.items() if name not in missing}
        objects = [self.compile(HERE / "main.c"), self.compile(self.generated / "workload.c")]
        to = self.directory / "rivals"
        run(CPP_COMPILER, "-std=c++17", "-O2", "-g", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}",
            f"-I{self.generated}", f"-I{HERE}", *(f"-DHAVE_{name.upper()}" for name in found), HERE / "rivals.cpp",
            *objects, "-Wl,--gc-sections", *found.values(), "-o", to)
        return to, missing

    def node_engines(self) -> tuple[list[str], str]:
        """The command that runs those of Node, or why there is none."""
        if not shutil.which("node") or not shutil.which("npm"):
            return [], "node and npm are not here"
        place = self.directory / "node"
        shutil.copytree(HERE / "node", place, dirs_exist_ok=True)
        try:
            run("npm", "install", "--prefix", place, "--no-audit", "--no-fund", "--no-package-lock",
                "--loglevel=error", "--fetch-retries=1")
        except RuntimeError as failure:
            return [], f"npm cannot install them: {str(failure).splitlines()[2]}"
        return ["node", str(place / "engines.js"), str(self.directory / "templates.json")], ""


def has_header(name: str) -> bool:
    done = subprocess.run([CPP_COMPILER, "-E", "-x", "c++", "-"], input=f"#include <{name}>\n", text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0
