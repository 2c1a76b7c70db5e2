"""Diagnostics as SARIF 2.1.0, the OASIS format that code hosts show beside changed lines."""

from __future__ import annotations

import hashlib
import os
from pathlib import PurePath
from typing import Iterable
from urllib.parse import quote

from . import codes
from .diagnostics import Diagnostic, Related
from .show import ordered, utf8
from .source import Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def as_sarif(items: Iterable[Diagnostic], version: str) -> dict[str, object]:
    """One log with one run. Paths are relative where the user gave them so; columns count code points."""
    found = ordered(items)
    rules = sorted({item.code for item in found})
    driver = {"name": "promptrom", "version": version, "rules": [_rule(code) for code in rules]}
    return {"$schema": _SCHEMA, "version": "2.1.0",
            "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints",
                      "newlineSequences": ["\r\n", "\n", "\r"],
                      "results": [_result(item, rules.index(item.code)) for item in found]}]}


def _rule(code: str) -> dict[str, object]:
    known = codes.REGISTRY[code]
    level = {"level": known.severity}
    return {"id": code, "name": known.name, "shortDescription": {"text": known.title},
            "fullDescription": {"text": known.explanation}, "defaultConfiguration": level}


def _result(item: Diagnostic, rule: int) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": item.code, "ruleIndex": rule, "level": item.severity, "message": {"text": _message(item)},
        "partialFingerprints": {"promptrom/v1": _fingerprint(item)}}
    location = {"physicalLocation": _span(item.span) if item.span else _file(item.path)}
    if item.span or item.path:
        result["locations"] = [location]
    if item.related:
        result["relatedLocations"] = [_related(related, number) for number, related in enumerate(item.related)]
    return result


def _message(item: Diagnostic) -> str:
    label = f" ({item.label})" if item.label else ""
    return utf8("\n".join([item.message + label, *(f"note: {note}" for note in item.notes),
                      *(f"help: {help_}" for help_ in item.helps)]))


def _fingerprint(item: Diagnostic) -> str:
    """The same as long as the mistake and its line are, wherever in the file that line stands."""
    path, line = item.path, ""
    if item.span:
        path = item.span.source.name
        line = item.span.source.line(item.span.source.position(item.span.start)[0]).strip()
    parts = "\0".join((item.code, path, item.message, line))
    return hashlib.sha256(parts.encode("utf-8", "replace")).hexdigest()[:32]


def _related(related: Related, number: int) -> dict[str, object]:
    return {"id": number, "physicalLocation": _span(related.span), "message": {"text": utf8(related.label)}}


def _span(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    return {**_file(span.source.path), "region": region}


def _file(path: str) -> dict[str, object]:
    shown = quote(os.fsencode(PurePath(path).as_posix()), safe="/~") if path else ""
    return {"artifactLocation": {"uri": f"file://{shown}" if os.path.isabs(path) else shown}}
