"""Templates: the three syntaxes, escapes, literal names, sections."""

from __future__ import annotations

import random
import unittest

from fixtures import codes, marked, place, source, text_of
from promptrom.diagnostics import Report
from promptrom.model import Lines, Literal
from promptrom.source import Text
from promptrom.template import Rules, parse_template

ROWS = {"rows": {"title": None, "inner": {"leaf": None}}}


def shown(body) -> list:
    """A body as nested lists: texts, <values> and (section, lines) pairs."""
    found = []
    for chunk in body:
        if isinstance(chunk, Lines):
            found.append([piece.text if isinstance(piece, Literal) else f"<{piece.name}>" for piece in chunk.pieces])
        else:
            found.append((("^" if chunk.inverted else "#") + chunk.name, shown(chunk.body)))
    return found


class TemplateTest(unittest.TestCase):
    def parse(self, value: str, **rules):
        self.report = Report()
        rules.setdefault("where", "slot a")
        rules.setdefault("allowed", ("pct", "on", "rows"))
        rules.setdefault("rows", ROWS)
        return parse_template(text_of(value), Rules(**rules), self.report)

    def fine(self, value: str, expected: list, **rules) -> None:
        body = self.parse(value, **rules)
        self.assertEqual([item.message for item in self.report.items], [])
        self.assertEqual(shown(body), expected)

    def wrong(self, value: str, *expected: str, **rules) -> None:
        self.parse(value, **rules)
        self.assertEqual(codes(self.report), list(expected), value)

    def quiet(self, value: str, expected: list, **rules) -> None:
        """Warnings are another test's matter."""
        body = self.parse(value, **rules)
        self.assertFalse(self.report.failed, [item.message for item in self.report.items])
        self.assertEqual(shown(body), expected)


class Single(TemplateTest):
    def test_placeholders(self) -> None:
        self.fine("{pct}", [["<pct>"]])
        self.fine("a {pct}{on}% b", [["a ", "<pct>", "<on>", "% b"]])
        self.fine("{_A9}", [["<_A9>"]], allowed=("_A9",))
        self.fine("", [[]])
        self.fine("a\n\nb {pct}\n", [["a\n\nb ", "<pct>", "\n"]])

    def test_literals(self) -> None:
        for text in ("{ startSeq }", "{}", '{"a": 1}', "{a.b}", "}", "{", "{{", "}}", "{9a}", "{a-b}", "{é}", "{pct",
                     "pct}", "{a b}", "{\npct}", "{/x}", "{#x}", "{^x}"):
            self.quiet(text, [[text]])

    def test_spans(self) -> None:
        body = self.parse("a {pct} b")
        self.assertEqual([(piece.span.start, piece.span.end) for piece in body[0].pieces], [(0, 2), (2, 7), (7, 9)])

    def test_escape(self) -> None:
        self.quiet("\\{pct}", [["{pct}"]])
        self.fine("\\\\{pct}", [["\\", "<pct>"]])
        self.quiet("\\\\\\{pct}", [["\\{pct}"]])
        self.fine("\\\\\\\\{pct}", [["\\\\", "<pct>"]])
        self.fine("{pct}\\{pct}", [["<pct>", "{pct}"]])

    def test_escape_of_an_unknown_name(self) -> None:
        self.fine("\\{other}", [["{other}"]])

    def test_other_backslashes_are_data(self) -> None:
        for text in ("\\frac{1}{2}", "C:\\new", "\\{", "\\{ pct }", "\\n", "\\\\", "{pct\\}", "\\{a.b}",
                     "\\{#other}"):
            self.quiet(text, [[text]])

    def test_escaped_literal_merges(self) -> None:
        body = self.parse("a \\{pct} b {pct}")
        literal = body[0].pieces[0]
        self.assertEqual(literal.text, "a {pct} b ")
        self.assertEqual((literal.span.start, literal.span.end), (0, 11))

    def test_unknown(self) -> None:
        self.parse("{pct} {pctt} {pctt} {other}\n{pctt}")
        self.assertEqual(codes(self.report), ["PR0301", "PR0301"])
        item, other = self.report.items
        self.assertEqual(item.message, "slot a has no placeholder {pctt}")
        self.assertEqual(item.label, "not on the allow-list")
        self.assertEqual(item.notes, ("allowed here: pct, on, rows", "also at 1:14, 2:1"))
        self.assertEqual(item.helps, ("did you mean {pct}?",))
        self.assertEqual(marked(item), "{pctt}")
        self.assertEqual(other.helps, ("declare other and add it: placeholders: [pct, on, rows, other]",
                                       "or keep it as written: literal: [other]"))

    def test_unknown_without_any_allowed(self) -> None:
        self.parse("{pct}", allowed=(), rows={})
        self.assertEqual(self.report.items[0].notes, ("allowed here: (none)",))

    def test_unknown_but_declared(self) -> None:
        self.parse("{other}", declared=frozenset({"other"}))
        self.assertEqual(self.report.items[0].helps[0], "add it: placeholders: [pct, on, rows, other]")

    def test_unknown_in_doubled_braces(self) -> None:
        self.parse("{{other}}")
        self.assertIn("syntax: double", self.report.items[0].helps[0])

    def test_many_unknown_names_shorten_the_note(self) -> None:
        self.parse("{x}" * 30)
        self.assertTrue(self.report.items[0].notes[1].endswith("and 21 more"))

    def test_caret_inside_escaped_yaml(self) -> None:
        written = source('text: "a\\tb{x}"\n')
        text = Text("a\tb{x}", written, ((0, 7), (1, 8), (2, 10)), 14)
        report = Report()
        parse_template(text, Rules("slot a"), report)
        self.assertEqual(marked(report.items[0]), "{x}")


