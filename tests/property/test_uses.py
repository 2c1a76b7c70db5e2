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
SMALL = ["-std=c99", "-O1", "-DPRM_SMALL"]


def all_but(use: str) -> str:
    return f"-DPRM_USES=PRM_USE_ALL-PRM_USE_{use}"


def uses_matter(source: Path) -> bool:
    """Whether a file is another one with other uses, by the headers that it includes."""
    made = subprocess.run([COMPILER, f"-I{ROOT / 'include'}", "-MM", source], stdout=subprocess.PIPE,
                          encoding="utf-8", check=True)
    return "piece.h" in made.stdout or "PRM_HAS" in source.read_text(encoding="utf-8")


class Uses(unittest.TestCase):
    directory: Path
    file: Path  #: of cases
    sources: list[Path]
    objects: list[Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom uses "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.file = cls.directory / "cases"
        cls.file.write_bytes(b"".join(cases.PackCases(f"{SEED}/{number}").write() for number in range(PACKS)))
        files = [HERE / "harness.c", *sorted(CORE.glob("*.c"))]
        cls.sources = [file for file in files if uses_matter(file)]
        cls.objects = [cls.compile(file, []) for file in files if file not in cls.sources]

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

    def test_all_but_places(self) -> None:
        """Only reports say less."""
        status, output = run_harness(self.harness(all_but("PLACES")), self.file)
        self.assertEqual((status, " 0 bad" in output), (0, True), output)


if __name__ == "__main__":
    unittest.main()
