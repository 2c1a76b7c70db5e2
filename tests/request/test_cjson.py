"""The request, read and printed again by cJSON."""

from __future__ import annotations

import unittest
from pathlib import Path

from building import COMPILER, HERE, STRICT, RequestCase, run, skip


class Cjson(RequestCase):
    def test_what_cjson_prints_is_the_same(self) -> None:
        if not any(Path(place, "cjson", "cJSON.h").exists() for place in ("/usr/include", "/usr/local/include")):
            skip(self, "cJSON", "libcjson-dev")
        printer = self.directory / "printer"
        run(COMPILER, *STRICT, HERE / "cjson.c", "-lcjson", "-o", printer)
        body = self.body()
        self.assertEqual(run(printer, stdin=body), body)
        self.assertNotEqual(run(printer, stdin=b" " + body), b" " + body)


if __name__ == "__main__":
    unittest.main()
