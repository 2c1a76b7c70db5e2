"""docs/development.md names all folders and commands, and only those that are there."""

from __future__ import annotations

import re
import unittest

from support import ROOT

PAGE = ROOT / "docs" / "development.md"
PATH = re.compile(r"`(?:python3 |\./)?((?:gen|include|runtime|packs|examples|tests|run)\b[^` ]*)[^`]*`")
FIGURES = re.compile(r"\"--(figures|report)\"")


def missing(page: str) -> "list[str]":
    """Paths of the page that lead nowhere."""
    return [path for path in PATH.findall(page) if not (ROOT / path).exists()]


def unnamed(page: str) -> "list[str]":
    """Folders of tests, levels of the runtime and commands that print figures, of which the page says nothing."""
    patterns = ("tests/*/*.py", "tests/*/*.c", "runtime/*/*.c")
    folders = [path.parent for pattern in patterns for path in ROOT.glob(pattern)]
    figures = [path for path in ROOT.glob("tests/*/*.py") if FIGURES.search(path.read_text("utf-8"))]
    named = set(PATH.findall(page))
    return sorted({path.relative_to(ROOT).as_posix() for path in (*folders, *figures)} - named)


class Development(unittest.TestCase):
    def setUp(self) -> None:
        self.page = PAGE.read_text(encoding="utf-8")

    def test_what_is_named_is_there(self) -> None:
        self.assertEqual(missing(self.page), [])
        self.assertEqual(missing(self.page.replace("tests/golden", "tests/silver")), ["tests/silver"])

    def test_what_is_there_is_named(self) -> None:
        self.assertEqual(unnamed(self.page), [])
        self.assertEqual(unnamed(self.page.replace("`tests/golden`", "golden")), ["tests/golden"])


if __name__ == "__main__":
    unittest.main()
