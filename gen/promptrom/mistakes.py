"""Mistakes of one text, the same one told once: its first place, and a note with the others."""

from __future__ import annotations

from dataclasses import dataclass, field

from .decode import also
from .diagnostics import Related, Report
from .source import Text


@dataclass
class _Mistake:
    start: int
    end: int
    message: str
    label: str
    notes: tuple[str, ...]
    helps: tuple[str, ...]
    related: tuple[Related, ...]
    others: list[int] = field(default_factory=list)


class Mistakes:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.found: dict[tuple[str, str], _Mistake] = {}

    def again(self, code: str, key: str, start: int) -> bool:
        """Whether this mistake is known; its new place is then noted. Asked first where a help is dear to make."""
        known = self.found.get((code, key))
        if known:
            known.others.append(start)
        return known is not None

    def add(self, code: str, key: str, start: int, end: int, message: str, *, label: str = "",
            notes: tuple[str, ...] = (), helps: tuple[str, ...] = (), related: tuple[Related, ...] = ()) -> None:
        """A mistake from `start` to `end` of the value; those with equal code and key are the same."""
        if not self.again(code, key, start):
            self.found[code, key] = _Mistake(start, end, message, label, notes, helps, related)

    def report(self, report: Report) -> None:
        for (code, _), mistake in self.found.items():
            others = also(self.text.source, [self.text.at(start) for start in mistake.others])
            report.add(code, self.text.span(mistake.start, mistake.end), mistake.message, label=mistake.label,
                       notes=mistake.notes + others, helps=mistake.helps, related=mistake.related)
