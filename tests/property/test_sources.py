"""What people write, however odd: decoding, front matter, YAML and templates against their definitions, and packs
with damaged files. Nothing ends in a traceback, and no diagnostic lies outside of its file.

PROMPTROM_PROPERTY_SOURCES sets how many are made of each (default 1,000), PROMPTROM_PROPERTY_SEED which.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
import unicodedata
import unittest
from pathlib import Path
from random import Random
from typing import Iterator
from unittest import mock

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "gen")]

from promptrom import cli, decode, frontmatter, show, suggest, tokens  # noqa: E402
from promptrom.diagnostics import Report  # noqa: E402
from promptrom.model import Literal  # noqa: E402
from promptrom.nodes import Mapping, Node, Scalar  # noqa: E402
from promptrom.rules import Rules  # noqa: E402
from promptrom.source import Source, Span, Text  # noqa: E402
from promptrom.template import parse_template  # noqa: E402
from promptrom.yamlread import parse_yaml  # noqa: E402

from odd_texts import OddTexts  # noqa: E402

SOURCES = int(os.environ.get("PROMPTROM_PROPERTY_SOURCES", "1000"))
SEED = os.environ.get("PROMPTROM_PROPERTY_SEED", "1")
PACKS = ("tests/golden/packs/rich", "tests/golden/packs/plain", "tests/startup/pack")
DAMAGED = max(1, SOURCES // 8)  #: packs

#: YAML that is then changed.
DOCUMENTS = (
    "a: 1\nb: [x, 'y''z', \"\\u00e9\\n\"]\nc: {d: e, f: [g]}\n",
    "slots:\n  one:\n    text: |\n      first\n        second\n\n      third\n",
    "two: >-\n  folded\n  text\n\n    not folded\n\n  end\nthree: 3\n",
    "- a\n- - b\n  - c: d\n    e: f\n- \"long\\\n    text\" # comment\n- plain over\n  two lines\n",
    "key with spaces: 'single\n  quoted'\n\"double\": \"a\n\n  b\\tc\"\n? x\n: y\n",
    "a: |2+\n    indented\n\n\nb: >+\n  x\n\n  y\n\nc: |-\n  z",
    "{a: [1, 2, {b: c}], 'd': \"e\", f: }\n",
)
NAMES = ("a", "b1")


@contextlib.contextmanager
def about(what: object) -> Iterator[None]:
    """Says what a failure is about."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"{what!r:.2000}\n{error}") from error


def naive_control(character: str) -> bool:
    return (unicodedata.category(character) == "Cc" and character not in "\t\n\r") or character in "\ufffe\uffff"


class Odd(unittest.TestCase):
    def setUp(self) -> None:
        self.odd = OddTexts(Random(SEED))

    def report_is_sound(self, report: Report) -> None:
        """Every place lies in its source, and the whole can be shown."""
        for item in report.items:
            self.assertTrue(item.span is not None or item.path)
            for span in [item.span, *[related.span for related in item.related]]:
                if span is not None:
                    self.span_is_sound(span)
        show.as_text(report.items)

    def span_is_sound(self, span: Span) -> None:
        self.assertTrue(0 <= span.start <= span.end <= len(span.source.text), (span.start, span.end))

    def noticed(self, test: str) -> None:
        """A fault is planted around this call."""
        with self.assertRaises(AssertionError):
            getattr(self, test)()


