"""YAML as nodes: values, places, and what is refused."""

from __future__ import annotations

import random
import unittest

from fixtures import codes, marked, place, source
from promptrom.diagnostics import Report
from promptrom.nodes import Scalar, Sequence, kind_of
from promptrom.yamlread import parse_mapping, parse_yaml


def read(text: str):
    report = Report()
    return parse_yaml(source(text), report), report


def value_of(text: str, key: str = "k") -> Scalar:
    node, report = read(text)
    assert not report.items, [item.message for item in report.items]
    found = node.get(key)
    assert isinstance(found, Scalar)
    return found


class Places(unittest.TestCase):
    """A word of a value is found where it was written, in every style."""

    def expect(self, text: str, value: str, words: dict) -> None:
        node = value_of(text)
        self.assertEqual(node.value, value)
        for word, written in words.items():
            start = node.value.index(word)
            span = node.text.span(start, start + len(word))
            self.assertEqual(text[span.start:span.end], written, f"place of {word!r}")

    def test_plain(self) -> None:
        self.expect("k: one {two}\n", "one {two}", {"{two}": "{two}", "one": "one"})

    def test_plain_folded(self) -> None:
        self.expect("k: one\n  two\n\n  three  \n   four\n", "one two\nthree four",
                    {"two": "two", "three": "three", "four": "four"})

    def test_single_quotes(self) -> None:
        self.expect("k: 'it''s {two}\n  and\n\n  {three}'\n", "it's {two} and\n{three}",
                    {"{two}": "{two}", "s {": "s {", "{three}": "{three}", "and": "and"})

    def test_double_quotes(self) -> None:
        self.expect('k: "a\\tb\\u20ac {x}\\n\\x41 \\U0001F600{y}"\n', "a\tb€ {x}\nA \U0001f600{y}",
                    {"{x}": "{x}", "{y}": "{y}", "b": "b"})

    def test_double_quotes_over_lines(self) -> None:
        self.expect('k: "a \\\n   b\n   c\n\n   d\\  \n  e"\n', "a b c\nd  e", 
                    {"b": "b", "c": "c", "d": "d", "e": "e"})

    def test_literal(self) -> None:
        self.expect("k: |\n  one\n    two\n\n  three {x}\nz: 1\n", "one\n  two\n\nthree {x}\n",
                    {"one": "one", "two": "two", "three": "three", "{x}": "{x}"})

    def test_literal_with_indentation_indicator(self) -> None:
        self.expect("a:\n  - k\nk: |2-\n   one\n  two {x}\n", " one\ntwo {x}", {"one": "one", "{x}": "{x}"})

    def test_indentation_indicator_inside_sequence(self) -> None:
        node, report = read("- - |1-\n     x {y}\n")
        self.assertFalse(report.items)
        inner = node.items[0].items[0]
        self.assertEqual(inner.value, "  x {y}")
        span = inner.text.span(4, 7)
        self.assertEqual(span.source.text[span.start:span.end], "{y}")

    def test_folded(self) -> None:
        self.expect("k: >-\n\n  one\n  two\n\n  three\n    four\n  {five}\n", "\none two\nthree\n  four\n{five}",
                    {"one": "one", "two": "two", "three": "three", "four": "four", "{five}": "{five}"})

    def test_chomping(self) -> None:
        for sign, value in (("-", "a"), ("", "a\n"), ("+", "a\n\n")):
            self.expect(f"k: |{sign} # comment\n  a\n\nz: 1\n", value, {"a": "a"})

    def test_end_of_file_without_newline(self) -> None:
        self.expect("k: |\n  a", "a", {"a": "a"})
        self.expect("k: |+\n\n", "\n", {})

    def test_flow_collections(self) -> None:
        node, report = read("k: {a: [x, 'y z'], b: \"q\"}\n")
        self.assertFalse(report.items)
        inner = node.get("k")
        self.assertEqual(source_of(inner), "{a: [x, 'y z'], b: \"q\"}")
        self.assertEqual([item.value for item in inner.get("a").items], ["x", "y z"])
        self.assertEqual(source_of(inner.get("a").items[1]), "'y z'")

    def test_block_collection_ends_with_its_last_value(self) -> None:
        node, _ = read("k:\n  a: 1\n  b: two # no\n\n# comment\nz: 1\n")
        self.assertEqual(source_of(node.get("k")), "a: 1\n  b: two")

    def test_beyond_the_first_plane(self) -> None:
        self.expect("k: \U0001f600 {x}\n", "\U0001f600 {x}", {"{x}": "{x}"})

    def test_part_of_a_source(self) -> None:
        text = "---\nk: \"a {x}\"\nm: |\n  b\n---\nbody\n"
        node = parse_yaml(source(text), Report(), 4, 24)
        span = node.get("k").text.span(2, 5)
        self.assertEqual(text[span.start:span.end], "{x}")
        self.assertEqual(node.get("m").value, "b\n")

    def test_random_scalars(self) -> None:
        """Every character is at its place, or at the escape, line end or quote that made it."""
        generator = random.Random(12)
        pieces = ["a", "é", "\U0001f600", " ", "  ", "\t", "\n", "\n\n", "\n   ", "''", '\\"', "\\n", "\\x41", "\\\\",
                  "\\\n", "#", " #", "-", ":", "{x}"]
        checked = 0
        for _ in range(3000):
            inside = "".join(generator.choice(pieces) for _ in range(generator.randrange(9)))
            text = generator.choice(('k: "{}"\n', "k: '{}'\n", "k: |\n  {}\n", "k: >+\n  {}\n", "k: x{}\n",
                                     "- - |2-\n      {}\n", "k: >-\n   {}")).replace("{}", inside)
            node, report = read(text)
            for scalar in scalars(node):
                checked += 1
                for offset, character in enumerate(scalar.value):
                    written = text[scalar.text.at(offset)]
                    self.assertTrue(written == character or written == "\\" or (written, character) == ("\n", " "),
                                    (text, offset, character, written))
        self.assertGreater(checked, 2000)


