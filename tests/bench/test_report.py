"""docs/benchmarks.md and docs/benchmarks.svg show what measured.json holds, and no more."""

from __future__ import annotations

import copy
import dataclasses
import sys
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE)]

import bench  # noqa: E402
import plot  # noqa: E402
import report  # noqa: E402


def slower(found: report.Measured, shape: str) -> report.Measured:
    """With a shape that takes twice as long against all."""
    ratios = copy.deepcopy(found.ratios)
    ratios[shape] = {base: 2 * ratio for base, ratio in ratios[shape].items()}
    return dataclasses.replace(found, ratios=ratios)


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        self.found = report.Measured.read(bench.RESULTS)
        self.page = bench.PAGE.read_text(encoding="utf-8")
        self.picture = bench.PICTURE.read_text(encoding="utf-8")

    def test_page_and_picture_are_made_of_the_figures(self) -> None:
        self.assertEqual(report.with_tables(self.page, self.found), self.page)
        self.assertEqual(plot.svg(self.found), self.picture)

    def test_other_figures_are_noticed(self) -> None:
        found = slower(self.found, "slot/render")
        self.assertNotEqual(report.with_tables(self.page, found), self.page)
        self.assertNotEqual(plot.svg(found), self.picture)

    def test_every_shape_of_the_tables_was_measured(self) -> None:
        self.assertNotIn("not run", report.tables(dataclasses.replace(self.found, missing=[])))
        ratios = {name: ratio for name, ratio in self.found.ratios.items() if name != "slot/overridable/chunks"}
        self.assertIn("| not run |", report.tables(dataclasses.replace(self.found, ratios=ratios)))

    def test_who_is_faster_is_said(self) -> None:
        for shape in (name for name in self.found.nanoseconds if name.startswith("slot/")):
            label = report.LABELS.get(shape[len("slot/"):], "promptrom")
            if "promptrom" not in label:
                section = report.tables(self.found).split("### An assembly")[0].partition("Faster than")[2]
                with self.subTest(shape):
                    self.assertEqual(label in section, self.found.ratios[shape]["slot/render"] < 1)


class Picture(unittest.TestCase):
    def setUp(self) -> None:
        self.found = report.Measured.read(bench.RESULTS)
        self.root = ElementTree.fromstring(plot.svg(self.found))

    def test_all_lies_within(self) -> None:
        width, height = (float(self.root.attrib[name]) for name in ("width", "height"))
        space = "{http://www.w3.org/2000/svg}"
        shown = list(self.root.iter(f"{space}rect"))
        self.assertEqual(len(shown), sum(len(shapes) for _, _, shapes in plot.GROUPS))
        for bar in shown:
            self.assertLess(float(bar.attrib["x"]) + float(bar.attrib["width"]), width)
            self.assertLess(float(bar.attrib["y"]) + plot.BAR, height)
        for label in (label for _, _, shapes in plot.GROUPS for label in shapes.values()):
            self.assertLess(7.5 * len(label), plot.LEFT - 8, f"{label} does not fit")

    def test_bars_grow_with_the_time(self) -> None:
        before = plot.bars(self.found, "slot/memcpy", {"slot/render": "promptrom"})
        behind = plot.bars(slower(self.found, "slot/render"), "slot/memcpy", {"slot/render": "promptrom"})
        self.assertAlmostEqual(behind[0].ratio, 2 * before[0].ratio)
        self.assertNotEqual(plot.group("", before, 0, range(0, 4)), plot.group("", behind, 0, range(0, 4)))

    def test_decades(self) -> None:
        self.assertEqual(plot.decades_of([1.0, 300.0]), range(0, 4))
        self.assertEqual(plot.decades_of([0.5, 30.0]), range(-1, 3))


if __name__ == "__main__":
    unittest.main()
