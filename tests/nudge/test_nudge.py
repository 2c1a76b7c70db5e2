"""Pack nudge against what was specified for it: by cases, and by a plain model in all situations."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Iterator

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "gen")]

from promptrom import arguments, casedriver, casetest, check, diagnostics, lower, model, reference, view  # noqa: E402
from promptrom.emit import emit  # noqa: E402

from parts_list import Situation, nudge  # noqa: E402

COMPILER = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc"
FLAGS = ("-std=c99 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align "
         "-Wstrict-prototypes -Wvla -Werror").split()

#: What each overlay of cases.yaml empties beside what letters.yaml says.
EMPTIED = {
    "letters": {},
    "noTip": {"nudge": ("tip",)},
    "noTier": {"nudge": ("tier",)},
    "noFrame": {"nudge": ("normal", "emergency")},
    "frameAndTable": {"nudge": ("guidance", "breakdown", "growth", "tip")},
    "emptyRows": {"rangeTable": ("header", "line")},
}
HOST = """nudge:
  normal: "上下文 {pct}%"
  emergency: "CUSTOM {pct}"
  growth: null
  guidance: ""
  tip: ""
  breakdown: ~
rangeTable: null
"""

#: One bit each in the overlays of the second test.
BITS = ({"nudge": ("normal", "emergency")}, {"nudge": ("breakdown",)}, {"nudge": ("growth",)},
        {"nudge": ("guidance",)}, {"nudge": ("tier",)}, {"nudge": ("tip",)}, {"rangeTable": ("header", "line")})

#: The same as in all_nudges.c.
VALUES = {"pct": 7, "system": 0, "tool": 134, "summaries": 0, "code": 10, "text": 7, "growth": 26,
          "surface": "12 nodes, seqs 1..12", "target_blocks": 2, "tokens": 4750, "seqs": "12, 13"}
RANGES = tuple({"start": 10 * i, "end": 10 * i + 9, "count": i + 1, "tokens": 1000 * i} for i in range(8))
SITUATIONS = tuple(Situation(emergency, breakdown, growth, tier, RANGES[:count])
                   for emergency, breakdown, growth in itertools.product((False, True), repeat=3)
                   for tier in (0, 2, 3) for count in (0, 1, 6, 8))


def emptied(slots: "dict[str, tuple[str, ...]]") -> str:
    """letters.yaml with these slots empty."""
    lines, group = [], ""
    for line in (HERE / "letters.yaml").read_text(encoding="utf-8").splitlines():
        if line.endswith(":") and not line.startswith(" "):
            group = line[:-1]
        name = line.strip().partition(":")[0]
        lines.append(f'  {name}: ""' if line.startswith(" ") and name in slots.get(group, ()) else line)
    return "\n".join(lines) + "\n"


def letters(slots: "dict[str, tuple[str, ...]]") -> dict[str, str]:
    """Texts by slot for the model."""
    found = {}
    for line in emptied(slots).splitlines():
        name, _, text = line.strip().partition(": ")
        if line.startswith(" "):
            found[name] = text.strip('"')
    return {**found, "rules2": found["tier2DistillRules"], "rules3": found["tier3CondenseRules"]}


def check_copy(to: Path, overlays: "dict[str, str]", cases: str,
               base: Path) -> "tuple[model.Pack | None, diagnostics.Report]":
    """The pack with other overlays and cases."""
    shutil.copytree(base, to)
    shutil.rmtree(to / "overlays")
    (to / "overlays").mkdir()
    for name, text in overlays.items():
        (to / "overlays" / f"{name}.yaml").write_text(text, encoding="utf-8")
    (to / "cases.yaml").write_text(cases or "cases: []\n", encoding="utf-8")
    report = diagnostics.Report()
    return check.check_pack(str(to), report), report


def copy_pack(to: Path, overlays: "dict[str, str]", cases: str = "",
              base: Path = ROOT / "packs" / "nudge") -> model.Pack:
    pack, report = check_copy(to, overlays, cases, base)
    errors = [item for item in report.items if item.severity == "error"]
    if pack is None or errors:
        raise AssertionError("\n".join(f"{item.code} {item.message}" for item in errors))
    return pack


def compile_program(pack: model.Pack, directory: Path, sources: "list[Path]", cases: bool = False) -> Path:
    """The program with the pack's generated files beside it, and one of its cases if that is wanted."""
    tables = lower.lower(pack, lower.Options(json=True))
    made = view.view(pack, tables, "nudge")
    files = emit(made)
    if cases:
        header = casedriver.header_of(tables, made)
        files["nudge_cases.c"] = casedriver.driver("pack nudge", [(header, item) for item in casetest.renders(pack)])
    directory.mkdir()
    for name, text in files.items():
        (directory / name).write_text(text, encoding="utf-8")
    program = directory / "program"
    command = [COMPILER, *FLAGS, f"-I{ROOT / 'include'}", f"-I{directory}", f"-I{casedriver.WITNESS}",
               *sorted(directory.glob("*.c")), *sources, *(ROOT / "runtime" / "core").glob("*.c"),
               ROOT / "runtime" / "prompt" / "nudge.c", "-o", program]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout)
    return program


