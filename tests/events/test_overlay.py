"""An overlay's texts, and not those that were known before it came, are what is compiled and hashed."""

from __future__ import annotations

import subprocess
import tempfile
import unittest
from pathlib import Path

import program
from promptrom.emit import emit
from promptrom.lower import Options, lower
from promptrom.view import view
from promptrom.xxh64 import xxh64

FILES = {
    "pack.yaml": "promptrom: 1\npack: small\nslots:\n  greet:\n    text: Hello\n    block: {type: turn_context, "
                 "layer: event, output: turn, durability: turn_only, events: [wake]}\n"
                 "assemblies:\n  wake: {event: wake, outputs: {turn: {}}}\n",
    "overlays/de.yaml": "greet: Guten Tag\n"}


class Overlay(unittest.TestCase):
    def test_hashes(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            folder = Path(directory)
            for name, text in FILES.items():
                (folder / "small" / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / "small" / name).write_text(text, encoding="utf-8")
            pack = program.checked(folder / "small")
            for name, text in emit(view(pack, lower(pack, Options()), "small")).items():
                (folder / name).write_text(text, encoding="utf-8")
            made = folder / "overlay"
            sources = [program.HERE / "overlay.c", folder / "small.c", *program.SOURCES]
            subprocess.run(["cc", *program.STRICT, f"-I{program.ROOT / 'include'}", f"-I{folder}", "-o", str(made),
                            *map(str, sources)], check=True)
            printed = subprocess.run([str(made)], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
            self.assertEqual(printed, [f"{xxh64(text):016x}" for text in (b"Hello", b"Guten Tag")])


if __name__ == "__main__":
    unittest.main()
