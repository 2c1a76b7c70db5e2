"""What packs ask of a library: rows within rows only where a walk can meet them."""

from __future__ import annotations

import unittest

from checking import CheckCase

from promptrom.lower import Options, lower
from promptrom.uses import uses_of

A = "a: {type: rows, fields: {b: {type: text}}}"
OUTER = "a: {type: rows, fields: {b: {type: text}, c: {type: rows, fields: {d: {type: text}}}}}"
E = "e: {type: rows, fields: {f: {type: text}}}"
INNER = "{#a}\\n{b}\\n{#c}\\n{d}\\n{/c}\\n{/a}\\n"
BESIDE = "{#a}\\n{b}\\n{/a}\\n{#e}\\n{f}\\n{/e}\\n"


class RowsInRows(CheckCase):
    def asked(self, variables: str, declarations: str) -> bool:
        pack = self.good(f"variables: {{{variables}}}\n{declarations}")
        uses = uses_of(lower(pack, Options()))
        self.assertIn("ROWS", uses)
        return "ROWS_IN_ROWS" in uses

    def slot(self, variables: str, placeholders: str, text: str, head: str = "") -> bool:
        return self.asked(variables, f'{head}slots: {{it: {{placeholders: [{placeholders}], text: "{text}"}}}}\n')

    def test_texts(self) -> None:
        self.assertTrue(self.slot(OUTER, "a", INNER))
        self.assertFalse(self.slot(f"{A}, {E}", "a, e", BESIDE))
        self.assertFalse(self.slot(OUTER, "a", "{#a}\\n{^c}\\nnone of {b}\\n{/c}\\n{/a}\\n"))

    def test_calls(self) -> None:
        """A slot that repeats lines, once beside rows and once for each of them."""
        slots = ('slots:\n  lines: {placeholders: [e], text: "{#e}\\n{f}\\n{/e}\\n"}\n'
                 '  one: {placeholders: [b], text: "{b}"}\n')
        beside = "assemblies: {it: {parts: [{each: a, slot: one}, lines]}}\n"
        within = "assemblies: {it: {parts: [{each: a, slot: one}, {each: a, slot: lines}]}}\n"
        self.assertFalse(self.asked(f"{A}, b: {{type: text}}, {E}", slots + beside))
        self.assertTrue(self.asked(f"{A}, b: {{type: text}}, {E}", slots + within))

    def test_texts_that_come_at_start_up(self) -> None:
        """They may repeat whatever rows they can name."""
        head = "overridable: true\n"
        self.assertFalse(self.slot(E, "e", "{#e}\\n{f}\\n{/e}\\n", head))
        self.assertTrue(self.slot(OUTER, "a", "{#a}\\n{b}\\n{/a}\\n", head))
        called = ('slots: {lines: {placeholders: [e], text: "{^e}\\nnone\\n{/e}\\n"}}\n'
                  "assemblies: {it: {parts: [{each: a, slot: lines}]}}\n")
        self.assertFalse(self.asked(f"{A}, {E}", called))
        self.assertTrue(self.asked(f"{A}, {E}", head + called))


if __name__ == "__main__":
    unittest.main()
