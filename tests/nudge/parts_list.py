"""A nudge as its specification has it: a list of parts, pushed one after the other and joined by newlines.

Knows nothing of packs. It is what the pack's assembly `nudge` is compared with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

SHOWN = 6  #: rows of the range table


@dataclass(frozen=True)
class Situation:
    """What is true while a nudge is made. `tier`: 0 if none is due."""

    emergency: bool
    breakdown: bool
    growth: bool
    tier: int
    ranges: "tuple[Mapping[str, int], ...]"


def nudge(texts: Mapping[str, str], values: Mapping[str, object], now: Situation) -> str:
    parts = [fill(texts["emergency" if now.emergency else "normal"], values)]
    breakdown = fill(texts["breakdown"], values) if now.breakdown else ""
    if breakdown:
        parts += ["", breakdown]
    growth = fill(texts["growth"], values) if now.growth else ""
    if growth:
        parts.append(growth)
    if texts["guidance"]:
        parts += ["", texts["guidance"]]
    line = fill(texts["tier"], {**values, "count": values["target_blocks"]}) if now.tier else ""
    if line:
        parts += [line, "", texts[f"rules{now.tier}"]]
    else:
        parts.append(range_table(texts, values, now))
    if texts["tip"]:
        parts += ["", texts["tip"]]
    return "\n".join(parts)


def range_table(texts: Mapping[str, str], values: Mapping[str, object], now: Situation) -> str:
    shown = now.ranges[:SHOWN]
    if not shown:
        return ""
    lines = [fill(texts["line"], row) for row in shown]
    return "\n".join(["", fill(texts["header"], values), fill(texts["title"], {"count": len(shown)}), *lines,
                      texts["footer"]])


def fill(text: str, values: Mapping[str, object]) -> str:
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text
