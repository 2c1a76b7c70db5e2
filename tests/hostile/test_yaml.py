"""YAML, front matter and templates that nobody in their right mind would write: each gives a located message,
quickly, and never an internal error."""

from __future__ import annotations

import random
import re
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from hostile import ROOT, HostileTest
from promptrom import check, codegen, diagnostics, emit, lower, model, show, view

HEAD = "promptrom: 1\npack: hostile\n"
LOCATED = re.compile(r"^.*/pack/[^:]*(:\d+:\d+)?: error\[PR\d{4}\]: \S", re.MULTILINE)
BOMB = "x-a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"x-{new}: &{new} [*{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}, *{old}]\n"
    for old, new in zip("abcdefgh", "bcdefghi"))

REFUSED: dict[str, "str | bytes"] = {
    "alias bomb": BOMB,
    "list that holds itself": "x-a: &a [*a]\n",
    "mapping that holds itself": "x-a: &a {b: *a}\n",
    "duplicate keys": "slots: {a: {text: A}}\nslots: {b: {text: B}}\n",
    "merge key": "slots: {a: {<<: {text: A}}}\n",
    "python tag": "slots: {a: {text: !!python/object/apply:os.system [id]}}\n",
    "local tag": "slots: !slots {a: {text: A}}\n",
    "binary tag": "slots: {a: {text: !!binary aGVsbG8=}}\n",
    "tag shorthand": "%TAG ! tag:example.com,2000:\n---\nslots: {}\n",
    "directive": "%YAML 1.1\n---\nslots: {}\n",
    "60,000 tag directives": "".join(f"%TAG !a{number}! b\n" for number in range(60_000)) + "---\nslots: {}\n",
    "second document": "slots: {}\n---\nslots: {}\n",
    "end of document, then more": "slots: {}\n...\nslots: {}\n",
    "tab as indentation": "slots:\n\ta: {text: A}\n",
    "64 levels too many": "x-a: " + "[" * 128 + "]" * 128 + "\n",
    "64,000 brackets": "x-a: " + "[" * 64_000,
    "64,000 braces": "x-a: " + "{a: " * 64_000,
    "64,000 block sequences": "x-a:\n" + "- " * 64_000 + "a\n",
    "question marks": "? " * 5000,
    "colons": "x-a: a: b: c\n",
    "key of 2 KiB": "x-" + "k" * 2048 + ": 1\n",
    "key of 2 KiB in quotes": '"x-' + "k" * 2048 + '": 1\n',
    "list as key": "? [a, b]\n: c\n",
    "mapping as key": "? {a: b}\n: c\n",
    "null as key": "~: a\n",
    "list at the root": "- a\n- b\n",
    "scalar at the root": "just text\n",
    "number at the root": "42\n",
    "null at the root": "~\n",
    "UTF-16": (HEAD + "slots: {}\n").encode("utf-16"),
    "UTF-16 without a mark": (HEAD + "slots: {}\n").encode("utf-16-be"),
    "UTF-32": (HEAD + "slots: {}\n").encode("utf-32"),
    "Latin-1": b"slots: {a: {text: Gr\xfc\xdf}}\n",
    "NUL": b"slots: {a: {text: 'A\x00B'}}\n",
    "escape character": b"slots: {a: {text: 'A\x1bB'}}\n",
    "next line": "slots: {a: {text: 'A\u0085B'}}\n",
    "surrogate escape": 'slots: {a: {text: "\\ud800"}}\n',
    "NUL escape": 'slots: {a: {text: "\\0"}}\n',
    "number beyond Unicode": 'slots: {a: {text: "\\UFFFFFFFF"}}\n',
    "open quote": 'slots: {a: {text: "A}}\n',
    "open single quote": "slots: {a: {text: 'A}}\n",
    "open bracket": "slots: {a: [\n",
    "unknown escape": 'slots: {a: {text: "\\q"}}\n',
    "block scalar with a bad indicator": "slots: {}\nx-a: |0\n  a\n",
    "text over 4 MiB": "x-a: " + "a" * (4 << 20) + "\n",
    "slots that are a list": "slots: [a, b]\n",
    "slots that are text": "slots: a\n",
    "slot that is a list": "slots: {a: [b]}\n",
    "text that is a mapping": "slots: {a: {text: {b: c}}}\n",
    "variables that are numbers": "variables: {a: 1}\nslots: {b: {text: B}}\n",
    "everything empty": "variables:\nslots:\nconstants:\nassemblies:\nrequests:\ntools:\ncases:\n",
    "infinite number": "variables: {a: {type: integer, max: .inf}}\nslots: {}\n",
    "enormous number": "variables: {a: {type: integer, max: " + "9" * 5000 + "}}\nslots: {}\n",
    "order that is no number": "slots: {a: {text: A, block: {type: notice, layer: event, output: turn, "
                               "durability: turn_only, order: .nan, events: [e]}}}\n",
}

