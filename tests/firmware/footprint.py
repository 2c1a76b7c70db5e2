"""Measures what the runtime takes of a device, and keeps the tables of docs/footprint.md.

    python3 footprint.py            prints the tables
    python3 footprint.py --write    puts them into the document
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Union

import instructions
import packs
import sizes
import stack
from machines import (BARE, CORE, CORTEX_M0, CORTEX_M3, HERE, HOST, RISCV, ROOT, SMALL, WASM32, Machine, board,
                      command, compile_objects, link, run)

PAGE = ROOT / "docs" / "footprint.md"
LIBRARIES = ("core", "prompt", "context")
#: Without an operating system, as on the others, and without code for any address, which Debian's gcc makes else.
PLAIN_HOST = replace(HOST, flags=("-fno-pie",), linking=("-nostdlib", "-static", "-Wl,--gc-sections,-e,main"))
MACHINES = tuple(replace(machine, library=SMALL) for machine in (CORTEX_M3, CORTEX_M0, RISCV, PLAIN_HOST, WASM32))

PROGRAMS = {"slot": "renders slots as text", "assembly": "renders assemblies as text",
            "everything": "does everything with requests"}
#: Programs whose library is also built for just what their pack uses, as text and without overlays.
FITTED = {"assembly": packs.NUDGE, "everything": packs.HARNESS}
CALLS = re.findall(r"^PRM_MUST_USE prm_status (prm_\w+)\(",
                   (ROOT / "include/promptrom/render.h").read_text(encoding="utf-8"), re.MULTILINE)
WORK = re.compile(r"(.*): status (\d+) stack (\d+) size (\d+)")
NOTHING = "–"

Cell = Union[str, int]


@dataclass(frozen=True)
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def markdown(self) -> str:
        aligned = ["---:" if isinstance(cell, int) or cell == NOTHING else "---" for cell in self.rows[0]]
        lines = [self.head, aligned, *([shown(cell) for cell in row] for row in self.rows)]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def shown(cell: Cell) -> str:
    return f"{cell:,}" if isinstance(cell, int) else cell


# ---- one machine ----


class Built:
    """The libraries and some packs as a machine has them."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self.machine, self.folder = machine, folder
        self.generated = folder.parent / "packs"
        flags = [stack.FLAG] if machine.by_gcc else []
        self.libraries = {name: compile_objects(machine, folder / name, sorted((ROOT / "runtime" / name).glob("*.c")),
                                                *machine.library, *flags) for name in LIBRARIES}
        self.below = board(machine, folder / "board") or compile_objects(machine, folder / "board",
                                                                         [BARE / "string.c"], "-Os", "-fno-builtin")
        self.packs = self.compile("made", *sorted(self.generated.glob("*.c")))

    def compile(self, name: str, *sources: Path) -> list[Path]:
        return compile_objects(self.machine, self.folder / name, list(sources), "-Os", f"-I{self.generated}",
                               f"-I{ROOT / 'tests' / 'request'}")

    def link(self, name: str, objects: list[Path], *flags: str) -> Path:
        """Links a program, with a map beside it."""
        small = [] if self.machine.by_gcc else ["-Wl,--strip-all,--compress-relocations"]
        return link(self.machine, self.folder / name, [*objects, *self.below],
                    f"-Wl,-Map={self.folder / name}.map", *small, *flags)

    def paid(self, program: str) -> dict[str, sizes.Size]:
        """What the linker takes of the core for a program, by module."""
        made = self.compile(f"pay_{program}", HERE / f"pay_{program}.c")
        linked = self.link(f"paid_{program}", [*made, *self.packs, *self.libraries["core"]])
        return sizes.by_object(linked.with_suffix(".map"), self.folder / "core")

    def fitted(self, program: str) -> tuple[sizes.Size, Cell]:
        """The same with a library that is able to do just what its pack uses, and the worst stack of a render."""
        folder = self.folder / f"{program}_alone"
        pack, needed = packs.generate_alone(FITTED[program], folder / "packs")
        flags = [stack.FLAG] if self.machine.by_gcc else []
        core = compile_objects(self.machine, folder / "core", CORE, *self.machine.library, *flags, *needed)
        made = compile_objects(self.machine, folder / "made", [HERE / f"pay_{program}.c", pack], "-Os",
                               f"-I{folder / 'packs'}", *needed)
        linked = self.link(f"fitted_{program}", [*made, *core])
        deepest = stack.calls_of(self.machine, core).deepest("prm_render")[0] if self.machine.by_gcc else NOTHING
        return sizes.total(sizes.by_object(linked.with_suffix(".map"), folder / "core")), deepest

    def modules(self) -> dict[str, sizes.Size]:
        """All modules with all that is in them."""
        nothing = self.compile("nothing", HERE / "pay_nothing.c")
        linked = self.link("all", [*nothing, *(item for made in self.libraries.values() for item in made)],
                           "-Wl,--no-gc-sections")
        return {f"{name}/{module}": size for name in LIBRARIES
                for module, size in sorted(sizes.by_object(linked.with_suffix(".map"), self.folder / name).items())}

    def stacks(self) -> dict[str, int]:
        """Worst stack of the core's functions that other objects can call."""
        calls = stack.calls_of(self.machine, self.libraries["core"])
        return {name: calls.deepest(name)[0] for name in calls.frames if name.startswith("prm_")}


    def structs(self) -> dict[str, int]:
        """Bytes of the variables of structs.c."""
        made = self.compile("structs", HERE / "structs.c", HERE / "pay_nothing.c")
        linked = self.link("structs_alone", made, "-Wl,--no-gc-sections")
        listed = sizes.sections(linked.with_suffix(".map").read_text(encoding="utf-8"))
        return {name.partition(".")[2]: size for name, size, path in listed
                if path.parent == self.folder / "structs" and name.startswith(("bss.", "sbss."))}


