from __future__ import annotations

import unittest

from checking import CheckCase, entry, inputs


def block(name: str, more: str = "", type_: str = "instruction", output: str = "base", durability: str = "persistent",
          events: str = "[start]", text: str = "text") -> str:
    return (f"  {name}: {{text: {text}, block: {{type: {type_}, layer: platform, output: {output}, durability: "
            f"{durability}, "
            f"events: {events}{', ' + more if more else ''}}}}}\n")


def start(*blocks: str, outputs: str = "base: {join: '|'}, turn: {}", before: str = "") -> str:
    return before + "slots:\n" + "".join(blocks) + f"assemblies:\n  go: {{event: start, outputs: {{{outputs}}}}}\n"


class Blocks(CheckCase):
    def test_all_keys(self) -> None:
        pack = self.good(start(block(
            "a", "order: -1.5, title: T, label: L, tags: [x, y], source: {kind: generated, owner: me, description: "
                 "D}")))
        found = entry(pack, "a").block
        self.assertEqual((found.type, found.layer, found.output, found.durability, found.order, found.events,
                          found.title,
                          found.label, found.tags),
                          ("instruction", "platform", "base", "persistent", -1.5, ("start",), "T", "L",
                                                     ("x", "y")))
        self.assertEqual(dict(found.source),
                         {"kind": "generated", "path": "pack.yaml", "owner": "me", "description": "D"})

    def test_source_is_the_file_and_a_hash_of_the_text(self) -> None:
        def version(text: str) -> dict:
            return dict(entry(self.good(start(block("a", text=text))), "a").block.source)

        self.assertEqual({key: version("one")[key] for key in ("kind", "path")},
                         {"kind": "markdown_template", "path": "pack.yaml"})
        self.assertEqual(version("one"), version("one"))
        self.assertNotEqual(version("one")["version"], version("two")["version"])

    def test_a_document_has_no_version_of_its_own(self) -> None:
        found = entry(self.good(start(block("a", "source: {kind: workspace_doc, path: AGENTS.md}"))), "a").block
        self.assertEqual(dict(found.source), {"kind": "workspace_doc", "path": "AGENTS.md"})

    def test_in_markdown(self) -> None:
        pack = self.good("assemblies: {go: {event: start, outputs: {base: ~}}}\n", **{
            "a.md": "---\nblock: {type: instruction, layer: channel, output: base, durability: persistent, events: "
                    "[start]}\n---\nA\n"})
        self.assertEqual([part.target for part in entry(pack, "go").outputs[0].parts], ["a"])

    def test_mistakes(self) -> None:
        for wrong, code, under in (
                (block("a", "order: .inf"), "PR0406", ".inf"), (block("a", "order: first"), "PR0402", "first"),
                (block("a", "order: .nan"), "PR0406", ".nan"),
                (block("a", type_="instruktion"), "PR0405", "instruktion"),
                (block("a", "titel: x"), "PR0401", "titel"), (block("a", "source: {kind: web}"), "PR0405", "web"),
                (block("a", "source: {kinds: web}"), "PR0401", "kinds"),
                (block("a", events="[start, on-go]"), "PR0407", "on-go"),
                (block("a", "when: laud"), "PR0507", "laud"), (block("a", "each: rows"), "PR0507", "")):
            with self.subTest(wrong):
                self.bad(start(wrong), code, under)
        self.assertEqual(self.codes("slots:\n  a: {text: x, block: {}}\n"), ["PR0403"] * 4)

    def test_classes(self) -> None:
        self.bad(start(block("a", type_="reference")), "PR0520", "base")
        self.bad(start(block("a", type_="turn_context", output="turn")), "PR0521", "persistent")


class Events(CheckCase):
    def test_selection_and_order(self) -> None:
        pack = self.good(start(block("c", "order: 2"), block("b", "order: -1"),
                               block("d", "order: 10", output="turn"),
                               block("a", events="[start, stop]"), block("z", events="[stop]", output="turn"))
                         + "  end: {event: stop, outputs: {base: {}, turn: {}}}\n")
        parts = {output.name: [part.target for part in output.parts] for output in entry(pack, "go").outputs}
        self.assertEqual(parts, {"base": ["b", "a", "c"], "turn": ["d"]})
        self.assertEqual([[part.target for part in output.parts] for output in entry(pack, "end").outputs],
                         [["a"], ["z"]])

    def test_names_of_files_change_nothing(self) -> None:
        one = self.good(start(block("a", "order: 1"), block("b", "order: 0")))
        other = self.good(start(block("a", "order: 1")), **{"z.yaml": "slots:\n" + block("b", "order: 0")})
        self.assertEqual(*([part.target for part in entry(pack, "go").outputs[0].parts] for pack in (one, other)))

    def test_conditions_and_rows(self) -> None:
        before = "variables: {f: {type: flag}, n: {type: text}, r: {type: rows, fields: {n: {type: text}}}}\n"
        rows = ("  b: {placeholders: [n], text: '{n}', block: {type: notice, layer: event, output: turn, "
                "durability: turn_only, "
                "events: [start], each: r, unless: has(n)}}\n")
        pack = self.good(start(block("a", "when: f"), rows, before=before))
        self.assertEqual(inputs(pack, "go"), ["f", "n", "r"])
        self.assertEqual([(part.kind, part.slot) for part in entry(pack, "go").outputs[1].parts], [("each", "b")])

    def test_notices_before_context(self) -> None:
        def turn(notice: int, context: int) -> str:
            return start(block("a", f"order: {context}", "turn_context", "turn", "turn_only"),
                         block("b", f"order: {notice}", "notice", "turn", "turn_only"))

        self.good(turn(1, 2))
        self.bad(turn(2, 1), "PR0522", says="orders are 2 and 1")

    def test_ties_are_told_once(self) -> None:
        both = block("a", events="[start, stop]") + block("b", events="[start, stop]")
        pack, report = self.run_check(start(both) + "  end: {event: stop, outputs: {base: {}}}\n", {})
        self.assertEqual([item.code for item in report.items], ["PR0523"])
        self.assertEqual([part.target for part in entry(pack, "go").outputs[0].parts], ["a", "b"])

    def test_nothing_is_lost(self) -> None:
        self.bad(start(block("a", output="developer")), "PR0526", says="developer")
        self.warned(start(block("a", events="[start, strat]")), "PR0524", says="did you mean start?")
        self.bad("slots: {a: {text: A}}\nassemblies: {go: {event: start, outputs: {base: {}}}}\n", "PR0525", "start")
        self.bad("slots:\n" + block("a") + "assemblies: {go: {event: start}}\n", "PR0403")
        self.bad("slots:\n" + block("a") + "assemblies: {go: {event: start, parts: [a], outputs: {base: {}}}}\n",
                 "PR0515")


if __name__ == "__main__":
    unittest.main()
