"""Phase read: the files of a pack, found, opened safely and decoded.

Everything is visited in byte order of its path, so that nothing depends on the file system. A path never leaves the
pack, and only regular files are opened.
"""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import BinaryIO, Iterator

from . import suggest
from .decode import TextFile, decode
from .diagnostics import Report
from .source import Source, Span, Text

MANIFEST = "pack.yaml"
OVERLAYS = "overlays/"
LARGEST = 4 * 1024 * 1024  #: bytes of a file
DEEPEST = 32  #: directories inside directories
MOST_PATHS = 16  #: to one directory, its own and those through links


@dataclass(frozen=True, eq=False)
class PackFiles:
    """The files of a pack by kind, each kind in byte order of the path."""

    root: str  #: the pack's directory as the user gave it
    manifest: Source | None  #: None if there is none, or none that can be read
    yaml: tuple[Source, ...]  #: other YAML files
    markdown: tuple[TextFile, ...]  #: Markdown files; which of them are slots, the declarations decide
    overlays: tuple[TextFile, ...]  #: YAML and Markdown below overlays/
    names: tuple[str, ...]  #: every file of the pack, also those that are read only if a `file:` names them
    directories: tuple[str, ...]  #: every directory visited, as shown to the user

    @cached_property
    def texts(self) -> dict[str, TextFile]:
        """The files that were read and may be named by a `file:` too."""
        return {file.source.name: file for file in self.markdown + self.overlays}

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.names)

    def shown(self, name: str) -> str:
        """A file's path as the user sees it."""
        return os.path.join(self.root, *name.split("/"))


def read_pack(directory: str, report: Report) -> PackFiles:
    """Reads all files that a pack is made of. Nothing is raised: what cannot be read is in the report."""
    root = directory.rstrip("/") or directory
    if not _is_directory(root, report) or not _has_manifest(root, report):
        return PackFiles(root, None, (), (), (), (), ())
    listing = _Listing(root, report)
    listing.visit("", (os.path.realpath(root),))
    names = sorted(listing.files, key=os.fsencode)
    read = _read_all(root, names, report)
    manifest = read.pop(MANIFEST, None)
    apart = tuple(file for name, file in read.items() if name.startswith(OVERLAYS))
    rest = {name: file for name, file in read.items() if not name.startswith(OVERLAYS)}
    return PackFiles(
        root,
        manifest.source if manifest else None,
        tuple(file.source for name, file in rest.items() if name.endswith(".yaml")),
        tuple(file for name, file in rest.items() if name.endswith(".md")),
        apart,
        tuple(names),
        tuple(os.path.join(root, name) if name else root for name in sorted(listing.directories, key=os.fsencode)),
    )


def _read_all(root: str, names: list[str], report: Report) -> dict[str, TextFile]:
    read = {}
    for name in filter(_is_read, names):
        file = _read(root, name, report)
        if file is None:
            continue
        if name.endswith(".yaml"):
            file.note_line_ends(report)
        read[name] = file
    return read


def read_file(pack: PackFiles, name: str, span: Span, report: Report, *, keep_newlines: bool = False,
              keep_final_newline: bool = False) -> Text | None:
    """The text of a file that a `file:` names, which stands at `span`.

    No front matter is read in it. One final newline is dropped unless it is to be kept.
    """
    if not _is_inside(name, span, report):
        return None
    if name not in pack.known:
        _missing_file(pack, name, span, report)
        return None
    file = pack.texts.get(name) or _read(pack.root, name, report, span)
    if file is None:
        return None
    if not keep_newlines:
        file.note_line_ends(report)
    source = file.kept if keep_newlines else file.source
    front_matter_is_text(source, "a file named by `file:` is plain text: no front matter is read in it",
                         "remove the lines between both `---`, or let the file be a slot of its own", report)
    return whole_text(source, 0, keep_final_newline)


def read_overlay(path: str, report: Report) -> TextFile | None:
    """A YAML file that need not lie in the pack. It is named as if it lay among the pack's overlays, so that nothing
    that is generated tells where it was."""
    data = _read_bytes(path, None, report)
    file = None if data is None else decode(data, path, OVERLAYS + os.path.basename(path), report)
    if file is not None:
        file.note_line_ends(report)
    return file


def read_alone(path: str, report: Report) -> TextFile | None:
    """A text file that belongs to no pack."""
    data = _read_bytes(path, None, report)
    return None if data is None else decode(data, path, path, report)


def front_matter_is_text(source: Source, note: str, help_: str, report: Report) -> None:
    """A warning for a plain text that starts like front matter."""
    if source.text.startswith("---\n") or source.text == "---":
        report.add("PR0125", Span(source, 0, 3), f"{source.name} starts with a line `---`, which is text here",
                   notes=(note,), helps=(help_,))


def whole_text(source: Source, start: int, keep_final_newline: bool) -> Text:
    """A source's text from an offset on, without one final newline unless that is to be kept."""
    end = len(source.text)
    if not keep_final_newline and end > start and source.text[end - 1] == "\n":
        end -= 2 if end - 1 > start and source.text[end - 2] == "\r" else 1
    return Text(source.text[start:end], source, ((0, start),), end)


