"""The same pack gives the same bytes, whatever the world around it looks like."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import time
from pathlib import Path

from hostile import COMPILER, PYTHON, ROOT, HostileTest, run

PACKS = [ROOT / "packs" / "nudge", ROOT / "tests" / "golden" / "packs" / "rich"]


class Determinism(HostileTest):
    def generated(self, pack: Path | str, *options: str, cwd: Path | None = None,
                  **environment: str) -> dict[str, bytes]:
        """The files that a pack gives, by name."""
        out = self.directory / "generated"
        shutil.rmtree(out, ignore_errors=True)
        self.promptrom("build", pack, "-o", out, *options, cwd=cwd, env={**os.environ, **environment})
        return {file.name: file.read_bytes() for file in sorted(out.iterdir())}

    def test_surroundings(self) -> None:
        worlds = [{"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "4294967295"},
                  {"TZ": "Pacific/Kiritimati"}, {"TZ": "America/Los_Angeles"},
                  {"LC_ALL": "C"}, {"LC_ALL": "POSIX", "LANG": ""}, {"LC_ALL": "C.UTF-8"}, {"LC_ALL": "tr_TR.UTF-8"},
                  {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONOPTIMIZE": "2"},
                  {"SOURCE_DATE_EPOCH": "1"}, {"HOME": "/nonexistent", "USER": "x", "PWD": "/"}]
        for pack in PACKS:
            first = self.generated(pack, "--source-map")
            for world in worlds:
                with self.subTest(pack=pack.name, world=world):
                    self.assertEqual(self.generated(pack, "--source-map", **world), first)

    def test_directories(self) -> None:
        for pack in PACKS:
            first = self.generated(pack, "--source-map")
            copy = self.directory / "some where else" / "copy"
            shutil.copytree(pack, copy)
            for given, cwd in ((copy, None), ("copy", copy.parent), (".", copy), ("../copy/", copy),
                               (f"{copy}//", None)):
                with self.subTest(pack=pack.name, given=given):
                    self.assertEqual(self.generated(given, "--source-map", cwd=cwd), first)
            shutil.rmtree(copy.parent)

    def test_the_compiler_elsewhere(self) -> None:
        copy = self.directory / "compiler" / "promptrom"
        shutil.copytree(COMPILER, copy, ignore=shutil.ignore_patterns("__pycache__"))
        first = self.generated(PACKS[0])
        done = run(PYTHON, copy, "build", PACKS[0], "-o", self.out)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual({file.name: file.read_bytes() for file in self.out.iterdir()}, first)

    def test_order_of_files(self) -> None:
        """Directories list files in the order in which they came, or in any other."""
        for pack in PACKS:
            first = self.generated(pack, "--source-map")
            files = sorted(file.relative_to(pack) for file in pack.rglob("*") if file.is_file())
            for order in (files, files[::-1], files[1::2] + files[::2]):
                copy = self.directory / "copy"
                for file in order:
                    (copy / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(pack / file, copy / file)
                    os.utime(copy / file, (0, 0))
                with self.subTest(pack=pack.name, order=[str(file) for file in order]):
                    self.assertEqual(self.generated(copy, "--source-map"), first)
                shutil.rmtree(copy)

    def test_names_of_files(self) -> None:
        """With ids of their own, files may have any name; so may the YAML files."""
        texts = {name: f"---\nslot: {name}\n---\nText of {name}\n" for name in ("one", "two.inner", "three")}
        results = []
        for names in (("a", "b", "c"), ("z", "y", "x"), ("m/n", "m", "A")):
            shutil.rmtree(self.pack, ignore_errors=True)
            self.manifest("")
            for (name, text), file in zip(texts.items(), names):
                self.write(f"{file}.md", text)
            self.write(f"{names[0]}.yaml", "slots: {four: {text: Four}}\n")
            results.append(self.generated(self.pack))
        self.assertEqual(results[1:], results[:-1])

    def test_order_of_declarations(self) -> None:
        slots = {"a": {"text": "A"}, "b": {"inner": {"text": "B"}}, "c": {"text": "C"}}
        self.manifest({"slots": slots})
        first = self.generated(self.pack)
        self.manifest({"slots": dict(reversed(list(slots.items())))})
        self.assertEqual(self.generated(self.pack), first)

    def test_nothing_of_the_world_is_in_the_files(self) -> None:
        text = b"\n".join(self.generated(PACKS[0], "--source-map").values()).decode("utf-8")
        for fact in (str(ROOT), str(self.directory), socket.gethostname(), time.strftime("%Y-%m"), "/tmp"):
            self.assertNotIn(fact, text)
        self.assertNotIn(f" {getpass.getuser()} ", text)

    def test_a_difference_is_seen(self) -> None:
        self.manifest({"slots": {"a": {"text": "A"}}})
        first = self.generated(self.pack)
        self.manifest({"slots": {"a": {"text": "B"}}})
        second = self.generated(self.pack)
        for name, data in first.items():
            self.assertNotEqual(second[name], data, "the fingerprint stands in both files")
