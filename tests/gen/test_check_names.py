from __future__ import annotations

import unittest

from checking import HEAD, CheckCase, check_files, inputs

from promptrom import names

HOSTILE = sorted(names.C_KEYWORDS | names.CPP_KEYWORDS | names.MACROS) + [
    "_X", "_Bool", "__x", "__LINE__", "_", "a" * 200, "self", "main", "data", "size", "args", "buffer", "report"]


def quoted(listed: list) -> str:
    """A flow list in which NULL and true are text."""
    return ", ".join(f"'{name}'" for name in listed)


class Identifiers(unittest.TestCase):
    def test_reserved_names_get_an_underscore(self) -> None:
        for name in ("int", "class", "errno", "NULL", "assert", "EOF", "stdin", "offsetof", "true", "bool",
                     "co_await",
                     "char8_t", "typeof_unqual", "constexpr", "and", "linux", "_X", "__x", "static_assert"):
            self.assertEqual(names.identifier(name), name + "_")

    def test_other_names_stay(self) -> None:
        for name in ("tier", "Int", "errno1", "_x", "_1", "x__y"):
            self.assertEqual(names.identifier(name), name)
        self.assertEqual((names.identifier("a-b"), names.identifier("a.b"), names.identifier("8ball")),
                         ("a_b", "a_b", "_8ball"))

    def test_prefix_is_not_repeated(self) -> None:
        self.assertEqual(names.prefixed("nudge", "nudge.tier"), "nudge_tier")
        self.assertEqual(names.prefixed("nudge", "nudge"), "nudge")
        self.assertEqual(names.prefixed("nudge", "nudges.tier"), "nudge_nudges_tier")
        self.assertEqual(names.prefixed("nudge", "rangeTable.line"), "nudge_rangeTable_line")
        self.assertEqual(names.prefixed("int", "int"), "int_")


class Collisions(CheckCase):
    def test_ids(self) -> None:
        item = self.bad("slots:\n  a-b: {text: A}\n  a_b: {text: B}\n", "PR0412", "a_b", "example_a_b")
        self.assertEqual(len(item.related), 1)
        self.bad("slots:\n  a: {b: {text: A}}\n  a_b: {text: B}\n", "PR0412")
        self.bad("slots:\n  x: {text: A}\n  example: {x: {text: B}}\n", "PR0412")

    def test_macros_are_in_upper_case(self) -> None:
        self.bad("slots:\n  ab: {text: A}\n  aB: {text: B}\n", "PR0412", says="EXAMPLE_AB")

    def test_kinds_of_entries(self) -> None:
        self.bad("slots:\n  a: {text: A}\nassemblies:\n  a: {parts: [{text: x}]}\n", "PR0408", "a", "share one "
                 "namespace")
        self.bad("slots:\n  a_b: {text: A}\nassemblies:\n  a-b: {parts: [{text: x}]}\n", "PR0412")
        self.bad("slots:\n  x: {base: {text: A}}\nassemblies:\n  x: {outputs: {base: {parts: [{text: x}]}}}\n",
                 "PR0412",
                 says="output base of assembly x")

    def test_placeholders_of_one_slot(self) -> None:
        both = ("variables: {int: {type: text}, int_: {type: text}}\nslots:\n  s: {placeholders: [int, int_], "
                "text: \"{int}{int_}\"}\n")
        self.bad(both, "PR0412")
        self.good("variables: {int: {type: text}, int_: {type: text}}\nslots:\n  s: {placeholders: [int], text: "
                  "\"{int}\"}\n"
                  "  t: {placeholders: [int_], text: \"{int_}\"}\n")
        self.bad("syntax: double\nvariables: {a.b: {type: text}, a_b: {type: text}}\nslots:\n"
                 "  s: {placeholders: [a.b, a_b], text: \"{{a.b}}{{a_b}}\"}\n", "PR0412")

    def test_inputs_of_one_assembly(self) -> None:
        self.bad("variables: {int: {type: text}, int_: {type: text}}\nslots:\n  s: {placeholders: [int], text: "
                 "\"{int}\"}\n"
                 "  t: {placeholders: [int_], text: \"{int_}\"}\nassemblies: {x: {parts: [s, t]}}\n", "PR0412")

    def test_case_alone_is_fine_in_a_struct(self) -> None:
        self.good("variables: {ab: {type: text}, aB: {type: text}}\nslots:\n  s: {placeholders: [ab, aB], text: "
                  "\"{ab}{aB}\"}\n")


class Hostile(unittest.TestCase):
    def test_every_hostile_name_is_a_slot_and_a_placeholder(self) -> None:
        declared = "".join(f"  {name}: {{type: text}}\n" for name in HOSTILE)
        slots = "".join(f"  {name}: {{placeholders: [{name}], text: "
                        f"\"{{{name}}}\"}}\n" for name in HOSTILE if name.islower())
        pack, report = check_files({"pack.yaml": HEAD + "variables:\n" + declared + "slots:\n" + slots
                                    + f"  all: {{placeholders: [{quoted(HOSTILE[:250])}], text: S}}\n"
                                    + f"  rest: {{placeholders: [{quoted(HOSTILE[250:])}], text: S}}\n"})
        self.assertEqual([(item.code, item.message) for item in report.items], [])
        fields = [names.identifier(name) for name in inputs(pack, "all") + inputs(pack, "rest")]
        self.assertEqual(len(set(fields)), len(HOSTILE))
        self.assertFalse(set(fields) & names.RESERVED)

    def test_names_that_differ_behind_63_characters(self) -> None:
        one, other = "a" * 63 + "b", "a" * 63 + "c"
        pack, report = check_files({"pack.yaml": HEAD + f"slots:\n  {one}: {{text: A}}\n  {other}: {{text: B}}\n"})
        self.assertEqual((report.items, len(pack.entries)), ([], 2))


if __name__ == "__main__":
    unittest.main()
