from __future__ import annotations

import unittest

from checking import CheckCase, entry


class Variables(CheckCase):
    def one(self, declaration: str) -> str:
        """A pack whose only variable is v, used in a request, where every type may stand."""
        return (f"variables:\n  v: {declaration}\nslots:\n  s: {{text: S}}\n"
                "requests:\n  r: {body: {v: \"{v}\"}}\n")

    def variable(self, declaration: str):
        return self.good(self.one(declaration)).variables[0]

    def test_text(self) -> None:
        found = self.variable("{type: text, max_bytes: 5, default: '', example: äb, doc: D, stability: turn, fence: "
                              "x-y}")
        self.assertEqual((found.type, found.max_bytes, found.default, found.example, found.doc, found.stability,
                          found.fence), ("text", 5, "", "äb", "D", "turn", "x-y"))

    def test_text_takes_what_yaml_11_reads_otherwise(self) -> None:
        for word in ("no", "017", "12:30", "1.0", "true"):
            self.assertEqual(self.variable(f"{{type: text, default: {word}}}").default, word)

    def test_defaults_when_nothing_is_said(self) -> None:
        found = self.variable("{type: text}")
        self.assertEqual((found.max_bytes, found.default, found.example, found.stability, found.fence),
                         (None, None, None, "session", ""))

    def test_integer_extremes(self) -> None:
        found = self.variable("{type: integer, min: -9223372036854775808, max: 18446744073709551615, default: -1}")
        self.assertEqual((found.min, found.max, found.default), (-2**63, 2**64 - 1, "-1"))
        self.bad(self.one("{type: integer, min: -9223372036854775809}"), "PR0406", "-9223372036854775809")
        self.bad(self.one("{type: integer, max: 18446744073709551616}"), "PR0406", "18446744073709551616")
        self.bad(self.one("{type: integer, max: 1" + "0" * 5000 + "}"), "PR0406")

    def test_integers_are_written_in_decimal(self) -> None:
        for wrong in ("017", "1.5", "1e3", "0o7"):
            self.bad(self.one(f"{{type: integer, max: {wrong}}}"), "PR0406", wrong)
        for wrong in ("'1'", "one", "1_000", "[1]"):
            self.bad(self.one(f"{{type: integer, max: {wrong}}}"), "PR0402", wrong)

    def test_range(self) -> None:
        self.bad(self.one("{type: integer, min: 2, max: 1}"), "PR0418", "1", "exchange")
        self.bad(self.one("{type: integer, min: 2, default: 1}"), "PR0415", "1", "outside 2 to")
        self.bad(self.one("{type: integer, default: x}"), "PR0415", "x")
        self.bad(self.one("{type: integer, max: 2, example: 3}"), "PR0416", "3")

    def test_text_limits(self) -> None:
        self.bad(self.one("{type: text, max_bytes: 3, default: äö}"), "PR0415", "äö", "has 4 bytes")
        self.bad(self.one("{type: text, max_bytes: 3, example: long}"), "PR0416", "long")
        self.bad(self.one("{type: text, max_bytes: -1}"), "PR0406", "-1")
        self.bad(self.one("{type: text, default: ~}"), "PR0415", "~")
        self.bad(self.one("{type: text, default: [a]}"), "PR0415", "[a]")

    def test_choice(self) -> None:
        found = self.variable("{type: choice, of: [yes, no, a-b], default: no}")
        self.assertEqual((found.of, found.default), (("yes", "no", "a-b"), "no"))
        self.bad(self.one("{type: choice}"), "PR0403", says="add the possible names")
        self.bad(self.one("{type: choice, of: []}"), "PR0403", "[]")
        self.bad(self.one("{type: choice, of: [a], default: b}"), "PR0415", "b", "none of a")
        self.bad(self.one("{type: choice, of: [a], example: b}"), "PR0416", "b")
        self.bad(self.one("{type: choice, of: [a, b, a]}"), "PR0408", "a")
        self.bad(self.one("{type: choice, of: [a b]}"), "PR0407", "a b")
        self.bad(self.one("{type: choice, of: [a-b, a_b]}"), "PR0412", "a_b")
        self.bad(self.one("{type: choice, of: [on, ON]}"), "PR0412", "ON")

    def test_number_of_choices(self) -> None:
        names = [f"c{number}" for number in range(256)]
        self.assertEqual(len(self.variable("{type: choice, of: [" + ", ".join(names[:255]) + "]}").of), 255)
        self.bad(self.one("{type: choice, of: [" + ", ".join(names) + "]}"), "PR0414", says="256, but at most 255")

    def test_flag(self) -> None:
        self.assertEqual(self.variable("{type: flag, example: true}").example, True)
        self.bad(self.one("{type: flag, default: true}"), "PR0417", "default")
        self.bad(self.one("{type: flag, example: yes}"), "PR0416", "yes")

    def test_json(self) -> None:
        self.assertEqual(self.variable("{type: json, default: '[1, 2]'}").default, "[1, 2]")
        self.assertEqual(self.variable("{type: json, default: {a: [1, x, null]}}").default, '{"a":[1,"x",null]}')
        self.bad(self.one("{type: json, default: '[1,'}"), "PR0415", "'[1,'")
        self.bad(self.one("{type: json, default: [.nan]}"), "PR0415", "[.nan]")

    def test_keys_of_other_types(self) -> None:
        for declaration, key in (("{type: text, min: 1}", "min"), ("{type: integer, max_bytes: 1}", "max_bytes"),
                                 ("{type: integer, fence: x}", "fence"), ("{type: choice, of: [a], max: 1}", "max"),
                                 ("{type: json, fence: x}", "fence"), ("{type: flag, of: [a]}", "of"),
                                 ("{type: text, fields: {a: {type: text}}}", "fields"),
                                 ("{type: text, keep: last}", "keep")):
            with self.subTest(declaration):
                self.bad(self.one(declaration), "PR0417", key)

    def test_types_and_keys(self) -> None:
        self.bad(self.one("{type: string}"), "PR0405", "string")
        self.bad(self.one("{type: integr}"), "PR0405", "integr", "did you mean integer?")
        self.bad(self.one("{doc: x}"), "PR0403")
        self.bad(self.one("text"), "PR0402", "text")
        self.bad(self.one("{type: text, maxbytes: 3}"), "PR0401", "maxbytes", "did you mean max_bytes?")
        self.bad(self.one("{type: text, stability: never}"), "PR0405", "never")
        for tag in ("a b", "1a", "<x>", "''", "a" * 65):
            self.bad(self.one(f"{{type: text, fence: {tag}}}"), "PR0407", tag)

    def test_names(self) -> None:
        for name in ("a-b", "1a", "ä", "a.", "a..b", "index", "index1"):
            with self.subTest(name):
                self.assertEqual(self.codes(f"variables:\n  {name}: {{type: text}}\nslots:\n  s: {{text: S}}\n"),
                                 ["PR0407"])

    def test_unused(self) -> None:
        self.warned("variables:\n  v: {type: text}\nslots:\n  s: {text: S}\n", "PR0410", "v")

    def test_variable_and_constant_of_one_name(self) -> None:
        item = self.bad("variables:\n  v: {type: text}\nconstants:\n  v: {text: V}\nslots:\n  s: {placeholders: [v], "
                        "text: '{v}'}\n", "PR0408", "v")
        self.assertEqual(item.related[0].label, "the constant")


