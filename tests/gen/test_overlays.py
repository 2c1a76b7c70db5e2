"""Overlays: what they may hold, what is wrong with them, and what a pack becomes by them."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path

from checking import HEAD, CheckCase, entry, inputs, written

from promptrom import model, reference
from promptrom.check import check_pack
from promptrom.diagnostics import Report

BASE = """variables: {pct: {type: integer, min: 0, max: 100}, who: {type: text}, loud: {type: flag}}
constants:
  motto: {text: Be brief.}
  rules: {text: "Rules: {motto}"}
slots:
  nudge:
    normal: {placeholders: [pct, motto], text: "{pct}% used. {motto}"}
    urgent: {placeholders: [pct, who, loud], requires: [pct], text: "{pct}%, {who}!"}
    tip: {text: Take several at once.}
  table: {head: {text: Ranges}}
  about: {placeholders: [rules], text: "About. {rules}"}
assemblies:
  all: {join: "\\n", parts: [nudge.normal, nudge.tip]}
"""
ARGS = {"pct": 7, "who": b"you", "loud": False}


class OverlayCase(CheckCase):
    """Overlays of one pack, given by their files."""

    def overlay(self, text: str, **more: object) -> model.Overlay:
        """The overlay `de` of a pack without errors and warnings."""
        return self.overlays(**{"overlays/de.yaml": text, **more})["de"]

    def overlays(self, **files: object) -> dict:
        pack = self.good(BASE, **files)
        return {item.name: item for item in pack.overlays}

    def wrong(self, text: str, code: str, under: str = "", says: str = "", **more: object):
        return self.bad(BASE, code, under, says, **{"overlays/de.yaml": text, **more})

    def doubtful(self, text: str, code: str, under: str = "", says: str = "", **more: object):
        return self.warned(BASE, code, under, says, **{"overlays/de.yaml": text, **more})

    def text(self, pack: model.Pack, name: str) -> str:
        known = inputs(pack, name)
        return reference.render(pack, name, {key: value for key, value in ARGS.items() if key in known}).decode()


class Replacing(OverlayCase):
    def test_slots_by_group(self) -> None:
        made = self.overlay("nudge: {normal: '{pct} %', tip: Mehrere}\ntable: {head: Bereiche}\n")
        self.assertEqual(made.replaced, ("nudge.normal", "nudge.tip", "table.head"))
        self.assertEqual([self.text(made.pack, name) for name in ("nudge.normal", "nudge.tip", "table.head", "all")],
                         ["7 %", "Mehrere", "Bereiche", "7 %\nMehrere"])

    def test_a_slot_at_the_top(self) -> None:
        made = self.overlay("about: 'Hier: {rules}'\n")
        self.assertEqual(self.text(made.pack, "about"), "Hier: Rules: Be brief.")

    def test_constants_and_those_that_hold_them(self) -> None:
        made = self.overlay("constants: {motto: Kurz.}\n")
        self.assertEqual(self.text(made.pack, "nudge.normal"), "7% used. Kurz.")
        self.assertEqual(self.text(made.pack, "about"), "About. Rules: Kurz.")
        self.assertEqual(made.replaced, ())

    def test_joins(self) -> None:
        made = self.overlay("assemblies: {all: {join: ' | '}}\n")
        self.assertEqual(self.text(made.pack, "all"), "7% used. Be brief. | Take several at once.")
        empty = self.overlay("assemblies: {all: {join: ''}}\n")
        self.assertEqual(self.text(empty.pack, "all"), "7% used. Be brief.Take several at once.")

    def test_joins_of_outputs(self) -> None:
        pack = self.good("slots: {a: {text: A}, b: {text: B}}\nassemblies:\n  t:\n    join: '/'\n    outputs:\n"
                         "      base: {join: ',', parts: [a, b]}\n      turn: {parts: [b]}\n",
                         **{"overlays/x.yaml": "assemblies: {t: {outputs: {base: {join: '; '}, turn: null}}}\n"})
        self.assertEqual(self.text(pack.overlays[0].pack, "t"), "A; B/B")
        self.assertEqual(self.text(pack, "t"), "A,B/B")

    def test_entries_and_inputs_are_the_packs(self) -> None:
        pack = self.good(BASE, **{"overlays/de.yaml": "nudge: {normal: '{motto}', urgent: '{pct}'}\n"})
        over = pack.overlays[0].pack
        self.assertEqual([item.id for item in over.entries], [item.id for item in pack.entries])
        for item in pack.entries:
            self.assertEqual(inputs(over, item.id), inputs(pack, item.id))

    def test_all_that_the_allow_list_names(self) -> None:
        made = self.overlay('nudge: {urgent: "{who}: {pct}\\n{#loud}\\nLAUT\\n{/loud}"}\n')
        self.assertEqual(self.text(made.pack, "nudge.urgent"), "you: 7")

    def test_empty_is_deliberate(self) -> None:
        made = self.overlay('nudge: {urgent: "", tip: ""}\n')
        self.assertEqual(made.replaced, ("nudge.tip", "nudge.urgent"))
        self.assertEqual((self.text(made.pack, "nudge.urgent"), self.text(made.pack, "all")),
                         ("", "7% used. Be brief."))

    def test_syntax_and_literal_names_are_the_slots(self) -> None:
        pack = self.good("variables: {a: {type: text}}\nslots:\n  s: {syntax: double, placeholders: [a], text: "
                         "'{{a}}'}\n  n: {syntax: none, text: x}\n  l: {literal: [b], text: '{b}'}\n",
                         **{"overlays/o.yaml": "s: '{x} {{a}}'\nn: '{{z}} {z}'\nl: 'see {b}'\n"})
        over = pack.overlays[0].pack
        self.assertEqual([reference.render(over, name, {"a": b"A"} if name == "s" else {}) for name in "snl"],
                         [b"{x} A", b"{{z}} {z}", b"see {b}"])

    def test_bound_placeholders_may_move_or_go(self) -> None:
        declared = "slots:\n  s: {placeholders: [tail], bind: {tail: {slot: t}}, text: 'A {tail}'}\n  t: {text: T}\n"
        pack = self.good(declared, **{"overlays/a.yaml": "s: '{tail} A'\n", "overlays/b.yaml": "s: B\n"})
        self.assertEqual([reference.render(item.pack, "s", {}) for item in pack.overlays], [b"T A", b"B"])

    def test_blocks_name_the_text_that_is_used(self) -> None:
        block = ("{type: instruction, layer: platform, output: base, durability: persistent, events: [start]}")
        declared = (f"slots: {{s: {{text: A, block: {block}}}}}\n"
                    "assemblies: {t: {event: start, outputs: {base: }}}\n")
        pack = self.good(declared, **{"overlays/de.yaml": "s: B\n"})
        one, other = (dict(entry(item, "s").block.source) for item in (pack, pack.overlays[0].pack))
        self.assertNotEqual(one["version"], other["version"])
        self.assertEqual((one["path"], other["path"]), ("pack.yaml", "overlays/de.yaml"))

    def test_descriptions_of_tools(self) -> None:
        tools = ("slots: {d: {text: Reads.}}\ntools: {read: {description: {slot: d}, parameters: {type: object, "
                 "properties: {}}}}\n")
        pack = self.good(tools, **{"overlays/de.yaml": "d: Liest.\n"})
        self.assertEqual([item.tools[0].description for item in (pack, pack.overlays[0].pack)], ["Reads.", "Liest."])
        kept = self.good("overridable: true\n" + tools, **{"overlays/de.yaml": "d: Liest.\n"})
        self.assertEqual(kept.overlays[0].pack.tools[0].description_slot, "d")


class Defaults(OverlayCase):
    """What changes nothing."""

    def unchanged(self, text: str, **more: object) -> None:
        pack = self.good(BASE, **{"overlays/de.yaml": text, **more})
        over = pack.overlays[0]
        self.assertEqual(over.replaced, ())
        for item in pack.entries:
            self.assertEqual(self.text(over.pack, item.id), self.text(pack, item.id))

    def test_nothing(self) -> None:
        for text in ("", "# later\n", "---\n", "null\n", "~\n", "{}\n", "nudge: null\n", "nudge: ~\n", "nudge: {}\n",
                     "nudge: {normal: null}\n", "nudge: {normal: ~, tip: NULL}\nabout: Null\n", "constants: null\n",
                     "constants: {motto: ~}\n", "assemblies: null\n", "assemblies: {all: null}\n",
                     "assemblies: {all: {join: null}}\n", "assemblies: {all: {outputs: null}}\n"):
            with self.subTest(text):
                self.unchanged(text)

    def test_all_defaults_pasted(self) -> None:
        self.unchanged('nudge:\n  normal: "{pct}% used. {motto}"\n  urgent: "{pct}%, {who}!"\n  tip: >-\n'
                       "    Take several\n    at once.\ntable: {head: Ranges}\nabout: |-\n  About. {rules}\n"
                       'constants: {motto: Be brief., rules: "Rules: {motto}"}\nassemblies: {all: {join: "\\n"}}\n')

    def test_pasted_defaults_bring_no_warning_of_their_own(self) -> None:
        declared = "slots:\n  a: {final_newline: keep, text: \"A\\n\"}\n  b: {allow: [PR0225], text: 'x\\n'}\n"
        pack = self.good(declared, **{"overlays/de.yaml": "a: |\n  A\nb: 'x\\n'\n"})
        self.assertEqual(pack.overlays[0].replaced, ())

    def test_a_default_with_its_own_line_ends(self) -> None:
        pack = self.good("slots: {a: {file: a.txt, newlines: keep}}\n",
                         **{"a.txt": "A\r\nB\r\n", "overlays/de.yaml": 'a: "A\\r\\nB"\n'})
        self.assertEqual(pack.overlays[0].replaced, ())

    def test_pasted_markdown(self) -> None:
        self.unchanged("", **{"overlays/de/nudge/tip.md": "Take several at once.\n"})


class Values(OverlayCase):
    def test_an_empty_node(self) -> None:
        self.wrong("nudge:\n  normal:\n", "PR0702", says='write null for the default, or "" for an empty text')
        self.wrong("constants: {motto: }\n", "PR0702", says="constant motto is empty")
        self.wrong("assemblies: {all: {join: }}\n", "PR0702", says="join of assembly all is empty")
        for text, what in (("nudge:\n", "group nudge"), ("constants:\n", "constants"),
                           ("assemblies:\n", "assemblies"), ("assemblies: {all: }\n", "assembly all")):
            item = self.wrong(text, "PR0702", says=f"{what} is empty to YAML")
            self.assertEqual(item.helps, ("write null for the default",))

    def test_a_text_that_is_a_comment(self) -> None:
        self.wrong("nudge:\n  normal: # Title\n", "PR0221", "# Title")
        self.wrong("nudge: # later\n", "PR0702")

    def test_numbers_and_booleans(self) -> None:
        for value, kind in (("12", "a number"), ("017", "a number"), ("1.5", "a number"), ("0x1f", "a number"),
                            (".inf", "a number"), ("true", "a boolean"), ("False", "a boolean")):
            with self.subTest(value):
                item = self.wrong(f"nudge: {{normal: {value}}}\n", "PR0703", value, f"is {kind} to YAML")
                self.assertEqual(item.helps, (f'quote it: "{value}"',))
        self.wrong("constants: {motto: 1}\n", "PR0703", "1", "the text of constant motto")
        self.wrong("assemblies: {all: {join: 1}}\n", "PR0703", "1", "the join of assembly all")

    def test_what_only_older_yaml_reads_otherwise_is_text(self) -> None:
        made = self.overlay("nudge: {normal: no, tip: 12:30}\ntable: {head: '12'}\nabout: |-\n  12\n")
        names = ("nudge.normal", "nudge.tip", "table.head", "about")
        self.assertEqual([self.text(made.pack, name) for name in names],
                         ["no", "12:30", "12", "12"])

    def test_no_text(self) -> None:
        self.wrong("nudge: {normal: [a]}\n", "PR0220", "[a]")
        self.wrong("nudge: {normal: {}}\n", "PR0220", "{}")
        self.wrong("nudge: {urgent: {pct}}\n", "PR0220", "{pct}", 'quote it: "{pct}"')
        self.wrong("nudge: {normal: {text: A}}\n", "PR0402", "{text: A}", "write the text itself")
        self.wrong("constants: {motto: {file: a.txt}}\n", "PR0402", "{file: a.txt}")

    def test_no_group(self) -> None:
        self.wrong("nudge: Hello\n", "PR0402", "Hello", "group nudge must be a mapping, not text")
        self.wrong("nudge: [a]\n", "PR0402", "[a]", "not a list")
        self.wrong("nudge: 12\n", "PR0402", "12", "not a number")
        self.wrong("constants: Hello\n", "PR0402", "Hello")
        self.wrong("assemblies: {all: x}\n", "PR0402", "x", "assembly all must be a mapping")
        self.wrong("assemblies: {all: {join: [x]}}\n", "PR0402", "[x]", "join of assembly all must be text")
        self.wrong("- a\n", "PR0215", "- a", "holds a list")
        self.wrong("Hello\n", "PR0215", "Hello", "holds a text")

    def test_ends(self) -> None:
        self.doubtful("nudge:\n  tip: |\n    Mehrere\n", "PR0705", "|",
                      "ends in 1 newline, its default in no newline")
        self.doubtful('nudge: {tip: "a\\n\\n"}\n', "PR0705", '"', "2 newlines")
        self.doubtful("", "PR0705", says="end it as the default ends",
                      **{"overlays/de/nudge/tip.md": "Mehrere\n\n"})
        item = self.warned('slots: {a: {text: "A\\n\\n"}}\n', "PR0705", **{"overlays/de.yaml": "a: |\n  B\n"})
        self.assertEqual(item.helps, ("end it as the default ends",))
        declared = 'slots: {a: {text: "A\\n"}}\n'
        self.good(declared, **{"overlays/de.yaml": "a: |\n  B\n"})
        self.good(declared, **{"overlays/de.yaml": 'a: ""\n'})
        self.warned(declared, "PR0705", says="its default in 1 newline", **{"overlays/de.yaml": "a: B\n"})


class Names(OverlayCase):
    def test_unknown(self) -> None:
        item = self.wrong("nudge: {norml: A}\n", "PR0701", "norml", "pack example has no slot nudge.norml")
        self.assertEqual((item.notes, item.helps),
                         (("in group nudge: normal, tip, urgent",), ("did you mean nudge.normal?",)))
        item = self.wrong("nudg: {normal: A}\n", "PR0701", "nudg", "has no group nudg")
        self.assertEqual((item.notes, item.helps), (("at the top: about, nudge, table",), ("did you mean nudge?",)))
        self.wrong("x-note: A\n", "PR0701", "x-note", "has no slot x-note")
        self.wrong("constants: {moto: A}\n", "PR0701", "moto", "constants: motto, rules")
        self.wrong("assemblies: {al: {join: A}}\n", "PR0701", "al", "has no assembly al")
        self.wrong("assemblies: {all: {parts: []}}\n", "PR0401", "parts")
        self.wrong("assemblies: {all: {outputs: {base: {join: a}}}}\n", "PR0512", "base", "has no output base")

    def test_dotted(self) -> None:
        self.wrong("nudge.normal: A\n", "PR0701", "nudge.normal", "write it as a group: nudge: {normal: …}")

    def test_many_names_are_cut(self) -> None:
        declared = "slots: {" + ", ".join(f"s{number:02}: {{text: A}}" for number in range(30)) + "}\n"
        item = self.bad(declared, "PR0701", **{"overlays/de.yaml": "zzzzz: A\n"})
        self.assertTrue(item.notes[0].endswith("s19 and 10 more"), item.notes)

    def test_only_so_many_are_compared(self) -> None:
        text = "".join(f"about{chr(97 + number // 26)}{chr(97 + number % 26)}: A\n" for number in range(103))
        _, report = self.run_check(BASE, {"overlays/de.yaml": text})
        helps = [item.helps for item in report.items]
        self.assertEqual((helps[99], helps[100:]), (("did you mean about?",), [(), (), ()]))

    def test_a_slot_and_a_group_of_one_name(self) -> None:
        files = {"a.md": "A\n", "a/b.md": "B\n"}
        self.assertEqual(self.good("", **files, **{"overlays/o.yaml": "a: X\n"}).overlays[0].replaced, ("a",))
        self.assertEqual(self.good("", **files, **{"overlays/o.yaml": "a: {b: X}\n"}).overlays[0].replaced, ("a.b",))
        self.assertEqual(self.good("", **files, **{"overlays/o.yaml": "a: ~\n"}).overlays[0].replaced, ())

    def test_yaml_is_as_strict_as_in_a_pack(self) -> None:
        self.wrong("nudge: {tip: A, tip: B}\n", "PR0202", "tip")
        self.wrong("nudge: {tip: &a A}\n", "PR0203", "&a")
        self.wrong("nudge: {tip: !x A}\n", "PR0201", "!x")
        self.wrong("nudge: {<<: {tip: A}}\n", "PR0205", "<<")
        self.wrong("nudge: {}\n---\nnudge: {}\n", "PR0206", "---")
        self.assertIn("PR0204", self.codes(BASE, **{"overlays/de.yaml": "nudge: {tip: *a}\n"}))


class Templates(OverlayCase):
    def test_unknown_placeholder(self) -> None:
        item = self.wrong('nudge: {normal: "{pctt}"}\n', "PR0301", "{pctt}",
                          "slot nudge.normal has no placeholder {pctt}")
        self.assertEqual((item.notes, item.helps), (("allowed here: pct, motto",), ("did you mean {pct}?",)))
        item = self.wrong('nudge: {tip: "{pct}"}\n', "PR0301", "{pct}")
        self.assertEqual(item.notes, ("allowed here: (none)",))
        self.wrong('constants: {motto: "{pct}"}\n', "PR0301", "{pct}", "constant motto has no placeholder")

    def test_requires(self) -> None:
        self.wrong("nudge: {urgent: Hurry}\n", "PR0303", "Hurry", "slot nudge.urgent lacks {pct}")

    def test_sections(self) -> None:
        self.wrong('nudge: {urgent: "{pct}\\n{#loud}\\nA"}\n', "PR0305", "{#loud}")
        self.wrong('constants: {motto: "{#rules}\\nA\\n{/rules}"}\n', "PR0310")

    def test_circles_of_constants(self) -> None:
        self.wrong('constants: {motto: "{rules}"}\n', "PR0413", says="contains itself")

    def test_warnings_that_the_slot_allows(self) -> None:
        declared = "variables: {a: {type: text}}\nslots: {s: {placeholders: [a], text: '{a}'}}\n"
        over = {"overlays/de.yaml": "s: '{a} <a>'\n"}
        self.warned(declared, "PR0328", "<a>", **over)
        self.good(declared.replace("text: ", "allow: [PR0328], text: "), **over)
        self.good("allow: [PR0328]\n" + declared, **over)

    def test_warnings_found_while_reading_that_the_slot_allows(self) -> None:
        for code, text in (("PR0124", "a\u200bb"), ("PR0225", "'a\\n'"), ("PR0705", '"a\\n"')):
            with self.subTest(code):
                over = {"overlays/de.yaml": f"s: {text}\nt: B\n"}
                self.warned("slots: {s: {text: A}, t: {text: A}}\n", code, **over)
                self.good(f"slots: {{s: {{text: A, allow: [{code}]}}, t: {{text: A}}}}\n", **over)
                self.warned(f"slots: {{s: {{text: A}}, t: {{text: A, allow: [{code}]}}}}\n", code, **over)

    def test_a_tag_that_a_value_could_complete(self) -> None:
        declared = ("variables: {v: {type: text, fence: box}}\nconstants: {c: {text: A}}\nslots:\n"
                    "  s: {placeholders: [v, c], text: '{c}{v}'}\n  t: {text: T}\n"
                    "  u: {placeholders: [v], text: '{v}'}\n"
                    "assemblies: {a: {join: ' ', parts: [t, u]}}\n")
        for text in ("s: '<{v}'\n", "constants: {c: '<'}\n", "assemblies: {a: {join: '</'}}\n", "t: '<'\n"
                     "assemblies: {a: {join: ''}}\n"):
            with self.subTest(text):
                self.assertEqual(self.codes(declared, **{"overlays/de.yaml": text}), ["PR0550"])
        self.good(declared, **{"overlays/de.yaml": "s: '<b>{v}'\nconstants: {c: '<b>'}\n"})

    def test_all_mistakes_at_once_each_at_its_place(self) -> None:
        _, report = self.run_check(BASE, {"overlays/de.yaml": (
            'nudge:\n  norml: A\n  normal: "{pctt}"\n  tip: 12\n  urgent: Hurry\n')})
        found = [(item.code, item.span.source.name, item.span.source.position(item.span.start))
                 for item in report.items]
        self.assertEqual(sorted(found, key=lambda item: item[2]), [
            ("PR0701", "overlays/de.yaml", (2, 3)), ("PR0301", "overlays/de.yaml", (3, 12)),
            ("PR0703", "overlays/de.yaml", (4, 8)), ("PR0303", "overlays/de.yaml", (5, 11))])

    def test_mistakes_of_the_pack_are_told_once(self) -> None:
        declared = BASE + "  bad: {parts: [nowhere]}\n"
        over = {"overlays/de.yaml": 'nudge: {tip: "{a}"}\n', "overlays/fr.yaml": "nudge: {tip: Plusieurs}\n"}
        self.assertEqual(self.codes(declared, **over), ["PR0301", "PR0501"])


class Markdown(OverlayCase):
    def test_by_id(self) -> None:
        made = self.overlay("nudge: {tip: Mehrere}\n",
                            **{"overlays/de/nudge/normal.md": "{pct} %\n", "overlays/de/about.md": "{rules}"})
        self.assertEqual(made.replaced, ("about", "nudge.normal", "nudge.tip"))
        self.assertEqual(self.text(made.pack, "all"), "7 %\nMehrere")

    def test_without_a_yaml_file(self) -> None:
        files = {"overlays/de/about.md": "A", "overlays/README.md": "No.", "overlays/de/README.md": "No."}
        self.assertEqual(list(self.overlays(**files)), ["de"])

    def test_by_the_path_of_the_slots_file(self) -> None:
        files = {"x/y.md": "---\nslot: a.b\n---\nA\n", "overlays/de/x/y.md": "B\n"}
        self.assertEqual(self.good("", **files).overlays[0].replaced, ("a.b",))

    def test_final_newline_as_the_slot_keeps_it(self) -> None:
        for front, expected in (("---\ndoc: A.\n---\n", b"B"), ("---\nfinal_newline: keep\n---\n", b"B\n")):
            pack = self.good("", **{"a.md": front + "A\n", "overlays/de/a.md": "B\n"})
            self.assertEqual(reference.render(pack.overlays[0].pack, "a", {}), expected)

    def test_line_ends_as_the_slot_keeps_them(self) -> None:
        over = {"overlays/de/a.md": "B\r\nC\r\n"}
        pack = self.good("", **{"a.md": "---\nnewlines: keep\n---\nA\n"}, **over)
        self.assertEqual(reference.render(pack.overlays[0].pack, "a", {}), b"B\r\nC")
        self.warned("", "PR0122", **{"a.md": "A\n"}, **over)

    def test_a_file_that_a_constant_takes_is_none(self) -> None:
        pack = self.good("constants: {c: {file: overlays/de/c.md}}\nslots: {s: {placeholders: [c], text: '{c}'}}\n",
                         **{"overlays/de/c.md": "C\n"})
        self.assertEqual((self.text(pack, "s"), pack.overlays), ("C", ()))
        self.bad("constants: {c: {file: overlays/de/c.md}}\nslots: {s: {placeholders: [c], text: '{c}'}}\n"
                 "cases: [{name: n, render: s, overlay: de, expect: C}]\n", "PR0501", "de",
                 **{"overlays/de/c.md": "C\n"})

    def test_front_matter_is_text(self) -> None:
        self.doubtful("", "PR0125", "---", **{"overlays/de/about.md": "---\ndoc: A.\n---\nB\n"})

    def test_mistakes(self) -> None:
        self.wrong("", "PR0701", says="did you mean overlays/de/nudge/tip.md?", **{"overlays/de/nudge/tipp.md": "A"})
        self.wrong("nudge: {tip: A}\n", "PR0408", says="replaces slot nudge.tip twice",
                   **{"overlays/de/nudge/tip.md": "A"})
        self.wrong("", "PR0301", "{pct}", **{"overlays/de/nudge/tip.md": "{pct}"})
        self.wrong("", "PR0704", says="belongs to no overlay", **{"overlays/tip.md": "A"})
        self.wrong("", "PR0704", says="move its keys", **{"overlays/de/more.yaml": "about: A\n"})


class Chains(OverlayCase):
    FILES = {"overlays/zh.yaml": "nudge: {tip: ZH, normal: ZH}\ntable: {head: ZH}\nconstants: {motto: ZH}\n"
                                 "assemblies: {all: {join: '+'}}\n",
             "overlays/zh-TW.yaml": "nudge: {tip: TW, normal: null}\ntable: {head: Ranges}\n"}

    def test_stands_on_the_shorter_name(self) -> None:
        made = self.overlays(**self.FILES)
        self.assertEqual({name: item.fallback for name, item in made.items()}, {"zh": "", "zh-TW": "zh"})
        taiwan = made["zh-TW"]
        self.assertEqual(self.text(taiwan.pack, "all"), "ZH+TW")
        self.assertEqual(self.text(taiwan.pack, "about"), "About. Rules: ZH")
        self.assertEqual(taiwan.replaced, ("nudge.normal", "nudge.tip"))

    def test_a_pasted_default_hides_what_lies_below(self) -> None:
        made = self.overlays(**self.FILES)
        self.assertEqual([self.text(made[name].pack, "table.head") for name in ("zh", "zh-TW")], ["ZH", "Ranges"])

    def test_names_are_cut_as_often_as_needed(self) -> None:
        made = self.overlays(**{f"overlays/{name}.yaml": "{}\n" for name in ("zh", "zh-Hant-TW", "zhx-a", "en-US")})
        self.assertEqual({name: item.fallback for name, item in made.items()},
                         {"zh": "", "zh-Hant-TW": "zh", "zhx-a": "", "en-US": ""})

    def test_a_mistake_below_is_told_once(self) -> None:
        self.bad(BASE, "PR0301", "{a}",
                 **{"overlays/zh.yaml": 'nudge: {tip: "{a}"}\n', "overlays/zh-TW.yaml": "{}\n"})

    def test_names(self) -> None:
        self.bad(BASE, "PR0407", says="cannot be the name of an overlay", **{"overlays/2x.yaml": "{}\n"})
        self.bad(BASE, "PR0412", says="overlay zh-CN",
                 **{"overlays/zh-CN.yaml": "{}\n", "overlays/zh_CN.yaml": "{}\n"})


class Given(unittest.TestCase):
    """Files that do not lie in the pack."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.pack = self.directory / "pack"
        self.write("pack/pack.yaml", HEAD + BASE)

    def write(self, name: str, text: str) -> str:
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def check(self, *given: str) -> tuple:
        report = Report()
        return check_pack(str(self.pack), report, given), report

    def test_beside_the_packs_own(self) -> None:
        self.write("pack/overlays/zh.yaml", "nudge: {tip: ZH}\ntable: {head: ZH}\n")
        path = self.write("host/zh-TW.yaml", "nudge: {tip: TW}\n")
        pack, report = self.check(path)
        self.assertEqual([item.message for item in report.items], [])
        self.assertEqual([(item.name, item.fallback) for item in pack.overlays], [("zh", ""), ("zh-TW", "zh")])
        self.assertEqual(pack.overlays[1].replaced, ("nudge.tip", "table.head"))
        self.assertIn(path, pack.files)
        self.assertEqual(entry(pack.overlays[1].pack, "nudge.tip").source_name, "overlays/zh-TW.yaml")

    def test_one_of_the_packs_own(self) -> None:
        path = self.write("pack/overlays/zh.yaml", "nudge: {tip: ZH}\n")
        pack, report = self.check(path, os.path.join(str(self.pack), ".", "overlays", "zh.yaml"))
        self.assertEqual(([item.code for item in report.items], [item.name for item in pack.overlays]), ([], ["zh"]))

    def test_two_of_one_name(self) -> None:
        self.write("pack/overlays/zh.yaml", "{}\n")
        _, report = self.check(self.write("host/zh.yaml", "{}\n"))
        self.assertEqual([(item.code, item.message) for item in report.items],
                         [("PR0408", "two overlays are called zh")])

    def test_shown_by_the_path_that_was_given(self) -> None:
        path = self.write("host/de.yaml", "nudge: {tip: 12}\n")
        _, report = self.check(path)
        self.assertEqual([(item.code, item.span.source.path, written(item)) for item in report.items],
                         [("PR0703", path, "12")])

    def test_what_cannot_be_read(self) -> None:
        self.assertEqual([item.code for item in self.check(str(self.directory / "none.yaml"))[1].items], ["PR0104"])
        self.assertEqual([item.code for item in self.check(str(self.pack))[1].items], ["PR0103"])
        os.mkfifo(self.directory / "pipe.yaml")
        self.assertEqual([item.code for item in self.check(str(self.directory / "pipe.yaml"))[1].items], ["PR0103"])


