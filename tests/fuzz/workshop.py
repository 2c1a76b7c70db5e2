"""Fuzz targets as programs: with libFuzzer, or with a main that gives them files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from targets import REGRESSIONS, Fault, Target

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RUNTIME = ROOT / "runtime"
SEEDS = HERE / "seeds"
FOUND = HERE / "regressions"
PYTHON = os.environ.get("PROMPTROM_PYTHON") or sys.executable

#: Packs that targets render or overlay.
PACKS = ("tests/golden/packs/rich", "tests/startup/pack", "packs/context", "packs/harness")
FOLDERS = ("core", "context", "host/startup")  #: of the library, with all that is in them
OTHERS = ("host/plain_file.c", "prompt/unwrap.c")
SHARED = ("fuzz.c", "naive_json.c", "arguments.c", "ways.c")
STRICT = ("-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align "
          "-Wstrict-prototypes -Wvla -Werror").split()
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
LIBRARIES = ["-lyaml", "-lxxhash"]


@dataclass(frozen=True)
class Kind:
    """How targets become programs."""

    compiler: str
    objects: tuple[str, ...]  #: flags for every object
    program: tuple[str, ...]  #: and for a program
    main: str  #: C file with a main, or ""


FUZZING = Kind("clang", ("-fsanitize=fuzzer-no-link",), ("-fsanitize=fuzzer",), "")
REPLAYING = Kind(os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc", (), (), "replay.c")


def run(*command: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace", check=False)


def must(*command: object) -> None:
    done = run(*command)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}")


def can_fuzz() -> bool:
    """Whether clang is here with libFuzzer and the sanitizers."""
    if not shutil.which(FUZZING.compiler):
        return False
    code = "int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return !data && size; }"
    done = subprocess.run([FUZZING.compiler, *SANITIZED, "-fsanitize=fuzzer", "-x", "c", "-", "-o", os.devnull],
                          input=code.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0


class Workshop:
    """Compiles the library once, and links a program for each target that is asked for."""

    def __init__(self, directory: Path, kind: Kind):
        self.directory, self.kind = directory, kind
        directory.mkdir(parents=True, exist_ok=True)
        for pack in PACKS:
            must(PYTHON, ROOT / "gen" / "promptrom", "build", ROOT / pack, "-o", directory / "packs", "--source-map")
        sources = [source for folder in FOLDERS for source in sorted((RUNTIME / folder).glob("*.c"))]
        sources += [RUNTIME / name for name in OTHERS] + [HERE / name for name in SHARED]
        sources += sorted((directory / "packs").glob("*.c"))
        self.library = directory / "library.a"
        self.library.unlink(missing_ok=True)
        must("ar", "rcs", self.library, *[self.compile(source) for source in sources])
        self.main = [self.compile(HERE / kind.main)] if kind.main else []

    def compile(self, source: Path, *flags: str) -> Path:
        to = self.directory / f"{source.stem}.o"
        places = [ROOT / "include", ROOT / "tests" / "unit", HERE, self.directory / "packs",
                  *[RUNTIME / name for name in ("core", "host", "host/startup")]]
        must(self.kind.compiler, *STRICT, *SANITIZED, *self.kind.objects, *flags, *[f"-I{place}" for place in places],
             "-c", source, "-o", to)
        return to

    def link(self, name: str, *objects: Path) -> Path:
        """What is defined in an object is not taken from the library."""
        to = self.directory / name
        must(self.kind.compiler, *SANITIZED, *self.kind.program, *objects, *self.main, self.library, *LIBRARIES,
             "-o", to)
        return to

    def program(self, target: Target) -> Path:
        return self.link(target.name, self.compile(HERE / f"{target.name}.c"))

    def faulty(self, target: Target, fault: Fault) -> Path:
        """The target with one source of the library changed."""
        source = RUNTIME / fault.file
        text = source.read_text(encoding="utf-8")
        if text.count(fault.old) != 1:
            raise AssertionError(f"runtime/{fault.file} has {text.count(fault.old)} times {fault.old!r}")
        changed = self.directory / f"faulty_{source.name}"
        changed.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        return self.link(f"faulty_{target.name}", self.compile(HERE / f"{target.name}.c"),
                         self.compile(changed, "-Wno-error", f"-I{source.parent}"))


def seeds_of(target: Target) -> "list[Path]":
    return sorted((SEEDS / target.name).iterdir())


def regressions_of(target: Target) -> "list[Path]":
    """The folders of what a target has found before."""
    return [FOUND / item.name for item in REGRESSIONS if item.target == target.name]


def inputs_of(regression: Path) -> "list[Path]":
    return sorted(path for path in regression.iterdir() if path.name != "about.md")