class Rows(CheckCase):
    def rows(self, declaration: str) -> str:
        return (f"variables:\n  v: {declaration}\n"
                "slots:\n  s: {placeholders: [v], text: \"{#v}\\nrow\\n{/v}\"}\n")

    def test_rows(self) -> None:
        found = self.good(self.rows("{type: rows, max: 3, keep: last, fields: {a: {type: text}, b: {type: flag}}, "
                                    "example: [{a: x, b: true}, {}]}")).variables[0]
        self.assertEqual((found.max_rows, found.keep, [field.name for field in found.fields], found.example),
                         (3, "last", ["a", "b"], [{"a": "x", "b": True}, {}]))

    def test_mistakes(self) -> None:
        self.bad(self.rows("{type: rows}"), "PR0403", says="add fields")
        self.bad(self.rows("{type: rows, fields: {}}"), "PR0403", "{}")
        self.bad(self.rows("{type: rows, fields: {a: {type: text}}, keep: last}"), "PR0403", says="max: 6")
        self.bad(self.rows("{type: rows, fields: {a: {type: text}}, max: 0}"), "PR0406", "0")
        self.bad(self.rows("{type: rows, fields: {a: {type: text}}, default: []}"), "PR0417", "default")
        self.bad(self.rows("{type: rows, fields: {a: {type: text}, index: {type: text}}}"), "PR0407", "index")
        self.bad(self.rows("{type: rows, fields: {a.b: {type: text}}}"), "PR0407", "a.b")
        self.bad(self.rows("{type: rows, fields: {int: {type: text}, int_: {type: text}}}"), "PR0412", "int_")

    def test_examples(self) -> None:
        fields = "fields: {a: {type: integer, max: 9}}"
        self.bad(self.rows(f"{{type: rows, {fields}, example: 1}}"), "PR0416", "1")
        self.bad(self.rows(f"{{type: rows, {fields}, example: [1]}}"), "PR0416", "1")
        self.bad(self.rows(f"{{type: rows, {fields}, example: [{{b: 1}}]}}"), "PR0416", "b")
        self.bad(self.rows(f"{{type: rows, {fields}, example: [{{a: 10}}]}}"), "PR0416", "10")
        self.bad(self.rows(f"{{type: rows, max: 1, {fields}, example: [{{}}, {{}}]}}"), "PR0416", says="more than "
                 "max 1")

    def test_levels(self) -> None:
        def nested(levels: int) -> str:
            inner = "{type: text}"
            for level in range(levels):
                inner = f"{{type: rows, fields: {{f{level}: {inner}}}}}"
            return self.rows(inner)

        self.good(nested(3))
        self.bad(nested(4), "PR0414", "f1", "4, but at most 3")

    def test_number_of_fields(self) -> None:
        fields = ", ".join(f"f{number}: {{type: text}}" for number in range(256))
        self.bad(self.rows(f"{{type: rows, fields: {{{fields}}}}}"), "PR0414", says="256, but at most 255")


