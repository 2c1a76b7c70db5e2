"""Near misses: each by its own code, and none where the text is plainly meant."""

from __future__ import annotations

import time
import unittest

from fixtures import codes, marked, text_of
from promptrom.diagnostics import Report
from promptrom.template import Rules, parse_template


def find(value: str, syntax: str = "single", **rules) -> Report:
    report = Report()
    rules.setdefault("allowed", ("pct", "has_time"))
    parse_template(text_of(value), Rules("slot a", syntax, **rules), report)
    return report


class NearMisses(unittest.TestCase):
    def expect(self, value: str, code: str, caret: str, help_: str, syntax: str = "single") -> None:
        report = find(value, syntax)
        self.assertEqual(codes(report), [code], value)
        self.assertEqual(marked(report.items[0]), caret)
        self.assertEqual(report.items[0].severity, "warning")
        self.assertIn(help_, "\n".join(report.items[0].helps))

    def test_each(self) -> None:
        self.expect("a {pct} b", "PR0320", "{pct}", "write {{pct}}", "double")
        self.expect("a {{pct}} b", "PR0321", "{{pct}}", "syntax: double")
        self.expect("{pct.x}", "PR0322", "{pct.x}", "write {pct}")
        self.expect("{pct[0]}", "PR0323", "{pct[0]}", "write {pct}")
        self.expect("{ pct }", "PR0324", "{ pct }", "write {pct}")
        self.expect("{pct }", "PR0324", "{pct }", "write {pct}")
        self.expect("{ pct}", "PR0324", "{ pct}", "write {pct}")
        self.expect("{has-time}", "PR0325", "{has-time}", "write {has_time}")
        self.expect("%(pct)s", "PR0326", "%(pct)s", "write {pct}")
        self.expect("${pct}", "PR0327", "${pct}", "dollar")
        self.expect("<pct>", "PR0328", "<pct>", "write {pct}")
        self.expect("a {0}", "PR0329", "{0}", "name")
        self.expect("a %s", "PR0330", "%s", "name")
        self.expect("%d items", "PR0330", "%d", "name")
        self.expect("{% if x %}", "PR0331", "{% if x ", "section")
        self.expect("{# note #}", "PR0332", "{# note ", "remove")
        self.expect("{{#if x}}", "PR0333", "{{#if x}}", "section")
        self.expect("{{/if}}", "PR0333", "{{/if}}", "section")
        self.expect('{{"a": 1}}', "PR0334", '{{"a"', "single braces")
        self.expect("\\{pct}", "PR0335", "\\{pct}", "backslash")
        self.expect("```\n{pct}\n```", "PR0336", "{pct}", "backslash")
        self.expect("{pct:02d}", "PR0338", "{pct:02d}", "write {pct}")
        self.expect("{pct!r}", "PR0338", "{pct!r}", "write {pct}")
        self.expect("%(pct)s", "PR0326", "%(pct)s", "write {{pct}}", "double")
        self.expect("{pct.x}", "PR0322", "{pct.x}", "write {{pct}}", "double")

    def test_plain_text(self) -> None:
        for value in ("{other.x}", "{other[0]}", "{ other }", "{kebab-name}", "%(other)s", "<other>", "[a-z]{3}",
                      "\\d{2}",
                      "100%", "5%d", "date +%s", "--format=%s", "%Y-%m-%d", "{}", '{"pct": 1}', "<pct>{pct}</pct>",
                      "{pct}", "`{pct}`", "```\ncode\n```\n{pct}", "{%", "{#x}", "{{", "#{x", "a{1}", "${1}",
                      "{pct: 1}", "{x.<pct>}", "~~~\n```\n~~~\n{pct}"):
            self.assertEqual(codes(find(value)), [], value)

    def test_escaped_and_literal_names_are_meant(self) -> None:
        self.assertEqual(codes(find("{pct} {pct.x} \\{pct}", literal=frozenset())), ["PR0322"])
        self.assertEqual(codes(find("{a} {{a}} {a.b} { a }", literal=("a",))), [])

    def test_none(self) -> None:
        self.assertEqual(codes(find("{pct} %s <pct> {{#if x}}", "none")), [])

    def test_nothing_is_told_twice(self) -> None:
        self.assertEqual(codes(find("{{pctt}} {{else}}")), ["PR0301", "PR0301"])
        self.assertEqual(codes(find("{{ pct }} {{pct[0]}}", "double")), ["PR0302", "PR0302"])
        report = find("%s and %s and\n%s")
        self.assertEqual(codes(report), ["PR0330"])
        self.assertEqual(report.items[0].notes, ("also at 1:8, 2:1",))

    def test_code_blocks(self) -> None:
        self.assertEqual(codes(find("~~~~\n```\n{pct}\n~~~~\n{pct}")), ["PR0336"])
        self.assertEqual(codes(find("```\n{pct}")), ["PR0336"])
        self.assertEqual(codes(find("    ```\n{pct}\n    ```")), [])
        self.assertEqual(codes(find("```\na\n```\n{pct}\n```\nb\n```")), [])


class Linear(unittest.TestCase):
    """Hostile texts take time in proportion to their size. The bounds are generous: quadratic time misses them by
    far."""

    TEXTS = ("{" * 16000, "{" * 8000 + "}" * 8000, "\\" * 220000, " " * 220000, "{ " * 110000, "{{ " * 70000 + "}}",
             "{pct " * 44000, "<pct" * 50000, "{%" * 110000, '{{"' * 70000, "`" * 220000, "```\n" * 50000,
             "{#pct}\n" * 30000, "{/pct}\n" * 30000, "{#pct}" * 30000, "{a-" * 70000, "{%" + " " * 220000,
             "{{" + " " * 220000, "%(pct" * 40000, "${" * 110000, "{pct[" * 40000, "{pct:" * 40000, "</" * 110000,
             "{x}" * 70000, "".join(f"{{n{number}}}" for number in range(20000)))

    def test_time(self) -> None:
        for value in self.TEXTS:
            for syntax in ("single", "double"):
                start = time.process_time()
                find(value, syntax, allowed=tuple(f"name{number}" for number in range(253)) + ("pct",))
                self.assertLess(time.process_time() - start, 5, (value[:12], syntax))


if __name__ == "__main__":
    unittest.main()
