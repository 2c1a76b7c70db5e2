"""The compiler's work grows with the pack and no faster: function calls are counted, which are the same every
time."""

from __future__ import annotations

import contextlib
import cProfile
import io
import pstats
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from promptrom import cli, slots
from scale_pack import write_pack

SIZES = (150, 300, 600)


class Growth(unittest.TestCase):
    def calls(self, size: int) -> int:
        with tempfile.TemporaryDirectory() as name:
            pack = Path(name) / "pack"
            write_pack(pack, size)
            profile = cProfile.Profile()
            with contextlib.redirect_stderr(io.StringIO()):
                status = profile.runcall(cli.main, ["build", str(pack), "-o", str(Path(name) / "out")])
            self.assertEqual(status, 0)
            return pstats.Stats(profile, stream=io.StringIO()).total_calls

    def growth(self) -> float:
        """Calls that the last doubling of the pack adds, against those that the doubling before it adds."""
        self.calls(1)    # what is imported and compiled at first use
        small, middle, large = map(self.calls, SIZES)
        return (large - middle) / (middle - small)

    def test_work_is_linear(self) -> None:
        self.assertAlmostEqual(self.growth(), 2, delta=0.05)

    def test_a_look_at_all_slots_for_each_slot_is_noticed(self) -> None:
        seen: "list[object]" = []
        read_slot = slots.read_slot

        def reading(*arguments: object, **named: object) -> object:
            seen.append(arguments)
            for one in seen:
                len(one)    # type: ignore[arg-type]
            return read_slot(*arguments, **named)    # type: ignore[arg-type]

        with mock.patch.object(slots, "read_slot", reading):
            self.assertGreater(self.growth(), 2.05)


if __name__ == "__main__":
    unittest.main()