class Double(TemplateTest):
    def parse(self, value: str, **rules):
        return super().parse(value, syntax="double", **rules)

    def test_placeholders(self) -> None:
        self.fine("{{pct}}", [["<pct>"]])
        self.fine("{{a.b.c}}", [["<a.b.c>"]], allowed=("a.b.c",))
        self.fine("{{pct}}}", [["<pct>", "}"]])
        self.fine("{{pct}}{{on}}", [["<pct>", "<on>"]])

    def test_literals(self) -> None:
        for text in ("{other}", '{"a": 1}', "}}", "{{", "a }} {{ b", "{{{", "{{pct}", "{ {pct} }"):
            self.quiet(text, [[text]])

    def test_malformed(self) -> None:
        for text, whole in (("a {{ pct }} b", "{{ pct }}"), ("{{}}", "{{}}"), ("{{{pct}}}", "{{{pct}}}"),
                            ("{{#if x}}", "{{#if x}}"), ("{{a{b}}", "{{a{b}}"), ("{{a.}}", "{{a.}}"),
                            ("{{.a}}", "{{.a}}"), ("{{a-b}}", "{{a-b}}"), ("{{\"a\": {}}}", "{{\"a\": {}}}")):
            self.wrong(text, "PR0302")
            self.assertTrue(whole.startswith(marked(self.report.items[0])), text)

    def test_malformed_over_lines_shows_both_ends(self) -> None:
        self.wrong("a {{ pct\n\n b }} {{pct}}", "PR0302")
        item = self.report.items[0]
        self.assertEqual((marked(item), place(item)), ("{{", (1, 3)))
        closing = item.related[0].span
        self.assertEqual(closing.source.position(closing.start), (3, 4))

    def test_malformed_helps(self) -> None:
        for text, help_ in (("{{ pct }}", "write {{pct}}"), ("{{{pct}}}", "write {{pct}}"), 
                            ("{{.pct}}", "write {{pct}}"),
                            ("{{#if pct}}", "{{#name}}"), ("{{\"a\": 1}}", "single braces"), ("{{pct-}}", "{{pct}}"),
                            ("{{x y}}", "\\{{")):
            self.wrong(text, "PR0302")
            self.assertIn(help_, "\n".join(self.report.items[0].helps), text)

    def test_keyword(self) -> None:
        self.wrong("{{else}}", "PR0301")
        self.assertIn("{{^name}}", self.report.items[0].helps[0])

    def test_attribute(self) -> None:
        self.wrong("{{pct.a}}", "PR0301")
        self.assertEqual(self.report.items[0].helps, ("write {{pct}}",))

    def test_escape(self) -> None:
        self.quiet("\\{{pct}}", [["{{pct}}"]])
        self.fine("\\\\{{pct}}", [["\\", "<pct>"]])
        self.fine("\\{{ x }}", [["{{ x }}"]])
        self.fine("\\\\\\{{ x }}", [["\\{{ x }}"]])
        self.wrong("\\\\{{ x }}", "PR0302")
        self.fine("\\{{{pct}}}", [["{{{pct}}}"]])
        self.fine("\\{{#on}}", [["{{#on}}"]])
        self.fine("\\{{#other}}", [["{{#other}}"]])
        self.fine("\\{{", [["\\{{"]])

    def test_unknown_tag_is_an_error(self) -> None:
        self.wrong("{{#other}}\n{{/other}}", "PR0309")
        self.assertIn("also at 2:1", self.report.items[0].notes)
        self.wrong("{{#onn}}", "PR0309")
        self.assertEqual(self.report.items[0].helps, ("did you mean {{#on}}?",))

    def test_sections(self) -> None:
        self.fine("{{#on}}\n{{pct}}\n{{/on}}", [("#on", [["<pct>"]])])


