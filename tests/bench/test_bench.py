"""The benchmark's programs build and render what they should; nothing is timed here."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

import bench  # noqa: E402
import instructions  # noqa: E402
import programs  # noqa: E402
import prompts  # noqa: E402
import rounds  # noqa: E402


def damaged(right: dict[str, list[bytes]]) -> dict[str, list[bytes]]:
    """With the last text of each kind one byte longer."""
    return {kind: [*texts[:-1], texts[-1] + b"."] for kind, texts in right.items()}


class Programs(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    workshop: programs.Workshop
    program: Path
    right: dict[str, list[bytes]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory(prefix="promptrom bench ")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.workshop = programs.Workshop(Path(cls.folder.name))
        cls.program = cls.workshop.program()
        cls.right = bench.expected()

    def test_all_render_the_same(self) -> None:
        with rounds.Worker(self.program) as worker:
            self.assertEqual({name.split("/")[0] for name in worker.shapes}, set(self.right))
            self.assertEqual(bench.compare(worker, self.right), [])
            self.assertEqual(bench.compare(worker, damaged(self.right)), worker.shapes)

    def test_jinja2_renders_the_same(self) -> None:
        with rounds.Worker(sys.executable, HERE / "engines.py", self.workshop.directory / "templates.json") as worker:
            self.assertEqual(worker.shapes, ["slot/jinja2"])
            self.assertEqual(bench.compare(worker, self.right), [])
            self.assertEqual(bench.compare(worker, damaged(self.right)), worker.shapes)

    def test_only_rivals_allocate(self) -> None:
        with rounds.Worker(self.program) as worker:
            ours = instructions.own_shapes(self.program)
            self.assertGreater(len(ours), 80)
            self.assertEqual({name: worker.allocations(name) for name in ours}, dict.fromkeys(ours, 0))
            self.assertGreater(worker.allocations("request/cjson"), 1000 * prompts.SETS)
            self.assertGreater(worker.allocations("first-request/cjson-tools-kept"), 0)

    def test_all_can_be_timed(self) -> None:
        with rounds.Worker(self.program) as worker:
            for name in worker.shapes:
                self.assertGreaterEqual(worker.nanoseconds(name, 1), 0)

    def test_without_node_the_reason_is_told(self) -> None:
        commands = self.workshop.directory / "commands"
        commands.mkdir()
        with unittest.mock.patch.dict(os.environ, {"PATH": str(commands)}):
            self.assertEqual(self.workshop.node_engines(), ([], "node and npm are not here"))
            for name in ("node", "npm"):
                (commands / name).write_text("#!/bin/sh\necho no way; echo in detail\nexit 1\n", encoding="utf-8")
                (commands / name).chmod(0o755)
            self.assertEqual(self.workshop.node_engines(), ([], "npm cannot install them: no way"))
            (commands / "npm").write_text("#!/bin/sh\n", encoding="utf-8")
            command, problem = self.workshop.node_engines()
            self.assertEqual((command[0], Path(command[1]).is_file(), problem), ("node", True, ""))

    def test_a_wrong_command_ends_the_program(self) -> None:
        for command in ("time slot/nothing 1\n", "sing slot/render\n"):
            with self.subTest(command):
                done = subprocess.run([str(self.program)], input=command, text=True, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, check=False)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn("no such", done.stderr)


class Workload(unittest.TestCase):
    def test_sizes(self) -> None:
        """What the page says of the prompts."""
        for prompt, smallest, largest in ((prompts.slot(), 2_200, 2_800), (prompts.system_prompt(), 2_000, 3_000)):
            self.assertEqual(len(prompt.sets), prompts.SETS)
            for text in prompt.texts():
                self.assertTrue(smallest < len(text.encode()) < largest)
        numbers = [piece for piece in prompts.nudge().pieces if isinstance(piece, prompts.Place) and piece.number]
        self.assertEqual(len(numbers), 30)
        self.assertEqual(len(prompts.PLACEHOLDERS), 8)

    def test_escapes(self) -> None:
        plain, escaped = prompts.slot(), prompts.escaped_slot()
        for before, behind in zip(plain.sets, escaped.sets):
            for name, value in before.items():
                places = range(prompts.ESCAPE_EVERY - 1, len(str(value)), prompts.ESCAPE_EVERY)
                self.assertEqual(len(bench.inside(str(value))), len(str(value)))
                self.assertEqual(len(bench.inside(str(behind[name]))), len(str(value)) + len(places))


class Steady(rounds.Worker):
    """A worker without a process; a render always takes it as many milliseconds."""

    def __init__(self, milliseconds: float) -> None:
        self.milliseconds, self.calls = milliseconds, 0

    def nanoseconds(self, shape: str, count: int) -> float:
        self.calls += 1
        return self.milliseconds * 1e6


class Rounds(unittest.TestCase):
    def test_ratios_are_those_within_rounds(self) -> None:
        times = rounds.Times({"a": [1, 100, 10], "b": [2, 300, 20]})
        self.assertEqual((times.median("a"), times.median("b"), times.ratio("b", "a")), (10, 20, 2))

    def test_every_shape_runs_in_every_round(self) -> None:
        slow, fast = Steady(3), Steady(1)
        times = rounds.run_rounds({"slow": slow, "fast": fast}, 7)
        self.assertEqual({name: len(found) for name, found in times.rounds.items()}, {"slow": 7, "fast": 7})
        self.assertEqual((slow.calls, fast.calls), (8, 8))
        self.assertEqual(times.ratio("slow", "fast"), 3)


if __name__ == "__main__":
    unittest.main()
