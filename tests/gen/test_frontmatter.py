"""Front matter and bodies of Markdown files."""

from __future__ import annotations

import unittest

from fixtures import codes, marked, place
from promptrom.decode import decode
from promptrom.diagnostics import Report
from promptrom.frontmatter import split


class FrontMatter(unittest.TestCase):
    def read(self, text: str, **keep):
        self.report = Report()
        file = decode(text.encode(), "demo/a.md", "a.md", self.report)
        return split(file, self.report, **keep)

    def body(self, text: str, **keep) -> str:
        front, body = self.read(text, **keep)
        self.assertFalse(self.report.items, [item.message for item in self.report.items])
        return body.value

    def test_split(self) -> None:
        front, body = self.read("---\ndoc: A {x}\n---\nBody {y}\n")
        self.assertEqual(front.get("doc").value, "A {x}")
        self.assertEqual(body.value, "Body {y}")
        span = body.span(5, 8)
        self.assertEqual(span.source.text[span.start:span.end], "{y}")
        self.assertEqual(span.source.position(span.start), (4, 6))

    def test_none(self) -> None:
        for text in ("Body\n", "-----\na: 1\n-----\n", "--- \nBody", " ---\nBody", "----\nBody",
                     "text\n---\na\n---\n", ""):
            front, body = self.read(text)
            self.assertIsNone(front)
            self.assertEqual(body.value, text[:-1] if text.endswith("\n") else text)

    def test_body_is_exact(self) -> None:
        self.assertEqual(self.body("---\na: 1\n---\n\nx\n"), "x")
        self.assertEqual(self.body("---\na: 1\n---\n\n\n  x \n\n"), "\n  x \n")
        self.assertEqual(self.body("---\na: 1\n---\nx"), "x")
        self.assertEqual(self.body("---\na: 1\n---"), "")
        self.assertEqual(self.body("---\na: 1\n---\n"), "")
        self.assertEqual(self.body("---\n---\nx\n"), "x")
        self.assertEqual(self.body("\n\nx\n"), "\n\nx")
        self.assertEqual(self.body("---\na: 1\n---\nx\n---\ny\n"), "x\n---\ny")

    def test_final_newline(self) -> None:
        self.assertEqual(self.body("x\n", keep_final_newline=True), "x\n")
        self.assertEqual(self.body("---\nfinal_newline: keep\n---\nx\n"), "x\n")
        self.assertEqual(self.body("---\nfinal_newline: drop\n---\nx\n", keep_final_newline=True), "x")

    def test_newlines(self) -> None:
        front, body = self.read("---\r\na: 1\r\n---\r\n\r\nx\r\ny\r\n")
        self.assertEqual(body.value, "x\ny")
        self.assertEqual(codes(self.report), ["PR0122"])
        for text, keep in (("---\r\nnewlines: keep\r\n---\r\n\r\nx\r\ny {z}\r\n", False),
                           ("---\r\na: 1\r\n---\r\n\r\nx\r\ny {z}\r\n", True)):
            front, body = self.read(text, keep_newlines=keep)
            self.assertFalse(self.report.items)
            self.assertEqual(body.value, "x\r\ny {z}")
            self.assertEqual(body.source.position(body.span(5, 8).start), (6, 3))
        self.assertEqual(self.body("---\r\na: 1\r\n---", keep_newlines=True), "")
        self.assertEqual(self.body("x\r\n", keep_newlines=True), "x")
        self.assertEqual(self.body("x\r\n", keep_newlines=True, keep_final_newline=True), "x\r\n")

    def test_blank_line_before(self) -> None:
        for text in ("\n---\na: 1\n---\nx", " \n\n---\na: 1\n---\nx"):
            front, body = self.read(text)
            self.assertIsNone(front)
            self.assertEqual(body.value, text)
            self.assertEqual(codes(self.report), ["PR0213"])
            self.assertEqual(marked(self.report.items[0]), "---")
        self.read("\n---\nno closing line")
        self.assertFalse(self.report.items)

    def test_almost(self) -> None:
        for text in ("--- \na: 1\n---\n", "+++\na = 1\n+++\n"):
            self.read(text)
            self.assertEqual(codes(self.report), ["PR0213"])
        for text in ("-----\n", "---x\n", "+++x\n"):
            self.read(text)
            self.assertFalse(self.report.items)

    def test_never_closed(self) -> None:
        for text, help_ in (("---\na: 1\nx\n", "`---`"), ("---\na: 1\n----\nx\n", "line 3"), ("---\n...\n", "line 2"),
                            ("---", "`---`")):
            front, body = self.read(text)
            self.assertIsNone(body)
            self.assertEqual(codes(self.report), ["PR0212"])
            self.assertIn(help_, self.report.items[0].helps[0])

    def test_invalid_yaml_is_never_text(self) -> None:
        front, body = self.read("---\na: 1\nglobs: **/*\n---\nx\n")
        self.assertIsNone(body)
        self.assertEqual(codes(self.report), ["PR0211"])
        self.assertEqual(place(self.report.items[0]), (3, 8))
        front, body = self.read("---\njust text\n---\nx\n")
        self.assertIsNone(body)
        self.assertEqual(codes(self.report), ["PR0215"])


if __name__ == "__main__":
    unittest.main()
