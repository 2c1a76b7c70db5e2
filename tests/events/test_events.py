"""The nine events of pack agentteam: golden files of listing, source map, fingerprints and payloads, and the same
worked out in Python."""

from __future__ import annotations

import difflib
import re
import tempfile
import unittest
from pathlib import Path

import oracle
import program
from renew import EXPECTED
from scenarios import DELIVERIES, EVENTS
from promptrom import events

SHOWN = re.compile(r"^shown (\S+) (\S+) (\S+) (\S+)\n<<<\n(.*?)\n>>>\n", re.DOTALL | re.MULTILINE)
SENT = re.compile(r"^renderer (\S+)\n(.*?)^sent ([^\n]*)$", re.DOTALL | re.MULTILINE)
PRIVATE = ("wake-1", "d-1", "s-1", "batch-1", "turn-4", "replay_started", "000021")


class Events(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = program.build(Path(cls.folder.name))
        cls.pack = program.checked()
        cls.printed = {event: program.run(cls.program, event) for event in EVENTS}

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_all_events_are_here(self) -> None:
        self.assertEqual(sorted(EVENTS), sorted(events.EVENTS))
        self.assertEqual(sorted(f"{event}.txt" for event in EVENTS), sorted(file.name for file in EXPECTED.iterdir()))

    def test_golden_files(self) -> None:
        for event, text in self.printed.items():
            with self.subTest(event):
                golden = (EXPECTED / f"{event}.txt").read_text(encoding="utf-8")
                lines = difflib.unified_diff(golden.splitlines(True), text.splitlines(True), "golden", "now")
                change = "".join(lines)
                self.assertEqual(change, "", f"not as it was; if that is meant, run renew.py\n{change}")

    def test_blocks_and_fingerprints_are_those_of_the_model(self) -> None:
        for event, text in self.printed.items():
            with self.subTest(event):
                values = oracle.values_of(self.pack, event)
                found = list(oracle.blocks(self.pack, event, values))
                expected = oracle.listing(self.pack, event, found)
                head = text.split("\nrenderer ", 1)[0].splitlines()
                self.assertEqual([line for line in head if not line.startswith("    lines ")], expected)

    def test_payloads_are_those_of_the_reference_renderer(self) -> None:
        for event, text in self.printed.items():
            sent = {name: line for name, _, line in SENT.findall(text)}
            self.assertEqual(sorted(sent), sorted(f"{item.name}.{event}" for item in self.pack.runtimes))
            for runtime in self.pack.runtimes:
                with self.subTest(event=event, runtime=runtime.name):
                    self.assertEqual(sent[f"{runtime.name}.{event}"].encode("utf-8"),
                                     oracle.payload(self.pack, runtime.name, event))

    def test_what_is_shown_is_what_is_sent(self) -> None:
        seen = set()
        for event, text in self.printed.items():
            for name, shown, sent in SENT.findall(text):
                with self.subTest(name):
                    found = SHOWN.findall(shown)
                    self.assertEqual([item[4] for item in found], oracle.texts_in(sent.encode("utf-8")))
                    self.assertTrue(found)
                    for kind, runtime, of, event_id, _ in found:
                        self.assertEqual((f"{runtime}.{of}", event_id), (name, f"e-{event}"))
                        seen.add(kind)
        self.assertEqual(seen, set(events.PROMPT_KINDS))

    def test_correlation_is_on_the_wire_and_not_in_the_text(self) -> None:
        for event in DELIVERIES:
            for name, shown, sent in SENT.findall(self.printed[event]):
                with self.subTest(name):
                    wire = sent.replace(shown, "")
                    for value in PRIVATE if event == "reaction_delivery" else PRIVATE[:-2]:
                        self.assertIn(f'"{value}"', wire)
                    text = "".join(oracle.texts_in(sent.encode("utf-8")))
                    self.assertEqual([value for value in PRIVATE if value in text], [])

    def test_tools_have_the_names_of_the_runtime(self) -> None:
        for runtime in self.pack.runtimes:
            own = dict(runtime.names)["tool.send_message"]
            others = [dict(item.names)["tool.send_message"] for item in self.pack.runtimes if item is not runtime]
            for event, text in self.printed.items():
                shown = next(item[1] for item in SENT.findall(text) if item[0] == f"{runtime.name}.{event}")
                if "__send_message" in shown:
                    self.assertIn(f"`{own}`", shown)
                    self.assertEqual([name for name in others if f"`{name}`" in shown], [])

    def test_lines_of_the_source(self) -> None:
        """Every block says where in the pack its text stands."""
        for event, text in self.printed.items():
            for file, first, last in re.findall(r"^    lines (\S+):(\d+)-(\d+)$", text, re.MULTILINE):
                with self.subTest(event=event, file=file):
                    lines = (program.PACK / file).read_text(encoding="utf-8").splitlines()
                    self.assertTrue(lines.index("---", 1) + 1 < int(first) <= int(last) <= len(lines))

    def test_optimized_by_another_compiler(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            made = program.build(Path(directory), "clang", ("-O3",))
            for event, text in self.printed.items():
                self.assertEqual(program.run(made, event), text)


if __name__ == "__main__":
    unittest.main()