class Decoding(Odd):
    def test_bytes(self) -> None:
        for _ in range(SOURCES):
            data, report = self.odd.data(), Report()
            file = decode.decode(data, "pack/n.md", "n.md", report)
            with about(data):
                self.report_is_sound(report)
                if data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:4].count(0) >= 2:
                    self.assertEqual((file, [item.code for item in report.items]), (None, ["PR0116"]))
                else:
                    self.assertIsNotNone(file)
                    self.compare(data[3:] if data.startswith(b"\xef\xbb\xbf") else data, file, report)

    def compare(self, data: bytes, file: decode.TextFile, report: Report) -> None:
        text = data.decode("utf-8", "replace")
        clean = "".join("\ufffd" if naive_control(character) else character for character in text)
        self.assertEqual(file.kept.text, clean)
        self.assertEqual(file.source.text, "\n".join(re.split("\r\n|\r|\n", clean)))
        codes = {item.code: item for item in report.items}
        bad = text.encode("utf-8") != data
        self.assertEqual(("PR0115" in codes, "PR0117" in codes), (bad, any(map(naive_control, text))))
        for code in {"PR0115", "PR0117"} & codes.keys():
            self.assertEqual(file.source.text[codes[code].span.start], "\ufffd")

    def test_faults_are_noticed(self) -> None:
        with mock.patch.object(decode, "CONTROLS", re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")):
            self.noticed("test_bytes")


class FrontMatter(Odd):
    def test_files(self) -> None:
        bodies = 0
        for _ in range(SOURCES):
            text = self.odd.changed("---\n" + self.odd.random.choice(DOCUMENTS) + "---\n\n" + self.odd.text(8), 2)
            text = text if self.odd.random.random() < 0.8 else self.odd.text()
            report = Report()
            file = decode.decode(text.encode("utf-8"), "pack/n.md", "n.md", report)
            if file is None:
                continue
            with about(text):
                front, body = frontmatter.split(file, report)
                self.report_is_sound(report)
                self.assertTrue(body is not None or report.failed)
                if body is not None:
                    bodies += 1
                    self.body_is_the_rest(file.source.text, front, body)
        self.assertGreater(bodies, SOURCES // 10)

    def body_is_the_rest(self, text: str, front: "Mapping | None", body: Text) -> None:
        """All behind the closing line and one empty line, but for the last newline."""
        rest = text
        if front is not None:
            rest = re.split(r"^---(?:\n|\Z)", text[4:], maxsplit=1, flags=re.MULTILINE)[1]
            rest = rest[1:] if rest.startswith("\n") else rest
        self.assertEqual(body.value, rest[:-1] if rest.endswith("\n") else rest)

    def test_faults_are_noticed(self) -> None:
        with mock.patch.object(frontmatter, "_CLOSING", re.compile(r"^--", re.MULTILINE)):
            self.noticed("test_files")


class Yaml(Odd):
    def test_documents(self) -> None:
        good = 0
        for _ in range(2 * SOURCES):
            text = self.odd.changed(self.odd.random.choice(DOCUMENTS))
            text = text if self.odd.random.random() < 0.9 else self.odd.text()
            clean, report = Report(), Report()
            file = decode.decode(text.encode("utf-8"), "pack/f.yaml", "f.yaml", clean)
            if file is None:
                continue
            with about(text):
                node = parse_yaml(file.source, report)
                self.report_is_sound(report)
                self.compare(file.source.text, node, report)
                good += not report.failed
        self.assertGreater(good, SOURCES // 5)

    def compare(self, text: str, node: "Node | None", report: Report) -> None:
        try:
            wanted = yaml.load(text.replace("\ufeff", "\ufffd"), Loader=yaml.CBaseLoader)
        except yaml.YAMLError:
            self.assertTrue(report.failed)
            return
        if not report.failed:
            found = self.plain(node) if node else None
            self.assertEqual(repr(found).replace("\ufeff", "\ufffd").replace(r"\ufeff", "\ufffd"), repr(wanted))

    def plain(self, node: Node) -> object:
        self.span_is_sound(node.span)
        if isinstance(node, Scalar):
            self.places_are_right(node.text)
            return node.value
        if isinstance(node, Mapping):
            return {self.plain(key): self.plain(value) for key, value in node.items}
        return [self.plain(item) for item in node.items]

    def places_are_right(self, text: Text) -> None:
        """Each character stands where it is said to, or what stands for it; the end is behind the last content."""
        before = last = -1
        for offset, character in enumerate(text.value):
            at = text.at(offset)
            self.assertGreater(at, before)
            self.assertIn(text.source.text[at], {character, *"\\\n'", *(" \t" if character in " \n" else "")})
            before, last = at, last if character == "\n" else at
        self.assertGreater(text.end, last)

    def test_faults_are_noticed(self) -> None:
        at = Text.at
        with mock.patch.object(Text, "at", lambda self, offset: at(self, offset) + 1):
            self.noticed("test_documents")


def naive_tokens(text: str, syntax: str) -> "Iterator[tuple[int, int, str, str]]":
    """Start, end, sigil and name of each, found by trying at every place; a group has neither."""
    width = {"none": 0, "single": 1, "double": 2}[syntax]
    name = r"[A-Za-z_][A-Za-z0-9_]*" + (r"(?:\.[A-Za-z_][A-Za-z0-9_]*)*" if width == 2 else "")
    at = 0
    while width and at < len(text):
        found = re.compile("{" * width + f"([#^/]?)({name})" + "}" * width).match(text, at)
        if found:
            yield found.start(), found.end(), found[1], found[2]
            at = found.end()
        elif width == 2 and text.startswith("{{", at):
            end = text.find("}}", at + 2)
            if end < 0:
                return
            yield at, end + 2, "", ""
            at = end + 2
        else:
            at += 1


class Templates(Odd):
    def test_tokens(self) -> None:
        for _ in range(SOURCES):
            text, syntax = self.odd.text(), self.odd.random.choice(("single", "double", "none"))
            with about((syntax, text)):
                found = [(item.start, item.end, item.sigil, item.name) for item in tokens.tokenize(text, syntax)]
                self.assertEqual(found, list(naive_tokens(text, syntax)))

    def test_texts(self) -> None:
        compared = 0
        for _ in range(2 * SOURCES):
            text, syntax = self.odd.text(12), self.odd.random.choice(("single", "double", "none"))
            report = Report()
            source = Source("pack/n.md", "n.md", text)
            with about((syntax, text)):
                body = parse_template(Text(text, source, ((0, 0),), len(text)),
                                      Rules("slot n", syntax=syntax, allowed=NAMES), report)
                self.report_is_sound(report)
                if not report.failed and not any(sigil for _, _, sigil, _ in naive_tokens(text, syntax)):
                    compared += "{" in text
                    self.assertEqual(self.joined(body, syntax), self.unescaped(text, syntax))
        self.assertGreater(compared, SOURCES // 50)

    def joined(self, body: tuple, syntax: str) -> str:
        braces = "{%s}" if syntax == "single" else "{{%s}}"
        return "".join(piece.text if isinstance(piece, Literal) else braces % piece.name
                       for chunk in body for piece in chunk.pieces)

    def unescaped(self, text: str, syntax: str) -> str:
        """Half of the backslashes directly before a token are left."""
        made, at = "", 0
        for start, end, _, _ in naive_tokens(text, syntax):
            bare = text[at:start].rstrip("\\")
            made += bare + "\\" * ((start - at - len(bare)) // 2) + text[start:end]
            at = end
        return made + text[at:]

    def test_faults_are_noticed(self) -> None:
        with mock.patch.object(tokens, "_SINGLE", re.compile(r"\{([#^/]?)([A-Za-z_]+)\}")):
            self.noticed("test_tokens")
        with mock.patch.object(tokens, "_backslashes", lambda value, before, start: 0):
            self.noticed("test_texts")


class Packs(Odd):
    """Whole packs with one file changed: built, or not built with diagnostics."""

    def test_damaged_files(self) -> None:
        built = 0
        with tempfile.TemporaryDirectory(prefix="promptrom sources ") as directory:
            for _ in range(DAMAGED):
                pack = Path(directory, "pack")
                shutil.rmtree(pack, ignore_errors=True)
                shutil.copytree(ROOT / self.odd.random.choice(PACKS), pack)
                file = self.odd.random.choice(sorted(path for path in pack.rglob("*") if path.is_file()))
                data = self.odd.changed(file.read_text(encoding="utf-8")).encode("utf-8")
                file.write_bytes(data if self.odd.random.random() < 0.8 else data + self.odd.data())
                with about((file.name, file.read_bytes())):
                    status, output = self.build(pack, Path(directory, "out"))
                    self.assertIn(status, (0, 1), output)
                    self.assertNotIn("Traceback", output)
                    self.assertEqual(status == 1, "error[PR" in output, output)
                    built += status == 0
        self.assertGreater(built, DAMAGED // 10)
        self.assertLess(built, DAMAGED)

    def build(self, pack: Path, out: Path) -> "tuple[int, str]":
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = cli.main(["build", str(pack), "-o", str(out)])
        return status, output.getvalue()

    def test_faults_are_noticed(self) -> None:
        with mock.patch.object(Source, "position", lambda self, offset: (1, 1 // (offset % 2))):
            self.noticed("test_damaged_files")


if __name__ == "__main__":
    unittest.main()
