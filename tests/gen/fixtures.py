"""What the compiler's tests share: packs on disk, texts as sources, short forms of diagnostics."""

from __future__ import annotations

import os
import sys
import tempfile
import unittest
from typing import Mapping, Union

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "gen"))

from promptrom.diagnostics import Diagnostic, Report  # noqa: E402
from promptrom.source import Source, Text  # noqa: E402

MANIFEST = "promptrom: 1\npack: demo\n"


def source(text: str, name: str = "pack.yaml") -> Source:
    return Source("demo/" + name, name, text)


def text_of(value: str) -> Text:
    """A text that is the whole of a file."""
    return Text(value, source(value, "hello.md"), ((0, 0),), len(value))


def write_pack(directory: str, files: Mapping[str, Union[str, bytes]]) -> None:
    for name, content in files.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as stream:
            stream.write(content.encode("utf-8") if isinstance(content, str) else content)


def codes(report: Report) -> list[str]:
    return [item.code for item in report.items]


def marked(item: Diagnostic) -> str:
    """What the caret of a diagnostic underlines."""
    assert item.span
    return item.span.source.text[item.span.start:item.span.end]


def place(item: Diagnostic) -> tuple[int, int]:
    assert item.span
    return item.span.source.position(item.span.start)


class PackTest(unittest.TestCase):
    """A test with an empty directory for a pack."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = os.path.join(directory.name, "demo")
        self.outside = directory.name
        os.mkdir(self.directory)
        self.report = Report()

    def write(self, files: Mapping[str, Union[str, bytes]]) -> None:
        write_pack(self.directory, files)

    def only(self, code: str) -> Diagnostic:
        """The one diagnostic that there is."""
        self.assertEqual(codes(self.report), [code], [item.message for item in self.report.items])
        return self.report.items[0]
