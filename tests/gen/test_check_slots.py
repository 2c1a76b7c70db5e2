from __future__ import annotations

import unittest

from checking import CheckCase, entry, inputs

from promptrom.model import Lines, Literal, Section, Value

V = "variables: {a: {type: text}, b: {type: integer}}\n"


class Ids(CheckCase):
    def test_groups(self) -> None:
        pack = self.good("slots:\n  x:\n    y-z: {text: A}\n    text: {text: B}\n    w: {v: {text: C}}\n  _q: "
                         "{text: D}\n")
        self.assertEqual([item.id for item in pack.entries], ["_q", "x.text", "x.w.v", "x.y-z"])

    def test_markdown(self) -> None:
        pack = self.good("",
                         **{"a.md": "A\n", "b/c.md": "---\nslot: d.e\n---\nB\n", "README.md": "No.\n",
                            "b/README.md": "No.\n"})
        self.assertEqual([(item.id, item.source_name) for item in pack.entries], [("a", "a.md"), ("d.e", "b/c.md")])

    def test_order_does_not_depend_on_files(self) -> None:
        one = self.good("slots: {b: {text: B}}\n", **{"a.md": "A\n", "c.md": "C\n"})
        other = self.good("slots: {c: {text: C}}\n", **{"x/b.md": "---\nslot: b\n---\nB\n", "a.md": "A\n"})
        self.assertEqual([item.id for item in one.entries], [item.id for item in other.entries])

    def test_ids_that_are_refused(self) -> None:
        for key in ("1a", "a.b", "ä", "a b", "-a"):
            with self.subTest(key):
                self.bad(f"slots:\n  {key}: {{text: A}}\n", "PR0407", key)
        self.bad("", "PR0407", says="give the id in the front matter", **{"1st.md": "A\n"})
        self.bad("", "PR0407", "a..b", **{"a.md": "---\nslot: a..b\n---\nA\n"})

    def test_one_id_twice(self) -> None:
        item = self.bad("slots: {a: {b: {text: A}}}\n", "PR0408", **{"a/b.md": "A\n"})
        self.assertEqual({item.span.source.name, item.related[0].span.source.name}, {"pack.yaml", "a/b.md"})

    def test_neither_slot_nor_group(self) -> None:
        self.bad("slots:\n  a: Hello\n", "PR0402", "Hello", "write {text: …}")
        self.bad("slots:\n  a: [x]\n", "PR0402", "[x]")
        self.bad("slots:\n  a: {placeholders: []}\n", "PR0403", "a", "neither text nor file")
        self.bad("slots: text\n", "PR0402", "text")

    def test_forgotten_quotes(self) -> None:
        self.assertEqual(self.codes(V + "slots:\n  s: {placeholders: [a], text: {a}}\n"), ["PR0220"])

    def test_files_named_by_file_are_no_slots(self) -> None:
        pack = self.good("slots: {a: {file: b.md}}\n", **{"b.md": "B\n"})
        self.assertEqual([item.id for item in pack.entries], ["a"])
        self.assertEqual(entry(pack, "a").source_name, "b.md")

    def test_limit(self) -> None:
        from unittest import mock

        from promptrom import check

        self.assertEqual(check.MAX_SLOTS, 65535)
        four = "slots: {a: {text: A}, b: {text: B}, c: {text: C}, d: {text: D}}\n"
        with mock.patch.object(check, "MAX_SLOTS", 3):
            self.bad(four, "PR0414", "d", "4, but at most 3")
        with mock.patch.object(check, "MAX_SLOTS", 4):
            self.good(four)

    def test_all_texts_are_limited(self) -> None:
        """Each is far from its own limit, but the same constant stands in all of them."""
        def many(count: int) -> str:
            return ("constants: {c: {file: c.txt}}\nslots:\n"
                    + "".join(f"  s{n:02}: {{placeholders: [c], text: \"{{c}}\"}}\n" for n in range(count)))

        file = {"c.txt": "x" * (1 << 20)}
        self.good(many(64), **file)
        item = self.bad(many(67), "PR0414", "s64", "68157440, but at most 67108864", **file)
        self.assertIn("bytes of the pack's texts with their constants, up to slot s64: ", item.message)
        self.assertTrue(item.helps)

    def test_all_texts_of_an_overlay_are_limited(self) -> None:
        pack = ("overridable: true\nconstants: {c: {text: short}}\nslots:\n"
                + "".join(f"  s{n:02}: {{placeholders: [c], text: \"{{c}}\"}}\n" for n in range(65)))
        self.good(pack, **{"overlays/de.yaml": "constants: {c: \"" + "x" * (1 << 19) + "\"}\n"})
        self.bad(pack, "PR0414", "s64", "but at most 67108864",
                 **{"overlays/de.yaml": "constants: {c: \"" + "x" * (1 << 20) + "\"}\n"})


