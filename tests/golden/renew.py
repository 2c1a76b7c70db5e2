"""Writes the golden files anew: `python3 tests/golden/renew.py`. Read the difference as you would read code."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXPECTED = HERE / "expected"
sys.path.insert(0, str(HERE.parents[1] / "gen"))

from promptrom import check, diagnostics, lower, show, view  # noqa: E402 - the compiler's path is known only now
from promptrom.emit import emit  # noqa: E402


def generated() -> dict[str, str]:
    """The C files of all packs here, by name."""
    files: dict[str, str] = {}
    for directory in sorted((HERE / "packs").iterdir()):
        report = diagnostics.Report()
        pack = check.check_pack(str(directory), report)
        if pack is None or report.items:
            raise ValueError(show.as_text(report.items))
        tables = lower.lower(pack, lower.Options(json="json" in pack.formats, source_map=pack.name == "rich"))
        files.update(emit(view.view(pack, tables, pack.name)))
    return files


def main() -> None:
    EXPECTED.mkdir(exist_ok=True)
    for name, text in generated().items():
        (EXPECTED / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
