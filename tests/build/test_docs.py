"""docs/pack-format.md: its examples are true, and its tables list what there is.

Its blocks are marked as those of README.md (test_readme.py says how). The only command is `promptrom`, which runs in
this process.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import unittest

from promptrom import (allowlist, assemblies, blocks, cases, check, cli, codes, constants, drafts, entries, events,
                       files, manifest, parts, requests, severity, slots, template, toolshape, variables,
                       yamlread)
from support import ROOT, InTemporaryDirectory, write
from test_readme import BLOCK, Command, agrees, commands_of

PAGE = ROOT / "docs" / "pack-format.md"

#: Tables by heading and number: all names in their first column.
NAMES = (
    ("Files and text", 1, manifest.SETTINGS),
    ("Files and text", 2, manifest.DECLARATIONS),
    ("Keys of a slot", 0, (*drafts.KEYS, "slot")),
    ("Syntaxes", 0, manifest.SYNTAXES),
    ("Variables", 0, variables.TYPES),
    ("Variables", 1, variables.COMMON),
    ("Assemblies", 0, assemblies.KEYS),
    ("Parts", 0, parts.KINDS),
    ("Outputs and blocks", 0, blocks.KEYS),
    ("Requests", 0, (*requests.DIRECTIVES, "visible")),
    ("Requests", 1, requests.KEYS),
    ("Cases", 0, cases.KEYS),
)

#: Tables by heading and number, the name of a row and the number of a cell: all names in that cell.
CELLS = (
    *(("Variables", 0, name, 2, own) for name, own in variables.OWN.items()),
    *(("Parts", 0, name, 2, own) for name, own in parts.OWN.items()),
    ("Outputs and blocks", 0, "type", 1, blocks.TYPES),
    ("Outputs and blocks", 0, "layer", 1, blocks.LAYERS),
    ("Outputs and blocks", 0, "output", 1, blocks.OUTPUTS),
    ("Outputs and blocks", 0, "durability", 1, blocks.DURABILITIES),
    ("Outputs and blocks", 0, "source", 1, blocks.SOURCE_KEYS),
    ("Requests", 0, "$tools", 1, toolshape.SHAPES),
    ("Cases", 0, "error", 1, cases.FAILURES),
)

#: What the table of limits says, a row each.
LIMITS = (
    {files.LARGEST, constants.MOST_BYTES},
    {slots.MOST_BYTES},
    {yamlread.DEEPEST},
    {check.MAX_SLOTS},
    {allowlist.MAX_INPUTS, variables.MAX_FIELDS, variables.MAX_CHOICES},
    {template.DEEPEST, entries.MAX_DEPTH},
    {variables.MAX_LEVELS, requests.MAX_LEVELS},
)


# ---- examples ----


def execute(line: str) -> tuple[int, str]:
    """Exit status and output of a command, both streams, in the current directory."""
    program, *arguments = shlex.split(line)
    if program != "promptrom":
        raise AssertionError(f"not a command of this page: {line}")
    data = io.BytesIO()
    output = io.TextIOWrapper(data, encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            status = cli.main(arguments)
        except SystemExit as stopped:
            status = stopped.code if isinstance(stopped.code, int) else 0
    return status, data.getvalue().decode("utf-8")


def problems_of(command: Command) -> list[str]:
    """What is not as the page shows it. A command without output shown must have none."""
    shown, wanted = command.shown, 0
    if shown and (match := re.fullmatch(r"\[exit (\d+)\]", shown[-1])):
        shown, wanted = shown[:-1], int(match[1])
    status, said = execute(command.line)
    if status == wanted and agrees(shown, said.splitlines()):
        return []
    return [f"$ {command.line}\n{said}\n[exit {status}]\nbut the page shows\n" + "\n".join(command.shown)]


class InItsDirectory(InTemporaryDirectory):
    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.directory)

    def follow(self, page: str) -> list[str]:
        """Writes all files and runs all commands, in order. Everything that is not true."""
        found = list(BLOCK.finditer(page))
        self.assertEqual(len(found) * 2, len(re.findall(r"^```", page, re.MULTILINE)), "a fence is not closed")
        problems: list[str] = []
        for block in found:
            key, value, info, text = block.group("key", "value", "info", "text")
            if key == "file":
                problems += [] if page.endswith(f"`{value}`:\n\n", 0, block.start()) else [f"{value} is not named"]
                write(self.directory / value, text)
            elif info == "console":
                for command in commands_of(text):
                    problems += problems_of(command)
            else:
                problems.append(f"a block that no test uses:\n{text}")
        return problems


class Examples(InItsDirectory):
    def test_everything_shown_is_true(self) -> None:
        page = PAGE.read_text(encoding="utf-8")
        self.assertGreater(page.count("\n$ promptrom "), 20)
        found = self.follow(page)
        self.assertEqual(found, [], "\n\n".join(found))

    def test_what_is_not_true_is_found(self) -> None:
        page = PAGE.read_text(encoding="utf-8")
        for there, instead in (
                ("\nHello Ada.\n", "\nHello Ada!\n"),  # what is rendered
                ('"Hello {name}."', '"Hello {nam}."'),  # a file
                ("[exit 1]\n", ""),  # a status
                ("= help: did you mean {name}?\n", ""),  # a diagnostic
                ("5 passed, 0 failed", "4 passed, 0 failed"),
                ("`two.json`:", "`three.json`:"),  # the name of a file, as readers see it
                ("```yaml\npromptrom: 1", "```text\n```\n\n```yaml\npromptrom: 1"),  # a block without a mark
        ):
            with self.subTest(there):
                self.assertIn(there, page)
                self.assertNotEqual(self.follow(page.replace(there, instead, 1)), [])
        self.assertRaises(AssertionError, self.follow, "```console\n$ ls\n```\n")


# ---- tables ----


def section(page: str, heading: str) -> str:
    """What stands below a heading, up to the next one. Blocks are left out: their comments look like headings."""
    bare = BLOCK.sub("", page)
    below = re.split(rf"^#+ {re.escape(heading)}$", bare, maxsplit=1, flags=re.MULTILINE)[1]
    return re.split(r"^#+ ", below, maxsplit=1, flags=re.MULTILINE)[0]


def cells(page: str, heading: str, number: int) -> list[list[str]]:
    """The rows of a table below a heading, without that of its titles."""
    found = re.findall(r"(?:^\|.*\n)+", section(page, heading), re.MULTILINE)[number].splitlines()
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))] for line in found[2:]]


def words(cell: str) -> list[str]:
    """The names that are set as code in a cell: the first word of each."""
    return re.findall(r"`(\$?\w+)[^`]*`", cell)


def problems_of_tables(page: str) -> list[str]:
    found = []
    for heading, number, known in NAMES:
        said = [name for row in cells(page, heading, number) for name in words(row[0])]
        if sorted(said) != sorted(known):
            found.append(f"{heading}: {sorted(said)}, not {sorted(known)}")
    for heading, number, name, column, known in CELLS:
        said = [word for row in cells(page, heading, number) if name in words(row[0]) for word in words(row[column])]
        if sorted(said) != sorted(known):
            found.append(f"{heading}, {name}: {sorted(said)}, not {sorted(known)}")
    return found


def number(cell: str) -> int:
    value, _, unit = cell.replace(",", "").partition(" ")
    return int(value) * {"": 1, "MiB": 1 << 20}[unit]


class Tables(InItsDirectory):
    def setUp(self) -> None:
        super().setUp()
        self.page = PAGE.read_text(encoding="utf-8")

    def test_names(self) -> None:
        self.assertEqual(problems_of_tables(self.page), [])

    def test_a_wrong_name_is_found(self) -> None:
        for heading, number_, known in NAMES:
            with self.subTest(heading, table=number_, without=known[0]):
                row = next(row for row in cells(self.page, heading, number_) if known[0] in words(row[0]))
                start = self.page.index(f"\n| {row[0]} | {row[1]} |")
                self.assertNotEqual(problems_of_tables(self.page[:start] + self.page[start:].split("\n", 2)[2]), [])
        for name in ("`turn_only`", "`max_bytes`", "`mcp`", "`TOO_MANY`"):
            with self.subTest(name):
                lines = [line.replace(name, "`other`") if line.startswith("| `") else line
                         for line in self.page.splitlines(keepends=True)]
                self.assertNotEqual(problems_of_tables("".join(lines)), [])

    def test_limits(self) -> None:
        said = [{number(row[1])} for row in cells(self.page, "Files and text", 3)]
        self.assertEqual(said, list(LIMITS))

    def test_severities_of_mistakes_in_yaml(self) -> None:
        found = [row[2] for row in cells(self.page, "Texts in YAML", 0)]
        self.assertGreater(len(found), 5)
        for cell in found:
            weight, code = cell.replace("`", "").split()
            self.assertEqual(codes.REGISTRY[code].severity, weight, code)

    def test_settings_of_warnings(self) -> None:
        said = re.findall(r"`-W (\S+)`", section(self.page, "Diagnostics"))
        self.assertGreater(len(said), 4)
        self.assertEqual([name for name in said if severity.problem(name)], [])
        self.assertIsNotNone(severity.problem("no-PR0301"))

    def test_events(self) -> None:
        said = re.search(r"Nine events.*: (`.*`);", section(self.page, "Outputs and blocks"))
        assert said is not None
        self.assertEqual(words(said[1]), list(events.EVENTS))

    def test_columns_of_list(self) -> None:
        self.follow(self.page)
        _, said = execute("promptrom list guide")
        titles = re.split(r"  +", said.splitlines()[2])
        self.assertEqual([row[0].strip("`") for row in cells(self.page, "Sizes", 0)], titles)

    def test_names_in_c(self) -> None:
        self.follow(self.page)
        self.assertEqual(execute("promptrom build guide -o out"), (0, ""))
        header = (self.directory / "out" / "guide.h").read_text(encoding="utf-8")
        made = set(re.findall(r"\w+", header)) | {path.name for path in (self.directory / "out").iterdir()}
        said = [name for row in cells(self.page, "Names in C", 0) for name in re.findall(r"`([\w.]+)", row[1])]
        self.assertGreater(len(said), 8)
        self.assertEqual([name for name in said if name not in made], [])


if __name__ == "__main__":
    unittest.main()