class AllowLists(CheckCase):
    def test_inputs_in_written_order_without_constants(self) -> None:
        pack = self.good(V + "constants: {c: {text: C}}\nslots:\n  s: {placeholders: [b, c, a], text: "
                             "\"{a}{b}{c}\"}\n")
        self.assertEqual(inputs(pack, "s"), ["b", "a"])

    def test_placeholders_need_the_list(self) -> None:
        item = self.bad("variables: {a: {type: text}}\nslots:\n  s: {text: \"{a}\"}\n  t: {placeholders: [a], text: "
                        "'{a}'}\n",
                        "PR0301", "{a}")
        self.assertIn("allowed here: (none)", item.notes)

    def test_declared(self) -> None:
        pack = self.good("defaults: {placeholders: declared}\n" + V + "constants: {c: {text: C}}\nslots:\n  s: "
                                                                      "{text: \"{b}{c}\"}\n"
                         "  t: {placeholders: [a], text: \"{a}\"}\n")
        self.assertEqual((inputs(pack, "s"), inputs(pack, "t")), (["a", "b"], ["a"]))

    def test_declared_leaves_out_what_cannot_stand_there(self) -> None:
        pack = self.good("defaults: {placeholders: declared}\nvariables: {a: {type: text}, j: {type: json}, x.y: "
                         "{type: text}}\n"
                         "slots:\n  s: {text: \"{a}\"}\n  t: {syntax: double, text: \"{{x.y}}\"}\n"
                         "requests: {r: {body: \"{j}\"}}\n")
        self.assertEqual((inputs(pack, "s"), inputs(pack, "t")), (["a"], ["a", "x.y"]))

    def test_undeclared_names_show_both_edits(self) -> None:
        item = self.bad("slots:\n  s: {placeholders: [doc], text: \"{doc}\"}\n", "PR0409", "doc")
        self.assertEqual(item.helps, ("declare it: variables: {doc: {type: text}}",
                                      "or let it stay as written: literal: [doc]"))

    def test_unknown_names_where_no_list_can_be_written(self) -> None:
        for text, edit in (("constants: {c: {text: '{doc}'}}\nslots: {s: {placeholders: [c], text: '{c}'}}\n",
                            "constants: {doc: {text: …}}"),
                           ("assemblies: {a: {parts: [{text: '{doc}'}]}}\n", "variables: {doc: {type: text}}"),
                           ("requests: {r: {body: {x: '{doc}'}}}\n", "variables: {doc: {type: text}}")):
            item = self.bad(text, "PR0301", "{doc}")
            self.assertIn(edit, item.helps[0])
            self.assertNotIn("placeholders:", "\n".join(item.helps))

    def test_undeclared_names_that_rows_bring(self) -> None:
        rows = "variables: {lines: {type: rows, fields: {words: {type: rows, fields: {word: {type: text}}}}}}\n"
        for name in ("word", "index1"):
            item = self.bad(f"{rows}slots:\n  s: {{placeholders: [lines, {name}], text: x}}\n", "PR0409", name,
                            f"{name} is known without being listed")
            self.assertEqual(item.helps[0], "take it off the list")
        for declared, name in ((rows, "other"), ("", "index")):
            item = self.bad(f"{declared}slots:\n  s: {{placeholders: [{name}], text: x}}\n", "PR0409")
            self.assertEqual(item.notes, ())

    def test_undeclared_name_with_a_suggestion(self) -> None:
        item = self.bad("variables: {model: {type: text}}\nslots:\n  s: {placeholders: [modle], text: \"{modle}\"}\n",
                        "PR0409",
                        "modle")
        self.assertEqual(item.helps[0], "did you mean model?")

    def test_a_broken_declaration_is_one_error(self) -> None:
        self.assertEqual(self.codes("variables: {a: {type: txt}}\nslots:\n  s: {placeholders: [a], text: \"{a}\"}\n"
                                    "assemblies: {x: {parts: [{text: '{a}', when: has(a)}]}}\n"), ["PR0405"])
        self.assertEqual(self.codes("variables: {a: {type: rows, fields: {x: {type: txt}}}}\nslots:\n  s: "
                                    "{placeholders: [a], "
                                    "text: \"{#a}\\n{x}\\n{/a}\"}\n"), ["PR0405"])

    def test_listed_twice(self) -> None:
        self.bad("variables: {a: {type: text}}\nslots:\n  s: {placeholders: [a, a], text: \"{a}\"}\n", "PR0408", "a")

    def test_json_stands_in_requests_only(self) -> None:
        self.bad("variables: {j: {type: json}}\nslots:\n  s: {placeholders: [j], text: \"{j}\"}\n", "PR0423", "j")

    def test_dotted_names(self) -> None:
        dotted = "variables: {a.b: {type: text}}\nslots:\n  s: {placeholders: [a.b], syntax: %s, text: \"{{a.b}}\"}\n"
        self.good(dotted % "double")
        self.assertIn("PR0425", self.codes(dotted % "single"))

    def test_number_of_inputs(self) -> None:
        def many(count: int) -> str:
            names = [f"v{number}" for number in range(count)]
            return ("variables:\n" + "".join(f"  {name}: {{type: text}}\n" for name in names)
                    + f"slots:\n  s: {{placeholders: [{', '.join(names)}], text: S}}\n")

        self.good(many(255))
        self.bad(many(256), "PR0414", says="256, but at most 255")

    def test_requires(self) -> None:
        self.bad(V + "slots:\n  s: {placeholders: [a, b], requires: [c], text: \"{a}\"}\n", "PR0424", "c",
                 "allowed here: a, b")
        self.bad(V + "slots:\n  s: {placeholders: [a, b], requires: [b], text: \"{a}\"}\n", "PR0303")
        self.assertEqual(entry(self.good(V + "slots:\n  s: {placeholders: [a, b], requires: [b], text: ''}\n"),
                               "s").requires, ("b",))

    def test_literal(self) -> None:
        self.good(V + "literal: [a]\nslots:\n  s: {placeholders: [a, b], text: \"{a}\"}\n  t: {text: \"{a}\"}\n")
        self.good("slots:\n  s: {literal: all, text: \"{x} {y}\"}\n")
        self.good("literal: all\nslots:\n  s: {text: \"{x} {y}\"}\n")
        self.bad(V + "slots:\n  s: {placeholders: [a, b], literal: [a], text: \"{a}\"}\n", "PR0426", "[a]")
        self.bad("slots:\n  s: {literal: ['{x}'], text: x}\n", "PR0407", "'{x}'")

    def test_fence_of_a_slot(self) -> None:
        pack = self.good("variables: {a: {type: text}, c: {type: text, fence: own}, n: {type: integer}, r: {type: "
                         "rows, fields: "
                         "{f: {type: text}}}}\nslots:\n  s: {placeholders: [a, c, n, r], fence: memo, text: S}\n"
                         "  t: {placeholders: [a], text: T}\n")
        found = entry(pack, "s").inputs
        self.assertEqual([item.fence for item in found], ["memo", "own", "", ""])
        self.assertEqual((found[3].fields[0].fence, entry(pack, "t").inputs[0].fence), ("memo", ""))


