"""Every registered code is produced, each by a small pack that provokes it and nothing else, and is shown as text, as
JSON and as SARIF. Where an example of `explain` can do it, the pack is that example."""

from __future__ import annotations

import copy
import io
import json
import os
import re
import shutil
import tempfile
import unittest
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Callable, Iterator
from unittest import mock

from fixtures import write_pack
from sarif_rules import problems

from promptrom import cli, explain, files
from promptrom.codes import REGISTRY

MANIFEST = "promptrom: 1\npack: demo\nslots:\n  hello: {text: Hello}\n"
GROWS = b"Grows while it is read.\n"


# ---- what files alone cannot provoke ----


def a_file(pack: Path) -> None:
    shutil.rmtree(pack)
    pack.write_text(MANIFEST, encoding="utf-8")


def a_pipe(pack: Path) -> None:
    os.mkfifo(pack / "pipe.md")


def a_link_to_nothing(pack: Path) -> None:
    (pack / "gone.md").symlink_to("nowhere")


def a_large_file(pack: Path) -> None:
    with open(pack / "large.md", "wb") as stream:
        stream.truncate(files.LARGEST + 1)


def a_link_out(pack: Path) -> None:
    (pack / "out.md").symlink_to(__file__)


def a_link_up(pack: Path) -> None:
    (pack / "up").symlink_to(".")


def a_growing_file(pack: Path) -> None:
    (pack / "grows.md").write_bytes(GROWS)


MADE: dict[str, Callable[[Path], None]] = {
    "PR0102": a_file, "PR0103": a_pipe, "PR0104": a_link_to_nothing, "PR0105": a_large_file, "PR0107": a_link_out,
    "PR0108": a_link_up, "PR0113": a_growing_file}

OVERRIDABLE = "overridable: true\n"
#: What a pack declares besides, and an overlay of it that programs would read when they start.
AT_START = {
    "PR0706": (OVERRIDABLE + "assemblies:\n  all: {join: \"\\n\", parts: [hello, hello]}\n",
               "assemblies: {all: {join: \", \"}}\n"),
    "PR0707": (OVERRIDABLE, "hello: [" + "a, " * 20000 + "]\n"),
    "PR0708": ("", "hello: Hi\n"),
}


# ---- running ----


