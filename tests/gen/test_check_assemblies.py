from __future__ import annotations

import unittest

from checking import CheckCase, entry, inputs, written

BASE = """variables:
  loud: {type: flag}
  name: {type: text, max_bytes: 9}
  other: {type: text}
  count: {type: integer, min: 0}
  tone: {type: choice, of: [calm, merry]}
  turns: {type: rows, fields: {said: {type: text}, count: {type: integer}}}
constants:
  rules: {text: Rules}
slots:
  hello: {placeholders: [name], text: "Hello {name}"}
  number: {placeholders: [count], text: "{count}"}
  line: {placeholders: [count, said, name], text: "{count} {said} {name}"}
  plain: {text: plain}
  say: {calm: {text: calm}, merry: {placeholders: [name], text: "{name}!"}}
assemblies:
"""
BASE = BASE.replace("  turns:", "  said: {type: text}\n  turns:")
USES_ALL = "  uses: {parts: [{text: '{name}{other}{count}{tone}{said}{rules}', when: [loud, has(turns)]}]}\n"
BASE += USES_ALL


class AssemblyCase(CheckCase):
    def made(self, assemblies: str, name: str = "x"):
        return entry(self.good(BASE + assemblies), name)

    def needed(self, assemblies: str, name: str = "x") -> list:
        return inputs(self.good(BASE + assemblies), name)


class Parts(AssemblyCase):
    def test_every_kind(self) -> None:
        found = self.made("  x: {join: ', ', when: loud, doc: D, parts: [plain, {slot: hello}, {assembly: uses}, "
                          "{constant: rules}, "
                          "{text: \"{rules} {name}\"}, {each: turns, slot: line, join: ';'}, {choose: tone, from: "
                          "say}]}\n")
        self.assertEqual([part.kind for part in found.parts],
                         ["entry", "entry", "entry", "constant", "text", "each", "choose"])
        self.assertEqual((found.join, found.doc, [item.name for item in found.when]), (", ", "D", ["loud"]))
        self.assertEqual((found.parts[5].target, found.parts[5].slot, found.parts[5].join), ("turns", "line", ";"))
        self.assertEqual(found.parts[6].cases, (("calm", "say.calm"), ("merry", "say.merry")))

    def test_separators(self) -> None:
        part = self.made("  x: {parts: [plain, {slot: plain, before: \"\\n\", keep_empty: true}]}\n").parts[1]
        self.assertEqual((part.before, part.keep_empty, part.join), ("\n", True, None))

    def test_else_shares_separator_and_keep_empty(self) -> None:
        part = self.made("  x: {parts: [{slot: hello, when: loud, else: plain, before: x, keep_empty: "
                         "true}]}\n").parts[0]
        self.assertEqual((part.otherwise.target, part.otherwise.keep_empty, part.otherwise.before),
                         ("plain", True, None))

    def test_a_plain_else_shares_with(self) -> None:
        part = self.made("  x: {parts: [{slot: hello, when: loud, else: say.merry, with: {name: other}}]}\n").parts[0]
        self.assertEqual([name for name, _ in part.otherwise.with_], ["name"])
        part = self.made("  x: {parts: [{slot: hello, when: loud, else: plain, with: {name: other}}]}\n").parts[0]
        self.assertEqual(part.otherwise.with_, ())

    def test_else_may_be_any_part(self) -> None:
        part = self.made("  x: {parts: [{slot: hello, when: loud, else: {text: a, unless: loud, else: {assembly: "
                         "uses}}}]}\n").parts[0]
        self.assertEqual((part.otherwise.kind, part.otherwise.otherwise.target), ("text", "uses"))

    def test_mistakes(self) -> None:
        for parts, code, under in (
                ("[{slot: plain, assembly: uses}]", "PR0502", "{slot: plain, assembly: uses}"),
                ("[{when: loud}]", "PR0502", "{when: loud}"), ("[[plain]]", "PR0402", "[plain]"),
                ("[~]", "PR0402", "~"),
                ("plain", "PR0402", "plain"), ("[plian]", "PR0501", "plian"), ("[{slot: uses}]", "PR0501", "uses"),
                ("[{constant: name}]", "PR0501", "name"), ("[{assembly: plain}]", "PR0501", "plain"),
                ("[{slot: plain, else: hello}]", "PR0513", "hello"),
                ("[{slot: plain, keep: true}]", "PR0401", "keep"),
                ("[{slot: plain, keep_empty: 1}]", "PR0402", "1"), ("[{text: '{nme}'}]", "PR0301", "{nme}"),
                ("[{text: '{loud}'}]", "PR0423", "{loud}"), ("[{slot: plain, join: x}]", "PR0401", "join"),
                ("[{slot: plain, when: loud, else: {slot: hello, before: x}}]", "PR0401", "before"),
                ("[{each: turns}]", "PR0403", "{each: turns}"), ("[{each: turns, slot: uses}]", "PR0501", "uses"),
                ("[{each: name, slot: hello}]", "PR0508", "name"),
                ("[{request: r}]", "PR0502", "{request: r}")):
            with self.subTest(parts):
                self.bad(BASE + f"  x: {{parts: {parts}}}\n", code, under)

    def test_assembly_keys(self) -> None:
        self.bad(BASE + "  x: {join: a}\n", "PR0403", "{join: a}")
        self.bad(BASE + "  x: {parts: [plain], joins: a}\n", "PR0401", "joins")
        self.bad(BASE + "  1x: {parts: [plain]}\n", "PR0407", "1x")
        self.bad(BASE + "  x: plain\n", "PR0402", "plain")

    def test_a_broken_slot_is_one_error(self) -> None:
        self.assertEqual(self.codes("slots:\n  s: {text: [x]}\nassemblies: {x: {parts: [s, {slot: s}]}, y: {parts: "
                                    "[x]}}\n"), ["PR0220"])