class Bodies(CheckCase):
    def test_pieces(self) -> None:
        body = entry(self.good("variables: {a: {type: text}}\nslots:\n  s: {placeholders: [a], text: \"x{a}y\"}\n"),
                     "s").body
        self.assertEqual(len(body), 1)
        self.assertIsInstance(body[0], Lines)
        self.assertEqual([type(piece) for piece in body[0].pieces], [Literal, Value, Literal])

    def test_sections(self) -> None:
        pack = self.good("variables: {f: {type: flag}, r: {type: rows, fields: {a: {type: text}, g: {type: "
                         "flag}}}}\nslots:\n"
                         "  s:\n    placeholders: [f, r]\n    text: |-\n      {#f}\n      on\n      {/f}\n      "
                         "{#r}\n"
                         "      {index} {a}\n      {#g}\n      good\n      {/g}\n      {/r}\n")
        self.assertEqual([type(chunk) for chunk in entry(pack, "s").body], [Section, Section])

    def test_rows_in_rows(self) -> None:
        self.good("variables: {r: {type: rows, fields: {q: {type: rows, fields: {a: {type: text}}}}}}\nslots:\n  s:\n"
                  "    placeholders: [r]\n    text: |-\n      {#r}\n      {#q}\n      {a}\n      {/q}\n      {/r}\n")

    def test_four_levels_of_loops(self) -> None:
        names = "pqrt"
        declared = ", ".join(f"{name}: {{type: rows, fields: {{x: {{type: text}}}}}}" for name in names)
        text = "\\n".join([f"{{#{name}}}" for name in names] + ["x"] + [f"{{/{name}}}" for name in reversed(names)])
        self.bad(f"variables: {{{declared}}}\nslots:\n  s: {{placeholders: [p, q, r, t], text: \"{text}\"}}\n",
                 "PR0414",
                 "{#t}", "4, but at most 3")

    def test_values_without_text(self) -> None:
        self.bad("variables: {f: {type: flag}}\nslots:\n  s: {placeholders: [f], text: \"{f}\"}\n", "PR0423", "{f}")
        self.bad("variables: {r: {type: rows, fields: {g: {type: flag}}}}\nslots:\n  s: {placeholders: [r], text: "
                 "\"{r}\"}\n",
                 "PR0423", "{r}", "count(r)")
        self.bad("variables: {r: {type: rows, fields: {g: {type: flag}}}}\nslots:\n  s: {placeholders: [r], text: "
                 "\"{#r}\\n{g}\\n{/r}\"}\n", "PR0423", "{g}")

    def test_sections_over_constants_and_bound_names(self) -> None:
        self.bad("constants: {c: {text: C}}\nslots:\n  s: {placeholders: [c], text: \"{#c}\\nx\\n{/c}\"}\n", "PR0427",
                 "{#c}")
        self.bad("slots:\n  t: {text: T}\n  s: {placeholders: [c], bind: {c: {slot: t}}, text: "
                 "\"{#c}\\nx\\n{/c}\"}\n", "PR0427",
                 "{#c}")

    def test_fences(self) -> None:
        def slot(text: str, tag: str = "memo") -> str:
            return (f"variables: {{a: {{type: text, fence: {tag}}}}}\nconstants: {{c: {{text: \"<\"}}}}\nslots:\n"
                    f"  s: {{placeholders: [a, c], text: \"{text}\"}}\n")

        for text in ("<{a}", "</{a}", "< / {a}", "<me{a}", "x <MEMO{a}", "{c}{a}", "{c}/{a}"):
            with self.subTest(text):
                self.bad(slot(text), "PR0550", "{a}")
        for text in ("<memo>{a}</memo>", "<x{a}", "<x> {c}> {a}<", "a < b {a}", "<\\n1{a}"):
            with self.subTest(text):
                self.good(slot(text))

    def test_fences_behind_values(self) -> None:
        """A value may be empty, a slash or a piece of the tag's name; so may several."""
        pack = ("variables: {a: {type: text, fence: memo}, n: {type: integer}, b: {type: text, default: x}}\nslots:\n"
                "  s: {placeholders: [a, b, n], text: \"%s\"}\n")
        for text in ("<{b}{a}{n}", "<{b}{n}{b}{a}", "x </me{b}{a}{n}", "<{b}mo{a}{n}", "< {b}/{n}{a}",
                     "<{b} memo{a}{n}"):
            with self.subTest(text):
                self.bad(pack % text, "PR0550", "{a}", "it ends in '<")
        for text in ("<x{b}{a}{n}", "<{b}>{a}{n}", "<{b}x{a}{n}", "<memo {b}{a}{n}", "<{b} em{a}{n}", "a{b}/{a}{n}"):
            with self.subTest(text):
                self.good(pack % text)
        self.assertEqual(self.codes(pack % "<{b}{a}{c}"), ["PR0301", "PR0550"])

    def test_fences_behind_many_blanks(self) -> None:
        self.bad("variables: {a: {type: text, fence: memo}}\nslots:\n  s: {placeholders: [a], text: \"<" + " " * 300
                 + "{a}\"}\n", "PR0550", "{a}")

    def test_unknown_keys(self) -> None:
        self.bad("slots:\n  s: {text: S, docs: x}\n", "PR0401", "docs", "did you mean doc?")
        self.bad("", "PR0401", "tags", **{"a.md": "---\ntags: [x]\n---\nA\n"})
        self.good("foreign: [tags]\n", **{"a.md": "---\ntags: [x]\nx-y: 1\n---\nA\n"})

    def test_text_in_front_matter(self) -> None:
        self.bad("", "PR0401", "text", **{"a.md": "---\ntext: x\n---\nA\n"})

    def test_allow_silences_one_slot(self) -> None:
        two = "slots:\n  s: {text: 'a\\nb'%s}\n  t: {text: T}\n"
        self.warned(two % "", "PR0225")
        self.good(two % ", allow: [PR0225]")
        self.assertEqual(self.codes("slots:\n  s: {text: 'a\\nb', allow: [PR0225]}\n  t: {text: 'a\\nb'}\n"),
                         ["PR0225"])

    def test_allow_silences_what_reading_found(self) -> None:
        body = "A zero\u200bwidth space\n"
        self.warned("", "PR0124", **{"a.md": body})
        self.good("", **{"a.md": "---\nallow: [PR0124]\n---\n" + body})
        self.assertEqual(self.codes("", **{"a.md": "---\nallow: [PR0124]\n---\n" + body, "b.md": body}), ["PR0124"])
        self.good("slots:\n  s: {text: \"zero\u200bwidth\", allow: [PR0124]}\n")

    def test_broken_front_matter_is_one_error(self) -> None:
        self.assertEqual(self.codes("assemblies: {x: {parts: [a]}}\n", **{"a.md": "---\na: [\n---\nA\n"}), ["PR0211"])


