"""promptrom_add_pack(): its keywords, and what it says of mistakes."""

from __future__ import annotations

from pathlib import Path

from projects import FROM_SOURCE, PACK
from support import InTemporaryDirectory, fails, run, write

PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(one_pack C)
{promptrom}
promptrom_add_pack({call})
"""


class AddPack(InTemporaryDirectory):
    def configure(self, call: str, manifest: str = PACK.format(name="left-hand"), command: object = run) -> str:
        project = self.directory / "project"
        write(project / "CMakeLists.txt", PROJECT.format(promptrom=FROM_SOURCE, call=call))
        write(project / "pack" / "pack.yaml", manifest)
        write(project / "pack" / "motto.txt", "All is well.\n")
        return command("cmake", "-S", project, "-B", self.directory / "out", "-G", "Ninja")  # type: ignore[operator]

    def generated(self, call: str) -> tuple[str, str]:
        """The C file and the header that a build makes, which must compile."""
        self.configure(call)
        run("cmake", "--build", self.directory / "out", "--target", "left")
        out: Path = self.directory / "out" / "left.pack"
        return (out / "left_hand.c").read_text(encoding="utf-8"), (out / "left_hand.h").read_text(encoding="utf-8")

    def test_keywords(self) -> None:
        plain, header = self.generated("left PACK pack")
        self.assertIn("left_hand_greeting_args", header)
        for present in ('"greeting"', ".files         = NULL", "{text_segments, NULL}"):
            self.assertIn(present, plain)

        code, header = self.generated("left PACK pack PREFIX lh FORMATS text json SOURCE_MAP STRIP_NAMES")
        self.assertIn("lh_greeting_args", header)
        self.assertNotIn("left_hand_greeting_args", header)
        for absent in ('"greeting"', ".files         = NULL", "{text_segments, NULL}"):
            self.assertNotIn(absent, code)
        self.assertIn("pack.yaml", code)

    def test_mistakes(self) -> None:
        for call, said in {
            "left": "PACK, the pack's directory, is missing",
            "left PACK": "no value for PACK",
            "left PACK pack SOURCEMAP": "unknown arguments: SOURCEMAP",
            "left PACK elsewhere": "no pack here",
        }.items():
            with self.subTest(call):
                self.assertIn(said, " ".join(self.configure(call, command=fails).split()))

    def test_a_manifest_without_a_name(self) -> None:
        said = self.configure("left PACK pack", manifest="promptrom: 1\n", command=fails)
        self.assertIn("`pack: NAME`", said)

    def test_names_that_are_quoted_or_followed_by_a_comment(self) -> None:
        for name in ("'left-hand'", '"left-hand"', "left-hand  # of two"):
            with self.subTest(name):
                self.configure("left PACK pack", manifest=PACK.format(name=name))
                run("cmake", "--build", self.directory / "out", "--target", "left")
