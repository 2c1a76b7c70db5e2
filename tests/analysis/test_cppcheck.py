"""cppcheck over the runtime finds nothing new, and no MISRA C:2012 rule is broken that misra.yaml does not name.

misra.yaml holds the rules that are deviated from, each with the reason, and the files in which that is so where they
are few. The texts of the rules are not free: they are named by their numbers.
"""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import yaml

from findings import SHORTEST_REASON, Finding, parse, problems, read_accepted
from tools import LEVELS, ROOT, cppcheck, require, sources

MISRA = Path(__file__).resolve().parent / "misra.yaml"
PREFIX = "misra-c2012-"
OPTIONS = ("--enable=warning,performance,portability", "--inconclusive", "--addon=misra")

PLANTED = """#include <stdlib.h>
int prm_planted(int wanted);
int prm_planted(int wanted)
{
    int value[4];
    if (wanted || malloc(4))
        goto end;
    value[4] = 1;
end:
    return value[1];
}
"""


def read_deviations() -> dict[str, "set[str] | None"]:
    """The files in which each rule is deviated from; None: anywhere."""
    found: dict[str, set[str] | None] = {}
    for rule, item in yaml.safe_load(MISRA.read_text(encoding="utf-8")).items():
        if not set(item) <= {"why", "files"} or len(item["why"]) < SHORTEST_REASON:
            raise ValueError(f"misra.yaml: {rule}: a reason, and files perhaps, not {item}")
        found[str(rule)] = set(item["files"]) if "files" in item else None
    return found


def deviations(findings: list[Finding], known: dict[str, "set[str] | None"]) -> list[str]:
    """Rules broken where that is not known, and known deviations that are none any more."""
    met: dict[str, set[str]] = {}
    wrong = []
    for finding in findings:
        rule = finding.check[len(PREFIX):]
        met.setdefault(rule, set()).add(finding.file)
        files = known.get(rule, set())
        if files is not None and finding.file not in files:
            wrong.append(f"{finding.file}:{finding.number}: rule {rule}: {finding.line}")
    for rule, files in known.items():
        if rule not in met:
            wrong.append(f"misra.yaml: rule {rule} is kept everywhere")
        kept = sorted((files or set()) - met.get(rule, set()))
        wrong += [f"misra.yaml: rule {rule} is kept in {file}" for file in kept]
    return wrong


def times(folders: "set[Path]") -> dict[Path, int]:
    """When each folder changed last: also by a file that was made in it and is gone again."""
    return {folder: folder.stat().st_mtime_ns for folder in folders}


class Cppcheck(unittest.TestCase):
    """One run for all tests."""

    @classmethod
    def setUpClass(cls) -> None:
        require("cppcheck")
        folders = {path.parent for path in sources()}
        cls.before = times(folders)
        cls.found = parse(cppcheck(sources(), *OPTIONS), ROOT)
        cls.after = times(folders)

    def test_nothing_is_written_beside_the_sources(self) -> None:
        self.assertEqual(len(self.before), len(LEVELS))
        self.assertEqual(self.before, self.after)

    def test_what_is_written_beside_a_source_is_noticed(self) -> None:
        for aside in (True, False):
            with self.subTest(aside=aside), tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "planted.c"
                file.write_text(PLANTED, encoding="utf-8")
                before = times({file.parent})
                cppcheck([file], *OPTIONS, aside=aside)
                self.assertEqual(times({file.parent}) == before, aside)

    def test_nothing_new(self) -> None:
        others = [finding for finding in self.found if not finding.check.startswith(PREFIX)]
        found = problems(others, read_accepted("cppcheck"))
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_no_other_deviations(self) -> None:
        found = deviations([finding for finding in self.found if finding.check.startswith(PREFIX)], read_deviations())
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_what_is_planted_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "planted.c"
            file.write_text(PLANTED, encoding="utf-8")
            found = parse(cppcheck([file], *OPTIONS), Path(folder))
        self.assertIn("arrayIndexOutOfBounds", {finding.check for finding in found})
        new = "\n".join(deviations([finding for finding in found if finding.check.startswith(PREFIX)],
                                   {**read_deviations(), "15.0": None}))
        self.assertIn("rule 15.1: goto end;", new)
        self.assertIn("rule 15.0 is kept everywhere", new)


if __name__ == "__main__":
    unittest.main()
