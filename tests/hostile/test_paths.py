"""Paths that lead out, in circles, to things that are no files, or that say one thing twice."""

from __future__ import annotations

import os
import socket

from hostile import HostileTest

class Paths(HostileTest):
    def setUp(self) -> None:
        super().setUp()
        self.manifest("")
        self.write("hello.md", "Hello\n")
        (self.directory / "secret.md").write_text("SECRET\n", encoding="utf-8")

    def refused(self, code: str) -> str:
        output = self.checked(1)
        self.assertIn(f"error[{code}]", output)
        self.assertNotIn("SECRET", output)
        return output

    def test_a_sound_pack_is_accepted(self) -> None:
        self.checked(0)

    def test_files_outside(self) -> None:
        for path in ("../secret.md", "/etc/passwd", "a/../../secret.md", "..", "/", "../pack/hello.md"):
            with self.subTest(path):
                self.manifest({"slots": {"s": {"file": path}}})
                self.refused("PR0110")

    def test_paths_in_another_form(self) -> None:
        for path in ("./hello.md", "a//hello.md", "hello.md/", "a/./hello.md"):
            with self.subTest(path):
                self.manifest({"slots": {"s": {"file": path}}})
                self.refused("PR0111")

    def test_odd_paths(self) -> None:
        for path in ("", " ", "hello.md ", "\\hello.md", "C:\\hello.md", "hello.md\u200b", "~/hello.md",
                     "$HOME/x", "*"):
            with self.subTest(path):
                self.manifest({"slots": {"s": {"file": path}}})
                output = self.checked(1)
                self.assertRegex(output, r"pack\.yaml:3:\d+: error\[PR01\d\d\]")

    def test_links_out(self) -> None:
        for name, target in (("out.md", "../secret.md"), ("out", ".."),
                             ("absolute.md", str(self.directory / "secret.md"))):
            with self.subTest(name):
                os.symlink(target, self.pack / name)
                self.refused("PR0107")
                os.unlink(self.pack / name)

    def test_links_in_circles(self) -> None:
        os.symlink("a.md", self.pack / "b.md")
        os.symlink("b.md", self.pack / "a.md")
        self.refused("PR0104")

    def test_a_directory_inside_itself(self) -> None:
        os.symlink(".", self.pack / "inner")
        self.checked(1)

    def test_a_link_to_nothing(self) -> None:
        os.symlink("nothing.md", self.pack / "gone.md")
        self.refused("PR0104")

    def test_a_link_inside_the_pack_is_fine(self) -> None:
        self.write("sub/real.txt", "Real\n")
        os.symlink("sub/real.txt", self.pack / "link.txt")
        self.manifest({"slots": {"s": {"file": "link.txt"}}})
        self.checked(0)

    def test_what_is_no_file(self) -> None:
        """None of these may be opened: reading a pipe would wait for ever."""
        os.mkfifo(self.pack / "pipe.md")
        self.refused("PR0103")
        os.unlink(self.pack / "pipe.md")
        with socket.socket(socket.AF_UNIX) as server:
            previous = os.getcwd()
            os.chdir(self.pack)  # the path of a socket is short
            try:
                server.bind("socket.yaml")
            finally:
                os.chdir(previous)
            self.refused("PR0103")
        os.unlink(self.pack / "socket.yaml")
        (self.pack / "directory.md").mkdir()
        self.checked(0)

    def test_a_device_by_way_of_a_link(self) -> None:
        for target in ("/dev/zero", "/dev/stdin", "/proc/self/environ"):
            with self.subTest(target):
                os.symlink(target, self.pack / "device.md")
                self.checked(1)
                os.unlink(self.pack / "device.md")

    def test_manifests_that_are_none(self) -> None:
        manifest = self.pack / "pack.yaml"
        manifest.unlink()
        self.refused("PR0101")
        manifest.mkdir()
        self.checked(1)
        manifest.rmdir()
        os.mkfifo(manifest)
        self.checked(1)

    def test_packs_that_are_none(self) -> None:
        for path in (self.directory / "nothing", self.pack / "pack.yaml", "/dev/null", ""):
            with self.subTest(path):
                self.assertRegex(self.promptrom("check", path, status=1), r"error\[PR010\d\]")

    def test_names_equal_but_for_case(self) -> None:
        self.write("Hello.md", "Hello\n")
        if (self.pack / "hello.md").read_bytes() == b"Hello\n" and len(list(self.pack.iterdir())) == 2:
            self.skipTest("this file system cannot hold both")
        self.refused("PR0106")

    def test_names_that_are_no_text(self) -> None:
        for name in (b"new\nline.md", b"bell\x07.txt", b"latin-\xe9.md", b"esc\x1b[31m.txt"):
            with self.subTest(name):
                file = os.path.join(os.fsencode(self.pack), name)
                with open(file, "wb") as opened:
                    opened.write(b"x")
                output = self.refused("PR0109")
                self.assertNotIn("\x1b", output)
                self.assertNotIn("\x07", output)
                os.unlink(file)

    def test_names_that_mean_something_to_make(self) -> None:
        """They come out of the dependency file as they went in."""
        self.write("a b$c#d.txt", "A\n")
        self.manifest({"slots": {"s": {"file": "a b$c#d.txt"}}})
        depfile = self.directory / "deps"
        self.build("--depfile", depfile)
        self.assertIn("a\\ b$$c\\#d.txt", depfile.read_text(encoding="utf-8"))

    def test_deep_directories(self) -> None:
        self.write("/".join(["d"] * 40) + "/deep.txt", "x")
        self.refused("PR0114")

    def test_huge_files(self) -> None:
        with open(self.pack / "huge.md", "wb") as file:
            file.truncate(1 << 40)
        self.refused("PR0105")

    def test_outputs_that_cannot_be(self) -> None:
        for out in (self.pack / "hello.md", self.pack / "hello.md" / "below", "/dev/null", "/proc/nothing"):
            with self.subTest(out):
                done = self.promptrom("build", self.pack, "-o", out, status=1)
                self.assertIn("cannot write", done)