class Conditions(AssemblyCase):
    def test_forms(self) -> None:
        found = self.made("  x: {parts: [{slot: plain, when: [loud, has( name ), filled(hello)], unless: "
                          "has(turns)}]}\n").parts[0]
        self.assertEqual([(item.kind, item.name) for item in found.when],
                         [("flag", "loud"), ("has", "name"), ("filled", "hello")])
        self.assertEqual([(item.kind, item.name) for item in found.unless], [("has", "turns")])

    def test_mistakes(self) -> None:
        for condition, code, says in (
                ("has(loud)", "PR0506", "write loud"), ("name", "PR0506", "write has(name)"),
                ("not loud", "PR0506", "unless: loud"),
                ("'!loud'", "PR0506", "unless: loud"), ("loud and name", "PR0506", ""), ("has()", "PR0506", ""),
                ("is(loud)", "PR0506", ""), ("laud", "PR0507", "did you mean loud?"),
                ("has(nam)", "PR0507", "did you mean name?"),
                ("has(rules)", "PR0507", "a constant"), ("filled(helo)", "PR0501", "did you mean hello?"),
                ("filled(uses)", "PR0501", "an assembly, not a slot"), ("[loud, loud]", "PR0408", ""),
                ("~", "PR0402", "")):
            with self.subTest(condition):
                self.bad(BASE + f"  x: {{parts: [{{slot: plain, when: {condition}}}]}}\n", code, says=says)


    def test_what_can_never_stand_there(self) -> None:
        for both, name in (("when: loud, unless: loud", "loud"), ("when: [has(name), loud], unless: [loud]", "loud"),
                           ("when: has( name ), unless: [has(turns), has(name)]", "has(name)"),
                           ("when: filled(hello), unless: filled(hello)", "filled(hello)")):
            for given in (f"  x: {{parts: [plain, {{slot: plain, {both}}}]}}\n", f"  x: {{{both}, parts: [plain]}}\n",
                          f"  x: {{parts: [{{slot: plain, when: loud, else: {{slot: plain, {both}}}}}]}}\n"):
                with self.subTest(given):
                    item = self.bad(BASE + given, "PR0516", name, f"when and unless both name {name}")
                    self.assertEqual(len(item.related), 1)
        self.made("  x: {parts: [{slot: plain, when: loud, unless: has(name)}]}\n")
        self.made("  x: {parts: [{slot: plain, when: filled(hello), unless: filled(plain)}]}\n")

    def test_empty_conditions(self) -> None:
        for key in ("when", "unless"):
            self.warned(BASE + f"  x: {{parts: [{{slot: plain, {key}: []}}]}}\n", "PR0517", "[]",
                        f"{key} of part 1 of assembly x lists no condition")


