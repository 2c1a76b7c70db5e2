"""Runs a pack's own cases through the reference renderer."""

from __future__ import annotations

from typing import Iterator

from . import arguments, model
from .reference import RenderError, locate, render


def run_cases(pack: model.Pack) -> Iterator[tuple[model.Case, "str | None"]]:
    """Each case with what is wrong with it, or None."""
    for case in pack.cases:
        yield case, problem(pack, case)


def problem(pack: model.Pack, case: model.Case) -> str | None:
    try:
        if case.overlay:
            pack = next(overlay.pack for overlay in pack.overlays if overlay.name == case.overlay)
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


def difference(expected: bytes, found: bytes) -> str:
    at = next((index for index, (a, b) in enumerate(zip(expected, found)) if a != b), min(len(expected), len(found)))
    return (f"     differs at byte {at}: expected {expected[at:at + 40]!r}, got {found[at:at + 40]!r}\n"
            f"     expected {expected!r}\n     got      {found!r}")