# ---- finding files ----


class _Listing:
    """Files and directories of a pack as paths inside it, `/` between the parts."""

    def __init__(self, root: str, report: Report) -> None:
        self.root = root
        self.report = report
        self.files: list[str] = []
        self.directories: list[str] = []
        self.paths: Counter[str] = Counter()  #: by the real path of what they lead to

    def visit(self, inside: str, ancestors: tuple[str, ...]) -> None:
        """Visits a directory; `ancestors` are the real paths of it and of the directories around it."""
        self.directories.append(inside)
        path = os.path.join(self.root, inside) if inside else self.root
        try:
            entries = sorted(os.listdir(path), key=os.fsencode)
        except OSError as error:
            self.report.add("PR0104", None, f"cannot list {path}: {error.strerror}", path=path)
            return
        entries = [entry for entry in entries if not entry.startswith(".")]
        self._same_but_for_case(path, entries)
        for entry in entries:
            self._enter(f"{inside}/{entry}" if inside else entry, ancestors)

    def _enter(self, name: str, ancestors: tuple[str, ...]) -> None:
        path = os.path.join(self.root, name)
        if not self._is_plain(name):
            return
        found = self._resolve(path, ancestors[0])
        if found is None:
            return
        real, mode = found
        if stat.S_ISREG(mode):
            self.files.append(name)
            _other_suffix(name, path, self.report)
        elif not stat.S_ISDIR(mode):
            if _is_read(name):
                _not_regular(path, mode, None, self.report)
        elif real in ancestors:
            self.report.add("PR0108", None, f"{path} is a link to a directory around it", path=path,
                            helps=("remove the link",))
        elif len(ancestors) > DEEPEST:
            self.report.add("PR0114", None, f"{path} is {len(ancestors)} directories deep, the limit is {DEEPEST}",
                            path=path, helps=("move its files up",))
        elif self.paths[real] == MOST_PATHS:  # a few links that cross make millions of paths
            self.report.add("PR0114", None, f"{path} leads to a directory with {MOST_PATHS} other paths", path=path,
                            helps=("remove links to directories",))
        else:
            self.paths[real] += 1
            self.visit(name, ancestors + (real,))

    def _is_plain(self, name: str) -> bool:
        """Whether a name can be shown and written to a dependency file."""
        odd = next((character for character in name if unicodedata.category(character)[0] == "C"), None)
        if odd is None:
            return True
        what = f"byte 0x{ord(odd) - 0xDC00:02x}, which is not UTF-8" if "\udc80" <= odd <= "\udcff" else (
            f"U+{ord(odd):04X}, which cannot be shown")
        path = os.path.join(self.root, name)
        self.report.add("PR0109", None, f"the name of a file holds {what}", path=path, helps=("rename the file",))
        return False

    def _resolve(self, path: str, root: str) -> tuple[str, int] | None:
        """The real path and the mode of an entry, if it exists and lies inside the pack."""
        try:
            mode = os.stat(path).st_mode
            real = os.path.realpath(path)
        except OSError as error:
            self.report.add("PR0104", None, f"cannot read {path}: {_why(error, path)}", path=path)
            return None
        if real == root or real.startswith(root.rstrip("/") + "/"):
            return real, mode
        self.report.add("PR0107", None, f"{path} is a link out of the pack", path=path,
                        notes=(f"it leads to {real}",), helps=("copy the file into the pack",))
        return None

    def _same_but_for_case(self, path: str, entries: list[str]) -> None:
        first: dict[str, str] = {}
        for entry in entries:
            known = first.setdefault(unicodedata.normalize("NFC", entry).casefold(), entry)
            if known != entry:
                both = os.path.join(path, entry)
                self.report.add("PR0106", None, f"{both} and {known} have the same name but for case", path=both,
                                notes=("some file systems hold only one of them",), helps=("rename one of them",))


def _is_read(name: str) -> bool:
    """Whether a file is read without being named by a `file:`."""
    return name.endswith(".yaml") or name.endswith(".md") and os.path.basename(name) != "README.md"


def _other_suffix(name: str, path: str, report: Report) -> None:
    stem, suffix = os.path.splitext(name)
    wanted = {".yml": ".yaml", ".yaml": ".yaml", ".markdown": ".md", ".md": ".md"}.get(suffix.lower(), suffix)
    if wanted != suffix:
        report.add("PR0126", None, f"{path} is not read", path=path,
                   notes=("a pack is made of files whose names end in .yaml and .md",),
                   helps=(f"name it {os.path.basename(stem)}{wanted}",))


