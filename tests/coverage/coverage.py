#!/usr/bin/env python3
"""Coverage of runtime/core and runtime/prompt by the tests: functions, lines, branches, and conditions (MC/DC).

Fails if a condition is not fully shown and explained.yaml does not say why, or if what stands there is not so any
more. Needs the Debian packages clang-19, llvm-19 and libclang-rt-19-dev, and takes some minutes.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from conditions import find_gaps, lines_of, read_functions, totals_of  # noqa: E402
from explained import compare, read  # noqa: E402
from feeds import COMPILER, ROOT, Feed, covered  # noqa: E402

TOOLS = {COMPILER: "clang-19", "llvm-cov-19": "llvm-19", "llvm-profdata-19": "llvm-19"}


def collected(directory: Path, units_only: bool) -> tuple[str, str]:
    """What llvm-cov exports after all runs, and what the compiler said."""
    feed = Feed(directory)
    feed.write_compilers()
    said = feed.units()
    if not units_only:
        feed.comparisons()
    return feed.exported(), said


def percent(name: str, pair: tuple[int, int]) -> str:
    shown, all_ = pair
    return f"{name:12}{shown:6} of {all_:6}{100 * shown / all_:8.2f} %"


def report(exported: str, said: str) -> bool:
    """Prints figures and what is wrong. Whether nothing is."""
    functions = read_functions(exported, ROOT, covered())
    totals = totals_of(functions)
    known = read()
    difference = compare(find_gaps(functions, said, ROOT), known)
    for name, pair in (("functions", totals.functions), ("lines", lines_of(exported)), ("branches", totals.branches),
                       ("conditions", totals.conditions)):
        print(percent(name, pair))
    print(f"{sum(known.values())} gaps are explained in explained.yaml")
    if difference:
        print(difference)
    return not difference


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--units-only", action="store_true", help="without the comparisons of the engines")
    units_only = parser.parse_args().units_only
    missing = sorted({package for tool, package in TOOLS.items() if not shutil.which(tool)})
    if missing:
        print(f"not run: install {' '.join(missing)} libclang-rt-19-dev", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="promptrom coverage ") as directory:
        return 0 if report(*collected(Path(directory), units_only)) else 1


if __name__ == "__main__":
    sys.exit(main())
