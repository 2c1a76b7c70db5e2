"""The request of request_pack.py as programs: what the tests here have in common."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "gen")]

from promptrom import check, diagnostics, lower, view  # noqa: E402
from promptrom.emit import emit  # noqa: E402

import request_pack  # noqa: E402

COMPILER = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc"
STRICT = ("-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align "
          "-Wstrict-prototypes -Wvla -Werror").split()


def run(*command: object, stdin: bytes = b"", status: int = 0) -> bytes:
    done = subprocess.run([str(word) for word in command], input=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=300)
    if done.returncode != status:
        raise AssertionError(f"{command[0]} ended with {done.returncode}:\n{done.stdout.decode(errors='replace')}")
    return done.stdout


def skip(case: unittest.TestCase, what: str, packages: str) -> None:
    """Says what is missing, so that nobody takes a test for passed that did not run."""
    print(f"not run: {what} is not here (on Debian: {packages})", file=sys.stderr)
    case.skipTest(what)


class RequestCase(unittest.TestCase):
    """A directory with the pack's generated files."""

    directory: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom request "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        request_pack.write_pack(cls.directory / "pack")
        report = diagnostics.Report()
        pack = check.check_pack(str(cls.directory / "pack"), report)
        if pack is None:
            raise AssertionError("\n".join(item.message for item in report.items))
        tables = lower.lower(pack, lower.Options(json="json" in pack.formats))
        for name, text in emit(view.view(pack, tables, "request_pack")).items():
            (cls.directory / name).write_text(text, encoding="utf-8")

    def compile_c(self, compiler: str, flags: "list[str]", *sources: Path) -> Path:
        program = self.directory / f"{sources[0].stem}{len(list(self.directory.iterdir()))}"
        run(compiler, *STRICT, f"-I{ROOT / 'include'}", f"-I{self.directory}", f"-I{HERE}", *flags, *sources,
            HERE / "request.c", self.directory / "request_pack.c", *(ROOT / "runtime" / "core").glob("*.c"), "-o",
            program)
        return program

    def body(self) -> bytes:
        return run(self.compile_c(COMPILER, ["-O2"], HERE / "host.c"))
