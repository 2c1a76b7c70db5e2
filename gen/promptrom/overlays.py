"""Overlays of a pack: which there are, of what files, and which of them stands on which.

An overlay is `overlays/NAME.yaml`, the Markdown files below `overlays/NAME/`, or both; or a YAML file given on the
command line, whose name is NAME.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass

from . import files, names
from .decode import TextFile
from .diagnostics import Related, Report
from .files import OVERLAYS, PackFiles
from .source import Source, Span


@dataclass(frozen=True, eq=False)
class OverlayFiles:
    name: str
    yaml: Source | None
    markdown: tuple[TextFile, ...]  #: in byte order of the path

    @property
    def start(self) -> Span:
        """A place for what concerns the overlay as a whole."""
        return start_of(self.yaml or self.markdown[0].source)


def start_of(source: Source) -> Span:
    return Span(source, 0, min(1, len(source.text)))


def find(pack: PackFiles, given: Collection[str], taken: Collection[str], prefix: str,
         report: Report) -> tuple[OverlayFiles, ...]:
    """All overlays by name: the pack's own and the files `given`. Those that a `file:` has `taken` are none."""
    yaml: dict[str, Source] = {}
    markdown: dict[str, list[TextFile]] = {}
    for file in pack.overlays:
        source = file.source
        first, _, rest = source.name[len(OVERLAYS):].partition("/")
        if source.name in taken:
            continue
        if bool(rest) == source.name.endswith(".yaml"):
            misplaced(source, report)
        elif rest:
            markdown.setdefault(first, []).append(file)
        else:
            yaml[first[:-len(".yaml")]] = source
    add_given(pack, given, yaml, report)
    found = [OverlayFiles(name, yaml.get(name), tuple(markdown.get(name, ())))
             for name in sorted({*yaml, *markdown}, key=os.fsencode)]
    good = tuple(overlay for overlay in found if is_named(overlay, report))
    claims = [names.Claim(f"overlay {item.name}", names.prefixed(prefix, item.name), item.start) for item in good]
    names.check_claims(claims, "overlays become packs of their own in C", report, upper=False)
    return good


def own_names(pack: PackFiles, taken: Collection[str]) -> frozenset[str]:
    """The names of the pack's own overlays, right or wrong."""
    return frozenset(file.source.name[len(OVERLAYS):].split("/")[0].removesuffix(".yaml") for file in pack.overlays
                     if file.source.name not in taken)


def add_given(pack: PackFiles, given: Collection[str], yaml: dict[str, Source], report: Report) -> None:
    """Reads the files given beside the pack. One of the pack's own may be among them."""
    for path in given:
        name = name_of(path)
        file = files.read_overlay(path, report)
        other = yaml.get(name)
        if file is None or other is not None and os.path.realpath(other.path) == os.path.realpath(path):
            continue
        if other is not None:
            report.add("PR0408", start_of(file.source), f"two overlays are called {name}",
                       helps=("rename one of the files",), related=(Related(start_of(other), "the other one"),))
            continue
        yaml[name] = file.source


def name_of(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def is_named(overlay: OverlayFiles, report: Report) -> bool:
    if names.ID_PART.fullmatch(overlay.name):
        return True
    report.add("PR0407", overlay.start, f"{overlay.name} cannot be the name of an overlay",
               notes=(f"such names match {names.ID_PART.pattern}",), helps=("rename the file",))
    return False


def misplaced(source: Source, report: Report) -> None:
    is_yaml = source.name.endswith(".yaml")
    report.add("PR0704", start_of(source), f"{source.name} belongs to no overlay",
               notes=("overlay NAME is the file overlays/NAME.yaml, and Markdown files below overlays/NAME/",),
               helps=("move its keys to the YAML file of the overlay" if is_yaml else
                      "move it into the directory of an overlay",))


def fallback(name: str, known: Collection[str]) -> str:
    """The overlay that another stands on: the name cut at its last `-`, as often as needed; "" for the pack."""
    while "-" in name:
        name = name.rpartition("-")[0]
        if name in known:
            return name
    return ""
