"""What `-W` makes of diagnostics."""

from __future__ import annotations

from dataclasses import replace

from .codes import REGISTRY
from .diagnostics import Diagnostic
from .suggest import nearest


def problem(setting: str) -> str | None:
    """What is wrong with a setting of `-W`, or None."""
    if setting in ("error", "no-all"):
        return None
    for start, what in (("error=", "made an error"), ("no-", "left out")):
        if setting.startswith(start):
            name = setting[len(start):]
            known = {key: code for code in REGISTRY.values() for key in (code.code, code.name)}
            if name not in known:
                close = nearest(name, known)
                return f"there is no diagnostic {name}" + (f"; did you mean {close}?" if close else "")
            if known[name].severity == "error":
                return f"{name} is an error already" if what == "made an error" else f"{name} is an error and stays"
            return None
    return f"it takes error, error=NAME, no-NAME or no-all, not {setting!r}"


def apply_settings(items: list[Diagnostic], settings: list[str]) -> list[Diagnostic]:
    """Warnings that are to be errors become errors; those that are not wanted go. Errors stay as they are."""
    everything = "error" in settings
    errors = {setting.partition("=")[2] for setting in settings if setting.startswith("error=")}
    unwanted = {setting[3:] for setting in settings if setting.startswith("no-")}
    kept = []
    for item in items:
        name = REGISTRY[item.code].name
        if item.severity == "error":
            kept.append(item)
        elif unwanted & {name, item.code, "all"}:
            continue
        elif item.severity == "warning" and (everything or name in errors or item.code in errors):
            kept.append(replace(item, severity="error"))
        else:
            kept.append(item)
    return kept
