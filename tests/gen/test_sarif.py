"""Diagnostics as SARIF."""

from __future__ import annotations

import json
import unittest

from fixtures import source
from promptrom.diagnostics import Related, Report
from promptrom.sarif import as_sarif
from promptrom.source import Span


def result_of(text: str, start: int, name: str = "a b.md", **facts) -> dict:
    report = Report()
    report.add("PR0301", Span(source(text, name), start, start + 3), "slot a has no placeholder {x}", **facts)
    return as_sarif(report.items, "1.2.3")["runs"][0]["results"][0]


class Sarif(unittest.TestCase):
    def test_log(self) -> None:
        one = source("漢{x}\n\U0001f600{y}\n", "a b.md")
        report = Report()
        report.add("PR0327", Span(one, 6, 9), "later", related=(Related(Span(one, 1, 4), "first"),))
        report.add("PR0301", Span(one, 1, 4), "m", label="l", notes=("n",), helps=("h",))
        report.add("PR0101", None, "no file", path="demo")
        log = json.loads(json.dumps(as_sarif(report.items, "1.2.3")))
        run = log["runs"][0]
        self.assertEqual((log["version"], run["columnKind"]), ("2.1.0", "unicodeCodePoints"))
        self.assertEqual(run["newlineSequences"], ["\r\n", "\n", "\r"], "what starts a line here")
        self.assertEqual([rule["id"] for rule in run["tool"]["driver"]["rules"]], ["PR0101", "PR0301", "PR0327"])
        for result in run["results"]:
            self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
        self.assertEqual([result["level"] for result in run["results"]], ["error", "error", "warning"])
        unknown = run["results"][1]
        self.assertEqual(unknown["message"]["text"], "m (l)\nnote: n\nhelp: h")
        place = unknown["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "demo/a%20b.md")
        self.assertEqual(place["region"], {"startLine": 1, "startColumn": 2, "endLine": 1, "endColumn": 5})
        self.assertEqual(run["results"][2]["locations"][0]["physicalLocation"]["region"]["startColumn"], 2)
        self.assertEqual(run["results"][2]["relatedLocations"][0]["message"]["text"], "first")
        self.assertNotIn("region", run["results"][0]["locations"][0]["physicalLocation"])

    def test_fingerprint(self) -> None:
        first = result_of("{x} a\n", 0)["partialFingerprints"]
        self.assertEqual(first, result_of("\n\n{x} a\n", 2)["partialFingerprints"])
        self.assertNotEqual(first, result_of("{x} b\n", 0)["partialFingerprints"])
        self.assertNotEqual(first, result_of("{x} a\n", 0, "c.md")["partialFingerprints"])

    def test_nothing(self) -> None:
        self.assertEqual(as_sarif([], "1.2.3")["runs"][0]["results"], [])


if __name__ == "__main__":
    unittest.main()
