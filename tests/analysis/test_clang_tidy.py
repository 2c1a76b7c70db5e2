"""clang-tidy over the runtime finds nothing new.

With PROMPTROM_ANALYSIS=all also by following paths through functions, as gcc does in every run: that takes a minute.
"""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from findings import parse, problems, read_accepted
from tools import CLANG_PATHS, EVERYTHING, ROOT, clang_tidy, require, sources

PLANTED = """#include <string.h>
int prm_planted(const char *a, const char *b, unsigned size);
int prm_planted(const char *a, const char *b, unsigned size)
{
    int result;
    char copy[8];
    memset(copy, 0, sizeof(char *) * 8 * size - size);
    if (strcmp(a, b))
        return result;
    return sizeof(a) / sizeof(a[0]) > 3;
}
"""


class Tidy(unittest.TestCase):
    def setUp(self) -> None:
        require("clang-tidy")

    def test_nothing_new(self) -> None:
        accepted = [item for item in read_accepted("clang-tidy")
                    if EVERYTHING or not item.check.startswith(CLANG_PATHS)]
        found = problems(parse(clang_tidy(sources(), EVERYTHING), ROOT), accepted)
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_what_is_planted_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "planted.c"
            file.write_text(PLANTED, encoding="utf-8")
            found = {finding.check.partition(",")[0] for finding in parse(clang_tidy([file]), Path(folder))}
        self.assertLessEqual({"bugprone-suspicious-string-compare", "bugprone-sizeof-expression",
                              "clang-analyzer-core.uninitialized.UndefReturn"}, found)


if __name__ == "__main__":
    unittest.main()