ACCEPTED: dict[str, "str | bytes"] = {
    "nothing": "",
    "comments only": "# nothing here\n",
    "byte-order mark": b"\xef\xbb\xbfslots: {a: {text: A}}\n",
    "no final newline": "slots: {a: {text: A}}",
    "CR LF": "slots: {a: {text: A}}\r\n",
    "explicit document": "---\nslots: {a: {text: A}}\n...\n",
    "64 levels": "x-a: " + "[" * 63 + "]" * 63 + "\n",
    "key of 1,000 bytes": "x-" + "k" * 1000 + ": 1\n",
}

FRONT: dict[str, "str | bytes"] = {
    "alias bomb": f"---\n{BOMB}---\nText\n",
    "never closed": "---\ndoc: D\n",
    "list": "---\n- a\n---\nText\n",
    "text": "---\njust text\n---\nText\n",
    "64,000 brackets": "---\nx-a: " + "[" * 64_000 + "\n---\nText\n",
    "tab": "---\n\tdoc: D\n---\nText\n",
    "duplicate keys": "---\ndoc: D\ndoc: E\n---\nText\n",
    "document inside": "---\ndoc: D\n--- more\n---\nText\n",
    "text and file": "---\ntext: A\n---\nText\n",
    "NUL": b"---\ndoc: \x00\n---\nText\n",
}


class Refused(HostileTest):
    def quickly(self, status: int) -> str:
        start = time.process_time()
        output = self.checked(status)
        self.assertLess(time.process_time() - start, 10)
        return output

    def test_on_the_command_line(self) -> None:
        self.write("pack.yaml", HEAD)
        self.write("hostile.yaml", REFUSED["alias bomb"])
        self.assertRegex(self.promptrom("check", self.pack, status=1, timeout=60), LOCATED)

    def test_hostile_files(self) -> None:
        for name, content in REFUSED.items():
            with self.subTest(name):
                self.write("pack.yaml", HEAD)
                self.write("hostile.yaml", content)
                self.assertRegex(self.quickly(1), LOCATED)

    def test_hostile_manifests(self) -> None:
        for name in ("alias bomb", "list at the root", "UTF-16", "NUL", "64,000 brackets", "open quote"):
            with self.subTest(name):
                self.write("pack.yaml", REFUSED[name])
                self.assertRegex(self.quickly(1), LOCATED)

    def test_hostile_front_matter(self) -> None:
        for name, content in FRONT.items():
            with self.subTest(name):
                self.write("pack.yaml", HEAD)
                self.write("hostile.md", content)
                self.assertRegex(self.quickly(1), LOCATED)

    def test_harmless_files(self) -> None:
        for name, content in ACCEPTED.items():
            with self.subTest(name):
                self.write("pack.yaml", HEAD)
                self.write("hostile.yaml", content)
                self.quickly(0)

    def test_many_placeholders_in_one_text(self) -> None:
        self.write("pack.yaml", HEAD + "variables: {v: {type: text}}\n")
        self.write("hostile.md", "---\nplaceholders: [v]\n---\n" + "{v}" * 120_000)
        start = time.process_time()
        self.assertIn("error[PR0601]: hostile has 120000 segments", self.build(status=1))
        self.assertLess(time.process_time() - start, 10)

    def test_many_mistakes_are_counted_and_not_all_shown(self) -> None:
        self.write("pack.yaml", HEAD + "slots:\n" + "".join(f"  s{n}: {{text: \"{{x{n}}}\"}}\n" for n in range(300)))
        output = self.quickly(1)
        self.assertEqual(output.count("error[PR0301]"), 20)
        self.assertIn("280 more: 280 errors", output)


