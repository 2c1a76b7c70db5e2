"""The registry of codes: each has an example that provokes it and, where there is one, a form that does not."""

from __future__ import annotations

import glob
import os
import re
import unittest

from fixtures import PackTest, codes
from promptrom import codes as registry
from promptrom import (codes_assemblies, codes_declarations, codes_files, codes_overlays, codes_prompts,
                       codes_tables, codes_templates, codes_yaml)
from promptrom.check import check_pack
from promptrom.code_type import Code
from promptrom.diagnostics import Report

#: Codes that no set of files can provoke. test_files provokes each of them, with links, pipes and huge files, and
#: test_startup those of overlays that programs read.
WITHOUT_EXAMPLE = {"PR0102", "PR0103", "PR0104", "PR0105", "PR0107", "PR0108", "PR0113", "PR0706", "PR0707",
                   "PR0708"}
TABLES = {"PR01": codes_files, "PR02": codes_yaml, "PR03": codes_templates, "PR04": codes_declarations,
          "PR05": codes_assemblies, "PR06": codes_tables, "PR07": codes_overlays, "PR08": codes_prompts}


class Registry(unittest.TestCase):
    def test_codes_and_names(self) -> None:
        listed = [code for table in TABLES.values() for code in table.CODES]
        self.assertEqual(len({code.code for code in listed}), len(listed), "a code stands twice")
        self.assertEqual(len({code.name for code in listed}), len(listed), "a name stands twice")
        self.assertEqual(len(registry.REGISTRY), len(listed))
        self.assertEqual(len(registry.BY_NAME), len(listed))
        for prefix, table in TABLES.items():
            for code in table.CODES:
                self.assertRegex(code.code, rf"\A{prefix}\d\d\Z")
                self.assertRegex(code.name, r"\A[a-z0-9]+(-[a-z0-9]+)*\Z")
                self.assertIn(code.severity, ("error", "warning", "note"))

    def test_explanations(self) -> None:
        for code in registry.REGISTRY.values():
            self.assertTrue(code.title and "\n" not in code.title, code.code)
            self.assertGreater(len(code.explanation.split()), 4, code.code)
            self.assertRegex(code.explanation, r"[.\]]\Z", code.code)

    def test_every_code_in_the_compiler_is_registered(self) -> None:
        folder = os.path.dirname(registry.__file__)
        used: set = set()
        for path in glob.glob(os.path.join(folder, "*.py")):
            if not os.path.basename(path).startswith("codes"):
                with open(path, encoding="utf-8") as stream:
                    used |= set(re.findall(r"\"(PR\d{4})\"", stream.read()))
        self.assertEqual(used - set(registry.REGISTRY), set())
        self.assertEqual(set(registry.REGISTRY) - used, set(), "registered but never reported")


class Checks(PackTest):
    def check(self, files) -> list:
        self.report = Report()
        self.write(files)
        pack = check_pack(self.directory, self.report)
        self.assertEqual(pack is None, self.report.failed)
        return codes(self.report)


class Examples(Checks):
    """One test for each code; they are added below."""

    def provoke(self, code: Code) -> None:
        if not code.example:
            self.assertIn(code.code, WITHOUT_EXAMPLE)
            return
        self.assertNotIn(code.code, WITHOUT_EXAMPLE)
        self.assertEqual(set(self.check(code.example)), {code.code}, [item.message for item in self.report.items])
        self.assertTrue(all(item.severity == code.severity for item in self.report.items))


class Fixed(Checks):
    """One test for each code that shows the form without the mistake; they are added below."""


def _add_tests() -> None:
    for code in registry.REGISTRY.values():
        if not code.code.startswith("PR06"):  # reported when tables are made, not when a pack is checked
            setattr(Examples, f"test_{code.code}", lambda self, code=code: self.provoke(code))
        if code.fixed:
            setattr(Fixed, f"test_{code.code}", lambda self, code=code: self.assertEqual(self.check(code.fixed), []))


_add_tests()

if __name__ == "__main__":
    unittest.main()
