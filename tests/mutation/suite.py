"""The tests that are to notice a mutant: all unit tests of the core and the harness of the property test, in a
program.

Programs are linked from objects that are compiled once; a mutant costs one object, one link, and the tests until the
first of them fails. Time is measured as the processor's, since the machine may do other things besides.
"""

from __future__ import annotations

import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "runtime" / "core"
UNITS = ROOT / "tests" / "unit"
PROPERTY = ROOT / "tests" / "property"
STARTUP = ROOT / "tests" / "startup"
FLAGS = ("-std=gnu99", "-O1", "-w", f"-I{ROOT / 'include'}", f"-I{UNITS}")
SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-sanitize=alignment")
#: Small libraries step over a text with one addition, also where a test tells a size that no text has.
SMALL = ("-DPRM_SMALL", "-fno-sanitize=pointer-overflow")
PACKS = 800  #: of the property test
FEWER_PACKS = 100  #: with sanitizers, which take several times as long
MEMORY = 1 << 20  #: kilobytes of addresses; sanitizers take as many as there are
FEWEST_SECONDS = 3  #: of the processor, that a step may always take
SLOWER = 10  #: times that a step may take longer than without a fault

KILLED, TIMEOUT, SURVIVED, SAME, NO_COMPILE = "killed", "timeout", "survived", "same code", "does not compile"

#: What runs each part by its name; a part that fails ends all.
DRIVER = """#include <string.h>
{declarations}

int main(int argc, char **argv)
{{
{calls}
    return argc > 0 ? 2 : 3;
}}
"""

#: Runs a command with no more seconds and memory than that.
LIMITED = 'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; shift 2; exec "$@"'


class Failed(Exception):
    """The tests fail without a fault, or cannot be built."""


