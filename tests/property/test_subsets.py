"""An assembly of twelve parts with every subset of its flags: a plain model, the reference renderer, and C in all
five ways at every capacity."""

from __future__ import annotations

import shutil
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "gen")]

from promptrom import check, diagnostics, lower, model, reference  # noqa: E402

import blob  # noqa: E402
import test_property as property_test  # noqa: E402

JOIN = "\n"


@dataclass(frozen=True)
class Part:
    """There if its flag is true; `otherwise` stands in for it if not."""

    text: str
    before: str = JOIN
    keep: bool = False
    otherwise: "str | None" = None


PARTS = (Part("one"), Part("two", before="\n\n"), Part(""), Part("", keep=True), Part("five", otherwise="no five"),
         Part("six", before=""), Part("seven", keep=True, before=" "), Part("", before="; ", keep=True, otherwise=""),
         Part("nine \"quoted\""), Part("t\u00e9n", before=" \u2014 "), Part("eleven", otherwise=""), Part("twelve"))
SUBSETS = 2**len(PARTS)


def flags(subset: int) -> dict[str, bool]:
    return {f"f{number}": bool(subset >> number & 1) for number in range(len(PARTS))}


def plain_model(subset: int) -> str:
    """The rule of separators in a few lines: what counts is joined, each part bringing its own separator."""
    found, begun = "", False
    for number, part in enumerate(PARTS):
        there = subset >> number & 1
        text = part.text if there else part.otherwise
        if text is None or (not text and not part.keep):
            continue
        found += (part.before if begun else "") + text
        begun = True
    return found


def manifest(overridable: bool) -> str:
    lines = ["promptrom: 1\npack: subsets\nformats: [text, json]"]
    lines.append(f"overridable: {str(overridable).lower()}\nvariables:")
    lines += [f"  f{number}: {{type: flag}}" for number in range(len(PARTS))]
    lines.append("slots:")
    lines += [f"  s{number}: {{text: {quoted(part.text)}}}" for number, part in enumerate(PARTS)]
    lines.append(f"assemblies:\n  whole:\n    join: {quoted(JOIN)}\n    parts:")
    for number, part in enumerate(PARTS):
        otherwise = f", else: {{text: {quoted(part.otherwise)}}}" if part.otherwise is not None else ""
        lines.append(f"      - {{slot: s{number}, when: f{number}, before: {quoted(part.before)}, "
                     f"keep_empty: {str(part.keep).lower()}{otherwise}}}")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class Subsets(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom subsets "))
        self.addCleanup(shutil.rmtree, self.directory)

    def pack(self, overridable: bool) -> model.Pack:
        folder = self.directory / str(overridable)
        folder.mkdir()
        (folder / "pack.yaml").write_text(manifest(overridable), encoding="utf-8")
        report = diagnostics.Report()
        made = check.check_pack(str(folder), report)
        self.assertEqual([item.message for item in report.items if item.severity == "error"], [])
        assert made is not None
        return made

    def image(self, pack: model.Pack, with_json: bool, spoil: bool = False) -> bytes:
        tables = lower.lower(pack, lower.Options(json=with_json))
        number = [entry.key for entry in tables.entries].index("whole")
        cases = []
        for subset in range(SUBSETS):
            for format_ in (0, 1):
                expected = reference.render(pack, "whole", flags(subset), escape=bool(format_))
                cases.append(blob.Case(number, format_, 0, False, (), expected, flags(subset)))
        if spoil:
            cases[SUBSETS] = blob.Case(number, 0, 0, False, (), b"another", flags(1))
        return blob.Images(pack, tables).pack(tables, None, cases)

    def run_cases(self, data: bytes) -> "tuple[int, str]":
        harness = property_test.compile_harness(self.directory / "harness", ["-std=c99", "-O1"])
        file = self.directory / "cases"
        file.write_bytes(data)
        return property_test.run_harness(harness, file)

    def test_reference_agrees_with_the_model(self) -> None:
        pack = self.pack(False)
        for subset in range(SUBSETS):
            found = reference.render(pack, "whole", flags(subset)).decode()
            self.assertEqual(found, plain_model(subset), bin(subset))
        self.assertGreater(len({plain_model(subset) for subset in range(SUBSETS)}), 1000)

    def test_c_agrees_with_the_reference(self) -> None:
        flat, overridable = self.pack(False), self.pack(True)
        status, output = self.run_cases(self.image(flat, True) + self.image(overridable, False))
        self.assertEqual(status, 0, output[-2000:])
        self.assertIn(str(4 * SUBSETS), output)

    def test_a_wrong_expectation_is_noticed(self) -> None:
        status, output = self.run_cases(self.image(self.pack(False), True, spoil=True))
        self.assertNotEqual(status, 0, output)


if __name__ == "__main__":
    unittest.main()