def scalars(node) -> list:
    if node is None:
        return []
    if isinstance(node, Scalar):
        return [node]
    items = node.items if isinstance(node, Sequence) else [part for pair in node.items for part in pair]
    return [scalar for item in items for scalar in scalars(item)]


def source_of(node) -> str:
    return node.span.source.text[node.span.start:node.span.end]


class Kinds(unittest.TestCase):
    def test_core_schema(self) -> None:
        for kind, values in {
            "null": ("", "~", "null", "Null", "NULL"),
            "bool": ("true", "False", "TRUE"),
            "int": ("0", "-12", "+3", "017", "0o17", "0xFf"),
            "float": ("1.0", ".5", "1.", "-1e9", "1.5E-3", ".inf", "-.INF", ".nan"),
            "text": ("no", "on", "yes", "12:30", "1_000", "0x", "0o8", "nULL", "tRUE", "1e", "+.nan", "- 1",
                     "2026-01-01"),
        }.items():
            for value in values:
                self.assertEqual(kind_of(value_of(f"k: {value}\n") if value != "- 1" else scalar("- 1")), kind, value)

    def test_quoted_is_text(self) -> None:
        for written in ("'1'", '"true"', "|-\n  1", '""'):
            self.assertEqual(kind_of(value_of(f"k: {written}\n")), "text")


def scalar(value: str) -> Scalar:
    found = value_of(f'k: "{value}"\n')
    return Scalar(found.text, "plain", found.span)


