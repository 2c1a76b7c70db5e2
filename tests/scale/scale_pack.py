"""A pack of many slots of 1.5 KB each, for measuring how the compiler grows with its input."""

from __future__ import annotations

import random
from pathlib import Path

SLOT_BYTES = 1500
PLACEHOLDERS = [f"value_{number}" for number in range(40)]
USED = 8    # placeholders of a slot, at most
WORDS = ("agent answer chat context data file line memory message model note plan prompt question result step "
         "system table task text token tool turn user").split()


def manifest() -> str:
    lines = [f"  {name}: {{type: text, max_bytes: 200, example: x}}\n" for name in PLACEHOLDERS]
    return "promptrom: 1\npack: scale\nvariables:\n" + "".join(lines)


def slot(chance: random.Random) -> str:
    waiting, used, text = chance.sample(PLACEHOLDERS, USED), [], ""
    while len(text) < SLOT_BYTES:
        text += " ".join(chance.choice(WORDS) for _ in range(12))
        if waiting and chance.random() < 0.5:
            used.append(waiting.pop())
            text += f" {{{used[-1]}}}"
        text += ".\n"
    return f"---\nplaceholders: [{', '.join(used)}]\n---\n{text}"


def write_pack(directory: Path, slots: int) -> None:
    """The same files every time."""
    chance = random.Random(slots)
    directory.mkdir(parents=True)
    (directory / "pack.yaml").write_text(manifest(), encoding="utf-8")
    for number in range(slots):
        (directory / f"slot_{number:05}.md").write_text(slot(chance), encoding="utf-8")