def _is_directory(root: str, report: Report) -> bool:
    try:
        mode = os.stat(root).st_mode
    except OSError as error:
        report.add("PR0104", None, f"cannot read {root}: {error.strerror}", path=root)
        return False
    if stat.S_ISDIR(mode):
        return True
    parent = os.path.dirname(root) or "."
    report.add("PR0102", None, f"{root} is not a directory", path=root,
               helps=(f"give the pack's directory: {parent}" if os.path.basename(root) == MANIFEST
                      else "give the directory that holds pack.yaml",))
    return False


def _has_manifest(root: str, report: Report) -> bool:
    """Asked before anything else is looked at: a directory that is no pack may be a whole disk."""
    manifest = os.path.join(root, MANIFEST)
    if os.path.isdir(manifest):
        report.add("PR0103", None, f"{manifest} is a directory", path=manifest)
        return False
    if os.path.lexists(manifest):
        return True
    try:
        names = sorted(name for name in os.listdir(root) if not name.startswith("."))
    except OSError as error:
        report.add("PR0104", None, f"cannot list {root}: {error.strerror}", path=root)
        return False
    below = [name for name in names if os.path.isfile(os.path.join(root, name, MANIFEST))]
    other = suggest.nearest(MANIFEST, names)
    helps = tuple(f"did you mean {os.path.join(root, name)}?" for name in below[:3])
    report.add("PR0101", None, f"{root} holds no pack.yaml", path=root,
               helps=helps or ((f"rename {other} to pack.yaml",) if other else ())
               or ("write a file pack.yaml with `promptrom: 1` and `pack: NAME`",))
    return False


# ---- names after `file:` ----


def _is_inside(name: str, span: Span, report: Report) -> bool:
    parts = name.split("/")
    if name.startswith("/") or ".." in parts:
        why = "leads out of the pack" if ".." in parts else "is an absolute path"
        report.add("PR0110", span, f"{name} {why}",
                   label="not inside the pack", helps=("copy the file into the pack and write its path from there",))
        return False
    if "\\" in name or "" in parts or "." in parts or any(part.startswith(".") for part in parts):
        tidy = "/".join(part for part in name.replace("\\", "/").split("/") if part not in ("", "."))
        hidden = any(part.startswith(".") for part in tidy.split("/"))
        report.add("PR0111", span, f"{name!r} is not the path of a file in the pack",
                   notes=("hidden files do not belong to a pack",) if hidden else (),
                   helps=() if hidden or not tidy else (f"write {tidy}",))
        return False
    return True


def _missing_file(pack: PackFiles, name: str, span: Span, report: Report) -> None:
    base = os.path.basename(name)
    elsewhere = [known for known in pack.names if os.path.basename(known) == base]
    near = elsewhere[0] if elsewhere else suggest.nearest(name, pack.names)
    report.add("PR0112", span, f"the pack has no file {name}", label="not found",
               notes=(f"looked for {pack.shown(name)}",), helps=(f"did you mean {near}?",) if near else ())


# ---- opening files ----


def _read(root: str, name: str, report: Report, span: Span | None = None) -> TextFile | None:
    path = os.path.join(root, name)
    data = _read_bytes(path, span, report)
    return None if data is None else decode(data, path, name, report)


def _read_bytes(path: str, span: Span | None, report: Report) -> bytes | None:
    """The bytes of a regular file. Opening never blocks and has no effect on devices."""
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            _not_regular(path, mode, span, report)
            return None
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as stream:
            before = os.fstat(handle)
            if not stat.S_ISREG(before.st_mode):
                _not_regular(path, before.st_mode, span, report)
                return None
            data = b"".join(_chunks(stream))
            after = os.fstat(handle)
    except OSError as error:
        report.add("PR0104", span, f"cannot read {path}: {_why(error, path)}", path=path)
        return None
    if len(data) > LARGEST:
        size = max(len(data), before.st_size)
        report.add("PR0105", span, f"{path} has {size} bytes, the limit is {LARGEST}", path=path,
                   helps=("split the file",))
        return None
    if data and before.st_size == after.st_size == 0:  # in /proc and the like
        report.add("PR0103", span, f"{path} holds more than its size says", path=path,
                   helps=("only regular files are read",))
        return None
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or len(data) != after.st_size:
        report.add("PR0113", span, f"{path} changed while it was read", path=path, helps=("run again",))
        return None
    return data


def _why(error: OSError, path: str) -> str:
    """The system's words, or of links what is wrong with them."""
    if error.errno == errno.ELOOP:
        return "the link leads in a circle"
    return "the link leads nowhere" if error.errno == errno.ENOENT and os.path.islink(path) else str(error.strerror)


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    """At most one byte more than the limit."""
    left = LARGEST + 1
    while left > 0:
        chunk = stream.read(min(left, 1 << 16))
        if not chunk:
            return
        left -= len(chunk)
        yield chunk


def _not_regular(path: str, mode: int, span: Span | None, report: Report) -> None:
    kinds = ((stat.S_ISDIR, "a directory"), (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"),
             (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"))
    kind = next((word for test, word in kinds if test(mode)), "no regular file")
    report.add("PR0103", span, f"{path} is {kind}, not a file", path=path, helps=("only regular files are read",))