class Refused(unittest.TestCase):
    def expect(self, text: str, code: str, caret: str, help_: str = "") -> None:
        _, report = read(text)
        self.assertEqual(codes(report), [code], [item.message for item in report.items])
        self.assertEqual(marked(report.items[0]), caret)
        self.assertIn(help_, "\n".join(report.items[0].helps))

    def test_decorations(self) -> None:
        self.expect("k: &a x\n", "PR0203", "&a", "quotes")
        self.expect("k: *a\n", "PR0204", "*a", 'write "*a"')
        self.expect("k: !!str x\n", "PR0201", "!!str")
        self.expect("k: !<tag:x> x\n", "PR0201", "!<tag:x>")
        self.expect("<<: {a: 1}\n", "PR0205", "<<")
        self.expect("%YAML 1.2\n---\nk: 1\n", "PR0207", "%YAML 1.2")
        self.expect("%YAML 3.0\n---\nk: 1\n", "PR0207", "%")
        self.expect("k: 1\n---\nk: 2\n", "PR0206", "---")

    def test_decorations_end_where_libyaml_says(self) -> None:
        self.expect("&a:{}b: 1\n", "PR0203", "&a")
        self.expect("!<a,b> k: 1\n", "PR0201", "!<a,b>")

    def test_decorated_value_is_still_read(self) -> None:
        node, report = read("k: !a &b # c\n  x {y}\n")
        self.assertEqual(sorted(codes(report)), ["PR0201", "PR0203"])
        span = node.get("k").text.span(2, 5)
        self.assertEqual(span.source.text[span.start:span.end], "{y}")

    def test_quoted_merge_key_is_a_name(self) -> None:
        node, report = read("'<<': 1\n")
        self.assertFalse(report.items)
        self.assertEqual(node.get("<<").value, "1")

    def test_duplicate_key_shows_both(self) -> None:
        node, report = read("a: 1\nb: 2\n'a': 3\n")
        self.assertEqual(codes(report), ["PR0202"])
        self.assertEqual(place(report.items[0]), (3, 1))
        related = report.items[0].related[0].span
        self.assertEqual(related.source.position(related.start), (1, 1))
        self.assertEqual(node.get("a").value, "1")

    def test_keys(self) -> None:
        self.expect("? [a]\n: 1\n", "PR0209", "[a]")
        self.expect("{a: 1}: 1\n", "PR0209", "{a: 1}")
        self.expect("?\n: 1\n", "PR0209", "")
        self.expect(f"? {'k' * 1025}\n: 1\n", "PR0210", "k" * 1025, "shorten")
        node, report = read(f"? {'k' * 1024}\n: 1\n")
        self.assertFalse(report.items)
        _, report = read("k" * 3000 + ": 1\n")
        self.assertEqual(codes(report), ["PR0210"])

    def test_nesting(self) -> None:
        for text in ("[" * 64 + "]" * 64, "- " * 63 + "x\n"):
            self.assertFalse(read(text)[1].items)
        for text in ("[" * 65 + "]" * 65, "- " * 65 + "x\n", "[" * 64000, "{a: " * 64000, "- " * 64000):
            node, report = read(text)
            self.assertIsNone(node)
            self.assertEqual(codes(report), ["PR0208"])
            self.assertIn("64", report.items[0].message)

    def test_separators(self) -> None:
        for character in "\u2028\u2029":
            node, report = read(f"k: a{character}b\nm: 1\n")
            self.assertEqual(codes(report), ["PR0214"])
            self.assertEqual(place(report.items[0]), (1, 5))
            self.assertEqual(node.get("m").span.source.position(node.get("m").span.start), (2, 4))

    def test_alias_bomb(self) -> None:
        text = "a: &a [x, x]\n" + "".join(f"b{i}: &b{i} [*a, *a]\n" for i in range(40)) + "c: &c [*c]\n"
        _, report = read(text)
        self.assertEqual(len([code for code in codes(report) if code == "PR0204"]), 81)

    def test_root(self) -> None:
        for text, expected in (("", []), ("# only a comment\n", []), ("- a\n", ["PR0215"]), ("x\n", ["PR0215"])):
            report = Report()
            node = parse_mapping(source(text), report)
            self.assertEqual(codes(report), expected)
            self.assertEqual(node.items if node else None, None if expected else ())

    def test_empty_after_error_is_not_empty(self) -> None:
        report = Report()
        self.assertIsNone(parse_mapping(source("k: 'x\n"), report))
        self.assertTrue(report.failed)


