"""Every fenced block of README.md is used: files are written, commands are run, and the output shown is compared.

    <!-- file: PATH -->       before a block: its text is that file
    <!-- in: DIRECTORY -->    before a console block: where its commands run (default: beside the clone)
    ```console                lines after `$ ` are commands, the others what they print; a line `...` stands for
                              any number of lines; a line `[exit N]` for the status
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import unittest
from dataclasses import dataclass
from pathlib import Path

from support import PYTHON, ROOT, InTemporaryDirectory, copy_project, promptrom, write
from test_cross import STRING_H

README = ROOT / "README.md"

#: Commands that are not run: this test is part of what it would start.
SELF = {"./run test"}

BLOCK = re.compile(r"(?:^<!-- (?P<key>file|in): (?P<value>\S+) -->\n)?^```(?P<info>\S*)\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Command:
    line: str
    shown: tuple[str, ...]


def commands_of(text: str) -> list[Command]:
    commands: list[Command] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append(Command(line[2:], ()))
        elif commands:
            last = commands.pop()
            commands.append(Command(last.line, (*last.shown, line)))
        else:
            raise AssertionError(f"output before the first command: {line}")
    return commands


def agrees(shown: tuple[str, ...], said: list[str]) -> bool:
    """Whether the output is the one shown, `...` standing for any lines."""
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in said)) is not None


def has_c_library(compiler: str) -> bool:
    done = subprocess.run([compiler, "-E", "-include", "string.h", "-x", "c", "-"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0


class Readme(InTemporaryDirectory):
    def setUp(self) -> None:
        super().setUp()
        copy_project(self.directory / "promptrom")
        tools = self.directory / "tools"
        tools.mkdir()
        (tools / "python3").symlink_to(PYTHON)
        self.cross_compiler(tools)
        self.env = {**os.environ, "PATH": os.pathsep.join([str(tools), os.environ["PATH"]])}
        for name in ("PROMPTROM_PYTHON", "PYTHONPATH", "MAKEFLAGS"):
            self.env.pop(name, None)

    def cross_compiler(self, tools: Path) -> None:
        """Without arm-none-eabi-gcc, clang plays its part; where that has no C library, it gets a header."""
        found = shutil.which("arm-none-eabi-gcc")
        if found and has_c_library(found):
            return
        write(tools / "headers" / "string.h", STRING_H)
        compiler = f'"{found}"' if found else "clang --target=thumbv7m-none-eabi"
        write(tools / "arm-none-eabi-gcc", "#!/bin/sh\n"
              f'exec {compiler} -ffreestanding -isystem "{tools}/headers" "$@"\n', executable=True)

    def execute(self, command: Command, directory: Path) -> str:
        """Runs a command; says what is wrong with it, if anything."""
        done = subprocess.run(["sh", "-c", command.line], cwd=directory, env=self.env, text=True, encoding="utf-8",
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        shown, status = command.shown, 0
        if shown and (match := re.fullmatch(r"\[exit (\d+)\]", shown[-1])):
            shown, status = shown[:-1], int(match.group(1))
        if done.returncode != status:
            return f"$ {command.line}\nended with {done.returncode}, not {status}:\n{done.stdout}"
        if command.shown and not agrees(shown, done.stdout.splitlines()):
            return f"$ {command.line}\nsays:\n{done.stdout}\nbut README.md shows:\n" + "\n".join(shown)
        return ""

    def follow(self, readme: str) -> list[str]:
        """Does all that a readme says, in order, up to the first thing that is wrong."""
        blocks = list(BLOCK.finditer(readme))
        self.assertEqual(len(blocks) * 2, len(re.findall(r"^```", readme, re.MULTILINE)), "a fence is not closed")
        for block in blocks:
            key, value, info, text = block.group("key", "value", "info", "text")
            if key == "file":
                write(self.directory / value, text)
            elif info == "console":
                directory = self.directory / (value or ".")
                for command in commands_of(text):
                    problem = "" if command.line in SELF else self.execute(command, directory)
                    if problem:
                        return [problem]
            else:
                return [f"a block that no test uses:\n{text}"]
        return []

    def test_everything_shown_is_true(self) -> None:
        self.assertEqual(self.follow(README.read_text(encoding="utf-8")), [])

    def test_what_is_not_true_is_found(self) -> None:
        for readme in ("```console\n$ echo yes\nno\n```\n", "```console\n$ false\n```\n", "```c\nint x;\n```\n",
                       "```console\n$ true\nsomething\n```\n", "```console\n$ echo one; echo two\n...\nthree\n```\n"):
            with self.subTest(readme):
                self.assertEqual(len(self.follow(readme)), 1)
        for readme in ("```console\n$ exit 3\n[exit 3]\n```\n", "```console\n$ echo one; echo two\n...\ntwo\n```\n"):
            with self.subTest(readme):
                self.assertEqual(self.follow(readme), [])


class Tables(unittest.TestCase):
    """What the reference part lists is what there is."""

    def rows(self, heading: str) -> list[list[str]]:
        section = README.read_text(encoding="utf-8").split(f"\n### {heading}\n")[1].split("\n#")[0]
        lines = [line for line in section.splitlines() if line.startswith("|")][2:]
        return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]

    def test_statuses(self) -> None:
        header = (ROOT / "include" / "promptrom" / "status.h").read_text(encoding="utf-8")
        defined = re.findall(r"^    (PRM_\w+) += (\d+),?", header, re.MULTILINE)
        self.assertGreater(len(defined), 10)
        self.assertEqual([(row[1], row[0]) for row in self.rows("Statuses")], defined)

    def test_commands(self) -> None:
        usage = promptrom("--help").split("commands:")[1]
        known = re.findall(r"^    ([\w-]+)(?: |$)", usage, re.MULTILINE)
        self.assertGreater(len(known), 3)
        self.assertEqual([row[0].split()[0] for row in self.rows("Commands")], known)

    def test_options(self) -> None:
        lists = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        defined = re.findall(r"^(?:option|set)\((PROMPTROM_\w+)", lists, re.MULTILINE)
        self.assertGreater(len(defined), 3)
        self.assertEqual(re.findall(r"PROMPTROM_\w+", " ".join(row[0] for row in self.rows("Configuration"))),
                         defined)


if __name__ == "__main__":
    unittest.main()