class Limits(HostileTest):
    def test_inputs_of_a_slot(self) -> None:
        for count, status in ((255, 0), (256, 1)):
            names = [f"v{number}" for number in range(count)]
            self.manifest({"variables": {name: {"type": "text"} for name in names},
                           "slots": {"s": {"placeholders": names, "text": "T"}}})
            output = self.build(status=status)
            self.assertEqual("PR0414" in output, status == 1)
        self.assertIn("256", output)
        self.assertIn("255", output)

    def test_slots_of_a_pack(self) -> None:
        """With a lower limit, since so many slots take a while."""
        self.assertEqual(check.MAX_SLOTS, 65_535)
        self.manifest("slots:\n" + "".join(f"  s{number}: {{text: T}}\n" for number in range(101)))
        report = diagnostics.Report()
        with mock.patch.object(check, "MAX_SLOTS", 100):
            self.assertIsNone(check.check_pack(str(self.pack), report))
        self.assertRegex(show.as_text(report.items), r"PR0414\]: slots of the pack: 101, but at most 100")

    def test_many_slots(self) -> None:
        self.manifest("slots:\n" + "".join(f"  s{number}: {{text: T{number}}}\n" for number in range(3000)))
        self.build()


class Fuzz(unittest.TestCase):
    """Broken copies of real packs: whatever is wrong becomes a diagnostic, never an exception."""

    ROUNDS = 240
    SCRAPS = ("{", "}", "[", "]", "{{", "}}", ": ", "- ", "#", "\n", "\t", "'", '"', "&a ", "*a", "!!x ", "|", ">",
              "%", "---\n", "? ", "~", "\\", "{#a}\n", "{/a}\n", "\u0000", "\u00e9", "\ud7ff", "<<: ", "0x", "9" * 30,
              "text: ", "$each: ", "$when: ", "when: ", "parts: ", "{name}", "has(", ")", "null", "true")

    def broken(self, text: str, random_: random.Random) -> str:
        for _ in range(random_.randint(1, 3)):
            at = random_.randrange(len(text) + 1)
            kind = random_.randrange(4)
            if kind == 0:
                text = text[:at] + random_.choice(self.SCRAPS) + text[at:]
            elif kind == 1:
                text = text[:at] + text[at + random_.randint(1, 12):]
            elif kind == 2:
                other = random_.randrange(len(text) + 1)
                text = text[:at] + text[other:other + random_.randint(1, 30)] + text[at:]
            else:
                text = text[:at]
        return text

    def compile(self, pack: model.Pack) -> None:
        try:
            emit.emit(view.view(pack, lower.lower(pack, lower.Options(json=True, source_map=True)), "hostile"))
        except codegen.Limit:
            pass  # a diagnostic as well

    def test_broken_packs(self) -> None:
        packs = [ROOT / "tests" / "golden" / "packs" / "rich", ROOT / "packs" / "nudge"]
        random_ = random.Random(20)
        with tempfile.TemporaryDirectory() as directory:
            for number in range(self.ROUNDS):
                source = packs[number % len(packs)]
                files = sorted(file for file in source.rglob("*") if file.suffix in (".md", ".yaml"))
                chosen = random_.choice(files)
                for file in files:
                    copy = Path(directory) / file.relative_to(source)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    text = file.read_text(encoding="utf-8")
                    copy.write_text(self.broken(text, random_) if file == chosen else text, encoding="utf-8")
                report = diagnostics.Report()
                with self.subTest(number=number, file=chosen.name):
                    pack = check.check_pack(directory, report)
                    self.assertEqual(pack is None, report.failed)
                    show.as_text(report.items)
                    if pack is not None:
                        self.compile(pack)
                for file in files:
                    (Path(directory) / file.relative_to(source)).unlink()
