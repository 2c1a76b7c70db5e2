"""`promptrom init` with prompts put together at random from what means something in one template language or another:
the pack that comes out either says that somebody must decide on a file, or renders what stands in it."""

from __future__ import annotations

import random
import re
import tempfile
import unittest
from pathlib import Path
from typing import Iterator

from fixtures import codes

from promptrom import arguments, init_names, init_pack, model
from promptrom.check import check_pack
from promptrom.diagnostics import Report
from promptrom.reference import render

PIECES = ("{a}", "{{a}}", "{{ b }}", "${a}", "\\{a}", "\\${b}", "\\\\", "\\", "{", "}", "{{", "}}", "```\n", "\n",
          "\n", "\n", "~~~\n", " ", "\t", "text", "`", "\r\n", "---\n", "---", "# x\n", "k: v\n", "\\frac{a}",
          "{#a}", "{/a}", "{{#a}}", "{{/a}}", "{^a}", "{{^b}}", "{% if a %}", "{a.b}", "{{a.b}}", "{index}",
          "{{index}}", "{{else}}", "{0}", "%s", "<a>", "{ a }", "{{{a}}}", "$", "{a-b}", "\ufeff", "é",
          '{{"a": 1}}', "+++\n", "description: x: y\n", "globs: *\n", "\u2028", "| ", "%")
SUFFIXES = (".md", ".txt", ".prompt", ".jinja2")
PACKS, FILES = 40, 30


class Pack:
    """A pack of random prompts; what is wrong with it is in `problems`."""

    def __init__(self, seed: int, directory: Path) -> None:
        self.random = random.Random(seed)
        self.made = directory / "made"
        given = directory / "given"
        given.mkdir()
        for number in range(FILES):
            name = f"f{number}{self.random.choice(SUFFIXES)}"
            (given / name).write_bytes(self.text().encode("utf-8"))
        report = Report()
        self.proposal = init_pack.propose(str(self.made), [str(given)], report, Report())
        assert not report.failed, codes(report)
        init_pack.write(self.made, init_pack.contents(self.proposal))

    def text(self) -> str:
        pieces = self.random.sample(PIECES, self.random.choice((2, 4, 8, len(PIECES))))
        return "".join(self.random.choice(pieces) for _ in range(self.random.choice((1, 3, 8, 25))))

    def decided(self) -> model.Pack:
        """The pack without the files that somebody must decide on."""
        report = Report()
        check_pack(str(self.made), report)
        for item in report.items:
            if item.severity == "error":
                assert item.span, item.message
                Path(item.span.source.path).unlink(missing_ok=True)
        report = Report()
        pack = check_pack(str(self.made), report)
        assert pack, [item.message for item in report.items]
        return pack

    def problems(self) -> Iterator[str]:
        pack = self.decided()
        slots = {slot.path: slot for slot in self.proposal.slots}
        for entry in pack.entries:
            assert isinstance(entry, model.Slot)
            slot = slots[entry.span.source.name]
            if not slot.guess.flags:
                values: dict[str, object] = {item.name: f"<{item.name}>" for item in entry.inputs}
                made = render(pack, entry.id, arguments.convert(entry.inputs, values, entry.id)).decode("utf-8")
                if made not in expected(slot.prompt.body, list(values)):
                    yield f"{slot.prompt.body!r} became {made!r}"


def expected(body: str, names: list) -> list:
    """What a prompt may render: itself, or with its placeholders replaced in one of the three ways to write them."""
    if not names:
        return [body]
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    patterns = rf"\{{\{{[ \t]*({listed})[ \t]*\}}\}}", rf"\{{({listed})\}}", rf"(?<!\\)\$\{{({listed})\}}"
    return [re.sub(pattern, r"<\1>", body) for pattern in patterns]


class Random(unittest.TestCase):
    def problems(self, seeds: range) -> list:
        found = []
        for seed in seeds:
            with tempfile.TemporaryDirectory() as directory:
                found += [f"seed {seed}: {problem}" for problem in Pack(seed, Path(directory)).problems()]
        return found

    def test_what_is_made_renders_what_was_given(self) -> None:
        self.assertEqual(self.problems(range(PACKS)), [])

    def test_enough_is_decided(self) -> None:
        """Most packs keep files with placeholders, and some lose files."""
        with tempfile.TemporaryDirectory() as directory:
            entries = Pack(0, Path(directory)).decided().entries
        self.assertTrue(FILES // 3 < len(entries) < FILES, len(entries))
        self.assertTrue(any(entry.inputs for entry in entries))

    def test_a_backslash_that_is_lost_is_noticed(self) -> None:
        put = init_names._put
        self.addCleanup(setattr, init_names, "_put", put)
        init_names._put = lambda writer, token, shown: writer.put(token.start, token.end, shown)
        self.assertNotEqual(self.problems(range(PACKS)), [])


if __name__ == "__main__":
    unittest.main()