class WrongPacks(OverlayCase):
    def test_a_slot_that_cannot_be_read_is_no_fault_of_an_overlay(self) -> None:
        self.bad("assemblies: {all: {parts: [system]}}\n", "PR0212", "---",
                 **{"system.md": "---\n", "overlays/de.yaml": "{}\n"})


class Cases(OverlayCase):
    def test_rendered_with_an_overlay(self) -> None:
        from promptrom.casetest import run_cases

        cases = ("cases:\n  - {name: one, overlay: de, render: nudge.tip, expect: Mehrere}\n"
                 "  - {name: two, overlay: de, render: nudge.tip, expect: Take several at once.}\n"
                 "  - {name: three, render: nudge.tip, expect: Take several at once.}\n")
        pack = self.good(BASE + cases, **{"overlays/de.yaml": "nudge: {tip: Mehrere}\n"})
        self.assertEqual([problem is None for _, problem in run_cases(pack)], [True, False, True])

    def test_an_overlay_that_there_is_not(self) -> None:
        case = "cases:\n  - {name: one, overlay: dee, render: nudge.tip, expect: A}\n"
        item = self.bad(BASE + case, "PR0501", "dee", **{"overlays/de.yaml": "{}\n"})
        self.assertEqual(item.helps, ("did you mean de?",))


if __name__ == "__main__":
    unittest.main()
