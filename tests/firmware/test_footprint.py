"""docs/footprint.md says what footprint.py measures, a program pays only for what it calls, and stack is bounded."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import footprint
import machines
import packs
import stack
from footprint import MACHINES, NOTHING, PAGE, PROGRAMS, Built, Cell, Table

#: By how much a compiler of another version may exceed the document, in percent.
SLACK = 10

#: Modules of the core that a program gets only if it calls for them.
ONLY_IF_CALLED = {"cursor"}
#: Modules that no program needs which only renders.
NEVER_FOR_RENDERING = {"code", "crc", "depth", "extent", "locate", "opening", "overlay", "pack", "rules", "status",
                       "template", "tokens", "trim", "verify", "xxh64"}

#: Code whose stack has no bound that could be found, and what is said about it.
PLANTED = {
    "recursion": ("int prm_b(int n);\nint prm_a(int n);\n"
                  "int prm_a(int n) { return n ? prm_b(n - 1) + n : 0; }\n"
                  "int prm_b(int n) { return n & 1 ? prm_a(n / 2) * 3 : 1; }\n", "prm_a calls prm_b calls prm_a"),
    "dynamic": ("void use(char *p);\nvoid prm_a(unsigned n);\n"
                "void prm_a(unsigned n) { use(__builtin_alloca(n)); }\n", "no bound"),
    "stranger": ("int stranger(void);\nint prm_a(void);\n"
                 "int prm_a(void) { return stranger() + 1; }\n", "nothing is known of stranger"),
}

#: A frame of 200 bytes, which is gone before one of 400 begins, if the last thing that a function does is a jump.
JUMP = ("int prm_a(int n);\nint prm_b(int n);\n"
        "__attribute__((noinline)) int prm_b(int n) { volatile char b[400]; b[n] = 1; return b[n / 2]; }\n"
        "int prm_a(int n) { volatile char a[200]; a[n] = 1; return prm_b(a[n / 2]); }\n")


# ---- the document against what was measured ----


def cells_of(markdown: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in markdown.strip().splitlines()]


def number(cell: str) -> int | None:
    return int(cell.replace(",", "")) if re.fullmatch(r"[\d,]+", cell) else None


def compilers(page: str) -> dict[str, tuple[str, str]]:
    """Version and options of each machine's compiler."""
    return {row[0]: (row[1], row[2]) for row in cells_of(footprint.marked("compilers", page)[1])[2:]}


def problems(page: str, tables: dict[str, Table]) -> list[str]:
    """What a page says otherwise than the tables."""
    said, now = compilers(page), {str(row[0]): (row[1], row[2]) for row in tables["compilers"].rows}
    exact = {name for name in said if said[name] == now.get(name)}
    options = [{name: words for name, (_, words) in each.items()} for each in (said, now)]
    found = [] if options[0] == options[1] else [f"other machines or options: {options[0]}, not {options[1]}"]
    for name, table in tables.items():
        rows = cells_of(footprint.marked(name, page)[1])
        if [rows[0], *(row[0] for row in rows[2:])] != [list(table.head), *(row[0] for row in table.rows)]:
            found.append(f"{name}: other rows or columns than measured")
        elif name != "compilers":
            found += differences(name, rows[2:], table, exact)
    return found


def differences(name: str, rows: list[list[str]], table: Table, exact: set[str]) -> list[str]:
    """Tables whose columns are not machines are those of a Cortex-M3."""
    found, names = [], {machine.name for machine in MACHINES}
    for row, measured in zip(rows, table.rows):
        for head, cell, value in zip(table.head[1:], row[1:], measured[1:]):
            same = (head if head in names else MACHINES[0].name) in exact
            if not agrees(cell, value, same):
                found.append(f"{name}: {row[0]}, {head}: {cell}, not {footprint.shown(value)}")
    return found


