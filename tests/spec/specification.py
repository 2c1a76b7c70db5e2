"""Runs the cases of one file through both engines and tells what is not as it is written."""

from __future__ import annotations

from pathlib import Path

from casefile import Case, Run, read_cases
from engines import Library, check_case, compilers, convert_arguments, render_in_python, run_in_c, write_program
from promptrom import arguments, model


def problems(file: Path, directory: Path, library: Library) -> list[str]:
    """What is wrong, one text each; empty if all cases hold."""
    found: list[str] = []
    compiled: list[tuple[Case, model.Pack]] = []
    for number, case in enumerate(read_cases(file)):
        checked = check_case(case, directory / f"pack{number}")
        where = f"{file.name}:{case.line}: {case.name}"
        found += [f"{where}: {problem}" for problem in diagnostics_problems(case, checked.diagnostics, checked.codes)]
        if case.runs and checked.pack is None:
            found.append(f"{where}: does not compile")
        elif case.runs:
            unfit = unfit_runs(case, checked.pack)
            found += [f"{where}: {problem}" for problem in unfit or reference_problems(case, checked.pack)]
            compiled += [] if unfit else [(case, checked.pack)]
    return found + c_problems(file, directory, library, compiled)


def diagnostics_problems(case: Case, text: str, codes: tuple[str, ...]) -> list[str]:
    found = []
    if case.diagnostics is not None and case.diagnostics != text:
        found.append(f"other diagnostics than expected\n--- expected\n{case.diagnostics}\n--- found\n{text}\n---")
    if case.codes is not None and case.codes != codes:
        found.append("other codes than expected\n--- expected\n{}\n--- found\n{}\n---".format(
            "\n".join(case.codes), "\n".join(codes)))
    if case.diagnostics is None and case.codes is None and text:
        found.append(f"diagnostics where none are expected\n{text}")
    return found


def unfit_runs(case: Case, pack: model.Pack) -> list[str]:
    """Runs of what the pack does not have."""
    found = []
    for run in case.runs:
        try:
            convert_arguments(pack, run)
        except (KeyError, arguments.BadArgument) as error:
            found.append(f"line {run.line}: {error}")
    return found


def reference_problems(case: Case, pack: model.Pack) -> list[str]:
    results = [(run, render_in_python(pack, run)) for run in case.runs]
    return [f"line {run.line}: reference renderer\n    expected {wanted(run)!r}\n    found    {result!r}"
            for run, result in results if result != wanted(run)]


def wanted(run: Run) -> bytes | str | None:
    return run.expected if run.error is None else f"{run.error.status}: {run.error.entry}: {run.error.placeholder}"


def c_problems(file: Path, directory: Path, library: Library, cases: list[tuple[Case, model.Pack]]) -> list[str]:
    sources = write_program(directory / "c", file.name, cases)
    found = []
    for name, options in compilers() if sources else ():
        output = run_in_c(library, name, options, sources, directory / name)
        found += [f"{name}: {output}"] if output else []
    return found