class Inputs(AssemblyCase):
    def test_order_of_first_need(self) -> None:
        self.assertEqual(self.needed("  x: {when: has(other), parts: [number, {slot: hello, when: loud}, {each: "
                                     "turns, slot: line}]}\n"),
                         ["other", "count", "loud", "name", "turns"])
        self.assertEqual(self.needed("  x: {parts: [{choose: tone, from: say}, {slot: plain, unless: loud, else: "
                                     "number}]}\n"),
                         ["tone", "name", "loud", "count"])

    def test_places_of_mistakes(self) -> None:
        """The very key or value, not the whole part."""
        for part, code, under in (
                ("{slot: hello, with: {nam: other}}", "PR0507", "nam"),
                ("{slot: hello, with: {name: othr}}", "PR0507", "othr"),
                ("{slot: number, with: {count: name}}", "PR0508", "name"),
                ("{slot: number, with: {count: count(name)}}", "PR0508", "count(name)"),
                ("{slot: number, with: {count: count(trns)}}", "PR0507", "count(trns)"),
                ("{slot: number, with: {count: {text: '1'}}}", "PR0508", "{text: '1'}"),
                ("{each: name, slot: hello}", "PR0508", "name"), ("{each: trns, slot: hello}", "PR0507", "trns"),
                ("{text: '{n}', with: {n: othr}}", "PR0507", "othr"),
                ("{text: '{n}', with: {n: count(name)}}", "PR0508", "count(name)"),
                ("{each: turns, slot: hello, with: {nam: said}}", "PR0507", "nam"),
                ("{slot: plain, when: loud, else: {slot: hello, with: {nam: other}}}", "PR0507", "nam"),
                ("{choose: tone, from: say, with: {nam: other}}", "PR0507", "nam")):
            with self.subTest(part):
                found = self.run_check(BASE + f"  x: {{parts: [{part}]}}\n", {})[1].items
                self.assertEqual((found[-1].code, written(found[-1])), (code, under))

    def test_row_fields_come_first(self) -> None:
        self.assertEqual(self.needed("  x: {parts: [{each: turns, slot: line}]}\n"), ["turns", "name"])

    def test_with(self) -> None:
        self.assertEqual(self.needed("  x: {parts: [{slot: hello, with: {name: other}}, {slot: number, with: "
                                     "{count: count(turns)}}]}\n"),
                         ["other", "turns"])
        self.assertEqual(self.needed("  x: {parts: [{slot: hello, with: {name: {text: Jo}}}]}\n"), [])
        self.assertEqual(self.needed("  x: {parts: [{each: turns, slot: hello, with: {name: said}}]}\n"), ["turns"])
        self.assertEqual(self.needed("  x: {parts: [{each: turns, slot: number, with: {count: index1}}]}\n"),
                         ["turns"])
        self.assertEqual(self.needed("  x: {parts: [{slot: hello, with: {name: count}}]}\n"), ["count"])

    def test_with_mistakes(self) -> None:
        for part, code, says in (
                ("{slot: hello, with: {nam: other}}", "PR0507", "did you mean name?"),
                ("{slot: plain, with: {name: other}}", "PR0507", "inputs: (none)"),
                ("{slot: hello, with: {name: othr}}", "PR0507", "did you mean other?"),
                ("{slot: number, with: {count: name}}", "PR0508", "count is integer"),
                ("{slot: hello, with: {name: loud}}", "PR0508", "loud is flag"),
                ("{slot: number, with: {count: count(name)}}", "PR0508", "count takes rows"),
                ("{slot: number, with: {count: {text: '1'}}}", "PR0508", "cannot be integer"),
                ("{slot: hello, with: {name: {text: much too long}}}", "PR0508", "longer than max_bytes 9"),
                ("{slot: hello, with: {name: {txt: a}}}", "PR0403", "write {text: …}"),
                ("{slot: hello, with: {name: a b}}", "PR0514", 'write {text: "a b"}'),
                ("{slot: hello, with: {name: index}}", "PR0507", "declared nowhere"),
                ("{slot: hello, with: [name]}", "PR0402", "mapping")):
            with self.subTest(part):
                found = self.run_check(BASE + f"  x: {{parts: [{part}]}}\n", {})[1].items
                self.assertEqual([item.code for item in found][-1], code)
                self.assertIn(says, "\n".join((found[-1].message, *found[-1].notes, *found[-1].helps)))

    def test_fields_of_the_wrong_type(self) -> None:
        self.bad("variables: {r: {type: rows, fields: {n: {type: text}}}, n: {type: integer}}\nslots:\n"
                 "  s: {placeholders: [n], text: '{n}'}\nassemblies: {x: {parts: [{each: r, slot: s}]}}\n", "PR0508")

    def test_one_name_with_two_types_shows_both_places(self) -> None:
        item = self.bad("slots:\n  a: {placeholders: {n: {type: text}}, text: '{n}'}\n  b: {placeholders: {n: "
                        "{type: integer}}, text: "
                        "'{n}'}\nassemblies: {x: {parts: [a, b, b]}}\n", "PR0505", "b")
        self.assertEqual(len(item.related), 1)

    def test_limits_are_put_together(self) -> None:
        pack = self.good("variables: {n: {type: integer, max: 99}}\nslots:\n  a: {placeholders: {n: {min: 1}}, "
                         "text: '{n}'}\n"
                         "  b: {placeholders: {n: {max: 9}}, text: '{n}'}\nassemblies: {x: {parts: [a, b]}}\n")
        found = entry(pack, "x").inputs[0]
        self.assertEqual((found.min, found.max), (1, 9))

    def test_conflicts_in_what_cannot_be_put_together(self) -> None:
        for one, other in (("default: a", "default: b"), ("fence: a", "fence: b"), ("default: a", "doc: b")):
            with self.subTest(other):
                self.assertEqual(self.codes(
                    f"slots:\n  a: {{placeholders: {{n: {{type: text, {one}}}}}, text: '{{n}}'}}\n"
                    f"  b: {{placeholders: {{n: {{type: text, {other}}}}}, text: '{{n}}'}}\nassemblies: {{x: "
                    f"{{parts: [a, b]}}}}\n"),
                    ["PR0505"])

    def test_fences_are_never_lost(self) -> None:
        fenced = ("variables: {a: {type: text}, b: {type: text%s}, n: {type: integer}}\nslots:\n"
                  "  s: {placeholders: [a], fence: memo, text: '{a}'}\n  t: {placeholders: [a, b, n], text: "
                  "'{a}{b}{n}'}\n"
                  "assemblies: {x: {parts: [{slot: s, with: {a: %s}}, t]}}\n")
        self.bad(fenced % ("", "b"), "PR0508", says="fence memo")
        self.good(fenced % (", fence: memo", "b"))
        self.good(fenced % ("", "n"))
        both = self.good("variables: {a: {type: text}}\nslots:\n  s: {placeholders: [a], fence: memo, text: '{a}'}\n"
                         "  t: {placeholders: [a], text: '{a}'}\nassemblies: {x: {parts: [t, s]}}\n")
        self.assertEqual(entry(both, "x").inputs[0].fence, "memo")

    def test_local_variables_of_slots_count_in_conditions(self) -> None:
        pack = self.good("slots:\n  a: {placeholders: {n: {type: text}}, text: '{n}'}\n"
                         "assemblies: {x: {parts: [{slot: a, when: has(n)}]}}\n")
        self.assertEqual(inputs(pack, "x"), ["n"])

    def test_number_of_inputs(self) -> None:
        def many(count: int) -> str:
            names = [f"v{number}" for number in range(count)]
            return ("variables:\n" + "".join(f"  {name}: {{type: flag}}\n" for name in names) + "slots: {s: {text: "
                    "S}}\n"
                    f"assemblies: {{x: {{parts: [{{slot: s, when: [{', '.join(names)}]}}]}}}}\n")

        self.good(many(255))
        self.bad(many(256), "PR0414", "x", "256, but at most 255")


