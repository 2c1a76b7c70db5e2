"""The runner itself: a case that is wrong must fail, in whichever way it is wrong."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path

from casefile import BadCaseFile, read_cases
from engines import Library
from specification import problems

GOOD = """# Title

## A case

```yaml manifest
variables: {name: {type: text}}
```
```markdown slot
Hello {name}
```
```json args
{"name": "Ada"}
```
```text expected
Hello Ada
```
```text error
MISSING: case: name
```
"""
WARNED = """## A case

```yaml manifest
variables: {a: {type: text}}
slots: {case: {text: Hello}}
```
```text expected render=case
Hello
```
```text codes
pack.yaml:1:13 PR0410
```
```text diagnostics
pack.yaml:1:13: warning[PR0410]: variable a is listed by nothing
    1 | variables: {a: {type: text}}
      |             ^
      = help: list it where it is needed, or remove it
```
"""


class RunnerTest(unittest.TestCase):
    directory: Path
    library: Library

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom runner "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.library = Library(cls.directory / "library")

    def problems(self, text: str) -> str:
        folder = Path(tempfile.mkdtemp(dir=self.directory))
        file = folder / "cases.md"
        file.write_text(text, encoding="utf-8")
        return "\n".join(problems(file, folder / "work", self.library))

    def changed(self, text: str, old: str, new: str) -> str:
        self.assertIn(old, text)
        return self.problems(text.replace(old, new, 1))


class WrongCases(RunnerTest):
    def test_right_cases_hold(self) -> None:
        self.assertEqual(self.problems(GOOD), "")
        self.assertEqual(self.problems(WARNED), "")

    def test_wrong_bytes_fail_in_both_engines(self) -> None:
        found = self.changed(GOOD, "\nHello Ada\n", "\nHello Bob\n")
        self.assertIn("reference renderer", found)
        self.assertIn("gcc: cases.md:14: render: other bytes than expected", found)
        for way in ("gather", "emit", "slices", "chunks"):
            self.assertIn(f"cases.md:14: {way}: other bytes", found)

    def test_one_newline_more_fails(self) -> None:
        found = self.changed(GOOD, "\nHello Ada\n", "\nHello Ada\n\n")
        self.assertIn("reference renderer", found)
        self.assertIn("gcc: cases.md:14: measure: another size than expected", found)

    def test_a_wrong_status_fails_in_both_engines(self) -> None:
        found = self.changed(GOOD, "MISSING:", "TOO_LONG:")
        self.assertIn("reference renderer", found)
        self.assertIn("gcc: cases.md:17: measure: another status than expected", found)

    def test_a_wrong_placeholder_fails_in_both_engines(self) -> None:
        found = self.changed(GOOD, "MISSING: case: name", "MISSING: case: nam")
        self.assertIn("reference renderer", found)
        self.assertIn("gcc: cases.md:17: measure: the error is at another place than expected", found)

    def test_a_wrong_entry_in_c_fails(self) -> None:
        found = self.changed(GOOD, "MISSING: case: name", "MISSING: case: name\nin C: other: name")
        self.assertNotIn("reference renderer", found)
        self.assertIn("cases.md:17: emit: the error is at another place than expected", found)

    def test_text_where_an_error_is_expected_fails(self) -> None:
        found = self.changed(GOOD, "{name}\n", "you\n")
        self.assertIn("reference renderer", found)

    def test_a_wrong_caret_fails(self) -> None:
        self.assertIn("other diagnostics", self.changed(WARNED, "|             ^", "|            ^"))

    def test_a_wrong_code_fails(self) -> None:
        self.assertIn("other codes", self.changed(WARNED, "1:13 PR0410", "1:13 PR0411"))

    def test_a_diagnostic_that_is_not_listed_fails(self) -> None:
        unlisted = WARNED[:WARNED.index("```text codes")]
        self.assertIn("diagnostics where none are expected", self.problems(unlisted))

    def test_a_pack_that_does_not_compile_fails(self) -> None:
        self.assertIn("does not compile", self.changed(GOOD, "{name}\n", "{nmae}\n"))

    def test_unknown_arguments_and_entries_fail(self) -> None:
        self.assertIn("no placeholder", self.changed(GOOD, '{"name"', '{"nmae"'))
        self.assertIn("no entry", self.changed(GOOD, "text expected", "text expected render=csae"))


class BadFiles(RunnerTest):
    def refused(self, text: str, message: str) -> None:
        with self.assertRaisesRegex(BadCaseFile, message):
            self.problems(text)

    def test_a_block_without_a_role(self) -> None:
        self.refused(GOOD.replace("```text expected", "```text"), "cases.md:14: a block needs a language and a role")

    def test_an_unknown_role(self) -> None:
        self.refused(GOOD.replace("```text expected", "```text expect"), "there is no role expect")

    def test_an_unknown_option(self) -> None:
        self.refused(GOOD.replace("```text expected", "```text expected rendr=x"), "expected has no option rendr")

    def test_a_case_without_a_result(self) -> None:
        self.refused(GOOD[:GOOD.index("```json")], "the case shows no result")

    def test_arguments_without_a_result(self) -> None:
        self.refused(GOOD + "```json args\n{}\n```\n", "arguments that no result uses")

    def test_an_open_block(self) -> None:
        self.refused(GOOD + "```json args\n", "never closed")

    def test_a_result_of_nothing(self) -> None:
        self.refused(WARNED.replace(" render=case", ""), "what is rendered")


class Reading(RunnerTest):
    def test_escapes(self) -> None:
        file = self.directory / "escapes.md"
        file.write_text("## Case\n```text expected render=x escapes\n\\n\\x41\\\\n\\u{1F40E}\\q\n```\n",
                        encoding="utf-8")
        self.assertEqual(read_cases(file)[0].runs[0].expected, b"\nA\\n\xf0\x9f\x90\x8e\\q")

    def test_longer_fences_hold_shorter_ones(self) -> None:
        file = self.directory / "fences.md"
        file.write_text("## Case\n````text expected render=x\n```\n````\n", encoding="utf-8")
        self.assertEqual(read_cases(file)[0].runs[0].expected, b"```")
