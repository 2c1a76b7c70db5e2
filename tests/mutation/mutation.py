#!/usr/bin/env python3
"""Plants faults in runtime/core, one at a time, and sees whether the tests notice: all of them, or a sample.

What is found out is kept in a file, so that a run can be stopped and taken up again; a fault is tried again when its
file has changed. Faults that survive are told unless justified.yaml says why they may, and make the exit status 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock, get_ident
from typing import Callable, Sequence

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from justified import read  # noqa: E402
from mutator import Mutant, all_mutants  # noqa: E402
from suite import (CORE, FEWER_PACKS, KILLED, NO_COMPILE, PACKS, ROOT, SAME, SURVIVED, TIMEOUT,  # noqa: E402
                   Suite, property_cases)
from work import SLOWER, Work  # noqa: E402

RESULTS = (KILLED, TIMEOUT, SLOWER, SAME, NO_COMPILE, SURVIVED)


class Store:
    """What is known, a line each: hash of the mutated file, key, result, the step that noticed it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[tuple[str, str], str] = {}
        self.lock = Lock()
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                item = json.loads(line)
                self.known[item["hash"], item["key"]] = item["result"]

    def add(self, hash_: str, key: str, result: str, step: str) -> None:
        with self.lock:
            self.known[hash_, key] = result
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"hash": hash_, "key": key, "result": result, "step": step}) + "\n")


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def suites_for(directory: Path, small: bool) -> list[Suite]:
    return [Suite(directory / "plain", small=small), Suite(directory / "sanitized", sanitized=True, small=small)]


def first_verdict(judges: Sequence[Suite | Work], file: Path, text: str) -> tuple[str, str]:
    """Of those who are asked in turn, who notices first."""
    result, step = SURVIVED, ""
    for judge in judges:
        result, step = judge.verdict(file, text, judge.directory / f"scratch {get_ident()}")
        if result != SURVIVED:
            break
    return result, step


class Workers:
    """Tries mutants: with the plain tests, what survives them by counting, and then again with sanitizers. A mutant
    that makes the same code is tried in a small library."""

    def __init__(self, directory: Path, store: Store) -> None:
        self.store = store
        self.suites, self.small = suites_for(directory, False), suites_for(directory / "small", True)
        self.work = Work(self.suites[0])

    def prepare(self) -> None:
        cases = property_cases(PACKS)
        for suite in self.suites + self.small:
            suite.build()
            suite.prepare(b"".join(cases[:FEWER_PACKS] if suite.sanitized else cases))
        self.work.prepare()

    def try_one(self, mutant: Mutant) -> str:
        file = ROOT / mutant.file
        text = mutant.apply(file.read_text(encoding="utf-8"))
        plain, *others = self.suites
        result, step = first_verdict([plain, self.work, *others], file, text)
        if result == SAME:
            result, step = first_verdict(self.small, file, text)
        self.store.add(hash_of(text), mutant.key, result, step)
        return result


def chosen(mutants: list[Mutant], sample: int | None, seed: int) -> list[Mutant]:
    if sample is None or sample >= len(mutants):
        return mutants
    return random.Random(seed).sample(mutants, sample)


def try_all(mutants: list[Mutant], store: Store, workers: Workers, jobs: int,
            tell: Callable[[str], None]) -> dict[str, str]:
    """Results by key."""
    texts = {mutant.file: (ROOT / mutant.file).read_text(encoding="utf-8") for mutant in mutants}
    results: dict[str, str] = {}
    left = []
    for mutant in mutants:
        known = store.known.get((hash_of(mutant.apply(texts[mutant.file])), mutant.key))
        if known is None:
            left.append(mutant)
        else:
            results[mutant.key] = known
    if left:
        tell(f"{len(left)} of {len(mutants)} faults are to be tried")
        workers.prepare()
    with ThreadPoolExecutor(jobs) as pool:
        results.update(zip((mutant.key for mutant in left), pool.map(workers.try_one, left)))
    return results


def table(mutants: list[Mutant], results: dict[str, str]) -> str:
    """Counts of each file."""
    counts: dict[str, Counter[str]] = {}
    for mutant in mutants:
        counts.setdefault(mutant.file, Counter())[results[mutant.key]] += 1
    counts["all"] = sum(counts.values(), Counter())
    lines = ["".join([f"{'file':28}", *(f"{name:>18}" for name in RESULTS)])]
    lines += ["".join([f"{file:28}", *(f"{found[name]:18}" for name in RESULTS)]) for file, found in counts.items()]
    return "\n".join(lines)


def problems(results: dict[str, str], justified: dict[str, str]) -> list[str]:
    """Survivors without a reason, and reasons for what tests notice. Whether a fault slows enough to be noticed may
    depend on the compiler: a reason may stand for it."""
    survivors = {key for key, result in results.items() if result == SURVIVED}
    slower = {key for key, result in results.items() if result == SLOWER}
    return [f"survives: {key}" for key in sorted(survivors - justified.keys())] + [
        f"justified, but {results[key]}: {key}"
        for key in sorted(justified.keys() & results.keys() - survivors - slower)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", help="of runtime/core, such as fence.c; all if none is named")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many faults")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default 1)")
    parser.add_argument("--jobs", "-j", type=int, default=1, help="programs at the same time (default 1)")
    parser.add_argument("--state", type=Path, default=ROOT / "build" / "mutation" / "results.jsonl",
                        help="what is known (default build/mutation/results.jsonl)")
    given = parser.parse_args()
    files = [CORE / name for name in given.files] or sorted(CORE.glob("*.[ch]"))
    mutants = chosen(all_mutants(ROOT, files), given.sample, given.seed)
    store = Store(given.state)
    results = try_all(mutants, store, Workers(given.state.parent, store), given.jobs, print)
    print(table(mutants, results))
    found = problems(results, read())
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
