"""What the compiler says of an overlay file for start-up, and what the overlaid pack renders."""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "gen")]

from promptrom import check, defaults, files, manifest, model, reference, replacements, show  # noqa: E402
from promptrom import openends, slots, startup, yamlread  # noqa: E402
from promptrom.decode import decode  # noqa: E402
from promptrom.diagnostics import Report  # noqa: E402
from promptrom.lower import Options, lower  # noqa: E402
from promptrom.overlays import OverlayFiles  # noqa: E402
from promptrom.replacements import Replacements  # noqa: E402

PACK = HERE / "pack"
#: What the loader writes as a number, as the compiler does with these and others.
UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
#: What is other in a pack in which texts end in the beginning of a tag, one of them only until a constant changes.
OPEN = (("See {dash} {quote}{note}", "See <{dash}{quote}{note} <"), ("lead: {text: Dear}", 'lead: {text: "a <"}'))
NAME = "f.yaml"
#: Numbers of statuses, as in include/promptrom/status.h.
STATUS = {"MISSING": 3, "TOO_LONG": 4, "OUT_OF_RANGE": 5, "TOO_MANY": 6, "BAD_UTF8": 7, "BAD_JSON": 8}
OK, TOO_DEEP, BAD_OVERLAY = 0, 17, 96

SKILLS = [{"title": b"cook", "uses": 3, "tags": [{"word": b"red"}, {"word": b'"blue"'}]},
          {"title": b"sing{pct}", "uses": -1}]


def write_open_pack(directory: Path) -> Path:
    text = (PACK / "pack.yaml").read_text(encoding="utf-8")
    for old, new in OPEN:
        assert text.count(old) == 1
        text = text.replace(old, new)
    directory.mkdir()
    (directory / "pack.yaml").write_text(text, encoding="utf-8")
    return directory


@dataclass(frozen=True)
class Told:
    code: int
    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Outcome:
    status: int
    told: tuple[Told, ...]
    renders: tuple[tuple[int, bytes], ...] = ()


class Oracle:
    """The compiler with a sample pack read once."""

    def __init__(self, directory: Path) -> None:
        report = Report()
        pack = files.read_pack(str(directory), report)
        root = yamlread.parse_mapping(pack.manifest, report)
        assert root is not None
        settings = manifest.read_settings(root, report)
        self.declared = check.read_declarations(pack, root, settings, report)
        self.scope = check.read_scope(pack, settings, self.declared, report)
        self.found = check.read_drafts(self.scope, self.declared, report)
        checked = slots.read_slots(self.found, self.scope, report)
        self.base = check.read_model(self.found, checked, self.scope, self.declared, {}, report)
        assert not report.failed, [item.message for item in report.items]
        self.ground = openends.ground_of(self.base)
        self.known = defaults.replaceable(self.found, checked, self.scope, self.declared.pairs("constants", Report()),
                                          self.declared.pairs("assemblies", Report()))
        self.public = [entry.key for entry in lower(self.base, Options()).entries
                       if entry.key in {item.id for item in self.base.entries}]

    def load(self, data: bytes, below: Replacements) -> tuple[Outcome, Replacements]:
        report, pack, own = self.read(data, below)
        told = tuple(self.told(item) for item in show.ordered(report.items) if item.severity == "error")
        if told or pack is None:
            return Outcome(BAD_OVERLAY, told), below
        return Outcome(OK, (), tuple(self.renders(pack))), own

    def read(self, data: bytes, below: Replacements) -> "tuple[Report, model.Pack | None, Replacements]":
        """What is said of an overlay, and the pack with it on top of others."""
        report = Report()
        if len(data) > files.LARGEST:
            raise ValueError("too long for a test")
        file = decode(data, NAME, NAME, report)
        own = below
        pack: model.Pack | None = None
        if file is not None:
            given = replacements.read(OverlayFiles("f", file.source, ()), self.known, report, True)
            own = given.over(below)
            pack = check.overlaid(own, self.found, self.scope, self.declared, False, report, startup.TOLD)
            startup.refuse_build_only(pack, given.slots, given.constants, self.ground, report)
        return report, pack, own

    @staticmethod
    def told(item) -> Told:
        line, column = item.span.source.position(item.span.start) if item.span else (0, 0)
        return Told(int(item.code[2:]), line, column, UNSHOWN.sub(lambda match: show.visible(match[0]), item.message))

    def renders(self, pack: model.Pack) -> Iterator[tuple[int, bytes]]:
        for key in self.public:
            entry = reference.find(pack, key)
            for everything in (True, False):
                args = {var.name: argument(var, everything) for var in entry.inputs}
                for escape in (False, True):
                    try:
                        yield OK, reference.render(pack, key, args, escape=escape)
                    except reference.RenderError as error:
                        yield STATUS[error.status], b""


def argument(var: model.Variable, everything: bool) -> object:
    """As harness.c fills it in."""
    if var.type == "integer":
        return 12 if var.name == "uses" else 7
    if var.type == "flag":
        return everything
    if var.type == "text":
        text = b"<reminder> x </Reminder" if var.name == "quote" else var.name.encode()
        return text if everything or var.name != "note" else None
    if not everything:
        return None
    return var.of[1] if var.type == "choice" else SKILLS


class Answers:
    """What the harness wrote."""

    def __init__(self, data: bytes, renders: int) -> None:
        self.data, self.at, self.count = data, 0, renders

    def number(self) -> int:
        found, = struct.unpack_from("<I", self.data, self.at)
        self.at += 4
        return found

    def bytes(self) -> bytes:
        size = self.number()
        self.at += size
        return self.data[self.at - size:self.at]

    def outcome(self) -> Outcome:
        status = self.number()
        told = []
        for _ in range(self.number()):
            code, line, column = self.number(), self.number(), self.number()
            message, _note, _help = (self.bytes().decode("utf-8") for _ in range(3))
            told.append(Told(code, line, column, message))
        renders = tuple((self.number(), self.bytes()) for _ in range(self.count)) if status == OK else ()
        return Outcome(status, tuple(told), renders)


def packed(items: list[tuple[bool, bytes]]) -> bytes:
    """Overlays as the harness reads them; True: on top of the last good one."""
    return b"".join(struct.pack("<II", on_top, len(data)) + data for on_top, data in items)