class Refinement(CheckCase):
    def slot(self, variable: str, refinement: str) -> str:
        return (f"variables:\n  n: {variable}\nslots:\n  s: {{placeholders: {{n: {refinement}}}, text: \"{{n}}\"}}\n")

    def test_narrower(self) -> None:
        pack = self.good(self.slot("{type: integer, min: 0, max: 9, doc: D}", "{max: 5, default: 3}"))
        found = entry(pack, "s").inputs[0]
        self.assertEqual((found.min, found.max, found.default, found.doc), (0, 5, "3", "D"))
        self.assertEqual(pack.variables[0].max, 9)

    def test_null_says_nothing(self) -> None:
        self.assertIs(entry(pack := self.good(self.slot("{type: text}", "")), "s").inputs[0], pack.variables[0])

    def test_local_variable(self) -> None:
        pack = self.good("slots:\n  s: {placeholders: {n: {type: integer, doc: D}}, text: \"{n}\"}\n")
        self.assertEqual((entry(pack, "s").inputs[0].type, pack.variables), ("integer", ()))

    def test_wider_or_other(self) -> None:
        self.bad(self.slot("{type: integer, max: 9}", "{max: 10}"), "PR0419", "10")
        self.bad(self.slot("{type: integer, min: 0}", "{min: -1}"), "PR0419", "-1")
        self.bad(self.slot("{type: text, max_bytes: 9}", "{max_bytes: 10}"), "PR0419", "10")
        self.bad(self.slot("{type: text}", "{type: integer}"), "PR0419", "integer")
        self.bad(self.slot("{type: choice, of: [a, b]}", "{of: [a]}"), "PR0419", "[a]")
        self.bad("constants: {n: {text: N}}\nslots:\n  s: {placeholders: {n: {type: text}}, text: '{n}'}\n", "PR0419")

    def test_rows_keep_their_fields(self) -> None:
        self.bad("variables:\n  n: {type: rows, fields: {a: {type: text}}}\nslots:\n  s: {placeholders: {n: "
                 "{fields: {a: "
                 "{type: text}}}}, text: \"{#n}\\nx\\n{/n}\"}\n", "PR0419")


if __name__ == "__main__":
    unittest.main()
