"""The text of a slot or a constant: written in YAML, in a file of its own, or as the body of a Markdown file."""

from __future__ import annotations

from . import files, manifest, reading, textrules
from .diagnostics import Diagnostic, Related, Report
from .files import PackFiles
from .manifest import Settings
from .nodes import Mapping
from .source import Span, Text


def read_text(given: Mapping, what: str, pack: PackFiles, settings: Settings, report: Report) -> Text | None:
    """What `text` or `file` gives; exactly one of them must be there."""
    text, file = given.get("text"), given.get("file")
    if text is not None and file is not None:
        report.add("PR0421", file.span, f"{what} has both text and file", helps=("remove one of them",),
                   related=(Related(text.span, "the text"),))
        return None
    keep_final = settings.keep_final_newline or manifest.read_keep(given, "final_newline", what, report)
    keep_lines = settings.keep_newlines or manifest.read_keep(given, "newlines", what, report)
    if text is not None:
        return textrules.prompt_text(text, report, what, keep_final_newline=keep_final)
    if file is None:
        report.add("PR0403", given.span, f"{what} has neither text nor file", helps=('add text: "…"',))
        return None
    name = reading.text(file, f"file of {what}", report)
    if name is None:
        return None
    return files.read_file(pack, name, file.span, report, keep_newlines=keep_lines, keep_final_newline=keep_final)


def drop_allowed(report: Report, allow: frozenset[str], spans: tuple[Span, ...]) -> None:
    """Drops the warnings that were found inside a slot's spans before its `allow` was known."""
    def silent(item: Diagnostic) -> bool:
        place = item.span
        return (item.severity != "error" and item.code in allow and place is not None and any(
            place.source.name == span.source.name and span.start <= place.start <= span.end for span in spans))

    if allow:
        report.items[:] = [item for item in report.items if not silent(item)]


def silenced(found: Report, allow: frozenset[str], report: Report) -> None:
    """Hands on what a check of one slot found, but for the warnings that the slot allows."""
    report.items += [item for item in found.items if item.severity == "error" or item.code not in allow]
