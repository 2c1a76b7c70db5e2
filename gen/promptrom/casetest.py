"""Runs a pack's own cases through the reference renderer, and prepares them for C."""

from __future__ import annotations

from typing import Iterator

from . import arguments, model
from .casedriver import Render
from .codegen import output_key
from .places import Place, Tracer, root_scope
from .reference import Mode, RenderError, locate, render


def run_cases(pack: model.Pack) -> Iterator[tuple[model.Case, "str | None"]]:
    """Each case with what is wrong with it, or None."""
    for case in pack.cases:
        yield case, problem(pack, case)


def problem(pack: model.Pack, case: model.Case) -> str | None:
    try:
        pack = pack_of(pack, case)
        entry, output = locate(pack, case.render)
        values = arguments.convert(entry.inputs, dict(case.args), case.render)
        found = render(pack, entry.id, values, escape=case.json, output=output)
    except (RenderError, arguments.BadArgument) as error:
        status = error.status if isinstance(error, RenderError) else "argument"
        if case.error and case.error in (status, "PR0301" if status == "argument" else ""):
            return None
        return f"     expected {case.error or 'text'}, got the error {error}"
    if case.error:
        return f"     expected the error {case.error}, got text"
    expected = (case.expect or "").encode("utf-8")
    return None if found == expected else difference(expected, found)


def pack_of(pack: model.Pack, case: model.Case) -> model.Pack:
    """The pack that a case renders with: itself or an overlay's."""
    return next((overlay.pack for overlay in pack.overlays if overlay.name == case.overlay), pack)


def renders(pack: model.Pack) -> Iterator[Render]:
    """The cases for C, but for those whose arguments do not fit, which no C compiler would take, and those of
    overlays that are not there."""
    there = {"", *(overlay.name for overlay in pack.overlays)}
    for case in pack.cases:
        entry, output = locate(pack, case.render)
        try:
            values = arguments.convert(entry.inputs, dict(case.args), case.render)
        except arguments.BadArgument:
            continue
        if case.overlay not in there or case.error.startswith("PR"):
            continue
        yield Render(
            where=case.name, overlay=case.overlay, key=output_key(entry.id, output) if output else entry.id,
            args=values, json=case.json, repair=False, expected=(case.expect or "").encode("utf-8"),
            status=case.error or "OK",
            places=error_places(pack_of(pack, case), entry.id, output, values, case.json) if case.error else ())


def error_places(pack: model.Pack, entry_id: str, output: str, values: dict[str, object],
                 escape: bool) -> tuple[Place, ...]:
    """Where rendering fails; nowhere if it does not."""
    tracer = Tracer(pack)
    entry = tracer.entries[entry_id]
    try:
        tracer.entry(entry, root_scope(entry, values), Mode(escape, False), output)
    except RenderError:
        return tracer.places()
    return ()


def difference(expected: bytes, found: bytes) -> str:
    at = next((index for index, (a, b) in enumerate(zip(expected, found)) if a != b), min(len(expected), len(found)))
    return (f"     differs at byte {at}: expected {expected[at:at + 40]!r}, got {found[at:at + 40]!r}\n"
            f"     expected {expected!r}\n     got      {found!r}")
