"""Writing is all or nothing: an error, a full disk or a name that is taken leave what was there; what has not changed
keeps its time."""

from __future__ import annotations

import os
import re
import resource
import signal

from hostile import HostileTest

EARLY = 1_000_000_000  #: a time in 2001


def no_large_files() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000))


class Writing(HostileTest):
    def setUp(self) -> None:
        super().setUp()
        self.manifest({"slots": {"s": {"text": "First"}}})
        self.build()
        for file in self.out.iterdir():
            os.utime(file, (EARLY, EARLY))
        self.before = self.state()
        self.assertEqual(sorted(self.before), ["hostile.c", "hostile.h"])

    def state(self) -> dict[str, tuple[bytes, float]]:
        return {file.name: (file.read_bytes(), file.stat().st_mtime) for file in self.out.iterdir() if file.is_file()}

    def test_what_has_not_changed_keeps_its_time(self) -> None:
        self.build()
        self.assertEqual(self.state(), self.before)

    def test_what_has_changed_is_written(self) -> None:
        self.manifest({"slots": {"s": {"text": "Second"}}})
        self.build()
        after = self.state()
        for name, (data, modified) in self.before.items():
            self.assertNotEqual(after[name][0], data)
            self.assertGreater(after[name][1], modified)

    def test_an_error_leaves_the_old_files(self) -> None:
        self.manifest({"slots": {"s": {"text": "Second {nobody}"}, "t": {}}})
        self.build(status=1)
        self.assertEqual(self.state(), self.before)

    def test_five_mistakes_in_three_files_are_all_shown(self) -> None:
        self.manifest("variables:\n  pct: {type: integer, max: many}\nslots:\n  s: {text: Second}\n")
        self.write("one.md", "---\nplaceholder: [pct]\n---\nAt {pct}\n")
        self.write("two.yaml", "slots:\n  two: {placeholders: [pct], text: \"At {pctt}%\"}\n  3: {text: Three}\n")
        output = self.build(status=1)
        self.assertEqual(re.findall(r"pack/(\S+): error\[(PR\d{4})\]", output),
                         [("one.md:2:1", "PR0401"), ("one.md:4:4", "PR0301"), ("pack.yaml:4:29", "PR0402"),
                          ("two.yaml:2:40", "PR0301"), ("two.yaml:3:3", "PR0407")])
        self.assertEqual(self.state(), self.before)

    def test_an_error_of_the_tables_leaves_the_old_files(self) -> None:
        self.manifest({"variables": {"v": {"type": "text", "default": "d" * 4096}},
                       "slots": {"s": {"placeholders": ["v"], "text": "{v}"}}})
        self.assertIn("PR0601", self.build(status=1))
        self.assertEqual(self.state(), self.before)

    def test_a_usage_error_leaves_the_old_files(self) -> None:
        self.manifest({"slots": {"s": {"text": "Second"}}})
        self.build("--formats", "html", status=2)
        self.assertEqual(self.state(), self.before)

    def test_a_full_disk_leaves_the_old_files(self) -> None:
        """A limit on the size of files stands in for the disk."""
        self.manifest({"slots": {"s": {"text": "Second " * 4000}}})
        output = self.build(status=1, preexec_fn=no_large_files)
        self.assertIn(f"cannot write {self.out}/hostile.c: File too large", output)
        self.assertEqual(self.state(), self.before)

    def test_a_directory_that_cannot_be_written_to(self) -> None:
        self.manifest({"slots": {"s": {"text": "Second"}}})
        os.chmod(self.out, 0o555)
        self.addCleanup(os.chmod, self.out, 0o755)
        if os.access(self.out, os.W_OK):
            self.skipTest("this user may write everywhere")
        self.assertIn("cannot write", self.build(status=1))
        self.assertEqual(self.state(), self.before)

    def test_a_name_that_is_taken_by_a_directory(self) -> None:
        """Neither of the two files is written, not only the one that cannot be."""
        for name in ("hostile.c", "hostile.h"):
            with self.subTest(name):
                self.setUp()
                (self.out / name).unlink()
                (self.out / name).mkdir()
                before = self.state()
                self.manifest({"slots": {"s": {"text": "Second"}}})
                self.assertIn("cannot write", self.build(status=1))
                self.assertEqual(self.state(), before)

    def test_a_name_that_is_taken_by_a_pipe(self) -> None:
        """Nobody waits for what might come out of it."""
        (self.out / "hostile.c").unlink()
        os.mkfifo(self.out / "hostile.c")
        before = self.state()
        self.manifest({"slots": {"s": {"text": "Second"}}})
        self.assertIn("it is no regular file", self.build(status=1))
        self.assertEqual(self.state(), before)

    def test_a_dependency_file_that_cannot_be_written(self) -> None:
        self.manifest({"slots": {"s": {"text": "Second"}}})
        output = self.build("--depfile", self.directory / "nowhere" / "deps", status=1)
        self.assertIn("cannot write", output)
        self.assertEqual(self.state(), self.before)

    def test_nothing_else_is_left_behind(self) -> None:
        self.manifest({"slots": {"s": {"text": "Second"}}})
        self.build()
        self.assertEqual(sorted(file.name for file in self.out.iterdir()), ["hostile.c", "hostile.h"])
        self.assertEqual((self.out / "hostile.c").stat().st_mode & 0o111, 0)
