"""What large packs cost the compiler and the C compiler: CPU time and memory, for 1,000 and 10,000 slots of 1.5 KB.

`python3 scale.py` prints a table in Markdown, and with `--write` puts it into docs/benchmarks.md; `python3 scale.py
500 1000` prints one for other sizes. Each figure is the best of three runs, in a process of its own, as the kernel
counts it."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from scale_pack import write_pack

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("PROMPTROM_PYTHON") or sys.executable
PAGE = ROOT / "docs/benchmarks.md"
BEGIN, END = "<!-- begin: tests/scale/scale.py -->\n", "<!-- end -->\n"
SIZES = (1000, 10000)
RUNS = 3


class Cost(NamedTuple):
    seconds: float    # of CPU, in user and kernel mode
    megabytes: float  # resident at most


def one_run(command: "list[str]") -> Cost:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"scale: {' '.join(command)}: exit {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def cost(*command: object) -> Cost:
    return min(one_run([str(word) for word in command]) for _ in range(RUNS))


def measure(slots: int, directory: Path) -> "dict[str, Cost]":
    pack, out = directory / f"pack_{slots}", directory / f"out_{slots}"
    write_pack(pack, slots)
    promptrom = (PYTHON, ROOT / "gen/promptrom")
    costs = {"check": cost(*promptrom, "check", pack),
             "build": cost(*promptrom, "build", pack, "-o", out)}
    costs["cc -O2"] = cost("cc", "-std=c99", "-O2", "-c", f"-I{ROOT / 'include'}", out / "scale.c",
                           "-o", out / "scale.o")
    return costs


def table(measured: "dict[int, dict[str, Cost]]") -> str:
    lines = ["| slots | " + " | ".join(f"{name}: CPU | memory" for name in next(iter(measured.values()))) + " |"]
    lines.append("|---:" * (lines[0].count("|") - 1) + "|")
    for slots, costs in measured.items():
        cells = " | ".join(f"{cost.seconds:.2f} s | {cost.megabytes:.0f} MB" for cost in costs.values())
        lines.append(f"| {slots:,} | {cells} |")
    return "\n".join(lines)


def with_table(page: str, written: str) -> str:
    """The page with another table in its place."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{written}\n\n{END}{rest.partition(END)[2]}"


def measured(sizes: "list[int]") -> "dict[int, dict[str, Cost]]":
    costs = {}
    with tempfile.TemporaryDirectory() as name:
        for slots in sizes:
            print(f"scale: {slots:,} slots", file=sys.stderr)
            costs[slots] = measure(slots, Path(name))
    return costs


def main(arguments: "list[str]") -> int:
    parser = argparse.ArgumentParser(prog="scale.py")
    parser.add_argument("sizes", nargs="*", type=int, metavar="SLOTS", default=list(SIZES))
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    chosen = parser.parse_args(arguments)
    written = table(measured(chosen.sizes))
    print(written)
    if chosen.write:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), written), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
