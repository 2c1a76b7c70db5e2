"""Mutants that survive and may: justified.yaml, by function, the line as it was and as it is, and the reason.

    runtime/core/json.c:prm_json_size:
      - was: if (plain > SIZE_MAX - total)
        now: if (plain >= SIZE_MAX - total)      # or a list of several
        number: 0                                # which of those with the same lines; 0 is left out
        why: A text of that size does not exist.
"""

from __future__ import annotations

from pathlib import Path

import yaml

FILE = Path(__file__).resolve().parent / "justified.yaml"
SHORTEST_REASON = 20  #: characters


class BadFile(Exception):
    """justified.yaml is not as it should be."""


def read(path: Path = FILE) -> dict[str, str]:
    """Reasons by the keys of mutants."""
    found: dict[str, str] = {}
    for place, items in (yaml.safe_load(path.read_text(encoding="utf-8")) or {}).items():
        for item in items:
            if not {"was", "now", "why"} <= set(item) <= {"was", "now", "why", "number"}:
                raise BadFile(f"{place}: was, now, why and perhaps number, not {item}")
            if len(item["why"]) < SHORTEST_REASON:
                raise BadFile(f"{place}: {item['now']}: a reason, not {item['why']!r}")
            lines = item["now"] if isinstance(item["now"], list) else [item["now"]]
            if not lines or not all(isinstance(line, str) for line in lines):
                raise BadFile(f"{place}: now is a line or a list of lines, not {item['now']!r}")
            for line in lines:
                key = f"{place} [{item.get('number', 0)}] {item['was']} => {line}"
                if key in found:
                    raise BadFile(f"{key}: stands there twice")
                found[key] = item["why"]
    return found