class NoSyntax(TemplateTest):
    def test_everything_is_text(self) -> None:
        text = "{pct} {{pct}} \\{pct}\n{#on}\n{{#on}}\n{{ x }}"
        self.fine(text, [[text]], syntax="none")


class LiteralNames(TemplateTest):
    def test_names(self) -> None:
        self.fine("{command} \\{command} \\\\{command} {pct}", [["{command} \\{command} \\\\{command} ", "<pct>"]],
                  literal=frozenset({"command"}))
        self.wrong("{command} {id}", "PR0301", literal=("command",))
        self.fine("{{command}} {{#command}}", [["{{command}} {{#command}}"]], literal=("command",), syntax="double")

    def test_all(self) -> None:
        self.fine("{anything} \\{anything} {pct}\\{pct}", [["{anything} \\{anything} ", "<pct>", "{pct}"]],
                  literal="all")
        self.wrong("{pctt} {pct} {pctt}", "PR0337", literal="all")
        self.assertEqual(self.report.items[0].helps, ("did you mean {pct}?",))
        self.assertEqual(self.report.items[0].severity, "warning")
        self.wrong("{{ x }}", "PR0302", literal="all", syntax="double")


class Requires(TemplateTest):
    def test_requires(self) -> None:
        self.fine("{pct}", [["<pct>"]], requires=("pct",))
        self.fine("", [[]], requires=("pct",))
        self.fine("{#pct}\n{/pct}", [("#pct", [])], requires=("pct",))
        self.wrong("text\nmore", "PR0303", requires=("pct",))
        self.assertEqual(self.report.items[0].message, "slot a lacks {pct}")
        self.assertEqual(marked(self.report.items[0]), "text")
        self.wrong("\\{pct}", "PR0303", "PR0335", requires=("pct",))
        self.wrong("\n", "PR0303", "PR0303", requires=("pct", "on"))


