"""Running the tools of static analysis over sources of the runtime, at the versions that accepted.yaml is about."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDES = [f"-I{ROOT / 'include'}"]
CLANG_PATHS = "clang-analyzer-"  #: the checks that follow paths through functions
EVERYTHING = os.environ.get("PROMPTROM_ANALYSIS") == "all"
LEVELS = ("core", "prompt", "context")  #: the freestanding levels

#: Command, Debian package, and what `--version` says of the version of Debian 12.
TOOLS = {
    "gcc": ("gcc", r"\b12\.\d+\.\d+$"),
    "clang-tidy": ("clang-tidy", r"LLVM version 14\."),
    "cppcheck": ("cppcheck", r"^Cppcheck 2\.10"),
}


def sources(*levels: str) -> list[Path]:
    return [path for level in levels or LEVELS for path in sorted((ROOT / "runtime" / level).glob("*.c"))]


def output(*words: object, cwd: Path | None = None) -> str:
    """Both streams of a command, whatever its exit status."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout


def require(tool: str) -> None:
    """Skips a test whose tool is not here, or finds other things than the version that the lists are about."""
    package, version = TOOLS[tool]
    if not shutil.which(tool):
        raise unittest.SkipTest(f"not run: {tool} is not here (package {package})")
    if not re.search(version, output(tool, "--version"), re.MULTILINE):
        raise unittest.SkipTest(f"not run: the lists are about another version of {tool}")


def gcc_analyzer(files: list[Path]) -> str:
    """-fanalyzer looks at one file at a time, at the optimization that programs have."""
    return "".join(output("gcc", "-std=c99", "-O2", *INCLUDES, "-fanalyzer", "-fdiagnostics-plain-output", "-c", file,
                          "-o", "/dev/null") for file in files)


def clang_tidy(files: list[Path], paths: bool = True) -> str:
    """With .clang-tidy of the root, also for files that stand elsewhere. paths: follows those through functions too,
    which takes nearly all of the time."""
    checks = [] if paths else [f"--checks=-{CLANG_PATHS}*"]
    return output("clang-tidy", "--quiet", f"--config-file={ROOT / '.clang-tidy'}", *checks, *files, "--", "-std=c99",
                  *INCLUDES)


def cppcheck(files: list[Path], *options: str, aside: bool = True) -> str:
    """aside: what it leaves for its addon is written into a directory of its own, and not beside the files."""
    with tempfile.TemporaryDirectory(prefix="promptrom cppcheck ") as folder:
        place = [f"--cppcheck-build-dir={folder}"] if aside else []
        return output("cppcheck", "--quiet", "--std=c99", "--inline-suppr", "--suppress=missingIncludeSystem",
                      "--template={file}:{line}:{column}: warning: {message} [{id}]", *place, *INCLUDES, *options,
                      *files)
