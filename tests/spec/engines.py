"""The two engines that run the cases: the reference renderer, and C generated, compiled and run."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Iterator

from casefile import Case, Run
from promptrom import arguments, casedriver, check, codegen, diagnostics, lower, model, reference, show, view
from promptrom.emit import emit

ROOT = Path(__file__).resolve().parents[2]
STRICT = ("-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align "
          "-Wstrict-prototypes -Wvla -Werror").split()
COMPILERS = {"gcc": ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], "clang": ["-O2"]}


def compilers() -> Iterator[tuple[str, list[str]]]:
    """The compilers of this machine with their options. gcc must be there, clang may be."""
    for name, options in COMPILERS.items():
        if name == "gcc" or shutil.which(name):
            yield name, options


# ---- what the compiler says ----


@dataclass(frozen=True)
class Checked:
    pack: model.Pack | None
    diagnostics: str
    codes: tuple[str, ...]


def check_case(case: Case, directory: Path) -> Checked:
    """Writes a case's pack and checks it. Paths in the diagnostics are those inside the pack."""
    directory.mkdir(parents=True)
    for name, data in case.files:
        file = directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    report = diagnostics.Report()
    pack = check.check_pack(str(directory), report)
    shown = show.as_text(report.items, most=10**6).replace(f"{directory}/", "").replace(str(directory), "PACK")
    return Checked(pack, shown.rstrip("\n"), tuple(map(place_and_code, show.ordered(report.items))))


def place_and_code(item: diagnostics.Diagnostic) -> str:
    if item.span is None:
        return f"{Path(item.path).name} {item.code}"
    line, column = item.span.source.position(item.span.start)
    return f"{item.span.source.name}:{line}:{column} {item.code}"


# ---- the reference renderer ----


@dataclass(frozen=True)
class Entry:
    """What a run renders."""

    key: str  #: as in the tables
    id: str
    output: str
    inputs: tuple[model.Variable, ...]
    request: bool


def find_entry(pack: model.Pack, name: str) -> Entry:
    for entry in pack.entries:
        if entry.id == name:
            return Entry(name, name, "", entry.inputs, isinstance(entry, model.Request))
        for output in getattr(entry, "outputs", ()):
            if codegen.output_key(entry.id, output.name) == name:
                return Entry(name, entry.id, output.name, entry.inputs, False)
    raise KeyError(f"no entry {name}; there are {', '.join(entry.id for entry in pack.entries)}")


def convert_arguments(pack: model.Pack, run: Run) -> dict[str, object]:
    """Raises KeyError or BadArgument if the run does not fit the pack."""
    entry = find_entry(pack, run.render)
    return arguments.convert(entry.inputs, run.args, entry.id)


def render_in_python(pack: model.Pack, run: Run) -> bytes | str:
    """The bytes, or an error as cases write it."""
    entry = find_entry(pack, run.render)
    values = convert_arguments(pack, run)
    try:
        return reference.render(pack, entry.id, values, escape=run.json, repair=run.repair, output=entry.output)
    except reference.RenderError as error:
        return f"{error.status}: {error.entry}: {error.placeholder}"


# ---- C ----


def generate(pack: model.Pack, prefix: str, formats: tuple[str, ...]) -> tuple[casedriver.Header, dict[str, str]]:
    """What is in a pack's files under a prefix of its own, and the files."""
    pack = replace(pack, name=prefix, prefix=prefix, formats=formats)
    tables = lower.lower(pack, lower.Options(json="json" in formats))
    seen = view.view(pack, tables, prefix)
    return casedriver.header_of(tables, seen), emit(seen)


def c_render(pack: model.Pack, run: Run, where: str) -> casedriver.Render:
    error = run.error
    return casedriver.Render(
        where=where, overlay="", key=find_entry(pack, run.render).key, args=convert_arguments(pack, run),
        json=run.json, repair=run.repair, expected=run.expected or b"", status=error.status if error else "OK",
        places=((error.c_entry, error.c_placeholder),) if error else ())


def variants(case: Case, pack: model.Pack,
             number: int) -> Iterator[tuple[tuple[casedriver.Header, dict[str, str]], list[Run]]]:
    """A case's pack as C: as it is, and for runs in JSON form with and without tables of escaped literals."""
    plain = [run for run in case.runs if not run.json]
    escaped = [run for run in case.runs if run.json]
    if plain:
        yield generate(pack, f"case{number}", pack.formats), plain
    if escaped:
        yield generate(pack, f"case{number}t", ("text",)), escaped
        yield generate(pack, f"case{number}j", ("text", "json")), escaped


def write_program(directory: Path, file: str, cases: list[tuple[Case, model.Pack]]) -> list[Path]:
    """The C sources of all cases of a file: their packs and a driver."""
    directory.mkdir(parents=True, exist_ok=True)
    renders, packs = [], []
    for number, (case, pack) in enumerate(cases):
        for (header, files), wanted in variants(case, pack, number):
            for name, contents in files.items():
                (directory / name).write_text(contents, encoding="utf-8")
            packs.append(header.file)
            renders += [(header, c_render(pack, run, f"{file}:{run.line}")) for run in wanted]
    if not renders:
        return []
    (directory / "driver.c").write_text(casedriver.driver(file, renders), encoding="utf-8")
    return [directory / f"{name}.c" for name in packs] + [directory / "driver.c"]


def command(*words: object, cwd: Path | None = None) -> tuple[int, str]:
    done = subprocess.run([str(word) for word in words], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
    return done.returncode, done.stdout


class Library:
    """The run-time core and the witness, compiled once a compiler."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.objects: dict[str, list[Path]] = {}

    def of(self, compiler: str, options: list[str]) -> list[Path]:
        if compiler not in self.objects:
            folder = self.directory / compiler
            folder.mkdir(parents=True)
            sources = [*sorted((ROOT / "runtime" / "core").glob("*.c")), casedriver.WITNESS / "witness.c"]
            compile_objects(compiler, options, sources, folder)
            self.objects[compiler] = sorted(folder.glob("*.o"))
        return self.objects[compiler]


def compile_objects(compiler: str, options: list[str], sources: list[Path], folder: Path) -> None:
    status, output = command(compiler, *STRICT, *options, f"-I{ROOT / 'include'}", f"-I{casedriver.WITNESS}",
                             f"-I{sources[0].parent}", "-c", *sources, cwd=folder)
    if status or output:
        raise AssertionError(f"{compiler} is not content:\n{output}")


def run_in_c(library: Library, compiler: str, options: list[str], sources: list[Path], folder: Path) -> str:
    """What the driver says; nothing if all is as expected."""
    folder.mkdir(parents=True, exist_ok=True)
    compile_objects(compiler, options, sources, folder)
    program = folder / "driver"
    status, output = command(compiler, *options, *sorted(folder.glob("*.o")), *library.of(compiler, options), "-o",
                             program)
    if status:
        raise AssertionError(f"{compiler} cannot link:\n{output}")
    status, output = command(program)
    return output if output or not status else f"ended with {status}"


