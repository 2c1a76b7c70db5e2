"""Diagnostics as people and programs see them."""

from __future__ import annotations

import json
import unittest

from fixtures import source
from promptrom.diagnostics import Related, Report
from promptrom.show import WIDTH, as_json, as_text, one_as_text, ordered
from promptrom.source import Span


def report_at(text: str, start: int, end: int, name: str = "slots.yaml", **facts) -> Report:
    report = Report()
    report.add("PR0301", Span(source(text, name), start, end), facts.pop("message", "slot a has no placeholder {x}"),
               **facts)
    return report


def carets(text: str, start: int, end: int) -> tuple:
    """The source line as it is shown and what stands above the carets."""
    lines = as_text(report_at(text, start, end).items).split("\n")
    shown, marks = lines[1].split("| ", 1)[1], lines[2].split("| ", 1)[1]
    return shown, marks


class AsText(unittest.TestCase):
    def test_whole(self) -> None:
        text = "\n" * 13 + '    text: "Context usage is at {pctt}%."\n'
        report = report_at(text, 44, 50, label="not on the allow-list", notes=("allowed here: pct",),
                           helps=("did you mean {pct}?",))
        self.assertEqual(as_text(report.items), "\n".join((
            "demo/slots.yaml:14:32: error[PR0301]: slot a has no placeholder {x}",
            '   14 |     text: "Context usage is at {pctt}%."',
            "      |                                ^^^^^^ not on the allow-list",
            "      = note: allowed here: pct",
            "      = help: did you mean {pct}?")))

    def test_second_place(self) -> None:
        text = "a: 1\nb: 2\na: 3\n"
        one = source(text)
        report = Report()
        report.add("PR0202", Span(one, 10, 11), "twice", label="again", related=(Related(Span(one, 0, 1), "first"),))
        self.assertEqual(as_text(report.items).split("\n")[1:], [
            "    3 | a: 3", "      | ^ again", "      : demo/pack.yaml:1:1", "    1 | a: 1", "      | - first"])

    def test_without_place(self) -> None:
        report = Report()
        report.add("PR0101", None, "nothing here", path="demo", helps=("write one",))
        self.assertEqual(as_text(report.items), "demo: error[PR0101]: nothing here\n      = help: write one")

    def test_end_of_file(self) -> None:
        self.assertEqual(carets("ab", 2, 2), ("ab", "  ^"))
        self.assertEqual(as_text(report_at("", 0, 0).items).split("\n")[1:], ["    1 |", "      | ^"])
        self.assertEqual(carets("ab\n", 2, 3), ("ab", "  ^"))

    def test_several_lines(self) -> None:
        self.assertEqual(carets("a bc\ndef\n", 2, 8), ("a bc", "  ^^"))

    def test_tabs_and_wide_characters(self) -> None:
        self.assertEqual(carets("\tab", 1, 3), ("    ab", "    ^^"))
        self.assertEqual(carets("漢字{x}", 2, 5), ("漢字{x}", "    ^^^"))
        self.assertEqual(carets("漢{x}", 0, 1), ("漢{x}", "^^"))
        self.assertEqual(carets("e\u0301a{x}", 3, 6), ("e\u0301a{x}", "  ^^^"))

    def test_nothing_can_move_the_cursor(self) -> None:
        shown, marks = carets("a\u202eb{x}", 3, 6)
        self.assertEqual((shown, marks), ("a<U+202E>b{x}", " " * 10 + "^^^"))
        report = report_at("x", 0, 1, message="bad \x1b[31m \u202e", notes=("a\nb\x07",), helps=("\x9b2J",))
        text = as_text(report.items)
        self.assertTrue(all(character == "\n" or character.isprintable() for character in text), text)
        self.assertEqual(len(text.split("\n")), 5)

    def test_long_lines(self) -> None:
        for before, after in ((0, 5000), (5000, 0), (5000, 5000), (60, 60), (150, 3), (3, 150)):
            shown, marks = carets("a" * before + "{pctt}" + "b" * after, before, before + 6)
            self.assertLessEqual(len(shown), WIDTH + 2)
            self.assertEqual(shown[len(marks) - 6:len(marks)], "{pctt}")
            self.assertEqual(marks.strip(), "^^^^^^")
            self.assertEqual(shown.startswith("…"), "a" * before not in shown)
            self.assertEqual(shown.endswith("…"), "b" * after not in shown)
        shown, marks = carets("{" + "漢" * 5000 + "}", 0, 5002)
        self.assertLessEqual(len(marks), WIDTH + 2)
        self.assertTrue(marks.startswith("^^^"))

    def test_wide_gutter(self) -> None:
        text = "\n" * 1234567 + "x"
        lines = as_text(report_at(text, 1234567, 1234568).items).split("\n")
        self.assertEqual(lines[1:], ["1234568 | x", "        | ^"])

    def test_colour_only_when_asked(self) -> None:
        report = report_at("x", 0, 1, label="l", helps=("h",))
        self.assertNotIn("\x1b", as_text(report.items))
        self.assertIn("\x1b[1;31merror[PR0301]\x1b[0m", as_text(report.items, colour=True))

    def test_kept_carriage_return_is_not_shown_raw(self) -> None:
        self.assertNotIn("\r", as_text(report_at("a\r\nb", 0, 1).items))


