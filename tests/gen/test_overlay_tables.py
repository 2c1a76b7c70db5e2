"""Overlays in the tables: all is shared but their entries, and where nothing is replaced, they are alike."""

from __future__ import annotations

import unittest
from dataclasses import replace
from pathlib import Path

from checking import check_files

from promptrom import model, reference
from promptrom.check import check_pack
from promptrom.diagnostics import Report
from promptrom.facts import facts_of
from promptrom.lower import Options, Tables, lower

NUDGE = Path(__file__).resolve().parents[2] / "packs" / "nudge"
EVERYTHING = Options(json=True, names=True)


def nudge_files() -> dict:
    return {path.relative_to(NUDGE).as_posix(): path.read_bytes() for path in sorted(NUDGE.rglob("*.*"))}


def nudge_with(text: str) -> model.Pack:
    """The pack with one overlay, which holds this text."""
    files = {name: data for name, data in nudge_files().items() if not name.startswith(("overlays/", "cases"))}
    pack, report = check_files({**files, "overlays/host.yaml": text})
    assert pack is not None, [item.message for item in report.items]
    return pack


def pasted(more: str = "") -> str:
    """An overlay with the default of every slot and constant, as any YAML program reads it, and more behind."""
    import yaml

    def texts(node: dict) -> dict:
        return {key: text_of(value) if "text" in value or "file" in value else texts(value)
                for key, value in node.items()}

    def text_of(slot: dict) -> str:
        text = slot["text"] if "text" in slot else (NUDGE / slot["file"]).read_text(encoding="utf-8")[:-1]
        return text + more

    whole: dict = {}
    for path in sorted(NUDGE.glob("*.yaml")):
        read = yaml.safe_load(path.read_text(encoding="utf-8"))
        whole.update(texts(read.get("slots", {})))
        if "constants" in read:
            whole["constants"] = {name: text_of(value) for name, value in read["constants"].items()}
    body = (NUDGE / "systemPrompt.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    whole["systemPrompt"] = body[:-1] + more
    return yaml.safe_dump(whole, allow_unicode=True, default_style='"')


def shared_sizes(tables: Tables) -> tuple:
    return (tables.pool.size(), len(tables.text), len(tables.json or ()), len(tables.fields), len(tables.traits),
            tables.names, tables.depth)


def starts(entries: tuple) -> list:
    return [(item.key, item.first, item.count, item.field, item.flags) for item in entries]


#: Everything whose inputs are not simply the pack's: refinements, fences, defaults, rows, bound parts, choices.
WIDE = """promptrom: 1
pack: wide
overridable: true
variables:
  a: {type: text, max_bytes: 40}
  f: {type: text, fence: box, default: none}
  c: {type: choice, of: [x, y]}
  r: {type: rows, max: 3, fields: {a: {type: text}, n: {type: integer}}}
slots:
  one: {placeholders: {a: {max_bytes: 9}}, text: "1 {a}"}
  two: {placeholders: [a, f, r], fence: tag, text: "{a} {f}\\n{#r}\\n{a} {index1} {n}\\n{/r}"}
  row: {placeholders: {n: {type: integer}}, text: "{n}"}
  bound: {placeholders: [a, part], bind: {part: {slot: one, with: {a: {text: fixed}}}}, text: "{a} {part}"}
  by: {x: {text: X}, y: {text: Y}}
assemblies:
  all: {join: ", ", when: has(a), parts: [one, bound, {each: r, slot: row}, {choose: c, from: by}]}
"""


def wide_with(text: str) -> model.Pack:
    pack, report = check_files({"pack.yaml": WIDE, "overlays/host.yaml": text})
    assert pack is not None, [item.message for item in report.items]
    return pack


class Unchanged(unittest.TestCase):
    def check(self, pack: model.Pack) -> None:
        overlay = pack.overlays[0]
        self.assertEqual(overlay.replaced, ())
        tables, plain = lower(pack, EVERYTHING), lower(replace(pack, overlays=()), EVERYTHING)
        self.assertEqual(shared_sizes(tables), shared_sizes(plain))
        self.assertEqual(tables.text, plain.text)
        self.assertEqual(starts(tables.variants[0].entries), starts(tables.entries))
        self.assertEqual((tables.variants[0].name_at, tables.variants[0].crc), (tables.name_at, tables.crc))

    def test_an_overlay_that_changes_nothing_adds_only_its_entries(self) -> None:
        for text in ("", "null\n", "nudge: null\n", "nudge: {}\n", "nudge: {normal: null}\n", pasted()):
            with self.subTest(text[:40]):
                self.check(nudge_with(text))

    def test_nor_where_inputs_are_refined_bound_or_in_rows(self) -> None:
        self.check(wide_with("{}\n"))
        self.check(wide_with('one: "1 {a}"\nby: {x: X}\n'))

    def test_everything_was_pasted(self) -> None:
        """One word more than the default is noticed in each slot and constant."""
        pack = nudge_with(pasted(" More."))
        slots = [entry.id for entry in pack.entries if isinstance(entry, model.Slot)]
        self.assertEqual(sorted(pack.overlays[0].replaced), sorted(slots))
        for one, other in zip(pack.constants, pack.overlays[0].pack.constants):
            self.assertNotEqual(one.pieces[-1].text, other.pieces[-1].text)


class OneReplaced(unittest.TestCase):
    def test_only_what_holds_it_differs(self) -> None:
        pack = nudge_with("nudge: {tip: Mehrere auf einmal.}\n")
        tables = lower(pack, EVERYTHING)
        pairs = zip(starts(tables.entries), starts(tables.variants[0].entries))
        differ = [one[0] for one, other in pairs if one != other]
        self.assertEqual(differ, ["nudge.tip"])

    def test_bounds_cover_it(self) -> None:
        pack = nudge_with("nudge: {tip: '" + "x" * 500 + "'}\n")
        self.assertEqual(facts_of(pack)["nudge.tip"].longest, 500)
        self.assertLess(facts_of(replace(pack, overlays=()))["nudge.tip"].longest or 0, 500)


class Chinese(unittest.TestCase):
    """The overlay that ships with the pack."""

    @classmethod
    def setUpClass(cls) -> None:
        report = Report()
        pack = check_pack(str(NUDGE), report)
        assert pack is not None and not report.items, [item.message for item in report.items]
        cls.pack = pack
        cls.chinese = next(overlay for overlay in pack.overlays if overlay.name == "zh-CN")

    def test_every_slot_and_constant(self) -> None:
        self.assertEqual(list(self.chinese.replaced),
                         [entry.id for entry in self.pack.entries if isinstance(entry, model.Slot)])
        for one, other in zip(self.pack.constants, self.chinese.pack.constants):
            self.assertNotEqual(one.pieces[0].text, other.pieces[0].text)

    def test_keeps_every_placeholder(self) -> None:
        for one, other in zip(self.pack.entries, self.chinese.pack.entries):
            if isinstance(one, model.Slot):
                self.assertLessEqual(values(one), values(other), one.id)

    def test_guidance_is_the_constant(self) -> None:
        rules = next(item for item in self.chinese.pack.constants if item.name == "howToCompressRules")
        self.assertEqual(reference.render(self.chinese.pack, "nudge.guidance", {}).decode(), rules.pieces[0].text)

    def test_words_that_programs_read_stay(self) -> None:
        for name, words in (
                ("rangeTable.footer", ("compress({ content: [{ startSeq, endSeq, summary }] })", "acp_status")),
                ("arrangement.example", ('{"content": [{"startSeq": 3, "endSeq": 9, "summary": "…"}]}',)),
                ("systemPrompt", ("decompress({ blockId })", "search_context({ query })", "acp_status()"))):
            text = reference.render(self.chinese.pack, name, {}).decode()
            for word in words:
                self.assertIn(word, text)


def values(slot: model.Slot) -> set:
    return {piece.name for chunk in slot.body for piece in chunk.pieces if isinstance(piece, model.Value)}


if __name__ == "__main__":
    unittest.main()
