#!/usr/bin/env python3
"""Long runs of the fuzz targets; test_fuzz.py has the short ones.

    tests/fuzz/fuzz.py [--minutes N] [--jobs N] [TARGET...]

Builds in build/fuzz, where the corpora that it grows stay for the next time. An input that shows a fault is written
to build/fuzz/found, with what the target said beside it.
"""

from __future__ import annotations

import argparse
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from targets import TARGETS, Target  # noqa: E402
from workshop import FUZZING, ROOT, SEEDS, Workshop, can_fuzz, regressions_of, run  # noqa: E402

BUILD = ROOT / "build" / "fuzz"
HANG = 60  #: seconds for one input


def long_run(workshop: Workshop, target: Target, minutes: float) -> bool:
    """Whether all went well."""
    corpus, found = BUILD / "corpus" / target.name, BUILD / "found"
    for directory in (corpus, found):
        directory.mkdir(parents=True, exist_ok=True)
    # At least a second: 0 would be for ever.
    done = run(workshop.program(target), f"-max_total_time={max(1, int(minutes * 60))}", f"-max_len={target.longest}",
               f"-timeout={HANG}", f"-artifact_prefix={found}/{target.name}-", corpus, SEEDS / target.name,
               *regressions_of(target))
    lines = [line for line in done.stdout.splitlines() if re.match(r"#\d+\s", line)]
    print(f"{target.name}: {'fine' if done.returncode == 0 else 'a fault'} {lines[-1] if lines else ''}", flush=True)
    if done.returncode != 0:
        (found / f"{target.name}.log").write_text(done.stdout, encoding="utf-8")
    return done.returncode == 0


def main(words: "list[str]") -> int:
    known = {target.name: target for target in TARGETS}
    parser = argparse.ArgumentParser(description="Long runs of the fuzz targets.")
    parser.add_argument("--minutes", type=float, default=10, help="for each target (default 10)")
    parser.add_argument("--jobs", type=int, default=1, help="targets at once (default 1)")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(known)} (default: all)")
    options = parser.parse_args(words)
    unknown = [name for name in options.targets if name not in known]
    if unknown:
        parser.error(f"no such target: {', '.join(unknown)}")
    if not can_fuzz():
        parser.error("clang with libFuzzer is not here (on Debian: clang libclang-rt-dev)")
    workshop = Workshop(BUILD, FUZZING)
    chosen = [known[name] for name in options.targets or known]
    with ThreadPoolExecutor(options.jobs) as pool:
        good = list(pool.map(lambda target: long_run(workshop, target, options.minutes), chosen))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
