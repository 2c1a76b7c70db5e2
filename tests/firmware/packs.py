"""Packs as C, with what their own cases expect."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from machines import HERE, ROOT

sys.path[:0] = [str(ROOT / "gen"), str(ROOT / "tests" / "request")]

from promptrom import check, diagnostics, lower, model, view  # noqa: E402
from promptrom.emit import emit  # noqa: E402
from promptrom.uses import uses_of  # noqa: E402

import request_pack  # noqa: E402

DEVICE = HERE / "pack"
NUDGE = ROOT / "packs" / "nudge"
HARNESS = ROOT / "packs" / "harness"


def checked(directory: Path) -> model.Pack:
    report = diagnostics.Report()
    pack = check.check_pack(str(directory), report)
    if pack is None:
        raise AssertionError("\n".join(item.message for item in report.items))
    return pack


def generate(directory: Path, folder: Path, file: str = "", escaped: bool | None = None,
             names: bool = True) -> Path:
    """Writes a pack's header and source into a folder. Returns the source."""
    pack = checked(directory)
    options = lower.Options(json="json" in pack.formats if escaped is None else escaped, names=names)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in emit(view.view(pack, lower.lower(pack, options), file or pack.name)).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / f"{file or pack.name}.c"


def generate_alone(directory: Path, folder: Path) -> tuple[Path, list[str]]:
    """A pack's text alone, without overlays of any kind, and what a library must be built with for it."""
    pack = replace(checked(directory), overridable=False, overlays=(), formats=("text",))
    tables = lower.lower(pack, lower.Options(names=False))
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in emit(view.view(pack, tables, pack.name)).items():
        (folder / name).write_text(text, encoding="utf-8")
    needed = "|".join(f"PRM_USE_{use}" for use in uses_of(tables)) or "0"
    return folder / f"{pack.name}.c", [f"-DPRM_USES={needed}", f"-DPRM_MAX_DEPTH={max(1, tables.depth)}"]


def generate_request(folder: Path) -> Path:
    """The request of tests/request, in files that do not bear the names of those there."""
    request_pack.write_pack(folder / "request")
    return generate(folder / "request", folder, "request_pack")


def write_slots(directory: Path, count: int) -> Path:
    """A pack with so many slots of eight placeholders, which share neither literals nor the order of these."""
    names = [f"v{number}" for number in range(8)]
    slots = {}
    for number in range(count):
        order = names[number:] + names[:number]
        text = "".join(f"{number} before {name}: {{{name}}}, " for name in order) + f"end {number}"
        slots[f"slot{number}"] = {"placeholders": order, "text": text}
    directory.mkdir(parents=True)
    manifest = {"promptrom": 1, "pack": "slots", "variables": {name: {"type": "text"} for name in names},
                "slots": slots}
    (directory / "pack.yaml").write_text(json.dumps(manifest), encoding="utf-8")
    return directory
