"""Libraries that are able to do all but one thing: what does not need it is done as ever, the rest is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "gen")]

from promptrom.uses import USES  # noqa: E402

import cases  # noqa: E402
from test_property import COMPILER, CORE, ROOT, compile_c, run_harness  # noqa: E402

PACKS, SEED = 150, "uses"
SPARED = ("RANGES", "FENCES", "RAW_JSON", "OVERLAYS", "ROWS_IN_ROWS")  #: some of these packs do without
UNIT = ROOT / "tests" / "unit"
SMALL = ["-std=c99", "-O1", "-DPRM_SMALL"]


def all_but(use: str) -> str:
    return f"-DPRM_USES=PRM_USE_ALL-PRM_USE_{use}"


def uses_matter(source: Path) -> bool:
    """Whether a file is another one with other uses, by the headers that it includes."""
    made = subprocess.run([COMPILER, f"-I{ROOT / 'include'}", "-MM", source], stdout=subprocess.PIPE,
                          encoding="utf-8", check=True)
    return "render.h" in made.stdout or "PRM_HAS" in source.read_text(encoding="utf-8")


class Uses(unittest.TestCase):
    directory: Path
    packs: list[tuple[bytes, tuple[str, ...]]]  #: with cases of each, and what it uses
    file: Path  #: of all
    sources: list[Path]
    objects: list[Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom uses "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        made = [cases.PackCases(f"{SEED}/{number}") for number in range(PACKS)]
        cls.packs = [(each.write(), each.uses) for each in made]
        cls.file = cls.write("cases", cls.packs)
        files = [HERE / "harness.c", *sorted(CORE.glob("*.c"))]
        cls.sources = [file for file in files if uses_matter(file)]
        cls.objects = [cls.compile(file, []) for file in files if file not in cls.sources]

    @classmethod
    def write(cls, name: str, packs: list[tuple[bytes, tuple[str, ...]]]) -> Path:
        file = cls.directory / name
        file.write_bytes(b"".join(data for data, _ in packs))
        return file

    @classmethod
    def compile(cls, source: Path, flags: list[str]) -> Path:
        to = cls.directory / f"{source.stem}.o"
        compile_c(*SMALL, *flags, "-c", source, "-o", to)
        return to

    def harness(self, flag: str) -> Path:
        made = [self.compile(source, [flag]) for source in self.sources]
        to = self.directory / "harness"
        compile_c(*self.objects, *made, "-o", to)
        return to

    def test_all_but_one(self) -> None:
        for use in USES:
            with self.subTest(use):
                harness = self.harness(all_but(use))
                status, output = run_harness(harness, self.file, "partly")
                counts = re.search(r", (\d+) cases .* (\d+) refused\), .* 0 bad", output)
                self.assertTrue(status == 0 and counts, output)
                self.assertTrue(int(counts[1]) > 100 and int(counts[2]) > 10, output)
                self.assertNotEqual(run_harness(harness, self.file)[0], 0, f"nothing misses {use}")
                if use in SPARED:
                    self.check_others(harness, use)

    def check_others(self, harness: Path, use: str) -> None:
        """Packs that do not ask for it do not miss it."""
        others = [(data, uses) for data, uses in self.packs if data and use not in uses]
        self.assertTrue(others, use)
        status, output = run_harness(harness, self.write("others", others))
        self.assertEqual((status, " 0 bad" in output), (0, True), f"{use}: {output}")

    def test_all_but_places(self) -> None:
        """Only reports say less."""
        status, output = run_harness(self.harness(all_but("PLACES")), self.file)
        self.assertEqual((status, " 0 bad" in output), (0, True), output)

    def damage(self, core: Path) -> tuple[int, str]:
        """The tests of damaged tables with a library that has no room for rows within rows."""
        program = self.directory / "damage"
        compile_c(*SMALL, all_but("ROWS_IN_ROWS"), f"-I{core}", f"-I{UNIT}", UNIT / "test_damage.c",
                  *sorted(core.glob("*.c")), "-lcmocka", "-o", program)
        return run_harness(program)

    def test_levels_that_it_does_not_have(self) -> None:
        status, output = self.damage(CORE)
        self.assertEqual((status, "[  PASSED  ]" in output), (0, True), output)
        changed = Path(shutil.copytree(CORE, self.directory / "core"))
        header = (changed / "walk.h").read_text(encoding="utf-8")
        self.assertIn("level <= PRM_MAX_LEVELS ?", header)
        (changed / "walk.h").write_text(header.replace("level <= PRM_MAX_LEVELS ?", "true ?"), encoding="utf-8")
        self.assertNotEqual(self.damage(changed)[0], 0)


if __name__ == "__main__":
    unittest.main()
