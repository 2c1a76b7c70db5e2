"""Packs damaged at random, always in the same way: whatever stands in a pack, the check gives a model or says why
not."""

from __future__ import annotations

import random
import re
import unittest

from checking import check_files

from promptrom import codes, show

TOKEN = re.compile(r"[A-Za-z_$0-9.-]+|\{[^{}]*\}|\[[^\[\]]*\]|\"[^\"]*\"")
ODD = ("~", "true", "[]", "{}", '""', "-1", ".inf", "1e999", "0x" + "f" * 40, "9" * 30, "017", '"{a}"', "[a, [b]]",
       "{x: {y: z}}", "has(x)", "count(turns)", "index", "__x", "a.b", "1a", "{text: {text: a}}", "{slot: a}")
ROUNDS = 1500


def examples() -> list:
    """Examples of all codes that are small and made of text, wrong and right ones."""
    found = [files for code in codes.REGISTRY.values() if code.code >= "PR04" for files in (code.example, code.fixed)
             if files and all(isinstance(text, str) and len(text) < 2000 for text in files.values())]
    return [dict(files) for files in found]


def damaged(text: str, chance: random.Random) -> str:
    """The text with up to three of its words replaced, removed or exchanged for others."""
    for _ in range(chance.randint(1, 3)):
        places = [match.span() for match in TOKEN.finditer(text)]
        if not places:
            return text
        start, end = chance.choice(places)
        other = chance.choice(places)
        new = chance.choice((chance.choice(ODD), text[other[0]:other[1]], "", "x" + text[start:end]))
        text = text[:start] + new + text[end:]
    return text


class Damage(unittest.TestCase):
    def test_every_pack_gives_a_model_or_errors(self) -> None:
        chance, packs, seen, good = random.Random(12), examples(), set(), 0
        self.assertGreater(len(packs), 100)
        for _ in range(ROUNDS):
            files = {name: damaged(text, chance) for name, text in chance.choice(packs).items()}
            with self.subTest(files):
                pack, report = check_files(files)
                self.assertEqual(pack is None, report.failed)
                self.assertTrue(all(item.span is not None or item.path for item in report.items))
                show.as_text(report.items)
                seen |= {item.code for item in report.items}
                good += pack is not None
        self.assertGreater(len(seen), 50)
        self.assertGreater(good, 20)


if __name__ == "__main__":
    unittest.main()