def run(program: Path, *words: str) -> tuple[int, bytes]:
    done = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


class NudgeTest(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom nudge "))
        self.addCleanup(shutil.rmtree, self.directory)


class Cases(NudgeTest):
    def pack(self, cases: str) -> model.Pack:
        overlays = {name: emptied(slots) for name, slots in EMPTIED.items()}
        return copy_pack(self.directory / "pack", {**overlays, "host": HOST}, cases)

    def problems(self, cases: str) -> "tuple[list[str], str]":
        """What the reference renderer and the C program have to say."""
        pack = self.pack(cases)
        found = [f"{case.name}: {problem}" for case, problem in casetest.run_cases(pack) if problem]
        program = compile_program(pack, self.directory / "c", [casedriver.WITNESS / "witness.c"], cases=True)
        status, output = run(program)
        self.assertEqual(status == 0, output == b"")
        return found, output.decode("utf-8", "replace")

    def test_both_engines(self) -> None:
        cases = (HERE / "cases.yaml").read_text(encoding="utf-8")
        self.assertGreater(cases.count("- name:"), 20)
        self.assertEqual(self.problems(cases), ([], ""))

    def test_wrong_cases_fail_in_both(self) -> None:
        found, output = self.problems(
            "cases:\n"
            "  - {name: bytes, overlay: letters, render: nudge.tip, expect: Q}\n"
            "  - {name: status, overlay: letters, render: nudge.normal, args: {pct: 7}, error: MISSING}\n"
            "  - {name: no error, overlay: letters, render: nudge.normal, expect: F7}\n")
        self.assertEqual([line.partition(":")[0] for line in found], ["bytes", "status", "no error"])
        self.assertIn("bytes: render: other bytes than expected", output)
        self.assertIn("status: render: another status than expected", output)
        self.assertIn("no error: emit: another status than expected", output)


class Model(NudgeTest):
    """All situations with every selection of empty texts."""

    SELECTIONS = range(2**len(BITS))
    #: Frames, breakdown, growth, guidance, what stands in the middle, tip.
    DIFFERENT = 3 * 2 * 2 * 2 * (2 + 1 + 2 * 2) * 2

    def test_both_engines(self) -> None:
        selections = {f"o{bits:03}": merged(item for bit, item in enumerate(BITS) if bits >> bit & 1)
                      for bits in self.SELECTIONS}
        pack = copy_pack(self.directory / "pack", {name: emptied(slots) for name, slots in selections.items()})
        expected = {name: list(self.by_model(slots)) for name, slots in selections.items()}
        self.assertEqual(len({text for texts in expected.values() for text in texts}), self.DIFFERENT)
        for overlay in pack.overlays:
            self.assertEqual(list(self.by_reference(overlay.pack)), expected[overlay.name], overlay.name)
        status, output = run(compile_program(pack, self.directory / "c", [HERE / "all_nudges.c"]))
        self.assertEqual(status, 0, output[-200:])
        self.assertEqual(output.count(b"\0"), len(SITUATIONS) * len(selections))
        self.assertEqual(output.split(b"\0")[:-1], [text for name in sorted(expected) for text in expected[name]])

    def test_another_arrangement_is_noticed(self) -> None:
        changes = (("nudge.tip, before: \"\\n\\n\"}", "nudge.tip}", {}),
                   ("when: [tier2, filled(nudge.tier)]\n", "when: tier2\n", {"nudge": ("tier",)}))
        for number, (old, new, slots) in enumerate(changes):
            base = self.directory / f"base{number}"
            pack = copy_pack(base, {"letters": emptied(slots)})
            self.assertEqual(list(self.by_reference(pack.overlays[0].pack)), list(self.by_model(slots)))
            text = (base / "assemblies.yaml").read_text(encoding="utf-8")
            self.assertIn(old, text)
            (base / "assemblies.yaml").write_text(text.replace(old, new), encoding="utf-8")
            pack = copy_pack(self.directory / f"changed{number}", {"letters": emptied(slots)}, base=base)
            self.assertNotEqual(list(self.by_reference(pack.overlays[0].pack)), list(self.by_model(slots)))

    @staticmethod
    def by_model(slots: "dict[str, tuple[str, ...]]") -> Iterator[bytes]:
        texts = letters(slots)
        for now in SITUATIONS:
            yield nudge(texts, {**VALUES, "tier": now.tier, "prevTier": now.tier - 1}, now).encode()

    @staticmethod
    def by_reference(pack: model.Pack) -> Iterator[bytes]:
        entry = reference.find(pack, "nudge")
        for now in SITUATIONS:
            given = {**VALUES, "emergency": now.emergency, "has_breakdown": now.breakdown, "has_growth": now.growth,
                     "tier2": now.tier == 2, "tier3": now.tier == 3, "tier": max(now.tier, 2),
                     "prevTier": max(now.tier, 2) - 1, "ranges": list(now.ranges)}
            yield reference.render(pack, "nudge", arguments.convert(entry.inputs, given, "nudge"))


def merged(items) -> "dict[str, tuple[str, ...]]":
    found: dict[str, tuple[str, ...]] = {}
    for item in items:
        for group, names in item.items():
            found[group] = found.get(group, ()) + names
    return found


class Customized(NudgeTest):
    """Whether a host has replaced a text of group nudge, by bytes."""

    def test_overlays(self) -> None:
        tip = "💡 Compress all ranges in one call (pass multiple content entries: `content: [{...}, {...}]`)."
        overlays = {
            "a0null": "nudge: null\n", "a0nulls": "nudge: {normal: ~, tip: null}\n", "a0group": "nudge: {}\n",
            "a0own": f"nudge:\n  growth: '+{{growth}}K since last nudge'\n  tip: '{tip}'\n",
            "a0other": "rangeTable: {footer: x}\ntools: {compress: y}\n",
            "b1text": "nudge: {tip: 'Tip'}\n", "b1empty": "nudge: {tip: ''}\n",
            "b1space": "nudge: {growth: '+{growth}K since  last nudge'}\n",
            "b1constant": "constants: {philosophy: 'Be brief.'}\n"}
        pack = copy_pack(self.directory / "pack", overlays)
        status, output = run(compile_program(pack, self.directory / "c", [HERE / "all_nudges.c"]), "differ")
        self.assertEqual(status, 0, output)
        self.assertEqual(output.decode().splitlines(), [f"{name} {int(name[1])}" for name in sorted(overlays)])


class Mistakes(NudgeTest):
    """What a host gets wrong is an error that names the slot, before anything is rendered."""

    def test_errors(self) -> None:
        mistakes = {
            "nudge: {normal: 'Context at {pctt}'}": ("PR0301", "nudge.normal", "pct, philosophy", "{pct}"),
            "nudge: {tip: '{pct}'}": ("PR0301", "nudge.tip", "(none)", ""),
            "nudge: {norml: x}": ("PR0701", "norml", "", "normal"),
            "nudge: {tip: 7}": ("", "nudge.tip", "", ""),
            "nudge: {tip: [x]}": ("", "nudge.tip", "", ""),
        }
        for number, (text, said) in enumerate(mistakes.items()):
            with self.subTest(text):
                pack, report = check_copy(self.directory / str(number), {"host": text + "\n"}, "",
                                          ROOT / "packs" / "nudge")
                errors = [item for item in report.items if item.severity == "error"]
                self.assertIsNone(pack)
                self.assertEqual(len(errors), 1)
                self.assertIn(said[0], errors[0].code)
                whole = "\n".join((errors[0].message, *errors[0].notes, *errors[0].helps))
                for words in said[1:]:
                    self.assertIn(words, whole)


if __name__ == "__main__":
    unittest.main()