class Calls(AssemblyCase):
    @staticmethod
    def chain(length: int, last: str = "[{text: A}]") -> str:
        links = "".join(f"  a{n}: {{parts: [a{n + 1}]}}\n" for n in range(length - 1))
        return "assemblies:\n" + links + f"  a{length - 1}: {{parts: {last}}}\n"

    def test_depth(self) -> None:
        self.good(self.chain(8))
        self.bad(self.chain(9), "PR0504", "a0", "9, but at most 8")
        self.assertIn("PR0504", self.codes(self.chain(500)))

    def test_plain_slots_take_no_level_but_others_do(self) -> None:
        slots = ("variables: {f: {type: flag}}\nslots:\n  s: {text: S}\n  t: {placeholders: [f], text: "
                 "\"{#f}\\nx\\n{/f}\"}\n")
        self.assertEqual(self.codes(slots + self.chain(8, "[s, {slot: s, when: f}]")), [])
        self.bad(slots + self.chain(8, "[t]"), "PR0504", "a0")

    def test_circles(self) -> None:
        item = self.bad("assemblies:\n  a: {parts: [b]}\n  b: {parts: [{text: x}, {assembly: c}]}\n  c: {parts: "
                        "[a]}\n", "PR0503", "a",
                        "a → b → c → a")
        self.assertEqual(len(item.related), 2)
        self.bad("assemblies:\n  a: {parts: [a]}\n", "PR0503", "a", "a → a")
        self.bad("assemblies:\n  a: {parts: [{slot: s}]}\nslots:\n  s: {placeholders: [h], bind: {h: {assembly: "
                 "a}}, text: '{h}'}\n",
                 "PR0503", says="a → s → a")


