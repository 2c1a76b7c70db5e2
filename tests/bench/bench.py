"""Compares and times all shapes: what they render must be the same bytes, then they take turns on one core."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

import programs  # noqa: E402
import request_pack  # noqa: E402
import rounds  # noqa: E402
import workload  # noqa: E402


def inside(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def expected() -> "dict[str, list[bytes]]":
    """What shapes of each kind must render, made without any of them."""
    texts = {"slot": workload.slot().texts(), "escaped": workload.escaped_slot().texts(),
             "nudge": workload.nudge().texts(), "system-prompt": workload.system_prompt().texts()}
    texts.update({f"{kind}-json": list(map(inside, found)) for kind, found in list(texts.items())})
    body = json.dumps(request_pack.body(), ensure_ascii=False, separators=(",", ":"))
    texts["request"] = [body] * workload.SETS
    return {kind: [text.encode() for text in found] for kind, found in texts.items()}


def compare(worker: rounds.Worker, right: "dict[str, list[bytes]]") -> "list[str]":
    """Shapes that render something else than they should."""
    wrong = []
    for shape in worker.shapes:
        texts = right[shape.split("/")[0]]
        measures = shape.endswith("/measure")
        wanted = [len(text) for text in texts] if measures else texts
        if worker.texts(shape, len(texts), not measures) != wanted:
            wrong.append(shape)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--only", default="", help="shapes whose name begins with one of these, comma separated")
    parser.add_argument("--build", type=Path, help="directory to build in (default: a temporary one)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="promptrom bench ") as temporary:
        program = programs.Workshop(options.build or Path(temporary)).program()
        core = rounds.pin()
        with rounds.Worker(program) as worker:
            wrong = compare(worker, expected())
            if wrong:
                print("these render other bytes than they should: " + ", ".join(wrong), file=sys.stderr)
                return 1
            chosen = tuple(options.only.split(","))
            shapes = {name: worker for name in worker.shapes if name.startswith(chosen)}
            times = rounds.run_rounds(shapes, options.rounds)
    print(f"core {core}, {options.rounds} rounds")
    for name in shapes:
        group = name.split("/")[0].replace("-json", "")
        bases = [base for base in (f"{group}/memcpy", f"{group}/render") if base in shapes]
        print(f"{name:36} {times.median(name):10.1f} ns", *(f"{times.ratio(name, base):7.2f} x {base}" for base in bases))
    return 0


if __name__ == "__main__":
    sys.exit(main())
