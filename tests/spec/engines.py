"""The two engines that run the cases: the reference renderer, and C generated, compiled and run."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Iterator

import jinja2

from casefile import Case, Run
from promptrom import arguments, check, codegen, diagnostics, lower, model, reference, show, structs, view
from promptrom.emit import emit
from promptrom.quote import c_bytes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
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


@dataclass(frozen=True)
class Generated:
    """A pack's files and the names in them."""

    prefix: str
    files: dict[str, str]
    entries: dict[str, view.EntryView]
    inputs: dict[str, tuple[model.Variable, ...]]
    structs: structs.Structs
    choices: dict[str, tuple[tuple[str, int], ...]]
    tools: dict[str, str]


def generate(pack: model.Pack, prefix: str, formats: tuple[str, ...]) -> Generated:
    pack = replace(pack, name=prefix, prefix=prefix, formats=formats)
    tables = lower.lower(pack, lower.Options(json="json" in formats))
    seen = view.view(pack, tables, prefix)
    tools = {name: f"{seen.upper}_TOOL_{identifier.upper()}" for identifier, name, _ in seen.tools}
    return Generated(prefix, emit(seen), {entry.id: entry for entry in seen.entries},
                     {entry.key: entry.inputs for entry in tables.entries}, tables.structs,
                     {choice.name: choice.values for choice in seen.choices}, tools)


class Statements:
    """C that fills the argument struct of one run."""

    def __init__(self, made: Generated) -> None:
        self.made = made
        self.declarations: list[str] = []
        self.statements: list[str] = []
        self.arrays = 0

    def fill(self, target: str, members: tuple[structs.Member, ...], values: dict[str, object]) -> None:
        for member in members:
            value = values.get(member.variable.name)
            if value is not None:
                self.assign(f"{target}.{member.name}", member, value)

    def assign(self, target: str, member: structs.Member, value: object) -> None:
        kind = member.variable.type
        if kind == "rows":
            self.statements.append(f"{target} = {self.rows(member, value)};")
        elif kind == "set":
            for name in value:
                self.statements.append(f"{self.made.prefix}_tool_set_add(&{target}, {self.made.tools[name]});")
        else:
            writer = {"text": text, "json": text, "integer": integer, "flag": flag}.get(kind)
            written = writer(value) if writer else f"{member.variable.of.index(value) + 1}u"
            self.statements.append(f"{target} = {written};")

    def rows(self, member: structs.Member, rows: list[dict[str, object]]) -> str:
        base = member.type[:-len("_rows")]
        if not rows:
            return f"{base}_array(NULL, 0)"
        array = f"rows_{self.arrays}"
        self.arrays += 1
        self.declarations.append(f"static {base}_row {array}[{len(rows)}];")
        inner = self.made.structs.rows[base].members
        for index, row in enumerate(rows):
            self.fill(f"{array}[{index}]", inner, row)
        return f"{base}_array({array}, {len(rows)})"


def text(value: bytes) -> str:
    return f"prm_bytes({c_literal(value)}, {len(value)})"


def integer(value: int) -> str:
    if value > 2**63 - 1:
        return f"prm_uint(UINT64_C({value}))"
    return "prm_int(INT64_MIN)" if value == -2**63 else f"prm_int(INT64_C({value}))"


def flag(value: bool) -> str:
    return "true" if value else "false"


def c_literal(data: bytes) -> str:
    return " ".join(c_bytes(data))


@dataclass(frozen=True)
class DriverRun:
    """One run as the driver's template shows it."""

    function: str
    where: str
    pack: str
    base: str  #: of the typed wrappers, or "" for the general calls
    suffix: str
    id: str
    format: str
    struct: str
    declarations: list[str]
    statements: list[str]
    status: str
    entry: str
    placeholder: str
    data: str
    size: int

    @property
    def small(self) -> bool:
        return self.status == "OK"

    def call(self, way: str) -> str:
        """The beginning of a call up to what differs between the ways."""
        words = ["&seen.cursor"] if way == "open" else []
        words.append(f"&{self.pack}_pack")
        if self.base:
            words += ["&args"] if self.struct else []
            return f"{self.base}_{way}{self.suffix}(" + ", ".join(words)
        words += [self.id, "&args" if self.struct else "NULL", self.format]
        return f"prm_{way}(" + ", ".join(words)


def driver_run(made: Generated, pack: model.Pack, run: Run, where: str) -> DriverRun:
    entry = find_entry(pack, run.render)
    shown = made.entries[entry.key]
    struct = made.structs.entry(entry.key, made.inputs[entry.key])
    statements = Statements(made)
    statements.fill("args", struct.members, convert_arguments(pack, run))
    is_json = run.json and not entry.request
    typed = not run.repair and (not is_json or shown.json)
    error = run.error
    return DriverRun(
        function=f"run_{made.prefix}_{run.line}", where=where, pack=made.prefix, base=shown.base if typed else "",
        suffix="_json" if is_json else "", id=f"{shown.upper}_ID",
        format="PRM_" + ("JSON" if is_json else "TEXT") + ("_REPAIR" if run.repair else ""),
        struct=struct.name if struct.members else "", declarations=statements.declarations,
        statements=statements.statements, status=error.status if error else "OK",
        entry=c_literal(error.c_entry.encode()) if error else "NULL",
        placeholder=c_literal(error.c_placeholder.encode()) if error else "NULL",
        data="NULL" if error else c_literal(run.expected or b""), size=0 if error else len(run.expected or b""))


def variants(case: Case, pack: model.Pack, number: int) -> Iterator[tuple[Generated, list[Run]]]:
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
    runs, packs = [], []
    for number, (case, pack) in enumerate(cases):
        for made, wanted in variants(case, pack, number):
            for name, contents in made.files.items():
                (directory / name).write_text(contents, encoding="utf-8")
            packs.append(made.prefix)
            runs += [driver_run(made, pack, run, f"{file}:{run.line}") for run in wanted]
    if not runs:
        return []
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(str(HERE)), undefined=jinja2.StrictUndefined,
                                     autoescape=False, trim_blocks=True, lstrip_blocks=True,
                                     keep_trailing_newline=True)
    driver = environment.get_template("driver.c.j2").render(file=file, packs=packs, runs=runs)
    (directory / "driver.c").write_text(driver, encoding="utf-8")
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
            sources = [*sorted((ROOT / "runtime" / "core").glob("*.c")), HERE / "witness.c"]
            compile_objects(compiler, options, sources, folder)
            self.objects[compiler] = sorted(folder.glob("*.o"))
        return self.objects[compiler]


def compile_objects(compiler: str, options: list[str], sources: list[Path], folder: Path) -> None:
    status, output = command(compiler, *STRICT, *options, f"-I{ROOT / 'include'}", f"-I{HERE}",
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


