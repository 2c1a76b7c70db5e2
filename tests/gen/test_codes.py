"""The registry of codes: what stands in it, and that the compiler reports these and no others. test_every_code.py has
the examples."""

from __future__ import annotations

import glob
import os
import re
import unittest

from promptrom import codes as registry
from promptrom import (codes_assemblies, codes_declarations, codes_files, codes_overlays, codes_prompts,
                       codes_tables, codes_templates, codes_yaml)

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


if __name__ == "__main__":
    unittest.main()