# ---- tables ----


def columns(built: list[Built], rows: list[tuple[str, Callable[[Built], Cell]]], first: str) -> Table:
    return Table((first, *(each.machine.name for each in built)),
                 tuple((name, *(cell(each) for each in built)) for name, cell in rows))


def compilers(built: list[Built]) -> Table:
    return Table(("machine", "compiler", "options"),
                 tuple((each.machine.name, version(each.machine), f"`{' '.join(options_of(each.machine))}`")
                       for each in built))


def options_of(machine: Machine) -> list[str]:
    return [*machine.flags, *machine.library]


def version(machine: Machine) -> str:
    return command(machine.compiler, "--version").splitlines()[0]


def programs(built: list[Built]) -> Table:
    paid = {(each.machine.name, name): sizes.total(each.paid(name)) for each in built for name in PROGRAMS}
    rows: list[tuple[str, Callable[[Built], Cell]]] = []
    for name, what in PROGRAMS.items():
        for kind, label in (("code", "code"), ("constants", "read-only data"), ("memory", "memory")):
            rows.append((f"{what}: {label}",
                         lambda each, name=name, kind=kind: getattr(paid[each.machine.name, name], kind)))
    return columns(built, rows, "a program that")


def fitted(built: list[Built]) -> Table:
    found = {(each.machine.name, name): each.fitted(name) for each in built for name in FITTED}
    rows: list[tuple[str, Callable[[Built], Cell]]] = []
    for name in FITTED:
        rows += [(f"{PROGRAMS[name]}: code", lambda each, name=name: found[each.machine.name, name][0].code),
                 (f"{PROGRAMS[name]}: read-only data",
                  lambda each, name=name: found[each.machine.name, name][0].constants),
                 (f"{PROGRAMS[name]}: stack of a render", lambda each, name=name: found[each.machine.name, name][1])]
    return columns(built, rows, "a program that")


def structs(built: list[Built]) -> Table:
    found = {each.machine.name: each.structs() for each in built}
    names = re.findall(r"^prm_(\w+) \1;$", (HERE / "structs.c").read_text(encoding="utf-8"), re.MULTILINE)
    return columns(built, [(f"`prm_{name}`", lambda each, name=name: found[each.machine.name][name])
                           for name in names], "struct")


def without_sizes(stacks: dict[str, int]) -> dict[str, int]:
    """prm_open() has sizes of cursors in its name (PRM_SIZED)."""
    return {re.sub(r"(?<=^prm_open)_\d+_\d+$", "", name): size for name, size in stacks.items()}


