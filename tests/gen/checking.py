"""Small packs in memory, checked: what the tests of the check phase have in common."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "gen"))

from promptrom import check, model  # noqa: E402
from promptrom.diagnostics import Diagnostic, Report  # noqa: E402

HEAD = "promptrom: 1\npack: example\n"


def check_files(files: dict) -> tuple:
    """The pack and the report for files by name, whose contents are text or bytes."""
    with tempfile.TemporaryDirectory() as directory:
        for name, content in files.items():
            path = Path(directory, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        report = Report()
        return check.check_pack(directory, report), report


def written(item: Diagnostic) -> str:
    """What stands under the caret."""
    assert item.span is not None
    return item.span.source.text[item.span.start:item.span.end]


class CheckCase(unittest.TestCase):
    """Packs are given as what stands below the first two lines of pack.yaml, and other files by name."""

    def run_check(self, declarations: str, files: dict) -> tuple:
        return check_files({"pack.yaml": HEAD + declarations, **files})

    def good(self, declarations: str, **files: object) -> model.Pack:
        """A pack without errors and warnings."""
        pack, report = self.run_check(declarations, files)
        self.assertEqual([(item.code, item.message) for item in report.items], [])
        assert pack is not None
        return pack

    def bad(self, declarations: str, code: str, under: str = "", says: str = "", **files: object) -> Diagnostic:
        """A pack with exactly one error, at a certain place, that says a certain thing."""
        pack, report = self.run_check(declarations, files)
        self.assertIsNone(pack)
        return self.single(report, code, under, says)

    def warned(self, declarations: str, code: str, under: str = "", says: str = "", **files: object) -> Diagnostic:
        """A pack with exactly one warning."""
        pack, report = self.run_check(declarations, files)
        self.assertIsNotNone(pack)
        return self.single(report, code, under, says)

    def single(self, report: Report, code: str, under: str, says: str) -> Diagnostic:
        self.assertEqual([item.code for item in report.items], [code], [item.message for item in report.items])
        item = report.items[0]
        if under:
            self.assertEqual(written(item).rstrip("\n"), under)
        if says:
            self.assertIn(says, "\n".join((item.message, *item.notes, *item.helps)))
        return item

    def codes(self, declarations: str, **files: object) -> list:
        return sorted(item.code for item in self.run_check(declarations, files)[1].items)


def entry(pack: model.Pack, name: str) -> model.Entry:
    return next(item for item in pack.entries if item.id == name)


def inputs(pack: model.Pack, name: str) -> list:
    return [variable.name for variable in entry(pack, name).inputs]
