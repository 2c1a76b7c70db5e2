"""Writes the golden files of events anew: `python3 tests/events/renew.py`. Read the difference as you would read
code."""

from __future__ import annotations

import tempfile
from pathlib import Path

import program

EXPECTED = program.HERE / "expected"


def printed() -> dict[str, str]:
    """What the C program prints for each event, by the name of the golden file."""
    with tempfile.TemporaryDirectory() as directory:
        made = program.build(Path(directory))
        return {f"{event}.txt": program.run(made, event) for event in program.EVENTS}


if __name__ == "__main__":
    for name, text in printed().items():
        (EXPECTED / name).write_text(text, encoding="utf-8")