class Choose(AssemblyCase):
    def test_missing_and_surplus(self) -> None:
        self.assertEqual(self.codes(BASE.replace("{calm: {text: calm}, merry:", "{glum: {text: g}, merry:")
                                    + "  x: {parts: [{choose: tone, from: say}]}\n"), ["PR0511", "PR0511"])

    def test_mistakes(self) -> None:
        self.bad(BASE + "  x: {parts: [{choose: name, from: say}]}\n", "PR0510", "name", "text, not a choice")
        self.bad(BASE + "  x: {parts: [{choose: tune, from: say}]}\n", "PR0510", "tune", "did you mean tone?")
        self.bad(BASE + "  x: {parts: [{choose: tone}]}\n", "PR0403")


class Outputs(AssemblyCase):
    def test_order_is_fixed(self) -> None:
        found = self.made("  x: {join: '|', outputs: {turn: {parts: [plain]}, base: {join: ',', parts: [hello, "
                          "plain]}}}\n")
        self.assertEqual([(output.name, output.join, len(output.parts)) for output in found.outputs],
                         [("base", ",", 2), ("turn", "", 1)])
        self.assertEqual((found.parts, [item.name for item in found.inputs]), ((), ["name"]))

    def test_one_output_as_a_part(self) -> None:
        both = "  x: {outputs: {base: {parts: [hello]}}}\n  y: {parts: [{assembly: x, output: %s}]}\n"
        self.assertEqual(self.made(both % "base", "y").parts[0].output, "base")
        self.bad(BASE + both % "turn", "PR0512", "turn", "outputs: base")
        self.bad(BASE + "  y: {parts: [{assembly: uses, output: base}]}\n", "PR0512", "base", "outputs: (none)")

    def test_mistakes(self) -> None:
        self.bad(BASE + "  x: {outputs: {bse: {parts: [hello]}}}\n", "PR0401", "bse", "did you mean base?")
        self.bad(BASE + "  x: {outputs: {base: {}}}\n", "PR0403", "{}")
        self.bad(BASE + "  x: {parts: [hello], outputs: {base: {parts: [hello]}}}\n", "PR0515")


