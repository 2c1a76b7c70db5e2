"""No pack that the compiler accepts lets a fenced value complete a tag that its own text begins."""

from __future__ import annotations

import sys
import unittest
from random import Random
from unittest import mock

from checking import HEAD, check_files
from completion import first_completed

from promptrom import fencing, opening, stretches

TAG = "memo"
PACKS = 800
TAGS = ("<", "</", "< /", "<me", "</ ME")
OTHERS = ("/", " ", "em", "mo", "o", "memo", "x", ".", "<b>", "", "")


class Packs:
    """One small pack after another, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.tags = self.random.choice((0.02, 0.1))  #: how often a text begins one

    def snippet(self) -> str:
        return self.random.choice(TAGS if self.chance(self.tags) else OTHERS)

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def line(self, names: "tuple[str, ...]") -> str:
        return "".join(self.snippet() + (f"{{{self.random.choice(names)}}}" if self.chance(0.6) else "")
                       for _ in range(self.random.randrange(1, 4)))

    def text(self, names: "tuple[str, ...]") -> str:
        lines = [self.line(names)]
        if self.chance(0.4):
            section, inner = self.random.choice((("#f", names), ("^f", names), ("#r", (*names, "a"))))
            lines += [f"{{{section}}}", self.line(inner), f"{{/{section[1:]}}}"]
        if self.chance(0.3):
            lines.append(self.line(names))
        return "\\n".join(lines)

    def part(self, slots: "tuple[str, ...]") -> str:
        what = self.random.choice((f"slot: {self.random.choice(slots)}", f'text: "{self.line(("a", "b"))}"',
                                   "constant: c", f'each: r, slot: s0, join: "{self.snippet()}"',
                                   "slot: s3, with: {b: a}"))
        more = "".join((self.random.choice((", when: f", ", when: f, else: s1")) if self.chance(0.4) else "",
                        ", keep_empty: true" if self.chance(0.1) else "",
                        f', before: "{self.snippet()}"' if self.chance(0.2) else ""))
        return f"{{{what}{more}}}"

    def pack(self) -> str:
        listed = "placeholders: [a, b, c, d, f, r"
        parts = [", ".join(self.part(("s0", "s1", "s2")) for _ in range(self.random.randrange(1, 4)))
                 for _ in range(2)]
        return (HEAD + "variables: {a: {type: text, fence: memo}, b: {type: text}, f: {type: flag}, r: {type: rows, "
                "fields: {a: {type: text, fence: memo}, b: {type: text}}}}\n"
                f'constants: {{c: {{text: "{self.snippet()}"}}, d: {{text: "{self.snippet()}{{c}}"}}}}\nslots:\n'
                f'  s0: {{{listed}], text: "{self.text(("a", "b", "c", "d"))}"}}\n'
                f'  s1: {{{listed}], text: "{self.text(("a", "b", "c", "d"))}"}}\n'
                f'  s2: {{{listed}, h], bind: {{h: {{slot: s0, when: f}}}}, text: "{self.text(("h", "b", "c"))}"}}\n'
                f'  s3: {{placeholders: [b], text: "{self.line(("b",))}"}}\nassemblies:\n'
                f'  x: {{join: "{self.snippet()}", parts: [{parts[0]}]}}\n'
                f'  y: {{join: "{self.snippet()}", parts: [{{assembly: x}}, {parts[1]}]}}\n')


def judge(seed: int) -> "tuple[set[str], str | None]":
    """Codes of a pack's errors, and what is wrong with one that has none."""
    pack, report = check_files({"pack.yaml": Packs(seed).pack()})
    found = None if pack is None else first_completed(pack, TAG)
    return {item.code for item in report.items if item.severity == "error"}, found


class Fences(unittest.TestCase):
    def test_accepted_packs(self) -> None:
        accepted = 0
        for seed in range(PACKS):
            codes, found = judge(seed)
            self.assertLessEqual(codes, {"PR0550"}, Packs(seed).pack())
            self.assertIsNone(found, f"seed {seed}\n{Packs(seed).pack()}")
            accepted += not codes
        print(f"\n{PACKS} packs: {accepted} accepted", file=sys.stderr)
        self.assertGreater(accepted, PACKS // 20)

    def test_planted_faults(self) -> None:
        """Without one of the rules, some pack lets a value complete a tag."""
        walk = stretches.Walk
        nothing = frozenset()
        for name, place, fault in (
                ("values that may be empty", (stretches, "after_unknown"), lambda before, tags: None),
                ("constants", (opening, "gist"), lambda text: "x"),
                ("rows", (walk, "inside_row"), lambda *_: nothing),
                ("repetition", (walk, "repeated"), lambda *_: nothing),
                ("what passes rows", (walk, "through_row"), lambda *_: stretches.Onward()),
                ("what is given keeps its fence", (fencing, "fenced_as"), lambda wanted, given: wanted),
                ("pieces of a name", (opening.Opening, "may_be"),
                 lambda self, tag: tag.startswith(self.name))):
            with self.subTest(name), mock.patch.object(*place, fault):
                self.assertTrue(any(judge(seed)[1] for seed in range(PACKS)))


if __name__ == "__main__":
    unittest.main()
