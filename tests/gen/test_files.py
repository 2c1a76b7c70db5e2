"""Reading a pack's files: which ones, in which order, and what is refused."""

from __future__ import annotations

import os
import unittest
from unittest import mock

from fixtures import MANIFEST, PackTest, codes, marked, place, source
from promptrom import files
from promptrom.diagnostics import Report
from promptrom.files import LARGEST, PackFiles, read_file, read_pack
from promptrom.show import one_as_text
from promptrom.source import Span


class Finding(PackTest):
    def read(self) -> PackFiles:
        return read_pack(self.directory, self.report)

    def test_kinds_and_order(self) -> None:
        self.write({"pack.yaml": MANIFEST, "b.md": "b", "a/z.md": "z", "a-b.md": "-", "B.md.txt": "x",
                    "README.md": "r",
                    "a/README.md": "r", "more.yaml": "slots: {}\n", ".hidden.md": "h", ".git/x.md": "h",
                    "overlays/de.yaml": "a: b\n", "overlays/de/b.md": "b", "é.md": "e"})
        pack = self.read()
        self.assertFalse(self.report.items)
        self.assertEqual(pack.manifest.text, MANIFEST)
        self.assertEqual([file.source.name for file in pack.markdown], ["a-b.md", "a/z.md", "b.md", "é.md"])
        self.assertEqual([item.name for item in pack.yaml], ["more.yaml"])
        self.assertEqual([file.source.name for file in pack.overlays], ["overlays/de.yaml", "overlays/de/b.md"])
        self.assertIn("B.md.txt", pack.names)
        self.assertEqual(pack.directories, tuple(os.path.join(self.directory, name) if name else self.directory
                                                 for name in ("", "a", "overlays", "overlays/de")))
        self.assertEqual(pack.markdown[1].source.path, os.path.join(self.directory, "a/z.md"))

    def test_order_is_not_the_file_system_s(self) -> None:
        self.write({"pack.yaml": MANIFEST, "b.md": "b", "a.md": "a", "c/d.md": "d"})
        one = self.read()
        listdir = os.listdir
        with mock.patch("os.listdir", lambda path: sorted(listdir(path), reverse=True)):
            other = self.read()
        self.assertEqual(one.names, other.names)
        self.assertEqual([file.source.name for file in one.markdown], [file.source.name for file in other.markdown])

    def test_path_as_given(self) -> None:
        self.write({"pack.yaml": MANIFEST})
        self.directory += "/"
        self.assertEqual(self.read().manifest.path, self.directory + "pack.yaml")

    def test_no_manifest(self) -> None:
        self.write({"inner/pack.yaml": MANIFEST})
        self.read()
        self.assertIn(os.path.join(self.directory, "inner"), self.only("PR0101").helps[0])

    def test_not_a_directory(self) -> None:
        self.write({"pack.yaml": MANIFEST})
        path = os.path.join(self.directory, "pack.yaml")
        read_pack(path, self.report)
        self.assertIn(self.directory, self.only("PR0102").helps[0])

    def test_not_there(self) -> None:
        read_pack(self.directory + "x", self.report)
        self.assertEqual(self.only("PR0104").path, self.directory + "x")

    def test_pipe_is_not_opened(self) -> None:
        self.write({"pack.yaml": MANIFEST})
        os.mkfifo(os.path.join(self.directory, "slot.md"))
        os.mkfifo(os.path.join(self.directory, "notes.txt"))
        pack = self.read()
        self.assertIn("named pipe", self.only("PR0103").message)
        self.assertNotIn("notes.txt", pack.names)

    def test_pipe_that_comes_between(self) -> None:
        """A file replaced by a pipe after it was listed neither blocks nor is read."""
        path = os.path.join(self.directory, "slot.md")
        os.mkfifo(path)
        regular = os.stat(__file__)
        with mock.patch("os.stat", lambda *_: regular):
            self.assertIsNone(files._read_bytes(path, None, self.report))
        self.only("PR0103")

    def test_file_that_goes_between(self) -> None:
        """A file that is removed while the pack is listed is an error like any other that cannot be read."""
        self.write({"pack.yaml": MANIFEST, "a.md": "a", "b.md": "b"})
        resolve = os.path.realpath

        def resolve_and_remove(path: str) -> str:
            found = resolve(path)
            if path.endswith("a.md"):
                os.unlink(path)
            return found

        with mock.patch("os.path.realpath", resolve_and_remove):
            pack = self.read()
        self.assertEqual(self.only("PR0104").path, os.path.join(self.directory, "a.md"))
        self.assertEqual([file.source.name for file in pack.markdown], ["b.md"])

    def test_a_size_that_is_not_known(self) -> None:
        path = "/proc/self/status"
        if not os.path.exists(path):
            self.skipTest(f"not run: there is no {path}")
        self.assertIsNone(files._read_bytes(path, None, self.report))
        self.assertIn("holds more than its size says", self.only("PR0103").message)

    def test_links(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a.md": "a", "d/e.md": "e"})
        outside = os.path.join(self.outside, "secret.md")
        with open(outside, "w", encoding="utf-8") as stream:
            stream.write("secret")
        for target, name in ((outside, "out.md"), ("a.md", "in.md"), ("loop.md", "loop.md"), ("nowhere", "gone.md"),
                             ("..", "d/up"), (self.outside, "outside"), ("d", "again")):
            os.symlink(target, os.path.join(self.directory, name))
        pack = self.read()
        found = {os.path.basename(item.path): item.code for item in self.report.items}
        self.assertEqual(found, {"out.md": "PR0107", "loop.md": "PR0104", "gone.md": "PR0104", "up": "PR0108",
                                 "outside": "PR0107"})
        said = [item.message for item in self.report.items if item.code == "PR0104"]
        self.assertIn("the link leads nowhere", said[0])
        self.assertIn("the link leads in a circle", said[1])
        self.assertEqual([file.source.name for file in pack.markdown], ["a.md", "again/e.md", "d/e.md", "in.md"])

    def test_neighbour_with_the_same_beginning_is_outside(self) -> None:
        os.mkdir(self.directory + "-other")
        os.symlink(self.directory + "-other", os.path.join(self.directory, "d"))
        self.write({"pack.yaml": MANIFEST})
        self.read()
        self.only("PR0107")

    def test_same_but_for_case(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a.txt": "a", "A.txt": "a", "x/e\u0301.txt": "", "x/É.txt": ""})
        self.read()
        self.assertEqual(codes(self.report), ["PR0106", "PR0106"])

    def test_unreadable_names(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a\nb.md": "a"})
        with open(os.path.join(os.fsencode(self.directory), b"\xff.md"), "wb"):
            pass
        self.read()
        self.assertEqual(codes(self.report), ["PR0109", "PR0109"])
        self.assertEqual([item.message.split(" holds ")[1] for item in self.report.items],
                         ["U+000A, which cannot be shown", "byte 0xff, which is not UTF-8"])
        self.assertEqual([one_as_text(item).split(":")[0] for item in self.report.items],
                         [f"{self.directory}/{name}" for name in ("a\\nb.md", "\\xff.md")])

    def test_other_suffixes(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a.yml": "", "b.markdown": "", "c.MD": "", "d.txt": ""})
        self.read()
        self.assertEqual(codes(self.report), ["PR0126"] * 3)
        self.assertEqual([item.helps[0] for item in self.report.items],
                         ["name it a.yaml", "name it b.md", "name it c.md"])

    def test_depth(self) -> None:
        self.write({"pack.yaml": MANIFEST, "/".join("d" * 32) + "/a.md": "a"})
        self.read()
        self.assertFalse(self.report.items)
        self.write({"/".join("d" * 33) + "/a.md": "a"})
        self.read()
        self.only("PR0114")

    def test_paths_to_one_directory(self) -> None:
        self.write({"pack.yaml": MANIFEST, "d/a.md": "a"})
        for number in range(15):
            os.symlink("d", os.path.join(self.directory, f"link{number}"))
        self.assertEqual(len(self.read().markdown), 16)
        self.assertFalse(self.report.items)
        os.symlink("d", os.path.join(self.directory, "z"))
        self.assertEqual(len(self.read().markdown), 16)
        self.assertTrue(self.only("PR0114").path.endswith("/z"))

    def test_links_that_cross(self) -> None:
        """Each directory leads to the next one twice, so that the last one has a thousand million paths."""
        self.write({"pack.yaml": MANIFEST, **{f"d{number}/a.md": "a" for number in range(31)}})
        for number in range(30):
            for name in ("left", "right"):
                os.symlink(f"../d{number + 1}", os.path.join(self.directory, f"d{number}", name))
        self.assertLessEqual(len(self.read().markdown), 31 * 16)
        self.assertEqual(set(codes(self.report)), {"PR0114"})

    def test_size(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a.md": b"x" * LARGEST})
        self.read()
        self.assertFalse(self.report.items)
        self.write({"a.md": b"x" * (LARGEST + 1)})
        self.read()
        self.assertIn(str(LARGEST + 1), self.only("PR0105").message)

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_permission(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a.md": "a"})
        os.chmod(os.path.join(self.directory, "a.md"), 0)
        self.read()
        self.only("PR0104")

    def test_changed_while_read(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a.md": "a"})
        path = os.path.join(self.directory, "a.md")

        def grow(stream):
            yield stream.read(100)
            with open(path, "ab") as other:
                other.write(b"more")

        with mock.patch("promptrom.files._chunks", grow):
            self.assertIsNone(files._read_bytes(path, None, self.report))
        self.only("PR0113")


class Naming(PackTest):
    """Files that a `file:` names."""

    def read(self, name: str, **keep):
        self.report = Report()
        pack = read_pack(self.directory, Report())
        node = source(f"file: {name}\n")
        text = read_file(pack, name, Span(node, 6, 6 + len(name)), self.report, **keep)
        return text

    def test_text(self) -> None:
        self.write({"pack.yaml": MANIFEST, "t/a.txt": "one {x}\n\n", "b.md": "b\r\nc\r\n"})
        text = self.read("t/a.txt")
        self.assertEqual(text.value, "one {x}\n")
        self.assertEqual(text.span(4, 7).start, 4)
        self.assertEqual(self.read("t/a.txt", keep_final_newline=True).value, "one {x}\n\n")
        self.assertFalse(self.report.items)
        self.assertEqual(self.read("b.md").value, "b\nc")
        self.only("PR0122")
        self.assertEqual(self.read("b.md", keep_newlines=True).value, "b\r\nc")
        self.assertFalse(self.report.items)

    def test_outside(self) -> None:
        self.write({"pack.yaml": MANIFEST})
        for name in ("/etc/passwd", "../demo/pack.yaml", "a/../../x", ".."):
            self.assertIsNone(self.read(name))
            self.assertEqual(marked(self.only("PR0110")), name)

    def test_untidy(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a/b.txt": "", ".h": ""})
        for name in ("./a/b.txt", "a//b.txt", "a\\b.txt", "a/./b.txt", "a/b.txt/"):
            self.assertIsNone(self.read(name))
            self.assertEqual(self.only("PR0111").helps, ("write a/b.txt",))
        self.assertIsNone(self.read(".h"))
        self.only("PR0111")

    def test_missing(self) -> None:
        self.write({"pack.yaml": MANIFEST, "texts/hello.txt": ""})
        self.assertIsNone(self.read("hello.txt"))
        self.assertEqual(self.only("PR0112").helps, ("did you mean texts/hello.txt?",))
        self.assertIsNone(self.read("texts/helo.txt"))
        self.assertEqual(self.only("PR0112").helps, ("did you mean texts/hello.txt?",))
        self.assertIsNone(self.read("texts"))
        self.only("PR0112")

    def test_case_matters(self) -> None:
        self.write({"pack.yaml": MANIFEST, "hello.txt": ""})
        self.assertIsNone(self.read("Hello.txt"))
        self.assertEqual(self.only("PR0112").helps, ("did you mean hello.txt?",))

    def test_front_matter_is_text(self) -> None:
        self.write({"pack.yaml": MANIFEST, "a.txt": "---\na: 1\n---\nx\n"})
        self.assertEqual(self.read("a.txt").value, "---\na: 1\n---\nx")
        self.only("PR0125")


class Decoding(PackTest):
    def read(self, data) -> "files.TextFile":
        return files.decode(data if isinstance(data, bytes) else data.encode(), "demo/a.md", "a.md", self.report)

    def test_byte_order_mark(self) -> None:
        self.assertEqual(self.read("\ufeffa").source.text, "a")
        self.only("PR0121")

    def test_invalid_byte(self) -> None:
        self.read(b"\xef\xbb\xbfone\r\ntw\xff\n")
        found = [item for item in self.report.items if item.code == "PR0115"]
        self.assertIn("0xff at offset 10", found[0].message)
        self.assertEqual(place(found[0]), (2, 3))

    def test_invalid_utf8_of_every_kind(self) -> None:
        for data in (b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80", b"\xe2\x82",
                     b"\xf8\x88\x80\x80\x80"):
            self.report = Report()
            self.read(b"ab" + data)
            self.assertIn("offset 2 ", self.only("PR0115").message)

    def test_utf16(self) -> None:
        for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
            self.report = Report()
            self.assertIsNone(self.read("abc".encode(encoding)))
            self.only("PR0116")

    def test_line_ends(self) -> None:
        file = self.read("a\r\nb\rc\n")
        self.assertEqual(file.source.text, "a\nb\nc\n")
        self.assertEqual(file.kept.text, "a\r\nb\rc\n")
        self.assertFalse(self.report.items)
        file.note_line_ends(self.report)
        self.assertEqual(place(self.only("PR0122")), (1, 2))

    def test_every_control_character(self) -> None:
        for number in [*range(0x20), *range(0x7f, 0xa0)]:
            self.report = Report()
            file = self.read("ab" + chr(number) + "c")
            if chr(number) in "\t\n\r":
                self.assertFalse(self.report.items)
                continue
            self.assertIn(f"U+{number:04X}", self.only("PR0117").message)
            self.assertEqual(file.source.text, "ab\ufffdc")

    def test_control_characters_are_told_once(self) -> None:
        self.read("a\0b\n\x1bc\0")
        self.assertIn("also at 2:1, 2:3", self.only("PR0117").notes[0])

    def test_unseen_characters(self) -> None:
        for character, code in (("\u202e", "PR0123"), ("\u2066", "PR0123"), ("\u200b", "PR0124"), 
                                ("\u00ad", "PR0124"),
                                ("\u2028", "PR0124"), ("\ufeff", "PR0124"), ("\U000e0041", "PR0124")):
            self.report = Report()
            file = self.read(f"ab{character}c")
            self.assertEqual(file.source.text, f"ab{character}c")
            item = self.only(code)
            self.assertIn(f"U+{ord(character):04X}", item.message)
            self.assertEqual(item.severity, "warning")

    def test_joiners_that_are_meant(self) -> None:
        self.read("\U0001f469\u200d\U0001f4bb \u0646\u200c\u0645\n")
        self.assertFalse(self.report.items)
        self.read("a\u200db")
        self.only("PR0124")


if __name__ == "__main__":
    unittest.main()