class SyntaxErrors(unittest.TestCase):
    """The usual mistakes: place and help."""

    def expect(self, text: str, where: tuple, help_: str) -> None:
        node, report = read(text)
        self.assertIsNone(node)
        self.assertEqual(codes(report), ["PR0211"], text)
        self.assertEqual(place(report.items[0]), where, text)
        self.assertIn(help_, "\n".join(report.items[0].helps))

    def test_usual_causes(self) -> None:
        self.expect("globs: **/*\n", (1, 8), 'write globs: "**/*"')
        self.expect("a: foo: bar\n", (1, 7), 'write a: "foo: bar"')
        self.expect("a: {pct}% used\n", (1, 9), 'write a: "{pct}% used"')
        self.expect("- {pct}% used\n- b\n", (1, 8), 'write - "{pct}% used"')
        self.expect("a: [x] y\n", (1, 8), 'write a: "[x] y"')
        self.expect("a: `x`\n", (1, 4), 'write a: "`x`"')
        self.expect("a: %d\n", (1, 4), 'write a: "%d"')
        self.expect("a: @x\n", (1, 4), 'write a: "@x"')
        self.expect("a: - b\n", (1, 4), 'write a: "- b"')
        self.expect("a: 'it's'\n", (1, 8), "write a: \"it's\"")
        self.expect('a: "x" "y\\n"\n', (1, 8), "write a: '\"x\" \"y\\n\"'")
        self.expect('a: "x" | "y" | "z"\n', (1, 10), "write a: '\"x\" | \"y\" | \"z\"'")
        self.expect('a: "say "hi" now"\n', (1, 10), "write a: 'say \"hi\" now'")
        self.expect("a: 'it's'\n", (1, 8), 'write a: "it\'s"')
        self.expect("a: | x\n  y\n", (1, 6), "begin the text on the next line, indented")
        self.expect("a:\n\tb: 1\n", (2, 1), "spaces")
        self.expect("a: >\n\t b\n", (2, 1), "spaces")
        self.expect('a: "abc\nb: 1\n', (1, 4), "same quote")
        self.expect('a: "\\q"\n', (1, 5), "single quotes")
        self.expect('a: "\\ud83d\\ude00"\n', (1, 7), "surrogates")
        self.expect("a: {b\nc: 1\n", (1, 4), 'write a: "{b"')
        self.expect("a: }\n", (1, 4), 'write a: "}"')
        self.expect("a: b\n  c: d\n", (2, 4), "indent")
        self.expect("a: |\n  b\n c\n", (3, 2), "indent")
        self.expect("- a\nb: 1\n", (2, 1), "indent")

    def test_help_is_valid(self) -> None:
        """What a help says to write is read as the text that was meant."""
        for text in ("a: **/*", "a: foo: bar", "a: {pct}% used", "a: `x`", "a: - b", "a: [x] \"y\"", "a: @\\x"):
            _, report = read(text + "\n")
            written = next(help_ for help_ in report.items[0].helps if help_.startswith("write "))[6:]
            self.assertEqual(value_of(written + "\n", "a").value, text[3:])

    def test_place_after_separators(self) -> None:
        _, report = read("a: x\u2028y\nb: c: d\n")
        self.assertEqual([place(item) for item in report.items], [(1, 5), (2, 5)])


class Hostile(unittest.TestCase):
    def test_nothing_raises(self) -> None:
        generator = random.Random(5)
        pieces = list("ab \n\t:-?[]{},&*!|>'\"%@`#\\") + ["- ", ": ", "\n  ", "---\n", "...\n", "|2\n", ">-\n",
                                                          "\ufeff",
                                                          "\u2028", "&a ", "*a ", "!t ", "<<: ", "? ", "%YAML 1.2\n"]
        read_well = 0
        for _ in range(4000):
            text = "".join(generator.choice(pieces) for _ in range(generator.randrange(14)))
            node, report = read(text)
            read_well += node is not None and not report.failed
            for item in report.items:
                self.assertTrue(0 <= item.span.start <= item.span.end <= len(text) + 1, text)
        self.assertGreater(read_well, 300)


if __name__ == "__main__":
    unittest.main()