class Binds(CheckCase):
    BASE = ("variables: {a: {type: text}, f: {type: flag}, t: {type: text}}\nslots:\n"
            "  inner: {placeholders: [t], text: \"<{t}>\"}\n")

    def test_inputs_join_behind_the_own_ones(self) -> None:
        pack = self.good(self.BASE + "  s: {placeholders: [h, a], bind: {h: {slot: inner, when: f}}, text: "
                                     "\"{h}{a}\"}\n")
        self.assertEqual(inputs(pack, "s"), ["a", "f", "t"])
        self.assertEqual([name for name, _ in entry(pack, "s").binds], ["h"])

    def test_bound_name_must_be_listed(self) -> None:
        self.assertEqual(self.codes(self.BASE + "  s: {placeholders: [a], bind: {h: {slot: inner, unless: f}}, "
                                                "text: \"{a}\"}\n"),
                         ["PR0424"])

    def test_mistakes(self) -> None:
        self.assertEqual(self.codes(self.BASE + "  s: {placeholders: [h, a], bind: {h: {slot: iner, when: f}}, "
                                                "text: \"{h}{a}\"}\n"),
                         ["PR0501"])
        self.assertEqual(self.codes(self.BASE + "  s: {placeholders: [h, a], bind: {h: {slot: inner, before: x}}, "
                                                "text: \"{h}\"}\n"),
                         ["PR0401"])

    def test_slot_in_itself(self) -> None:
        self.bad("slots:\n  s: {placeholders: [h], bind: {h: {slot: s}}, text: \"{h}\"}\n", "PR0503", says="s → s")

    def test_fields_shadow_inputs_of_bound_parts(self) -> None:
        rows = ("variables: {r: {type: rows, fields: {n: {type: %s}}}, n: {type: integer}}\nslots:\n"
                "  inner: {placeholders: [n], text: \"{n}\"}\n"
                "  s: {placeholders: [r, h], bind: {h: {slot: inner}}, text: \"{#r}\\n{h}\\n{/r}\"}\n")
        self.good(rows % "integer")
        self.bad(rows % "text", "PR0508", says="n is integer, but n is text")


if __name__ == "__main__":
    unittest.main()
