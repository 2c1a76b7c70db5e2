"""The gaps that are known, each with the reason why no test can close it: explained.yaml.

    runtime/core/json.c:prm_json_size:
      - never true: plain > SIZE_MAX - total
        times: 2                                 # if the function has that gap more than once
        why: A text would have to be longer than the address space.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import yaml

from conditions import DECIDES_NOTHING, NEVER_ASKED, NEVER_CALLED, NEVER_FALSE, NEVER_TRUE, NOT_MEASURED, Gap

OUTCOMES = {NEVER_CALLED, NEVER_TRUE, NEVER_FALSE, NEVER_ASKED, DECIDES_NOTHING, NOT_MEASURED}
OPTIONAL = {"times", "why"}
FILE = Path(__file__).resolve().parent / "explained.yaml"


class BadFile(Exception):
    """explained.yaml is not as it should be."""


def read(path: Path = FILE) -> Counter[Gap]:
    found: Counter[Gap] = Counter()
    for place, items in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        for item in items:
            outcomes = item.keys() - OPTIONAL
            if len(outcomes) != 1 or not outcomes <= OUTCOMES or len(str(item.get("why", ""))) < 20:
                raise BadFile(f"{place}: one outcome and a reason, not {item}")
            (outcome,) = outcomes
            gap = Gap(place, outcome, str(item[outcome] or ""))
            if gap in found:
                raise BadFile(f"{place}: {outcome}: {gap.text} stands there twice")
            found[gap] = item.get("times", 1)
    return found


@dataclass(frozen=True)
class Difference:
    unexplained: Counter[Gap]
    outdated: Counter[Gap]  #: explained, and no gap any more

    def __bool__(self) -> bool:
        return bool(self.unexplained or self.outdated)

    def __str__(self) -> str:
        new, old = sorted(self.unexplained.elements()), sorted(self.outdated.elements())
        return "\n".join([f"{gap}: explain it in explained.yaml, or better, test it" for gap in new]
                         + [f"{gap}: no gap any more, and can go from explained.yaml" for gap in old])


def compare(found: Counter[Gap], known: Counter[Gap]) -> Difference:
    return Difference(found - known, known - found)
