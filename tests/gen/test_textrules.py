"""Texts in YAML, and what YAML does to them unseen."""

from __future__ import annotations

import unittest

from fixtures import codes, marked, source
from promptrom.diagnostics import Report
from promptrom.textrules import prompt_text
from promptrom.yamlread import parse_yaml


class Texts(unittest.TestCase):
    def read(self, written: str, **keep):
        self.report = Report()
        node = parse_yaml(source(f"text: {written}\n"), self.report)
        self.assertFalse(self.report.items, [item.message for item in self.report.items])
        return prompt_text(node.get("text"), self.report, "slot a", **keep)

    def fine(self, written: str, value: str, **keep) -> None:
        self.assertEqual(self.read(written, **keep).value, value)
        self.assertEqual(codes(self.report), [])

    def odd(self, written: str, code: str, caret: str, help_: str, value: "str | None" = None) -> None:
        text = self.read(written)
        self.assertEqual(codes(self.report), [code], written)
        item = self.report.items[0]
        self.assertEqual(marked(item), caret)
        self.assertIn(help_, "\n".join(item.helps))
        self.assertEqual(item.severity, "error" if value is None else "warning")
        self.assertEqual(text.value if text else None, value)

    def test_fine(self) -> None:
        for written in ("no", "on", "12:30", "017", "1.0", "true", "-1", "a #b", "a#b"):
            if " #" not in written:
                self.fine(written, written)
        self.fine('""', "")
        self.fine("'# Title'", "# Title")
        self.fine('"a\\nb\\n"', "a\nb\n")
        self.fine("|-\n  a\n  b", "a\nb")
        self.fine(">-\n  a\n  b", "a b")
        self.fine("'C:\\\\new'", "C:\\\\new")
        self.fine('"{a}: *b*" # a comment behind a quote', "{a}: *b*")

    def test_not_text(self) -> None:
        self.odd("{pct}", "PR0220", "{pct}", 'quote it: "{pct}"')
        self.odd("[a, b]", "PR0220", "[a, b]", 'quote it: "[a, b]"')
        self.odd("{\"a\": 1}", "PR0220", "{\"a\": 1}", "quote it: '{\"a\": 1}'")
        self.odd("\n  - a\n  - b", "PR0220", "- a", "quote it")
        self.odd("\n  a: b", "PR0220", "a: b", 'quote it: "a: b"')
        self.odd("\n  {a:\n  b}", "PR0220", "{a:", "|-")

    def test_nothing(self) -> None:
        self.odd("", "PR0222", "", 'write ""')
        self.odd("~", "PR0222", "~", '"~"')
        self.odd("null", "PR0222", "null", '"null"')
        self.odd("# Title", "PR0221", "# Title", 'quote it: "# Title"')

    def test_cut(self) -> None:
        self.odd("Fix #12", "PR0223", "#12", 'quote it: "Fix #12"', "Fix")

    def test_folded(self) -> None:
        self.odd("a\n  b", "PR0224", "a", "|-", "a b")

    def test_backslash_n(self) -> None:
        self.odd("'a\\nb'", "PR0225", "\\n", "double quotes", "a\\nb")
        self.odd("'a\\\\\\n'", "PR0225", "\\n", "double quotes", "a\\\\\\n")

    def test_final_newline(self) -> None:
        self.odd("|\n  a", "PR0226", "|", "|-", "a\n")
        self.odd(">\n  a", "PR0226", ">", ">-", "a\n")
        self.odd("|2\n  a", "PR0226", "|", "|-", "a\n")
        self.fine("|+\n  a", "a\n")
        self.fine("|1+\n  a", " a\n")
        self.fine("|\n  a", "a\n", keep_final_newline=True)

    def test_control_characters_through_escapes(self) -> None:
        self.read('"a\\0b"')
        self.assertEqual(codes(self.report), ["PR0117"])
        self.assertEqual(marked(self.report.items[0])[0], "\\")
        self.read('"a\\r\\n"')
        self.assertEqual(codes(self.report), ["PR0117"])
        self.fine('"a\\t\\u2028"', "a\t\u2028")


if __name__ == "__main__":
    unittest.main()
