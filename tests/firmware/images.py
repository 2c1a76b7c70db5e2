"""Programs of cases: those of the specification, one program a file of it, and those of the packs."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Mapping, Tuple

from machines import HERE, ROOT, Machine, compile_objects, link
from packs import checked

sys.path[:0] = [str(ROOT / "tests" / "spec")]

from promptrom import casedriver, casetest, lower, view  # noqa: E402
from promptrom.emit import emit  # noqa: E402

import engines  # noqa: E402
from casefile import read_cases  # noqa: E402

SPECIFICATION = sorted((ROOT / "tests" / "spec").glob("*.md"))
PACKS = sorted(path.parent for path in (ROOT / "packs").glob("*/cases.yaml"))

Rendering = Tuple[casedriver.Header, casedriver.Render]

#: Memory for one byte of a result: in the buffer, among what is collected, and an entry of the list.
A_BYTE = 1 + 1 + 8

#: Names that a generated source has for itself alone.
OWN = re.compile(r"^(?:static const .*?|\} )(\w+)(?:\[.*?\])? =|^ +(layout_sum_\d+) =|^PROMPTROM_ASSERT\((\w+),",
                 re.MULTILINE)
#: What is no name, or the name of a member.
SKIPPED = r'"(?:[^"\\]|\\.)*"|/\*.*?\*/|(?:\.|->)\w+'


@dataclass(frozen=True, eq=False)
class Image:
    """A program before it is compiled."""

    name: str
    renders: tuple[Rendering, ...]

    def names(self) -> list[str]:
        """What its cases are called."""
        return [render.where for _, render in self.renders]

    def fitting(self, machine: Machine) -> Image:
        """With the cases for whose results a machine has the memory."""
        return Image(self.name, tuple(item for item in self.renders if needs(item[1]) <= machine.memory))


def needs(render: casedriver.Render) -> int:
    return A_BYTE * (len(render.expected) + casedriver.SPARE)


@dataclass(frozen=True, eq=False)
class Sources:
    """All programs, and the packs that they use as one source file each."""

    folder: Path
    images: tuple[Image, ...]
    packs: tuple[Path, ...]


def write_sources(folder: Path) -> Sources:
    folder.mkdir(parents=True)
    images, files = zip(*specification(folder / "specification"))
    made: dict[str, str] = {name: text for each in files for name, text in each.items()}
    packs = [united(folder, "specification", made)]
    others = [pack_image(directory) for directory in PACKS]
    for image, each in others:
        write(folder, each)
        packs.append(folder / f"{image.renders[0][0].file}.c")
    return Sources(folder, (*images, *(image for image, _ in others)), tuple(packs))


def specification(folder: Path) -> Iterator[tuple[Image, Mapping[str, str]]]:
    """The cases of each file, with the packs' files by name."""
    number = 0
    for path in SPECIFICATION:
        renders: list[Rendering] = []
        files: dict[str, str] = {}
        for case in read_cases(path):
            number += 1
            pack = engines.check_case(case, folder / str(number)).pack if case.runs else None
            for (header, made), runs in engines.variants(case, pack, number) if pack else ():
                files.update(made)
                renders += [(header, engines.c_render(pack, run, f"{path.name}:{run.line} {header.file}"))
                            for run in runs]
        if renders:
            yield Image(path.stem, tuple(renders)), files


def pack_image(directory: Path) -> tuple[Image, Mapping[str, str]]:
    pack = checked(directory)
    tables = lower.lower(pack, lower.Options(json="json" in pack.formats))
    made = view.view(pack, tables, pack.name)
    header = casedriver.header_of(tables, made)
    return Image(pack.name, tuple((header, render) for render in casetest.renders(pack))), emit(made)


# ---- C ----


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def united(folder: Path, name: str, files: Mapping[str, str]) -> Path:
    """One source with all packs in it, since to start a compiler takes longer than to compile one of them."""
    write(folder, {file: text for file, text in files.items() if file.endswith(".h")})
    path = folder / f"{name}.c"
    path.write_text("\n".join(apart(text, f"{file[:-2]}_") for file, text in files.items() if file.endswith(".c")),
                    encoding="utf-8")
    return path


def apart(source: str, prefix: str) -> str:
    """A source with a prefix before each name of its own."""
    own = "|".join(sorted({next(filter(None, groups)) for groups in OWN.findall(source)}))

    def renamed(match: re.Match[str]) -> str:
        return f"{prefix}{match[1]}" if match[1] else match[0]

    return re.sub(rf"{SKIPPED}|\b({own})\b", renamed, source, flags=re.DOTALL)


class Build:
    """What the programs of one machine share, compiled once."""

    def __init__(self, machine: Machine, folder: Path, sources: Sources, shared: list[Path]) -> None:
        self.machine, self.folder, self.sources = machine, folder, sources
        common = [casedriver.WITNESS / "witness.c", HERE / "recorder.c", *sources.packs]
        self.flags = [f"-I{casedriver.WITNESS}", f"-I{HERE}", f"-I{sources.folder}", "-Os"]
        self.objects = [*shared, *compile_objects(machine, folder / "shared", common, *self.flags)]

    def program(self, image: Image) -> Path:
        folder = self.folder / image.name
        folder.mkdir()
        source = folder / f"{image.name}_cases.c"
        source.write_text(casedriver.driver(image.name, list(image.renders)), encoding="utf-8")
        made = compile_objects(self.machine, folder, [source], *self.flags, "-include", HERE / "recorder.h")
        return link(self.machine, folder / image.name, [*made, *self.objects])
