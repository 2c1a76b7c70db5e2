from __future__ import annotations

import unittest

from checking import CheckCase

SLOT = "slots:\n  s: {text: S}\n"


def tools(*names: str, order: str = "") -> str:
    return order + "tools:\n" + "".join(f"  {name}: {{description: Does {name}.}}\n" for name in names)


class Tools(CheckCase):
    def parameters(self, schema: str) -> str:
        return f"tools:\n  t: {{description: D, parameters: {schema}}}\n"

    def test_parameters_keep_their_order_and_types(self) -> None:
        found = self.good(self.parameters("{type: object, properties: {z: {type: string, enum: ['1', 2, no]}, a: "
                                          "{type: integer, "
                                          "minimum: 0, default: 1.5}}, required: [z], "
                                          "additionalProperties: false}")).tools[0]
        self.assertEqual(found.parameters,
                         '{"type":"object","properties":{"z":{"type":"string","enum":["1",2,"no"]},"a":{"type":'
                                           '"integer","minimum":0,"default":1.5}},"required":["z"],'
                                           '"additionalProperties":false}')

    def test_no_parameters(self) -> None:
        self.assertEqual(self.good(tools("t")).tools[0].parameters, '{"type":"object","properties":{}}')

    def test_descriptions(self) -> None:
        base = ("constants: {c: {text: C}}\nslots:\n  s: {placeholders: [c], text: \"about {c}\"}\n"
                "tools:\n  t: {description: {slot: s}}\n")
        fixed = self.good(base).tools[0]
        self.assertEqual((fixed.description, fixed.description_slot), ("about C", ""))
        kept = self.good("overridable: true\n" + base).tools[0]
        self.assertEqual((kept.description, kept.description_slot), (None, "s"))

    def test_description_mistakes(self) -> None:
        self.bad("tools:\n  t: {}\n", "PR0403", "{}")
        self.bad(SLOT + "tools:\n  t: {description: {slot: r}}\n", "PR0501", "r")
        self.bad("tools:\n  t: {description: [a]}\n", "PR0220", "[a]")
        self.bad("variables: {v: {type: text}}\nslots:\n  s: {placeholders: [v], text: '{v}'}\ntools:\n  t: "
                 "{description: {slot: s}}\n",
                 "PR0538", "t")

    def test_names(self) -> None:
        self.good(tools("a-b", "A_1", "9", "x" * 64))
        for name in ("a.b", "a b", "x" * 65, "ä"):
            with self.subTest(name):
                self.bad(tools(name), "PR0407", name)

    def test_names_that_meet_in_c(self) -> None:
        for one, other in (("a-b", "a_b"), ("B", "b"), ("int", "int_")):
            with self.subTest(one):
                self.bad(tools(one, other), "PR0412", other)

    def test_schemas(self) -> None:
        for schema, code, under in (
                ("{type: string}", "PR0534", "{type: string}"), ("[a]", "PR0402", "[a]"),
                ("{type: object}", "PR0535", "{type: object}"),
                ("{type: object, properties: {a: {type: object}}}", "PR0535", "{type: object}"),
                ("{type: object, properties: {a: {type: array, items: {type: object}}}}", "PR0535", "{type: object}"),
                ("{type: object, properties: {a: {anyOf: [{type: 'null'}, {type: [object, 'null']}]}}}", "PR0535",
                 "{type: [object, 'null']}"),
                ("{type: object, properties: {path: {type: string}}, required: [pth]}", "PR0536", "pth"),
                ("{type: object, properties: {a: {type: object, properties: {b: {}}, required: [a]}}}", "PR0536",
                 "a"),
                ("{type: object, properties: {a: {}}, required: a}", "PR0402", "a"),
                ("{type: object, properties: [a]}", "PR0402", "[a]"),
                ("{type: object, properties: {a: {maximum: .inf}}}", "PR0537", ".inf")):
            with self.subTest(schema):
                self.bad(self.parameters(schema), code, under)

    def test_a_property_may_be_called_type(self) -> None:
        self.good(self.parameters("{type: object, properties: {type: {type: string}, required: {type: boolean}}, "
                                  "required: [type]}"))


class Order(CheckCase):
    def order(self, *names: str, order: str = "") -> list:
        return [tool.name for tool in self.good(tools(*names, order=order)).tools]

    def test_byte_order(self) -> None:
        self.assertEqual(self.order("c", "a", "B", "_d", "-", "a1"), ["-", "B", "_d", "a", "a1", "c"])

    def test_rest_marker(self) -> None:
        self.assertEqual(self.order("b", "a", "d", "c", order="tool_order: [d, <unlisted-tools>, b]\n"),
                         ["d", "a", "c", "b"])
        self.assertEqual(self.order("b", "a", order="tool_order: ['<unlisted-tools>']\n"), ["a", "b"])

    def test_mistakes(self) -> None:
        self.bad(tools("a", order="tool_order: [a]\n"), "PR0531", "[a]")
        self.bad(tools("a", order="tool_order: [<unlisted-tools>, a, <unlisted-tools>]\n"), "PR0531",
                 "<unlisted-tools>")
        self.bad(tools("a", order="tool_order: [a, <unlisted-tools>, a]\n"), "PR0532", "a")
        self.bad(tools("read", order="tool_order: [raed, <unlisted-tools>]\n"), "PR0533", "raed", "did you mean "
                 "read?")
        self.bad(tools("a", order="tool_order: a\n"), "PR0402", "a")
        self.bad(tools("a", order="tool_order: [a, <unlisted-tools>]\n"), "PR0408",
                 **{"more.yaml": "tool_order: [<unlisted-tools>]\n"})

    def test_order_does_not_depend_on_files(self) -> None:
        one = self.good(tools("a"), **{"x.yaml": tools("c"), "y.yaml": tools("b")})
        other = self.good(tools("c"), **{"x.yaml": tools("b"), "y.yaml": tools("a")})
        self.assertEqual([tool.name for tool in one.tools], [tool.name for tool in other.tools])


class Words(CheckCase):
    def slot(self, text: str, more: str = "") -> str:
        return (f"slots:\n  s: {{text: \"{text}\"{more}}}\ntools:\n  read_file: {{description: D, parameters: "
                f"{{type: object, "
                "properties: {max_lines: {type: integer}}}}\n")

    def test_known_words(self) -> None:
        self.good(self.slot("Use `read_file` with `max_lines`, `ls -l`, `grep`, or snake_case."))

    def test_unknown_words(self) -> None:
        item = self.warned(self.slot("Use `read_fiel` twice: `read_fiel`."), "PR0539", "read_fiel")
        self.assertEqual(item.helps, ("did you mean read_file?",))

    def test_silence(self) -> None:
        self.good(self.slot("Use `read_fiel`.", ", allow: [PR0539]"))
        self.good("slots:\n  s: {text: \"Use `read_file`.\"}\n")


if __name__ == "__main__":
    unittest.main()