class Sections(TemplateTest):
    def test_lines(self) -> None:
        self.fine("a\n{#on}\nb\n{/on}\nc", [["a"], ("#on", [["b"]]), ["c"]])
        self.fine("{#on}\nb\n{/on}", [("#on", [["b"]])])
        self.fine("{^on}\nb\nc\n{/on}\n", [("^on", [["b\nc"]]), []])
        self.fine("{#on}\n{/on}", [("#on", [])])
        self.fine("{#on}\n\n{/on}", [("#on", [[]])])
        self.fine("\n{#on}\n\n\n{/on}\n\n", [[], ("#on", [["\n"]]), ["\n"]])
        self.fine("{#on}\n{/on}\n{#pct}\n{/pct}", [("#on", []), ("#pct", [])])

    def test_spaces_around_a_tag_vanish(self) -> None:
        self.fine("a\n  {#on} \t\n b\n\t{/on}\nc", [["a"], ("#on", [[" b"]]), ["c"]])

    def test_nested(self) -> None:
        self.fine("{#on}\na\n{^pct}\nb\n{/pct}\nc\n{/on}", [("#on", [["a"], ("^pct", [["b"]]), ["c"]])])
        self.fine("{#on}\n{#on}\na\n{/on}\n{/on}", [("#on", [("#on", [["a"]])])])

    def test_rows(self) -> None:
        self.fine("{#rows}\n{index1}. {title} {pct} {index}\n{#inner}\n{leaf} {title}\n{/inner}\n{/rows}",
                  [("#rows", [["<index1>", ". ", "<title>", " ", "<pct>", " ", "<index>"],
                              ("#inner", [["<leaf>", " ", "<title>"]])])])

    def test_fields_given_as_a_plain_list(self) -> None:
        self.fine("{#rows}\n{title}\n{/rows}", [("#rows", [["<title>"]])], rows={"rows": ("title",)})

    def test_fields_only_inside(self) -> None:
        self.wrong("{title}\n{#rows}\n{/rows}\n{index}", "PR0301", "PR0301")
        self.assertEqual(self.report.items[0].helps, ("use it on lines between {#rows} and {/rows}",))
        self.wrong("{^rows}\n{title}\n{/rows}", "PR0301")
        self.wrong("{#rows}\n{leaf}\n{/rows}", "PR0301")
        self.assertEqual(self.report.items[0].helps, ("use it on lines between {#inner} and {/inner}",))
        self.wrong("{#on}\n{index}\n{/on}", "PR0301")
        self.wrong("{index}", "PR0301", rows={})
        self.assertEqual(self.report.items[0].helps, ("it counts the rows of a section and stands inside one only",
                                                      "or keep it as written: literal: [index]"))

    def test_names_inside_a_row(self) -> None:
        self.parse("{#rows}\n{titel}\n{/rows}")
        self.assertEqual(self.report.items[0].notes, ("allowed here: title, inner, pct, on, rows, index, index1",))
        self.assertEqual(self.report.items[0].helps, ("did you mean {title}?",))

    def test_inline_tag(self) -> None:
        self.wrong("a {#on}b{/on}", "PR0304")
        self.assertIn("bind", "\n".join(self.report.items[0].helps))
        self.assertEqual(self.report.items[0].notes[-1], "also at 1:9")
        self.wrong("{#on}\na {/on}\n{/on}", "PR0304")
        self.wrong("{#on}{/on}", "PR0304")
        self.wrong("x{#on}\n{pct}{/on}", "PR0304")

    def test_unknown_tag_is_text_in_single(self) -> None:
        self.fine("{#other}\na\n{/other}", [["{#other}\na\n{/other}"]])
        self.wrong("{#onn}", "PR0339")
        self.assertEqual(self.report.items[0].helps, ("did you mean {#on}?",))

    def test_escaped_tag(self) -> None:
        self.fine("\\{#on}\na", [["{#on}\na"]])
        self.wrong("\\\\{#on}\na", "PR0304")

    def test_left_open(self) -> None:
        self.wrong("a\n{#on}\nb\n{#pct}\nc", "PR0305", "PR0305")
        item = self.report.items[-1]
        self.assertEqual((marked(item), place(item)), ("{#on}", (2, 1)))
        self.assertEqual(item.related[0].label, "the text ends here")

    def test_closed_twice(self) -> None:
        self.wrong("{#on}\n{/on}\n{/on}", "PR0306")
        related = self.report.items[0].related[0].span
        self.assertEqual(related.source.position(related.start), (2, 1))
        self.wrong("{/on}", "PR0306")
        self.assertEqual(self.report.items[0].related, ())

    def test_crossed(self) -> None:
        self.wrong("{#on}\n{#pct}\n{/on}\n{/pct}", "PR0307")
        item = self.report.items[0]
        self.assertEqual((place(item), marked(item)), ((3, 1), "{/on}"))
        self.assertEqual(item.related[0].span.source.position(item.related[0].span.start), (2, 1))

    def test_depth(self) -> None:
        def nest(count: int) -> str:
            return "\n".join(["{#on}"] * count + ["x"] + ["{/on}"] * count)

        self.parse(nest(8))
        self.assertFalse(self.report.items)
        self.wrong(nest(9), "PR0308")
        self.assertIn("8", self.report.items[0].message)
        self.wrong(nest(1000), "PR0308")

    def test_not_allowed(self) -> None:
        self.wrong("{#on}\n{/on}", "PR0310", sections_allowed=False)
        self.wrong("a {#on}", "PR0310", sections_allowed=False)
        self.fine("{#other}", [["{#other}"]], sections_allowed=False)

    def test_kept_line_ends(self) -> None:
        self.wrong("{#on}\r\na\r\n{/on}\r\n", "PR0311")


class Properties(TemplateTest):
    def test_only_escapes_and_tags_vanish(self) -> None:
        """Without tags, the text is its pieces with the backslashes of escapes removed; nothing ever raises."""
        generator = random.Random(3)
        pieces = ["{", "}", "{{", "}}", "\\", "pct", "on", "{pct}", "{{pct}}", "{#on}", "{/on}", "\n", " ", "{#rows}",
                  "{/rows}", "{title}", "x", "{ pct }", "%s", "```", "<pct>", "$"]
        fine = 0
        for _ in range(6000):
            value = "".join(generator.choice(pieces) for _ in range(generator.randrange(12)))
            syntax = generator.choice(("single", "double"))
            body = self.parse(value, syntax=syntax, literal=generator.choice(((), "all", ("title",))))
            if self.report.failed or any(not isinstance(chunk, Lines) for chunk in body):
                continue
            fine += 1
            self.assertEqual(len(body), 1)
            mark = "{{%s}}" if syntax == "double" else "{%s}"
            again = "".join(piece.text if isinstance(piece, Literal) else mark % piece.name
                            for piece in body[0].pieces)
            self.assertEqual(again.replace("\\", ""), value.replace("\\", ""))
            kinds = [isinstance(piece, Literal) for piece in body[0].pieces]
            self.assertNotIn((True, True), list(zip(kinds, kinds[1:])), "neighbouring literals are one")
        self.assertGreater(fine, 1000)


if __name__ == "__main__":
    unittest.main()
