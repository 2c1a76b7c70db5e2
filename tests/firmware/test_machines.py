"""The cases of the specification and of the packs, on each machine: as expected, and with the same digests.

What a digest covers: status, size, bytes and the place of errors of each case by every way out (recorder.c)."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import images
import machines
from images import Build, Sources
from machines import CORE, CORTEX_M0, CORTEX_M3, HOST, OTHERS, RISCV, ROOT, Machine
from promptrom import casedriver
from promptrom.xxh64 import xxh64

STATUSES = {name: int(number) for name, number in re.findall(
    r"^    PRM_(\w+) += (\d+),?", (ROOT / "include/promptrom/status.h").read_text(encoding="utf-8"), re.MULTILINE)}

#: The start of a case's line.
DIGEST = re.compile(r"([0-9a-f]{16}) (.+)")


def digests(said: str) -> dict[str, str]:
    found = [DIGEST.fullmatch(line) for line in said.splitlines()]
    if not all(found):
        raise AssertionError(f"not only digests:\n{said}")
    return {match[2]: match[1] for match in found if match}


def expected(render: casedriver.Render) -> str:
    """The digest of a case that succeeds, without any C: as in recorder.c."""
    size = len(render.expected).to_bytes(4, "little")
    good, short = (bytes([STATUSES[name]]) + size for name in ("OK", "NO_SPACE"))
    return f"{xxh64(good + short + (good + render.expected) * 6):016x}"


class Machines(unittest.TestCase):
    directory: Path
    sources: Sources
    host: dict[str, str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom firmware "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.sources = images.write_sources(cls.directory / "sources")
        cls.host = cls.all_digests(HOST)

    @classmethod
    def build(cls, machine: Machine, name: str = "", core: list[Path] | None = None) -> Build:
        folder = cls.directory / (name or machine.name)
        library = machines.compile_objects(machine, folder / "core", core or CORE, *machine.library,
                                           f"-I{ROOT / 'runtime' / 'core'}")
        return Build(machine, folder, cls.sources, [*library, *machines.board(machine, folder / "board")])

    @classmethod
    def all_digests(cls, machine: Machine) -> dict[str, str]:
        """Of all cases for which the machine has the memory."""
        build, found = cls.build(machine), {}
        for image in cls.sources.images:
            fitting = image.fitting(machine)
            if fitting.renders:
                found.update(digests(machines.run(machine, build.program(fitting))))
        return found

    def skip_without(self, machine: Machine) -> None:
        tool = machine.missing()
        if tool:
            print(f"not run: {tool} is not here (on Debian: {machine.packages})", file=sys.stderr)
            self.skipTest(tool)

    def all_names(self, machine: Machine) -> set[str]:
        return {name for image in self.sources.images for name in image.fitting(machine).names()}

    # ---- digests ----

    def test_the_host_runs_all_cases(self) -> None:
        self.assertEqual(set(self.host), self.all_names(HOST))
        self.assertEqual(len(self.host), sum(len(image.renders) for image in self.sources.images))
        self.assertGreater(len(self.host), 500)

    def test_digests_are_those_of_the_expected_bytes(self) -> None:
        wanted = {render.where: expected(render) for image in self.sources.images for _, render in image.renders
                  if render.status == "OK"}
        self.assertGreater(len(wanted), 300)
        self.assertEqual({name: self.host[name] for name in wanted}, wanted)
        self.assertEqual(len(set(wanted.values())), len({render.expected for image in self.sources.images
                                                         for _, render in image.renders if render.status == "OK"}))

    def same_as_host(self, machine: Machine) -> None:
        self.skip_without(machine)
        found, names = self.all_digests(machine), self.all_names(machine)
        self.assertEqual(set(found), names)
        self.assertEqual(found, {name: self.host[name] for name in names})

    def test_little_memory_leaves_few_cases_out(self) -> None:
        """Those of the specification run everywhere."""
        left = set(self.host) - self.all_names(CORTEX_M0)
        self.assertGreater(len(left), 0)
        self.assertLess(len(left), len(self.host) // 20)
        self.assertEqual([name for name in left if ".md:" in name], [])

    # ---- what must be noticed ----

    def planted(self, file: str, old: str, new: str) -> list[Path]:
        """The core with one source changed."""
        text = (ROOT / "runtime" / "core" / file).read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1, f"{file} has changed; plant another fault")
        changed = self.directory / "planted" / file
        changed.parent.mkdir(exist_ok=True)
        changed.write_text(text.replace(old, new), encoding="utf-8")
        return [changed if source.name == file else source for source in CORE]

    def test_a_fault_is_noticed(self) -> None:
        """Of a fault on one machine only, both the witness there and the comparison with the host tell."""
        self.skip_without(RISCV)
        core = self.planted("json.c", '"\\\\b    " "\\\\t    "', '"\\\\t    " "\\\\b    "')
        image = next(image for image in self.sources.images if image.name == "json")
        build = self.build(RISCV, "faulty", core)
        said = machines.run(RISCV, build.program(image), status=1)
        self.assertIn("other bytes than expected", said)
        found = [DIGEST.fullmatch(line) for line in said.splitlines()]
        differing = {match[2] for match in found if match and self.host[match[2]] != match[1]}
        complaints = {line.partition(": ")[0] for line in said.splitlines() if "other bytes than expected" in line}
        self.assertEqual(differing, complaints)
        self.assertLess(len(differing), len(image.renders))

    def program(self, machine: Machine, name: str, code: str) -> Path:
        folder = self.directory / f"{machine.name} {name}"
        folder.mkdir()
        source = folder / "program.c"
        source.write_text(code, encoding="utf-8")
        made = machines.compile_objects(machine, folder, [source], "-Os")
        return machines.link(machine, folder / "program", [*made, *machines.board(machine, folder)])

    def test_exit_status_and_faults_arrive(self) -> None:
        """A board that only ever said 0 would pass everything."""
        for machine in (CORTEX_M3, CORTEX_M0, RISCV):
            with self.subTest(machine.name):
                self.skip_without(machine)
                for name, code, status in (("ends", "return 7;", 7), ("traps", "__builtin_trap();", 99),
                                           ("asks", 'return printf("%p", (void *)0);', 99)):
                    program = self.program(machine, name, f"#include <stdio.h>\nint main(void)\n{{\n    {code}\n}}\n")
                    self.assertEqual(machines.run(machine, program, status=status), "")

    def test_a_cortex_m0_takes_no_number_from_an_odd_address(self) -> None:
        """So that a passed test shows that the runtime reads none."""
        self.skip_without(CORTEX_M0)
        reads = self.program(CORTEX_M0, "unaligned", UNALIGNED)
        machines.run(CORTEX_M0, reads, status=99)
        if not CORTEX_M3.missing():
            machines.run(CORTEX_M3, self.program(CORTEX_M3, "unaligned", UNALIGNED))


UNALIGNED = """\
#include <stdint.h>

static volatile uint32_t numbers[2];

int main(void)
{
    uintptr_t at = (uintptr_t)numbers + 1;

    __asm__ volatile("" : "+r"(at));
    return (int)*(volatile uint32_t *)at;
}
"""


def add_test(machine: Machine) -> None:
    def test(self: Machines) -> None:
        self.same_as_host(machine)

    setattr(Machines, f"test_{machine.name.lower().replace('-', '_')}", test)


for each in OTHERS:
    add_test(each)


if __name__ == "__main__":
    unittest.main()
