from __future__ import annotations

import unittest

from checking import CheckCase

from promptrom import constants
from promptrom.model import Literal, Value

USE = "slots:\n  s: {placeholders: [a], text: \"{a}\"}\n"


class Constants(CheckCase):
    def test_text_and_file(self) -> None:
        pack = self.good("constants:\n  a: {text: \"x{b}\"}\n  b: {file: sub/b.md}\n" + USE,
                         **{"sub/b.md": "from a file\n"})
        a, b = pack.constants
        self.assertEqual([(type(piece), getattr(piece, "text", "") or piece.name) for piece in a.pieces],
                         [(Literal, "x"), (Value, "b")])
        self.assertEqual((b.pieces[0].text, b.files, a.files), ("from a file", ("sub/b.md",), ()))
        self.assertEqual([entry.id for entry in pack.entries], ["s"])

    def test_folding(self) -> None:
        pack = self.good("constants:\n  a: {text: \"<{b}|{b}>\"}\n  b: {text: \"{c}!\"}\n  c: {text: C}\n" + USE)
        known = {item.name: item for item in pack.constants}
        folded = constants.folded(known["a"].pieces, known)
        self.assertEqual("".join(piece.text for piece in folded), "<C!|C!>")

    def test_final_newline_and_line_ends(self) -> None:
        keep = "constants:\n  a: {file: a.txt, final_newline: keep, newlines: keep}\n" + USE
        self.assertEqual(self.good(keep, **{"a.txt": b"x\r\ny\r\n"}).constants[0].pieces[0].text, "x\r\ny\r\n")

    def test_literal_names(self) -> None:
        self.assertEqual(self.good("constants:\n  a: {text: \"{x}\", literal: "
                                   "[x]}\n" + USE).constants[0].pieces[0].text, "{x}")
        self.bad("constants:\n  a: {text: \"{x}\"}\n" + USE, "PR0301", "{x}")

    def test_variables_are_no_constants(self) -> None:
        self.assertIn("PR0301", self.codes("variables: {v: {type: text}}\nconstants:\n  a: {text: \"{v}\"}\n" + USE))

    def test_circles_show_every_step(self) -> None:
        item = self.bad("constants:\n  a: {text: \"{b}\"}\n  b: {text: \"{c}\"}\n  c: {text: \"{a}\"}\n" + USE,
                        "PR0413", "{a}",
                        "a → b → c → a")
        self.assertEqual([related.label for related in item.related], ["a contains b", "b contains c"])

    def test_constant_in_itself(self) -> None:
        self.bad("constants:\n  a: {text: \"{a}\"}\n" + USE, "PR0413", "{a}", "a → a")

    def test_two_circles_are_two_errors(self) -> None:
        self.assertEqual(self.codes("constants:\n  a: {text: \"{a}\"}\n  b: {text: \"{c}\"}\n  c: {text: "
                                    "\"{b}\"}\n" + USE),
                         ["PR0413", "PR0413"])

    def test_diamond_is_no_circle(self) -> None:
        self.good("constants:\n  a: {text: \"{b}{c}\"}\n  b: {text: \"{d}\"}\n  c: {text: \"{d}\"}\n  d: {text: "
                  "D}\n" + USE)

    def test_growth_is_limited(self) -> None:
        doubling = "".join(f"  c{n}: {{text: \"{{c{n + 1}}}{{c{n + 1}}}\"}}\n" for n in range(25))
        item = self.bad("constants:\n  a: {text: \"{c0}\"}\n" + doubling + "  c25: {text: x}\n" + USE, "PR0414")
        self.assertIn("but at most 4194304", item.message)

    def test_depth_is_limited(self) -> None:
        def chain(length: int) -> str:
            links = "".join(f"  c{n}: {{text: \"{{c{n + 1}}}\"}}\n" for n in range(length - 2))
            return "constants:\n  a: {text: \"{c0}\"}\n" + links + f"  c{length - 2}: {{text: x}}\n" + USE

        self.good(chain(32))
        self.bad(chain(33), "PR0414", "a", "33, but at most 32")
        self.assertIn("PR0414", self.codes(chain(2000)))

    def test_mistakes(self) -> None:
        self.bad("constants:\n  a: text\n" + USE, "PR0402", "text")
        self.bad("constants:\n  a: {doc: x}\n" + USE, "PR0403", "{doc: x}")
        self.bad("constants:\n  a: {text: x, file: y}\n" + USE, "PR0421", "y")
        self.bad("constants:\n  a: {text: x, files: y}\n" + USE, "PR0401", "files")
        self.bad("constants:\n  a: {file: none.md}\n" + USE, "PR0112", "none.md")
        self.bad("constants:\n  a-b: {text: x}\nslots: {s: {text: S}}\n", "PR0407", "a-b")

    def test_unused(self) -> None:
        self.warned("constants:\n  a: {text: x}\n  b: {text: y}\n" + USE, "PR0411", "b")

    def test_allow(self) -> None:
        plain = "constants:\n  a: {text: 'one\\ntwo'%s}\n" + USE
        self.warned(plain % "", "PR0225")
        self.good(plain % ", allow: [PR0225]")


if __name__ == "__main__":
    unittest.main()
