from __future__ import annotations

import unittest

from checking import CheckCase

BASE = """variables:
  pct: {type: integer, min: 0, max: 100}
  note: {type: text, max_bytes: 4}
  loud: {type: flag}
  rows: {type: rows, fields: {n: {type: integer}}}
slots:
  s: {placeholders: [pct, note], text: "{pct}{note}"}
  t: {placeholders: [loud, rows], text: "{#loud}\\n{#rows}\\n{n}\\n{/rows}\\n{/loud}"}
requests:
  r: {body: {pct: "{pct}"}}
cases:
"""


class Cases(CheckCase):
    def case(self, fields: str):
        return self.good(BASE + f"  - {{{fields}}}\n").cases[0]

    def test_arguments_have_the_types_of_inputs(self) -> None:
        found = self.case("name: a, render: s, args: {pct: 7, note: no}, expect: 7no")
        self.assertEqual((found.name, found.render, found.args, found.expect, found.error, found.json),
                         ("a", "s", (("pct", 7), ("note", "no")), "7no", "", False))
        found = self.case("name: a, render: t, args: {loud: true, rows: [{n: 1}, {}]}, expect: '1', json: true")
        self.assertEqual((found.args, found.json), ((("loud", True), ("rows", [{"n": 1}, {}])), True))

    def test_null_is_no_value(self) -> None:
        self.assertEqual(self.case("name: a, render: s, args: {pct: ~}, error: MISSING").args, ())

    def test_json_as_a_tree(self) -> None:
        self.assertEqual(self.case("name: a, render: r, args: {pct: 1}, expect: {pct: 1}").expect, '{"pct":1}')

    def test_where_an_error_is_expected_anything_goes(self) -> None:
        self.assertEqual(self.case("name: a, render: s, args: {pctt: 7, note: 12}, error: PR0301").args,
                         (("pctt", 7), ("note", "12")))
        self.assertEqual(self.case("name: a, render: s, args: {pct: 101, note: [x]}, error: OUT_OF_RANGE").args,
                         (("pct", 101), ("note", ["x"])))

    def test_mistakes(self) -> None:
        for fields, code, under in (
                ("render: s, expect: ''", "PR0403", ""), ("name: a, expect: ''", "PR0403", ""),
                ("name: a, render: s", "PR0551", ""), ("name: a, render: s, expect: x, error: PR0301", "PR0551", ""),
                ("name: a, render: u, expect: x", "PR0501", "u"),
                ("name: a, render: s, expcet: x, error: PR0301", "PR0401", "expcet"),
                ("name: a, render: s, args: {pctt: 7}, expect: x", "PR0301", "pctt"),
                ("name: a, render: s, args: {pct: x}, expect: x", "PR0553", "x"),
                ("name: a, render: s, args: {pct: 101}, expect: x", "PR0553", "101"),
                ("name: a, render: s, args: {note: long text}, expect: x", "PR0553", "long text"),
                ("name: a, render: t, args: {loud: yes}, expect: x", "PR0553", "yes"),
                ("name: a, render: t, args: {rows: [{m: 1}]}, expect: x", "PR0553", "m"),
                ("name: a, render: s, args: [7], expect: x", "PR0402", "[7]"),
                ("name: a, render: s, error: PR9999", "PR0552", "PR9999"),
                ("name: a, render: s, error: MISING", "PR0552", "MISING"),
                ("name: a, render: s, expect: x, json: 1", "PR0402", "1")):
            with self.subTest(fields):
                self.bad(BASE + f"  - {{{fields}}}\n", code, under)

    def test_names_are_unique(self) -> None:
        self.bad(BASE + "  - {name: a, render: s, error: MISSING}\n  - {name: a, render: t, expect: ''}\n", "PR0408")

    def test_sets_of_tools(self) -> None:
        base = ("tools: {read: {description: D}}\nrequests: {r: {body: [{$tools: mcp, visible: shown}]}}\n"
                "cases:\n  - {name: a, render: r, args: {shown: [%s]}, expect: []}\n")
        self.assertEqual(self.good(base % "read").cases[0].args, (("shown", ["read"]),))
        self.bad(base % "raed", "PR0553", "raed", "did you mean read?")

    def test_a_case_of_a_broken_slot_is_no_second_error(self) -> None:
        self.assertEqual(self.codes("slots: {s: {text: [x]}}\ncases:\n  - {name: a, render: s, args: {x: 1}, "
                                    "expect: ''}\n"), ["PR0220"])


if __name__ == "__main__":
    unittest.main()
