"""What static analysis finds, and the findings that are known to be no faults: accepted.yaml.

A finding is named by its file, its check, and the text of its line, so that it survives edits elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
ACCEPTED = HERE / "accepted.yaml"
ANY_FILE = "any file"
SHORTEST_REASON = 20  #: characters


@dataclass(frozen=True, order=True)
class Finding:
    file: str  #: relative to the root
    check: str
    line: str  #: its text, without the white space around
    number: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.number}: {self.check}: {self.line}"


class Lines:
    """The text of the source."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: dict[str, list[str]] = {}

    def finding(self, path: str, number: int, check: str) -> Finding:
        file = str(Path(path).resolve().relative_to(self.root.resolve()))
        if file not in self.files:
            self.files[file] = (self.root / file).read_text(encoding="utf-8").splitlines()
        return Finding(file, check, self.files[file][number - 1].strip(), number)


#: Lines such as `file:12:3: warning: words [check]`.
WARNING = re.compile(r"^([^\s:]+):(\d+):\d+: (?:warning|error): .*\[([\w.,-]+)\]$", re.MULTILINE)


def parse(output: str, root: Path) -> list[Finding]:
    """Findings in a compiler's way of writing, each once; those outside of the root are not ours."""
    lines = Lines(root)
    found = {lines.finding(path, int(number), check) for path, number, check in WARNING.findall(output)
             if Path(path).resolve().is_relative_to(root.resolve())}
    return sorted(found)


@dataclass(frozen=True)
class Accepted:
    file: str
    check: str
    line: str

    def covers(self, finding: Finding) -> bool:
        return self.file in (finding.file, ANY_FILE) and (self.check, self.line) == (finding.check, finding.line)


def read_accepted(tool: str, path: Path = ACCEPTED) -> list[Accepted]:
    """Those of one tool. Raises ValueError if one has no reason."""
    found = []
    for file, items in (yaml.safe_load(path.read_text(encoding="utf-8")).get(tool) or {}).items():
        for item in items:
            if set(item) != {"check", "line", "why"} or len(item["why"]) < SHORTEST_REASON:
                raise ValueError(f"{path.name}: {file}: check, line and why, not {item}")
            found.append(Accepted(file, item["check"], item["line"]))
    return found


def problems(findings: list[Finding], accepted: list[Accepted]) -> list[str]:
    """What is found and not accepted; what is accepted and not found any more."""
    used: Counter[Accepted] = Counter()
    new = []
    for finding in findings:
        covering = [item for item in accepted if item.covers(finding)]
        used.update(covering)
        if not covering:
            new.append(str(finding))
    old = [item for item in accepted if not used[item]]
    return new + [f"{item.file}: {item.check}: not found any more: {item.line}" for item in old]
