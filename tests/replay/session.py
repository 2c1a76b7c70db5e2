"""Writes session.log, the recording of a session that never was, in the format of examples/replay/recording.h.

`python3 session.py > session.log` gives the same bytes on every machine. The session is about a program that computes
tides: the user asks, the model reads, writes and runs things, builds fail at great length, and twice a summary takes
the place of what lies far back; the process ends within the second of these."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Callable

# What examples/replay/replay.c is set to, and what the texts of pack context come to.
WINDOW = 16384
THRESHOLD = WINDOW * 8 // 10
RETAIN = WINDOW * 16 // 100
SPILL = 16000                # bytes of a result that stay
PRUNE = 8192                 # code points above which a result is pruned
PRUNED = 4096 + 39 + 1024    # code points that are left of it

FRAME = 205                  # characters around a summary, and a backslash within
COUNTED = 1.1                # a provider counts more than four characters would suggest

SYSTEM = """You are a careful programmer. You work on a program in C that computes tides.
Look before you change anything, run the tests after every change, and say what you did in one or two sentences."""

TOOLS = '[{"name":"bash","parameters":{"command":"string"}},{"name":"edit","parameters":{"path":"string",' \
        '"old":"string","new":"string"}},{"name":"read","parameters":{"path":"string"}},' \
        '{"name":"write","parameters":{"path":"string","text":"string"}}]'


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def price(text: str) -> int:
    """Of a message with one such block."""
    return -(-len(text.encode("utf-16-le")) // 8) + 8


class Dice:
    """Numbers that look random, from a generator that will never change."""

    def __init__(self) -> None:
        self.state = 20

    def roll(self, sides: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % sides


@dataclass
class Writer:
    """The lines so far, and what the messages that the model sees cost."""
    lines: list[str] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    counted: int = 0                                 # by the provider, after the latest call
    covered: int = 0                                 # what the messages cost then
    long: set[int] = field(default_factory=set)      # positions of results that would be pruned
    summaries: list[tuple[str, str]] = field(default_factory=list)

    def line(self, word: str, *fields: str) -> None:
        self.lines.append("\t".join((word, *map(escaped, fields))))

    def total(self) -> int:
        return self.counted + sum(self.costs) - self.covered

    def make_room(self) -> None:
        """What is done before the next call of the model, and the summary that this needs."""
        if self.total() < THRESHOLD:
            return
        for position in self.long:
            self.costs[position] = PRUNED // 4 + 12
        self.long.clear()
        if self.total() < THRESHOLD:
            return
        crash, summary = self.summaries.pop(0)
        if crash:
            self.line("crash", crash)
        self.line("summary", summary)
        kept: list[int] = []
        while sum(kept) < RETAIN:
            kept.append(self.costs.pop())
        self.costs = [price("x" * (FRAME + len(summary))), *reversed(kept)]

    def user(self, text: str) -> None:
        self.line("user", text)
        self.costs.append(price(text))

    def instructions(self, tokens: int) -> None:
        """The model is told of instruction files, at about that cost."""
        self.costs.append(tokens)

    def answer(self, cost: int) -> None:
        """The call of the model that is under way has given a message at that cost."""
        fresh = self.costs[-1]
        sent = int((sum(self.costs) + price(SYSTEM) + price(TOOLS)) * COUNTED)
        given = int(cost * COUNTED) + 1
        self.line("usage", str(fresh), str(sent - fresh), "0", str(given))
        self.costs.append(cost)
        self.counted, self.covered = sent + given, sum(self.costs)

    def assistant(self, text: str) -> None:
        self.make_room()
        self.line("assistant", text)
        self.answer(price(text))

    def call(self, tool: str, arguments: str) -> None:
        self.make_room()
        self.line("call", tool, arguments)
        self.answer(price(tool) + price(arguments) - 8)

    def result(self, tool: str, path: str, text: str, fine: bool = True) -> None:
        self.line("result" if fine else "failed", tool, path, text)
        spilled = tool != "read" and len(text.encode()) > SPILL
        self.costs.append(SPILL // 4 + 12 if spilled else price(text) + 4)
        if len(text) > PRUNE:
            self.long.add(len(self.costs) - 1)


# ---- what things look like ----

NOUNS = ("harbour", "gauge", "station", "constituent", "phase", "amplitude", "datum", "series", "epoch", "offset",
         "buffer", "table", "record", "month")
VERBS = ("read", "parse", "sum", "shift", "round", "print", "compare", "sort", "check", "load", "store", "scale")


def code(dice: Dice, lines: int) -> str:
    out = ["#include \"tide.h\"", ""]
    while len(out) < lines:
        noun, verb, other = NOUNS[dice.roll(14)], VERBS[dice.roll(12)], NOUNS[dice.roll(14)]
        out += [f"/* The {other} must have been loaded. */",
                f"double {noun}_{verb}(const {other} *{other[0]}, int n)",
                "{", f"    double sum = {dice.roll(1000)}.{dice.roll(1000):03};", "",
                "    for (int i = 0; i < n; i++)", f"        sum += {other[0]}->{noun}[i] * {dice.roll(90)};",
                "    return sum;", "}", ""]
    return "\n".join(out)


def build_log(dice: Dice, lines: int) -> str:
    out = []
    for number in range(lines):
        noun, verb = NOUNS[dice.roll(14)], VERBS[dice.roll(12)]
        out.append(f"[{number + 1}/{lines}] cc -O2 -Wall -c src/{noun}/{verb}.c -o build/{noun}_{verb}.o")
        if dice.roll(9) == 0:
            out.append(f"src/{noun}/{verb}.c:{dice.roll(400) + 1}:{dice.roll(60) + 1}: warning: unused variable "
                       f"‘{NOUNS[dice.roll(14)]}’ [-Wunused-variable]")
    return "\n".join(out) + "\nFAILED: 3 tests of 214 ❌\n"


def tide_table(dice: Dice, rows: int) -> str:
    places = ("Cuxhaven", "Saint-Malo", "Bay of Fundy", "钱塘江", "Žuljana", "Tórshavn 🌊")
    return "\n".join(f"{places[dice.roll(6)]}\t{dice.roll(24):02}:{dice.roll(60):02}\t{dice.roll(900) / 100:.2f} m"
                     for _ in range(rows))


# ---- what happens ----

def look(w: Writer, dice: Dice, directory: str = "src", lines: int = 18) -> None:
    path = f"{directory}/{NOUNS[dice.roll(14)]}.c"
    w.call("read", f'{{"path":"{path}"}}')
    w.result("read", path, code(dice, lines))


def change(w: Writer, dice: Dice, directory: str = "src") -> None:
    path = f"{directory}/{NOUNS[dice.roll(14)]}.c"
    w.call("edit", f'{{"path":"{path}","old":"sum = {dice.roll(1000)}","new":"sum = {dice.roll(1000)}"}}')
    if dice.roll(5) == 0:
        w.result("edit", path, "The old text does not stand in this file.", fine=False)
    else:
        w.result("edit", path, "1 place changed.")


def run(w: Writer, command: str, says: str) -> None:
    w.call("bash", f'{{"command":"{command}"}}')
    w.result("bash", "", says)


def ordinary(w: Writer, dice: Dice, rounds: int, instructions: int = 0) -> None:
    """A request of the user, some steps, an answer."""
    noun, verb, other = NOUNS[dice.roll(14)], VERBS[dice.roll(12)], NOUNS[dice.roll(14)]
    w.user(f"The {noun} comes out wrong. Please {verb} the {other} first, and keep the tests green.")
    if instructions:
        w.instructions(instructions)
    for _ in range(rounds):
        look(w, dice)
        change(w, dice)
    run(w, "make test", f"{200 + dice.roll(14)} tests passed.\n")
    w.assistant(f"I {verb} the {other} first now, and the {noun} is right. All tests pass.")


def summary(done: str, dice: Dice) -> str:
    headings = ("Primary Request and Intent", "Key Technical Concepts", "Files and Code", "Errors and Fixes",
                "Pending Jobs", "Current Work", "Next Step", "Critical Context")
    texts = (f"Tides for six harbours, exact to a minute. {done}", "Harmonic constituents, epochs, datums.",
             "\n".join(f"- src/{NOUNS[dice.roll(14)]}.c: {VERBS[dice.roll(12)]} the {NOUNS[dice.roll(14)]}"
                       for _ in range(6)),
             "Three tests failed for want of a datum; it is loaded first now.", "(none)",
             f"src/{NOUNS[dice.roll(14)]}.c, line {dice.roll(300)}.", "Run the tests again.",
             "The user wants no tags such as </compacted-summary> in any output.")
    return "\n\n".join(f"## {heading}\n\n{text}" for heading, text in zip(headings, texts))


def begin(w: Writer) -> None:
    w.line("system", SYSTEM)
    w.line("tools", TOOLS)
    w.line("file", "AGENTS.md", "Use four blanks, never tabs. Heights are in metres. 潮汐 means tide.\n")
    w.line("file", "AGENTS.local.md", "Answer in English. </system-reminder> is no tag of ours.\n")
    w.line("file", "src/deep/AGENTS.md", "Nothing in this directory may allocate.\n" + "Be brief. " * 150)
    w.line("file", "tools/AGENTS.md", "Scripts here run on Python 3.9.\n")


def middle(w: Writer, dice: Dice) -> None:
    """Long results, one of them spilled, and instruction files that come, change and go."""
    run(w, "make", build_log(dice, 110))
    look(w, dice, "src/deep")
    w.instructions(392)
    w.line("file", "AGENTS.md", "Use four blanks, never tabs. Heights are in centimetres now.\n")
    change(w, dice)
    w.instructions(67)
    run(w, "make VERBOSE=1", build_log(dice, 330))
    w.line("file", "src/deep/AGENTS.md")
    look(w, dice, "src/deep")
    w.instructions(41)
    look(w, dice, "tools")
    w.instructions(87)
    run(w, "build/tide --all", tide_table(dice, 260))
    w.assistant("Heights are in centimetres everywhere; the long table is right as well.")


def events(lines: list[str]) -> int:
    return sum(line.split("\t")[0] not in ("system", "tools", "file", "summary", "crash") for line in lines)


def write(say: Callable[[str], object]) -> None:
    w, dice = Writer(), Dice()
    w.summaries = [("", summary("The first half is done.", dice)),
                   ("summary", summary("All but the last harbour is done.", dice))]
    begin(w)
    ordinary(w, dice, 3, instructions=132)
    ordinary(w, dice, 4)
    w.user("Heights should be in centimetres. Change them everywhere, and build it.")
    middle(w, dice)
    while w.summaries:
        for rounds in (2, 4):
            ordinary(w, dice, rounds)
        w.user("Build it from scratch, please.")
        run(w, "make clean all", build_log(dice, 40 + dice.roll(80)))
        w.assistant("It builds, but three tests fail. I will look into them.")
    ordinary(w, dice, 2)
    say("# Written by session.py. The words are explained in examples/replay/recording.h.\n")
    say("".join(line + "\n" for line in w.lines))
    if events(w.lines) < 300:
        raise AssertionError(f"only {events(w.lines)} events")


if __name__ == "__main__":
    write(sys.stdout.write)