class Order(unittest.TestCase):
    def test_by_place(self) -> None:
        report = Report()
        for name, text, start in (("b.md", "ab\ncd", 3), ("a.md", "abc", 2), ("b.md", "ab\ncd", 1),
                                  ("a.md", "abc", 0)):
            report.add("PR0301", Span(source(text, name), start, start + 1), f"{name} {start}")
        self.assertEqual([item.message for item in ordered(report.items)], ["a.md 0", "a.md 2", "b.md 1", "b.md 3"])

    def test_each_once(self) -> None:
        report = report_at("x", 0, 1)
        report.items += report_at("x", 0, 1).items
        report.items += report_at("x", 0, 1, message="another").items
        self.assertEqual(len(ordered(report.items)), 2)

    def test_twenty_and_the_rest(self) -> None:
        text = "x" * 100
        one = source(text)
        report = Report()
        for number in range(30):
            report.add("PR0327", Span(one, number, number + 1), f"warning {number}")
        report.add("PR0301", Span(one, 50, 51), "the error")
        shown = as_text(report.items)
        self.assertIn("the error", shown)
        self.assertEqual(shown.count("PR0327"), 19)
        self.assertTrue(shown.endswith("\n\n11 more: 11 warnings"))
        self.assertNotIn("more", as_text(report.items[:20]))


class AsJson(unittest.TestCase):
    def test_keys(self) -> None:
        one = source("ab\n漢{x}\n")
        report = Report()
        report.add("PR0301", Span(one, 4, 7), "m", label="l", notes=("n",), helps=("h",),
                   related=(Related(Span(one, 0, 1), "r"),))
        found = as_json(report.items[0])
        self.assertEqual(found, {
            "code": "PR0301", "name": "unknown-placeholder", "severity": "error", "message": "m",
            "path": "demo/pack.yaml", "line": 2, "column": 2, "end_line": 2, "end_column": 5, "label": "l",
            "notes": ["n"], "helps": ["h"],
            "related": [{"path": "demo/pack.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 2,
                         "label": "r"}]})
        self.assertNotIn("\n", json.dumps(found))

    def test_without_place(self) -> None:
        report = Report()
        report.add("PR0101", None, "m", path="demo")
        found = as_json(report.items[0])
        self.assertEqual((found["path"], found["line"]), ("demo", 0))
        self.assertEqual(set(found), set(as_json(report_at("x", 0, 1).items[0])))


class One(unittest.TestCase):
    def test_one(self) -> None:
        item = report_at("x", 0, 1).items[0]
        self.assertEqual(one_as_text(item), as_text([item]))


if __name__ == "__main__":
    unittest.main()
