"""The programs whose runs are counted: unit tests, and the comparisons of the engines that the Python tests make.

The Python tests compile programs of their own. They find, in front of all others, compilers that are clang-19 with
the counting switched on. What they compile is gone when they end, but its counts are of the same functions as those
of the unit tests, and are added to them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRESET = "coverage"
BUILD = ROOT / "build" / PRESET
COMPILER = "clang-19"
COUNTING = ("-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc")
NAMES = ("cc", "gcc", "clang")  #: by which the tests call a compiler

#: Only what must succeed: a planted fault would be counted as a run of the real thing.
COMPARISONS = (
    ("property", "test_property.Engines.test_the_engines_agree"),
    ("property", "test_property.Engines.test_damaged_tables"),
    ("property", "test_registry.Registry.test_program_and_model_agree"),
    ("property", "test_locate.Locate.test_python_agrees"),
    ("property", "test_subsets.Subsets.test_c_agrees_with_the_reference"),
    ("startup", "test_startup.Agreement.test_compiler_and_loader_agree"),
    ("startup", "test_startup.Agreement.test_files_cut_at_every_byte"),
    ("startup", "test_startup.Agreement.test_calls_may_not_nest_too_deep"),
    ("events", "test_events"),
    ("spec", "test_spec"),
    ("nudge", "test_nudge.Cases.test_both_engines"),
    ("nudge", "test_nudge.Model.test_both_engines"),
    ("nudge", "test_nudge.Mistakes.test_errors"),
)

#: The same compiler under the name of another, silent unless it fails; sanitizers would only take time.
WRAPPER = """#!/bin/sh
for word; do
    shift
    case $word in
    -fsanitize=* | -fno-sanitize*) ;;
    *) set -- "$@" "$word" ;;
    esac
done
said=$({compiler} {counting} "$@" 2>&1) && exit
printf '%s\\n' "$said" >&2
exit 1
"""


class Failed(Exception):
    """A command did not succeed."""


def run(*words: object, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Standard output of a command that must succeed."""
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **(env or {})}, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


@dataclass(frozen=True)
class Feed:
    """Where counts are collected."""

    directory: Path

    @property
    def profiles(self) -> Path:
        return self.directory / "profiles"

    def environment(self) -> dict[str, str]:
        bin_ = self.directory / "bin"
        return {"LLVM_PROFILE_FILE": str(self.profiles / "%m.profraw"), "CC": str(bin_ / "cc"),
                "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "gen")}

    def write_compilers(self) -> None:
        bin_ = self.directory / "bin"
        bin_.mkdir(parents=True)
        for name in NAMES:
            wrapper = bin_ / name
            wrapper.write_text(WRAPPER.format(compiler=COMPILER, counting=" ".join(COUNTING)), encoding="utf-8")
            wrapper.chmod(0o755)

    def units(self) -> str:
        """Compiles all anew. Returns what the compiler said."""
        run("cmake", "--preset", PRESET)
        said = run("cmake", "--build", "--preset", PRESET, "--clean-first", "-j2")
        run("ctest", "--preset", PRESET, env=self.environment())
        return said

    def comparisons(self) -> None:
        for folder, test in COMPARISONS:
            run(sys.executable, "-m", "unittest", test, cwd=ROOT / "tests" / folder, env=self.environment())

    def programs(self) -> list[Path]:
        """Those that know where in the source each count belongs."""
        return sorted(path for path in (BUILD / "tests").iterdir() if path.is_file() and os.access(path, os.X_OK))

    def exported(self) -> str:
        merged = self.directory / "merged.profdata"
        run("llvm-profdata-19", "merge", "-o", merged, *sorted(self.profiles.glob("*.profraw")))
        objects = [word for path in self.programs() for word in ("-object", path)]
        return run("llvm-cov-19", "export", "-instr-profile", merged, *objects, "-sources", *covered())


def covered() -> list[Path]:
    return [ROOT / "runtime" / "core", ROOT / "runtime" / "prompt"]