class Fences(CheckCase):
    """Text of one part directly before a fenced value of the next."""

    BASE = ("variables: {a: {type: text, fence: memo}, f: {type: flag}, r: {type: rows, fields: {a: {type: text, "
            "fence: memo}}}}\n"
            "constants: {c: {text: 'x </'}}\nslots:\n  s: {placeholders: [a], text: '{a}'}\n  t: {text: 'x <'}\n  "
            "u: {text: '<b>'}\n"
            "  v: {placeholders: [h], bind: {h: {slot: s}}, text: '%s{h}'}\nassemblies:\n  y: {parts: [{constant: "
            "c}, 'u', {text: '{a}', "
            "when: f}, {slot: v, when: has(r), before: '.'}, {slot: t, before: '.'}]}\n")

    def test_meetings(self) -> None:
        plain = self.BASE % ""
        for parts in ("[t, s]", "[{constant: c}, s]", "[s, {slot: s, before: '<'}]", "[t, {slot: u, when: f}, s]",
                      "[y, s]",
                      "[t, v]", "[u, {text: '', before: '</mem', keep_empty: true}, s]", "[{text: '< '}, {text: "
                      "'{a}'}]",
                      "[t, {slot: u, when: f, else: s, before: ''}]"):
            with self.subTest(parts):
                found = self.run_check(plain + f"  x: {{parts: {parts}}}\n", {})[1].items
                self.assertEqual([item.code for item in found], ["PR0550"], [item.message for item in found])
        for parts in ("[u, s]", "[s, t]", "[t, {slot: s, before: x}]", "[{slot: u, before: '<'}, s]"):
            with self.subTest(parts):
                self.good(plain + f"  x: {{parts: {parts}}}\n")

    def test_parts_that_may_be_empty_or_pieces_of_a_tag(self) -> None:
        pack = ("variables: {a: {type: text, fence: memo}, b: {type: text}}\n"
                "constants: {c: {text: '/'}, d: {text: Mo}}\n"
                "slots:\n  s: {placeholders: [a], text: '{a}'}\n  t: {text: 'x <'}\n"
                "  u: {placeholders: [b], text: '%s'}\n  v: {text: '</me'}\n"
                "assemblies: {x: {join: '', parts: [%s]}}\n")

        def errors(text: str, parts: str) -> list:
            found = self.run_check(pack % (text, parts), {})[1].items
            return [item.code for item in found if item.severity == "error"]

        for text, parts in (("{b}", "t, u, s"), ("/{b}", "t, u, s"), (" ", "t, u, s"),
                            ("me", "t, {constant: c}, u, s"), ("{b}", "v, u, {constant: d}, s"), ("mo", "v, u, s"),
                            ("{b}x", "t, {text: '{b}{a}'}, u")):
            with self.subTest(text=text, parts=parts):
                self.assertEqual(["PR0550"], errors(text, parts))
        for text, parts in (("{b}x", "t, u, s"), ("/{b}/.", "t, u, s"), ("me ", "t, u, s"), ("om", "v, u, s"),
                            (" ", "v, u, s")):
            with self.subTest(text=text, parts=parts):
                self.assertEqual([], errors(text, parts))

    def test_values_that_keep_their_fence(self) -> None:
        """A slot that wants no fence is given a value that has one."""
        pack = ("variables: {a: {type: text, fence: memo}, b: {type: text}}\n"
                "slots: {s: {placeholders: [b], text: '<{b}'}}\nassemblies: {x: {parts: [{%s}]}}\n")
        self.bad(pack % "slot: s, with: {b: a}", "PR0550", "{b}")
        self.bad(pack % "text: '<{c}', with: {c: a}", "PR0550", "{c}")

    def test_texts_in_place_of_values(self) -> None:
        self.bad("variables: {a: {type: text, fence: memo, default: 'none <'}}\n"
                 "slots: {s: {placeholders: [a], text: '{a}'}}\n", "PR0550", "a",
                 "the default of a ends in the beginning of a tag")
        pack = ("variables: {a: {type: text, fence: memo}, b: {type: text}}\n"
                "slots: {s: {placeholders: [b], text: '{b}'}}\n"
                "assemblies: {x: {parts: [{slot: s, with: {b: {text: '%s'}}}, {text: '{a}', before: ''}]}}\n")
        self.bad(pack % "x </m", "PR0550", "", "the text for b ends in the beginning of a tag")
        self.good(pack % "<b>")

    def test_one_output(self) -> None:
        """Rendered alone, an output begins with itself."""
        self.bad("variables: {a: {type: text, fence: memo}}\n"
                 "slots: {t: {text: 'x <'}, s: {placeholders: [a], text: '{a}'}}\nassemblies:\n"
                 "  y: {outputs: {base: {parts: [{text: '.'}]}, turn: {parts: [s]}}}\n"
                 "  x: {join: '', parts: [t, {assembly: y, output: turn}]}\n", "PR0550",
                 "{assembly: y, output: turn}")

    def test_separators(self) -> None:
        self.bad(self.BASE % "" + "  x: {join: '<', parts: [u, s]}\n", "PR0550", "s")
        self.bad(self.BASE % "" + "  x: {parts: [{each: r, slot: s, join: '\n<'}]}\n", "PR0550")
        self.bad(self.BASE % "" + "  x: {join: '</', outputs: {base: {parts: [u]}, turn: {parts: [s]}}}\n", "PR0550")
        self.good(self.BASE % "" + "  x: {join: '<hr>', parts: [s, s]}\n")

    def test_lines_meet_across_sections(self) -> None:
        pack = ("variables: {a: {type: text, fence: memo}, f: {type: flag},\n"
                "  r: {type: rows, fields: {b: {type: text, fence: memo}}}}\n"
                "slots: {s: {placeholders: [a, f, r], text: \"%s\"}}\n")
        for text in (r"x <\n{#a}\n{a}\n{/a}", r"{#f}\n</\n{/f}\n{a}", r"{#r}\n{b}x <\n{/r}"):
            with self.subTest(text):
                found = self.run_check(pack % text, {})[1].items
                self.assertEqual([item.code for item in found if item.code != "PR0410"], ["PR0550"])
        self.good(pack % r"x <br>\n{#a}\n{a}\n{/a}\n{#f}\n<\n{/f}\n.\n{#r}\n{b}\n{/r}")

    def test_bound_parts(self) -> None:
        self.bad(self.BASE % "<", "PR0550", "{h}")
        bound = "requests:\n  q:\n    body: {x: \"%s{h}\"}\n    bind: {h: {slot: s}}\n"
        self.bad(self.BASE % "" + bound % "<memo", "PR0550", "{h}")
        self.good(self.BASE % "" + bound % "<memo>")


if __name__ == "__main__":
    unittest.main()
