"""Diagnostics are data: what is wrong, where, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .source import Span


@dataclass(frozen=True, eq=False)
class Related:
    """A second place that a diagnostic speaks of."""

    span: Span
    label: str


@dataclass(frozen=True, eq=False)
class Diagnostic:
    code: str  #: PRnnnn, from `codes`
    severity: str  #: error, warning or note
    message: str  #: what is wrong, one line
    span: Span | None  #: None only when no file could be read at all
    label: str = ""  #: stands behind the caret
    notes: tuple[str, ...] = ()  #: why
    helps: tuple[str, ...] = ()  #: the exact edit
    related: tuple[Related, ...] = ()
    path: str = ""  #: shown in place of a span when there is none


@dataclass
class Report:
    """Collects the diagnostics of one run. The only mutable thing that is handed through the phases."""

    items: list[Diagnostic] = field(default_factory=list)

    def add(self, code: str, span: Span | None, message: str, *, label: str = "", notes: tuple[str, ...] = (),
            helps: tuple[str, ...] = (), related: tuple[Related, ...] = (), path: str = "") -> None:
        """Adds a diagnostic of the severity that its code is registered with."""
        from . import codes

        severity = codes.REGISTRY[code].severity
        self.items.append(Diagnostic(code, severity, message, span, label, notes, helps, related, path))

    @property
    def failed(self) -> bool:
        return self.failed_since(0)

    def failed_since(self, count: int) -> bool:
        """Whether an error came after the first `count` items."""
        return any(item.severity == "error" for item in self.items[count:])
