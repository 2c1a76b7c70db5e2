"""What `-W` makes of diagnostics."""

from __future__ import annotations

from dataclasses import replace

from .codes import REGISTRY
from .diagnostics import Diagnostic
from .suggest import nearest


SETTINGS = "error, error=NAME, no-NAME and no-all"


def problem(setting: str) -> str | None:
    """What is wrong with a setting of `-W`, or None. Names are those of warnings: words or numbers."""
    if setting in ("error", "no-all"):
        return None
    if not setting.strip():
        return f"nothing stands behind -W; it takes {SETTINGS}"
    for start, what in (("error=", "made an error"), ("no-", "left out")):
        if setting.startswith(start):
            return _wrong_name(setting[len(start):], start, what)
    close = nearest(setting, [*_warnings(), "error", "no-all"])
    if close in ("error", "no-all"):
        return f"{setting} is no setting; did you mean {close}?"
    known = setting if setting in _warnings() else close
    return (f"{setting} is no setting; did you mean error={known} or no-{known}?" if known else
            f"{setting} is no setting; it takes {SETTINGS}")


def _wrong_name(name: str, start: str, what: str) -> str | None:
    if (name, start) == ("all", "error="):
        return "error=all is no setting; did you mean error, which makes all warnings errors?"
    known = {key: code for code in REGISTRY.values() for key in (code.code, code.name)}
    if not name.strip():
        return (f"{start} lacks the name of the warning that is to be {what}, as in {start}unused-variable; "
                f"`promptrom explain` lists all")
    if name not in known:
        candidates = [*_warnings(), "all"] if start == "no-" else _warnings()
        close = nearest(name, candidates) or nearest(name, known)
        return f"there is no diagnostic {name}; " + (
            f"did you mean {start}{close}?" if close else "`promptrom explain` lists all")
    if known[name].severity == "error":
        return f"{name} is an error already" if what == "made an error" else f"{name} is an error and stays"
    if known[name].severity == "note" and what == "made an error":
        return f"{name} is a note, and only warnings can be errors"
    return None


def _warnings() -> list[str]:
    return [key for code in REGISTRY.values() if code.severity != "error" for key in (code.code, code.name)]


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
