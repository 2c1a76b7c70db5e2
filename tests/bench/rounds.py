"""Running shapes: processes that render on command, and rounds in which all take turns.

Times are of the processor, so that what else the machine does counts for little."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
from dataclasses import dataclass

SLICE_NS = 4_000_000    #: how long a shape runs in one round
ORDER = 8               #: seed of the order in rounds


class Worker:
    """A process that obeys the commands of main.c; only programs of C know their allocations."""

    def __init__(self, *command: object) -> None:
        self.name = " ".join(map(str, command))
        self.counts_allocations = len(command) == 1
        words = [str(word) for word in command]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.shapes = self.names()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()
        self.process.wait()

    def say(self, *words: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((" ".join(map(str, words)) + "\n").encode())
        self.process.stdin.flush()

    def line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended with {self.process.wait()}")
        return line.decode().rstrip("\n")

    def names(self) -> list[str]:
        self.say("names")
        return list(iter(self.line, ""))

    def texts(self, shape: str, sets: int, bytes_too: bool) -> list[bytes | int]:
        """What the shape renders, or only how long that is."""
        assert self.process.stdout is not None
        self.say("show", shape)
        sizes_and_texts: list[bytes | int] = []
        for _ in range(sets):
            size = int(self.line())
            sizes_and_texts.append(self.process.stdout.read(size) if bytes_too else size)
        return sizes_and_texts

    def nanoseconds(self, shape: str, count: int) -> float:
        self.say("time", shape, count)
        return float(self.line()) / count

    def allocations(self, shape: str) -> int:
        self.say("allocations", shape)
        return int(self.line())


@dataclass(frozen=True)
class Times:
    """Nanoseconds of a render, by shape and round."""

    rounds: dict[str, list[float]]

    def median(self, shape: str) -> float:
        return statistics.median(self.rounds[shape])

    def ratio(self, shape: str, base: str) -> float:
        """Median of the ratios within each round, in which both ran close to each other."""
        return statistics.median(one / other for one, other in zip(self.rounds[shape], self.rounds[base]))


def pin() -> int:
    """This process, and those that it starts from now on, on one core."""
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def counts(shapes: dict[str, Worker]) -> dict[str, int]:
    """How many renders fill a slice of time."""
    found = {}
    for name, worker in shapes.items():
        count = 1
        while (spent := worker.nanoseconds(name, count) * count) < SLICE_NS / 4:
            count *= 4
        found[name] = max(1, int(count * SLICE_NS / spent))
    return found


def run_rounds(shapes: dict[str, Worker], rounds: int) -> Times:
    times: dict[str, list[float]] = {name: [] for name in shapes}
    how_many, order = counts(shapes), random.Random(ORDER)
    names = list(shapes)
    for _ in range(rounds):
        order.shuffle(names)
        for name in names:
            times[name].append(shapes[name].nanoseconds(name, how_many[name]))
    return Times(times)
