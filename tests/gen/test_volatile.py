"""The warning for what changes every turn and stands before text that does not."""

from __future__ import annotations

import unittest
from pathlib import Path

from checking import CheckCase, check_files, written

HARNESS = Path(__file__).resolve().parents[2] / "packs" / "harness"
VARIABLES = """
variables:
  now: {type: text, stability: turn, example: x}
  name: {type: text, example: x}
  busy: {type: flag, stability: turn}
  rows: {type: rows, stability: turn, fields: {item: {type: text}}}
"""


class Volatile(CheckCase):
    def pack(self, parts: str, size: int = 100, slots: str = "") -> str:
        return (f"{VARIABLES}slots:\n  clock: {{placeholders: [now], text: 'It is {{now}}.'}}\n"
                f"  greeting: {{placeholders: [name], text: 'Hello {{name}}'}}\n  stable: {{text: '{'s' * size}'}}\n"
                f"{slots}assemblies:\n  whole: {{join: ' ', parts: [{parts}]}}\n")

    def lost(self, parts: str, size: int = 100, slots: str = "") -> "int | None":
        """Bytes that the warning tells of, or None without one."""
        _, report = check_files({"pack.yaml": "promptrom: 1\npack: example\n" + self.pack(parts, size, slots)})
        found = [item for item in report.items if item.code == "PR0603"]
        self.assertLessEqual(len(found), 1)
        self.assertEqual([item for item in report.items if item.severity == "error"], [])
        return int(found[0].message.split(" stands before ")[1].split()[0]) if found else None

    def test_first_and_last(self) -> None:
        self.assertIsNone(self.lost("stable, clock"))
        self.assertEqual(self.lost("clock, stable"), 1 + 100)

    def test_more_than_64_bytes(self) -> None:
        self.assertIsNone(self.lost("clock, stable", 63))
        self.assertEqual(self.lost("clock, stable", 64), 65)

    def test_values_of_a_session_do_no_harm(self) -> None:
        self.assertIsNone(self.lost("greeting, stable"))
        self.assertEqual(self.lost("greeting, clock, stable"), 101)
        self.assertEqual(self.lost("clock, greeting, stable"), 1 + 6 + 100)

    def test_conditions_and_rows(self) -> None:
        self.assertEqual(self.lost("{slot: greeting, when: busy}, stable"), 106)
        self.assertEqual(self.lost("{slot: greeting, unless: busy}, stable"), 106)
        row = "  row: {placeholders: {item: {type: text}}, text: '{item}'}\n"
        self.assertEqual(self.lost("{each: rows, slot: row}, stable", slots=row), 100)

    def test_where_and_why(self) -> None:
        _, report = check_files({"pack.yaml": "promptrom: 1\npack: example\n" + self.pack("stable, clock, stable")})
        item = next(item for item in report.items if item.code == "PR0603")
        self.assertEqual(written(item), "clock")
        self.assertIn("now changes every turn and stands before 101 bytes of assembly whole", item.message)
        self.assertEqual([item.span.source.text[related.span.start:related.span.end] for related in item.related],
                         ["{now}"])

    def test_the_day_in_front_of_a_system_prompt(self) -> None:
        files = {path.name: path.read_text(encoding="utf-8") for path in HARNESS.glob("*.yaml")
                 if path.name not in ("cases.yaml", "requests.yaml", "tools.yaml")}
        last = "      - {slot: today, when: has(date)}\n"
        self.assertTrue(files["prompt.yaml"].endswith(last))
        self.assertNotIn("PR0603", [item.code for item in check_files(files)[1].items])
        files["prompt.yaml"] = files["prompt.yaml"][:-len(last)].replace("    parts:\n", "    parts:\n" + last)
        found = [item.message for item in check_files(files)[1].items if item.code == "PR0603"]
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"date changes .* and stands before 2[0-9]{3} bytes of assembly system_prompt")


if __name__ == "__main__":
    unittest.main()
