"""`init`: which files prompts are read from, and which ones below given directories are not."""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Iterator

from .diagnostics import Report
from .files import MANIFEST, read_alone
from .source import Span

TEXTS = (".md", ".markdown", ".mdc", ".txt", ".prompt", ".prompty", ".jinja", ".jinja2", ".j2", ".hbs", ".mustache",
         ".tmpl")
DATA = (".yaml", ".yml", ".json")
README = "README.md"
_OF_A_PACK = re.compile(r"^(?:promptrom|\"promptrom\"|'promptrom')[ \t]*:", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Given:
    """One file that may hold prompts."""

    path: str
    parts: tuple[str, ...]  #: of its path in the pack, without the suffix
    named: bool  #: by the user, not found in a directory


@dataclass
class LeftOut:
    """What stands below given directories and is not read, or holds no prompt."""

    suffixes: "Counter[str]" = field(default_factory=Counter)  #: of files that are no prompts by their names
    readmes: int = 0
    hidden: list[str] = field(default_factory=list)  #: names of files and directories
    links: list[str] = field(default_factory=list)  #: paths of links
    without: list[str] = field(default_factory=list)  #: paths of YAML and JSON files without a prompt

    def __bool__(self) -> bool:
        return bool(self.suffixes or self.readmes or self.hidden or self.links or self.without)


def find(given: list[str], left: LeftOut, report: Report) -> list[Given]:
    """Each file with its path in the pack: below the directory that was given, or below the one that all files that
    were given have in common; each once, however often it was given. A pack among them is an error, and of its files
    no more is said."""
    alone = [path for path in given if not os.path.isdir(path)]
    packs = _packs(alone, report)
    common = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in alone]) if alone else ""
    found: list[Given] = []
    for path in given:
        if os.path.isdir(path):
            found += [Given(below, _parts(os.path.relpath(below, path)), False)
                      for below in _below(path, left, report)]
        elif not any(_is_below(path, pack) for pack in packs):
            found.append(Given(path, _parts(os.path.relpath(os.path.abspath(path), common)), True))
    once: dict[str, Given] = {}
    for each in sorted(found, key=lambda item: not item.named):
        once.setdefault(os.path.abspath(each.path), each)
    return [each for each in found if once[os.path.abspath(each.path)] is each]


def _parts(path: str) -> tuple[str, ...]:
    stem, suffix = os.path.splitext(path)
    return PurePath(stem if suffix.lower() in TEXTS + DATA else path).parts


# ---- packs ----


def _packs(alone: list[str], report: Report) -> list[str]:
    """The directories of packs whose manifests are among the files."""
    manifests = [path for path in alone if os.path.basename(path) == MANIFEST]
    return [os.path.dirname(os.path.abspath(path)) for path in manifests if _refuse_pack(path, report)]


def _is_below(path: str, directory: str) -> bool:
    return os.path.commonpath([os.path.abspath(path), directory]) == directory


def _refuse_pack(manifest: str, report: Report) -> bool:
    """Whether a file is the manifest of a pack, which is an error here."""
    file = read_alone(manifest, Report())  # what is wrong with it is told where it is read
    match = _OF_A_PACK.search(file.source.text) if file else None
    if file is None or match is None:
        return False
    directory = os.path.dirname(manifest) or "."
    report.add("PR0127", Span(file.source, match.start(), match.end() - 1), f"{directory} is a pack already",
               label="its manifest", notes=("`init` makes packs of files that are none yet",),
               helps=(f"use it as it is: `promptrom check {directory}`",
                      "or give only those of its Markdown files by name that are to be prompts of the new pack"))
    return True


# ---- directories ----


def _below(directory: str, left: LeftOut, report: Report) -> Iterator[str]:
    """The files of a directory whose names say that they are prompts, in byte order."""
    def failed(error: OSError) -> None:
        report.add("PR0104", None, f"cannot list {error.filename}: {error.strerror}", path=str(error.filename))

    for path, directories, names in os.walk(directory, onerror=failed):
        if MANIFEST in names and _refuse_pack(os.path.join(path, MANIFEST), report):
            directories.clear()
            continue
        left.hidden += sorted(f"{name}/" for name in directories if name.startswith("."))
        seen = sorted((name for name in directories if not name.startswith(".")), key=os.fsencode)
        left.links += [each for each in (os.path.join(path, name) for name in seen) if os.path.islink(each)]
        directories[:] = seen
        for name in sorted(names, key=os.fsencode):
            if not _is_prompt(name, left):
                continue
            each = os.path.join(path, name)
            if os.path.islink(each):    # what it leads to is below as well, or belongs to someone else
                left.links.append(each)
            else:
                yield each


def _is_prompt(name: str, left: LeftOut) -> bool:
    suffix = os.path.splitext(name)[1].lower()
    if name.startswith("."):
        left.hidden.append(name)
    elif name == README:
        left.readmes += 1
    elif suffix in TEXTS + DATA:
        return True
    else:
        left.suffixes[suffix] += 1
    return False
