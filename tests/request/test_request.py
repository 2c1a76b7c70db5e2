"""A request of a usual size is JSON to an independent parser, and is emitted without an allocation."""

from __future__ import annotations

import json
import unittest

import request_pack
from building import COMPILER, HERE, RequestCase, run


class Request(RequestCase):
    def test_size(self) -> None:
        tree = request_pack.body()
        self.assertEqual((len(tree["tools"]), len(tree["messages"]) - 1, len(request_pack.prompt().encode())),
                         (28, 40, 1331))

    def test_json(self) -> None:
        body = self.body()
        self.assertEqual(json.loads(body), request_pack.body())
        self.assertEqual(json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":")).encode(), body)

    def test_nothing_is_allocated(self) -> None:
        run(self.compile_c(COMPILER, ["-O2"], HERE / "host.c"))
        run(self.compile_c(COMPILER, ["-O2", "-DPLANTED"], HERE / "host.c"), status=3)


if __name__ == "__main__":
    unittest.main()
