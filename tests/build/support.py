"""What the build tests share: where things are, running commands, and small projects to build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("PROMPTROM_PYTHON") or sys.executable
GENERATOR = ROOT / "gen" / "promptrom"

STRICT = ("-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align -Wvla "
          "-Werror").split()
STRICT_C = ["-std=c99", *STRICT, "-Wstrict-prototypes"]
STRICT_CPP = ["-std=c++11", *STRICT]

C_COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
CPP_COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]


class Failed(AssertionError):
    """A command ended with another status than it should have."""


def run(*command: object, cwd: Path | None = None, env: dict[str, str] | None = None, status: int | None = 0) -> str:
    """Output of a command, both streams; any exit status will do if `status` is None."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **(env or {})}, text=True, encoding="utf-8",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if status is not None and done.returncode != status:
        raise Failed(f"{' '.join(words)}\nended with {done.returncode}, not {status}:\n{done.stdout}")
    return done.stdout


def fails(*command: object, **options: object) -> str:
    """Output of a command that must not succeed."""
    try:
        output = run(*command, **options)  # type: ignore[arg-type]
    except Failed as failure:
        return str(failure)
    raise Failed(f"{' '.join(map(str, command))}\nshould have failed:\n{output}")


def write(path: Path, text: str, executable: bool = False) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    if executable:
        path.chmod(0o755)
    return path


def promptrom(*arguments: object, status: int | None = 0) -> str:
    """Runs the compiler."""
    return run(PYTHON, GENERATOR, *arguments, status=status)


def copy_project(destination: Path) -> Path:
    """The tree as it would be cloned: without builds, caches and version control."""
    skip = shutil.ignore_patterns("build", "__pycache__", ".git")
    keep_tests = {str(ROOT / "tests")}

    def ignore(directory: str, names: list[str]) -> set[str]:
        return {name for name in skip(directory, names) if not (name == "build" and directory in keep_tests)}

    shutil.copytree(ROOT, destination, ignore=ignore)
    return destination


class InTemporaryDirectory(unittest.TestCase):
    """Gives each test a directory of its own, with a space in its path."""

    def setUp(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom test "))
        self.addCleanup(shutil.rmtree, self.directory)
