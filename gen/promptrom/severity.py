"""What `-W` makes of diagnostics."""

from __future__ import annotations

from dataclasses import replace

from .codes import REGISTRY
from .diagnostics import Diagnostic


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
        elif name in unwanted or item.code in unwanted:
            continue
        elif item.severity == "warning" and (everything or name in errors or item.code in errors):
            kept.append(replace(item, severity="error"))
        else:
            kept.append(item)
    return kept
