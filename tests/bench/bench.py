"""Compares and times all shapes: what they render must be the same bytes, then they take turns on one core."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE)]

import machine  # noqa: E402
import plot  # noqa: E402
import programs  # noqa: E402
import prompts  # noqa: E402
import report  # noqa: E402
import request_pack  # noqa: E402
import rounds  # noqa: E402

RESULTS = HERE / "measured.json"
PAGE = ROOT / "docs" / "benchmarks.md"
PICTURE = ROOT / "docs" / "benchmarks.svg"


def inside(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def expected() -> dict[str, list[bytes]]:
    """What shapes of each kind must render, made without any of them."""
    texts = {"slot": prompts.slot().texts(), "escaped": prompts.escaped_slot().texts(),
             "nudge": prompts.nudge().texts(), "system-prompt": prompts.system_prompt().texts()}
    texts.update({f"{kind}-json": list(map(inside, found)) for kind, found in list(texts.items())})
    for kind, messages in (("request", request_pack.MESSAGES), ("first-request", 1)):
        body = request_pack.body()
        body["messages"] = body["messages"][:1 + messages]    # type: ignore[index]
        texts[kind] = [json.dumps(body, ensure_ascii=False, separators=(",", ":"))] * prompts.SETS
    return {kind: [text.encode() for text in found] for kind, found in texts.items()}


def compare(worker: rounds.Worker, right: dict[str, list[bytes]]) -> list[str]:
    """Shapes that render something else than they should."""
    wrong = []
    for shape in worker.shapes:
        texts = right[shape.split("/")[0]]
        measures = shape.endswith("/measure")
        wanted: list[bytes | int] = [len(text) if measures else text for text in texts]
        if worker.texts(shape, len(texts), not measures) != wanted:
            wrong.append(shape)
    return wrong


def workers(workshop: programs.Workshop) -> tuple[list[rounds.Worker], list[str]]:
    """A process for each language, and the rivals that are not here."""
    rivals, missing = workshop.rivals()
    commands: list[list[object]] = [[workshop.program()], [rivals],
                                    [sys.executable, HERE / "engines.py", workshop.directory / "templates.json"]]
    node, problem = workshop.node_engines()
    if node:
        commands.append([*node])
    missing += [f"the engines of Node ({problem})"] if problem else []
    return [rounds.Worker(*command) for command in commands], [*missing, "inja, which Debian 12 has no package of"]


def sizes(right: dict[str, list[bytes]]) -> dict[str, int]:
    found = {kind: round(sum(map(len, texts)) / len(texts)) for kind, texts in right.items()}
    values = [sum(len(str(value)) for value in one.values()) for one in prompts.slot().sets]
    return {**found, "values of slot": round(sum(values) / len(values))}


def measured(shapes: dict[str, rounds.Worker], how_many: int, right: dict[str, list[bytes]]) -> report.Measured:
    times = rounds.run_rounds(shapes, how_many)
    ratios = {name: {base: round(times.ratio(name, base), 4) for base in report.bases_of(name) if base in shapes}
              for name in shapes}
    allocations = {name: worker.allocations(name) / prompts.SETS for name, worker in shapes.items()
                   if worker.counts_allocations}
    return report.Measured(
        machine={**machine.facts(programs.COMPILER), "rounds": f"{how_many}, one core, all shapes in turn in each"},
        bytes=sizes(right),
        nanoseconds={name: round(times.median(name), 1) for name in shapes}, ratios=ratios, allocations=allocations,
        command="./run bench", missing=[])


def write(found: report.Measured) -> None:
    """The figures, the page and the picture made of them."""
    found.write(RESULTS)
    PAGE.write_text(report.with_tables(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
    PICTURE.write_text(plot.svg(found), encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="how often all take turns (%(default)s)")
    parser.add_argument("--only", default="", metavar="BEGINNING,...",
                        help="only shapes whose names begin like this, as plain lines")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "bench",
                        help="directory to build in (build/bench)")
    parser.add_argument("--write", action="store_true", help="renew docs/benchmarks.md and docs/benchmarks.svg")
    parser.add_argument("--tables", action="store_true", help="renew them from the figures of last time")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds: at least 1 is needed")
    if options.only and (options.write or options.tables):
        parser.error("the tables are made of all shapes: leave out --only")
    return options


def print_lines(found: report.Measured) -> None:
    for name, median in found.nanoseconds.items():
        ratios = (f"{ratio:8.2f} x {base}" for base, ratio in found.ratios[name].items())
        print(f"{name:36} {median:12,.1f} ns", *ratios)


def main() -> int:
    options, right = arguments(), expected()
    if options.tables:
        write(report.Measured.read(RESULTS))
        return 0
    options.build.mkdir(parents=True, exist_ok=True)
    rounds.pin()
    found, missing = workers(programs.Workshop(options.build))
    for what in missing:
        print(f"not run: {what}", file=sys.stderr)
    wrong = [shape for worker in found for shape in compare(worker, right)]
    shapes = {name: worker for worker in found for name in worker.shapes
              if name.startswith(tuple(options.only.split(",")))}
    if wrong or not shapes:
        problem = "these render other bytes than they should: " + ", ".join(wrong) if wrong else "no such shape"
        print(problem, file=sys.stderr)
        return 1
    result = dataclasses.replace(measured(shapes, options.rounds, right), missing=missing)
    for worker in found:
        worker.close()
    if options.only:
        print_lines(result)
    else:
        print(report.tables(result), end="")
    if options.write:
        write(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