def worst_stacks(built: list[Built]) -> Table:
    found = {each.machine.name: without_sizes(each.stacks()) if each.machine.by_gcc else {} for each in built}
    rows: list[tuple[str, Callable[[Built], Cell]]] = [
        (f"`{name}`", lambda each, name=name: found[each.machine.name].get(name, NOTHING)) for name in CALLS]
    rows.append(("any other of the core", lambda each: max(
        (size for name, size in found[each.machine.name].items() if name not in CALLS), default=NOTHING)))
    return columns(built, rows, "call")


def modules(built: list[Built]) -> Table:
    found = {each.machine.name: each.modules() for each in built}
    rows: list[tuple[str, Callable[[Built], Cell]]] = []
    for name in sorted({name for each in found.values() for name in each}, key=library_first):
        rows.append((name, lambda each, name=name: flash(found[each.machine.name].get(name, sizes.Size()))))
    for library in LIBRARIES:
        rows.append((f"all of {library}", lambda each, library=library: sum(
            flash(size) for name, size in found[each.machine.name].items() if name.startswith(f"{library}/"))))
    return columns(built, rows, "module")


def library_first(module: str) -> tuple[int, str]:
    return LIBRARIES.index(module.split("/")[0]), module


def flash(size: sizes.Size) -> int:
    return size.code + size.constants


def work(m3: Built) -> Table:
    """What the calls of cost.c take."""
    made = m3.compile("cost", HERE / "cost.c", ROOT / "tests" / "request" / "request.c")
    program = m3.link("work", [*made, *m3.packs, *m3.libraries["core"]])
    said = [WORK.fullmatch(line) for line in run(m3.machine, program).splitlines()]
    counts = instructions.count(m3.machine, program)
    if len(said) != len(counts) or not all(match and match[2] == "0" for match in said):
        raise AssertionError(f"{len(counts)} counts for {said}")
    rows = [(match[1], int(match[4]), sum(count.values()), count["memcpy"] + count["memset"], int(match[3]))
            for match, count in zip(said, counts) if match]
    head = ("call", "bytes of the result", "instructions", "of these in memcpy and memset", "stack")
    return Table(head, tuple(rows))


def slot_tables(m3: Built) -> Table:
    """What a second slot adds to a pack, without its literals."""
    rows = []
    for label, json in (("text", False), ("text and JSON", True)):
        one, two = (tables_size(m3, f"{count}{json}", count, json) for count in (1, 2))
        rows.append((label, two - one))
    return Table(("a slot with 8 placeholders", "bytes of tables"), tuple(rows))


def tables_size(m3: Built, name: str, slots: int, json: bool) -> int:
    """Bytes of a pack's read-only data, its literals and names not counted."""
    folder = m3.folder / f"tables{name}"
    source = packs.generate(packs.write_slots(folder / "pack", slots), folder, escaped=json, names=False)
    made = compile_objects(m3.machine, folder, [source], "-Os")
    listed = command(m3.machine.tool("nm"), "-S", *made).splitlines()
    return sum(int(words[1], 16) for words in map(str.split, listed) if len(words) == 4 and words[3] != "pool")


def measure(folder: Path) -> dict[str, Table]:
    generated = folder / "packs"
    for directory in (packs.DEVICE, packs.NUDGE, packs.HARNESS):
        packs.generate(directory, generated)
    packs.generate_request(generated)
    built = [Built(machine, folder / machine.name) for machine in MACHINES]
    return {"compilers": compilers(built), "programs": programs(built), "fitted": fitted(built),
            "structs": structs(built), "stack": worst_stacks(built), "work": work(built[0]),
            "slot": slot_tables(built[0]), "modules": modules(built)}


# ---- the document ----


def marked(name: str, text: str) -> re.Match[str]:
    found = re.search(rf"(?<=<!-- measured: {name} -->\n)(.*?)(?=<!-- end -->)", text, re.DOTALL)
    if not found:
        raise AssertionError(f"{PAGE.name} has no place for the table {name}")
    return found


def with_tables(text: str, tables: dict[str, Table]) -> str:
    for name, table in tables.items():
        place = marked(name, text)
        text = text[:place.start()] + table.markdown() + "\n" + text[place.end():]
    return text


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="promptrom footprint ") as directory:
        tables = measure(Path(directory))
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
        return
    for name, table in tables.items():
        print(f"{name}\n\n{table.markdown()}\n")


if __name__ == "__main__":
    main()