def compile_c(*words: object) -> str | None:
    """What the compiler says, if it fails."""
    done = subprocess.run(["cc", *map(str, words)], text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.stdout if done.returncode else None


def must_compile(*words: object) -> None:
    said = compile_c(*words)
    if said is not None:
        raise Failed(said)


@dataclass(frozen=True)
class Step:
    """One run of the program."""

    words: tuple[str, ...]
    memory: str  #: as `ulimit -v` takes it
    seconds: int = 300

    def run(self, program: Path) -> tuple[int, bytes]:
        """Exit status and output."""
        command = ["sh", "-c", LIMITED, "sh", str(self.seconds), self.memory, str(program), *self.words]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        return done.returncode, done.stdout


def timed(step: Step, program: Path) -> tuple[float, int, bytes]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status, output = step.run(program)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, status, output


@dataclass
class Suite:
    """Everything that is compiled without a fault, and the steps in the order in which they are tried."""

    directory: Path
    sanitized: bool = False  #: so that reading and writing too far is noticed
    units: tuple[Path, ...] = tuple(sorted(UNITS.glob("test_*.c")))
    harness: bool = True
    small: bool = False  #: the variants for small code
    objects: dict[Path, Path] = field(default_factory=dict)
    others: list[Path] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def build(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        for source in sorted(CORE.glob("*.c")):
            self.objects[source] = self.object(source)
        for source in self.units:
            self.others.append(self.object(source, f"-Dmain={source.stem}_main", f"-I{CORE}"))
        if self.harness:
            self.others.append(self.object(PROPERTY / "harness.c", "-Dmain=harness_main"))
        driver = self.directory / "driver.c"
        names = [source.stem for source in self.units] + ["harness"] * self.harness
        driver.write_text(driver_text(names), encoding="utf-8")
        self.others.append(self.object(driver))

    @property
    def flags(self) -> tuple[str, ...]:
        return (*FLAGS, *(SANITIZED if self.sanitized else ()), *(SMALL if self.small else ()))

    def object(self, source: Path, *flags: str) -> Path:
        to = self.directory / f"{source.stem}.o"
        must_compile(*self.flags, *flags, "-c", source, "-o", to)
        return to

    def link(self, objects: list[Path], to: Path) -> Path:
        must_compile(*self.flags, *objects, *self.others, "-lcmocka", "-lxxhash", "-o", to)
        return to

    def prepare(self, cases: bytes = b"") -> None:
        """Links the program, and finds out how long each step takes; the cheapest comes first. The harness takes the
        cases."""
        program = self.link(list(self.objects.values()), self.directory / "faultless")
        file = self.directory / "cases"
        file.write_bytes(cases)
        memory = "unlimited" if self.sanitized else str(MEMORY)
        words: list[tuple[str, ...]] = [(source.stem,) for source in self.units]
        if self.harness:
            words.append(("harness", str(file)))
        if self.harness and not self.sanitized:
            words.append(("harness", str(file), "flips", "10"))
        taken = []
        for step in [Step(item, memory) for item in words]:
            seconds, status, output = timed(step, program)
            if status:
                raise Failed(f"{' '.join(step.words)} ends with {status} without a fault:\n{output.decode()}")
            limit = max(FEWEST_SECONDS, int(SLOWER * seconds) + 1)
            taken.append((seconds, Step(step.words, memory, limit)))
        self.steps = [step for _, step in sorted(taken, key=lambda item: item[0])]

    def steps_for(self, file: Path) -> list[Step]:
        """The file's own test first."""
        return sorted(self.steps, key=lambda step: step.words[0] != f"test_{file.stem}")

    # ---- one mutant ----

    def touched(self, file: Path) -> list[Path]:
        """The sources that a change of a file changes: those that include a header, at whatever distance."""
        names, found = {file.name}, {file} & set(self.objects)
        headers = sorted(CORE.glob("*.h"))
        for _ in headers:
            names |= {header.name for header in headers
                      if any(f'"{name}"' in header.read_text(encoding="utf-8") for name in names)}
        if file.suffix == ".h":
            found |= {source for source in self.objects
                      if any(f'"{name}"' in source.read_text(encoding="utf-8") for name in names)}
        return sorted(found)

    def verdict(self, file: Path, text: str, scratch: Path) -> tuple[str, str]:
        """What becomes of the tests when the file has that text, and the step that noticed it."""
        shutil.rmtree(scratch, ignore_errors=True)    # a header of another mutant would be found first
        scratch.mkdir(parents=True)
        changed = self.compiled(file, text, scratch)
        if changed is None:
            return NO_COMPILE, ""
        if not self.sanitized and all(same_code(self.objects[source], made) for source, made in changed.items()):
            return SAME, ""
        program = self.link(list({**self.objects, **changed}.values()), scratch / "program")
        for step in self.steps_for(file):
            status, _ = step.run(program)
            if status:
                slow = status in (-signal.SIGXCPU, -signal.SIGKILL)
                return TIMEOUT if slow else KILLED, " ".join(step.words[:1] + step.words[2:])
        return SURVIVED, ""

    def compiled(self, file: Path, text: str, scratch: Path) -> dict[Path, Path] | None:
        """New objects of the touched sources; None: the fault does not compile. A quoted header is looked for beside
        what includes it, so that all that might include the changed one lie there too."""
        changed: dict[Path, Path] = {}
        sources = self.touched(file)
        for original in {*CORE.glob("*.h"), *sources}:
            (scratch / original.name).write_bytes(original.read_bytes())
        (scratch / file.name).write_text(text, encoding="utf-8")
        for source in sources:
            copy = scratch / source.name
            made = scratch / f"{source.stem}.o"
            flags = [f"-I{scratch}", f"-I{CORE}"]
            if compile_c(*self.flags, *flags, "-c", copy, "-o", made) is not None:
                return None
            changed[source] = made
        return changed


def same_code(one: Path, other: Path) -> bool:
    """Whether two objects are the same: of the source they hold no more than the name."""
    return one.read_bytes() == other.read_bytes()


def driver_text(names: list[str]) -> str:
    declarations = "\n".join(f"int {name}_main(int argc, char **argv);" for name in names)
    calls = "\n".join(f'    if (strcmp(argv[1], "{name}") == 0)\n        return {name}_main(argc - 1, argv + 1);'
                      for name in names)
    return DRIVER.format(declarations=declarations, calls=calls)


def property_cases(packs: int) -> list[bytes]:
    """Cases for the harness, a pack each, as the property test makes them."""
    sys.path[:0] = [str(PROPERTY), str(ROOT / "gen")]
    import test_property
    return test_property.make_cases(test_property.FEW_SEED, range(packs))[0]
