"""What the hostile tests share: packs in a temporary directory, the command line, and strict compilers."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("PROMPTROM_PYTHON") or sys.executable
COMPILER = ROOT / "gen" / "promptrom"
CORE = sorted((ROOT / "runtime" / "core").glob("*.c"))

sys.path.insert(0, str(ROOT / "gen"))

from promptrom import check, cli, diagnostics, show  # noqa: E402 - the compiler's path is known only now

STRICT = ("-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align -Wvla "
          "-Werror").split()
LANGUAGES = {
    "gcc": ["-std=c99", "-Wstrict-prototypes"],
    "clang": ["-std=c99", "-Wstrict-prototypes"],
    "g++": ["-std=c++11"],
    "clang++": ["-std=c++11"],
}

#: Prints every entry of a pack that takes no arguments: its size in decimal, a newline and its bytes.
PRINTER = """
#include <stdio.h>
#include <stdlib.h>
#include <PACK.h>

static int print(prm_id id, prm_format format)
{
    prm_report report;
    char *text;
    if (prm_measure(&PREFIX_pack, id, NULL, format, &report) != PRM_OK) return 1;
    text = malloc(report.size + 1);
    if (!text || prm_render(&PREFIX_pack, id, NULL, format, text, report.size + 1, &report) != PRM_OK) return 1;
    printf("%lu\\n", (unsigned long)report.size);
    fwrite(text, 1, report.size, stdout);
    free(text);
    return 0;
}

int main(void)
{
    int failures = prm_pack_verify(&PREFIX_pack) != PRM_OK;
    for (prm_id id = 0; id < UPPER_IDS; id++) failures += print(id, PRM_TEXT) + print(id, PRM_JSON);
    return failures;
}
"""


def run(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False,
                          **options)  # type: ignore[call-overload]


def installed(*names: str) -> list[str]:
    """Those of the compilers that this machine has; the first one must be there."""
    return [name for name in names if name == names[0] or shutil.which(name)]


def in_this_process(arguments: list[str]) -> tuple[int, str]:
    """Status and output of the command line, without the cost of starting it."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        status = cli.main(arguments)
    return status, output.getvalue()


class HostileTest(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom hostile "))
        self.addCleanup(shutil.rmtree, self.directory)
        self.pack = self.directory / "pack"
        self.out = self.directory / "out"

    def write(self, name: str, content: str | bytes) -> Path:
        file = self.pack / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return file

    def manifest(self, declarations: object, name: str = "hostile") -> None:
        """pack.yaml; declarations may be plain values, since JSON is YAML but for two characters."""
        if not isinstance(declarations, str):
            declarations = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n"
                                   for key, value in declarations.items())  # type: ignore[attr-defined]
            declarations = declarations.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
        self.write("pack.yaml", f"promptrom: 1\npack: {json.dumps(name)}\n{declarations}")

    def promptrom(self, *arguments: object, status: int = 0, **options: object) -> str:
        """Output of the command line, started as a process of its own if it needs surroundings of its own."""
        if options:
            done = run(PYTHON, COMPILER, *arguments, **options)
            found, output = done.returncode, done.stdout
        else:
            found, output = in_this_process([str(argument) for argument in arguments])
        self.assertEqual(found, status, output)
        return output

    def checked(self, status: int) -> str:
        """What the compiler says of the pack, without the cost of starting it."""
        report = diagnostics.Report()
        pack = check.check_pack(str(self.pack), report)
        output = show.as_text(report.items)
        self.assertEqual((pack is None, report.failed), (status == 1, status == 1), output)
        return output

    def build(self, *arguments: object, status: int = 0, **options: object) -> str:
        return self.promptrom("build", self.pack, "-o", self.out, *arguments, status=status, **options)

    def compiles(self, source: Path, *compilers: str) -> None:
        """Without a word, by each of the compilers."""
        for compiler in compilers:
            done = run(compiler, *LANGUAGES[compiler], *STRICT, f"-I{ROOT / 'include'}", f"-I{self.out}",
                       "-fsyntax-only", source)
            self.assertEqual((done.returncode, done.stdout), (0, ""), compiler)

    def rendered(self, name: str = "hostile") -> list[tuple[bytes, bytes]]:
        """Text and JSON form of every entry of the built pack, rendered by C that gcc compiled."""
        source = self.directory / "printer.c"
        source.write_text(PRINTER.replace("PACK", name).replace("PREFIX", name).replace("UPPER", name.upper()),
                          encoding="utf-8")
        program = self.directory / "printer"
        done = run("gcc", "-std=c99", "-O1", f"-I{ROOT / 'include'}", f"-I{self.out}", source, self.out / f"{name}.c",
                   *CORE, "-o", program)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        output = subprocess.run([str(program)], stdout=subprocess.PIPE, check=True).stdout
        texts = []
        while output:
            size, _, output = output.partition(b"\n")
            texts.append(output[:int(size)])
            output = output[int(size):]
        return list(zip(texts[::2], texts[1::2]))