class AllCodes(unittest.TestCase):
    """A directory of packs, each named for its code."""

    @classmethod
    def setUpClass(cls) -> None:
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.root = Path(directory.name)
        for code in REGISTRY.values():
            if code.code not in AT_START:
                cls.make(code.code, code.example or {"pack.yaml": MANIFEST})
        for code_, make in MADE.items():
            make(cls.root / code_)
        for code_, (declarations, overlay) in AT_START.items():
            cls.make(code_, {"pack.yaml": MANIFEST + declarations})
            (cls.root / f"{code_}.yaml").write_text(overlay, encoding="utf-8")
        cls.json = [json.loads(line) for text in cls.run_all("--format", "json") for line in text.splitlines()]
        cls.sarif = [json.loads(text) for text in cls.run_all("--format", "sarif")]

    @classmethod
    def make(cls, code: str, pack: dict) -> None:
        (cls.root / code).mkdir()
        write_pack(str(cls.root / code), pack)

    @classmethod
    def run_all(cls, *options: str) -> Iterator[str]:
        """What `check` prints for all packs at once, then for those with overlays that programs read."""
        growing = mock.patch("promptrom.files._chunks", cls.growing(files._chunks))
        with growing:
            yield cls.check(*(str(cls.root / code) for code in REGISTRY if code not in AT_START), *options)
        for code in AT_START:
            yield cls.check("--start-up", str(cls.root / code), "--overlay", str(cls.root / f"{code}.yaml"), *options)

    @classmethod
    def growing(cls, chunks: Callable) -> Callable:
        def read(stream: object) -> Iterator[bytes]:
            for chunk in chunks(stream):
                if chunk.startswith(GROWS):
                    with open(cls.root / "PR0113" / "grows.md", "ab") as more:
                        more.write(b"More.\n")
                yield chunk
        return read

    @classmethod
    def check(cls, *words: str) -> str:
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            status = cli.main(["check", *words])
        if status != 1:
            raise AssertionError(f"ended with {status}: {out.getvalue()}")
        return out.getvalue()

    def code_of(self, path: str) -> str:
        """The pack or overlay in which a path lies."""
        return os.path.relpath(path, self.root).split(os.sep)[0].replace(".yaml", "")

    # ---- codes ----

    def never_seen(self, seen: list) -> set:
        return set(REGISTRY) - {item["code"] for item in seen}

    def test_every_code_is_reached(self) -> None:
        self.assertEqual(self.never_seen(self.json), set())
        self.assertEqual(self.never_seen([item for item in self.json if item["code"] != "PR0113"]), {"PR0113"})

    def test_every_pack_has_its_own_mistake_and_no_other(self) -> None:
        found: dict[str, set] = {}
        for item in self.json:
            found.setdefault(self.code_of(item["path"]), set()).add(item["code"])
        self.assertEqual(found, {code: {code} for code in REGISTRY})

    def test_the_same_packs_without_the_mistake(self) -> None:
        fixed = {code.code: code.fixed for code in REGISTRY.values() if code.fixed is not None}
        self.assertGreater(len(fixed), 100)
        with tempfile.TemporaryDirectory() as directory:
            for code, pack in fixed.items():
                Path(directory, code).mkdir()
                write_pack(str(Path(directory, code)), pack)
            out = io.StringIO()
            with redirect_stdout(out), redirect_stderr(out):
                status = cli.main(["check", *(str(Path(directory, code)) for code in fixed)])
            self.assertEqual((status, out.getvalue()), (0, ""))

    def test_what_the_list_says_that_files_cannot_provoke(self) -> None:
        self.assertEqual({code.code for code in REGISTRY.values() if not code.example}, set(MADE) | set(AT_START))

    def test_explanations_show_their_examples(self) -> None:
        for code in REGISTRY.values():
            text = explain.explanation(code)
            shown = {line.strip() for line in text.split("\n")}
            with self.subTest(code.code):
                self.assertIn(f"{code.code} {code.name} ({code.severity}): {code.title}", text)
                for pack in (code.example, code.fixed or {}):
                    for name, content in pack.items():
                        self.assertTrue(explain.printable(name) in shown or name in shown, name)
                        lines = content.split("\n") if isinstance(content, str) else []
                        self.assertEqual([line for line in lines if explain.printable(line).strip() not in shown], [])

    # ---- forms ----

    def test_json_has_all_of_each(self) -> None:
        for item in self.json:
            self.assertEqual(list(item), ["code", "name", "severity", "message", "path", "line", "column", "end_line",
                                          "end_column", "label", "notes", "helps", "related"])
            known = REGISTRY[item["code"]]
            self.assertEqual((item["name"], item["severity"]), (known.name, known.severity))
            self.assertTrue(item["path"])
            self.assertEqual(item["line"] > 0, item["end_line"] > 0)

    def test_text_says_the_same_and_counts(self) -> None:
        numbers: Counter = Counter()
        heads = []
        for text in self.run_all():
            heads += re.findall(r"^(\S.*?): (?:error|warning|note)\[(PR\d{4})\]: (.*)$", text, re.MULTILINE)
            *_, blank, last = text.splitlines()
            self.assertEqual(blank, "")
            numbers.update({word.rstrip("s"): int(number) for number, word in re.findall(r"(\d+) (\w+)", last)})
        self.assertEqual(numbers, Counter(item["severity"] for item in self.json))
        self.assertEqual(Counter(code for _, code, _ in heads), Counter(item["code"] for item in self.json))

    def test_sarif_says_the_same(self) -> None:
        results = [(result, log["runs"][0]["tool"]["driver"]["rules"]) for log in self.sarif
                   for result in log["runs"][0]["results"]]
        self.assertEqual(Counter((result["ruleId"], result["level"]) for result, _ in results),
                         Counter((item["code"], item["severity"]) for item in self.json))
        places = Counter((result["ruleId"], region["startLine"], region["startColumn"], region["endLine"],
                          region["endColumn"]) for result, _ in results for place in result["locations"]
                         for region in [place["physicalLocation"].get("region")] if region)
        self.assertEqual(places, Counter((item["code"], item["line"], item["column"], item["end_line"],
                                          item["end_column"]) for item in self.json if item["line"]))

    def test_sarif_keeps_the_rules_of_its_schema(self) -> None:
        for log in self.sarif:
            self.assertEqual(problems(log), [])

    def test_a_log_that_breaks_a_rule_is_noticed(self) -> None:
        log = self.sarif[0]
        related = next(number for number, result in enumerate(log["runs"][0]["results"])
                       if "relatedLocations" in result and "locations" in result)
        for path, value in broken(related):
            with self.subTest(".".join(map(str, path)), value=value):
                wrong = copy.deepcopy(log)
                *outer, last = path
                inner = wrong
                for step in outer:
                    inner = inner[step]
                if value is None:
                    del inner[last]
                else:
                    inner[last] = value(inner[last]) if callable(value) else value
                self.assertNotEqual(problems(wrong), [])


def broken(number: int) -> list:
    """Places in a log with what must not stand there; None where something must."""
    run, result = ("runs", 0), ("runs", 0, "results", number)
    rule, place = (*run, "tool", "driver", "rules", 0), (*result, "locations", 0, "physicalLocation")
    return [
        (("version",), None), (("runs",), None), (("version",), "2.0"), (("runs",), {}), (("more",), 1),
        ((*run, "tool"), None), ((*run, "tool", "driver"), None), ((*run, "tool", "driver", "name"), None),
        ((*run, "columnKind"), "bytes"), ((*run, "columnKind"), ["unicodeCodePoints"]), ((*rule, "id"), None),
        ((*run, "tool", "driver", "rules"), lambda rules: [*rules, rules[0]]), ((*rule, "name"), 1),
        ((*rule, "shortDescription", "text"), None), ((*rule, "defaultConfiguration", "level"), "fatal"),
        ((*result, "message"), None), ((*result, "message"), "text"), ((*result, "level"), "fatal"),
        ((*result, "ruleIndex"), -2), ((*result, "ruleIndex"), True), ((*result, "ruleIndex"), 10_000),
        ((*result, "ruleId"), "PR9999"), ((*result, "partialFingerprints", "promptrom/v1"), 1),
        ((*result, "locations"), lambda places: places[0]),
        ((*result, "relatedLocations"), lambda places: [places[0], {**places[0]}]),
        ((*result, "relatedLocations"), lambda places: [places[0], {**places[0], "message": {"text": "other"}}]),
        ((*place, "artifactLocation"), None), ((*place, "artifactLocation", "uri"), "a b"),
        ((*place, "artifactLocation", "uri"), "a%zz"), ((*place, "artifactLocation", "uri"), "1:b"),
        ((*place, "region", "startLine"), 0), ((*place, "region", "startColumn"), "1"),
        ((*place, "region", "endLine"), 0), ((*place, "region", "startLine"), 10_000),
    ]


if __name__ == "__main__":
    unittest.main()