def agrees(cell: str, value: Cell, exact: bool) -> bool:
    limit = number(cell)
    if exact or limit is None or not isinstance(value, int):
        return cell == footprint.shown(value)
    return value * 100 <= limit * (100 + SLACK)


# ---- tests ----


def skip_without_tools(case: unittest.TestCase) -> None:
    """Says what is missing, so that nobody takes a test for passed that did not run."""
    for machine in MACHINES:
        tool = machine.missing()
        if tool:
            print(f"not run: {tool} is not here (on Debian: {machine.packages})", file=sys.stderr)
            case.skipTest(tool)


class Footprint(unittest.TestCase):
    directory: Path
    tables: dict[str, Table]

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom footprint "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)

    def measured(self) -> dict[str, Table]:
        skip_without_tools(self)
        if not hasattr(type(self), "tables"):
            type(self).tables = footprint.measure(self.directory / "all")
        return self.tables

    def test_the_page_says_what_is_measured(self) -> None:
        found = problems(PAGE.read_text(encoding="utf-8"), self.measured())
        self.assertEqual(found, [], "renew it: python3 tests/firmware/footprint.py --write\n" + "\n".join(found[:20]))

    def test_another_page_is_noticed(self) -> None:
        tables = self.measured()
        page = footprint.with_tables(PAGE.read_text(encoding="utf-8"), tables)
        self.assertEqual(problems(page, tables), [])
        for name, table in tables.items():
            if name == "compilers":
                continue
            for column in range(1, len(table.head)):
                value = next((row[column] for row in table.rows if row[column] not in (0, NOTHING)), None)
                if value is None:
                    continue
                with self.subTest(table=name, column=table.head[column]):
                    self.assertEqual(len(problems(page, {**tables, name: changed(table, column, value, 1)})), 1)
        for there, instead in (("| `prm_emit` |", "| `prm_send` |"), (" -Os ", " -O3 "), ("| RV32 |", "| RV64 |")):
            with self.subTest(there):
                self.assertIn(there, page)
                self.assertNotEqual(problems(page.replace(there, instead), tables), [])

    def test_another_compiler_may_take_a_little_more(self) -> None:
        tables = self.measured()
        page = footprint.with_tables(PAGE.read_text(encoding="utf-8"), tables)
        page = page.replace(str(tables["compilers"].rows[0][1]), "arm-none-eabi-gcc 1.2.3")
        value = tables["programs"].rows[0][1]
        assert isinstance(value, int)
        for more, count in ((value * 9 // 100, 0), (-value // 2, 0), (value * 11 // 100, 1)):
            with self.subTest(more=more):
                other = {**tables, "programs": changed(tables["programs"], 1, value, more)}
                self.assertEqual(len(problems(page, other)), count)

    def test_a_program_pays_only_for_what_its_pack_uses(self) -> None:
        every, fitted = ({row[0]: row[1:] for row in self.measured()[name].rows} for name in ("programs", "fitted"))
        compared = [name for name in fitted if name in every]
        self.assertGreaterEqual(len(compared), 4)
        for name in compared:
            for more, less in zip(every[name], fitted[name]):
                self.assertLessEqual(less, more, name)
        for more, less in zip(every["renders assemblies as text: code"], fitted["renders assemblies as text: code"]):
            self.assertLess(less * 10, more * 7)

    def test_nothing_is_kept_in_memory(self) -> None:
        rows = [row for row in self.measured()["programs"].rows if str(row[0]).endswith(": memory")]
        self.assertEqual([row[1:] for row in rows], [(0,) * len(MACHINES)] * len(PROGRAMS))

    def test_what_was_seen_of_the_stack_is_within_its_bound(self) -> None:
        tables = self.measured()
        bounds = {str(row[0]).strip("`")[4:]: row[1] for row in tables["stack"].rows}
        seen = [(str(row[0]).split()[1], row[4]) for row in tables["work"].rows if str(row[0]).startswith("request")]
        self.assertEqual(len(seen), 6)
        self.assertGreaterEqual(len(bounds), 8)
        for name, size in seen:
            # The test's own frame, and some bytes of the sink, are seen as well.
            self.assertLessEqual(size, bounds[name] + 48, name)
            self.assertGreater(size, 100, name)


def changed(table: Table, column: int, value: Cell, more: int) -> Table:
    """With the first cell of that value in a column made larger."""
    rows = [list(row) for row in table.rows]
    row = next(row for row in rows if row[column] == value)
    row[column] = int(value) + more
    return Table(table.head, tuple(map(tuple, rows)))


class Linked(unittest.TestCase):
    """Programs for a Cortex-M3."""

    def setUp(self) -> None:
        skip_without_tools(self)
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom footprint "))
        self.addCleanup(shutil.rmtree, self.directory)

    def test_a_program_pays_only_for_what_it_calls(self) -> None:
        for pack in (packs.DEVICE, packs.NUDGE, packs.HARNESS):
            packs.generate(pack, self.directory / "packs")
        built = Built(MACHINES[0], self.directory / "m3")
        sizes = {name: built.paid(name) for name in PROGRAMS}
        paid = {name: set(modules) for name, modules in sizes.items()}
        self.assertEqual(paid["slot"], {"render_plain"})
        self.assertEqual(paid["assembly"] & (NEVER_FOR_RENDERING | ONLY_IF_CALLED), set())
        self.assertGreaterEqual(paid["assembly"], {"json", "value", "walk"})
        self.assertEqual(paid["everything"] & NEVER_FOR_RENDERING, set())
        self.assertGreaterEqual(paid["everything"], ONLY_IF_CALLED)
        # The ways out lie in one file, of which each function is linked by itself.
        self.assertLess(sizes["assembly"]["small"].code * 2, sizes["everything"]["small"].code)

    def test_more_stack_is_noticed(self) -> None:
        """Of frames that a walk may nest in, each takes some."""
        folders = {8: self.directory / "as it is", 64: self.directory / "deep"}
        made = {depth: machines.runtime(MACHINES[0], folder, f"-DPRM_MAX_DEPTH={depth}", stack.FLAG)
                for depth, folder in folders.items()}
        bounds = {depth: stack.calls_of(MACHINES[0], objects) for depth, objects in made.items()}
        for name in ("prm_render", "prm_emit"):
            self.assertGreaterEqual(bounds[64].deepest(name)[0] - bounds[8].deepest(name)[0], (64 - 8) * 4)

    def test_a_jump_takes_the_place_of_a_frame(self) -> None:
        source = self.directory / "jump.c"
        source.write_text(JUMP, encoding="utf-8")
        for machine in MACHINES:
            if not machine.by_gcc or machine.name == machines.CORTEX_M0.name:
                continue
            for flag, least, most in (("-foptimize-sibling-calls", 280, 450),
                                      ("-fno-optimize-sibling-calls", 500, 699)):
                with self.subTest(machine.name, flag=flag):
                    folder = self.directory / f"{machine.name}{flag}"
                    made = machines.compile_objects(machine, folder, [source], "-Os", flag, stack.FLAG)
                    depth = stack.calls_of(machine, made).deepest("prm_a")[0]
                    self.assertTrue(least <= depth <= most, depth)

    def test_stack_without_a_bound_is_noticed(self) -> None:
        for name, (code, said) in PLANTED.items():
            with self.subTest(name):
                source = self.directory / f"{name}.c"
                source.write_text(code, encoding="utf-8")
                made = machines.compile_objects(MACHINES[0], self.directory / name, [source], "-Os",
                                                "-fno-optimize-sibling-calls", "-fno-inline", stack.FLAG)
                with self.assertRaisesRegex(stack.Unbounded, said):
                    stack.calls_of(MACHINES[0], made).deepest("prm_a")


if __name__ == "__main__":
    unittest.main()
