"""The example that replays a session: what it prints for the recording here, and for recordings that are wrong.

`python3 test_replay.py --renew` writes the recording and the table anew. Read the difference as you would read
code."""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import session

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RECORDING, TABLE = HERE / "session.log", HERE / "table.txt"
PYTHON = os.environ.get("PROMPTROM_PYTHON") or sys.executable

LAST_LINE = re.compile(r"^(\d+) events, (\d+) messages on the surface, (\d+) compactions$", re.MULTILINE)


def run(*command: object, status: int = 0) -> str:
    done = subprocess.run([str(word) for word in command], text=True, encoding="utf-8", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != status:
        raise AssertionError(f"{command}\nended with {done.returncode}, not {status}:\n{done.stdout}")
    return done.stdout


def compile_example(directory: Path) -> Path:
    program = directory / "replay"
    run(PYTHON, ROOT / "gen/promptrom", "build", ROOT / "packs/context", "-o", directory)
    run("cc", "-std=c99", "-O1", f"-I{ROOT / 'include'}", f"-I{directory}", "-o", program, directory / "context.c",
        *(source for folder in ("examples/replay", "runtime/core", "runtime/context")
          for source in sorted((ROOT / folder).glob("*.c"))))
    return program


def recording() -> str:
    lines: list[str] = []
    session.write(lines.append)
    return "".join(lines)


class Replay(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    program: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = compile_example(Path(cls.folder.name))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def replay(self, text: str, status: int = 0) -> str:
        file = Path(self.folder.name) / "changed.log"
        file.write_bytes(text.encode("utf-8"))
        return run(self.program, file, status=status)

    def test_recording_is_what_the_script_writes(self) -> None:
        self.assertEqual(RECORDING.read_text(encoding="utf-8"), recording(), "if that is meant, run with --renew")

    def test_recording_has_all_that_matters(self) -> None:
        lines = [line.split("\t") for line in recording().splitlines()]
        counts = {word: sum(line[0] == word for line in lines) for word in
                  ("user", "assistant", "call", "result", "failed", "usage", "summary", "crash")}
        self.assertGreaterEqual(sum(counts.values()), 300)
        self.assertEqual((counts["summary"], counts["crash"]), (2, 1))
        self.assertGreater(min(counts.values()), 0)
        self.assertGreater(sum(line[0] == "result" and len(line[3]) > session.PRUNE for line in lines), 3)

    def test_table_is_the_golden_one(self) -> None:
        golden, now = TABLE.read_text(encoding="utf-8"), run(self.program, RECORDING)
        changes = "".join(difflib.unified_diff(golden.splitlines(True), now.splitlines(True), "golden", "now"))
        self.assertEqual(changes, "", f"not as it was; if that is meant, run with --renew\n{changes}")

    def test_another_recording_gives_another_table(self) -> None:
        whole = recording()
        for old, new in (("user\t", "user\tPlease: "), ("AGENTS.local.md\t", "AGENTS.local.md\tMind: "),
                         ("usage\t", "# "), ("FAILED", "FAILED: FAILED"), ("All but the last", "All but")):
            with self.subTest(old=old):
                self.assertIn(old, whole)
                self.assertNotEqual(self.replay(whole.replace(old, new, 1)), TABLE.read_text(encoding="utf-8"))

    def test_table_shows_all_that_matters(self) -> None:
        rows = [line[6:19].strip() for line in TABLE.read_text(encoding="utf-8").splitlines()[3:]]
        for event, least in (("user", 10), ("result", 5), ("instructions", 4), ("pruned", 2), ("crash", 1),
                             ("restart", 1)):
            self.assertGreaterEqual(rows.count(event), least, event)
        for event in ("start", "summary", "message", "end"):
            self.assertEqual(rows.count(event), 2, event)

    def test_a_crash_changes_nothing_in_the_end(self) -> None:
        """Wherever the process ends, and if it does not: the same surface, and the same total in the last row."""
        whole = recording()
        smooth = self.replay(whole.replace("crash\tsummary\n", ""))
        for place, more in (("start", 2), ("summary", 0), ("message", 0)):
            with self.subTest(place=place):
                said = self.replay(whole.replace("crash\tsummary", f"crash\t{place}"))
                events, *rest = (int(number) for number in LAST_LINE.findall(said)[0])
                self.assertEqual([events - more, *rest], [int(number) for number in LAST_LINE.findall(smooth)[0]])
                self.assertEqual(said.splitlines()[-3][30:], smooth.splitlines()[-3][30:])
                self.assertEqual(said.count(" restart "), 1)

    def test_wrong_recordings_are_refused(self) -> None:
        whole = recording()
        first = "user\thello\n"
        for text, problem in (
                (first + "shout\thello\n", "line 2: nothing is called so"),
                (first + "usage\t1\t2\t3\n", "line 2: usage has 3 fields"),
                (first + "usage\t1\t2\t3\t4\t5\n", "line 2: there are more than 4 fields"),
                (first + "usage\t1\t2\t3\t4x\n", "line 2: field 4 is no number"),
                (first + "usage\t1\t2\t3\t99999999999999999999\n", "line 2: field 4 is no number"),
                ("user\ta\\b\n", "line 1: a backslash"),
                ("user\ta\\", "line 1: a backslash"),
                ("crash\tend\n", "line 1: a crash comes behind"),
                ("summary\ta\nsummary\tb\n", "line 2: the summary before"),
                (first + "summary\ta\n", "a summary that has not been needed"),
                (re.sub(r"^summary\t.*\n", "", whole, count=1, flags=re.MULTILINE), "a summary is needed here"),
                (re.sub(r"^summary\t.*", r"summary\t ", whole, count=1, flags=re.MULTILINE), "the summary is empty"),
                (re.sub(r"^call\t.*\n", "", whole, count=1, flags=re.MULTILINE), "has no call before it")):
            with self.subTest(problem=problem):
                self.assertIn(problem, self.replay(text, status=1))

    def test_odd_recordings_are_not(self) -> None:
        for text, events in (("", 0), ("# nothing\n\n", 0), ("user\t", 1),
                             ("user\thello\nassistant\t\\\\\\t\\n\n", 2)):
            with self.subTest(text=text):
                self.assertEqual(LAST_LINE.findall(self.replay(text))[0][0], str(events))

    def test_usage(self) -> None:
        self.assertIn("usage", run(self.program, status=2))
        self.assertIn("cannot be read", run(self.program, Path(self.folder.name) / "none.log", status=1))


def renew() -> None:
    RECORDING.write_text(recording(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        TABLE.write_text(run(compile_example(Path(folder)), RECORDING), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--renew"]:
        renew()
    else:
        unittest.main()
