"""Every code of declarations and of assemblies is provoked by its example, and by nothing in the corrected one."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from checking import check_files

from promptrom import codes, codes_assemblies, codes_declarations

OWN = codes_declarations.CODES + codes_assemblies.CODES


class Codes(unittest.TestCase):
    def test_examples_provoke_exactly_their_code(self) -> None:
        for code in OWN:
            with self.subTest(code.code):
                _, report = check_files(dict(code.example))
                self.assertEqual({item.code for item in report.items}, {code.code})

    def test_corrected_examples_are_clean(self) -> None:
        for code in OWN:
            if code.fixed is not None:
                with self.subTest(code.code):
                    _, report = check_files(dict(code.fixed))
                    self.assertEqual([item.code for item in report.items], [])

    def test_every_code_that_is_used_is_registered_and_the_reverse(self) -> None:
        source = Path(codes.__file__).parent
        used = {found for path in source.glob("*.py") if not path.name.startswith("codes")
                for found in re.findall(r'"(PR0[45]\d\d)"', path.read_text(encoding="utf-8"))}
        self.assertEqual(used, {code.code for code in OWN})

    def test_names_are_unique(self) -> None:
        self.assertEqual(len(codes.BY_NAME), len(codes.REGISTRY))


if __name__ == "__main__":
    unittest.main()
